#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/note.hpp"

namespace handoff::ops {

/// Of the branches that these notes were made on those that nobody goes on with: "gone" (and not
/// renamed), or "merged" into the default branch with all that was committed since.
std::map<std::string, std::string> branches_over(const std::vector<model::Note>& notes);

}  // namespace handoff::ops
