#include "ops/operation/worktree_hold.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace handoff::ops {

namespace {

/// What a WorktreeHold of this process holds: flock() would not let us have it twice.
struct Held {
  int fd = -1;
  std::string folder = {};
};
Held held_place;

}  // namespace

WorktreeHold::WorktreeHold(const git::Repository& repository, int tries)
    : x_fd(hold_worktree(repository, tries)) {
  held_place = {.fd = x_fd.get(), .folder = repository.layout().own_dir()};
}

WorktreeHold::~WorktreeHold() { held_place = {}; }

UniqueFd hold_worktree(const git::Repository& repository, int tries) {
  constexpr useconds_t kPause = 20000;
  if (held_place.fd >= 0 && held_place.folder == repository.layout().own_dir())
    return UniqueFd(fcntl(held_place.fd, F_DUPFD_CLOEXEC, 0));
  UniqueFd folder(open(repository.layout().own_dir().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (folder && flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (--tries <= 0)
      return {};
    usleep(kPause);
  }
  return folder;
}

}  // namespace handoff::ops
