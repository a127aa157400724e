#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/render/record_text.hpp"
#include "cli/render/resume_text.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/reading.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "model/operation_words.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/report/report_json.hpp"

namespace handoff::cli {

namespace {

void print_taken(const Terminal& terminal, const git::Repository& repository,
                 const ops::TakeReport& report) {
  const ops::ResumeReport& r = report.resume;
  const ops::Record& record = *report.record;
  const std::string branch = ops::branch_name(repository.head().label());
  size_t files = record.handoff.uncommitted_files.size();
  if (record.git().wip_commit.empty())
    terminal.sentence("Took " + report.shared.id + ": you are on " + branch);
  else if (!r.unwrapped)
    terminal.sentence("Took " + report.shared.id + ": its work stays committed on " + branch);
  else if (r.exact)
    terminal.sentence("Took " + report.shared.id + ": " + count_of(files, "file") +
                      " and the index are on " + branch + " as they were left");
  else
    terminal.sentence("Took " + report.shared.id + ": the work is merged into " + branch);
  if (const std::string operation = printable(record.git().operation); !operation.empty())
    say("warning",
        model::an_operation(operation) + " was under way, and did not come along" +
            (operation == "merge" ? ": these changes are what it had merged so far; once they are "
                                    "committed, 'git merge -s ours BRANCH' says what was merged"
                                  : ": these changes are as far as it had come"));
  if (!report.kept_as.empty())
    terminal.field(
        "kept",
        "what you paused of it since is a handoff of its own: git handoff show " + report.kept_as);
  if (!report.beside.empty())
    terminal.field(
        "kept", report.beside +
                    ", whose WIP commit left the branch; to see it beside this: git worktree add "
                    "-b NAME ../NAME " +
                    git::short_oid(report.beside_base) + " && git -C ../NAME handoff resume " +
                    report.beside + " --continue --apply");
  if (!report.ahead.empty())
    say("warning", report.ahead);
  if (!report.original.empty())
    say("note", report.original);
  if (const std::string& remote = report.unseen_on; !remote.empty()) {
    const std::string name = shell_word(remote);
    say("note", "this clone fetches only some branches of '" + printable(remote) +
                    "': what others push to " + ops::branch_name(report.shared.branch) +
                    " is not seen here");
    say("hint", "git remote set-branches --add " + name + " " + shell_word(report.shared.branch) +
                    " && git fetch " + name);
  }
  for (const model::HumanAction& action : record.handoff.human_actions)
    if (action.blocking && !action.done)
      say("warning", "blocked until this is done: " + formats::shown(action.action));
  for (const std::string& hint : r.hints)
    terminal.field("hint", hint);
  if (!record.handoff.next_action.empty())
    terminal.field("next", record.handoff.next_action);
  if (r.carried > 0)
    terminal.field("carried over", count_of(r.carried, "item") + ": git handoff note --list");
  if (r.stay > 0)
    terminal.field("not carried", count_of(r.stay, "item") + ": git handoff show " + r.id);
  terminal.field("hand back", "git handoff pause --push");
  terminal.field("finished", "git handoff release --done");
  terminal.field("not after all",
                 r.applied ? "git stash -u && git handoff undo" : "git handoff undo");
}

}  // namespace

int run_take(Invocation& invocation) {
  CLI::App app{"Take a handoff over: fetch it, show it, claim it, and put its work back."};
  ops::TakeRequest request;
  bool json = false;
  app.add_option("id", request.what, "an id, a part of one, or a branch")->type_name("ID");
  app.add_flag("--steal", request.steal, "also where somebody has it");
  app.add_flag("--apply", request.apply, "merge the work where the branch has moved on");
  app.add_option("--branch", request.branch, "put it on a new branch, where the work began")
      ->type_name("NAME");
  app.add_flag("--keep-wip", request.keep_wip,
               "where the branch holds the WIP commit, it stays a commit");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  request.network = network_for(terminal);
  Progress progress("asking the remote");
  bool was_read_now = false;
  if (terminal.is_person() && !json)
    request.confirm = [&](const ops::Record& record, const ops::Shared& shared) {
      progress.stop();
      print_record(terminal, ops::readable_by(store, record, terminal.reader()), true);
      warn_of_tricks(record);
      print_brought_files(terminal, store, record);
      if (std::string original = ops::told_original(repository, *record.document);
          !original.empty())
        say("note", original);
      std::fflush(stdout);
      std::optional<std::string> answer = ask(
          "\nType 'read' where you have read it, to " +
          (shared.by_user ? "go on with it here: " : "take it over from " + shared.named() + ": "));
      return was_read_now = answer && to_lower(*answer) == "read";
    };
  if (terminal.is_person() && !json)
    request.go_back = [&](const ops::Shared& shared) {
      progress.stop();
      const std::optional<std::string> answer =
          ask("'" + printable(shared.id) + "' was set back on " + printable(shared.remote) +
              " to an older version than was seen here.\nType 'older' to go on with that: ");
      return answer && to_lower(*answer) == "older";
    };
  ops::TakeReport report = ops::take(store, request);
  progress.stop();
  if (report.declined) {
    say("note", "it was not taken; nothing was changed");
    return static_cast<int>(FailureKind::no);
  }
  if (json) {
    print_json(ops::to_json(report));
  } else {
    if (was_read_now)  // that was told before
      report.original.clear();
    tell_left_alone(repository, report.resume);
    print_taken(terminal, repository, report);
  }
  if (terminal.is_person() && !json)
    ask_for_trust(repository, *report.record);
  return 0;
}

}  // namespace handoff::cli
