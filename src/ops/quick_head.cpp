#include "ops/quick_head.hpp"

#include "git/peek.hpp"

namespace handoff::ops {

git::Head quick_head(const git::Repository& repository) {
  std::optional<git::PeekedRepository> found = git::peek_repository(repository.layout().root);
  if (!found)
    return repository.head();
  if (found->branch.empty())
    return {.branch = "", .oid = found->head_oid};
  std::optional<std::string> oid = git::peek_ref(found->common_dir, "refs/heads/" + found->branch);
  return oid ? git::Head{.branch = found->branch, .oid = *oid} : repository.head();
}

}  // namespace handoff::ops
