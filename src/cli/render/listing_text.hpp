#pragma once

#include <string>
#include <vector>

#include "cli/screen/terminal.hpp"
#include "model/json.hpp"
#include "ops/records/summaries.hpp"

namespace handoff::cli {

/// The lines of `--porcelain`: fields separated by tabs, the records by LF, or NUL with -z. Fields:
/// id, branch, status, timestamp, workflow, the first line of next_action, phase, task,
/// total_tasks, title; paths and text are printable.
std::string porcelain(const std::vector<ops::Summary>& records, bool nul);

/// A table that fits the width: below 60 columns each record takes two lines.
void print_table(const Terminal& terminal, const std::vector<ops::Summary>& records);

}  // namespace handoff::cli
