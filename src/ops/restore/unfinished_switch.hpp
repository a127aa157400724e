#pragma once

#include <string>
#include <vector>

#include "git/repo/status.hpp"

namespace handoff::ops {

/// `git switch` ends well even where it could not take a file away or write one: it says so, moves
/// HEAD, and leaves the old file under the new index, where it would pass for the user's change.
/// These paths were clean before and still hold what `from` (a tree) holds, or are missing: they
/// get what git meant to write. Gives those for which that does not work either.
std::vector<std::string> finish_switch(const git::Repository& repository, const std::string& from,
                                       const git::Status& before);

}  // namespace handoff::ops
