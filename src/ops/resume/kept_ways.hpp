#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// Would the recorded work merge into a commit without a conflict? Changes nothing.
bool merges_into(const Store& store, const Record& record, const std::string& commit);

/// What helps where something was kept and is not in the tree, which is clean: the branch that it
/// was committed on meanwhile, and of the other ways those that go.
std::vector<std::string> ways_of_kept(const Store& store, const Record& record,
                                      const Comparison& c);

}  // namespace handoff::ops
