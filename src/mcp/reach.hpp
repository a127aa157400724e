#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::mcp {

/// Which repositories a server may touch: the one it was started in, its linked worktrees, and
/// those that
/// `--allow` names. Looked at anew with each call, since folders come and go.
class Reach {
 public:
  /// `folder` is where the server was started, `allowed` are further folders: what lies in them may
  /// be named.
  Reach(std::string folder, std::vector<std::string> allowed);

  /// The repository that a client names by a folder in it; the server's own where it names none.
  /// Throws a Failure where that is not allowed, before anything is read there.
  git::Repository open(const std::string& named) const;
  bool more_than_one() const { return !x_allowed.empty(); }

 private:
  bool allows(const std::string& path) const;

  std::string x_folder;
  std::vector<std::string> x_allowed;  ///< resolved, without a slash at the end
};

}  // namespace handoff::mcp
