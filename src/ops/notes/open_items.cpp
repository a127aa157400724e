#include <algorithm>
#include <array>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "ops/notes/goals.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

using namespace lists;
using formats::field;
using formats::text_of;
using model::Note;
using model::NoteKind;
using model::TaskState;

namespace {

/// The first text in a value, for a list that people read.
std::string first_text(const Json& value) {
  if (!value.is_structured())
    return text_of(value);
  for (const Json& part : value)
    if (std::string text = first_text(part); !trim(text).empty())
      return text;
  return {};
}

bool is_over(const Json& item) {
  std::string status = text_of(field(item, "status"));
  return formats::task_state_of(status) == TaskState::done ||
         contains(to_lower(status), "resolved") || contains(to_lower(status), "closed") ||
         contains(to_lower(status), "cancel");
}

/// An error of which nobody knows yet what mends it.
bool is_unresolved(const Json& error) {
  if (!error.is_object())
    return true;
  const bool mended = formats::flag_of(field(error, "resolved")) ||
                      !trim(text_of(field(error, "fix"))).empty() ||
                      !trim(text_of(field(error, "resolution"))).empty();
  return !mended && !is_over(error);
}

/// A quality gate that was said not to have passed yet. What was left out on purpose is over.
bool is_open_gate(const Json& gate) {
  const std::string status = to_lower(trim(text_of(field(gate, "status"))));
  constexpr std::array kPassed = {"pass", "green", "ok", "success", "succeeded", "approved"};
  constexpr std::array kLeftOut = {"skip", "waive", "n/a", "not applicable"};
  const auto begins = [&](const char* word) { return status.starts_with(word); };
  return !status.empty() && !is_over(gate) && std::ranges::none_of(kLeftOut, begins) &&
         (formats::is_denied(status) || std::ranges::none_of(kPassed, begins));
}

/// Of an item in a list of this kind. `assumed`: what a task is that has no status.
bool is_open(NoteKind kind, const Json& item, TaskState assumed) {
  switch (kind) {
    case NoteKind::task: {
      const std::string status = text_of(field(item, "status"));
      return !is_over(item) &&
             (status.empty() ? assumed : formats::task_state_of(status)) != TaskState::done;
    }
    case NoteKind::question:
      return !is_over(item);
    case NoteKind::error:
      return is_unresolved(item);
    case NoteKind::human:
      return !formats::flag_of(field(item, "done"));
    case NoteKind::gate:
      return is_open_gate(item);
    default:
      return true;
  }
}

/// A list of a record, the kind of its items, and what a task in it is that has no status.
struct OpenList {
  const ListField& list;
  NoteKind kind;
  TaskState assumed = TaskState::not_started;
};
const std::array kOpenLists = {OpenList{kDecisions, NoteKind::decision},
                               OpenList{kCorrections, NoteKind::correction},
                               OpenList{kQuestions, NoteKind::question},
                               OpenList{kErrors, NoteKind::error},
                               OpenList{kCompleted, NoteKind::task, TaskState::done},
                               OpenList{kRemaining, NoteKind::task},
                               OpenList{kBlockers, NoteKind::blocker},
                               OpenList{kActions, NoteKind::human},
                               OpenList{kDocuments, NoteKind::doc},
                               OpenList{kGates, NoteKind::gate}};

/// Goals, the todos that are not done, and the state of a hunt that is not over.
void add_wider_state(const Json& record, const std::string& record_id, std::vector<Note>& notes) {
  auto add = [&](NoteKind kind, const std::string& in, const std::string& text, const Json& item) {
    if (!trim(text).empty())
      notes.push_back({.kind = kind,
                       .text = text,
                       .carried_from = record_id,
                       .copy_of = kind == NoteKind::task ? text_of(field(item, "copy_of")) : "",
                       .field = in,
                       .item = std::make_shared<const Json>(item)});
  };
  Json goals = field(record, "goals");
  const Json earlier = field(goals, "earlier");
  if (earlier.is_array())
    goals.erase("earlier");
  std::string ultimate = text_of(field(goals, "ultimate"));
  add(NoteKind::goal, "goals", ultimate.empty() ? first_text(goals) : ultimate, goals);
  if (earlier.is_array())
    for (const Json& item : earlier)
      add(NoteKind::goal, "goals.earlier", headline_of(item), item);
  if (const Json& debug = field(record, "debug"); debug.is_object() && !is_over(debug)) {
    Json rest = Json::object();  // symptom, status and the like
    for (const auto& [name, value] : debug.items()) {
      NoteKind kind = name == "eliminated" ? NoteKind::eliminated
                      : name == "evidence" ? NoteKind::evidence
                                           : NoteKind::hypothesis;
      if (value.is_array())
        for (const Json& item : value)
          add(kind, "debug." + name, headline_of(item), item);
      else if (name != "carried_from")
        rest[name] = value;
    }
    add(NoteKind::hypothesis, "debug", first_text(rest), rest);
  }
  std::unordered_set<std::string> tasks;
  for (const ListField& list : {kRemaining, kCompleted})
    for (const auto& [under, item] : flat_items(field(record, list.name)))
      tasks.insert(folded(headline_of(item)));
  auto add_todos = [&](const std::string& in, const Json& list) {
    for (const Json& todo : formats::items_of(list))
      if (std::string text = headline_of(todo); !is_over(todo) && !tasks.contains(folded(text)))
        add(NoteKind::task, in, text, todo);
  };
  const Json& todos = field(record, "todos");
  if (todos.is_object())
    for (const auto& [name, list] : todos.items())
      add_todos("todos." + name, list);
  else
    add_todos("todos", todos);
}

}  // namespace

std::vector<Note> notes_from_open(const Json& record, const std::string& record_id) {
  std::vector<Note> notes;
  auto add = [&](NoteKind kind, const std::string& text, const Json* item) {
    if (trim(text).empty())
      return;
    Note note{.kind = kind, .text = text, .carried_from = record_id};
    if (item != nullptr)
      note.item = std::make_shared<const Json>(*item);
    if (item != nullptr && kind != NoteKind::context)
      note.copy_of = text_of(field(*item, "copy_of"));
    notes.push_back(std::move(note));
  };
  const Json& origin = field(record, "context_carried_from");
  add(NoteKind::context, text_of(field(record, "context_notes")),
      origin.is_null() ? nullptr : &origin);
  for (const OpenList& of : kOpenLists)
    for (const auto& [under, item] : flat_items(field(record, of.list.name)))
      if (is_open(of.kind, item.get(), of.assumed))
        add(of.kind, headline_of(item), &item.get());
  add_wider_state(record, record_id, notes);
  return notes;
}

namespace {

/// Each list of a record that notes_from_open() looks at, the kind of its items, and what a task in
/// it is that has no status.
void for_each_list(Json& record, const std::function<void(Json&, NoteKind, TaskState)>& look) {
  auto look_at = [&](std::string_view name, NoteKind kind, TaskState assumed) {
    auto found = record.find(name);
    if (found == record.end())
      return;
    if (found->is_array())
      look(*found, kind, assumed);
    else if (found->is_object())
      for (auto& [inner, list] : found->items())
        if (list.is_array())
          look(list,
               name == "debug" && inner == "eliminated" ? NoteKind::eliminated
               : name == "debug" && inner == "evidence" ? NoteKind::evidence
                                                        : kind,
               assumed);
  };
  for (const OpenList& of : kOpenLists)
    look_at(of.list.name, of.kind, of.assumed);
  look_at("goals", NoteKind::goal, TaskState::not_started);
  look_at("debug", NoteKind::hypothesis, TaskState::not_started);
  look_at("todos", NoteKind::task, TaskState::not_started);
}

}  // namespace

void erase_open(Json& record, const std::function<bool(const Note&)>& is_gone) {
  const std::vector<Note> open = notes_from_open(record, "");
  std::vector<Note> gone;
  std::ranges::copy_if(open, std::back_inserter(gone), is_gone);
  const ItemSet goes(gone);
  for_each_list(record, [&](Json& list, NoteKind kind, TaskState assumed) {
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Json& item) {
                                return is_open(kind, item, assumed) &&
                                       goes.has(kind, headline_of(item));
                              }),
               list.end());
  });
  ItemPlaces places;
  for (const Note& note : gone) {
    if (note.field == "goals")
      drop_goal(record, places, note.text);
    auto debug = record.find("debug");
    if (note.field == "debug" && debug != record.end() && debug->is_object())
      for (const auto& [name, value] : note.item->items())
        debug->erase(name);
  }
  places.close_gaps(record);
  tidy_goals(record);
}

}  // namespace handoff::ops
