#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/json.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

/// Where the items of a record's lists stand by their texts, while notes are applied to it: looked
/// for from the front, tens of thousands of them would take minutes. What is taken out leaves a
/// gap, for the others to keep their places, until close_gaps().
class ItemPlaces {
 public:
  Json* find(const lists::ListField& list, Json& items, std::string_view text) {
    return find(list.name, items, text);
  }
  /// The first one of this text. `list`: where it stands, "debug.evidence".
  Json* find(std::string_view list, Json& items, std::string_view text) {
    return find_if(list, items, text, [](const Json&) { return true; });
  }
  Json* find_if(std::string_view list, Json& items, std::string_view text,
                const std::function<bool(const Json&)>& fits);

  /// Takes the first one of this text out.
  std::optional<Json> take(std::string_view list, Json& items, std::string_view text);

  /// The last one, whatever its text.
  void take_back(std::string_view list, Json& items);

  /// An item of the list has another text by now.
  void renamed(std::string_view list) { x_known.erase(std::string(list)); }

  /// The paragraphs of its context, as long as this is told of each change.
  lists::Paragraphs& context_of(const Json& record);
  void forget_context() { x_context.reset(); }

  /// To be called before anybody else looks at the record.
  void close_gaps(Json& record);

 private:
  Json leave_gap(std::string_view list, Json& item);

  struct Same {
    std::vector<size_t> places = {};
    size_t first = 0;  ///< those before it are gaps
  };
  struct Known {
    size_t count = 0;
    std::unordered_map<std::string, Same> at = {};
  };
  std::map<std::string, Known, std::less<>> x_known;
  std::set<std::string, std::less<>> x_with_gaps;  ///< fields of the record
  std::optional<lists::Paragraphs> x_context;
};

}  // namespace handoff::ops
