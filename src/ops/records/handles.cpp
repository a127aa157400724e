#include "ops/records/handles.hpp"

#include <set>
#include <string_view>
#include <unordered_map>

namespace handoff::ops {

namespace {

constexpr size_t kShortestHandle = 4;
constexpr size_t kLongestHandle = 8;

std::string_view last_part(std::string_view id) {
  const size_t dash = id.rfind('-');
  return dash == std::string_view::npos ? id : id.substr(dash + 1);
}

}  // namespace

std::map<std::string, std::string> short_handles(const Store& store) {
  std::set<std::string> ids;
  for (const std::vector<RecordRef>& refs : {store.active(), store.remote(), store.archived()})
    for (const RecordRef& ref : refs)
      ids.insert(ref.id);
  std::map<std::string, std::string> handles;
  for (size_t length = kShortestHandle; length <= kLongestHandle && handles.size() < ids.size();
       ++length) {
    // A part of an id names it: whatever stands anywhere in another one is taken.
    std::unordered_map<std::string_view, size_t> holders;
    for (const std::string& id : ids) {
      std::set<std::string_view> parts;
      for (size_t at = 0; at + length <= id.size(); ++at)
        parts.insert(std::string_view(id).substr(at, length));
      for (std::string_view part : parts)
        ++holders[part];
    }
    for (const std::string& id : ids)
      if (std::string_view part = last_part(id); part.size() >= length)
        if (part = part.substr(0, length); holders[part] == 1)
          handles.emplace(id, part);
  }
  for (const std::string& id : ids)
    handles.emplace(id, id);
  return handles;
}

}  // namespace handoff::ops
