#pragma once

#include <string>

#include "ops/resume/resume.hpp"

namespace handoff::ops {

/// As they are typed behind `git handoff resume --continue`: "--switch --apply".
std::string flags_of(const ResumeRequest& request);

}  // namespace handoff::ops
