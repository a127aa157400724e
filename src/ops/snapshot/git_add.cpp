#include "ops/snapshot/git_add.hpp"

#include <algorithm>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/repo/untyped_config.hpp"
#include "ops/snapshot/fast_add.hpp"
#include "ops/snapshot/put_back.hpp"

namespace handoff::ops {

namespace {

using git::IndexEntry;

/// Does nothing stand there that `git update-index` could look at? It fails where a folder is,
/// and does not look beyond symlinks.
bool has_to_go(const git::Repository& repository, const std::string& path, bool gitlink) {
  const std::string& root = repository.layout().root;
  struct stat info {};
  if (is_below_link(root, path))
    return true;
  if (lstat(join_path(root, path).c_str(), &info) != 0)
    return false;  // git sees that itself
  if (S_ISDIR(info.st_mode))
    return !gitlink && !exists(join_path(root, path + "/.git"));
  return !S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode);
}

/// `git update-index --stdin` says so of each name that it refuses, and goes on.
std::set<std::string> refused_by(const std::string& said, const std::vector<std::string>& paths) {
  std::set<std::string> refused;
  if (!contains(said, "Ignoring path "))
    return refused;
  for (const std::string& path : paths)
    if (contains("\n" + said, "\nIgnoring path " + path + "\n"))
      refused.insert(path);
  return refused;
}

/// Entries that were there before, are not any more, and were in the way of one of the paths.
std::vector<IndexEntry> replaced_by(const git::Repository& repository,
                                    const git::PreparedIndex& prepared,
                                    const std::vector<std::string>& paths) {
  std::set<std::string> named(paths.begin(), paths.end()), above;
  for (const std::string& path : paths)
    for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
      above.insert(path.substr(0, slash));
  auto in_the_way = [&](const IndexEntry& entry) {
    if (named.contains(entry.path))
      return false;
    if (above.contains(entry.path))
      return true;
    for (size_t slash = entry.path.find('/'); slash != entry.path.npos;
         slash = entry.path.find('/', slash + 1))
      if (named.contains(entry.path.substr(0, slash)))
        return true;
    return false;
  };
  std::vector<IndexEntry> before = git::read_entries(repository, prepared.original, in_the_way);
  if (before.empty())
    return before;
  const std::set<std::string> still_there =
      set_of(git::IndexFile::read(repository, prepared.file, in_the_way), &IndexEntry::path);
  std::erase_if(before, [&](const IndexEntry& entry) { return still_there.contains(entry.path); });
  return before;
}

}  // namespace

namespace {

/// Where the file system tells no modes or symlinks, `git add` takes them from the index, from an
/// unmerged entry as well (ours, else the base's, else theirs); `git update-index` from a merged
/// one only. So these become merged ones first.
std::vector<IndexEntry> merged_entries(const git::Repository& repository,
                                       const git::PreparedIndex& prepared,
                                       const std::vector<std::string>& paths) {
  if (believes_kinds(repository.config()))
    return {};
  std::set<std::string> named(paths.begin(), paths.end());
  std::vector<IndexEntry> merged;  // git lists stages in their order
  for (IndexEntry& entry :
       git::read_entries(repository, prepared.original,
                         [&](const IndexEntry& e) { return named.contains(e.path); })) {
    const bool same = !merged.empty() && merged.back().path == entry.path;
    if (entry.stage == 0 || (same && entry.stage != 2))
      continue;
    if (same)
      merged.pop_back();
    merged.push_back(std::move(entry));
  }
  for (IndexEntry& entry : merged)
    entry.stage = 0;
  return merged;
}

}  // namespace

AddedByGit add_by_git(const git::Repository& repository, const git::Quarantine& quarantine,
                      const git::PreparedIndex& prepared, const std::vector<std::string>& paths,
                      const std::set<std::string>& gitlinks,
                      const std::vector<IndexEntry>& put_back) {
  if (!prepared.original.empty())
    git::write_prepared(prepared, prepared.original);
  git::Environment environment = quarantine.environment_for_programs();
  environment.emplace_back("GIT_INDEX_FILE", prepared.file);
  std::vector<IndexEntry> found = merged_entries(repository, prepared, paths);
  found.insert(found.end(), put_back.begin(), put_back.end());
  git::edit_index(repository, quarantine, prepared, found);
  std::string looked_at, gone;
  for (const std::string& path : paths)
    (has_to_go(repository, path, gitlinks.contains(path)) ? gone : looked_at) += path + '\0';
  // Loose objects that the pack is made from at once: compressing them would be for nothing. What
  // core.safecrlf warns of is kept beside the tree.
  Outcome outcome =
      repository.git().run({.args = {"-c", "core.looseCompression=0", "-c", "core.safecrlf=false",
                                     "update-index", "--add", "--remove", "--replace",
                                     "--ignore-skip-worktree-entries", "-z", "--stdin"},
                            .input = looked_at,
                            .writes = true,
                            .environment = environment});
  if (!outcome.ok() && is_untyped() && contains(outcome.err, "clean filter") &&
      repository.git().harmless_config().takes_filters_out)
    fail(
        "cannot keep the working tree: only this clone's own configuration names the program of a "
        "filter, which does not run for an agent",
        {"the user pauses (git handoff pause), or names it in their own: git config --global"});
  if (!outcome.ok())
    fail("cannot keep the working tree: " + git::git_message(outcome),
         {"nothing has been changed; mend that file, or name the others: git handoff pause -- "
          "PATH..."});
  if (!gone.empty())
    repository.git().output({.args = {"update-index", "--force-remove", "-z", "--stdin"},
                             .input = gone,
                             .writes = true,
                             .environment = environment},
                            "keep the working tree");
  return {.refused = refused_by(outcome.err, paths),
          .replaced = replaced_by(repository, prepared, paths)};
}

bool is_doubtful_name(const std::string& path) {
  for (const std::string& part : split(path, '/')) {
    std::string name = to_lower(part);
    bool like_git =
        name.starts_with(".git") && (name.size() == 4 || contains(" .:", name.substr(4, 1)));
    // git~1, gi7eba~1; .git::$INDEX_ALLOCATION; a symlink; code points that HFS+ ignores.
    if (like_git || name.starts_with(".gitmodules") || name.empty() || name == "." ||
        name == ".." || name.find_first_of("~\\") != name.npos || contains(name, "\xE2\x80") ||
        contains(name, "\xE2\x81") || contains(name, "\xEF\xBB\xBF"))
      return true;
  }
  return false;
}

}  // namespace handoff::ops
