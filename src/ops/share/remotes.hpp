#pragma once

#include <optional>
#include <string>

#include "git/repo/repository.hpp"
#include "git/repo/transport.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

/// How a verb may use the network.
struct Network {
  bool may_prompt = false;  ///< a person sits at a terminal
  bool offline = false;     ///< do not ask; what was seen last counts
  bool asked = false;       ///< this very command has just asked where it stands
};

/// How the remote of a handoff is spoken to. `seconds`: how long where nobody can be asked for a
/// password.
git::Transport transport_to(const Shared& shared, const Network& network, unsigned seconds = 0);

/// The remote that handoffs of a branch go to: `handoff.remote`, else the branch's, else the only
/// one, else `origin`. Throws a Failure where there is none, or where git would fetch from another
/// place than it pushes to: nobody sees there what is claimed.
std::string remote_for(const git::Repository& repository, const std::string& branch);

/// What the remote is called now on which a handoff is shared: names move (`git remote rename`),
/// and a fork may get the old one. Where no remote has its URL any more, the URL was changed: the
/// name counts. nullopt where that is gone, too: no other remote says anything of this handoff.
std::optional<std::string> find_remote(const git::Repository& repository, const Shared& shared);
/// The same for all that asks or sends; where git would push to another place than it fetches from,
/// another remote here with the same URL. A Failure where there is none, or it is gone.
std::string remote_of(const git::Repository& repository, const Shared& shared);

}  // namespace handoff::ops
