#include "base/presence.hpp"

#include <cerrno>

namespace handoff {

Presence look_at(const std::string& path, struct stat& info) {
  if (lstat(path.c_str(), &info) == 0)
    return Presence::there;
  return errno == ENOENT || errno == ENOTDIR ? Presence::absent : Presence::unknown;
}

Presence look_at(const std::string& path) {
  struct stat info {};
  return look_at(path, info);
}

}  // namespace handoff
