#pragma once

#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"

namespace handoff::ops {

/// Is there nothing left to go on with in a checkpoint: its branch (HEAD, where that is gone) has
/// all of its work, and nothing of its own is open? Such a one does not wait for anybody. Not what
/// nobody here has read.
bool is_committed_checkpoint(const Store& store, const Record& record, const git::Head& head);
/// The same of the record that a ref names; false where it cannot be read, or is shared: of that
/// others hear.
bool is_committed_checkpoint(const Store& store, const RecordRef& ref, const git::Head& head);
/// The record that is meant where none is named: as Store::current(), but not such a one, unless it
/// is shared.
std::optional<Record> waiting_at(const Store& store, const git::Head& head);
/// The live records, without such ones.
std::vector<RecordRef> waiting(const Store& store);
/// Takes such ones that are live out of a list, those that are shared apart. Each look asks git:
/// who has many of them sees the rest.
void drop_committed(const Store& store, std::vector<Summary>& records);

/// Moves those of HEAD's branch that were taken in this worktree to the archive, as they are; gives
/// how many.
size_t archive_committed_checkpoints(const Store& store, const git::Head& head);

}  // namespace handoff::ops
