// HANDOFF.json: ours, Superteam's, Get Shit Done's. One schema with other names and types for the
// same thing.

#include <array>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/json/json.hpp"
#include "formats/record/canonical.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/record/yaml.hpp"
#include "formats/toon/toon.hpp"

namespace handoff::formats {

namespace {

using Warnings = std::vector<std::string>;

/// Fields that hardly any other JSON has; one of them makes a handoff.
constexpr std::array<std::string_view, 5> kTelling = {
    "next_action", "context_notes", "completed_tasks", "remaining_tasks", "human_actions_pending"};
/// Fields that other JSON has too; four of them do.
constexpr std::array<std::string_view, 22> kCommon = {
    "version",    "timestamp",      "workflow",
    "phase",      "task",           "total_tasks",
    "status",     "blockers",       "decisions",
    "wave_state", "user_message",   "uncommitted_files",
    "plan",       "phase_name",     "phase_dir",
    "milestone",  "open_questions", "files_modified",
    "documents",  "title",          "definition_of_done",
    "corrections"};

bool is_handoff(const Json& value) {
  size_t known = 0;
  for (std::string_view name : kTelling)
    if (value.contains(name))
      return true;
  for (std::string_view name : kCommon)
    known += value.contains(name) ? 1 : 0;
  for (std::string_view name : other_names())
    known += value.contains(name) ? 1 : 0;
  return known >= 4;
}

/// Plain strings in a list become objects with one field.
void wrap_texts(Json& record, const char* list, const char* name) {
  auto found = record.find(list);
  if (found == record.end())
    return;
  if (found->is_string())
    *found = Json::array({*found});
  if (!found->is_array())
    return;
  for (Json& item : *found)
    if (item.is_string())
      item = Json{{name, item}};
}

/// A HANDOFF.json of any writer in our names and shapes.
Json normalized(const Json& native) {
  Json record = canonical(native);
  if (Json& task = record["task"]; task.is_object()) {
    if (!record.contains("total_tasks") && task.contains("total"))
      record["total_tasks"] = field(task, "total");
    if (task.contains("current"))
      record["task"] = Json(field(record["task"], "current"));
  }
  if (!native.contains("task"))
    record.erase("task");
  wrap_texts(record, "completed_tasks", "name");
  wrap_texts(record, "remaining_tasks", "name");
  wrap_texts(record, "blockers", "description");
  wrap_texts(record, "human_actions_pending", "action");
  wrap_texts(record, "decisions", "decision");
  for (const char* name : {"uncommitted_files", "files_modified"})
    if (auto found = record.find(name); found != record.end() && found->is_string())
      *found = Json::array({*found});
  for (const char* name : {"context_notes", "next_action"})
    if (auto found = record.find(name); found != record.end() && found->is_array())
      *found = text_of(*found);
  record["version"] = 1;
  return record;
}

/// What every HANDOFF.json must have, in the order of the published example.
Json completed(Json record, const Json& version) {
  put_begun_with_completed(record);
  static constexpr std::array<std::string_view, 12> kRequired = {
      "version",         "timestamp",         "workflow",    "status",
      "completed_tasks", "remaining_tasks",   "blockers",    "human_actions_pending",
      "decisions",       "uncommitted_files", "next_action", "context_notes"};
  Json native = Json::object();
  native["version"] = version;
  for (const auto& [key, value] : record.items())
    if (key != "version")
      native[key] = value;
  for (std::string_view name : kRequired) {
    if (native.contains(name))
      continue;
    bool text = name == "timestamp" || name == "workflow" || name == "status" ||
                name == "next_action" || name == "context_notes";
    native[std::string(name)] = name == "status" ? Json("paused") : text ? Json("") : Json::array();
  }
  return native;
}

const Mapping kSuperteam = {
    "superteam", [](const Json& record, const WriteContext&) { return completed(record, 1); },
    normalized, [](const Json&) { return WriteContext{}; }};

const Mapping kGsd = {
    "gsd", [](const Json& record, const WriteContext&) { return completed(record, "1.0"); },
    normalized, [](const Json&) { return WriteContext{}; }};

/// A document of no known schema, in full.
Json opaque(const Json& document, std::string_view source, Warnings& warnings) {
  warnings.push_back(
      printable(source) +
      " follows no handoff schema that is known here: it is kept in full under 'imported'");
  Json record = Json::object();
  record["version"] = 1;
  record["context_notes"] =
      "Imported from " + printable(source) +
      ", which follows no known handoff schema; all of it stands under 'imported'.";
  record["imported"] = Json{{"source", to_valid_utf8(source)}, {"document", document}};
  return record;
}

Json read_handoff_json(const Mapping& mapping, std::string_view bytes, std::string_view source,
                       Warnings& warnings) {
  Json native = parse_json(bytes, source);
  expect_object(native, source);
  if (!is_handoff(native))
    return opaque(native, source, warnings);
  warn_of_version(field(native, "version"), 1,
                  mapping.name == "gsd" ? "HANDOFF.json (Get Shit Done)" : "HANDOFF.json",
                  warnings);
  return record_of(mapping, native);
}

bool is_ours(const Json& value) {
  const Json& git = field(value, "git");
  return git.is_object() && git.contains("id");
}

}  // namespace

void put_begun_with_completed(Json& record) {
  auto remaining = record.find("remaining_tasks");
  if (remaining == record.end() || !remaining->is_array())
    return;
  Json begun = Json::array(), left = Json::array();
  for (const Json& task : *remaining) {
    const auto state = task_state_of(text_of(field(task, "status")));
    (state == model::TaskState::in_progress ? begun : left).push_back(task);
  }
  if (begun.empty())
    return;
  record["remaining_tasks"] = std::move(left);
  Json& completed = record["completed_tasks"];
  if (!completed.is_array())
    completed = completed.is_null() ? Json::array() : Json::array({completed});
  completed.insert(completed.end(), begun.begin(), begun.end());
}

Format json_format() {
  return {"json",
          "git-handoff",
          "the record itself",
          {{"handoff.json", Place::Kind::project}},
          [](const Probe& probe) {
            return probe.json == nullptr ? 0 : is_ours(*probe.json) ? 100 : 1;
          },
          [](std::string_view bytes, std::string_view source, Warnings& warnings) {
            Json record = parse_json(bytes, source);
            expect_object(record, source);
            bool known =
                is_ours(record) || is_handoff(record) || record.empty() || record.contains("title");
            if (!known)
              return opaque(record, source, warnings);
            warn_of_version(field(record, "version"), 1, "the record", warnings);
            return record;
          },
          [](const Json& record, const WriteContext&, Losses&) { return write_json(record); }};
}

Format superteam_format() {
  return {
      "superteam",
      "Superteam",
      "HANDOFF.json, version 1",
      {{".superteam/HANDOFF.json", Place::Kind::state, "HANDOFF.md"},
       {"HANDOFF.json", Place::Kind::anywhere, "HANDOFF.md"}},
      [](const Probe& probe) { return probe.json != nullptr && is_handoff(*probe.json) ? 50 : 0; },
      [](std::string_view bytes, std::string_view source, Warnings& warnings) {
        return read_handoff_json(kSuperteam, bytes, source, warnings);
      },
      [](const Json& record, const WriteContext& context, Losses& losses) {
        return write_json(native_of(kSuperteam, record, context, losses));
      }};
}

Format gsd_format() {
  return {"gsd",
          "Get Shit Done",
          "HANDOFF.json, version \"1.0\"",
          {{".planning/HANDOFF.json", Place::Kind::state, "HANDOFF.md"}},
          [](const Probe& probe) {
            if (probe.json == nullptr || !is_handoff(*probe.json))
              return 0;
            bool names = probe.json->contains("phase_name") || probe.json->contains("phase_dir") ||
                         probe.json->contains("milestone") || probe.json->contains("plan");
            bool text = field(*probe.json, "version").is_string();
            return probe.file_name.ends_with(".planning/HANDOFF.json") || names || text ? 60 : 0;
          },
          [](std::string_view bytes, std::string_view source, Warnings& warnings) {
            return read_handoff_json(kGsd, bytes, source, warnings);
          },
          [](const Json& record, const WriteContext& context, Losses& losses) {
            return write_json(native_of(kGsd, record, context, losses));
          }};
}

namespace {

/// Its name, or a source, which stands in quotes.
bool is_called_yaml(std::string_view name) {
  if (name.ends_with('\''))
    name.remove_suffix(1);
  return name.ends_with(".yaml") || name.ends_with(".yml");
}

/// Does a value stand under a name, "key: &name text", and is taken up by another, "key: *name"? To
/// TOON these are words.
bool has_aliases(std::string_view text) {
  std::set<std::string> anchors;
  for (const std::string& line : split_lines(std::string(text))) {
    const size_t at = line.find(": ");
    const std::string value = at == std::string::npos ? std::string() : trim(line.substr(at + 2));
    if (value.starts_with('&'))
      anchors.insert(value.substr(1, value.find(' ') - 1));
    else if (value.starts_with('*') && anchors.contains(value.substr(1)))
      return true;
  }
  return false;
}

/// Most of what people write as YAML is TOON, and reads the same.
Json parse_toon_or_yaml(std::string_view bytes, std::string_view name) {
  return is_called_yaml(name) || has_aliases(bytes) ? parse_yaml(bytes, name)
                                                    : parse_toon(bytes, name);
}

}  // namespace

Format toon_format() {
  return {"toon",
          "TOON 4.4",
          "the record in Token-Oriented Object Notation",
          {{"handoff.toon", Place::Kind::project}},
          [](const Probe& probe) {
            if (probe.json != nullptr || probe.bytes.size() > kMaxDocumentBytes)
              return 0;
            try {
              Json value = parse_toon_or_yaml(probe.bytes, probe.file_name);
              return value.is_object() && is_handoff(value) ? 70 : 0;
            } catch (const std::exception&) {
              return is_called_yaml(probe.file_name) ? 65 : 0;  // the reader of YAML tells where
            }
          },
          [](std::string_view bytes, std::string_view source, Warnings& warnings) {
            Json record = parse_toon_or_yaml(bytes, source);
            expect_object(record, source);
            warn_of_version(field(record, "version"), 1, "the record", warnings);
            return record;
          },
          [](const Json& record, const WriteContext&, Losses& losses) {
            std::string text = write_toon(record);
            losses.dropped = lost_fields(record, parse_toon(text, "toon"));
            return text;
          }};
}

}  // namespace handoff::formats
