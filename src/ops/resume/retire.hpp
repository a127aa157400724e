#pragma once

#include <string>
#include <vector>

#include "ops/notes/ledger.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// How a record ends: what it leaves open goes into the journal, then its ref into the archive. The
/// last steps of a transaction.
struct Retirement {
  std::vector<Step> steps = {};
  size_t carried = 0;  ///< open items
  size_t stay = 0;     ///< open items that the journal has no room for
};

/// Writes the version that says how a record ended ("resumed", "discarded").
Retirement retire(const Store& store, git::Quarantine& quarantine, const Record& record,
                  const std::string& how, const git::Identity& identity, const NextOwner& owner);

/// The owner of what a record leaves open that stays where it is: its own branch, in the worktree
/// in which it was paused.
NextOwner own_place(const Store& store, const Record& record);

}  // namespace handoff::ops
