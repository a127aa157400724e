#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"
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

/// Where `status.showUntrackedFiles` says that untracked files stay out: one entry for all of them
/// but these. nullopt: there are none.
std::optional<model::LeftOut> hidden_files(const git::Repository& repository,
                                           const std::set<std::string>& but);

/// Throws a Failure where somebody has added files of this repository's own git directory: they
/// change with what a pause itself does, and hold what no clone gets.
void refuse_own_files(const git::Repository& repository,
                      const std::vector<git::StatusEntry>& entries);

/// Tracked files among `paths` that look like secrets: never left out, but worth a warning.
std::vector<model::LeftOut> tracked_secrets(const git::Repository& repository,
                                            const std::vector<std::string>& paths);

}  // namespace handoff::ops
