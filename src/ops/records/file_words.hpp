#pragma once

#include <set>
#include <string>
#include <string_view>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Does the clone say what is read at this path (from the top of the working tree, or absolute)?
/// Git tracks the file it leads to, a link on the way, or the repository that it lies in (a
/// submodule).
bool comes_with_clone(const git::Repository& repository, const std::string& path);

/// What a file of the working tree says, by who wrote it: this user, who has not committed it or
/// did so in this clone, or whoever else may have committed it.
class FileWords {
 public:
  /// `path` from the top of the working tree, or absolute.
  FileWords(const git::Repository& repository, const std::string& path);
  /// Is each line of it the user's own?
  bool is_all_own() const { return !x_mixed; }
  /// Does the file say this in the user's own lines, and in no others?
  bool is_own(std::string_view text) const;
  /// The text without the lines that are not the user's own.
  std::string own_lines(const std::string& text) const;

 private:
  bool x_mixed = false;  ///< not all of it is the user's own
  std::set<std::string> x_own = {}, x_others = {};
};

}  // namespace handoff::ops
