#pragma once

#include "ops/records/store.hpp"

namespace handoff::ops {

enum class Original { theirs, none };
/// The record under a new id, in place of the one that is live here: with `forked_from`, unless it
/// has nothing to do with what others have under the old one.
Record fork_record(const Store& store, const Record& record, Original original = Original::theirs);
/// The same record, of the branch by the name that this has now.
Record move_to_branch(const Store& store, const Record& record, const std::string& branch);

}  // namespace handoff::ops
