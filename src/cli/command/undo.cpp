#include "ops/resume/undo.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/share/solo.hpp"

namespace handoff::cli {

namespace {

/// `id`: as it was typed.
void print_undone(const Terminal& terminal, const ops::solo::Undone& undone, const git::Head& head,
                  const std::string& id) {
  const ops::UndoReport& report = undone.report;
  bool redo = report.verb.starts_with("undo ");
  std::string verb = redo ? report.verb.substr(5) : report.verb;
  if (!id.empty() || verb == "retire")  // retire: of what an undo by its id brings back
    terminal.sentence((report.live ? "Brought back: " : "Archived again: ") + report.id);
  else
    terminal.field(redo ? "Done again" : "Undone", (report.of_take    ? "take"
                                                    : verb == "fresh" ? "fresh start"
                                                                      : verb) +
                                                       " of " + report.id);
  if (!undone.note.empty())
    say("note", undone.note);
  if (!undone.way.empty())
    say("hint", undone.way);
  if (!report.kept_present.empty())
    terminal.field("backup", "the tree as it was: git handoff show " + report.kept_present);
  for (const std::string& file : report.not_put_back)
    say("note", "not put back, since something else stands there: " + file);
  for (const std::string& path : report.left_alone)
    say("note",
        "the index entry of " + ops::path_in_quotes(path) + " changed since and was left alone");
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
                  (!report.branch_moved ? ""
                   : report.of_take     ? ", and the branch ends in the WIP commit"
                                        : ", and the branch ends in the WIP commit again"));
  if (const std::string& from = report.switched_from; !from.empty() && !redo && id.empty())
    terminal.field("checked out",
                   ops::branch_name(head.label()) + " still; back to " +
                       (git::is_oid(from) ? git::short_oid(from) + ": git switch --detach "
                                          : ops::branch_name(from) + ": git switch ") +
                       shell_word(printable(from)));
  if (report.live && undone.claimable)
    terminal.field("resume", "git handoff resume " + report.id);
  if (id.empty() && undone.forked_from.empty() && undone.can_be_redone &&
      (redo || undone.claimable))
    terminal.field(redo ? "undo" : "redo", "git handoff undo");
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
  const auto& [repository, terminal, store] = Here();
  if (id.empty())
    refuse_given_again("undo");
  Progress progress("taking it back");
  const ops::solo::Undone undone = ops::solo::undo(store, id, network_for(terminal, offline));
  progress.stop();
  if (!undone.forked_from.empty())
    say("note", "'" + undone.forked_from + "' is " + undone.why_forked +
                    "; what is here is a handoff of its own now: " + undone.report.id +
                    "; to hand that over: git handoff push");
  if (!json) {
    print_undone(terminal, undone, repository.head(), id);
    return 0;
  }
  Json out = ops::to_json(undone.report);
  if (!undone.note.empty())
    out["note"] = undone.note;
  print_json(out);
  return 0;
}

}  // namespace handoff::cli
