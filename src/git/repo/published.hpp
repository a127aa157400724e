#pragma once

#include <string>
#include <vector>

namespace handoff::git {

/// Commits of paused work that a push took to where no ref here follows. Throws a Failure where
/// they cannot be written down.
void remember_published(const std::string& common_dir, const std::vector<std::string>& oids);
/// Only where this user's own hook has seen it leave.
bool was_published(const std::string& common_dir, const std::string& oid);

}  // namespace handoff::git
