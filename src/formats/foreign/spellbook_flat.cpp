// The flat shape of Spellbook's state: 13 keys, and the only one that its own check takes.

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/spellbook.hpp"
#include "formats/foreign/spellbook_door.hpp"
#include "formats/foreign/spellbook_parts.hpp"
#include "formats/foreign/spellbook_shape.hpp"
#include "formats/json/json.hpp"
#include "formats/record/canonical.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

using namespace spellbook;

constexpr std::array<std::string_view, 13> kFlatKeys = {
    "active_skill",       "skill_phase",   "todos",         "recent_files",
    "workflow_pattern",   "boot_prompt",   "pending_todos", "skill_constraints",
    "decisions_binding",  "identity_role", "stint_stack",   "compaction_flag",
    "develop_gate_ledger"};

// --- the boot prompt
// ----------------------------------------------------------------------------

struct PromptPart {
  std::string_view heading, field;
};
constexpr std::array<PromptPart, 3> kPromptParts = {{{"## Next action", "next_action"},
                                                     {"## Context", "context_notes"},
                                                     {"## Message", "user_message"}}};

/// Takes a line where Spellbook would, also behind those that stand there.
void add_prompt_line(std::string& prompt, const std::string& line) {
  constexpr size_t kBehind = 300;
  const std::string tail = prompt.substr(prompt.size() - std::min(prompt.size(), kBehind)) + line;
  if (boot_prompt_objections(line).empty() && !orders_about(tail) &&
      boot_prompt_objections("- " + replace_all(tail, "\n", "\n- ")).empty())
    prompt += line + "\n";
}

std::string boot_prompt_of(const Json& state, const Json& record) {
  const Json& skills = field(state, "skill_stack");
  const Json skill = skills.is_array() && !skills.empty() ? skills[0] : Json::object();
  std::string prompt, name = text_in(skill, {"name"}), phase = text_of(field(skill, "phase"));
  std::string command = text_of(field(skill, "resume_command"));
  if (!command.starts_with("Skill(") || contains(command, "\n"))
    command = "Skill(" + Json(name).dump() +
              (phase.empty() ? "" : ", " + Json("--resume " + phase).dump()) + ")";
  add_prompt_line(prompt, name.empty() ? "NO ACTIVE SKILL" : command);
  size_t documents = 0;
  for (const auto& [kind, list] : field(state, "documents").items())
    for (const Json& document : items_of(list)) {
      add_prompt_line(prompt, "Read(" + Json(text_in(document, {"path"})).dump() + ")");
      ++documents;
    }
  if (documents == 0)
    add_prompt_line(prompt, "NO DOCUMENTS");
  for (const PromptPart& part : kPromptParts)
    if (std::string text = text_of(field(record, part.field)); !text.empty()) {
      add_prompt_line(prompt, std::string(part.heading));
      for (const std::string& line : split(text, '\n'))
        add_prompt_line(prompt, "- " + printable(line));
    }
  prompt.pop_back();
  return prompt;
}

/// The parts that we wrote; where there are none of them, all of it is what to do next.
void read_boot_prompt(const std::string& prompt, Json& record) {
  std::array<std::vector<std::string>, kPromptParts.size()> parts;
  std::vector<std::string>* part = nullptr;
  bool ours = false;
  for (const std::string& line : split_lines(prompt)) {
    auto at = std::ranges::find(kPromptParts, line, &PromptPart::heading);
    if (at != kPromptParts.end()) {
      part = &parts[static_cast<size_t>(at - kPromptParts.begin())];
      ours = true;
    } else if (part != nullptr && line.starts_with("- ")) {
      part->push_back(line.substr(2));
    }
  }
  for (size_t i = 0; i < parts.size(); ++i)
    if (!parts[i].empty())
      record[std::string(kPromptParts[i].field)] = join(parts[i], "\n");
  const bool nothing = prompt == "NO ACTIVE SKILL\nNO DOCUMENTS";
  if (!ours && !prompt.empty() && !nothing)
    record["next_action"] = prompt;
}

// --- both ways
// ----------------------------------------------------------------------------------

/// Takes out what Spellbook would refuse the whole state for.
void drop_orders(Json& value) {
  if (!value.is_structured())
    return;
  Json kept = value.is_array() ? Json::array() : Json::object();
  for (auto& [key, item] : value.items()) {
    if (item.is_string() && orders_about(item.get_ref<const std::string&>()))
      continue;
    const size_t before = item.size();
    drop_orders(item);
    // Half an item of a list, as a task without its name, says nothing.
    if (value.is_array() && item.size() == before)
      kept.push_back(std::move(item));
    else if (value.is_object())
      kept[key] = std::move(item);
  }
  value = std::move(kept);
}

Json flat_todos(const Json& todos) {
  Json list = Json::array();
  for (const Json& todo : items_of(field(todos, "explicit"))) {
    list.push_back(todo);
    list.back()["completed"] = text_of(field(todo, "status")) == "completed";
  }
  for (const std::string& text : texts_of(field(todos, "implicit"), {"content"}))
    list.push_back(
        {{"content", text}, {"status", "pending"}, {"completed", false}, {"implicit", true}});
  return list;
}

Json recent_files(const Json& record) {
  Json files = or_else(field(record, "files_modified"), Json::array());
  if (files.empty())
    for (const std::string& path : texts_of(field(record, "uncommitted_files"), {"path"}))
      files.push_back(path);
  return files;
}

Json binding_texts(const Json& decisions) {
  Json texts = Json::array();
  for (const Json& decision : items_of(decisions)) {
    std::string why = text_of(field(decision, "rationale"));
    texts.push_back(text_in(decision, {"decision"}) +
                    (why.empty() ? "" : " (because " + why + ")"));
  }
  return texts;
}

Json flat_native(const Json& record, const WriteContext& context) {
  Json state = spellbook_mapping().to_native(record, context);
  strip_spellbook(state);
  const Json& skills = field(state, "skill_stack");
  const Json skill = skills.is_array() && !skills.empty() ? skills[0] : Json::object();
  Json flat = Json::object();
  flat["active_skill"] = text_in(skill, {"name"});
  flat["skill_phase"] = or_else(field(skill, "phase"), "");
  flat["todos"] = flat_todos(field(state, "todos"));
  flat["recent_files"] = recent_files(record);
  flat["workflow_pattern"] = or_else(field(field(state, "workflow"), "pattern"), "");
  flat["boot_prompt"] = boot_prompt_of(state, record);
  flat["skill_constraints"] = or_else(field(skill, "constraints"), Json::object());
  flat["decisions_binding"] = binding_texts(field(field(state, "decisions"), "binding"));
  flat["identity_role"] = or_else(field(field(record, "identity"), "role"), "");
  flat["stint_stack"] = or_else(field(record, "stint_stack"), Json::array());
  flat["compaction_flag"] = or_else(field(record, "compaction_flag"), false);
  flat["develop_gate_ledger"] = or_else(field(record, "develop_gate_ledger"), Json::object());
  drop_orders(flat);
  size_t pending = 0;
  for (const Json& todo : items_of(field(flat, "todos")))
    pending += flag_of(field(todo, "completed")) ? 0 : 1;
  flat["pending_todos"] = pending;
  return flat;
}

void read_flat_todos(const Json& todos, Json& record) {
  Json own = Json::array(), implicit = Json::array();
  for (const Json& todo : items_of(todos)) {
    Json task = todo;
    if (Json done = take_field(task, "completed"); flag_of(done) && !task.contains("status"))
      task["status"] = "completed";
    if (Json text = take_field(task, "text"); !text.is_null())
      task[task.contains("content") ? "text" : "content"] = text;
    if (flag_of(take_field(task, "implicit")))
      implicit.push_back(field(task, "content"));
    else
      own.push_back(std::move(task));
  }
  add_tasks(own, record);
  if (!implicit.empty())
    record["todos"] = Json{{"implicit", std::move(implicit)}};
}

Json flat_decisions(const Json& binding) {
  constexpr std::string_view kWhy = " (because ";
  Json decisions = record_decisions(Json{{"binding", binding}});
  for (Json& decision : decisions) {
    std::string text = text_of(field(decision, "decision"));
    const size_t at = text.find(kWhy);
    if (at != std::string::npos && text.back() == ')' && !decision.contains("rationale")) {
      decision["decision"] = text.substr(0, at);
      decision["rationale"] = text.substr(at + kWhy.size(), text.size() - at - kWhy.size() - 1);
    }
    if (!decision.contains("binding"))
      decision["binding"] = "absolute";
  }
  return decisions;
}

Json flat_record(const Json& flat) {
  Json record = Json::object();
  record["version"] = 1;
  read_flat_todos(field(flat, "todos"), record);
  put(record, "decisions", flat_decisions(field(flat, "decisions_binding")));
  auto put_field = [&](const char* name, const Json& value) {
    if (value != "")
      put(record, name, value);
  };
  put_field("files_modified", field(flat, "recent_files"));
  Json skill = Json::object();
  for (auto [name, key] : {std::pair{"name", "active_skill"}, std::pair{"phase", "skill_phase"},
                           std::pair{"constraints", "skill_constraints"}})
    if (const Json& value = field(flat, key); value != "")
      put(skill, name, value);
  if (!skill.empty())
    record["skill_stack"] = Json::array({skill});
  const Json& pattern = field(flat, "workflow_pattern");
  put_field("workflow_pattern",
            pattern.is_string() && pattern != "" ? Json{{"pattern", pattern}} : pattern);
  read_boot_prompt(text_of(field(flat, "boot_prompt")), record);
  if (const Json& pending = field(flat, "pending_todos"); pending.is_array() && !pending.empty())
    record["todos"]["implicit"] = pending;
  if (const Json& role = field(flat, "identity_role"); !role.is_null() && role != "")
    record["identity"] = Json{{"role", role}};
  put_field("stint_stack", field(flat, "stint_stack"));
  if (const Json& flag = field(flat, "compaction_flag"); flag != false)
    put_field("compaction_flag", flag);
  put_field("develop_gate_ledger", field(flat, "develop_gate_ledger"));
  for (const auto& [key, value] : flat.items())
    if (!in_list(kFlatKeys, key))
      record[key] = value;
  return record;
}

const Mapping kFlat = {"spellbook-flat", flat_native, flat_record,
                       [](const Json&) { return WriteContext{}; }};

std::string write_flat(const Json& record, const WriteContext& context, Losses& losses) {
  Json flat = native_of(kFlat, record, context, losses);
  // Spellbook takes these keys and no other: nothing can be carried.
  Json known = Json::object();
  for (std::string_view key : kFlatKeys)
    copy_field(flat, key, known, std::string(key));
  flat = std::move(known);
  drop_orders(flat);
  // What came in with a document goes out again only where it would be taken.
  if (!boot_prompt_objections(text_of(field(flat, "boot_prompt"))).empty())
    flat["boot_prompt"] = flat_native(record, context)["boot_prompt"];
  losses.carried.clear();
  losses.dropped = lost_fields(record, canonical(flat_record(flat)));
  if (std::vector<std::string> objections = spellbook_objections(flat); !objections.empty())
    fail("cannot write spellbook-flat: " + join(objections, "; "));
  return write_json(flat);
}

}  // namespace

const Mapping& flat_mapping() { return kFlat; }

size_t flat_keys(const Json& value) {
  size_t known = 0;
  for (std::string_view key : kFlatKeys)
    known += key != "todos" && key != "workflow_pattern" && value.contains(key) ? 1 : 0;
  return known;
}

Format spellbook_flat_format() {
  return {"spellbook-flat",
          "Spellbook",
          "the flat state that the project's validator takes (JSON, 13 keys)",
          {},
          [](const Probe& probe) {
            return probe.json != nullptr && flat_keys(unwrapped(*probe.json)) >= 3 ? 75 : 0;
          },
          read_spellbook_state,
          write_flat};
}

}  // namespace handoff::formats
