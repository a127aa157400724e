#include "ops/check/sentences.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

using model::Finding;
using model::FindingState;

std::vector<const Finding*> by_harm(const std::vector<Finding>& findings) {
  // The order of the report is that of the codes; of two that matter as much the worse comes first.
  static constexpr std::array<std::string_view, 8> kWorst = {
      "remote-branch", "record", "wip", "operation", "commit", "commit-since", "file", "anchor"};
  auto rank = [](const Finding* finding) {
    auto found = std::ranges::find(kWorst, finding->code);
    return found - kWorst.begin();
  };
  std::vector<const Finding*> sorted;
  for (const Finding& finding : findings)
    sorted.push_back(&finding);
  std::ranges::stable_sort(sorted, [&](const Finding* a, const Finding* b) {
    return std::pair(-a->relevance, rank(a)) < std::pair(-b->relevance, rank(b));
  });
  return sorted;
}

std::string named_subject(const Finding& finding) {
  static constexpr std::array<std::string_view, 9> kPaths = {
      "file",     "file-unrecorded", "left-out", "submodule",    "document",
      "artifact", "deliverable",     "plan",     "half-finished"};
  if (finding.code == "remote-branch")
    return branch_name(finding.subject);
  if (finding.code == "upstream")
    return ref_name(finding.subject);
  const bool is_path = in_list(kPaths, finding.code) && finding.subject != kAllSubmodules;
  return is_path ? path_name(finding.subject) : formats::shown(finding.subject);
}

std::string sentence_of(const Finding& finding) {
  return sentence_of(finding, named_subject(finding));
}

std::string sentence_of(const Finding& finding, const std::string& subject) {
  const std::string evidence = formats::shown(finding.evidence);
  const std::string& code = finding.code;
  auto with = [&](const std::string& who) {
    return evidence.empty() ? who : who + ": " + evidence;
  };
  if (code == "operation" || code == "worktree" || code == "branch" || code == "mode" ||
      code == "since" || code == "wip-carried")
    return evidence.empty() ? subject : evidence;
  if (code == "age")
    return finding.state == FindingState::unverifiable ? with("its time")
           : evidence.starts_with("just now")          ? "written " + evidence
                                                       : "the record is " + evidence;
  if (code == "wip")
    return with("the paused work " + subject);
  if (code == "wip-buried")
    return "the WIP commit " + subject + " " + evidence;
  if (code == "base")
    return with("its base " + subject);
  if (code == "submodule")
    return with("the submodule " + subject);
  if (code == "commit-since")
    return subject + " " + evidence;
  if (code == "left-out")
    return finding.state == FindingState::info ? subject + " " + evidence
                                               : with("left out: " + subject);
  if (code == "blocker")
    return "blocked by: " + subject + (evidence.empty() ? "" : "; " + evidence);
  if (code == "human-action")
    return waits_for(subject) + ": " + subject + (evidence.empty() ? "" : "; " + evidence);
  if (code == "quality-gate")
    return with("the gate " + subject);
  if (code == "plan-task" || code == "perhaps-done" || code == "taken-back")
    return with("'" + subject + "'");
  return with(subject);
}

}  // namespace handoff::ops
