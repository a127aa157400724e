#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "formats/prose/words.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/lint/rules.hpp"

namespace handoff::ops::lint_rules_detail {

namespace {

constexpr size_t kShownBytes = 80;

std::string shortened(std::string_view text) {
  const std::string whole = trim(formats::mask_secrets(std::string(text)));
  const std::string begin = formats::beginning(whole, kShownBytes);
  return "'" + begin + (begin.size() < whole.size() ? "..." : "") + "'";
}

/// Every text of a record with its path. Depth is bounded by the parser.
void each_text(const Json& value, const std::string& field,
               const std::function<void(const std::string&, const std::string&)>& see) {
  if (value.is_string()) {
    see(field, value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i)
      each_text(value[i], field + "[" + std::to_string(i) + "]", see);
  } else if (value.is_object()) {
    for (const auto& [key, inner] : value.items())
      if (!(field.empty() && key == "git"))
        each_text(inner, field.empty() ? key : field + "." + key, see);
  }
}

/// Fields that hold what somebody else said, names that git has, or programs.
bool may_hold_anything(std::string_view field) {
  for (std::string_view free : {"user_message", "conversation", "errors", "artifacts", "debug",
                                "tdd", "uncommitted_files", "git."})
    if (field.starts_with(free))
      return true;
  for (std::string_view end :
       {".verification", ".command", ".check", ".resume_command", ".prompt_summary"})
    if (field.ends_with(end))
      return true;
  return false;
}

bool is_about_to_be_made(const std::string& text, size_t at) {
  std::string before =
      to_lower(std::string_view(text).substr(at > 48 ? at - 48 : 0, std::min<size_t>(at, 48)));
  for (std::string_view sign :
       {"create", "add ", "write ", "new ", "generate", "scaffold", "introduce", "start ", "rename",
        "move ", " to ", " as ", "into ", "extract", "split", "delete", "remove"})
    if (contains(before, sign))
      return true;
  return false;
}

}  // namespace

void each_item(const Json& record, const std::string& name,
               const std::function<void(const std::string&, const Json&)>& see) {
  const Json& value = formats::field(record, name);
  if (value.is_array())
    for (size_t i = 0; i < value.size(); ++i)
      see(name + "[" + std::to_string(i) + "]", value[i]);
  else if (!value.is_null())
    see(name, value);
}

void check_next_action_missing(const Subject& s, const Report& report) {
  if (trim(s.handoff.next_action).empty())
    report("next_action", "there is no next action",
           "say the first step: file, symbol, operation, as in 'add jose.jwtVerify() in "
           "src/auth/token.ts'");
}

void check_next_action_vague(const Subject& s, const Report& report) {
  const std::string& text = s.handoff.next_action;
  if (trim(text).empty() || is_summary(text) || names_something(text) ||
      !placeholder_in(text).empty())
    return;
  report("next_action", "the next action names no file, symbol or command: " + shortened(text),
         "name what to open and what to do there");
}

void check_next_action_summary(const Subject& s, const Report& report) {
  if (is_summary(s.handoff.next_action))
    report("next_action",
           "the next action is a summary, not an instruction: " + shortened(s.handoff.next_action),
           "begin with a verb that a stranger can carry out, and name the file");
}

void check_next_action_path(const Subject& s, const Report& report) {
  if (!s.context.path_exists)
    return;
  const auto exists = [&](const std::string& path) { return s.context.path_exists(path) == true; };
  for (const Anchor& named : anchors_in(s.handoff.next_action, exists)) {
    if (named.bare() || !named.names_file() || is_about_to_be_made(s.handoff.next_action, named.at))
      continue;
    if (s.context.path_exists(named.path) == false)
      report("next_action",
             "the next action names a file that does not exist: '" + named.path + "'",
             "correct the path, or say that it is to be created");
  }
}

void check_context_short(const Subject& s, const Report& report) {
  std::string text = trim(s.handoff.context_notes);
  if (text.size() >= s.context.shortest_context)
    return;
  report("context_notes",
         text.empty() ? "there are no context notes"
                      : "the context notes are too short to be a mental model: " + shortened(text),
         "write the approach, what was tried and rejected, what the user wants, what worries you");
}

void check_context_repeats(const Subject& s, const Report& report) {
  std::set<std::string> known = {
      "task",     "tasks",       "done",     "and",     "the",  "is",  "are",
      "then",     "todo",        "next",     "a",       "of",   "in",  "to",
      "progress", "remaining",   "left",     "still",   "with", "for", "completed",
      "now",      "in_progress", "finished", "working", "on",   "not", "started",
      "1",        "2",           "3",        "4",       "5"};
  for (const auto* list : {&s.handoff.completed_tasks, &s.handoff.remaining_tasks})
    for (const model::Task& task : *list)
      for (const std::string& word : words_of(task.name + " " + task.progress))
        known.insert(word);
  std::vector<std::string> words = words_of(s.handoff.context_notes);
  if (words.size() < 4 || (s.handoff.completed_tasks.empty() && s.handoff.remaining_tasks.empty()))
    return;
  auto repeated =
      std::ranges::count_if(words, [&](const std::string& word) { return known.contains(word); });
  if (static_cast<size_t>(repeated) * 10 >= words.size() * 9)
    report("context_notes", "the context notes only repeat the task list",
           "the task list is kept already: write why, how, and what was rejected");
}

void check_placeholder(const Subject& s, const Report& report) {
  each_text(s.record, "", [&](const std::string& field, const std::string& text) {
    if (may_hold_anything(field))
      return;
    if (std::string why = placeholder_in(text); !why.empty())
      report(field, "the text " + why + ": " + shortened(text), "say it, or take the field out");
  });
}

void check_secret(const Subject& s, const Report& report) {
  for (const formats::SecretHit& hit : formats::secrets_in(s.record))
    if (!hit.field.starts_with("git."))
      report(hit.field,
             "the text holds what looks like " + std::string(formats::describe_secret(hit.rule)),
             "take it out and say where it is kept; if it was shared, revoke it");
}

}  // namespace handoff::ops::lint_rules_detail
