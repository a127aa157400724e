#include "git/repo/worktrees.hpp"

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

std::string other_worktree_with(const Repository& repository, const std::string& branch) {
  if (branch.empty() || list_folder(join_path(repository.layout().common_dir, "worktrees")).empty())
    return {};
  std::string listing =
      repository.git().output({.args = {"worktree", "list", "--porcelain"}}, "list the worktrees");
  std::string folder;
  for (const std::string& line : split_lines(listing)) {
    if (line.starts_with("worktree "))
      folder = line.substr(9);
    if (line == "branch refs/heads/" + branch && folder != repository.layout().root)
      return folder;
  }
  return {};
}

}  // namespace handoff::git
