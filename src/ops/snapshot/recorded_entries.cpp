#include "ops/snapshot/recorded_entries.hpp"

namespace handoff::ops {

std::vector<git::IndexEntry> recorded_entries(const Store& store, const Record& record) {
  return git::decode_entries(read_attachment(store, record, "index-entries").value_or(""));
}

}  // namespace handoff::ops
