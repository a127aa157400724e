#pragma once

#include <set>
#include <string>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// A submodule and the commit that it is at.
struct SubmoduleCommit {
  std::string path, oid;
  auto operator<=>(const SubmoduleCommit&) const = default;
};

/// What these commits ("OID\n" each) set submodules to; of a merge, what is in none of its parents.
std::set<SubmoduleCommit> submodules_set_by(const git::Git& git,
                                            const git::Environment& environment,
                                            const std::string& commits);

/// Throws a Failure (exit 1) unless a remote of the submodule has the commit, by what was fetched.
void refuse_unless_there(const git::Repository& repository, const SubmoduleCommit& submodule);

}  // namespace handoff::ops
