#pragma once

#include <string>
#include <vector>

#include "git/repo/refs.hpp"

namespace handoff::git {

/// As list_refs_and_damaged(), without a git where the files are plain: of refs that are ours,
/// which are few.
std::vector<Ref> list_own_refs(const Repository& repository, const std::string& prefix);

}  // namespace handoff::git
