#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// Throws a Failure where a lock file of git's is held by somebody who does not let go of it: a git
/// at work has it for a moment, one that was killed for ever. It is looked at every 20 ms.
void refuse_held(const std::string& lock, int tries = 15);

/// Links the locks that a git has which was told to move these refs (any goes: to delete one of
/// them) and answered that it is prepared, into `<git-dir>/handoff/held/`: a file that is the same
/// as such a link is a lock of ours, whatever stands under that name later. Where that cannot be
/// done there is no proof.
void link_held_locks(const Layout& layout, const std::vector<std::string>& refs, bool deletes);

/// Removes the locks that are proven so, and the links. For when that git has ended.
void remove_held_locks(const Layout& layout);

/// Is anything linked? Where no operation is open, a git was killed that was to try one.
bool are_locks_linked(const Layout& layout);

/// Removes the links to locks that are gone: they prove nothing any more, whoever made them.
void remove_links_of_gone_locks(const Layout& layout);

/// Removes the lock of a ref below refs/handoffs/, where nobody but our git children writes, if it
/// is empty, some seconds old, and no git that lives can hold it: they were killed together with
/// us.
void remove_abandoned_lock(const Layout& layout, const std::string& ref);

}  // namespace handoff::git
