#pragma once

#include <string>
#include <vector>

#include "ops/snapshot/snapshot.hpp"

namespace handoff::ops {

/// Each of the user's pathspecs has to name a file that git knows, or an untracked one that it does
/// not ignore: what is mistyped, or meant as a message, is not left out without a word. Throws a
/// Failure (exit 1) that names the first that does not.
void refuse_unmatched(const git::Repository& repository, const std::vector<std::string>& pathspecs);

/// Where a symlink stands in the place of a submodule, git looks at no more than named paths of the
/// working tree: what is paused of them could not be resumed. Throws a Failure (exit 1).
void refuse_beside_links(const git::Repository& repository,
                         const std::vector<std::string>& pathspecs);

/// They match nothing that could be kept. Throws a Failure (exit 1) that says why.
[[noreturn]] void refuse_nothing(const Snapshot& snapshot,
                                 const std::vector<std::string>& pathspecs);

}  // namespace handoff::ops
