#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// The folder of another worktree in which the branch (its short name) is checked out, rebased or
/// bisected: git moves it there. Empty where there is none. One child, and none where the
/// repository has no linked worktrees.
std::string other_worktree_with(const Repository& repository, const std::string& branch);

/// A worktree: its folder, and the branch in it by its short name (empty: none).
struct Worktree {
  std::string path = {}, branch = {};
};
/// All of them, the main one first; none where it is the only one. At most one child.
std::vector<Worktree> worktrees_of(const Repository& repository);

}  // namespace handoff::git
