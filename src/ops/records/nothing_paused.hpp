#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What helps with a command (`verb`, with the options that it was given) where nothing is paused
/// on a branch: what a fetch brought of it, the last handoff of it that was retired, those of other
/// branches (the one of the branch that is rebased, or the only one, by its id); what an
/// edit is for without one. Each hint leads to something; none: or_a_guess() may have one.
/// `waiting`: the live records, without checkpoints that are over.
std::vector<std::string> instead_of_paused(const Store& store, const std::string& branch,
                                           const std::string& verb, std::vector<RecordRef> waiting);

}  // namespace handoff::ops
