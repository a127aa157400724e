#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/objects/quarantine.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/checkout_log.hpp"

namespace handoff::ops {

struct CheckoutRequest {
  std::string from;                         ///< the tree that index and files hold now; empty: none
  std::string to;                           ///< the tree that they are to hold
  std::string what;                         ///< for people: "switch to 'feat'"
  std::vector<git::IndexEntry> index = {};  ///< entries that the index gets besides
  std::vector<git::TreeEdit> kept = {};     ///< exact bytes that a record has: such a file may go
  bool index_only = false;                  ///< the files hold `to` already
};

/// Takes a clean working tree and its index from one tree to another, by a log that can be rolled
/// back. Git writes the new files, with filters, attributes and sparse patterns, but aside. Throws
/// a Failure (exit 1) that names what is in the way: tracked files with changes, also behind flags,
/// and all that is not tracked, ignored or not, but for what is `kept`. Nothing has been changed
/// then. A Failure later leaves the log open, for roll_back().
void check_out(const git::Repository& repository, CheckoutLog& log, const CheckoutRequest& request);

/// Files that check_out() would take away and whose bytes neither a commit nor `kept` gives back,
/// though git calls them unchanged: what a filter, or the line ends of an attribute, takes out on
/// the way in. What git-lfs keeps is not asked for.
std::vector<std::string> lost_by_check_out(const git::Repository& repository,
                                           const CheckoutRequest& request);

/// Throws as check_out() does where something is in the way or has changes, and does nothing else.
void refuse_check_out(const git::Repository& repository, CheckoutLog& log,
                      const CheckoutRequest& request);

}  // namespace handoff::ops
