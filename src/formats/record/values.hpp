#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// Lenient looks into JSON that others wrote: a value of an odd type is empty, never an error.

/// The value of a key; null where there is none or `object` is no object. The reference lives as
/// long as `object`.
const Json& field(const Json& object, std::string_view name);
/// The first of several names that holds something.
const Json& field(const Json& object, std::initializer_list<std::string_view> names);

/// Text of a scalar: strings as they are, numbers and booleans as JSON writes them, a list joined
/// by line ends, all else empty.
std::string text_of(const Json& value);
/// The text of an item that may be a plain string or an object with one of these names.
std::string text_in(const Json& item, std::initializer_list<std::string_view> names);
/// true, "true", "yes".
bool flag_of(const Json& value);
/// A list, or a lone value as a list of one; nothing for null. The references live as long as
/// `value`.
std::vector<std::reference_wrapper<const Json>> items_of(const Json& value);
/// The texts of such a list, each by `text_in`; empty ones are left out.
std::vector<std::string> texts_of(const Json& value, std::initializer_list<std::string_view> names);

/// What the tool writes beside an item that it carries: the ids of where it came from.
constexpr auto kOriginFields = std::to_array<std::string_view>({"carried_from", "copy_of"});
constexpr bool is_origin_field(std::string_view name) {
  return name == kOriginFields[0] || name == kOriginFields[1];
}

/// The text; null where there is none.
Json text_or_null(const std::string& text);
/// `value`, or `otherwise` where it is null.
Json or_else(const Json& value, Json otherwise);
/// Sets a field that holds something: null, an empty list and an empty object say nothing.
void put(Json& record, const std::string& name, Json value);
/// Sets `into[to]` to `from[name]` where that is there and not null.
void copy_field(const Json& from, std::string_view name, Json& into, const std::string& to);
/// Removes `name` from an object and returns what it held.
Json take_field(Json& object, const std::string& name);

}  // namespace handoff::formats
