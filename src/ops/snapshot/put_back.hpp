#pragma once

#include <string>
#include <vector>

#include "git/index/index_file.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Does git believe what the file system says of symlinks and executables?
bool believes_kinds(const git::Config& config);

/// Are there changes of files that git does not see here: modes, kinds, line ends?
bool hides_changes(const git::Repository& repository);

/// A file that was put back here, and is still in the index as it was then.
struct PutBack {
  git::IndexEntry now;   ///< as the index has it; mode 0: it has not
  git::IndexEntry kept;  ///< what git has to find in the index to take the file as it was paused

  /// Is this what was paused, as far as the work changed it?
  bool is_in(const git::IndexEntry& entry) const {
    return entry.mode == kept.mode && entry.oid == kept.oid;
  }
};

/// Files that were put back here, and those of checkpoints, where what was paused is another than
/// the index (its bytes) has: where git goes by the index and not by the file, nothing but the
/// record tells of that. Under the name that `git mv` gave them since.
std::vector<PutBack> put_back_here(const git::Repository& repository, const git::Head& head,
                                   const std::string& index);

/// Files of which these records keep the exact bytes, and that hold now what no checkout gives: git
/// shows no difference once their entry was written anew, as by a resume.
std::vector<std::string> bytes_unseen_here(const git::Repository& repository,
                                           const git::Head& head);

/// Untracked files of the work that was put back here, and of checkpoints, as far as git does not
/// ignore them.
std::vector<std::string> untracked_work(const git::Repository& repository, const git::Head& head,
                                        const std::string& index);

}  // namespace handoff::ops
