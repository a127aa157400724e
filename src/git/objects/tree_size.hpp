#pragma once

#include <string>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// Throws a Failure where a tree unfolds to more files or folders than 2,000,000, or deeper than a
/// path can be: a few objects, each many times in the next. What stands in `beside` (a tree that is
/// known; empty: none) at the same place does not count. Costs what the objects take, not what they
/// unfold to.
void expect_bounded_tree(ObjectDatabase& objects, const std::string& tree,
                         const std::string& beside, size_t oid_digits);

}  // namespace handoff::git
