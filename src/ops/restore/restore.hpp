#pragma once

#include <map>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// A path that was unmerged when it was paused, whose merge is gone: it comes back unstaged.
struct OldConflict {
  std::string path;
  /// In git's words: "deleted by us"; empty: both sides have it, and the file has their markers.
  std::string kind;
};

/// How the index is put back, and what of it is not.
struct IndexPlan {
  std::vector<git::IndexChange> changes = {};
  std::vector<std::string> left_alone = {};  ///< paths that cannot be decided
  std::vector<OldConflict> in_conflict = {};
  bool all_unstaged =
      false;  ///< what was staged does not go onto the new base: nothing is, in place of a part
  bool some_unstaged = false;  ///< what was staged of files that were altered since is not
};

/// What the work lies on, and what is taken off.
struct IndexQuestion {
  std::string top_tree;   ///< what the index holds now: of the WIP commit, or what was merged
  std::string base_tree;  ///< what HEAD will be; empty: unborn
  bool altered = false;   ///< `top_tree` is not what was recorded: only equal blobs count
};

/// What the index has to become when the WIP commits are off: recorded entries where the index
/// still is what the WIP commit made it. On another base than the recorded one, what was staged is
/// merged onto it as the work was; literal entries would stage a revert of what came from there.
/// New blobs are in the quarantine.
IndexPlan plan_index(const Store& store, git::Quarantine& quarantine, const Record& record,
                     const IndexQuestion& question);

using EntriesByPath = std::map<std::string, git::IndexEntry>;

/// Where no file moves and the index alone is put back: what `now` has staged, and is neither in
/// HEAD (`status`), nor in `tree`, nor what `changes` would make of that, stays as it is. Alters
/// `changes` to that; gives the paths.
std::vector<std::string> keep_staged_since(const Store& store, const git::Status& status,
                                           const EntriesByPath& now, const std::string& tree,
                                           std::vector<git::IndexChange>& changes);

/// Where the work does not go onto what is checked out.
std::string hint_of_own_branch(const Record& record);
/// The same where that goes from what is there now: git takes changes along, the work does not come
/// beside them.
std::string hint_of_own_branch(const Record& record, const Comparison& c);

struct ApplyResult {
  std::string tree;  ///< what the working tree is to hold
};

/// Merges the record's snapshot into the tree of HEAD, in memory: nothing is touched. A conflict is
/// a Failure (exit 1) that lists the paths. New objects are kept as long as the quarantine lives.
ApplyResult merge_snapshot(const Store& store, const Record& record, const Comparison& comparison,
                           git::Quarantine& quarantine);

/// Are the files here, changed and new ones, what merge_snapshot() would make of them?
bool holds_snapshot(const Store& store, const Record& record, const Comparison& comparison);

}  // namespace handoff::ops
