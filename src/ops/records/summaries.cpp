#include "ops/records/summaries.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/own_refs.hpp"
#include "ops/records/look_budget.hpp"
#include "ops/records/provenance_book.hpp"

namespace handoff::ops {

namespace {

std::vector<std::string> prefixes_of(const std::vector<RecordRef::Place>& places,
                                     const std::string& branch) {
  std::vector<std::string> prefixes;
  for (RecordRef::Place place : places)
    prefixes.push_back(Store::prefix_of(place) +
                       (branch.empty() || place == RecordRef::Place::remote ? "" : branch + "/"));
  return prefixes;
}

std::vector<git::Ref> refs_below(const git::Repository& repository,
                                 const std::vector<std::string>& prefixes) {
  std::vector<git::Ref> refs;
  for (const std::string& prefix : prefixes)
    for (git::Ref& ref : git::list_own_refs(repository, prefix))
      refs.push_back(std::move(ref));
  return refs;
}

/// The commit that a ref names. nullopt: it is too large to be one of ours, and counted so. Throws
/// where it is missing, or no commit.
std::optional<git::Commit> listed_commit(const Store& store, const ProvenanceBook& book,
                                         const git::Ref& ref) {
  constexpr size_t kLargest = 64u << 10;
  std::optional<size_t> size = store.objects().size_of(ref.oid);
  LookBudget& budget = LookBudget::of_this_command();
  if (size && *size > kLargest) {
    budget.pass_over(ref.name);
    return std::nullopt;
  }
  if (size && book.of_commit(ref.oid) == nullptr && !budget.may_read(ref.name, *size))
    return std::nullopt;
  std::optional<git::Commit> commit = git::read_commit(store.objects(), ref.oid);
  if (!commit)
    fail("commit " + ref.oid + " is missing, or none");
  return commit;
}

/// Checkpoints last. Summaries are large: what is sorted is where they are.
std::vector<Summary> newest_first(std::vector<Summary> summaries) {
  std::vector<Summary*> order;
  order.reserve(summaries.size());
  for (Summary& summary : summaries)
    order.push_back(&summary);
  std::ranges::sort(order, [](const Summary* a, const Summary* b) {
    if (a->is_checkpoint() != b->is_checkpoint())
      return b->is_checkpoint();
    auto key = [](const Summary* one) {
      return std::tuple(one->since(), git::stamp_of(one->at.id), std::string_view(one->at.ref));
    };
    return key(b) < key(a);
  });
  std::vector<Summary> sorted;
  sorted.reserve(summaries.size());
  for (Summary* summary : order)
    sorted.push_back(std::move(*summary));
  return sorted;
}

}  // namespace

std::vector<Summary> summaries_at(const Store& store, const std::vector<RecordRef::Place>& places,
                                  const std::string& branch, std::vector<RecordRef>& damaged) {
  const git::Repository& repository = store.repository();
  std::vector<std::string> prefixes = prefixes_of(places, branch);
  std::erase_if(prefixes, [&](const std::string& prefix) {
    return git::peek_any_record(repository.layout().common_dir, prefix) == false;
  });
  std::vector<Summary> summaries;
  if (prefixes.empty())
    return summaries;
  const auto book = ProvenanceBook::of(repository);
  std::vector<RecordRef> refs;
  const std::vector<git::Ref> found = refs_below(repository, prefixes);
  summaries.reserve(found.size());
  for (const git::Ref& ref : found) {
    try {
      std::optional<git::Commit> commit = listed_commit(store, *book, ref);
      std::optional<RecordRef> at = commit ? Store::record_at(ref, commit->message) : std::nullopt;
      if (!at || (!branch.empty() && at->branch != branch))
        continue;
      std::optional<Summary> told = read_trailers({.at = *at,
                                                   .parents = commit->parents,
                                                   .committed = git::time_of(commit->committer),
                                                   .message = commit->message});
      if (!told)
        if (std::optional<Record> record = store.look_at(*at))
          told = summarize(*record);
      if (!told)
        continue;
      told->tree = commit->tree;
      summaries.push_back(std::move(*told));
    } catch (const Failure&) {
      const std::optional<RecordRef> at = Store::record_at(ref);
      damaged.push_back(
          at.value_or(RecordRef{.ref = ref.name, .branch = "", .id = "", .oid = ref.oid}));
      if (at)
        refs.push_back(*at);
    }
  }
  for (const Summary& told : summaries)
    refs.push_back(told.at);
  if (const std::set<std::string> doubles = store.doubles_among(refs, prefixes); !doubles.empty())
    std::erase_if(summaries, [&](const Summary& told) { return doubles.contains(told.at.ref); });
  return newest_first(std::move(summaries));
}

}  // namespace handoff::ops
