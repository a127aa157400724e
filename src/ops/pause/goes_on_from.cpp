#include "ops/pause/goes_on_from.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

bool is_changed_still(const Outcome& changed, const Snapshot& present) {
  const std::set<std::string> now(present.paths.begin(), present.paths.end());
  const std::vector<std::string> paths = split(changed.out, '\0');
  return changed.ok() && std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
           return path.empty() || now.contains(path);
         });
}

}  // namespace

bool goes_on_from(const Store& store, const Record& record, const Snapshot& present) {
  const git::Head& head = present.status.head;
  const model::GitBlock& block = record.git();
  const std::string& wip = block.wip_commit;
  if (record.is_checkpoint() || wip == head.oid)
    return true;
  if (wip.empty())
    return block.base == head.oid;
  if (head.unborn() || !store.objects().contains(wip))
    return false;
  auto git = [&](std::vector<std::string> args) {
    return store.repository().git().run({.args = std::move(args)});
  };
  if (git({"merge-base", "--is-ancestor", wip, head.oid}).ok())
    return true;
  if (block.base != head.oid || present.clean())
    return false;
  if (trim(git({"rev-parse", "--verify", "-q", wip + "^{tree}"}).out) == present.wip_tree)
    return true;
  // An import and --snapshot-only keep the work beside the branch: it goes on where each change is
  // one still.
  const bool beside = !block.on_branch && block.operation.empty();
  return beside &&
         is_changed_still(
             git({"diff-tree", "-r", "--no-renames", "--name-only", "-z", head.oid, wip}), present);
}

}  // namespace handoff::ops
