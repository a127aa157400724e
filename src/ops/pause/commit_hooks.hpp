#pragma once

#include "git/objects/quarantine.hpp"
#include "ops/snapshot/snapshot.hpp"

namespace handoff::ops {

/// `handoff.verify`: the repository's own checks decide, on a copy of the index that the WIP commit
/// is made of: what they enter there is not staged. Throws a Failure (exit 1) where they refuse.
void run_commit_hooks(const git::Repository& repository, const Snapshot& snapshot,
                      const git::Quarantine& quarantine);

}  // namespace handoff::ops
