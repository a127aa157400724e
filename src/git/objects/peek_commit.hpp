#pragma once

#include <optional>
#include <string>

#include "git/objects/commits.hpp"

namespace handoff::git {

/// Reads one commit of a SHA-1 repository in this process: no child, no configuration. nullopt
/// where it is not here, is no commit, or is too large to look at in passing. Its text is as
/// stored, whatever its encoding: for what of it is ASCII, and not to be shown.
std::optional<Commit> peek_commit(const std::string& common_dir, const std::string& oid);

}  // namespace handoff::git
