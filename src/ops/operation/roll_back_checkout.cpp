#include "ops/operation/roll_back_checkout.hpp"

#include <cerrno>
#include <map>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/index/index_edit.hpp"
#include "git/repo/held_locks.hpp"
#include "git/repo/live_gits.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/operation/checkout_log_file.hpp"
#include "ops/operation/put_back_files.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

/// Does a file stand where a folder above this one would be?
bool is_below_a_file(const std::string& file) {
  std::string above = parent_path(file);
  while (above.size() > 1 && !exists(above))
    above = parent_path(above);
  return !is_folder(above);
}

class RollBack {
 public:
  RollBack(const git::Repository& repository, const checkout::OpenLog& log)
      : x_repository(repository), x_log(log) {}

  RolledBack run() {
    remove_locks();
    find_touched();
    for (auto move = x_log.moves.rbegin(); move != x_log.moves.rend(); ++move)
      if (is_touched(move->path))
        x_left.insert(move->path);
      else
        take_back(*move);
    for (const FileMove& move : x_log.moves)
      if (move.kind == FileMove::Kind::in && !is_touched(move.path) &&
          checkout::has_safe_folder(x_repository, move.path))
        checkout::remove_empty_folders(x_repository, move.path);
    put_index_back();
    remove_branch();
    if (!x_log.copied)
      note_put_back(x_repository, std::move(x_put_back));
    x_result.left_alone.assign(x_left.begin(), x_left.end());
    return std::move(x_result);
  }

 private:
  /// What HEAD's move since then has touched.
  void find_touched() {
    const std::string before = x_log.head, after = x_repository.head().oid;
    if (before == after)
      return;
    std::vector<std::string> args = {"diff-tree", "-r",   "--no-renames", "--name-only",
                                     "-z",        before, after};
    if (before.empty() || after.empty())
      args = {"ls-tree", "-r", "--name-only", "-z", before + after};
    const Outcome told = x_repository.git().run({.args = std::move(args)});
    x_all_touched = !told.ok();
    for (std::string& path : split(told.out, '\0'))
      x_touched.insert(std::move(path));
  }

  bool is_touched(const std::string& path) const {
    return x_all_touched || x_touched.contains(path);
  }

  /// What our git was to write into HEAD when it was killed. (Of the index it locks copies only.)
  void remove_locks() {
    const git::Layout& layout = x_repository.layout();
    git::remove_held_locks(layout);
    const std::string lock = join_path(layout.git_dir, "HEAD.lock");
    struct stat info {};
    if (!x_log.goal.branch.empty() && lstat(lock.c_str(), &info) == 0 &&
        nanoseconds(info.st_mtim) >= x_log.started &&
        trim(read_file(lock).value_or("")) == "ref: refs/heads/" + x_log.goal.branch &&
        !git::may_be_held(layout, lock))
      unlink(lock.c_str());
    if (!x_log.goal.branch.empty() && exists(lock))
      x_result.locks.push_back(lock);
  }

  void take_back(const FileMove& move) {
    const std::string file = checkout::file_of(x_repository, move.path);
    const bool reachable = checkout::has_safe_folder(x_repository, move.path);
    std::optional<FileIdentity> now = reachable ? identity_of(file) : std::nullopt;
    if (now && x_log.copied)
      now->inode = 0;
    switch (move.kind) {
      case FileMove::Kind::in:
        if (now == move.identity)
          remove_file(file);
        else if (now && !exists(move.place))
          x_left.insert(move.path);
        break;
      case FileMove::Kind::out:
        if (exists(move.place) && !put_back(move, reachable))
          x_left.insert(move.path);
        else
          note_put_back_of(move, move.identity.mode);
        break;
      case FileMove::Kind::mode:
        if (now == move.identity && chmod(file.c_str(), move.old_mode) != 0)
          fail("cannot set the mode of '" + printable(file) + "': " + errno_text());
        note_put_back_of(move, (move.identity.mode & S_IFMT) | move.old_mode);
        break;
    }
  }

  /// Of a file whose mode was changed, and that was replaced then, the later one of the two counts.
  void note_put_back_of(const FileMove& move, uint32_t mode) {
    FileIdentity identity = move.identity;
    identity.mode = mode;
    x_put_back.push_back({.path = move.path, .identity = identity, .before = move.changed});
  }

  /// One that has moved since, or that is checked out, is somebody's.
  void remove_branch() const {
    if (x_log.branch_at.empty() ||
        !git::other_worktree_with(x_repository, x_log.goal.branch).empty())
      return;
    try {
      git::update_refs(x_repository, {{"refs/heads/" + x_log.goal.branch, "", x_log.branch_at}},
                       "handoff: taken back");
    } catch (const Failure&) {
      // A hook of the user's may forbid it.
    }
  }

  /// False: something else stands there, or on the way there.
  bool put_back(const FileMove& move, bool reachable) {
    const std::string file = checkout::file_of(x_repository, move.path);
    if (reachable && is_folder(file))
      checkout::remove_hollow(file);
    if (!reachable || exists(file) || is_below_a_file(file))
      return false;
    make_folders(parent_path(file));
    if (checkout::rename_to_nothing(move.place, file))
      return true;
    if (errno == EEXIST || errno == ENOTDIR)
      return false;
    fail("cannot put '" + printable(file) + "' back: " + errno_text());
  }

  /// Entries that the swapped index had and that are still so become what they were before.
  void put_index_back() {
    if (!exists(checkout::index_after(x_repository)))
      return;
    std::map<std::string, std::vector<IndexEntry>> before, after;
    auto all = [](const IndexEntry&) { return true; };
    for (IndexEntry& e :
         git::IndexFile::read(x_repository, checkout::index_before(x_repository), all))
      before[e.path].push_back(std::move(e));
    for (IndexEntry& e :
         git::IndexFile::read(x_repository, checkout::index_after(x_repository), all))
      after[e.path].push_back(std::move(e));
    git::Quarantine quarantine(x_repository);
    if (!x_all_touched && x_touched.empty() && exists(checkout::index_before(x_repository)) &&
        read_file(x_repository.layout().index_file) ==
            read_file(checkout::index_after(x_repository))) {
      git::PreparedIndex whole = git::read_index(x_repository, quarantine);
      git::write_prepared(whole, read_file(checkout::index_before(x_repository)).value_or(""));
      if (git::swap_index(x_repository.layout(), whole) == git::SwapResult::swapped)
        return;
    }
    std::set<std::string> paths;
    for (const auto& side : {before, after})
      for (const auto& [path, entries] : side)
        paths.insert(path);
    std::vector<IndexChange> changes;
    for (const std::string& path : paths) {
      IndexEntry none;
      none.path = path;
      const IndexEntry was = before.contains(path) ? before[path].front() : none;
      const IndexEntry is = after.contains(path) ? after[path].front() : none;
      if (is_touched(path))
        continue;
      if (was.oid != is.oid || was.mode != is.mode || was.skip_worktree != is.skip_worktree ||
          was.intent_to_add != is.intent_to_add || was.assume_unchanged != is.assume_unchanged)
        changes.push_back({is, was});
    }
    for (std::string& path : git::change_index(x_repository, quarantine, changes))
      x_left.insert(std::move(path));
  }

  const git::Repository& x_repository;
  const checkout::OpenLog& x_log;
  std::set<std::string> x_left, x_touched;
  std::vector<PutBackFiles::File> x_put_back;
  bool x_all_touched = false;  ///< git cannot tell
  RolledBack x_result{.any = true};
};

bool is_through(const git::Repository& repository, const CheckoutGoal& goal, Owner owner) {
  return (!goal.branch.empty() && repository.head().branch == goal.branch) ||
         (owner != Owner::lost_race && !goal.record.empty() &&
          !git::read_ref(repository, goal.record));
}

/// An old file that could not go back is in git or in a record, unless it was changed between the
/// look at it and its move.
std::vector<RescuedFile> rescue(const git::Repository& repository, const checkout::OpenLog& log) {
  std::vector<RescuedFile> rescued;
  for (const FileMove& move : log.moves) {
    std::optional<FileIdentity> there =
        move.kind == FileMove::Kind::out ? identity_of(move.place) : std::nullopt;
    if (there && log.copied)
      there->inode = 0;
    if (!there || there == move.identity)
      continue;
    const std::string folder = join_path(repository.layout().own_dir(), "edited");
    make_durable_folders(folder);
    std::string place = join_path(folder, random_hex(4) + "-" + base_name(move.path));
    if (!checkout::rename_to_nothing(move.place, place))
      fail("cannot keep '" + printable(move.place) + "': " + errno_text());
    rescued.push_back({.path = move.path, .place = std::move(place)});
  }
  return rescued;
}

}  // namespace

Failure with_left(const Failure& failure, const RolledBack& back) {
  std::vector<std::string> hints = failure.hints();
  for (const RescuedFile& file : back.rescued)
    hints.push_back(path_in_quotes(file.path) +
                    " was edited while it was replaced: what stood there is in " +
                    path_in_quotes(file.place));
  for (const std::string& lock : back.locks)
    hints.push_back(path_in_quotes(lock) +
                    " was left by a git that was killed, or one uses it now: if no git process is "
                    "running here, remove it");
  return Failure(failure.kind(), failure.message(), std::move(hints));
}

RolledBack roll_back_checkout(const git::Repository& repository, Owner owner) {
  RolledBack result;
  std::optional<checkout::OpenLog> log = checkout::read_log(repository);
  if (!log)
    return result;
  if (owner == Owner::gone &&
      (is_alive(log->process) || !git::wait_for_orphans(repository.layout())))
    return result;
  if (!is_through(repository, log->goal, owner))
    result = RollBack(repository, *log).run();
  result.rescued = rescue(repository, *log);
  checkout::remove_log(repository, log->moves);
  return result;
}

}  // namespace handoff::ops
