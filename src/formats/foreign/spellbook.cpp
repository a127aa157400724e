// Spellbook's /handoff: the state of section 1.20 as YAML or JSON, the document around it, the flat
// shape that the project's validator takes.

#include "formats/foreign/spellbook.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/foreign/spellbook_parts.hpp"
#include "formats/foreign/spellbook_shape.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "formats/record/yaml.hpp"

namespace handoff::formats {

namespace {

using namespace spellbook;
using Warnings = std::vector<std::string>;

// --- the state
// ------------------------------------------------------------------------------------------

Json native_workflow(const Json& record) {
  const Json& pattern = field(record, "workflow_pattern");
  if (pattern.is_object())
    return pattern;
  return Json{{"pattern", or_else(pattern, "single-threaded")},
              {"details", ""},
              {"waiting_for", Json::array()}};
}

Json native_goals(const Json& record) {
  Json current;
  for (const char* list : {"completed_tasks", "remaining_tasks"})
    for (const Json& task : items_of(field(record, list)))
      if (text_of(field(task, "status")) == "in_progress")
        current = field(task, "name");
  return Json{{"ultimate", field(record, "title")},
              {"current_phase", field(record, "phase")},
              {"main_task", current},
              {"delegated_summary", nullptr}};
}

Json native_environment(const Json& record, const WriteContext& context) {
  size_t files = items_of(field(record, "uncommitted_files")).size();
  Json worktrees = Json::array();
  for (const WriteContext::Worktree& one : context.worktrees)
    worktrees.push_back({{"path", one.path}, {"branch", one.branch}});
  return Json{{"git_branch", context.branch},
              {"git_status", files == 0 ? "clean" : std::to_string(files) + " uncommitted"},
              {"worktrees", std::move(worktrees)}};
}

Json native_artifacts(const Json& record) {
  Json files = Json::array();
  auto add = [&](const char* list, const char* actual) {
    for (const std::string& path : texts_of(field(record, list), {"path"}))
      files.push_back({{"path", path}, {"expected", "changed"}, {"actual", actual}});
  };
  add("uncommitted_files", "changed, not committed");
  if (files.empty())
    add("files_modified", "changed");
  return Json{{"files", std::move(files)}};
}

/// Where a record names no documents: those that lie there under the names that plans have.
Json native_plans(const WriteContext& context) {
  Json documents{{"design", Json::array()}, {"impl", Json::array()}, {"must_read", Json::array()}};
  for (const std::string& path : context.plans)
    documents[path.ends_with("-design.md") ? "design" : "impl"].push_back({{"path", path}});
  return documents;
}

Json to_state(const Json& record, const WriteContext& context) {
  Json native = Json::object();
  std::string mode = text_of(field(record, "mode"));
  native["format_version"] = "3.0";
  native["mode"] = mode == "auto" || mode == "checkpoint" ? mode
                   : mode == "emergency"                  ? "auto"
                                                          : "manual";
  native["project_path"] = context.root;
  native["project_encoded"] = spellbook_project(context.root);
  native["session_id"] = or_else(field(record, "session_id"), "");
  native["timestamp"] = or_else(field(record, "timestamp"), "");
  native["compaction_count"] = or_else(field(record, "compaction_count"), 0);
  bool delegates = !items_of(field(record, "subagents")).empty();
  native["identity"] =
      or_else(field(record, "identity"), Json{{"persona", nullptr},
                                              {"mode", "none"},
                                              {"role", delegates ? "orchestrator" : "executor"}});
  native["skill_stack"] = or_else(field(record, "skill_stack"), Json::array());
  native["subagents"] = or_else(field(record, "subagents"), Json::array());
  native["workflow"] = native_workflow(record);
  native["goals"] = or_else(field(record, "goals"), native_goals(record));
  const Json& kept = field(record, "todos");
  Json todos = kept.is_object() ? kept : Json::object();
  Json all = Json::array();
  add_todos(field(record, "completed_tasks"), all);
  add_todos(field(record, "remaining_tasks"), all);
  // What somebody left as a todo in a record, and not as a task.
  for (const Json& todo : items_of(field(kept, "explicit")))
    if (std::string text = text_in(todo, {"content", "name"}); std::ranges::none_of(
            all, [&](const Json& one) { return text_of(field(one, "content")) == text; }))
      all.push_back(todo);
  todos["explicit"] = std::move(all);
  todos["implicit"] = or_else(field(kept, "implicit"), Json::array());
  todos["blockers"] = Json::array();
  for (const std::string& text : texts_of(field(record, "blockers"), {"description"}))
    todos["blockers"].push_back(text);
  native["todos"] = std::move(todos);
  const Json& documents = field(record, "documents");
  native["documents"] = items_of(documents).empty() ? native_plans(context)
                                                    : native_documents(documents, context.root);
  native["decisions"] = native_decisions(field(record, "decisions"));
  const Json& talk = field(record, "conversation");
  Json conversation = talk.is_object() ? talk : Json::object();
  if (!conversation.contains("user_messages"))
    conversation["user_messages"] = Json::array();
  conversation["corrections"] =
      native_notes(field(record, "corrections"), "correction", "lesson", {"original"});
  conversation["errors"] =
      native_notes(field(record, "errors"), "error", nullptr, {"fix", "user_feedback"});
  native["conversation"] = std::move(conversation);
  native["artifacts"] = or_else(field(record, "artifacts"), native_artifacts(record));
  native["quality_gates"] = or_else(field(record, "quality_gates"), Json::array());
  native["environment"] =
      or_else(field(record, "environment"), native_environment(record, context));
  native["recovery"] = or_else(field(record, "recovery"), Json{{"checkpoints", Json::array()}});
  return native;
}

Json to_record(Json native) {
  strip_spellbook(native);
  static constexpr std::array<std::string_view, 20> kKnown = {
      "format_version", "mode",          "project_path",     "project_encoded",
      "session_id",     "timestamp",     "compaction_count", "identity",
      "skill_stack",    "subagents",     "workflow",         "goals",
      "todos",          "documents",     "decisions",        "conversation",
      "artifacts",      "quality_gates", "environment",      "recovery"};
  std::string root = text_of(field(native, "project_path"));
  Json record = Json::object();
  record["version"] = 1;
  copy_field(native, "timestamp", record, "timestamp");
  copy_field(native, "mode", record, "mode");
  if (const Json& todos = field(native, "todos"); todos.is_object()) {
    add_tasks(field(todos, "explicit"), record);
    for (const Json& blocker : items_of(field(todos, "blockers")))
      record["blockers"].push_back(Json{{"description", blocker}});
    Json rest = todos;
    rest.erase("explicit");
    rest.erase("blockers");
    if (field(rest, "implicit").empty())
      rest.erase("implicit");
    put(record, "todos", std::move(rest));
  } else {
    add_tasks(todos, record);
  }
  put(record, "decisions", record_decisions(field(native, "decisions")));
  const Json& talk = field(native, "conversation");
  put(record, "corrections", record_notes(field(talk, "corrections"), "correction"));
  put(record, "errors", record_notes(field(talk, "errors"), "error"));
  put(record, "documents", record_documents(field(native, "documents"), root));
  if (talk.is_object()) {
    Json rest = talk;
    rest.erase("corrections");
    rest.erase("errors");
    if (field(rest, "user_messages").empty())
      rest.erase("user_messages");
    put(record, "conversation", std::move(rest));
  }
  put(record, "workflow_pattern", field(native, "workflow"));
  for (const char* name :
       {"goals", "skill_stack", "subagents", "identity", "artifacts", "quality_gates",
        "environment", "recovery", "session_id", "compaction_count"})
    put(record, name, field(native, name));
  for (const auto& [key, value] : native.items())
    if (!in_list(kKnown, key) && !record.contains(key))
      record[key] = value;
  return record;
}

const Mapping kSpellbook = {
    "spellbook",
    [](const Json& record, const WriteContext& context) {
      Json native = to_state(record, context);
      complete_spellbook(native);
      return native;
    },
    [](const Json& native) { return to_record(native); },
    [](const Json& native) {
      return WriteContext{.root = text_of(field(native, "project_path")),
                          .branch = text_of(field(field(native, "environment"), "git_branch"))};
    }};

// --- reading
// --------------------------------------------------------------------------------------------

size_t state_keys(const Json& value) {
  size_t known = 0;
  for (std::string_view key :
       {"format_version", "skill_stack", "subagents", "identity", "quality_gates", "recovery",
        "conversation", "project_encoded", "artifacts"})
    known += value.contains(key) ? 1 : 0;
  return known;
}

/// The last fenced block that holds a state (a narrative before it may quote another one); the
/// whole text where there is none.
std::string state_block(std::string_view text) {
  std::string block;
  std::string last(text);
  bool inside = false;
  bool found = false;
  for (const std::string& line : split_lines(text)) {
    if (line.rfind("```", 0) == 0) {
      if (inside && found)
        last = block;
      inside = !inside;
      found = false;
      block.clear();
    } else if (inside) {
      found = found || line.rfind("format_version:", 0) == 0;
      block += line + "\n";
    }
  }
  return last;
}

bool has_state_block(std::string_view bytes) {
  return contains(bytes, "\nformat_version:") && contains(bytes, "```");
}

}  // namespace

const Mapping& spellbook_mapping() { return kSpellbook; }

const Json& spellbook::unwrapped(const Json& value) {
  const Json& state = field(value, "state");
  return state.is_object() && (value.contains("found") || value.contains("trigger")) ? state
                                                                                     : value;
}

Json read_spellbook_state(std::string_view bytes, std::string_view source,
                          std::vector<std::string>& warnings) {
  size_t start = bytes.find_first_not_of(" \t\r\n");
  bool json = start != std::string_view::npos && bytes[start] == '{';
  Json value = json ? parse_json(bytes, source) : parse_yaml(state_block(bytes), source);
  expect_object(value, source);
  const Json& state = unwrapped(value);
  if (flat_keys(state) > state_keys(state))
    return record_of(flat_mapping(), state);
  warn_of_version(field(state, "format_version"), 3, "Spellbook's state", warnings);
  return record_of(kSpellbook, state);
}

std::string spellbook_project(std::string_view root) {
  std::string name = replace_all(std::string(root), "/", "-");
  return !name.empty() && name[0] == '-' ? name.substr(1) : name;
}

std::string write_spellbook_yaml(const Json& native) {
  static const std::vector<YamlHeading> kHeadings = {
      {"format_version", "=== METADATA ==="},
      {"identity", "=== IDENTITY (1.1) ==="},
      {"skill_stack", "=== SKILL STACK (1.1.1), the most recent first ==="},
      {"subagents", "=== SUBAGENTS (1.1) ==="},
      {"workflow", "=== WORKFLOW (1.1) ==="},
      {"goals", "=== GOALS (1.2) ==="},
      {"todos", "=== TODOS (1.8) ==="},
      {"documents", "=== DOCUMENTS (1.9, 1.10) ==="},
      {"decisions", "=== DECISIONS (1.4, 1.15) ==="},
      {"conversation", "=== CONVERSATION (1.25) ==="},
      {"artifacts", "=== ARTIFACTS (1.12) ==="},
      {"quality_gates", "=== QUALITY GATES (1.18) ==="},
      {"environment", "=== ENVIRONMENT (1.19) ==="},
      {"recovery", "=== RECOVERY (1.22) ==="},
      {kCarryField, "=== CARRIED BY git-handoff ==="},
  };
  return write_yaml(native, kHeadings);
}

Format spellbook_format() {
  return {"spellbook",
          "Spellbook",
          "the boot document in three sections, with the state of 1.20 in it",
          {},
          [](const Probe& probe) {
            return probe.json == nullptr && has_state_block(probe.bytes) ? 80 : 0;
          },
          read_spellbook_state,
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_spellbook_document(native_of(kSpellbook, record, context, losses), record);
          }};
}

Format spellbook_yaml_format() {
  return {"spellbook-yaml",
          "Spellbook",
          "the machine-readable state of section 1.20 alone",
          {},
          [](const Probe& probe) {
            if (probe.json != nullptr) {
              const Json& state = unwrapped(*probe.json);
              // Our own records hold these fields too, beside those of HANDOFF.json.
              bool record = state.contains("next_action") || state.contains("context_notes") ||
                            state.contains("completed_tasks") || state.contains("remaining_tasks");
              return state.contains("format_version") || (state_keys(state) >= 3 && !record) ? 70
                                                                                             : 0;
            }
            bool first = probe.bytes.rfind("format_version:", 0) == 0;
            return first || (contains(probe.bytes, "\nformat_version:") &&
                             contains(probe.bytes, "\nskill_stack:"))
                       ? 75
                       : 0;
          },
          read_spellbook_state,
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_spellbook_yaml(native_of(kSpellbook, record, context, losses));
          }};
}

}  // namespace handoff::formats
