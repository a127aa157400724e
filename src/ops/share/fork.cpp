#include "ops/share/fork.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

namespace {

/// The record, as a new version of this block, in the place of the one that was live.
Record write_in_place(const Store& store, const Record& record, Json document,
                      const model::GitBlock& block, const std::string& verb,
                      const std::string& subject) {
  const git::Repository& repository = store.repository();
  git::Quarantine quarantine(repository);
  std::string oid =
      store.write(quarantine,
                  {.document = &document,
                   .block = block,
                   .previous = record.at.oid,
                   .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                   .base_tree = record.commit.tree,
                   .subject = "handoff: " + subject},
                  git::read_identity(repository, true));
  remember_version(repository, quarantine.objects(), oid, document, record);
  const std::string branch = block.branch.empty() ? record.at.branch : block.branch;
  std::string ref = Store::active_ref(branch, block.id);
  if (move_refs(repository, quarantine, verb, block.id,
                {{ref, oid, ""}, {record.at.ref, "", record.at.oid}}) == git::RefResult::lost_race)
    refuse("'" + printable(record.at.id) + "' was changed by somebody else meanwhile",
           {"look at it with 'git handoff show', then push again"});
  quarantine.release();
  return store.load({.ref = ref, .branch = branch, .id = block.id, .oid = oid});
}

}  // namespace

Record fork_record(const Store& store, const Record& record, Original original) {
  Json document = *record.document;
  if (original == Original::theirs ||
      (original == Original::of_theirs && !document.contains("forked_from")))
    document["forked_from"] = record.at.id;
  model::GitBlock block = record.git();
  block.id = store.new_id(block.branch,
                          git::time_of(git::read_identity(store.repository(), true).committer));
  return write_in_place(store, record, std::move(document), block, "fork",
                        "fork of " + record.at.id);
}

Record move_to_branch(const Store& store, const Record& record, const std::string& branch) {
  model::GitBlock block = record.git();
  block.branch = branch;
  return write_in_place(store, record, *record.document, block, "rename",
                        "its branch is called " + branch);
}

}  // namespace handoff::ops
