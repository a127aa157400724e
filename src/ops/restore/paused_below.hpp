#pragma once

#include <optional>
#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Paused work of another branch that a branch carries along: it was begun there. Or what is left
/// of it: where the work was resumed on its own branch, its WIP commit stays below this one.
struct PausedBelow {
  std::string branch;  ///< the one that the work was paused on
  std::string id;
  std::string top;   ///< the newest commit of the work
  std::string base;  ///< what it stands on; empty: nothing
  bool at_tip = false;
  bool retired = false;  ///< resumed or put away on its own branch, which has that commit no more

  /// "begins at the paused work of login (1a2b3c4)"
  std::string sentence() const;
  /// The command that takes the work out of the branch; empty where there is none.
  std::string way_out() const;
};

/// What is below HEAD on first parents, not far down. Not what the branch's own remote branch has
/// too: that stays.
std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head);

}  // namespace handoff::ops
