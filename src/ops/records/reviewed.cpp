#include "ops/records/reviewed.hpp"

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/id_list.hpp"

namespace handoff::ops {

namespace {

IdList seen_by_a_person(const Store& store) {
  return IdList(join_path(store.repository().layout().shared_dir(), "looked-at"));
}

}  // namespace

void remember_looked_at(const Store& store, const Record& record) {
  try {
    seen_by_a_person(store).add({record.oid, record.commit.tree});
  } catch (const Failure&) {
    // A disk that is full or read-only: looking again will do.
  }
}

bool looked_at(const Store& store, const std::string& oid) {
  return seen_by_a_person(store).contains(oid);
}

}  // namespace handoff::ops
