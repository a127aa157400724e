#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/report/report_json.hpp"

namespace handoff::cli {

int run_release(Invocation& invocation) {
  CLI::App app{"Give back what was taken, as it was taken; nothing changes here."};
  std::string what;
  bool done = false, force = false, json = false;
  app.add_option("id", what, "the handoff: an id or a part of one")->type_name("ID");
  app.add_flag("--done", done, "it is finished: nobody shall take it any more");
  app.add_flag("--force", force, "with --done: also where the work is on no remote yet");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  if (force && !done)
    fail_usage("--force goes with --done");
  const auto& [repository, terminal, store] = Here();
  Progress progress("asking the remote");
  ops::ReleaseRequest request{
      .what = what, .done = done, .force = force, .network = network_for(terminal)};
  if (terminal.is_person() && !json)
    request.confirm = [&](const std::string& where) {
      progress.stop();
      say("warning", where);
      return is_yes(ask("Is it finished all the same? [y/N] "));
    };
  ops::ReleaseReport report = ops::release(store, request);
  progress.stop();
  if (json)
    print_json(ops::to_json(report));
  else if (done)
    terminal.sentence("Finished " + report.shared.id + ": nobody can take it from " +
                      report.shared.remote + " any more");
  else
    terminal.sentence("Released " + report.shared.id + ", as it was there: " +
                      ops::told_free_again(store, report.shared) + "; what you did since is here");
  if (!json && report.unread)
    terminal.field("unread",
                   (report.added.empty() ? "" : report.added + "; ") +
                       "to bring that back: git handoff undo " + report.shared.id +
                       (report.live_before.empty()
                            ? ""
                            : ", or what was paused here: git handoff undo " + report.live_before));
  if (!json && !report.finished_there.empty())
    terminal.field("finished?",
                   report.finished_there + ": git handoff release --done " + report.shared.id);
  return 0;
}

}  // namespace handoff::cli
