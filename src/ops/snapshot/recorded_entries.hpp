#pragma once

#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// The index entries that a record remembers, decoded.
std::vector<git::IndexEntry> recorded_entries(const Store& store, const Record& record);

}  // namespace handoff::ops
