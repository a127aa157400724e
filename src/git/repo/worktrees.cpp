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

std::vector<Worktree> worktrees_of(const Repository& repository) {
  if (list_folder(join_path(repository.layout().common_dir, "worktrees")).empty())
    return {};
  constexpr std::string_view kFolder = "worktree ", kBranch = "branch refs/heads/";
  std::vector<Worktree> all;
  for (const std::string& line :
       split(repository.git().output({.args = {"worktree", "list", "--porcelain", "-z"}},
                                     "list the worktrees"),
             '\0'))
    if (line.starts_with(kFolder))
      all.push_back({.path = line.substr(kFolder.size())});
    else if (line.starts_with(kBranch) && !all.empty())
      all.back().branch = line.substr(kBranch.size());
  return all;
}

std::string other_worktree_with(const Repository& repository, const std::string& branch) {
  if (branch.empty())
    return {};
  const Layout& layout = repository.layout();
  const bool linked = layout.git_dir != layout.common_dir;
  const std::string own = linked ? listed_as(layout) : "";
  size_t number = 0;
  bool own_seen = false;  // another one may be where this one was before
  for (const Worktree& one : worktrees_of(repository)) {
    ++number;
    bool is_own = !own_seen && (linked ? number > 1 && one.path == own : number == 1);
    if (one.branch != branch)
      continue;
    if (!is_own)
      return one.path;
    own_seen = true;
  }
  return {};
}

}  // namespace handoff::git
