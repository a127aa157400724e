#include "ops/pause/pause.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "git/refs/names.hpp"
#include "git/repo/worktrees.hpp"
#include "model/operation_words.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/observe/observe.hpp"
#include "ops/observe/session_facts.hpp"
#include "ops/observe/task_commits.hpp"
#include "ops/observe/workflow_state.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/operation/worktree_hold.hpp"
#include "ops/pause/commit_hooks.hpp"
#include "ops/pause/compose.hpp"
#include "ops/pause/pathspecs.hpp"
#include "ops/pause/pause_warnings.hpp"
#include "ops/pause/predecessor.hpp"
#include "ops/records/imported.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/notes_ref.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/sent_version.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/store.hpp"
#include "ops/records/thin.hpp"
#include "ops/records/withheld.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/restore.hpp"
#include "ops/snapshot/brought_rules.hpp"
#include "ops/snapshot/put_back.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/snapshot/wip_commit.hpp"
#include "ops/worktree/filtered_files.hpp"
#include "ops/worktree/mirror.hpp"

namespace handoff::ops {

namespace {

bool can_be_read_again(const Json& document) {
  try {
    formats::parse_json(formats::write_json(document), "the record");
    return true;
  } catch (const Failure&) {
    return false;
  }
}

class Pause {
 public:
  Pause(const git::Repository& repository, const PauseRequest& request)
      : x_repository(repository), x_request(request), x_store(repository) {}

  PauseReport run() {
    git::refuse_locked_index(x_repository.layout());
    refuse_unmatched(x_repository, x_request.pathspecs);
    refuse_beside_links(x_repository, x_request.pathspecs);
    SnapshotRequest what{.untracked = x_request.untracked,
                         .pathspecs = x_request.pathspecs,
                         .exact = x_request.exact};
    if (what.pathspecs.empty()) {
      what.paused = paused_files(x_store, x_repository.head());
      append(what.exact, bytes_unseen_here(x_repository, x_repository.head()));
    }
    Scan scan = start_scan(x_repository, what);
    x_repository.ask_for_config();
    git::Quarantine quarantine(x_repository);
    what.ignored_before = [&](const git::Status& status) {
      return ignored_before(x_store, quarantine, status);
    };
    Snapshot snapshot = take_snapshot(x_repository, quarantine, what, std::move(scan));
    if (!x_request.pathspecs.empty() && snapshot.paths.empty() && snapshot.raw.empty())
      refuse_nothing(snapshot, x_request.pathspecs);
    bool hands_free = x_request.mode != model::Mode::manual;
    x_identity = git::read_identity(x_repository, hands_free);
    decide(snapshot);
    if (x_moves && x_repository.config().flag("handoff.verify", false)) {
      run_commit_hooks(x_repository, snapshot, quarantine);
      Snapshot after =
          take_snapshot(x_repository, quarantine, what);  // they may have written files
      decide_again(snapshot, after);
      snapshot = std::move(after);
    }
    if (x_request.edit)
      let_a_person_write(snapshot, quarantine);
    else
      x_document = std::make_unique<Json>(compose(snapshot));
    try {
      return keep(snapshot, quarantine);
    } catch (const Failure&) {
      drop_kept_meanwhile(quarantine);
      throw;
    }
  }

 private:
  PauseReport keep(const Snapshot& snapshot, git::Quarantine& quarantine) {
    if (x_from.stack && x_from.previous && x_request.pathspecs.empty())
      x_since = changed_by_hand(x_store, *x_from.previous);
    else if (x_from.previous && x_request.pathspecs.empty())
      x_lost = told_lost_by_checkout(x_store, *x_from.previous);
    if (is_nothing_new(snapshot)) {
      PauseReport nothing;
      nothing.left_out = snapshot.left_out;
      if (x_request.mode == model::Mode::checkpoint)
        return nothing;
      refuse_nothing(snapshot, {});
    }
    expect_something_new(snapshot);
    if (is_as_paused(snapshot)) {
      drop_kept_meanwhile(quarantine);
      x_block = x_from.previous->git();
      x_ref = x_from.previous->at.ref;
      x_record_oid = x_from.previous->at.oid;
      const auto part = told_document(x_repository, sources(), *x_document);
      x_told = formats::read_handoff(part != nullptr ? *part : *x_document);
      PauseReport before = report(snapshot);
      before.stays = true;
      return before;
    }
    git::RefSession refs(x_repository, reflog_message());  // ready by the time it is needed
    store(snapshot, quarantine);
    if (publish(snapshot, quarantine, refs)) {
      remember_filtered(x_store, snapshot.wip_tree, snapshot.paths, snapshot.raw);
      return report(snapshot);
    }
    PauseReport second;
    second.lost_race = true;
    return second;
  }

  /// Nothing is kept that HEAD has not, and nobody and nothing said a word.
  bool is_nothing_new(const Snapshot& snapshot) const {
    const bool asked_for = x_request.imported || x_request.input || !x_request.continues.empty() ||
                           !x_request.forked_from.empty() ||
                           x_request.mode == model::Mode::emergency;
    return !asked_for && snapshot.is_empty() && x_block.operation.empty() && !x_from.previous &&
           std::ranges::all_of(x_from.superseded,
                               [&](const Record& checkpoint) {
                                 return is_committed_checkpoint(x_store, checkpoint,
                                                                snapshot.status.head);
                               }) &&
           has_no_words(*x_document);
  }

  /// The WIP commit below will do for what lies beside it.
  bool needs_commit(const Snapshot& snapshot) const {
    return !snapshot.clean() && !(x_from.stack && x_from.previous && snapshot.is_beside_only());
  }

  /// Is the WIP commit on the branch another one than the record's?
  bool is_amended(const Snapshot& snapshot) const {
    const std::string wip = x_from.previous ? x_from.previous->git().wip_commit : "";
    return !wip.empty() && wip != snapshot.status.head.oid;
  }

  /// Is the work of the record before this one here as it was paused?
  bool is_same_work(const Snapshot& snapshot) const {
    return !x_request.imported && x_from.superseded.empty() && x_from.stack && x_from.previous &&
           !is_amended(snapshot) && x_block.operation.empty() &&
           has_all_of(x_store, *x_from.previous, snapshot, x_since);
  }

  /// In the very same words?
  bool is_unchanged(const Snapshot& snapshot) const {
    return x_notes.empty() && is_same_work(snapshot) &&
           (x_request.mode == model::Mode::checkpoint || x_messages.empty()) &&
           say_the_same(*x_from.previous->document, *x_document);
  }

  /// Then it stays so, and undo means what it did.
  bool is_as_paused(const Snapshot& snapshot) const {
    return x_request.forked_from.empty() && is_unchanged(snapshot) &&
           x_from.previous->at.id == x_block.id &&
           x_from.previous->at.ref == Store::active_ref(label(), x_block.id);
  }

  /// What somebody else has is not offered a second time.
  void expect_something_new(const Snapshot& snapshot) const {
    const std::string& id = x_request.forked_from;
    const auto is_of_it = [&](const std::optional<Record>& from) {
      return from && from->at.id == id;
    };
    const bool says_nothing = x_notes.empty() && x_messages.empty() && !x_request.input &&
                              x_request.message.empty() && x_request.next.empty();
    const bool is_same =
        is_of_it(x_from.previous)
            ? (x_request.is_fork_of_ended ? is_unchanged(snapshot) : is_same_work(snapshot))
            : x_request.is_pushed && is_of_it(x_from.resumed) && x_from.is_as_resumed &&
                  says_nothing;
    if (id.empty() || !is_same)
      return;
    const std::string why = x_request.why_forked.empty() ? "" : ", and " + x_request.why_forked;
    if (is_of_it(x_from.previous))
      if (const auto shared = read_shared_quietly(x_store.repository(), id);
          shared && shared->local != x_from.previous->at.oid)
        refuse("nothing to pause: '" + printable(id) + "' is paused as it is here" + why,
               {"share what is paused here: git handoff push " + printable(id)});
    refuse("nothing to pause: '" + printable(id) + "' has been shared as it is here" + why,
           {"what changes here from now on becomes a handoff of its own"});
  }

  void describe(const Snapshot& snapshot) {
    x_block = compose_git_block(x_repository, snapshot);
    x_block.author = git::person_of(x_identity.author);
    x_block.agent = x_request.agent;
    x_block.pathspecs = x_request.pathspecs;
  }

  /// The same record, of what is here by now.
  void decide_again(const Snapshot& before, const Snapshot& now) {
    const git::Head &was = before.status.head, &is = now.status.head;
    if (was.oid != is.oid || was.branch != is.branch)
      refuse("nothing is paused: the pre-commit hook moved HEAD",
             {"git -c handoff.verify=false handoff pause"});
    const std::string id = x_block.id;
    describe(now);
    x_block.id = id;
    const bool conflicts = has_conflicts(now);
    if (conflicts)
      x_why_not = "there are unresolved conflicts";
    x_moves = !conflicts && needs_commit(now);
    x_block.on_branch = x_moves;
  }

  /// Those beside the paths that were given count as well: no resume moves a branch with one.
  bool has_conflicts(const Snapshot& snapshot) const {
    return !snapshot.conflicts.empty() ||
           (!x_request.pathspecs.empty() &&
            !x_repository.git()
                 .output({.args = {"ls-files", "-u", "-z"}}, "list conflicts")
                 .empty());
  }

  /// Is something staged that is in none of the paths which were given?
  bool is_any_staged_left(const Snapshot& snapshot) const {
    const std::string staged = x_repository.git().output(
        {.args = {"diff", "--cached", "--name-only", "--no-renames", "-z"}}, "list what is staged");
    return std::ranges::any_of(split(staged, '\0'), [&](const std::string& path) {
      return !path.empty() && !in_list(snapshot.paths, path);
    });
  }

  /// Where the snapshot goes, and which record it belongs to.
  void decide(const Snapshot& snapshot) {
    const git::Head& head = snapshot.status.head;
    if (!head.branch.empty() && !git::is_branch_name(head.branch))
      refuse("nothing is paused: '" + printable(head.branch) + "' is no name for a branch",
             {"give it one: git branch -m NAME"});
    describe(snapshot);
    x_from = find_predecessor(x_store, x_request, x_block, snapshot);
    if (!x_request.imported)
      read_notes(head);
    x_block.id = x_from.previous && x_from.previous->at.id != x_request.forked_from
                     ? x_from.previous->at.id
                 : !x_request.continues.empty()
                     ? x_request.continues
                     : x_store.new_id(head.branch, git::time_of(x_identity.committer));
    if (!x_block.operation.empty())
      x_why_not = model::an_operation(x_block.operation) + " is under way";
    else if (has_conflicts(snapshot))
      x_why_not = "there are unresolved conflicts";
    else if (x_request.snapshot_only)
      x_why_not = x_request.mode == model::Mode::checkpoint || x_request.imported
                      ? ""
                      : "--snapshot-only was given";
    else if (!git::other_worktree_with(x_repository, head.branch).empty())
      x_why_not = "the branch is checked out in another worktree as well";
    x_moves = x_why_not.empty() && !x_request.snapshot_only && needs_commit(snapshot);
    if (!x_request.imported)
      x_messages = commit_messages(x_repository);
    if (!x_messages.empty() && !x_request.pathspecs.empty() && is_any_staged_left(snapshot))
      x_messages.clear();  // they are of that
    x_block.on_branch = x_moves;
  }

  /// The journal of this branch, and what checkpoints that end here own. `--no-carry` leaves what
  /// older records left open where it is, or brings it into the journal.
  void read_notes(const git::Head& head) {
    const std::string& file = x_repository.layout().journal_file();
    Journal journal = read_journal(file);
    x_torn_journal = journal.torn;
    x_notes = notes_for(journal, head.label());
    leave_those_of_others();
    read_along();
    x_notes.insert(x_notes.begin(), x_request.left.begin(), x_request.left.end());
    if (!x_request.carry)
      leave_carried(x_notes);
    if (x_from.previous)
      x_known = own_document(
          *x_from.previous,
          read_journals(x_repository.layout(), worktree_of(x_store, *x_from.previous)));
    bool closes = in_list(x_notes, model::NoteKind::done, &model::Note::kind);
    for (const Record& other : closes ? x_store.live_at(head) : std::vector<Record>())
      if (!other.is_checkpoint() && is_known(Provenance(x_repository), other) &&
          (!x_from.previous || other.at.id != x_from.previous->at.id))
        append(x_still_to_close, closings_of(*other.document, x_notes));
    for (const Record& checkpoint : x_from.superseded)
      append(x_inherited, notes_from_open(*own_document(checkpoint, journal), checkpoint.at.id));
  }

  /// What came with a shared handoff that is yours, and no part of this, stays in the journal for
  /// that, and so does what closes some of it.
  void leave_those_of_others() {
    const auto stays = [&](const model::Note& note) {
      return in_list(x_request.stay, note.carried_from);
    };
    std::vector<model::Note> theirs;
    std::ranges::copy_if(x_notes, std::back_inserter(theirs), stays);
    std::erase_if(x_notes, stays);
    append(x_still_to_close, closings_among(theirs, x_notes));
  }

  /// What came with the shared handoff that this goes on with, where it lies under the name of the
  /// branch, or in the worktree, that the work was put back in.
  void read_along() {
    if (x_request.along.empty())
      return;
    const auto came_along = [&](const model::Note& note) {
      return in_list(x_request.along, note.carried_from);
    };
    const std::string& own = x_repository.layout().journal_file();
    std::vector<std::string> files = journals_beside(own);
    files.push_back(own);
    std::vector<model::Note> along;
    for (const std::string& file : files) {
      const Journal journal = read_journal(file);
      ItemSet came;
      std::set<std::string> labels;
      for (const model::Note& note : journal.notes)
        if (came_along(note)) {
          came.insert(note);
          labels.insert(note.branch);
        }
      for (const model::Note& note : journal.notes) {
        const bool closes = note.kind == model::NoteKind::done && labels.contains(note.branch) &&
                            came.has(note.closes, note.text);
        if ((!closes && !came_along(note)) || in_list(x_notes, note.id, &model::Note::id))
          continue;
        along.push_back(note);
        x_along[file == own ? "" : worktree_of_journal(file)].insert(note.id);
      }
    }
    x_notes.insert(x_notes.begin(), along.begin(), along.end());
  }

  /// What this version leaves out stays open.
  std::vector<Step> leave_out() const {
    std::vector<Step> steps;
    if (x_request.carry)
      return steps;
    if (x_from.previous)
      steps.push_back(Step{.journal = leave_open(x_store, *x_from.previous, {label(), x_block.base},
                                                 x_document.get())});
    for (const Record& checkpoint : x_from.superseded)
      steps.push_back(Step{
          .journal = leave_open(x_store, checkpoint, {label(), x_block.base}, x_document.get())});
    return steps;
  }

  std::string label() const { return x_block.branch.empty() ? "HEAD" : x_block.branch; }

  /// A record holds so much and no more, and a journal may hold any number: the newest notes stay
  /// in it for the handoff after this one.
  Json compose(const Snapshot& snapshot) {
    for (;;) {
      Json document = compose_all(snapshot);
      if (x_notes.size() < kManyNotes || can_be_read_again(document))
        return document;
      const size_t kept = x_notes.size() / 2;
      x_notes_left += x_notes.size() - kept;
      x_notes.resize(kept);
    }
  }

  Json compose_all(const Snapshot& snapshot) {
    std::vector<model::Note> notes = x_notes;
    if (x_request.carry)
      notes.insert(notes.end(), x_inherited.begin(), x_inherited.end());
    Json document = compose_record(
        {.request = x_request,
         .snapshot = snapshot,
         .previous = x_known.get(),
         .resumed = x_from.resumed && x_request.carry ? x_from.resumed->document.get() : nullptr,
         .older_id = x_from.previous  ? x_from.previous->at.id
                     : x_from.resumed ? x_from.resumed->at.id
                                      : std::string(),
         .is_as_resumed = x_from.is_as_resumed,
         .notes = std::move(notes),
         .stacked = x_from.stack.has_value(),
         .time = git::time_of(x_identity.committer)});
    if (!x_request.imported)
      fill_from_session(x_repository, document, x_request.input.get());
    // What can be seen is never asked; in an emergency there is no time to look.
    if (x_request.mode != model::Mode::emergency) {
      const Observation seen = observe(x_repository);
      fill_from_work(document, seen);
      x_others = words_of_others(seen);
      fill_from_workflow_state(x_repository, document);
      name_commits_of_tasks(x_repository, document, x_notes, snapshot.status.head.oid);
      append(x_others, fill_from_commits(x_repository, document, last_seen(),
                                         snapshot.status.head.oid, x_block.author));
    }
    return document;
  }

  /// The commit at which the last record of this branch was made or resumed; empty where there was
  /// none.
  std::string last_seen() const {
    for (const model::Note& note : x_notes)
      if (!note.carried_from.empty())
        return note.head;
    return x_from.previous ? x_from.previous->git().base : std::string();
  }

  /// The editor opens when everything is reachable: by a checkpoint of its own, which goes with the
  /// pause. What is paused already stays as it is until then.
  void let_a_person_write(const Snapshot& snapshot, git::Quarantine& quarantine) {
    Json draft = compose(snapshot);
    Json provisional = draft;
    provisional["mode"] = formats::word_of(model::Mode::checkpoint);
    provisional["title"] = kBeforeEditor;
    model::GitBlock block = x_block;
    block.on_branch = false;
    const git::Head& head = snapshot.status.head;
    block.id = x_store.new_id(head.branch, git::time_of(x_identity.committer));
    Predecessor from = std::exchange(x_from, {});
    const std::string oid = write_version(snapshot, quarantine, provisional, block);
    x_from = std::move(from);
    remember_version(x_repository, quarantine.objects(), oid, provisional, sources());
    x_kept = {Store::active_ref(head.label(), block.id), "", oid};
    if (move_refs(x_repository, quarantine, "checkpoint", block.id, {{x_kept.name, oid, ""}}) ==
        git::RefResult::lost_race)
      refuse_race();
    quarantine.release();
    std::optional<Json> written;
    try {
      written = x_request.edit(draft);
    } catch (const Failure&) {
      drop_kept_meanwhile(quarantine);
      throw;
    }
    if (!written) {
      drop_kept_meanwhile(quarantine);
      refuse("not paused: the text is empty",
             {"'git handoff checkpoint' keeps a snapshot without a text"});
    }
    x_document = std::make_unique<Json>(std::move(*written));
  }

  void drop_kept_meanwhile(git::Quarantine& quarantine) {
    if (!x_kept.name.empty())
      move_refs(x_repository, quarantine, "pause given up", x_block.id, {x_kept});
  }

  /// What the index is to have of the version before. Where its WIP commits were rebased or altered
  /// since, what was staged goes onto what they stand on now, as a resume would have it.
  std::vector<git::IndexEntry> entries_below(git::Quarantine& quarantine) {
    const Record& previous = *x_from.previous;
    const std::string conflicts =
        "what was staged before conflicts with what the branch stands on now: it comes back, and "
        "is not staged";
    try {
      const IndexQuestion question{.top_tree = tree_of(x_store, x_from.stack->top),
                                   .base_tree = tree_of(x_store, x_from.stack->base),
                                   .altered = x_from.is_altered};
      if (!question.altered && question.base_tree == tree_of(x_store, previous.git().base))
        return recorded_entries(x_store, previous);
      const IndexPlan plan = plan_index(x_store, quarantine, previous, question);
      if (plan.all_unstaged)
        x_unstaged = conflicts;
      else if (plan.some_unstaged)
        x_unstaged =
            "the WIP commit of the pause before was changed since: what was staged of the files "
            "that it has otherwise comes back, and is not staged";
      return vector_of(plan.changes, [](const git::IndexChange& change) { return change.after; });
    } catch (const git::GitKilled&) {
      throw;
    } catch (const Failure&) {  // no reason not to pause
      x_unstaged = conflicts;
      return {};
    }
  }

  std::string write_version(const Snapshot& snapshot, git::Quarantine& quarantine, Json& document,
                            model::GitBlock& block) {
    const git::Head& head = snapshot.status.head;
    const model::Handoff handoff = formats::read_handoff(document);
    const auto part = told_document(x_repository, sources(), document);
    x_told = part != nullptr ? formats::read_handoff(*part) : handoff;
    std::vector<git::TreeEdit> attachments = snapshot.attachments;
    for (const CommitMessage& message : x_messages)
      attachments.push_back({std::string(kMessageFolder) + "/" + message.name, git::kModeFile,
                             quarantine.write(git::ObjectType::blob, message.bytes)});
    std::string snapshot_commit = head.oid;
    if (needs_commit(snapshot)) {
      git::Commit commit{.tree = snapshot.wip_tree,
                         .author = x_identity.author,
                         .committer = x_identity.committer,
                         .message = wip_message(x_told, block.id)};
      if (!head.unborn())
        commit.parents.push_back(head.oid);
      bool sign = !is_untyped() && x_repository.config().flag("handoff.sign", false);
      block.wip_commit = snapshot_commit =
          write_wip_commit(x_repository, quarantine, commit, sign && x_moves);
    }
    if (x_from.stack && x_from.previous) {
      stack_onto(x_store, *x_from.previous, entries_below(quarantine), *x_from.stack, snapshot,
                 x_since, quarantine, block, attachments);
      snapshot_commit = block.wip_commit;
    }
    const auto documents = vector_of(handoff.documents, &model::Document::path);
    x_documents =
        attach_documents(x_repository, handoff, not_own(x_repository, sources(), documents),
                         quarantine, attachments);
    NewVersion version{.document = &document,
                       .block = block,
                       .previous = x_from.previous
                                       ? thin_versions(x_store, quarantine, *x_from.previous)
                                       : x_from.retired.expected,
                       .snapshot = snapshot_commit,
                       .attachments = std::move(attachments),
                       .subject = reflog_message() + title_behind(x_told),
                       .tells = part == nullptr};
    return x_store.write(quarantine, version, x_identity);
  }

  /// Looks for what a stranger would miss. Never in the way of an emergency or of a checkpoint.
  void pass_quality_gate() {
    if (x_request.mode != model::Mode::manual)
      return;
    x_lint = lint_in(x_repository, *x_document);
    if (const auto part = told_document(x_repository, sources(), *x_document))
      withhold(x_lint, lint_in(x_repository, *part));
    if (!x_lint.errors() || !lint_gate_refuses(x_repository))
      return;
    std::vector<std::string> hints = errors_of(x_lint);
    hints.emplace_back("'git handoff pause --emergency' or 'git handoff checkpoint' ask nothing");
    refuse("nothing is paused: the record has errors, and handoff.lint=error is set", hints);
  }

  void store(const Snapshot& snapshot, git::Quarantine& quarantine) {
    if (!x_request.forked_from.empty() &&
        (!x_from.previous || x_from.previous->at.id == x_request.forked_from))
      (*x_document)["forked_from"] = x_request.forked_from;
    // A checkpoint is no version of what was put back here.
    if (x_request.mode == model::Mode::checkpoint && x_from.resumed &&
        x_from.resumed->at.id != x_block.id &&
        read_shared_quietly(x_repository, x_from.resumed->at.id))
      (*x_document)["forked_from"] = x_from.resumed->at.id;
    // Somebody else may have what this was forked from as long as it is gone on with.
    for (const std::optional<Record>* from : {&x_from.previous, &x_from.resumed})
      if (*from && !x_document->contains("forked_from"))
        if (const std::string origin =
                formats::text_of(formats::field(*(*from)->document, "forked_from"));
            git::is_record_id(origin) && origin != x_block.id)
          (*x_document)["forked_from"] = origin;
    pass_quality_gate();
    x_record_oid = write_version(snapshot, quarantine, *x_document, x_block);
  }

  std::string verb() const {
    return x_request.imported                          ? "import"
           : x_request.mode == model::Mode::checkpoint ? "checkpoint"
                                                       : "pause";
  }
  std::string reflog_message() const { return "handoff: " + verb(); }

  /// The record's ref first: from then on nothing can be lost. Then the index, then the branch.
  /// No where another checkpoint came first.
  bool publish(const Snapshot& snapshot, git::Quarantine& quarantine, git::RefSession& refs) {
    const git::Head& head = snapshot.status.head;
    x_ref = Store::active_ref(head.label(), x_block.id);
    x_left_open = leave_out();
    Transaction transaction{.verb = verb(),
                            .id = x_block.id,
                            .message = reflog_message(),
                            .steps = x_left_open,
                            .reversible = x_request.reversible};
    Step record{.refs = {{x_ref, x_record_oid, x_from.before_at(x_ref)}}};
    if (!x_kept.name.empty())
      record.refs.push_back(x_kept);
    if (x_from.previous && !x_from.stays && x_from.previous->at.ref != x_ref)
      record.refs.push_back({x_from.previous->at.ref, "", x_from.previous->at.oid});
    if (!x_from.retired.expected.empty())
      record.refs.push_back(x_from.retired);
    for (const Record& checkpoint : x_from.superseded) {
      record.refs.push_back({checkpoint.at.ref, "", checkpoint.at.oid});
      record.refs.push_back(
          {Store::archive_ref(checkpoint.at.branch, checkpoint.at.id), checkpoint.at.oid, ""});
    }
    transaction.steps.push_back(std::move(record));
    // A checkpoint only copies notes.
    if (x_request.mode != model::Mode::checkpoint)
      append(transaction.steps, folded());
    if (x_moves) {
      std::string branch_ref = head.detached() ? "HEAD" : "refs/heads/" + head.branch;
      transaction.steps.push_back(Step{.index = snapshot.index});
      transaction.steps.push_back(Step{.refs = {{branch_ref, x_block.wip_commit, head.oid}}});
    }
    if (x_moves || (x_from.stack && x_why_not.empty() && !x_request.snapshot_only))
      for (const CommitMessage& message : x_messages)  // as git does at a switch
        transaction.steps.push_back(
            Step{.messages = {{message.name, message.bytes, std::nullopt}}});
    if (x_request.imported || x_request.is_from_file)
      remember_imported(x_repository, x_record_oid);
    remember_version(x_store.repository(), quarantine.objects(), x_record_oid, *x_document,
                     sources());
    std::optional<WorktreeHold> alone;
    const bool is_checkpoint = x_request.mode == model::Mode::checkpoint;
    if (is_checkpoint && !x_from.previous) {  // no ref says by its value that one came meanwhile
      make_durable_folders(x_repository.layout().own_dir());
      alone.emplace(x_repository, kLookOften);
      if (find_predecessor(x_store, x_request, x_block, snapshot).previous)
        return false;
    }
    x_result = run_transaction(x_repository, quarantine, transaction, &snapshot.prepared, &refs);
    if (x_result.lost_race && is_checkpoint)
      return false;
    if (x_result.lost_race)
      refuse_race();
    quarantine.release();
    if (x_moves)
      attach_note(x_repository, x_block.wip_commit, x_told, x_block.id);
    return true;
  }

  /// Where the texts of this version came from.
  Sources sources() const {
    Sources taken{
        .notes = x_notes, .input = x_request.input.get(), .input_words = x_request.input_words};
    taken.typed = {x_request.next, x_request.message, x_request.title, x_request.workflow};
    taken.others = x_request.others_words;
    taken.others.insert(taken.others.end(), x_others.begin(), x_others.end());
    for (const std::optional<Record>* from : {&x_from.previous, &x_from.resumed})
      if (*from)
        taken.records.emplace_back(**from);
    if (x_from.previous && x_from.stack)
      taken.snapshot = Provenance(x_store.repository()).of_snapshot(*x_from.previous);
    append(taken.records, x_from.superseded);
    return taken;
  }

  /// The notes that this record takes, by journal.
  std::vector<Step> folded() const {
    std::map<std::string, JournalMove> moves;
    for (const model::Note& note : x_notes) {
      if (note.id.empty() || x_still_to_close.contains(note.id))
        continue;  // a step that is in no journal
      const auto along = std::ranges::find_if(
          x_along, [&](const auto& in) { return in.second.contains(note.id); });
      const std::string worktree = along == x_along.end() ? std::string() : along->first;
      JournalMove& move = moves[worktree];
      move.record = x_block.id;
      move.worktree = worktree;
      move.notes.push_back(note.id);
    }
    std::vector<Step> steps;
    for (auto& [worktree, move] : moves)
      steps.push_back(Step{.journal = std::move(move)});
    return steps;
  }

  [[noreturn]] void refuse_race() const {
    refuse("somebody else paused here at the same moment: '" + x_block.id + "' has a newer version",
           {"look at it with 'git handoff show', then pause again"});
  }

  PauseReport report(const Snapshot& snapshot) const {
    PauseReport report;
    report.id = x_block.id;
    report.ref = x_ref;
    report.branch = snapshot.status.head.label();
    report.base = x_block.base;
    report.wip_commit = x_block.wip_commit;
    report.on_branch = x_moves || (x_from.stack && x_why_not.empty() && !x_request.snapshot_only);
    report.why_not_on_branch = x_why_not;
    std::set<std::string> files(snapshot.paths.begin(), snapshot.paths.end());
    for (const std::set<std::string>* beside : {&x_since.bytes, &x_since.modes})
      files.insert(beside->begin(), beside->end());
    report.amended = x_from.stack && is_amended(snapshot);
    report.goes_on = x_from.previous && x_from.previous->at.id == x_block.id;
    if (!report.goes_on && x_from.stack && x_from.previous) {  // what is below is of this one, too
      const std::vector<std::string>& below = x_from.previous->handoff.uncommitted_files;
      files.insert(below.begin(), below.end());
    }
    report.files = files.size();
    report.stack_height =
        (report.goes_on && x_from.stack ? x_from.stack->height : 0) + (x_moves ? 1 : 0);
    report.left_out = snapshot.left_out;
    report.secrets = snapshot.secrets;
    report.left_alone = x_result.left_alone;
    report.next_action = x_told.next_action;
    report.next_withheld = x_told.next_action.empty() && !next_step_of(*x_document).empty();
    if (!x_from.warning.empty())
      report.warnings.push_back(x_from.warning);
    if (!x_unstaged.empty())
      report.warnings.push_back(x_unstaged);
    for (const std::string& file : x_lost)
      report.warnings.push_back("in the version before this one alone: " + file);
    if (x_notes_left > 0)
      report.warnings.push_back(
          count_of(x_notes_left, "note") +
          " did not fit, and wait for the next handoff: git handoff note --list");
    for (const Step& step : x_left_open)
      if (step.journal.stay > 0)
        report.warnings.push_back(count_of(step.journal.stay, "item") +
                                  " did not fit into the journal, and stay where they are: git "
                                  "handoff show " +
                                  step.journal.record);
    for (const std::string& damaged : x_from.damaged)
      if (!x_from.warning.starts_with(damaged))
        report.warnings.push_back(damaged + "; 'git handoff doctor' says what to do");
    report.warnings.insert(report.warnings.end(), x_from.submodules.begin(),
                           x_from.submodules.end());
    if (x_torn_journal)
      report.warnings.push_back(
          "the last line of the journal was cut off by a crash and is not in the record");
    append(report.warnings, warnings_of_place(x_store, x_block.id, x_moves));
    warn_of_no_seal(report.warnings);
    report.fallback_identity = x_identity.fallback;
    report.documents = x_documents;
    if (x_request.mode != model::Mode::checkpoint)
      append(report.warnings,
             write_mirror(
                 x_store,
                 {.ref = x_ref, .branch = report.branch, .id = x_block.id, .oid = x_record_oid})
                 .warnings);
    report.lint = x_lint;
    report.whole_record = x_request.input != nullptr;
    return report;
  }

  const git::Repository& x_repository;
  const PauseRequest& x_request;
  Store x_store;
  git::Identity x_identity;
  model::GitBlock x_block;
  Predecessor x_from;
  std::vector<CommitMessage> x_messages;  ///< that git has for the work
  std::string x_unstaged = {};            ///< of the version before, for people
  std::vector<std::string> x_lost;        ///< of the version before: files that only that has now
  ChangedByHand x_since;                  ///< beside the commit that this one stands on
  std::shared_ptr<const Json> x_known;    ///< of the previous version, what it owns
  static constexpr size_t kManyNotes = 1'000;  ///< fewer fit beside anything
  std::vector<model::Note> x_notes;            ///< of the journal
  /// Ids of those that read_along() found, by the worktree whose journal has them.
  std::map<std::string, std::set<std::string>> x_along;
  std::vector<Step> x_left_open;
  size_t x_notes_left = 0;                 ///< stay there: there are too many for a record
  std::set<std::string> x_still_to_close;  ///< closings that another live record needs, too
  std::vector<model::Note> x_inherited;    ///< what those checkpoints own
  std::vector<std::string> x_others;       ///< see Sources
  bool x_torn_journal = false;
  std::string x_why_not;
  bool x_moves = false;   ///< index and branch go onto the WIP commit
  git::RefUpdate x_kept;  ///< takes away what keeps the work while the editor is open
  std::string x_record_oid;
  std::string x_ref;
  std::unique_ptr<Json> x_document;
  model::Handoff x_told;  ///< what it says in messages of commits
  TransactionResult x_result;
  LintReport x_lint;
  AttachedDocuments x_documents;
};

}  // namespace

PauseReport pause(const git::Repository& repository, const PauseRequest& request) {
  return Pause(repository, request).run();
}

}  // namespace handoff::ops
