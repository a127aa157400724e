#pragma once

#include <string>
#include <vector>

#include "git/repo/transport.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"
#include "ops/share/remotes.hpp"

namespace handoff::ops {

/// Does what the remote has of the handoff's branch come in the same breath?
enum class Branch { stays, comes };

/// What came, and how many refspecs were of what the remote says it has not.
struct Brought {
  git::FetchAnswer answer = {};
  size_t missing = 0;
};

/// Brings the version that the remote has, below what is seen of it, and notes nothing. `missing`
/// is 1 where the branch was to come, and the remote has none of its names. Seconds: as for look().
Brought fetch_tip(const Store& store, const Shared& shared, const Network& network,
                  unsigned seconds = 0, Branch branch = Branch::stays);

/// Brings what a remote has of several, in one connection. False: not all of them are there any
/// more, or it cannot be asked.
bool bring_versions(const git::Repository& repository, const std::string& remote,
                    const std::vector<std::string>& ids, const Network& network);
/// Brings what the remote of the handoff's branch has of that, by itself: a branch that takes long
/// to come is no reason not to resume, and one that does not come is none. `needed`: also where
/// `git fetch` would not bring it. False: the remote was asked, and has no such branch.
bool fetch_branch(const git::Repository& repository, const Shared& shared, const Network& network,
                  bool needed = false);

/// only_branch_at() of what that remote has now, which is asked. Empty, too: who knows.
std::string branch_there_at(const git::Repository& repository, const Shared& shared,
                            const Network& network, const std::string& oid);

/// In a shallow clone, where the history of what the remote has of the handoff's branch ends here
/// before it tells what is new there: gets some more of it, once.
void deepen_where_cut(const git::Repository& repository, const Shared& shared,
                      const Network& network);

}  // namespace handoff::ops
