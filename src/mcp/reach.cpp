#include "mcp/reach.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::mcp {

namespace {

/// The git dir that all worktrees share, by git's own files alone; empty where there is none.
std::string shared_dir_of(const std::string& folder) {
  std::optional<git::PeekedRepository> found = git::peek_repository(folder);
  return found ? real_path(found->common_dir) : std::string();
}

}  // namespace

Reach::Reach(std::string folder, std::vector<std::string> allowed) : x_folder(std::move(folder)) {
  for (const std::string& one : allowed) {
    std::string path = real_path(one);
    if (path.empty())
      fail_usage("there is no folder '" + printable(one) + "' to allow");
    x_allowed.push_back(std::move(path));
  }
}

git::Repository Reach::open(const std::string& named) const {
  // A relative name is one below the folder that the server was started in.
  std::string path =
      named.empty() ? "" : real_path(named.front() == '/' ? named : join_path(x_folder, named));
  if (!path.empty() && allows(path))
    // A folder that is allowed may lie in a repository that reaches beyond it, or have a `.git`
    // file that leads out.
    if (git::Repository repository = git::Repository::open(path);
        allows(real_path(repository.layout().root)) && allows(shared_dir_of(path)))
      return repository;
  git::Repository own = git::Repository::open(x_folder);
  if (named.empty())
    return own;
  auto refuse_it = [&] {
    refuse("'" + printable(named) +
               "' is not inside of the repository that this server was started in (" +
               own.layout().root + ")",
           {"'git handoff mcp --allow FOLDER' lets a client name repositories below FOLDER"});
  };
  std::string shared = path.empty() ? "" : shared_dir_of(path);
  std::string own_shared = real_path(own.layout().common_dir);
  bool below = !path.empty() && is_inside(path, own.layout().root);
  if (below && (shared.empty() || shared == own_shared))
    return own;
  // With GIT_DIR every folder would look like a worktree of the same repository.
  bool worktree = shared == own_shared && std::getenv("GIT_DIR") == nullptr;
  if (!worktree)
    refuse_it();
  return git::Repository::open(path);
}

bool Reach::allows(const std::string& path) const {
  return std::getenv("GIT_DIR") == nullptr &&
         std::ranges::any_of(x_allowed,
                             [&](const std::string& folder) { return is_inside(path, folder); });
}

}  // namespace handoff::mcp
