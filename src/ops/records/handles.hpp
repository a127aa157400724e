#pragma once

#include <map>
#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// For each id what a command takes for it, as short as is unique among all records here: the
/// beginning of its last part, four letters at least; the whole id where that is not enough.
std::map<std::string, std::string> short_handles(const Store& store);

}  // namespace handoff::ops
