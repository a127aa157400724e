#include "cli/render/check_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "base/clock.hpp"
#include "base/text.hpp"

namespace handoff::cli {

namespace {

using model::Finding;
using model::FindingState;

std::string heading_of(const model::CheckReport& report) {
  std::string text = printable(report.id.empty() ? "this document" : report.id) + ": ";
  switch (report.verdict) {
    case model::Verdict::confirmed:
      text += "all that could be compared is as recorded";
      break;
    case model::Verdict::changed:
      text += "not all is as recorded";
      break;
    case model::Verdict::unverifiable:
      text += "nothing compared has changed, but not all could be compared";
      break;
  }
  if (report.age_seconds && *report.age_seconds >= 0)
    text += " (" + human_duration(*report.age_seconds) + " old, " +
            std::string(model::word_of(report.age_band)) + ")";
  return text;
}

/// Findings with the same code, evidence and suggestion are told once, with their subjects in a
/// row.
struct Row {
  const Finding* finding;
  std::vector<std::string> subjects;
};

std::vector<Row> rows_of(const model::CheckReport& report, FindingState state) {
  std::vector<const Finding*> chosen;
  for (const Finding& finding : report.findings)
    if (finding.state == state)
      chosen.push_back(&finding);
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const Finding* a, const Finding* b) { return a->relevance > b->relevance; });
  std::vector<Row> rows;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, size_t>
      first;  // the row of each
  for (const Finding* finding : chosen) {
    auto [same, is_new] =
        first.try_emplace({finding->code, finding->evidence, finding->suggestion}, rows.size());
    if (is_new || !finding->command.empty())
      rows.push_back({finding, {finding->subject}});
    else
      rows[same->second].subjects.push_back(finding->subject);
  }
  return rows;
}

void print_row(const Terminal& terminal, const Row& row) {
  constexpr size_t kMostSubjects = 6;
  std::vector<std::string> subjects = row.subjects;
  size_t more = subjects.size() > kMostSubjects ? subjects.size() - kMostSubjects : 0;
  subjects.resize(subjects.size() - more);
  for (std::string& subject : subjects)
    subject = printable(subject);
  const Finding& finding = *row.finding;
  std::string text =
      join(subjects, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
  if (!finding.evidence.empty())
    text += ": " + printable(finding.evidence);
  terminal.field("  " + finding.code, text);
  if (!finding.command.empty())
    terminal.field("      command", finding.command);
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
  std::vector<std::pair<std::string, size_t>> counts;
  for (const Finding& finding : report.findings) {
    if (finding.state != FindingState::confirmed)
      continue;
    auto same = std::find_if(counts.begin(), counts.end(),
                             [&](const auto& count) { return count.first == finding.code; });
    if (same == counts.end())
      counts.emplace_back(finding.code, 1);
    else
      ++same->second;
  }
  std::vector<std::string> texts;
  for (const auto& [code, n] : counts)
    texts.push_back(n == 1 ? code : code + " (" + std::to_string(n) + ")");
  if (!texts.empty())
    terminal.field("confirmed", join(texts, ", "));
}

void print_since(const Terminal& terminal, const model::CheckReport& report, bool verbose) {
  std::string text = std::to_string(report.since_head) + " on HEAD";
  if (report.since_upstream > 0)
    text += ", " + std::to_string(report.since_upstream) + " on the upstream only";
  size_t relevant = report.relevant.size();
  text += "; " +
          (relevant == 0 ? std::string("none touches")
                         : std::to_string(relevant) + (relevant == 1 ? " touches" : " touch")) +
          " what the record names";
  terminal.field("commits since", text);
  if (verbose)
    for (const model::CommitSince& since : report.relevant)
      terminal.field("  " + since.oid.substr(0, 7),
                     since.subject + " (" + join(since.files, ", ") + ")");
}

}  // namespace

void print_check(const Terminal& terminal, const model::CheckReport& report, bool verbose) {
  std::string heading = heading_of(report);
  terminal.line(report.verdict == model::Verdict::confirmed ? terminal.green(heading)
                                                            : terminal.yellow(heading));
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

void print_drift(const Terminal& terminal, const model::CheckReport& report) {
  constexpr size_t kMostRows = 8;
  std::vector<Row> rows = rows_of(report, FindingState::changed);
  std::vector<Row> unknown = rows_of(report, FindingState::unverifiable);
  rows.insert(rows.end(), unknown.begin(), unknown.end());
  if (rows.empty())
    return;
  terminal.line(terminal.yellow("not as recorded, or not to be verified:"));
  for (size_t i = 0; i < rows.size() && i < kMostRows; ++i)
    print_row(terminal, rows[i]);
  if (rows.size() > kMostRows)
    terminal.line("  and " + std::to_string(rows.size() - kMostRows) + " more: git handoff check " +
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
