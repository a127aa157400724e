#pragma once

#include <string>
#include <string_view>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// As ObjectDatabase::read_blob, and a Failure where it is over `max_bytes`, before memory is spent
/// on it: a few bytes of a stranger's can unpack to any size.
std::string read_blob_at_most(ObjectDatabase& objects, const std::string& oid, size_t max_bytes);

/// What git has of a file that git-lfs keeps begins so (git-lfs, docs/spec.md, version 1).
inline constexpr std::string_view kLfsHead = "version https://git-lfs.github.com/spec/v1\n";

}  // namespace handoff::git
