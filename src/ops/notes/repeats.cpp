#include "ops/notes/repeats.hpp"

#include <algorithm>
#include <iterator>
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

bool is_denial(const std::string& word) {
  return word == "not" || word == "no" || word == "never" || word == "without" ||
         word.ends_with("n't") || word == "cannot";
}

/// A word without stops at its ends and without the ending of a plural or of "decides".
std::string bare_word(const std::string& word) {
  constexpr size_t kLeastStem = 3;
  std::string bare = to_lower(word);
  bare.erase(0, std::min(bare.find_first_not_of("\"'`("), bare.size()));
  bare.resize(bare.find_last_not_of("\"'`.,:;!?") + 1);
  if (bare.ends_with("'s"))
    bare.resize(bare.size() - 2);
  else if (bare.size() > kLeastStem && bare.ends_with('s') && !bare.ends_with("ss"))
    bare.pop_back();
  return bare.empty() ? to_lower(word) : bare;
}

struct SaidItem {
  std::vector<std::string> in_order = {}, sorted = {};
  std::vector<std::string> denied = {};  ///< "not committed", sorted
};

SaidItem said_in(std::string_view text) {
  SaidItem said;
  for (const std::string& line : split_lines(std::string(text)))
    for (const std::string& word : split(line, ' '))
      if (const std::string bare = bare_word(word);
          !trim(bare).empty() && bare != "the" && bare != "a" && bare != "an" && bare != "of")
        said.in_order.push_back(bare);
  for (size_t i = 0; i < said.in_order.size(); ++i)
    if (is_denial(said.in_order[i]))
      said.denied.push_back(said.in_order[i] + " " +
                            (i + 1 < said.in_order.size() ? said.in_order[i + 1] : ""));
  said.sorted = said.in_order;
  std::sort(said.sorted.begin(), said.sorted.end());
  std::sort(said.denied.begin(), said.denied.end());
  return said;
}

bool is_same(const SaidItem& a, const SaidItem& b) {
  constexpr size_t kLong = 6, kOneInSoMany = 8;
  if (a.in_order == b.in_order)
    return !a.in_order.empty();
  const bool a_is_less = a.sorted.size() < b.sorted.size();
  const auto &less = a_is_less ? a.sorted : b.sorted, &more = a_is_less ? b.sorted : a.sorted;
  if (a.denied != b.denied || less.size() < kLong ||
      (more.size() - less.size()) * kOneInSoMany > more.size() ||
      !std::includes(more.begin(), more.end(), less.begin(), less.end()))
    return false;
  std::vector<std::string> added;
  std::set_difference(more.begin(), more.end(), less.begin(), less.end(),
                      std::back_inserter(added));
  return std::none_of(added.begin(), added.end(), [](const std::string& word) {
    return word.find_first_of("0123456789") != std::string::npos;
  });
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
    if (std::any_of(kept.begin(), kept.end(), [&](const Json& one) { return covers(one, item); }))
      continue;
    const auto less =
        std::find_if(kept.begin(), kept.end(), [&](const Json& one) { return covers(item, one); });
    if (less != kept.end())
      *less = item;
    else
      kept.push_back(item);
  }
  items = std::move(kept);
}

}  // namespace

bool says_the_same(std::string_view a, std::string_view b) {
  return is_same(said_in(a), said_in(b));
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
