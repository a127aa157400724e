#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/process.hpp"

namespace handoff::git {

/// A clone can have git read what has no end (`core.attributesFile = /dev/zero`). With what git
/// maps besides, such as itself, it stays below 256 MB with this, where nobody has typed it.
inline constexpr size_t kMostMemory = 224u << 20;
/// ... and where it sends.
inline constexpr size_t kMostToSend = 1u << 30;

/// A pipe by the name of a file that git reads makes it wait for a writer: what nobody typed does
/// not.
constexpr Limits kUntypedLimits{.silence = 10};

/// The environment that takes programs out of a clone's own configuration, for a git that nobody
/// typed: the .git may have been copied from somebody else as it was. Switches and numbers pass
/// where git reads them as such, and texts that are known to name nothing that is run; every other
/// value is as the user's own configuration has it, or empty. `program` is the git to ask: once for
/// each folder and git directory, and each time where files are included, which may be in the tree,
/// or count on a branch only.
struct HarmlessConfig {
  std::vector<std::pair<std::string, std::string>> environment = {};
  /// The same for a git that writes objects or files. A filter that does not run is no filter that
  /// does nothing: what passes it is refused there (`filter.*.required`), and elsewhere compared
  /// without it.
  std::vector<std::pair<std::string, std::string>> environment_to_write = {};
  bool takes_filters_out = false;
  std::string listing = {};  ///< what `git config -z --list` says in that environment
  /// A key of the clone's own by which a remote would be spoken to (a program, a proxy, a file of
  /// cookies); empty: none.
  std::string leads_to_remotes = {};
  /// A key of the clone's own by which URLs are written as those of no known server, or git-lfs
  /// goes there; empty: none.
  std::string leads_elsewhere = {};
  /// What the clone's own says, in a file that includes none, for a repository beside it: without
  /// the form and the place of the clone, and for what nobody typed without what is not harmless.
  std::string to_copy = {};
  Outcome answer = {};    ///< without what it told
  bool is_known = false;  ///< git has told: otherwise nothing may run there unasked
  bool includes = false;  ///< the clone's own includes files
};
/// `git_dir`: as the git that is to be run is given it; empty: what it finds from the folder.
const HarmlessConfig& harmless_config(const std::string& program, const std::string& folder,
                                      const std::string& git_dir);

/// For a process that outlives the configuration that it was started with.
void forget_harmless_config();

}  // namespace handoff::git
