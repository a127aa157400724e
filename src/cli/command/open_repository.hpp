#pragma once

#include "cli/screen/terminal.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::cli {

/// Opens the repository and finishes what a killed command left there, saying so.
git::Repository open_repository(
    git::Repository::AskConfig when = git::Repository::AskConfig::at_once);

/// What most commands work with.
struct Here {
  git::Repository repository = open_repository();
  Terminal terminal{&repository};
  ops::Store store{repository};
};

}  // namespace handoff::cli
