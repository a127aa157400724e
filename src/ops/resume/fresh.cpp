#include "ops/resume/fresh.hpp"

#include <algorithm>
#include <set>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"
#include "ops/notes/journal.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/names.hpp"
#include "ops/records/notes_ref.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/submodules_elsewhere.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/branch_here.hpp"
#include "ops/resume/resume.hpp"
#include "ops/resume/retire.hpp"
#include "ops/worktree/git_to_type.hpp"
#include "ops/worktree/mirror.hpp"

namespace handoff::ops {

namespace {

bool is_ahead(const git::Repository& repository, const std::string& onto, const std::string& base) {
  return !onto.empty() && !base.empty() && onto != base &&
         git::is_ancestor(repository.git(), base, onto);
}

/// What is in the way can be put elsewhere; what only a resume does is no help.
[[noreturn]] void refuse_as_fresh(const Store& store, const Record& record, const Comparison& c,
                                  const Failure& refused) {
  const bool above = c.position == Position::above_wip;
  const WipStack wip =
      above ? wip_at(store, record, c.work_in).stack : c.stack.value_or(WipStack());
  const std::string discard = "git handoff discard " + record.at.id;
  std::vector<std::string> hints;
  if (c.is_published() && c.is_here && !wip.top.empty())
    hints.push_back("take its changes back by a new commit, done with the handoff: " + discard +
                    " && " + way_to_revert(wip));
  if (above && !wip.base.empty() && !c.is_published()) {
    const bool merges = git::has_merges(store.repository().git(), wip.top + "..HEAD");
    hints.push_back("drop it from below them: git rebase " +
                    std::string(merges ? "--rebase-merges " : "") + "--autostash --onto " +
                    git::short_oid(wip.base) + " " + git::short_oid(wip.top) +
                    ", then start fresh again");
  }
  for (const std::string& hint : refused.hints())
    if (!above && !contains(hint, "--continue"))
      hints.push_back(hint);
  if (!above && c.is_here && c.stack && !c.stack->base.empty() && !store.repository().operation() &&
      (c.is_held_here_only() || (c.published.empty() && c.position == Position::altered_wip)))
    hints.push_back("move it to another branch: git " +
                    std::string(c.published.empty() ? "branch NAME && git " : "") +
                    "reset --keep " + git::short_oid(c.stack->base) + ", then start fresh again");
  hints.push_back("go on with the commits as they are, done with the handoff: " + discard);
  throw Failure(refused.kind(), refused.message(), hints);
}

/// Going back would take along what was edited in the work's files since.
void refuse_edited(const Store& store, const Record& record, const Comparison& c) {
  if (c.edited.empty() || !c.stack || c.stack->base.empty())
    return;
  std::set<std::string> edited(c.edited.begin(), c.edited.end());
  std::vector<std::string> lost;
  for (std::string& path : split(store.repository().git().output(
                                     {.args = {"diff-tree", "-r", "--no-renames", "--name-only",
                                               "-z", c.stack->base, c.stack->top}},
                                     "compare the commits"),
                                 '\0'))
    if (edited.contains(path))
      lost.push_back(std::move(path));
  if (lost.empty())
    return;
  const std::optional<Standing> known = standing(store.repository(), record);
  const bool is_theirs = known && known->why_not_resumed();
  refuse("cannot start fresh: " + path_in_quotes(lost.front()) +
             (lost.size() > 1 ? " and " + count_of(lost.size() - 1, "more file") : "") +
             (lost.size() > 1 ? " were" : " was") + " edited since the pause",
         {is_theirs ? "keep that, and the work below it, as a handoff of its own: git handoff pause"
                    : "keep that in the same handoff, then start fresh: git handoff pause",
          "or go on with all of it: git handoff resume " + record.at.id + " --continue" +
              (is_theirs ? " --offline" : "")});
}

/// Does `resume --continue` go without a choice of how?
bool is_continued(const Store& store, const Record& record, const Comparison& c) {
  try {
    plan_resume(store, record, c, {});
    return true;
  } catch (const git::GitKilled&) {
    throw;
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace

std::string way_to_revert(const WipStack& stack) {
  const bool many = stack.height > 1 && !stack.base.empty();
  return "git revert --no-edit " + (many ? git::short_oid(stack.base) + ".." : "") +
         git::short_oid(stack.top);
}

bool goes_on_by_fresh(const Store& store, const Record& record, const Comparison& c) {
  const git::Repository& repository = store.repository();
  const auto shared = read_shared_quietly(repository, record.at.id);
  const std::string there =
      shared ? tracking_branch(repository, of_branch_here(*shared, record, c)) : "";
  const std::string onto =
      there.empty() ? "" : git::read_ref(repository, "refs/remotes/" + there).value_or("");
  return c.stack && (onto == c.stack->base || is_ahead(repository, onto, c.stack->base));
}

bool moves_by_fresh(const Store& store, const Record& record, const Comparison& c) {
  switch (c.position) {
    case Position::at_wip:
    case Position::wip_elsewhere:
    case Position::altered_wip:
    case Position::above_wip:
      // Continuing asks the same: published, another branch, altered, on top.
      if (c.position == Position::wip_elsewhere && !c.other_worktree.empty())
        refuse(branch_in_quotes(c.branch) + " is checked out in another worktree",
               {to_type_in(c.other_worktree, "git handoff resume --fresh " + record.at.id)});
      if (c.position == Position::wip_elsewhere)
        refuse(where_paused(record, c) + "not checked out",
               {way_to_branch(store.repository(), c.branch)});
      try {
        plan_resume(store, record, c, {});
      } catch (const git::GitKilled&) {
        throw;
      } catch (const Failure& failure) {
        refuse_as_fresh(store, record, c, failure);
      }
      refuse_edited(store, record, c);
      return true;
    case Position::moved_on:
      if (c.takes_older_off())
        refuse(
            "the branch ends in an older WIP commit of this handoff, and the newer work is kept "
            "beside it",
            {"put it back first, then pause it, and start fresh: git handoff resume " +
                 record.at.id + (is_continued(store, record, c) ? "" : " --apply") + " --continue",
             "or done with the handoff: git handoff discard " + record.at.id});
      return false;
    case Position::snapshot:
      if (!c.edited.empty())
        refuse("the work is in the tree, and not in a commit: it cannot be put aside by going back",
               {"pause it, then start fresh; or archive the handoff: git handoff discard " +
                record.at.id});
      return false;
    default:
      return false;
  }
}

FreshReport start_fresh(const Store& store, const Record& record, const Comparison& c,
                        const std::string& onto) {
  const git::Repository& repository = store.repository();
  git::refuse_locked_index(repository.layout());
  FreshReport report{.id = record.at.id,
                     .branch = record.at.branch,
                     .wip_commit = record.git().wip_commit,
                     .base = c.status.head.oid};
  if (!moves_by_fresh(store, record, c)) {
    report.carried = discard(store, record).carried;
    return report;
  }
  refuse_unless_live(record);
  refuse_unborn_detached(c);
  git::Quarantine quarantine(repository);
  const git::Head& head = c.status.head;
  report.forward = is_ahead(repository, onto, c.stack->base);
  report.base = report.forward ? onto : c.stack->base;
  Transaction transaction{.verb = "fresh", .id = record.at.id, .message = "handoff: start fresh"};
  const CheckoutRequest checkout{.from = tree_of(store, c.stack->top),
                                 .to = tree_of(store, report.base),
                                 .what = "start fresh",
                                 .kept = attached_files(store, record, "raw")};
  report.kept_present = keep_unseen(repository, "before starting fresh", checkout);
  CheckoutLog log(repository, {.record = record.at.ref});
  try {
    check_out(repository, log, checkout);
    fault_point("fresh-files-moved");
    Retirement retirement =
        retire(store, quarantine, record, "discarded", git::read_identity(repository, true),
               {.label = notes_label(repository), .head = head.oid});
    report.carried = retirement.carried;
    report.stay = retirement.stay;
    transaction.steps = std::move(retirement.steps);
    std::ranges::find_if(transaction.steps, [](const Step& step) { return !step.refs.empty(); })
        ->refs.push_back(
            {head.detached() ? "HEAD" : "refs/heads/" + head.branch, report.base, c.stack->top});
    if (run_transaction(repository, quarantine, transaction).lost_race)
      refuse("'" + printable(record.at.id) + "', or the branch, was moved at this very moment",
             {"look again with 'git handoff status'"});
  } catch (const Failure&) {
    if (!is_operation_open(repository)) {
      log.roll_back(Owner::lost_race);
      drop_kept(repository, report.kept_present);
    }
    throw;
  }
  log.close();
  forget_conflicts(repository);
  quarantine.release();
  remove_note(repository, record.git().wip_commit);
  remove_mirror(repository);
  report.moved = true;
  try {
    for (SubmoduleElsewhere& submodule :
         submodules_elsewhere(store, record, tree_of(store, report.base)))
      report.submodules.push_back(std::move(submodule.hint));
    append(report.submodules, submodules_that_stay(store, record));
  } catch (const Failure&) {
    // All is done: what cannot be told fails nothing.
  }
  report.branch = head.label();  // it may have been renamed
  return report;
}

}  // namespace handoff::ops
