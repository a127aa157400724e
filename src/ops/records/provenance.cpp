#include "ops/records/provenance.hpp"

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

std::string list_file(const git::Repository& repository) {
  return join_path(repository.layout().shared_dir(), "imported");
}

}  // namespace

bool text_is_imported(const git::Repository& repository, const std::string& oid) {
  return contains("\n" + read_file(list_file(repository)).value_or(""), "\n" + oid + "\n");
}

void remember_imported(const git::Repository& repository, const std::string& oid) {
  append_lines(list_file(repository), oid + "\n", Durability::none);
}

void remember_version(const Store& store, const std::string& oid, const std::string& before) {
  if (text_is_imported(store.repository(), before))
    remember_imported(store.repository(), oid);
  if (store.made_here(before))
    store.remember_made_here(oid);
}

}  // namespace handoff::ops
