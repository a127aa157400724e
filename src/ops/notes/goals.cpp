#include "ops/notes/goals.hpp"

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

/// A text is a goal, a list is many.
Json as_goals(const Json& value) {
  if (value.is_object())
    return value;
  Json goals = Json::object();
  if (value.is_string() && !trim(text_of(value)).empty())
    goals[kNewest] = value;
  else if (value.is_array() && !value.empty())
    goals[kEarlier] = value;
  return goals;
}

std::string newest_of(const Json& goals) { return text_of(field(goals, kNewest)); }

Json& earlier_in(Json& goals) {
  Json& list = goals[kEarlier];
  if (!list.is_array())
    list = is_empty(list) ? Json::array() : Json::array({list});
  return list;
}

void put_earlier(Json& goals, const std::string& text, const Json& item) {
  if (trim(text).empty() || same_text(newest_of(goals), text))
    return;
  if (Json& list = earlier_in(goals); find_item(list, text) == nullptr)
    list.push_back(item);
}

/// As it stands among the earlier ones.
Json item_of_newest(const Json& goals) {
  const Json& from = field(goals, kCarried);
  return from.is_null() ? Json(newest_of(goals))
                        : Json{{"text", newest_of(goals)}, {kCarried, from}};
}

}  // namespace

void add_goal(Json& record, const std::string& text) {
  Json goals = as_goals(field(record, "goals"));
  const std::string before = newest_of(goals);
  const Json item = item_of_newest(goals);
  goals.erase(kCarried);
  goals[kNewest] = text;
  put_earlier(goals, before, item);
  Json& list = earlier_in(goals);
  if (Json* again = find_item(list, text))
    list.erase(static_cast<size_t>(again - &list[0]));
  if (list.empty())
    goals.erase(kEarlier);
  record["goals"] = std::move(goals);
}

void merge_goals(Json& record, const Json& older) {
  if (is_empty(older))
    return;
  if (is_empty(field(record, "goals"))) {
    record["goals"] = older;
    return;
  }
  Json goals = as_goals(field(record, "goals"));
  Json known = as_goals(older);
  for (const Json& item : formats::items_of(field(known, kEarlier)))
    put_earlier(goals, headline_of(item), item);
  if (!newest_of(goals).empty())
    put_earlier(goals, newest_of(known), item_of_newest(known));
  if (!same_text(newest_of(goals), newest_of(known)) && !newest_of(goals).empty())
    known.erase(kCarried);
  known.erase(kEarlier);
  merge_values(goals, known);
  record["goals"] = std::move(goals);
}

void drop_goal(Json& record, const std::string& text) {
  Json goals = field(record, "goals");
  if (!goals.is_object() || !field(goals, kEarlier).is_array() || goals[kEarlier].empty()) {
    record.erase("goals");
    return;
  }
  Json& list = goals[kEarlier];
  Json* found = find_item(list, text);
  Json next;
  if (found == nullptr && !newest_of(goals).empty()) {
    next = list.back();
    found = &list.back();
  }
  if (found != nullptr)
    list.erase(static_cast<size_t>(found - &list[0]));
  if (!next.is_null()) {
    goals[kNewest] = headline_of(next);
    goals.erase(kCarried);
    if (const Json& from = field(next, kCarried); !from.is_null())
      goals[kCarried] = from;
  }
  if (list.empty())
    goals.erase(kEarlier);
  if (goals.empty())
    record.erase("goals");
  else
    record["goals"] = std::move(goals);
}

}  // namespace handoff::ops
