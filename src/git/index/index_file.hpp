#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// One entry of the index.
struct IndexEntry {
  std::string path;
  std::string oid;
  uint32_t mode = 0;
  int stage = 0;
  bool assume_unchanged = false;
  bool skip_worktree = false;
  bool intent_to_add = false;
};

/// The index, read only: git writes it. Versions 2, 3 and 4 are decoded here
/// (Documentation/gitformat-index of git); a split or sparse index and unknown versions git makes
/// whole first.
class IndexFile {
 public:
  /// `file` need not be the repository's own index: a prepared copy will do. A missing file is an
  /// empty index.
  static std::vector<IndexEntry> read(const Repository& repository, const std::string& file,
                                      const std::function<bool(const IndexEntry&)>& wanted);
};

/// The same of the bytes of an index; none at all are an empty one.
std::vector<IndexEntry> read_entries(const Repository& repository, std::string_view bytes,
                                     const std::function<bool(const IndexEntry&)>& wanted);

/// The decoder alone. nullopt where the bytes need git (split, sparse, unknown version) or are
/// damaged.
std::optional<std::vector<IndexEntry>> parse_index(
    std::string_view bytes, size_t oid_digits,
    const std::function<bool(const IndexEntry&)>& wanted);

}  // namespace handoff::git
