#include <algorithm>
#include <map>
#include <set>

#include <sys/stat.h>

#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/objects/merge_trees.hpp"
#include "git/refs/names.hpp"
#include "git/repo/stdin_paths.hpp"
#include "ops/check/facts.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/submodules_elsewhere.hpp"
#include "ops/worktree/git_to_type.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

using git::TreeEntry;

/// What stands at a path of the working tree, as git would store it.
struct FileNow {
  uint32_t mode = 0;  ///< 0: nothing, or a folder
  std::string oid = {};
};

/// The work named in `uncommitted_files`: is it where it was left?
class FileJudge {
 public:
  explicit FileJudge(const Facts& facts) : x_facts(facts) {
    std::set<std::string> known;
    for (const std::string& path : facts.handoff->uncommitted_files)
      if (std::string relative = facts.relative(path); known.insert(relative).second)
        x_paths.push_back(relative);
  }

  Findings run() {
    Findings findings;
    for (const std::string& path : x_paths)
      findings.push_back(judge(path));
    if (x_facts.at_home)
      tell_unrecorded(findings);
    tell_left_out(findings);
    return findings;
  }

 private:
  /// Hashes with git, so that line ends and filters count as they do when git stores the file.
  void hash_files() {
    x_hashed = true;
    std::vector<std::string> asked;
    for (const std::string& path : x_paths) {
      std::string full = join_path(x_facts.repository->layout().root, path);
      struct stat info {};
      if (Facts::outside(path) || !stays_in_tree(*x_facts.repository, parent_path(path)) ||
          lstat(full.c_str(), &info) != 0)
        continue;
      const std::optional<TreeEntry> kept = x_facts.entry_at(x_facts.wip.oid, path);
      if (S_ISDIR(info.st_mode) && kept && kept->mode == git::kModeGitlink) {
        if (std::string commit = checked_out_in(full); !commit.empty())
          x_now[path] = {git::kModeGitlink, std::move(commit)};
      } else if (S_ISLNK(info.st_mode)) {
        x_now[path] = {git::kModeSymlink, {}};
      } else if (S_ISREG(info.st_mode)) {
        x_now[path].mode = (info.st_mode & 0100) != 0 ? git::kModeExecutable : git::kModeFile;
        if (git::fits_a_line(path))
          asked.push_back(path);
        else
          x_now[path].oid =
              trim(x_facts.repository->git().run({.args = {"hash-object", "--", path}}).out);
      }
    }
    if (asked.empty())
      return;
    std::string input;
    for (const std::string& path : asked)
      input += path + "\n";
    Outcome outcome = x_facts.repository->git().run(
        {.args = {"hash-object", "--stdin-paths"}, .input = std::move(input)});
    std::vector<std::string> oids = split_lines(outcome.out);
    for (size_t i = 0; i < oids.size() && i < asked.size(); ++i)
      x_now[asked[i]].oid = oids[i];
  }

  /// Does the working tree hold, at this path, what a tree entry says?
  bool holds(const std::string& path, const std::optional<TreeEntry>& entry) {
    if (!x_hashed)
      hash_files();
    if (entry && entry->mode == git::kModeFolder)  // its files are told one by one
      return is_folder(join_path(x_facts.repository->layout().root, path));
    auto now = x_now.find(path);
    if (!entry || now == x_now.end())
      return !entry && now == x_now.end();
    if (entry->mode != now->second.mode)
      return false;
    if (entry->mode != git::kModeSymlink)
      return entry->oid == now->second.oid;
    std::optional<git::Object> link = x_facts.objects->read(entry->oid);
    return link && link->bytes == read_link(join_path(x_facts.repository->layout().root, path));
  }

  /// What is ignored and out of the index is in no commit: the record keeps it beside.
  std::optional<TreeEntry> kept_beside(const std::string& path) const {
    if (x_facts.entry_at(x_facts.wip.oid, path))
      return std::nullopt;
    std::optional<TreeEntry> kept = x_facts.entry_at(x_facts.subject->oid, "raw/" + path);
    return kept && kept->mode == git::kModeFolder ? std::nullopt : kept;  // a folder of such files
  }

  /// Is it what was recorded?
  bool holds_recorded(const std::string& path) {
    const auto kept = kept_beside(path);
    if (!kept)
      return holds(path, x_facts.entry_at(x_facts.wip.oid, path));
    return !holds(path, std::nullopt) &&
           stands_as_kept(*x_facts.objects, join_path(x_facts.repository->layout().root, path),
                          kept->mode, kept->oid);
  }

  /// The commits since that touch a path, newest first.
  std::vector<const git::LogEntry*> touched_by(const std::string& path) const {
    std::vector<const git::LogEntry*> commits;
    for (const git::LogEntry& entry : x_facts.since_head)
      if (std::ranges::any_of(entry.files, [&](const std::string& file) {
            return file == path || file.starts_with(path + "/");
          }))
        commits.push_back(&entry);
    return commits;
  }

  Finding judge(const std::string& path) {
    Finding finding{.code = "file", .subject = path, .relevance = x_facts.named.relevance_of(path)};
    bool dirty = is_dirty(path);
    bool has_work = x_facts.wip.is_commit();
    if (x_facts.at_home && !Facts::outside(path) && look_below_root(path) == Presence::unknown)
      tell(finding, FindingState::unverifiable, "cannot be read: " + errno_text());
    else if (has_work && !x_facts.at_home && !x_facts.handoff->git.on_branch)
      tell(finding, FindingState::confirmed,
           "kept in the snapshot " + git::short_oid(x_facts.wip.oid) +
               "; another branch is checked out");
    else if (has_work && x_facts.head == x_facts.wip.oid)
      judge_on_wip(finding, path, dirty);
    else if (has_work && !x_facts.wip_now.empty() && x_facts.handoff->git.on_branch)
      judge_on_wip(finding, path, dirty);
    else if (has_work && x_facts.handoff->git.on_branch &&
             x_facts.branch_tip.oid == x_facts.wip.oid)
      tell(finding, FindingState::confirmed,
           "saved in the WIP commit " + git::short_oid(x_facts.wip.oid) + " on " +
               branch_in_quotes(x_facts.branch));
    else if (dirty)
      judge_dirty(finding, path);
    else if (has_work && x_facts.handoff->git.on_branch && !on_its_branch())
      tell(finding, FindingState::confirmed,
           "saved in " + git::short_oid(x_facts.wip.oid) +
               ", which the record keeps; its branch is not checked out");
    else
      judge_clean(finding, path);
    return finding;
  }

  Presence look_below_root(const std::string& path) const {
    return look_at(join_path(x_facts.repository->layout().root, path));
  }

  bool on_its_branch() const { return x_facts.status.head.branch == x_facts.handoff->git.branch; }

  bool is_dirty(const std::string& path) const {
    if (x_facts.dirty.contains(path))
      return true;
    // A named folder is dirty where something in it is; what was a file then is none.
    const std::optional<git::TreeEntry> before = x_facts.entry_at(x_facts.base.oid, path);
    if (before && before->mode != git::kModeFolder)
      return false;
    auto below = x_facts.dirty.lower_bound(path + "/");
    return below != x_facts.dirty.end() && below->first.starts_with(path + "/");
  }

  bool is_unmerged(const std::string& path) const {
    auto found = x_facts.dirty.find(path);
    return found != x_facts.dirty.end() && found->second->kind == git::StatusEntry::Kind::unmerged;
  }

  bool is_untracked(const std::string& path) const {
    auto found = x_facts.dirty.find(path);
    return found != x_facts.dirty.end() && found->second->kind == git::StatusEntry::Kind::untracked;
  }

  /// Or taken out of the index.
  bool is_staged(const std::string& path) const {
    auto found = x_facts.dirty.find(path);
    return found != x_facts.dirty.end() && (is_untracked(path) || found->second->staged != '.');
  }

  /// What is not committed inside a submodule no record holds.
  bool only_inside_submodule(const std::string& path) const {
    auto found = x_facts.dirty.find(path);
    return found != x_facts.dirty.end() && found->second->is_dirt_inside();
  }

  std::string list(const std::vector<const git::LogEntry*>& commits) const {
    std::string text = commit_for_people(*commits[0]);
    if (commits.size() > 1)
      text += " and " + std::to_string(commits.size() - 1) + " more";
    return text;
  }

  /// It is here only, untracked now; the commit has that it was taken out.
  bool was_left_out(const std::string& path) const {
    return x_facts.exists_now(path) && !x_facts.entry_at(x_facts.wip.oid, path) &&
           std::ranges::any_of(x_facts.handoff->git.left_out, [&](const model::LeftOut& left) {
             return left.path == path && !left.is_in_record();
           });
  }

  void judge_on_wip(Finding& finding, const std::string& path, bool dirty) {
    const std::string wip = git::short_oid(x_facts.wip_now);
    std::vector<const git::LogEntry*> commits = touched_by(path);
    if (is_unmerged(path))
      tell(finding, FindingState::changed, "saved in the WIP commit " + wip + ", and unmerged now",
           "settle the conflict, then: git add " + path_to_type(path));
    else if (dirty && x_facts.head == x_facts.wip_now && is_staged(path) &&
             x_facts.exists_now(path) && holds(path, x_facts.entry_at(x_facts.wip_now, path)))
      tell(finding, FindingState::info,
           "saved in the WIP commit " + wip + ", and only staged otherwise since",
           git_diff() + " --cached " + wip + " -- " + path_to_type(path));
    else if (dirty && was_left_out(path))
      tell(finding, FindingState::info, "left out of the pause: it is in no commit");
    else if (dirty && !only_inside_submodule(path))
      tell(finding, FindingState::changed,
           "saved in the WIP commit " + wip +
               (x_facts.exists_now(path) ? ", and edited since" : ", and deleted since"),
           git_diff() + " " + wip + " -- " + path_to_type(path));
    else if (x_facts.head == x_facts.wip_now && x_facts.exists_now(path) && kept_beside(path) &&
             !holds_recorded(path))
      tell(finding, FindingState::changed,
           "kept beside the WIP commit " + wip + ", and edited since",
           "it is kept: " + way_to_see(path));
    else if (x_facts.wip.oid == x_facts.head ||
             same(x_facts.entry_at(x_facts.wip.oid, path), x_facts.entry_at(x_facts.head, path)))
      tell(finding, FindingState::confirmed, "saved in the WIP commit " + wip + ", as paused");
    else if (const bool below = same(x_facts.entry_at(x_facts.wip_now, path),
                                     x_facts.entry_at(x_facts.head, path));
             below && !x_facts.wip_altered)
      tell(finding, FindingState::confirmed,
           "saved in the WIP commit " + wip +
               (commits.empty() ? "" : ", which was rebased over " + list(commits)));
    else if (!commits.empty() && !below)
      tell(finding, FindingState::changed,
           "saved in the WIP commit " + wip + ", and changed by " + list(commits),
           git_diff() + " " + wip + " -- " + path_to_type(path));
    else
      tell(finding, FindingState::changed,
           "the WIP commit was rewritten to " + wip + " with other content here",
           git_diff() + " " + git::short_oid(x_facts.wip.oid) + " " + wip + " -- " +
               path_to_type(path));
  }

  void judge_dirty(Finding& finding, const std::string& path) {
    if (!x_facts.wip.is_commit()) {
      tell(finding, FindingState::confirmed,
           "still has uncommitted changes (which ones was not recorded)");
    } else if (holds_recorded(path)) {
      tell(finding, FindingState::confirmed, "uncommitted, with the content that was recorded");
    } else if (const auto replayed = entry_on(x_facts.head, path);
               replayed && holds(path, replayed)) {
      tell(finding, FindingState::confirmed,
           "uncommitted, with the recorded changes on " + git::short_oid(x_facts.head));
    } else {
      tell(finding, FindingState::changed,
           std::string(is_unmerged(path) ? "unmerged" : "uncommitted") +
               ", but not with the content that was recorded",
           kept_beside(path) || is_untracked(path)  // which 'git diff' does not see
               ? "it is kept: " + way_to_see(path)
               : git_diff() + " " + git::short_oid(x_facts.wip.oid) + " -- " + path_to_type(path));
    }
  }

  /// What replaying the recorded work onto a commit gives there, as a resume after a rebase does.
  std::optional<TreeEntry> entry_on(const std::string& commit, const std::string& path) {
    constexpr size_t kMostReplays = 8;
    const auto tree_of = [&](const std::string& oid) {
      const std::optional<git::Commit> read = git::read_commit(*x_facts.objects, oid);
      return read ? read->tree : std::string();
    };
    if (!x_facts.base.is_commit() || commit.empty() || x_facts.base.oid == commit)
      return std::nullopt;
    auto known = x_replayed.find(commit);
    if (known == x_replayed.end()) {
      if (x_replayed.size() == kMostReplays)
        return std::nullopt;
      git::Quarantine& made = x_made ? *x_made : x_made.emplace(*x_facts.repository);
      known = x_replayed
                  .emplace(commit,
                           git::merge_trees(*x_facts.repository, made, tree_of(x_facts.base.oid),
                                            tree_of(commit), tree_of(x_facts.wip.oid)))
                  .first;
    }
    return known->second.answer == git::TreeMerge::Answer::clean
               ? git::TreeReader(x_made->objects(), known->second.tree,
                                 x_facts.repository->layout().oid_digits())
                     .find(path)
               : std::nullopt;
  }

  /// Has this commit all that was recorded there, beside what others changed?
  bool holds_work(const std::string& commit, const std::string& path) {
    const auto replayed = entry_on(commit, path);
    return replayed && same(replayed, x_facts.entry_at(commit, path));
  }

  /// Of commits that touch a path, newest first: the one that brought the recorded changes; their
  /// number where the path has them not, or not any more.
  size_t brought_by(const std::vector<const git::LogEntry*>& commits, const std::string& path) {
    if (!holds_work(x_facts.head, path))
      return commits.size();
    size_t oldest = 0;
    while (oldest + 1 < commits.size() && holds_work(commits[oldest + 1]->oid, path))
      ++oldest;
    return oldest;
  }

  KeptWork& kept_work() {
    if (!x_kept)
      x_kept.emplace(*x_facts.repository, *x_facts.objects, x_facts.base.oid, x_facts.wip.oid);
    return *x_kept;
  }

  /// Of commits that touch a path, newest first: the oldest that has what was recorded, or goes on
  /// from it; their number where there is none.
  size_t first_with(const std::vector<const git::LogEntry*>& commits, const std::string& path) {
    constexpr size_t kMostAsked = 5;
    const std::string amended =
        x_facts.handoff->git.on_branch
            ? amended_to(*x_facts.repository, x_facts.branch, x_facts.wip.oid)
            : std::string();
    for (size_t i = 0; !amended.empty() && i < commits.size(); ++i)
      if (commits[i]->oid == amended)
        return i;
    if (!x_facts.handoff->git.on_branch)
      for (size_t i = commits.size(); i-- > 0 && commits.size() - i <= kMostAsked;)
        if (kept_work().is_in(commits[i]->oid, path))
          return i;
    return commits.size();
  }

  /// What was kept on the wrong branch, and committed on the right one.
  std::optional<KeptWork::Place> elsewhere(const std::string& path) {
    return x_facts.handoff->git.on_branch || !x_facts.written
               ? std::nullopt
               : kept_work().elsewhere(path, x_facts.head, x_facts.written->time);
  }

  /// What commits since made of the recorded work.
  void judge_committed(Finding& finding, const std::string& path,
                       const std::vector<const git::LogEntry*>& commits,
                       const std::optional<TreeEntry>& work, const std::optional<TreeEntry>& head) {
    finding.to = commits[0]->oid;
    finding.work = model::PausedWork::committed;
    if (kept_beside(path) && !head) {
      finding.work = model::PausedWork::none;
      tell(finding, FindingState::changed,
           "taken out in " + list(commits) + ": as it was paused the record alone has it",
           "it is kept: " + way_to_see(path));
    } else if (same(work, head)) {
      tell(finding, FindingState::changed, "committed in " + list(commits));
    } else if (const size_t in = brought_by(commits, path); in < commits.size()) {
      finding.to = commits[in]->oid;
      tell(finding, FindingState::changed,
           "committed in " + list({commits[in]}) +
               (in == 0
                    ? ""
                    : ", and changed since by " +
                          list({commits.begin(), commits.begin() + static_cast<ptrdiff_t>(in)})));
    } else if (const size_t first = first_with(commits, path); first < commits.size()) {
      const git::LogEntry* with = commits[first];
      finding.to = with->oid;
      tell(finding, FindingState::changed,
           "committed in " + list({with}) +
               (!same(work, x_facts.entry_at(with->oid, path)) ? ", which goes on from it"
                : first == 0                                   ? ""
                                                               : ", and changed since by " +
                                   list({commits.begin(),
                                         commits.begin() + static_cast<ptrdiff_t>(first)})));
    } else {
      finding.work = model::PausedWork::none;
      tell(finding, FindingState::changed,
           "clean; " + list(commits) + " changed it, to something else than was recorded",
           git_diff() + " " + git::short_oid(x_facts.wip.oid) + " -- " + path_to_type(path));
    }
  }

  /// Does what the work put in place of its folder stand there? Behind skip-worktree git does not
  /// tell that the file is gone.
  bool is_replaced(const std::string& path) {
    if (x_facts.entry_at(x_facts.wip.oid, path))
      return false;
    for (std::string above = parent_path(path); above != "."; above = parent_path(above))
      if (const auto work = x_facts.entry_at(x_facts.wip.oid, above))
        return work->mode != git::kModeFolder && holds(above, work);
    return false;
  }

  void judge_clean(Finding& finding, const std::string& path) {
    std::vector<const git::LogEntry*> commits = touched_by(path);
    std::optional<TreeEntry> head = x_facts.entry_at(x_facts.head, path);
    if (!x_facts.wip.is_commit()) {
      judge_clean_unknown(finding, commits, head);
      return;
    }
    std::optional<TreeEntry> work = x_facts.entry_at(x_facts.wip.oid, path);
    if (!commits.empty()) {
      judge_committed(finding, path, commits, work, head);
    } else if (!head && work && x_facts.taken_out && look_below_root(path) != Presence::absent) {
      tell(finding, FindingState::changed, "an ignored file is in the way of the one that was kept",
           "move it away, then resume; the work is kept: " + way_to_see(path));
    } else if (!head && holds_recorded(path)) {
      tell(finding, FindingState::confirmed, "still there, and ignored by git now");
    } else if (is_replaced(path)) {
      tell(finding, FindingState::confirmed, "uncommitted, with the content that was recorded");
    } else if (same(work, head)) {
      tell(finding, FindingState::confirmed, "its content is as recorded, and committed");
    } else if (const auto place = elsewhere(path)) {
      finding.to = place->oid;
      finding.where = place->branch;
      const auto commit = git::read_commit(*x_facts.objects, place->oid);
      tell(finding, FindingState::changed,
           "committed on " + branch_in_quotes(place->branch) + ", in " +
               git::short_oid(place->oid) +
               (commit ? in_parentheses(told_subject(git::subject_of(commit->message))) : ""));
    } else if (const std::string stash = stash_with(path, work); !stash.empty()) {
      if (x_facts.handoff->status == "resumed")
        finding.work = model::PausedWork::taken_out;
      tell(finding, x_facts.taken_out ? FindingState::info : FindingState::changed,
           "in " + stash + ", as it was recorded",
           "git stash show -p --include-untracked " + stash);
    } else {
      // What was put on the branch is not in another clone's tree, and nobody discarded it there.
      const bool on_branch = x_facts.handoff->git.on_branch;
      finding.work = on_branch ? model::PausedWork::in_record : model::PausedWork::taken_out;
      finding.is_gone = on_branch && !head;
      tell(finding, x_facts.taken_out ? FindingState::info : FindingState::changed,
           std::string(head ? "its changes are " : "") +
               (on_branch ? "not here" : "no longer in the tree") + ": no commit since touches it" +
               (head && same(head, x_facts.entry_at(x_facts.base.oid, path))
                    ? ", and the tree has it as it was before the work"
                    : ""),
           "the work is kept: " + way_to_see(path));
    }
  }

  /// "stash@{0}": the newest that has the file so, as a change, untracked or deleted; empty: none.
  std::string stash_with(const std::string& path, const std::optional<TreeEntry>& work) {
    if (!x_stashes)
      x_stashes = split_lines(
          x_facts.repository->git()
              .run({.args = {"log", "-g", "--max-count=20", "--format=%H %P", "refs/stash", "--"}})
              .out);
    for (size_t i = 0; i < x_stashes->size(); ++i) {
      const std::vector<std::string> oids = split((*x_stashes)[i], ' ');
      if (!work && oids.size() > 1 && x_facts.entry_at(oids[1], path) &&
          !x_facts.entry_at(oids[0], path))
        return "stash@{" + std::to_string(i) + "}";
      if (!work)
        continue;
      for (const size_t part : {size_t{0}, size_t{3}})  // the third parent has what is untracked
        if (part < oids.size() && same(work, x_facts.entry_at(oids[part], path)))
          return "stash@{" + std::to_string(i) + "}";
    }
    return {};
  }

  std::string git_diff() const { return git_to_type(*x_facts.repository, "diff"); }

  /// What shows the kept work: of several pauses the newest commit has only what came last.
  std::string way_to_see(const std::string& path) const {
    const std::string wip = git::short_oid(x_facts.wip.oid);
    // What git was not to see is kept beside the commit.
    if (const std::string& record = x_facts.subject->oid; x_facts.entry_at(record, "raw/" + path))
      return "git show " + shell_word(git::short_oid(record) + ":raw/" + path);
    if (!x_facts.entry_at(x_facts.wip.oid, path) && x_facts.base.is_commit())  // it was deleted
      return git_diff() + " " + git::short_oid(x_facts.base.oid) + " " + wip + " -- " +
             path_to_type(path);
    if (!x_facts.handoff->git.on_branch)
      return "git show " + shell_word(wip + ":" + path);
    const std::optional<git::Commit> top = git::read_commit(*x_facts.objects, x_facts.wip.oid);
    const bool is_stack = x_facts.base.is_commit() && top && !top->parents.empty() &&
                          top->parents.front() != x_facts.base.oid;
    return is_stack ? git_diff() + " " + git::short_oid(x_facts.base.oid) + " " + wip
                    : git_to_type(*x_facts.repository, "show") + " " + wip;
  }

  void judge_clean_unknown(Finding& finding, const std::vector<const git::LogEntry*>& commits,
                           const std::optional<TreeEntry>& head) {
    if (!commits.empty()) {
      finding.to = commits[0]->oid;
      tell(finding, FindingState::changed, "clean now: committed in " + list(commits));
    } else if (x_facts.by_time && !x_facts.written) {
      tell(finding, FindingState::unverifiable,
           "clean now; when the record was written is not known, so nor is whether it was "
           "committed or discarded");
    } else if (!head) {
      tell(finding, FindingState::changed, "neither in the working tree nor in HEAD");
    } else {
      tell(finding, FindingState::changed,
           "clean now, and no commit since touches it: discarded, or never changed");
    }
  }

  /// Changes in the tree that the record does not know of.
  void tell_unrecorded(Findings& findings) const {
    if (x_facts.handoff->git.base.empty() && x_paths.empty())
      return;
    for (const git::StatusEntry& entry : x_facts.status.entries) {
      bool known = std::ranges::any_of(x_paths, [&](const std::string& path) {
        return entry.path == path || entry.path_from == path || entry.path.starts_with(path + "/");
      });
      for (const model::LeftOut& left : x_facts.handoff->git.left_out)
        known = known || entry.path == left.path || entry.path == left.path + "/";
      if (known || entry.is_submodule())
        continue;
      using Kind = git::StatusEntry::Kind;
      findings.push_back({.code = "file-unrecorded",
                          .subject = entry.path,
                          .state = FindingState::info,
                          .evidence = std::string(entry.kind == Kind::untracked  ? "untracked"
                                                  : entry.kind == Kind::unmerged ? "unmerged"
                                                                                 : "uncommitted") +
                                      ", and not in the record",
                          .relevance = x_facts.named.relevance_of(entry.path)});
    }
  }

  /// Who has another clone asks for it there.
  std::string where_paused() const {
    const std::string author = name_of(told_author(x_facts.handoff->git.author));
    return x_facts.subject->made_here || author.empty() ? "where the work was paused"
                                                        : "where " + author + " paused the work";
  }

  /// What the pause left where it was: nothing else has it.
  void tell_left_out(Findings& findings) const {
    for (const model::LeftOut& left : x_facts.handoff->git.left_out) {
      if (left.is_in_record())
        continue;
      Finding finding{.code = "left-out", .subject = left.path};
      const Presence there =
          Facts::outside(left.path) ? Presence::absent : look_below_root(left.path);
      if (there == Presence::unknown)
        tell(finding, FindingState::unverifiable, "cannot be read: " + errno_text());
      else if (there == Presence::there)
        tell(finding, FindingState::confirmed, "still here (" + left.reason + ")");
      else if (x_facts.subject->made_here &&
               x_facts.handoff->git.worktree_path == x_facts.repository->layout().root)
        tell(finding, FindingState::changed,
             "no longer here, and not in git (left out: " + left.reason + ")");
      else  // it was to stay there: nothing is missing here
        tell(finding, FindingState::info, "was left " + where_paused() + " (" + left.reason + ")");
      findings.push_back(std::move(finding));
    }
  }

  const Facts& x_facts;
  std::vector<std::string> x_paths;
  std::map<std::string, FileNow> x_now;
  bool x_hashed = false;
  std::optional<git::Quarantine> x_made;
  std::optional<KeptWork> x_kept;
  std::optional<std::vector<std::string>> x_stashes;  ///< each with its parents, newest first
  std::map<std::string, git::TreeMerge> x_replayed;   ///< by the commit that it went onto
};

}  // namespace

Findings check_files(const Facts& facts) { return FileJudge(facts).run(); }

}  // namespace handoff::ops
