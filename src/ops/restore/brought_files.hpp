#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a snapshot adds, changes or deletes, against what it stands on, or, where no branch here
/// has that, what both it and that branch, or HEAD, stand on. Which files programs run by
/// themselves nobody can list: `notable` are all executables, links, submodules, dotfiles and
/// configuration, for people
/// ("tools/x (executable)"), what is deleted, and what is staged otherwise; and all others where
/// they are few.
struct BroughtFiles {
  std::vector<std::string> notable = {};
  size_t rest = 0;
  bool submodules = false;  ///< some are among them: a .gitmodules may hide them from `git diff`
  std::string branch = {};  ///< the work's, where it is one here; empty: it is none
  /// Those that come along below it, since `branch` has them not, or none of the user's branches;
  /// their files count.
  size_t commits = 0;
  std::vector<std::string> known = {};  ///< refs that have all others, for `git log --not`
  std::string seen_at =
      {};  ///< "origin/login": a branch of a remote, as fetched, that has them all
  /// Of .gitignore, .gitattributes and .lfsconfig those that it changes, as `path_name` has them.
  std::vector<std::string> rules = {};
};
BroughtFiles brought_files(const Store& store, const Record& record);

}  // namespace handoff::ops
