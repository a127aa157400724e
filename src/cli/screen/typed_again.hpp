#pragma once

#include <string>

#include "cli/screen/invocation.hpp"

namespace CLI {
class App;
}

namespace handoff::cli {

/// The command's name with the options that were given, for a hint that offers it once more (see
/// find_for()): `edit --next 'add the test'`. What takes a line or more stands there as its kind.
std::string typed_again(const CLI::App& app, const Invocation& invocation);

}  // namespace handoff::cli
