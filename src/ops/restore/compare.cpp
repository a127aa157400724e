#include "ops/restore/compare.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/own_names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/published.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/restore/checkout_evidence.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

namespace {

/// How far back commits are counted without a process.
constexpr size_t kNear = 64;

class Comparer {
 public:
  Comparer(const Store& store, const Record& record, CompareRequest request)
      : x_request(std::move(request)),
        x_store(store),
        x_repository(store.repository()),
        x_git(x_repository.git()),
        x_record(record) {}

  Comparison compare() {
    git::StatusQuestion question = x_request.status
                                       ? git::StatusQuestion(std::move(*x_request.status))
                                       : git::StatusQuestion(x_git);
    c.branch = branch_now(x_repository, x_record.handoff);
    if (!c.branch.empty())
      c.branch_tip = git::read_ref(x_repository, "refs/heads/" + c.branch).value_or("");
    c.status = question.answer();
    const git::Head& head = c.status.head;
    c.at_base = head.oid == x_record.git().base;
    c.on_its_branch = head.branch == c.branch;
    find_changes();
    c.position = find_position();
    if (c.position == Position::reworded_wip || c.position == Position::went_in)
      c.work_in_parts = is_only_rest(x_store, x_record, c.work_in);
    std::optional<Child> count = start_counting();
    const bool may_switch = !c.is_here && !c.branch_tip.empty() &&
                            (c.position == Position::snapshot || c.position == Position::moved_on);
    if (c.position == Position::wip_elsewhere || c.position == Position::clean_elsewhere ||
        may_switch || (c.older && c.is_here))
      c.other_worktree = git::other_worktree_with(x_repository, c.branch);
    if (c.branch.empty() && head.oid != x_record.git().wip_commit)
      c.other_worktree = other_worktree_without_branch();
    if (const std::string& wip = wip_in_branch(); !wip.empty())
      c.published = x_request.published ? published_at(wip) : upstream_with_head();
    if (c.position == Position::snapshot && x_request.files)
      compare_snapshot();
    if (c.position == Position::at_wip) {
      drop_checked_out();
      c.lost = edited_beside(x_store, x_record);  // git's status does not see it
    }
    if (count)
      count_commits(static_cast<size_t>(std::strtoull(count->wait().out.c_str(), nullptr, 10)));
    return std::move(c);
  }

 private:
  /// The folder of the one that it was paused in.
  std::string other_worktree_without_branch() const {
    if (const std::string name = live_worktree_of(x_store, x_record); !name.empty())
      for (git::Worktree& other : git::worktrees_of(x_repository))
        if (other.name == name)
          return std::move(other.path);
    return {};
  }

  void find_changes() {
    std::optional<std::set<std::string>> part = paths_of_part();
    for (const git::StatusEntry& entry : c.status.entries) {
      bool untracked = entry.kind == git::StatusEntry::Kind::untracked;
      if (entry.is_dirt_inside() || (untracked && was_left_out(entry.path)))
        continue;
      if (!part || part->contains(entry.path))
        c.edited.push_back(entry.path);
      c.tracked_changes = c.tracked_changes || !untracked;
    }
  }

  /// Attributes that no checkout sees, as they stand behind a flag, have git call changed what one
  /// has written since, and nobody edited. (A resume writes it as they have it.)
  void drop_checked_out() {
    if (c.edited.empty() || !has_attributes_behind_flag())
      return;
    const CheckoutEvidence evidence(x_store, x_record);
    std::vector<std::string> doubtful;
    for (const git::StatusEntry& entry : c.status.entries)
      if (entry.kind == git::StatusEntry::Kind::changed && entry.staged == '.' &&
          entry.unstaged == 'M' && entry.mode_index == entry.mode_worktree &&
          !entry.is_submodule() && evidence.covers_bytes(entry.path))
        doubtful.push_back(entry.path);
    git::Quarantine quarantine(x_repository);
    const std::set<std::string> asked(doubtful.begin(), doubtful.end());
    const std::set<std::string> edited = edited_since_checkout(
        x_repository, quarantine, git::copy_index(x_repository, quarantine),
        trees_checked_out(x_store, x_record, c.status.head.oid), std::move(doubtful), SameMode::any,
        [](const std::string&) { return false; });
    const auto is_checked_out = [&](const std::string& path) {
      return asked.contains(path) && !edited.contains(path);
    };
    std::erase_if(c.edited, is_checked_out);
    c.tracked_changes = std::ranges::any_of(c.status.entries, [&](const auto& entry) {
      return entry.kind != git::StatusEntry::Kind::untracked && !entry.is_dirt_inside() &&
             !is_checked_out(entry.path);
    });
  }

  bool has_attributes_behind_flag() const {
    const std::vector<git::IndexEntry> recorded = recorded_entries(x_store, x_record);
    return std::ranges::any_of(recorded, [](const git::IndexEntry& entry) {
      return (entry.skip_worktree || entry.assume_unchanged) &&
             base_name(entry.path) == ".gitattributes";
    });
  }

  bool was_left_out(const std::string& path) const {
    const std::string top = path.substr(0, path.find('/')) + "/";
    const std::vector<model::LeftOut>& all = x_record.git().left_out;
    return std::ranges::any_of(
        all, [&](const model::LeftOut& item) { return item.path == path || item.path == top; });
  }

  /// Whose branch is it that HEAD is on? A record of a branch that is gone, or of a detached HEAD,
  /// goes along where the work is: the branch was renamed, or made later.
  bool is_own_branch() const {
    return c.on_its_branch || x_record.git().branch.empty() || c.branch_tip.empty();
  }

  /// Where only some paths were paused: these. What else differs from HEAD was left alone then, and
  /// is now.
  std::optional<std::set<std::string>> paths_of_part() const {
    if (x_record.git().pathspecs.empty())
      return std::nullopt;
    return set_of(recorded_entries(x_store, x_record), &git::IndexEntry::path);
  }

  Position find_position() {
    const model::GitBlock& git = x_record.git();
    const git::Head& head = c.status.head;
    if (git.wip_commit.empty())
      return c.on_its_branch ? Position::clean_here : Position::clean_elsewhere;
    if (!git.on_branch)
      return find_snapshot();
    c.is_here = is_own_branch();
    const std::string tip = c.is_here ? head.oid : c.branch_tip;
    if (!tip.empty())
      if (std::optional<Position> found = find_work(tip))
        return *found;
    bool gone = !git.branch.empty() && c.branch_tip.empty() && !c.on_its_branch;
    return gone ? Position::branch_gone : Position::moved_on;
  }

  /// What was kept beside the branch, and then committed, is no snapshot to go back to.
  Position find_snapshot() {
    c.is_here = is_own_branch();
    const std::string& tip = c.is_here ? c.status.head.oid : c.branch_tip;
    if (tip.empty())
      return Position::snapshot;
    c.work_in = commit_with_kept(x_store, x_record, tip);
    if (c.is_here && c.work_in.empty() && c.edited.empty())
      c.work_in = finished_operation();
    if (!c.is_here && c.work_in.empty() && x_record.is_checkpoint()) {  // made on the wrong branch
      c.work_in = commit_with_kept(x_store, x_record, c.status.head.oid);
      c.is_here = !c.work_in.empty();
    }
    return c.work_in.empty() ? Position::snapshot : Position::went_in;
  }

  /// The commit of the merge or rebase that was under way then: it stands on what the record stands
  /// on. How its conflicts were settled is nothing to compare.
  std::string finished_operation() const {
    const model::GitBlock& git = x_record.git();
    const bool merged = git.operation == "merge";
    if ((!merged && !is_rebase_finished()) || git.base.empty() || x_repository.operation())
      return {};
    const Outcome found = x_git.run({.args = {"rev-list", "--first-parent", "--reverse",
                                              "--parents", c.status.head.oid, "^" + git.base}});
    const std::vector<std::string> lines = split_lines(found.out);
    const std::vector<std::string> first =
        lines.empty() ? std::vector<std::string>() : split(lines.front(), ' ');
    const bool is_its =
        found.ok() && first.size() > 1 && first[1] == git.base && merged == (first.size() > 2);
    return is_its && !is_any_thrown_away(first) ? first[0] : std::string();
  }

  /// Is what was rebased then checked out, and has a rebase of it ended since, by its reflog?
  bool is_rebase_finished() const {
    constexpr size_t kMost = 64 << 10;
    const model::GitBlock& git = x_record.git();
    if (git.operation != "rebase" || git.operation_branch.empty() ||
        git.operation_branch != c.status.head.branch)
      return false;
    const std::vector<std::string> lines = split_lines(
        git::reflog_tail(x_repository.layout().common_dir, git.operation_branch, kMost));
    return std::ranges::any_of(lines, [&](const std::string& line) {
      const size_t text = line.find('\t'), time = line.rfind("> ", text);
      return text != std::string::npos && time != std::string::npos &&
             contains(line.substr(text), "finish") &&
             std::atoll(line.c_str() + time + 2) >= x_record.time();
    });
  }

  /// Does the commit, given with its parents, have a file as it was before, which the work had as
  /// neither side has it? Or, where it is no merge, all of its conflicts: then it was skipped.
  bool is_any_thrown_away(const std::vector<std::string>& merge) const {
    std::set<std::string> settled;
    for (const git::IndexEntry& entry : recorded_entries(x_store, x_record))
      if (entry.stage > 0)
        settled.insert(entry.path);
    const auto read = [&](const std::string& commit) {
      return git::TreeReader(x_store.objects(), tree_of(x_store, commit),
                             x_repository.layout().oid_digits());
    };
    git::TreeReader now = read(merge[0]), before = read(merge[1]);
    git::TreeReader other = read(merge[merge.size() > 2 ? 2 : 1]);
    if (merge.size() == 2 && !settled.empty() &&
        std::ranges::none_of(settled, [&](const std::string& path) {
          return now.at(path).oid != before.at(path).oid;
        }))
      return true;
    git::TreeReader kept = read(x_record.git().wip_commit);
    const std::vector<std::string> changed =
        split(x_git
                  .run({.args = {"diff-tree", "-r", "--name-only", "-z", merge[1],
                                 x_record.git().wip_commit}})
                  .out,
              '\0');
    return std::ranges::any_of(changed, [&](const std::string& path) {
      return !path.empty() && !settled.contains(path) && now.at(path).oid == before.at(path).oid &&
             kept.at(path).oid != other.at(path).oid;
    });
  }

  /// Where the work is in the branch with this tip; nullopt: nowhere.
  std::optional<Position> find_work(const std::string& tip) {
    const std::string& wip = x_record.git().wip_commit;
    WipAt at = wip_at(x_store, x_record, tip);
    if (at.kind == WipAt::Kind::older)
      c.older = at.stack;
    else if (at.kind == WipAt::Kind::altered || at.kind == WipAt::Kind::none)
      c.older = older_work_at(x_store, x_record, tip);
    if (at.is_ours() && !c.older) {
      c.stack = at.stack;
      return at.kind == WipAt::Kind::altered ? Position::altered_wip
             : c.is_here                     ? Position::at_wip
                                             : Position::wip_elsewhere;
    }
    if (at.kind == WipAt::Kind::reworded && !is_empty_commit(tip)) {
      c.work_in = tip;
      return Position::reworded_wip;
    }
    if (x_store.objects().contains(wip) && git::is_ancestor(x_git, wip, tip)) {
      c.work_in = wip;
      return Position::above_wip;
    }
    if (c.older)
      return std::nullopt;
    if (std::optional<Position> below = find_marked(tip))
      return below;
    c.work_in = commit_with_work(x_store, x_record, tip);
    if (c.work_in.empty())
      c.work_in = commit_gone_on_with(x_store, x_record, c.branch, tip);
    return c.work_in.empty() ? std::nullopt : std::optional(Position::went_in);
  }

  /// It replays all that is below it, and holds nothing itself.
  bool is_empty_commit(const std::string& oid) const {
    std::optional<git::Commit> commit = git::read_commit(x_store.objects(), oid);
    if (!commit || commit->parents.size() != 1)
      return false;
    std::optional<git::Commit> parent = git::read_commit(x_store.objects(), commit->parents[0]);
    return parent && parent->tree == commit->tree;
  }

  /// A rewritten WIP commit, or an older one, with newer commits on top of it. Its trailer says
  /// where to look; what the work was made on has none of it.
  std::optional<Position> find_marked(const std::string& tip) {
    std::vector<std::string> args = {"log",
                                     "--first-parent",
                                     "-n",
                                     "200",
                                     "--format=%H",
                                     "--fixed-strings",
                                     "--grep=" + git::id_line(x_record.at.id),
                                     tip};
    if (const std::string& base = x_record.git().base;
        !base.empty() && x_store.objects().contains(base))
      args.push_back("^" + base);
    for (const std::string& oid : split_lines(x_git.run({.args = args}).out)) {
      WipAt at = wip_at(x_store, x_record, oid);
      if (at.kind != WipAt::Kind::same && at.kind != WipAt::Kind::reworded)
        c.older = older_work_at(x_store, x_record, oid);
      if (c.older) {
        c.work_in = oid;
        return Position::above_wip;
      }
      if (!at.is_ours() && at.kind != WipAt::Kind::reworded)
        continue;
      c.work_in = oid;
      return at.is_ours() ? Position::above_wip : Position::reworded_wip;
    }
    return std::nullopt;
  }

  /// The newest WIP commit of the work that the branch has; empty: none.
  const std::string& wip_in_branch() const {
    static const std::string kNone;
    return c.stack                             ? c.stack->top
           : c.older && c.is_here              ? c.older->top
           : c.position == Position::above_wip ? c.work_in
                                               : kNone;
  }

  /// The upstream, where the status says that it has all of HEAD: that costs no process.
  std::string upstream_with_head() const {
    if (!c.is_here || !c.status.upstream || c.status.upstream->ahead > 0)
      return {};
    const std::string ref = "refs/remotes/" + c.status.upstream->ref;
    return git::read_ref(x_repository, ref) ? ref : "";
  }

  std::string published_at(const std::string& wip) const {
    std::vector<std::string> here = {"refs/heads/" + c.branch};
    if (c.is_here)
      here.push_back("refs/heads/" + c.status.head.branch);
    return where_published(x_repository, wip, std::move(here));
  }

  /// Files that the snapshot has otherwise than the present. What commits alone changed since is
  /// none of the work.
  std::vector<std::string> files_beside(const git::Quarantine& quarantine,
                                        const Snapshot& present) const {
    const auto between = [&](const std::string& from, const std::string& to) {
      std::vector<std::string> paths = split(
          x_git
              .run({.args = {"diff-tree", "-r", "--name-only", "-z", "--no-renames", from, to},
                    .environment = quarantine.environment()})
              .out,
          '\0');
      std::erase(paths, "");
      return paths;
    };
    const model::GitBlock& git = x_record.git();
    const std::optional<git::Commit> kept = git::read_commit(x_store.objects(), git.wip_commit);
    if (!kept || kept->tree == present.wip_tree)
      return {};
    std::vector<std::string> paths = between(kept->tree, present.wip_tree);
    if (c.at_base || paths.empty() || git.base.empty() || !x_store.objects().contains(git.base))
      return paths;
    const std::vector<std::string> changed = between(git.base, git.wip_commit);
    std::set<std::string> of_work(changed.begin(), changed.end());
    for (const git::StatusEntry& entry : present.status.entries)
      of_work.insert({entry.path, entry.path_from});
    std::erase_if(paths, [&](const std::string& path) { return !of_work.contains(path); });
    return paths;
  }

  /// Paths that the index has otherwise than the record.
  std::set<std::string> staged_otherwise(const Snapshot& present) const {
    std::map<std::string, git::IndexEntry> recorded;
    for (git::IndexEntry& entry : recorded_entries(x_store, x_record))
      recorded[entry.path + ":" + std::to_string(entry.stage)] = std::move(entry);
    std::set<std::string> differs;
    const bool has_moved = !c.at_base && !c.status.head.unborn();
    const auto read = [&](const std::string& commit) {
      return git::TreeReader(x_store.objects(),
                             has_moved && x_store.objects().contains(commit)
                                 ? tree_of(x_store, commit)
                                 : std::string(),
                             x_repository.layout().oid_digits());
    };
    git::TreeReader head = read(c.status.head.oid), base = read(x_record.git().base);
    // Has the index there what the commit has, and so nothing that is staged?
    const auto is_in = [&](git::TreeReader& tree, const git::IndexEntry& entry) {
      if (!has_moved || entry.stage != 0 || entry.intent_to_add)
        return false;
      const git::TreeEntry there = tree.at(entry.path);
      return there.mode == entry.mode && (entry.mode == 0 || there.oid == entry.oid);
    };
    auto look_at = [&](const git::IndexEntry& entry) {
      auto found = recorded.find(entry.path + ":" + std::to_string(entry.stage));
      const bool nothing_staged =
          is_in(head, entry) && (found == recorded.end() || is_in(base, found->second));
      if (!nothing_staged && (found == recorded.end() || found->second.oid != entry.oid ||
                              found->second.mode != entry.mode))
        differs.insert(entry.path);
      if (found != recorded.end())
        recorded.erase(found);
    };
    for (const git::IndexChange& change : present.index)
      look_at(change.before);
    for (const git::IndexEntry& entry : present.conflicts)
      look_at(entry);
    for (const auto& [key, entry] : recorded)
      if (!is_in(head, entry))  // committed since, as it was staged then
        differs.insert(entry.path);
    return differs;
  }

  void compare_snapshot() {
    git::Quarantine quarantine(x_repository);
    // What stays out stays in nobody's way: a file that stands where others had their folder.
    const bool any_new = std::ranges::any_of(c.status.entries, [&](const git::StatusEntry& entry) {
      return entry.kind == git::StatusEntry::Kind::untracked && !was_left_out(entry.path);
    });
    Snapshot present = take_snapshot(x_repository, quarantine, {.untracked = any_new});
    std::set<std::string> differs = staged_otherwise(present), untracked;
    for (const git::StatusEntry& entry : present.status.entries)
      if (entry.kind == git::StatusEntry::Kind::untracked)
        untracked.insert(entry.path);
    std::set<std::string> restaged = differs;
    for (const std::string& path : files_beside(quarantine, present)) {
      differs.insert(path);
      restaged.erase(path);
    }
    // What stayed out is as it was: beside the work, or kept beside its commit.
    c.lost = lost_beside_commit(x_store, x_record);
    const std::set<std::string> gone =
        set_of(attached_files(x_store, x_record, "gone"), &git::TreeEdit::path);
    std::erase_if(differs, [&](const std::string& path) {
      return was_left_out(path) && (untracked.contains(path) || gone.contains(path));
    });
    for (const std::string& path : c.lost) {
      differs.insert(path);
      restaged.erase(path);
    }
    if (std::optional<std::set<std::string>> part = paths_of_part())
      std::erase_if(differs, [&](const std::string& path) { return !part->contains(path); });
    c.differs.assign(differs.begin(), differs.end());
    std::set_intersection(differs.begin(), differs.end(), restaged.begin(), restaged.end(),
                          std::back_inserter(c.restaged));
    c.as_recorded = c.differs.empty();
  }

  /// Nothing where there can be none, or it cannot be told.
  std::optional<Child> start_counting() {
    const std::string& base = x_record.git().base;
    const std::string& head = c.status.head.oid;
    if (base.empty() || head.empty() || base == head || !x_store.objects().contains(base))
      return std::nullopt;
    // What was paused is no news.
    const bool beyond_wip = c.position == Position::above_wip && !c.work_in.empty();
    const std::string& from = beyond_wip ? c.work_in : base;
    const std::vector<std::string> line = git::straight_line(x_store.objects(), head, kNear);
    if (auto found = std::ranges::find(line, from); found != line.end()) {
      count_commits(static_cast<size_t>(found - line.begin()));
      return std::nullopt;
    }
    return x_git.start({.args = {"rev-list", "--count", head, "^" + from}});
  }

  void count_commits(size_t all) {
    size_t own = c.position == Position::at_wip && c.stack ? c.stack->height : 0;
    c.commits_since = all > own ? all - own : 0;
  }

  CompareRequest x_request;
  const Store& x_store;
  const git::Repository& x_repository;
  const git::Git& x_git;
  const Record& x_record;
  Comparison c;
};

}  // namespace

std::string holder_name(const std::string& holder) {
  return holder.starts_with("refs/") ? ref_name(holder) : holder;
}

std::string where_published(const git::Repository& repository, const std::string& commit,
                            std::vector<std::string> here) {
  if (git::was_published(repository.layout().common_dir, commit))
    return "a push from here";
  constexpr size_t kMost = 100;
  std::vector<std::string> own;
  while (own.size() < 10 * kMost) {
    std::vector<std::string> holders = git::refs_that_contain(repository, commit, kMost, here);
    for (std::string& holder : holders)
      if (holder.starts_with("refs/remotes/"))
        return std::move(holder);
    if (holders.empty())
      break;
    here.insert(here.end(), holders.begin(), holders.end());
    own.insert(own.end(), holders.begin(), holders.end());
  }
  return own.empty() ? "" : own.front();
}

Comparison compare_with_present(const Store& store, const Record& record, CompareRequest request) {
  return Comparer(store, record, std::move(request)).compare();
}

void expect_same_present(const Store& store, const Record& record, const Comparison& before) {
  auto seen = [](const Comparison& c) {
    return std::tie(c.position, c.status.head.branch, c.status.head.oid, c.branch, c.branch_tip,
                    c.other_worktree, c.published, c.is_here, c.as_recorded, c.differs, c.lost);
  };
  const Comparison now = compare_with_present(store, record);
  if (seen(now) != seen(before))
    refuse("what is here was changed meanwhile",
           {"nothing was changed; look again: git handoff resume " +
            shell_word(store.name_for(record.at))});
}

}  // namespace handoff::ops
