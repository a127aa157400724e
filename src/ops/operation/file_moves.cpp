#include "ops/operation/file_moves.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0)
    return std::nullopt;
  return FileIdentity{.inode = info.st_ino,
                      .size = static_cast<uint64_t>(info.st_size),
                      .modified = nanoseconds(info.st_mtim),
                      .mode = info.st_mode};
}

SameMode mode_that_counts(const git::Repository& repository) {
  return repository.config().flag("core.filemode", true) ? SameMode::executable : SameMode::any;
}

bool is_same_file(const std::string& one, const std::string& other, SameMode mode) {
  std::optional<FileIdentity> here = identity_of(one), there = identity_of(other);
  const mode_t compared = S_IFMT | (mode == SameMode::executable ? S_IXUSR : 0);
  if (!here || !there || ((here->mode ^ there->mode) & compared) != 0)
    return false;
  return S_ISLNK(here->mode)   ? read_link(one) == read_link(other)
         : S_ISREG(here->mode) ? read_file(one) == read_file(other)
                               : false;
}

}  // namespace handoff::ops

namespace handoff::ops::checkout {

std::string file_of(const git::Repository& repository, const std::string& path) {
  return join_path(repository.layout().root, path);
}

bool has_safe_folder(const git::Repository& repository, const std::string& path) {
  std::string folder = parent_path(path);
  return folder == "." || is_safe_to_write(repository.layout(), folder);
}

bool rename_to_nothing(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
    return true;
  if (errno != EINVAL && errno != ENOSYS)
    return false;
  // A file system that does not know the flag.
  if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0)
    return unlink(from.c_str()) == 0;
  if (errno == EEXIST || exists(to))
    return false;
  return rename(from.c_str(), to.c_str()) == 0;
}

void remove_empty_folders(const git::Repository& repository, const std::string& path) {
  std::string folder = parent_path(path);
  while (folder != "." && !repository.layout().prefix.starts_with(folder + "/") &&
         rmdir(file_of(repository, folder).c_str()) == 0)
    folder = parent_path(folder);
}

void remove_hollow(const std::string& folder) {
  for (const std::string& name : list_folder(folder))
    if (std::string inner = join_path(folder, name); is_folder(inner))
      remove_hollow(inner);
  rmdir(folder.c_str());
}

}  // namespace handoff::ops::checkout
