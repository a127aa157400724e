#include "ops/notes/item_places.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "formats/record/values.hpp"

namespace handoff::ops {

using lists::folded;
using lists::headline_of;

namespace {

void close_gaps_of(Json& items) {
  if (items.is_array())
    std::erase_if(items.get_ref<Json::array_t&>(),
                  [](const Json& item) { return item.is_discarded(); });
}

}  // namespace

Json* ItemPlaces::find_if(std::string_view list, Json& items, std::string_view text,
                          const std::function<bool(const Json&)>& fits) {
  const std::string wanted = folded(text);
  if (wanted.empty())
    return nullptr;
  Known& known = x_known[std::string(list)];
  if (known.count > items.size())
    known = {};
  for (; known.count < items.size(); ++known.count)
    if (std::string name = folded(headline_of(items[known.count])); !name.empty())
      known.at[std::move(name)].places.push_back(known.count);
  const auto found = known.at.find(wanted);
  if (found == known.at.end())
    return nullptr;
  auto& [places, first] = found->second;
  while (first < places.size() && items[places[first]].is_discarded())
    ++first;
  for (size_t i = first; i < places.size(); ++i)
    if (Json& item = items[places[i]]; !item.is_discarded() && fits(item))
      return &item;
  return nullptr;
}

Json ItemPlaces::leave_gap(std::string_view list, Json& item) {
  x_with_gaps.emplace(list.substr(0, list.find('.')));
  return std::exchange(item, Json(Json::value_t::discarded));
}

std::optional<Json> ItemPlaces::take(std::string_view list, Json& items, std::string_view text) {
  Json* found = find(list, items, text);
  if (found == nullptr)
    return std::nullopt;
  return leave_gap(list, *found);
}

void ItemPlaces::take_back(std::string_view list, Json& items) {
  const auto last = std::find_if(items.rbegin(), items.rend(),
                                 [](const Json& item) { return !item.is_discarded(); });
  if (last != items.rend())
    leave_gap(list, *last);
}

lists::Paragraphs& ItemPlaces::context_of(const Json& record) {
  if (!x_context)
    x_context.emplace(formats::text_of(formats::field(record, "context_notes")));
  return *x_context;
}

void ItemPlaces::close_gaps(Json& record) {
  for (const std::string& name : x_with_gaps) {
    Json& value = record[name];
    close_gaps_of(value);
    if (value.is_object())
      for (auto& [inner, list] : value.items())
        close_gaps_of(list);
  }
  x_with_gaps.clear();
  x_known.clear();
}

}  // namespace handoff::ops
