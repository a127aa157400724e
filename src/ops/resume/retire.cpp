#include "ops/resume/retire.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/fault.hpp"
#include "formats/record/record.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

Retirement retire(const Store& store, git::Quarantine& quarantine, const Record& record,
                  const std::string& how, const git::Identity& identity, const NextOwner& owner) {
  const std::string& journal = store.repository().layout().journal_file();
  Json document = *record.document;
  Journal noted = read_journal(journal);
  std::vector<model::Note> notes = notes_for(noted, record.at.branch);
  const Journal all = read_journals(store.repository().layout(), worktree_of(store, record));
  JournalMove closings{.record = record.at.id,
                       .notes = closings_of(*own_document(record, all), notes)};
  close_items(document, notes);
  document["status"] = how;
  document["retired_at"] = to_rfc3339(now());
  NewVersion version{
      .document = &document,
      .block = record.git(),
      .previous = record.at.oid,
      .snapshot = record.git().wip_commit.empty() ? record.git().base : record.git().wip_commit,
      .base_tree = record.commit.tree,
      .subject = "handoff: " + how,
      .tells = !Provenance(store.repository()).holds_unread(record)};
  std::string oid = store.write(quarantine, version, identity);
  remember_version(store.repository(), quarantine.objects(), oid, document, record);
  std::string archive = Store::archive_ref(record.at.branch, record.at.id);
  JournalMove left = leave_open(store, record, owner);
  fault_point("retire-carried");
  Step moved{.refs = {{archive, oid, ""}}};
  if (!record.at.shared)  // what was seen on a remote stays seen
    moved.refs.insert(moved.refs.begin(), {record.at.ref, "", record.at.oid});
  return {.steps = {Step{.journal = left}, std::move(moved), Step{.journal = std::move(closings)}},
          .carried = left.notes.size()};
}

namespace {

/// The branch that a record is of; of one that was paused in a rebase or a bisect, the branch whose
/// notes it took.
std::string home_of_notes(const Store& store, const Record& record) {
  if (record.at.branch != "HEAD")
    return record.at.branch;
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
