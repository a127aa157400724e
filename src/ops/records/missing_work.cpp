#include "ops/records/missing_work.hpp"

#include <optional>

#include "git/objects/commits.hpp"
#include "git/objects/first_missing.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

std::string missing_of_work(const git::Repository& repository, git::ObjectDatabase& objects,
                            const model::GitBlock& block) {
  if (block.wip_commit.empty())
    return {};
  const std::optional<git::Commit> work = git::read_commit(objects, block.wip_commit);
  if (!work)
    return block.wip_commit;
  const std::optional<git::Commit> base = git::read_commit(objects, block.base);
  return (!base && !block.base.empty()) || git::has_promised_packs(repository.layout())
             ? std::string()
             : git::first_missing(objects, work->tree, base ? base->tree : "",
                                  repository.layout().oid_digits());
}

std::string told_missing(const model::GitBlock& block, const std::string& missing) {
  const std::string it = "the kept work " + git::short_oid(block.wip_commit);
  return missing == block.wip_commit
             ? it + " is not in this repository"
             : it + " is not whole in this repository: its object " + missing + " is missing";
}

}  // namespace handoff::ops
