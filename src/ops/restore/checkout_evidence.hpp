#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// May a file of this worktree be as a checkout has written it since the pause? Where none took
/// place that wrote it, what differs from the record is the user's change, even if git sees none
/// (line ends, permissions).
class CheckoutEvidence {
 public:
  /// By HEAD's reflog: it has the pause, and what came behind it. A clone or another worktree does
  /// not have the pause: all of it was checked out, up to the last checkout that the log has; up to
  /// the fetch behind a `git clone`, which writes its files behind its line. Without a log, or
  /// where it has lost the pause, by the times of the files in which git notes where HEAD is and
  /// was.
  CheckoutEvidence(const Store& store, const Record& record);

  /// Did any checkout take place?
  bool any() const { return !x_checkouts.empty(); }
  /// Could one have written the file at `path`? Not one that has changed since, in content or mode,
  /// nor one that is the same on both sides of each: git leaves that alone, whatever its bytes are.
  bool covers(const std::string& path) const;
  /// ... its content? In the copy of a repository all files have changed since but for that.
  bool covers_bytes(const std::string& path) const;
  /// ... in a place that was empty? Where a sparse checkout keeps the file, each checkout does.
  bool covers_absent(const std::string& path) const;
  /// ... its rights for others? Those that a checkout gives anyway were set by nobody, whatever
  /// touched the file since.
  bool covers_mode(const std::string& path) const;

 private:
  struct Checkout {
    std::string from, to;  ///< commits; empty: not known
    int64_t until;         ///< nanoseconds
  };
  void look_without_log(const Record& record);
  bool wrote(const Checkout& checkout, const std::string& path) const;
  bool covers_until(const std::string& path, std::optional<int64_t> time) const;

  const Store& x_store;
  bool x_copied = false;
  std::vector<Checkout> x_checkouts;  ///< newest first
};

}  // namespace handoff::ops
