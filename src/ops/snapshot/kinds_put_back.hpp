#pragma once

#include <vector>

#include "git/index/index_file.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Does git believe what the file system says of symlinks and executables?
bool believes_kinds(const git::Config& config);

/// Symlinks and executables that were put back here as untracked files, and those of checkpoints:
/// what git takes from the index for a tracked file nothing but the record tells of these.
std::vector<git::IndexEntry> kinds_put_back(const git::Repository& repository,
                                            const git::Head& head);

}  // namespace handoff::ops
