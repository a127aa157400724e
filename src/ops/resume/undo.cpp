#include "ops/resume/undo.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/damaged_ref.hpp"
#include "git/refs/names.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/notes_ref.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/withheld.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/restore.hpp"
#include "ops/restore/submodules_elsewhere.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/undone_files.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/worktree/mirror.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kUndo = "undo ";
constexpr const char* kUndoneSubject = "handoff: undone";

/// A record of its own in the archive, for a version that an undo takes off a ref.
git::RefUpdate as_own_record(const Store& store, git::Quarantine& quarantine,
                             const git::RefUpdate& update) {
  const RecordRef at = *live_at(update, update.expected);
  Record gone = store.load(at);
  git::Identity identity = git::read_identity(store.repository(), true);
  Json document = *gone.document;
  document["status"] = "undone";
  document["retired_at"] = to_rfc3339(now());
  model::GitBlock block = gone.git();
  block.id = store.new_id(block.branch, git::time_of(identity.committer));
  NewVersion version{.document = &document,
                     .block = block,
                     .previous = gone.oid,
                     .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                     .base_tree = gone.commit.tree,
                     .subject = kUndoneSubject,
                     .tells = !Provenance(store.repository()).holds_unread(gone)};
  std::string oid = store.write(quarantine, version, identity);
  remember_version(store.repository(), quarantine.objects(), oid, document, gone);
  return {Store::archive_ref(at.branch, block.id), oid, ""};
}

/// The archive holds what an undo takes off a live ref, or the text would be gone: under its own
/// name, from where a redo fetches it, and as a record of its own where another version of it lives
/// on or that name is taken.
std::optional<git::RefUpdate> archived(const Store& store, git::Quarantine& quarantine,
                                       const Step& step, const git::RefUpdate& update,
                                       const std::string& id) {
  const std::optional<RecordRef> gone = live_at(update, update.expected);
  if (!gone || update.expected.empty())
    return std::nullopt;
  const std::string archive = Store::archive_ref(gone->branch, gone->id);
  bool lives_on = false;
  for (const git::RefUpdate& other : step.refs) {
    if (other.name == archive)
      return std::nullopt;
    const std::optional<RecordRef> at = live_at(other, other.oid);
    if (at && at->id == id && !other.oid.empty()) {
      if (in_list(store.versions(*at), update.expected))
        return std::nullopt;
      lives_on = true;
    }
  }
  if (!lives_on && !git::read_ref(store.repository(), archive))
    return git::RefUpdate{archive, update.expected, ""};
  return as_own_record(store, quarantine, update);
}

void keep_versions(const Store& store, git::Quarantine& quarantine, Transaction& back) {
  for (Step& step : back.steps) {
    std::vector<git::RefUpdate> kept;
    for (const git::RefUpdate& update : step.refs)
      if (std::optional<git::RefUpdate> place = archived(store, quarantine, step, update, back.id))
        kept.push_back(std::move(*place));
    step.refs.insert(step.refs.end(), kept.begin(), kept.end());
  }
}

bool is_archived(const Store& store, const std::string& id) {
  return in_list(store.archived(), id, &RecordRef::id);
}

bool is_live_again(const Store& store, const std::string& name, const std::string& oid) {
  const std::optional<RecordRef> at = Store::record_at({.name = name, .oid = oid});
  return at && is_back_by_power_cut(store.repository(), store.objects(), *at);
}

void check_refs(const Store& store, const Transaction& back) {
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs) {
      std::string now = git::read_ref(store.repository(), update.name).value_or("");
      if (now == update.expected)
        continue;
      if (git::is_damaged_ref(store.repository().layout().common_dir, update.name))
        refuse("cannot undo: the ref '" + printable(update.name) + "' is damaged",
               {git::kHintForDamagedRef});
      bool branch = update.name == "HEAD" || update.name.starts_with("refs/heads/");
      refuse(
          "cannot undo: " + branch_in_quotes(update.name) + " is not where that operation left it",
          {branch ? "there are commits or moves since; go back to " +
                        (update.expected.empty() ? std::string("the unborn branch")
                                                 : git::short_oid(update.expected)) +
                        " yourself" +
                        (back.verb == "undo pause"
                             ? ""
                             : ", or bring the record back alone: git handoff undo " + back.id)
           : is_live_again(store, update.name, now)
               ? "a power cut brought it back; take it away: git handoff doctor --fix"
           : now.empty()
               ? "it is gone: 'git handoff gc' drops what was archived long ago"
               : "the record has changed since; 'git handoff log " + back.id + "' shows how"});
    }
}

/// What was put away last on a branch, by whatever worktree; empty: nothing is in the archive.
std::string newest_put_away(const Store& store, const std::string& branch) {
  std::pair<Seconds, std::string> newest;
  for (const RecordRef& ref : store.archived()) {
    const std::optional<git::Commit> last =
        ref.branch == branch ? git::read_commit(store.objects(), ref.oid) : std::nullopt;
    if (last && !last->message.starts_with(kUndoneSubject))
      newest = std::max(newest, {git::time_of(last->committer), ref.id});
  }
  return newest.second;
}

/// How one comes to what the operation moved, or brings back something else.
std::vector<std::string> ways_to_moved(const Store& store, const Transaction& back,
                                       const git::RefUpdate& update) {
  if (update.name == "HEAD")
    return {"go back to it first: git switch --detach " + git::short_oid(update.expected)};
  if (!git::read_ref(store.repository(), update.name))
    return {"it has another name by now, or is gone; go on with the record alone: git handoff " +
            std::string(is_archived(store, back.id) ? "undo " : "resume ") + back.id};
  const std::string branch = update.name.substr(git::kBranchRefs.size());
  std::vector<std::string> ways = {way_to_branch(store.repository(), branch) + ", then undo"};
  const std::string here = store.repository().head().label();
  if (const std::string id = newest_put_away(store, here); !id.empty())
    ways.push_back("or bring back what was put away last on " + branch_name(here) +
                   ", the record alone: git handoff undo " + printable(id));
  return ways;
}

std::string branch_of(const git::RefUpdate& update) {
  return update.name.starts_with(git::kBranchRefs) ? update.name.substr(git::kBranchRefs.size())
                                                   : update.name;
}

/// Where another worktree has retired the record, neither a switch nor a reset brings it back.
void check_retired(const Store& store, const Transaction& back) {
  std::string how, branch;
  bool has_moved = false;
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs) {
      const std::string now = git::read_ref(store.repository(), update.name).value_or("");
      if (update.name.starts_with(git::kBranchRefs)) {
        branch = branch_of(update);
        has_moved = !now.empty() && now != update.expected && now != update.oid;
      }
      const std::optional<RecordRef> live = live_at(update, update.expected);
      if (!live || update.expected.empty() || !now.empty())
        continue;
      for (const RecordRef& ref : store.archived())
        if (ref.id == live->id)
          how = store.load(ref).handoff.status == "resumed" ? "resumed" : "archived";
    }
  if (how.empty())
    return;
  const std::string other =
      how == "resumed" ? git::other_worktree_with(store.repository(), branch) : "";
  const std::string where = !other.empty()     ? " in " + path_name(other)
                            : how == "resumed" ? " in another worktree"
                                               : "";
  refuse("cannot undo: the handoff was " + how + where + " since" +
             (has_moved ? ", and " + branch_in_quotes(branch) + " has moved on" : ""),
         {"bring the record back alone: git handoff undo " + back.id});
}

/// The branch that an operation moved has to be the one checked out here, or the index is not its
/// index.
void check_branch(const Store& store, const Transaction& back) {
  git::Head head = store.repository().head();
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs)
      if ((update.name == "HEAD" && !head.detached()) ||
          (update.name.starts_with(git::kBranchRefs) && branch_of(update) != head.branch))
        refuse("cannot undo: that operation was on " + branch_in_quotes(branch_of(update)) +
                   ", which is not checked out",
               ways_to_moved(store, back, update));
      else if (update.name == "HEAD" || update.name.starts_with(git::kBranchRefs))
        refuse_to_move_branch(store.repository(), "undo");
}

/// Notes that go into a record (again) have to be open still, or what was closed since would come
/// back; those that come out of one have to be known still.
void check_notes(const Store& store, const Transaction& back) {
  for (const Step& step : back.steps) {
    if (step.journal.notes.empty())
      continue;
    Journal journal = read_journal(journal_of(store.repository().layout(), step.journal));
    std::set<std::string> open, closed, there;
    for (const model::Note& note : journal.notes)
      open.insert(note.id);
    for (size_t i = 0; i < journal.closed.size(); ++i)
      if (!journal.holders[i].empty())
        (journal.holders[i] == step.journal.record ? there : closed).insert(journal.closed[i].id);
    for (const std::string& id : step.journal.notes) {
      bool known =  // also what went back into the record when that was given back
          open.contains(id) || there.contains(id) || (step.journal.opens && closed.contains(id));
      if (!known)
        refuse("cannot undo: a note that it takes along was taken back or closed since",
               {"bring the record back alone: git handoff undo " + back.id});
    }
  }
}

/// A convenience: what is damaged is told by what needs it.
void put_note_back(const git::Repository& repository, const Record& record) try {
  if (wants_notes(repository))
    attach_note(repository, record.git().wip_commit,
                without_unread_items(Provenance(repository), record).record.handoff, record.at.id);
} catch (const Failure&) {
}

/// Other tools see what is paused here now, and files that --consume removed are back.
void adjust_files(const Store& store, UndoReport& report) {
  const git::Repository& repository = store.repository();
  if (!report.live) {
    remove_mirror(repository);
    return;
  }
  for (const RecordRef& ref : store.active_on(repository.head().label())) {
    if (ref.id != report.id)
      continue;
    Record record = store.load(ref);
    put_note_back(repository, record);
    if (record.is_checkpoint() || record.git().worktree != repository.layout().worktree_name())
      continue;
    report.files = write_mirror(store, record.at).files;
    append(report.files, restore_inputs(repository, record.at.id));
  }
}

/// Of the WIP commits that are taken off.
void remove_notes(const Store& store, const Transaction& back) try {
  if (!wants_notes(store.repository()))
    return;
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs)
      if (const auto before = live_at(update, update.expected); before && !before->oid.empty())
        remove_note(store.repository(), store.load(*before).git().wip_commit);
} catch (const Failure&) {
  // A convenience: what is damaged is told by what needs it.
}

/// Does the record have a live ref when this is done?
bool is_live_after(const Transaction& back) {
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs)
      if (const auto at = live_at(update, update.oid); at && at->id == back.id && !at->oid.empty())
        return true;
  return false;
}

/// The work lies in the tree now, and the branch gets it.
bool puts_back_onto_branch(const UndoReport& report) {
  return report.verb == "resume" || report.verb == "undo pause";
}

/// What was added since to work that the branch gets back is kept first, and what start fresh wrote
/// and git shows no edit of.
std::string keep_added(const Store& store, const Transaction& back, const UndoReport& report,
                       const UndoneFiles& files) {
  const std::string why = "before undoing '" + report.verb + "' of " + report.id;
  if (const auto checkout = files.checkout())
    return keep_unseen(store.repository(), why, *checkout);
  if (!puts_back_onto_branch(report))
    return {};
  std::string known;
  std::vector<std::string> part, unseen;
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs)
      if (update.name == "HEAD" || update.name.starts_with("refs/heads/"))
        known = tree_of(store, update.oid);
      else if (const auto at = live_at(update, update.oid);
               at && at->id == back.id && !at->oid.empty()) {
        const Record record = store.load(*at);
        part = paths_of_part(store, record);
        unseen = edited_beside(store, record);
      }
  return known.empty() ? std::string() : keep_present(store.repository(), why, part, known, unseen);
}

bool moves_index(const Transaction& back) {
  return std::ranges::any_of(back.steps, [](const Step& step) { return !step.index.empty(); });
}

}  // namespace

namespace {

/// Files that are as they were before the work, which the branch has still. What is checked out in
/// a submodule is not asked: no resume moves that either.
std::vector<std::string> taken_back(const Store& store, const Comparison& c) {
  std::vector<std::string> paths;
  if (c.position != Position::at_wip || c.edited.empty() || !c.stack)
    return paths;
  git::Quarantine quarantine(store.repository());
  SnapshotRequest edited;
  for (const std::string& path : c.edited)
    edited.pathspecs.push_back(":(top,literal)" + path);
  const Snapshot present = take_snapshot(store.repository(), quarantine, edited);
  if (present.wip_tree.empty())
    return paths;
  const size_t digits = store.repository().layout().oid_digits();
  auto reader = [&](const std::string& tree) {
    return git::TreeReader(quarantine.objects(), tree, digits);
  };
  git::TreeReader now = reader(present.wip_tree), work = reader(tree_of(store, c.stack->top)),
                  before = reader(tree_of(store, c.stack->base));
  const auto same = [](const git::TreeEntry& a, const git::TreeEntry& b) {
    return a.mode == b.mode && a.oid == b.oid;
  };
  for (const std::string& path : c.edited) {
    const git::TreeEntry there = now.at(path), kept = work.at(path);
    const bool submodule = there.mode == git::kModeGitlink && kept.mode == git::kModeGitlink;
    if (same(there, before.at(path)) && !same(there, kept) && !submodule)
      paths.push_back(path);
  }
  return paths;
}

/// Has the tree all of a snapshot, but for what is checked out in submodules?
bool differs_in_submodules_alone(const Store& store, const Record& record, const Comparison& c) {
  if (c.position != Position::snapshot)
    return false;
  std::set<std::string> differs(c.differs.begin(), c.differs.end());
  for (const std::string& path : c.restaged)
    differs.erase(path);
  for (const SubmoduleElsewhere& submodule :
       submodules_elsewhere(store, record, tree_of(store, record.git().wip_commit)))
    differs.erase(submodule.path);
  return differs.empty();
}

/// A resume that is done again retires the record without looking at the files: its work has to be
/// there, in the branch or in the tree.
void check_work(const Store& store, const Transaction& back) {
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs) {
      const std::optional<RecordRef> at = live_at(update, update.expected);
      if (!at || !update.oid.empty())
        continue;
      const Record record = store.load(*at);
      const Comparison c = compare_with_present(store, record, {.published = false});
      const bool in_tree_only = c.position == Position::snapshot ||
                                c.position == Position::moved_on ||
                                c.position == Position::branch_gone;
      if (const std::vector<std::string> paths = taken_back(store, c); !paths.empty()) {
        std::string files;
        for (const std::string& path : paths)
          files += " " + path_to_type(path);
        refuse("cannot resume '" + printable(back.id) +
                   "' again: its work is not in the working tree any more",
               {"put it back, then undo again: git restore --source=HEAD --worktree --" + files});
      }
      if (in_tree_only && !c.as_recorded &&
          (!c.lost.empty() ||
           !(holds_snapshot(store, record, c) || differs_in_submodules_alone(store, record, c))))
        refuse("cannot resume '" + printable(back.id) +
                   "' again: its work is not in the working tree any more",
               {"resume it anew: git handoff resume " + back.id});
    }
}

/// A message that goes with the work has to be the one that the record has: git throws another away
/// at the next switch.
void check_messages(const Store& store, const Transaction& back) {
  const std::vector<CommitMessage> here = commit_messages(store.repository());
  for (const Step& step : back.steps)
    for (const MessageMove& move : step.messages)
      for (const CommitMessage& message : here)
        if (move.before && message.name == move.name && message.bytes != move.before &&
            message.bytes != move.after)
          refuse("'" + message.name + "' was edited since: '" + printable(back.id) +
                     "' has its older version",
                 {"keep it with the work as it is now: git handoff pause"});
}

/// One that is there by now is kept beside the one that comes back with the work.
void join_messages(const Store& store, Transaction& back) {
  const git::Layout& layout = store.repository().layout();
  for (Step& step : back.steps)
    for (MessageMove& move : step.messages)
      if (!move.before && move.after)
        if (std::optional<std::string> here = commit_message(layout, move.name)) {
          move.after = both_messages(*move.after, *here);
          move.before = std::move(here);
        }
}

/// What was kept while the editor was open was never anybody's handoff, and does not come back.
void pass_over_editor(const Store& store, Transaction& back) {
  for (Step& step : back.steps)
    std::erase_if(step.refs, [&](const git::RefUpdate& update) {
      const std::optional<RecordRef> at = live_at(update, update.oid);
      if (!at || update.oid.empty() || at->id == back.id)
        return false;
      const Record record = store.load(*at);
      return record.is_checkpoint() && record.handoff.title == kBeforeEditor;
    });
}

/// Messages of a resume that was a part of `take`.
const std::string kTake = "handoff: take", kUndoTake = "handoff: undo take";

/// As a resume: the WIP commit that others have stays where it is. What a take brought to the
/// branch is theirs, and may go from here.
void refuse_published(const Store& store, const Transaction& back, const UndoReport& report) {
  if (report.of_take || (back.verb != "undo pause" && back.verb != "resume"))
    return;
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs) {
      if (!update.name.starts_with(git::kBranchRefs) || update.expected.empty() ||
          update.expected == update.oid)
        continue;
      const std::string where = where_published(store.repository(), update.expected, {update.name});
      if (where.empty() || is_of_this_repository(where))
        continue;
      refuse("cannot undo: the WIP commit " + git::short_oid(update.expected) +
                 " is published: it is in " + holder_name(where) + "; nothing was moved",
             {"leave it there, and go on: git handoff resume --continue --keep-wip" +
              std::string(back.verb == "resume" ? " " + back.id : "")});
    }
}

/// Files stay as they are when work goes back onto the branch: git is to look away, as it did when
/// that was paused, from those that were put back behind a flag.
void keep_flags(Transaction& back) {
  for (Step& step : back.steps)
    for (git::IndexChange& change : step.index) {
      change.after.assume_unchanged |= change.before.assume_unchanged;
      change.after.skip_worktree |= change.before.skip_worktree;
    }
}

/// The inverse of the last operation, where nothing that is known now stands against it.
Transaction plan_undo(const Store& store, UndoReport& report) {
  const git::Repository& repository = store.repository();
  std::optional<LastOperation> last = operation_to_undo(repository);
  if (!last)
    refuse("there is nothing to undo in this worktree",
           {"bring an archived handoff back with 'git handoff undo ID'; 'git handoff list "
            "--archived' lists them"});
  report.verb = last->transaction.verb;
  report.id = last->transaction.id;
  if (const std::string& from = last->transaction.switched_from; from != repository.head().branch)
    report.switched_from = from;
  Transaction back = last->transaction.inverse();
  bool again = report.verb.starts_with(kUndo);
  back.verb = again ? report.verb.substr(kUndo.size()) : std::string(kUndo) + report.verb;
  report.of_take = last->transaction.message == kTake || last->transaction.message == kUndoTake;
  back.message = !report.of_take ? "handoff: " + back.verb : again ? kTake : kUndoTake;
  if (puts_back_onto_branch(report))
    keep_flags(back);
  if (report.verb == "pause")
    pass_over_editor(store, back);
  check_retired(store, back);
  refuse_published(store, back, report);
  check_branch(store, back);
  check_refs(store, back);
  check_notes(store, back);
  check_messages(store, back);
  join_messages(store, back);
  if (back.verb == "resume")
    check_work(store, back);
  report.index_moved = moves_index(back);
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs)
      report.branch_moved =
          report.branch_moved || update.name == "HEAD" || update.name.starts_with("refs/heads/");
  if (report.index_moved)
    git::refuse_locked_index(repository.layout());
  return back;
}

}  // namespace

void try_undo_last(const Store& store) {
  UndoReport report;
  const Transaction back = plan_undo(store, report);
  UndoneFiles(store, report.verb, back).try_move();
}

namespace {

/// What the user has answered at a resume is no part of what that moved.
std::vector<std::string> closed_actions(const Store& store, const std::string& id) {
  std::vector<std::string> closed;
  for (const RecordRef& ref : store.active()) {
    if (ref.id != id)
      continue;
    const Record record = store.load(ref);
    const std::vector<std::string> open = blocking_actions(store, record);
    for (const model::HumanAction& action : record.handoff.human_actions)
      if (action.blocking && !action.done && !in_list(open, action.action))
        closed.push_back(action.action);
    closed = told_actions(store, record, std::move(closed));
  }
  return closed;
}

}  // namespace

UndoReport undo_last(const Store& store) {
  const git::Repository& repository = store.repository();
  UndoReport report;
  Transaction back = plan_undo(store, report);
  git::Quarantine quarantine(repository);
  keep_versions(store, quarantine, back);
  UndoneFiles files(store, report.verb, back);
  auto take_back = [&] {
    if (is_operation_open(repository))
      return;
    files.roll_back();
    drop_kept(repository, report.kept_present);
  };
  TransactionResult result;
  try {
    report.kept_present = keep_added(store, back, report, files);
    files.move(back);
    result = run_transaction(repository, quarantine, back);
  } catch (const Failure&) {
    take_back();
    throw;
  }
  if (result.lost_race) {
    take_back();
    refuse("'" + printable(report.id) + "', or the branch, was moved at this very moment",
           {"look again with 'git handoff status'"});
  }
  report.not_put_back = files.not_put_back();
  files.close();
  quarantine.release();
  report.left_alone = result.left_alone;
  report.live = is_live_after(back);
  remove_notes(store, back);
  if (report.verb == "resume" && report.live)
    report.still_done = closed_actions(store, report.id);
  adjust_files(store, report);
  return report;
}

namespace {

/// Notes are moved in the journal that they are in.
std::vector<Step> split_by_journal(const git::Layout& layout, const JournalMove& taken,
                                   const std::string& worktree) {
  const std::set<std::string> own =
      set_of(read_journal(layout.journal_file()).notes, &model::Note::id);
  JournalMove here{.opens = taken.opens, .record = taken.record}, there = here;
  there.worktree = worktree;
  for (const std::string& id : taken.notes)
    (own.contains(id) ? here : there).notes.push_back(id);
  return {Step{.journal = std::move(here)}, Step{.journal = std::move(there)}};
}

/// A version without what other records own by now, or what is closed.
std::string write_version(const Store& store, git::Quarantine& quarantine, const Record& before,
                          Json& document) {
  const model::GitBlock& block = before.git();
  std::string oid =
      store.write(quarantine,
                  {.document = &document,
                   .block = block,
                   .previous = before.oid,
                   .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                   .base_tree = before.commit.tree,
                   .subject = "handoff: undo"},
                  git::read_identity(store.repository(), true));
  remember_version(store.repository(), quarantine.objects(), oid, document, before);
  return oid;
}

}  // namespace

UndoReport undo_retirement(const Store& store, const Record& record) {
  if (!record.at.archived())
    refuse("'" + printable(record.at.id) + "' is live: there is nothing to undo",
           {"'git handoff undo' without an id takes the last operation back"});
  bool was_retired = !record.previous.empty() &&
                     (record.handoff.status == "resumed" || record.handoff.status == "discarded");
  Record before = was_retired ? store.load_version(record.at, record.previous) : record;
  std::string oid = before.oid;
  git::Quarantine quarantine(store.repository());
  const git::Layout& layout = store.repository().layout();
  const std::string worktree = worktree_of(store, before);
  Journal journal = read_journals(layout, worktree);
  const auto others = vector_of(store.load_known(store.active_on(record.at.branch)),
                                [&](const Record& live) { return own_document(live, journal); });
  Json document = *own_document(before, journal);
  JournalMove taken = revive(document, record.at.id, journal, others);
  if (document != *before.document)
    oid = write_version(store, quarantine, before, document);
  std::string active = Store::active_ref(record.at.branch, record.at.id);
  Transaction transaction{.verb = "undo retire",
                          .id = record.at.id,
                          .message = "handoff: undo",
                          .steps = split_by_journal(layout, taken, worktree)};
  transaction.steps.insert(transaction.steps.begin(),
                           Step{.refs = {{record.at.ref, "", record.at.oid}, {active, oid, ""}}});
  if (run_transaction(store.repository(), quarantine, transaction).lost_race)
    refuse("'" + printable(record.at.id) + "' was moved by somebody else meanwhile",
           {"look again with 'git handoff list'"});
  quarantine.release();
  UndoReport report{
      .verb = told_retirement(record.handoff.status), .id = record.at.id, .live = true};
  adjust_files(store, report);
  return report;
}

}  // namespace handoff::ops
