#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "git/history/history.hpp"
#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Has a file half of these lines? No, where there are none.
template <typename Lines>
bool has_half(const std::set<std::string>& file, const Lines& lines) {
  const auto same =
      std::ranges::count_if(lines, [&](const std::string& line) { return file.contains(line); });
  return !lines.empty() && 2 * static_cast<size_t>(same) >= lines.size();
}

/// Work that was kept beside its branch: what lies between its base and the commit that keeps it.
/// Says which commits have it, also where they go on from it: no line that was added is taken out
/// again, and none that was taken out is back.
class KeptWork {
 public:
  KeptWork(const git::Repository& repository, git::ObjectDatabase& objects, std::string base,
           std::string kept);

  /// The files that it changed; empty where that cannot be told.
  const std::vector<std::string>& paths();
  /// Has a commit all that was changed in this file?
  bool is_in(const std::string& commit, const std::string& path);
  /// Has a file of this content a line that the work brought, however it is indented, or none of
  /// those that it took out, where it brought none? Yes where no lines tell.
  bool is_gone_on_with(const std::string& path, const std::string& content);
  /// Is each file there otherwise than the work found it, and none that it deleted?
  bool is_begun_in(const std::string& commit);
  /// The first commit since the base, on the way to `tip`, that has all of it; empty: none.
  std::string commit_with_all(const std::string& tip);

  struct Place {
    std::string oid = {};
    std::string branch = {};  ///< "login", "origin/login"
    bool is_local = true;
  };
  /// Where a commit made since `time` has this file, on a branch that `but` is not on.
  std::optional<Place> elsewhere(const std::string& path, const std::string& but, Seconds time);

 private:
  using Changes = std::map<std::string, git::ChangedLines>;

  std::optional<Changes> changes(const std::string& from, const std::string& to);
  const git::ChangedLines* lines_of(const std::string& path);
  const std::set<std::string>& brought_into(const std::string& path);
  void find_places(const std::string& but, Seconds time);

  const git::Repository& x_repository;
  git::ObjectDatabase& x_objects;
  std::string x_base, x_kept;
  std::optional<std::vector<std::string>> x_paths;
  std::optional<std::optional<Changes>> x_changes;
  std::map<std::string, std::set<std::string>> x_brought;  ///< by path
  std::map<std::string, std::optional<Changes>> x_since;   ///< by commit
  std::optional<std::vector<Place>> x_places;              ///< oldest first
};

/// What `git commit --amend` made of a commit, and of that again, by the branch's reflog (empty:
/// HEAD's); empty: nothing.
std::string amended_to(const git::Repository& repository, const std::string& branch,
                       const std::string& commit);

/// The commit with which what a checkpoint kept went into the history of `tip`, alone or with what
/// came after it; empty: none.
std::string commit_with_kept(const Store& store, const Record& record, const std::string& tip);
/// The same of what was paused on a branch, which is called `branch` now, and then gone on with:
/// `git commit --amend` made the commit out of the WIP commit, by the reflog, or it has all lines
/// of it. Nothing where `tip` has a file as it was before the work.
std::string commit_gone_on_with(const Store& store, const Record& record, const std::string& branch,
                                const std::string& tip);

}  // namespace handoff::ops
