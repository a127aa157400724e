#include "ops/verbs/status_and_list.hpp"

#include <algorithm>
#include <set>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/check/older_checkpoints.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/look_budget.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/summaries.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/replay.hpp"
#include "ops/resume/undo.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

/// What this clone has to do with at a remote, and what is not among the records: of this branch
/// first; what was taken from it only there. Without one: of all branches.
std::vector<Shared> held_beside(const std::map<std::string, Standing>& standings,
                                const std::vector<Summary>& records, const std::string& branch) {
  std::set<std::string_view> live;
  for (const Summary& record : records)
    if (record.at.place == RecordRef::Place::active)
      live.insert(record.at.id);
  std::vector<Shared> held;
  for (const auto& [id, known] : standings) {
    const Shared& shared = known.shared;
    const bool over = shared.is_gone() && now() - shared.seen >= kLongOver;
    if (!live.contains(shared.id) && !over && shared.id == id && shared.concerns_clone() &&
        (shared.ours || shared.pending || branch.empty() || shared.branch == branch))
      held.push_back(shared);
  }
  std::ranges::stable_partition(held,
                                [&](const Shared& shared) { return shared.branch == branch; });
  return held;
}

/// What a fetch told of others' and no record here has, nor what is held: without what was put away
/// here, and that is long over.
std::vector<Shared> told_beside(const Store& store, const Listing& listing,
                                const std::string& branch) {
  if (listing.standings.empty())
    return {};
  std::set<std::string> told = set_of(store.archived(), &RecordRef::id);
  append(told, set_of(listing.held, &Shared::id));
  for (const Summary& record : listing.records)
    told.insert(record.at.id);
  std::vector<Shared> beside;
  for (const auto& [id, known] : listing.standings) {
    const Shared& shared = known.shared;
    const bool over = shared.state == SharedState::finished || shared.state == SharedState::absent;
    if (shared.id == id && !told.contains(id) && !shared.ended && !shared.last.empty() &&
        (branch.empty() || shared.branch == branch) && (!over || now() - shared.seen < kLongOver))
      beside.push_back(shared);
  }
  std::ranges::stable_sort(beside, std::ranges::greater{}, &Shared::seen);
  return beside;
}

}  // namespace

namespace {

/// The same id here and on a remote is one record: what is known of the remote's is told of it.
void drop_seen_of_known(std::vector<Summary>& records) {
  std::set<std::string> here;
  for (const Summary& record : records)
    if (record.at.place != RecordRef::Place::remote)
      here.insert(record.at.id);
  std::erase_if(records, [&](const Summary& record) {
    return record.at.place == RecordRef::Place::remote && here.contains(record.at.id);
  });
}

}  // namespace

Listing list_records(const Store& store, const ListRequest& request) {
  using Place = RecordRef::Place;
  std::vector<Place> places;
  for (const auto& [wanted, place] :
       {std::pair(request.live, Place::active), std::pair(request.remote, Place::remote),
        std::pair(request.archived, Place::archive)})
    if (wanted)
      places.push_back(place);
  Listing listing;
  listing.records = summaries_at(store, places, request.branch, listing.damaged);
  drop_seen_of_known(listing.records);
  listing.not_looked_at = LookBudget::of_this_command().passed_over();
  listing.standings = all_standings(store.repository());
  if (request.live)
    listing.held = held_beside(listing.standings, listing.records, request.branch);
  if (request.remote)
    listing.told = told_beside(store, listing, request.branch);
  withhold_unread(store, listing.records, request.reader);
  if (!request.archived)
    drop_committed(store, listing.records);
  take_noted_steps(store, listing.records, request.reader);
  return listing;
}

namespace {

/// Words that tell one piece of work from another; "feature", "fix" and the like tell nothing.
std::set<std::string> telling_words(const std::string& text) {
  static const std::set<std::string> kEmpty = {
      "feature", "feat", "fix",     "bugfix", "hotfix", "chore", "main",
      "master",  "dev",  "develop", "trunk",  "wip",    "task",  "head",
      "branch",  "test", "release", "the",    "and",    "for",   "with"};
  std::string words = to_lower(text);
  std::ranges::replace_if(
      words,
      [](unsigned char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c < 0x80; },
      ' ');
  std::set<std::string> telling;
  for (const std::string& word : split(words, ' '))
    if (const bool digits = word.find_first_not_of("0123456789") == std::string::npos;
        word.size() >= (digits ? 2u : 3u) && !kEmpty.contains(word))
      telling.insert(word);
  return telling;
}

}  // namespace

size_t fit_of(const Summary& record, const std::string& branch) {
  std::set<std::string> theirs =
      telling_words(record.at.branch + " " + record.title + record.names);
  size_t shared = 0;
  for (const std::string& word : telling_words(branch))
    shared += theirs.contains(word) ? 1 : 0;
  return shared;
}

const Summary* best_fit(const std::vector<Summary>& records, const std::string& branch) {
  const Summary* best = nullptr;
  size_t most = 0;
  for (const Summary& record : records)
    if (size_t fit = fit_of(record, branch); fit > most) {
      best = &record;
      most = fit;
    }
  return best;
}

namespace {

/// Is a commit what an archived record would take off, rebased perhaps?
bool is_work_of(const Store& store, const RecordRef& ref, const std::string& commit) {
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && record->git().on_branch &&
           store.objects().contains(record->git().wip_commit) &&
           wip_at(store, *record, commit).is_ours();
  } catch (const Failure&) {
    return false;  // damaged: nothing would take it off
  }
}

/// The newest version of it that is just this commit's work; nullopt: none is.
std::optional<size_t> version_of_commit(const Store& store, const RecordRef& ref,
                                        const std::string& commit) {
  const std::vector<std::string> versions = store.versions(ref);
  const std::optional<Record> exact = version_at(store, ref, commit);
  const auto it = exact ? std::ranges::find(versions, exact->oid) : versions.end();
  return it == versions.end() ? std::nullopt : std::optional<size_t>(it - versions.begin());
}

/// What undo is told to bring the work of a commit back from an archived record, whose last version
/// says that it is that (`named`) or not; `altered`: not as it was paused. Empty: it would not.
std::string way_to_undo(const Store& store, const RecordRef& ref, const std::string& commit,
                        bool named, bool& altered) {
  altered = false;
  try {
    if (const std::optional<size_t> version = version_of_commit(store, ref, commit))
      return ref.id + (*version == 0 ? "" : "~" + std::to_string(*version));
    altered = true;
  } catch (const Failure&) {
    // Damaged: who tries hears it.
  }
  return named ? ref.id : std::string();
}

bool is_undone_now(const Store& store) {
  try {
    try_undo_last(store);
    return true;
  } catch (const git::GitKilled&) {
    throw;
  } catch (const Failure&) {
    return false;
  }
}

/// Not so of one that cannot be read.
bool had_nothing_to_commit(const Store& store, const Summary& record) {
  try {
    const std::optional<Record> whole =
        record.wip_commit.empty() ? store.look_at(record.at) : std::nullopt;
    return whole && whole->git().wip_commit.empty();
  } catch (const Failure&) {
    return false;
  }
}

/// Discarded, or kept as a commit: nothing else would say that the branch ends in it.
void find_wip_left(const Store& store, const std::vector<WipCommit>& wips, StatusReport& report) {
  if (report.head.unborn() || (report.below && report.below->at_tip))
    return;
  std::optional<git::Commit> tip = git::read_commit(store.objects(), report.head.oid);
  std::optional<std::string> id = tip ? wip_id(*tip) : std::nullopt;
  auto is_it = [&](const Summary& record) {
    return (record.at.id == *id && !had_nothing_to_commit(store, record)) ||
           record.wip_commit == report.head.oid;
  };
  if (!id || !says_wip(*tip) || std::ranges::any_of(report.active, is_it) ||
      std::ranges::any_of(report.damaged,
                          [&](const RecordRef& ref) { return !ref.archived() && ref.id == *id; }))
    return;
  if (std::ranges::any_of(report.elsewhere, is_it)) {
    const std::optional<WipCommit> older = older_than_elsewhere(store, report.head, wips);
    if (!older || older->depth > 0)
      return;
  }
  const std::string holder =
      where_published(store.repository(), report.head.oid, {"refs/heads/" + report.head.branch});
  report.wip_left_held = is_of_this_repository(holder);
  if (!holder.empty() && !report.wip_left_held)
    return;  // what others have stays a commit
  report.wip_left = report.head.oid;
  report.wip_left_id = *id;
  // A pause that became a handoff of its own has its commit still named for the first one. What
  // was put away last is meant; what undo took back only where there is nothing else.
  std::pair<bool, Seconds> best;
  std::vector<std::string> names =
      git::earlier_names(store.repository().layout().common_dir, report.head.branch);
  names.push_back(report.head.label());
  for (const RecordRef& ref : store.archived()) {
    if (!in_list(names, ref.branch))
      continue;  // it is taken off there
    const std::optional<git::Commit> last = git::read_commit(store.objects(), ref.oid);
    const bool names_it = last && git::trailer(last->message, "Handoff-Wip") == report.wip_left;
    if (!names_it && (!last || ref.id != *id))
      continue;
    bool altered = false;
    const std::string undo = way_to_undo(
        store, ref, report.wip_left, names_it || is_work_of(store, ref, report.wip_left), altered);
    if (undo.empty())
      continue;
    const std::pair rank(!last->message.starts_with("handoff: undone"),
                         git::time_of(last->committer));
    if (!report.wip_left_undo.empty() && (rank < best || (rank == best && ref.id != *id)))
      continue;
    best = rank;
    report.wip_left_id = ref.id;
    report.wip_left_undo = undo;
    report.wip_left_altered = altered;
  }
  // A detached HEAD on a branch's commit: it is told, and taken off, on that branch.
  if (report.head.detached() && report.wip_left_held && report.wip_left_undo.empty())
    report.wip_left.clear();
}

}  // namespace

namespace {

/// Those that wait for a pause, each once: what closes, and what was closed, is over.
size_t count_open(const std::vector<model::Note>& notes) {
  std::set<std::string> over;
  for (const model::Note& note : notes)
    if (note.kind == model::NoteKind::done)
      over.insert(lists::folded(note.text));
  ItemSet seen;
  size_t count = 0;
  for (const model::Note& note : notes) {
    if (note.kind == model::NoteKind::done || seen.has(note) ||
        over.contains(lists::folded(note.text)))
      continue;
    seen.insert(note);
    ++count;
  }
  return count;
}

}  // namespace

/// Who has what of this branch. What is live here is looked at closely.
void find_standings(const Store& store, std::map<std::string, Standing>& all,
                    StatusReport& report) {
  if (all.empty())
    return;
  for (const Summary& record : report.active) {
    try {
      if (std::optional<Record> whole = store.look_at(record.at))
        if (std::optional<Standing> known = standing(store.repository(), *whole))
          all.insert_or_assign(record.at.id, std::move(*known));
    } catch (const Failure&) {
      // Damaged, and counted as such.
    }
  }
  std::vector<Summary> live = report.active;
  for (const Summary& record : report.elsewhere)  // what is held there is told, too
    if (auto known = all.find(record.at.id);
        known == all.end() ||
        (known->second.kind != Standing::Kind::yours && !known->second.shared.pending))
      live.push_back(record);
  report.held = held_beside(all, live, report.head.label());
  report.standings = std::move(all);
}

namespace {

/// What `@` names is what the first line speaks of, and what is resumed.
void put_first(const std::optional<Record>& current, std::vector<Summary>& active) {
  std::ranges::stable_partition(
      active, [&](const Summary& record) { return current && record.at.ref == current->at.ref; });
}

/// Was it put back here, onto another branch than it was paused on?
bool is_gone_on_with(const git::Repository& repository, const git::Head& head,
                     const std::string& id) {
  const std::optional<ResumedHere> here = resumed_here(repository, head, {});
  return here && here->id == id && here->is_open;
}

/// What was resumed here, or started fresh, by the last operation, or was paused before that one.
void find_resumed(const Store& store, StatusReport& report) {
  const git::Repository& repository = store.repository();
  const auto last = last_operation(repository);
  const std::string verb = last ? last->transaction.verb : "";
  if ((verb != "resume" && verb != "fresh" && verb != "undo pause") ||
      (!git::read_ref(repository, Store::archive_ref(report.head.label(), last->transaction.id)) &&
       !is_gone_on_with(repository, report.head, last->transaction.id)))
    return;
  report.resumed_id = last->transaction.id;
  report.resumed_time = last->time;
  report.not_resumed = verb == "fresh" ? "started fresh" : verb == "resume" ? "" : kPauseUndone;
  report.brought_back = verb == "fresh" && is_undone_now(store);
}

/// Is it of a branch that had the name before, and not of the one that has it now?
bool is_named_for_another(const Store& store, const RecordRef& ref) {
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && is_of_namesake(store.repository(), record->handoff, ref.branch);
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace

StatusReport handoff_status(const Store& store, Reader reader, bool with_first_line) {
  const git::Repository& repository = store.repository();
  StatusReport report;
  report.head = repository.head();
  report.worktree = repository.layout().worktree_name();
  report.operation = repository.operation().value_or("");
  if (report.head.detached())
    report.operation_branch =
        git::branch_in_operation(repository.layout().git_dir, repository.layout().common_dir);
  Listing all = list_records(store, {.reader = reader});
  report.damaged = std::move(all.damaged);
  std::vector<RecordRef> fetched = open_remote(store);
  report.fetched = fetched.size();
  std::optional<Record> current;  // also that of a branch that was renamed
  try {
    current = waiting_at(store, report.head);
  } catch (const Failure&) {
    // Damaged, and counted as such: what else is paused can be told all the same.
  }
  std::set<std::string> at_head;  // where the name of HEAD does not tell which are its own
  const bool has_other_name = current && current->at.branch != report.head.label();
  const bool by_ref = has_other_name || report.head.detached();
  if (by_ref)
    for (const Record& record :
         has_other_name ? store.live_on(report.head) : store.live_at(report.head))
      at_head.insert(record.at.ref);
  if (has_other_name && current->at.branch == "HEAD")
    report.operation_then = current->git().operation;
  for (Summary& record : all.records) {
    const bool here = by_ref ? at_head.contains(record.at.ref)
                             : record.at.branch == report.head.label() &&
                                   (current || !is_named_for_another(store, record.at));
    (here ? report.active : report.elsewhere).push_back(std::move(record));
  }
  put_first(current, report.active);
  if (with_first_line && current && !report.active.empty())
    report.first_line = is_withheld(store, *current, reader)
                            ? FirstLine{.situation = Situation::unread,
                                        .text = "nobody here has read it yet: git handoff show " +
                                                shell_word(store.name_for(current->at))}
                            : first_line_now(store, readable_by(store, *current, reader));
  if (report.first_line && report.first_line->situation == Situation::safe)
    if (std::string older = told_of_older(store, *current, report.head, reader); !older.empty())
      report.first_line = FirstLine{.situation = Situation::claims_changed, .text = older};
  report.not_looked_at = LookBudget::of_this_command().passed_over();
  const std::vector<WipCommit> wips = wip_commits_below(store, report.head);
  report.below = paused_below(store, report.head, wips);
  report.wip_buried = buried_wip(store, report.head, wips);
  find_wip_left(store, wips, report);
  find_standings(store, all.standings, report);
  const std::set<std::string> held = set_of(report.held, &Shared::id);  // what is told of there
  std::erase_if(fetched, [&](const RecordRef& ref) { return held.contains(ref.id); });
  if (report.active.empty())
    report.fetched_here = told_fetched(store, fetched, report.head.label());
  if (report.active.empty() && report.fetched_here.empty() && fetched.size() == 1)
    report.way_to_take = way_to_take(store, fetched.front());
  const std::vector<model::Note> notes =
      notes_for(read_journal(repository.layout().journal_file()), report.head.label());
  report.notes = count_open(notes);
  find_resumed(store, report);
  if (std::optional<git::StatusQuestion> present; !report.resumed_id.empty())
    report.goes_on =
        !notes.empty() ||
        left_of_gone_on_with(store, report.head, notes, reader, present).record.has_value();
  return report;
}

}  // namespace handoff::ops
