#include "ops/snapshot/brought_rules.hpp"

#include <algorithm>
#include <map>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/read_blob.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/records/provenance.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kIgnore = ".gitignore";
constexpr const char* kAttributes = ".gitattributes";
constexpr const char* kLfs = ".lfsconfig";

std::vector<std::string> names_in(const std::string& listing) {
  std::vector<std::string> names = split(listing, '\0');
  std::erase(names, "");
  return names;
}

/// What two commits differ in, deleted files with them.
std::vector<std::string> changed_between(const git::Repository& repository, const std::string& from,
                                         const std::string& to) {
  return names_in(
      repository.git()
          .run({.args = {"diff-tree", "-r", "-z", "--no-renames", "--name-only", from, to}})
          .out);
}

/// The commit below the WIP commits at HEAD; empty: none.
std::string below_wips(const Store& store) {
  std::string oid = store.repository().head().oid;
  for (;;) {
    const std::optional<git::Commit> commit =
        oid.empty() ? std::nullopt : git::read_commit(store.objects(), oid);
    if (!commit || !says_wip(*commit))
      return commit ? oid : std::string();
    oid = commit->parents.empty() ? std::string() : commit->parents.front();
  }
}

/// A tree's files of this name, as in a working tree that has nothing else.
void write_files_named(const Store& store, const std::string& name, const std::string& commit,
                       const std::string& folder) {
  for (const std::string& line :
       names_in(store.repository().git().run({.args = {"ls-tree", "-r", "-z", commit}}).out)) {
    const size_t tab = line.find('\t');
    const std::vector<std::string> words = split(line.substr(0, tab), ' ');
    if (tab == std::string::npos || words.size() < 3 || words[1] != "blob" ||
        words[0] == "120000" || base_name(line.substr(tab + 1)) != name)
      continue;
    constexpr size_t kLargest = 1u << 20;
    const std::string file = join_path(folder, line.substr(tab + 1));
    make_folders(file.substr(0, file.rfind('/')));
    write_file_atomic(file, git::read_blob_at_most(store.objects(), words[2], kLargest));
  }
}

/// The filter of each of these files, by the attributes in a commit; without one: not there.
std::map<std::string, std::string> filters_in(const git::Repository& repository,
                                              const git::Quarantine& quarantine,
                                              const std::string& commit,
                                              const std::vector<std::string>& paths) {
  const std::string index = join_path(quarantine.folder(), "attributes-index");
  git::Environment environment = quarantine.environment();
  environment.emplace_back("GIT_INDEX_FILE", index);
  repository.git().output(
      {.args = {"read-tree", commit}, .writes = true, .environment = environment},
      "read the attributes");
  const std::vector<std::string> fields =
      split(repository.git().output({.args = {"check-attr", "-z", "--stdin", "--cached", "filter"},
                                     .input = join(paths, std::string(1, '\0')) + '\0',
                                     .environment = environment},
                                    "read the attributes"),
            '\0');
  remove_file(index);
  std::map<std::string, std::string> filters;
  for (size_t i = 0; i + 2 < fields.size(); i += 3)  // path, attribute, value
    if (fields[i + 2] != "unspecified" && fields[i + 2] != "unset" && fields[i + 2] != "set")
      filters[fields[i]] = fields[i + 2];
  return filters;
}

}  // namespace

bool is_rule_file(const std::string& path) {
  const std::string name = base_name(path);
  return name == kIgnore || name == kAttributes || path == kLfs;
}

std::set<std::string> changed_by_others(const Store& store, const std::set<std::string>& paths) {
  constexpr size_t kMostRecords = 50;
  std::set<std::string> found;
  if (paths.empty())
    return found;
  // What was taken and paused again is the user's own, on a version that is not.
  constexpr size_t kMostVersions = 8;
  const Provenance known(store.repository());
  std::vector<Record> records = store.load_known(store.active());
  for (Record& retired : store.load_known(store.archived()))
    records.push_back(std::move(retired));
  for (size_t i = 0; i < records.size() && i < kMostRecords; ++i)
    try {
      Record version = std::move(records[i]);
      for (size_t n = 0; n < kMostVersions; ++n) {
        const model::GitBlock& git = version.git();
        if (!git.base.empty() && !git.wip_commit.empty() &&
            known.of_snapshot(version) != Origin::mine)
          for (std::string& path : changed_between(store.repository(), git.base, git.wip_commit))
            if (paths.contains(path))
              found.insert(std::move(path));
        if (version.previous.empty())
          break;
        version = store.load_version(version.at, version.previous);
      }
    } catch (const Failure&) {
      // An older one is not here any more.
    }
  return found;
}

std::vector<std::string> ignored_before(const Store& store, const git::Quarantine& quarantine,
                                        const git::Status& status) {
  const git::Repository& repository = store.repository();
  const std::string here = "./";  // no path is read as a pattern then
  std::string untracked;
  std::set<std::string> changed;
  for (const git::StatusEntry& entry : status.entries) {
    if (base_name(entry.path) == kIgnore)
      changed.insert(entry.path);
    if (entry.kind == git::StatusEntry::Kind::untracked)
      untracked += here + entry.path + '\0';
  }
  if (untracked.empty() || git::peek_any_record(repository.layout().common_dir) == false)
    return {};
  const std::string before = below_wips(store);
  if (before.empty())
    return {};
  if (before != status.head.oid)
    for (const std::string& path : changed_between(repository, before, status.head.oid))
      if (base_name(path) == kIgnore)
        changed.insert(path);
  if (changed_by_others(store, changed).empty())
    return {};
  const std::string tree = join_path(quarantine.folder(), "ignored-before");
  make_folders(tree);
  write_files_named(store, kIgnore, before, tree);
  const Outcome ignored = repository.git().run(
      {.args = {"--work-tree=" + tree, "check-ignore", "--no-index", "-z", "--stdin"},
       .input = untracked});
  remove_tree(tree);
  std::vector<std::string> names = names_in(ignored.out);
  for (std::string& name : names)
    if (name.starts_with(here))
      name.erase(0, here.size());
  return names;
}

std::vector<Unfiltered> filtered_before(const Store& store, const git::Quarantine& quarantine,
                                        const std::string& base, const std::string& wip) {
  const git::Repository& repository = store.repository();
  const std::vector<std::string> fields = names_in(
      repository.git()
          .run({.args = {"diff-tree", "-r", "-z", "--no-renames", "--name-status", base, wip},
                .environment = quarantine.environment()})
          .out);
  std::set<std::string> changed;
  std::vector<std::string> paths;
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (base_name(fields[i + 1]) == kAttributes)
      changed.insert(fields[i + 1]);
    if (fields[i] != "D")
      paths.push_back(fields[i + 1]);
  }
  changed = changed_by_others(store, changed);
  std::vector<Unfiltered> found;
  if (changed.empty())
    return found;
  const std::map<std::string, std::string> before = filters_in(repository, quarantine, base, paths),
                                           now = filters_in(repository, quarantine, wip, paths);
  for (const auto& [path, filter] : before)
    if (const auto at = now.find(path); at == now.end() || at->second != filter)
      found.push_back({.path = path, .filter = filter, .attributes = *changed.begin()});
  return found;
}

std::string lfs_address_before(const Store& store) {
  const git::Repository& repository = store.repository();
  const std::string before = below_wips(store);
  if (before.empty())
    return {};
  const auto in = [&](const std::string& place) {
    return repository.git().run({.args = {"cat-file", "blob", place + ":" + kLfs}}).out;
  };
  // As git-lfs looks for it.
  std::string here = read_file(join_path(repository.layout().root, kLfs)).value_or("");
  for (const char* place : {"", "HEAD"})
    if (here.empty())
      here = in(place);
  const std::string there = in(before);
  return there != here && !changed_by_others(store, {kLfs}).empty() ? before : std::string();
}

}  // namespace handoff::ops
