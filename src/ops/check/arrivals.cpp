#include "ops/check/arrivals.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/check/match.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr std::array<const char*, 3> kBranchPlaces = {"refs/heads/", "refs/remotes/origin/",
                                                      "refs/remotes/"};

}  // namespace

std::vector<std::string> tips_of(const Facts& facts, const std::string& branch) {
  std::vector<std::string> tips;
  for (const char* where : kBranchPlaces)
    if (std::optional<std::string> oid =
            git::peek_ref(facts.repository->layout().common_dir, where + branch);
        oid && !oid->empty())
      tips.push_back(*oid);
  return tips;
}

std::string who_merged_by(const git::LogEntry& commit) {
  constexpr std::string_view kHost = " <noreply@";
  return contains(commit.committer, kHost) ? std::string() : name_of(told_author(commit.committer));
}

bool names_branch(const std::string& text, const std::string& name) {
  const auto goes_on = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '/';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    // "ben/fix/x" of a pull request is fix/x as well.
    const bool starts = at == 0 || text[at - 1] == '/' || !goes_on(text[at - 1]);
    if (starts && (end == text.size() || !goes_on(text[end])))
      return true;
  }
  return false;
}

bool is_here_already(const Facts& facts, const std::vector<std::string>& tips) {
  // A branch here may be older than that at origin.
  return !tips.empty() && std::ranges::all_of(tips, [&](const std::string& tip) {
    return git::is_ancestor(facts.repository->git(), tip, facts.head);
  });
}

bool is_taken_back(const Facts& facts, const std::vector<git::LogEntry>& older,
                   const std::string& commit) {
  std::vector<git::LogEntry> since = facts.since_head;
  since.insert(since.end(), facts.since_upstream.begin(), facts.since_upstream.end());
  since.insert(since.end(), older.begin(), older.end());
  return taken_back_in(since).contains(commit);
}

namespace {

/// Is it on the line of HEAD or of the branch that work goes into, and came by no merge?
bool is_on_main_line(const Facts& facts, const std::vector<git::LogEntry>& older,
                     const std::string& oid) {
  std::map<std::string, std::string> below;
  for (const auto* entries : {&facts.since_head, &facts.since_upstream, &older})
    for (const git::LogEntry& entry : *entries)
      below[entry.oid] = entry.parents.empty() ? std::string() : entry.parents[0];
  std::vector<std::string> starts = {facts.head};
  for (const git::Ref& trunk : facts.trunk_tips)
    starts.push_back(trunk.oid);
  for (std::string at : starts)
    for (auto next = below.find(at); next != below.end(); next = below.find(at)) {
      if (at == oid)
        return true;
      at = next->second;
    }
  return false;
}

/// Did the branch have the commit, by its reflog, when the branches that it goes into had it not?
bool was_its_own(const Facts& facts, const std::string& branch, const std::string& oid) {
  constexpr size_t kMostOfReflog = 64 * 1024;
  const std::string& common_dir = facts.repository->layout().common_dir;
  std::vector<std::string> targets = {"refs/heads/" + facts.branch};
  for (const git::Ref& trunk : facts.trunk_tips)
    targets.push_back(trunk.name);
  const auto had_it = [&](const std::string& target, int64_t time) {
    std::string then = git::ref_at(common_dir, target, time + 1).value_or("");
    // Without a log that is not known; a branch that was begun later had nothing.
    if (then.empty() && git::reflog_entries(common_dir, target, kMostOfReflog).empty())
      then = git::peek_ref(common_dir, target).value_or("");
    return !then.empty() && git::is_ancestor(facts.repository->git(), oid, then);
  };
  for (const char* where : kBranchPlaces) {
    const std::vector<git::ReflogEntry> log =
        git::reflog_entries(common_dir, where + branch, kMostOfReflog);
    const auto entry = std::ranges::find(log, oid, &git::ReflogEntry::oid);
    const bool came_with_clone =
        log.empty() && git::peek_ref(common_dir, where + branch).value_or("") == oid;
    if (entry == log.end() && !came_with_clone)
      continue;
    const int64_t time = came_with_clone ? 0 : entry->time;
    if (std::ranges::none_of(targets,
                             [&](const std::string& target) { return had_it(target, time); }))
      return true;
  }
  return false;
}

/// The commit of these by which a branch came into HEAD, or in which its name was merged. A branch
/// that was only begun at a commit of these brought none.
const git::LogEntry* came_by(const Facts& facts, const std::vector<git::LogEntry>& since,
                             const std::vector<std::string>& tips, const std::string& branch) {
  const auto is_tip = [&](const std::string& oid) { return in_list(tips, oid); };
  const auto is_its_own = [&](const std::string& oid) {
    return !is_on_main_line(facts, since, oid) || was_its_own(facts, branch, oid);
  };
  const git::LogEntry* tip = nullptr;
  for (const git::LogEntry& commit : since) {
    const bool merge = commit.parents.size() > 1;
    const bool named =
        merge && commit.subject.starts_with("Merge ") && names_branch(commit.subject, branch);
    if (merge && ((tips.empty() && named) ||
                  std::any_of(commit.parents.begin() + 1, commit.parents.end(),
                              [&](const std::string& parent) {
                                return is_tip(parent) && (named || is_its_own(parent));
                              })))
      return &commit;
    if (tip == nullptr && is_tip(commit.oid) && is_its_own(commit.oid))
      tip = &commit;
  }
  return tip;
}

/// The commits that only these tips have, newest first; none where they are too many.
std::vector<git::LogEntry> only_at(const Facts& facts, const std::vector<std::string>& tips) {
  constexpr size_t kMostOfBranch = 200;
  git::LogRequest request{
      .revisions = tips, .files = true, .bodies = true, .limit = kMostOfBranch + 1};
  for (const std::string& oid : {facts.head, facts.upstream_now.oid})
    if (!oid.empty())
      request.revisions.push_back("^" + oid);
  for (const git::Ref& trunk : facts.trunk_tips)
    request.revisions.push_back("^" + trunk.oid);
  try {
    git::LogQuestion question(facts.repository->git(), std::move(request));
    std::vector<git::LogEntry> entries = question.answer();
    if (!question.is_cut() && entries.size() <= kMostOfBranch)
      return entries;
  } catch (const Failure&) {
    // What the ref stands for is damaged, or no commit.
  }
  return {};
}

}  // namespace

/// A squash has the sum of them, a rebase each of them; what `since` has of them, by the rule for
/// rewritten commits.
Arrival Arrivals::as_other_commits(const std::vector<std::string>& tips,
                                   const std::vector<git::LogEntry>& older) const {
  constexpr size_t kMostRead = 300;
  const std::vector<git::LogEntry>* walks[] = {&x_facts.since_head, &older,
                                               &x_facts.since_upstream};
  if (tips.empty() || !x_facts.unlisted.empty() ||
      std::ranges::all_of(walks, [](const auto* walk) { return walk->empty(); }))
    return {};
  TwoHistories histories{.lost = only_at(x_facts, tips)};
  if (histories.lost.empty())
    return {};
  for (const auto* walk : walks)
    histories.here.insert(histories.here.end(), walk->begin(), walk->end());
  std::ranges::reverse(histories.lost);
  std::ranges::reverse(histories.here);
  const Matches matches = match_commits(histories, x_facts.repository->git(), kMostRead);
  std::set<std::string> brought;
  for (const git::LogEntry& entry : histories.lost) {
    if (entry.parents.size() > 1 || entry.files.empty())
      continue;
    const auto its = matches.find(entry.oid);
    if (its == matches.end() || !its->second.is_whole())
      return {};
    brought.insert(its->second.to.begin(), its->second.to.end());
  }
  if (std::ranges::any_of(
          brought, [&](const std::string& oid) { return is_taken_back(x_facts, older, oid); }))
    return {};
  Arrival last;
  for (const auto* walk : {&x_facts.since_upstream, &x_facts.since_head, &older})
    for (const git::LogEntry& entry : *walk)
      if (last.commit == nullptr && brought.contains(entry.oid))
        last = {.commit = &entry,
                .is_here = walk != &x_facts.since_upstream,
                .by = who_merged_by(entry)};
  return last;
}

namespace {

/// Who moved a branch on to commits that stood on it is not known.
Arrival by_commit(const git::LogEntry& commit, bool is_here) {
  const bool merge = commit.parents.size() > 1;
  return {.commit = &commit, .is_here = is_here, .by = merge ? who_merged_by(commit) : ""};
}

}  // namespace

Arrival Arrivals::look_for(const std::string& branch,
                           const std::vector<git::LogEntry>& older) const {
  const std::vector<std::string> tips = tips_of(x_facts, branch);
  for (const auto* walk : {&x_facts.since_head, &older})
    if (const git::LogEntry* commit = came_by(x_facts, *walk, tips, branch))
      return by_commit(*commit, true);
  if (is_here_already(x_facts, tips))
    return {};
  if (const git::LogEntry* commit = came_by(x_facts, x_facts.since_upstream, tips, branch))
    return by_commit(*commit, false);
  return as_other_commits(tips, older);
}

const Arrival& Arrivals::of(const std::string& branch, const std::vector<git::LogEntry>& older) {
  const auto [its, is_new] = x_known.try_emplace({branch, &older});
  if (is_new)
    its->second = look_for(branch, older);
  return its->second;
}

}  // namespace handoff::ops
