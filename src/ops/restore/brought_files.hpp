#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a snapshot adds, changes or deletes, against what it stands on, or, where no branch here
/// has that, what both it and HEAD stand on. Which files programs run by themselves nobody can
/// list: `notable` are all executables, links, submodules, dotfiles and configuration, for people
/// ("tools/x (executable)"), what is deleted, and what is staged otherwise; and all others where
/// they are few.
struct BroughtFiles {
  std::vector<std::string> notable = {};
  size_t rest = 0;
  size_t commits =
      0;  ///< that come along below it: none of the user's branches has them; their files count
};
BroughtFiles brought_files(const Store& store, const Record& record);

}  // namespace handoff::ops
