#pragma once

#include <string>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// Of a tree, and of what it has otherwise than `beside` (empty: all of it), the first object that
/// is not stored here; empty: none, or it cannot be told.
std::string first_missing(ObjectDatabase& objects, const std::string& tree,
                          const std::string& beside, size_t oid_digits);

}  // namespace handoff::git
