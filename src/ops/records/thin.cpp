#include "ops/records/thin.hpp"

#include <vector>

namespace handoff::ops {

namespace {

constexpr size_t kLongestRun = 10;  // a run may grow to this
constexpr size_t kKept = 4;         // and is then cut to this

}  // namespace

std::string thin_versions(const Store& store, git::Quarantine& quarantine, const Record& record) {
  if (!record.is_checkpoint() || record.oid != record.at.oid)
    return record.at.oid;
  std::vector<Record> run;  // newest first
  std::string below = record.at.oid;
  while (!below.empty() && run.size() <= kLongestRun) {
    Record version = store.load_version(record.at, below);
    if (!version.is_checkpoint())
      break;
    below = version.previous;
    run.push_back(std::move(version));
  }
  if (run.size() < kLongestRun)
    return record.at.oid;
  while (!below.empty() && store.load_version(record.at, below).is_checkpoint())
    below = store.load_version(record.at, below).previous;
  std::string top = below;
  for (size_t i = kKept; i-- > 0;) {
    git::Commit commit = run[i].commit;
    std::erase(commit.parents, run[i].previous);
    if (!top.empty())
      commit.parents.insert(commit.parents.begin(), top);
    top = quarantine.write(git::ObjectType::commit, git::serialize_commit(commit));
  }
  return top;
}

}  // namespace handoff::ops
