#include "ops/records/renamed_branch.hpp"

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/refs.hpp"

namespace handoff::ops {

namespace {

/// Has a branch the paused work, or had it? One that was begun later under its name has not, by its
/// reflog.
bool is_or_was_with(const git::Repository& repository, const model::GitBlock& paused,
                    const std::string& tip) {
  constexpr size_t kMost = 64 << 10;
  return !paused.on_branch || tip == paused.wip_commit ||
         contains(git::reflog_tail(repository.layout().common_dir, paused.branch, kMost),
                  " " + paused.wip_commit + " ");
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
  for (const git::Ref& ref : git::list_refs(repository.git(), std::string(git::kBranchRefs)))
    if (std::string name = ref.name.substr(git::kBranchRefs.size());
        is_called_now(repository, paused, name))
      return name;
  return paused.branch;
}

}  // namespace handoff::ops
