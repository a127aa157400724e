#pragma once

#include <optional>

#include "base/clock.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/step.hpp"

namespace handoff::ops {

struct LastOperation {
  Transaction transaction;
  Seconds time = 0;
};
/// The last finished operation of this worktree; nullopt where there is none, or none that this
/// user made: a copied git directory may tell of another's.
std::optional<LastOperation> last_operation(const git::Repository& repository);
/// The same, to take it back: a Failure where it cannot be read.
std::optional<LastOperation> operation_to_undo(const git::Repository& repository);

}  // namespace handoff::ops
