#pragma once

#include <vector>

#include "ops/brief/brief_pack.hpp"
#include "ops/brief/brief_source.hpp"

namespace handoff::ops {

/// The sections of a record in the order in which a reader wants them.
std::vector<Section> brief_sections(const BriefSource& source);

/// The first of them alone: what is not as it was left, what blocks, the next action.
std::vector<Section> brief_first_sections(const BriefSource& source);

}  // namespace handoff::ops
