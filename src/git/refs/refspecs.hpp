#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::git {

/// What a fetch by these refspecs (the values of `remote.NAME.fetch`) calls a ref of the remote
/// here: "refs/remotes/origin/login" for "refs/heads/login". Empty where it brings it under no
/// name. Pure.
std::string fetched_as(const std::vector<std::string>& refspecs, const std::string& ref);

/// A shared handoff that a wide refspec, as `+refs/*:refs/remotes/origin/*`, brings below
/// refs/remotes/: no branch of a remote, so what it holds is not published by it.
bool is_fetched_handoff(std::string_view ref);
/// The same for `git rev-list` and `git log`: stands right before `--remotes`.
inline constexpr std::string_view kButFetchedHandoffs = "--exclude=*/handoffs/shared/*";

}  // namespace handoff::git
