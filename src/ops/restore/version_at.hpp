#pragma once

#include <optional>
#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// The version of the record here that has exactly the work of this commit.
std::optional<Record> version_at(const Store& store, const RecordRef& ref,
                                 const std::string& commit);

}  // namespace handoff::ops
