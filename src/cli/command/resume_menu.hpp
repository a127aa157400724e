#pragma once

#include <functional>

#include "cli/screen/terminal.hpp"
#include "ops/records/store.hpp"
#include "ops/records/summary.hpp"
#include "ops/resume/offers.hpp"

namespace handoff::cli {

/// What to do with a handoff.
enum class Choice { none, go_on, keep, review, discard, fresh };

/// The record that is meant: of this branch, else of the others the one that fits this branch, else
/// the newest, else of a remote. With `may_ask` a person says which of several, and where nothing
/// is paused is offered what can be reconstructed. Throws where there is none, or none is wanted.
ops::Record require_record(const Terminal& terminal, const ops::Store& store, const std::string& id,
                           bool may_ask);

/// Is it what is meant here where no id is given?
bool is_of_this_branch(const ops::Store& store, const ops::Record& record);

/// Prints the whole record, with what was noted since, and remembers that a person has read it
/// where one has. `print_rest`: what stands behind it.
void review(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
            ops::Since since, const std::function<void()>& print_rest = {});

/// The kept work as `git diff` prints it, with the user's pager: all of it, or its files only.
/// Nothing of the record runs: no text conversion, no external diff.
void show_kept_work(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                    bool stat_only);

/// Asks until it is answered. `none`: change nothing.
Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                  const ops::Offers& offers);

}  // namespace handoff::cli
