#include "ops/verbs/promote.hpp"

#include <charconv>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

namespace {

std::vector<size_t> read_numbers(const std::string& text) {
  std::vector<size_t> numbers;
  for (const std::string& part : split(text, ',')) {
    std::string word = trim(part);
    size_t number = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size())
      fail_usage("'" + printable(word) + "' is no number of a candidate",
                 {"'git handoff promote --approve 1' approves the first alone"});
    numbers.push_back(number);
  }
  return numbers;
}

void print_candidate(const ops::Promotion& promotion) {
  print_line(std::to_string(promotion.number) + ". [" + promotion.tier + "] " +
             formats::shown(promotion.text));
  if (!promotion.why.empty() && !contains(promotion.text, promotion.why))
    print_line("   why: " + formats::shown(promotion.why));
  print_line("   from " + formats::shown(promotion.source) + ", to " +
             printable(promotion.destination));
}

Json as_json(const ops::Promotion& promotion) {
  return Json{
      {"number", promotion.number},          {"text", promotion.text},     {"why", promotion.why},
      {"rejected", promotion.rejected},      {"source", promotion.source}, {"tier", promotion.tier},
      {"destination", promotion.destination}};
}

void print_report_as_json(const ops::PromoteReport& report) {
  Json out{{"version", 1},
           {"candidates", Json::array()},
           {"written", Json::array()},
           {"files", report.files}};
  for (const ops::Promotion& candidate : report.candidates)
    out["candidates"].push_back(as_json(candidate));
  for (const ops::Promotion& written : report.written)
    out["written"].push_back(as_json(written));
  print_json(out);
}

/// Asks about each candidate on its own.
std::vector<size_t> ask_for_each(const ops::PromoteReport& report) {
  std::vector<size_t> approved;
  for (const ops::Promotion& candidate : report.candidates) {
    print_candidate(candidate);
    std::fflush(stdout);
    if (is_yes(ask("keep it? [y/N] ")))
      approved.push_back(candidate.number);
  }
  return approved;
}

void print_written(const ops::PromoteReport& report) {
  if (report.written.empty())
    std::fputs("nothing was written\n", stderr);
  else
    print_line("kept " + count_of(report.written.size(), "decision") + " in " +
               printable(join(report.files, ", ")));
}

}  // namespace

int run_promote(Invocation& invocation) {
  std::string approve;
  bool json = false;
  CLI::App app("Moves decisions into a file of the project. Only what is approved is written.");
  app.add_option("--approve", approve, "approve by number, without asking: 1,3")
      ->option_text("LIST");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;

  git::Repository repository = git::Repository::open();
  const ops::Reader reader = Terminal(&repository).reader();
  if (!approve.empty()) {
    ops::PromoteReport report = ops::promote(repository, reader, read_numbers(approve), true);
    json ? print_report_as_json(report) : print_written(report);
    return 0;
  }
  ops::PromoteReport report = ops::promotions(repository, reader);
  if (json) {
    print_report_as_json(report);
    return 0;
  }
  if (report.candidates.empty()) {
    std::fputs("there is no decision to promote\n", stderr);
    return 0;
  }
  if (!can_ask()) {
    for (const ops::Promotion& candidate : report.candidates)
      print_candidate(candidate);
    refuse("nothing is written: say which to keep", {"git handoff promote --approve 1"});
  }
  std::vector<size_t> approved = ask_for_each(report);
  bool block = !approved.empty() && exists(join_path(repository.layout().root, "progress.md")) &&
               is_yes(ask("append a handoff block to progress.md? [y/N] "));
  print_written(ops::promote(repository, reader, approved, block));
  return 0;
}

}  // namespace handoff::cli
