#include "ops/observe/task_commits.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

using lists::folded;

constexpr size_t kMostCommitsOfTasks = 200;

/// The completed tasks that name no commit.
std::vector<Json*> tasks_without_commit(Json& record) {
  std::vector<Json*> tasks;
  auto list = record.find("completed_tasks");
  if (list == record.end() || !list->is_array())
    return tasks;
  for (Json& task : *list)
    if (task.is_object() && formats::text_of(formats::field(task, "commit")).empty() &&
        formats::text_of(formats::field(task, "kind")) != "phase" &&
        formats::task_state_of(formats::text_of(formats::field(task, "status"))) ==
            model::TaskState::done)
      tasks.push_back(&task);
  return tasks;
}

std::string task_name(const Json& task) {
  return folded(formats::text_of(formats::field(task, "name")));
}

/// From where to where HEAD was while a task was in work.
struct InWork {
  std::string from = {}, to = {};
};

/// By the folded name of the task.
std::map<std::string, InWork> in_work(const std::vector<model::Note>& notes) {
  std::map<std::string, InWork> spans;
  std::map<std::string, std::string> begun;
  for (const model::Note& note : notes) {
    const std::string name = folded(note.text);
    if (note.kind == model::NoteKind::start || note.kind == model::NoteKind::task)
      begun[name] = note.head;
    if (note.kind != model::NoteKind::done || note.closes != model::NoteKind::task)
      continue;
    if (auto start = begun.find(name); start != begun.end())
      spans[name] = {start->second, note.head};
    // What is still open was not what this commit did.
    for (auto& [other, head] : begun)
      head = note.head;
  }
  return spans;
}

/// The one commit between the two; nullptr where there are none or several, or it is a merge.
const git::LogEntry* only_commit(const std::vector<git::LogEntry>& commits, const InWork& span) {
  for (const git::LogEntry& commit : commits)
    if (commit.oid == span.to)
      return commit.parents.size() == 1 && commit.parents[0] == span.from ? &commit : nullptr;
  return nullptr;
}

}  // namespace

std::string without_type(const std::string& subject) {
  const size_t colon = subject.find(": ");
  const bool type = colon != std::string::npos && colon < 40 && subject.find(' ') == colon + 1;
  return type ? subject.substr(colon + 2) : subject;
}

void name_commits_of_tasks(Json& record, const std::vector<git::LogEntry>& commits) {
  std::map<std::string, std::string> by_subject;
  for (const git::LogEntry& commit : commits)
    for (const std::string& text : {commit.subject, without_type(commit.subject)}) {
      auto [there, fresh] = by_subject.emplace(folded(text), commit.oid);
      if (!fresh && there->second != commit.oid)
        there->second.clear();
    }
  for (Json* task : tasks_without_commit(record))
    if (auto found = by_subject.find(task_name(*task));
        found != by_subject.end() && !found->second.empty())
      (*task)["commit"] = found->second;
}

std::string name_of_task(const std::string& subject) {
  constexpr size_t kLongest = 1000;
  std::string name = to_valid_utf8(subject);
  return name.size() > kLongest ? formats::beginning(name, kLongest) + "..." : name;
}

void name_commits_of_tasks(const git::Repository& repository, Json& record,
                           const std::vector<model::Note>& notes, const std::string& head) {
  auto first =
      std::ranges::find_if(notes, [](const model::Note& note) { return !note.head.empty(); });
  if (head.empty() || first == notes.end() || first->head == head ||
      tasks_without_commit(record).empty())
    return;
  std::vector<git::LogEntry> commits;
  try {
    commits = git::LogQuestion(repository.git(), {.revisions = {head, "^" + first->head},
                                                  .options = {"--first-parent"},
                                                  .limit = kMostCommitsOfTasks})
                  .answer();
  } catch (const Failure&) {
    return;  // a history that ends early, or was rewritten and pruned
  }
  name_commits_of_tasks(record, commits);
  const std::map<std::string, InWork> spans = in_work(notes);
  const std::vector<std::string> user = addresses_of_user(repository);
  for (Json* task : tasks_without_commit(record))
    if (auto span = spans.find(task_name(*task)); span != spans.end())
      if (const git::LogEntry* commit = only_commit(commits, span->second);
          commit != nullptr && is_user(user, commit->committer))
        (*task)["commit"] = commit->oid;
}

}  // namespace handoff::ops
