#include "git/repo/own_place.hpp"

#include <cstdlib>
#include <memory>
#include <optional>

#include <dirent.h>
#include <sys/stat.h>

#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

constexpr size_t kMostBytes = 1u << 20;

std::string text_of(const std::string& path) { return peek_file(path, kMostBytes).value_or(""); }

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

/// A link that git follows, but for one to a file of the same git directory (HEAD was one once):
/// what is kept here would be kept in another's.
bool is_link_out(const std::string& common, const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode))
    return false;
  const std::string target = real_path(path);
  return !is_inside(target, common) || is_folder(target);
}

/// Is there one in this folder, or in those below it to that depth? `folder` is the same after it.
bool leads_out(const std::string& common, std::string& folder, int depth) {
  struct Closer {
    void operator()(DIR* dir) const { closedir(dir); }
  };
  const std::unique_ptr<DIR, Closer> dir(opendir(folder.c_str()));
  while (const dirent* entry = dir ? readdir(dir.get()) : nullptr) {
    const unsigned char type = entry->d_type;
    if (type == DT_REG || (type == DT_DIR && depth == 0))
      continue;
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || (name == "hooks" && folder == common))
      continue;
    const size_t size = folder.size();
    folder.append("/").append(name);
    const bool is_dir = type == DT_DIR || (type == DT_UNKNOWN && is_folder(folder));
    const bool out =
        is_dir ? depth > 0 && leads_out(common, folder, depth - 1) : is_link_out(common, folder);
    folder.resize(size);
    if (out)
      return true;
  }
  return false;
}

constexpr int kAllBelow = 1000;

bool leads_out_below(const std::string& common, const std::string& top, std::string_view name,
                     int depth) {
  std::string folder;
  folder.reserve(top.size() + 128);
  folder.append(top).append(name);
  return leads_out(common, folder, depth);
}

bool writes_elsewhere(const std::string& git, const std::string& common) {
  const auto from = [&](const std::string& top) {
    return leads_out_below(common, top, "", 0) ||
           leads_out_below(common, top, "/refs", kAllBelow) ||
           leads_out_below(common, top, "/logs", kAllBelow);
  };
  return from(common) || (git != common && from(git)) ||
         leads_out_below(common, common, "/objects", 0);
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
                    common = common_dir == git_dir ? git : real_path(common_dir);
  if (tree.empty() || git.empty() || common.empty() ||
      (folder != root && !is_inside(real_path(folder.empty() ? "." : folder), tree)) ||
      writes_elsewhere(git, common))
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

bool has_refs_elsewhere(const std::string& common_dir) {
  const std::string common = real_path(common_dir), refs = join_path(common, "refs");
  if (is_link_out(common, refs) || is_link_out(common, join_path(common, "packed-refs")))
    return true;
  return leads_out_below(common, refs, "", kAllBelow);
}

bool is_place_given() {
  return std::getenv("GIT_DIR") != nullptr || std::getenv("GIT_WORK_TREE") != nullptr;
}

}  // namespace handoff::git
