#include <algorithm>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "git/refs/own_names.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/provenance.hpp"
#include "ops/share/fork.hpp"
#include "ops/share/left_items.hpp"
#include "ops/share/step.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

namespace {

/// The version here that a shared one becomes, or became when this was begun before.
std::string write_local_version(git::Quarantine& quarantine, const git::Commit& tip,
                                const std::string& previous) {
  git::Commit local = tip;
  local.parents.clear();
  if (!previous.empty())
    local.parents.push_back(previous);
  if (std::string snapshot = snapshot_of(tip); !snapshot.empty())
    local.parents.push_back(snapshot);
  std::string message;
  for (const std::string& line : split_lines(tip.message))
    if (!line.starts_with("Handoff-State: ") && !line.starts_with("Handoff-Nonce: "))
      message += line + "\n";
  local.message = message;
  return quarantine.write(git::ObjectType::commit, git::serialize_commit(local));
}

/// Those of this id, first the one of this very ref: a branch has another name by now.
std::vector<RecordRef> of_id(std::vector<RecordRef> refs, const std::string& id,
                             const std::string& first) {
  std::erase_if(refs, [&](const RecordRef& ref) { return ref.id != id; });
  std::stable_partition(refs.begin(), refs.end(),
                        [&](const RecordRef& ref) { return ref.ref == first; });
  return refs;
}

/// What an earlier version of it left open here, and copies of that which other records of the
/// branch left, are its own again: what was closed there meanwhile is closed.
void own_again(const Store& store, const Shared& shared, const RecordRef& ref) {
  const Record record = store.load(ref);
  if (record.previous.empty())
    return;
  // What was in no version there stays open here.
  std::vector<model::Note> items =
      notes_from_open(*store.load_version(ref, record.previous).document, "");
  std::erase_if(items, [ever = ever_open(store, shared)](const model::Note& item) {
    return !ever.has(item);
  });
  const ItemSet had(items);
  const std::string label = label_of(store, record);
  GoesOnHere others(store);
  const auto is_kept = [&](const model::Note& note) {
    return note.carried_from != ref.id && others.has(note.carried_from);
  };
  for (const std::string& file : all_journals(store.repository())) {
    JournalMove taken{.record = ref.id};
    const Journal journal = read_journal(file);
    for (const model::Note& note : journal.notes)
      if (came_with(note, ref.id, had) && !is_kept(note))
        taken.notes.push_back(note.id);
    for (const model::Note& note : notes_for(journal, label))
      if (!note.carried_from.empty() && note.carried_from != ref.id && had.has(note) &&
          !is_kept(note))
        taken.notes.push_back(note.id);
    move_notes(file, taken);
  }
}

/// What was closed here in a version that was never sent, and was laid aside, is closed in the one
/// that comes, too: where it was open in all that came between.
void close_unsent(const Store& store, const Shared& shared, const RecordRef& ref) {
  const Record record = store.load(ref);
  if (record.previous.empty() || shared.local.empty() || record.previous == shared.local)
    return;
  const auto open_in = [&](const std::string& version) {
    return notes_from_open(*store.load_version(ref, version).document, "");
  };
  if (store.load_version(ref, record.previous).handoff.status != "discarded")
    return;  // what was given back, or taken away, is forgotten
  const ItemSet ended(ended_since(store, shared));
  const git::Repository& repository = store.repository();
  const std::string &file = repository.layout().journal_file(), label = label_of(store, record);
  const ItemSet left(open_in(record.previous)), there(notes_from_open(*record.document, "")),
      noted = closed_by(notes_for(read_journal(file), label));
  std::vector<model::Note> closings;
  for (const model::Note& item : open_in(shared.local))
    if (can_be_done(item.kind) && !left.has(item) && there.has(item) && !ended.has(item) &&
        !noted.has(item.kind, item.text))
      closings.push_back(closing_of(item.kind, item.text, label, repository.head().oid));
  append_notes(file, closings);
}

}  // namespace

std::string adopt(const Store& store, Shared& shared) {
  const git::Repository& repository = store.repository();
  git::Commit tip = commit_or_fail(store, shared.tip);
  const std::string active = Store::active_ref(shared.branch, shared.id);
  auto live = of_id(store.active(), shared.id, active);
  const auto retired =
      of_id(store.archived(), shared.id, Store::archive_ref(shared.branch, shared.id));
  const bool in_place = live.size() == 1 && live.front().ref == active;
  const std::string before = live.empty() ? "" : live.front().oid;
  if (in_place && before == shared.local && shared.content == tip.tree)
    return {};
  std::string local = before, kept_as;
  if (!live.empty() && before != shared.local && commit_or_fail(store, before).tree != tip.tree) {
    kept_as = fork_record(store, store.load(live.front())).at.id;
    live.erase(live.begin());
  }
  if (!kept_as.empty() || !in_place || commit_or_fail(store, before).tree != tip.tree) {
    git::Quarantine quarantine(repository);
    local = write_local_version(quarantine, tip,
                                !live.empty()     ? live.front().oid
                                : retired.empty() ? ""
                                                  : retired.front().oid);
    std::vector<git::RefUpdate> updates = {
        {active, local, !live.empty() && live.front().ref == active ? live.front().oid : ""}};
    for (const RecordRef& other : live.empty() ? retired : live)
      if (other.ref != active)
        updates.push_back({other.ref, "", other.oid});
    if (move_refs(repository, quarantine, "take", shared.id, std::move(updates)) ==
        git::RefResult::lost_race)
      refuse("'" + printable(shared.id) + "' was changed here at the same moment",
             {"look at it with 'git handoff status'"});
    quarantine.release();
  }
  fault_point("share-adopted");
  settle_arrival(store, shared,
                 {.ref = active, .branch = shared.branch, .id = shared.id, .oid = local});
  shared.local = local;
  shared.content = tip.tree;
  write_shared(repository, shared);
  return kept_as;
}

void settle_arrival(const Store& store, const Shared& shared, const RecordRef& here) {
  own_again(store, shared, here);
  close_unsent(store, shared, here);
  spend_closings(store, shared, here);
  close_originals(store, shared, here);
  close_copies_in(store, here);
  remember_arrival(store.repository(),
                   store.load({.ref = "",
                               .branch = shared.branch,
                               .id = shared.id,
                               .oid = shared.tip,
                               .remote = shared.remote}),
                   here.oid);
}

bool is_live_here(const Store& store, const std::string& id) {
  return !of_id(store.active(), id, "").empty();
}

void retire_adopted(const Store& store, const Shared& shared) {
  const std::string& id = shared.id;
  git::Quarantine quarantine(store.repository());
  move_refs(store.repository(), quarantine, "take", id,
            {{Store::active_ref(shared.branch, id), "", shared.local},
             {Store::archive_ref(shared.branch, id), shared.local, ""}});
}

void leave_what_came(const Store& store, const Shared& shared) {
  const Record record = store.load(
      {.ref = "", .branch = shared.branch, .id = shared.id, .oid = shared.tip, .shared = true});
  const ItemSet given(notes_from_open(*record.document, shared.id));
  const bool is_paused_here = is_live_here(store, shared.id);
  const std::string label = label_of(store, record);
  GoesOnHere others(store);
  const auto goes = [&](const model::Note& note) {
    return came_with(note, shared.id, given) &&
           (note.carried_from == shared.id || !others.has(note.carried_from));
  };
  for (const std::string& file : all_journals(store.repository())) {
    const Journal journal = read_journal(file);
    JournalMove left{.record = shared.id};
    for (const model::Note& note : journal.notes)
      if (goes(note))
        left.notes.push_back(note.id);
    const std::vector<model::Note> noted = notes_for(journal, label);
    std::vector<model::Note> stay = noted;
    std::erase_if(stay, goes);
    // What it was made of lies here again where that pause was undone.
    if (!is_paused_here)
      for (const model::Note& note : noted)
        if (const auto time = parse_time(note.time);
            note.carried_from.empty() && note.kind != model::NoteKind::done && given.has(note) &&
            time && time->time <= record.time())
          left.notes.push_back(note.id);
    if (!is_paused_here) {  // else they close what is paused
      for (std::string& closing : closings_spent(*record.document, stay))
        left.notes.push_back(std::move(closing));
      for (std::string& closing :
           closings_of(*record.document, closings_beside(journal, shared.id, noted)))
        left.notes.push_back(std::move(closing));
    }
    move_notes(file, left);
  }
}

std::vector<model::Note> what_was_left(const Store& store, const Shared& shared) try {
  RecordRef at{
      .ref = "", .branch = shared.branch, .id = shared.id, .oid = shared.tip, .shared = true};
  if (shared.state == SharedState::finished || at.oid.empty()) {  // that has no record any more
    const std::vector<RecordRef> retired = of_id(store.archived(), shared.id, "");
    if (retired.empty())
      return {};
    at = retired.front();
  }
  const ItemSet given(notes_from_open(*store.load(at).document, shared.id));
  const Journal journal = read_journal(store.repository().layout().journal_file());
  GoesOnHere others(store);
  ItemSet known, came;
  for (const model::Note& note : journal.notes)
    if (note.carried_from == shared.id || !others.has(note.carried_from))
      known.insert(note);
  std::vector<model::Note> left;
  for (size_t i = 0; i < journal.closed.size(); ++i) {
    const model::Note& note = journal.closed[i];
    if (journal.holders[i] != shared.id)
      continue;
    if (note.kind == model::NoteKind::done && came.has(note.closes, note.text))
      left.push_back(note);  // it closed what came, and nothing older
    // What was noted on it here, and sent, was given back with it.
    if (note.kind == model::NoteKind::done || !given.has(note) || known.has(note))
      continue;
    known.insert(note);
    came.insert(note);
    left.push_back(note);
  }
  return left;
} catch (const Failure&) {
  return {};  // it cannot be read: no reason not to pause
}

namespace {

/// The next version of a shared handoff, which changes who has it and nothing else: the step to it.
StepResult change_holder(const Store& store, Shared& shared, const Network& network,
                         SharedState state, const std::string& verb) {
  git::Quarantine quarantine(store.repository());
  git::Commit tip = commit_or_fail(store, shared.tip);
  git::Identity identity = git::read_identity(store.repository(), true);
  git::Commit next{.tree = tip.tree,
                   .parents = {shared.tip},
                   .author = identity.author,
                   .committer = identity.committer,
                   .message = "handoff: " + verb + "\n\n"};
  if (std::string snapshot = snapshot_of(tip); !snapshot.empty())
    next.parents.push_back(snapshot);
  for (const char* name : {git::kIdTrailer, "Handoff-Branch", "Handoff-Base", "Handoff-Wip"})
    if (std::optional<std::string> value = git::trailer(tip.message, name))
      next.message += std::string(name) + ": " + *value + "\n";
  next.message += upstream_trailer(shared.upstream) + shared_trailers(store.repository(), state);
  return step(store, quarantine, shared, network, verb, write_step(quarantine, next));
}

}  // namespace

StepResult hold_there(const Store& store, Shared& shared, const Network& network,
                      const std::string& verb) {
  shared.on.clear();
  return change_holder(store, shared, network, SharedState::held, verb);
}

StepResult free_there(const Store& store, Shared& shared, const Network& network) {
  return change_holder(store, shared, network, SharedState::free, "release");
}

}  // namespace handoff::ops
