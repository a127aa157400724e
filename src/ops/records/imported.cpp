#include "ops/records/imported.hpp"

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

}  // namespace handoff::ops
