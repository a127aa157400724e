#pragma once

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// In a call in which git writes to another folder than the working tree: the user's filters run at
/// the top of the working tree, and with the environment that git gives them there.
void run_filters_in_tree(const git::Repository& repository, git::GitCall& call);

}  // namespace handoff::ops
