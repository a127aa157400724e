#pragma once

#include <string>
#include <utility>
#include <vector>

namespace handoff::git {

/// The environment that takes programs out of a clone's own configuration, for a git that nobody
/// typed: the .git may have been copied from somebody else as it was. Switches and numbers pass,
/// and texts that are known to name nothing that is run; every other text is as the user's own
/// configuration has it, or empty. `program` is the git to ask, once for each folder.
struct HarmlessConfig {
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::string listing = {};  ///< what `git config -z --list` says in that environment
  bool is_known = false;     ///< git has told
};
const HarmlessConfig& harmless_config(const std::string& program, const std::string& folder);

/// It is asked anew: what it includes may depend on the branch, or be a file of the tree. To be
/// called where either may be another since.
void forget_harmless_config();

}  // namespace handoff::git
