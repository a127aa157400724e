#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Files that git is about to write over a clean tree: a switch, or the work of a record that is
/// applied. `files.json` beside op.json holds it, so that a kill in the middle can be taken back.
struct FileWrite {
  std::string from;         ///< the tree that is there now, in index and files
  std::string to;           ///< the tree that git writes
  std::string branch = {};  ///< short name: HEAD is on it when a switch is through
  std::string record = {};  ///< full ref: it is gone when an apply is through
};

/// Durable before it returns.
void begin_file_write(const git::Repository& repository, const FileWrite& write);
/// These entries of the index change as well now.
void add_to_file_write(const git::Repository& repository,
                       const std::vector<git::IndexChange>& changes);
/// It is through.
void end_file_write(const git::Repository& repository);
bool is_file_write_open(const git::Repository& repository);
/// Renames a damaged `files.json` to `files.json.damaged`; gives its path where it did.
std::optional<std::string> set_damaged_file_write_aside(const git::Repository& repository);

struct TakenBack {
  bool any = false;
  std::vector<std::string> left_alone =
      {};  ///< files that are neither as they were nor as git writes them
};

/// Throws what is to be said of a file that an operation is written down in, and that cannot be
/// read.
[[noreturn]] void fail_damaged(const std::string& path);

/// Whose write it is.
enum class Writer {
  gone,     ///< a process that is dead; one that lives is left alone
  us,       ///< ours, and it failed
  us_late,  ///< ours, and somebody else retired the record meanwhile
};

/// Puts files and index back to `from` where a write was not carried through (its record is live,
/// HEAD is not on its branch). A file is only touched where it is missing, or holds the beginning
/// of what git was writing: all of that is in the record.
TakenBack take_back_file_write(const git::Repository& repository, Writer writer);

}  // namespace handoff::ops
