
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "git/refs/names.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"

namespace handoff::cli {

int run_checkpoint(Invocation& invocation) {
  CLI::App app{"Keep a snapshot. Branch, index and working tree stay as they are."};
  ops::CheckpointRequest request;
  bool quiet = false, json = false, no_untracked = false;
  app.add_option("-m,--message", request.name, "a name for it")->type_name("NAME");
  app.add_flag("-q,--quiet", quiet, "print nothing");
  app.add_flag("--no-untracked", no_untracked, "leave untracked files out");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  request.untracked = !no_untracked;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  Progress progress("keeping a snapshot");
  ops::CheckpointReport report = ops::checkpoint(repository, request);
  progress.stop();
  if (json) {
    print_json(ops::to_json(report));
  } else if (!quiet && report.made) {
    terminal.field("Kept", report.pause.id + " (" + count_of(report.pause.files, "file") +
                               (report.pause.wip_commit.empty()
                                    ? ""
                                    : ", snapshot " + git::short_oid(report.pause.wip_commit)) +
                               ")");
    for (const model::LeftOut& item : report.pause.left_out)
      terminal.field("left out", ops::path_name(item.path) + " (" + item.reason + ")");
  } else if (!quiet) {
    const bool is_clean = report.pause.left_out.empty();
    terminal.field("Nothing to keep", !report.pause.id.empty()
                                          ? "the pause " + report.pause.id + " holds exactly this"
                                      : is_clean ? "the tree is clean"
                                                 : "all that is changed here stays out");
    for (const model::LeftOut& item : report.pause.left_out)
      terminal.field("left out", ops::path_name(item.path) + " (" + item.reason + ")");
  }
  if (!json && !quiet)
    say("warning", report.pause.warnings);
  return 0;
}

}  // namespace handoff::cli
