#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

struct RestoredFiles {
  std::vector<std::string> rewritten;   ///< exact bytes or modes were put back
  std::vector<std::string> left_alone;  ///< edited since: not touched
};

/// Puts back what a checkout of the WIP commit does not give: exact bytes of converted files, files
/// outside the sparse cone, narrow modes. A file is only written where it is missing or holds
/// exactly what the checkout wrote. `from` is the commit that was checked out before, or empty:
/// what is the same in it may still stand as that checkout wrote it, with the attributes of then.
RestoredFiles restore_files(const Store& store, const Record& record, const std::string& from);

/// Where attributes changed in the pause: files that did not change, but that a checkout wrote with
/// other attributes than those that hold once the index has these `changes`, so that git would call
/// them changed. They are written as a checkout would write them now; edited ones are not touched.
/// Their entries join the `changes`, which enter them anew: git compares the size of a file with
/// that of its last checkout first.
RestoredFiles restore_unchanged(const Store& store, const Record& record, const std::string& from,
                                std::vector<git::IndexChange>& changes);

}  // namespace handoff::ops
