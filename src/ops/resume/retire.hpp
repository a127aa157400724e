#pragma once

#include <string>
#include <vector>

#include "ops/operation/transaction.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// How a record ends: what it leaves open goes into the journal, then its ref into the archive. The
/// last steps of a transaction.
struct Retirement {
  std::vector<Step> steps = {};
  size_t carried = 0;  ///< open items
};

/// Writes the version that says how a record ended ("resumed", "discarded"). What it leaves open is
/// for the branch `label` at the commit `head`.
Retirement retire(const Store& store, git::Quarantine& quarantine, const Record& record,
                  const std::string& how, const git::Identity& identity, const std::string& label,
                  const std::string& head);

}  // namespace handoff::ops
