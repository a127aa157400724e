#pragma once

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a fork is one of: of the handoff that others have under the old id; of what that was forked
/// from, if it was, since it is over; or of nothing that others have.
enum class Original { theirs, of_theirs, none };
/// The record under a new id, in place of the one that is live here.
Record fork_record(const Store& store, const Record& record, Original original = Original::theirs);
/// The same record, of the branch by the name that this has now.
Record move_to_branch(const Store& store, const Record& record, const std::string& branch);

}  // namespace handoff::ops
