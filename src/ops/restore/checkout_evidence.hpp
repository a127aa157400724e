#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/operation/file_moves.hpp"
#include "ops/operation/put_back_files.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// May a file of this worktree be as a checkout has written it since the pause? Where none took
/// place that wrote it, what differs from the record is the user's change, even if git sees none
/// (line ends, permissions).
class CheckoutEvidence {
 public:
  /// By HEAD's reflog: it has the pause, and what came behind it; of pauses on each other the
  /// first, for what the later ones took over. A clone or another worktree does not have the pause:
  /// all of it was checked out, up to the last checkout that the log has; up to the fetch behind a
  /// `git clone`, which writes its files behind its line. Without a log, or where it has lost the
  /// pause, by the times of the files in which git notes where HEAD is and was.
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
  /// Could one have taken it away?
  bool took_away(const std::string& path) const;
  /// Has one that is known written it, or taken it away, whatever was put there since?
  bool touched(const std::string& path) const;
  /// ... its rights for others? Those that a checkout gives anyway were set by nobody, whatever
  /// touched the file since.
  bool covers_mode(const std::string& path) const;

 private:
  struct Checkout {
    std::string from, to;  ///< commits; empty: not known
    int64_t until;         ///< nanoseconds
  };
  void look_without_log(const Record& record);
  /// Has it put a file in the place of a folder that the path is in, or a folder in its own? What
  /// git ignores goes then.
  bool put_in_way(const Checkout& checkout, const std::string& path) const;
  bool wrote(const Checkout& checkout, const std::string& path) const;
  bool covers_until(const std::string& path, std::optional<int64_t> time) const;

  const Store& x_store;
  PutBackFiles x_put_back;
  bool x_copied = false;
  std::vector<Checkout> x_checkouts;  ///< newest first
};

/// What may have been checked out when a file was written: what was before (`from`, a commit or
/// empty), and what belongs to the record.
std::vector<std::string> trees_checked_out(const Store& store, const Record& record,
                                           const std::string& from);

/// Where edited_since_checkout() has the files as a checkout of the index writes them.
std::string checkout_folder(const git::Quarantine& quarantine);

/// Those of the paths that hold what no checkout has written: not one of the index, nor, where
/// attributes were others, one of these trees. `is_ours`: of a path for which it is known.
std::set<std::string> edited_since_checkout(const git::Repository& repository,
                                            const git::Quarantine& quarantine,
                                            const git::PreparedIndex& index,
                                            const std::vector<std::string>& trees,
                                            std::vector<std::string> paths, SameMode mode,
                                            const std::function<bool(const std::string&)>& is_ours);

}  // namespace handoff::ops
