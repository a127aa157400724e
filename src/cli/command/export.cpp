#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "ops/exchange/reconstruct.hpp"
#include "ops/restore/noted_since.hpp"

namespace handoff::cli {

int run_export(Invocation& invocation) {
  CLI::App app{"Write a handoff in another system's format."};
  std::string id, output;
  ops::ExportRequest request;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}, ID~n")->type_name("ID");
  app.add_option("--format", request.format, "the format: {" + ops::format_names() + "}")
      ->type_name("FORMAT")
      ->required();
  app.add_option("-o,--output", output, "write FILE instead of standard output")->type_name("FILE");
  app.add_flag("--strict", request.strict, "what the format cannot hold is an error");
  if (!parse(app, invocation))
    return 0;
  ops::format_named(request.format);
  git::Repository repository = open_repository();
  ops::Store store(repository);
  ops::Record record = ops::find_to_read(store, id, typed_again(app, invocation));
  const ops::Readable readable = ops::readable_by(store, record, Terminal(&repository).reader());
  ops::ExportReport report = ops::export_record(
      repository, ops::as_noted_since(store, readable, ops::Since::settled), request);
  tell_of_losses(request.format, report);
  if (output.empty() || output == "-")
    print_document(report.bytes);
  else
    write_file_atomic(output, report.bytes, Durability::none, mode_by_umask(0666));
  return 0;
}

}  // namespace handoff::cli
