// Spellbook's tools: its names, arguments and results, on the handoff store instead of a database
// of its own.

#include "ops/observe/workflow_state.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "formats/foreign/spellbook_door.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/record/values.hpp"
#include "mcp/tool_runs.hpp"

namespace handoff::mcp {

namespace {

using formats::field;
using formats::text_of;

constexpr double kMaxAgeHours = 24.0;

Json failed(Json result, const std::string& error) {
  result["success"] = false;
  result["error"] = error;
  return result;
}

constexpr double kClocksDiffer = -0.1;  ///< hours; what is of tomorrow is nobody's

/// Objects merge by key, lists append, scalars replace.
void merge(Json& into, const Json& updates) {
  for (const auto& [name, value] : updates.items()) {
    Json& target = into[name];
    if (target.is_object() && value.is_object())
      merge(target, value);
    else if (target.is_array() && value.is_array())
      target.insert(target.end(), value.begin(), value.end());
    else
      target = value;
  }
}

/// `<NAME>...</NAME>`, else the part under a heading of the second level or deeper that begins with
/// the name, the highest first; empty where there is neither.
std::string section_of(const std::string& text, const std::string& name) {
  std::string lower = to_lower(text), tag = to_lower(name);
  size_t open = lower.find("<" + tag + ">");
  if (open != std::string::npos) {
    size_t begin = open + tag.size() + 2;
    size_t end = lower.find("</" + tag + ">", begin);
    if (end != std::string::npos)
      return trim(text.substr(begin, end - begin));
  }
  constexpr size_t kHighest = 2, kDeepest = 6;
  for (size_t level = kHighest; level <= kDeepest; ++level)
    for (const formats::TextSection& section : formats::sections_of(text, level))
      if (to_lower(section.heading).starts_with(tag))
        return trim("## " + section.heading + "\n" + section.body);
  return {};
}

bool is_skill_name(const std::string& name) {
  return !name.empty() && name.size() <= 64 &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
             std::string::npos;
}

/// Those of the repository alone: what lies outside is not the server's to read.
std::vector<std::string> skill_places(const git::Repository& repository, const std::string& name) {
  std::vector<std::string> places;
  for (const char* folder : {"/.claude/skills/", "/.agents/skills/"})
    places.push_back(repository.layout().root + folder + name + "/SKILL.md");
  return places;
}

/// A file of the tree that is a link to somewhere else: a clone may hold any.
bool leads_out_of(const std::string& root, const std::string& place) {
  return !real_path(place).starts_with(root + "/");
}

}  // namespace

ToolAnswer workflow_state_save(const git::Repository& repository, const Json& arguments) {
  std::string path = text_of(field(arguments, "project_path"));
  const Json& given = field(arguments, "trigger");
  std::string trigger = given.is_string() ? text_of(given) : "manual";
  Json result = {{"success", true}, {"project_path", path}, {"trigger", trigger}};
  const Json& state = field(arguments, "state");
  if (std::vector<std::string> found = formats::spellbook_objections(state); !found.empty())
    return answer_of(
        failed(std::move(result), "Workflow state failed validation: " + join(found, "; ")));
  ops::change_workflow_state(ops::Store(repository), [&](ops::WorkflowState& saved) {
    saved.state = formats::write_json_line(state);
    saved.trigger = trigger;
    return true;
  });
  return answer_of(std::move(result));
}

ToolAnswer workflow_state_load(const git::Repository& repository, const Json& arguments) {
  Json result = {{"success", true},
                 {"found", false},
                 {"state", nullptr},
                 {"age_hours", nullptr},
                 {"trigger", nullptr}};
  std::optional<ops::WorkflowState> saved = ops::read_workflow_state(ops::Store(repository));
  if (!saved)
    return answer_of(std::move(result));
  const Json& limit = field(arguments, "max_age_hours");
  double age = (now_exactly() - saved->saved_at) / 3600.0;
  result["age_hours"] = age;
  result["trigger"] = saved->trigger;
  if (age < kClocksDiffer || age > (limit.is_number() ? limit.get<double>() : kMaxAgeHours))
    return answer_of(std::move(result));
  Json state = formats::parse_json(saved->state, "workflow state");
  if (std::vector<std::string> found = formats::spellbook_objections(state); !found.empty()) {
    result["rejected"] = true;
    result["rejection_reason"] = "State failed validation";
    result["finding_count"] = found.size();
    return answer_of(std::move(result));
  }
  result["found"] = true;
  result["state"] = std::move(state);
  return answer_of(std::move(result));
}

ToolAnswer workflow_state_update(const git::Repository& repository, const Json& arguments) {
  std::string path = text_of(field(arguments, "project_path"));
  const Json& updates = field(arguments, "updates");
  Json result = {{"success", true}, {"project_path", path}};
  if (std::vector<std::string> found = formats::spellbook_objections(updates); !found.empty()) {
    result = failed(std::move(result), "Updates failed validation");
    result["findings"] = found;
    return answer_of(std::move(result));
  }
  ops::change_workflow_state(ops::Store(repository), [&](ops::WorkflowState& saved) {
    Json state = formats::parse_json(saved.state, "workflow state"), before = state;
    merge(state, updates);
    if (std::vector<std::string> found = formats::spellbook_objections(state); !found.empty()) {
      result = failed(std::move(result), "Merged state failed validation");
      result["findings"] = found;
      result["state"] = std::move(before);
      return false;
    }
    saved.state = formats::write_json_line(state);
    saved.trigger = "auto";
    return true;
  });
  return answer_of(std::move(result));
}

ToolAnswer workflow_state_failure(const Json& arguments, const std::string& error) {
  return answer_of(failed(
      {{"success", false}, {"project_path", text_of(field(arguments, "project_path"))}}, error));
}

ToolAnswer skill_instructions_get(const git::Repository& repository, const Json& arguments) {
  constexpr size_t kLongest = 1u << 20;
  std::string name = text_of(field(arguments, "skill_name"));
  Json result = {{"success", true}, {"skill_name", name}, {"path", ""}, {"content", ""}};
  if (!is_skill_name(name))
    return answer_of(
        failed(std::move(result), "'" + printable(name) + "' is not the name of a skill"));
  for (const std::string& place : skill_places(repository, name)) {
    if (leads_out_of(repository.layout().root, place))
      continue;
    const std::optional<std::string> text = peek_file(place, kLongest);
    if (!text)
      continue;
    result["path"] = place;
    std::string content = to_valid_utf8(*text);
    if (const Json& wanted = field(arguments, "sections"); wanted.is_array() && !wanted.empty()) {
      result["sections"] = Json::object();
      std::vector<std::string> parts;
      for (const Json& section : wanted) {
        std::string part = section_of(content, text_of(section));
        if (!part.empty()) {
          result["sections"][text_of(section)] = part;
          parts.push_back("## " + text_of(section) + "\n" + part);
        }
      }
      content = join(parts, "\n\n");
    }
    result["content"] = content;
    return answer_of(std::move(result));
  }
  return answer_of(failed(std::move(result), "Skill not found: " + name));
}

}  // namespace handoff::mcp
