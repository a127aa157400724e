#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign/bridge.hpp"
#include "model/json.hpp"

namespace handoff::formats {

/// The state of section 1.20, format_version "3.0".
const Mapping& spellbook_mapping();
/// The flat state of 13 keys, and how many of those that nobody else has a document holds.
const Mapping& flat_mapping();
size_t flat_keys(const Json& value);
/// Either shape, as JSON, YAML or in the fenced block of a document.
Json read_spellbook_state(std::string_view bytes, std::string_view source,
                          std::vector<std::string>& warnings);
/// Writes it in the order and under the headings of the published template.
std::string write_spellbook_yaml(const Json& native);
/// The document in three sections around a state; `record` gives what the state has no place for.
std::string write_spellbook_document(const Json& native, const Json& record);

/// `/home/ann/shop` is `home-ann-shop`: the folder of a project's plans.
std::string spellbook_project(std::string_view root);

}  // namespace handoff::formats
