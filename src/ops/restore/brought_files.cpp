#include "ops/restore/brought_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/index/index_edit.hpp"
#include "git/objects/read_blob.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/snapshot/brought_rules.hpp"

namespace handoff::ops {

namespace {

/// `.x`, or in a folder called so.
bool is_hidden(const std::string& path) { return path.starts_with('.') || contains(path, "/."); }

/// Without an ending (Makefile): programs look for such files by their names.
bool has_bare_name(const std::string& path) {
  static constexpr std::string_view kPlain[] = {
      "readme", "license", "licence", "copying",      "notice", "notes",   "authors",  "changes",
      "news",   "history", "thanks",  "contributors", "todo",   "version", "changelog"};
  const std::string name = to_lower(base_name(path));
  return !contains(name, ".") && !in_list(kPlain, name);
}

bool ends_as(const std::string& name, std::span<const std::string_view> endings) {
  return std::ranges::any_of(endings,
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

/// With an ending that settings are written in, or called so.
bool is_configuration(const std::string& path) {
  static constexpr std::string_view kEndings[] = {".json",
                                                  ".jsonc",
                                                  ".json5",
                                                  ".toml",
                                                  ".yaml",
                                                  ".yml",
                                                  ".ini",
                                                  ".cfg",
                                                  ".conf",
                                                  ".xml",
                                                  ".properties",
                                                  ".lock",
                                                  ".env",
                                                  ".rc",
                                                  ".plist",
                                                  ".props",
                                                  ".targets",
                                                  ".sln",
                                                  ".code-workspace",
                                                  ".sublime-project"};
  const std::string name = to_lower(base_name(path));
  return ends_as(name, kEndings) || contains(name, "config") || contains(name, "conf.");
}

/// `CLAUDE.md`, `QWEN.md`, `go.instructions.md`: agents read what is called so. README.md and its
/// like are for people.
bool is_for_agents(const std::string& path) {
  static constexpr std::string_view kEndings[] = {"instructions.md", ".prompt.md", ".chatmode.md"};
  static constexpr std::string_view kForPeople[] = {"README",  "CHANGELOG", "CHANGES",
                                                    "LICENSE", "NOTICE",    "HISTORY",
                                                    "AUTHORS", "SECURITY",  "CODE_OF_CONDUCT"};
  const std::string name = base_name(path);
  const std::string stem = name.substr(0, name.find('.'));
  if (ends_as(to_lower(name), kEndings))
    return true;
  return to_lower(name).ends_with(".md") && !stem.empty() &&
         std::ranges::all_of(
             stem, [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }) &&
         !in_list(kForPeople, stem);
}

/// What a program runs because of the folder that it lies in, at any depth.
bool is_loaded_by_folder(const std::string& path) {
  static constexpr std::pair<std::string_view, std::string_view> kFolders[] = {
      {"/buildsrc/", ""},         {"/build-logic/", ""},     {"/config/", ".rb"},
      {"/config/", ".exs"},       {"/project/", ".scala"},   {"/tests/", "/__init__.py"},
      {"/test/", "/__init__.py"}, {"/renv/", "/activate.r"}, {"/spec/support/", ".rb"}};
  const std::string lower = "/" + to_lower(path);
  return std::ranges::any_of(kFolders, [&](const auto& known) {
    return contains(lower, known.first) && lower.ends_with(known.second);
  });
}

/// What a program or an agent reads because it is called so. No list of these is complete.
bool is_loaded_by_name(const std::string& path) {
  static constexpr std::string_view kNames[] = {"agents.md",
                                                "build.pl",
                                                "build.rs",
                                                "build.sc",
                                                "build.zig",
                                                "claude.md",
                                                "cmakelists.txt",
                                                "configure.ac",
                                                "conftest.py",
                                                "constraints.txt",
                                                "deps.edn",
                                                "dodo.py",
                                                "fabfile.py",
                                                "gemini.md",
                                                "go.mod",
                                                "go.sum",
                                                "go.work",
                                                "llms.txt",
                                                "makefile.am",
                                                "makefile.pl",
                                                "manage.py",
                                                "meson.build",
                                                "meson_options.txt",
                                                "meson.options",
                                                "mix.exs",
                                                "noxfile.py",
                                                "package.swift",
                                                "project.clj",
                                                "setup.py",
                                                "sitecustomize.py",
                                                "skill.md",
                                                "tasks.py",
                                                "usercustomize.py",
                                                "__main__.py",
                                                "ember-cli-build.js",
                                                "premake5.lua",
                                                "xmake.lua",
                                                "setup.hs",
                                                "setup.lhs",
                                                "build.zig.zon",
                                                "cabal.project",
                                                "session.vim",
                                                "hatch_build.py",
                                                "build.mill",
                                                "cake.build",
                                                "paket.dependencies",
                                                "pavement.py",
                                                "user.clj",
                                                "profiles.clj"};
  static constexpr std::string_view kEndings[] = {
      ".pth",       ".nix",        ".bzl",     ".bazel",    ".mdc",     ".mk",     ".mak",
      ".cmake",     ".ninja",      ".m4",      ".gradle",   ".kts",     ".sbt",    ".tf",
      ".tfvars",    ".csproj",     ".fsproj",  ".vbproj",   ".vcxproj", ".cabal",  ".gemspec",
      ".podspec",   ".rake",       ".service", ".gyp",      ".gypi",    "file.js", "file.ts",
      "file.mjs",   "file.cjs",    "file.rb",  "file.py",  // gulpfile.js
      ".bat",       ".cmd",        ".nims",    ".nimble",   ".sdl",     ".cake",   ".edn",
      "_helper.rb", "_helper.exs", ".hcl",     ".rockspec", ".dhall",   ".fsx",    ".csx",
      ".ps1",       ".gn",         ".gni",     ".opam",     ".pro",     ".rsp",    ".groovy"};
  const std::string name = to_lower(base_name(path));
  return is_for_agents(path) || ends_as(name, kEndings) || in_list(kNames, name) ||
         (name.starts_with("requirements") && name.ends_with(".txt")) ||
         name.starts_with("cabal.project.") || name.starts_with("gulpfile.") ||
         name.starts_with("gruntfile.") || is_loaded_by_folder(path);
}

std::string why_notable(uint32_t mode, const std::string& path) {
  if (mode == git::kModeSymlink)
    return "link";
  if (mode == git::kModeGitlink)
    return "submodule";
  if (mode == git::kModeExecutable)
    return "executable";
  return is_hidden(path) || is_configuration(path) ? "configuration"
         : is_loaded_by_name(path)                 ? "loaded by its name"
         : has_bare_name(path)                     ? "name without an extension"
                                                   : "";
}

/// More names than that nobody looks at.
constexpr size_t kMostFilesNamed = 10'000;

/// By their paths; 0: deleted.
using Modes = std::map<std::string, uint32_t>;

/// Where these commits come along from: what they have in common with HEAD, else HEAD.
std::string common_with(const git::Git& git, const std::string& head, const std::string& commit) {
  if (head.empty() || commit.empty())
    return head;
  const Outcome common = git.run({.args = {"merge-base", head, commit}});
  return common.ok() ? trim(common.out) : head;
}

/// What a commit has otherwise than another one, which may be none, and whether a submodule is
/// among it.
void add_changed(const git::Git& git, const std::string& head, const std::string& commit,
                 Modes& files, bool& submodules) {
  // `:mode mode oid oid status NUL path NUL`, and without a HEAD `mode type oid TAB path NUL`.
  git::GitCall call{.args = {"diff-tree", "-r", "--no-renames", "-z", head, commit}};
  if (head.empty())
    call.args = {"ls-tree", "-r", "-z", commit};
  std::vector<std::string> fields = split(git.output(std::move(call), "compare the trees"), '\0');
  for (size_t i = 0; i < fields.size(); ++i) {
    if (head.empty()) {
      if (size_t tab = fields[i].find('\t'); tab != std::string::npos)
        files.emplace(fields[i].substr(tab + 1),
                      static_cast<uint32_t>(std::stoul("0" + fields[i].substr(0, 6), nullptr, 8)));
    } else if (constexpr size_t kModeAfter = 8;
               fields[i].starts_with(':') && i + 1 < fields.size()) {
      auto mode =
          static_cast<uint32_t>(std::stoul("0" + fields[i].substr(kModeAfter, 6), nullptr, 8));
      files.emplace(fields[i + 1], mode);
      submodules = submodules || mode == git::kModeGitlink || fields[i].starts_with(":160000 ");
      ++i;
    }
  }
}

/// Commits that nobody has to look at where the work goes: those of its branch here, of what that
/// follows, and of what a remote has for its own; where it has no branch here, those of all that
/// are the user's. Any other branch of a remote is whoever's who made it, also that of the work.
std::vector<std::string> known_tips(const git::Git& git, const std::string& branch) {
  std::vector<std::string> known;
  auto add = [&](std::vector<std::string> args) {
    args.insert(args.begin(), "for-each-ref");
    for (std::string& line :
         split_lines(git.output({.args = std::move(args)}, "list the branches")))
      if (!line.empty())
        known.push_back(std::move(line));
  };
  if (branch.empty()) {
    known = {"HEAD", "--branches"};
    add({"--format=%(upstream)", std::string(git::kBranchRefs)});
  } else {
    known = {branch};
    add({"--format=%(upstream)", branch});
  }
  add({"--format=%(refname)", "refs/remotes/*/HEAD"});
  return known;
}

/// As many of them as a command has room for, each once: without the others it prints more commits,
/// not fewer.
std::vector<std::string> for_a_command(const git::Repository& repository,
                                       const std::vector<std::string>& known) {
  constexpr size_t kMostTips = 8;
  std::vector<std::string> tips;
  for (const std::string& tip : known) {
    const bool is_there = tip == "HEAD"              ? !repository.head().oid.empty()
                          : tip.starts_with("refs/") ? git::read_ref(repository, tip).has_value()
                                                     : true;
    if (tips.size() < kMostTips && !in_list(tips, tip) && is_there)
      tips.push_back(tip);
  }
  return tips;
}

/// Commits below the work that none of these has: they come along with it.
size_t commits_along(const git::Git& git, const std::string& base,
                     const std::vector<std::string>& known) {
  std::vector<std::string> args = {"rev-list", "--count", "--ignore-missing", base, "--not"};
  args.insert(args.end(), known.begin(), known.end());
  Outcome outcome = git.run({.args = std::move(args)});
  return outcome.ok() ? std::strtoull(outcome.out.c_str(), nullptr, 10) : 0;
}

/// The branch of a remote that has a commit, one of the work's own name before others; empty: none.
std::string remote_branch_with(const git::Git& git, const std::string& commit,
                               const std::string& branch) {
  const std::string prefix = "refs/remotes/";
  std::vector<std::string> refs = split_lines(
      git.run({.args = {"for-each-ref", "--contains=" + commit, "--format=%(refname)", prefix}})
          .out);
  git::erase_fetched_handoffs(git, refs);
  const auto own = std::ranges::find_if(
      refs, [&](const std::string& ref) { return !branch.empty() && ref.ends_with("/" + branch); });
  return refs.empty() ? "" : (own != refs.end() ? *own : refs.front()).substr(prefix.size());
}

/// For whoever reads the list: as git quotes it, and whole.
std::string name_in_list(const std::string& path) { return formats::shown(c_quote(path)); }

/// What would stand in the index, and neither in HEAD, nor below the work, nor in a file that it
/// brings.
void add_staged(const Store& store, const Record& record, const std::string& head,
                BroughtFiles& brought) {
  constexpr size_t kLongest = 4'200;  // an entry: PATH_MAX and what stands before it
  const std::optional<git::TreeEntry> list =
      git::find_in_tree(store.objects(), record.commit.tree, "index-entries",
                        store.repository().layout().oid_digits());
  if (const size_t size = list ? store.objects().size_of(list->oid).value_or(0) : 0;
      size > kMostFilesNamed * kLongest)
    fail("the record's list of what is staged has " + human_size(size) + ": too many to look at");
  const std::string text = read_attachment(store, record, "index-entries").value_or("");
  if (const auto count = static_cast<size_t>(std::ranges::count(text, '\0'));
      count > kMostFilesNamed)
    fail("the record stages " + count_of(count, "file") +
         " otherwise than its work has them: too many to look at");
  const std::vector<git::IndexEntry> entries = git::decode_entries(text);
  const auto reader = [&](const std::string& commit) {
    const std::optional<git::Commit> read = git::read_commit(store.objects(), commit);
    return git::TreeReader(store.objects(), read ? read->tree : "",
                           store.repository().layout().oid_digits());
  };
  git::TreeReader wip = reader(record.git().wip_commit), base = reader(record.git().base),
                  here = reader(head);
  auto any_has = [&](const git::IndexEntry& entry, bool also_mode) {
    git::TreeReader* trees[] = {&wip, &here, &base};
    return std::ranges::any_of(trees, [&](git::TreeReader* tree) {
      const auto there = tree->find(entry.path);
      return there && there->oid == entry.oid && (!also_mode || there->mode == entry.mode);
    });
  };
  auto why = [&](const git::IndexEntry& entry) -> std::string {
    if (entry.oid.find_first_not_of('0') == std::string::npos)  // a new file, or one taken out
      return wip.find(entry.path) && base.find(entry.path) ? "staged as deleted" : "";
    if (any_has(entry, true))
      return {};
    if (entry.mode == git::kModeGitlink)
      return "staged as a submodule at " + entry.oid;
    const std::string as = entry.mode == git::kModeExecutable ? "staged as executable"
                           : entry.mode == git::kModeSymlink  ? "staged as a link"
                                                              : "staged";
    if (!any_has(entry, false))
      return as + (as == "staged" ? " with" : ", with") + " other content: git show " + entry.oid;
    return as == "staged" ? "staged as a plain file" : as;
  };
  for (const git::IndexEntry& entry : entries)
    if (const std::string told = why(entry); !told.empty())
      brought.notable.push_back(name_in_list(entry.path) + " (" + told + ")");
}

/// Is what git has of the file what git-lfs finds its content by?
bool is_lfs_pointer(const Store& store, const git::TreeEntry& file) {
  constexpr size_t kLargest = 1024;  // as git-lfs has it
  if (file.mode != git::kModeFile && file.mode != git::kModeExecutable)
    return false;
  const std::optional<size_t> size = store.objects().size_of(file.oid);
  return size && *size <= kLargest &&
         git::read_blob_at_most(store.objects(), file.oid, kLargest).starts_with(git::kLfsHead);
}

/// The files that the work changes, with their modes; on the way, the commits it brings and where
/// they go.
Modes changed_files(const Store& store, const Record& record, const std::string& wip,
                    std::string& head, BroughtFiles& brought) {
  const git::Git& git = store.repository().git();
  const std::string& base = record.git().base;
  const std::string ref = std::string(git::kBranchRefs) + record.git().branch;
  if (std::optional<std::string> tip = git::read_ref(store.repository(), ref)) {
    brought.branch = record.git().branch;
    head = std::move(*tip);
  }
  Modes files;
  if (!base.empty()) {
    const std::vector<std::string> known = known_tips(git, brought.branch.empty() ? "" : ref);
    brought.commits = commits_along(git, base, known);
    if (brought.commits > 0) {
      brought.known = for_a_command(store.repository(), known);
      brought.seen_at = remote_branch_with(git, base, record.git().branch);
    }
  }
  // What a branch here has already is not brought by the work, whatever is checked out.
  const std::string from =
      brought.commits > 0 || base.empty() ? common_with(git, head, base) : base;
  add_changed(git, from, wip, files, brought.submodules);
  if (brought.commits > 0)
    add_changed(git, from, base, files, brought.submodules);
  for (const git::TreeEdit& file : attached_files(store, record, "raw"))
    files.insert_or_assign(file.path, file.mode);
  return files;
}

/// Which of them are named, and how.
void name_files(const Store& store, const Modes& files, const std::string& wip,
                BroughtFiles& brought) {
  const std::optional<git::Commit> work = git::read_commit(store.objects(), wip);
  git::TreeReader tree(store.objects(), work ? work->tree : "",
                       store.repository().layout().oid_digits());
  std::vector<std::string> others, deleted;
  for (const auto& [path, mode] : files) {
    if (is_rule_file(path))
      brought.rules.push_back(path_name(path));
    const std::string why = mode == 0 ? "" : why_notable(mode, path);
    const std::string name =
        name_in_list(path) + (mode != 0 && work && files.size() <= kMostFilesNamed &&
                                      is_lfs_pointer(store, tree.at(path))
                                  ? " (by git-lfs, the diff has its pointer)"
                                  : "");
    if (mode == 0)
      deleted.push_back(name + " (deleted)");
    else if (!why.empty())
      brought.notable.push_back(name + " (" + why + ")");
    else
      others.push_back(name);
  }
  // What programs and agents look for by name nobody can list: where they are few, all are named.
  constexpr size_t kFew = 20;
  if (others.size() <= kFew)
    brought.notable.insert(brought.notable.end(), others.begin(), others.end());
  else
    brought.rest = others.size();
  if (brought.rules.size() > kFew)
    brought.rules = {".gitignore and its like"};
  if (deleted.size() > kFew)
    deleted = {std::to_string(deleted.size()) + " files (deleted)"};
  brought.notable.insert(brought.notable.end(), deleted.begin(), deleted.end());
}

}  // namespace

BroughtFiles brought_files(const Store& store, const Record& record) {
  BroughtFiles brought;
  // Where the tree was clean, a take goes to where it was all the same.
  const std::string& wip =
      record.git().wip_commit.empty() ? record.git().base : record.git().wip_commit;
  if (wip.empty())
    return brought;
  std::string head = store.repository().head().oid;
  name_files(store, changed_files(store, record, wip, head, brought), wip, brought);
  add_staged(store, record, head, brought);
  if (brought.notable.size() > kMostFilesNamed)
    fail("the work brings " + count_of(brought.notable.size(), "file") +
         " that programs may run or load: too many to look at");
  // Above the question stands what is run by itself, however much there is besides.
  std::stable_partition(brought.notable.begin(), brought.notable.end(),
                        [](const std::string& file) {
                          return !file.ends_with("(executable)") && !file.ends_with("(link)") &&
                                 !file.ends_with("(submodule)");
                        });
  return brought;
}

}  // namespace handoff::ops
