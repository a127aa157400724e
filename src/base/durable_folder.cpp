#include "base/durable_folder.hpp"

#include <sys/stat.h>

#include "base/files.hpp"

namespace handoff {

void make_durable_folders(const std::string& path) {
  if (path.empty() || exists(path))
    return;
  std::string above = parent_path(path);
  make_durable_folders(above);
  make_folders(path);
  // As git does where a repository is shared (core.sharedRepository): it marks its folders so.
  struct stat info {};
  if (stat(above.c_str(), &info) == 0 && (info.st_mode & S_ISGID) != 0)
    chmod(path.c_str(), info.st_mode & 07777);
  fsync_path(above);
}

}  // namespace handoff
