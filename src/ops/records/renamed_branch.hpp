#pragma once

#include <string>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// Is this branch the one that the work was paused on, under the name that it has now? A WIP commit
/// is on it whoever has the old name by now; where nothing was put on the branch, the old name is
/// nobody's, or was given away since.
bool is_called_now(const git::Repository& repository, const model::Handoff& paused,
                   const std::string& branch);

/// What the branch that the work was paused on is called now; its name in the record where it was
/// not renamed, or is gone.
std::string branch_now(const git::Repository& repository, const model::Handoff& paused);

/// Was the work paused on a branch that had this one's name before, and has another by now?
bool is_of_namesake(const git::Repository& repository, const model::Handoff& paused,
                    const std::string& branch);

}  // namespace handoff::ops
