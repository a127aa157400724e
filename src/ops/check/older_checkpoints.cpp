#include "ops/check/older_checkpoints.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/check/check.hpp"
#include "ops/check/first_line_words.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/committed_checkpoint.hpp"

namespace handoff::ops {

std::string told_of_older(const Store& store, const Record& newest, const git::Head& head,
                          Reader reader) {
  constexpr int kMostChecked = 3;
  if (!newest.is_checkpoint())
    return {};
  int checked = 0;
  for (const Record& record : store.live_on(head)) {
    if (record.at.ref == newest.at.ref || !record.is_checkpoint() ||
        record.git().wip_commit.empty() || record.git().worktree != newest.git().worktree ||
        is_withheld(store, record, reader) || checked++ == kMostChecked)
      continue;
    const model::CheckReport report =
        check(store.repository(), subject_of(store, readable_by(store, record, reader)));
    std::vector<std::string> files;
    for (const model::Finding& finding : report.findings)
      if (finding.code == "file" && finding.state == model::FindingState::changed &&
          finding.to.empty())
        files.push_back(path_name(finding.subject));
    if (!files.empty())
      return "checkpoint " + record.at.id + " has changes that are not here: " + few_of(files);
  }
  return {};
}

std::string told_of_others(const Store& store, const Record& meant, const git::Head& head) {
  std::vector<Summary> others;
  if (head.branch.empty())
    return {};
  // Mostly there is none, and that is seen without reading one.
  const auto refs = git::peek_records(store.repository().layout().common_dir, head.label());
  if (refs && std::ranges::all_of(
                  *refs, [&](const git::PeekedRecord& ref) { return ref.id == meant.at.id; }))
    return {};
  for (const Record& record : store.live_on(head)) {
    const std::string& wip = record.git().wip_commit;
    if (record.at.id != meant.at.id && !record.is_checkpoint() &&
        record.git().worktree == meant.git().worktree &&
        (wip.empty() || (meant.is_checkpoint() && wip == head.oid) ||
         !git::is_ancestor(store.repository().git(), wip, head.oid)))
      others.push_back(summarize(record));
  }
  drop_committed(store, others);
  if (others.empty())
    return {};
  if (others.size() > 1)
    return count_of(others.size(), "other handoff") +
           " are paused on this branch: git handoff list";
  return others.front().at.id + " is paused on this branch, too";
}

}  // namespace handoff::ops
