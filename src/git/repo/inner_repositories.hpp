#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// The folders of this repository itself that lie in its working tree under another name than
/// `.git`: git directories, object stores and what those borrow from. Paths in the tree, without a
/// slash at the end; empty for the tree itself.
std::vector<std::string> own_folders(const Layout& layout);

/// Is it one of these folders, or below one?
bool is_own_file(const std::vector<std::string>& own, const std::string& path);
bool is_own_file(const Layout& layout, const std::string& path);

/// Git tells a repository in the tree by its `.git`, and lists the files of every other: a bare
/// one, and this one itself where its git directory has another name. The outermost folders of such
/// repositories that some of these untracked paths are in: paths in the tree, as those are. `git`
/// is the one that listed them.
class InnerRepositories {
 public:
  InnerRepositories(const Git& git, const std::vector<std::string>& untracked);
  /// The one that a path is in; nullptr where it is in none.
  const std::string* around(const std::string& path) const;

 private:
  std::set<std::string> x_folders;
};

}  // namespace handoff::git
