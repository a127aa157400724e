#pragma once

#include <string>
#include <vector>

#include "base/clock.hpp"
#include "git/index/index_edit.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/roll_back_checkout.hpp"
#include "ops/operation/step.hpp"

namespace handoff::ops {

struct TransactionResult {
  bool lost_race = false;  ///< somebody moved a ref of the first step: nothing was done
  std::vector<std::string> left_alone = {};  ///< index paths that held something else
};

/// Carries it out, and brings the new objects of the quarantine into the store first. `prepared`,
/// if given, is an index that already holds the index steps' `after`: it is swapped in where the
/// index has not changed since, which saves preparing it again. `refs`, if given, is a session with
/// the transaction's message that moves the refs. A step after the first that cannot be done is
/// rolled back with those before it, then the Failure goes on.
TransactionResult run_transaction(const git::Repository& repository, git::Quarantine& quarantine,
                                  const Transaction& transaction,
                                  const git::PreparedIndex* prepared = nullptr,
                                  git::RefSession* refs = nullptr);

/// Moves refs as an operation of one step that `undo` does not reverse: a kill leaves neither half
/// of it nor git's locks. For all refs that change outside of a Transaction.
git::RefResult move_refs(const git::Repository& repository, git::Quarantine& quarantine,
                         const std::string& verb, const std::string& id,
                         std::vector<git::RefUpdate> updates);

struct Recovery {
  enum class Outcome { nothing, dropped, finished, foreign, running } outcome = Outcome::nothing;
  std::string verb;
  std::string id;
  bool files_put_back = false;  ///< those that an interrupted checkout had begun to replace
  std::vector<std::string> left_alone = {};  ///< those among them that hold something else
  std::vector<std::string> locks = {};  ///< in its way, and not proven to be its own: they stay
  std::vector<RescuedFile> rescued = {};
  /// "'pause' of feat-...", for people.
  std::string name() const;
};

/// Looks at `op.json` of this worktree. An operation whose process is gone is finished where its
/// first step was done and everything is still as it left it (refs, the entries of the index that
/// it changes, the branch that is checked out), and dropped where nothing was done; locks that are
/// provably its own are removed. Where things have moved on since, it is set aside ("foreign"), and
/// nothing of it is done any more.
Recovery recover(const git::Repository& repository);
/// Is there an `op.json`?
bool is_operation_open(const git::Repository& repository);
/// Is there something to recover? Three lstats.
bool needs_recovery(const git::Repository& repository);

/// Sets a damaged `op.json`, `last.json` or `files.json` aside (`.damaged` behind the name). Gives
/// what was moved.
std::vector<std::string> set_damaged_aside(const git::Repository& repository);

}  // namespace handoff::ops
