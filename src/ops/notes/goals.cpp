#include "ops/notes/goals.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

using namespace lists;
using formats::field;
using formats::text_of;

namespace {

constexpr const char* kNewest = "ultimate";
constexpr const char* kEarlier = "earlier";
constexpr const char* kCarried = "carried_from";
constexpr std::string_view kEarlierGoals = "goals.earlier";

/// A text is a goal, a list is many.
Json& as_goals(Json& value) {
  if (value.is_object())
    return value;
  Json goals = Json::object();
  if (value.is_string() && !trim(text_of(value)).empty())
    goals[kNewest] = std::move(value);
  else if (value.is_array() && !value.empty())
    goals[kEarlier] = std::move(value);
  return value = std::move(goals);
}

std::string newest_of(const Json& goals) { return text_of(field(goals, kNewest)); }

Json& earlier_in(Json& goals) {
  Json& list = goals[kEarlier];
  if (!list.is_array())
    list = is_empty(list) ? Json::array() : Json::array({list});
  return list;
}

void put_earlier(Json& goals, ItemPlaces& places, const std::string& text, const Json& item) {
  if (trim(text).empty() || same_text(newest_of(goals), text))
    return;
  if (Json& list = earlier_in(goals); places.find(kEarlierGoals, list, text) == nullptr)
    list.push_back(item);
}

/// As it stands among the earlier ones.
Json item_of_newest(const Json& goals) {
  const Json& from = field(goals, kCarried);
  return from.is_null() ? Json(newest_of(goals))
                        : Json{{"text", newest_of(goals)}, {kCarried, from}};
}

}  // namespace

void add_goal(Json& record, ItemPlaces& places, const std::string& text) {
  Json& goals = as_goals(record["goals"]);
  const std::string before = newest_of(goals);
  const Json item = item_of_newest(goals);
  goals.erase(kCarried);
  goals[kNewest] = text;
  put_earlier(goals, places, before, item);
  places.take(kEarlierGoals, earlier_in(goals), text);
}

void merge_goals(Json& record, Json older) {
  if (is_empty(older))
    return;
  if (is_empty(field(record, "goals"))) {
    record["goals"] = std::move(older);
    return;
  }
  Json& goals = as_goals(record["goals"]);
  Json& known = as_goals(older);
  ItemPlaces places;
  for (const Json& item : formats::items_of(field(known, kEarlier)))
    put_earlier(goals, places, headline_of(item), item);
  if (!newest_of(goals).empty())
    put_earlier(goals, places, newest_of(known), item_of_newest(known));
  if (!same_text(newest_of(goals), newest_of(known)) && !newest_of(goals).empty())
    known.erase(kCarried);
  known.erase(kEarlier);
  merge_values(goals, known);
}

void drop_goal(Json& record, ItemPlaces& places, const std::string& text) {
  Json none = Json::array();
  const auto goals = record.find("goals");
  const bool many = goals != record.end() && field(*goals, kEarlier).is_array();
  Json& list = many ? (*goals)[kEarlier] : none;
  const auto last = std::find_if(list.rbegin(), list.rend(),
                                 [](const Json& item) { return !item.is_discarded(); });
  if (last == list.rend()) {
    record.erase("goals");
    places.renamed(kEarlierGoals);
    return;
  }
  if (places.take(kEarlierGoals, list, text) || newest_of(*goals).empty())
    return;
  const Json next = *last;
  (*goals)[kNewest] = headline_of(next);
  goals->erase(kCarried);
  if (const Json& from = field(next, kCarried); !from.is_null())
    (*goals)[kCarried] = from;
  places.take_back(kEarlierGoals, (*goals)[kEarlier]);
}

void tidy_goals(Json& record) {
  const auto goals = record.find("goals");
  if (goals == record.end())
    return;
  if (const Json& earlier = field(*goals, kEarlier); !earlier.is_array() || !earlier.empty())
    return;
  goals->erase(kEarlier);
  if (goals->empty())
    record.erase("goals");
}

}  // namespace handoff::ops
