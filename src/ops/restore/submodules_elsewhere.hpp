#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// The commit that is checked out in the folder of a submodule; empty: nothing is.
std::string checked_out_in(const std::string& folder);

/// A submodule that the work has at another commit than the one that is checked out in it.
struct SubmoduleElsewhere {
  std::string path;
  std::string hint;  ///< "'lib' was at 31259be6cb80: git -C lib checkout 31259be6cb80"
};

/// Those that the work moved, and that are not (or no longer) where `tree` has them: the work as it
/// was kept, rebased or merged. No command of ours checks anything out inside of a submodule, so
/// the way there is told.
std::vector<SubmoduleElsewhere> submodules_elsewhere(const Store& store, const Record& record,
                                                     const std::string& tree);

/// For people: those that the work moved, that are in `head`, a commit, as the work found them, and
/// that nobody moved here either. `changed`: the paths that differ from it.
std::vector<std::string> submodules_left_behind(const Store& store, const Record& record,
                                                const std::string& head,
                                                const std::vector<std::string>& changed);

/// Of what the work added, removed or renamed: which folders stay as they are where the tree is put
/// back to the one below it, as hints.
std::vector<std::string> submodules_that_stay(const Store& store, const Record& record);

}  // namespace handoff::ops
