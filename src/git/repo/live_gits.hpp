#pragma once

#include <vector>

#include <sys/types.h>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// The value of kInsideVariable for a git that speaks to a remote: it holds nothing here that
/// recovery has to wait for.
inline constexpr const char* kAtRemote = "remote";

/// A git process that runs in this repository now, but for those that started us and our own
/// children.
struct LiveGit {
  pid_t pid = 0;
  double age = 0;       ///< seconds since it began
  bool orphan = false;  ///< a git-handoff started it that is gone; none that speaks to a remote
};

/// Looks through /proc, some ten milliseconds: for the moments after a crash. Processes that cannot
/// be looked into are left out; without /proc the answer is empty.
std::vector<LiveGit> live_gits(const Layout& layout);

/// Waits until no orphan is at work any more. False: one still is, after five seconds.
bool wait_for_orphans(const Layout& layout);

/// May this lock file be held by a git that lives? True where one began shortly before the file.
bool may_be_held(const Layout& layout, const std::string& lock);

}  // namespace handoff::git
