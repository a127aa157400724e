#pragma once

#include "cli/screen/terminal.hpp"
#include "model/check.hpp"

namespace handoff::cli {

/// The report for a person: what changed first, one line a claim with its evidence, then the way
/// on. What is confirmed is counted by kind; `verbose` lists it.
void print_check(const Terminal& terminal, const model::CheckReport& report, bool verbose);

/// What changed and what could not be compared, for a screen that tells more than that: the most
/// relevant rows, and how to see the rest. Nothing where all is confirmed.
void print_drift(const Terminal& terminal, const model::CheckReport& report);

/// 0 confirmed, 1 changed, 2 unverifiable.
int exit_code_of(model::Verdict verdict);

}  // namespace handoff::cli
