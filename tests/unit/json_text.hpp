#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "formats/json/json.hpp"

namespace handoff::testing {

/// A value from its text, in its own order of keys.
inline Json json(std::string_view text) { return formats::parse_json(text, "test"); }

/// Sorted keys, so that the order in which a text tells things does not matter.
inline nlohmann::json sorted(const Json& value) { return nlohmann::json::parse(value.dump()); }

}  // namespace handoff::testing
