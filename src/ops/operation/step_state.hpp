#pragma once

#include <optional>
#include <vector>

#include "base/files.hpp"
#include "ops/operation/op_file.hpp"

namespace handoff::ops {

/// The refs of a step that are not moved yet: none where it is done, all where it is to do. Git
/// killed in the middle moves some. nullopt: one is neither as it was nor as it is to be.
std::optional<std::vector<git::RefUpdate>> left_to_move(const git::Repository& repository,
                                                        const Step& step);

/// An operation ends half-way: the notes go to where the refs are. Those that were opened for refs
/// which are not moved are closed again, those of a record whose ref is there are folded.
void settle_notes(const git::Repository& repository, const Transaction& transaction);

/// Is what the operation moves still checked out here: the branch among its refs, or a detached
/// HEAD? If not, the index is another's.
bool is_checked_out(const git::Repository& repository, const Transaction& transaction);

/// Removes the locks of refs that git children of this operation left: younger than it, empty or
/// holding what was to be written, and no living git can have made them.
void remove_ref_locks(const git::Layout& layout, const OpFile& op);

/// One operation at a time in a worktree: looking for op.json and writing it are two steps. Empty
/// where somebody else is at it, and still is after `tries` looks; the kernel lets go when the
/// holder dies.
UniqueFd hold_worktree(const git::Repository& repository, int tries = 1);

/// The same for longer than one operation: what this process holds meanwhile is part of it.
class WorktreeHold {
 public:
  WorktreeHold(const git::Repository& repository, int tries);
  ~WorktreeHold();
  WorktreeHold(const WorktreeHold&) = delete;
  WorktreeHold& operator=(const WorktreeHold&) = delete;
  explicit operator bool() const { return static_cast<bool>(x_fd); }

 private:
  UniqueFd x_fd;
};

}  // namespace handoff::ops
