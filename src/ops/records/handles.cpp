#include "ops/records/handles.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/failure.hpp"
#include "ops/records/renamed_branch.hpp"

namespace handoff::ops {

namespace {

size_t common_length(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                             a.begin());
}

}  // namespace

std::string_view last_part(std::string_view id) { return id.substr(id.rfind('-') + 1); }

std::vector<RecordRef> every_record(const Store& store) {
  std::vector<RecordRef> known = store.everywhere();
  auto rank = [](const RecordRef& ref) { return ref.archived() ? 1 : ref.remote.empty() ? 0 : 2; };
  std::ranges::stable_sort(known, {}, rank);
  std::set<std::string> ids;
  std::erase_if(known, [&](const RecordRef& ref) { return !ids.insert(ref.id).second; });
  return known;
}

std::map<std::string, std::string> short_handles(const Store& store) {
  std::vector<std::pair<std::string_view, std::string_view>> parts;  // the last one, and the id
  const std::vector<RecordRef> known = every_record(store);
  for (const RecordRef& ref : known)
    parts.emplace_back(last_part(ref.id), ref.id);
  std::ranges::sort(parts);
  std::map<std::string, std::string> handles;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto& [part, id] = parts[i];
    size_t length = kShortestHandle;
    if (i > 0)
      length = std::max(length, common_length(part, parts[i - 1].first) + 1);
    if (i + 1 < parts.size())
      length = std::max(length, common_length(part, parts[i + 1].first) + 1);
    handles.emplace(id, length <= part.size() ? part.substr(0, length) : id);
  }
  return handles;
}

std::string branch_now(const Store& store, const RecordRef& ref) {
  try {
    const std::optional<Record> record = store.look_at(ref);
    if (record && record->git().branch == ref.branch)
      return branch_now(store.repository(), record->handoff);
  } catch (const Failure&) {
    // Damaged: what names it tells.
  }
  return ref.branch;
}

}  // namespace handoff::ops
