#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/prose/words.hpp"
#include "formats/record/values.hpp"
#include "ops/lint/rules.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops::lint_rules_detail {

namespace {

using formats::field;
using formats::text_of;
using lists::is_empty;

std::string label_of(const Json& item, size_t number) {
  std::string name = formats::text_in(item, {"name", "id", "task", "correction"});
  return name.empty() ? "number " + std::to_string(number + 1) : "'" + name + "'";
}

void each_in(const Json& list, const std::string& field_name,
             const std::function<void(const std::string&, const Json&, size_t)>& see) {
  if (list.is_array())
    for (size_t i = 0; i < list.size(); ++i)
      see(field_name + "[" + std::to_string(i) + "]", list[i], i);
}

}  // namespace

void check_required_empty(const Subject& s, const Report& report) {
  // Only a record that describes agents at work needs the blocks of one.
  bool agents = !is_empty(field(s.record, "skill_stack")) ||
                !is_empty(field(s.record, "subagents")) || field(s.record, "identity").is_object();
  if (!agents)
    return;
  // Todos that an import has made tasks of are not missing.
  bool tasks = !is_empty(field(s.record, "remaining_tasks")) ||
               !is_empty(field(s.record, "completed_tasks"));
  for (const char* block : {"skill_stack", "todos", "documents", "goals"})
    if (std::string_view(block) == "todos" && tasks)
      continue;
    else if (field(s.record, block).is_null() ||
             (std::string_view(block) == "goals" && is_empty(field(s.record, block))))
      report(block, std::string("the block '") + block + "' is missing",
             "fill it; where there is nothing, write an empty list, so that the reader knows");
}

void check_resume_command(const Subject& s, const Report& report) {
  each_in(field(s.record, "skill_stack"), "skill_stack",
          [&](const std::string& at, const Json& skill, size_t i) {
            std::string command = text_of(field(skill, "resume_command"));
            if (trim(command).empty() || is_summary(command))
              report(at + ".resume_command",
                     "the skill " + label_of(skill, i) + " has no command that resumes it",
                     "write the call, as in Skill('develop', '--resume Phase3.Task7')");
          });
}

void check_subagent_incomplete(const Subject& s, const Report& report) {
  each_in(field(s.record, "subagents"), "subagents",
          [&](const std::string& at, const Json& agent, size_t i) {
            for (const char* name : {"id", "task", "status"})
              if (is_empty(field(agent, name)))
                report(at + "." + name, "the subagent " + label_of(agent, i) + " has no " + name,
                       "say who it is, what it does and how far it is, so that it can be checked "
                       "or replaced");
          });
}

void check_correction_lesson(const Subject& s, const Report& report) {
  auto look = [&](const std::string& at, const Json& correction, size_t i) {
    if (correction.is_object() && is_empty(field(correction, "lesson")))
      report(at + ".lesson", "the correction " + label_of(correction, i) + " has no lesson",
             "say what to avoid from now on");
  };
  each_in(field(s.record, "corrections"), "corrections", look);
  each_in(field(field(s.record, "conversation"), "corrections"), "conversation.corrections", look);
}

void check_gate_evidence(const Subject& s, const Report& report) {
  each_in(field(s.record, "quality_gates"), "quality_gates",
          [&](const std::string& at, const Json& gate, size_t i) {
            std::string status = to_lower(text_of(field(gate, "status")));
            if (status.starts_with("pass") && is_empty(field(gate, "evidence")))
              report(
                  at + ".evidence",
                  "the gate " + label_of(gate, i) + " passed, and nothing says how that was seen",
                  "name the command or the person that proved it");
          });
}

void check_recovery_missing(const Subject& s, const Report& report) {
  bool failed = false;
  each_in(field(s.record, "quality_gates"), "quality_gates",
          [&](const std::string&, const Json& gate, size_t) {
            failed = failed || to_lower(text_of(field(gate, "status"))).starts_with("fail");
          });
  if (failed && is_empty(field(field(s.record, "recovery"), "checkpoints")))
    report("recovery.checkpoints",
           "a quality gate failed, and there is no checkpoint to go back to",
           "name a commit at which all gates passed");
}

}  // namespace handoff::ops::lint_rules_detail
