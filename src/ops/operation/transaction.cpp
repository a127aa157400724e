#include "ops/operation/transaction.hpp"

#include <algorithm>

#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/in_flight.hpp"
#include "base/text.hpp"
#include "git/repo/held_locks.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/operation/kept_for_undo.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/operation/step_state.hpp"
#include "ops/operation/worktree_hold.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::RefUpdate;

[[noreturn]] void refuse_moved(const Step& step) {
  refuse("'" + printable(step.refs.front().name) + "' was moved by somebody else meanwhile",
         {"everything is back as it was; try again"});
}

void apply_index(const git::Repository& repository, git::Quarantine& quarantine,
                 const Transaction& transaction, size_t number, const git::PreparedIndex* prepared,
                 TransactionResult& result) {
  if (!is_checked_out(repository, transaction))
    refuse("another branch was checked out meanwhile", {"everything is back as it was; try again"});
  if (prepared != nullptr && swap_index(repository.layout(), *prepared) == git::SwapResult::swapped)
    return;
  // Another index than we looked at: where the refs have moved as well, it is not ours to change,
  // or to change back.
  for (size_t i = number + 1; i < transaction.steps.size(); ++i) {
    const Step& later = transaction.steps[i];
    auto left = left_to_move(repository, later);
    if (!left || left->size() != later.refs.size())
      refuse_moved(later);
  }
  for (std::string& path :
       git::change_index(repository, quarantine, transaction.steps[number].index))
    result.left_alone.push_back(std::move(path));
}

/// Takes what is not ours to change out of the index steps: recovery can then tell what somebody
/// did after a kill from what was there before.
std::vector<std::string> leave_alone(const git::Repository& repository, Transaction& transaction) {
  std::vector<std::string> left_alone;
  for (Step& step : transaction.steps) {
    if (step.index.empty())
      continue;
    std::vector<std::string> paths;
    if (step.index_made) {
      paths = git::paths_that_differ(repository, step.index);
      std::erase_if(step.index,
                    [&](const IndexChange& change) { return in_list(paths, change.before.path); });
    } else {
      paths = git::leave_those_to_make(repository, step.index);
    }
    git::take_flags(repository, step.index);
    left_alone.insert(left_alone.end(), paths.begin(), paths.end());
  }
  return left_alone;
}

/// Moves the refs of a step. A git that was killed, or that failed when the refs were moved
/// already, is judged by what it left.
git::RefResult move_refs_of(const git::Repository& repository, git::RefSession& refs,
                            const OpFile& op, const Step& step) {
  try {
    // While `git pack-refs` takes loose refs away, git can miss one that is there. Who lost a race
    // finds it moved.
    constexpr int kTries = 20;
    constexpr useconds_t kPause = 20000;
    git::RefResult result = refs.update(step.refs);
    for (int i = 0; i < kTries && result == git::RefResult::lost_race; ++i) {
      auto left = left_to_move(repository, step);
      // Somebody may have moved them to the very same values; what undo offers is only ours.
      if (!left || std::ranges::all_of(*left, is_kept_for_undo))
        return result;
      usleep(kPause);
      bool half_done =
          left->size() < step.refs.size();  // by somebody who is at it; after a while, by us
      if (!half_done || i >= kTries / 2)
        result = refs.update(*left);
    }
    return result;
  } catch (const git::GitKilled&) {
    const std::vector<std::string> locks = remove_ref_locks(repository.layout(), op);
    auto left = left_to_move(repository, step);
    if (!left)
      throw;
    try {
      return left->empty() ? git::RefResult::moved : refs.update(*left);
    } catch (const Failure& failure) {  // git names the first lock alone
      throw with_left(failure, {.locks = locks});
    }
  } catch (const Failure&) {
    auto left = left_to_move(repository, step);
    if (!left || !left->empty())
      throw;
    return git::RefResult::moved;
  }
}

/// Does a step before this one move refs or the index?
bool moves_before(const Transaction& transaction, size_t number) {
  return std::any_of(transaction.steps.begin(),
                     transaction.steps.begin() + static_cast<std::ptrdiff_t>(number),
                     [](const Step& step) { return !step.refs.empty() || !step.index.empty(); });
}

/// Undoes the step that failed and those before it, last first. False: one cannot be undone (a full
/// disk); it and those before it stay, so that the next command can still finish.
bool roll_back(const git::Repository& repository, git::Quarantine& quarantine, const OpFile& op,
               size_t failed) {
  const Transaction& transaction = op.transaction;
  for (size_t i = failed + 1; i-- > 0;) {
    Transaction back =
        Transaction{
            .verb = "", .id = "", .message = transaction.message, .steps = {transaction.steps[i]}}
            .inverse();
    try {
      const Step& step = back.steps.front();
      // What is neither as before nor as after is for recover() to judge: op.json stays.
      auto moved = left_to_move(repository, step);
      for (int tries = 20; moved && !moved->empty() &&
                           git::update_refs(repository, *moved, transaction.message) ==
                               git::RefResult::lost_race;) {
        if (--tries == 0)
          return false;
        usleep(20000);
        moved = left_to_move(repository, step);
      }
      if (!moved && i != failed)
        return false;
      if (!step.index.empty() && i != failed)  // an index step is done in one or not at all
        git::change_index(repository, quarantine, step.index);
      move_notes(journal_of(repository.layout(), step.journal), step.journal);
      move_messages(repository.layout(), step.messages);
    } catch (const git::GitKilled&) {
      remove_ref_locks(repository.layout(), op);
      return false;
    } catch (const Failure&) {
      return false;
    }
  }
  return true;
}

/// What is gone on with here is so again once this is taken back, and where this does not end it.
void keep_resumed(const git::Repository& repository, Transaction& transaction) {
  if (!transaction.resumed.empty())
    return;
  const std::optional<ResumedHere> here = resumed_here(repository, repository.head(), {});
  if (!here || here->id == transaction.id)
    return;
  transaction.resumed = here->id;
  transaction.resumed_is_open = here->is_open;
}

/// What it names is kept from before the first of it moves.
void keep(const git::Repository& repository, git::Quarantine& quarantine,
          Transaction& transaction) {
  auto first =
      std::ranges::find_if(transaction.steps, [](const Step& step) { return !step.refs.empty(); });
  if (!transaction.reversible || first == transaction.steps.end())
    return;
  keep_resumed(repository, transaction);
  RefUpdate kept = keep_for_undo(repository, quarantine, transaction);
  if (kept.oid !=
      kept.expected)  // the same, undone and done again within a second, is kept already
    first->refs.push_back(std::move(kept));
}

}  // namespace

Transaction Transaction::inverse() const {
  Transaction back = *this;
  std::ranges::reverse(back.steps);
  for (Step& step : back.steps) {
    for (RefUpdate& update : step.refs)
      std::swap(update.oid, update.expected);
    for (IndexChange& change : step.index)
      std::swap(change.before, change.after);
    for (MessageMove& move : step.messages)
      std::swap(move.before, move.after);
    step.journal.opens = !step.journal.opens;
  }
  return back;
}

bool is_operation_open(const git::Repository& repository) { return exists(op_file(repository)); }

bool needs_recovery(const git::Repository& repository) {
  return is_operation_open(repository) || is_checkout_open(repository) ||
         git::are_locks_linked(repository.layout());
}

std::vector<std::string> set_damaged_aside(const git::Repository& repository) {
  std::vector<std::string> moved;
  for (const std::string& file : {op_file(repository), last_file(repository)}) {
    try {
      read_op_file(file);
    } catch (const Failure&) {
      if (set_aside(file))
        moved.push_back(file);
    }
  }
  if (std::optional<std::string> file = set_damaged_checkout_log_aside(repository))
    moved.push_back(*file);
  return moved;
}

namespace {

UniqueFd hold_for_operation(const git::Repository& repository, const std::string& file) {
  UniqueFd alone = hold_worktree(repository, kLookOften);
  if (alone && exists(file))
    fail("an operation of this worktree is not finished",
         {"'git handoff doctor' tells which, and finishes it with --fix"});
  if (!alone)
    fail("another handoff command is at work in this worktree",
         {"wait for it; 'git handoff doctor' tells which"});
  return alone;
}

/// Step `failed` did not succeed: those before it are taken back, or stay written down.
[[noreturn]] void give_up(const git::Repository& repository, git::Quarantine& quarantine,
                          const OpFile& op, size_t failed, const Failure& failure) {
  if (roll_back(repository, quarantine, op, failed)) {
    remove_file(op_file(repository));
    throw;
  }
  std::vector<std::string> hints = failure.hints();
  hints.push_back(
      "what was begun is written down: once that is mended, any 'git handoff' command finishes it");
  throw Failure(failure.kind(), failure.message(), hints);
}

/// What cannot be locked stops a step behind the first, and where refs cannot be deleted either
/// that is not taken back.
void refuse_unwritable_index(const git::Layout& layout, const Transaction& transaction) {
  const bool writes =
      std::ranges::any_of(transaction.steps, [](const Step& step) { return !step.index.empty(); });
  if (writes && access(parent_path(layout.index_file).c_str(), W_OK) != 0)
    fail("cannot create '" + printable(layout.index_file) + ".lock': " + errno_text());
}

}  // namespace

TransactionResult run_transaction(const git::Repository& repository, git::Quarantine& quarantine,
                                  const Transaction& wanted, const git::PreparedIndex* prepared,
                                  git::RefSession* refs) {
  TransactionResult result;
  refuse_unwritable_index(repository.layout(), wanted);
  SignalShield shield;
  std::optional<git::RefSession> own_session;
  if (refs == nullptr)
    refs = &own_session.emplace(repository, wanted.message);
  OpFile op{.transaction = wanted,
            .process = this_process(),
            .started = now(),
            .prepared_index = join_path(quarantine.folder(), "index")};
  make_durable_folders(repository.layout().own_dir());
  std::string file = op_file(repository);
  const UniqueFd alone = hold_for_operation(repository, file);
  if (prepared == nullptr)
    result.left_alone = leave_alone(repository, op.transaction);
  keep(repository, quarantine, op.transaction);
  const Transaction& transaction = op.transaction;
  FileGroup files;  // the objects come into the store with op.json
  quarantine.stage(files);
  files.write(file, write_op(file, op));
  files.place();
  fault_point("op-written");
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    try {
      if (!step.refs.empty() &&
          move_refs_of(repository, *refs, op, step) == git::RefResult::lost_race) {
        if (moves_before(transaction, i))
          refuse_moved(step);
        result.lost_race = true;
        settle_notes(repository, transaction);
        remove_file(file);
        return result;
      }
      if (!step.index.empty())
        apply_index(repository, quarantine, transaction, i, prepared, result);
      move_notes(journal_of(repository.layout(), step.journal), step.journal);
      move_messages(repository.layout(), step.messages);
    } catch (const Failure& failure) {
      refs->end();
      give_up(repository, quarantine, op, i, failure);
    }
    fault_point(("op-step-" + std::to_string(i + 1)).c_str());
  }
  refs->end();
  if (!transaction.reversible)
    remove_file(file);
  else if (!keep_as_last(repository))
    fail("cannot rename '" + printable(file) + "' to 'last.json': " + errno_text(),
         {"it is done: once that can be renamed, any 'git handoff' command finishes it"});
  if (transaction.reversible)
    tell_done_at_interrupt();
  fault_point("op-done");
  return result;
}

git::RefResult move_refs(const git::Repository& repository, git::Quarantine& quarantine,
                         const std::string& verb, const std::string& id,
                         std::vector<git::RefUpdate> updates) {
  Transaction transaction{.verb = verb,
                          .id = id,
                          .message = "handoff: " + verb,
                          .steps = {Step{.refs = std::move(updates)}},
                          .reversible = false};
  return run_transaction(repository, quarantine, transaction).lost_race ? git::RefResult::lost_race
                                                                        : git::RefResult::moved;
}

}  // namespace handoff::ops
