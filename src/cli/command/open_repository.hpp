#pragma once

#include "cli/screen/terminal.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::cli {

/// Opens the repository and finishes what a killed command left there, saying so.
git::Repository open_repository(
    git::Repository::AskConfig when = git::Repository::AskConfig::at_once);

}  // namespace handoff::cli
