#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/objects/merge_trees.hpp"
#include "git/refs/names.hpp"
#include "git/repo/unmerged.hpp"
#include "model/operation_words.hpp"
#include "ops/records/fetch_hint.hpp"
#include "ops/records/missing_work.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/restore.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/kept_ways.hpp"
#include "ops/resume/resume.hpp"
#include "ops/worktree/git_to_type.hpp"
#include "ops/worktree/path_to_type.hpp"

// The decision table of resume. Nothing here changes anything.

namespace handoff::ops {

namespace {

using Move = ResumePlan::Move;

std::string quoted(const std::string& text) { return "'" + printable(text) + "'"; }

/// Git moves nothing beside them, and does not stash them.
void refuse_unmerged(const Record& record, const Comparison& c) {
  const std::vector<std::string> paths = git::unmerged_paths(c.status);
  if (paths.empty())
    return;
  const bool one = paths.size() == 1;
  refuse("unmerged: " + path_in_quotes(paths.front()) +
             (one ? "" : " and " + count_of(paths.size() - 1, "more path")) + "; nothing was moved",
         {"settle the conflict" + std::string(one ? "" : "s") + ", then: git add " +
          (one ? path_to_type(paths.front()) : "PATH...") +
          " (or git rm), and: git handoff resume " + record.at.id});
}

std::string go_on_with(const Record& record, const std::string& flags) {
  return "git handoff resume " + record.at.id + " --continue " + flags;
}

/// What was asked for, once more.
std::string again(const Record& record, const ResumeRequest& request) {
  const std::string flags = flags_of(request);
  return flags.empty() ? "git handoff resume " + record.at.id : go_on_with(record, flags);
}

void refuse_dirty(const Record& record, const Comparison& c, const std::string& what,
                  const std::string& flags) {
  if (!c.tracked_changes)
    return;
  refuse_unmerged(record, c);
  std::vector<std::string> hints;
  for (size_t i = 0; i < c.edited.size() && i < 5; ++i)
    hints.push_back("changed here: " + path_name(c.edited[i]));
  hints.push_back((c.on_its_branch
                       ? "commit what is changed here, or: git stash -u; then: "
                       : "commit or stash what is changed here, or pause it with 'git handoff "
                         "pause', then: ") +
                  go_on_with(record, flags));
  refuse("cannot " + what + ": the working tree has changes", hints);
}

/// Does a branch hold the work that this version has? What is there may be an earlier one, and what
/// is amended is the work of who has it here: taken from somebody, that is not what they did.
bool holds_it(const Store& store, const Record& record, const Comparison& c,
              const ResumeRequest& request) {
  switch (c.position) {
    case Position::altered_wip:
      return !request.taken;
    case Position::above_wip:
      return !c.older &&
             !(request.taken && wip_at(store, record, c.work_in).kind == WipAt::Kind::altered);
    case Position::at_wip:
    case Position::reworded_wip:
    case Position::went_in:
    case Position::wip_elsewhere:
      return true;
    default:
      return false;
  }
}

std::string keep_hint(const Record& record) {
  return "go on with the commits as they are, done with the handoff: " +
         go_on_with(record, "--keep-wip");
}

/// How to be done with it as it is; where that would lose it, how to have it all the same.
std::string last_hint(const Store& store, const Record& record, const Comparison& c,
                      const ResumeRequest& request) {
  return holds_it(store, record, c, request) ? keep_hint(record) : hint_of_own_branch(record, c);
}

/// Of work that is published: also how its files become changes again.
std::vector<std::string> keep_hints(const Store& store, const Record& record, const Comparison& c,
                                    const ResumeRequest& request) {
  if (!holds_it(store, record, c, request))
    return {hint_of_own_branch(record, c)};
  std::vector<std::string> hints = {keep_hint(record)};
  if (c.is_here && c.stack && !c.stack->base.empty())
    hints.push_back("or have its files as changes again, beside what is published: " +
                    go_on_with(record, "--keep-wip && git reset ") + git::short_oid(c.stack->base));
  return hints;
}

/// The record goes and nothing moves: what a person asked for.
ResumePlan plan_keep(const Record& record, const Comparison& c) {
  ResumePlan plan{.why = "the commits stay as they are"};
  if ((c.position == Position::at_wip || c.position == Position::wip_elsewhere) &&
      c.published.empty())
    plan.hints = {"take the WIP commit off later: git handoff undo " + record.at.id +
                  ", then resume without --keep-wip"};
  return plan;
}

}  // namespace

std::string flags_of(const ResumeRequest& request) {
  std::vector<std::string> flags;
  for (const auto& [is_given, flag] :
       {std::pair(request.switch_branch, "--switch"), std::pair(request.apply, "--apply"),
        std::pair(request.keep_wip, "--keep-wip"), std::pair(request.unwrap, "--unwrap"),
        std::pair(request.blocking_done, "--blocking-done"),
        std::pair(request.consume, "--consume")})
    if (is_given)
      flags.emplace_back(flag);
  return join(flags, " ");
}

std::string where_paused(const Record& record, const Comparison& c) {
  const std::string& then = record.git().branch;
  return std::string("this work was ") + (record.is_checkpoint() ? "kept" : "paused") + " on " +
         branch_in_quotes(then) + ", which is " +
         (c.branch == then ? "" : branch_in_quotes(c.branch) + " now and ");
}

namespace {

/// What others have stays as it is, whatever is on top of it.
void refuse_at_others(const Store& store, const Record& record, const Comparison& c,
                      const ResumeRequest& request) {
  if (c.is_published())
    refuse("the WIP commit " + git::short_oid(c.stack ? c.stack->top : c.work_in) +
               " is published: it is in " + holder_name(c.published) + "; nothing was moved",
           keep_hints(store, record, c, request));
}

void refuse_published(const Store& store, const Record& record, const Comparison& c,
                      const ResumeRequest& request) {
  if (c.published.empty() || (c.is_held_here_only() && request.unwrap))
    return;
  refuse_at_others(store, record, c, request);
  const std::string wip = "the WIP commit " + git::short_oid(c.stack->top);
  const bool branch = c.published.starts_with("refs/heads/");
  refuse(wip + (branch ? " is in another branch, too: " : " is in a tag, too: ") +
             holder_name(c.published) + "; nothing was moved",
         {(c.is_here ? "remove it from this branch all the same; "
                     : "switch to " + branch_name(c.branch) +
                           " and remove it from there all the same; ") +
              holder_name(c.published) + " keeps it: " +
              go_on_with(record, (c.is_here ? "" : "--switch ") + std::string("--unwrap")),
          last_hint(store, record, c, request)});
}

/// HEAD is the WIP commit, or will be after a switch.
}  // namespace

void refuse_unborn_detached(const Comparison& c) {
  if (c.stack && c.stack->base.empty() && c.status.head.detached())
    refuse(
        "there is no commit below " + git::short_oid(c.stack->top) + ", and HEAD is detached there",
        {"go to its branch first: git switch BRANCH, or make one: git switch -c NAME"});
}

namespace {

ResumePlan plan_at_wip(const Store& store, const Record& record, const Comparison& c,
                       const ResumeRequest& request) {
  refuse_unborn_detached(c);
  refuse_unmerged(record, c);
  refuse_published(store, record, c, request);
  return {.move = Move::unwrap};
}

void refuse_elsewhere(const Store& store, const Record& record, const Comparison& c) {
  if (!c.is_here)
    refuse(where_paused(record, c) + "not checked out",
           {way_to_branch(store.repository(), c.branch)});
}

/// Our message over something else: amended, or a conflict was resolved. Only a person knows what
/// is right.
ResumePlan plan_altered(const Store& store, const Record& record, const Comparison& c,
                        const ResumeRequest& request) {
  refuse_unborn_detached(c);
  refuse_published(store, record, c, request);
  refuse_elsewhere(store, record, c);
  refuse_unmerged(record, c);
  if (request.unwrap)
    return {.move = Move::unwrap, .altered = true};
  const std::string then = git::short_oid(record.git().wip_commit),
                    now = git::short_oid(c.stack->top);
  const bool same_base = c.stack->base == record.git().base || c.stack->base.empty();
  refuse("the WIP commit was changed since: " + now + " is not what was paused; nothing was moved",
         {"see the difference: " +
              (same_base ? git_to_type(store.repository(), "diff") + " " + then + " " + now
                         : "git range-diff " + git::short_oid(record.git().base) + ".." + then +
                               " " + git::short_oid(c.stack->base) + ".." + now),
          "remove it from the branch all the same, and keep it in the archive: " +
              go_on_with(record, "--unwrap"),
          last_hint(store, record, c, request)});
}

std::optional<std::string> answer_of(const Store& store, std::vector<std::string> args) {
  const Outcome outcome = store.repository().git().run({.args = std::move(args)});
  return outcome.ok() ? std::optional(trim(outcome.out)) : std::nullopt;
}

/// What was merged, for git and as a person types it.
struct Merged {
  std::string commit, typed;
};

/// The upstream, and the other parent of a single merge.
std::vector<Merged> merged_into(const Store& store, const std::string& above) {
  std::vector<Merged> all;
  if (auto upstream = answer_of(store, {"rev-parse", "-q", "--abbrev-ref", "@{upstream}"}))
    all.push_back({"@{upstream}", word_to_type(*upstream, "@{upstream}")});
  const std::vector<std::string> merges =
      split_lines(answer_of(store, {"rev-list", "--first-parent", "--merges", "--format=%P",
                                    "--no-commit-header", above})
                      .value_or(""));
  const std::vector<std::string> parents =
      split(merges.size() == 1 ? merges.front() : std::string(), ' ');
  if (parents.size() != 2)
    return all;
  const std::string name =
      answer_of(store, {"for-each-ref", "--count=1", "--format=%(refname:short)",
                        "--points-at=" + parents[1], "refs/heads", "refs/remotes"})
          .value_or("");
  all.push_back({parents[1], word_to_type(name, git::short_oid(parents[1]))});
  return all;
}

/// Would `git rebase ONTO` move the paused work alone, and nothing that a remote has?
bool is_rebased_alone(const Store& store, const std::string& above, const std::string& onto) {
  auto count = [&](std::vector<std::string> which) {
    std::vector<std::string> args = {"rev-list", "--no-merges", "--count"};
    args.insert(args.end(), which.begin(), which.end());
    return answer_of(store, std::move(args));
  };
  const auto copied = count({"HEAD", "--not", onto});
  return count({above, "--not", onto}) == "0" && copied &&
         copied ==
             count(git::with_remote_branches(store.repository().git(), {"HEAD", "--not", onto}));
}

/// Has HEAD nothing of the work any more, though it stands on it? Then it comes on top as nothing.
bool is_reverted(const Store& store, const WipStack& stack) {
  git::Quarantine quarantine(store.repository());
  const std::string now = tree_of(store, store.repository().head().oid),
                    work = tree_of(store, stack.top), base = tree_of(store, stack.base);
  return work != base && git::merge_trees(store.repository(), quarantine, work, now, base).is(now);
}

/// How the work comes to stand on top again; empty: by nothing that keeps all that is there. Asked
/// where no other has it, and so none has what stands on it; what is below it, and what was merged,
/// are not rewritten.
std::string way_to_the_top(const Store& store, const Record& record, const Comparison& c) {
  // Merged into this branch, it comes to stand on top of none of it.
  const std::optional<PausedBelow> below = paused_below(store, c.status.head);
  if (below && below->id == record.at.id && !below->merge.empty() && !below->way_out().empty())
    return below->told_way_out() + ", then: git handoff resume " + record.at.id;
  const std::string above = c.work_in + "..HEAD";
  const bool merges = git::has_merges(store.repository().git(), above);
  if (merges && !are_plain_merges(store, above))
    return {};
  if (merges)
    for (const Merged& merged : merged_into(store, above))
      if (is_rebased_alone(store, above, merged.commit) &&
          !git::has_merges(store.repository().git(), merged.commit + ".." + c.work_in))
        return "rebase it onto what was merged: git rebase --autostash " + merged.typed +
               ", then resume again";
  const WipStack stack = c.older ? *c.older : wip_at(store, record, c.work_in).stack;
  const std::string list =
      way_to_list(store.repository(), stack.base.empty() ? "" : git::short_oid(stack.base));
  if (is_reverted(store, stack))
    return "the work was reverted: " + list + ", drop the line that does it, then resume again";
  return "reorder the commits: " + list +
         (stack.height > 1 ? ", move the lines of its " + std::to_string(stack.height) +
                                 " WIP commits to the end"
                           : ", move the line of " + git::short_oid(stack.top) + " to the end") +
         ", then resume again";
}

[[noreturn]] void refuse_above(const Store& store, const Record& record, const Comparison& c,
                               const ResumeRequest& request) {
  refuse_at_others(store, record, c, request);
  std::vector<std::string> hints;
  if (!c.is_here)
    hints.push_back(way_to_branch(store.repository(), c.branch) + ", then resume again");
  else if (std::string way = way_to_the_top(store, record, c); !way.empty())
    hints.push_back(std::move(way));
  hints.push_back(last_hint(store, record, c, request));
  refuse("there are commits on top of " +
             std::string(c.older ? "an older WIP commit of this handoff, " : "the WIP commit ") +
             git::short_oid(c.work_in) + "; nothing was moved",
         hints);
}

[[noreturn]] void refuse_committed(const Store& store, const Record& record, const Comparison& c) {
  std::optional<git::Commit> commit = git::read_commit(store.objects(), c.work_in);
  const std::string subject = commit ? git::subject_of(commit->message) : "";
  // What no commit can have of it is told first: who is done with the handoff puts it away.
  std::vector<std::string> ways;
  if (!has_all_beside(store, record, c.work_in))
    ways = where_bytes_are(store, record, lost_bytes(store, record));
  ways.push_back(keep_hint(record));
  refuse("the kept work " +
             std::string(c.work_in_parts ? "was committed, the last of it as "
                         : c.position == Position::reworded_wip ? "was committed as "
                                                                : "went into ") +
             quoted(subject) + " (" + git::short_oid(c.work_in) + "); nothing was moved",
         ways);
}

/// How a branch that is not checked out is come to, or an own one is made where it was kept.
std::vector<std::string> ways_to(const Record& record, const Comparison& c, bool create) {
  std::vector<std::string> ways = {
      std::string(create ? "create it and resume there: " : "switch to it and resume there: ") +
      go_on_with(record, "--switch")};
  if (!record.git().on_branch && !record.git().wip_commit.empty())
    ways.push_back("or " + hint_of_own_branch(record, c));
  return ways;
}

void refuse_other_worktree(const Record& record, const Comparison& c,
                           const ResumeRequest& request) {
  if (!c.other_worktree.empty())
    refuse(c.branch.empty() ? "this was paused in another worktree, which is still there"
                            : branch_in_quotes(c.branch) + " is checked out in another worktree",
           {to_type_in(c.other_worktree, again(record, request))});
}

void refuse_unless_switched(const Store& store, const Record& record, const Comparison& c,
                            const ResumeRequest& request, bool create) {
  const std::string& branch = c.branch;
  refuse_other_worktree(record, c, request);
  if (const auto operation = store.repository().operation())
    refuse("nothing was changed: " + model::an_operation(*operation) + " is under way",
           {"finish or abort it first, then: " + again(record, request)});
  refuse_unmerged(record, c);
  if (!request.switch_branch && c.tracked_changes)
    refuse(where_paused(record, c) + (create ? "not here" : "not checked out") +
               ", and there are changes here",
           {"commit or stash what is changed here, or pause it with 'git handoff pause', then: " +
            go_on_with(record, "--switch")});
  if (!request.switch_branch)
    refuse(create ? "there is no branch " + branch_in_quotes(branch) + " here; its work is kept"
                  : where_paused(record, c) + "not checked out",
           ways_to(record, c, create));
  refuse_dirty(record, c, "switch to " + branch_in_quotes(branch), flags_of(request));
}

ResumePlan plan_switch(const Store& store, const Record& record, const Comparison& c,
                       const ResumeRequest& request, bool create) {
  const bool on_branch = record.git().on_branch && c.position != Position::moved_on;
  if (c.stack && !request.keep_wip && !c.is_published())
    refuse_other_worktree(record, c, request);
  if (c.stack && !request.keep_wip)
    refuse_published(store, record, c, request);
  refuse_unless_switched(store, record, c, request, create);
  ResumePlan plan;
  if (request.keep_wip && on_branch)
    plan = plan_keep(record, c);
  else if (!record.git().wip_commit.empty())
    plan.move = on_branch ? Move::unwrap : Move::apply;
  plan.switch_first = true;
  if (create)
    plan.create_at = record.git().on_branch ? record.git().wip_commit : record.git().base;
  return plan;
}

ResumePlan plan_apply(const Store& store, const Record& record, const Comparison& c,
                      const std::string& what) {
  ResumePlan plan{.move = Move::apply};
  plan.files_are_there = !c.edited.empty() && holds_snapshot(store, record, c);
  if (!plan.files_are_there)
    refuse_dirty(record, c, what, "--apply");
  return plan;
}

std::vector<std::string> ways_back(const Store& store, const Record& record, const Comparison& c,
                                   bool is_elsewhere) {
  const bool was_detached = record.git().branch.empty();
  if (c.is_here && !was_detached && !c.older && record.at.place == RecordRef::Place::active &&
      !merges_into(store, record, c.status.head.oid))
    return ways_of_kept(store, record, c);
  const std::string apply =
      std::string(c.tracked_changes ? "commit or stash what is changed here, then " : "") +
      "merge the kept work into what is checked out: git handoff resume " + record.at.id +
      " --continue --apply";
  if (is_elsewhere)
    return {
        "switch to it and merge the kept work in there: " + go_on_with(record, "--switch --apply"),
        "or " + apply, "or " + hint_of_own_branch(record, c)};
  if (!was_detached || record.at.place != RecordRef::Place::active)
    return {apply, "or " + hint_of_own_branch(record, c)};
  return {"go back to where it was paused: git switch --detach " + record.git().wip_commit +
              " && git handoff resume " + record.at.id,
          "or " + apply, "or " + hint_of_own_branch(record, c)};
}

ResumePlan plan_moved_on(const Store& store, const Record& record, const Comparison& c,
                         const ResumeRequest& request) {
  const bool is_elsewhere = !c.is_here && !c.branch_tip.empty();
  if (is_elsewhere && request.switch_branch && request.apply)
    return plan_switch(store, record, c, request, false);
  const bool in_tree = c.takes_older_off() && !c.edited.empty() && holds_snapshot(store, record, c);
  const bool exact = c.on_its_branch && (c.at_base || in_tree);
  if (!exact && c.status.head.oid == record.git().wip_commit)
    refuse("the WIP commit itself is checked out, on another branch: there is nothing to merge",
           {"have its work as changes on this branch: git reset --keep " +
                git::short_oid(record.git().base) + " && " + go_on_with(record, "--apply"),
            "or " + hint_of_own_branch(record, c)});
  if (!request.apply && !exact)
    refuse(record.git().branch.empty()
               ? "this work was paused on a detached HEAD, and HEAD does not hold it"
           : c.older ? "the branch ends in an older WIP commit of this handoff; what was paused "
                       "last is not in it"
           : c.on_its_branch ? branch_in_quotes(c.status.head.label()) +
                                   " no longer holds the WIP commit of this handoff"
                             : "the branch " + branch_in_quotes(record.at.branch) +
                                   " no longer holds the WIP commit, and is not checked out",
           ways_back(store, record, c, is_elsewhere));
  if (c.takes_older_off())
    refuse_unmerged(record, c);
  return plan_apply(store, record, c, "put the kept work into the working tree");
}

ResumePlan plan_snapshot(const Store& store, const Record& record, const Comparison& c,
                         const ResumeRequest& request) {
  if (!request.switch_branch && c.as_recorded)
    return {.why = "the working tree is as it was kept: there is nothing to put back"};
  const bool onto_head = request.apply && !request.switch_branch &&
                         (c.at_base || request.taken || c.branch_tip.empty());
  if (is_kept_beside_another(record, c) && !onto_head)
    return plan_switch(store, record, c, request, c.branch_tip.empty());
  if (c.as_recorded)
    return {.why = "the working tree is as it was kept: there is nothing to put back"};
  if (request.apply)
    return plan_apply(store, record, c, "put the snapshot into the working tree");
  // Only the index is another: what was staged is staged again, and no file moves.
  if (c.lost.empty() && c.on_its_branch && record.git().operation.empty() &&
      !store.repository().operation() && holds_snapshot(store, record, c))
    return {.move = Move::apply, .files_are_there = true};
  if (!c.lost.empty() && (c.edited.empty() || holds_snapshot(store, record, c))) {
    // What git ignores and the user has edited since is written over by nobody.
    const std::vector<std::string> own =
        where_bytes_are(store, record, not_in_commit(store, record, edited_beside(store, record)));
    std::vector<std::string> ways = own;
    if (own.size() < c.lost.size())
      ways.push_back("put " + std::string(own.empty() ? "it" : "the others") +
                     " back: git handoff resume " + record.at.id + " --continue --apply");
    ways.push_back("or archive it: git handoff discard " + record.at.id);
    refuse(path_in_quotes(c.lost.front()) + " is not as it was kept" +
               (c.lost.size() > 1 ? ", nor is " + count_of(c.lost.size() - 1, "other file") : ""),
           ways);
  }
  if (c.edited.empty())
    refuse("the snapshot differs from the working tree, which is clean",
           ways_of_kept(store, record, c));
  std::vector<std::string> ways = {
      "see the difference: " + git_to_type(store.repository(), "diff") + " " +
          record.git().wip_commit,
      "go back to it: 'git handoff checkpoint' for what is here, then: git restore --source=" +
          record.git().wip_commit + " -- PATH...",
      "to have it merged in, " +
          std::string(git::unmerged_paths(c.status).empty()
                          ? "commit what is here, or: git stash -u"
                          : "settle what is in conflict, and commit what is here") +
          "; then: " + go_on_with(record, "--apply"),
      "or archive it: git handoff discard " + record.at.id};
  const std::vector<std::string> bytes = where_bytes_are(store, record, c.lost);
  ways.insert(ways.begin() + 2, bytes.begin(), bytes.end());
  refuse("the working tree has moved on since the snapshot; nothing was touched", ways);
}

/// Its branch is gone, and the detached HEAD has the work: `--switch` makes the branch there.
ResumePlan on_its_branch(ResumePlan plan, const Record& record, const Comparison& c,
                         const ResumeRequest& request) {
  plan.switch_first = request.switch_branch && c.is_here && c.status.head.detached() &&
                      !record.git().branch.empty() && c.branch_tip.empty();
  if (plan.switch_first)
    plan.create_at = c.status.head.oid;
  return plan;
}

}  // namespace

bool is_kept_beside_another(const Record& record, const Comparison& c) {
  return c.position == Position::snapshot && !record.git().branch.empty() && !c.on_its_branch &&
         (!c.branch_tip.empty() || !record.git().base.empty());
}

bool has_nowhere_to_switch(const Record& record, const ResumeRequest& request) {
  return request.switch_branch && record.git().branch.empty();
}

namespace {

constexpr const char* kNothingToCommit = "there was nothing to commit when it was paused";

/// Its branch is gone, and what is checked out has the work: asked to switch, it is made anew.
ResumePlan plan_gone_branch(const Store& store, const Record& record, const Comparison& c,
                            const ResumeRequest& request) {
  Comparison gone = c;
  gone.position = Position::branch_gone;
  gone.stack.reset();
  return plan_switch(store, record, gone, request, true);
}

ResumePlan plan_without_waiting(const Store& store, const Record& record, const Comparison& c,
                                const ResumeRequest& request) {
  if (const std::string& missing = store.missing_of(record.git()); !missing.empty())
    refuse(told_missing(record.git(), missing),
           {"fetch it with the record: " + std::string(kFetchRecords)});
  const bool made_at_head = c.status.head.detached() && (request.keep_wip || c.stack);
  if (request.switch_branch && is_gone_branch_here(record, c) && !made_at_head)
    return plan_gone_branch(store, record, c, request);
  if (request.keep_wip && (!request.switch_branch || c.is_here) &&
      holds_it(store, record, c, request))
    return on_its_branch(plan_keep(record, c), record, c, request);
  if (c.branch.empty() && !request.apply)
    refuse_other_worktree(record, c, request);
  const bool moves_none = request.keep_wip && !request.taken && !request.apply;
  if (moves_none && c.position == Position::moved_on && !c.edited.empty() &&
      holds_snapshot(store, record, c))
    return {.why = "the working tree has the work"};
  if (moves_none && c.position == Position::moved_on)
    refuse("there is no WIP commit here to keep: " + branch_in_quotes(c.status.head.label()) +
               " does not hold it",
           {"put the work back: git handoff resume " + record.at.id + " --continue",
            "or archive it, and leave the files as they are: git handoff discard " + record.at.id});
  switch (c.position) {
    case Position::at_wip:
      refuse_to_move_branch(store.repository(), "take the WIP commit off");
      return on_its_branch(plan_at_wip(store, record, c, request), record, c, request);
    case Position::altered_wip:
      if (c.is_here)
        refuse_to_move_branch(store.repository(), "take the WIP commit off");
      return on_its_branch(plan_altered(store, record, c, request), record, c, request);
    case Position::above_wip:
      if (c.older && !c.is_here && request.apply)  // on a branch that has none of it
        return plan_apply(store, record, c, "merge the kept work in");
      refuse_above(store, record, c, request);
    case Position::reworded_wip:
    case Position::went_in:
      refuse_committed(store, record, c);
    case Position::wip_elsewhere:
      return plan_switch(store, record, c, request, false);
    case Position::branch_gone:
      return plan_switch(store, record, c, request, true);
    case Position::moved_on:
      return plan_moved_on(store, record, c, request);
    case Position::snapshot:
      return plan_snapshot(store, record, c, request);
    case Position::clean_here:
      return {.why = kNothingToCommit};
    case Position::clean_elsewhere:
      break;
  }
  if (c.branch_tip.empty() && !record.git().branch.empty())
    return {.why = std::string(kNothingToCommit) + ", and there is no such branch here"};
  if (record.git().branch.empty())
    return {.why = std::string(kNothingToCommit) + ", on a detached HEAD"};
  ResumePlan plan = plan_switch(store, record, c, request, false);
  plan.why = kNothingToCommit;
  return plan;
}

/// As it goes where somebody has to do something first.
std::string once_done(const std::string& way) {
  constexpr std::string_view kGoOn = " --continue", kOr = "or ";
  const bool other = way.starts_with(kOr);
  return !contains(way, kGoOn)
             ? way
             : std::string(other ? kOr : "") + "once what it waits for is done, " +
                   replace_all(way.substr(other ? kOr.size() : 0), std::string(kGoOn),
                               std::string(kGoOn) + " --blocking-done");
}

}  // namespace

ResumePlan plan_resume(const Store& store, const Record& record, const Comparison& c,
                       const ResumeRequest& request) {
  try {
    return plan_without_waiting(store, record, c, request);
  } catch (const Failure& refused) {
    if (request.blocking_done || request.taken || blocking_actions(store, record).empty())
      throw;
    std::vector<std::string> ways = refused.hints();
    std::ranges::transform(ways, ways.begin(), once_done);
    throw Failure(refused.kind(), refused.message(), std::move(ways));
  }
}

}  // namespace handoff::ops
