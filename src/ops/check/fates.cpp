#include "ops/check/fates.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

using git::LogEntry;
using model::Fate;
using Place = Fates::Place;

/// So many commits that are not on HEAD are looked for.
constexpr size_t kMostLost = 2000;
/// How many diffs are read to compare them.
constexpr size_t kMostPatches = 600;

/// The commit to look for: what the map says it became, else itself.
std::string effective_oid(const RecordedCommit& commit) {
  if (!commit.target.empty())
    return commit.target;
  return commit.object.is_commit() ? commit.object.oid : std::string();
}

class FateFinder {
 public:
  explicit FateFinder(Facts& facts) : x_facts(facts), x_git(facts.repository->git()) {}

  Fates run() {
    for (RecordedCommit& commit : x_facts.commits)
      if (std::string oid = effective_oid(commit); !oid.empty())
        f.wanted.insert(oid);
    if (x_facts.base.is_commit())
      f.wanted.insert(x_facts.base.oid);
    if (std::ranges::any_of(f.wanted, [&](const std::string& oid) { return !x_facts.here(oid); }))
      look_for_lost();
    if (!x_facts.checked_out.empty() && !x_facts.commits.empty())
      look_for_squashed();
    look_for_reverts();
    f.rewritten = is_rewritten();
    f.whole = f.rewritten && !x_facts.shallow && x_facts.lost.oids.size() <= kMostLost;
    return std::move(f);
  }

 private:
  void look_for_lost() {
    std::vector<std::string> chain = x_facts.lost.oids;
    chain.resize(std::min(chain.size(), kMostLost));
    if (chain.empty())
      return;
    std::vector<LogEntry> lost =
        git::LogQuestion(
            x_git,
            {.revisions = chain, .options = {"--no-walk=unsorted"}, .files = true, .bodies = true})
            .answer();
    std::ranges::reverse(lost);
    f.line = line_below(lost, x_facts.base.oid);
    std::vector<std::string> past = exclusions(x_facts.lost.boundary);
    std::vector<std::string> head = past;
    head.insert(head.begin(), x_facts.head);
    f.searched.push_back(match(Place::head, lost, head));
    if (!all_matched())
      match_merges(lost, f.searched.back().matches);
    forget_rewritten_since();
    forget_older_form();
    if (x_facts.upstream_now.is_commit() && !all_matched()) {
      mark_in_upstream();
      std::vector<std::string> upstream = past;
      upstream.insert(upstream.begin(), {x_facts.upstream_now.oid, "^" + x_facts.head});
      f.searched.push_back(match(Place::upstream, lost, upstream));
    }
    if (!all_matched()) {
      std::vector<std::string> others = past;
      others.push_back("^" + x_facts.head);
      for (const std::string& oid : f.wanted)
        if (!x_facts.here(oid))
          others.push_back("^" + oid);
      const auto branches = branches_since(lost);
      for (const std::string& branch : branches.value_or(std::vector<std::string>()))
        others.push_back(branch);
      std::vector<std::string> all;
      if (!branches)
        all = git::with_remote_branches(x_git, {"--branches"});
      f.searched.push_back(match(Place::elsewhere, lost, others, all));
    }
  }

  /// The branches that can have any of it in another form. To find out that one of long ago is a
  /// part of HEAD takes all the history since.
  std::optional<std::vector<std::string>> branches_since(const std::vector<LogEntry>& lost) const {
    int64_t first = std::numeric_limits<int64_t>::max();
    for (const LogEntry& entry : lost)
      first = std::min({first, entry.author_time, entry.commit_time});
    return git::refs_since(x_git, first, {"refs/heads/", "refs/remotes/"});
  }

  /// All of the branch may have gone into the one that is checked out, as one commit.
  void look_for_squashed() {
    const std::string &here = x_facts.head, &there = x_facts.checked_out;
    f.searched.push_back(match(Place::checked_out,
                               walk_for_matches(x_facts, {here, "^" + there}, {}),
                               {there, "^" + here}));
  }

  /// What all the lost lines have in common with HEAD, as exclusions of a walk.
  std::vector<std::string> exclusions(std::vector<std::string> forks) const {
    std::ranges::sort(forks);
    forks.erase(std::unique(forks.begin(), forks.end()), forks.end());
    if (forks.empty() || forks.size() > 200)
      return {};
    std::string common = forks[0];
    if (forks.size() > 1) {
      git::GitCall call{.args = {"merge-base", "--octopus"}};
      call.args.insert(call.args.end(), forks.begin(), forks.end());
      Outcome outcome = x_git.run(git::offline(std::move(call)));
      if (!outcome.ok())
        return {};
      common = trim(outcome.out);
    }
    return {"^" + common};
  }

  Fates::Searched match(Place place, const std::vector<LogEntry>& lost,
                        const std::vector<std::string>& revisions,
                        const std::vector<std::string>& options = {}) {
    Fates::Searched searched{.place = place};
    TwoHistories histories;
    for (const LogEntry& entry : lost)
      if (!f.matched_in_head(entry.oid))
        histories.lost.push_back(entry);
    histories.here = walk_for_matches(x_facts, revisions, options);
    std::vector<std::string> worth = worth_reading(histories, kMostPatches);
    for (const LogEntry& entry : histories.lost)
      if (worth.size() < 2 * kMostPatches && !x_patches.contains(entry.oid))
        worth.push_back(entry.oid);
    read_patches(worth);
    searched.matches = match_commits(histories, x_patches);
    std::set<std::string> targets;
    for (const auto& [oid, found] : searched.matches)
      targets.insert(found.to.begin(), found.to.end());
    for (LogEntry& entry : histories.here)
      if (targets.contains(entry.oid))
        searched.entries[entry.oid] = std::move(entry);
    return searched;
  }

  /// A rebase leaves a merge out, and has what that joined: what the sides became is what it
  /// became.
  void match_merges(const std::vector<LogEntry>& lost, Matches& matches) const {
    std::vector<std::string> merges;
    for (const LogEntry& entry : lost)
      if (entry.parents.size() > 1 && !matches.contains(entry.oid))
        merges.push_back(entry.oid);
    const auto changed =
        merges.empty() ? std::nullopt : git::changed_by_merges(x_git, std::move(merges));
    if (!changed)
      return;
    for (const LogEntry& entry : lost) {
      if (entry.parents.size() < 2 || matches.contains(entry.oid))
        continue;
      Match joined{.fate = Fate::rewritten, .means = Match::kAllSides};
      const bool all = std::ranges::all_of(entry.parents, [&](const std::string& parent) {
        const auto found = matches.find(parent);
        if (found == matches.end())
          return x_facts.here(parent);
        if (joined.means == Match::kAllSides || joined.is_same_change())
          joined.means = found->second.means;
        if (joined.to.empty())
          joined.to = found->second.to;
        return true;
      });
      const auto own = changed->find(entry.oid);
      if (all && (own == changed->end() || are_as_now(entry.oid, own->second)))
        matches.emplace(entry.oid, std::move(joined));
    }
  }

  bool are_as_now(const std::string& commit, const std::set<std::string>& files) const {
    return std::ranges::all_of(
        files, [&](const std::string& file) { return is_as_now(x_facts, commit, file); });
  }

  void read_patches(std::vector<std::string> oids, bool ids = true) {
    std::erase_if(oids, [&](const std::string& oid) { return x_patches.contains(oid); });
    for (auto& [oid, patch] : git::read_patches(x_git, oids, ids))
      x_patches[oid] = std::move(patch);
  }

  /// A side-by-side walk also finds what HEAD's own new commits are made of. What has the same
  /// content is no news, and what the user has changed in it; what somebody else has is.
  void forget_rewritten_since() {
    std::set<std::string> same, rewritten;
    for (const auto& [oid, found] : f.searched[0].matches) {
      if (found.is_same_change())
        same.insert(found.to.begin(), found.to.end());
      if (found.fate == Fate::rewritten)
        rewritten.insert(found.to.begin(), found.to.end());
    }
    if (x_facts.base.is_commit() && !x_facts.here(x_facts.base.oid))
      std::erase_if(x_facts.since_head, [&](LogEntry& entry) {
        if (same.contains(entry.oid) || !rewritten.contains(entry.oid))
          return same.contains(entry.oid);
        entry.author = entry.committer;  // whose change it is that is told
        return is_user(x_facts.user, entry.committer);
      });
  }

  void mark_in_upstream() {
    std::vector<std::string> tips;
    for (const std::string& oid : f.wanted)
      if (!x_facts.here(oid))
        tips.push_back(oid);
    git::Divergence missing =
        git::read_divergence(git::start_divergence(x_git, tips, {x_facts.upstream_now.oid}));
    std::set<std::string> not_there(missing.oids.begin(), missing.oids.end());
    for (const std::string& oid : tips)
      if (!not_there.contains(oid))
        f.in_upstream.insert(oid);
  }

  void look_for_reverts() {
    std::vector<LogEntry> commits;
    for (const std::string& oid : f.wanted) {
      if (auto found = x_facts.details.find(oid);
          found != x_facts.details.end() && x_facts.here(oid))
        commits.push_back(found->second);
      if (const Match* match = f.match_in(Place::head, oid))
        for (const std::string& to : match->to)
          commits.push_back(f.entry_in_head(to));
    }
    // What others reverted before the last pause is so as well.
    std::vector<LogEntry> with_older;
    if (!x_facts.since_older.empty()) {
      with_older = x_facts.since_head;
      with_older.insert(with_older.end(), x_facts.since_older.begin(), x_facts.since_older.end());
    }
    const std::vector<LogEntry>& later = with_older.empty() ? x_facts.since_head : with_older;
    read_patches(worth_reading_for_reverts(commits, later, kMostPatches), false);
    f.reverted = find_reverts(commits, later, x_patches);
    if (!x_facts.since_upstream.empty())
      f.reverted.merge(find_reverts(commits, x_facts.since_upstream, x_patches));
  }

  bool all_matched() const {
    return std::ranges::all_of(f.wanted, [&](const std::string& oid) {
      return x_facts.here(oid) || f.matched_in_head(oid);
    });
  }

  bool is_rewritten() const {
    return (!x_facts.wip_now.empty() && x_facts.wip_now != x_facts.wip.oid) ||
           std::ranges::any_of(f.line, [&](const LogEntry& entry) {
             return f.matched_in_head(entry.oid) && !is_set_back(entry);
           });
  }

  /// Was it paused in a rebase that has ended since?
  bool is_rebase_over() const {
    return x_facts.handoff->git.operation == "rebase" && !x_facts.repository->operation();
  }

  /// Is what HEAD has of it older? Then it is not what became of it, but what it was made of: a
  /// rebase was aborted, or undone. Of one second are what a rebase made and what it was made of.
  bool is_set_back(const LogEntry& entry) const {
    const Match* match = f.match_in(Place::head, entry.oid);
    const int64_t before = entry.commit_time + (is_rebase_over() ? 1 : 0);
    return match != nullptr && std::ranges::all_of(match->to, [&](const std::string& oid) {
             return f.entry_in_head(oid).commit_time < before;
           });
  }

  /// What one committed oneself before the pause, on a branch that is as it was before a rebase, is
  /// no news.
  void forget_older_form() {
    if (!x_facts.written ||
        (!is_rebase_over() &&
         std::ranges::none_of(f.line, [&](const LogEntry& entry) { return is_set_back(entry); })))
      return;
    std::erase_if(x_facts.since_head, [&](const LogEntry& entry) {
      return entry.commit_time <= x_facts.written->time && is_user(x_facts.user, entry.committer);
    });
  }

  Facts& x_facts;
  const git::Git& x_git;
  std::map<std::string, git::Patch> x_patches;
  Fates f;
};

}  // namespace

const Match* Fates::match_in(Place place, const std::string& oid) const {
  for (const Searched& side : searched)
    if (side.place == place)
      if (auto found = side.matches.find(oid); found != side.matches.end())
        return &found->second;
  return nullptr;
}

Fates find_fates(Facts& facts) { return FateFinder(facts).run(); }

bool is_as_now(const Facts& facts, const std::string& commit, const std::string& file) {
  auto then = facts.entry_at(commit, file), there = facts.entry_at(facts.head, file);
  return then && there ? then->oid == there->oid : !then && !there;
}

}  // namespace handoff::ops
