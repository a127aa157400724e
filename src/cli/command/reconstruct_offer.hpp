#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::cli {

/// Asks on a terminal whether to build a record from traces, shows it, and asks whether to keep it.
/// True: it is stored now.
bool offer_reconstruction(const git::Repository& repository);
/// Are there changes here, or notes of this branch?
bool is_anything_to_pause(const git::Repository& repository, const std::string& label);
/// What can be done where nothing is paused; a handoff file that lies here comes first.
std::vector<std::string> hints_where_nothing_is(const ops::Store& store);

}  // namespace handoff::cli
