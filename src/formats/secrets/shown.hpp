#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"

namespace handoff::formats {

/// Text of a record for a screen: secrets masked, control bytes visible (see printable()).
std::string shown(std::string_view text, bool multiline = false);

/// A copy in which each text has its secrets masked; keys stay.
Json with_secrets_masked(const Json& value);
/// The same as JSON for a reader elsewhere: also what is a secret only by the key it stands under.
std::string write_shown_json(const Json& value);

}  // namespace handoff::formats
