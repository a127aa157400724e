#pragma once

#include <string>
#include <vector>

#include "git/repo/status.hpp"

namespace handoff::git {

/// The paths that are in conflict.
std::vector<std::string> unmerged_paths(const Status& status);

}  // namespace handoff::git
