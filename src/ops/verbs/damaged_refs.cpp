#include "ops/verbs/damaged_refs.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/damaged_ref.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "ops/operation/kept_for_undo.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/records/provenance_book.hpp"

namespace handoff::ops {

namespace {

/// Where a version can be found that no ref of a record holds.
class Copies {
 public:
  explicit Copies(const Store& store) : x_store(store) {
    for (const git::Ref& ref : git::list_refs(store.repository().git(), kKeptForUndo)) {
      x_named.merge(named_in(store.objects(), ref.oid));
      if (const auto commit = git::read_commit(store.objects(), ref.oid))
        x_commits.insert(commit->parents.begin(), commit->parents.end());
    }
    if (const std::optional<LastOperation> last = last_operation(store.repository()))
      for (const Step& step : last->transaction.steps)
        for (const git::RefUpdate& update : step.refs)
          if (!update.oid.empty()) {
            x_named.insert({update.name, update.oid});
            x_commits.insert(update.oid);
          }
    for (std::string& oid : ProvenanceBook::of(store.repository())->versions())
      x_commits.insert(std::move(oid));
  }

  void find(DamagedRef& ref, const RecordRef& at) const {
    std::set<std::string> told;
    if (std::string oid = git::last_in_reflog(x_store.repository().layout().common_dir, ref.name);
        !oid.empty())
      told.insert(std::move(oid));
    for (const auto& [name, oid] : x_named)
      if (name == ref.name)
        told.insert(oid);
    std::set<std::string> all = x_commits;
    all.insert(told.begin(), told.end());
    std::vector<Record> found = without_older(versions_among(all, at));
    std::ranges::stable_sort(found, [](const Record& a, const Record& b) {
      return git::time_of(a.commit.committer) > git::time_of(b.commit.committer);
    });
    if (found.empty())
      return;
    ref.oid = found.front().oid;
    ref.is_proven = found.size() == 1 && told.contains(ref.oid);
  }

 private:
  /// What is live is not retired.
  std::vector<Record> versions_among(const std::set<std::string>& oids, const RecordRef& at) const {
    constexpr size_t kLargest = 1u << 20;
    std::vector<Record> versions;
    for (const std::string& oid : oids) {
      const std::optional<size_t> size = x_store.objects().size_of(oid);
      const auto commit =
          size && *size <= kLargest ? git::read_commit(x_store.objects(), oid) : std::nullopt;
      if (!commit || git::trailer(commit->message, git::kIdTrailer) != at.id ||
          to_lower(git::trailer(commit->message, "Handoff-Branch").value_or("")) !=
              to_lower(at.branch))
        continue;
      try {
        Record record = x_store.load_version(at, oid);
        if (at.archived() || !record.document->contains("retired_at"))
          versions.push_back(std::move(record));
      } catch (const Failure&) {
        // Damaged itself.
      }
    }
    return versions;
  }

  std::vector<Record> without_older(std::vector<Record> versions) const {
    std::set<std::string> older;
    for (const Record& record : versions) {
      const std::vector<std::string> line =
          x_store.versions({.ref = record.at.ref, .branch = "", .id = "", .oid = record.oid});
      older.insert(line.begin() + (line.empty() ? 0 : 1), line.end());
    }
    std::erase_if(versions, [&](const Record& record) { return older.contains(record.oid); });
    return versions;
  }

  const Store& x_store;
  NamedVersions x_named = {};
  std::set<std::string> x_commits = {};
};

}  // namespace

std::vector<DamagedRef> damaged_refs(const Store& store) {
  std::vector<DamagedRef> damaged;
  for (git::Ref& ref : git::list_refs_and_damaged(store.repository().git(), "refs/handoffs/"))
    if (git::is_null_oid(ref.oid))
      damaged.push_back({.name = std::move(ref.name)});
  if (damaged.empty())
    return damaged;
  const Copies copies(store);
  for (DamagedRef& ref : damaged) {
    const std::optional<RecordRef> at = Store::record_at({.name = ref.name, .oid = ""});
    if (ref.name.starts_with(kKeptForUndo)) {
      ref.oid = told_as_kept(store.repository().layout(), ref.name);
      ref.is_proven = !ref.oid.empty() && store.objects().contains(ref.oid);
      if (!ref.is_proven)
        ref.oid.clear();
      ref.is_spare = !ref.is_proven;
    } else if (ref.name.starts_with(Store::prefix_of(RecordRef::Place::remote))) {
      ref.is_spare = true;
    } else if (at) {
      copies.find(ref, *at);
    }
  }
  return damaged;
}

bool mend(const Store& store, const DamagedRef& ref) {
  const git::Repository& repository = store.repository();
  if (ref.oid.empty() && !ref.is_spare)
    return false;
  git::mend_ref(repository.layout().common_dir, ref.name, ref.oid);
  return true;
}

}  // namespace handoff::ops
