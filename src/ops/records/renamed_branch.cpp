#include "ops/records/renamed_branch.hpp"

#include "git/refs/ref_files.hpp"
#include "git/repo/refs.hpp"

namespace handoff::ops {

bool is_called_now(const git::Repository& repository, const model::GitBlock& paused,
                   const std::string& branch) {
  const std::string& common_dir = repository.layout().common_dir;
  if (paused.on_branch)
    return git::renamed_since(common_dir, paused.branch, branch, paused.wip_commit);
  return git::renamed_since(common_dir, paused.branch, branch, paused.base) &&
         !git::read_ref(repository, "refs/heads/" + paused.branch);
}

}  // namespace handoff::ops
