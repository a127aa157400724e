#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

// Reading the planning files that people and agents keep in the tree. Pure functions of text; none
// fails on odd structure.

/// The items below `**Label:**` or `#### Label`, up to the next label or heading: list items, or
/// the text on the label's own line. "none" and "n/a" are no items.
std::vector<std::string> items_under(std::string_view body, std::string_view label);

/// `### Phase N: title` (levels 2 to 4) of a task_plan.md.
struct PlanPhase {
  std::string id = {};  ///< "3", "3-build-cta"; empty where only a title is given
  std::string title = {};
  std::string status = {};  ///< lower case: "in_progress", "complete", "pending"; from the boxes
                            ///< where no status is given
  std::vector<std::string> open = {};  ///< boxes that are not ticked
};
std::vector<PlanPhase> plan_phases(std::string_view markdown);
/// The one in progress, else the first that is not complete; nullptr where all are complete.
const PlanPhase* active_phase(const std::vector<PlanPhase>& phases);

/// The last `### Phase <id> Result` and the last `### Handoff <time>` of a progress.md.
struct Progress {
  std::string phase_id = {}, phase_status = {}, next_hint = {};
  std::vector<std::string> phase_questions = {};
  std::string handoff_time = {}, handoff_phase = {}, handoff_status = {};
  std::vector<std::string> handoff_questions = {}, resume_by = {};
  bool empty() const { return phase_id.empty() && handoff_time.empty(); }
};
Progress progress_of(std::string_view markdown);

/// "Phase: 3 of 8 (Auth)", "Plan: 2 of 4", "Status: ..." of Get Shit Done's .planning/STATE.md.
struct GsdPosition {
  std::string phase = {}, phase_name = {}, plan = {}, total_plans = {}, status = {};
};
std::optional<GsdPosition> gsd_position(std::string_view markdown);

/// "RED", "GREEN" or "REFACTOR" where a text names a step of a TDD cycle as a word in capitals;
/// empty otherwise. The first one counts.
std::string tdd_step_in(std::string_view text);

/// An entry of a scratch file.
struct ScratchEntry {
  std::string time = {};  ///< as written
  std::string text = {};
};
/// The last entry that begins with an ISO time (as a heading, list item or line), with the text up
/// to the next one; without any such, nothing.
std::optional<ScratchEntry> last_scratch_entry(std::string_view text);

/// Lines that tell of a decision ("Decided ...", "chose X over Y because", "rejected ..."): what is
/// worth keeping beyond the session.
struct DecisionLine {
  std::string text = {};
  std::string why = {};  ///< the part behind "because", "since", a dash; may be empty
  size_t line = 0;
};
std::vector<DecisionLine> decision_lines(std::string_view text);

}  // namespace handoff::ops
