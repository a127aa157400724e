#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/process.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/refs/damaged_ref.hpp"
#include "git/repo/held_locks.hpp"
#include "git/repo/live_gits.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/operation/kept_for_undo.hpp"
#include "ops/operation/op_file.hpp"
#include "ops/operation/step_state.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/operation/worktree_hold.hpp"

namespace handoff::ops {

using git::RefUpdate;

std::string Recovery::name() const {
  return "'" + printable(verb) + "'" + (id.empty() ? "" : " of " + printable(id));
}

namespace {

std::vector<std::string> remove_own_locks(const git::Repository& repository, const OpFile& op) {
  const git::Layout& layout = repository.layout();
  std::string index_lock = layout.index_file + ".lock";
  struct stat ours {
  }, lock{};
  if (lstat(index_lock.c_str(), &lock) == 0) {
    bool same_file = lstat(op.prepared_index.c_str(), &ours) == 0 && ours.st_ino == lock.st_ino &&
                     ours.st_dev == lock.st_dev;
    if (same_file)
      unlink(index_lock.c_str());
  }
  return remove_ref_locks(layout, op);
}

/// Is what is checked out, and each entry of the index that it changes, as it found or made it?
bool is_as_left(const git::Repository& repository, const Transaction& transaction) {
  if (!is_checked_out(repository, transaction))
    return false;
  for (const Step& step : transaction.steps)
    if (!step.index.empty() && !git::paths_that_differ(repository, step.index).empty())
      return false;
  return true;
}

/// What is kept for undo is this operation's by now: what the one before names may be gone.
void forget_last(const git::Repository& repository, const Transaction& transaction) {
  for (const Step& step : transaction.steps)
    for (const RefUpdate& update : step.refs)
      if (is_kept_for_undo(update) && git::read_ref(repository, update.name) == update.oid)
        remove_file(last_file(repository));
}

/// A git that was only to say whether it could, or whose operation is through.
void remove_locks_without_operation(const git::Repository& repository) {
  const git::Layout& layout = repository.layout();
  if (!git::are_locks_linked(layout) || is_checkout_open(repository))
    return;
  const UniqueFd alone = hold_worktree(repository);
  if (alone && git::wait_for_orphans(layout))
    git::remove_held_locks(layout);
}

/// How an operation whose process is gone ends: all of its steps are done, or none is.
class Completion {
 public:
  Completion(const git::Repository& repository, const Transaction& transaction)
      : x_repository(repository), x_transaction(transaction) {}

  Recovery::Outcome run() {
    const Recovery::Outcome outcome = finish();
    if (outcome == Recovery::Outcome::finished && x_transaction.reversible &&
        keep_as_last(x_repository))
      return outcome;
    if (outcome != Recovery::Outcome::finished)
      settle_notes(x_repository, x_transaction);
    if (outcome == Recovery::Outcome::foreign)
      forget_last(x_repository, x_transaction);
    remove_file(op_file(x_repository));
    return outcome;
  }

 private:
  Recovery::Outcome finish() {
    mend_refs();
    // All of it is looked at before any of it is touched.
    for (const Step& step : x_transaction.steps) {
      std::optional<std::vector<RefUpdate>> to_move = left_to_move(x_repository, step);
      if (!to_move)
        return Recovery::Outcome::foreign;
      x_left.push_back(std::move(*to_move));
    }
    if (is_not_begun())
      return Recovery::Outcome::dropped;
    if (!is_as_left(x_repository, x_transaction))
      return Recovery::Outcome::foreign;
    act_automatically();  // nobody typed it, and what it brings may be somebody else's
    git::Quarantine quarantine(x_repository);
    for (size_t i = 0; i < x_transaction.steps.size(); ++i) {
      const Step& step = x_transaction.steps[i];
      if (!x_left[i].empty() && git::update_refs(x_repository, x_left[i], x_transaction.message) ==
                                    git::RefResult::lost_race)
        return Recovery::Outcome::foreign;
      if (!step.index.empty())
        git::change_index(x_repository, quarantine, step.index);
      move_notes(journal_of(x_repository.layout(), step.journal), step.journal);
      move_messages(x_repository.layout(), step.messages);
    }
    return Recovery::Outcome::finished;
  }

  /// What a power cut left without an oid was written when it came: to where it was to go.
  void mend_refs() const {
    const std::string& common_dir = x_repository.layout().common_dir;
    for (const Step& step : x_transaction.steps)
      for (const RefUpdate& update : step.refs)
        if (git::is_damaged_ref(common_dir, update.name) &&
            (update.oid.empty() || git::open_objects(x_repository)->contains(update.oid)))
          git::mend_ref(common_dir, update.name, update.oid);
  }

  /// The first step that moves refs or the index decides.
  bool is_not_begun() const {
    for (size_t i = 0; i < x_transaction.steps.size(); ++i) {
      const Step& step = x_transaction.steps[i];
      if (!step.refs.empty() || !step.index.empty())
        return !step.refs.empty() && x_left[i].size() == step.refs.size();
    }
    return false;
  }

  const git::Repository& x_repository;
  const Transaction& x_transaction;
  std::vector<std::vector<RefUpdate>> x_left;  // of each step, what is still to move
};

Recovery recover_operation(const git::Repository& repository) {
  Recovery recovery;
  std::optional<OpFile> op = read_op_file(op_file(repository));
  if (!op) {
    remove_locks_without_operation(repository);
    git::remove_leftovers(repository);
    return recovery;
  }
  recovery.verb = op->transaction.verb;
  recovery.id = op->transaction.id;
  recovery.outcome = Recovery::Outcome::running;
  UniqueFd alone = hold_worktree(repository);
  if (!alone || is_alive(op->process))
    return recovery;
  SignalShield shield;
  // Its git children may have outlived it.
  if (!git::wait_for_orphans(repository.layout()))
    return recovery;
  recovery.locks = remove_own_locks(repository, *op);
  git::remove_leftovers(repository);
  recovery.outcome = Completion(repository, op->transaction).run();
  return recovery;
}

}  // namespace

Recovery recover(const git::Repository& repository) {
  Recovery recovery = recover_operation(repository);
  if (recovery.outcome == Recovery::Outcome::running || !is_checkout_open(repository))
    return recovery;
  act_automatically();
  RolledBack back = roll_back_checkout(repository, Owner::gone);
  recovery.files_put_back = back.any;
  recovery.rescued = std::move(back.rescued);
  recovery.locks.insert(recovery.locks.end(), back.locks.begin(), back.locks.end());
  recovery.left_alone = std::move(back.left_alone);
  return recovery;
}

}  // namespace handoff::ops
