#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"

namespace handoff::ops {

/// Summaries of all records at these places, of one branch where one is named, pauses before
/// checkpoints, newest first. A record without trailers is read, and one that cannot be read is
/// counted as damaged. Those of others: as far as the LookBudget reaches.
std::vector<Summary> summaries_at(const Store& store, const std::vector<RecordRef::Place>& places,
                                  const std::string& branch, std::vector<RecordRef>& damaged);

}  // namespace handoff::ops
