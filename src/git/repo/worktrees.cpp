#include "git/repo/worktrees.hpp"

#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"

namespace handoff::git {

namespace {

/// The folder that git lists a linked worktree by: what its git directory notes, which need not be
/// where it is by now.
std::string listed_as(const std::string& git_dir) {
  std::string file = read_file(join_path(git_dir, "gitdir")).value_or("");
  if (file.ends_with('\n'))
    file.pop_back();
  if (!file.starts_with('/'))
    file = (std::filesystem::path(git_dir) / file).lexically_normal();
  return parent_path(file);
}

/// Is the branch being rebased or bisected there, or moved with what is rebased? HEAD is detached
/// then, and git goes back to the branch at the end.
bool is_held_in(const std::string& git_dir, const std::string& branch) {
  const std::string ref = std::string(kBranchRefs) + branch;
  const auto lines = [&](const char* file) {
    return split_lines(read_file(join_path(git_dir, file)).value_or(""));
  };
  for (const char* file :
       {"rebase-merge/head-name", "rebase-apply/head-name", "rebase-merge/update-refs"}) {
    if (in_list(lines(file), ref))
      return true;
  }
  const std::vector<std::string> bisected = lines("BISECT_START");
  return !bisected.empty() && (bisected.front() == branch || bisected.front() == ref);
}

bool is_same_folder(const std::string& one, const std::string& other) {
  std::error_code unknown;
  return one == other || std::filesystem::equivalent(one, other, unknown);
}

/// What a file of the main repository's configuration says; empty: nothing.
std::string said_in(const Repository& repository, const char* name, const char* type,
                    const char* key) {
  const std::string file = join_path(repository.layout().common_dir, name);
  return exists(file)
             ? trim(repository.git().run({.args = {"config", "--file", file, type, key}}).out)
             : std::string();
}

/// What git lists of the main one to a linked worktree, which does not read `config.worktree` of
/// that: a bare repository as one that has a branch, and the git directory where that lies apart (a
/// submodule's).
void correct_main(const Repository& repository, Worktree& main) {
  const std::string& common_dir = repository.layout().common_dir;
  if (said_in(repository, "config.worktree", "--type=bool", "core.bare") == "true")
    main.branch.clear();
  if (main.path != common_dir)
    return;
  for (const char* file : {"config.worktree", "config"})
    if (const std::string tree = said_in(repository, file, "--type=path", "core.worktree");
        !tree.empty()) {
      main.path = real_path(join_path(common_dir, tree));
      return;
    }
}

/// The main worktree is `all.front()`.
std::string other_worktree_at_work(const Layout& layout, const std::string& branch,
                                   const std::vector<Worktree>& all) {
  if (all.empty())
    return {};
  if (is_held_in(layout.common_dir, branch) && !is_same_folder(layout.common_dir, layout.git_dir))
    return all.front().path;
  const std::string folder = join_path(layout.common_dir, "worktrees");
  for (const std::string& name : list_folder(folder))
    if (const std::string git_dir = join_path(folder, name);
        is_held_in(git_dir, branch) && !is_same_folder(git_dir, layout.git_dir))
      return listed_as(git_dir);
  return {};
}

}  // namespace

std::string git_dir_of_worktree(const std::string& common_dir, const std::string& name) {
  return name == "main" ? common_dir
                        : join_path(common_dir, "worktrees/" + name.substr(0, name.find('~')));
}

bool is_worktree_there(const std::string& common_dir, const std::string& name) {
  const std::string git_dir = git_dir_of_worktree(common_dir, name);
  return is_folder(name == "main" ? git_dir : listed_as(git_dir));
}

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
  if (all.empty())
    return all;
  all.front().name = "main";
  const std::string folder = join_path(repository.layout().common_dir, "worktrees");
  for (const std::string& name : list_folder(folder)) {
    Layout linked;
    linked.git_dir = join_path(folder, name);
    for (Worktree& one : all)
      if (one.name.empty() && one.path == listed_as(linked.git_dir))
        one.name = linked.worktree_name();
  }
  correct_main(repository, all.front());
  return all;
}

std::string other_worktree_with(const Repository& repository, const std::string& branch) {
  if (branch.empty())
    return {};
  const Layout& layout = repository.layout();
  const bool linked = layout.git_dir != layout.common_dir;
  const std::string own = linked ? listed_as(layout.git_dir) : "";
  size_t number = 0;
  bool own_seen = false;  // another one may be where this one was before
  const std::vector<Worktree> all = worktrees_of(repository);
  for (const Worktree& one : all) {
    ++number;
    bool is_own = !own_seen && (linked ? number > 1 && one.path == own : number == 1);
    if (one.branch != branch)
      continue;
    if (!is_own)
      return one.path;
    own_seen = true;
  }
  return other_worktree_at_work(layout, branch, all);
}

}  // namespace handoff::git
