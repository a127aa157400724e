#pragma once

#include <string>

#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"
#include "ops/share/step.hpp"

namespace handoff::ops {

/// How the work of a record that was taken comes into this working tree: what has to be checked
/// out, then its snapshot is put on top.
struct Landing {
  enum class Way { here, create, switch_to } way = Way::here;
  std::string branch;
  std::string base;                           ///< the commit to stand on; empty: stay where HEAD is
  std::string beside = {}, beside_base = {};  ///< another handoff, whose WIP commit leaves here
  /// With `apply`: what says that commits below the work are not on the branch; empty: all are.
  std::string left_out = {};
  std::string upstream = {};  ///< for a branch that is made: `refs/remotes/origin/login`
};

struct LandingRequest {
  bool apply = false;     ///< merge where the branch has moved on; of a merge under way, the files
  bool keep_wip = false;  ///< where the branch holds the WIP commit, it stays a commit
  std::string branch =
      {};  ///< not the record's branch: a new one of this name, where the work began
  std::string options = {};  ///< with which hints offer the take once more: "--steal "
};

/// Looks, and changes nothing. Throws a Failure (exit 1) for everything that resume() would refuse
/// then, and where HEAD cannot be brought there: changes in the tree, files in the way, a branch
/// that moved on, that cannot be made, or is checked out elsewhere.
Landing plan_landing(const Store& store, const Record& record, const LandingRequest& request);

/// Brings HEAD where the plan says. Gives what switch_branch() does.
std::string land(const Store& store, const Landing& landing);

}  // namespace handoff::ops
