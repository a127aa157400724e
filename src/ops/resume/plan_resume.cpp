#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/records/fetch_hint.hpp"
#include "ops/resume/resume.hpp"

// The decision table of resume (docs/architecture.md). Nothing here changes anything.

namespace handoff::ops {

namespace {

using Move = ResumePlan::Move;

std::string quoted(const std::string& text) { return "'" + printable(text) + "'"; }

std::string short_oid(const std::string& oid) { return oid.substr(0, 7); }

void refuse_dirty(const Comparison& c, const std::string& what) {
  if (!c.tracked_changes)
    return;
  std::vector<std::string> hints;
  for (size_t i = 0; i < c.edited.size() && i < 5; ++i)
    hints.push_back("in the way: " + c_quote(c.edited[i]));
  hints.emplace_back(c.on_its_branch ? "commit or stash these changes, then try again"
                                     : "commit or stash these changes, or pause them here with "
                                       "'git handoff pause', then try again");
  refuse("cannot " + what + ": the working tree has changes", hints);
}

/// HEAD is the WIP commit, or will be after a switch.
ResumePlan plan_at_wip(const Comparison& c, const ResumeRequest& request) {
  std::string wip = short_oid(c.stack->top);
  if (request.keep_wip)
    return {.why = "--keep-wip was given",
            .hints = {"take it off later: git reset --soft " + short_oid(c.stack->base)}};
  if (!c.published.empty()) {
    bool local = c.published.starts_with("refs/heads/");
    return {.why = "the WIP commit " + wip +
                   (local ? " is in another branch, too: " : " is published: it is in ") +
                   printable(c.published),
            .hints = {"go on with a new commit on top of it, or take it off by hand if nobody "
                      "builds on it: git reset --soft " +
                      wip + "~" + std::to_string(c.stack->height)}};
  }
  return {.move = Move::unwrap};
}

ResumePlan plan_above_wip(const Record& record) {
  std::string wip = short_oid(record.git().wip_commit);
  return {.why = "there are commits on top of the WIP commit " + wip,
          .hints = {"fold it into the next commit: git rebase -i " + wip +
                    "~1, and mark the line behind it 'squash'"}};
}

ResumePlan plan_switch(const Record& record, const Comparison& c, const ResumeRequest& request,
                       bool create) {
  const std::string& branch = record.git().branch;
  if (!c.other_worktree.empty())
    refuse("'" + printable(branch) + "' is checked out in another worktree",
           {"cd " + shell_word(c.other_worktree) + " && git handoff resume " + record.at.id});
  if (!request.switch_branch)
    refuse(create ? "there is no branch " + quoted(branch) + " here; its work is kept"
                  : "this work was paused on " + quoted(branch) + ", which is not checked out",
           {(create ? "create it and resume there: git handoff resume "
                    : "switch to it and resume there: git handoff resume ") +
            record.at.id + " --continue --switch"});
  refuse_dirty(c, "switch to " + quoted(branch));
  ResumePlan plan;
  if (c.stack && !create)
    plan = plan_at_wip(c, request);
  else if (!request.keep_wip && !record.git().wip_commit.empty())
    plan.move = Move::unwrap;
  plan.switch_first = true;
  plan.create_branch = create;
  return plan;
}

ResumePlan plan_moved_on(const Record& record, const Comparison& c, const ResumeRequest& request) {
  bool exact = c.at_base && c.on_its_branch;
  if (!request.apply && !exact)
    refuse(record.git().branch.empty()
               ? "this work was paused on a detached HEAD, and HEAD does not hold it"
           : c.on_its_branch
               ? quoted(c.status.head.label()) + " no longer holds the WIP commit of this handoff"
               : "the branch " + quoted(record.at.branch) +
                     " no longer holds the WIP commit, and is not checked out",
           {"merge the kept work into what is checked out: git handoff resume " + record.at.id +
                " --continue --apply",
            "or look at it on a branch of its own: git switch -c NAME " +
                short_oid(record.git().wip_commit)});
  refuse_dirty(c, "put the kept work into the working tree");
  return {.move = Move::apply};
}

ResumePlan plan_snapshot(const Record& record, const Comparison& c, const ResumeRequest& request) {
  if (c.as_recorded)
    return {.why = "the working tree is as it was kept: there is nothing to put back"};
  if (request.apply) {
    refuse_dirty(c, "put the snapshot into the working tree");
    return {.move = Move::apply};
  }
  if (c.edited.empty())
    refuse("the snapshot differs from the working tree, which is clean",
           {"merge it into the tree: git handoff resume " + record.at.id + " --continue --apply",
            "or retire it: git handoff discard " + record.at.id});
  return {.why = "the working tree has moved on since the snapshot; nothing was touched",
          .hints = {"see the difference: git diff " + short_oid(record.git().wip_commit),
                    "to have it merged in, commit or stash what is here, then: git handoff undo " +
                        record.at.id + " && git handoff resume " + record.at.id +
                        " --continue --apply"}};
}

}  // namespace

ResumePlan plan_resume(const Store& store, const Record& record, const Comparison& c,
                       const ResumeRequest& request) {
  if (!record.git().wip_commit.empty() && !store.objects().contains(record.git().wip_commit))
    refuse("the kept work " + short_oid(record.git().wip_commit) + " is not in this repository",
           {"fetch it with the record: " + std::string(kFetchRecords)});
  switch (c.position) {
    case Position::at_wip:
      return plan_at_wip(c, request);
    case Position::above_wip:
      return plan_above_wip(record);
    case Position::wip_elsewhere:
      return plan_switch(record, c, request, false);
    case Position::branch_gone:
      return plan_switch(record, c, request, true);
    case Position::moved_on:
      return plan_moved_on(record, c, request);
    case Position::snapshot:
      return plan_snapshot(record, c, request);
    case Position::clean_here:
      return {.why = "the working tree was clean when it was paused"};
    case Position::clean_elsewhere:
      break;
  }
  if (c.branch_tip.empty() && !record.git().branch.empty())
    return {.why =
                "the working tree was clean when it was paused, and there is no such branch here"};
  if (record.git().branch.empty())
    return {.why = "the working tree was clean when it was paused, on a detached HEAD"};
  return plan_switch(record, c, request, false);
}

}  // namespace handoff::ops
