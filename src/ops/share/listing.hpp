#pragma once

#include <string>
#include <vector>

#include "ops/share/step.hpp"

namespace handoff::ops {

/// The shared handoffs of a remote whose id begins with `prefix`, newest first. One round trip for
/// the names and one for a commit each, into a repository that is thrown away: nothing here
/// changes. Throws a Failure (exit 1) where the remote cannot be reached.
std::vector<Shared> list_at_remote(const git::Repository& repository, const std::string& remote,
                                   const std::string& prefix, const Network& network);

/// What has to be listed to find what a command line names: one id, or everything (empty).
std::string prefix_for(const std::string& what);

/// The branch that the handoff of such an id belongs to, as far as branches that are known here and
/// the id itself tell; empty: several may be meant.
std::string branch_by_id(const git::Repository& repository, const std::string& remote,
                         const std::string& id);

/// Those of a branch; where there are none, those of the names that it had here before.
std::vector<Shared> of_branch(const git::Repository& repository, const std::vector<Shared>& all,
                              const std::string& branch);

/// What the words on the command line mean among those that there are: an id, a branch, or a part
/// of an id.
std::vector<Shared> fitting(const git::Repository& repository, const std::vector<Shared>& all,
                            const std::string& what);

inline constexpr size_t kMostHandoffsNamed = 8;
/// A command for each of the first of them, with what it is, for a hint.
std::vector<std::string> lines_for(const std::vector<Shared>& handoffs,
                                   const std::string& verb = "take");

}  // namespace handoff::ops
