// Aura Frog: workflow-state.json, run-state.json of its newer releases, and the TOON file.

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "formats/toon/toon.hpp"

namespace handoff::formats {

namespace {

using Warnings = std::vector<std::string>;

bool is_begun(const std::string& status) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "approved", "completed", "complete", "done", "skipped", "in_progress", "active", "running"};
  return in_list(kWords, to_lower(status));
}

/// A phase as a task, so that everything that looks at tasks sees it. `kind` tells it from the
/// record's own tasks: phases are written from `phases` only.
void add_phase(const std::string& number, const Json& phase, bool assume_done, Json& record) {
  Json task = Json::object();
  bool digits = !number.empty() && number.size() < 10 &&
                number.find_first_not_of("0123456789") == std::string::npos;
  if (!number.empty())
    task["id"] = digits ? Json(std::stoll(number)) : Json(number);
  task["name"] = text_in(phase, {"name", "title", "phase"});
  std::string status = text_of(field(phase, "status"));
  task["status"] = status.empty() ? (assume_done ? "done" : "not_started") : status;
  task["kind"] = "phase";
  bool begun = assume_done || is_begun(status);
  record[begun ? "completed_tasks" : "remaining_tasks"].push_back(std::move(task));
}

/// The phase in work is in no list of the document.
void add_current_phase(const Json& native, Json& record) {
  const Json& number = field(native, "current_phase");
  std::string name = text_of(field(native, "phase_name"));
  if (name.empty() || field(native, "phases_completed").contains(text_of(number)))
    return;
  Json task = {{"id", number}, {"name", name}, {"status", "in_progress"}, {"kind", "phase"}};
  if (std::string step = text_of(field(native, "current_sub_phase")); !step.empty())
    task["progress"] = "step " + step;
  record["completed_tasks"].push_back(std::move(task));
}

/// Phases in any of their shapes: by number, or a list of `{num, name, status}`.
void add_phases(const Json& phases, bool assume_done, Json& record) {
  if (phases.is_object()) {
    for (const auto& [number, phase] : phases.items())
      add_phase(number, phase, assume_done, record);
    return;
  }
  for (const Json& phase : items_of(phases))
    add_phase(text_of(field(phase, {"num", "number", "id", "phase"})), phase, assume_done, record);
}

/// The files that phases name, in the workflow's folder.
void add_deliverables(const Json& phases, const std::string& folder, Json& record) {
  Json deliverables = Json::array();
  if (phases.is_object())
    for (const auto& [number, phase] : phases.items())
      for (const std::string& path :
           texts_of(field(phase, "deliverables"), {"path", "name", "file"}))
        deliverables.push_back(
            Json{{"path", contains(path, "/") ? path : folder + path}, {"phase", number}});
  put(record, "deliverables", deliverables);
}

Json texts_to_objects(const Json& list, const char* name) {
  Json objects = Json::array();
  for (const Json& item : items_of(list))
    objects.push_back(item.is_object() ? item : Json{{name, text_of(item)}});
  return objects;
}

/// The reverse; an object that says more than the text stays one.
Json objects_to_texts(const Json& list, const char* name) {
  Json texts = Json::array();
  for (const Json& item : items_of(list))
    texts.push_back(item.is_object() && item.size() == 1 && item.contains(name) ? item[name]
                                                                                : item);
  return texts;
}

std::string id_of(const Json& record, const WriteContext& context, const char* name) {
  std::string id = text_of(field(record, name));
  return id.empty() ? context.id : id;
}

/// The tasks that are no phases become phases where the record has none: 1, 2, 3 ...
Json tasks_as_phases(const Json& record) {
  Json phases = Json::array();
  for (const char* list : {"completed_tasks", "remaining_tasks"})
    for (const Json& task : items_of(field(record, list))) {
      std::string status = text_of(field(task, "status"));
      phases.push_back(Json{{"num", phases.size() + 1},
                            {"name", text_in(task, {"name"})},
                            {"status", status == "done"                            ? "completed"
                                       : status.empty() || status == "not_started" ? "pending"
                                                                                   : status}});
    }
  return phases;
}

/// Copies what the system does not know, so that unknown fields of a file stay where they are.
void copy_rest(const Json& from, const std::vector<std::string_view>& known, Json& into) {
  for (const auto& [key, value] : from.items())
    if (!in_list(known, key) && !into.contains(key))
      into[key] = value;
}

// --- workflow-state.json
// ------------------------------------------------------------------------------

Json workflow_native(const Json& record, const WriteContext& context) {
  const Json& environment = field(record, "environment");
  Json native = Json::object();
  native["workflow_id"] = id_of(record, context, "workflow_id");
  native["version"] = "1.0.0";
  native["created_at"] = or_else(field(record, "created_at"), field(record, "timestamp"));
  native["updated_at"] = field(record, "timestamp");
  native["status"] = or_else(field(record, "status"), "paused");
  native["current_phase"] = field(record, "phase");
  native["current_sub_phase"] = field(record, "sub_phase");
  native["phase_name"] = field(record, "phase_name");
  native["task"] = Json{{"description", or_else(field(record, "title"), "")},
                        {"ticket_id", field(record, "ticket")},
                        {"figma_url", field(record, "figma_url")}};
  native["agents"] =
      or_else(field(record, "agents"), Json{{"primary", nullptr}, {"secondary", Json::array()}});
  const Json& phases = field(record, "phases");
  if (phases.is_object()) {
    native["phases_completed"] = phases;
  } else {
    Json completed = Json::object();
    const Json list = phases.is_null() ? tasks_as_phases(record) : phases;
    for (const Json& phase : items_of(list))
      if (phase.is_object() && is_begun(text_of(field(phase, "status"))) &&
          text_of(field(phase, "status")) != "in_progress") {
        std::string number = text_of(field(phase, {"num", "number", "id"}));
        completed[number.empty() ? std::to_string(completed.size() + 1) : number] = phase;
      }
    native["phases_completed"] = std::move(completed);
  }
  Json shown = Json::object();
  for (const char* name : {"project_name", "tech_stack", "test_framework"})
    shown[name] = or_else(field(environment, name), "");
  shown["key_decisions"] = objects_to_texts(field(record, "decisions"), "decision");
  shown["blockers"] = objects_to_texts(field(record, "blockers"), "description");
  shown["notes"] = or_else(field(record, "context_notes"), "");
  native["context"] = std::move(shown);
  native["token_usage"] = or_else(field(record, "token_usage"),
                                  Json{{"at_handoff", nullptr}, {"estimated_remaining", nullptr}});
  return native;
}

Json workflow_record(const Json& native) {
  static const std::vector<std::string_view> kKnown = {
      "workflow_id",   "version",           "created_at", "updated_at", "status",
      "current_phase", "current_sub_phase", "phase_name", "task",       "agents",
      "context",       "phases_completed",  "token_usage"};
  Json record = Json::object();
  record["version"] = 1;
  const Json& updated = field(native, {"updated_at", "created_at"});
  put(record, "timestamp", updated);
  for (const char* name : {"status", "workflow_id", "phase_name", "agents", "token_usage"})
    put(record, name, field(native, name));
  if (field(native, "created_at") != updated)
    put(record, "created_at", field(native, "created_at"));
  put(record, "phase", field(native, "current_phase"));
  put(record, "sub_phase", field(native, "current_sub_phase"));
  const Json& task = field(native, "task");
  put(record, "title", text_or_null(text_in(task, {"description", "title", "name"})));
  put(record, "ticket", field(task, "ticket_id"));
  put(record, "figma_url", field(task, "figma_url"));
  const Json& phases = field(native, "phases_completed");
  put(record, "phases", phases);
  add_phases(phases, true, record);
  add_current_phase(native, record);
  add_deliverables(phases, ".claude/logs/workflows/" + text_of(field(native, "workflow_id")) + "/",
                   record);
  const Json& context = field(native, "context");
  put(record, "decisions", texts_to_objects(field(context, "key_decisions"), "decision"));
  put(record, "blockers", texts_to_objects(field(context, "blockers"), "description"));
  put(record, "context_notes", text_or_null(text_of(field(context, "notes"))));
  Json environment = Json::object();
  for (const char* name : {"project_name", "tech_stack", "test_framework"})
    put(environment, name, text_or_null(text_of(field(context, name))));
  put(record, "environment", environment);
  copy_rest(native, kKnown, record);
  return record;
}

const Mapping kWorkflow = {"aura-frog", workflow_native, workflow_record, [](const Json& native) {
                             return WriteContext{.id = text_of(field(native, "workflow_id"))};
                           }};

// --- run-state.json
// -----------------------------------------------------------------------------------

Json run_native(const Json& record, const WriteContext& context) {
  Json native = Json::object();
  native["run_id"] = id_of(record, context, "run_id");
  native["task"] = or_else(field(record, "title"), "");
  native["status"] = or_else(field(record, "status"), "paused");
  for (const char* name : {"complexity", "flow"})
    native[name] = field(record, name);
  native["started_at"] = or_else(field(record, "started_at"), field(record, "timestamp"));
  native["updated_at"] = field(record, "timestamp");
  native["current_phase"] = field(record, "phase");
  native["current_step"] = field(record, "task");
  native["active_agent"] = field(record, "active_agent");
  native["phases"] = or_else(field(record, "phases"), tasks_as_phases(record));
  native["agents"] = or_else(field(record, "agents"), Json::array());
  native["deliverables"] = or_else(field(record, "deliverables"), Json::array());
  const Json& notes = field(record, "context_notes");
  native["observations"] = or_else(field(record, "observations"),
                                   notes.is_string() ? Json::array({notes}) : Json::array());
  native["approvals"] = or_else(field(record, "approvals"), Json::array());
  native["tokens_used"] = field(record, "token_usage");
  return native;
}

Json run_record(const Json& native) {
  static const std::vector<std::string_view> kKnown = {
      "run_id",       "task",         "status",        "complexity",  "flow",
      "started_at",   "updated_at",   "current_phase", "phases",      "agents",
      "active_agent", "deliverables", "approvals",     "tokens_used", "current_step"};
  Json record = Json::object();
  record["version"] = 1;
  const Json& updated = field(native, {"updated_at", "started_at"});
  put(record, "timestamp", updated);
  for (const char* name : {"status", "run_id", "complexity", "flow", "active_agent", "phases",
                           "agents", "deliverables", "approvals"})
    put(record, name, field(native, name));
  if (field(native, "started_at") != updated)
    put(record, "started_at", field(native, "started_at"));
  put(record, "phase", field(native, "current_phase"));
  put(record, "task", field(native, "current_step"));
  put(record, "title",
      text_or_null(text_in(field(native, "task"), {"description", "title", "name"})));
  put(record, "token_usage", field(native, "tokens_used"));
  add_phases(field(native, "phases"), false, record);
  if (std::vector<std::string> notes =
          texts_of(field(native, "observations"), {"observation", "text", "note", "content"});
      !notes.empty())
    record["context_notes"] = join(notes, "\n");
  if (const Json& all = field(native, "observations"); all.is_array() && all.size() > 1)
    record["observations"] = all;
  copy_rest(native, kKnown, record);
  if (const Json& all = field(native, "observations"); all.empty() || all.size() == 1)
    record.erase("observations");
  return record;
}

const Mapping kRun = {"aura-frog-run", run_native, run_record, [](const Json& native) {
                        return WriteContext{.id = text_of(field(native, "run_id"))};
                      }};

// --- the TOON file
// --------------------------------------------------------------------------------------

Json toon_native(const Json& record, const WriteContext& context) {
  Json native = Json::object();
  native["workflow"] = Json{{"id", id_of(record, context, "workflow_id")},
                            {"phase", field(record, "phase")},
                            {"status", or_else(field(record, "status"), "paused")}};
  const Json& phases = field(record, "phases");
  native["phases"] = phases.is_array() ? phases : tasks_as_phases(record);
  native["agents"] = or_else(field(record, "agents"), Json::array());
  return native;
}

Json toon_record(const Json& native) {
  static const std::vector<std::string_view> kKnown = {"workflow", "phases", "agents"};
  Json record = Json::object();
  record["version"] = 1;
  const Json& workflow = field(native, "workflow");
  put(record, "workflow_id", field(workflow, "id"));
  put(record, "phase", field(workflow, "phase"));
  put(record, "status", field(workflow, "status"));
  put(record, "phases", field(native, "phases"));
  add_phases(field(native, "phases"), false, record);
  put(record, "agents", field(native, "agents"));
  if (workflow.is_object())
    copy_rest(workflow, {"id", "phase", "status"}, record);
  copy_rest(native, kKnown, record);
  return record;
}

const Mapping kToon = {"aura-frog-toon", toon_native, toon_record, [](const Json& native) {
                         return WriteContext{.id = text_of(field(field(native, "workflow"), "id"))};
                       }};

/// The rows that a table's header announces; 0 for other lines.
size_t rows_announced(const std::string& line) {
  size_t open = line.find('[');
  size_t close = line.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open ||
      line.find('{', close) == std::string::npos || line.back() != ':')
    return 0;
  return static_cast<size_t>(std::strtoul(
      line.substr(open + 1, std::min<size_t>(close - open - 1, 6)).c_str(), nullptr, 10));
}

/// The project's files are Markdown around TOON, and copies of them lose their indentation: fences,
/// rules and headings are taken out, the rows of a table and the fields of `workflow:` are moved
/// in.
std::string straightened(std::string_view bytes) {
  static constexpr std::array<std::string_view, 3> kFields = {"id", "phase", "status"};
  std::string out;
  size_t rows = 0;
  bool workflow = false;
  for (const std::string& line : split_lines(bytes)) {
    std::string text = trim(line);
    bool rule = text.size() >= 3 && text.find_first_not_of('-') == std::string::npos;
    if (text.empty() || rule || text.rfind("```", 0) == 0 || text[0] == '#') {
      out += "\n";
      continue;
    }
    bool indented = line[0] == ' ' || line[0] == '\t';
    if (rows > 0 && !indented && rows_announced(text) == 0) {
      out += "  " + text + "\n";
      --rows;
      continue;
    }
    bool inner = workflow && !indented && in_list(kFields, text.substr(0, text.find(':')));
    workflow = workflow && (inner || indented);
    out += (inner ? "  " + text : line) + "\n";
    if (!inner && !indented) {
      workflow = text == "workflow:";
      rows = rows_announced(text);
    } else if (indented) {
      rows = 0;
    }
  }
  return out;
}

/// The state within a page of prose: from `workflow:` as far as lines are fields, headers of
/// arrays, or indented.
std::string excerpt_of(const std::string& straight) {
  std::string out;
  bool inside = false;
  for (const std::string& line : split_lines(straight)) {
    inside = inside || line == "workflow:";
    size_t key =
        line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
    bool field = key != std::string::npos && key > 0 && (line[key] == ':' || line[key] == '[');
    if (!inside)
      continue;
    if (!line.empty() && line[0] != ' ' && !field)
      break;
    out += line + "\n";
  }
  return out;
}

Json read_lenient_toon(std::string_view bytes, std::string_view source) {
  std::string straight = straightened(bytes);
  try {
    return parse_toon(straight, source, {.strict = false});
  } catch (const Failure&) {
    std::string excerpt = excerpt_of(straight);
    if (excerpt.empty())
      throw;
    return parse_toon(excerpt, source, {.strict = false});
  }
}

Json read_toon_file(std::string_view bytes, std::string_view source, Warnings& warnings) {
  Json native;
  try {
    native = parse_toon(bytes, source);
  } catch (const std::exception&) {
    native = read_lenient_toon(bytes, source);
    warnings.push_back(printable(source) + " is not strict TOON: what could be read was taken");
  }
  expect_object(native, source);
  return record_of(kToon, native);
}

bool has_all(const Json* value, std::initializer_list<std::string_view> names) {
  if (value == nullptr)
    return false;
  return std::ranges::none_of(names, [&](std::string_view name) { return !value->contains(name); });
}

}  // namespace

Format aura_frog_format() {
  return {"aura-frog",
          "Aura Frog",
          "workflow-state.json, version 1.0.0",
          {{".claude/logs/workflows/*/workflow-state.json", Place::Kind::state, "",
            "workflow-state.backup.json"}},
          [](const Probe& probe) {
            bool state = has_all(probe.json, {"workflow_id", "current_phase"}) ||
                         has_all(probe.json, {"workflow_id", "phases_completed"}) ||
                         has_all(probe.json, {"workflow_id", "status"});
            return state ? 80 : 0;
          },
          [](std::string_view bytes, std::string_view source, Warnings& warnings) {
            Json native = parse_json(bytes, source);
            expect_object(native, source);
            warn_of_version(field(native, "version"), 1, "the workflow state", warnings);
            return record_of(kWorkflow, native);
          },
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_json(native_of(kWorkflow, record, context, losses));
          }};
}

Format aura_frog_run_format() {
  return {"aura-frog-run",
          "Aura Frog",
          "run-state.json of the newer releases",
          {{".claude/logs/runs/*/run-state.json"}},
          [](const Probe& probe) {
            return has_all(probe.json, {"run_id", "status"}) ? 80 : 0;
          },
          [](std::string_view bytes, std::string_view source, Warnings&) {
            Json native = parse_json(bytes, source);
            expect_object(native, source);
            return record_of(kRun, native);
          },
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_json(native_of(kRun, record, context, losses));
          }};
}

Format aura_frog_toon_format() {
  return {"aura-frog-toon",
          "Aura Frog",
          "workflow-state.toon",
          {{".claude/workflow-state.toon"}},
          [](const Probe& probe) {
            if (probe.json != nullptr)
              return 0;
            std::string start = "\n" + std::string(probe.bytes.substr(0, 1u << 20));
            bool workflow = contains(start, "\nworkflow:\n") || contains(start, "\nworkflow:\r\n");
            return workflow && (contains(start, "\nphases[") || contains(start, "\nphases:")) ? 85
                                                                                              : 0;
          },
          read_toon_file,
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_toon(native_of(kToon, record, context, losses));
          }};
}

}  // namespace handoff::formats
