#include "ops/worktree/conversion.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <sys/stat.h>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "ops/worktree/filters.hpp"

namespace handoff::ops {

namespace {

/// The files of attributes that the user has for all repositories, and for this one alone: those
/// that are there. Git passes over what is no file.
std::vector<std::string> own_attributes(const git::Repository& repository) {
  const std::string home = environment("HOME"), xdg = environment("XDG_CONFIG_HOME");
  std::string global =
      xdg.empty() ? join_path(home, ".config/git/attributes") : join_path(xdg, "git/attributes");
  if (const auto named = repository.config().text("core.attributesfile"))
    global = named->starts_with("~/") ? join_path(home, named->substr(2))
                                      : join_path(repository.layout().root, *named);
  std::vector<std::string> files = {std::move(global), "/etc/gitattributes",
                                    join_path(repository.layout().common_dir, "info/attributes")};
  std::erase_if(files, [](const std::string& file) {
    std::error_code none;
    return !std::filesystem::is_regular_file(file, none);
  });
  return files;
}

/// Does any file exist in which attributes for these paths could stand? The index may hold one that
/// the working tree lacks: a deleted .gitattributes is itself among the paths, one that a sparse
/// checkout leaves out is not.
bool attributes_in_play(const git::Repository& repository, const std::vector<std::string>& paths) {
  const std::vector<std::string> own = own_attributes(repository);
  if (repository.config().text("core.attributesfile") || repository.config().text("attr.tree") ||
      repository.config().flag("core.sparsecheckout", false) ||
      std::getenv("GIT_ATTR_SOURCE") != nullptr || !own.empty())
    return true;
  std::set<std::string> folders = {""};
  for (const std::string& path : paths) {
    if (base_name(path) == ".gitattributes")
      return true;
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1))
      folders.insert(path.substr(0, slash));
  }
  for (const std::string& folder : folders)
    if (exists(join_path(join_path(repository.layout().root, folder), ".gitattributes")))
      return true;
  return false;
}

bool is_set(const std::string& value) { return value != "unspecified" && value != "unset"; }

enum class AutoCrlf { off, input, on };

AutoCrlf autocrlf(const git::Repository& repository) {
  const git::Config& config = repository.config();
  if (to_lower(config.text("core.autocrlf").value_or("")) == "input")
    return AutoCrlf::input;
  return config.flag("core.autocrlf", false) ? AutoCrlf::on : AutoCrlf::off;
}

constexpr std::array<const char*, 6> kConverting = {"text",  "crlf",   "eol",
                                                    "ident", "filter", "working-tree-encoding"};

enum class AttributesIn { working_tree, index };

/// For each path the values of kConverting, in this order.
std::vector<std::vector<std::string>> attributes_of(
    const git::Repository& repository, const std::vector<std::string>& paths,
    const git::Environment& environment, AttributesIn place = AttributesIn::working_tree) {
  git::GitCall call{.args = {"check-attr", "-z", "--stdin"},
                    .input = git::nul_list(paths),
                    .environment = environment};
  if (place == AttributesIn::index)
    call.args.push_back("--cached");
  call.args.insert(call.args.end(), kConverting.begin(), kConverting.end());
  std::vector<std::string> fields =
      split(repository.git().output(std::move(call), "read the attributes"), '\0');
  std::vector<std::vector<std::string>> values(paths.size());
  constexpr size_t kFields = 3;  // path, attribute, value
  for (size_t i = 0; i < paths.size() * kConverting.size() && i * kFields + 2 < fields.size(); ++i)
    values[i / kConverting.size()].push_back(fields[i * kFields + 2]);
  for (std::vector<std::string>& row : values)
    row.resize(kConverting.size(), "set");  // an answer cut short is no answer
  return values;
}

}  // namespace

bool converts_line_ends(const git::Repository& repository) {
  if (autocrlf(repository) != AutoCrlf::off)
    return true;
  const std::vector<std::string> own = own_attributes(repository);
  return std::ranges::any_of(own, [](const std::string& file) {
    const std::string text = read_file(file).value_or("");
    return contains(text, "text") || contains(text, "crlf") || contains(text, "eol");
  });
}

std::vector<Conversion> conversions_of(const git::Repository& repository,
                                       const std::vector<std::string>& paths) {
  AutoCrlf by_default = autocrlf(repository);
  bool crlf_out = by_default == AutoCrlf::on ||
                  to_lower(repository.config().text("core.eol").value_or("")) == "crlf";
  Conversion plain = crlf_out                        ? Conversion::by_git
                     : by_default == AutoCrlf::input ? Conversion::line_ends
                                                     : Conversion::none;
  std::vector<Conversion> conversions(paths.size(), plain);
  if (paths.empty() || plain == Conversion::by_git || !attributes_in_play(repository, paths))
    return conversions;
  // One that is changed or gone may still hold in the index: git knows when.
  if (repository.config().flag("core.sparsecheckout", false) ||
      std::ranges::any_of(paths,
                          [](const std::string& p) { return base_name(p) == ".gitattributes"; }))
    return std::vector<Conversion>(paths.size(), Conversion::by_git);
  // Reading a large index takes longer than all the rest, and nothing in it is wanted here.
  std::vector<std::vector<std::string>> values = attributes_of(
      repository, paths,
      {{"GIT_INDEX_FILE", join_path(repository.layout().git_dir, "handoff/no-index")}});
  for (size_t i = 0; i < paths.size(); ++i) {
    const std::string &text = values[i][0], &crlf = values[i][1], &eol = values[i][2];
    bool other = is_set(values[i][3]) || is_set(values[i][4]) || is_set(values[i][5]);
    if (other || crlf != "unspecified" || (eol != "unspecified" && eol != "lf"))
      conversions[i] = Conversion::by_git;
    else if (text == "unset")
      conversions[i] = Conversion::none;
    else if (text != "unspecified" || eol == "lf")
      conversions[i] = Conversion::line_ends;
  }
  return conversions;
}

std::vector<std::string> converted_paths(const git::Repository& repository,
                                         const std::vector<std::string>& paths) {
  if (paths.empty() || autocrlf(repository) != AutoCrlf::off)
    return paths;
  if (!attributes_in_play(repository, paths))
    return {};
  std::vector<std::vector<std::string>> values = attributes_of(repository, paths, {});
  std::vector<std::string> converted;
  for (size_t i = 0; i < paths.size(); ++i)
    if (std::ranges::any_of(values[i], is_set))
      converted.push_back(paths[i]);
  return converted;
}

std::vector<std::string> filtered_paths(const git::Repository& repository,
                                        const std::vector<std::string>& paths) {
  constexpr size_t kFilter = 4;
  static_assert(std::string_view(kConverting[kFilter]) == "filter");
  std::vector<std::string> filtered;
  if (paths.empty() || !attributes_in_play(repository, paths))
    return filtered;
  const std::vector<std::vector<std::string>> values = attributes_of(repository, paths, {});
  for (size_t i = 0; i < paths.size(); ++i)
    if (is_set(values[i][kFilter]))
      filtered.push_back(paths[i]);
  return filtered;
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
                        .input = git::nul_list(paths),
                        .environment = all});
}

void checkout_tree_aside(const git::Repository& repository, const git::Quarantine& quarantine,
                         const std::string& tree, const std::vector<std::string>& paths,
                         const std::string& folder) {
  make_folders(folder);
  git::Environment all = quarantine.environment_for_programs();
  all.emplace_back("GIT_INDEX_FILE", folder + ".index");
  if (!repository.git().run({.args = {"read-tree", tree}, .writes = true, .environment = all}).ok())
    return;
  // In a working tree without files, git takes attributes from the index.
  git::GitCall call{
      .args = {"--work-tree=" + folder, "checkout-index", "-q", "-f", "-z", "--stdin"},
      .input = git::nul_list(paths),
      .environment = all};
  run_filters_in_tree(repository, call);
  repository.git().run(std::move(call));
}

namespace {

/// Files of an index below the folders of these `.gitattributes` for which attributes are others
/// than in one of the trees.
std::set<std::string> otherwise_converted(const git::Repository& repository,
                                          const git::Quarantine& quarantine,
                                          const git::Environment& index,
                                          const std::vector<std::string>& trees,
                                          const std::vector<std::string>& changed) {
  git::GitCall list{.args = {"ls-files", "-z", "--"}, .environment = index};
  for (const std::string& file : changed)
    list.args.push_back(parent_path(file));
  std::vector<std::string> paths =
      split(repository.git().output(std::move(list), "list the files"), '\0');
  std::erase(paths, "");
  std::set<std::string> otherwise;
  if (paths.empty())
    return otherwise;
  std::vector<std::vector<std::string>> now = attributes_of(repository, paths, index);
  git::Environment then = {{"GIT_INDEX_FILE", join_path(quarantine.folder(), "attributes.index")}};
  for (const std::string& tree : trees) {
    if (!repository.git()
             .run({.args = {"read-tree", tree}, .writes = true, .environment = then})
             .ok())
      continue;
    std::vector<std::vector<std::string>> before =
        attributes_of(repository, paths, then, AttributesIn::index);
    for (size_t i = 0; i < paths.size(); ++i)
      if (before[i] != now[i])
        otherwise.insert(paths[i]);
  }
  return otherwise;
}

}  // namespace

std::vector<git::IndexEntry> changed_by_attributes(const git::Repository& repository,
                                                   const git::Quarantine& quarantine,
                                                   const git::PreparedIndex& index,
                                                   const std::vector<std::string>& trees,
                                                   const std::vector<std::string>& changed) {
  git::Environment environment = {{"GIT_INDEX_FILE", index.file}};
  std::set<std::string> paths =
      otherwise_converted(repository, quarantine, environment, trees, changed);
  std::vector<git::IndexEntry> entries =
      git::IndexFile::read(repository, index.file, [&](const git::IndexEntry& e) {
        bool file = git::is_file_mode(e.mode);
        return file && e.stage == 0 && !e.skip_worktree && !e.assume_unchanged &&
               !e.intent_to_add && paths.contains(e.path);
      });
  git::edit_index(repository, quarantine, index,
                  entries);  // put in anew they have no stat data: git looks at the files
  std::vector<std::string> listed =
      split(repository.git()
                .run({.args = {"diff-files", "--name-only", "-z"}, .environment = environment})
                .out,
            '\0');
  std::set<std::string> differing(listed.begin(), listed.end());
  std::erase_if(entries,
                [&](const git::IndexEntry& entry) { return !differing.contains(entry.path); });
  return entries;
}

std::vector<std::string> changed_by_checkout(const git::Repository& repository,
                                             const git::Quarantine& quarantine,
                                             const git::PreparedIndex& prepared,
                                             const std::vector<std::string>& paths) {
  std::vector<std::string> changed;
  if (paths.empty())
    return changed;
  std::string folder = join_path(quarantine.folder(), "checkout");
  checkout_aside(repository, quarantine.environment_for_programs(), prepared.file, paths, folder);
  for (const std::string& path : paths) {
    const std::string made = join_path(folder, path);
    struct stat info {};
    const bool link = lstat(made.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
    if (link || read_file(made) != read_file(join_path(repository.layout().root, path)))
      changed.push_back(path);
  }
  remove_tree(folder);
  return changed;
}

}  // namespace handoff::ops
