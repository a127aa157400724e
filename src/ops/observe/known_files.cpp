#include "ops/observe/known_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "formats/prose/extract.hpp"
#include "formats/record/policy.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostKnownFiles = 200;
constexpr size_t kMostBytes = 1u << 20;

std::string below_root(const git::Repository& repository, const std::string& path) {
  return join_path(repository.layout().root, path);
}

bool is_markdown_file(const std::string& name) { return name.ends_with(".md"); }

void collect(const git::Repository& repository, const std::string& folder, int depth,
             std::vector<std::string>& paths) {
  for (const std::string& name : list_folder(below_root(repository, folder))) {
    std::string path = folder + "/" + name;
    if (is_folder(below_root(repository, path))) {
      if (depth > 0)
        collect(repository, path, depth - 1, paths);
    } else if (is_markdown_file(name) && paths.size() < kMostKnownFiles) {
      paths.push_back(path);
    }
  }
}

std::vector<std::string> lists_of_policy(const git::Repository& repository) {
  try {
    return formats::read_policy(read_tree_file(repository, formats::kPolicyFile)).task_lists;
  } catch (const Failure&) {
    return {};  // a stranger's damaged policy must not stop a look
  }
}

/// Takes out what git ignores and the clone leads to, by a link that is in it or by its policy: the
/// user keeps it to himself, and what is read here goes into a record. `theirs`: named by the
/// policy.
void leave_private_out(const git::Repository& repository, const std::vector<std::string>& theirs,
                       std::vector<std::string>& paths) {
  std::error_code error;
  const std::string top =
      std::filesystem::canonical(repository.layout().root, error).string() + "/";
  std::map<std::string, std::string> led;  // from the path to where it leads
  std::string question, ways;  // git says nothing more behind a path beyond a link: those come last
  for (const std::string& path : paths) {
    const std::string full =
        std::filesystem::weakly_canonical(below_root(repository, path), error).string();
    const std::string to = full.starts_with(top) ? full.substr(top.size()) : path;
    if (to == path && !in_list(theirs, path))
      continue;
    led[path] = to;
    question += to + '\0';
    ways += path + '\0';
  }
  if (led.empty())
    return;
  const std::vector<std::string> ignored =
      split(repository.git()
                .run({.args = {"check-ignore", "-z", "--stdin"}, .input = question + ways})
                .out,
            '\0');
  const std::set<std::string> kept(ignored.begin(), ignored.end());
  std::erase_if(paths, [&](const std::string& path) {
    const auto at = led.find(path);
    return at != led.end() && kept.contains(at->second) &&
           (at->second == path || !kept.contains(path));
  });
}

}  // namespace

bool stays_in_tree(const git::Repository& repository, const std::string& path) {
  std::error_code error;
  std::string root = std::filesystem::canonical(repository.layout().root, error).string();
  if (error)
    return false;
  std::string full =
      std::filesystem::weakly_canonical(below_root(repository, path), error).string();
  return !error && (full + "/").starts_with(root + "/") &&
         !(full + "/").starts_with(root + "/.git/");
}

std::string read_tree_file(const git::Repository& repository, const std::string& path) {
  return to_valid_utf8(find_tree_file(repository, path).value_or(""));
}

std::optional<std::string> find_tree_file(const git::Repository& repository,
                                          const std::string& path) {
  if (!stays_in_tree(repository, path))
    return std::nullopt;
  return peek_file(below_root(repository, path), kMostBytes);
}

std::vector<std::string> plan_files(const git::Repository& repository) {
  std::vector<std::string> paths;
  for (const char* folder : {".superteam/plans", ".planning"})
    if (is_folder(below_root(repository, folder)))
      collect(repository, folder, 2, paths);
  std::erase_if(paths, [](const std::string& path) {
    return path.starts_with(".planning/debug/") || path.starts_with(".planning/quick/") ||
           path.ends_with(".continue-here.md");
  });
  std::vector<std::string> own = repository.config().all("handoff.tasklist");
  std::vector<std::string> theirs = lists_of_policy(repository);
  for (const auto* lists : {&own, &theirs})
    for (const std::string& path : *lists)
      if (exists(below_root(repository, path)))
        paths.push_back(path);
  if (exists(below_root(repository, "task_plan.md")))
    paths.push_back("task_plan.md");
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  std::erase_if(theirs, [&](const std::string& path) { return in_list(own, path); });
  leave_private_out(repository, theirs, paths);
  return paths;
}

std::vector<std::string> open_debug_sessions(const git::Repository& repository) {
  std::vector<std::string> open;
  for (const char* folder : {".superteam/debug", ".planning/debug"}) {
    std::vector<std::string> paths;
    if (is_folder(below_root(repository, folder)))
      collect(repository, folder, 0, paths);
    for (const std::string& path : paths) {
      std::string status = to_lower(labelled_value(read_tree_file(repository, path), "status"));
      if (!contains(status, "resolved") && !contains(status, "closed") && status != "fixed" &&
          status != "done")
        open.push_back(path);
    }
  }
  return open;
}

std::vector<std::string> open_quick_tasks(const git::Repository& repository) {
  std::vector<std::string> open;
  for (const std::string folder : {".superteam/quick", ".planning/quick"})
    for (const std::string& name : list_folder(below_root(repository, folder))) {
      std::string path = folder + "/" + name;
      if (!is_folder(below_root(repository, path)))
        continue;
      std::vector<std::string> files = list_folder(below_root(repository, path));
      bool summed_up = std::ranges::any_of(files, [](const std::string& file) {
        return file == "SUMMARY.md" || file.ends_with("-SUMMARY.md");
      });
      if (!summed_up)
        open.push_back(path);
    }
  return open;
}

std::vector<std::string> handoff_files_in_tree(const std::string& root, bool of_project) {
  using Kind = formats::Place::Kind;
  std::vector<std::string> found;
  auto add = [&](const std::string& path) {
    if (exists(join_path(root, path)) && !in_list(found, path))
      found.push_back(path);
  };
  constexpr size_t kMostFolders = 200;
  for (const formats::Place& place : formats::handoff_places()) {
    std::string path(place.path);
    if (place.kind == Kind::project && !of_project)
      continue;
    if (size_t star = path.find('*'); star != std::string::npos) {
      std::vector<std::string> names = list_folder(join_path(root, path.substr(0, star)));
      for (size_t i = names.size() > kMostFolders ? names.size() - kMostFolders : 0;
           i < names.size(); ++i)
        add(path.substr(0, star) + names[i] + path.substr(star + 1));
    } else {
      add(path);
      if (place.kind == Kind::anywhere)
        for (const char* folder : {".superteam/", ".planning/", ".claude/", "docs/"})
          add(folder + path);
    }
  }
  return found;
}

std::string path_in_tree(const git::Repository& repository, const std::string& path) {
  const std::string& root = repository.layout().root;
  std::vector<std::string> parts;
  for (const std::string& part : split(join_path(current_folder(), path), '/')) {
    if (part == ".." && !parts.empty())
      parts.pop_back();
    else if (!part.empty() && part != "." && part != "..")
      parts.push_back(part);
  }
  std::string clean = "/" + join(parts, "/");
  return clean.starts_with(root + "/") ? clean.substr(root.size() + 1) : clean;
}

std::string text_in_tree(const git::Repository& repository, const std::string& text) {
  const std::string& root = repository.layout().root;
  if (root.empty() || !current_folder().starts_with(root + "/"))
    return text;
  return with_paths_renamed(text, [&](const std::string& path) {
    const std::string there = path_in_tree(repository, path);
    return !path.starts_with('~') && there != path && !there.starts_with('/') &&
                   exists(join_path(root, there))
               ? there
               : path;
  });
}

std::string text_in_tree(const std::string& text) {
  const bool at_top = exists(".git");
  return at_top || anchors_in(text).empty() ? text : text_in_tree(git::Repository::open(), text);
}

}  // namespace handoff::ops
