#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

struct GcRequest {
  bool dry_run = false;
};

struct GcReport {
  std::vector<std::string> pruned;  ///< ids of archived records whose time was over
  size_t kept = 0;                  ///< archived records that stay
  size_t leftovers = 0;             ///< work folders of dead processes
  int64_t keep_days = 0;
};

/// Deletes the refs of archived records older than `handoff.keepDays` (30), of discarded ones older
/// than `handoff.keepDiscardedDays` (the same), compacts the journal, removes what dead processes
/// left. Live records are kept for ever; git's own gc frees the objects.
GcReport collect_garbage(const Store& store, const GcRequest& request);

/// One thing that doctor looked at.
struct DoctorFinding {
  enum class State { good, warning, bad, fixed } state = State::good;
  std::string what;  ///< one line for people
  std::string hint = {};
};

struct DoctorReport {
  std::vector<DoctorFinding> findings;
  bool healthy() const;
};

/// Looks at the store, at what interrupted commands left, and at the hooks. `fix` finishes or drops
/// what was begun and sets damaged files aside; no record is ever deleted.
DoctorReport examine(const Store& store, bool fix);

}  // namespace handoff::ops
