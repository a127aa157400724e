#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// A decision that may be worth keeping in the project.
struct Promotion {
  size_t number = 0;  ///< from 1, in the order shown
  std::string text = {};
  std::string why = {};  ///< may be empty
  std::string rejected = {};
  std::string source = {};       ///< a record's id, or `progress.md:12`
  std::string tier = {};         ///< "WHY" with a reason, "WHAT" without one
  std::string destination = {};  ///< file, relative to the top of the tree
  bool withheld = false;         ///< not told to this reader: a file of the clone says it
};

struct PromoteReport {
  std::vector<Promotion> candidates = {};
  std::vector<Promotion> written = {};
  std::vector<std::string> files = {};  ///< that were appended to
};

/// The decisions of this branch's newest record, and lines that tell of one in the last 50 lines of
/// progress.md, in findings.md and in scratch. What stands in the destination already is not
/// listed. The destination is `handoff.promoteFile`. Reads only.
PromoteReport promotions(const git::Repository& repository, Reader reader);

/// Appends those that were approved, by number, to the destination, and a handoff block to
/// progress.md where that file exists and `progress_block` says so. task_plan.md is never touched.
/// Throws a Failure for an unknown number, and for what is withheld, before anything is written.
PromoteReport promote(const git::Repository& repository, Reader reader,
                      const std::vector<size_t>& approved, bool progress_block);

}  // namespace handoff::ops
