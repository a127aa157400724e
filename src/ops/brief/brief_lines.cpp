#include "ops/brief/brief_lines.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

using formats::field;
using formats::items_of;
using formats::text_of;
using formats::texts_of;

std::vector<const model::Task*> tasks_to_do(const model::Handoff& handoff) {
  using model::TaskState;
  std::vector<const model::Task*> tasks;
  auto add = [&](auto wanted) {
    for (const auto* list : {&handoff.remaining_tasks, &handoff.completed_tasks})
      for (const model::Task& task : *list)
        if (wanted(list == &handoff.completed_tasks, task.state))
          tasks.push_back(&task);
  };
  add([](bool, TaskState s) { return s == TaskState::in_progress; });
  add([](bool, TaskState s) { return s == TaskState::blocked; });
  add([](bool completed, TaskState s) {
    return !completed && (s == TaskState::not_started || s == TaskState::other);
  });
  return tasks;
}

std::string task_line(const model::Task& task) {
  std::string line = (task.id.empty() ? "" : task.id + ": ") + task.name;
  if (task.state == model::TaskState::in_progress)
    line += " (in progress" + (task.progress.empty() ? "" : ", " + task.progress) + ")";
  else if (task.state == model::TaskState::blocked)
    line += " (blocked)";
  else if (task.state == model::TaskState::other && !task.status_text.empty())
    line += " (" + task.status_text + ")";
  return line;
}

std::vector<std::string> states_of_tests(const Json& value) {
  if (!value.is_object())
    return {text_of(value)};
  std::vector<std::string> failing, commands, other;
  for (const auto& [key, part] : value.items()) {
    std::string text =
        part.is_array() ? join(vector_of(items_of(part), text_of), ", ") : text_of(part);
    bool fails = to_lower(key).starts_with("fail") || to_lower(key) == "red";
    const bool runs = contains(to_lower(key), "command") || to_lower(key) == "run";
    if (trim(text).empty())
      continue;
    if (runs)
      commands.push_back(std::string(kRunsBy) + text);
    else
      (fails ? failing : other).push_back(to_lower(key) == "tests" ? text : key + " " + text);
  }
  append(failing, commands);
  append(failing, other);
  return failing;
}

std::string position_line(const model::Handoff& handoff, const Json& document) {
  std::string position = handoff.workflow == "manual" ? std::string() : handoff.workflow;
  auto put = [&](const std::string& label, const std::string& text) {
    if (!trim(text).empty())
      position += (position.empty() ? "" : "; ") + label + trim(text);
  };
  put("for: ", handoff.title);
  put("phase: ", handoff.phase);
  put("task: ", handoff.task.empty() || handoff.total_tasks.empty()
                    ? handoff.task
                    : handoff.task + " of " + handoff.total_tasks);
  const Json& agents = field(document, "agents");
  std::vector<std::string> names = texts_of(field(agents, "secondary"), {"name"});
  if (std::string primary = text_of(field(agents, "primary")); !primary.empty())
    names.insert(names.begin(), primary);
  put("agents: ", join(names.empty() ? texts_of(agents, {"name"}) : names, ", "));
  return position;
}

bool is_subject_of(const std::string& subject, const std::string& name) {
  constexpr size_t kShortest = 24;  // less of a subject that is cut is in others as well
  const std::string text =
      replace_all(formats::shown(trim(name)), "'", "\"");  // as subjects are told
  if (!subject.ends_with("..."))
    return subject == text;
  const std::string begins = subject.substr(0, subject.size() - 3);
  return begins.size() >= kShortest && text.starts_with(begins);
}

std::string task_of(const model::Handoff& handoff, const std::string& oid) {
  for (const model::Task& task : handoff.completed_tasks)
    for (const std::string& commit : task.commits)
      if (!commit.empty() && (oid.starts_with(commit) || commit.starts_with(oid)))
        return task.name;
  return {};
}

bool was_done(const model::Handoff& handoff, const std::string& oid, const std::string& subject) {
  return !task_of(handoff, oid).empty() ||
         std::ranges::any_of(handoff.completed_tasks, [&](const model::Task& task) {
           return is_subject_of(subject, task.name);
         });
}

namespace {

/// "token.ts" without a folder before it, whole.
bool names_alone(const std::string& text, const std::string& name) {
  const auto goes_on = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '_' || c == '-' || c == '.';
  };
  const size_t at = text.find(name), end = at + name.size();
  return at != std::string::npos && (at == 0 || !goes_on(text[at - 1])) &&
         (end == text.size() || text[end] == '.' || !goes_on(text[end])) &&
         text.find("/" + name) == std::string::npos;
}

}  // namespace

std::vector<std::string> beside_next(const model::Handoff& handoff,
                                     std::vector<std::string> files) {
  const auto count = [&](const std::string& part) {
    size_t found = 0;
    for (size_t at = handoff.next_action.find(part); at != std::string::npos;
         at = handoff.next_action.find(part, at + 1))
      ++found;
    return found;
  };
  for (std::string& file : files)
    if (const size_t name = file.rfind('/'); name != std::string::npos && name > 3) {
      if (const size_t named = count(file); named > 0 && named == count(file.substr(name)))
        file = "..." + file.substr(name);
      else if (names_alone(handoff.next_action, base_name(file)))
        file = base_name(file);
    }
  return files;
}

std::string there(const model::Handoff& handoff, const std::string& where) {
  const std::string& branch = handoff.git.branch;
  if (!branch.empty() && where.ends_with("/" + branch) &&
      where.find('/') + 1 + branch.size() == where.size())
    return "at " + branch_name(where.substr(0, where.find('/')));
  return "on " + branch_name(where);
}

bool is_blocked(const model::Handoff& handoff) {
  return std::ranges::any_of(handoff.human_actions,
                             [](const auto& action) { return action.blocking && !action.done; });
}

size_t count_binding(const model::Handoff& handoff, const std::string& how) {
  const auto& all = handoff.decisions;
  return static_cast<size_t>(
      std::ranges::count_if(all, [&](const auto& decision) { return decision.binding == how; }));
}

}  // namespace handoff::ops
