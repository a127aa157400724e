#include "formats/record/note.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

using model::Note;

constexpr auto kTexts = std::to_array<std::pair<std::string_view, std::string Note::*>>({
    {"because", &Note::because},
    {"instead_of", &Note::instead_of},
    {"binding", &Note::binding},
    {"verify", &Note::verify},
    {"progress", &Note::progress},
    {"workaround", &Note::workaround},
    {"status", &Note::status},
    {"carried_from", &Note::carried_from},
    {"copy_of", &Note::copy_of},
    {"field", &Note::field},
});

}  // namespace

Json note_to_json(const Note& note) {
  Json object = Json::object();
  object["id"] = note.id;
  object["time"] = note.time;
  object["branch"] = note.branch;
  object["head"] = text_or_null(note.head);
  object["kind"] = model::word_of(note.kind);
  object["text"] = note.text;
  for (const auto& [name, member] : kTexts)
    if (!(note.*member).empty())
      object[std::string(name)] = note.*member;
  if (note.blocking)
    object["blocking"] = true;
  if (note.kind == model::NoteKind::done)
    object["closes"] = model::word_of(note.closes);
  if (note.item)
    object["item"] = *note.item;
  return object;
}

std::optional<Note> note_from_json(const Json& object) {
  std::optional<model::NoteKind> kind = model::note_kind_of(text_of(field(object, "kind")));
  if (!kind)
    return std::nullopt;
  Note note;
  note.kind = *kind;
  note.id = text_of(field(object, "id"));
  note.time = text_of(field(object, "time"));
  note.branch = text_of(field(object, "branch"));
  note.head = text_of(field(object, "head"));
  note.text = text_of(field(object, "text"));
  for (const auto& [name, member] : kTexts)
    note.*member = text_of(field(object, name));
  note.blocking = flag_of(field(object, "blocking"));
  note.closes =
      model::note_kind_of(text_of(field(object, "closes"))).value_or(model::NoteKind::task);
  if (const Json& item = field(object, "item"); !item.is_null())
    note.item = std::make_shared<const Json>(item);
  return note;
}

bool is_blocking(const model::Note& note) {
  return note.blocking || (note.kind == model::NoteKind::human && note.item &&
                           flag_of(field(*note.item, "blocking")));
}

}  // namespace handoff::formats
