#include <algorithm>

#include <unistd.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"
#include "ops/records/names.hpp"

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

std::vector<Wip> live_wips_in(const git::Git& git, git::LogRequest request) {
  std::vector<Wip> wips = wips_in(git, std::move(request));
  std::erase_if(wips, [](const Wip& wip) { return !is_live_work(wip.id, wip.oid); });
  return wips;
}

/// Paused work that the merge brings into HEAD's history, newest first; what HEAD's upstream has
/// stays there anyway.
std::vector<Wip> brought_by(const git::Git& git, const std::vector<std::string>& merged) {
  constexpr size_t kMostWips = 32;
  git::LogRequest request{.revisions = merged, .options = only_wips(), .limit = kMostWips};
  request.revisions.emplace_back("^HEAD");
  request.options.emplace_back("--topo-order");
  std::vector<Wip> wips = live_wips_in(git, std::move(request));
  std::erase_if(wips,
                [&](const Wip& wip) { return git::is_ancestor(git, wip.oid, "@{upstream}"); });
  return wips;
}

/// What leaves paused work below a merged commit out: of a branch that is nobody else's, and that
/// no other worktree has.
std::string way_out_of_merged(const git::Git& git, const std::vector<std::string>& merged,
                              const std::string& wip) {
  git::GitCall call{.args = {"for-each-ref",
                             "--format=%(if)%(worktreepath)%(then)%(else)%(refname:lstrip=2)%(end)",
                             "--contains=" + wip}};
  for (const std::string& oid : merged)
    call.args.push_back("--points-at=" + oid);
  call.args.emplace_back(git::kBranchRefs);
  const std::vector<std::string> branches = split_lines(git.run(std::move(call)).out);
  if (branches.size() != 1 || branches[0].empty() || !published_at(wip, branches[0]).empty())
    return {};
  return "take it out of " + ops::branch_in_quotes(branches[0]) + ": " +
         way_to_list_of(wip, branches[0]);
}

}  // namespace

HookAnswer refuse_merge_of_wip(const git::Git& git, const git::PeekedRepository& repository,
                               bool resolved) {
  if (git::peek_any_record(repository.common_dir, "refs/handoffs/active/") == false)
    return {};
  const std::vector<std::string> merged = merged_commits(repository);
  git::LogRequest request{.revisions = {"HEAD"}, .options = {"--no-walk=unsorted"}};
  request.revisions.insert(request.revisions.end(), merged.begin(), merged.end());
  const std::vector<Wip> parents = live_wips_in(git, std::move(request));
  const bool head = !parents.empty() && parents.front().is_first;
  const std::vector<Wip> brought =
      head || merged.empty() ? std::vector<Wip>{} : brought_by(git, merged);
  if (parents.empty() && brought.empty())
    return {};
  const Wip& wip = parents.empty() ? brought.front() : parents.front();
  const std::string short_oid = git::short_oid(wip.oid);
  const std::string what =
      head ? "HEAD" : "'" + one_line(wip.subject, 50) + "' (" + short_oid + ")";
  const std::string instead =
      head              ? ""
      : parents.empty() ? way_out_of_merged(git, merged, wip.oid)
                        : "merge what is below it: git merge " +
                              git::short_oid(brought.empty() ? wip.oid : brought.back().oid) + "~1";
  std::vector<std::string> lines = {"error: " + what +
                                    " is paused work, which a merge would keep in history"};
  if (resolved) {
    lines.emplace_back(
        "hint: 'git commit --no-verify' keeps what you merged, with the paused "
        "work as a commit below");
    if (!instead.empty())
      lines.push_back("hint: 'git merge --abort' discards what you resolved; then " + instead);
  } else if (head) {
    lines.emplace_back(published_at(wip.oid, repository.label()).empty()
                           ? "hint: 'git merge --abort', then 'git handoff resume' or 'git handoff "
                             "resume --fresh'"
                           : "hint: it is published: 'git merge --abort', then 'git handoff resume "
                             "--continue --keep-wip', and merge again");
  } else if (instead.empty()) {
    lines.emplace_back(
        "hint: 'git merge --abort' leaves it out; 'git commit --no-verify' merges it all the same");
  } else {
    lines.push_back("hint: 'git merge --abort', then " + instead);
  }
  return {std::move(lines), 1};
}

HookAnswer pre_merge_commit(const HookCall&) {
  git::Git git("");
  std::optional<git::PeekedRepository> repository = find_repository(git);
  return repository ? refuse_merge_of_wip(git, *repository, false) : HookAnswer{};
}

}  // namespace handoff::hooks
