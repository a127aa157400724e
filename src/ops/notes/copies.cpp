#include "ops/notes/copies.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "git/refs/names.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

using model::Note;
using model::NoteKind;

bool can_be_done(NoteKind kind) {
  return kind == NoteKind::task || kind == NoteKind::question || kind == NoteKind::error ||
         kind == NoteKind::blocker || kind == NoteKind::human || kind == NoteKind::gate;
}

std::string handoff_of(const Note& item) {
  return item.copy_of.empty() ? item.carried_from : item.copy_of;
}

bool GoesOnHere::has(const std::string& id) {
  const auto [known, is_new] = x_known.try_emplace(id, false);
  if (!is_new || !git::is_record_id(id))
    return known->second;
  if (const std::optional<Shared> shared = read_shared_quietly(x_store.repository(), id))
    return known->second = shared->ours;
  for (const RecordRef& ref : x_store.archived())
    if (ref.id == id)
      if (const std::optional<Record> record = x_store.look_at(ref);
          record && record->handoff.status == "resumed")
        return known->second = true;
  return false;
}

std::vector<std::string> all_journals(const git::Repository& repository) {
  const std::string own = repository.layout().journal_file();
  std::vector<std::string> files = journals_beside(own);
  files.push_back(own);
  return files;
}

namespace {

bool closes_of(const Note& note, const std::string& id) {
  return note.kind == NoteKind::done && note.copy_of == id;
}

/// The same for one closing that was noted once, in two places.
std::string key_of_closing(const Note& done) {
  return done.time + " " + std::string(model::word_of(done.closes)) + " " +
         lists::folded(done.text);
}

}  // namespace

std::optional<ItemSet> open_there(const Store& store, const Shared& shared) {
  if (shared.tip.empty() || !shared.doubt.empty() || shared.state == SharedState::finished)
    return std::nullopt;
  try {
    return ItemSet(notes_from_open(*store
                                        .load({.ref = "",
                                               .branch = shared.branch,
                                               .id = shared.id,
                                               .oid = shared.tip,
                                               .shared = true})
                                        .document,
                                   ""));
  } catch (const Failure&) {
    return std::nullopt;  // it is not all here
  }
}

ItemSet closed_by(const std::vector<Note>& notes) {
  ItemSet closed;
  for (const Note& done : notes)
    if (done.kind == NoteKind::done)
      closed.insert({.kind = done.closes, .text = done.text});
  return closed;
}

ClosingsOf closings_of_handoff(const git::Repository& repository, const std::string& id) {
  ClosingsOf closings;
  std::set<std::string> over;
  for (const std::string& file : all_journals(repository)) {
    const Journal journal = read_journal(file);
    for (const Note& note : journal.notes)
      if (closes_of(note, id))
        closings.waiting.push_back(note);
    for (size_t i = 0; i < journal.closed.size(); ++i)
      if (const std::string& holder = journal.holders[i]; closes_of(journal.closed[i], id)) {
        if (holder == id || holder.empty())
          over.insert(key_of_closing(journal.closed[i]));
        else
          closings.waiting.push_back(journal.closed[i]);
        if (holder == id)
          closings.used.push_back(journal.closed[i]);
      }
  }
  std::erase_if(closings.waiting,
                [&](const Note& done) { return over.contains(key_of_closing(done)); });
  return closings;
}

std::vector<Note> with_closings_of(const Store& store, const std::string& id,
                                   std::vector<Note> notes) {
  if (!read_shared_quietly(store.repository(), id))
    return notes;
  ItemSet known = closed_by(notes);
  for (const Note& done : closings_of_handoff(store.repository(), id).waiting)
    if (!known.has(done.closes, done.text)) {
      known.insert({.kind = done.closes, .text = done.text});
      notes.push_back(done);
    }
  return notes;
}

std::vector<Note> closings_beside(const Journal& journal, const std::string& id,
                                  const std::vector<Note>& known) {
  const std::set<std::string> ids = set_of(known, &Note::id);
  std::vector<Note> beside;
  const auto add = [&](const Note& note) {
    if (closes_of(note, id) && !ids.contains(note.id))
      beside.push_back(note);
  };
  std::ranges::for_each(journal.notes, add);
  for (size_t i = 0; i < journal.closed.size(); ++i)
    if (!journal.holders[i].empty() && journal.holders[i] != id)
      add(journal.closed[i]);
  return beside;
}

void mark_copies(const Store& store, const Shared& shared, std::vector<Note>& items) {
  if (!shared.held_by_other() && !shared.has_newer())
    return;
  if (const std::optional<ItemSet> open = open_there(store, shared))
    for (Note& item : items)
      if (can_be_done(item.kind) && open->has(item))
        item.copy_of = shared.id;
}

}  // namespace handoff::ops
