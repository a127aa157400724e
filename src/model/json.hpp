#pragma once

#include <nlohmann/json_fwd.hpp>

namespace handoff {

/// Every JSON value of the program keeps the order of its keys, so that a record comes back as it
/// was written. Headers include this file; sources that look inside include <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

}  // namespace handoff
