#include "ops/operation/checkout_log.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "git/repo/refs.hpp"
#include "ops/operation/heir.hpp"
#include "ops/operation/worktree_hold.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

/// The lock of a log is its folder's, and that folder may have been removed by who held it last.
UniqueFd lock_folder(const std::string& folder) {
  for (;;) {
    make_folders(folder);
    UniqueFd fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd || flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
      return {};
    struct stat held {
    }, there{};
    if (fstat(fd.get(), &held) == 0 && lstat(folder.c_str(), &there) == 0 &&
        held.st_ino == there.st_ino)
      return fd;
  }
}

}  // namespace

bool remove_dead_checkout(const git::Repository& repository) {
  const std::string folder = checkout::log_folder(repository);
  if (!is_folder(folder) || exists(checkout::log_file(repository)))
    return false;
  const WorktreeHold hold(repository, 1);
  const UniqueFd alone = hold ? lock_folder(folder) : UniqueFd();
  if (!alone || exists(checkout::log_file(repository)))
    return false;
  remove_tree(folder);
  return true;
}

CheckoutLog::~CheckoutLog() {
  if (x_lock && !x_begun) {
    checkout::forget_places(x_repository, x_moves);
    remove_tree(checkout::log_folder(x_repository));
  }
}

void CheckoutLog::begin() {
  if (x_lock)
    return;
  constexpr int kTries = 100;  // two seconds
  make_durable_folders(x_repository.layout().own_dir());
  x_hold = std::make_shared<WorktreeHold>(x_repository, kTries);
  if (*x_hold)
    x_lock = lock_folder(checkout::log_folder(x_repository));
  if (!x_lock)
    x_hold.reset();
  if (!x_lock)
    refuse("another handoff command is at work in this worktree",
           {"wait for it; 'git handoff doctor' tells which"});
  if (exists(checkout::log_file(x_repository))) {
    x_lock.reset();
    x_hold.reset();
    fail("files of an interrupted command are not put back yet",
         {"'git handoff doctor' tells which, and puts them back with --fix"});
  }
  for (const std::string& name : list_folder(checkout::log_folder(x_repository)))
    remove_tree(join_path(checkout::log_folder(x_repository), name));
}

std::string CheckoutLog::folder(const std::string& name) {
  begin();
  std::string made = join_path(checkout::log_folder(x_repository), name);
  make_folders(made);
  return made;
}

std::string CheckoutLog::place_for(const std::string& path) {
  begin();
  auto device_of = [](const std::string& folder) {
    struct stat info {};
    return stat(folder.c_str(), &info) == 0 ? info.st_dev : dev_t{};
  };
  const std::string& root = x_repository.layout().root;
  std::string near = parent_path(checkout::file_of(x_repository, path));
  while (!is_folder(near) && near != "/")
    near = parent_path(near);
  const dev_t device = device_of(near);
  if (device_of(checkout::log_folder(x_repository)) == device)
    return join_path(checkout::log_folder(x_repository), std::to_string(x_moves.size()));
  // On another file system: as far up as that reaches, as a folder on the way may have to go.
  while (near != root && near != "/" && device_of(parent_path(near)) == device)
    near = parent_path(near);
  return join_path(near, checkout::kBeside + random_hex(4));
}

/// Of the file that stands there now; 0: none does.
int64_t CheckoutLog::changed(const std::string& path) {
  if (!x_put_back)
    x_put_back.emplace(x_repository);
  struct stat info {};
  return lstat(checkout::file_of(x_repository, path).c_str(), &info) == 0
             ? x_put_back->changed(path, info)
             : 0;
}

void CheckoutLog::take_away(const std::string& path, const FileIdentity& old) {
  x_moves.push_back({.kind = FileMove::Kind::out,
                     .path = path,
                     .place = place_for(path),
                     .identity = old,
                     .changed = changed(path)});
}

void CheckoutLog::put(const std::string& path, const std::string& made) {
  std::string place = place_for(path);
  const std::string own = checkout::log_folder(x_repository) + "/";
  std::optional<FileIdentity> identity = identity_of(made);
  if (!identity)
    fail("'" + printable(made) + "' is missing");
  if (!place.starts_with(own)) {  // another file system: it has to be made there
    if (S_ISLNK(identity->mode)) {
      if (symlink(read_link(made).c_str(), place.c_str()) != 0)
        fail("cannot create '" + printable(place) + "': " + errno_text());
    } else {
      write_file_atomic(place, read_file(made).value_or(""), Durability::none,
                        identity->mode & 07777);
    }
    identity = identity_of(place);
  } else {
    inherit_from_folder(made, parent_path(checkout::file_of(x_repository, path)));
    identity = identity_of(made);
    place = made;
  }
  x_moves.push_back(
      {.kind = FileMove::Kind::in, .path = path, .place = place, .identity = *identity});
}

void CheckoutLog::replace(const std::string& path, const std::optional<FileIdentity>& old,
                          const std::string& made) {
  if (old)
    take_away(path, *old);
  put(path, made);
}

void CheckoutLog::set_mode(const std::string& path, mode_t mode) {
  begin();
  std::optional<FileIdentity> now = identity_of(checkout::file_of(x_repository, path));
  if (!now)
    return;
  FileMove move{.kind = FileMove::Kind::mode,
                .path = path,
                .identity = *now,
                .old_mode = now->mode & 07777,
                .changed = changed(path)};
  move.identity.mode = (now->mode & S_IFMT) | mode;
  x_moves.push_back(std::move(move));
}

void CheckoutLog::write() const { checkout::write_log(x_repository, x_goal, x_branch_at, x_moves); }

void CheckoutLog::do_move(FileMove& move) {
  const std::string file = checkout::file_of(x_repository, move.path);
  if (!checkout::has_safe_folder(x_repository, move.path))
    fail(path_in_quotes(move.path) + " cannot be reached: a folder on its way is none any more");
  if (move.kind == FileMove::Kind::mode) {
    if (chmod(file.c_str(), move.identity.mode & 07777) != 0)
      fail("cannot set the mode of '" + printable(file) + "': " + errno_text());
    return;
  }
  if (move.kind == FileMove::Kind::out) {
    if (!checkout::rename_to_nothing(file, move.place))
      fail("cannot replace '" + printable(file) + "': " + errno_text());
    if (identity_of(move.place) == move.identity)
      return;
    checkout::rename_to_nothing(move.place, file);  // else roll_back() does, or keeps it
    refuse(path_in_quotes(move.path) + " was changed at this very moment", {"try again"});
    return;
  }
  if (is_folder(file))
    checkout::remove_hollow(file);
  make_folders(parent_path(file));
  if (checkout::rename_to_nothing(move.place, file))
    return;
  if (errno == EEXIST)
    refuse(path_in_quotes(move.path) + " was made at this very moment", {"try again"});
  fail("cannot write '" + printable(file) + "': " + errno_text());
}

void CheckoutLog::run() {
  if (x_ran == x_moves.size())
    return;
  auto first = x_moves.begin() + static_cast<ptrdiff_t>(x_ran);
  std::stable_sort(first, x_moves.end(),
                   [](const FileMove& a, const FileMove& b) { return a.kind < b.kind; });
  // What comes is on disk before it has its name: one wait for all where they are many.
  constexpr size_t kFew = 32;
  std::vector<const FileMove*> files;
  for (auto move = first; move != x_moves.end(); ++move)
    if (move->kind == FileMove::Kind::in && S_ISREG(move->identity.mode))
      files.push_back(&*move);
  if (files.size() > kFew)
    syncfs(x_lock.get());
  else
    for (const FileMove* move : files)
      fsync_path(move->place);
  write();
  x_begun = true;
  fault_point("checkout-logged");
  for (; x_ran < x_moves.size(); ++x_ran) {
    do_move(x_moves[x_ran]);
    fault_point("checkout-moved");
  }
  // Not before: a folder that gets another file stays the one that it is, with its group and
  // rights.
  for (const FileMove& move : x_moves)
    if (move.kind == FileMove::Kind::out)
      checkout::remove_empty_folders(x_repository, move.path);
  fault_point("checkout-files-there");
}

bool CheckoutLog::swap_index(const git::PreparedIndex& prepared) {
  begin();
  if (!prepared.original.empty())
    write_file_atomic(checkout::index_before(x_repository), prepared.original, Durability::synced);
  write_file_atomic(checkout::index_after(x_repository), read_file(prepared.file).value_or(""),
                    Durability::synced);
  if (!x_begun)
    write();
  x_begun = true;
  bool swapped = git::swap_index(x_repository.layout(), prepared) == git::SwapResult::swapped;
  if (!swapped)
    remove_file(checkout::index_after(x_repository));  // nothing of it is to be taken back
  fault_point("checkout-index-there");
  return swapped;
}

void CheckoutLog::make_branch(const std::string& oid) {
  begin();
  const std::string ref = "refs/heads/" + x_goal.branch;
  if (git::read_ref(x_repository, ref))
    refuse("a branch named " + branch_in_quotes(x_goal.branch) + " exists by now");
  x_branch_at = oid;
  write();
  x_begun = true;
  try {
    if (git::update_refs(x_repository, {{ref, oid, ""}}, "branch: Created from " + oid) ==
        git::RefResult::lost_race)
      refuse("a branch named " + branch_in_quotes(x_goal.branch) + " was made at this very moment");
  } catch (const git::GitKilled&) {
    throw;  // it may be made
  } catch (const Failure&) {
    x_branch_at.clear();
    write();
    throw;
  }
  fault_point("checkout-branch-made");
}

bool CheckoutLog::brought(const std::string& path) const {
  std::optional<FileIdentity> now = identity_of(checkout::file_of(x_repository, path));
  return now && std::ranges::any_of(x_moves, [&](const FileMove& move) {
           return move.kind == FileMove::Kind::in && move.path == path && move.identity == *now;
         });
}

void CheckoutLog::close() {
  if (!x_lock)
    return;
  checkout::remove_log(x_repository, x_moves);
  tidy_put_back(x_repository);
  forget();
}

void CheckoutLog::forget() {
  x_moves.clear();
  x_put_back.reset();
  x_ran = 0;
  x_begun = false;
  x_lock.reset();
  x_hold.reset();
}

RolledBack CheckoutLog::roll_back(Owner owner) {
  RolledBack result;
  if (x_begun)
    result = roll_back_checkout(x_repository, owner);
  else if (x_lock)
    close();
  forget();
  return result;
}

}  // namespace handoff::ops
