#pragma once

#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// As Store::find(), for a command: `id` as it was typed, empty for what is paused here. Where
/// nothing is, the hints are what helps with that command (`verb`, as "push --json").
Record find_for(const Store& store, const std::string& id, const std::string& verb);

}  // namespace handoff::ops
