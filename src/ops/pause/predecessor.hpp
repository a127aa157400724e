#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ops/pause/pause_request.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

/// What a pause goes on from: the live record that it adds a version to, and what ends with it.
struct Predecessor {
  /// The version before this one. A checkpoint never displaces a pause; a pause takes the place of
  /// a checkpoint.
  std::optional<Record> previous;
  bool stays = false;             ///< ... which is not what its record is now: that stays
  git::RefUpdate retired;         ///< the archived version that this one follows instead
  std::optional<WipStack> stack;  ///< WIP commits of the previous version that HEAD stands on
  bool is_altered = false;        ///< ... which are not its work as it was paused
  std::vector<Record>
      superseded;  ///< this worktree's checkpoints: they go to the archive as they are
  std::optional<Record> resumed;  ///< what was put back here, and is uncommitted at least in part
  bool is_as_resumed = false;     ///< ... and all of it is as it was paused
  std::string warning;            ///< why nothing is gone on from, where that needs a word
  std::vector<std::string> submodules =
      {};                                 ///< of what was put back here, not taken up, for people
  std::vector<std::string> damaged = {};  ///< what cannot be read of this branch, and why

  /// A ref's value before this pause: nothing where the record comes here from a branch that was
  /// renamed.
  std::string before_at(const std::string& ref) const;
};

/// `block` says in which worktree the pause is. Nothing of it for a document from elsewhere.
Predecessor find_predecessor(const Store& store, const PauseRequest& request,
                             const model::GitBlock& block, const Snapshot& snapshot);

}  // namespace handoff::ops
