#include <cstdio>

#include <CLI/CLI.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/setup_report.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/setup/init.hpp"

namespace handoff::cli {

int run_uninstall(Invocation& invocation) {
  ops::UninstallRequest request;
  bool json = false;
  CLI::App app("Takes out of this repository what init put in. Records stay.");
  app.add_flag("--shared-hooks", request.shared_hooks,
               "take hooks also out of a folder that other repositories may use");
  app.add_flag("--user", request.user_agents,
               "also take the hooks of agents out of this user's settings");
  app.add_flag("--json", json, "print what was done as JSON");
  if (!parse(app, invocation))
    return 0;

  git::Repository repository = git::Repository::open();
  ops::SetupReport report = ops::uninstall(repository, request);
  print_setup(report, repository.layout(), json);
  if (!json && report.ignore.empty() && report.hooks.empty() && report.agents.empty())
    std::puts("nothing of git handoff was set up here");
  if (!json && report.live_records > 0)
    print_line(count_of(report.live_records, "live record") +
               ": still here, 'git handoff list' shows them");
  return report.complete() ? 0 : static_cast<int>(FailureKind::no);
}

}  // namespace handoff::cli
