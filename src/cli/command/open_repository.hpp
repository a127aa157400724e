#pragma once

#include <string_view>

#include "cli/screen/terminal.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::cli {

/// Opens the repository and finishes what a killed command left there, saying so.
git::Repository open_repository(
    git::Repository::AskConfig when = git::Repository::AskConfig::at_once);

/// Throws a Failure (exit 1) where open_repository() has just finished an operation with a verb
/// that begins so: whoever gives it again, and names nothing, does not want it done to something
/// else.
void refuse_given_again(std::string_view verb);

/// What most commands work with.
struct Here {
  git::Repository repository = open_repository();
  Terminal terminal{&repository};
  ops::Store store{repository};
};

}  // namespace handoff::cli
