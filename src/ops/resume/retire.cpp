#include "ops/resume/retire.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "formats/record/record.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

std::vector<git::RefUpdate> retire(const Store& store, git::Quarantine& quarantine,
                                   const Record& record, const std::string& how,
                                   const git::Identity& identity) {
  Json document = *record.document;
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
  remember_version(store, oid, record.oid);
  std::string archive = Store::archive_ref(record.at.branch, record.at.id);
  return {{record.at.ref, "", record.at.oid}, {archive, oid, ""}};
}

}  // namespace handoff::ops
