#pragma once

#include "base/files.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// One operation at a time in a worktree: looking for op.json and writing it are two steps. Empty
/// where somebody else is at it, and still is after `tries` looks; the kernel lets go when the
/// holder dies.
UniqueFd hold_worktree(const git::Repository& repository, int tries = 1);

/// Ten seconds: thirty may stand in line.
inline constexpr int kLookOften = 500;

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
