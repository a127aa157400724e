#include "ops/operation/worktree_hold.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace handoff::ops {

namespace {

int held_by_us = -1;

}  // namespace

WorktreeHold::WorktreeHold(const git::Repository& repository, int tries)
    : x_fd(hold_worktree(repository, tries)) {
  held_by_us = x_fd.get();
}

WorktreeHold::~WorktreeHold() { held_by_us = -1; }

UniqueFd hold_worktree(const git::Repository& repository, int tries) {
  constexpr useconds_t kPause = 20000;
  if (held_by_us >= 0)
    return UniqueFd(fcntl(held_by_us, F_DUPFD_CLOEXEC, 0));
  UniqueFd folder(open(repository.layout().own_dir().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (folder && flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (--tries <= 0)
      return {};
    usleep(kPause);
  }
  return folder;
}

}  // namespace handoff::ops
