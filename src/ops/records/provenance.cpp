#include "ops/records/provenance.hpp"

#include "base/files.hpp"
#include "base/id_list.hpp"

namespace handoff::ops {

namespace {

IdList imported(const git::Repository& repository) {
  return IdList(join_path(repository.layout().shared_dir(), "imported"));
}

}  // namespace

bool text_is_imported(const git::Repository& repository, const std::string& oid) {
  return imported(repository).contains(oid);
}

void remember_imported(const git::Repository& repository, const std::string& oid) {
  imported(repository).add({oid});
}

void remember_version(const Store& store, const std::string& oid, const std::string& before) {
  if (text_is_imported(store.repository(), before))
    remember_imported(store.repository(), oid);
  if (store.made_here(before))
    store.remember_made_here(oid);
}

}  // namespace handoff::ops
