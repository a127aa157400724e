#include "base/durable_folder.hpp"

#include "base/files.hpp"

namespace handoff {

void make_durable_folders(const std::string& path) {
  if (path.empty() || exists(path))
    return;
  std::string above = parent_path(path);
  make_durable_folders(above);
  make_folders(path);
  fsync_path(above);
}

}  // namespace handoff
