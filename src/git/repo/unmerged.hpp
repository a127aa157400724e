#pragma once

#include <string>
#include <vector>

#include "git/repo/status.hpp"

namespace handoff::git {

/// The paths that are in conflict.
inline std::vector<std::string> unmerged_paths(const Status& status) {
  std::vector<std::string> paths;
  for (const StatusEntry& entry : status.entries)
    if (entry.kind == StatusEntry::Kind::unmerged)
      paths.push_back(entry.path);
  return paths;
}

}  // namespace handoff::git
