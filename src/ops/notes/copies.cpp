#include "ops/notes/copies.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

using model::Note;
using model::NoteKind;

bool can_be_done(NoteKind kind) {
  return kind == NoteKind::task || kind == NoteKind::question || kind == NoteKind::error ||
         kind == NoteKind::blocker || kind == NoteKind::human;
}

std::string handoff_of(const Note& item) {
  return item.copy_of.empty() ? item.carried_from : item.copy_of;
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

/// One closing that was noted once, in two places.
bool is_same_closing(const Note& a, const Note& b) {
  return a.closes == b.closes && a.time == b.time && same_text(a.text, b.text);
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

bool has_closing(const std::vector<Note>& notes, const Note& done) {
  return std::any_of(notes.begin(), notes.end(), [&](const Note& note) {
    return note.kind == NoteKind::done && note.closes == done.closes &&
           same_text(note.text, done.text);
  });
}

ClosingsOf closings_of_handoff(const git::Repository& repository, const std::string& id) {
  ClosingsOf closings;
  std::vector<Note> over;
  for (const std::string& file : all_journals(repository)) {
    const Journal journal = read_journal(file);
    for (const Note& note : journal.notes)
      if (closes_of(note, id))
        closings.waiting.push_back(note);
    for (size_t i = 0; i < journal.closed.size(); ++i)
      if (const std::string& holder = journal.holders[i]; closes_of(journal.closed[i], id)) {
        (holder == id || holder.empty() ? over : closings.waiting).push_back(journal.closed[i]);
        if (holder == id)
          closings.used.push_back(journal.closed[i]);
      }
  }
  std::erase_if(closings.waiting, [&](const Note& done) {
    return std::any_of(over.begin(), over.end(),
                       [&](const Note& other) { return is_same_closing(done, other); });
  });
  return closings;
}

std::vector<Note> with_closings_of(const Store& store, const std::string& id,
                                   std::vector<Note> notes) {
  if (!read_shared_quietly(store.repository(), id))
    return notes;
  for (const Note& done : closings_of_handoff(store.repository(), id).waiting)
    if (!has_closing(notes, done))
      notes.push_back(done);
  return notes;
}

std::vector<Note> closings_beside(const Journal& journal, const std::string& id,
                                  const std::vector<Note>& known) {
  std::set<std::string> ids;
  for (const Note& note : known)
    ids.insert(note.id);
  std::vector<Note> beside;
  const auto add = [&](const Note& note) {
    if (closes_of(note, id) && !ids.contains(note.id))
      beside.push_back(note);
  };
  std::for_each(journal.notes.begin(), journal.notes.end(), add);
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
