#include "formats/record/canonical.hpp"

#include <array>
#include <span>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace handoff::formats {

namespace {

/// A field and what it is called elsewhere, the first of them that is there being meant.
struct Field {
  std::string_view name;
  std::array<std::string_view, 8> others = {};
  std::span<const Field> items = {};  ///< the fields of the items where it is a list
};

constexpr Field kTaskFields[] = {
    {"id", {"task_id", "number"}},
    {"name", {"task", "title", "description", "content"}},
    {"progress", {"note", "notes"}},
    {"verification", {"verify"}},
};
constexpr Field kDecisionFields[] = {
    {"decision", {"what", "title", "name", "text"}},
    {"rationale", {"why", "reason", "because"}},
    {"rejected", {"alternatives", "instead_of"}},
};
constexpr Field kBlockerFields[] = {
    {"description", {"blocker", "name", "text", "issue"}},
    {"check", {"verification", "verify"}},
};
constexpr Field kGateFields[] = {{"evidence", {"detail", "details", "result"}}};
constexpr Field kActionFields[] = {{"action", {"description", "name", "text"}}};
constexpr Field kQuestionFields[] = {{"question", {"text", "name"}}};
constexpr Field kCorrectionFields[] = {
    {"correction", {"text"}},
    {"lesson", {"because", "reason", "rationale", "why"}},
    {"original", {"instead_of", "wrong"}},
};
constexpr Field kErrorFields[] = {{"error", {"text", "description"}}};
constexpr Field kDoneFields[] = {{"requirement", {"name", "text", "description"}}};
constexpr Field kDocumentFields[] = {{"kind", {"type"}}, {"why", {"purpose"}}};

constexpr Field kFields[] = {
    {"version", {"format_version"}},
    {"timestamp",
     {"paused_at", "generatedAt", "generated_at", "at", "date", "updated_at", "last_updated",
      "created_at"}},
    {"completed_tasks", {"completed_work", "completed_phases", "completed"}, kTaskFields},
    {"remaining_tasks", {"remaining_work", "remaining"}, kTaskFields},
    {"decisions", {"decisions_made", "decided"}, kDecisionFields},
    {"blockers", {"blocked"}, kBlockerFields},
    {"human_actions_pending", {"human_actions"}, kActionFields},
    {"next_action", {"next", "next_steps", "nextTask", "next_task"}},
    {"context_notes", {"context"}},
    {"open_questions", {}, kQuestionFields},
    {"corrections", {}, kCorrectionFields},
    {"errors", {}, kErrorFields},
    {"definition_of_done", {}, kDoneFields},
    {"documents", {}, kDocumentFields},
    {"quality_gates", {}, kGateFields},
};

bool is_there(const Json& object, std::string_view name) {
  auto found = object.find(name);
  return found != object.end() && !found->is_null();
}

/// `context` and `blocked` may be objects or flags that mean something else.
bool can_stand_for(const Json& value, const Field& field) {
  if (value.is_null() || value.is_boolean())
    return false;
  return !value.is_object() || field.name == "next_action";
}

void rename(Json& object, std::string_view from, std::string_view to) {
  Json renamed = Json::object();
  for (auto& [key, value] : object.items())
    if (key == from)
      renamed[std::string(to)] = std::move(value);
    else if (key != to)
      renamed[key] = std::move(value);
  object = std::move(renamed);
}

void rename_fields(Json& object, std::span<const Field> fields);

/// A list, a lone item, or an object of lists, as Spellbook has decisions and documents.
void rename_in_items(Json& value, std::span<const Field> fields) {
  if (value.is_array()) {
    for (Json& item : value)
      if (item.is_object())
        rename_fields(item, fields);
  } else if (value.is_object()) {
    bool of_lists = false;
    for (auto& [kind, list] : value.items())
      if (list.is_array()) {
        rename_in_items(list, fields);
        of_lists = true;
      }
    if (!of_lists)
      rename_fields(value, fields);
  }
}

void rename_fields(Json& object, std::span<const Field> fields) {
  for (const Field& field : fields) {
    if (!is_there(object, field.name))
      for (std::string_view other : field.others)
        if (auto found = object.find(other);
            found != object.end() && can_stand_for(*found, field)) {
          rename(object, other, field.name);
          break;
        }
    if (auto found = object.find(field.name); found != object.end() && !field.items.empty())
      rename_in_items(*found, field.items);
  }
}

}  // namespace

Json canonical(Json record) {
  if (record.is_object())
    rename_fields(record, kFields);
  return record;
}

std::vector<std::string_view> other_names() {
  std::vector<std::string_view> names;
  for (const Field& field : kFields)
    for (std::string_view other : field.others)
      if (!other.empty())
        names.push_back(other);
  return names;
}

}  // namespace handoff::formats
