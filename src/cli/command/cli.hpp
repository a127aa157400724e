#pragma once

namespace handoff::cli {

/// The whole program: finds the command, runs it, prints what it reports, and returns the exit
/// code.
int run(int argc, char** argv);

}  // namespace handoff::cli
