#include "ops/lint/lint.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record/policy.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/quoted.hpp"
#include "ops/lint/rules.hpp"
#include "ops/observe/known_files.hpp"

namespace handoff::ops {

namespace {

using namespace lint_rules_detail;

constexpr LintLevel kWarn = LintLevel::warn;
constexpr LintLevel kError = LintLevel::error;
constexpr LintLevel kOff = LintLevel::off;
constexpr const char* kUnread = "record";  ///< in place of a field

constexpr auto kRules = std::to_array<LintRule>({
    {"next-action-missing", kError, "there is no next action"},
    {"next-action-vague", kWarn, "the next action names no file, symbol or command"},
    {"next-action-summary", kWarn, "the next action is a summary instead of an instruction"},
    {"next-action-path", kWarn, "the next action names a file that does not exist"},
    {"context-short", kWarn, "the context notes are missing or too short"},
    {"context-repeats", kWarn, "the context notes only repeat the task list"},
    {"tasks-missing", kWarn, "nothing says what is done and what remains"},
    {"task-progress", kWarn, "a task is in progress without a word on how far"},
    {"task-commit", kWarn, "a completed task names no commit"},
    {"commit-missing", kError, "a commit that does not exist"},
    {"task-verification", kOff, "a remaining task has no verification"},
    {"todo-verification", kWarn, "a todo has no verification"},
    {"decision-rationale", kWarn, "a decision without a reason"},
    {"blocker-or-action", kWarn, "a blocker that is a human action"},
    {"document-missing", kWarn, "a document that is neither here nor kept"},
    {"placeholder", kWarn, "a placeholder was left"},
    {"required-empty", kWarn, "a block that an agent's record needs is missing"},
    {"resume-command", kWarn, "a skill without the command that resumes it"},
    {"subagent-incomplete", kWarn, "a subagent without id, task or status"},
    {"correction-lesson", kWarn, "a correction without its lesson"},
    {"gate-evidence", kWarn, "a passed quality gate without evidence"},
    {"recovery-missing", kWarn, "a failed quality gate without a checkpoint to go back to"},
    {"secret", kError, "a secret stands in the record"},
});

constexpr std::array<Check, kRules.size()> kChecks = {
    check_next_action_missing,
    check_next_action_vague,
    check_next_action_summary,
    check_next_action_path,
    check_context_short,
    check_context_repeats,
    check_tasks_missing,
    check_task_progress,
    check_task_commit,
    check_commit_missing,
    check_task_verification,
    check_todo_verification,
    check_decision_rationale,
    check_blocker_or_action,
    check_document_missing,
    check_placeholder,
    check_required_empty,
    check_resume_command,
    check_subagent_incomplete,
    check_correction_lesson,
    check_gate_evidence,
    check_recovery_missing,
    check_secret,
};

/// The levels of the team's policy, which can only raise those of the user.
void tighten(const std::map<std::string, std::string>& policy, LintContext& context,
             std::vector<std::string>& problems) {
  constexpr size_t kMostTold = 5;
  size_t told = 0;
  const auto tell = [&](const std::string& what) {
    if (++told <= kMostTold)
      problems.push_back(std::string(formats::kPolicyFile) + ": lint: " + what);
  };
  for (const auto& [id, word] : policy) {
    const std::optional<LintLevel> level = lint_level_of(word);
    const auto rule = std::ranges::find_if(
        kRules, [name = std::string_view(id)](const LintRule& r) { return r.id == name; });
    if (rule == kRules.end() || !level) {
      tell(formats::in_quotes(id + " = " + word) + " is no rule or no level");
      continue;
    }
    const auto set = context.levels.find(id);
    const LintLevel now = set == context.levels.end() ? rule->level : set->second;
    if (*level < now)
      tell("'" + id + "' stays '" + std::string(word_of(now)) + "': a policy can only tighten");
    else
      context.levels[id] = *level;
  }
  if (told > kMostTold)
    problems.push_back(std::string(formats::kPolicyFile) + ": lint: and " +
                       std::to_string(told - kMostTold) + " more like these");
}

/// Levels of the user's configuration, then the team's policy.
void read_levels(const git::Repository& repository, LintContext& context,
                 std::vector<std::string>& problems) {
  for (const LintRule& rule : kRules) {
    std::optional<std::string> word =
        repository.config().text("handoff.lint." + std::string(rule.id));
    if (!word)
      continue;
    if (std::optional<LintLevel> level = lint_level_of(*word))
      context.levels[std::string(rule.id)] = *level;
    else
      problems.push_back("handoff.lint." + std::string(rule.id) + ": " + formats::in_quotes(*word) +
                         " is none of off, warn, error");
  }
  formats::Policy policy;
  try {
    std::optional<std::string> text = find_tree_file(repository, formats::kPolicyFile);
    if (!text && exists(join_path(repository.layout().root, formats::kPolicyFile)))
      problems.push_back(std::string(formats::kPolicyFile) +
                         ": it is too large, or a link that leads out of the tree");
    policy = formats::read_policy(text.value_or(""));
  } catch (const Failure& failure) {
    problems.push_back(failure.message());
  }
  tighten(policy.lint, context, problems);
}

/// Paths of a record: relative to the top, or absolute below it. Others cannot be told.
std::optional<bool> exists_in_tree(const git::Layout& layout, const std::string& path,
                                   const std::function<bool(const std::string&)>& kept) {
  std::string inside = path;
  if (inside.starts_with(layout.root + "/"))
    inside.erase(0, layout.root.size() + 1);
  if (inside.empty() || inside.front() == '/' || inside.front() == '~')
    return std::nullopt;
  for (const std::string& part : split(inside, '/'))
    if (part == "..")
      return std::nullopt;
  return exists(join_path(layout.root, inside)) || (kept && kept(inside));
}

void look_up(const git::Repository& repository,
             std::map<std::string, std::optional<bool>>& commits) {
  if (commits.empty())
    return;
  std::string questions;
  for (const auto& [hex, answer] : commits)
    questions += hex + "^{commit}\n";
  Outcome outcome =
      repository.git().run({.args = {"cat-file", "--batch-check"}, .input = questions});
  std::vector<std::string> answers = split_lines(outcome.out);
  if (!outcome.ok() || answers.size() != commits.size())
    return;
  size_t i = 0;
  for (auto& [hex, answer] : commits) {
    // "ambiguous" is an answer too: something of that name is there.
    answer = !answers[i].ends_with(" missing");
    ++i;
  }
}

}  // namespace

std::string_view word_of(LintLevel level) {
  return level == LintLevel::off ? "off" : level == LintLevel::warn ? "warn" : "error";
}

std::optional<LintLevel> lint_level_of(std::string_view word) {
  std::string lower = to_lower(word);
  if (lower == "off" || lower == "ignore" || lower == "false")
    return LintLevel::off;
  if (lower == "warn" || lower == "warning" || lower == "info")
    return LintLevel::warn;
  if (lower == "error")
    return LintLevel::error;
  return std::nullopt;
}

std::span<const LintRule> lint_rules() { return kRules; }

std::vector<LintFinding> lint(const Json& record, const LintContext& context) {
  model::Handoff handoff = formats::read_handoff(record);
  Subject subject{record, handoff, context};
  std::vector<LintFinding> findings;
  for (size_t i = 0; i < kRules.size(); ++i) {
    auto set = context.levels.find(kRules[i].id);
    LintLevel level = set == context.levels.end() ? kRules[i].level : set->second;
    if (level == LintLevel::off)
      continue;
    std::set<std::tuple<std::string, std::string, std::string>> known;
    kChecks[i](subject,
               [&](const std::string& field, const std::string& message, const std::string& mend) {
                 if (known.insert({field, message, mend}).second)
                   findings.push_back({std::string(kRules[i].id), level, field, message, mend});
               });
  }
  return findings;
}

bool LintFinding::is_withheld() const { return field == kUnread; }

bool LintReport::errors() const { return in_list(findings, LintLevel::error, &LintFinding::level); }

LintReport lint_in(const git::Repository& repository, const Json& record,
                   const std::function<bool(const std::string&)>& kept) {
  LintReport report;
  LintContext context;
  const git::Layout& layout = repository.layout();
  read_levels(repository, context, report.problems);
  context.shortest_context = static_cast<size_t>(
      std::max<int64_t>(0, repository.config().number("handoff.lint.contextlength", 80)));
  context.path_exists = [&](const std::string& path) { return exists_in_tree(layout, path, kept); };
  // One child for all commits: a first run only asks which there are.
  std::map<std::string, std::optional<bool>> commits;
  context.commit_exists = [&](const std::string& hex) {
    return commits.emplace(hex, std::nullopt).first->second;
  };
  lint(record, context);
  look_up(repository, commits);
  report.findings = lint(record, context);
  return report;
}

std::vector<std::string> errors_of(const LintReport& report) {
  std::vector<std::string> lines;
  for (const LintFinding& finding : report.findings)
    if (finding.level == LintLevel::error)
      lines.push_back(printable(finding.field + ": " + finding.message + " [" + finding.rule +
                                "]: " + finding.mend));
  return lines;
}

void withhold(LintReport& report, const LintReport& of_told_part) {
  const std::vector<LintFinding>& told = of_told_part.findings;
  for (LintFinding& finding : report.findings)
    if (!in_list(told, finding)) {
      finding.field = kUnread;
      finding.message = "something that nobody here has read";
      finding.mend = "read it in a terminal: git handoff show";
    }
}

LintReport lint_stored(const Store& store, const Readable& readable) {
  const Record& record = *readable;
  const model::GitBlock& block = record.git();
  std::string snapshot = block.wip_commit.empty() ? block.base : block.wip_commit;
  std::optional<git::Commit> commit =
      snapshot.empty() ? std::nullopt : git::read_commit(store.objects(), snapshot);
  auto holds = [&](const std::string& tree, const std::string& path) {
    return git::find_in_tree(store.objects(), tree, path, store.repository().layout().oid_digits())
        .has_value();
  };
  auto kept = [&](const std::string& path) {
    return holds(record.commit.tree, "documents/" + path) || (commit && holds(commit->tree, path));
  };
  LintReport report = lint_in(store.repository(), *record.document, kept);
  if (!readable.withheld().empty()) {
    // What is only kept back is not missing.
    const LintReport whole =
        lint_in(store.repository(), *store.load_version(record.at, record.oid).document, kept);
    std::erase_if(report.findings,
                  [&](const LintFinding& finding) { return !in_list(whole.findings, finding); });
  }
  report.subject = record.at.id;
  report.problems.insert(report.problems.end(), readable.withheld().begin(),
                         readable.withheld().end());
  return report;
}

bool lint_gate_refuses(const git::Repository& repository) {
  std::string word = to_lower(repository.config().text("handoff.lint").value_or("warn"));
  return word == "error";
}

Json to_json(const LintReport& report) {
  Json findings = Json::array();
  for (const LintFinding& finding : report.findings)
    findings.push_back(Json{{"rule", finding.rule},
                            {"level", word_of(finding.level)},
                            {"field", finding.field},
                            {"message", finding.message},
                            {"mend", finding.mend}});
  return {{"version", 1},
          {"subject", report.subject},
          {"errors", report.errors()},
          {"findings", std::move(findings)},
          {"problems", report.problems}};
}

}  // namespace handoff::ops
