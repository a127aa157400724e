#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

struct FreshReport {
  std::string id;
  std::string branch;
  std::string wip_commit;
  std::string base;      ///< what the branch is on now; empty: unborn
  bool forward = false;  ///< ... which is `onto`
  bool moved = false;    ///< false: the branch did not hold the work, so there was nothing to move
  size_t carried = 0;    ///< open items that went into the journal
  size_t stay = 0;       ///< those that it had no room for
  std::string kept_present = {};             ///< the safety copy that was taken first
  std::vector<std::string> submodules = {};  ///< of each that stays elsewhere the way back
};

/// Does starting fresh move the branch? False: it only retires the record. Throws a Failure where
/// start_fresh() would.
bool moves_by_fresh(const Store& store, const Record& record, const Comparison& comparison);

/// Where somebody has finished it: does starting fresh bring the branch to what its remote has, as
/// this clone saw that last? Not where the branch has commits below the work that went another way.
bool goes_on_by_fresh(const Store& store, const Record& record, const Comparison& comparison);

/// Puts the work aside: the branch and the tree go back to where the work began, the record into
/// the archive. Throws a Failure (exit 1) where that would touch what is not in the WIP commit, or
/// where the commit is not the branch's alone. `onto`: a commit to go on to, where that is ahead of
/// where the work began; undo brings back from there, too.
FreshReport start_fresh(const Store& store, const Record& record, const Comparison& comparison,
                        const std::string& onto = {});

/// The command that takes the changes of published work back, for it stays a commit.
std::string way_to_revert(const WipStack& stack);

}  // namespace handoff::ops
