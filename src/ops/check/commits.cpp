#include <algorithm>
#include <utility>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/refspecs.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/likeness.hpp"
#include "ops/check/match.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

using git::LogEntry;
using model::Fate;

/// So many commits that are not on HEAD are looked for.
constexpr size_t kMostLost = 2000;
/// How many diffs are read to compare them.
constexpr size_t kMostPatches = 600;
constexpr size_t kMostRefs = 3;
/// A clock may be this wrong before "committed after the record" is believed.
constexpr Seconds kClockSkew = 60 * 60;

/// One side of a comparison: where commits could be that are not on HEAD's line any more.
struct Place {
  enum class Kind { head, upstream, elsewhere, checked_out } kind = Kind::head;
  Matches matches = {};
  std::map<std::string, LogEntry> entries = {};  ///< what matches point at
};

class FateFinder {
 public:
  explicit FateFinder(Facts& facts) : x_facts(facts), x_git(facts.repository->git()) {}

  Findings run() {
    for (RecordedCommit& commit : x_facts.commits)
      if (std::string oid = effective_oid(commit); !oid.empty())
        x_wanted.insert(oid);
    if (x_facts.base.is_commit())
      x_wanted.insert(x_facts.base.oid);
    if (std::any_of(x_wanted.begin(), x_wanted.end(),
                    [&](const std::string& oid) { return !x_facts.here(oid); }))
      look_for_lost();
    if (!x_facts.checked_out.empty() && !x_facts.commits.empty())
      look_for_squashed();
    look_for_reverts();
    Findings findings;
    if (std::optional<Finding> base = tell_base())
      findings.push_back(std::move(*base));
    for (const RecordedCommit& commit : x_facts.commits)
      findings.push_back(tell(commit));
    tell_line(findings);
    return findings;
  }

 private:
  /// The commit to look for: what the map says it became, else itself.
  static std::string effective_oid(const RecordedCommit& commit) {
    if (!commit.target.empty())
      return commit.target;
    return commit.object.is_commit() ? commit.object.oid : std::string();
  }

  // --- looking ---------------------------------------------------------------------------------

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
    std::reverse(lost.begin(), lost.end());
    x_line = line_below(lost, x_facts.base.oid);
    std::vector<std::string> past = exclusions(x_facts.lost.boundary);
    std::vector<std::string> head = past;
    head.insert(head.begin(), x_facts.head);
    x_places.push_back(match(Place::Kind::head, lost, head));
    if (!all_matched())
      match_merges(lost, x_places.back().matches);
    forget_rewritten_since();
    forget_older_form();
    if (x_facts.upstream_now.is_commit() && !all_matched()) {
      mark_in_upstream();
      std::vector<std::string> upstream = past;
      upstream.insert(upstream.begin(), {x_facts.upstream_now.oid, "^" + x_facts.head});
      x_places.push_back(match(Place::Kind::upstream, lost, upstream));
    }
    if (!all_matched()) {
      std::vector<std::string> others = past;
      others.push_back("^" + x_facts.head);
      for (const std::string& oid : x_wanted)
        if (!x_facts.here(oid))
          others.push_back("^" + oid);
      x_places.push_back(match(Place::Kind::elsewhere, lost, others,
                               {"--branches", std::string(git::kButFetchedHandoffs), "--remotes"}));
    }
  }

  /// All of the branch may have gone into the one that is checked out, as one commit.
  void look_for_squashed() {
    const std::string &here = x_facts.head, &there = x_facts.checked_out;
    x_places.push_back(match(Place::Kind::checked_out,
                             walk_for_matches(x_facts, {here, "^" + there}, {}),
                             {there, "^" + here}));
  }

  /// What all the lost lines have in common with HEAD, as exclusions of a walk.
  std::vector<std::string> exclusions(std::vector<std::string> forks) const {
    std::sort(forks.begin(), forks.end());
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

  Place match(Place::Kind kind, const std::vector<LogEntry>& lost,
              const std::vector<std::string>& revisions,
              const std::vector<std::string>& options = {}) {
    Place place{.kind = kind};
    TwoHistories histories;
    for (const LogEntry& entry : lost)
      if (!matched_in_head(entry.oid))
        histories.lost.push_back(entry);
    histories.here = walk_for_matches(x_facts, revisions, options);
    std::vector<std::string> worth = worth_reading(histories, kMostPatches);
    for (const LogEntry& entry : histories.lost)
      if (worth.size() < 2 * kMostPatches && !x_patches.contains(entry.oid))
        worth.push_back(entry.oid);
    read_patches(worth);
    place.matches = match_commits(histories, x_patches);
    std::set<std::string> targets;
    for (const auto& [oid, found] : place.matches)
      targets.insert(found.to.begin(), found.to.end());
    for (LogEntry& entry : histories.here)
      if (targets.contains(entry.oid))
        place.entries[entry.oid] = std::move(entry);
    return place;
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
      const bool all =
          std::all_of(entry.parents.begin(), entry.parents.end(), [&](const std::string& parent) {
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
      if (all && (own == changed->end() || is_as_now(entry.oid, own->second)))
        matches.emplace(entry.oid, std::move(joined));
    }
  }

  bool is_as_now(const std::string& commit, const std::set<std::string>& files) const {
    return std::all_of(files.begin(), files.end(),
                       [&](const std::string& file) { return is_as_now(commit, file); });
  }
  bool is_as_now(const std::string& commit, const std::string& file) const {
    auto then = x_facts.entry_at(commit, file), there = x_facts.entry_at(x_facts.head, file);
    return then && there ? then->oid == there->oid : !then && !there;
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
    for (const auto& [oid, found] : x_places[0].matches) {
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
    for (const std::string& oid : x_wanted)
      if (!x_facts.here(oid))
        tips.push_back(oid);
    git::Divergence missing =
        git::read_divergence(git::start_divergence(x_git, tips, {x_facts.upstream_now.oid}));
    std::set<std::string> not_there(missing.oids.begin(), missing.oids.end());
    for (const std::string& oid : tips)
      if (!not_there.contains(oid))
        x_in_upstream.insert(oid);
  }

  void look_for_reverts() {
    std::vector<LogEntry> commits;
    for (const std::string& oid : x_wanted) {
      if (auto found = x_facts.details.find(oid);
          found != x_facts.details.end() && x_facts.here(oid))
        commits.push_back(found->second);
      if (const Match* match = match_in(Place::Kind::head, oid))
        for (const std::string& to : match->to)
          commits.push_back(x_places[0].entries.at(to));
    }
    // What others reverted before the last pause is so as well.
    std::vector<LogEntry> with_older;
    if (!x_facts.since_older.empty()) {
      with_older = x_facts.since_head;
      with_older.insert(with_older.end(), x_facts.since_older.begin(), x_facts.since_older.end());
    }
    const std::vector<LogEntry>& later = with_older.empty() ? x_facts.since_head : with_older;
    read_patches(worth_reading_for_reverts(commits, later, kMostPatches), false);
    x_reverted = find_reverts(commits, later, x_patches);
    if (!x_facts.since_upstream.empty())
      x_reverted.merge(find_reverts(commits, x_facts.since_upstream, x_patches));
  }

  const Match* match_in(Place::Kind kind, const std::string& oid) const {
    for (const Place& place : x_places)
      if (place.kind == kind)
        if (auto found = place.matches.find(oid); found != place.matches.end())
          return &found->second;
    return nullptr;
  }
  bool matched_in_head(const std::string& oid) const {
    return match_in(Place::Kind::head, oid) != nullptr;
  }
  bool all_matched() const {
    return std::all_of(x_wanted.begin(), x_wanted.end(), [&](const std::string& oid) {
      return x_facts.here(oid) || matched_in_head(oid);
    });
  }

  // --- telling ---------------------------------------------------------------------------------

  std::string subject_of(const std::string& oid) const {
    for (const Place& place : x_places)
      if (auto found = place.entries.find(oid); found != place.entries.end())
        return found->second.subject;
    auto found = x_facts.details.find(oid);
    if (found != x_facts.details.end())
      return found->second.subject;
    for (const auto* entries : {&x_facts.since_head, &x_facts.since_older, &x_facts.since_upstream})
      for (const LogEntry& entry : *entries)
        if (entry.oid == oid)
          return entry.subject;
    return {};
  }

  std::string for_people(const std::string& oid) const {
    return git::short_oid(oid) + in_parentheses(told_subject(subject_of(oid)));
  }

  std::string list_for_people(const std::vector<std::string>& oids) const {
    std::vector<std::string> texts;
    for (const std::string& oid : oids)
      texts.push_back(for_people(oid));
    return join(texts, " and ");
  }

  static void set(Finding& finding, FindingState state, Fate fate, std::string evidence,
                  std::string suggestion = {}) {
    finding.state = state;
    finding.fate = fate;
    finding.evidence = std::move(evidence);
    finding.suggestion = std::move(suggestion);
  }

  std::optional<Finding> tell_base() {
    if (x_facts.handoff->git.base.empty())
      return std::nullopt;
    Finding finding{.code = "base", .subject = git::short_oid(x_facts.handoff->git.base)};
    finding.oid = finding.subject;
    if (!x_facts.base.is_commit()) {
      tell_missing(finding, x_facts.base, true);
    } else if (x_facts.here(x_facts.base.oid) && !x_reverted.contains(x_facts.base.oid)) {
      set(finding, FindingState::confirmed, Fate::present,
          !x_facts.at_home                   ? "the work stands on it"
          : x_facts.base.oid == x_facts.head ? "HEAD is at it"
                                             : "HEAD descends from it");
    } else {
      tell_stored(finding, x_facts.base.oid);
      // A base that was reverted is still what the work stands on.
      if (finding.fate == Fate::rewritten)
        finding.suggestion = "the branch was rewritten under the work: look at what changed";
    }
    return finding;
  }

  Finding tell(const RecordedCommit& commit) {
    Finding finding{.code = "commit", .subject = commit.text};
    finding.oid = commit.text;
    if (!commit.where.empty())
      finding.subject += " (" + commit.where + ")";
    bool newer = is_newer_than_record(commit);
    if (newer)
      set(finding, FindingState::unverifiable, Fate::unknown,
          "a commit of this id was made after the record was written: it is not what was meant",
          "look for the right id");
    else if (!commit.target.empty())
      tell_mapped(finding, commit);
    else if (commit.object.is_commit())
      tell_stored(finding, commit.object.oid);
    else
      tell_missing(finding, commit.object, commit.from_field);
    return finding;
  }

  bool is_newer_than_record(const RecordedCommit& commit) const {
    auto found = x_facts.details.find(commit.object.oid);
    if (!commit.object.is_commit() || found == x_facts.details.end())
      return false;
    Seconds written = x_facts.subject->stored_at;
    if (x_facts.written && x_facts.written->has_zone && !x_facts.written->date_only)
      written = std::max(written, x_facts.written->time);
    return written > 0 && found->second.commit_time > written + kClockSkew;
  }

  void tell_mapped(Finding& finding, const RecordedCommit& commit) {
    const std::string& to = commit.target;
    if (!x_facts.here(to)) {
      tell_stored(finding, to);
      finding.evidence =
          "rewritten to " + git::short_oid(to) + " (post-rewrite), which is " + finding.evidence;
      return;
    }
    finding.to = to;
    if (auto reverted = x_reverted.find(to); reverted != x_reverted.end())
      tell_reverted(finding, reverted->second);
    else if (commit.target_merged) {
      const Match* match = match_in(Place::Kind::head, commit.object.oid);
      finding.same_change = match != nullptr && match->is_same_change();
      set(finding, FindingState::changed, Fate::squashed,
          "squashed into " + for_people(to) + " (seen by the post-rewrite hook)");
    } else
      set(finding, FindingState::changed, Fate::rewritten,
          "rewritten to " + for_people(to) + " (seen by the post-rewrite hook)");
  }

  void tell_reverted(Finding& finding, const std::string& by) {
    finding.to = by;
    const auto is_in = [&](const std::vector<LogEntry>& entries) {
      return std::any_of(entries.begin(), entries.end(),
                         [&](const LogEntry& entry) { return entry.oid == by; });
    };
    const bool is_since = is_in(x_facts.since_head);
    if (!is_since && is_in(x_facts.since_upstream))
      finding.where = where_it_is(x_facts, by);
    // What is elsewhere, or was so when somebody paused last, is worth a mark, and no drift.
    set(finding, is_since ? FindingState::changed : FindingState::info, Fate::reverted,
        "reverted by " + for_people(by) + (finding.where.empty() ? "" : ", on " + finding.where),
        finding.where.empty() ? "its work is no longer in the tree: read why before building on it"
                              : "git show " + git::short_oid(by));
  }

  void tell_stored(Finding& finding, const std::string& oid) {
    if (x_facts.here(oid)) {
      const Match* match = match_in(Place::Kind::checked_out, oid);
      if (auto reverted = x_reverted.find(oid); reverted != x_reverted.end()) {
        tell_reverted(finding, reverted->second);
      } else if (match != nullptr && match->fate == Fate::squashed) {
        finding.to = match->to.back();
        set(finding, FindingState::changed, Fate::squashed,
            "squashed into " + list_for_people(match->to) + ", which is checked out",
            "git show " + git::short_oid(finding.to));
      } else
        set(finding, FindingState::confirmed, Fate::present, "in history: " + for_people(oid));
      return;
    }
    if (const Match* match = match_in(Place::Kind::head, oid)) {
      if (match->to.empty()) {
        set(finding, FindingState::changed, match->fate, "a merge of what is on HEAD");
        return;
      }
      finding.to = match->to.back();
      finding.same_change = match->is_same_change();
      finding.in_part = match->is_in_part();
      if (auto reverted = x_reverted.find(finding.to); reverted != x_reverted.end()) {
        tell_reverted(finding, reverted->second);
        return;
      }
      const char* verb = match->fate == Fate::squashed ? "squashed into "
                         : match->to.size() > 1        ? "split into "
                                                       : "rewritten to ";
      set(finding, FindingState::changed, match->fate,
          verb + list_for_people(match->to) +
              (match->means == Match::kWithMore ? ", with other changes" : ", by " + match->means),
          "take " + git::short_oid(finding.to) + " for it");
      return;
    }
    if (was_dropped(oid)) {
      tell_dropped(finding, oid);
      return;
    }
    if (x_in_upstream.contains(oid)) {
      set(finding, FindingState::changed, Fate::in_upstream,
          "in " + ref_name(x_facts.upstream_ref) + ", not on HEAD",
          "merge or rebase onto the upstream");
      return;
    }
    if (const Match* match = match_in(Place::Kind::upstream, oid)) {
      finding.to = match->to.back();
      set(finding, FindingState::changed, Fate::in_upstream,
          "in " + ref_name(x_facts.upstream_ref) + " as " + list_for_people(match->to) + ", by " +
              match->means + ", not on HEAD",
          "merge or rebase onto the upstream");
      return;
    }
    tell_unreachable(finding, oid);
  }

  // --- the line below the work -------------------------------------------------------------------

  /// Is the branch there in another form? Then what it no longer has was left out of that.
  bool is_rewritten() const {
    return (!x_facts.wip_now.empty() && x_facts.wip_now != x_facts.wip.oid) ||
           std::any_of(x_line.begin(), x_line.end(), [&](const LogEntry& entry) {
             return matched_in_head(entry.oid) && !is_set_back(entry);
           });
  }

  /// Was it paused in a rebase that has ended since?
  bool is_rebase_over() const {
    return x_facts.handoff->git.operation == "rebase" && !x_facts.repository->operation();
  }

  /// Is what HEAD has of it older? Then it is not what became of it, but what it was made of: a
  /// rebase was aborted, or undone. Of one second are what a rebase made and what it was made of.
  bool is_set_back(const LogEntry& entry) const {
    const Match* match = match_in(Place::Kind::head, entry.oid);
    const int64_t before = entry.commit_time + (is_rebase_over() ? 1 : 0);
    return match != nullptr &&
           std::all_of(match->to.begin(), match->to.end(), [&](const std::string& oid) {
             return x_places[0].entries.at(oid).commit_time < before;
           });
  }

  /// What one committed oneself before the pause, on a branch that is as it was before a rebase, is
  /// no news.
  void forget_older_form() {
    if (!x_facts.written || (!is_rebase_over() &&
                             std::none_of(x_line.begin(), x_line.end(), [&](const LogEntry& entry) {
                               return is_set_back(entry);
                             })))
      return;
    std::erase_if(x_facts.since_head, [&](const LogEntry& entry) {
      return entry.commit_time <= x_facts.written->time && is_user(x_facts.user, entry.committer);
    });
  }

  bool was_dropped(const std::string& oid) const {
    return !matched_in_head(oid) && is_rewritten() &&
           std::any_of(x_line.begin(), x_line.end(),
                       [&](const LogEntry& entry) { return entry.oid == oid; });
  }

  bool is_branch_gone() const {
    const std::string& branch = x_facts.branch;
    return !branch.empty() && x_facts.branch_tip.oid.empty() &&
           x_facts.repository->head().branch != branch;
  }

  /// Where it is instead, itself or as a copy: branches of another name than the record's.
  std::string other_branches_with(const std::string& oid) const {
    std::vector<std::string> refs = git::refs_that_contain(x_git, oid, kMostRefs);
    if (const Match* match = match_in(Place::Kind::elsewhere, oid))
      for (std::string& ref : git::refs_that_contain(x_git, match->to.back(), kMostRefs))
        refs.push_back(std::move(ref));
    std::vector<std::string> names;
    for (const std::string& ref : refs)
      for (std::string_view folder : {"refs/heads/", "refs/remotes/"})
        if (ref.starts_with(folder) && !ref.ends_with("/" + x_facts.branch))
          names.push_back(branch_name(ref.substr(folder.size())));
    return join(names, ", ");
  }

  void tell_dropped(Finding& finding, const std::string& oid) const {
    bool copy = x_in_upstream.contains(oid) || match_in(Place::Kind::upstream, oid) != nullptr;
    const std::string subject = told_subject(subject_of(oid));
    auto known = x_facts.details.find(oid);
    const std::string files =
        known == x_facts.details.end() ? "" : join(path_names(known->second.files), ", ");
    finding.where = other_branches_with(oid);
    finding.lost = finding.where.empty();
    set(finding, FindingState::changed, Fate::unreachable,
        (is_branch_gone()
             ? branch_in_quotes(x_facts.branch) + ", which had it, is not here any more"
             : "dropped when the branch was rewritten") +
            (finding.where.empty() ? "" : "; on " + finding.where) +
            (copy ? "; " + ref_name(x_facts.upstream_ref) + " has it still" : std::string()) +
            (subject.empty() ? "" : ": '" + subject + "'") + in_parentheses(files),
        "git show " + git::short_oid(oid));
  }

  /// What the work stood on, also where the record names none of it.
  void tell_line(Findings& findings) {
    const bool rewritten = is_rewritten();
    bool whole = rewritten && !x_facts.shallow && x_facts.lost.oids.size() <= kMostLost;
    for (const LogEntry& entry : x_line) {
      const Match* match = match_in(Place::Kind::head, entry.oid);
      whole = whole && match != nullptr && match->is_same_change();
      x_facts.details.emplace(entry.oid, entry);
      if (match != nullptr) {
        if (std::vector<std::string> files = files_left_out(entry, *match); !files.empty()) {
          add_below(findings, entry, "came back without " + join(path_names(files), ", "));
          x_facts.left_out.push_back(
              {.oid = entry.oid, .subject = entry.subject, .files = files, .in_part = true});
        }
      } else if (rewritten && !x_wanted.contains(entry.oid)) {
        add_below(findings, entry, {});
        tell_dropped(findings.back(), entry.oid);
      }
    }
    x_facts.line_is_whole = whole;
  }

  static void add_below(Findings& findings, const LogEntry& entry, std::string evidence) {
    const std::string digits = git::short_oid(entry.oid);
    findings.push_back({.code = "commit", .subject = digits + " (below the work)", .oid = digits});
    set(findings.back(), FindingState::changed, Fate::none, std::move(evidence),
        "git show " + digits);
  }

  std::vector<std::string> files_left_out(const LogEntry& entry, const Match& match) const {
    std::vector<LogEntry> now;
    for (const std::string& oid : match.to)
      now.push_back(x_places[0].entries.at(oid));
    std::vector<std::string> files;
    if (match.fate == Fate::rewritten)
      files = not_in_new_form(entry, now);
    std::erase_if(files, [&](const std::string& file) { return is_as_now(entry.oid, file); });
    return files;
  }

  /// The branches and tags, as they stand in a sentence.
  std::vector<std::string> holders_of(const std::string& oid) const {
    std::vector<std::string> refs = git::refs_that_contain(x_git, oid, kMostRefs);
    for (std::string& ref : refs)
      for (std::string_view folder : {"refs/heads/", "refs/remotes/", "refs/tags/"})
        if (ref.starts_with(folder))
          ref.erase(0, folder.size());
    std::transform(refs.begin(), refs.end(), refs.begin(), branch_name);
    return refs;
  }

  /// A live record's own ref holds its work, and what that stands on.
  bool is_kept_by_record(const std::string& oid) const {
    const CheckSubject& subject = *x_facts.subject;
    return !subject.retired && !subject.at_remote && !subject.oid.empty() &&
           x_facts.wip.is_commit() && git::is_ancestor(x_git, oid, x_facts.wip.oid);
  }

  void tell_unreachable(Finding& finding, const std::string& oid) {
    if (x_facts.shallow) {
      set(finding, FindingState::unverifiable, Fate::unknown,
          "stored, but the history here is shallow and ends before it could tell",
          "git fetch --unshallow");
      return;
    }
    std::vector<std::string> refs = holders_of(oid);
    std::string where = refs.empty() ? "stored, but no branch or tag reaches it"
                                     : "not on HEAD; on " + join(refs, ", ");
    if (const Match* match = match_in(Place::Kind::elsewhere, oid)) {
      finding.to = match->to.back();
      std::vector<std::string> copies = holders_of(finding.to);
      where += "; as " + list_for_people(match->to) + " on " + join(copies, ", ") + ", by " +
               match->means;
    }
    finding.where = other_branches_with(oid);
    const bool kept = refs.empty() && is_kept_by_record(oid);
    if (kept)
      where += "; the handoff keeps it";
    finding.lost = refs.empty() && !kept;
    set(finding, FindingState::changed, Fate::unreachable, where,
        finding.lost ? "keep it while it is there: git branch keep-" + git::short_oid(oid) + " " +
                           git::short_oid(oid)
                     : "");
  }

  void tell_missing(Finding& finding, const git::NamedObject& object, bool from_field) {
    using Answer = git::NamedObject::Answer;
    finding.lost = true;
    if (object.answer == Answer::ambiguous)
      set(finding, FindingState::unverifiable, Fate::unknown, "several objects begin like this",
          "write more digits");
    else if (object.answer == Answer::found)
      set(finding, from_field ? FindingState::changed : FindingState::unverifiable, Fate::gone,
          "is a " + object.type + ", not a commit", "look for the right id");
    else if (x_facts.shallow || x_facts.partial || object.answer == Answer::unknown)
      set(finding, FindingState::unverifiable, Fate::unknown,
          std::string("not here, and this clone is ") + (x_facts.shallow ? "shallow" : "partial"),
          x_facts.shallow ? "git fetch --unshallow" : "git fetch");
    else
      set(finding, from_field ? FindingState::changed : FindingState::unverifiable, Fate::gone,
          "no such commit in this repository: lost, mistyped, or from another one",
          "do not count on it; 'git fetch' may bring it");
  }

  Facts& x_facts;
  const git::Git& x_git;
  std::set<std::string> x_wanted;
  std::vector<Place> x_places;
  std::vector<LogEntry> x_line;  ///< what the work stood on and HEAD does not have, newest first
  std::map<std::string, git::Patch> x_patches;
  std::set<std::string> x_in_upstream;
  std::map<std::string, std::string> x_reverted;
};

}  // namespace

Findings check_commits(Facts& facts) { return FateFinder(facts).run(); }

}  // namespace handoff::ops
