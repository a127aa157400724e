#pragma once

#include "git/repo/repository.hpp"

namespace handoff::cli {

/// Asks on a terminal whether to build a record from traces, shows it, and asks whether to keep it.
/// True: it is stored now.
bool offer_reconstruction(const git::Repository& repository);

}  // namespace handoff::cli
