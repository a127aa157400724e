#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

struct RestoredFiles {
  std::vector<std::string> rewritten;       ///< exact bytes or modes were put back
  std::vector<std::string> left_alone;      ///< bytes or mode not as they were paused: not touched
  std::vector<std::string> unfiltered;      ///< as git has them: no filter gives what was paused
  std::vector<std::string> as_checked_out;  ///< a stranger's: git's bytes, not those it keeps
  std::vector<std::string> hints;           ///< where the bytes of these are
};

/// Puts back what a checkout of the WIP commit does not give: exact bytes of converted files, files
/// outside the sparse cone, narrow modes, by `log`. A file is only written where a checkout took it
/// away, or has written it since the pause and it holds exactly that: in place, it is the user's
/// change. Whether it is executable is merged as content is; for others it is only ever narrowed,
/// where it is as a checkout writes it. `from` is the commit that was checked out before, or empty:
/// what is the same in it may still stand as that checkout wrote it, with the attributes of then.
/// `merged`: the tree that the files are of by now, where the work was rebased or merged: a file
/// that it has another blob of is not the kept one any more, and its exact bytes are none. Empty:
/// the work as it was kept. `asked`: the user has asked for the kept files (--apply): also what
/// differs in place is written, as long as a checkout can write what stands there.
RestoredFiles restore_files(const Store& store, const Record& record, const std::string& from,
                            CheckoutLog& log, const std::string& merged = {}, bool asked = false);

/// Where attributes changed in the pause: files that did not change, but that a checkout wrote with
/// other attributes than those that hold once the index has these `changes`, so that git would call
/// them changed. They are written as a checkout would write them now; edited ones are not touched.
/// Their entries join the `changes`, which enter them anew: git compares the size of a file with
/// that of its last checkout first.
RestoredFiles restore_unchanged(const Store& store, const Record& record, const std::string& from,
                                CheckoutLog& log, std::vector<git::IndexChange>& changes);

}  // namespace handoff::ops
