#include "git/repo/inner_repositories.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::git {

namespace {

constexpr size_t kMostOfAlternates = 1u << 20;

/// What an object store borrows from, and what that does, as git follows it.
void add_borrowed(const std::string& objects, int depth, std::vector<std::string>& into) {
  const std::string listed =
      peek_file(join_path(objects, "info/alternates"), kMostOfAlternates).value_or("");
  for (const std::string& line : split_lines(listed))
    if (!line.empty() && line[0] != '#') {
      into.push_back(join_path(objects, line));
      if (depth > 0)
        add_borrowed(into.back(), depth - 1, into);
    }
}

std::vector<std::string> own_folders_of(const std::string& root, std::vector<std::string> folders,
                                        const std::string& objects) {
  constexpr int kDepth = 5;
  folders.push_back(objects);
  add_borrowed(objects, kDepth, folders);
  if (const std::string more = environment("GIT_ALTERNATE_OBJECT_DIRECTORIES"); !more.empty())
    for (const std::string& folder : split(more, ':'))
      folders.push_back(join_path(root, folder));
  const std::string dot_git = join_path(root, ".git");
  std::erase_if(folders, [&](const std::string& folder) {  // by far the most
    return is_inside(folder, dot_git) && is_folder(dot_git) && is_folder(folder);
  });
  const std::string top = folders.empty() ? "" : real_path(root);
  std::vector<std::string> own;
  for (const std::string& folder : folders) {
    const std::string real = real_path(folder);
    if (!real.empty() && is_inside(real, top) && !contains(real + "/", "/.git/"))
      own.push_back(real == top ? "" : real.substr(top == "/" ? 1 : top.size() + 1));
  }
  return own;
}

/// Where the answers of a git are from, and what of its repository lies there.
struct OwnPlace {
  std::string root;
  std::vector<std::string> own;
};

/// Only git knows, but for a `.git` folder at the top and nothing in the environment.
OwnPlace place_of(const Git& git) {
  const auto& names = local_environment();
  const bool is_told = std::ranges::any_of(
      names, [](const std::string& name) { return std::getenv(name.c_str()) != nullptr; });
  const std::string here = real_path(git.folder().empty() ? "." : git.folder()),
                    dot_git = join_path(here, ".git");
  if (!is_told && is_folder(dot_git))
    return {.root = here, .own = own_folders_of(here, {}, join_path(dot_git, "objects"))};
  const std::vector<std::string> lines =
      split_lines(git.run({.args = {"rev-parse", "--path-format=absolute", "--show-toplevel",
                                    "--git-dir", "--git-common-dir", "--git-path", "objects"}})
                      .out);
  if (lines.size() != 4)  // a line feed in a name
    return {.root = here, .own = {}};
  return {.root = lines[0], .own = own_folders_of(lines[0], {lines[1], lines[2]}, lines[3])};
}

bool is_git_folder(const std::string& folder) {
  return is_folder(join_path(folder, "objects")) && is_folder(join_path(folder, "refs")) &&
         peek_git_dir(folder).has_value();
}

}  // namespace

std::vector<std::string> own_folders(const Layout& layout) {
  const std::string given = environment("GIT_OBJECT_DIRECTORY");
  return own_folders_of(
      layout.root, {layout.git_dir, layout.common_dir},
      !given.empty() ? join_path(layout.root, given) : layout.common_dir + "/objects");
}

bool is_own_file(const std::vector<std::string>& own, const std::string& path) {
  return std::ranges::any_of(own, [&](const std::string& folder) {
    return folder.empty() || path == folder || path.starts_with(folder + "/");
  });
}

bool is_own_file(const Layout& layout, const std::string& path) {
  using Clock = std::chrono::steady_clock;
  struct Seen {
    std::vector<std::string> of;
    std::vector<std::string> own;
    Clock::time_point at;
  };
  static thread_local std::optional<Seen> seen;  // asked for each of thousands of files
  const std::vector<std::string> of = {layout.root, layout.git_dir, layout.common_dir};
  if (!seen || seen->of != of || Clock::now() - seen->at > std::chrono::seconds(1))
    seen = Seen{.of = of, .own = own_folders(layout), .at = Clock::now()};
  return is_own_file(seen->own, path);
}

InnerRepositories::InnerRepositories(const Git& git, const std::vector<std::string>& untracked) {
  if (untracked.empty())
    return;
  const OwnPlace place = place_of(git);
  x_folders.insert(place.own.begin(), place.own.end());
  for (const std::string& path : untracked)
    if (path.ends_with("/HEAD"))
      if (std::string folder = parent_path(path); is_git_folder(join_path(place.root, folder)))
        x_folders.insert(std::move(folder));
}

const std::string* InnerRepositories::around(const std::string& path) const {
  if (x_folders.empty())
    return nullptr;
  if (x_folders.begin()->empty())
    return &*x_folders.begin();
  for (size_t slash = path.find('/'); slash != kNowhere; slash = path.find('/', slash + 1))
    if (auto found = x_folders.find(path.substr(0, slash)); found != x_folders.end())
      return &*found;
  return nullptr;
}

}  // namespace handoff::git
