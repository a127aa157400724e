#pragma once

#include <string>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// The first object that is not stored here of the commit that holds the work, and of what that
/// changed; empty: none, or a partial clone may fetch it. Without `git fsck` nobody else tells.
std::string missing_of_work(const git::Repository& repository, git::ObjectDatabase& objects,
                            const model::GitBlock& block);

/// "the kept work 252770c is not in this repository", of missing_of_work().
std::string told_missing(const model::GitBlock& block, const std::string& missing);

}  // namespace handoff::ops
