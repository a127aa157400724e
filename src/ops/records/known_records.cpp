#include "ops/records/known_records.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/repo/refs.hpp"
#include "ops/records/look_budget.hpp"

namespace handoff::ops {

namespace {

enum class Rank { own, read, unread };

/// Of a version, by the commit alone: it may be damaged.
Rank rank_of(const Provenance& known, const std::string& oid) {
  return known.is_own_row(oid) ? Rank::own : known.is_readable_row(oid) ? Rank::read : Rank::unread;
}

/// What came by a take is another commit than was read, with the same tree.
Rank rank_by_tree(const Provenance& known, git::ObjectDatabase& objects, const RecordRef& ref) {
  constexpr size_t kLargest = 1u << 20;
  const std::optional<size_t> size = objects.size_of(ref.oid);
  if (!size || *size > kLargest || !LookBudget::of_this_command().may_read(ref.ref, *size))
    return Rank::unread;
  const std::optional<git::Commit> commit = git::read_commit(objects, ref.oid);
  return commit && known.is_read_tree(commit->tree) ? Rank::read : Rank::unread;
}

}  // namespace

bool is_known_version(const Provenance& provenance, const std::string& oid) {
  return rank_of(provenance, oid) != Rank::unread;
}

bool is_known(const Provenance& provenance, const Record& record) {
  return provenance.is_own(record) || model::is_readable(provenance.of_all(record));
}

namespace {

/// When the ref was written, by its file; 0: there is none.
int64_t written_at(const git::Repository& repository, const std::string& ref) {
  struct stat info {};
  if (stat(join_path(repository.layout().common_dir, ref).c_str(), &info) != 0)
    return 0;
  return nanoseconds(info.st_mtim);
}

}  // namespace

bool is_back_by_power_cut(const git::Repository& repository, git::ObjectDatabase& objects,
                          const RecordRef& ref) {
  if (ref.place != RecordRef::Place::active)
    return false;
  const std::string archive =
      replace_all(ref.ref, "refs/handoffs/active/", "refs/handoffs/archive/");
  const int64_t retired = written_at(repository, archive);
  if (retired == 0)
    return false;
  const int64_t live = written_at(repository, ref.ref);
  if ((live == 0 ? written_at(repository, "packed-refs") : live) >= retired)
    return false;
  const std::optional<std::string> oid = git::read_ref(repository, archive);
  const std::optional<git::Commit> commit =
      oid ? git::read_commit(objects, *oid) : std::optional<git::Commit>();
  return commit && !commit->parents.empty() && commit->parents[0] == ref.oid;
}

std::set<std::string> put_known_first(const git::Repository& repository,
                                      git::ObjectDatabase& objects, std::vector<RecordRef>& records,
                                      const std::function<std::vector<RecordRef>()>& rest) {
  const Provenance known(repository);
  // What changes places has the same id: the views stay true.
  std::map<RecordRef::Place, std::unordered_map<std::string_view, size_t>> first;
  std::vector<Rank> ranks(records.size(), Rank::own);
  for (size_t i = 0; i < records.size(); ++i) {
    if (records[i].place == RecordRef::Place::remote)
      continue;
    ranks[i] = rank_of(known, records[i].oid);
    const size_t at = first[records[i].place].emplace(records[i].id, i).first->second;
    if (ranks[i] < ranks[at]) {
      std::swap(records[i], records[at]);
      std::swap(ranks[i], ranks[at]);
    }
  }
  std::set<std::string> doubles;
  if (!in_list(ranks, Rank::unread))
    return doubles;
  const std::vector<RecordRef> others = rest();
  std::unordered_multimap<std::string_view, const RecordRef*> by_id;
  for (const std::vector<RecordRef>* some : {&std::as_const(records), &others})
    for (const RecordRef& ref : *some)
      if (ref.place != RecordRef::Place::remote)
        by_id.emplace(ref.id, &ref);
  for (size_t i = 0; i < records.size(); ++i) {
    const auto [begin, end] = by_id.equal_range(records[i].id);
    if (ranks[i] != Rank::unread || begin == end || std::next(begin) == end ||
        rank_by_tree(known, objects, records[i]) != Rank::unread)
      continue;
    if (std::any_of(begin, end, [&](const auto& other) {
          const RecordRef& ref = *other.second;
          return ref.ref != records[i].ref && (rank_of(known, ref.oid) != Rank::unread ||
                                               rank_by_tree(known, objects, ref) != Rank::unread);
        }))
      doubles.insert(records[i].ref);
  }
  return doubles;
}

}  // namespace handoff::ops
