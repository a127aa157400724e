#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "ops/records/store.hpp"

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
  bool operator==(const LintFinding&) const = default;
};

/// What the rules may ask about the world. Without an answer (nullopt) they say nothing.
struct LintContext {
  std::function<std::optional<bool>(const std::string& path)> path_exists = {};
  std::function<std::optional<bool>(const std::string& hex)> commit_exists = {};
  std::map<std::string, LintLevel, std::less<>> levels = {};  ///< in place of the defaults
  size_t shortest_context = 80;                               ///< bytes
};

/// What a record lacks for a stranger to go on from it, in the order of the rules. Pure: the same
/// record and answers give the same findings.
std::vector<LintFinding> lint(const Json& record, const LintContext& context = {});

struct LintReport {
  std::string subject = {};  ///< an id, a file, "standard input"
  std::vector<LintFinding> findings = {};
  std::vector<std::string> problems = {};  ///< of the configuration, for people
  bool errors() const;
};

/// Lints against this repository: paths in the working tree, commits in its object store, levels
/// from `handoff.lint.<rule>` and `.handoff.toml` (which can only raise them). `kept` tells what
/// else is there: what the record itself holds.
LintReport lint_in(const git::Repository& repository, const Json& record,
                   const std::function<bool(const std::string& path)>& kept = {});

/// The same for a stored record: a path in its snapshot or among the documents that it carries is
/// there.
LintReport lint_stored(const Store& store, const Record& record);

/// Does `handoff.lint` ask pause to refuse a record with errors?
bool lint_gate_refuses(const git::Repository& repository);

}  // namespace handoff::ops
