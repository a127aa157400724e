#pragma once

#include <string>

#include "ops/records/readable.hpp"

namespace handoff::ops {

/// Of what is kept beside the checkpoint `newest` of HEAD's branch: the files that were taken out
/// of the tree since, and are in no commit, and the checkpoint that has them. Empty: there are
/// none.
std::string told_of_older(const Store& store, const Record& newest, const git::Head& head,
                          Reader reader);

/// What else was paused on HEAD's branch, in the worktree of `meant`, and waits there beside it,
/// its work not below HEAD, or HEAD itself where a checkpoint is meant: "d753cfbf is paused on this
/// branch, too". Empty: nothing.
std::string told_of_others(const Store& store, const Record& meant, const git::Head& head);

}  // namespace handoff::ops
