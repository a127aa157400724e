#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::formats {

/// What `.handoff.toml` in the tree may say. It is the team's and may be a stranger's: it only ever
/// tightens, and holds no command, exclusion, remote or retention.
///
///     [age]
///     fresh = "12h"
///     stale = "3d"
///     [lint]
///     vague-next-action = "error"
///     [tasks]
///     lists = ["docs/plan.md", "TODO.md"]
struct Policy {
  std::optional<int64_t> age_fresh = {};  ///< seconds
  std::optional<int64_t> age_stale = {};
  std::map<std::string, std::string> lint = {};  ///< rule -> "off", "info", "warn" or "error"
  std::vector<std::string> task_lists = {};      ///< paths below the root
};

inline constexpr const char* kPolicyFile = ".handoff.toml";

/// Reads the text of a policy; an empty text is an empty policy. Keys that it does not know are
/// passed over. Throws a Failure with line and column for bad TOML or a value of the wrong kind,
/// and for a task list outside of the tree.
Policy read_policy(std::string_view text);

/// "90" (seconds), "30m", "24h", "7d"; nullopt for anything else and for negative ones.
std::optional<int64_t> read_duration(std::string_view text);

}  // namespace handoff::formats
