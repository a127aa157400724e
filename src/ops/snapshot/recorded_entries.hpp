#pragma once

#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// The index entries that a record remembers, decoded.
inline std::vector<git::IndexEntry> recorded_entries(const Store& store, const Record& record) {
  return git::decode_entries(read_attachment(store, record, "index-entries").value_or(""));
}

}  // namespace handoff::ops
