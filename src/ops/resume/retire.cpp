#include "ops/resume/retire.hpp"

#include <algorithm>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

namespace {

/// Does the work go on at its remote, so that what was closed here has yet to be closed there? With
/// who has it now, or here, until it is handed back.
bool goes_on_elsewhere(const Store& store, const Record& record, const std::string& how) {
  const std::optional<Shared> shared = read_shared_quietly(store.repository(), record.at.id);
  return shared &&
         (how == "resumed" ? shared->ours : shared->held_by_other() || shared->has_newer());
}

/// Of one that was only fetched, and is put aside while somebody else has it: their version, which
/// keeps what is open. What was paused here leaves a copy that closes with theirs.
std::shared_ptr<const Json> kept_by_other(const Store& store, const Record& record,
                                          const std::string& how) {
  const std::optional<Shared> shared = how == "discarded" && record.at.shared
                                           ? read_shared_quietly(store.repository(), record.at.id)
                                           : std::nullopt;
  if (!shared || !shared->held_by_other() || shared->tip.empty())
    return nullptr;
  try {
    RecordRef theirs = record.at;
    theirs.oid = shared->tip;
    return store.load(theirs).document;
  } catch (const Failure&) {
    return nullptr;  // it cannot be read here
  }
}

bool is_closing(const model::Note& note) { return note.kind == model::NoteKind::done; }

/// What closes its items, and nothing that is open besides: in the journal, or in what else is
/// paused on its branch.
std::vector<std::string> spent_by(const Store& store, const Record& record,
                                  const std::vector<model::Note>& notes) {
  if (std::ranges::none_of(notes, is_closing))
    return {};
  const Journal journal = read_journals(store.repository().layout(), worktree_of(store, record));
  std::vector<std::string> spent = closings_spent(*own_document(record, journal), notes);
  if (spent.empty())
    return spent;
  std::unordered_set<std::string> needed;
  for (const Record& other : store.load_known(store.active_on(record.at.branch)))
    if (other.at.id != record.at.id)
      for (std::string& id : closings_of(*own_document(other, journal), notes))
        needed.insert(std::move(id));
  std::erase_if(spent, [&](const std::string& id) { return needed.contains(id); });
  return spent;
}

}  // namespace

Retirement retire(const Store& store, git::Quarantine& quarantine, const Record& record,
                  const std::string& how, const git::Identity& identity, const NextOwner& owner) {
  Json document = *record.document;
  JournalMove closings{.record = record.at.id};
  const Provenance known(store.repository());
  {
    const std::vector<model::Note> notes =
        notes_about(store, record, read_journal(store.repository().layout().journal_file()));
    if (is_known(known, record) && !goes_on_elsewhere(store, record, how))
      closings.notes = spent_by(store, record, notes);
    close_items(document, notes);
  }  // a journal has many of them: they are gone before leave_open() reads it again
  document["status"] = how;
  document["retired_at"] = to_rfc3339(now());
  NewVersion version{
      .document = &document,
      .block = record.git(),
      .previous = record.at.oid,
      .snapshot = record.git().wip_commit.empty() ? record.git().base : record.git().wip_commit,
      .base_tree = record.commit.tree,
      .subject = "handoff: " + how,
      .tells = !known.holds_unread(record)};
  std::string oid = store.write(quarantine, version, identity);
  remember_version(store.repository(), quarantine.objects(), oid, document, record);
  std::string archive = Store::archive_ref(record.at.branch, record.at.id);
  JournalMove left = leave_open(store, record, owner, kept_by_other(store, record, how).get());
  fault_point("retire-carried");
  Step moved{.refs = {{archive, oid, ""}}};
  if (!record.at.shared)  // what was seen on a remote stays seen
    moved.refs.insert(moved.refs.begin(), {record.at.ref, "", record.at.oid});
  return {.steps = {Step{.journal = left}, std::move(moved), Step{.journal = std::move(closings)}},
          .carried = left.notes.size(),
          .stay = left.stay};
}

namespace {

/// The branch that a record is of; of one that was paused in a rebase or a bisect, the branch whose
/// notes it took.
std::string home_of_notes(const Store& store, const Record& record) {
  if (record.at.branch != "HEAD")
    return label_of(store, record);
  const Journal all = read_journals(store.repository().layout(), worktree_of(store, record));
  for (size_t i = all.closed.size(); i-- > 0;)
    if (all.holders[i] == record.at.id && all.closed[i].branch != "HEAD")
      return all.closed[i].branch;
  return record.at.branch;
}

}  // namespace

NextOwner own_place(const Store& store, const Record& record) {
  const std::string label = home_of_notes(store, record);
  const std::string tip = git::read_ref(store.repository(), "refs/heads/" + label).value_or("");
  return {.label = label,
          .head = tip.empty() ? store.repository().head().oid : tip,
          .worktree = worktree_of(store, record)};
}

}  // namespace handoff::ops
