#include "ops/records/renamed_branch.hpp"

#include "base/clock.hpp"
#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"

namespace handoff::ops {

namespace {

/// Was the name that the work was paused under given to another branch since? In the very second
/// it is taken to be that branch's.
bool was_given_since(const git::Repository& repository, const model::Handoff& paused) {
  const std::optional<ParsedTime> time = parse_time(paused.timestamp);
  return time && git::named_since(repository.layout().common_dir, paused.git.branch) > time->time;
}

/// Has a branch the paused work, or had it since it has its name? One that was begun later under
/// that name, or took it over, has not, by its reflog.
bool is_or_was_with(const git::Repository& repository, const model::Handoff& paused,
                    const std::string& tip) {
  if (!paused.git.on_branch)
    return !was_given_since(repository, paused);
  const git::LogSinceNamed since =
      git::log_since_named(repository.layout().common_dir, paused.git.branch);
  return (tip == paused.git.wip_commit && !since.was_given) ||
         contains(since.lines, " " + paused.git.wip_commit + " ");
}

}  // namespace

bool is_called_now(const git::Repository& repository, const model::Handoff& paused,
                   const std::string& branch) {
  const std::string& common_dir = repository.layout().common_dir;
  if (paused.git.on_branch)
    return git::renamed_since(common_dir, paused.git.branch, branch, paused.git.wip_commit);
  return git::renamed_since(common_dir, paused.git.branch, branch, paused.git.base) &&
         (!git::read_ref(repository, "refs/heads/" + paused.git.branch) ||
          was_given_since(repository, paused));
}

std::string branch_now(const git::Repository& repository, const model::Handoff& paused) {
  if (paused.git.branch.empty())
    return {};
  const std::string head = repository.head().branch;
  if (is_called_now(repository, paused, head))
    return head;
  if (const auto tip = git::read_ref(repository, std::string(git::kBranchRefs) + paused.git.branch);
      tip && is_or_was_with(repository, paused, *tip))
    return paused.git.branch;
  for (std::string& name : git::branches_with_reflog(repository.layout().common_dir))
    if (is_called_now(repository, paused, name))
      return std::move(name);
  return paused.git.branch;
}

bool is_of_namesake(const git::Repository& repository, const model::Handoff& paused,
                    const std::string& branch) {
  if (branch.empty() || paused.git.branch != branch)
    return false;
  const auto tip = git::read_ref(repository, std::string(git::kBranchRefs) + branch);
  return !(tip && is_or_was_with(repository, paused, *tip)) &&
         branch_now(repository, paused) != branch;
}

}  // namespace handoff::ops
