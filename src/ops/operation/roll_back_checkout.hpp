#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

struct RolledBack {
  bool any = false;
  bool head_moved = false;                   ///< the user went on from there: nothing was touched
  std::vector<std::string> left_alone = {};  ///< files that have changed since
};

/// Whose checkout it is.
enum class Owner {
  gone,       ///< a process that is dead; one that lives is left alone
  us,         ///< ours, and it failed
  lost_race,  ///< ours, and somebody else retired the record meanwhile
};

/// Where a checkout was not carried through, files and index go back to what they were: a file that
/// came is removed only if it is the very one that was put there and unchanged; an old one comes
/// back only where nothing stands. What somebody wrote since stays. Where it was carried through,
/// only the log goes.
RolledBack roll_back_checkout(const git::Repository& repository, Owner owner);

}  // namespace handoff::ops
