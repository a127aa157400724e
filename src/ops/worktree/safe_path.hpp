#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Is a part of it a name that git, or a file system of another kind, would take for `.git`?
bool names_git_folder(const std::string& path);

/// May a record (perhaps somebody else's) name this path for writing? Relative, no `..`, nothing of
/// git's own, and no symlink on the way.
bool is_safe_to_write(const git::Layout& layout, const std::string& path);
bool is_safe_to_write(const std::string& root, const std::string& path);

/// The same of what is renamed away or into place, and not followed: it may be a symlink itself.
bool is_safe_to_replace(const git::Layout& layout, const std::string& path);

}  // namespace handoff::ops
