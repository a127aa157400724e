#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/likeness.hpp"
#include "ops/check/match.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kReverts = "This reverts commit ";

/// What a finished task says of its commits: their ids, and subjects that are theirs.
struct DoneCommits {
  std::vector<std::string> ids = {};
  std::set<std::string> subjects = {};
};

DoneCommits commits_of(const Facts& facts, const model::Task& task) {
  DoneCommits of{.ids = task.commits};
  if (contains(trim(task.name), " "))  // a word alone may be many a subject
    of.subjects.insert(to_lower(trim(task.name)));
  for (const std::string& id : task.commits)
    for (const RecordedCommit& commit : facts.commits)
      if (names_commit({id}, commit.object.oid)) {
        of.ids.push_back(commit.object.oid);
        of.ids.push_back(commit.target);
        if (const auto known = facts.details.find(commit.object.oid); known != facts.details.end())
          of.subjects.insert(to_lower(known->second.subject));
      }
  std::erase(of.ids, std::string());
  return of;
}

/// The finding that says that one of these commits was reverted: its change is the opposite of what
/// came since, whatever that says of itself.
const Finding* reverted(const Findings& commits, const DoneCommits& of) {
  const auto found = std::ranges::find_if(commits, [&](const Finding& finding) {
    return finding.code == "commit" && finding.fate == model::Fate::reverted &&
           std::ranges::any_of(
               of.ids, [&](const std::string& id) { return names_commit({finding.oid}, id); });
  });
  return found == commits.end() ? nullptr : &*found;
}

bool takes_something_back(const git::LogEntry& entry) {
  return !subject_taken_back(entry.subject).empty() || contains(entry.body, kReverts);
}

bool takes_back(const git::LogEntry& entry, const DoneCommits& of) {
  const std::vector<std::string> named = ids_behind(entry.body, kReverts);
  return of.subjects.contains(to_lower(subject_taken_back(entry.subject))) ||
         std::ranges::any_of(of.ids, [&](const std::string& id) {
           return std::ranges::any_of(named,
                                      [&](const std::string& oid) { return oid.starts_with(id); });
         });
}

model::TakenBack told(const Facts& facts, const std::string& task, const git::LogEntry& entry,
                      bool here) {
  return {.task = task,
          .oid = entry.oid,
          .author = name_of(told_author(entry.author)),
          .where = here ? "" : where_it_is(facts, entry.oid)};
}

Finding finding_of(const model::TakenBack& one) {
  return {.code = "taken-back",
          .subject = one.task,
          .state = one.where.empty() ? FindingState::changed : FindingState::info,
          .to = one.oid,
          .where = one.where,
          .evidence = "told as done, reverted by " + one.author + " in " + git::short_oid(one.oid) +
                      (one.where.empty() ? "" : " on " + one.where),
          .suggestion = "git show " + git::short_oid(one.oid),
          .relevance = 2};
}

}  // namespace

bool is_told_as_done(const model::Task& task, bool completed) {
  return task.state == model::TaskState::done ||
         (completed &&
          (task.state == model::TaskState::not_started || task.state == model::TaskState::other));
}

Findings check_taken_back(const Facts& facts, const Findings& commits, model::CheckReport& report) {
  std::vector<const git::LogEntry*> reverts;
  const auto take_from = [&](const std::vector<git::LogEntry>& since, const auto& wanted) {
    for (const git::LogEntry& entry : since)
      if (wanted(entry))
        reverts.push_back(&entry);
  };
  take_from(facts.since_head, [&](const git::LogEntry& entry) {
    return takes_something_back(entry) || std::ranges::any_of(commits, [&](const Finding& finding) {
             return finding.fate == model::Fate::reverted && finding.to == entry.oid;
           });
  });
  const size_t here = reverts.size();
  take_from(facts.since_upstream, takes_something_back);
  if (reverts.empty())
    return {};
  std::vector<git::LogEntry> since = facts.since_head;
  since.insert(since.end(), facts.since_upstream.begin(), facts.since_upstream.end());
  const std::set<std::string> back = taken_back_in(since);
  Findings findings;
  const model::Handoff& h = *facts.handoff;
  for (const auto* tasks : {&h.completed_tasks, &h.remaining_tasks})
    for (const model::Task& task : *tasks) {
      if (!is_told_as_done(task, tasks == &h.completed_tasks))
        continue;
      const DoneCommits of = commits_of(facts, task);
      const Finding* known = reverted(commits, of);
      const auto by = std::ranges::find_if(reverts, [&](const auto* entry) {
        return known != nullptr ? entry->oid == known->to
                                : !back.contains(entry->oid) && takes_back(*entry, of);
      });
      if (by == reverts.end())
        continue;
      const bool is_here = static_cast<size_t>(by - reverts.begin()) < here;
      report.taken_back.push_back(told(facts, task.name, **by, is_here));
      if (known == nullptr)
        findings.push_back(finding_of(report.taken_back.back()));
    }
  return findings;
}

}  // namespace handoff::ops
