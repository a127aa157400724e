#pragma once

#include <string>

namespace handoff::git {

/// Are `a` and `A` two files where this working tree is? Then git is to take them for two as well:
/// where its configuration came from elsewhere (`core.ignoreCase`), it passes over one that is
/// called as another one in the index but for case, and would overwrite it.
bool tells_case_apart(const std::string& folder);

}  // namespace handoff::git
