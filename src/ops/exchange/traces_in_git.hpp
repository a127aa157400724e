#pragma once

#include "ops/exchange/found_record.hpp"

namespace handoff::ops {

/// What git tells of work that stopped: WIP commits and the branch's own commits, the reflog, the
/// working tree.
void find_traces_in_git(const git::Repository& repository, FoundRecord& found);

}  // namespace handoff::ops
