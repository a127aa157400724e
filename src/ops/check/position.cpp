#include <cstdlib>
#include <set>

#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/worktrees.hpp"
#include "model/operation_words.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/sentences.hpp"
#include "ops/records/fetch_hint.hpp"
#include "ops/records/missing_work.hpp"
#include "ops/records/names.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/replay.hpp"
#include "ops/worktree/git_to_type.hpp"
#include "ops/worktree/path_to_type.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

using model::Fate;

/// What to do to have the kept work back, by which command; empty: none would go now, and who has
/// it is told beside this.
std::string way_back(const Facts& facts, const std::string& aim, const char* resume,
                     const char* take) {
  const CheckSubject& subject = *facts.subject;
  const std::optional<Shared> shared = read_shared_quietly(*facts.repository, subject.id);
  if (subject.oid.empty() ||
      (shared && why_not_claimed(facts.repository->layout().common_dir, *shared)))
    return {};
  if (subject.retired && !subject.at_remote)
    return "bring the handoff back: git handoff undo " + subject.id;
  return aim + ": git handoff " + (subject.at_remote ? take : resume) + " " + subject.id;
}

std::string way_to_wanted_branch(const Facts& facts) {
  return way_back(facts, "create the branch and bring the work back", "resume --continue --switch",
                  "take");
}

/// Has a commit all that another one has, merged, squashed or copied?
bool has_all_of(const git::Repository& repository, const std::string& commit,
                const std::string& other) {
  const Store store(repository);
  git::Quarantine quarantine(repository);
  const auto merged = merge_commits(store, quarantine, commit, other);
  return merged && merged->is(tree_of(store, commit));
}

/// The work went into a commit, and its branch is gone: what was committed there before may be on
/// no branch any more.
void tell_what_is_left(const Facts& facts, const std::string& in, Finding& finding) {
  finding.evidence += "; its work is in " + git::short_oid(in);
  if (!facts.base.is_commit())
    return;
  const std::string& base = facts.base.oid;
  const git::Git& git = facts.repository->git();
  const Outcome log =
      git.run({.args = git::with_remote_branches(
                   git, {"rev-list", "--count", base, "--not", "--branches", "--tags"})});
  const size_t count = std::strtoull(log.out.c_str(), nullptr, 10);
  if (!log.ok() || count == 0 || has_all_of(*facts.repository, in, base))
    return;
  finding.evidence += ", and " + count_of(count, "commit") + " that " +
                      (count == 1 ? "was" : "were") + " below it " + (count == 1 ? "is" : "are") +
                      " on no branch any more";
  finding.suggestion =
      "keep them: git branch " + shell_word(facts.handoff->git.branch) + " " + git::short_oid(base);
}

Finding tell_branch(const Facts& facts) {
  const model::GitBlock& block = facts.handoff->git;
  const git::Head& now = facts.status.head;
  bool was_detached = block.branch.empty();
  Finding finding{.code = "branch", .subject = was_detached ? "detached HEAD" : block.branch};
  if (block.branch == now.branch) {
    tell(finding, FindingState::confirmed,
         was_detached ? "HEAD is detached, as recorded" : "it is checked out");
    return finding;
  }
  // Which branch is checked out is no claim of the record: resume says it, and switches.
  finding.state = FindingState::info;
  finding.to = now.branch;
  finding.evidence =
      now.detached() ? "HEAD is detached" : branch_in_quotes(now.branch) + " is checked out";
  if (was_detached) {
    finding.state = FindingState::confirmed;
    return finding;
  }
  if (facts.branch_tip.is_commit()) {
    if (facts.branch != block.branch)
      finding.evidence +=
          "; " + branch_in_quotes(block.branch) + " is " + branch_in_quotes(facts.branch) + " now";
    return finding;
  }
  if (is_called_now(*facts.repository, *facts.handoff, now.branch)) {
    tell(finding, FindingState::confirmed,
         branch_in_quotes(now.branch) + ", as it is called now, is checked out");
    return finding;
  }
  // In another clone it was never there.
  if (facts.subject->made_here)
    finding.state = FindingState::changed;
  finding.evidence += "; there is no branch " + branch_in_quotes(block.branch);
  if (facts.at_home && facts.wip.is_commit() && facts.here(facts.wip.oid))
    finding.evidence += " (its work is on this one: renamed?)";
  else if (const std::string in = commit_with_work_now(facts); !in.empty())
    tell_what_is_left(facts, in, finding);
  else if (facts.wip.is_commit() && block.on_branch)
    finding.suggestion = way_to_wanted_branch(facts);
  else if (facts.base.is_commit())
    finding.suggestion =
        "git branch " + shell_word(block.branch) + " " + git::short_oid(facts.base.oid);
  return finding;
}

void tell_rewritten_wip(const Facts& facts, Finding& finding) {
  finding.fate = Fate::rewritten;
  finding.to = facts.wip_now;
  tell(finding, FindingState::changed,
       facts.wip_altered ? "changed since: it is " + git::short_oid(facts.wip_now) + " now"
                         : "rewritten to " + git::short_oid(facts.wip_now) + ", the same change");
  if (facts.wip_altered)
    finding.suggestion = git_to_type(*facts.repository, "diff") + " " +
                         git::short_oid(facts.wip.oid) + " " + git::short_oid(facts.wip_now);
}

void tell_wip_left_behind(const Facts& facts, Finding& finding) {
  const std::string& tip = facts.branch_tip.oid;
  finding.fate = Fate::unreachable;
  tell(finding, FindingState::changed,
       tip.empty() || facts.not_here.contains(facts.wip.oid)
           ? "not on HEAD; the record keeps it"
           : "the branch went on without it; the record keeps it");
  if (const std::string in = commit_with_work_now(facts); !in.empty())
    finding.evidence += ", and " + git::short_oid(in) + " has its work";
  else
    finding.suggestion =
        tip.empty() && !facts.handoff->git.branch.empty()
            ? way_to_wanted_branch(facts)
            : way_back(facts, "bring the work over", "resume --continue --apply", "take --apply");
}

/// Where is the commit that holds the paused work?
std::optional<Finding> tell_wip(const Facts& facts) {
  const model::GitBlock& block = facts.handoff->git;
  if (block.wip_commit.empty())
    return std::nullopt;
  Finding finding{.code = "wip", .subject = git::short_oid(block.wip_commit), .relevance = 2};
  if (!facts.wip.is_commit()) {
    bool cannot_tell = facts.shallow || facts.partial;
    finding.state = cannot_tell ? FindingState::unverifiable : FindingState::changed;
    finding.fate = cannot_tell ? Fate::unknown : Fate::gone;
    const std::string missing = missing_of_work(*facts.repository, *facts.objects, block);
    finding.in_part = !missing.empty() && missing != block.wip_commit;
    finding.evidence = finding.in_part ? "object " + missing + " of the work is not stored here"
                                       : "the commit that holds the work is not stored here";
    finding.suggestion = std::string(kFetchRecords) + ", or look in the clone where it was paused";
    return finding;
  }
  finding.state = FindingState::confirmed;
  finding.fate = Fate::present;
  const std::string& tip = facts.branch_tip.oid;
  if (!block.on_branch) {
    finding.evidence = "the snapshot is stored";
  } else if (!facts.at_home && facts.head == facts.wip.oid) {
    finding.evidence =
        tip.empty() ? "the record keeps it" : "it is the tip of " + branch_in_quotes(facts.branch);
  } else if (facts.head == facts.wip.oid) {
    finding.evidence = "HEAD is the WIP commit, as paused";
  } else if (facts.wip_now == facts.wip.oid) {
    tell(finding, FindingState::changed,
         count_of(facts.since_head.size(), "commit") + " on top of the WIP commit");
    finding.suggestion =
        "squash the WIP commit, or resume where it is: git handoff resume " + facts.subject->id;
  } else if (!facts.wip_now.empty()) {
    tell_rewritten_wip(facts, finding);
  } else if (facts.subject->retired) {
    finding.evidence = "the record keeps it";
  } else if (tip == facts.wip.oid) {
    finding.evidence = "it is the tip of " + branch_in_quotes(facts.branch);
  } else if (facts.taken_out) {
    tell(finding, FindingState::info,
         "off the branch, which is at its base again; the record keeps it");
  } else {
    tell_wip_left_behind(facts, finding);
  }
  return finding;
}

/// Was a branch seen here without this commit, as far as its reflog tells?
bool was_without(const Facts& facts, const git::Ref& branch, const std::string& oid) {
  constexpr size_t kMost = 64 * 1024;
  const std::string& common_dir = facts.repository->layout().common_dir;
  const std::vector<git::ReflogEntry> moves = git::reflog_entries(common_dir, branch.name, kMost);
  if (moves.empty())
    return false;
  const auto& [before, after, time] = moves.front();
  const bool is_made = before.find_first_not_of('0') == std::string::npos;
  return !git::is_ancestor(facts.repository->git(), oid, is_made ? after : before);
}

/// The branch that work goes into, where it got the commit, and did not always have it: at the
/// remote first. Empty: that is not known.
std::string trunk_that_got(const Facts& facts, const std::string& oid) {
  for (const git::Ref& trunk : facts.trunk_tips)
    if (git::is_ancestor(facts.repository->git(), oid, trunk.oid) && was_without(facts, trunk, oid))
      return trunk.name.starts_with(git::kBranchRefs) ? facts.trunk : "origin/" + facts.trunk;
  return {};
}

/// only_branch_at() of what was last fetched from that remote.
std::string other_name_of(const Facts& facts, const std::string& oid) {
  const std::string prefix = usual_tracking_ref(facts.upstream_remote, "");
  const std::string name =
      only_branch_at(git::list_refs(facts.repository->git(), prefix), prefix, oid, facts.trunk);
  return name.empty() ? name : facts.upstream_remote + "/" + name;
}

/// A merged branch is deleted, a remote is renamed: nothing is missing then. What another clone
/// has fetched this one need not.
void tell_absent_upstream(const Facts& facts, const model::Upstream& then, Finding& finding) {
  const std::string& remote = facts.upstream_remote;
  const std::string branch = followed_branch(then.ref);
  finding.state = FindingState::unverifiable;
  if (facts.subject->made_here) {
    tell(finding, FindingState::changed, "there is no such ref any more", "git branch -r");
  } else if (remote.empty()) {
    finding.evidence = "there is no such ref in this clone";
    finding.suggestion = "git branch -r";
  } else if (git::tracking_ref(*facts.repository, remote, branch).empty()) {
    finding.evidence = "this clone does not fetch it";
    finding.suggestion = "git remote set-branches --add " + shell_word(remote) + " " +
                         shell_word(branch) + " && git fetch " + shell_word(remote);
  } else {
    finding.evidence = "not fetched here yet, or gone from " + printable(remote);
    finding.suggestion = "git fetch " + shell_word(remote);
  }
  const git::Git& git = facts.repository->git();
  if (then.oid.empty() || !facts.upstream_then.is_commit() ||
      (!git::is_ancestor(git, then.oid, facts.head) &&
       !(facts.line_is_whole && git::is_ancestor(git, then.oid, facts.base.oid))))
    return;
  finding.state = FindingState::info;
  const bool is_gone = facts.subject->made_here;  // else it may be there, and not fetched
  const std::string other = is_gone ? other_name_of(facts, then.oid) : "";
  if (is_gone && other.empty())
    finding.where = trunk_that_got(facts, then.oid);
  finding.evidence += !other.empty() ? "; " + branch_name(other) + " has the same commit"
                      : finding.where.empty()
                          ? "; all that it held is on the branch"
                          : "; " + branch_name(finding.where) + " has all that it held";
  finding.suggestion.clear();
}

/// What to do about an upstream that was rewritten, and was at that commit: put what is here only
/// on it. To look, where that would rewrite what is pushed, or another branch's commits.
std::string way_to_follow(const Facts& facts, const std::string& then) {
  const git::Git& git = facts.repository->git();
  const std::string upstream = shell_word(facts.upstream_ref), range = then + "..HEAD";
  auto count = [&](std::vector<std::string> which) {
    which.insert(which.begin(), {"rev-list", "--count", range});
    return git.run({.args = std::move(which)}).out;
  };
  if (!facts.at_home || count({}) != count(git::with_remote_branches(git, {"--not"})))
    return "git log --oneline --left-right HEAD..." + upstream;
  return "git rebase " + std::string(git::has_merges(git, range) ? "--rebase-merges " : "") +
         "--autostash --onto " + upstream + " " + git::short_oid(then);
}

/// Configured and not fetched yet, or pruned: git knew it only by its short name.
bool was_absent(const model::Upstream& then) {
  return then.oid.empty() && !then.ref.starts_with("refs/");
}

std::optional<Finding> tell_upstream(const Facts& facts) {
  const std::optional<model::Upstream>& then = facts.handoff->git.upstream;
  if (!then || then->ref.empty())
    return std::nullopt;
  Finding finding{.code = "upstream", .subject = facts.upstream_ref};
  const bool is_there = facts.upstream_now.is_commit();
  if (!is_there && then->oid.empty()) {
    tell(finding, FindingState::confirmed, "there is no such ref, as recorded");
  } else if (was_absent(*then)) {
    // What came with it is weighed commit by commit.
    finding.state = FindingState::info;
    finding.to = facts.upstream_now.oid;
    finding.evidence =
        "at " + git::short_oid(facts.upstream_now.oid) + "; there was no such ref at the pause";
  } else if (!is_there) {
    tell_absent_upstream(facts, *then, finding);
  } else if (facts.upstream_now.oid == then->oid) {
    tell(finding, FindingState::confirmed,
         "at " + git::short_oid(then->oid) + ", as recorded (not fetched anew)");
  } else if (then->oid.empty()) {
    finding.state = FindingState::unverifiable;
    finding.evidence =
        "at " + git::short_oid(facts.upstream_now.oid) + "; where it was is not recorded";
  } else if (!facts.upstream_then.is_commit()) {
    tell(finding, FindingState::unverifiable,
         "moved to " + git::short_oid(facts.upstream_now.oid) + "; where it was, " +
             git::short_oid(then->oid) + ", is not stored here");
  } else if (git::is_ancestor(facts.repository->git(), then->oid, facts.upstream_now.oid)) {
    // New commits are weighed one by one; that there are some is no drift by itself.
    finding.state = FindingState::info;
    finding.to = facts.upstream_now.oid;
    const size_t beyond = facts.since_upstream.size();
    finding.evidence = "went on from " + git::short_oid(then->oid) + " to " +
                       git::short_oid(facts.upstream_now.oid) +
                       (beyond == 0 ? "" : ", " + count_of(beyond, "commit") + " not on HEAD");
  } else if (git::ends_too_early(*facts.repository, facts.upstream_now.oid, then->oid)) {
    tell(finding, FindingState::unverifiable,
         "moved to " + git::short_oid(facts.upstream_now.oid) +
             "; the history here is shallow and ends before it could tell how",
         "git fetch --unshallow");
  } else if (git::is_ancestor(facts.repository->git(), facts.upstream_now.oid, then->oid) &&
             git::is_ancestor(facts.repository->git(), then->oid, facts.head)) {
    finding.to = facts.upstream_now.oid;
    tell(finding, FindingState::changed,
         "went back from " + git::short_oid(then->oid) + " to " +
             git::short_oid(facts.upstream_now.oid) + ": what it had beyond is here only",
         "git log --oneline " + git::short_oid(facts.upstream_now.oid) + ".." +
             git::short_oid(then->oid));
  } else if (git::is_ancestor(facts.repository->git(), facts.upstream_now.oid, facts.head)) {
    tell(finding, FindingState::info, "was rewritten, and HEAD has all of it");
  } else {
    finding.to = facts.upstream_now.oid;
    tell(finding, FindingState::changed,
         "was rewritten: " + git::short_oid(then->oid) + " is no longer in it",
         way_to_follow(facts, then->oid));
  }
  return finding;
}

Finding tell_operation(const Facts& facts) {
  const std::string& then = facts.handoff->git.operation;
  std::string now = facts.repository->operation().value_or("");
  Finding finding{.code = "operation", .subject = then.empty() ? "none" : then};
  const std::string& other = facts.subject->worktree;
  const std::string& common_dir = facts.repository->layout().common_dir;
  if (!then.empty() && !other.empty()) {
    const bool is = git::operation_in(git::git_dir_of_worktree(common_dir, other)) == then;
    finding.state = is ? FindingState::confirmed : FindingState::changed;
    finding.evidence = "the " + then + (is ? " is still" : " is no longer") +
                       " under way in worktree " + branch_in_quotes(other);
    return finding;
  }
  finding.state = then == now ? FindingState::confirmed : FindingState::changed;
  if (then == now)
    finding.evidence =
        then.empty() ? "nothing is under way" : "the " + then + " is still under way";
  else if (now.empty())
    finding.evidence = "the " + then + " is no longer under way";
  else
    finding.evidence = model::an_operation(now) + " is under way";
  if (now.empty() && (then == "merge" || then == "cherry-pick" || then == "revert") &&
      facts.at_home && facts.head == facts.base.oid)
    finding.suggestion = "to have it as a " + then + ", begin that again first";
  if (then != now && !now.empty())
    finding.suggestion = now == "bisect"
                             ? "end it first: git bisect reset"
                             : "finish or abort it first: git " + now + " --continue or --abort";
  finding.to = now;
  return finding;
}

std::optional<Finding> tell_worktree(const Facts& facts) {
  const model::GitBlock& block = facts.handoff->git;
  if (block.worktree.empty())
    return std::nullopt;
  std::string now = facts.repository->layout().worktree_name();
  Finding finding{.code = "worktree", .subject = block.worktree, .to = now};
  if (now == block.worktree) {
    tell(finding, FindingState::confirmed, "the same worktree");
  } else if (!facts.subject->made_here) {
    finding.evidence =
        "recorded in worktree " + branch_in_quotes(block.worktree) + " of another clone or user";
  } else if (is_folder(block.worktree_path)) {
    finding.evidence = "in worktree " + branch_in_quotes(now) + " now; it was recorded at " +
                       path_name(block.worktree_path);
    finding.suggestion = "cd " + shell_word(block.worktree_path);
  } else {
    finding.evidence = "worktree " + branch_in_quotes(block.worktree) + " is gone";
  }
  return finding;
}

/// Submodules that the record does not speak of: they were as the commit has them, but for a pause
/// of single paths, which knows nothing of the rest.
void tell_other_submodules(const Facts& facts, Findings& findings) {
  if (!facts.handoff->git.pathspecs.empty())
    return;
  const std::vector<model::SubmoduleState>& recorded = facts.handoff->git.submodules;
  bool any = false;
  for (const git::StatusEntry& entry : facts.status.entries) {
    if (!entry.is_submodule() || entry.submodule.size() != 4)
      continue;
    any = true;
    if (in_list(recorded, entry.path, &model::SubmoduleState::path))
      continue;
    bool moved = entry.submodule[1] == 'C' || entry.staged != '.';
    findings.push_back(
        {.code = "submodule",
         .subject = entry.path,
         .state = FindingState::changed,
         .evidence = moved ? "at another commit now; it was at the one that the tree has"
                           : "has changes of its own that were not recorded",
         .suggestion = moved
                           ? "git submodule update -- " + path_to_type(entry.path)
                           : "git -C " + file_to_type(facts.repository->layout().root, entry.path) +
                                 " status"});
  }
  if (!any && recorded.empty() && exists(join_path(facts.repository->layout().root, ".gitmodules")))
    findings.push_back({.code = "submodule",
                        .subject = std::string(kAllSubmodules),
                        .state = FindingState::confirmed,
                        .evidence = "as the tree has them, as recorded"});
}

const git::StatusEntry* entry_of(const Facts& facts, const std::string& path) {
  const auto found = facts.dirty.find(path);
  return found == facts.dirty.end() ? nullptr : found->second;
}

/// Has this tree a submodule there? A record may name any path: only at these is anything looked
/// for.
bool is_submodule_here(const Facts& facts, const std::string& path) {
  if (const git::StatusEntry* entry = entry_of(facts, path))
    return entry->is_submodule() && (entry->mode_index == git::kModeGitlink ||
                                     entry->kind == git::StatusEntry::Kind::unmerged);
  const std::optional<git::TreeEntry> entry = facts.entry_at(facts.head, path);
  return entry && entry->mode == git::kModeGitlink;
}

/// The commit that is checked out in a submodule: git has told whether it is another than the
/// index has.
std::string commit_in(const Facts& facts, const std::string& path) {
  const git::StatusEntry* entry = entry_of(facts, path);
  if (entry == nullptr)
    return facts.entry_at(facts.head, path)->oid;
  if (entry->mode_index == git::kModeGitlink && entry->submodule[1] != 'C')
    return entry->oid_index;
  git::GitCall call{.args = {"rev-parse", "-q", "--verify", "HEAD"}};
  for (const std::string& name : git::local_environment())
    call.environment.emplace_back(name, std::nullopt);
  const git::Git inside(join_path(facts.repository->layout().root, path));
  return trim(inside.run(git::offline(std::move(call))).out);
}

Finding tell_submodule(const Facts& facts, const model::SubmoduleState& then) {
  Finding finding{.code = "submodule", .subject = then.path};
  const git::Layout& layout = facts.repository->layout();
  const std::string& root = layout.root;
  if (!is_safe_to_write(layout, then.path) || !exists(join_path(root, then.path + "/.git"))) {
    tell(finding, FindingState::unverifiable, "not checked out here",
         "git submodule update --init -- " + path_to_type(then.path));
    return finding;
  }
  const std::string now = commit_in(facts, then.path);
  const git::StatusEntry* entry = entry_of(facts, then.path);
  const std::string flags = entry == nullptr ? "S..." : entry->submodule;
  const bool content = flags.size() == 4 && (flags[2] == 'M' || flags[3] == 'U');
  const bool was_dirty = then.modified_content || then.untracked_content;
  if (!then.oid.empty() && now != then.oid) {
    finding.to = now;
    tell(finding, FindingState::changed,
         "at " + git::short_oid(now) + ", recorded at " + git::short_oid(then.oid),
         "git -C " + file_to_type(facts.repository->layout().root, then.path) + " checkout " +
             git::short_oid(then.oid));
  } else if (was_dirty != content) {
    tell(finding, FindingState::changed,
         was_dirty ? "had changes of its own; it is clean now"
                   : "has changes of its own that were not recorded");
  } else {
    tell(finding, was_dirty ? FindingState::unverifiable : FindingState::confirmed,
         was_dirty ? "has changes of its own, as recorded; their content was not"
                   : "at " + git::short_oid(now) + ", as recorded");
  }
  return finding;
}

void tell_submodules(const Facts& facts, Findings& findings) {
  std::set<std::string> told, missing;
  const auto is_removed_by_work = [&](const std::string& path) {
    const std::optional<git::TreeEntry> kept = facts.entry_at(facts.wip.oid, path);
    return facts.wip.is_commit() && (!kept || kept->mode != git::kModeGitlink);
  };
  for (const model::SubmoduleState& then : facts.handoff->git.submodules) {
    if (is_removed_by_work(then.path))
      continue;  // the work is looked at file by file
    if (!is_submodule_here(facts, then.path))
      missing.insert(then.path);
    else if (told.insert(then.path).second)
      findings.push_back(tell_submodule(facts, then));
  }
  if (missing.empty())
    return;
  const size_t others = missing.size() - 1;
  findings.push_back(
      {.code = "submodule",
       .subject = *missing.begin(),
       .state = FindingState::changed,
       .evidence = "there is no such submodule in this tree" +
                   (others > 0 ? ", nor are " + count_of(others, "other") + " that the record names"
                               : "")});
}

/// Was anything else paused here? Mostly not, and that is seen without a history.
bool is_anything_else(const Store& store, const git::Head& head) {
  const std::string& common_dir = store.repository().layout().common_dir;
  const std::vector<RecordRef> live = store.active_on(head.label());
  return live.size() != 1 || store.versions(live.front()).size() != 1 ||
         git::peek_any_record(common_dir, "refs/handoffs/archive/") != false ||
         git::peek_any_record(common_dir, "refs/handoffs/active/", live.front().ref) != false;
}

/// No claim of the record, and nothing that a resume takes off: what was paused here before, and
/// what another branch's work left here.
void tell_wips_below(const Facts& facts, Findings& findings) {
  const Store store(*facts.repository);
  const git::Head& head = facts.status.head;
  if (!is_anything_else(store, head))
    return;
  const std::vector<WipCommit> wips = wip_commits_below(store, head);
  if (const auto wip = buried_wip(store, head, wips))
    findings.push_back({.code = "wip-buried",
                        .subject = git::short_oid(wip->oid),
                        .state = FindingState::info,
                        .evidence = where_buried(*wip),
                        .suggestion = told_fold(*facts.repository, "", *wip),
                        .relevance = 2});
  if (const auto below = paused_below(store, head, wips); below && below->id != facts.subject->id)
    findings.push_back({.code = "wip-carried",
                        .subject = git::short_oid(below->top),
                        .state = FindingState::info,
                        .evidence = branch_name(head.label()) + " " + below->sentence(),
                        .suggestion = below->told_way_out(),
                        .relevance = 2});
}

}  // namespace

Findings check_position(const Facts& facts) {
  Findings findings;
  // An imported document says nothing of git: nothing is claimed.
  if (facts.handoff->git.id.empty() && facts.handoff->git.base.empty())
    return findings;
  if (facts.subject->git_block_forged)
    findings.push_back({.code = "record",
                        .subject = facts.subject->id,
                        .state = FindingState::changed,
                        .evidence = "what it says of git is not what its ref and parents say; "
                                    "these were believed"});
  findings.push_back(tell_branch(facts));
  if (std::optional<Finding> wip = tell_wip(facts))
    findings.push_back(std::move(*wip));
  if (std::optional<Finding> upstream = tell_upstream(facts))
    findings.push_back(std::move(*upstream));
  findings.push_back(tell_operation(facts));
  if (std::optional<Finding> worktree = tell_worktree(facts))
    findings.push_back(std::move(*worktree));
  if (!facts.at_home)
    return findings;  // what is checked out belongs to another branch
  tell_wips_below(facts, findings);
  tell_submodules(facts, findings);
  tell_other_submodules(facts, findings);
  return findings;
}

}  // namespace handoff::ops
