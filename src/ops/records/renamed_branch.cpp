#include "ops/records/renamed_branch.hpp"

#include "git/refs/names.hpp"
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

std::string branch_now(const git::Repository& repository, const model::GitBlock& paused) {
  if (paused.branch.empty())
    return {};
  const std::string head = repository.head().branch;
  if (is_called_now(repository, paused, head))
    return head;
  if (git::read_ref(repository, std::string(git::kBranchRefs) + paused.branch))
    return paused.branch;
  for (const git::Ref& ref : git::list_refs(repository.git(), std::string(git::kBranchRefs)))
    if (std::string name = ref.name.substr(git::kBranchRefs.size());
        is_called_now(repository, paused, name))
      return name;
  return paused.branch;
}

}  // namespace handoff::ops
