#pragma once

#include <cstdint>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

#include "git/index/index_file.hpp"

namespace handoff::git {

/// What becomes of one path of the index.
struct IndexSplice {
  std::string path;
  uint32_t mode = 0;      ///< as the index holds modes; 0: the entry goes
  std::string oid = {};   ///< hex
  struct stat info = {};  ///< of the file whose content that is, taken before it was read
};

/// An index with the given paths (each once) changed and everything else as it was, in one pass:
/// what `git update-index` does, without reading the rest into memory. Gives the bytes of the new
/// file, or nullopt where git has to do it: version 4, a split or sparse index, an untracked cache
/// or fsmonitor data, SHA-256, unmerged entries, damage.
///
/// Git trusts an entry's times only where they are older than the index that holds it (racy-git).
/// Writing the index anew makes it younger, so `unchanged` is asked about entries that were not
/// trusted before: it must look at their content. `written` is the old index's time. (Formats:
/// gitformat-index(5), the same for the extensions TREE, REUC, IEOT and EOIE.)
std::optional<std::string> splice_index(
    std::string_view original, std::time_t written, std::vector<IndexSplice> changes,
    const std::function<bool(const std::vector<IndexEntry>&)>& unchanged);

}  // namespace handoff::git
