#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::git {

/// One line of `git status --porcelain=v2` that is no header.
struct StatusEntry {
  enum class Kind { changed, renamed, unmerged, untracked } kind = Kind::changed;
  char staged = '.';      ///< X: HEAD against the index ('.' none, M A D R C T U)
  char unstaged = '.';    ///< Y: the index against the working tree
  std::string submodule;  ///< "N..." or "S<c><m><u>"
  uint32_t mode_index = 0;
  uint32_t mode_worktree = 0;
  std::string oid_index;
  std::string path;       ///< bytes; an untracked folder (nested repository) ends in a slash
  std::string path_from;  ///< where it was renamed or copied from
  uint32_t stage_mode[3] = {0, 0, 0};  ///< unmerged: stages 1 to 3
  std::string stage_oid[3];

  bool is_submodule() const { return !submodule.empty() && submodule[0] == 'S'; }
  /// A submodule at the commit that the index has, with work inside that is not committed there.
  bool is_dirt_inside() const {
    return is_submodule() && staged == '.' && submodule.size() == 4 && submodule[1] != 'C';
  }
  /// `git add -N`: known to the index, without content.
  bool intent_to_add() const { return staged == '.' && unstaged == 'A'; }
};

struct Status {
  Head head;
  std::optional<model::Upstream> upstream;  ///< its oid is not part of status: empty
  std::vector<StatusEntry> entries;
  /// Folders that git could not open, and submodules that may not be opened. `a/...`: one below it.
  std::vector<std::string> unreadable;
  bool clean() const { return entries.empty(); }
};

enum class Untracked { all, none };

/// A scan of the whole working tree, with flags that no setting of the user (status.*, submodule
/// ignore, fsmonitor, rename detection) can change. Started, so that other questions run beside it.
/// Where nobody typed it, each submodule is asked as a repository of its own, so that nothing that
/// its configuration names is run; without a `.gitmodules` none is looked into.
class StatusQuestion {
 public:
  /// `pathspecs` are a user's, relative to the folder `git` runs in; none: everything.
  explicit StatusQuestion(const Git& git, const std::vector<std::string>& pathspecs = {},
                          Untracked untracked = Untracked::all);
  /// One whose answer is known, from a moment ago.
  explicit StatusQuestion(Status known) : x_known(std::move(known)) {}
  /// Call it once.
  Status answer();

 private:
  std::optional<Git> x_git;
  std::vector<std::string> x_pathspecs = {};
  Untracked x_untracked = Untracked::all;
  std::optional<Child> x_child;
  Status x_known = {};
};

Status read_status(const Git& git);

/// The decoder alone: the bytes of `git status --porcelain=v2 -z --branch`, and what it said on
/// stderr.
Status parse_status(const std::string& listing, const std::string& warnings);

}  // namespace handoff::git
