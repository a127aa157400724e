#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// `git diff` or `git show`, as somebody types it here to see all that was changed: a .gitmodules
/// or a setting may have git pass over submodules.
std::string git_to_type(const git::Repository& repository, const std::string& command);

/// A command that is to be given in another worktree; where only its git directory is known
/// (`--separate-git-dir`), in words.
std::string to_type_in(const std::string& worktree, const std::string& command);

}  // namespace handoff::ops
