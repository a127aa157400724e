#pragma once

#include "cli/screen/terminal.hpp"
#include "model/check.hpp"
#include "ops/check/first_line.hpp"

namespace handoff::cli {

/// The sentence that a screen begins with.
void print_first_line(const Terminal& terminal, const ops::FirstLine& line);

/// The report for a person: the first line where there is one, what changed, the most harmful
/// first, a sentence a claim, then the way on. What is confirmed is counted; `verbose` lists it.
void print_check(const Terminal& terminal, const model::CheckReport& report,
                 const ops::FirstLine* line, bool verbose);

/// What changed and what could not be compared, for a screen that tells more than that: the most
/// harmful, and how to see the rest. Nothing where all is confirmed.
void print_drift(const Terminal& terminal, const model::CheckReport& report, bool verbose);

/// 0 confirmed, 1 changed, 2 unverifiable.
int exit_code_of(model::Verdict verdict);

}  // namespace handoff::cli
