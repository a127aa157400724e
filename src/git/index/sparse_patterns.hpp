#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// Of these paths, those that a sparse checkout leaves out: there it is git, not the user, that
/// sets skip-worktree. None where there is no sparse checkout.
std::set<std::string> left_out_by_sparse(const Repository& repository,
                                         const std::vector<std::string>& paths);

}  // namespace handoff::git
