#pragma once

#include <string>

#include "cli/screen/terminal.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::cli {

/// The day until which undo brings a retired record back.
std::string undo_until(const git::Repository& repository);

void tell_carried(const Terminal& terminal, size_t items, size_t stay, const std::string& id);

/// Retires a handoff and says what became of the work; gives the exit code.
int do_discard(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
               bool json, bool offline);
/// The same, with branch and tree put back.
int do_fresh(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
             const ops::Comparison& comparison, bool json, bool offline);

}  // namespace handoff::cli
