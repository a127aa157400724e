#pragma once

#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// The record with the other names that its fields have in public handoff files replaced by the
/// record's own, in place. Called once, where a record enters; nothing behind that door knows other
/// names. A field that is there under its own name keeps it, and the other one stays beside it.
Json canonical(Json record);

/// The other names of the record's outermost fields.
std::vector<std::string_view> other_names();

}  // namespace handoff::formats
