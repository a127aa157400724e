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
                  const std::string& how, const git::Identity& identity, const std::string& label,
                  const std::string& head) {
  const std::string& journal = store.repository().layout().journal_file();
  Json document = *record.document;
  Journal noted = read_journal(journal);
  std::vector<model::Note> notes = notes_for(noted, record.at.branch);
  JournalMove closings{.record = record.at.id,
                       .notes = closings_of(*own_document(record, noted), notes)};
  close_items(document, notes);
  document["status"] = how;
  document["retired_at"] = to_rfc3339(now());
  NewVersion version{
      .document = &document,
      .block = record.git(),
      .previous = record.at.oid,
      .snapshot = record.git().wip_commit.empty() ? record.git().base : record.git().wip_commit,
      .base_tree = record.commit.tree,
      .subject = "handoff: " + how};
  std::string oid = store.write(quarantine, version, identity);
  remember_version(store.repository(), quarantine.objects(), oid, document, record);
  std::string archive = Store::archive_ref(record.at.branch, record.at.id);
  JournalMove left = leave_open(store, record, label, head);
  fault_point("retire-carried");
  return {.steps = {Step{.journal = left},
                    Step{.refs = {{record.at.ref, "", record.at.oid}, {archive, oid, ""}}},
                    Step{.journal = std::move(closings)}},
          .carried = left.notes.size()};
}

}  // namespace handoff::ops
