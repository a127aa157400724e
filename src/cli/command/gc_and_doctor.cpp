#include "ops/verbs/gc_and_doctor.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"

namespace handoff::cli {

namespace {

const char* word_of(ops::DoctorFinding::State state) {
  static constexpr const char* kWords[] = {"ok", "warning", "problem", "fixed"};
  static_assert(std::size(kWords) == static_cast<size_t>(ops::DoctorFinding::State::fixed) + 1);
  return kWords[static_cast<size_t>(state)];
}

}  // namespace

int run_gc(Invocation& invocation) {
  CLI::App app{"Drop archived handoffs whose time is over, and what dead processes left."};
  ops::GcRequest request;
  bool json = false;
  app.add_flag("-n,--dry-run", request.dry_run, "only say what would go");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  const auto& [repository, terminal, store] = Here();
  ops::GcReport report = ops::collect_garbage(store, request);
  if (json) {
    Json out = {{"version", 1},
                {"pruned", report.pruned},
                {"kept", report.kept},
                {"leftovers", report.leftovers},
                {"keep_days", report.keep_days},
                {"dry_run", request.dry_run}};
    print_json(out);
    return 0;
  }
  for (const std::string& pruned : report.pruned)
    terminal.line((request.dry_run ? "would drop " : "dropped ") + pruned);
  terminal.line(count_of(report.kept, "archived handoff") +
                (report.kept == 1 ? " stays" : " stay") + " (kept " +
                std::to_string(report.keep_days) + " days; live ones for ever)");
  return 0;
}

int run_doctor(Invocation& invocation) {
  CLI::App app{
      "Look whether the store, the hooks and what interrupted commands left are in order."};
  bool fix = false, json = false;
  app.add_flag("--fix", fix, "finish or drop what was begun, set damaged files aside");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = git::Repository::open();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::DoctorReport report = ops::examine(store, fix);
  if (json) {
    Json out = {{"version", 1}, {"healthy", report.healthy()}, {"findings", Json::array()}};
    for (const ops::DoctorFinding& finding : report.findings)
      out["findings"].push_back({{"state", word_of(finding.state)},
                                 {"what", finding.what},
                                 {"hint", finding.hint.empty() ? Json() : Json(finding.hint)}});
    print_json(out);
  } else {
    for (const ops::DoctorFinding& finding : report.findings) {
      terminal.field(word_of(finding.state), finding.what);
      if (!finding.hint.empty())
        terminal.field("  hint", finding.hint);
    }
  }
  return report.healthy() ? 0 : static_cast<int>(FailureKind::no);
}

}  // namespace handoff::cli
