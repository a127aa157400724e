#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "git/index/index_file.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// By path, the entries of an index (its bytes) that carry assume-unchanged, intent-to-add or
/// skip-worktree. What stands outside of a sparse cone is no exception to git: it drops the flag
/// when it reads the index, so that the one on the disk may still have it. Where there are
/// pathspecs, which `here` reads, only those that they name.
std::map<std::string, git::IndexEntry> flagged_entries(const git::Repository& repository,
                                                       const std::string& index,
                                                       const git::Git& here,
                                                       const std::vector<std::string>& pathspecs);

/// The paths of the index that pathspecs name, which `here` reads.
std::set<std::string> tracked_paths(const git::Git& here,
                                    const std::vector<std::string>& pathspecs);

}  // namespace handoff::ops
