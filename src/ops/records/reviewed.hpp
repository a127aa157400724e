#pragma once

#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Remembers, in this clone only, that a person had the whole text of this version of a record on a
/// terminal: from then on session hooks may hand it to an agent. A newer version has to be looked
/// at anew, unless it holds the same (its tree): who has a shared handoff changes without its text.
/// Never throws.
void remember_looked_at(const Store& store, const Record& record);
/// `oid`: of a version, or its tree.
bool looked_at(const Store& store, const std::string& oid);

}  // namespace handoff::ops
