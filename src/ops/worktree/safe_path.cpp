#include "ops/worktree/safe_path.hpp"

#include <algorithm>
#include <vector>

#include <sys/stat.h>

#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/repo/inner_repositories.hpp"

namespace handoff::ops {

namespace {

/// Names that git or a file system of another kind would take for .git.
bool is_git_folder(const std::string& component) {
  std::string name = to_lower(component);
  while (!name.empty() && (name.back() == '.' || name.back() == ' '))
    name.pop_back();
  return name == ".git" || name == "git~1" || name.starts_with(".git:");
}

bool is_safe(const std::string& root, const std::string& path, bool may_be_link) {
  if (path.empty() || path.front() == '/')
    return false;
  std::string walked = root;
  std::vector<std::string> components = split(path, '/');
  for (size_t i = 0; i < components.size(); ++i) {
    const std::string& name = components[i];
    if (name.empty() || name == "." || name == ".." || is_git_folder(name))
      return false;
    walked += "/" + name;
    struct stat info {};
    const bool last = i + 1 == components.size();
    const Presence there = look_at(walked, info);
    if (there == Presence::unknown)
      return false;
    if (there == Presence::there &&
        (last ? S_ISLNK(info.st_mode) && !may_be_link : !S_ISDIR(info.st_mode)))
      return false;
  }
  return true;
}

}  // namespace

bool names_git_folder(const std::string& path) {
  const std::vector<std::string> components = split(path, '/');
  return std::ranges::any_of(components, is_git_folder);
}

bool is_safe_to_write(const git::Layout& layout, const std::string& path) {
  return is_safe(layout.root, path, false) && !git::is_own_file(layout, path);
}

bool is_safe_to_write(const std::string& root, const std::string& path) {
  return is_safe(root, path, false);
}

bool is_safe_to_replace(const git::Layout& layout, const std::string& path) {
  return is_safe(layout.root, path, true) && !git::is_own_file(layout, path);
}

}  // namespace handoff::ops
