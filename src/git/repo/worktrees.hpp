#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// The folder of another worktree in which the branch (its short name) is checked out; empty where
/// there is none. One child, and none where the repository has no linked worktrees.
std::string other_worktree_with(const Repository& repository, const std::string& branch);

}  // namespace handoff::git
