#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a reader can do where nothing is paused on a branch: what a fetch brought of it, the last
/// handoff of it that was retired (`verb` is the command that shows it), those of other branches
/// (the one of the branch that is rebased, or the only one, by its id), and, where there is
/// neither, a guess. Each hint leads to something. `waiting`: the live records, without checkpoints
/// that are over.
std::vector<std::string> instead_of_paused(const Store& store, const std::string& branch,
                                           const std::string& verb, std::vector<RecordRef> waiting);

}  // namespace handoff::ops
