#pragma once

#include <functional>
#include <string>

#include "model/handoff.hpp"
#include "ops/lint/finding.hpp"

namespace handoff::ops::lint_rules_detail {

/// What a rule looks at.
struct Subject {
  const Json& record;
  const model::Handoff& handoff;
  const LintContext& context;
};

/// Takes the findings of one rule.
using Report = std::function<void(const std::string& field, const std::string& message,
                                  const std::string& mend)>;
using Check = void (*)(const Subject&, const Report&);

/// Calls `see(field, item)` for the items of a field.
void each_item(const Json& record, const std::string& name,
               const std::function<void(const std::string&, const Json&)>& see);

// Next action and context (text_rules.cpp)
void check_next_action_missing(const Subject& subject, const Report& report);
void check_next_action_vague(const Subject& subject, const Report& report);
void check_next_action_summary(const Subject& subject, const Report& report);
void check_next_action_path(const Subject& subject, const Report& report);
void check_context_short(const Subject& subject, const Report& report);
void check_context_repeats(const Subject& subject, const Report& report);
void check_placeholder(const Subject& subject, const Report& report);
void check_secret(const Subject& subject, const Report& report);

// Tasks, decisions, what waits (work_rules.cpp)
void check_tasks_missing(const Subject& subject, const Report& report);
void check_task_progress(const Subject& subject, const Report& report);
void check_task_commit(const Subject& subject, const Report& report);
void check_commit_missing(const Subject& subject, const Report& report);
void check_task_verification(const Subject& subject, const Report& report);
void check_todo_verification(const Subject& subject, const Report& report);
void check_decision_rationale(const Subject& subject, const Report& report);
void check_blocker_or_action(const Subject& subject, const Report& report);
void check_document_missing(const Subject& subject, const Report& report);

// What an agent's record needs (agent_rules.cpp)
void check_required_empty(const Subject& subject, const Report& report);
void check_resume_command(const Subject& subject, const Report& report);
void check_subagent_incomplete(const Subject& subject, const Report& report);
void check_correction_lesson(const Subject& subject, const Report& report);
void check_gate_evidence(const Subject& subject, const Report& report);
void check_recovery_missing(const Subject& subject, const Report& report);

}  // namespace handoff::ops::lint_rules_detail
