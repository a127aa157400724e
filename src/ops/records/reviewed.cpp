#include "ops/records/reviewed.hpp"

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

std::string list_file(const Store& store) {
  return join_path(store.repository().layout().shared_dir(), "looked-at");
}

}  // namespace

void remember_looked_at(const Store& store, const Record& record) {
  if (looked_at(store, record.oid))
    return;
  try {
    make_folders(store.repository().layout().shared_dir());
    append_file(list_file(store), record.oid + "\n", Durability::none);
  } catch (const Failure&) {
    // A disk that is full or read-only: looking again will do.
  }
}

bool looked_at(const Store& store, const std::string& oid) {
  std::optional<std::string> list = read_file(list_file(store));
  return list && (list->starts_with(oid + "\n") || contains(*list, "\n" + oid + "\n"));
}

}  // namespace handoff::ops
