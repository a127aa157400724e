#pragma once

#include <string>
#include <vector>

#include "git/repo/refs.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Writes the version that says how a record ended ("resumed", "discarded"), and gives the ref
/// moves that take it from the live records into the archive.
std::vector<git::RefUpdate> retire(const Store& store, git::Quarantine& quarantine,
                                   const Record& record, const std::string& how,
                                   const git::Identity& identity);

}  // namespace handoff::ops
