#pragma once

#include "ops/records/store.hpp"

namespace handoff::ops {

/// The record under a new id with `forked_from`, in place of the one that is live here.
Record fork_record(const Store& store, const Record& record);

}  // namespace handoff::ops
