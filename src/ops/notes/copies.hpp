#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/note.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/journal.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

// What is open in a shared handoff, and lies in the journal or in another record as well, is one
// item, and the handoff's (Note::copy_of): what closes it there closes the copies, and what closes
// a copy closes it there.

/// Is it over once somebody has done it? A decision or a context is there to be known.
bool can_be_done(model::NoteKind kind);

/// Of which handoff an item is: the one that it is a copy of, else the record that left it open.
std::string handoff_of(const model::Note& item);

/// Whose work goes on here, by the record's id: what a handoff left in the journal waits for its
/// own next pause, whatever other handoff has an item of the same text.
class GoesOnHere {
 public:
  explicit GoesOnHere(const Store& store) : x_store(store) {}
  bool has(const std::string& id);

 private:
  const Store& x_store;
  std::map<std::string, bool> x_known;
};

/// The journals of all worktrees.
std::vector<std::string> all_journals(const git::Repository& repository);

/// What was closed of a handoff in this clone.
struct ClosingsOf {
  std::vector<model::Note> waiting = {};  ///< it has yet to be closed there
  std::vector<model::Note> used = {};     ///< the handoff's own records have it
};
/// Under whatever branch, and in whatever record, that is noted.
ClosingsOf closings_of_handoff(const git::Repository& repository, const std::string& id);

/// The items that these notes close.
ItemSet closed_by(const std::vector<model::Note>& notes);

/// Notes of a record's branch, and what was closed of it under other names.
std::vector<model::Note> with_closings_of(const Store& store, const std::string& id,
                                          std::vector<model::Note> notes);

/// A journal's closings of what is in that handoff, but for those in `known`.
std::vector<model::Note> closings_beside(const Journal& journal, const std::string& id,
                                         const std::vector<model::Note>& known);

/// What is open in the version at the remote; nullopt: not known.
std::optional<ItemSet> open_there(const Store& store, const Shared& shared);

/// Items that this clone keeps of what is open at the remote are copies of that.
void mark_copies(const Store& store, const Shared& shared, std::vector<model::Note>& items);

}  // namespace handoff::ops
