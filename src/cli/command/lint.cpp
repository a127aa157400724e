#include "ops/lint/lint.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/names.hpp"
#include "ops/records/store.hpp"

namespace handoff::cli {

namespace {

/// A file needs no repository: without one the rules that look into it say nothing.
ops::LintReport lint_document(const Json& record, const std::string& subject) {
  std::optional<git::Repository> repository;
  try {
    repository = git::Repository::open();
  } catch (const Failure&) {
  }
  ops::LintReport report;
  if (repository)
    report = ops::lint_in(*repository, record);
  else
    report.findings = ops::lint(record);
  report.subject = subject;
  return report;
}

ops::LintReport lint_record(const std::string& spec) {
  git::Repository repository = git::Repository::open();
  ops::Store store(repository);
  git::Head head = repository.head();
  std::optional<ops::Record> record;
  if (spec.empty())
    record = store.current(head);
  else
    record = store.find(spec, head);
  if (!record)
    refuse("nothing is paused on " + ops::branch_in_quotes(head.label()),
           {"'git handoff lint FILE' looks at a file, '-' at standard input"});
  return ops::lint_stored(store, ops::readable_by(store, *record, Terminal(&repository).reader()));
}

ops::LintReport lint_subject(const std::string& subject) {
  bool input = subject == "-";
  if (input || (!subject.empty() && exists(subject) && !is_folder(subject)))
    return lint_document(*read_document_argument(nullptr, subject).record,
                         input ? "standard input" : subject);
  return lint_record(subject);
}

void print_findings(const ops::LintReport& report) {
  constexpr size_t kIndent = 4;
  const Terminal terminal;
  size_t errors = 0;
  for (const ops::LintFinding& finding : report.findings) {
    bool error = finding.level == ops::LintLevel::error;
    errors += error ? 1 : 0;
    terminal.field(error ? "error" : "warning", formats::shown(finding.field) + ": " +
                                                    formats::shown(finding.message) + " [" +
                                                    finding.rule + "]");
    for (const std::string& line : terminal.explained("", formats::shown(finding.mend), kIndent))
      terminal.line(line);
  }
  if (report.findings.empty())
    tell_line(printable(report.subject) + ": nothing to mend");
  else
    tell_line(printable(report.subject) + ": " + count_of(errors, "error") + ", " +
              count_of(report.findings.size() - errors, "warning"));
}

}  // namespace

int run_lint(Invocation& invocation) {
  std::string subject;
  bool json = false;
  CLI::App app("Tells what a record lacks for a stranger to go on from it.");
  app.add_option("ID|FILE|-", subject,
                 "a record, a file, or '-' for standard input; this branch's without it")
      ->option_text(" ");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;

  ops::LintReport report = lint_subject(subject);
  say("warning", report.problems);
  if (json)
    print_json(ops::to_json(report));
  else
    print_findings(report);
  return report.errors() ? static_cast<int>(FailureKind::no) : 0;
}

}  // namespace handoff::cli
