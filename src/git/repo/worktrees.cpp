#include "git/repo/worktrees.hpp"

#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

/// The folder that git lists this worktree by: of a linked one what its git directory notes, which
/// need not be where it is by now; of the main one, which is listed first, whatever git makes of
/// it.
std::string listed_as(const Layout& layout) {
  std::string file = read_file(join_path(layout.git_dir, "gitdir")).value_or("");
  if (file.ends_with('\n'))
    file.pop_back();
  if (!file.starts_with('/'))
    file = (std::filesystem::path(layout.git_dir) / file).lexically_normal();
  return parent_path(file);
}

}  // namespace

std::string other_worktree_with(const Repository& repository, const std::string& branch) {
  const Layout& layout = repository.layout();
  if (branch.empty() || list_folder(join_path(layout.common_dir, "worktrees")).empty())
    return {};
  std::string listing = repository.git().output({.args = {"worktree", "list", "--porcelain", "-z"}},
                                                "list the worktrees");
  const bool linked = layout.git_dir != layout.common_dir;
  const std::string own = linked ? listed_as(layout) : "";
  std::string folder;
  size_t number = 0;
  bool own_seen = false;  // another one may be where this one was before
  for (const std::string& line : split(listing, '\0')) {
    if (line.starts_with("worktree ")) {
      folder = line.substr(9);
      ++number;
    }
    bool is_own = !own_seen && (linked ? number > 1 && folder == own : number == 1);
    if (line != "branch refs/heads/" + branch)
      continue;
    if (!is_own)
      return folder;
    own_seen = true;
  }
  return {};
}

}  // namespace handoff::git
