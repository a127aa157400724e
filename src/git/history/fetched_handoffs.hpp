#pragma once

#include <string>
#include <vector>

#include "git/repo/git.hpp"

namespace handoff::git {

// A refspec of the user's, as `+refs/handoffs/shared/*:refs/remotes/origin/handoffs/*`, brings
// shared handoffs below refs/remotes/, whatever it calls their folder. They are no branches of a
// remote: what one holds is not published by it.

/// These arguments of `git rev-list` or `git log`, and behind them what stands for all branches of
/// remotes, or of this one: `--remotes`, after what leaves such handoffs out.
std::vector<std::string> with_remote_branches(const Git& git, std::vector<std::string> args,
                                              const std::string& remote = {});

/// Which of these refs (full names) are such handoffs. Asks git only where one is called as a
/// handoff is.
std::vector<std::string> fetched_handoffs(const Git& git, std::vector<std::string> refs);
/// Takes them out.
void erase_fetched_handoffs(const Git& git, std::vector<std::string>& refs);

}  // namespace handoff::git
