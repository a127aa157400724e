#include "cli/command/put_aside.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/typed_again.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/find_record.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/resume.hpp"
#include "ops/share/solo.hpp"

namespace handoff::cli {

std::string undo_until(const git::Repository& repository) {
  int64_t days = repository.config().number("handoff.keepdays", ops::kKeepDays);
  return to_rfc3339(now() + days * 86400).substr(0, 10);
}

void tell_carried(const Terminal& terminal, size_t items, size_t stay, const std::string& id) {
  if (items > 0)
    terminal.field("carried over",
                   count_of(items, "item") + ", for the next handoff: git handoff note --list");
  if (stay > 0)
    terminal.field("not carried", count_of(stay, "item") +
                                      " that the journal has no room for: git handoff show " + id);
}

namespace {

/// What brings the record back and takes the WIP commit off the branch: where somebody else has the
/// work there is nothing to go on with.
std::string way_off(const ops::Store& store, const ops::Record& record) {
  const git::Repository& repository = store.repository();
  const std::string &id = record.at.id, &branch = record.at.branch;
  const auto shared = ops::read_shared_quietly(repository, id);
  const bool is_others =
      shared && (shared->held_by_other() || shared->finished_by_other() || shared->has_newer());
  const std::string undo = "git handoff undo " + printable(id) + ", then git handoff resume ";
  if (branch == repository.head().label())
    return undo + (is_others ? "--fresh" : "--continue");
  if (!is_others && !repository.operation() && git::other_worktree_with(repository, branch).empty())
    return undo + printable(id) + " --continue --switch";
  return ops::way_to_branch(repository, branch) + ", then " + undo +
         (is_others ? "--fresh" : "--continue");
}

/// The commit with which a branch still holds the work, rebased or not.
struct OnBranch {
  std::string commit = {};   ///< empty: none does
  bool is_the_end = true;    ///< nothing was committed on it
  ops::WipStack stack = {};  ///< then: it, and those below
};

/// An undo by id brings a record back without its commit.
OnBranch find_on_branch(const ops::Store& store, const ops::Record& record) {
  const std::string name = record.at.branch == "HEAD" ? "HEAD" : "refs/heads/" + record.at.branch;
  const git::Git& git = store.repository().git();
  const std::string& wip = record.git().wip_commit;
  if (wip.empty() || !record.git().on_branch)
    return {};
  const std::string tip =
      trim(git.run({.args = {"rev-parse", "-q", "--verify", name + "^{commit}"}}).out);
  const ops::WipAt at = tip.empty() || !store.objects().contains(wip)
                            ? ops::WipAt{}
                            : ops::wip_at(store, record, tip);
  if (at.is_ours())
    return {.commit = at.stack.top, .stack = at.stack};
  return git::is_ancestor(git, wip, name) ? OnBranch{.commit = wip, .is_the_end = false}
                                          : OnBranch{};
}

/// Where it is, and what makes an end of it: no resume takes off what others committed on, or have.
std::string told_on_branch(const ops::Store& store, const ops::Record& record,
                           const OnBranch& there) {
  const git::Repository& repository = store.repository();
  const std::string& branch = record.at.branch;
  const std::string stays = git::short_oid(there.commit) + " stays on " + ops::branch_name(branch);
  const bool here = branch == "HEAD" || branch == repository.head().label();
  if (!there.is_the_end)
    return stays + ", below what was committed since" +
           ops::told_fold(repository, "; ",
                          {.oid = there.commit,
                           .is_root = record.git().base.empty(),
                           .base = record.git().base},
                          here ? "" : branch);
  const std::string published =
      ops::where_published(repository, there.commit, {std::string(git::kBranchRefs) + branch});
  if (published.empty() || ops::is_of_this_repository(published))
    return stays + "; to remove it from the branch: " + way_off(store, record);
  return stays + ", which is published (" + ops::holder_name(published) +
         "); to take its changes back by a new commit: " +
         (here ? "" : ops::way_to_branch(repository, branch) + ", then ") +
         ops::way_to_revert(there.stack);
}

}  // namespace

int do_discard(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
               bool json, bool offline) {
  const std::string until =
      undo_until(store.repository());  // a bad setting is told before anything moves
  const OnBranch there = find_on_branch(store, record);
  const std::vector<std::string> lost =
      ops::where_bytes_are(store, record, ops::lost_bytes(store, record));
  auto [d, note] = ops::solo::discard(store, record, network_for(terminal, offline));
  if (!note.empty())
    say("note", note);
  if (json) {
    print_json(ops::to_json(d));
    return 0;
  }
  terminal.field("Discarded", d.id + "; no file, branch or index was touched");
  if (!there.commit.empty())
    terminal.field("WIP commit", told_on_branch(store, record, there));
  else if (!d.wip_commit.empty())
    terminal.field(d.on_branch ? "WIP commit" : "snapshot",
                   git::short_oid(d.wip_commit) + (store.objects().contains(d.wip_commit)
                                                       ? " stays in the archived record"
                                                       : " is not in this repository"));
  tell_carried(terminal, d.carried, d.stay, d.id);
  for (const std::string& file : lost)
    say("note", "in the archived record alone: " + file);
  terminal.field("undo", "git handoff undo " + d.id + " (until " + until + ")");
  return 0;
}

int do_fresh(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
             const ops::Comparison& comparison, bool json, bool offline) {
  const std::string until =
      undo_until(store.repository());  // a bad setting is told before anything moves
  Progress progress("putting the work aside");
  auto [fresh, note] =
      ops::solo::start_fresh(store, record, comparison, network_for(terminal, offline));
  progress.stop();
  if (!note.empty())
    say("note", note);
  if (json) {
    print_json(ops::to_json(fresh));
    return 0;
  }
  const std::string branch = fresh.branch == "HEAD" ? "HEAD" : ops::branch_name(fresh.branch);
  const bool went_in = comparison.position == ops::Position::went_in ||
                       comparison.position == ops::Position::reworded_wip;
  terminal.sentence(
      !fresh.moved && went_in
          ? "Archived " + fresh.id + "; " + (comparison.work_in_parts ? "the last of " : "") +
                "its work stays in " + git::short_oid(comparison.work_in)
      : !fresh.moved
          ? "Archived " + fresh.id + "; nothing moved: " +
                (fresh.wip_commit.empty() ? "there was nothing to commit when it was paused"
                                          : "the branch does not end in its work")
      : fresh.base.empty() ? "Started fresh: " + branch + " has no commit again"
      : fresh.forward      ? "Started fresh: " + branch + " is at " + git::short_oid(fresh.base) +
                            ", where its remote has it"
                      : "Started fresh: " + branch + " is back at " + git::short_oid(fresh.base));
  if (!fresh.wip_commit.empty() && !went_in)
    terminal.field("put aside", git::short_oid(fresh.wip_commit) + ", in the archived record");
  if (!fresh.kept_present.empty())
    terminal.field("backup", "the tree as it was: git handoff show " + fresh.kept_present);
  for (const std::string& submodule : fresh.submodules)
    terminal.field("hint", submodule);
  if (const std::string left = fresh.moved || fresh.wip_commit.empty()
                                   ? ops::told_wip_left(store, store.repository().head(), fresh.id)
                                   : "";
      !left.empty())
    terminal.field("WIP commit", left);
  tell_carried(terminal, fresh.carried, fresh.stay, fresh.id);
  terminal.field("undo", fresh.moved ? "git handoff undo (until " + until + ")"
                                     : "git handoff undo " + fresh.id + " (until " + until + ")");
  return 0;
}

int run_discard(Invocation& invocation) {
  CLI::App app{"Archive a handoff. No file, branch or index is touched."};
  std::string id;
  bool json = false, offline = false;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_flag("--offline", offline, "do not ask the remote whether somebody has it");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  const auto& [repository, terminal, store] = Here();
  if (id.empty())
    refuse_given_again("discard");
  return do_discard(terminal, store, ops::find_for(store, id, typed_again(app, invocation)), json,
                    offline);
}

}  // namespace handoff::cli
