#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "git/repo/repository.hpp"
#include "ops/operation/file_moves.hpp"

namespace handoff::ops {

/// Files that an operation renamed away, or gave another mode, and that stand there again since it
/// was rolled back. That sets the time of their last change (ctime), by which a file that a
/// checkout wrote is told from one that somebody edited: `put-back.json` in the git directory has
/// the one before.
class PutBackFiles {
 public:
  /// What cannot be read is as if nothing was put back.
  explicit PutBackFiles(const git::Repository& repository);

  /// When the file at `path`, below the root, last changed but for that: nanoseconds. `info` is
  /// what lstat() gives of it.
  int64_t changed(const std::string& path, const struct stat& info) const;

  struct File {
    std::string path;
    FileIdentity identity;
    int64_t changed = 0;  ///< by the roll-back
    int64_t before = 0;   ///< the time that counts
  };

 private:
  std::multimap<std::string, File> x_files;  ///< by path
};

/// Adds these, as they stand there now; `before` is given.
void note_put_back(const git::Repository& repository, std::vector<PutBackFiles::File> files);
/// Forgets those that are others by now.
void tidy_put_back(const git::Repository& repository);

}  // namespace handoff::ops
