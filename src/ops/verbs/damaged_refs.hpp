#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// A ref of ours whose file holds no oid.
struct DamagedRef {
  std::string name;
  std::string oid = {};    ///< what it is to point at again; empty: nothing that could be is here
  bool is_proven = false;  ///< its reflog, or the last operation, names that as its last value
  bool is_spare = false;   ///< fetched again, or nothing here tells what it held: it can go
};

/// All below refs/handoffs/, each with the newest version of its record that is still here.
std::vector<DamagedRef> damaged_refs(const Store& store);

/// Points it there again, or takes away one that can go. False: neither.
bool mend(const Store& store, const DamagedRef& ref);

}  // namespace handoff::ops
