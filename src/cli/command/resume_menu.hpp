#pragma once

#include "cli/screen/terminal.hpp"
#include "ops/records/store.hpp"
#include "ops/resume/offers.hpp"

namespace handoff::cli {

/// What to do with a handoff.
enum class Choice { none, go_on, keep, review, discard, fresh };

/// Prints the whole record, and remembers that a person has read it where one has.
void review(const Terminal& terminal, const ops::Store& store, const ops::Record& record);

/// Asks until it is answered. `none`: change nothing.
Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                  const ops::Offers& offers);

}  // namespace handoff::cli
