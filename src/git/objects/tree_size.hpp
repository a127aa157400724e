#pragma once

#include <string>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// Of a tree that can be read at all; and of one that is listed, compared and put into the tree
/// because somebody sent it: each of these takes a second for so many.
inline constexpr size_t kMostFiles = 2'000'000;
inline constexpr size_t kMostFilesOfOthers = 250'000;

/// Throws a Failure where a tree unfolds to more files and folders than `most`, or deeper than a
/// path can be: a few objects, each many times in the next. What stands in `beside` (a tree that is
/// known; empty: none) at the same place does not count. Costs what the objects take, not what they
/// unfold to.
void expect_bounded_tree(ObjectDatabase& objects, const std::string& tree,
                         const std::string& beside, size_t oid_digits, size_t most = kMostFiles);

}  // namespace handoff::git
