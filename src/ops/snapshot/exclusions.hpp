#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// Which untracked files enter the snapshot, and which stay in the working tree only, each with its
/// reason.
struct UntrackedChoice {
  std::vector<std::string> kept;
  std::vector<model::LeftOut> left_out;
};

/// `paths` are untracked, relative to the top of the working tree; one that ends in a slash is a
/// nested repository. `none`: the user asked for tracked files only.
UntrackedChoice choose_untracked(const git::Repository& repository,
                                 const std::vector<std::string>& paths, bool none);

/// Tracked files among `paths` that look like secrets: never left out, but worth a warning.
std::vector<model::LeftOut> tracked_secrets(const git::Repository& repository,
                                            const std::vector<std::string>& paths);

}  // namespace handoff::ops
