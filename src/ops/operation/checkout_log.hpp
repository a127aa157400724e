#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <sys/types.h>

#include "base/files.hpp"
#include "git/index/index_edit.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

class WorktreeHold;

/// What shows later that a file is still the same one, and unchanged.
struct FileIdentity {
  uint64_t inode = 0;
  uint64_t size = 0;
  int64_t modified = 0;  ///< nanoseconds
  uint32_t mode = 0;     ///< kind and permissions
  bool operator==(const FileIdentity&) const = default;
};

/// nullopt where nothing stands. Does not follow symlinks.
std::optional<FileIdentity> identity_of(const std::string& path);

/// What is done to one path of the working tree.
struct FileMove {
  enum class Kind : int { out, in, mode } kind = Kind::out;
  std::string path;        ///< below the root
  std::string place = {};  ///< where an old file goes, where a new one lies
  FileIdentity identity;   ///< of the old file, of the new one; as it will be, for `mode`
  uint32_t old_mode = 0;   ///< for `mode`
};

/// What shows that all is done.
struct CheckoutGoal {
  std::string branch = {};  ///< short name: HEAD is on it
  std::string record = {};  ///< full ref: it is gone
};

struct RolledBack {
  bool any = false;
  bool head_moved = false;                   ///< the user went on from there: nothing was touched
  std::vector<std::string> left_alone = {};  ///< files that have changed since
};

/// Whose checkout it is.
enum class Owner {
  gone,       ///< a process that is dead; one that lives is left alone
  us,         ///< ours, and it failed
  lost_race,  ///< ours, and somebody else retired the record meanwhile
};

/// Files of the working tree that are replaced, together with the index. New files are made aside
/// and renamed into place, old ones are renamed away, and `files.json` beside op.json tells both,
/// durably, before the first of them moves. So no file is ever there by half, nothing that is not
/// named in there is overwritten, and each file that came can be told from one that somebody wrote
/// since.
class CheckoutLog {
 public:
  CheckoutLog(const git::Repository& repository, CheckoutGoal goal)
      : x_repository(repository), x_goal(std::move(goal)) {}
  CheckoutLog(const CheckoutLog&) = delete;
  CheckoutLog& operator=(const CheckoutLog&) = delete;
  ~CheckoutLog();  ///< what was made aside goes where nothing was moved; a log stays

  /// A folder of this log, for files that are to come; it is made. Throws a Failure where another
  /// command is at work in this worktree.
  std::string folder(const std::string& name);
  /// To be done by run(): the file at `path`, which is `old` now, goes.
  void take_away(const std::string& path, const FileIdentity& old);
  /// To be done by run(): the file `made` comes to `path`, where nothing stands by then.
  void put(const std::string& path, const std::string& made);
  /// Both. Without `old`, nothing stands there.
  void replace(const std::string& path, const std::optional<FileIdentity>& old,
               const std::string& made);
  void set_mode(const std::string& path, mode_t mode);

  /// Does what is to be done, all that goes before all that comes. Throws a Failure in the middle
  /// of it: roll_back() then. A file that is not as it was when it was named here stops it.
  void run();
  /// Puts `prepared` in the index's place. False: the index is another by now.
  bool swap_index(const git::PreparedIndex& prepared);
  /// Makes the goal's branch at a commit; roll_back() takes it away again.
  Outcome make_branch(const std::string& oid);
  /// Did a run() begin?
  bool open() const { return x_ran > 0 || x_begun; }
  /// Did this log bring the file that stands at `path` now?
  bool brought(const std::string& path) const;

  /// It is through: forgets the old files.
  void close();
  RolledBack roll_back(Owner owner);

 private:
  void begin();
  void write() const;
  std::string place_for(const std::string& path);
  void do_move(FileMove& move);

  const git::Repository& x_repository;
  const CheckoutGoal x_goal;
  std::shared_ptr<WorktreeHold> x_hold;  ///< no other operation comes in between
  UniqueFd x_lock;
  std::vector<FileMove> x_moves;
  size_t x_ran = 0;              ///< of x_moves
  bool x_begun = false;          ///< the log is on disk
  std::string x_branch_at = {};  ///< where the goal's branch is made; empty: it was there
};

/// Throws what is to be said of a file that an operation is written down in, and that cannot be
/// read.
[[noreturn]] void fail_damaged(const std::string& path);

bool is_checkout_open(const git::Repository& repository);
/// Renames a damaged `files.json` to `files.json.damaged`; gives its path where it did.
std::optional<std::string> set_damaged_checkout_log_aside(const git::Repository& repository);

/// Where a checkout was not carried through, files and index go back to what they were: a file that
/// came is removed only if it is the very one that was put there and unchanged; an old one comes
/// back only where nothing stands. What somebody wrote since stays. Where it was carried through,
/// only the log goes.
RolledBack roll_back_checkout(const git::Repository& repository, Owner owner);

}  // namespace handoff::ops
