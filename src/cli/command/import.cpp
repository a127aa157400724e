#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/exchange/inputs.hpp"

namespace handoff::cli {

int run_import(Invocation& invocation) {
  CLI::App app{"Store a handoff document as a record of this branch; nothing else changes."};
  std::string file, format;
  bool as_json = false;
  app.add_option("file", file, "the document, - for standard input")->type_name("FILE")->required();
  app.add_option("--format", format, "take it as this format instead of looking at it")
      ->type_name("FORMAT");
  app.add_flag("--json", as_json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  if (!format.empty())
    ops::format_named(format);
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Document document = read_document_argument(file, format);
  ops::PauseReport report = ops::import_document(repository, document);
  ops::remember_input(repository, report.id, document);
  if (as_json) {
    Json out{{"version", 1}, {"id", report.id}, {"ref", report.ref}, {"format", document.format}};
    out["warnings"] = document.warnings;
    print_json(out);
    return 0;
  }
  terminal.line("Imported " + (file == "-" ? "standard input" : printable(file)) + " (" +
                document.format + ") as " + report.id);
  if (!report.next_action.empty())
    terminal.field("next", report.next_action.substr(0, report.next_action.find('\n')));
  terminal.field("look", "git handoff show " + shell_word(report.id));
  return 0;
}

}  // namespace handoff::cli
