#include "ops/exchange/traces_in_git.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "model/operation_words.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/observe/task_commits.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostOwnCommits = 200;
constexpr size_t kMostReflog = 50, kMostOfReflogEntry = 4096;

/// "execute" and "token tests" of `wip: [execute] paused at token tests`.
struct WipSubject {
  std::string workflow = {};
  std::string place = {};
};

std::optional<WipSubject> read_wip_subject(const std::string& subject) {
  if (!to_lower(subject).starts_with("wip"))
    return std::nullopt;
  std::string rest = subject.substr(3);
  if (!rest.empty() && rest[0] != ':' && rest[0] != ' ' && rest[0] != '(')
    return std::nullopt;
  WipSubject wip;
  size_t colon = rest.find(':');
  rest = trim(colon == std::string::npos ? rest : rest.substr(colon + 1));
  if (size_t end = rest.find(']'); rest.starts_with('[') && end != std::string::npos) {
    wip.workflow = name_of_task(rest.substr(1, end - 1));
    rest = trim(rest.substr(end + 1));
  }
  constexpr std::string_view kPausedAt = "paused at ";
  rest = name_of_task(rest);
  wip.place = to_lower(rest).starts_with(kPausedAt) ? rest.substr(kPausedAt.size()) : rest;
  return wip;
}

/// The branch's own commits, newest first: back to the upstream or the default branch, else a few.
struct OwnCommits {
  bool fork = false;  ///< it is known where they begin
  std::vector<git::LogEntry> entries = {};
};

OwnCommits own_commits(const git::Repository& repository, const git::Head& head) {
  git::LogRequest request{.revisions = {head.oid},
                          .options = {"--first-parent"},
                          .files = true,
                          .limit = kMostOwnCommits};
  std::vector<std::string> names = {"@{upstream}"};
  for (const char* name : git::kDefaultNames)
    if (head.branch != name)
      names.insert(names.end(),
                   {std::string("refs/remotes/origin/") + name, std::string("refs/heads/") + name});
  for (const git::NamedObject& object : git::look_up(repository.git(), names))
    if (object.is_commit() && object.oid != head.oid)
      request.revisions.push_back("^" + object.oid);
  return {request.revisions.size() > 1, git::LogQuestion(repository.git(), request).answer()};
}

void from_commits(const git::Repository& repository, const git::Head& head, FoundRecord& found) {
  Json done = Json::array();
  bool newest = true;
  const OwnCommits own = own_commits(repository, head);
  for (const git::LogEntry& entry : own.entries) {
    std::string source = "commit " + git::short_oid(entry.oid);
    const std::optional<WipSubject> wip = read_wip_subject(entry.subject);
    if (!wip) {
      if (own.fork)
        done.insert(
            done.begin(),
            Json{{"name", name_of_task(entry.subject)}, {"status", "done"}, {"commit", entry.oid}});
      newest = false;
      continue;
    }
    found.set("workflow", wip->workflow, source, kMedium);
    // A pause without a task and a next step says when it was: that is no step.
    if (!wip->place.empty() && !parse_time(wip->place))
      found.propose(newest ? 5 : 2, "Go on at ", wip->place, "", source, newest ? kMedium : kLow);
    if (newest)
      for (const std::string& file : entry.files)
        found.add("files_modified", to_valid_utf8(file), source, kHigh);
  }
  name_commits_of_tasks(found.record(), own.entries);
  found.set("completed_tasks", std::move(done), "the branch's own commits", kMedium);
}

/// What was done last, in git's own words: a trace of where the mind was.
void from_reflog(const git::Repository& repository, const git::Head& head, FoundRecord& found) {
  Outcome outcome =
      git::start_bounded(
          repository.git(),
          git::offline({.args = {"log", "-g", "-z", "--encoding=UTF-8", "--format=%ct %gs",
                                 "--max-count=" + std::to_string(kMostReflog),
                                 head.detached() ? "HEAD" : "refs/heads/" + head.branch, "--"},
                        .most_of_part = kMostOfReflogEntry}))
          .wait();
  if (!outcome.ok())
    return;
  std::vector<std::string> entries = split(outcome.out, '\0');
  std::erase(entries, std::string());
  if (entries.empty())
    return;
  size_t space = entries[0].find(' ');
  Seconds moved = std::strtoll(entries[0].c_str(), nullptr, 10);
  std::string what = to_valid_utf8(entries[0].substr(std::min(space + 1, entries[0].size())));
  found.set("reflog", Json{{"last", what}, {"time", to_rfc3339(moved)}}, "reflog", kHigh);
}

void from_status(const git::Repository& repository, FoundRecord& found) {
  git::Status status = git::read_status(repository.git());
  // A handoff speaks of the work, and is none of it.
  const std::vector<std::string> handoffs = handoff_files_in_tree(repository.layout().root);
  std::erase_if(status.entries, [&](const git::StatusEntry& entry) {
    return entry.kind == git::StatusEntry::Kind::untracked && in_list(handoffs, entry.path);
  });
  Json paths = Json::array();
  std::vector<std::string> shown;
  for (const git::StatusEntry& entry : status.entries) {
    std::string path = is_utf8(entry.path) ? entry.path : c_quote(entry.path);
    paths.push_back(path);
    if (shown.size() < 3)
      shown.push_back(path_name(path));
  }
  if (!shown.empty())
    found.propose(1, "Look at the uncommitted changes in ", "",
                  join(shown, ", ") + (status.entries.size() > 3 ? " and others" : ""),
                  "git status", kLow);
  found.set_known("uncommitted_files", std::move(paths), "git status", kHigh);
  if (std::optional<std::string> operation = repository.operation())
    found.hint(model::an_operation(*operation) + " is under way: finish or abort it first");
}

}  // namespace

void find_traces_in_git(const git::Repository& repository, FoundRecord& found) {
  if (const git::Head head = repository.head(); !head.unborn()) {
    from_commits(repository, head, found);
    from_reflog(repository, head, found);
  }
  from_status(repository, found);
}

}  // namespace handoff::ops
