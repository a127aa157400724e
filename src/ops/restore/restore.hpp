#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// How the index is put back, and what of it is not.
struct IndexPlan {
  std::vector<git::IndexChange> changes = {};
  std::vector<std::string> left_alone = {};  ///< paths that cannot be decided
  std::vector<std::string> in_conflict =
      {};  ///< unmerged when they were paused: their markers come back, unstaged
};

/// What the index has to become when the WIP commits are off: recorded entries where the index
/// still is what the WIP commit made it. `top` and `base` are the commits above and below what is
/// taken off; where `base` is not the recorded one (a rebase), purely unstaged paths take the new
/// base's entry.
IndexPlan plan_index(const Store& store, const Record& record, const std::string& top_tree,
                     const std::string& base_tree);

/// The tree of a commit; the empty text for an empty oid. Throws a Failure where it is missing.
std::string tree_of(const Store& store, const std::string& commit);

/// Files that programs run by themselves once they are in the tree (.envrc, .husky/, .claude/,
/// .vscode/), and that the snapshot of a record not made here would change or add. None where it
/// was made here.
std::vector<std::string> risky_files(const Store& store, const Record& record,
                                     const Comparison& comparison);

struct ApplyResult {
  std::string tree;                ///< what the working tree holds now
  std::vector<std::string> risky;  ///< files that programs run by themselves, in a foreign snapshot
};

/// Merges the record's snapshot into the clean tree of HEAD, in memory first. A conflict is a
/// Failure (exit 1) that lists the paths; nothing has been touched then.
ApplyResult apply_snapshot(const Store& store, const Record& record, const Comparison& comparison);

}  // namespace handoff::ops
