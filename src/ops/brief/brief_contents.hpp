#pragma once

#include <vector>

#include "ops/brief/brief_pack.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/brief/brief_text.hpp"

namespace handoff::ops {

/// What a brief does without, the least missed first; each level does without those before it, too.
enum class Without {
  nothing,
  reason_of_pause,
  files_of_next,  ///< files that Next names already
  goal,
  subjects_of_done,  ///< of commits that perhaps did a task
  context_of_people,
  parentheses,
  tails_of_ways_around,
};
inline constexpr int kLevels = 8;

/// The sections of a record in the order in which a reader wants them.
std::vector<Section> brief_sections(const BriefSource& source, Without without);

/// The first of them alone: what is not as it was left, what blocks, the next action.
std::vector<Section> brief_first_sections(const BriefSource& source);

}  // namespace handoff::ops
