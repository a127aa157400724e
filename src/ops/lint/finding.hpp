#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace handoff::ops {

enum class LintLevel { off, warn, error };
std::string_view word_of(LintLevel level);
/// "off" (also "ignore", "false"), "warn" (also "warning", "info"), "error"; nullopt for other
/// words.
std::optional<LintLevel> lint_level_of(std::string_view word);

/// One row of the table of rules; the man page has an entry for each.
struct LintRule {
  std::string_view id;
  LintLevel level = LintLevel::warn;  ///< without configuration
  std::string_view what;              ///< what is wrong, one line
};
std::span<const LintRule> lint_rules();

struct LintFinding {
  std::string rule = {};
  LintLevel level = LintLevel::warn;
  std::string field = {};    ///< where in the record: "decisions[2].rationale"
  std::string message = {};  ///< what is wrong, with the words in question
  std::string mend = {};     ///< how to mend it
  bool is_withheld() const;  ///< nothing of it is told
  bool operator==(const LintFinding&) const = default;
};

/// What the rules may ask about the world. Without an answer (nullopt) they say nothing.
struct LintContext {
  std::function<std::optional<bool>(const std::string& path)> path_exists = {};
  std::function<std::optional<bool>(const std::string& hex)> commit_exists = {};
  std::map<std::string, LintLevel, std::less<>> levels = {};  ///< in place of the defaults
  size_t shortest_context = 80;                               ///< bytes
};

}  // namespace handoff::ops
