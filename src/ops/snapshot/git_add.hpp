#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/objects/quarantine.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What became of an index into which git took files.
struct AddedByGit {
  std::set<std::string> refused;  ///< names that git takes into no index: still as they were
  /// Entries of other paths that had to go: a file where a folder is now, or the reverse.
  std::vector<git::IndexEntry> replaced;
};

/// Does git hash and enter what stands at these paths, and at no other: filters, line ends,
/// symlinks, modes and folders that became files are its business. Where nothing stands that an
/// index can hold, the entry goes, all stages of it. `gitlinks` are paths that name a submodule,
/// `put_back` entries that git finds of some of them instead of those of the index. Throws a
/// Failure where git cannot read one, or a filter refuses it.
AddedByGit add_by_git(const git::Repository& repository, const git::Quarantine& quarantine,
                      const git::PreparedIndex& prepared, const std::vector<std::string>& paths,
                      const std::set<std::string>& gitlinks,
                      const std::vector<git::IndexEntry>& put_back);

/// Could git refuse to take the name into an index (`.GIT/x`, `git~1`)? True where in doubt.
bool is_doubtful_name(const std::string& path);

}  // namespace handoff::ops
