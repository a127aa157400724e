#pragma once

#include <string>

#include "git/refs/ref_files.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Has HEAD's branch no live record, under whatever name? Cheap: by git's files alone. false also
/// where it cannot be told.
bool surely_none_live(const git::PeekedRepository& repository);

/// The other worktree in which the record was paused here, by its Layout::worktree_name(): empty
/// where it was this one, or one that is gone, or of another clone.
std::string worktree_of(const Store& store, const Record& record);
/// The same where its folder is there, too: what goes on in it is to be looked for there.
std::string live_worktree_of(const Store& store, const Record& record);

}  // namespace handoff::ops
