#include "ops/resume/fresh.hpp"

#include <algorithm>
#include <set>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/merge_trees.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/notes_ref.hpp"
#include "ops/restore/restore.hpp"
#include "ops/resume/resume.hpp"
#include "ops/resume/retire.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/worktree/mirror.hpp"

namespace handoff::ops {

namespace {

std::vector<std::string> changed_between(const git::Git& git, const std::string& from,
                                         const std::string& to, const std::string& filter) {
  std::vector<std::string> paths =
      split(git.output({.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z",
                                 "--diff-filter=" + filter, from, to}},
                       "compare the trees"),
            '\0');
  std::erase(paths, "");
  return paths;
}

[[noreturn]] void refuse_in_the_way(const std::string& path, const std::string& why) {
  refuse("'" + c_quote(path) + "' " + why + " and would be overwritten; nothing was changed",
         {"commit it, move it away, or pause it as well, then try again"});
}

/// Files that were edited since, hidden from git's status or not.
void refuse_edited(const git::Repository& repository, const std::vector<std::string>& touched) {
  git::Quarantine quarantine(repository);
  Snapshot present = take_snapshot(repository, quarantine, {});
  std::set<std::string> edited(present.paths.begin(), present.paths.end());
  for (const git::IndexEntry& entry : present.conflicts)
    edited.insert(entry.path);
  for (const std::string& path : touched)
    if (edited.contains(path))
      refuse_in_the_way(path, "was changed since");
}

/// Files that git does not know, ignored ones too, where others are to be written.
void refuse_untracked(const git::Repository& repository, const std::string& from,
                      const std::vector<std::string>& written) {
  const git::Git& git = repository.git();
  for (const std::string& path : written) {
    struct stat info {};
    for (std::string at = path; at != "."; at = parent_path(at)) {
      const std::string file = join_path(repository.layout().root, at);
      if (lstat(file.c_str(), &info) != 0)
        continue;
      if (S_ISDIR(info.st_mode)) {
        if (at == path &&
            !git.output({.args = {"ls-files", "-z", "--others", "--", path}}, "list the files")
                 .empty())
          refuse_in_the_way(path, "holds files that are not tracked");
        break;
      }
      // A file of the tree that becomes a folder goes by itself.
      if (at == path ||
          git.output({.args = {"ls-tree", "-z", from, "--", at}}, "look at a tree").empty())
        refuse_in_the_way(at, "is not tracked");
    }
  }
}

}  // namespace

void move_tree(const git::Repository& repository, const std::string& from, const std::string& to,
               const std::string& until) {
  const git::Git& git = repository.git();
  refuse_edited(repository, changed_between(git, from, to, "ADMT"));
  refuse_untracked(repository, from, changed_between(git, from, to, "A"));
  fault_point("move-tree-before-files");
  begin_file_write(repository, {.from = from, .to = to, .record = until});
  git.run({.args = {"update-index", "-q", "--refresh"}, .writes = true});
  Outcome written = git.run({.args = {"read-tree", "-m", "-u", from, to}, .writes = true});
  if (!written.ok()) {
    take_back_file_write(repository, Writer::us);
    refuse("cannot put the files back: " + git::git_message(written),
           {"nothing was changed; resume again when that is out of the way"});
  }
  fault_point("move-tree-after-files");
}

namespace {

/// Is there something to move? Throws where there is, but not by us.
bool is_to_move(const Store& store, const Record& record, const Comparison& c) {
  switch (c.position) {
    case Position::at_wip:
    case Position::wip_elsewhere:
    case Position::altered_wip:
    case Position::above_wip:
      // Continuing asks the same: published, another branch, altered, on top.
      if (c.position == Position::wip_elsewhere)
        refuse("this work was paused on '" + printable(record.git().branch) +
                   "', which is not checked out",
               {"switch to it first: git switch " + shell_word(record.git().branch)});
      plan_resume(store, record, c, {});
      return true;
    case Position::snapshot:
      if (!c.edited.empty())
        refuse("the work is in the tree, and not in a commit: it cannot be put aside by going back",
               {"pause it, then start fresh; or retire the handoff: git handoff discard " +
                record.at.id});
      return false;
    default:
      return false;
  }
}

}  // namespace

FreshReport start_fresh(const Store& store, const Record& record, const Comparison& c) {
  const git::Repository& repository = store.repository();
  git::refuse_locked_index(repository.layout());
  FreshReport report{.id = record.at.id,
                     .branch = record.at.branch,
                     .wip_commit = record.git().wip_commit,
                     .base = c.status.head.oid};
  if (!is_to_move(store, record, c)) {
    discard(store, record);
    return report;
  }
  refuse_unless_live(record);
  git::Quarantine quarantine(repository);
  const git::Head& head = c.status.head;
  Transaction transaction{.verb = "fresh", .id = record.at.id, .message = "handoff: start fresh"};
  Step step{
      .refs = retire(store, quarantine, record, "discarded", git::read_identity(repository, true))};
  step.refs.push_back(
      {head.detached() ? "HEAD" : "refs/heads/" + head.branch, c.stack->base, c.stack->top});
  transaction.steps.push_back(std::move(step));
  std::string below = tree_of(store, c.stack->base);
  if (below.empty())
    below = git::empty_tree(repository.git());
  move_tree(repository, tree_of(store, c.stack->top), below, record.at.ref);
  try {
    if (run_transaction(repository, quarantine, transaction).lost_race)
      refuse("somebody else changed '" + printable(record.at.id) + "' at the same moment",
             {"look again with 'git handoff status'"});
  } catch (const Failure&) {
    if (!is_operation_open(repository))
      take_back_file_write(repository, Writer::us_late);
    throw;
  }
  end_file_write(repository);
  quarantine.release();
  remove_note(repository, record.git().wip_commit);
  remove_mirror(repository);
  report.base = c.stack->base;
  report.moved = true;
  return report;
}

}  // namespace handoff::ops
