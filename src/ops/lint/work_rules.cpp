#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/prose/words.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "ops/lint/rules.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops::lint_rules_detail {

namespace {

using formats::field;
using formats::text_in;
using formats::text_of;
using model::TaskState;

std::string name_of(const Json& item) {
  return trim(text_in(item, {"name", "decision", "content", "action", "id"}));
}

void each_task(const Json& record,
               const std::function<void(const std::string&, const Json&, TaskState)>& see) {
  auto with = [&](TaskState assumed) {
    return [&see, assumed](const std::string& at, const Json& item) {
      std::string status = text_of(field(item, "status"));
      see(at, item, status.empty() ? assumed : formats::task_state_of(status));
    };
  };
  each_item(record, "completed_tasks", with(TaskState::done));
  each_item(record, "remaining_tasks", with(TaskState::not_started));
}

std::vector<std::string> hashes_in(const std::string& text) {
  std::string words = to_lower(text);
  std::ranges::replace_if(
      words,
      [](char c) { return (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != '_' && c != '-'; },
      ' ');
  std::vector<std::string> hashes = split(words, ' ');
  std::erase_if(hashes, [](const std::string& word) {
    return word.size() < 7 || word.size() > 64 || !is_lower_hex(word) ||
           word.find_first_of("0123456789") == std::string::npos;
  });
  return hashes;
}

}  // namespace

void check_tasks_missing(const Subject& s, const Report& report) {
  if (s.handoff.completed_tasks.empty() && s.handoff.remaining_tasks.empty() &&
      field(s.record, "todos").is_null() &&
      field(s.record, {"phases", "phases_completed"}).is_null())
    report("remaining_tasks", "nothing says what is done and what remains",
           "list what is finished and what is left, even if it is one task");
}

void check_task_progress(const Subject& s, const Report& report) {
  each_task(s.record, [&](const std::string& at, const Json& item, TaskState state) {
    if (state == TaskState::in_progress && text_of(field(item, "progress")).empty())
      report(at + ".progress", "'" + name_of(item) + "' is in progress, and nothing says how far",
             "say what works already and what does not");
  });
}

void check_task_commit(const Subject& s, const Report& report) {
  each_task(s.record, [&](const std::string& at, const Json& item, TaskState state) {
    bool has = item.is_object() && !(field(item, {"commit", "commits"}).is_null());
    if (state == TaskState::done && !has)
      report(at + ".commit", "'" + name_of(item) + "' is done, and no commit is named",
             "name the commit that holds it, so that it can be checked");
  });
}

void check_commit_missing(const Subject& s, const Report& report) {
  if (!s.context.commit_exists)
    return;
  each_task(s.record, [&](const std::string& at, const Json& item, TaskState) {
    if (!item.is_object())
      return;
    for (const Json& commit : formats::items_of(field(item, {"commit", "commits"})))
      for (const std::string& hash : hashes_in(text_in(commit, {"oid", "hash", "commit", "sha"})))
        if (s.context.commit_exists(hash) == false)
          report(at + ".commit", "there is no commit " + hash + " in this repository",
                 "correct it, or fetch the branch that has it");
  });
}

void check_task_verification(const Subject& s, const Report& report) {
  each_task(s.record, [&](const std::string& at, const Json& item, TaskState state) {
    if (state != TaskState::done && text_of(field(item, "verification")).empty())
      report(at + ".verification", "nothing tells when '" + name_of(item) + "' is done",
             "give a command that proves it");
  });
}

void check_todo_verification(const Subject& s, const Report& report) {
  const Json& todos = field(s.record, "todos");
  const bool sorted = todos.is_object();
  // Todos that an import has made tasks of keep what only todos have.
  each_task(s.record, [&](const std::string& at, const Json& item, TaskState state) {
    bool todo = item.is_object() && (item.contains("delegated_to") || item.contains("priority"));
    if (todo && state != TaskState::done && text_of(field(item, "verification")).empty())
      report(at + ".verification", "nothing tells when '" + name_of(item) + "' is done",
             "give a command that proves it");
  });
  const Json& list = sorted ? field(todos, "explicit") : todos;
  if (!list.is_array())
    return;
  for (size_t i = 0; i < list.size(); ++i) {
    std::string status = text_of(field(list[i], "status"));
    if (formats::task_state_of(status) == TaskState::done ||
        (list[i].is_object() && !text_of(field(list[i], "verification")).empty()))
      continue;
    report(
        std::string("todos") + (sorted ? ".explicit[" : "[") + std::to_string(i) + "].verification",
        "nothing tells when '" + name_of(list[i]) + "' is done", "give a command that proves it");
  }
}

void check_decision_rationale(const Subject& s, const Report& report) {
  auto look = [&](const std::string& at, const Json& item) {
    std::string rationale = text_of(field(item, "rationale"));
    std::string name = name_of(item);
    // A plain text may carry its reason with it.
    std::string lower = " " + to_lower(name) + " ";
    bool told = contains(lower, " because ") || contains(lower, " since ") ||
                contains(lower, " so that ") || contains(lower, " due to ") ||
                contains(name, " \xE2\x80\x94 ") || contains(lower, " as it ");
    if (!name.empty() && trim(rationale).empty() && !told)
      report(at + ".rationale", "no reason is given for '" + name + "'",
             "say why, and what was rejected, or the next session decides it again");
  };
  const Json& decisions = field(s.record, "decisions");
  if (decisions.is_object()) {
    for (const char* kind : {"binding", "technical"})
      if (const Json& list = field(decisions, kind); list.is_array())
        for (size_t i = 0; i < list.size(); ++i)
          look("decisions." + std::string(kind) + "[" + std::to_string(i) + "]", list[i]);
  } else {
    each_item(s.record, "decisions", look);
  }
}

void check_blocker_or_action(const Subject& s, const Report& report) {
  each_item(s.record, "blockers", [&](const std::string& at, const Json& item) {
    std::string text = text_in(item, {"description"});
    std::string type = item.is_object() ? to_lower(text_of(field(item, "type"))) : "";
    if (reads_like_human_action(text) || contains(type, "human") || contains(type, "approval"))
      report(
          at, "'" + text + "' waits for a person: it is a human action, not a blocker",
          "move it to human_actions_pending, with 'blocking' where nothing can go on without it");
  });
}

void check_document_missing(const Subject& s, const Report& report) {
  if (!s.context.path_exists)
    return;
  std::set<std::string> told;
  for (const model::Document& document : s.handoff.documents)
    if (told.insert(document.path).second && s.context.path_exists(document.path) == false)
      report("documents",
             "the document " + path_in_quotes(document.path) +
                 " is not here and not kept in the handoff",
             "correct the path, or put the file into the repository");
}

}  // namespace handoff::ops::lint_rules_detail
