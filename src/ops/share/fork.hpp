#pragma once

#include "ops/records/store.hpp"

namespace handoff::ops {

/// The record under a new id with `forked_from`, in place of the one that is live here.
Record fork_record(const Store& store, const Record& record);
/// The same record, of the branch by the name that this has now.
Record move_to_branch(const Store& store, const Record& record, const std::string& branch);

}  // namespace handoff::ops
