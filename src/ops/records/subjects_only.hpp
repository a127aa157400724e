#pragma once

#include "ops/records/provenance.hpp"

namespace handoff::ops {

/// Is all that nobody has read in a record of the user's own subjects of commits? Agents have the
/// log: there is nothing that somebody would have to read for them.
bool withholds_subjects_only(const Provenance& known, const Record& record);

}  // namespace handoff::ops
