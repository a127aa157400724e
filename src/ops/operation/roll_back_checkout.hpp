#pragma once

#include <string>
#include <vector>

#include "base/failure.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What somebody had written to a file just when it was moved away, where it cannot go back.
struct RescuedFile {
  std::string path;   ///< below the root
  std::string place;  ///< where it is now
};

struct RolledBack {
  bool any = false;
  std::vector<std::string> left_alone = {};  ///< files that have changed since
  std::vector<RescuedFile> rescued = {};
  std::vector<std::string> locks = {};  ///< git's, in the way, and not proven to be our own git's
};

/// The failure, and behind its hints what had to be left while it was rolled back.
Failure with_left(const Failure& failure, const RolledBack& back);

/// Whose checkout it is.
enum class Owner {
  gone,       ///< a process that is dead; one that lives is left alone
  us,         ///< ours, and it failed
  lost_race,  ///< ours, and somebody else retired the record meanwhile
};

/// Where a checkout was not carried through, files and index go back to what they were: a file that
/// came is removed only if it is the very one that was put there and unchanged; an old one comes
/// back only where nothing stands. What somebody wrote since stays, and so does each file that a
/// commit or a switch has touched since. Where it was carried through, only the log goes. Nothing
/// is removed that git or a record has not.
RolledBack roll_back_checkout(const git::Repository& repository, Owner owner);

}  // namespace handoff::ops
