#include "git/repo/own_place.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

constexpr size_t kMostBytes = 1u << 20;

/// Empty where there is none, and where it cannot be read.
std::string text_of(const std::string& path) {
  try {
    return read_file_at_most(path, kMostBytes).value_or("");
  } catch (const Failure&) {
    return {};
  }
}

/// The value of a line of a configuration, without quotes; one that is out of the ordinary names no
/// folder that there is.
std::string value_in(const std::string& line) {
  std::string value = trim(line.substr(line.find('=') + 1));
  if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
    value = value.substr(1, value.size() - 2);
  return replace_all(replace_all(value, "\\\"", "\""), "\\\\", "\\");
}

/// `core.worktree`, which git takes from these two files only, without their includes.
std::optional<std::string> named_tree(const std::string& git_dir) {
  std::optional<std::string> named;
  for (const char* file : {"config", "config.worktree"}) {
    bool is_core = false;
    const std::string text = text_of(join_path(git_dir, file));
    if (!contains(to_lower(text), "worktree"))
      continue;
    for (const std::string& raw : split_lines(text)) {
      std::string line = trim(raw);
      if (line.starts_with('[')) {
        const size_t end = line.find(']');
        is_core = to_lower(trim(line.substr(1, end == kNowhere ? end : end - 1))) == "core";
        line = end == kNowhere ? "" : trim(line.substr(end + 1));
      }
      if (is_core && to_lower(trim(line.substr(0, line.find('=')))) == "worktree")
        named = value_in(line);
    }
  }
  return named;
}

/// It is no link, or one to what is in the folder as well.
bool stays_in(const std::string& folder, const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode) ||
         is_inside(real_path(path), folder);
}

bool all_stay_in(const std::string& folder, const std::string& below) {
  const std::vector<std::string> names = list_folder(below);
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const std::string path = join_path(below, name);
    return is_folder(path) ? all_stay_in(folder, path) : stays_in(folder, path);
  });
}

/// Git follows links in its own directory: what is kept here would be kept in another's refs.
bool writes_elsewhere(const std::string& git, const std::string& common) {
  for (const char* name : {"HEAD", "index", "logs", "logs/HEAD"})
    if (!stays_in(git, join_path(git, name)))
      return true;
  for (const char* name :
       {"refs", "refs/heads", "refs/handoffs", "refs/handoffs/active", "logs", "logs/refs"})
    if (!stays_in(common, join_path(common, name)))
      return true;
  return !all_stay_in(common, join_path(common, "refs/handoffs/active"));
}

}  // namespace

bool is_found_at_top(const std::string& root, const std::string& git_dir) {
  const std::string dot_git = join_path(root, ".git"), here = real_path(git_dir);
  if (real_path(dot_git) == here)
    return true;
  constexpr std::string_view kGitFile = "gitdir: ";
  const std::string link = is_folder(dot_git) ? "" : text_of(dot_git);
  return link.starts_with(kGitFile) &&
         real_path(join_path(root, trim(link.substr(kGitFile.size())))) == here;
}

bool belong_together(const std::string& folder, const std::string& root, const std::string& git_dir,
                     const std::string& common_dir) {
  const std::string tree = real_path(root), git = real_path(git_dir),
                    common = real_path(common_dir);
  if (tree.empty() || git.empty() || common.empty() ||
      !is_inside(real_path(folder.empty() ? "." : folder), tree) || writes_elsewhere(git, common))
    return false;
  if (git != common)
    return parent_path(git) == join_path(common, "worktrees") &&
           real_path(parent_path(join_path(git, trim(text_of(join_path(git, "gitdir")))))) == tree;
  const std::optional<std::string> named = named_tree(git);
  const std::string meant = named ? real_path(join_path(git, *named)) : tree,
                    home = parent_path(git);
  const bool is_usual = base_name(git) == ".git";
  if (is_usual && is_inside(tree, home) && is_inside(meant, home))
    return true;
  return is_found_at_top(root, git) &&
         (named ? meant == tree : !is_usual && !contains(git, "/.git/"));
}

bool is_place_given() {
  return std::getenv("GIT_DIR") != nullptr || std::getenv("GIT_WORK_TREE") != nullptr;
}

}  // namespace handoff::git
