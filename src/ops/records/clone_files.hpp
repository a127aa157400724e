#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Does a clone say what is read at this path (absolute, or from the current folder)? Git tracks
/// the file it leads to, a link on the way, or the repository that it lies in (a submodule); or it
/// lies in another working tree than this.
bool comes_with_clone(const git::Repository& repository, const std::string& path);

}  // namespace handoff::ops
