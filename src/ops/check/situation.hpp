#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "model/check.hpp"
#include "model/handoff.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// How a handoff stands, in the order in which it is told: the first that holds is the first line.
/// Those up to `conflicts` are told beside another one, too.
enum class Situation {
  retired,
  unread,
  half_done,
  objects_missing,
  several_fit,
  held,
  finished,
  not_settled,
  ahead_elsewhere,
  operation,
  conflicts,
  other_worktree,
  dirty_elsewhere,
  other_branch,
  branch_gone,
  fetched,
  published,
  reworded,
  squashed,
  altered,
  on_top,
  off_branch,
  blocked,
  next_changed,
  commit_lost,
  edited,
  unfiltered,
  submodule,
  claims_changed,
  emergency,
  old,
  unverifiable,
  rebased,
  safe,
};

/// What the first line is made of. Points at what the caller holds.
struct FirstLineFacts {
  const model::Handoff* handoff = nullptr;
  const Comparison* comparison = nullptr;
  const model::CheckReport* report = nullptr;
  Seconds now = 0;
  bool archived = false;
  bool made_here = true;
  bool unread = false;                       ///< a stranger's, and no person has read it here
  bool half_done = false;                    ///< a command of ours was interrupted
  size_t fitting = 1;                        ///< so many records fit where none was named
  std::optional<Standing> standing = {};     ///< who has it, where it was published
  std::vector<std::string> conflicts = {};   ///< paths that were in conflict when it was kept
  std::vector<std::string> unfiltered = {};  ///< files that a checkout wrote without their filter
  std::string lfs_way = {};        ///< ... which is that of git-lfs: what gets them; else empty
  std::string work_subject = {};   ///< of comparison.work_in
  bool not_put_back = false;       ///< the branch has not the work, nor has the tree: it comes back
  std::string shared_branch = {};  ///< the worktree that has this branch checked out as well
};

}  // namespace handoff::ops
