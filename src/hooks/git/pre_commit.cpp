#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::hooks {

namespace {

/// Handoff files in the index that a commit does not have. An empty commit stands for HEAD (or
/// nothing, where no commit exists yet).
std::vector<std::string> new_handoff_files(const git::Git& git, const std::string& commit) {
  git::GitCall call{.args = {"-c", "core.fsmonitor=false", "diff", "--cached", "--no-ext-diff",
                             "--no-renames", "--ignore-submodules", "--diff-filter=A",
                             "--name-only", "-z"}};
  if (!commit.empty())
    call.args.push_back(commit);
  Outcome outcome = git.run(std::move(call));
  std::vector<std::string> found;
  for (const std::string& path : split(outcome.out, '\0'))
    if (outcome.ok() && formats::is_handoff_file(path))
      found.push_back(path);
  return found;
}

HookAnswer refuse_files(const std::vector<std::string>& files) {
  std::string first = printable(c_quote(files.front()));
  std::string others = files.size() > 1 ? " and " + count_of(files.size() - 1, "other") : "";
  return {
      {"error: '" + first + "'" + others +
           (files.size() > 1 ? " are handoff files" : " is a handoff file") +
           ", local state that does not belong into history",
       "hint: 'git rm --cached -- " + ops::word_to_type(ops::path_to_type(files.front()), "FILE") +
           "' leaves it out; 'git commit --no-verify' commits it all the same"},
      1};
}

/// Is HEAD the WIP commit of a live record of this branch, rewritten or not?
bool head_is_wip_of(const git::Git& git, const std::string& label) {
  const std::vector<Wip> head =
      wips_in(git, {.revisions = {"HEAD"}, .options = {"--no-walk=unsorted"}});
  return !head.empty() && is_live_work(head[0].id, head[0].oid, label);
}

/// The first commit of a branch that begins at another one's paused work.
HookAnswer warn_of_work_of_another_branch(const git::PeekedRepository& repository) {
  constexpr size_t kLongestName = 60;
  auto [below, older] = work_below(repository, true);
  if (older)
    return {{"warning: this commit goes on top of an older WIP commit of " +
                 one_line(older->id, kLongestName) + ", which goes on on another branch",
             "hint: to take that off first, the files stay as they are: git reset HEAD~1"},
            0};
  if (!below || !below->at_tip)
    return {};
  HookAnswer answer{{"warning: this commit goes on top of paused work: " +
                     one_line(repository.label(), kLongestName) + " " + below->sentence()},
                    0};
  below->at_tip = false;  // when somebody reads it
  if (const std::string out = below->way_out(); !out.empty())
    answer.lines.push_back("hint: to leave that out: " + out);
  return answer;
}

}  // namespace

HookAnswer pre_commit(const HookCall&) {
  constexpr size_t kLongestSentence = 100;
  git::Git git("");
  std::vector<std::string> files = new_handoff_files(git, "");
  std::optional<git::PeekedRepository> repository = find_repository(git);
  if (!files.empty() && repository && git::operation_in(repository->git_dir) == "merge") {
    // What the other side of a merge has is not new.
    std::vector<std::string> merged = new_handoff_files(git, "MERGE_HEAD");
    std::erase_if(files, [&](const std::string& path) { return !in_list(merged, path); });
  }
  if (!files.empty())
    return refuse_files(files);
  if (!repository)
    return {};
  if (git::operation_in(repository->git_dir) == "merge")  // that stopped at conflicts
    if (HookAnswer refused = refuse_merge_of_wip(git, *repository, true); refused.exit_code != 0)
      return refused;
  LiveRecords live = live_records(git, *repository);
  if (live.records.empty() || !head_is_wip_of(git, live.label))
    return warn_of_work_of_another_branch(*repository);
  std::optional<LiveRecord> record = read_newest(git, live.label, live.records);
  const std::string published = record ? published_at(git, *record, live.label) : "";
  std::string age = record && record->time ? " " + relative_time(*record->time, now()) : "";
  std::vector<std::string> lines = {"warning: handoff paused here" + age};
  const std::optional<ops::Standing> standing =
      record ? ops::standing_in(repository->common_dir, record->id, record->forked_from)
             : std::nullopt;
  if (const std::optional<Failure> why = standing ? standing->why_not_resumed() : std::nullopt) {
    lines[0] += "; " + one_line(standing->sentence, kLongestSentence);
    lines.push_back("hint: " + why->hints().front());
  } else {
    lines[0] += published.empty() ? "; 'git handoff resume' first"
                                  : "; 'git handoff resume --continue --keep-wip' first";
  }
  lines.push_back(
      published.empty()
          ? "hint: this commit goes on top of the paused work, which then stays in history as a "
            "wip: commit"
          : "hint: the paused work is published, in " + published +
                ", and stays in history as a wip: commit");
  return {std::move(lines), 0};
}

}  // namespace handoff::hooks
