#pragma once

#include <string>
#include <vector>

#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a fetch saw of others and is still open: without those that are live here, and those that
/// were resumed or discarded here as they are there.
std::vector<RecordRef> open_remote(const Store& store);

/// "git handoff take ID" of one that is free; with --keep-wip where its branch here ends in its WIP
/// commit, and so does the branch of its remote, as the last fetch saw it: there that stays.
std::string way_to_take(const Store& store, const Shared& shared);

/// The same of one that a fetch saw; empty where it is not free, as far as is known.
std::string way_to_take(const Store& store, const RecordRef& seen);

/// Of these, what was paused on a branch that others share, the newest ten: who has it, with the
/// command for it, as "on origin, free to take, handed over by Ann 2 h ago (seen just now): git
/// handoff take ID".
std::vector<std::string> told_fetched(const Store& store, const std::vector<RecordRef>& fetched,
                                      const std::string& branch);

}  // namespace handoff::ops
