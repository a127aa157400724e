#include "ops/check/check.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/check_text.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "formats/secrets/secrets.hpp"
#include "ops/exchange/reconstruct.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/nothing_paused.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/share/step.hpp"

namespace handoff::cli {

namespace {

constexpr int kNoHandoff = 4;

struct CheckFlags {
  std::string id;
  bool json = false, run = false, yes = false, trust = false, verbose = false;
};

/// The record that is meant; nullopt, and said why, where there is none.
std::optional<ops::Record> find_record(const ops::Store& store, const std::string& id,
                                       const std::string& typed) {
  git::Head head = store.repository().head();
  try {
    if (!id.empty())
      return store.find(id, head);
    if (std::optional<ops::Record> current = ops::waiting_at(store, head))
      return current;
    refuse("nothing is paused on " + ops::branch_in_quotes(head.label()),
           ops::or_a_guess(store.repository(), ops::instead_of_paused(store, head.label(), typed,
                                                                      ops::waiting(store))));
  } catch (const Failure& failure) {
    if (failure.kind() != FailureKind::no)
      throw;
    say("error", failure.message());
    say("hint", failure.hints());
    return std::nullopt;
  }
}

/// As it would run: a line that follows stands in one of its own, behind a mark, so that no comment
/// seems to go on in it.
std::string every_line(const std::string& command, const std::string& indent) {
  std::string shown;
  for (const std::string& line : split_lines(command))
    shown += (shown.empty() ? "" : "\n" + indent + "| ") + printable(line);
  return shown;
}

/// Lists the commands and asks, or takes --yes. Throws where it may not ask. Only a person, who
/// says yes to every byte, is shown them unmasked.
bool may_run(const std::vector<ops::VerificationCommand>& commands, bool yes, ops::Reader reader) {
  std::fputs("these commands come from the record and would be run:\n", stderr);
  for (const ops::VerificationCommand& verification : commands) {
    const std::string& command = verification.command;
    const bool as_it_is = reader == ops::Reader::person;
    tell_line("  " + every_line(as_it_is ? command : formats::mask_secrets(command), "  "));
  }
  if (yes)
    return true;
  if (!can_ask())
    refuse("cannot ask whether to run them: there is no terminal",
           {"read them, then give --yes with --run"});
  return is_yes(ask("run them? [y/N] "));
}

void run_commands(const git::Repository& repository, const ops::CheckSubject& subject,
                  const CheckFlags& flags, ops::Reader reader, model::CheckReport& report) {
  std::vector<ops::VerificationCommand> commands = ops::verification_commands(report);
  if (commands.empty()) {
    say("note", "the record names no command that verifies anything");
    return;
  }
  if (!flags.trust && !ops::are_own_commands(repository, subject, commands))
    ops::run_verification(repository, subject, false, report, {});  // refuses, and says why
  if (!may_run(commands, flags.yes, reader)) {
    say("note", "nothing was run");
    return;
  }
  ops::run_verification(repository, subject, flags.trust, report,
                        [](const ops::VerificationCommand& verification) {
                          say("run", every_line(verification.command, "     "));
                        });
}

}  // namespace

int run_check(Invocation& invocation) {
  CheckFlags flags;
  CLI::App app("Tells what of a record is still true. Changes nothing.");
  app.add_option("ID", flags.id, "the record; without it, this branch's");
  app.add_flag("--json", flags.json, "print JSON");
  app.add_flag("-v,--verbose", flags.verbose, "list what is confirmed, too, and all commits since");
  auto* run = app.add_flag("--run", flags.run,
                           "list the record's verification commands and, when confirmed, run them");
  app.add_flag("--yes", flags.yes, "with --run: do not ask")->needs(run);
  app.add_flag("--trust", flags.trust,
               "with --run: also where the record was not made by you on this machine, was "
               "imported, or handed in as a file")
      ->needs(run);
  if (!parse(app, invocation))
    return 0;
  // Not open_repository(): that would finish what was interrupted, and a check changes nothing.
  git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  if (ops::needs_recovery(repository))
    say("warning", "a git handoff command was interrupted here; 'git handoff status' finishes it");
  git::StatusQuestion status(repository.git());  // it takes longest
  repository.ask_for_config();
  ops::Store store(repository);
  ops::note_what_git_fetched(store);
  std::optional<ops::Record> record =
      find_record(store, flags.id, flags.trust ? invocation.name : typed_again(app, invocation));
  if (!record)
    return kNoHandoff;
  const Terminal terminal(&repository);
  const ops::Readable readable = ops::as_noted_since(
      store, ops::readable_by(store, *record, terminal.reader()), ops::Since::settled);
  ops::CheckSubject subject = ops::subject_of(store, readable);
  Progress progress("looking at what is true now");
  ops::Checked checked = ops::check_with_status(repository, subject, std::move(status));
  model::CheckReport& report = checked.report;
  ops::Comparison comparison = ops::compare_with_present(
      store, *record, {.status = std::move(checked.status), .files = false});
  progress.stop();
  if (flags.run)
    run_commands(repository, subject, flags, terminal.reader(), report);
  ops::FirstLine line = ops::first_line_of(store, *readable, comparison, report);
  if (flags.json) {
    Json out = ops::to_json(report);
    out["first_line"] = ops::to_json(line);
    if (!readable.withheld().empty())
      out["withheld"] = readable.withheld();
    print_json(out);
  } else {
    print_check(terminal, report, &line, flags.verbose);
    for (const std::string& items : readable.withheld())
      terminal.field("not looked at", items);
  }
  return exit_code_of(report.verdict);
}

}  // namespace handoff::cli
