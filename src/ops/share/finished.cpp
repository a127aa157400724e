#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/repo/status.hpp"
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
    return {paths.begin(), paths.end()};
  }
  return {};
}

/// What of this tree is in no commit: changes of tracked files, and new files that the work has.
std::string not_committed(const Store& store, const Shared& shared) {
  constexpr size_t kMostNamed = 3;
  git::StatusQuestion question(store.repository().git());
  const git::Status status = question.answer();
  const std::set<std::string> work = paths_of_work(store, shared);
  std::vector<std::string> names;
  size_t more = 0;
  for (const git::StatusEntry& entry : status.entries) {
    if (entry.is_dirt_inside() ||
        (entry.kind == git::StatusEntry::Kind::untracked && !work.contains(entry.path)))
      continue;
    if (names.size() < kMostNamed)
      names.push_back(c_quote(entry.path));
    else
      ++more;
  }
  return names.empty() ? ""
                       : "not committed here: " + join(names, ", ") +
                             (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace

std::string commits_at_remote(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string name = shared.remote + "/" + shared.branch;
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
  const git::Head head = repository.head();
  const bool here = shared.branch == head.label();
  const std::string tip =
      here ? head.oid : git::read_ref(repository, "refs/heads/" + shared.branch).value_or("");
  if (here)
    if (std::string files = not_committed(store, shared); !files.empty())
      return files;
  if (tip.empty())
    return {};
  Outcome outcome =
      repository.git().run({.args = {"rev-list", "--count", tip, "--not", "--remotes"}});
  const std::string count = trim(outcome.out);
  if (!outcome.ok() || count == "0")
    return {};
  return count + (count == "1" ? " commit" : " commits") + " of '" + bounded_name(shared.branch) +
         "' " + (count == "1" ? "is" : "are") + " on no branch of a remote";
}

}  // namespace handoff::ops
