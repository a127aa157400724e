#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// May a file of this worktree be as a checkout has written it since the pause? Where none took
/// place, what differs from the record is the user's change, even if git sees none (line ends,
/// permissions).
class CheckoutEvidence {
 public:
  /// By HEAD's reflog: it has the pause, and what came behind it. A clone or another worktree does
  /// not have the pause: all of it was checked out, up to the last checkout that the log has; up to
  /// the fetch behind a `git clone`, which writes its files behind its line. Without a log, by the
  /// times of the files in which git notes where HEAD is and was.
  CheckoutEvidence(const Store& store, const Record& record);

  /// Did any checkout take place?
  bool any() const { return x_last.has_value(); }
  /// Could it have written this file? Not one that has changed since, in content or mode.
  bool covers(const std::string& file) const;
  /// ... its content? In the copy of a repository all files have changed since but for that.
  bool covers_bytes(const std::string& file) const;

 private:
  void look_without_log(const Store& store, const Record& record);
  bool x_copied = false;
  std::optional<int64_t> x_last;  ///< of the last one, in nanoseconds
};

}  // namespace handoff::ops
