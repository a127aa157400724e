#include "ops/verbs/gc_and_doctor.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "git/refs/names.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/share/solo.hpp"

namespace handoff::cli {

namespace {

const char* word_of(ops::DoctorFinding::State state) {
  switch (state) {
    case ops::DoctorFinding::State::good:
      return "ok";
    case ops::DoctorFinding::State::warning:
      return "warning";
    case ops::DoctorFinding::State::bad:
      return "problem";
    case ops::DoctorFinding::State::fixed:
      break;
  }
  return "fixed";
}

}  // namespace

int run_undo(Invocation& invocation) {
  CLI::App app{"Take the last handoff operation of this worktree back; again: redo it."};
  std::string id;
  bool json = false, offline = false;
  app.add_option("id", id, "bring this archived handoff back; nothing else moves")->type_name("ID");
  app.add_flag("--offline", offline, "do not tell the remote that it is free again");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  Progress progress("taking it back");
  const auto [report, forked_from, why_forked, note] =
      ops::solo::undo(store, id, network_for(terminal, offline));
  progress.stop();
  if (!forked_from.empty())
    say("note", "'" + forked_from + "' is " + why_forked +
                    "; what is here is a handoff of its own now: " + report.id +
                    "; to hand that over: git handoff push");
  if (json) {
    Json out = ops::to_json(report);
    if (!note.empty())
      out["note"] = note;
    print_json(out);
    return 0;
  }
  bool redo = report.verb.starts_with("undo ");
  std::string verb = redo ? report.verb.substr(5) : report.verb;
  // A record that was brought back by its id says how it ended.
  verb = verb == "resumed" ? "resume" : verb == "discarded" ? "discard" : verb;
  terminal.field(redo ? "Done again" : "Undone",
                 (report.of_take ? "take" : verb) + " of " + report.id);
  if (!note.empty())
    say("note", note);
  if (!report.kept_present.empty())
    terminal.field("backup", "the tree as it was: " + report.kept_present);
  for (const std::string& path : report.left_alone)
    say("note", "the index entry of '" + c_quote(path) + "' changed since and was left alone");
  for (const std::string& action : report.still_done)
    say("note", "'" + printable(action) + "' stays done; 'git handoff note --undo' takes back " +
                    "what was noted last");
  if (!report.files.empty())
    terminal.field("written again", join(report.files, ", "));
  if (verb == "resume" && !redo && id.empty())
    terminal.field(
        "files",
        !report.index_moved
            ? std::string("as they are, and the index")
            : "as they are; the index went back" +
                  std::string(report.left_alone.empty() ? "" : " but for what changed since") +
                  (report.branch_moved ? ", and the branch ends in the WIP commit again" : ""));
  if (const std::string& from = report.switched_from; !from.empty() && !redo && id.empty())
    terminal.field("checked out",
                   ops::branch_name(repository.head().label()) + " still; back to " +
                       (git::is_oid(from) ? from.substr(0, 7) + ": git switch --detach "
                                          : ops::branch_name(from) + ": git switch ") +
                       shell_word(printable(from)));
  if (report.live)
    terminal.field("resume", "git handoff resume " + report.id);
  if (id.empty() && forked_from.empty())
    terminal.field(redo ? "undo" : "redo", "git handoff undo");
  return 0;
}

int run_gc(Invocation& invocation) {
  CLI::App app{"Drop archived handoffs whose time is over, and what dead processes left."};
  ops::GcRequest request;
  bool json = false;
  app.add_flag("-n,--dry-run", request.dry_run, "only say what would go");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::GcReport report = ops::collect_garbage(store, request);
  if (json) {
    Json out = {{"version", 1},
                {"pruned", report.pruned},
                {"kept", report.kept},
                {"leftovers", report.leftovers},
                {"keep_days", report.keep_days},
                {"dry_run", request.dry_run}};
    print_json(out);
    return 0;
  }
  for (const std::string& pruned : report.pruned)
    terminal.line((request.dry_run ? "would drop " : "dropped ") + pruned);
  terminal.line(count_of(report.kept, "archived handoff") +
                (report.kept == 1 ? " stays" : " stay") + " (kept " +
                std::to_string(report.keep_days) + " days; live ones for ever)");
  return 0;
}

int run_doctor(Invocation& invocation) {
  CLI::App app{
      "Look whether the store, the hooks and what interrupted commands left are in order."};
  bool fix = false, json = false;
  app.add_flag("--fix", fix, "finish or drop what was begun, set damaged files aside");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = git::Repository::open();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::DoctorReport report = ops::examine(store, fix);
  if (json) {
    Json out = {{"version", 1}, {"healthy", report.healthy()}, {"findings", Json::array()}};
    for (const ops::DoctorFinding& finding : report.findings)
      out["findings"].push_back({{"state", word_of(finding.state)},
                                 {"what", finding.what},
                                 {"hint", finding.hint.empty() ? Json() : Json(finding.hint)}});
    print_json(out);
  } else {
    for (const ops::DoctorFinding& finding : report.findings) {
      terminal.field(word_of(finding.state), finding.what);
      if (!finding.hint.empty())
        terminal.field("  hint", finding.hint);
    }
  }
  return report.healthy() ? 0 : static_cast<int>(FailureKind::no);
}

}  // namespace handoff::cli
