#pragma once

#include <string>

#include "cli/screen/terminal.hpp"
#include "formats/record/record.hpp"
#include "ops/brief/brief_marks.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/readable.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::cli {

/// What is next, for a line among others: all of it where that is short, else its first line and
/// how many more there are.
std::string next_step(const std::string& text);
/// The same of what was just paused or imported: also that it is withheld, and where it can be
/// read.
void print_next(const Terminal& terminal, const ops::PauseReport& report);

using formats::position_text;

/// Where a cycle of test-driven work stands: "GREEN, token signing".
std::string tdd_text(const Json& record);

/// The whole record for a person: one heading a field that holds something. `to_be_read`: what an
/// agent may get of it, when the person says that it was read, is there to the last word. `marks`:
/// what is known of its tasks and blockers by now.
void print_record(const Terminal& terminal, const ops::Readable& record, bool to_be_read = false,
                  ops::Marks* marks = nullptr);

/// What resume shows of a record before it asks: whose it is, what is next, why, what was decided
/// or tried in vain, what waits, each with what is not so any more, and how much more there is;
/// `verbose` puts the record and the present side by side.
void print_comparison(const Terminal& terminal, const ops::Readable& record,
                      const ops::Comparison& comparison, ops::Marks& marks, bool verbose);

/// Says on stderr what in the record's text tries to deceive its reader; nothing where nothing
/// does.
void warn_of_tricks(const ops::Record& record);

}  // namespace handoff::cli
