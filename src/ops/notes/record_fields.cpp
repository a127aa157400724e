#include "ops/notes/record_fields.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::ops::lists {

using formats::field;
using formats::items_of;
using formats::text_in;
using formats::text_of;

std::string folded(std::string_view text) {
  std::string out;
  for (char c : to_lower(trim(text))) {
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space)
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out;
}

void Paragraphs::add(const std::string& text) {
  std::string paragraph;
  const auto end = [&] {
    if (!trim(paragraph).empty())
      x_folded.insert(folded(paragraph));
    paragraph.clear();
  };
  for (const std::string& line : split_lines(text))
    if (trim(line).empty())
      end();
    else
      paragraph += line + "\n";
  end();
}

bool Paragraphs::have(const std::string& part) const {
  const Paragraphs wanted(part);
  return std::ranges::all_of(wanted.x_folded,
                             [&](const std::string& one) { return x_folded.contains(one); });
}

std::string headline_of(const Json& item) {
  return text_in(item, {"name", "decision", "action", "question", "correction", "error", "path",
                        "description", "content", "text", "hypothesis"});
}

Json& list_in(Json& record, const ListField& list) {
  Json& value = record[std::string(list.name)];
  if (value.is_object() && list.name == kDecisions.name &&
      (value.contains("binding") || value.contains("technical"))) {
    Json& inner = value[value.contains("technical") ? "technical" : "binding"];
    if (!inner.is_array())
      inner = Json::array();
    return inner;
  }
  if (value.is_object() && list.name == kDocuments.name && !value.contains("path")) {
    Json& inner = value["must_read"];
    if (!inner.is_array())
      inner = Json::array();
    return inner;
  }
  if (value.is_null())
    value = Json::array();
  else if (!value.is_array())
    value = Json::array({value});
  return value;
}

std::vector<std::pair<std::string, std::reference_wrapper<const Json>>> flat_items(
    const Json& value) {
  std::vector<std::pair<std::string, std::reference_wrapper<const Json>>> items;
  bool lists = value.is_object() && !value.empty() &&
               std::ranges::all_of(value, [](const Json& v) { return v.is_array(); });
  if (lists) {
    for (const auto& [kind, list] : value.items())
      for (const Json& item : list)
        items.emplace_back(kind, item);
  } else {
    for (const Json& item : items_of(value))
      items.emplace_back("", item);
  }
  return items;
}

bool has_item(const Json& record, const ListField& list, std::string_view text) {
  for (const auto& [kind, item] : flat_items(field(record, list.name)))
    if (same_text(headline_of(item), text))
      return true;
  return false;
}

Json& as_object(Json& item, std::string_view headline) {
  if (!item.is_object()) {
    std::string text = text_of(item);
    item = Json::object();
    item[std::string(headline)] = text;
  }
  return item;
}

bool is_empty(const Json& value) {
  return value.is_null() ||
         (value.is_string() && trim(value.get_ref<const std::string&>()).empty()) ||
         (value.is_structured() && value.empty());
}

void merge_values(Json& own, const Json& known) {
  for (const auto& [key, value] : known.items()) {
    if (is_empty(value))
      continue;
    Json& there = own[key];
    if (is_empty(there)) {
      there = value;
    } else if (there.is_object() && value.is_object()) {
      merge_values(there, value);
    } else if (there.is_array() && value.is_array()) {
      for (const Json& item : value)
        if (!in_list(there, item))
          there.push_back(item);
    }
  }
}

}  // namespace handoff::ops::lists

namespace handoff::ops {

bool same_text(std::string_view a, std::string_view b) {
  std::string left = lists::folded(a);
  return !left.empty() && left == lists::folded(b);
}

}  // namespace handoff::ops
