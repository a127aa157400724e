#pragma once

#include <string>

#include "model/json.hpp"

namespace handoff::ops {

/// Does an entry of an agent's settings run what `ours` runs, and nothing else? What the agent's
/// own screens add (a timeout, trust, tools) may stand; anything else, an environment for one, may
/// be another program's.
bool runs_as(const Json& entry, const Json& ours);

/// What an entry runs, for a message: `'./mine serve'`, its URL, or which other keys it has.
std::string command_in_quotes(const Json& entry);

}  // namespace handoff::ops
