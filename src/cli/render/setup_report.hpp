#pragma once

#include "git/repo/repository.hpp"
#include "ops/setup/init.hpp"

namespace handoff::cli {

/// Prints what init or uninstall did: as text on standard output, or as JSON.
void print_setup(const ops::SetupReport& report, const git::Layout& layout, bool as_json);

}  // namespace handoff::cli
