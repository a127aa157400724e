#include "ops/conversion.hpp"

#include <cstdlib>
#include <set>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

std::string nul_list(const std::vector<std::string>& paths) {
  std::string list;
  for (const std::string& path : paths)
    list += path + '\0';
  return list;
}

/// Does any file exist in which attributes for these paths could stand? The index may hold one that the working tree lacks; then
/// the deleted .gitattributes is itself among the paths.
bool attributes_in_play(const git::Repository& repository, const std::vector<std::string>& paths) {
  const git::Layout& layout = repository.layout();
  const char* home = std::getenv("HOME");
  const char* xdg = std::getenv("XDG_CONFIG_HOME");
  std::string global = xdg != nullptr && *xdg != '\0' ? join_path(xdg, "git/attributes")
                                                      : join_path(home == nullptr ? "" : home, ".config/git/attributes");
  if (repository.config().text("core.attributesfile") || exists(global) ||
      exists("/etc/gitattributes") || exists(join_path(layout.common_dir, "info/attributes")))
    return true;
  std::set<std::string> folders = {""};
  for (const std::string& path : paths) {
    if (base_name(path) == ".gitattributes")
      return true;
    for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      folders.insert(path.substr(0, slash));
  }
  for (const std::string& folder : folders)
    if (exists(join_path(join_path(layout.root, folder), ".gitattributes")))
      return true;
  return false;
}

bool is_set(const std::string& value) { return value != "unspecified" && value != "unset"; }

}  // namespace

std::vector<std::string> converted_paths(const git::Repository& repository,
                                         const std::vector<std::string>& paths) {
  std::string autocrlf = to_lower(repository.config().text("core.autocrlf").value_or("false"));
  bool by_default = autocrlf == "true" || autocrlf == "input" || autocrlf == "1" || autocrlf == "yes" || autocrlf == "on";
  if (paths.empty() || by_default)
    return paths;
  if (!attributes_in_play(repository, paths))
    return {};
  std::string answer = repository.git().output(
      {.args = {"check-attr", "-z", "--stdin", "text", "crlf", "eol", "ident", "filter",
                "working-tree-encoding"},
       .input = nul_list(paths)},
      "read the attributes");
  std::vector<std::string> converted;
  std::vector<std::string> fields = split(answer, '\0');
  for (size_t i = 0; i + 2 < fields.size(); i += 3)
    if (is_set(fields[i + 2]) && (converted.empty() || converted.back() != fields[i]))
      converted.push_back(fields[i]);
  return converted;
}

void checkout_aside(const git::Repository& repository, const git::Environment& environment,
                    const std::string& index_file, const std::vector<std::string>& paths,
                    const std::string& folder) {
  make_folders(folder);
  git::Environment all = environment;
  all.emplace_back("GIT_INDEX_FILE", index_file);
  // A required filter that fails stops git at that file: the caller sees that it is missing.
  repository.git().run({.args = {"checkout-index", "-q", "-f", "-z", "--ignore-skip-worktree-bits",
                                 "--stdin", "--prefix=" + folder + "/"},
                        .input = nul_list(paths),
                        .environment = all});
}

std::vector<std::string> changed_by_checkout(const git::Repository& repository,
                                             const git::Quarantine& quarantine,
                                             const git::PreparedIndex& prepared,
                                             const std::vector<std::string>& paths) {
  std::vector<std::string> changed;
  if (paths.empty())
    return changed;
  std::string folder = join_path(quarantine.folder(), "checkout");
  checkout_aside(repository, quarantine.environment(), prepared.file, paths, folder);
  for (const std::string& path : paths)
    if (read_file(join_path(folder, path)) != read_file(join_path(repository.layout().root, path)))
      changed.push_back(path);
  remove_tree(folder);
  return changed;
}

}  // namespace handoff::ops
