#pragma once

#include "ops/records/shared.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// What is known of a shared handoff, with the branch that its record here is of, under its name of
/// today: who has it may have it on another one.
inline Shared of_branch_here(Shared shared, const Record& record, const Comparison& comparison) {
  if (shared.branch != record.at.branch && !comparison.branch.empty()) {
    shared.branch = comparison.branch;
    shared.upstream.clear();
  }
  return shared;
}

}  // namespace handoff::ops
