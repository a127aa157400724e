#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// The folder of another worktree in which the branch (its short name) is checked out, rebased or
/// bisected: git moves it there. Empty where there is none. One child, and none where the
/// repository has no linked worktrees.
std::string other_worktree_with(const Repository& repository, const std::string& branch);

/// The git directory of a worktree, which may be gone, by its Layout::worktree_name().
std::string git_dir_of_worktree(const std::string& common_dir, const std::string& name);

/// Is its folder there? One that was removed by hand is listed until git prunes it.
bool is_worktree_there(const std::string& common_dir, const std::string& name);

/// A worktree: its folder, the branch in it by its short name (empty: none), and what
/// Layout::worktree_name() calls it.
struct Worktree {
  std::string path = {}, branch = {}, name = {};
};
/// All of them, the main one first; none where it is the only one. At most one child.
std::vector<Worktree> worktrees_of(const Repository& repository);

}  // namespace handoff::git
