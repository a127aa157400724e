#pragma once

#include "git/repo/repository.hpp"
#include "ops/resume/resume.hpp"

namespace handoff::cli {

/// Names what a resume did not touch, and what it did not bring.
void tell_left_alone(const git::Repository& repository, const ops::ResumeReport& report);

}  // namespace handoff::cli
