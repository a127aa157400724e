#pragma once

#include <cstddef>
#include <string>

#include "git/repo/repository.hpp"
#include "model/check.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// Has a remote-tracking branch ("origin/login") lost what the record saw there, what this clone's
/// branch has of it, or, where neither tells, the commit that the work stands on, of which or of
/// whose past it has another form? `here`: a ref or a commit.
bool was_rewritten(const git::Repository& repository, const std::string& here,
                   const std::string& branch, const Json& document);

/// " is 2 commits ahead", " has 1 new commit", " was rewritten, with 1 new commit". `more`: " or
/// more".
std::string told_ahead(model::AheadHow how, size_t commits, const std::string& more = {});

}  // namespace handoff::ops
