#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

inline constexpr size_t kShortestHandle = 4;

/// What an id ends in, behind its date and time.
std::string_view last_part(std::string_view id);

/// Every record under one ref: where there are several, the live one, then
/// what became of it here, then the fetched one, which others may have changed: REMOTE/ID names it.
std::vector<RecordRef> every_record(const Store& store);

/// For each id what a command takes for it, as short as is unique among all records here: the
/// beginning of its last part, four letters at least; the whole id where that is not enough.
std::map<std::string, std::string> short_handles(const Store& store);

/// The branch of a record as it is called now; its name in the record where that cannot be told.
std::string branch_now(const Store& store, const RecordRef& ref);

}  // namespace handoff::ops
