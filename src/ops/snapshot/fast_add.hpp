#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/index/index_splice.hpp"
#include "git/objects/quarantine.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What stands in the working tree at these paths, as blobs in the quarantine and as changes to the
/// index; a path where nothing stands (or a folder) is removed from it. nullopt, with nothing
/// written, where the bytes on the disk are not surely the bytes that git keeps: filters,
/// encodings, `$Id$`, carriage returns where line ends are converted; or where this is no place for
/// haste: file systems without modes or symlinks, paths below a symlink, special files, files that
/// cannot be read, over 32 MiB in all.
std::optional<std::vector<git::IndexSplice>> take_plain_files(
    const git::Repository& repository, git::Quarantine& quarantine,
    const std::vector<std::string>& paths);

/// Do these files surely hold what the index says? Read and hashed; false where in doubt.
bool are_unchanged(const git::Repository& repository, const std::vector<git::IndexEntry>& entries);

/// Does a symlink stand where the path (relative to `root`) needs a folder?
bool is_below_link(const std::string& root, const std::string& path);

}  // namespace handoff::ops
