#pragma once

#include <string>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// As ObjectDatabase::read_blob, and a Failure where it is over `max_bytes`, before memory is spent
/// on it: a few bytes of a stranger's can unpack to any size.
std::string read_blob_at_most(ObjectDatabase& objects, const std::string& oid, size_t max_bytes);

}  // namespace handoff::git
