#include "ops/notes/repeats.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;
using lists::headline_of;

constexpr size_t kMostItemsCompared = 200;  ///< items of a list

/// The words one after the other, without case and without what stands around them.
std::vector<std::string> words_said(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string& line : split_lines(to_lower(std::string(text))))
    for (const std::string& word : split(line, ' ')) {
      const size_t from = word.find_first_not_of("\"'`( \t");
      const size_t end = word.find_last_not_of("\"'`).,:;!? \t");
      if (from != std::string::npos && end != std::string::npos && end >= from)
        words.push_back(word.substr(from, end + 1 - from));
    }
  return words;
}

bool covers_field(const Json& item, const std::string& name, const Json& value) {
  const Json& own = field(item, name);
  if (name == "binding")
    return text_of(own) == "absolute" || text_of(own) == text_of(value);
  if (value.is_boolean() || name == "status")
    return formats::flag_of(own) == formats::flag_of(value) &&
           (name != "status" || text_of(own) == text_of(value));
  return lists::is_empty(value) || !lists::is_empty(own);
}

void leave_repeats_out_of(Json& items) {
  if (!items.is_array() || items.size() > kMostItemsCompared)
    return;
  Json kept = Json::array();
  for (const Json& item : items) {
    if (std::ranges::any_of(kept, [&](const Json& one) { return covers(one, item); }))
      continue;
    const auto less =
        std::ranges::find_if(kept, [&](const Json& one) { return covers(item, one); });
    if (less != kept.end())
      *less = item;
    else
      kept.push_back(item);
  }
  items = std::move(kept);
}

}  // namespace

bool says_the_same(std::string_view a, std::string_view b) {
  const std::vector<std::string> words = words_said(a);
  return !words.empty() && words == words_said(b);
}

bool covers(const Json& item, const Json& other) {
  if (!says_the_same(headline_of(item), headline_of(other)))
    return false;
  if (!other.is_object())
    return true;
  const std::string headline = headline_of(other);
  for (const auto& [name, value] : other.items())
    if (name != "id" && name != "source" && !formats::is_origin_field(name) &&
        text_of(value) != headline && !covers_field(item, name, value))
      return false;
  return true;
}

void leave_repeats_out(Json& record) {
  for (const lists::ListField& list : kToldOnce)
    if (const auto found = record.find(std::string(list.name)); found != record.end()) {
      leave_repeats_out_of(*found);
      if (found->is_object())
        for (auto& [kind, items] : found->items())
          leave_repeats_out_of(items);
    }
}

}  // namespace handoff::ops
