#pragma once

#include <string>
#include <vector>

#include "ops/exchange/import_export.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Adds a version with another document; code and attachments stay those of the version before.
/// Gives the commit. Throws a Failure (exit 1) for archived records and where somebody else was
/// faster. `given`: a document that was handed in, whose words are those in it that are neither in
/// the version before nor `typed`; all that is new is the user's where it is null.
std::string edit_record(const Store& store, const Record& record, const Json& document,
                        const Document* given = nullptr,
                        const std::vector<std::string>& typed = {});

}  // namespace handoff::ops
