#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/replay.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

namespace {

/// The paths of the kept work, whether its record is live here or not.
std::set<std::string> paths_of_work(const Store& store, const Shared& shared) {
  std::vector<RecordRef> refs = store.active();
  for (RecordRef& retired : store.archived())
    refs.push_back(std::move(retired));
  for (const RecordRef& ref : refs) {
    if (ref.id != shared.id)
      continue;
    const model::GitBlock work = store.load(ref).git();
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
      names.push_back(path_name(entry.path));
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

/// A stash, and its files.
struct Stash {
  std::string name = {};   ///< "stash@{0}"
  std::string added = {};  ///< the commit of what was not tracked; empty: nothing was
  std::vector<std::string> paths = {};
};

/// The newest of those that were made since then.
std::vector<Stash> stashes_since(const git::Git& git, Seconds since) {
  constexpr size_t kMost = 20;
  // "/name base index added" NUL LF path NUL path NUL, for each: no path begins with a slash
  const Outcome list = git.run(
      {.args = {"stash", "list", "-z", "--format=/%gd %P", "--no-show-signature",
                "--diff-merges=first-parent", "--no-renames", "--name-only",
                "--since=" + std::to_string(since), "--max-count=" + std::to_string(kMost)}});
  std::vector<Stash> stashes;
  for (std::string& field : split(list.out, '\0')) {
    if (field.starts_with('/')) {
      const std::vector<std::string> words = split(field.substr(1), ' ');
      stashes.push_back({.name = words[0], .added = words.size() > 3 ? words[3] : ""});
    } else if (!stashes.empty()) {
      const bool first = stashes.back().paths.empty() && field.starts_with('\n');
      stashes.back().paths.push_back(first ? field.substr(1) : std::move(field));
    }
  }
  return stashes;
}

/// The paths of what was not tracked: those of all stashes in one call.
void add_untracked(const git::Git& git, std::vector<Stash>& stashes) {
  std::string commits;
  for (const Stash& stash : stashes)
    commits += stash.added.empty() ? "" : stash.added + "\n";
  if (commits.empty())
    return;
  const Outcome all = git.run(
      {.args = {"diff-tree", "--stdin", "--root", "-r", "--no-renames", "--name-only", "-z"},
       .input = std::move(commits)});
  Stash* stash = nullptr;  // "commit" NUL path NUL path NUL, for each
  for (std::string& field : split(all.out, '\0')) {
    const auto it = std::find_if(stashes.begin(), stashes.end(), [&](const Stash& s) {
      return !field.empty() && s.added == field;
    });
    if (it != stashes.end())
      stash = &*it;
    else if (stash != nullptr)
      stash->paths.push_back(std::move(field));
  }
}

/// Files of the work in what was stashed since it was taken: "stash@{0}: a.c".
std::string stashed(const git::Repository& repository, const Shared& shared,
                    const std::set<std::string>& work) {
  std::vector<Stash> stashes = stashes_since(repository.git(), shared.since - 1);
  add_untracked(repository.git(), stashes);
  for (const Stash& stash : stashes)
    for (const std::string& path : stash.paths)
      if (work.contains(path))
        return "'" + c_quote(path) + "' is in " + stash.name + ", and in no commit";
  return {};
}

std::string told_unpushed(size_t count, const std::string& whose) {
  return std::to_string(count) + (count == 1 ? " commit" : " commits") + whose +
         (count == 1 ? " is" : " are") + " on no branch of a remote";
}

/// Commits here since it was taken that change files of the work, whatever their branch: how many,
/// and the newest.
std::string unpushed_with_files(const git::Repository& repository, const Shared& shared,
                                const std::set<std::string>& work) {
  constexpr size_t kMostPaths = 500;
  if (work.empty())
    return {};
  std::vector<std::string> args = {"log",
                                   "--format=%h %S",
                                   "--since=" + std::to_string(shared.since - 1),
                                   "--branches",
                                   "HEAD",
                                   "--not",
                                   "--remotes",
                                   "--"};
  for (const std::string& path : work)
    if (args.size() < kMostPaths)
      args.push_back(path);
  const std::vector<std::string> commits =
      split_lines(repository.git().run({.args = std::move(args)}).out);
  if (commits.empty())
    return {};
  const size_t blank = std::min(commits[0].find(' '), commits[0].size() - 1);
  std::string where = commits[0].substr(blank + 1);
  if (where.starts_with(git::kBranchRefs))
    where.erase(0, git::kBranchRefs.size());
  return told_unpushed(commits.size(), " with its files (" + commits[0].substr(0, blank) + " on '" +
                                           bounded_name(where) + "')");
}

}  // namespace

namespace {

/// A pause of it here whose WIP commit neither a branch nor a remote has: the record alone holds
/// it.
std::string paused_here_only(const Store& store, const Shared& shared, const std::string& tip) {
  for (const RecordRef& ref : store.active()) {
    if (ref.id != shared.id || ref.oid == shared.local)
      continue;
    const Record record = store.load(ref);
    const std::string& wip = record.git().wip_commit;
    if (wip.empty() || !store.objects().contains(wip) ||
        (!tip.empty() && !commit_with_work(store, record, tip).empty()))
      continue;
    const Outcome alone = store.repository().git().run(
        {.args = {"rev-list", "--max-count=1", wip, "--not", "--remotes", "--branches", "HEAD"}});
    if (alone.ok() && !trim(alone.out).empty())
      return "what was paused last (" + wip.substr(0, 7) + ") is on no branch";
  }
  return {};
}

}  // namespace

std::string commits_at_remote(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string there = tracking_branch(repository, shared);
  if (shared.on.empty() || there.empty() || !where_work_still_is(store, shared).empty())
    return {};
  Outcome count = repository.git().run(
      {.args = {"rev-list", "--count", "refs/remotes/" + there, "^" + shared.on}});
  const size_t more = std::strtoull(count.out.c_str(), nullptr, 10);
  if (!count.ok() || more == 0)
    return {};
  return branch_name(there) + " is " + count_of(more, "commit") + " ahead of where its work began";
}

std::string where_work_still_is(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::set<std::string> work = paths_of_work(store, shared);
  if (std::string files = not_committed_anywhere(store, shared, work); !files.empty())
    return files;
  if (std::string files = stashed(repository, shared, work); !files.empty())
    return files;
  const git::Head head = repository.head();
  const std::string tip =
      shared.branch == head.label()
          ? head.oid
          : git::read_ref(repository, "refs/heads/" + shared.branch).value_or("");
  if (!tip.empty()) {
    std::vector<std::string> args = {"rev-list", "--count", tip, "--not", "--remotes"};
    if (!shared.published)  // what was on the branch before it came is nothing of it
      args.insert(args.begin() + 1, "--since=" + std::to_string(shared.since - 1));
    const Outcome ahead = repository.git().run({.args = std::move(args)});
    if (const size_t count = std::strtoull(ahead.out.c_str(), nullptr, 10); count > 0)
      return told_unpushed(count, " of '" + bounded_name(shared.branch) + "'");
  }
  if (std::string paused = paused_here_only(store, shared, tip); !paused.empty())
    return paused;
  return unpushed_with_files(repository, shared, work);
}

}  // namespace handoff::ops
