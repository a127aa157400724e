#pragma once

#include "git/repository.hpp"

namespace handoff::ops {

/// HEAD as Repository::head() gives it, out of git's own files where these are plain: for hooks, which nobody should
/// notice. Git is asked where they are not.
git::Head quick_head(const git::Repository& repository);

}  // namespace handoff::ops
