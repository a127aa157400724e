#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/status.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

/// Where the present stands to a record.
enum class Position {
  at_wip,           ///< HEAD is the record's WIP commit, or the same change on another base
  altered_wip,      ///< the record's branch ends in our message over something else than was paused
  above_wip,        ///< there are commits on top of either
  reworded_wip,     ///< the branch has the same change, under a message of somebody's
  went_in,          ///< ... or all of it inside of other commits
  wip_elsewhere,    ///< another branch is checked out; the record's branch ends in the WIP commit
  branch_gone,      ///< the record's branch does not exist
  moved_on,         ///< the branch does not hold the WIP commit (or this is another clone)
  snapshot,         ///< the record never was on a branch
  clean_here,       ///< the record holds no work, and its branch is checked out
  clean_elsewhere,  ///< the record holds no work, and its branch is not checked out
};

/// Of what where_published() gives: a branch or a tag of this repository, and so nothing that
/// others have?
inline bool is_of_this_repository(const std::string& holder) {
  return holder.starts_with("refs/heads/") || holder.starts_with("refs/tags/");
}

/// A record next to what is true now. Collected once, without changing anything.
struct Comparison {
  Position position = Position::moved_on;
  git::Status status;
  std::optional<WipStack> stack;  ///< the WIP commits at HEAD or at the branch's tip
  std::string
      work_in;  ///< the commit that is on top of the WIP's place, reworded it, or took it in
  bool work_in_parts = false;  ///< `work_in` has only the rest of it; the other is below
  /// moved_on: what is at the tip is the lower part of the stack, or an earlier version's work.
  /// above_wip: that is what the newer commits are on top of.
  std::optional<WipStack> older;
  bool is_here = false;    ///< what `position` says of a branch, it says of HEAD
  std::string branch;      ///< the record's, as it is called now
  std::string branch_tip;  ///< of that branch; empty: gone
  /// Where that branch is checked out, if not here; without one, where it was paused.
  std::string other_worktree;
  std::string
      published;  ///< what shows that the WIP commit is seen elsewhere: a ref; empty: not seen
  /// Seen in another branch or a tag of this repository, and nowhere else: perhaps nobody has it.
  bool is_held_here_only() const { return is_of_this_repository(published); }
  /// Do others perhaps have it? What they have is not rewritten.
  bool is_published() const { return !published.empty() && !is_held_here_only(); }
  /// Does an older WIP commit of this work, which HEAD is, come off when it is put back?
  bool takes_older_off() const {
    return older && is_here && published.empty() && older->top == status.head.oid &&
           other_worktree.empty() && !(older->base.empty() && status.head.detached());
  }
  /// The commit that the work is put back onto; empty: there is none.
  const std::string& goes_onto() const { return takes_older_off() ? older->base : status.head.oid; }
  bool at_base = false;          ///< HEAD is the commit that the record stands on
  bool on_its_branch = false;    ///< the record's branch is checked out here (or HEAD detached, as
                                 ///< then), also under the name it has now
  bool tracked_changes = false;  ///< staged or unstaged changes of tracked files, conflicts
  std::vector<std::string> edited;    ///< paths that differ from HEAD now, left-out ones apart
  bool as_recorded = false;           ///< Position::snapshot: the present is exactly the snapshot
  std::vector<std::string> differs;   ///< Position::snapshot: paths in which it is not
  std::vector<std::string> restaged;  ///< of these, those whose file is as it was
  /// Position::snapshot: of these, those whose bytes or mode only the record has. at_wip: such as
  /// lie beside the commit, and are edited since.
  std::vector<std::string> lost;
  size_t commits_since = 0;  ///< on HEAD, since the base, WIP commits apart
};

/// What a caller knows already, or does not need.
struct CompareRequest {
  std::optional<git::Status> status = {};  ///< from a moment ago
  bool files = true;      ///< compare a snapshot with the files, which writes objects for a moment
  bool published = true;  ///< look for refs that hold the WIP commit, not only at the upstream
};

/// What shows that a commit is seen elsewhere than on the branches `here`: a push that the pre-push
/// hook remembered, a remote-tracking branch, another local branch or a tag, in this order;
/// empty: nothing does.
std::string where_published(const git::Repository& repository, const std::string& commit,
                            std::vector<std::string> here);
/// The same in a sentence: anybody who may push names branches.
std::string holder_name(const std::string& holder);

Comparison compare_with_present(const Store& store, const Record& record,
                                CompareRequest request = {});

/// Refuses where HEAD, the record's branch, or what a snapshot was compared with is another one
/// than it was: what somebody chose from then is no answer to what is there now.
void expect_same_present(const Store& store, const Record& record, const Comparison& before);

}  // namespace handoff::ops
