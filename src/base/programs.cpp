#include "base/programs.hpp"

#include <algorithm>

#include <unistd.h>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff {

namespace {

bool automatic = false, untyped = false, unasked = false;

/// Without links and dots; as it is where it is not there.
std::string without_links(const std::string& path) {
  std::string real = real_path(path);
  return real.empty() ? path : real;
}

/// The working trees that a folder lies in. The repository that somebody's home is, and those above
/// it, count only for who works in nothing else: their own programs are there.
void add_working_trees(std::string folder, std::vector<std::string>& roots) {
  const std::string home = without_links(environment("HOME"));
  bool nearest = true;
  for (;; folder = parent_path(folder)) {
    if (exists(join_path(folder, ".git"))) {
      if (nearest || home.empty() || !is_inside(home, folder))
        roots.push_back(folder);
      nearest = false;
    }
    if (folder == "/" || folder.empty() || folder == ".")
      return;
  }
}

/// What a working tree shares with all others of its repository; empty: it is none.
std::string common_dir_of(const std::string& tree) {
  constexpr std::string_view kGitDir = "gitdir: ";
  constexpr size_t kMostBytes = 8192;
  std::string git = join_path(tree, ".git");
  if (!exists(git))
    return {};
  try {
    if (!is_folder(git)) {
      const std::string text = read_file_at_most(git, kMostBytes).value_or("");
      if (!text.starts_with(kGitDir))
        return {};
      git = trim(text.substr(kGitDir.size()));
      if (!git.starts_with('/'))
        git = join_path(tree, git);
    }
  } catch (const Failure&) {
    return {};  // git cannot read it either
  }
  const std::string real = real_path(git);
  return exists(join_path(real, "commondir")) ? parent_path(parent_path(real)) : real;
}

/// The working trees whose programs are not the user's.
struct ForeignTrees {
  std::vector<std::string> roots = {};
  std::vector<std::string> with_linked = {};  ///< common_dir_of() those that are not the only one
};

/// Those around here, and around the folder.
ForeignTrees foreign_trees(const std::string& folder) {
  const std::string current = without_links(".");
  ForeignTrees trees = {.roots = {current}};
  add_working_trees(current, trees.roots);
  if (!folder.empty())
    add_working_trees(without_links(folder), trees.roots);
  for (const std::string& root : trees.roots)
    if (std::string common = common_dir_of(root);
        !common.empty() && exists(join_path(common, "worktrees")))
      trees.with_linked.push_back(std::move(common));
  return trees;
}

bool is_linked_to(std::string folder, const std::vector<std::string>& common_dirs) {
  for (; !common_dirs.empty() && folder.size() > 1; folder = parent_path(folder))
    if (in_list(common_dirs, common_dir_of(folder)))
      return true;
  return false;
}

bool is_outside(const std::string& of_path, const ForeignTrees& trees) {
  if (!of_path.starts_with('/'))
    return false;
  const std::string real = without_links(of_path);
  return std::ranges::none_of(trees.roots,
                              [&](const std::string& root) {
                                return root != "/" &&
                                       (is_inside(of_path, root) || is_inside(real, root));
                              }) &&
         !is_linked_to(real, trees.with_linked);
}

std::vector<std::string> folders_in_path() { return split(environment("PATH"), ':'); }

}  // namespace

std::vector<std::string> program_folders(const std::string& folder) {
  const ForeignTrees trees = foreign_trees(folder);
  std::vector<std::string> folders = folders_in_path();
  std::erase_if(folders, [&](const std::string& one) { return !is_outside(one, trees); });
  return folders;
}

void act_automatically() { automatic = true; }
bool acts_automatically() { return automatic; }
void act_untyped() { automatic = untyped = true; }
bool is_untyped() { return untyped; }
void speak_unasked() { unasked = true; }
void act_unasked() {
  act_untyped();
  speak_unasked();
}
bool is_unasked() { return unasked; }

bool has_person() {
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

bool can_ask() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

std::string find_program(const std::string& name, const std::string& folder) {
  const ForeignTrees trees = foreign_trees(folder);
  for (const std::string& one : folders_in_path()) {
    const std::string file = join_path(one, name);
    if (access(file.c_str(), X_OK) == 0 && !is_folder(file) && is_outside(one, trees))
      return file;
  }
  if (automatic)
    fail("cannot run '" + name + "': it is in no folder of PATH outside of the repository");
  return name;
}

}  // namespace handoff
