#pragma once

#include <string>
#include <vector>

#include "ops/notes/copies.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/journal.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What this clone has from a handoff, and may go with it.
inline bool came_with(const model::Note& note, const std::string& id, const ItemSet& given) {
  return (note.carried_from == id || (note.copy_of == id && !note.carried_from.empty())) &&
         given.has(note);
}

/// What was open in any version of a handoff that this clone has.
ItemSet ever_open(const Store& store, const Shared& shared);

/// What was open in the version that this clone had last, and was not in one that came since; when
/// it was opened again (Note::time); empty: it was not.
std::vector<model::Note> ended_since(const Store& store, const Shared& shared);

/// The ids of those in a journal.
std::vector<std::string> ids_of_came(const Journal& journal, const std::string& id,
                                     const ItemSet& given);

/// What is closed in the version seen now, or finished, does not stay open in the journal of who
/// has discarded it; what closed that here is used up.
void settle_left(const Store& store, const Shared& shared);

/// Items of a record that came are copies of those in other handoffs: closed where those are known
/// here to be.
void close_copies_in(const Store& store, const RecordRef& ref);

/// What was closed here, and in a version that this clone has not had, is closed by that: where a
/// later one has it again, it is open. Of the version that comes here as `ref`.
void spend_closings(const Store& store, const Shared& shared, const RecordRef& ref);

/// What others have closed of the copies in a version that comes here as `ref` is closed in the
/// handoffs that those are copies of.
void close_originals(const Store& store, const Shared& shared, const RecordRef& ref);

/// How many of the items that a record has just left are open still.
size_t still_carried(const Store& store, const std::string& id, size_t carried);

}  // namespace handoff::ops
