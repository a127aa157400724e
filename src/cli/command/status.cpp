#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/check_text.hpp"
#include "cli/render/listing_text.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "model/operation_words.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/share/solo.hpp"
#include "ops/share/step.hpp"
#include "ops/verbs/fleet.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::cli {

namespace {

using Steps = std::vector<std::pair<std::string, const char*>>;

void print_steps(const Terminal& terminal, const Steps& steps) {
  size_t column = 29;
  for (const auto& [what, why] : steps)
    column = std::max(column, what.size() + 4);
  for (const auto& [what, why] : steps) {
    const std::string head = "  " + what;
    std::vector<std::string> lines = terminal.explained(head, why, column);
    terminal.line("  " + terminal.bold(what) + lines[0].substr(head.size()));
    for (size_t i = 1; i < lines.size(); ++i)
      terminal.line(lines[i]);
  }
}

/// Is it paused on the branch that is rebased or bisected?
bool waits(const ops::StatusReport& status, const ops::Summary& record) {
  return !status.operation_branch.empty() && record.at.branch == status.operation_branch;
}

bool waits_here(const ops::StatusReport& status) {
  return std::ranges::any_of(status.elsewhere,
                             [&](const ops::Summary& record) { return waits(status, record); });
}

void print_next_steps(const Terminal& terminal, const ops::StatusReport& status) {
  Steps steps;
  auto command = [&](const char* what, const char* why) { steps.emplace_back(what, why); };
  if (!status.active.empty()) {
    command("git handoff resume", "look at it, then choose");
    command("git handoff show", "read all of it");
    if (status.first_line && status.first_line->situation == ops::Situation::off_branch)
      command("git handoff discard", "put it away, if its work is in other commits");
    if (status.notes > 0 ||
        (status.first_line && status.first_line->situation == ops::Situation::edited))
      command("git handoff pause", "add what is new, and stop again");
    const auto known = status.standings.find(status.active.front().at.id);
    if (known != status.standings.end() && known->second.unpushed)
      command("git handoff push", "share what is paused here");
  } else {
    if (waits_here(status) && status.operation == "bisect")
      command("git bisect reset", "then: git handoff resume");
    else if (waits_here(status))
      command("git rebase --continue", "or: git rebase --abort; then: git handoff resume");
    if (status.goes_on && status.not_resumed.empty())
      command("git handoff brief", "what was next, and what is open");
    command("git handoff pause --next TEXT", "keep the work and the context, and stop");
    if (!status.held.empty() && status.held.front().ours && !status.held.front().not_landed() &&
        status.held.front().branch == status.head.label()) {
      const bool counts = status.held.front().doubt.empty();
      command("git handoff pause --push", counts ? "hand it back with what you did"
                                                 : "hand over what you have, under a new id");
      if (counts)
        command("git handoff release --done", "when the work is on its branch at the remote");
    }
    command("git handoff note \"TEXT\"", "write down why, while you work");
    if (!status.way_to_take.empty())
      command(status.way_to_take.c_str(), "take over what a fetch brought");
    else if (status.fetched > status.fetched_here.size())
      command("git handoff list --all", "also what a fetch brought");
  }
  print_steps(terminal, steps);
}

/// Of what was put back here, where it is somebody else's to go on with and nothing above says so.
std::string whose_by_now(const ops::StatusReport& status, const std::string& id) {
  const auto known = status.standings.find(id);
  const bool told = in_list(status.held, id, &ops::Shared::id);
  return known == status.standings.end() || told || !known->second.is_in_the_way()
             ? ""
             : "; " + known->second.sentence;
}

/// What this clone holds, and is paused on another branch.
void print_held_elsewhere(const Terminal& terminal, const ops::StatusReport& status,
                          std::vector<ops::Shared>& held) {
  for (const ops::Summary& record : status.elsewhere)
    if (auto it = std::ranges::find(held, record.at.id, &ops::Shared::id);
        it != held.end() && !it->pending) {
      terminal.field("yours", record.at.id + " (" + ops::branch_name(record.at.branch) + "), " +
                                  ops::describe(*it, now()) + ": git handoff resume " +
                                  record.at.id);
      held.erase(it);
    }
}

/// Of what this clone holds, what the list of worktrees does not show.
std::vector<ops::Shared> held_nowhere(const ops::StatusReport& status, const ops::Fleet& fleet) {
  std::vector<ops::Shared> held = status.held;
  for (const ops::FleetPlace& place : fleet.places)
    for (const ops::Shared& shown : place.held)
      std::erase_if(held, [&](const ops::Shared& shared) { return shared.id == shown.id; });
  return held;
}

void print_below(const Terminal& terminal, const ops::PausedBelow& below,
                 const std::string& label) {
  const std::string out = below.told_way_out();
  terminal.field("WIP commit", ops::branch_name(label) + " " + below.sentence() +
                                   (out.empty() ? "" : "; " + out));
}

/// The paused work of the branch that is rebased or bisected. false: there is none.
bool print_waiting_for_operation(const Terminal& terminal, const ops::StatusReport& status) {
  bool any = false;
  for (const ops::Summary& record : status.elsewhere) {
    if (!waits(status, record))
      continue;
    if (!any)
      terminal.sentence("A " + status.operation + " of " +
                        ops::branch_in_quotes(status.operation_branch) +
                        " is under way, where this is paused; finish or abort that first:");
    print_of_branch(terminal, record);
    any = true;
  }
  return any;
}

/// The way to get the branch rid of the WIP commit that it ends in.
std::string way_off_branch(const git::Repository& repository, const ops::StatusReport& status) {
  if (const std::string place = ops::solo::place_of_work(repository, status.wip_left_id);
      !place.empty())
    return "; its work is " + place + ", to take it off here: git reset --keep HEAD~1";
  if (!status.wip_left_undo.empty())
    return ": git handoff undo " + status.wip_left_undo + ", then git handoff resume" +
           (status.wip_left_held || status.wip_left_altered ? " --continue --unwrap" : "");
  return ", and no handoff would take it off any more: git reset HEAD~1 does, the files stay as "
         "they are";
}

bool damaged_here(const ops::StatusReport& status) {
  return std::ranges::any_of(status.damaged, [&](const ops::RecordRef& ref) {
    return !ref.archived() && ref.remote.empty() && ref.branch == status.head.label();
  });
}

/// WIP commits that lie where they should not.
void print_wips(const Terminal& terminal, const git::Repository& repository,
                const ops::StatusReport& status) {
  if (status.below)
    print_below(terminal, *status.below, status.head.label());
  if (status.wip_buried)
    terminal.field("WIP commit", ops::told_buried(repository, *status.wip_buried));
  if (!status.wip_left.empty())
    terminal.field("WIP commit", git::short_oid(status.wip_left) + " of " + status.wip_left_id +
                                     (status.head.detached() ? " is still checked out"
                                                             : " is still on the branch") +
                                     way_off_branch(repository, status));
}

/// To what was not resumed.
std::string way_back(const ops::StatusReport& status) {
  if (status.not_resumed.empty())
    return {};
  if (status.not_resumed == ops::kPauseUndone)
    return "; what it says: git handoff show " + status.resumed_id;
  return status.brought_back ? "; to bring it back: git handoff undo"
                             : "; to bring the handoff back: git handoff undo " + status.resumed_id;
}

/// What is under way beside the paused work.
void print_under_way(const Terminal& terminal, const ops::StatusReport& status) {
  if (!status.operation.empty())
    terminal.field("operation", waits_here(status)
                                    ? "until then a pause keeps a snapshot only"
                                    : model::an_operation(status.operation) +
                                          " is under way: pause would keep a snapshot only");
  if (status.notes > 0)
    terminal.field("notes", count_of(status.notes, "note") +
                                (status.notes == 1 ? " waits" : " wait") +
                                " for the next pause (git handoff note --list)");
  if (!status.resumed_id.empty())
    terminal.field(status.not_resumed.empty() ? "resumed" : status.not_resumed,
                   relative_time(status.resumed_time, now()) + " from " + status.resumed_id +
                       whose_by_now(status, status.resumed_id) + way_back(status));
}

void print_status(const Terminal& terminal, const git::Repository& repository,
                  const ops::StatusReport& status, const ops::Fleet* fleet) {
  std::string where = ops::branch_in_quotes(status.head.label());
  if (status.first_line)
    print_first_line(terminal, *status.first_line);
  if (status.active.empty()) {
    if (!print_waiting_for_operation(terminal, status))
      terminal.sentence(damaged_here(status) ? "What is paused on " + where + " cannot be read."
                                             : "Nothing is paused on " + where + ".");
  } else
    terminal.sentence((status.active.front().is_checkpoint() ? "Kept " : "Paused ") +
                      (status.operation_then.empty()
                           ? "on " + where
                           : "in a " + status.operation_then + " of " + where + ", which is over") +
                      ":");
  for (const ops::Summary& record : status.active) {
    print_of_branch(terminal, record);
    if (std::string position =
            position_text(record.workflow, record.phase, record.task, record.total_tasks);
        !position.empty())
      terminal.field("  work", position);
    const bool is_first = &record == &status.active.front();
    print_standing(terminal, status.standings, record.at.id,
                   is_first && status.first_line ? status.first_line->text : std::string());
  }
  std::vector<ops::Shared> held = fleet == nullptr ? status.held : held_nowhere(status, *fleet);
  print_held_elsewhere(terminal, status, held);
  print_held(terminal, held, status.head.label());
  const auto elsewhere = static_cast<size_t>(std::ranges::count_if(
      status.elsewhere, [&](const ops::Summary& record) { return !waits(status, record); }));
  if (fleet == nullptr && elsewhere > 0)
    terminal.field("elsewhere", count_of(elsewhere, "handoff") + ": git handoff list");
  for (const std::string& told : status.fetched_here)
    terminal.field("fetched, of this branch", told);
  if (fleet == nullptr && status.fetched > status.fetched_here.size())
    terminal.field("fetched", count_of(status.fetched, "handoff") + " from elsewhere");
  if (status.active.empty())
    if (const ops::Summary* fitting = ops::best_fit(status.elsewhere, status.head.label()))
      terminal.field("may be meant",
                     fitting->at.id +
                         (fitting->at.branch == status.head.label()
                              ? ""
                              : " of " + ops::branch_in_quotes(fitting->at.branch)) +
                         ": git handoff resume " + fitting->at.id);
  print_wips(terminal, repository, status);
  print_under_way(terminal, status);
  if (fleet != nullptr) {
    terminal.line();
    print_fleet(terminal, *fleet);
  }
  terminal.line();
  print_next_steps(terminal, status);
}

/// A shell may expand what stands in a prompt, zsh marks of its own, too.
std::string safe_in_prompt(std::string line) {
  for (char& c : line)
    if (std::string_view("`$\\%!").find(c) != kNowhere)
      c = '?';
  return line;
}

/// One short line for a shell prompt; nothing where nothing is paused. Costs no child process then.
void print_prompt() {
  auto here = git::peek_repository();
  if (here && ops::surely_none_live(*here))
    return;
  git::Repository repository = git::Repository::open();
  ops::Store store(repository);
  const git::Head head = repository.head();
  std::optional<ops::Record> record = store.current(head);
  // Whether a checkpoint was committed since is asked of git: too much for each line of a shell.
  if (record && record->is_checkpoint() && record->git().base != head.oid)
    return;
  if (record) {
    std::optional<ops::Standing> standing =
        ops::standing_here(repository, record->at.id, *record->document);
    std::string whose =
        standing && !standing->shortly.empty() ? ", " + standing->shortly : std::string();
    print_line(safe_in_prompt((record->is_checkpoint() ? "kept " : "paused ") +
                              human_duration(now() - record->time()) + whose));
  }
}

/// A shell asks at each line: what fails here is told by the command that somebody gives.
int run_prompt() {
  speak_unasked();
  try {
    print_prompt();
  } catch (const Failure&) {
    return static_cast<int>(FailureKind::fatal);
  }
  return 0;
}

}  // namespace

int run_status(Invocation& invocation) {
  CLI::App app{"Show what is paused here, and what can be done next."};
  bool all = false, prompt = false, json = false, machine = false, nul = false;
  app.add_flag("--all", all, "every worktree and branch: what is paused, who has it, what waits");
  app.add_flag("--prompt", prompt, "one short line for a shell prompt, or nothing");
  app.add_flag("--json", json, "print JSON");
  app.add_flag("--porcelain", machine,
               "one line a handoff of this branch, fields separated by tabs");
  app.add_flag("-z", nul, "with --porcelain: end lines with NUL");
  if (!parse(app, invocation))
    return 0;
  if (nul && !machine)
    fail_usage("-z goes with --porcelain");
  if (int(json) + int(machine) + int(prompt) > 1)
    fail_usage("--json, --porcelain and --prompt exclude each other");
  if (prompt)
    return run_prompt();
  const auto& [repository, terminal, store] = Here();
  ops::note_what_git_fetched(store);
  ops::StatusReport status = ops::handoff_status(store, terminal.reader(), !machine);
  const std::optional<ops::Fleet> fleet =
      all && !machine ? std::optional(ops::look_at_fleet(store, terminal.reader())) : std::nullopt;
  if (json) {
    Json out = ops::to_json(status);
    if (fleet)
      out.update(ops::to_json(*fleet));
    print_json(out);
  } else if (machine) {
    print_document(porcelain(status.active, status.standings, nul));
  } else {
    print_status(terminal, repository, status, fleet ? &*fleet : nullptr);
  }
  warn_of_damaged(status.damaged);
  return 0;
}

}  // namespace handoff::cli
