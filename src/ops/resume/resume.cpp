#include "ops/resume/resume.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/gather.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/index/sparse_patterns.hpp"
#include "git/refs/names.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/observe/workflow_state.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/notes_ref.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/shared.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/restore.hpp"
#include "ops/restore/restore_files.hpp"
#include "ops/restore/submodules_elsewhere.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/retire.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/worktree/filtered_files.hpp"
#include "ops/worktree/mirror.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

/// Who retired it, and how: "resumed by A U Thor <author@example.com> just now".
std::string how_it_ended(const Record& record) {
  const std::string& status = record.handoff.status;
  const std::string how =
      status == "paused" || status == "undone" ? "taken back" : told_retirement(status);
  return how + " by " + person_name(name_of(git::person_of(record.commit.committer))) + " " +
         relative_time(git::time_of(record.commit.committer), now());
}

/// Somebody else was faster: who, as far as the archive tells.
[[noreturn]] void refuse_lost(const Store& store, const Record& record) {
  for (const RecordRef& ref : store.archived())
    if (ref.id == record.at.id)
      refuse("'" + printable(record.at.id) + "' was " + how_it_ended(store.load(ref)),
             {"take that back with 'git handoff undo " + printable(record.at.id) + "'"});
  refuse("somebody else changed '" + printable(record.at.id) + "' at the same moment",
         {"look again with 'git handoff status'"});
}

}  // namespace

void refuse_unless_live(const Record& record) {
  if (record.at.archived())
    refuse("'" + printable(record.at.id) + "' is archived: " + how_it_ended(record),
           {"bring it back first: git handoff undo " + record.at.id,
            "read it: git handoff show " + record.at.id});
  if (record.oid != record.at.oid)
    refuse("'" + printable(record.at.id) + "' is named by an older version",
           {"only the newest can be resumed or put away: name it without '~'" +
            (record.git().wip_commit.empty() ? ""
                                             : "; files of this one: git restore --source=" +
                                                   record.git().wip_commit + " -- PATH...")});
}

namespace {

class Resume {
 public:
  Resume(const Store& store, const Record& record, const Comparison& comparison,
         const ResumeRequest& request)
      : x_store(store),
        x_repository(store.repository()),
        x_record(record),
        c(comparison),
        x_request(request) {}

  ResumeReport run() {
    refuse_unless_live(x_record);
    git::refuse_locked_index(x_repository.layout());
    ResumePlan plan = make_plan();
    if (plan.switch_first || plan.move != ResumePlan::Move::nothing)
      take_care_of_a_stranger();
    r.id = x_record.at.id;
    // A branch that was renamed is told by its name of today.
    const git::Head& head = c.status.head;
    bool renamed = (c.is_here || c.on_its_branch) && !head.branch.empty() && !plan.switch_first;
    r.branch = renamed                             ? head.branch
               : c.branch == x_record.git().branch ? x_record.at.branch
                                                   : c.branch;
    r.wip_commit = x_record.git().wip_commit;
    r.emergency = x_record.handoff.mode == model::Mode::emergency;
    r.why = plan.why;
    r.hints = plan.hints;
    r.differs = c.differs;
    Transaction transaction{.verb = "resume",
                            .id = r.id,
                            .message = x_request.taken ? "handoff: take" : "handoff: resume"};
    try {
      if (plan.switch_first) {
        transaction.switched_from =
            c.status.head.detached() ? c.status.head.oid : c.status.head.branch;
        switch_to_branch(plan.create_at);
      }
      if (plan.move == ResumePlan::Move::unwrap)
        unwrap(transaction, plan.altered);
      else if (plan.move == ResumePlan::Move::apply)
        apply(transaction, plan.files_are_there);
      else if (!c.as_recorded || !c.lost.empty() || r.wip_commit.empty())  // else it was looked for
        tell_gone_from_beside();
      finish(transaction);
    } catch (const Failure& failure) {
      // An operation that is still open is finished by the next command, and its files with it.
      const bool open = is_operation_open(x_repository);
      const Failure told = open ? failure : take_back(failure);
      if (r.switched && !open)
        fail_switched(told);
      if (failure.kind() == FailureKind::no)
        tell_who_was_faster();
      throw told;
    }
    if (const std::string& then = x_record.git().operation;
        r.applied && !then.empty() && !x_repository.operation() &&
        live_worktree_of(x_store, x_record).empty())
      r.hints.push_back("no " + then + " is under way any more" +
                        (then == "merge" ? ": a commit of this has one parent" : "") +
                        "; to begin it again, first: git stash -u && git handoff undo");
    const git::Head now = x_repository.head();
    append(r.hints, told_wips_below(x_store, now, r.id));
    if (std::string left =
            r.unwrapped || r.wip_commit.empty() ? told_wip_left(x_store, now, r.id) : "";
        !left.empty())
      r.hints.push_back("the WIP commit " + left);
    return std::move(r);
  }

 private:
  Failure take_back(const Failure& failure) {
    RolledBack back = x_log.roll_back(Owner::us);
    Failure told = with_left(failure, back);
    if (back.left_alone.empty()) {
      drop_kept(x_repository, r.kept_present);
      drop_kept(x_repository, r.kept_commit);
    }
    return told;
  }

  /// Somebody else's work: nobody puts it back unread, and it runs nothing while it comes.
  void take_care_of_a_stranger() const {
    const Origin origin = Provenance(x_store.repository()).of_snapshot(x_record);
    if (origin == Origin::mine)
      return;
    if (!model::is_readable(origin))
      refuse("nobody here has read " + envelope_of(x_record) + ": its work is not put back",
             {"the user reads it in a terminal: git handoff show " +
              shell_word(x_store.name_for(x_record.at))});
    act_automatically();
  }

  /// A switch that is through stays: hooks have seen it.
  [[noreturn]] void fail_switched(const Failure& failure) const {
    std::vector<std::string> hints = failure.hints();
    hints.push_back("switched to " + branch_in_quotes(c.branch) + "; nothing else changed");
    if (!r.kept_at_switch.empty())
      hints.push_back("the tree as it was before: git handoff show " + r.kept_at_switch);
    throw Failure(failure.kind(), failure.message(), hints);
  }

  /// What stands in the way may be somebody else's resume of the same record, half-way.
  ResumePlan make_plan() const {
    try {
      return plan_resume(x_store, x_record, c, x_request);
    } catch (const Failure&) {
      tell_who_was_faster();
      throw;
    }
  }

  /// Somebody else may be half-way through the same record: then that is what is to be said.
  void tell_who_was_faster() const {
    constexpr int kTries = 100;
    constexpr useconds_t kPause = 20000;
    for (int i = 0; i < kTries && is_operation_open(x_repository); ++i)
      usleep(kPause);
    if (!git::read_ref(x_repository, x_record.at.ref))
      refuse_lost(x_store, x_record);
  }

  void keep_present() {
    r.kept_present = ops::keep_present(x_repository, "before resuming " + r.id,
                                       paths_of_part(x_store, x_record));
  }

  void switch_to_branch(const std::string& create_at) {
    const SwitchRequest request{
        .branch = c.branch,
        .create_at = create_at,
        .from = c.status.head,
        .from_tree = tree_of(x_store, c.status.head.oid),
        .to_tree = tree_of(x_store, create_at.empty() ? c.branch_tip : create_at)};
    r.kept_at_switch =
        keep_unseen(x_repository, "before resuming " + r.id,
                    {.from = request.from_tree, .to = request.to_tree, .what = "switch"});
    std::string stashed;
    try {
      stashed = switch_branch(x_repository, request);
    } catch (const Failure&) {
      drop_kept(x_repository, r.kept_at_switch);
      throw;
    }
    r.switched = true;
    if (!stashed.empty())
      r.hints.push_back(std::move(stashed));
    if (std::string commits = left_behind(x_repository, c.status.head); !commits.empty())
      r.hints.push_back(std::move(commits));
    fault_point("resume-switched");
    c = compare_with_present(x_store, x_record);
  }

  /// The branch goes back below the WIP commits, the index to what it was. The files are not
  /// touched, but for bytes and modes that a checkout in between has lost.
  void unwrap(Transaction& transaction, bool altered) {
    if (!c.stack)
      refuse("the branch moved while resuming", {"nothing was changed; try again"});
    const std::string top_tree = tree_of(x_store, c.stack->top);
    const std::string base_tree = tree_of(x_store, c.stack->base);
    // Files that came since are in nobody's way: here only the index and the branch move. One that
    // came where the base has a file is an edit of that.
    const bool is_edited = !c.edited.empty() && (c.tracked_changes || any_in(base_tree, c.edited));
    if (is_edited)
      keep_present();
    r.edited = is_edited && !r.kept_present.empty();
    if (altered)
      r.kept_commit = keep_commit(x_repository, c.stack->top,
                                  "the WIP commit of " + r.id + " as it was changed since");
    put_files_back(top_tree);
    transaction.steps.push_back(Step{.refs = {{head_ref(), c.stack->base, c.stack->top}}});
    IndexPlan index =
        plan_index(x_store, x_quarantine, x_record,
                   {.top_tree = top_tree, .base_tree = base_tree, .altered = altered});
    report_index(index);
    keep_newer_flags(index.changes);
    put_unchanged_back(index.changes);
    transaction.steps.push_back(Step{.index = std::move(index.changes)});
    put_messages_back(transaction);
    r.unwrapped = true;
    r.base = c.stack->base;
    r.exact = !is_edited && r.left_alone.empty() && r.as_checked_out.empty() &&
              c.stack->base == x_record.git().base &&
              top_tree == tree_of(x_store, x_record.git().wip_commit);
  }

  void put_messages_back(Transaction& transaction) const {
    if (std::vector<MessageMove> moves = messages_back(); !moves.empty())
      transaction.steps.push_back(Step{.messages = std::move(moves)});
  }

  /// What `git commit` was to offer, beside what it offers now.
  std::vector<MessageMove> messages_back() const {
    std::vector<MessageMove> moves;
    if (x_repository.operation())
      return moves;
    for (const auto& [name, kept] : kept_messages()) {
      std::optional<std::string> here = commit_message(x_repository.layout(), name);
      std::string both = here ? both_messages(kept, *here) : kept;
      if (both != here)
        moves.push_back({name, std::move(here), std::move(both)});
    }
    return moves;
  }

  /// By the name of the file: of the version that comes back, and of those whose WIP commits come
  /// off with its own, which lie below. A stranger's words are nobody's commit.
  std::map<std::string, std::string> kept_messages() const {
    std::map<std::string, std::string> kept;
    const Provenance known(x_repository);
    std::optional<size_t> wips;
    Record version = x_record;
    while (known.of_snapshot(version) == Origin::mine) {
      for (const git::TreeEdit& file : attached_files(x_store, version, kMessageFolder))
        if (is_commit_message(file.path)) {
          const std::string words = x_store.objects().read_blob(file.oid);
          const auto [newer, is_first] = kept.try_emplace(file.path, words);
          if (!is_first)
            newer->second = both_messages(words, newer->second);
        }
      if (version.previous.empty())
        break;
      Record before = x_store.load_version(x_record.at, version.previous);
      if (!wips)
        wips = wips_that_come_off();
      if (before.git().wip_commit != version.git().wip_commit && (*wips)-- <= 1)
        break;
      version = std::move(before);
    }
    return kept;
  }

  /// Several of the record's may have been made one since.
  size_t wips_that_come_off() const {
    const size_t all = wips_of_record();
    if (!c.stack || c.stack->height >= all)
      return c.stack ? c.stack->height : all;
    const bool is_fixup = c.stack->height == 1 && brings_all(x_store, x_record, c.stack->top);
    return is_fixup ? all : c.stack->height;
  }

  /// How many WIP commits the record has, on top of one another.
  size_t wips_of_record() const {
    const model::GitBlock& work = x_record.git();
    if (work.base.empty() || work.wip_commit.empty())
      return 1;
    const Outcome count = x_repository.git().run(
        {.args = {"rev-list", "--count", "--first-parent", work.wip_commit, "^" + work.base}});
    return std::max<size_t>(1, std::strtoull(count.out.c_str(), nullptr, 10));
  }

  /// Has the tree a file at one of these paths, or on the way to one?
  bool any_in(const std::string& tree, const std::vector<std::string>& paths) const {
    git::TreeReader reader(x_store.objects(), tree, x_repository.layout().oid_digits());
    return std::ranges::any_of(paths, [&](const std::string& path) {
      for (size_t slash = path.find('/'); slash != std::string::npos;
           slash = path.find('/', slash + 1))
        if (reader.at(path.substr(0, slash)).mode != 0)
          return true;
      return reader.at(path).mode != 0;
    });
  }

  /// The index had of these what HEAD has.
  std::vector<git::IndexChange> from_head(std::vector<git::IndexChange> changes) const {
    git::TreeReader before(x_store.objects(), tree_of(x_store, c.older->top),
                           x_repository.layout().oid_digits());
    for (git::IndexChange& change : changes) {
      const git::TreeEntry entry = before.at(change.after.path);
      change.before = {.path = change.after.path, .oid = entry.oid, .mode = entry.mode};
    }
    return changes;
  }

  /// The files and the index are as `changes` have them already.
  void take_older_off(Transaction& transaction, std::vector<git::IndexChange> changes) const {
    transaction.steps.push_back(Step{.refs = {{head_ref(), c.older->base, c.older->top}}});
    transaction.steps.push_back(Step{.index = std::move(changes), .index_made = true});
    put_messages_back(transaction);
  }

  std::string head_ref() const {
    const git::Head& head = c.status.head;
    return head.detached() ? "HEAD" : "refs/heads/" + head.branch;
  }

  EntriesByPath entries() const {
    EntriesByPath all;
    for (git::IndexEntry& entry :
         git::IndexFile::read(x_repository, x_repository.layout().index_file,
                              [](const git::IndexEntry&) { return true; }))
      all.insert_or_assign(entry.path, std::move(entry));
    return all;
  }

  /// What became of the index since.
  std::vector<git::IndexChange> changes_since(const EntriesByPath& before) const {
    const EntriesByPath after = entries();
    std::vector<git::IndexChange> changes;
    const auto of = [](const EntriesByPath& all, const std::string& path) {
      const auto found = all.find(path);
      git::IndexEntry none;
      none.path = path;
      return found != all.end() ? found->second : none;
    };
    const auto note = [&](const std::string& path) {
      const git::IndexEntry was = of(before, path), is = of(after, path);
      if (was.oid != is.oid || was.mode != is.mode || was.skip_worktree != is.skip_worktree ||
          was.intent_to_add != is.intent_to_add || was.assume_unchanged != is.assume_unchanged)
        changes.push_back({was, is});
    };
    for (const auto& [path, entry] : before)
      note(path);
    for (const auto& [path, entry] : after)
      if (!before.contains(path))
        note(path);
    return changes;
  }

  void apply(Transaction& transaction, bool files_are_there) {
    git::Quarantine merged(x_repository), staged(x_repository);  // until refs hold what is in them
    ApplyResult applied = merge_snapshot(x_store, x_record, c, merged);
    const std::string head_tree = tree_of(x_store, c.status.head.oid);
    const std::string& base = c.goes_onto();
    IndexPlan index = plan_index(x_store, staged, x_record,
                                 {.top_tree = applied.tree, .base_tree = tree_of(x_store, base)});
    FileGroup blobs;  // that only the index will hold
    staged.stage(blobs);
    blobs.place();
    const EntriesByPath before = files_are_there ? entries() : EntriesByPath();
    if (files_are_there)
      append(index.left_alone,
             keep_staged_since(x_store, c.status, before, applied.tree, index.changes));
    report_index(index);
    CheckoutRequest request{.from = head_tree,
                            .to = applied.tree,
                            .what = "put the kept work into the working tree",
                            .index_only = files_are_there};
    for (const git::IndexChange& change : index.changes)
      request.index.push_back(change.after);
    if (files_are_there)  // what was staged of them may be in the index only
      keep_present();
    else
      r.kept_present = keep_unseen(x_repository, "before resuming " + r.id, request);
    // Not a step: undo of a merge brings the record back and leaves the tree as the person has it.
    check_out(x_repository, x_log, request);
    // Looked at now: what is staged from here on is not ours.
    std::vector<git::IndexChange> made =
        files_are_there ? changes_since(before) : std::vector<git::IndexChange>();
    put_files_back(applied.tree);
    auto anew = vector_of(index.changes, [](const git::IndexChange& change) {
      return git::IndexChange{change.after, change.after};
    });
    put_unchanged_back(anew);
    git::change_index(x_repository, staged, anew);
    if (c.takes_older_off())
      take_older_off(transaction,
                     files_are_there ? std::move(made) : from_head(std::move(index.changes)));
    else if (files_are_there)  // then the index alone is another, and undo brings it back
      transaction.steps.push_back(Step{.index = std::move(made), .index_made = true});
    for (const std::string& ref :
         git::refs_that_contain(x_repository, x_record.git().wip_commit, 1, {}))
      r.hints.push_back("its commit " + git::short_oid(r.wip_commit) + " is in " + ref_name(ref) +
                        " as well");
    r.unwrapped = r.applied = true;
    r.had_files = files_are_there && !r.kept_present.empty();
    r.base = base;
    r.exact =
        c.at_base && r.left_alone.empty() && r.as_checked_out.empty() && index.in_conflict.empty();
  }

  /// What was set by hand since the pause stays set.
  void keep_newer_flags(std::vector<git::IndexChange>& changes) const {
    git::take_flags(x_repository, changes);
    std::vector<std::string> skipped;
    for (const git::IndexChange& change : changes)
      if (change.before.skip_worktree || change.after.skip_worktree)
        skipped.push_back(change.after.path);
    const std::set<std::string> by_sparse = git::left_out_by_sparse(x_repository, skipped);
    const bool set_by_git = x_repository.config().flag("core.ignorestat", false);  // by a switch
    for (git::IndexChange& change : changes) {
      if (change.after.mode == 0)
        continue;
      // What was edited since and can be seen is not hidden again: whoever took the flag away meant
      // it.
      const bool edited = in_list(c.edited, change.after.path);
      change.after.assume_unchanged &= !edited;
      const bool sparse = by_sparse.contains(change.after.path);
      change.after.skip_worktree &= !edited || sparse;
      change.after.assume_unchanged |= change.before.assume_unchanged && !set_by_git;
      change.after.skip_worktree |= change.before.skip_worktree && !sparse;
    }
  }

  void report_index(const IndexPlan& index) {
    r.left_alone.insert(r.left_alone.end(), index.left_alone.begin(), index.left_alone.end());
    r.all_unstaged = index.all_unstaged;
    for (const OldConflict& conflict : index.in_conflict)
      r.hints.push_back(path_in_quotes(conflict.path) + " was in conflict when it was paused" +
                        what_to_do(conflict));
  }

  std::string what_to_do(const OldConflict& conflict) const {
    const std::string add = "git add " + path_to_type(conflict.path);
    if (conflict.kind.empty())
      return ": settle its markers, then " + add;
    const std::string& wip = x_record.git().wip_commit;
    const bool is_kept = wip.empty() || git::TreeReader(x_store.objects(), tree_of(x_store, wip),
                                                        x_repository.layout().oid_digits())
                                                .at(conflict.path)
                                                .mode != 0;
    return " (" + conflict.kind +
           (is_kept ? "): keep it, with " + add + ", or delete it" : "), and is not there");
  }

  /// Nothing is put back: of what only the record has, where it is.
  void tell_gone_from_beside() {
    const std::vector<std::string> gone = gone_from_beside(x_store, x_record);
    r.left_alone.insert(r.left_alone.end(), gone.begin(), gone.end());
    append(r.hints, where_bytes_are(x_store, x_record, gone));
  }

  void put_files_back(const std::string& merged) {
    RestoredFiles files =
        restore_files(x_store, x_record, x_head_before, x_log, merged, x_request.apply);
    r.rewritten_files = std::move(files.rewritten);
    r.left_alone.insert(r.left_alone.end(), files.left_alone.begin(), files.left_alone.end());
    r.left_alone.insert(r.left_alone.end(), files.unfiltered.begin(), files.unfiltered.end());
    append(r.left_alone, lost_of_left_out(x_store, x_record));
    if (!files.unfiltered.empty())
      r.hints.push_back(hint_for_filters(files.unfiltered));
    r.as_checked_out = std::move(files.as_checked_out);
    r.hints.insert(r.hints.end(), files.hints.begin(), files.hints.end());
    for (SubmoduleElsewhere& submodule : submodules_elsewhere(x_store, x_record, merged)) {
      r.left_alone.push_back(submodule.path);
      r.submodules.push_back(std::move(submodule.path));
      r.hints.push_back(std::move(submodule.hint));
    }
    fault_point("resume-files-restored");
  }

  /// The filter is set up first, then git can tell what was paused from what was edited.
  std::string hint_for_filters(const std::vector<std::string>& paths) const {
    const bool lfs = std::ranges::any_of(
        paths, [&](const std::string& path) { return is_lfs_pointer_file(x_repository, path); });
    return (lfs ? "git-lfs has put its pointers there; to get the files: git handoff undo; git lfs "
                  "install --local; unset GIT_LFS_SKIP_SMUDGE"
                : "no filter gives the files that were paused; set it up as it was, then: git "
                  "handoff undo") +
           std::string("; git handoff resume --continue");
  }

  /// Git compares the size of a file with that of its last checkout first: what was written behind
  /// it is entered anew.
  void enter_anew(std::vector<git::IndexChange>& changes) const {
    std::set<std::string> written(r.rewritten_files.begin(), r.rewritten_files.end());
    for (const git::IndexChange& change : changes)
      written.erase(change.after.path);
    if (written.empty())
      return;
    for (const git::IndexEntry& entry :
         git::IndexFile::read(x_repository, x_repository.layout().index_file,
                              [&](const git::IndexEntry& e) { return written.contains(e.path); }))
      if (entry.stage == 0 && !entry.intent_to_add)
        changes.push_back({entry, entry});
  }

  void put_unchanged_back(std::vector<git::IndexChange>& changes) {
    enter_anew(changes);
    append(r.rewritten_files,
           restore_unchanged(x_store, x_record, x_head_before, x_log, changes).rewritten);
    fault_point("resume-unchanged-restored");
  }

  /// The next step of what is gone on with here, and was put back before, stands in that record
  /// alone. One that is shared has it with what others may take.
  JournalMove step_of_the_one_before(const NextOwner& owner) const try {
    const auto here = resumed_here(x_repository, c.status.head, {});
    if (!here || here->id == x_record.at.id || read_shared_quietly(x_repository, here->id))
      return {};
    for (const RecordRef& ref : x_store.archived())
      if (ref.id == here->id) {
        const Record before = x_store.load(ref);
        if (before.handoff.status == "resumed" && !before.is_checkpoint() &&
            next_step_of(*before.document) != next_step_of(*x_record.document) &&
            (here->is_open || is_in_the_tree(before.handoff, c.status)))
          return leave_next_step(x_store, before, owner);
      }
    return {};
  } catch (const Failure&) {
    return {};  // damaged, and told by what needs it
  }

  /// What is still open goes into the journal, then everything moves, the record into the archive
  /// last.
  void finish(Transaction& transaction) {
    git::Identity identity = git::read_identity(x_repository, true);
    const std::string& journal = x_repository.layout().journal_file();
    NextOwner owner{.label = notes_label(x_repository), .head = c.status.head.oid};
    // What was left where it is goes on there.
    if (!r.unwrapped && !c.branch_tip.empty())
      owner = own_place(x_store, x_record);
    owner.goes_on = true;
    std::vector<model::Note> answers;
    for (const std::string& action : x_done) {
      answers.push_back(closing_of(model::NoteKind::human, action, label_of(x_store, x_record),
                                   c.status.head.oid));
      answers.back().copy_of = x_record.at.id;
    }
    set_origins(x_store.repository(), x_record, answers);
    append_notes(journal, answers);  // an answer is kept whatever becomes of the rest
    auto take_back = [&] { undo_notes(journal, vector_of(answers, &model::Note::id)); };
    TransactionResult result;
    try {
      Retirement retirement = retire(x_store, x_quarantine, x_record, "resumed", identity, owner);
      r.carried = retirement.carried;
      r.stay = retirement.stay;
      JournalMove before = step_of_the_one_before(owner);
      r.carried += before.notes.size();
      r.stay += before.stay;
      if (!before.notes.empty())
        transaction.steps.push_back({.journal = std::move(before)});
      append(transaction.steps, std::move(retirement.steps));
      result = run_transaction(x_repository, x_quarantine, transaction);
    } catch (const Failure& failure) {
      if (!is_operation_open(x_repository))
        take_back();
      bool lost =
          failure.kind() == FailureKind::no && !git::read_ref(x_repository, x_record.at.ref);
      if (lost)
        refuse_lost(x_store, x_record);
      throw;
    }
    if (result.lost_race) {
      take_back();
      x_log.roll_back(Owner::lost_race);
      refuse_lost(x_store, x_record);
    }
    x_log.close();
    if (r.applied)  // no undo takes it away again, as it leaves the files
      move_messages(x_repository.layout(), messages_back());
    r.left_alone.insert(r.left_alone.end(), result.left_alone.begin(), result.left_alone.end());
    if (!result.left_alone.empty())
      r.exact = false;
    x_quarantine.release();
    keep_workflow_state(x_store, x_record);
    remove_note(x_repository, r.wip_commit);
    append(r.hints, remove_mirror(x_repository).warnings);
    if (x_request.consume)
      r.consumed = consume_inputs(x_repository, r.id);
    r.inputs = taken_inputs(x_repository, r.id);
    std::erase_if(r.inputs,
                  [&](const TakenInput& input) { return in_list(r.consumed, input.path); });
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const Record& x_record;
  Comparison c;
  const std::string x_head_before = c.status.head.oid;  ///< before a switch
  const ResumeRequest& x_request;
  const std::vector<std::string> x_done = answered_actions(x_store, x_record, x_request);
  git::Quarantine x_quarantine{x_repository};  ///< what the transaction brings in
  CheckoutLog x_log{x_repository, {.record = x_record.at.ref}};
  ResumeReport r;
};

}  // namespace

std::vector<std::string> answered_actions(const Store& store, const Record& record,
                                          const ResumeRequest& request) {
  std::vector<std::string> waiting = blocking_actions(store, record);
  if (request.blocking_done)
    return waiting;
  std::erase_if(waiting, [&](const std::string& action) { return in_list(request.done, action); });
  if (waiting.empty() || request.leave_waiting)
    return request.done;
  std::vector<std::string> hints = vector_of(
      told_actions(store, record, waiting),
      [](const std::string& action) { return "waits for a person: " + printable(action); });
  hints.push_back("ask whether this is done; if it is, say so with --blocking-done");
  refuse(count_of(waiting.size(), "blocking human action") +
             " not said to be done: nothing was changed",
         hints);
}

ResumeReport resume(const Store& store, const Record& record, const Comparison& comparison,
                    const ResumeRequest& request) {
  return Resume(store, record, comparison, request).run();
}

DiscardReport discard(const Store& store, const Record& record) {
  refuse_unless_live(record);
  const git::Repository& repository = store.repository();
  git::Quarantine quarantine(repository);
  git::Identity identity = git::read_identity(repository, true);
  Retirement retirement =
      retire(store, quarantine, record, "discarded", identity, own_place(store, record));
  Transaction transaction{.verb = "discard",
                          .id = record.at.id,
                          .message = "handoff: discard",
                          .steps = std::move(retirement.steps)};
  if (run_transaction(repository, quarantine, transaction).lost_race)
    refuse_lost(store, record);
  quarantine.release();
  remove_note(repository, record.git().wip_commit);
  remove_mirror(repository);
  return {.id = record.at.id,
          .branch = record.at.branch,
          .wip_commit = record.git().wip_commit,
          .on_branch = record.git().on_branch,
          .carried = retirement.carried,
          .stay = retirement.stay};
}

}  // namespace handoff::ops
