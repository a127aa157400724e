#include "git/repo/published.hpp"

#include "base/files.hpp"
#include "base/id_list.hpp"
#include "git/repo/linked_state.hpp"

namespace handoff::git {

namespace {

IdList published_in(const std::string& common_dir) {
  return IdList(join_path(common_dir, "handoff/published"), "published");
}

}  // namespace

void remember_published(const std::string& common_dir, const std::vector<std::string>& oids) {
  refuse_linked_state(common_dir, common_dir);
  published_in(common_dir).add(oids);
}

bool was_published(const std::string& common_dir, const std::string& oid) {
  return published_in(common_dir).contains(oid);
}

}  // namespace handoff::git
