#include "ops/exchange/reconstruct.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/reconstruct_offer.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/shown.hpp"
#include "git/repo/status.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/notes/journal.hpp"
#include "ops/records/fetch_hint.hpp"
#include "ops/records/names.hpp"
#include "ops/records/nothing_paused.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::cli {

namespace {

constexpr size_t kMostItems = 8;

/// A value in a few lines: names of tasks, paths, texts.
std::string text_of(const Json& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (!value.is_structured())
    return value.dump();
  if (value.is_object()) {
    std::vector<std::string> parts;
    for (const char* name : {"name", "decision", "description", "action", "path", "last"})
      if (auto found = value.find(name); found != value.end() && found->is_string())
        return found->get<std::string>();
    return formats::write_json_line(formats::with_secrets_masked(value));
  }
  std::vector<std::string> items;
  for (const Json& item : value)
    if (items.size() < kMostItems)
      items.push_back(text_of(item));
  if (value.size() > items.size())
    items.push_back("and " + std::to_string(value.size() - items.size()) + " more");
  return join(items, "; ");
}

std::string value_of(const ops::Reconstruction& found, const ops::ReconstructedField& field) {
  Json value = found.record->at(field.name);
  if (field.name == "uncommitted_files")
    for (Json& path : value)
      path = ops::path_name(text_of(path));
  if (!field.withheld)
    return text_of(value);
  return (value.empty() ? "" : text_of(value) + " ") +
         std::string("(not shown: somebody else may have written it)");
}

void print(const Terminal& terminal, const ops::Reconstruction& found) {
  for (const ops::ReconstructedField& field : found.fields)
    terminal.field(field.name,
                   value_of(found, field) + "  [" + field.source + "; " + field.confidence + "]");
  for (const std::string& line : wrap(found.lost, terminal.width()))
    terminal.line(terminal.yellow(line));
  for (const std::string& hint : found.hints)
    terminal.field("hint", hint);
}

}  // namespace

bool is_anything_to_pause(const git::Repository& repository, const std::string& label) {
  const auto notes = ops::notes_for(ops::read_journal(repository.layout().journal_file()), label);
  return !notes.empty() || !git::read_status(repository.git()).entries.empty();
}

std::vector<std::string> hints_where_nothing_is(const ops::Store& store) {
  const std::string label = store.repository().head().label();
  std::vector<std::string> hints;
  for (const ops::OfferedInput& file : ops::offered_inputs(store, label))
    if (const std::string word = ops::word_to_type(
            ops::path_from_here(store.repository().layout().root, file.path), "FILE");
        hints.empty())
      hints.push_back("a handoff file lies here" +
                      (word == file.path ? "" : ", " + ops::path_name(file.path)) +
                      ": git handoff import " + word);
  if (is_anything_to_pause(store.repository(), label))
    hints.emplace_back("pause your own work: git handoff pause --next TEXT");
  if (!store.repository().git().run({.args = {"remote"}}).out.empty())
    hints.push_back("a colleague's handoffs: " + std::string(ops::kFetchRecords));
  for (std::string& more : ops::or_a_guess(
           store.repository(), ops::instead_of_paused(store, label, "show", ops::waiting(store))))
    hints.push_back(std::move(more));
  return hints;
}

bool offer_reconstruction(const git::Repository& repository) {
  ops::Reconstruction found = ops::reconstruct(repository);
  if (found.empty())
    return false;
  say("note", "nothing is paused here");
  if (!is_yes(ask("guess from commits and known files what was going on? [y/N] ")))
    return false;
  print(Terminal(&repository), found);
  std::fflush(stdout);
  if (!is_yes(ask("keep it as a record, and resume from it? [y/N] ")))
    return false;
  say("saved", ops::save(repository, found).id);
  return true;
}

int run_reconstruct(Invocation& invocation) {
  bool store = false, json = false;
  CLI::App app("Builds a record from commits and known files, where nothing was paused.");
  app.add_flag("--save", store, "store it as a record that can be resumed");
  app.add_flag("--json", json, "print the record as JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = store ? open_repository() : git::Repository::open();
  std::optional<ops::Record> live = ops::waiting_at(ops::Store(repository), repository.head());
  if (live) {
    if (store)
      refuse("'" + live->at.id +
                 "' is paused here: what can be reconstructed would take the place of what was "
                 "written down",
             {"'git handoff show' prints it, 'git handoff resume' goes on from it; 'git handoff "
              "discard' archives it first"});
    say("warning",
        "'" + live->at.id +
            "' is paused here and holds what was written down; this is what the traces alone tell");
  }
  ops::Reconstruction found = ops::reconstruct(repository);
  if (found.empty())
    refuse("nothing to reconstruct: no plan, no WIP commit, no note, no uncommitted change",
           {"to write down something for the next pause: git handoff note TEXT"});
  const Terminal terminal(&repository);
  const ops::Reconstruction shown = ops::released(found, terminal.reader());
  if (json)
    print_json(*shown.record);
  else
    print(terminal, shown);
  if (store) {
    ops::PauseReport report = ops::save(repository, found);
    say("saved", report.id + "; 'git handoff resume' shows it");
  } else if (!json && !live) {
    say("hint", "git handoff reconstruct --save keeps it as a record");
  }
  return 0;
}

}  // namespace handoff::cli
