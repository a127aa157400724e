#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Remembers what the filters (git-lfs, git-crypt, ...) have made of these paths of a tree, in
/// `<git-dir>/handoff/filtered.json`: a digest of what stands there, which leaves this clone in no
/// record. Nothing where no filter is set up. `in_bytes`, in order: those whose bytes the record
/// has, for a checkout would not give them; a resume does.
void remember_filtered(const Store& store, const std::string& tree,
                       const std::vector<std::string>& paths,
                       const std::vector<std::string>& in_bytes);

/// Of the files that the filters had a part in when this tree was paused, those that stand there
/// with other bytes: they were checked out without that filter, or by another one. Reads no others.
/// What was edited since is among them.
std::vector<std::string> filtered_otherwise(const Store& store, const std::string& tree);

/// Is this, for this path of the tree, what stood there when it was paused?
bool is_as_filtered(const Store& store, const std::string& tree, const std::string& path,
                    const std::string& bytes);

/// Does the file hold what git-lfs finds its content by?
bool is_lfs_pointer_file(const git::Repository& repository, const std::string& path);

}  // namespace handoff::ops
