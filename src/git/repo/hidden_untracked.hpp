#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/repo/git.hpp"

namespace handoff::git {

/// Is `status.showUntrackedFiles` set to `no`? Git is asked only where a file of the configuration
/// says that it may be.
bool hides_untracked(const Git& git);

/// Those of these untracked paths, from the root, that the user's own git ignores, for by its
/// configuration case does not count in a .gitignore either.
std::set<std::string> ignored_but_for_case(const Git& git, const std::vector<std::string>& paths);

}  // namespace handoff::git
