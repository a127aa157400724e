#pragma once

#include "cli/screen/terminal.hpp"
#include "ops/pause/pause.hpp"

namespace handoff::cli {

/// The lines that pause and checkpoint end with.
void print_pause_report(const Terminal& terminal, const ops::PauseReport& report);

}  // namespace handoff::cli
