#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Plans and designs by the names that Spellbook and others give them: those in the tree (ignored
/// ones not), and, with whole paths, those that Spellbook keeps of this project. At most 20.
std::vector<std::string> planning_documents(const git::Repository& repository);

}  // namespace handoff::ops
