#include "ops/verbs/edit.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/canonical.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

std::string edit_record(const Store& store, const Record& record, const Json& document) {
  if (!record.at.remote.empty())
    refuse("'" + printable(record.at.id) + "' is what a fetch saw at '" +
               printable(record.at.remote) + "'",
           {"it can be edited where it was paused; here it can be resumed: git handoff resume " +
            record.at.id});
  if (record.at.archived())
    refuse("'" + printable(record.at.id) + "' is not a live record of this repository",
           {"bring it back first: git handoff undo " + record.at.id});
  if (is_withheld(store, record, Reader::agent))
    refuse("nobody here has read " + envelope_of(record) + ": it is not edited",
           {"read it in a terminal first: git handoff show " + printable(record.at.id)});
  git::Quarantine quarantine(store.repository());
  git::Identity identity = git::read_identity(store.repository(), true);
  Json edited = formats::canonical(document);
  put_withheld_back(Provenance(store.repository()), record, edited);
  const model::GitBlock& block = record.git();
  NewVersion version{.document = &edited,
                     .block = block,
                     .previous = record.at.oid,
                     .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                     .base_tree = record.commit.tree,
                     .subject = "handoff: edit",
                     .tells = !Provenance(store.repository()).holds_unread(record)};
  std::string oid = store.write(quarantine, version, identity);
  remember_version(store.repository(), quarantine.objects(), oid, edited, record);
  const std::string& file = store.repository().layout().journal_file();
  // Who deletes an item has closed it, also where the journal owns it.
  JournalMove deleted = deleted_by_edit(record.at.id, *record.document, edited,
                                        notes_for(read_journal(file), label_of(store, record)));
  Transaction transaction{.verb = "edit",
                          .id = record.at.id,
                          .message = "handoff: edit",
                          .steps = {Step{.refs = {{record.at.ref, oid, record.at.oid}}},
                                    Step{.journal = std::move(deleted)}}};
  if (run_transaction(store.repository(), quarantine, transaction).lost_race)
    refuse("'" + printable(record.at.id) + "' was changed by somebody else meanwhile",
           {"look at it with 'git handoff show', then edit again"});
  quarantine.release();
  return oid;
}

}  // namespace handoff::ops
