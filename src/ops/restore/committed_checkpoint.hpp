#pragma once

#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"

namespace handoff::ops {

/// Is there nothing left to go on with in a checkpoint: its branch (HEAD, where that is gone) has
/// all of its work, and nothing of its own is open? Such a one does not wait for anybody. Not what
/// nobody here has read.
bool is_committed_checkpoint(const Store& store, const Record& record, const git::Head& head);
/// The same of the record that a ref names; false where it cannot be read.
bool is_committed_checkpoint(const Store& store, const RecordRef& ref, const git::Head& head);
/// Does its summary leave that open? Reads no record.
bool may_be_committed(const Store& store, const Summary& summary, const git::Head& head);

/// Moves those of HEAD's branch that were taken in this worktree to the archive, as they are; gives
/// how many.
size_t archive_committed_checkpoints(const Store& store, const git::Head& head);

}  // namespace handoff::ops
