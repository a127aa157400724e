#include <algorithm>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/check/check.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/runs.hpp"
#include "ops/records/imported.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

namespace {

using formats::field;

constexpr size_t kMostOutput = 64u << 10;
constexpr size_t kTailOfOutput = 200;
constexpr const char* kFailedThen = "failed when recorded";

Finding to_confirm(const char* code, const std::string& subject, const std::string& command = {}) {
  return {.code = code, .subject = subject, .state = FindingState::to_confirm, .command = command};
}

/// Exit codes of what was run before, for this version of the record, this commit and this working
/// tree.
using Remembered = std::map<std::string, int>;

/// That the check of a task fails which nobody says is done is as recorded.
FindingState state_of_run(bool passed, bool is_done) {
  return passed ? FindingState::confirmed
                : (is_done ? FindingState::changed : FindingState::to_confirm);
}

void add_task(const model::Task& task, bool is_done, const Remembered& runs, Findings& findings) {
  if (task.verification.empty())
    return;
  Finding finding =
      to_confirm("verification", task.name.empty() ? task.id : task.name, task.verification);
  finding.evidence = is_done ? "said to be done; its check was not run" : "its check was not run";
  finding.suggestion = "git handoff check --run";
  if (const auto run = runs.find(task.verification); run != runs.end()) {
    const int code = run->second;
    tell(finding, state_of_run(code == 0, is_done),
         std::string(code == 0 ? "its check passed" : "its check failed") +
             " when it was run here (exit code " + std::to_string(code) + ")",
         code == 0 ? "" : finding.suggestion);
  }
  findings.push_back(std::move(finding));
}

/// `artifacts.verification_results` of the Spellbook layout.
void add_recorded_results(const Json& document, Findings& findings) {
  const Json& results = field(field(document, "artifacts"), "verification_results");
  if (!results.is_array())
    return;
  for (const Json& result : results) {
    if (!field(result, "command").is_string())
      continue;
    std::string command = result["command"].get<std::string>();
    Finding finding = to_confirm("verification", command, command);
    const Json& passed = field(result, "passed");
    finding.evidence = !passed.is_boolean() ? "was not run"
                       : passed.get<bool>() ? "passed when recorded"
                                            : kFailedThen;
    finding.suggestion = "git handoff check --run";
    findings.push_back(std::move(finding));
  }
}

/// " (216e21b by Ben)"
std::string told_by(const std::string& oid, const std::string& name) {
  return " (" + git::short_oid(oid) + (name.empty() ? ")" : " by " + name + ")");
}

/// "#204 is merged (216e21b by Ben); ", "#204 is merged into main (216e21b by Ben), not here; "
std::string came_in(const model::CheckReport& report, const std::string& text) {
  std::string words;
  for (const model::CameIn& one : report.came_in)
    if (contains(text, one.name))
      words += one.name + " is " + model::word_of(one) + told_by(one.oid, one.author) +
               (one.where.empty() ? "; " : ", not here; ");
  return words;
}

/// Is it still in the way? What is known of that.
std::string state_of(const model::CheckReport& report, const Remembered& runs,
                     const model::Blocker& blocker) {
  if (const auto run = runs.find(blocker.check); !blocker.check.empty() && run != runs.end())
    return run->second == 0 ? "gone, by its check, which was run here"
                            : "still there, by its check, which was run here";
  for (const model::PerhapsGone& gone : report.perhaps_gone)
    if (gone.blocker == blocker.description && gone.where.empty())
      return "perhaps gone: " + gone.by + "; is it still in the way?";
    else if (gone.blocker == blocker.description)
      return gone.branch + (contains(gone.branch, " and ") ? " are" : " is") + " merged into " +
             gone.where + told_by(gone.oid, gone.author) + ", not here; is it still in the way?";
  return came_in(report, blocker.description) + "is it still in the way?";
}

/// Does the record say that this command passes?
bool says_it_passes(const model::Handoff& h, const Finding& finding) {
  for (const auto* tasks : {&h.completed_tasks, &h.remaining_tasks})
    for (const model::Task& task : *tasks)
      if (task.verification == finding.command &&
          finding.subject == (task.name.empty() ? task.id : task.name))
        return is_told_as_done(task, tasks == &h.completed_tasks);
  return finding.evidence != kFailedThen;
}

std::string tail_of(const Outcome& outcome) {
  std::string text = outcome.err.empty() ? outcome.out : outcome.err;
  if (text.size() >= kMostOutput)  // its first line may begin within a secret
    text.erase(0, text.find('\n'));
  text = trim(formats::mask_secrets(text));
  if (size_t end = text.rfind('\n'); end != std::string::npos)
    text = text.substr(end + 1);
  return formats::beginning(text, kTailOfOutput);
}

}  // namespace

Findings check_people(const Facts& facts, const model::CheckReport& report) {
  Findings findings;
  const model::Handoff& h = *facts.handoff;
  const Remembered runs = remembered_runs(*facts.repository, facts.subject->oid, facts.status);
  for (const auto* tasks : {&h.completed_tasks, &h.remaining_tasks})
    for (const model::Task& task : *tasks)
      add_task(task, is_told_as_done(task, tasks == &h.completed_tasks), runs, findings);
  add_recorded_results(*facts.subject->document, findings);
  for (const model::Blocker& blocker : h.blockers) {
    Finding finding = to_confirm("blocker", blocker.description, blocker.check);
    finding.evidence = state_of(report, runs, blocker);
    if (!blocker.workaround.empty())
      finding.suggestion = "way around: " + blocker.workaround;
    findings.push_back(std::move(finding));
  }
  for (const model::HumanAction& action : h.human_actions) {
    if (action.done)
      continue;
    Finding finding = to_confirm("human-action", action.action);
    finding.evidence =
        came_in(report, action.action) + (action.blocking ? "done? it blocks the work" : "done?");
    if (!action.context.empty())
      finding.suggestion = action.context;
    finding.relevance = action.blocking ? 2 : 1;
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<VerificationCommand> verification_commands(const model::CheckReport& report) {
  std::vector<VerificationCommand> commands;
  for (const Finding& finding : report.findings)
    if (!finding.command.empty() &&
        !in_list(commands, finding.command, &VerificationCommand::command))
      commands.push_back({finding.subject, finding.command});
  return commands;
}

bool are_own_commands(const git::Repository& repository, const CheckSubject& subject,
                      const std::vector<VerificationCommand>& commands) {
  if (subject.oid.empty() || text_is_imported(repository, subject.oid))
    return false;
  const Store store(repository);
  const Record record = store.load({.ref = "", .branch = "", .id = subject.id, .oid = subject.oid});
  const Provenance known(store.repository());
  return std::ranges::all_of(commands, [&](const VerificationCommand& one) {
    return known.of_text(record, one.command) == Origin::mine;
  });
}

void run_verification(const git::Repository& repository, const CheckSubject& subject, bool trust,
                      model::CheckReport& report,
                      const std::function<void(const VerificationCommand&)>& before) {
  if (!trust && !are_own_commands(repository, subject, verification_commands(report)))
    refuse("cannot run the commands of '" + printable(subject.id) + "': it was " +
               (text_is_imported(repository, subject.oid) ? "imported, or handed in as a file"
                                                          : "not made by you on this machine"),
           {"read them ('git handoff check' lists them); '--trust' runs them nevertheless"});
  std::vector<VerificationRun> runs;
  for (const VerificationCommand& verification : verification_commands(report)) {
    before(verification);
    Command command{.argv = {"sh", "-c", verification.command},
                    .folder = repository.layout().root,
                    .most_output = kMostOutput};
    for (const std::string& name : git::local_environment())
      command.environment.emplace_back(name, std::nullopt);
    Outcome outcome = run(std::move(command));
    runs.push_back({.command = verification.command, .exit_code = outcome.exit_code});
    for (Finding& finding : report.findings) {
      if (finding.command != verification.command)
        continue;
      std::string said = tail_of(outcome);
      const bool is_done = says_it_passes(*subject.handoff, finding);
      finding.evidence =
          "exit code " + std::to_string(outcome.exit_code) + (said.empty() ? "" : ": " + said);
      finding.suggestion.clear();
      if (finding.code == "blocker")
        finding.evidence = outcome.ok() ? "gone, by its check" : "still there; " + finding.evidence;
      else
        finding.state = state_of_run(outcome.ok(), is_done);
    }
  }
  if (!runs.empty())
    remember_runs(repository, subject.oid, git::StatusQuestion(repository.git()).answer(), runs);
  report.verdict = model::verdict_of(report.findings);
}

}  // namespace handoff::ops
