#include "ops/snapshot/kinds_put_back.hpp"

#include <map>
#include <utility>

#include "base/failure.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/store.hpp"
#include "ops/snapshot/recorded_entries.hpp"

namespace handoff::ops {

namespace {

/// The record that is gone on with here, as it was resumed.
std::optional<Record> resumed_record(const Store& store, const git::Head& head) {
  const std::optional<ResumedHere> here = resumed_here(store.repository(), head, {});
  if (!here)
    return std::nullopt;
  for (const RecordRef& ref : store.archived())
    if (ref.id == here->id)
      try {
        return store.load(ref);
      } catch (const Failure&) {
        return std::nullopt;  // damaged, and told by what needs it
      }
  return std::nullopt;
}

}  // namespace

bool believes_kinds(const git::Config& config) {
  return config.flag("core.filemode", true) && config.flag("core.symlinks", true);
}

std::vector<git::IndexEntry> kinds_put_back(const git::Repository& repository,
                                            const git::Head& head) {
  const Store store(repository);
  const Provenance provenance(repository);
  std::vector<Record> records = store.live_at(head);
  if (std::optional<Record> resumed = resumed_record(store, head))
    records.push_back(std::move(*resumed));
  std::map<std::string, git::IndexEntry> found;  // of the newest that has it
  for (const Record& record : records) {
    const std::optional<git::Commit> work =
        model::is_readable(provenance.of_snapshot(record))
            ? git::read_commit(store.objects(), record.git().wip_commit)
            : std::nullopt;
    if (!work)
      continue;
    git::TreeReader kept(store.objects(), work->tree, repository.layout().oid_digits());
    for (const git::IndexEntry& before : recorded_entries(store, record))
      if (const git::TreeEntry entry = kept.at(before.path);
          before.stage == 0 && before.mode == 0 &&
          (entry.mode == git::kModeSymlink || entry.mode == git::kModeExecutable))
        found.insert({before.path, {.path = before.path, .oid = entry.oid, .mode = entry.mode}});
  }
  std::vector<git::IndexEntry> all;
  for (auto& [path, entry] : found)
    all.push_back(std::move(entry));
  return all;
}

}  // namespace handoff::ops
