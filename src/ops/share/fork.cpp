#include "ops/share/fork.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

Record fork_record(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  git::Quarantine quarantine(repository);
  git::Identity identity = git::read_identity(repository, true);
  Json document = *record.document;
  document["forked_from"] = record.at.id;
  model::GitBlock block = record.git();
  block.id = store.new_id(block.branch, git::time_of(identity.committer));
  std::string oid =
      store.write(quarantine,
                  {.document = &document,
                   .block = block,
                   .previous = record.at.oid,
                   .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                   .base_tree = record.commit.tree,
                   .subject = "handoff: fork of " + record.at.id},
                  identity);
  remember_version(repository, quarantine.objects(), oid, document, record);
  std::string ref = Store::active_ref(record.at.branch, block.id);
  if (move_refs(repository, quarantine, "fork", block.id,
                {{ref, oid, ""}, {record.at.ref, "", record.at.oid}}) == git::RefResult::lost_race)
    refuse("'" + printable(record.at.id) + "' was changed by somebody else meanwhile",
           {"look at it with 'git handoff show', then push again"});
  quarantine.release();
  return store.load({.ref = ref, .branch = record.at.branch, .id = block.id, .oid = oid});
}

}  // namespace handoff::ops
