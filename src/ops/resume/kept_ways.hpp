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

/// Is the record's branch gone, while what is checked out has its work? There it is gone on with,
/// unless `--switch` asks for that branch.
bool is_gone_branch_here(const Record& record, const Comparison& comparison);

}  // namespace handoff::ops
