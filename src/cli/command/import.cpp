#include <algorithm>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/output.hpp"
#include "cli/render/record_text.hpp"
#include "cli/render/rest_text.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

/// "next action, blockers (3), context notes (12 lines)": the fields that a document was read into.
/// The names of those that nothing here reads are the document's words: an agent gets their number.
std::string what_was_found(const Json& record, ops::Reader reader) {
  std::vector<std::string> found;
  size_t others = 0;
  for (const auto& [key, value] : record.items()) {
    if (key == "version" || ops::lists::is_empty(value))
      continue;
    const bool is_known = is_shown_above(key);
    if (!is_known && reader == ops::Reader::agent) {
      ++others;
      continue;
    }
    const std::string name = is_known ? words_of_key(key) : ops::quoted_name(key);
    const size_t lines = value.is_string() ? split_lines(value.get<std::string>()).size() : 0;
    found.push_back(value.is_array() ? name + " (" + std::to_string(value.size()) + ")"
                    : lines > 1      ? name + " (" + count_of(lines, "line") + ")"
                                     : name);
  }
  if (others > 0)
    found.push_back(count_of(others, "other field"));
  return found.empty() ? "nothing" : join(found, ", ");
}

/// Any text can be read as context: that it is a handoff says who gives it.
bool is_text_only(const Json& record) {
  return std::ranges::all_of(record.items(), [](const auto& item) {
    return item.key() == "version" || item.key() == "title" || item.key() == "context_notes";
  });
}

}  // namespace

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
  ops::Document document = read_document_argument(&repository, file, format);
  const std::string found = what_was_found(*document.record, terminal.reader());
  if (format.empty() && !as_json && is_text_only(*document.record) && can_ask()) {
    if (!is_yes(ask("found: " + found + ". Make a handoff of it? [y/N] ")))
      refuse("nothing was imported");
  }
  ops::PauseReport report = ops::import_document(repository, document);
  if (as_json) {
    Json out{{"version", 1}, {"id", report.id}, {"ref", report.ref}, {"format", document.format}};
    out["warnings"] = document.warnings;
    print_json(out);
    return 0;
  }
  terminal.line("Imported " + (file == "-" ? "standard input" : printable(file)) + " (" +
                document.format + ") as " + report.id);
  terminal.field("found", found);
  print_next(terminal, report);
  terminal.field("look", "git handoff show " + shell_word(report.id));
  const std::vector<ops::TakenInput> inputs = ops::taken_inputs(repository, report.id);
  if (in_list(inputs, ops::TakenInput::State::unchanged, &ops::TakenInput::state))
    terminal.field("go on", "git handoff resume --continue --consume, which removes " +
                                std::string(inputs.size() == 1 ? "that file" : "those files") +
                                ", too");
  return 0;
}

}  // namespace handoff::cli
