#include "ops/records/renamed_branch.hpp"

#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/refs.hpp"

namespace handoff::ops {

namespace {

/// Has a branch the paused work, or had it since it has its name? One that was begun later under
/// that name, or took it over, has not, by its reflog.
bool is_or_was_with(const git::Repository& repository, const model::GitBlock& paused,
                    const std::string& tip) {
  if (!paused.on_branch)
    return true;
  const git::LogSinceNamed since =
      git::log_since_named(repository.layout().common_dir, paused.branch);
  return (tip == paused.wip_commit && !since.was_given) ||
         contains(since.lines, " " + paused.wip_commit + " ");
}

}  // namespace

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
  if (const auto tip = git::read_ref(repository, std::string(git::kBranchRefs) + paused.branch);
      tip && is_or_was_with(repository, paused, *tip))
    return paused.branch;
  for (std::string& name : git::branches_with_reflog(repository.layout().common_dir))
    if (is_called_now(repository, paused, name))
      return std::move(name);
  return paused.branch;
}

bool is_of_namesake(const git::Repository& repository, const model::GitBlock& paused,
                    const std::string& branch) {
  if (branch.empty() || paused.branch != branch)
    return false;
  const auto tip = git::read_ref(repository, std::string(git::kBranchRefs) + branch);
  return !(tip && is_or_was_with(repository, paused, *tip)) &&
         branch_now(repository, paused) != branch;
}

}  // namespace handoff::ops
