#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record.hpp"
#include "formats/values.hpp"
#include "ops/fold.hpp"
#include "ops/record_lists.hpp"

namespace handoff::ops {

using namespace lists;
using formats::field;
using formats::text_of;
using model::Note;
using model::NoteKind;
using model::TaskState;

std::vector<Note> notes_from_open(const Json& record, const std::string& record_id) {
  std::vector<Note> notes;
  auto add = [&](NoteKind kind, const std::string& text, const Json* item) {
    if (trim(text).empty())
      return;
    Note note{.kind = kind, .text = text, .carried_from = record_id};
    if (item != nullptr)
      note.item = std::make_shared<const Json>(*item);
    notes.push_back(std::move(note));
  };
  auto add_list = [&](NoteKind kind, const ListField& list, auto&& is_open) {
    for (const auto& [under, item] : flat_items(field(record, name_in(record, list))))
      if (is_open(item.get()))
        add(kind, headline_of(item), &item.get());
  };
  auto always = [](const Json&) { return true; };
  auto unfinished = [](TaskState assumed) {
    return [assumed](const Json& task) {
      std::string status = task.is_object() ? text_of(field(task, "status")) : "";
      return (status.empty() ? assumed : formats::task_state_of(status)) != TaskState::done;
    };
  };
  add(NoteKind::context, text_of(field(record, {"context_notes", "context"})), nullptr);
  add_list(NoteKind::decision, kDecisions, always);
  add_list(NoteKind::correction, kCorrections, always);
  add_list(NoteKind::question, kQuestions, always);
  add_list(NoteKind::task, kCompleted, unfinished(TaskState::done));
  add_list(NoteKind::task, kRemaining, unfinished(TaskState::not_started));
  add_list(NoteKind::blocker, kBlockers, always);
  add_list(NoteKind::human, kActions,
           [](const Json& action) { return !formats::flag_of(field(action, "done")); });
  add_list(NoteKind::doc, kDocuments, always);
  return notes;
}

}  // namespace handoff::ops
