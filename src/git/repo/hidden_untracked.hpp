#pragma once

#include "git/repo/git.hpp"

namespace handoff::git {

/// Is `status.showUntrackedFiles` set to `no`? Git is asked only where a file of the configuration
/// says that it may be.
bool hides_untracked(const Git& git);

}  // namespace handoff::git
