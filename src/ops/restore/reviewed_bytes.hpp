#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/objects/trees.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Of the exact bytes that a stranger's record keeps beside its work: the paths whose bytes are not
/// what git would make the work's files of. What was looked at is the work, so these are not
/// written.
std::set<std::string> not_of_the_work(const Store& store, const Record& record,
                                      const std::vector<git::TreeEdit>& raw);

}  // namespace handoff::ops
