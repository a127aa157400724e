#pragma once

#include <functional>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/objects/quarantine.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// Files of the pause that HEAD is: git tells nothing of what changed on them beside their content.
struct PausedFiles {
  std::vector<std::string> all;
  /// Of these, such as its commit has not: where something that git ignores stands there, nothing
  /// else tells of it.
  std::vector<std::string> beside;
};

struct SnapshotRequest {
  bool untracked = true;
  std::vector<std::string> pathspecs =
      {};                   ///< a user's, relative to the layout's prefix; none: everything
  PausedFiles paused = {};  ///< their modes and bytes are looked at again
  /// Files whose exact bytes are attached whatever git sees of them.
  std::vector<std::string> exact = {};
  /// Untracked files that stay out, since work that was not made here made git see them.
  std::function<std::vector<std::string>(const git::Status&)> ignored_before = {};
};

/// The work that is not committed, as objects in a quarantine. Nothing in the working tree, the
/// index or the refs has been touched.
struct Snapshot {
  git::Status status;
  std::string wip_tree;   ///< what `git add -A && git write-tree` gives for the paths that are kept
  std::string base_tree;  ///< HEAD's tree; empty where unborn
  std::vector<std::string>
      paths;  ///< that differ from HEAD in the index or the working tree, left-out ones apart
  /// The index at these paths: as it was, and as the WIP tree has them. Also entries whose flags
  /// have to be set again.
  std::vector<git::IndexChange> index;
  std::vector<git::IndexEntry> conflicts;  ///< stages 1 to 3 of unmerged paths
  std::vector<git::TreeEdit> attachments;  ///< of the record: index-entries, staged/, stages/, raw/
  git::PreparedIndex prepared;             ///< the index with the WIP tree in it
  std::vector<model::LeftOut>
      secrets;  ///< tracked files that look like secrets: kept, with a warning
  std::vector<model::LeftOut> left_out;
  std::vector<model::SubmoduleState> submodules;
  std::vector<model::FileMode> modes;  ///< of `paths` and of what is paused
  std::vector<std::string> raw;        ///< paths whose exact bytes are attached

  bool clean() const { return index.empty() && conflicts.empty(); }
  /// Clean, and nothing to keep beside a commit either.
  bool is_empty() const { return clean() && raw.empty(); }
  /// Would a commit of it on HEAD be empty, and the index stay as it is? What it keeps lies beside
  /// the commit: files behind flags.
  bool is_beside_only() const;
};

/// The scan of the working tree that a snapshot begins with.
struct Scan {
  git::StatusQuestion status;
  bool hides_untracked = false;  ///< `status.showUntrackedFiles=no`: they are not looked for
  std::string index;  ///< which file the index is: whoever writes it puts another in its place
};

/// Starts it, so that other things can be done meanwhile.
Scan start_scan(const git::Repository& repository, const SnapshotRequest& request);

/// Throws a Failure where a tracked file cannot be read, a filter refuses it, or the index does not
/// hold still.
Snapshot take_snapshot(const git::Repository& repository, git::Quarantine& quarantine,
                       const SnapshotRequest& request, Scan scan);
Snapshot take_snapshot(const git::Repository& repository, git::Quarantine& quarantine,
                       const SnapshotRequest& request);

}  // namespace handoff::ops
