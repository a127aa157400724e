#pragma once

#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Adds a version with another document; code and attachments stay those of the version before.
/// Gives the commit. Throws a Failure (exit 1) for archived records and where somebody else was
/// faster.
std::string edit_record(const Store& store, const Record& record, const Json& document);

}  // namespace handoff::ops
