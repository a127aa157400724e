#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/screen/terminal.hpp"
#include "ops/records/standing.hpp"
#include "ops/verbs/fleet.hpp"

namespace handoff::cli {

using Standings = std::map<std::string, ops::Standing>;  ///< by id

/// The lines of `--porcelain`: fields separated by tabs, the records by LF, or NUL with -z. Fields:
/// id, branch, status, timestamp, workflow, the first line of next_action, phase, task,
/// total_tasks, title, who has it and by whom; paths and text are printable.
std::string porcelain(const std::vector<ops::Summary>& records, const Standings& standings,
                      bool nul);

using Handles = std::map<std::string, std::string>;  ///< by id

/// A record of the branch that is checked out, which stands in the line above: its handle, age, and
/// what is next, whole.
void print_of_branch(const Terminal& terminal, const ops::Summary& record);

/// A table that fits the width: below 60 columns each record takes two lines. Who has what was
/// shared stands below it. With handles, on a person's screen, these stand for the ids, and there
/// is who wrote it.
void print_table(const Terminal& terminal, const std::vector<ops::Summary>& records,
                 const Standings& standings = {}, const Handles& handles = {});

/// For a line of a choice: handle, age, who, branch and what is next.
std::string described(const ops::Summary& record, const Handles& handles);

/// Who has it, where that was not `told` already, and what to do about that; nothing for what was
/// not shared.
void print_standing(const Terminal& terminal, const Standings& standings, const std::string& id,
                    const std::string& told = {});

/// What this clone has to do with at a remote, without a live record here; `branch`: HEAD's.
void print_held(const Terminal& terminal, const std::vector<ops::Shared>& held,
                const std::string& branch);

/// What a fetch told of each: its branch, who has it or what became of it, and when that was seen.
void print_told(const Terminal& terminal, const std::vector<ops::Shared>& told);

/// Says which refs are damaged, and how many other records cannot be read.
void warn_of_damaged(const std::vector<ops::RecordRef>& damaged);

/// What waits, below the name of who it waits for.
void print_inbox(const Terminal& terminal, const ops::Inbox& inbox);

/// Each worktree: its branch, what is paused there, who has it, and what waits.
void print_fleet(const Terminal& terminal, const ops::Fleet& fleet);

}  // namespace handoff::cli
