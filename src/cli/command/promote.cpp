#include "ops/verbs/promote.hpp"

#include <charconv>
#include <cstdio>

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
  std::printf("%zu. [%s] %s\n", promotion.number, promotion.tier.c_str(),
              formats::shown(promotion.text).c_str());
  if (!promotion.why.empty() && !contains(promotion.text, promotion.why))
    std::printf("   why: %s\n", formats::shown(promotion.why).c_str());
  std::printf("   from %s, to %s\n", formats::shown(promotion.source).c_str(),
              printable(promotion.destination).c_str());
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
    std::printf("kept %s in %s\n", count_of(report.written.size(), "decision").c_str(),
                printable(join(report.files, ", ")).c_str());
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
