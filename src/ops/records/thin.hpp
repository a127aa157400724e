#pragma once

#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Checkpoints that follow each other are thinned to the last few, pauses never: where the run at
/// the top of the record is too long, its newest versions are written again on what lies below the
/// run. Gives the commit that the next version has to follow: the record's newest as it is, or its
/// copy.
std::string thin_versions(const Store& store, git::Quarantine& quarantine, const Record& record);

}  // namespace handoff::ops
