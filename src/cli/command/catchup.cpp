#include "ops/verbs/catchup.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

int run_catchup(Invocation& invocation) {
  bool json = false;
  CLI::App app(
      "Sums up where a planned piece of work stands, in four to six sentences. Changes nothing.");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;

  git::Repository repository = git::Repository::open();
  Terminal terminal(&repository);
  ops::CatchupReport report = ops::catchup(repository, terminal.reader());
  if (json) {
    Json out{{"version", 1},
             {"paragraph", report.paragraph()},
             {"sentences", report.sentences},
             {"nudges", report.nudges},
             {"sources", report.sources}};
    print_json(out);
    return 0;
  }
  // Indented, so that no text of a plan can begin a line as one of ours does.
  for (const std::string& line : wrap(formats::shown(report.paragraph()), terminal.width(), 2))
    terminal.line(line);
  if (!report.nudges.empty())
    terminal.line();
  for (const std::string& nudge : report.nudges)
    terminal.field("note", nudge);
  return 0;
}

}  // namespace handoff::cli
