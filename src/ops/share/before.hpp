#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/process.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What was in this clone as a handoff was put back or published here, and so is nothing of what
/// was done with it since. No time tells that: commits come from machines with other clocks.
struct Before {
  bool known = false;  ///< else an older version of the program put it back, or nobody here did
  std::set<std::string> branches = {};  ///< full names
  std::set<std::string> stashes = {};   ///< commits
  std::vector<std::string> tips = {};   ///< of branches, tags, remotes' branches and HEAD
};

void remember_before(const git::Repository& repository, const std::string& id);
/// The same, asked beside something else that moves no branch.
class BeforeQuestion {
 public:
  explicit BeforeQuestion(const git::Repository& repository);
  void remember(const std::string& id);  ///< call it once

 private:
  const git::Repository& x_repository;
  Child x_refs;
};
/// Tips that are not here any more are left out.
Before read_before(const Store& store, const Shared& shared);

}  // namespace handoff::ops
