#include "ops/operation/checkout_log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <map>
#include <set>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "git/repo/live_gits.hpp"
#include "git/repo/refs.hpp"
#include "ops/operation/heir.hpp"
#include "ops/operation/worktree_hold.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

constexpr const char* kBeside = ".git-handoff-";  ///< beside the path, on another file system

std::string log_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "files.json");
}

std::string log_folder(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "checkout");
}

std::string index_before(const git::Repository& repository) {
  return join_path(log_folder(repository), "index.before");
}

std::string index_after(const git::Repository& repository) {
  return join_path(log_folder(repository), "index.after");
}

std::string file_of(const git::Repository& repository, const std::string& path) {
  return join_path(repository.layout().root, path);
}

constexpr int64_t kSecond = 1'000'000'000;

int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

/// By the clock that file times are taken from.
int64_t now_in_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return nanoseconds(time);
}

/// Is the folder that `path` lies in one of the working tree's, with no symlink on the way?
bool has_safe_folder(const git::Repository& repository, const std::string& path) {
  std::string folder = parent_path(path);
  return folder == "." || is_safe_to_write(repository.layout().root, folder);
}

struct OpenLog {
  CheckoutGoal goal;
  std::string head, head_branch;
  std::string branch_at;  ///< the commit at which the goal's branch was made; empty: it was there
  int64_t started = 0;    ///< nanoseconds
  bool copied = false;    ///< with its repository: inodes are others
  ProcessIdentity process;
  std::vector<FileMove> moves;
};

Json to_json(const git::Repository& repository, const FileMove& move) {
  const std::string own = repository.layout().own_dir() + "/";
  std::string place = move.place.starts_with(own) ? move.place.substr(own.size()) : move.place;
  return {{"kind", static_cast<int>(move.kind)}, {"path", base64_encode(move.path)},
          {"place", base64_encode(place)},       {"inode", move.identity.inode},
          {"size", move.identity.size},          {"modified", move.identity.modified},
          {"mode", move.identity.mode},          {"old_mode", move.old_mode}};
}

FileMove move_from(const Json& item) {
  FileMove move;
  int kind = item.at("kind").get<int>();
  if (kind < 0 || kind > static_cast<int>(FileMove::Kind::mode))
    fail("unknown move");
  move.kind = static_cast<FileMove::Kind>(kind);
  move.path = base64_decode(item.at("path").get<std::string>()).value_or("");
  move.place = base64_decode(item.at("place").get<std::string>()).value_or("");
  move.identity.inode = item.at("inode").get<uint64_t>();
  move.identity.size = item.at("size").get<uint64_t>();
  move.identity.modified = item.at("modified").get<int64_t>();
  move.identity.mode = item.at("mode").get<uint32_t>();
  move.old_mode = item.at("old_mode").get<uint32_t>();
  if (move.path.empty() || (move.place.empty() && move.kind != FileMove::Kind::mode))
    fail("a move of nothing");
  return move;
}

/// Is it where place_for() puts things? A git directory that was copied may say anything.
bool is_own_place(const git::Repository& repository, const std::string& place) {
  const std::string own = log_folder(repository) + "/", root = repository.layout().root + "/";
  if (place.starts_with(own)) {
    std::string walked = own;
    const std::vector<std::string> names = split(place.substr(own.size()), '/');
    for (size_t i = 0; i < names.size(); ++i) {
      walked = join_path(walked, names[i]);
      struct stat info {};
      if (names[i].empty() || names[i] == "." || names[i] == ".." ||
          (i + 1 < names.size() && lstat(walked.c_str(), &info) == 0 && S_ISLNK(info.st_mode)))
        return false;
    }
    return true;
  }
  return place.starts_with(root) && base_name(place).starts_with(kBeside) &&
         has_safe_folder(repository, place.substr(root.size()));
}

/// Complete, or a Failure.
std::optional<OpenLog> read_log(const git::Repository& repository) {
  std::optional<std::string> bytes = read_file(log_file(repository));
  if (!bytes)
    return std::nullopt;
  try {
    Json in = formats::parse_json(*bytes, log_file(repository));
    if (in.at("version").get<int>() != 2)
      fail("unknown version");
    OpenLog log;
    log.goal.branch = in.at("branch").get<std::string>();
    log.goal.record = in.at("record").get<std::string>();
    log.head = in.at("head").get<std::string>();
    log.head_branch = in.at("head_branch").get<std::string>();
    log.branch_at = in.value("branch_at", "");
    log.started = in.at("started").get<int64_t>();
    const Json& process = in.at("process");
    log.process = {.pid = process.at("pid").get<pid_t>(),
                   .boot_id = process.at("boot_id").get<std::string>(),
                   .start_time = process.at("start_time").get<std::string>()};
    std::optional<FileIdentity> folder = identity_of(log_folder(repository));
    log.copied = !folder || folder->inode != in.at("folder").get<uint64_t>();
    for (const Json& item : in.at("moves")) {
      FileMove& move = log.moves.emplace_back(move_from(item));
      if (!move.place.empty())
        move.place = join_path(repository.layout().own_dir(), move.place);
      if (!move.place.empty() && !is_own_place(repository, move.place))
        fail("a place that is not ours");
      if (log.copied)
        move.identity.inode = 0;
    }
    return log;
  } catch (const Json::exception&) {
    fail_damaged(log_file(repository));
  } catch (const Failure&) {
    fail_damaged(log_file(repository));
  }
}

/// Never onto something: what came there meanwhile is somebody's.
bool rename_to_nothing(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
    return true;
  if (errno != EINVAL && errno != ENOSYS)
    return false;
  // A file system that does not know the flag.
  if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0)
    return unlink(from.c_str()) == 0;
  if (errno == EEXIST || exists(to))
    return false;
  return rename(from.c_str(), to.c_str()) == 0;
}

/// As git does: the folder in which the command was started stays.
void remove_empty_folders(const git::Repository& repository, const std::string& path) {
  std::string folder = parent_path(path);
  while (folder != "." && !repository.layout().prefix.starts_with(folder + "/") &&
         rmdir(file_of(repository, folder).c_str()) == 0)
    folder = parent_path(folder);
}

/// A folder that holds only folders.
void remove_hollow(const std::string& folder) {
  for (const std::string& name : list_folder(folder))
    if (std::string inner = join_path(folder, name); is_folder(inner))
      remove_hollow(inner);
  rmdir(folder.c_str());
}

/// Old files, and new ones that never came, lie in the log's folder; on another file system than
/// the git directory's, beside their paths.
void forget_places(const git::Repository& repository, const std::vector<FileMove>& moves) {
  const std::string own = log_folder(repository) + "/";
  for (const FileMove& move : moves)
    if (!move.place.empty() && !move.place.starts_with(own))
      unlink(move.place.c_str());
}

void remove_log(const git::Repository& repository, const std::vector<FileMove>& moves) {
  forget_places(repository, moves);
  remove_file(log_file(repository));
  remove_tree(log_folder(repository));
}

class RollBack {
 public:
  RollBack(const git::Repository& repository, const OpenLog& log)
      : x_repository(repository), x_log(log) {}

  RolledBack run() {
    remove_locks();
    git::Head head = x_repository.head();
    if (head.oid != x_log.head || head.branch != x_log.head_branch) {
      x_result.head_moved = true;
      return std::move(x_result);
    }
    for (auto move = x_log.moves.rbegin(); move != x_log.moves.rend(); ++move)
      take_back(*move);
    for (const FileMove& move : x_log.moves)
      if (move.kind == FileMove::Kind::in && has_safe_folder(x_repository, move.path))
        remove_empty_folders(x_repository, move.path);
    put_index_back();
    remove_branch();
    x_result.left_alone.assign(x_left.begin(), x_left.end());
    return std::move(x_result);
  }

 private:
  /// The lock of a git of ours that was killed: made after it began, and no living git can have
  /// made it.
  void remove_locks() const {
    const git::Layout& layout = x_repository.layout();
    for (const std::string& lock :
         {layout.index_file + ".lock", join_path(layout.git_dir, "HEAD.lock")}) {
      struct stat info {};
      if (lstat(lock.c_str(), &info) == 0 && nanoseconds(info.st_mtim) >= x_log.started &&
          !git::may_be_held(layout, lock))
        unlink(lock.c_str());
    }
  }

  void take_back(const FileMove& move) {
    const std::string file = file_of(x_repository, move.path);
    const bool reachable = has_safe_folder(x_repository, move.path);
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
        break;
      case FileMove::Kind::mode:
        if (now == move.identity && chmod(file.c_str(), move.old_mode) != 0)
          fail("cannot set the mode of '" + printable(file) + "': " + errno_text());
        break;
    }
  }

  /// One that has moved since is somebody's.
  void remove_branch() const {
    if (!x_log.branch_at.empty() &&
        git::read_ref(x_repository, "refs/heads/" + x_log.goal.branch) == x_log.branch_at)
      x_repository.git().run({.args = {"branch", "-D", "-q", "--", x_log.goal.branch}});
  }

  /// False: something else stands there, or on the way there.
  bool put_back(const FileMove& move, bool reachable) {
    const std::string file = file_of(x_repository, move.path);
    if (reachable && is_folder(file))
      remove_hollow(file);
    if (!reachable || exists(file))
      return false;
    make_folders(parent_path(file));
    if (rename_to_nothing(move.place, file))
      return true;
    if (errno == EEXIST)
      return false;
    fail("cannot put '" + printable(file) + "' back: " + errno_text());
  }

  /// Entries that the swapped index had and that are still so become what they were before.
  void put_index_back() {
    if (!exists(index_after(x_repository)))
      return;
    std::map<std::string, std::vector<IndexEntry>> before, after;
    auto all = [](const IndexEntry&) { return true; };
    for (IndexEntry& e : git::IndexFile::read(x_repository, index_before(x_repository), all))
      before[e.path].push_back(std::move(e));
    for (IndexEntry& e : git::IndexFile::read(x_repository, index_after(x_repository), all))
      after[e.path].push_back(std::move(e));
    git::Quarantine quarantine(x_repository);
    if (exists(index_before(x_repository)) &&
        read_file(x_repository.layout().index_file) == read_file(index_after(x_repository))) {
      git::PreparedIndex whole = git::read_index(x_repository, quarantine);
      git::write_prepared(whole, read_file(index_before(x_repository)).value_or(""));
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
      if (was.oid != is.oid || was.mode != is.mode || was.skip_worktree != is.skip_worktree ||
          was.intent_to_add != is.intent_to_add || was.assume_unchanged != is.assume_unchanged)
        changes.push_back({is, was});
    }
    for (std::string& path : git::change_index(x_repository, quarantine, changes))
      x_left.insert(std::move(path));
  }

  const git::Repository& x_repository;
  const OpenLog& x_log;
  std::set<std::string> x_left;
  RolledBack x_result{.any = true};
};

bool is_through(const git::Repository& repository, const CheckoutGoal& goal, Owner owner) {
  return (!goal.branch.empty() && repository.head().branch == goal.branch) ||
         (owner != Owner::lost_race && !goal.record.empty() &&
          !git::read_ref(repository, goal.record));
}

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

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0)
    return std::nullopt;
  return FileIdentity{.inode = info.st_ino,
                      .size = static_cast<uint64_t>(info.st_size),
                      .modified = nanoseconds(info.st_mtim),
                      .mode = info.st_mode};
}

CheckoutLog::~CheckoutLog() {
  if (x_lock && !x_begun) {
    forget_places(x_repository, x_moves);
    remove_tree(log_folder(x_repository));
  }
}

void CheckoutLog::begin() {
  if (x_lock)
    return;
  constexpr int kTries = 100;  // two seconds
  make_durable_folders(x_repository.layout().own_dir());
  x_hold = std::make_shared<WorktreeHold>(x_repository, kTries);
  if (*x_hold)
    x_lock = lock_folder(log_folder(x_repository));
  if (!x_lock)
    x_hold.reset();
  if (!x_lock)
    refuse("another handoff command is at work in this worktree",
           {"wait for it; 'git handoff doctor' tells which"});
  if (exists(log_file(x_repository))) {
    x_lock.reset();
    x_hold.reset();
    fail("files of an interrupted 'resume' are not put back yet",
         {"'git handoff doctor' tells which, and puts them back with --fix"});
  }
  for (const std::string& name : list_folder(log_folder(x_repository)))
    remove_tree(join_path(log_folder(x_repository), name));
}

std::string CheckoutLog::folder(const std::string& name) {
  begin();
  std::string made = join_path(log_folder(x_repository), name);
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
  std::string near = parent_path(file_of(x_repository, path));
  while (!is_folder(near) && near != "/")
    near = parent_path(near);
  const dev_t device = device_of(near);
  if (device_of(log_folder(x_repository)) == device)
    return join_path(log_folder(x_repository), std::to_string(x_moves.size()));
  // On another file system: as far up as that reaches, as a folder on the way may have to go.
  while (near != root && near != "/" && device_of(parent_path(near)) == device)
    near = parent_path(near);
  return join_path(near, kBeside + random_hex(4));
}

void CheckoutLog::take_away(const std::string& path, const FileIdentity& old) {
  x_moves.push_back(
      {.kind = FileMove::Kind::out, .path = path, .place = place_for(path), .identity = old});
}

void CheckoutLog::put(const std::string& path, const std::string& made) {
  std::string place = place_for(path);
  const std::string own = log_folder(x_repository) + "/";
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
    inherit_from_folder(made, parent_path(file_of(x_repository, path)));
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
  std::optional<FileIdentity> now = identity_of(file_of(x_repository, path));
  if (!now)
    return;
  FileMove move{
      .kind = FileMove::Kind::mode, .path = path, .identity = *now, .old_mode = now->mode & 07777};
  move.identity.mode = (now->mode & S_IFMT) | mode;
  x_moves.push_back(std::move(move));
}

void CheckoutLog::write() const {
  git::Head head = x_repository.head();
  ProcessIdentity me = this_process();
  Json log = {
      {"version", 2},
      {"branch", x_goal.branch},
      {"branch_at", x_branch_at},
      {"record", x_goal.record},
      {"head", head.oid},
      {"head_branch", head.branch},
      {"started", now_in_nanoseconds()},
      {"folder", identity_of(log_folder(x_repository)).value_or(FileIdentity{}).inode},
      {"process", {{"pid", me.pid}, {"boot_id", me.boot_id}, {"start_time", me.start_time}}},
      {"moves", Json::array()}};
  for (const FileMove& move : x_moves)
    log["moves"].push_back(to_json(x_repository, move));
  write_file_atomic(log_file(x_repository), formats::write_json_line(log), Durability::synced);
}

void CheckoutLog::do_move(FileMove& move) {
  const std::string file = file_of(x_repository, move.path);
  if (!has_safe_folder(x_repository, move.path))
    fail("'" + c_quote(move.path) + "' cannot be reached: a folder on its way is none any more");
  if (move.kind == FileMove::Kind::mode) {
    if (chmod(file.c_str(), move.identity.mode & 07777) != 0)
      fail("cannot set the mode of '" + printable(file) + "': " + errno_text());
    return;
  }
  if (move.kind == FileMove::Kind::out) {
    if (!rename_to_nothing(file, move.place))
      fail("cannot replace '" + printable(file) + "': " + errno_text());
    if (identity_of(move.place) != move.identity)
      refuse("'" + c_quote(move.path) + "' was changed at this very moment", {"try again"});
    return;
  }
  if (is_folder(file))
    remove_hollow(file);
  make_folders(parent_path(file));
  if (!rename_to_nothing(move.place, file))
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
      remove_empty_folders(x_repository, move.path);
  fault_point("checkout-files-there");
}

bool CheckoutLog::swap_index(const git::PreparedIndex& prepared) {
  begin();
  if (!prepared.original.empty())
    write_file_atomic(index_before(x_repository), prepared.original, Durability::synced);
  write_file_atomic(index_after(x_repository), read_file(prepared.file).value_or(""),
                    Durability::synced);
  if (!x_begun)
    write();
  x_begun = true;
  bool swapped = git::swap_index(x_repository.layout(), prepared) == git::SwapResult::swapped;
  if (!swapped)
    remove_file(index_after(x_repository));  // nothing of it is to be taken back
  fault_point("checkout-index-there");
  return swapped;
}

Outcome CheckoutLog::make_branch(const std::string& oid) {
  begin();
  x_branch_at = oid;
  if (git::read_ref(x_repository, "refs/heads/" + x_goal.branch))
    x_branch_at.clear();  // git will refuse
  write();
  x_begun = true;
  Outcome made = x_repository.git().run(
      {.args = {"branch", "--no-track", x_goal.branch, oid}, .writes = true});
  if (!made.ok()) {
    x_branch_at.clear();
    write();
  }
  fault_point("checkout-branch-made");
  return made;
}

bool CheckoutLog::brought(const std::string& path) const {
  std::optional<FileIdentity> now = identity_of(file_of(x_repository, path));
  return now && std::any_of(x_moves.begin(), x_moves.end(), [&](const FileMove& move) {
           return move.kind == FileMove::Kind::in && move.path == path && move.identity == *now;
         });
}

void CheckoutLog::close() {
  if (!x_lock)
    return;
  remove_log(x_repository, x_moves);
  x_moves.clear();
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
  x_moves.clear();
  x_ran = 0;
  x_begun = false;
  x_lock.reset();
  x_hold.reset();
  return result;
}

void fail_damaged(const std::string& path) {
  fail("'" + printable(path) + "' is damaged",
       {"'git handoff doctor --fix' sets it aside; the work itself is not in it"});
}

bool is_checkout_open(const git::Repository& repository) { return exists(log_file(repository)); }

std::optional<std::string> set_damaged_checkout_log_aside(const git::Repository& repository) {
  std::string file = log_file(repository);
  try {
    read_log(repository);
  } catch (const Failure&) {
    if (rename(file.c_str(), (file + ".damaged").c_str()) == 0)
      return file;
  }
  return std::nullopt;
}

RolledBack roll_back_checkout(const git::Repository& repository, Owner owner) {
  RolledBack result;
  std::optional<OpenLog> log = read_log(repository);
  if (!log)
    return result;
  if (owner == Owner::gone &&
      (is_alive(log->process) || !git::wait_for_orphans(repository.layout())))
    return result;
  if (!is_through(repository, log->goal, owner))
    result = RollBack(repository, *log).run();
  remove_log(repository, log->moves);
  return result;
}

}  // namespace handoff::ops
