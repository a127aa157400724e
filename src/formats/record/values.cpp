#include "formats/record/values.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace handoff::formats {

namespace {

const Json kNothing;

}  // namespace

const Json& field(const Json& object, std::string_view name) {
  if (!object.is_object())
    return kNothing;
  auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

const Json& field(const Json& object, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names)
    if (const Json& value = field(object, name); !value.is_null())
      return value;
  return kNothing;
}

std::string text_of(const Json& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (value.is_number() || value.is_boolean())
    return value.dump();
  if (value.is_array()) {
    std::vector<std::string> parts;
    for (const Json& item : value)
      if (std::string part = text_of(item); !part.empty())
        parts.push_back(std::move(part));
    return join(parts, "\n");
  }
  return {};
}

std::string text_in(const Json& item, std::initializer_list<std::string_view> names) {
  return item.is_object() ? text_of(field(item, names)) : text_of(item);
}

bool flag_of(const Json& value) {
  if (value.is_boolean())
    return value.get<bool>();
  std::string text = to_lower(text_of(value));
  return text == "true" || text == "yes";
}

std::vector<std::reference_wrapper<const Json>> items_of(const Json& value) {
  std::vector<std::reference_wrapper<const Json>> items;
  if (value.is_array())
    for (const Json& item : value)
      items.emplace_back(item);
  else if (!value.is_null())
    items.emplace_back(value);
  return items;
}

std::vector<std::string> texts_of(const Json& value,
                                  std::initializer_list<std::string_view> names) {
  std::vector<std::string> texts;
  for (const Json& item : items_of(value))
    if (std::string text = text_in(item, names); !text.empty())
      texts.push_back(std::move(text));
  return texts;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json or_else(const Json& value, Json otherwise) {
  return value.is_null() ? std::move(otherwise) : value;
}

void put(Json& record, const std::string& name, Json value) {
  if (!value.is_null() && !(value.is_structured() && value.empty()))
    record[name] = std::move(value);
}

void copy_field(const Json& from, std::string_view name, Json& into, const std::string& to) {
  if (const Json& value = field(from, name); !value.is_null())
    into[to] = value;
}

Json take_field(Json& object, const std::string& name) {
  Json value;
  if (auto found = object.find(name); found != object.end()) {
    value = std::move(*found);
    object.erase(name);
  }
  return value;
}

}  // namespace handoff::formats
