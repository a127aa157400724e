#pragma once

#include <string>

#include "cli/screen/invocation.hpp"

namespace CLI {
class App;
}

namespace handoff::cli {

/// Binds `-m MSG`, which may be given several times: each is a paragraph, as in git.
void add_message(CLI::App& app, std::string& message, const std::string& help);

/// Parses the invocation's arguments into what the app's options are bound to. True: go on. False:
/// -h was asked for and has been printed. Anything that is not understood is a usage Failure (exit
/// 129) that quotes the argument and names `git handoff <name> -h`.
bool parse(CLI::App& app, const Invocation& invocation);

}  // namespace handoff::cli
