#pragma once

#include "ops/records/store.hpp"
#include "ops/snapshot/snapshot.hpp"

namespace handoff::ops {

/// Would a new version of this worktree's record with the present in it bury nothing? Not work that
/// HEAD, or the working tree, has left: that stays listed, and is offered again.
bool goes_on_from(const Store& store, const Record& record, const Snapshot& present);

}  // namespace handoff::ops
