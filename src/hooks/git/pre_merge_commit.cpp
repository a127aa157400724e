#include <algorithm>

#include <unistd.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"

namespace handoff::hooks {

namespace {

/// What is merged: git writes MERGE_HEAD behind this hook, and names the commits in its
/// environment before.
std::vector<std::string> merged_commits(const git::PeekedRepository& repository) {
  constexpr std::string_view kVariable = "GITHEAD_";
  std::vector<std::string> oids;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string_view text = *variable;
    if (text.starts_with(kVariable))
      oids.emplace_back(text.substr(kVariable.size(), text.find('=') - kVariable.size()));
  }
  constexpr size_t kLongest = 1u << 16;
  for (const std::string& line : split_lines(
           read_file_at_most(join_path(repository.git_dir, "MERGE_HEAD"), kLongest).value_or("")))
    oids.push_back(line);
  std::erase_if(oids, [](const std::string& oid) { return !git::is_oid(oid); });
  return oids;
}

}  // namespace

HookAnswer refuse_merge_of_wip(const git::Git& git, const git::PeekedRepository& repository,
                               bool resolved) {
  if (git::peek_any_record(repository.common_dir, "refs/handoffs/active/") == false)
    return {};
  git::LogRequest request{.revisions = {"HEAD"}, .options = {"--no-walk=unsorted"}};
  for (std::string& oid : merged_commits(repository))
    request.revisions.push_back(std::move(oid));
  const std::vector<Wip> wips = wips_in(git, request);
  for (const Wip& wip : wips) {
    if (!is_live_work(wip.id, wip.oid))
      continue;
    bool head = wip.is_first;
    const std::string short_oid = git::short_oid(wip.oid);
    std::string what = head ? "HEAD" : "'" + one_line(wip.subject, 50) + "' (" + short_oid + ")";
    const std::string below = short_oid + "~1";
    std::vector<std::string> lines = {"error: " + what +
                                      " is paused work, which a merge would keep in history"};
    if (resolved) {
      lines.emplace_back(
          "hint: 'git commit --no-verify' keeps what you merged, with the paused "
          "work as a commit below");
      if (!head)
        lines.push_back(
            "hint: 'git merge --abort' discards what you resolved; then merge what is "
            "below it: git merge " +
            below);
    } else {
      const bool stays = head && !published_at(wip.oid, repository.label()).empty();
      lines.push_back(
          stays  ? "hint: it is published: 'git merge --abort', then 'git handoff resume "
                   "--continue --keep-wip', and merge again"
          : head ? "hint: 'git merge --abort', then 'git handoff resume' or 'git handoff "
                   "resume --fresh'"
                 : "hint: 'git merge --abort', then merge what is below it: git merge " + below);
    }
    return {std::move(lines), 1};
  }
  return {};
}

HookAnswer pre_merge_commit(const HookCall&) {
  git::Git git("");
  std::optional<git::PeekedRepository> repository = find_repository(git);
  return repository ? refuse_merge_of_wip(git, *repository, false) : HookAnswer{};
}

}  // namespace handoff::hooks
