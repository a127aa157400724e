#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "git/index/index_file.hpp"
#include "git/objects/quarantine.hpp"

namespace handoff::git {

/// Paths as git reads them with -z.
std::string nul_list(const std::vector<std::string>& paths);

/// One path of the index, or one stage of it, before and after an operation. Mode 0: no entry.
struct IndexChange {
  IndexEntry before;
  IndexEntry after;
};

/// A prepared copy of the index, to be put in its place in one step.
struct PreparedIndex {
  std::string file;         ///< where the copy is; its folder lives as long as the operation
  std::string original;     ///< the bytes it was made from; empty where there was no index
  std::time_t written = 0;  ///< when that was written
};

/// Reads the index, and names the place of its copy; nothing is there yet.
PreparedIndex read_index(const Repository& repository, const Quarantine& quarantine);
/// Gives the copy its bytes.
void write_prepared(const PreparedIndex& prepared, std::string_view bytes);

/// Copies the index into the quarantine's folder.
PreparedIndex copy_index(const Repository& repository, const Quarantine& quarantine);

/// Makes the entries of a prepared copy what `wanted` says, flags included: mode 0 removes the
/// path, intent-to-add enters it without content. Entries that are not named keep everything.
void edit_index(const Repository& repository, const Quarantine& quarantine,
                const PreparedIndex& prepared, const std::vector<IndexEntry>& wanted);

/// Applies the changes whose `before` is what the index holds now (flags do not count). Gives back
/// the paths that hold something else: left alone. So is what would come where somebody has entered
/// a folder for a file since, or a file for a folder.
std::vector<std::string> change_index(const Repository& repository, const Quarantine& quarantine,
                                      const std::vector<IndexChange>& changes);

/// The paths that change_index() would leave alone.
std::vector<std::string> paths_that_differ(const Repository& repository,
                                           const std::vector<IndexChange>& changes);

/// Leaves those that can be made, as change_index() says, and that are not made already: what
/// somebody else has made is not to be taken back. Gives the paths that hold something else.
std::vector<std::string> leave_those_to_make(const Repository& repository,
                                             std::vector<IndexChange>& changes);

/// Gives each `before` that the index holds the flags that it has there.
void take_flags(const Repository& repository, std::vector<IndexChange>& changes);

enum class SwapResult { swapped, changed_meanwhile };

/// Puts a prepared copy in the index's place under `index.lock`, if the index still is what the
/// copy was made from. The lock is a hard link to the copy: that proves whose it is if we die.
/// Waits a second for somebody else's lock, then throws a Failure.
SwapResult swap_index(const Layout& layout, const PreparedIndex& prepared);

/// Throws a Failure where another process holds `index.lock` and does not let go of it: see
/// refuse_held().
void refuse_locked_index(const Layout& layout);

/// The text form of entries, as the record's `index-entries` holds them (docs/storage.md).
std::string encode_entries(const std::vector<IndexEntry>& entries);
/// Throws a Failure that names the entry where the text is damaged.
std::vector<IndexEntry> decode_entries(std::string_view text);

}  // namespace handoff::git
