#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/files.hpp"
#include "git/index/index_edit.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/checkout_log_file.hpp"
#include "ops/operation/put_back_files.hpp"
#include "ops/operation/roll_back_checkout.hpp"

namespace handoff::ops {

class WorktreeHold;

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
  /// Makes the goal's branch at a commit; roll_back() takes it away again. Throws a Failure where
  /// git cannot, or where somebody else has made it.
  void make_branch(const std::string& oid);
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
  int64_t changed(const std::string& path);
  void do_move(FileMove& move);
  void forget();

  const git::Repository& x_repository;
  const CheckoutGoal x_goal;
  std::shared_ptr<WorktreeHold> x_hold;  ///< no other operation comes in between
  UniqueFd x_lock;
  std::optional<PutBackFiles> x_put_back;
  std::vector<FileMove> x_moves;
  size_t x_ran = 0;              ///< of x_moves
  bool x_begun = false;          ///< the log is on disk
  std::string x_branch_at = {};  ///< where the goal's branch is made; empty: it was there
};

/// Removes what a dead command was writing aside in this worktree when it had not moved anything
/// yet. False: there is nothing, or somebody is at work.
bool remove_dead_checkout(const git::Repository& repository);

}  // namespace handoff::ops
