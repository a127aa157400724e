#include "cli/render/check_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/check/sentences.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

using model::Finding;
using model::FindingState;

std::string age_text(const model::CheckReport& report) {
  return printable(report.id.empty() ? "this document" : report.id) +
         (report.age_seconds && *report.age_seconds >= 0
              ? *report.age_seconds < 60 ? ", just now"
                                         : ", " + human_duration(*report.age_seconds) + " old"
              : "");
}

/// Findings with the same code, evidence and suggestion are told once, with their subjects in a
/// row.
struct Row {
  const Finding* finding;
  std::vector<std::string> subjects;
};

std::vector<Row> rows_of(const model::CheckReport& report, FindingState state) {
  std::vector<const Finding*> chosen = ops::by_harm(report.findings);
  std::erase_if(chosen, [&](const Finding* finding) { return finding->state != state; });
  std::vector<Row> rows;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, size_t>
      first;  // the row of each
  for (const Finding* finding : chosen) {
    auto [same, is_new] =
        first.try_emplace({finding->code, finding->evidence, finding->suggestion}, rows.size());
    if (is_new || !finding->command.empty() || finding->code == "human-action")
      rows.push_back({finding, {ops::named_subject(*finding)}});
    else
      rows[same->second].subjects.push_back(ops::named_subject(*finding));
  }
  return rows;
}

void print_row(const Terminal& terminal, const Row& row) {
  constexpr size_t kMostSubjects = 6;
  const Finding& finding = *row.finding;
  std::vector<std::string> subjects = row.subjects;
  size_t more = subjects.size() > kMostSubjects ? subjects.size() - kMostSubjects : 0;
  subjects.resize(subjects.size() - more);
  const std::string all =
      join(subjects, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
  for (const std::string& part : wrap(ops::sentence_of(finding, all), terminal.width() - 2, 2))
    terminal.line("  " + part);
  if (!finding.command.empty())
    terminal.field("      to verify it", formats::shown_command(finding.command));
  if (!finding.suggestion.empty())
    terminal.field("      hint", finding.suggestion);
}

void print_group(const Terminal& terminal, const model::CheckReport& report, FindingState state,
                 const std::string& title) {
  std::vector<Row> rows = rows_of(report, state);
  if (rows.empty())
    return;
  terminal.line(title);
  for (const Row& row : rows)
    print_row(terminal, row);
}

void print_confirmed_count(const Terminal& terminal, const model::CheckReport& report) {
  auto count = std::ranges::count(report.findings, FindingState::confirmed, &Finding::state);
  if (count > 0)
    terminal.line(count_of(static_cast<size_t>(count), "fact") + (count == 1 ? " is" : " are") +
                  " as recorded (-v lists them)");
}

void print_since(const Terminal& terminal, const model::CheckReport& report, bool verbose) {
  std::string text = std::to_string(report.since_head) + " on HEAD";
  if (report.since_upstream > 0)
    text += ", " + std::to_string(report.since_upstream) + " on " + report.where_upstream + " only";
  size_t relevant = report.relevant.size();
  text += "; " +
          (relevant == 0 ? std::string("none touches")
                         : std::to_string(relevant) + (relevant == 1 ? " touches" : " touch")) +
          " what the record names";
  terminal.field("new commits", text);
  if (verbose)
    for (const model::CommitSince& since : report.relevant)
      terminal.field("  " + git::short_oid(since.oid),
                     "'" + since.subject + "' (" + join(ops::path_names(since.files), ", ") + ")");
}

void print_rest(const Terminal& terminal, const model::CheckReport& report, bool verbose) {
  print_group(terminal, report, FindingState::changed, terminal.red("changed"));
  print_group(terminal, report, FindingState::unverifiable, terminal.yellow("unverifiable"));
  print_group(terminal, report, FindingState::to_confirm, terminal.bold("to confirm by a person"));
  print_group(terminal, report, FindingState::info, terminal.bold("to know"));
  if (verbose)
    print_group(terminal, report, FindingState::confirmed, terminal.green("confirmed"));
  else
    print_confirmed_count(terminal, report);
  print_since(terminal, report, verbose);
}

}  // namespace

void print_first_line(const Terminal& terminal, const ops::FirstLine& line) {
  for (const std::string& part : wrap(line.text, terminal.width(), 2))
    terminal.line(line.calm() ? terminal.green(part) : terminal.yellow(part));
}

void print_check(const Terminal& terminal, const model::CheckReport& report,
                 const ops::FirstLine* line, bool verbose) {
  if (line != nullptr)
    print_first_line(terminal, *line);
  terminal.sentence(age_text(report));
  // What the lines above say is not said again.
  const auto is_said = [&](const Finding& finding) {
    bool at_the_top = finding.code == "wip" && line != nullptr &&
                      line->situation >= ops::Situation::published &&
                      line->situation <= ops::Situation::off_branch;
    bool age =
        finding.code == "age" && finding.state == FindingState::info && finding.suggestion.empty();
    return !verbose && (at_the_top || age);
  };
  model::CheckReport shown = report;
  std::erase_if(shown.findings, is_said);
  print_rest(terminal, shown, verbose);
}

void print_drift(const Terminal& terminal, const model::CheckReport& report, bool verbose) {
  const size_t most = verbose ? SIZE_MAX : 4;
  std::vector<Row> rows = rows_of(report, FindingState::changed);
  std::vector<Row> unknown = rows_of(report, FindingState::unverifiable);
  rows.insert(rows.end(), unknown.begin(), unknown.end());
  std::vector<Row> info = rows_of(report, FindingState::info);
  std::erase_if(info, [&](const Row& row) {
    return row.finding->code != "perhaps-done" && row.finding->code != "left-out" &&
           !row.finding->code.starts_with("wip-") && !(verbose && row.finding->code != "branch");
  });
  rows.insert(rows.end(), info.begin(), info.end());
  // Where the paused work is, the first line says.
  std::erase_if(rows, [&](const Row& row) {
    return !verbose && (row.finding->code == "wip" ||
                        (row.finding->code == "shared" && row.finding->suggestion.empty()));
  });
  // What a rewrite lost comes before what only changed.
  std::ranges::stable_partition(rows, [](const Row& row) {
    return row.finding->lost && row.finding->fate == model::Fate::unreachable;
  });
  for (size_t i = 0; i < rows.size() && i < most; ++i)
    print_row(terminal, rows[i]);
  if (rows.size() > most)
    terminal.line("  and " + std::to_string(rows.size() - most) + " more: git handoff check " +
                  shell_word(report.id));
}

int exit_code_of(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::confirmed:
      return 0;
    case model::Verdict::changed:
      return 1;
    case model::Verdict::unverifiable:
      break;
  }
  return 2;
}

}  // namespace handoff::cli
