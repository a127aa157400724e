#pragma once

#include <string>
#include <vector>

#include "ops/share/outgoing.hpp"

namespace handoff::ops {

/// As they are typed behind `git handoff push`: " --with-history".
std::string options_of(const PublishRules& rules);
/// Hints that offer a push, and not a word of how, mean the one that was refused: it needs the same
/// options again.
std::vector<std::string> with_options(std::vector<std::string> hints, const PublishRules& rules);

}  // namespace handoff::ops
