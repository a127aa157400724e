#include "ops/records/clone_files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// Where a path leads, link by link, and what of the working tree says so.
struct Way {
  std::string file = {};                  ///< absolute, through no link
  std::vector<std::string> crossed = {};  ///< links, and folders of other repositories
};

Way follow(const git::Repository& repository, const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel has it
  const std::string& root = repository.layout().root;
  Way way;
  std::vector<std::string> rest = split(join_path(root, path), '/');
  std::ranges::reverse(rest);
  for (int links = 0; !rest.empty();) {
    const std::string name = rest.back();
    rest.pop_back();
    if (name == "..")
      way.file.erase(std::min(way.file.rfind('/'), way.file.size()));
    if (name.empty() || name == "." || name == "..")
      continue;
    const std::string next = way.file + "/" + name;
    std::error_code error;
    const std::string target = std::filesystem::read_symlink(next, error).string();
    const bool is_link = !error && ++links <= kMostLinks;
    if (next.starts_with(root + "/") && (is_link || exists(next + "/.git")))
      way.crossed.push_back(next.substr(root.size() + 1));
    if (!is_link) {
      way.file = next;
      continue;
    }
    if (target.starts_with('/'))
      way.file.clear();
    std::vector<std::string> parts = split(target, '/');
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
  }
  return way;
}

bool is_tracked(const git::Repository& repository, const std::vector<std::string>& paths) {
  if (paths.empty())
    return false;
  std::vector<std::string> args = {"ls-files", "-z"};
  if (!repository.head().unborn())
    args.emplace_back("--with-tree=HEAD");
  args.emplace_back("--");
  args.insert(args.end(), paths.begin(), paths.end());
  const Outcome listed = repository.git().run({.args = std::move(args)});
  return !listed.ok() || !listed.out.empty();
}

/// From the top of the working tree; nullopt where it lies elsewhere.
std::optional<std::string> path_in(const git::Repository& repository, const std::string& file) {
  const std::string root = repository.layout().root + "/";
  return file.starts_with(root) ? std::optional(file.substr(root.size())) : std::nullopt;
}

/// Of another repository's, or of one inside of this.
bool is_in_another_tree(const git::Repository& repository, std::filesystem::path file) {
  while (file.has_relative_path()) {
    file = file.parent_path();
    if (exists((file / ".git").string()))
      return file.string() != repository.layout().root;
  }
  return false;
}

}  // namespace

bool comes_with_clone(const git::Repository& repository, const std::string& path) {
  const std::string named = join_path(current_folder(), path);
  Way way = follow(repository, named);
  if (is_in_another_tree(repository, std::filesystem::path(named).lexically_normal()) ||
      is_in_another_tree(repository, way.file))
    return true;
  if (std::optional<std::string> file = path_in(repository, way.file))
    way.crossed.push_back(*std::move(file));
  return is_tracked(repository, way.crossed);
}

}  // namespace handoff::ops
