#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Did an undo bring back what is here, from before what this clone sent (`sent`, a version)? No
/// git process is asked.
bool is_behind_sent(const Store& store, const RecordRef& here, const std::string& sent);

/// Do two versions say the same, but for when and where each was written?
bool say_the_same(const Json& a, const Json& b);

}  // namespace handoff::ops
