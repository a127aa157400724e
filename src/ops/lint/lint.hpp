#pragma once

#include <functional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "ops/lint/finding.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a record lacks for a stranger to go on from it, in the order of the rules. Pure: the same
/// record and answers give the same findings.
std::vector<LintFinding> lint(const Json& record, const LintContext& context = {});

struct LintReport {
  std::string subject = {};  ///< an id, a file, "standard input"
  std::vector<LintFinding> findings = {};
  std::vector<std::string> problems = {};  ///< of the configuration; what is not told of the record
  bool errors() const;
};

/// As `--json` prints it and the tool gives it.
Json to_json(const LintReport& report);

/// Lints against this repository: paths in the working tree, commits in its object store, levels
/// from `handoff.lint.<rule>` and `.handoff.toml` (which can only raise them). `kept` tells what
/// else is there: what the record itself holds.
LintReport lint_in(const git::Repository& repository, const Json& record,
                   const std::function<bool(const std::string& path)>& kept = {});

/// The same for a stored record: a path in its snapshot or among the documents that it carries is
/// there.
LintReport lint_stored(const Store& store, const Readable& record);

/// Its errors, a line each, for people.
std::vector<std::string> errors_of(const LintReport& report);

/// Takes the words out of the findings that are not those of the record's told part: they speak of
/// what nobody here has read.
void withhold(LintReport& report, const LintReport& of_told_part);

/// Does `handoff.lint` ask pause to refuse a record with errors?
bool lint_gate_refuses(const git::Repository& repository);

}  // namespace handoff::ops
