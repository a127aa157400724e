#pragma once

#include "cli/screen/terminal.hpp"
#include "ops/share/share.hpp"

namespace handoff::cli {

/// As the command line and the terminal allow.
ops::Network network_for(const Terminal& terminal, bool offline = false);

/// Publishes a record that is paused here and prints what came of it. Gives the exit code: a pause
/// that could not be shared is a pause all the same.
int push_and_print(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                   ops::PushRequest request, bool json);

}  // namespace handoff::cli
