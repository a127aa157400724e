#pragma once

#include <string>
#include <vector>

namespace handoff::git {

/// What a fetch by these refspecs (the values of `remote.NAME.fetch`) calls a ref of the remote
/// here: "refs/remotes/origin/login" for "refs/heads/login". Empty where it brings it under no
/// name. Pure.
std::string fetched_as(const std::vector<std::string>& refspecs, const std::string& ref);

}  // namespace handoff::git
