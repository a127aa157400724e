#pragma once

#include <vector>

#include "cli/screen/terminal.hpp"
#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"
#include "ops/resume/offers.hpp"

namespace handoff::cli {

/// What to do with a handoff.
enum class Choice { none, go_on, keep, review, discard, fresh };

/// The live records of HEAD's branch of which none is meant more than the others; none where HEAD
/// has one's work.
std::vector<ops::Summary> equally_meant(const ops::Store& store, const git::Head& head);

/// A person says which of several is meant; the first where they only press return. Throws where
/// they want none.
ops::Record pick(const Terminal& terminal, const ops::Store& store,
                 std::vector<ops::Summary> records);

/// Prints the whole record, and remembers that a person has read it where one has.
void review(const Terminal& terminal, const ops::Store& store, const ops::Record& record);

/// The kept work as `git diff` prints it, with the user's pager: all of it, or its files only.
/// Nothing of the record runs: no text conversion, no external diff.
void show_kept_work(const ops::Store& store, const ops::Record& record, bool stat_only);

/// Asks until it is answered. `none`: change nothing.
Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                  const ops::Offers& offers);

}  // namespace handoff::cli
