#pragma once

#include <string>

namespace handoff::git {

/// Is there a file for this ref that holds no oid? A power cut leaves it empty, or full of NULs.
bool is_damaged_ref(const std::string& common_dir, const std::string& name);

/// What the last line of its reflog says it was moved to; empty where there is none.
std::string last_in_reflog(const std::string& common_dir, const std::string& name);

/// Writes the file of such a ref anew, under its lock, which no `git update-ref` does. An empty oid
/// takes the file away. False where the ref is not damaged any more. Throws a Failure where
/// somebody has its lock.
bool mend_ref(const std::string& common_dir, const std::string& name, const std::string& oid);

}  // namespace handoff::git
