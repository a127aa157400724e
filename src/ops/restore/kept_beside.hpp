#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What the record keeps beside its commit, and the tree does not have so any more: files whose
/// exact bytes, mode or absence git was not to see. Nothing of a stranger's record.
std::vector<std::string> lost_beside_commit(const Store& store, const Record& record);

/// "'b' as it was paused: git cat-file blob 31259be6cb80", for those of `paths` whose exact bytes
/// the record keeps: no commit of a branch holds them.
std::vector<std::string> where_bytes_are(const Store& store, const Record& record,
                                         const std::vector<std::string>& paths);

}  // namespace handoff::ops
