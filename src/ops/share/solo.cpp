#include "ops/share/solo.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/restore.hpp"
#include "ops/resume/branch_here.hpp"
#include "ops/share/continued.hpp"
#include "ops/share/fork.hpp"
#include "ops/share/left_items.hpp"
#include "ops/share/share.hpp"
#include "ops/share/step.hpp"
#include "ops/share/versions.hpp"
#include "ops/share/work_source.hpp"

namespace handoff::ops::solo {

namespace {

bool is_others_work(const std::optional<Shared>& shared) {
  return shared && !shared->pending &&
         (shared->held_by_other() || shared->state == SharedState::finished || shared->is_gone());
}

/// What its remote has of the branch, as far as that can be had; empty: nothing is known.
struct BranchAtRemote {
  std::string oid = {};
  std::string gone =
      {};  ///< for people: the remote has no such branch; empty: it has, or who knows
};

BranchAtRemote branch_at_remote(const Store& store, const Shared& shared, const Network& network) {
  const git::Repository& repository = store.repository();
  const bool is_gone = !network.offline && !fetch_branch(repository, shared, network, true);
  if (!network.offline && !is_gone)
    deepen_where_cut(repository, shared, network);
  const std::string there = tracking_branch(repository, shared);
  const std::string oid =
      there.empty() ? "" : git::read_ref(repository, "refs/remotes/" + there).value_or("");
  if (!is_gone)
    return {.oid = oid};
  const std::string other = oid.empty() ? "" : branch_there_at(repository, shared, network, oid);
  return {.gone = printable(remote_of_branch(repository, shared)) + " has no branch " +
                  branch_in_quotes(there.empty() ? shared.branch
                                                 : branch_last_there(repository, shared)) +
                  " (any more): " +
                  (other.empty() ? "ask where the work went, or look: git branch -r"
                                 : branch_in_quotes(other) + " there has its commit")};
}

/// What the branch has, started fresh, and its remote has not: it is not what that has.
std::string told_diverged(const Store& store, const Shared& shared, const FreshReport& fresh,
                          const std::string& there) {
  if (!fresh.moved || there.empty() || fresh.base.empty())
    return {};
  const auto beyond = git::commits_beyond(store.repository().git(), fresh.base, there);
  const size_t count = beyond ? beyond->size() : 0;
  return count == 0 ? std::string()
                    : branch_in_quotes(shared.branch) + " has " + count_of(count, "commit") +
                          " that " + (count == 1 ? "is" : "are") + " not there";
}

/// Has who has it another branch than the one here, by whatever name?
bool is_on_another(const git::Repository& repository, const Shared& shared, const Shared& own) {
  const std::vector<std::string> names = branches_there(repository, own);
  return shared.branch != "HEAD" &&
         std::find(names.begin(), names.end(), shared.branch) == names.end();
}

/// One that is finished or withdrawn does not come to life again at its remote: what is here is a
/// handoff of its own.
void revive(const Store& store, Undone& undone) {
  if (undone.report.live)
    give_up_pending(store, undone.report.id, {"finish", "delete"});
  std::optional<Shared> shared = read_shared_quietly(store.repository(), undone.report.id);
  const bool is_there = shared && (shared->state == SharedState::free ||
                                   shared->state == SharedState::held || shared->pending);
  if (!undone.report.live || !shared || is_there)
    return;
  for (const RecordRef& ref : store.active())
    if (ref.id == undone.report.id) {
      undone.forked_from = ref.id;
      undone.why_forked =
          shared->finished_by_other() ? describe(*shared, now()) : "no longer shared";
      undone.report.id =
          fork_record(store, store.load(ref),
                      shared->finished_by_other() ? Original::theirs : Original::of_theirs)
              .at.id;
      note_fork(store.repository(), undone.forked_from, undone.report.id);
      return;
    }
}

/// What was brought back under another id can be so again: other versions of it, too.
void keep_archived(const Store& store, const RecordRef& ref) {
  git::Quarantine quarantine(store.repository());
  move_refs(store.repository(), quarantine, "fork", ref.id, {{ref.ref, ref.oid, ""}});
  quarantine.release();
}

/// What counts for nothing there keeps nothing in the archive here.
void ask_before_return(const Store& store, const std::string& id, const Network& network) {
  try {
    ask_before_change(store, id, network);
  } catch (const Failure& failure) {
    const std::optional<Shared> shared = read_shared_quietly(store.repository(), id);
    if (!shared || !is_of_doubt(*shared, failure))
      throw;
  }
}

/// What its remote has of it is no answer here.
Record find_retired(const Store& store, const std::string& id) {
  Record found = store.find(id, store.repository().head());
  if (found.at.place == RecordRef::Place::remote)
    for (const RecordRef& ref : store.archived())
      if (ref.id == found.at.id)
        return store.load(ref);
  return found;
}

/// What was put away as a fetch saw it is brought back as that version of the remote's, and not as
/// one of this clone's own: what is there now has it, or is newer.
void note_as_seen(const Store& store, const Record& retired) {
  std::optional<Shared> shared = read_shared_quietly(store.repository(), retired.at.id);
  if (!shared || shared->damaged || retired.previous.empty())
    return;
  const git::Commit seen = commit_or_fail(store, retired.previous);
  RecordRef here{.ref = Store::active_ref(retired.at.branch, retired.at.id),
                 .branch = retired.at.branch,
                 .id = retired.at.id,
                 .oid = {}};
  here.oid = git::read_ref(store.repository(), here.ref).value_or("");
  if (here.oid.empty() || !git::trailer(seen.message, "Handoff-State"))
    return;
  SharedLock lock(store.repository(), retired.at.id);
  shared = read_shared(store.repository(), retired.at.id).value_or(*shared);
  Shared then = *shared;
  then.tip = retired.previous;
  settle_arrival(store, then, here);
  shared->local = here.oid;
  shared->content = seen.tree;
  write_shared(store.repository(), *shared);
}

/// Nothing has moved here: its work lies where it was put back before.
void lies_as_before(const git::Repository& repository, const std::optional<Shared>& before) {
  std::optional<Shared> shared =
      before ? read_shared_quietly(repository, before->id) : std::nullopt;
  if (!shared || shared->damaged)
    return;
  SharedLock lock(repository, shared->id);
  shared = read_shared(repository, shared->id).value_or(*shared);
  shared->on = before->on;
  shared->aside = before->aside;
  write_shared(repository, *shared);
}

/// It was claimed for something that then failed: where it does not get free again, that is said.
void give_back_after(const Store& store, const std::optional<Shared>& before, const std::string& id,
                     const Network& network, const Failure& failure) {
  try {
    give_back(store, id, network);
    lies_as_before(store.repository(), before);
  } catch (const Failure& refused) {
    std::vector<std::string> hints = failure.hints();
    hints.push_back("'" + printable(id) + "' is yours by now (" + refused.message() +
                    "); give it back: git handoff release " + printable(id));
    throw Failure(failure.kind(), failure.message(), hints);
  }
}

/// It was given back for something that then did not go.
void claim_again(const Store& store, const std::optional<Shared>& before, const std::string& id,
                 const Network& network) {
  try {
    claim(store, id, network);
    lies_as_before(store.repository(), before);
  } catch (const Failure&) {
    // Somebody was faster; the next look tells who.
  }
}

/// A work that was merged into other changes is not taken out of them by an undo: nobody else may
/// have it while it is here.
void refuse_to_leave_work(const git::Repository& repository, const LastOperation& last) {
  const bool moves_head = std::ranges::any_of(last.transaction.steps, [](const Step& step) {
    return std::ranges::any_of(step.refs, [](const git::RefUpdate& update) {
      return update.name == "HEAD" || update.name.starts_with("refs/heads/");
    });
  });
  if (last.transaction.verb == "resume" && !moves_head &&
      !git::read_status(repository.git()).clean())
    refuse("the work of '" + printable(last.transaction.id) +
               "' would stay in this tree, and others could take it",
           {"put these changes aside first: git stash -u",
            "or hand them back with the work: git handoff pause --push"});
}

/// What a push has made a handoff of its own is not under the name that the operation knew.
void refuse_forked(const Store& store, const Transaction& last) {
  const std::optional<Shared> shared = read_shared_quietly(store.repository(), last.id);
  if (!shared || shared->kept_as.empty())
    return;
  const std::vector<RecordRef> live = store.active();
  const auto is_live = [&](const std::string& id) { return in_list(live, id, &RecordRef::id); };
  if (!is_live(last.id) && is_live(shared->kept_as))
    refuse("cannot undo: '" + printable(last.id) + "' is a handoff of its own since, '" +
               shared->kept_as + "'",
           {"put its work back: git handoff resume " + shared->kept_as,
            "or put it away: git handoff discard " + shared->kept_as});
}

/// What others left may bring hooks, or has brought them: none runs, from the first question to the
/// remote on.
void run_nothing_of_others(const Store& store, const Record& record) {
  if (Provenance(store.repository()).of_snapshot(record) != Origin::mine)
    act_automatically();
}

/// A take that had no answer has arrived, as was seen just now, and brought its record.
void refuse_arrived(const Store& store, const std::string& id) {
  const std::optional<Shared> shared = read_shared_quietly(store.repository(), id);
  if (shared && is_live_here(store, id))
    refuse("'" + printable(id) + "' is " + describe(*shared, now()),
           {"put it back: git handoff take " + printable(id)});
}

/// The same of the one that the last operation was about.
void run_nothing_of_others(const Store& store, const std::string& id) {
  for (const std::vector<RecordRef>& refs : {store.active(), store.archived()})
    for (const RecordRef& ref : refs)
      if (ref.id == id)
        run_nothing_of_others(store, store.load(ref));
}

/// What an operation did to the live record that it was about.
git::RefUpdate change_of_live(const Transaction& last) {
  for (const Step& step : last.steps)
    for (const git::RefUpdate& ref : step.refs)
      if (ref.name.starts_with("refs/handoffs/active/") && ref.name.ends_with("/" + last.id))
        return ref;
  return {};
}

/// The version of its record that an undo makes the live one again; empty: there is none.
std::string live_after_undo(const Transaction& last) {
  const std::string before = change_of_live(last).expected;
  return git::is_oid(before) ? before : std::string();
}

/// Does an undo take work out of what was handed over? Not where an earlier version stays paused
/// and the one that goes was never there.
bool takes_work_out(const Transaction& last, const Shared& shared) {
  return last.verb == "undo resume" ||
         (last.verb == "pause" &&
          (live_after_undo(last).empty() || change_of_live(last).oid == shared.local));
}

/// Of one that was put back without its remote: what others may do meanwhile.
std::string told_offered(const Shared& shared) {
  return "it may still be on " + printable(shared.remote) +
         ", offered to others: what you do on it now goes there with 'git handoff pause --push', "
         "unless somebody was faster";
}

/// Was this the undo of `undo ID`, and its remote had it before that? Then what is there stays, as
/// it was; what began there since was never meant to.
bool was_there_before(const Store& store, const std::optional<LastOperation>& last) {
  if (!last || last->transaction.verb != "undo retire")
    return false;
  const std::optional<Shared> shared =
      read_shared_quietly(store.repository(), last->transaction.id);
  if (!shared)
    return false;
  const std::vector<git::Commit> versions =
      versions_up_to(store, shared->tip.empty() ? shared->last : shared->tip);
  return versions.empty() || git::time_of(versions.back().committer) <= last->time;
}

/// Of what is put away again, and stays there.
std::string told_left_there(const Store& store, const std::string& id) {
  const std::optional<Shared> shared = read_shared_quietly(store.repository(), id);
  return shared && !shared->ours && shared->state == SharedState::free ? told_to_remove(*shared)
                                                                       : std::string();
}

/// After an undo of which its remote heard nothing before: what is retired here by it ends there,
/// as by a discard; of the rest, what others find there. For people; empty: nothing.
std::string tell_remote_after(const Store& store, const UndoReport& report, bool is_put_back,
                              bool stays_there, const Network& network) {
  if (!report.live && !is_put_back)
    return stays_there ? told_left_there(store, report.id) : end_shared(store, report.id, network);
  const std::optional<Shared> shared = read_shared_quietly(store.repository(), report.id);
  if (!shared || (!shared->pending && (shared->state != SharedState::free || shared->ours)))
    return {};
  if (is_put_back && !shared->pending)
    return told_offered(*shared);
  const bool is_edit = report.verb == "edit" || report.verb == "undo edit";
  const std::string other = other_version_there(store.repository(), *shared);
  return !other.empty() || is_edit ? other : describe(*shared, now());
}

/// A handoff of its own that is gone again keeps nothing of its original, and one that is back
/// does.
void settle_fork(const Store& store, const UndoReport& report) {
  const git::Repository& repository = store.repository();
  if (report.verb == "undo pause") {
    const std::optional<Record> fork = record_here(store, store.active(), report.id);
    const std::string original =
        fork ? formats::text_of(formats::field(*fork->document, "forked_from")) : "";
    const auto shared =
        git::is_record_id(original) ? read_shared_quietly(repository, original) : std::nullopt;
    if (shared && !shared->ours)
      note_fork(repository, original, report.id);
    return;
  }
  if (report.verb != "pause" || report.live)
    return;
  for (const Shared& shared : all_shared(repository))
    if (shared.kept_as == report.id)
      note_fork(repository, shared.id, "");
}

/// The work comes out of the hand over, or goes back into it.
class SharedUndo {
 public:
  SharedUndo(const Store& store, const Network& network) : x_store(store), x_network(network) {}

  Undone run() {
    if (auto last = last_operation(x_store.repository()))
      tell_remote(*last);
    try {
      Undone undone{.report = undo_last(x_store), .put_back = x_takes_out};
      settle_fork(x_store, undone.report);
      if (x_takes_out)
        remember_landing(x_store, x_id);
      else if (undone.report.verb == "resume" || undone.report.verb == "undo pause")
        note_aside(x_store.repository(), x_id, false);
      if (x_claimed)
        undone.note = "it is yours on " + x_remote + " now: nobody else can take it";
      else if (x_given_back)
        undone.note = told_free_again(
            x_store, read_shared_quietly(x_store.repository(), x_id).value_or(*x_before));
      else
        undone.note = x_stays;
      return undone;
    } catch (const Failure& failure) {
      if (x_claimed)
        give_back_after(x_store, x_before, x_id, x_network, failure);
      else if (x_given_back)
        claim_again(x_store, x_before, x_id, x_network);
      throw;
    }
  }

 private:
  void tell_remote(const LastOperation& last) {
    x_id = last.transaction.id;
    refuse_forked(x_store, last.transaction);
    run_nothing_of_others(x_store, x_id);
    const std::string& verb = last.transaction.verb;
    const bool was_live = is_live_here(x_store, x_id);
    std::optional<Shared> shared = ask_before_change(x_store, x_id, x_network);
    if (!was_live)
      refuse_arrived(x_store, x_id);
    x_remote = shared ? printable(shared->remote) : "";
    x_before = shared;
    if (!shared)
      return;
    x_takes_out = takes_work_out(last.transaction, *shared);
    if (x_takes_out)
      claim_what_comes_back(*shared);
    if (shared->ours && !shared->not_landed() && (verb == "resume" || verb == "undo pause"))
      give_back_what_goes(last, *shared);
    else if (shared->held_by_other() && !x_claimed)
      x_stays = describe(*shared, now());
  }

  void claim_what_comes_back(const Shared& shared) {
    if (!x_network.offline && shared.state == SharedState::finished && !shared.ended)
      refuse("'" + printable(x_id) + "' is " + describe(shared, now()),
             {"look at what is here, then choose: git handoff resume " + printable(x_id),
              "go on with it all the same: git handoff undo --offline"});
    if (!x_network.offline && shared.lost && shared.held_by_other())
      refuse(describe(shared, now()),
             {"take it back all the same: git handoff take --steal " + printable(x_id),
              "have your own version of it here: git handoff undo --offline"});
    if (shared.state == SharedState::finished || shared.state == SharedState::absent || shared.lost)
      return;
    try_undo_last(x_store);  // what is refused here changes nothing there
    x_claimed = claim(x_store, x_id, x_network);
  }

  void give_back_what_goes(const LastOperation& last, const Shared& shared) {
    refuse_to_leave_work(x_store.repository(), last);
    const std::string live = live_after_undo(last.transaction);
    if (x_network.offline)
      x_stays =
          "it stays yours on " + x_remote + ", which was not told: git handoff release " + x_id;
    else if (!live.empty() && live != shared.local)
      x_stays = "it stays yours on " + x_remote + ", which has not what is paused here";
    if (!x_stays.empty())
      return;
    try_undo_last(x_store);  // the remote is told before anything changes here
    note_aside(x_store.repository(), x_id, true);  // it may get free though no answer comes
    x_stays = give_back(x_store, x_id, x_network);
    x_given_back = x_stays.empty();
  }

  const Store& x_store;
  const Network& x_network;
  std::string x_id, x_remote, x_stays;
  std::optional<Shared> x_before;
  bool x_takes_out = false, x_claimed = false, x_given_back = false;
};

/// A pause would go on with that one, and put both works into it.
void refuse_onto_handed_over(const Store& store, const Record& record) {
  const git::Head head = store.repository().head();
  if (head.branch.empty() || head.unborn())
    return;
  for (const RecordRef& ref : store.active_on(head.branch)) {
    const std::optional<Shared> shared =
        ref.id == record.at.id ? std::nullopt : read_shared_quietly(store.repository(), ref.id);
    if (!shared || shared->ours)
      continue;
    const std::optional<Record> other = store.look_at(ref);
    if (other && wip_at(store, *other, head.oid).kind == WipAt::Kind::same)
      refuse("cannot resume '" + printable(record.at.id) +
                 "' here: " + branch_in_quotes(head.branch) + " ends in the WIP commit of '" +
                 printable(ref.id) + "', which was handed over",
             {hint_of_own_branch(record),
              "or put the work of that one back first: git handoff resume " + printable(ref.id)});
  }
}

}  // namespace

ResumeReport resume(const Store& store, const Record& record, const Comparison& comparison,
                    const ResumeRequest& request, const Network& network) {
  expect_taken(store, record);
  if (request.apply)
    refuse_onto_handed_over(store, record);
  run_nothing_of_others(store, record);
  const std::optional<Shared> before = read_shared_quietly(store.repository(), record.at.id);
  if (before)
    plan_resume(store, record, comparison, request);  // before anything is claimed
  bool claimed = claim(store, record.at.id, network);
  try {
    ResumeReport report = ops::resume(store, record, comparison, request);
    if (network.offline)
      give_up_pending(store, record.at.id, {"resume"});
    remember_landing(store, record.at.id);
    const std::optional<Shared> known = read_shared_quietly(store.repository(), record.at.id);
    if (claimed && known)
      report.claimed_at = known->remote;
    if (network.offline && known && known->is_not_yours())
      report.hints.push_back("a pause keeps what you do on it now as a handoff of its own");
    else if (network.offline && known && known->state == SharedState::free && !known->ours)
      report.hints.push_back(told_offered(*known));
    return report;
  } catch (const Failure& failure) {
    if (claimed)
      give_back_after(store, before, record.at.id, network, failure);
    throw;
  }
}

Discarded discard(const Store& store, const Record& record, const Network& network) {
  run_nothing_of_others(store, record);
  ask_before_change(store, record.at.id, network);
  Discarded discarded{.report = ops::discard(store, record)};
  discarded.note = end_shared(store, record.at.id, network);
  size_t& carried = discarded.report.carried;
  carried = still_carried(store, record.at.id, carried);
  return discarded;
}

Fresh start_fresh(const Store& store, const Record& record, const Comparison& comparison,
                  const Network& network) {
  run_nothing_of_others(store, record);
  std::optional<Shared> shared = ask_before_change(store, record.at.id, network);
  const bool is_others = is_others_work(shared);
  const Shared own = is_others ? of_branch_here(*shared, record, comparison) : Shared();
  const BranchAtRemote at_remote =
      is_others ? branch_at_remote(store, own, network) : BranchAtRemote{};
  // A branch that was there, and is gone, was merged most often: that is told.
  const bool is_known_gone =
      !at_remote.gone.empty() && !tracking_branch(store.repository(), own).empty();
  if (is_others && !network.offline && !is_known_gone && shared->state == SharedState::finished &&
      !shared->ended && !shared->ended_here)
    if (const std::optional<Failure> why_not = why_not_put_aside(store, *shared))
      throw *why_not;
  Fresh fresh{.report = ops::start_fresh(store, record, comparison, at_remote.oid)};
  fresh.note = end_shared(store, record.at.id, network);
  fresh.report.carried = still_carried(store, record.at.id, fresh.report.carried);
  std::string there = at_remote.gone;
  if (there.empty() && is_others && !fresh.report.forward)
    for (const std::string& part : {ahead_of(store.repository(), own, *record.document),
                                    told_diverged(store, own, fresh.report, at_remote.oid)})
      if (!part.empty())
        there += (there.empty() ? "" : "; ") + part;
  if (there.empty() && is_others && is_on_another(store.repository(), *shared, own))
    there = "the work went on in " + branch_in_quotes(shared->branch);
  if (!there.empty())
    fresh.note += (fresh.note.empty() ? "" : "; ") + there;
  return fresh;
}

std::string place_of_work(const git::Repository& repository, const std::string& id) {
  const std::optional<Shared> shared = read_shared_quietly(repository, id);
  return shared ? ops::place_of_work(repository, *shared) : std::string();
}

namespace {

/// The same work would be in both.
void refuse_beside_work(const git::Repository& repository, const std::string& id) {
  const std::optional<Shared> shared = read_shared_quietly(repository, id);
  if (!shared || ops::place_of_work(repository, *shared).empty())
    return;
  const std::string branch = ops::branch_of_work(repository, *shared);
  const std::string worktree = git::other_worktree_with(repository, branch);
  if (!worktree.empty())
    refuse("the work of '" + printable(id) + "' is in another worktree, " + printable(worktree),
           {"undo it there: git -C " + shell_word(worktree) + " handoff undo"});
  if (git::read_ref(repository, std::string(git::kBranchRefs) + branch) != shared->on)
    refuse("the work of '" + printable(id) + "' is on " + branch_in_quotes(branch),
           {"go on with it there: git switch " + shell_word(branch)});
}

/// What a resume of it would say.
void tell_why_not_claimed(const git::Repository& repository, Undone& undone) {
  const std::optional<Standing> there = standing_here(repository, undone.report.id, Json::object());
  const std::optional<Failure> why = there ? there->why_not_resumed() : std::nullopt;
  if (!why)
    return;
  undone.claimable = false;
  if (undone.report.live && undone.note.empty())
    undone.note = there->sentence;
  if (undone.report.live)
    undone.way = why->hints().front();
}

}  // namespace

Undone undo(const Store& store, const std::string& id, const Network& network) {
  Undone undone;
  bool stays_there = false;
  RecordRef archived;
  if (id.empty()) {
    const std::optional<LastOperation> last = last_operation(store.repository());
    undone = SharedUndo(store, network).run();
    stays_there = was_there_before(store, last);
  } else {
    Record retired = find_retired(store, id);
    for (const RecordRef& ref : store.archived())
      if (ref.id == retired.at.id)
        archived = ref;
    run_nothing_of_others(store, retired);
    ask_before_return(store, retired.at.id, network);
    if (retired.at.archived())
      refuse_arrived(store, retired.at.id);
    refuse_beside_work(store.repository(), retired.at.id);
    undone.report = undo_retirement(store, retired);
    note_as_seen(store, retired);
  }
  if (network.offline)
    give_up_pending(store, undone.report.id, {"resume"});
  revive(store, undone);
  if (!undone.forked_from.empty() && !archived.ref.empty())
    keep_archived(store, archived);
  if (undone.note.empty() && undone.forked_from.empty())
    undone.note = tell_remote_after(store, undone.report, undone.put_back, stays_there, network);
  tell_why_not_claimed(store.repository(), undone);
  try {
    if (id.empty())
      try_undo_last(store);
  } catch (const Failure&) {
    undone.can_be_redone = false;
  }
  return undone;
}

namespace {

/// Of commits below what was taken that are not below what is paused here; empty: all are.
std::string told_not_below(const Store& store, const Shared& taken) {
  const git::Repository& repository = store.repository();
  const git::Head head = repository.head();
  const std::optional<git::Commit> tip =
      taken.tip.empty() ? std::nullopt : git::read_commit(store.objects(), taken.tip);
  const std::string base = tip ? git::trailer(tip->message, "Handoff-Base").value_or("") : "";
  if (head.unborn() || base.empty() || base == head.oid || !store.objects().contains(base) ||
      git::is_ancestor(repository.git(), base, head.oid) ||
      !git::lacks_any(repository.git(), head.oid, base))
    return {};
  return "what was taken stands on commits that are not below this: git log " +
         git::short_oid(head.oid) + ".." + git::short_oid(base);
}

}  // namespace

PauseReport pause(const Store& store, PauseRequest request, const Network& network, bool push,
                  const std::function<void(const std::function<void()>&)>& around) {
  const git::Repository& repository = store.repository();
  const Continued continued = continued_by_pause(store, repository.head(), network, push);
  request.continues = continued.id;
  request.left = continued.left;
  request.along = continued.along;
  request.stay = continued.stay;
  request.given_back = continued.given_back;
  request.forked_from = continued.forked_from;
  request.why_forked = continued.why_forked;
  request.is_fork_of_ended = continued.is_over;
  request.is_pushed = push;
  const std::optional<Shared> taken = read_shared_quietly(repository, continued.id);
  const bool is_part = !request.pathspecs.empty() || !request.untracked;
  // What was given back may be gone on with, too.
  const bool may_be_stashed =
      taken && !is_part &&
      (taken->ours || (taken->state == SharedState::free && !is_live_here(store, taken->id)));
  const std::string out_of_sight =
      may_be_stashed ? told_out_of_sight(store, *taken) : std::string();
  const std::string not_below =
      taken && taken->ours ? told_not_below(store, *taken) : std::string();
  PauseReport report;
  const auto keep = [&] { report = ops::pause(repository, request); };
  if (around)
    around(keep);
  else
    keep();
  const std::string other = remember_continued(store, continued, report.id);
  std::string left;
  if (continued.id == report.id && is_part)
    left = left_of_continued(store, report.id);
  else if (!out_of_sight.empty() && continued.id == report.id)
    left = "no longer in this handoff: " + out_of_sight;
  for (const std::string& warning : {left, continued.id == report.id ? not_below : ""})
    if (!warning.empty())
      report.warnings.push_back(warning);
  if (!push && !other.empty())
    report.warnings.push_back(other);
  report.warnings.insert(report.warnings.end(), continued.warnings.begin(),
                         continued.warnings.end());
  return report;
}

}  // namespace handoff::ops::solo
