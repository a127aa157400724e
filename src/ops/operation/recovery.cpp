#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/repo/held_locks.hpp"
#include "git/repo/live_gits.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/operation/kept_for_undo.hpp"
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

Recovery recover_operation(const git::Repository& repository) {
  Recovery recovery;
  std::optional<OpFile> op = read_op_file(op_file(repository));
  if (!op) {
    remove_locks_without_operation(repository);
    git::remove_leftovers(repository);
    return recovery;
  }
  const Transaction& transaction = op->transaction;
  recovery.verb = transaction.verb;
  recovery.id = transaction.id;
  UniqueFd alone = hold_worktree(repository);
  if (!alone || is_alive(op->process)) {
    recovery.outcome = Recovery::Outcome::running;
    return recovery;
  }
  SignalShield shield;
  // Its git children may have outlived it.
  if (!git::wait_for_orphans(repository.layout())) {
    recovery.outcome = Recovery::Outcome::running;
    return recovery;
  }
  recovery.locks = remove_own_locks(repository, *op);
  git::remove_leftovers(repository);
  auto set_aside = [&](Recovery::Outcome outcome) {
    if (outcome != Recovery::Outcome::finished)
      settle_notes(repository, transaction);
    if (outcome == Recovery::Outcome::foreign)
      forget_last(repository, transaction);
    remove_file(op_file(repository));
    recovery.outcome = outcome;
    return recovery;
  };
  // All of it is looked at before any of it is touched.
  std::vector<std::vector<RefUpdate>> left;
  for (const Step& step : transaction.steps) {
    std::optional<std::vector<RefUpdate>> to_move = left_to_move(repository, step);
    if (!to_move)
      return set_aside(Recovery::Outcome::foreign);
    left.push_back(std::move(*to_move));
  }
  // The first step that moves refs decides.
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    if (!step.refs.empty() && left[i].size() == step.refs.size())
      return set_aside(Recovery::Outcome::dropped);
    if (!step.refs.empty() || !step.index.empty())
      break;
  }
  if (!is_as_left(repository, transaction))
    return set_aside(Recovery::Outcome::foreign);
  act_automatically();  // nobody typed it, and what it brings may be somebody else's
  git::Quarantine quarantine(repository);
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    if (!left[i].empty() &&
        git::update_refs(repository, left[i], transaction.message) == git::RefResult::lost_race)
      return set_aside(Recovery::Outcome::foreign);
    if (!step.index.empty())
      git::change_index(repository, quarantine, step.index);
    move_notes(journal_of(repository.layout(), step.journal), step.journal);
  }
  if (transaction.reversible &&
      rename(op_file(repository).c_str(), last_file(repository).c_str()) == 0) {
    recovery.outcome = Recovery::Outcome::finished;
    return recovery;
  }
  return set_aside(Recovery::Outcome::finished);
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
