#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// For people, after a pause as `id`: what lies around it and is no part of it. `moves`: the branch
/// went to the WIP commit.
std::vector<std::string> warnings_of_place(const Store& store, const std::string& id, bool moves);

}  // namespace handoff::ops
