#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a fetch saw of others and is still open: without those that are live here, and those that
/// were resumed or discarded here as they are there.
std::vector<RecordRef> open_remote(const Store& store);

/// Of these, what was paused on a branch that others share: who has it, with the command for it, as
/// "on origin, free to take, handed over by Ann 2 h ago (seen just now): git handoff take ID".
std::vector<std::string> told_fetched(const Store& store, const std::vector<RecordRef>& fetched,
                                      const std::string& branch);

}  // namespace handoff::ops
