#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/names.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

namespace {

/// The paths of the kept work, whether its record is live here or not.
std::set<std::string> paths_of_work(const Store& store, const Shared& shared) {
  for (const std::string& ref : {Store::active_ref(shared.branch, shared.id),
                                 Store::archive_ref(shared.branch, shared.id)}) {
    std::optional<std::string> oid = git::read_ref(store.repository(), ref);
    if (!oid)
      continue;
    const model::GitBlock work =
        store.load({.ref = ref, .branch = shared.branch, .id = shared.id, .oid = *oid}).git();
    if (work.base.empty() || work.wip_commit.empty())
      break;
    const std::string names = store.repository()
                                  .git()
                                  .run({.args = {"diff-tree", "-r", "--no-renames", "--name-only",
                                                 "-z", work.base, work.wip_commit}})
                                  .out;
    const std::vector<std::string> paths = split(names, '\0');
    std::set<std::string> found(paths.begin(), paths.end());
    found.erase("");
    return found;
  }
  return {};
}

/// What of a tree is in no commit: on the branch of the work changes of tracked files, and new
/// files that the work has; elsewhere its files alone, which may have been carried there.
std::string not_committed(const git::Git& git, bool on_branch, const std::set<std::string>& work,
                          const std::string& where) {
  constexpr size_t kMostNamed = 3;
  const git::Status status = git::read_status(git);
  std::vector<std::string> names;
  size_t more = 0;
  for (const git::StatusEntry& entry : status.entries) {
    const bool tracked = entry.kind != git::StatusEntry::Kind::untracked;
    if (entry.is_dirt_inside() || (!(on_branch && tracked) && !work.contains(entry.path)))
      continue;
    if (names.size() < kMostNamed)
      names.push_back(c_quote(entry.path));
    else
      ++more;
  }
  return names.empty() ? ""
                       : "not committed " + where + ": " + join(names, ", ") +
                             (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

std::string not_committed_anywhere(const Store& store, const Shared& shared,
                                   const std::set<std::string>& work) {
  const git::Repository& repository = store.repository();
  const std::string& root = repository.layout().root;
  if (std::string files =
          not_committed(repository.git(), shared.branch == repository.head().label(), work, "here");
      !files.empty())
    return files;
  for (const git::Worktree& other : git::worktrees_of(repository))
    if (other.path != root && is_folder(other.path))
      if (std::string files = not_committed(git::Git(other.path), shared.branch == other.branch,
                                            work, "in '" + printable(other.path) + "'");
          !files.empty())
        return files;
  return {};
}

/// Commits here since it was taken that change files of the work, whatever their branch.
size_t count_unpushed(const git::Repository& repository, const Shared& shared,
                      const std::set<std::string>& work) {
  constexpr size_t kMostPaths = 500;
  if (work.empty())
    return 0;
  std::vector<std::string> args = {
      "rev-list",   "--count", "--since=" + std::to_string(shared.since - 1),
      "--branches", "HEAD",    "--not",
      "--remotes",  "--"};
  for (const std::string& path : work)
    if (args.size() < kMostPaths)
      args.push_back(path);
  return std::strtoull(repository.git().run({.args = std::move(args)}).out.c_str(), nullptr, 10);
}

}  // namespace

std::string commits_at_remote(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string name = remote_of_branch(repository, shared) + "/" + shared.branch;
  if (shared.on.empty() || shared.branch == "HEAD" ||
      !git::read_ref(repository, "refs/remotes/" + name) ||
      !where_work_still_is(store, shared).empty())
    return {};
  Outcome count = repository.git().run(
      {.args = {"rev-list", "--count", "refs/remotes/" + name, "^" + shared.on}});
  const size_t more = std::strtoull(count.out.c_str(), nullptr, 10);
  if (!count.ok() || more == 0)
    return {};
  return printable(name) + " has " + count_of(more, "commit") + " more than it stood on";
}

std::string where_work_still_is(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::set<std::string> work = paths_of_work(store, shared);
  if (std::string files = not_committed_anywhere(store, shared, work); !files.empty())
    return files;
  const git::Head head = repository.head();
  const std::string tip =
      shared.branch == head.label()
          ? head.oid
          : git::read_ref(repository, "refs/heads/" + shared.branch).value_or("");
  const auto told = [](size_t count, const std::string& whose) {
    return std::to_string(count) + (count == 1 ? " commit" : " commits") + whose +
           (count == 1 ? " is" : " are") + " on no branch of a remote";
  };
  if (!tip.empty()) {
    const Outcome ahead =
        repository.git().run({.args = {"rev-list", "--count", tip, "--not", "--remotes"}});
    if (const size_t count = std::strtoull(ahead.out.c_str(), nullptr, 10); count > 0)
      return told(count, " of '" + bounded_name(shared.branch) + "'");
  }
  const size_t count = count_unpushed(repository, shared, work);
  return count > 0 ? told(count, " with its files") : "";
}

}  // namespace handoff::ops
