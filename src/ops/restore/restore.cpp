#include "ops/restore/restore.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/merge_trees.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

bool same_content(const auto& a, const auto& b) { return a.mode == b.mode && a.oid == b.oid; }

class IndexPlanner {
 public:
  IndexPlanner(const Store& store, git::Quarantine& quarantine, const Record& record,
               const IndexQuestion& question)
      : x_store(store),
        x_quarantine(quarantine),
        x_record(record),
        x_question(question),
        x_digits(store.repository().layout().oid_digits()),
        x_old_base(record.git().base.empty() ? "" : tree_of(store, record.git().base)),
        x_top(quarantine.objects(), question.top_tree, x_digits),
        x_base(quarantine.objects(), question.base_tree, x_digits),
        x_entries(recorded_entries(store, record)) {
    // A stranger's may not hide a file from status and diff.
    if (Provenance(store.repository()).of_snapshot(record) != Origin::mine)
      for (IndexEntry& entry : x_entries)
        entry.assume_unchanged = entry.skip_worktree = false;
  }

  IndexPlan run() {
    if (x_old_base == x_question.base_tree && !x_question.altered)
      take_literally();
    else
      replay();
    put_markers_back();
    return std::move(x_plan);
  }

 private:
  IndexEntry entry_of(git::TreeReader& tree, const std::string& path) const {
    git::TreeEntry found = tree.at(path);
    return {.path = path, .oid = found.oid, .mode = found.mode};
  }

  void take_literally() {
    // In a partial clone what is not here is where the clone came from, as it was at the pause.
    const bool promised = git::has_promised_packs(x_store.repository().layout());
    const bool partial =
        promised && Provenance(x_store.repository()).of_snapshot(x_record) == Origin::mine;
    for (const IndexEntry& recorded : x_entries) {
      if (recorded.stage != 0)
        continue;
      bool have_blob = partial || recorded.mode == 0 || recorded.intent_to_add ||
                       recorded.mode == git::kModeGitlink || recorded.oid.empty() ||
                       x_store.objects().contains(recorded.oid) ||
                       (promised && entry_of(x_base, recorded.path).oid == recorded.oid);
      if (have_blob)
        x_plan.changes.push_back({entry_of(x_top, recorded.path), recorded});
      else
        x_plan.left_alone.push_back(recorded.path);
    }
  }

  /// The recorded index as a tree: what the WIP commit has, but for the recorded entries. What was
  /// in conflict or added without content was not staged.
  std::string staged_tree(const std::string& wip_tree) {
    git::TreeReader old_base(x_quarantine.objects(), x_old_base, x_digits);
    std::vector<git::TreeEdit> edits;
    for (const IndexEntry& e : x_entries) {
      IndexEntry staged = e.stage != 0 ? entry_of(old_base, e.path) : e;
      if (e.intent_to_add)
        staged.mode = 0;
      edits.push_back({e.path, staged.mode, staged.mode == 0 ? "" : staged.oid});
    }
    return git::edit_tree(x_quarantine, wip_tree, std::move(edits), x_digits);
  }

  void replay() {
    const std::string wip_tree = tree_of(x_store, x_record.git().wip_commit);
    const std::string staged = staged_tree(wip_tree);
    git::TreeMerge merged = git::merge_trees(x_store.repository(), x_quarantine, x_old_base,
                                             x_question.base_tree, staged);
    if (merged.answer == git::TreeMerge::Answer::failed)
      fail("cannot put the index back: " + merged.message);
    x_plan.all_unstaged = merged.answer != git::TreeMerge::Answer::clean;
    const std::string& wanted = x_plan.all_unstaged ? x_question.base_tree : merged.tree;
    git::TreeReader index(x_quarantine.objects(), wanted, x_digits);
    git::TreeReader wip(x_quarantine.objects(), wip_tree, x_digits);
    std::map<std::string, IndexEntry> after;
    auto add = [&](const std::string& path) {
      bool as_kept = !x_question.altered || same_content(x_top.at(path), wip.at(path));
      after[path] = entry_of(as_kept ? index : x_base, path);
      x_plan.some_unstaged =
          x_plan.some_unstaged || (!as_kept && !same_content(index.at(path), x_base.at(path)));
    };
    for (const std::string& path : paths_between(x_question.top_tree, wanted))
      add(path);
    if (x_question.altered)
      for (const std::string& path : paths_between(x_question.top_tree, x_question.base_tree))
        add(path);
    if (x_question.altered)
      take_no_half_rename(index, after);
    for (const IndexEntry& recorded : x_entries)
      if (recorded.stage == 0)
        set_flags(after, recorded, wip.at(recorded.path).mode != 0, add);
    for (auto& [path, entry] : after)
      add_change(path, std::move(entry));
  }

  /// Where a new file is not staged, for it was changed since, nor is one taken out: it may be the
  /// same, under another name.
  void take_no_half_rename(git::TreeReader& index, std::map<std::string, IndexEntry>& after) {
    const bool lacks_new = std::ranges::any_of(after, [&](const auto& entry) {
      return entry.second.mode == 0 && index.at(entry.first).mode != 0;
    });
    if (lacks_new)
      for (auto& [path, entry] : after)
        if (entry.mode == 0 && index.at(path).mode == 0)
          entry = entry_of(x_base, path);
  }

  /// `was_there`: the file was, when it was paused.
  void set_flags(std::map<std::string, IndexEntry>& after, const IndexEntry& recorded,
                 bool was_there, const std::function<void(const std::string&)>& add) {
    if (!after.contains(recorded.path))
      add(recorded.path);
    IndexEntry& entry = after[recorded.path];
    if (recorded.intent_to_add && entry.mode == 0 &&
        (x_top.at(recorded.path).mode != 0) == was_there)
      entry = recorded;
    if (entry.mode == 0)
      return;
    entry.assume_unchanged = recorded.assume_unchanged;
    entry.skip_worktree = recorded.skip_worktree;
  }

  void add_change(const std::string& path, IndexEntry entry) {
    IndexEntry before = entry_of(x_top, path);
    bool flags = entry.assume_unchanged || entry.skip_worktree || entry.intent_to_add;
    if (same_content(before, entry) && !flags)
      return;
    // Merged from what was staged and what came from below: perhaps nobody has it.
    if (!entry.oid.empty() && entry.mode != git::kModeGitlink && !entry.intent_to_add &&
        x_quarantine.objects().contains(entry.oid))
      x_quarantine.add(entry.oid);
    x_plan.changes.push_back({std::move(before), std::move(entry)});
  }

  std::vector<std::string> paths_between(const std::string& from, const std::string& to) const {
    git::GitCall call{.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to},
                      .environment = x_quarantine.environment()};
    if (to.empty())
      call.args = {"ls-tree", "-r", "--name-only", "-z", from};
    std::vector<std::string> paths =
        split(x_store.repository().git().output(std::move(call), "compare the trees"), '\0');
    std::erase(paths, "");
    return paths;
  }

  /// What git calls a conflict of these stages, a bit each; empty: there are markers in the file.
  static std::string kind_of_conflict(unsigned stages) {
    constexpr unsigned kBase = 1u << 1, kOurs = 1u << 2, kTheirs = 1u << 3;
    switch (stages) {
      case kBase | kTheirs:
        return "deleted by us";
      case kBase | kOurs:
        return "deleted by them";
      case kBase:
        return "both deleted";
      case kOurs:
        return "added by us";
      case kTheirs:
        return "added by them";
      default:
        return {};
    }
  }

  /// The merge that they were part of is gone: the files come back with their markers, and are not
  /// staged.
  void put_markers_back() {
    std::map<std::string, unsigned> conflicts;
    for (const IndexEntry& recorded : x_entries)
      if (recorded.stage != 0)
        conflicts[recorded.path] |= 1u << static_cast<unsigned>(recorded.stage);
    std::erase_if(x_plan.changes, [&](const IndexChange& change) {
      return conflicts.contains(change.before.path);
    });
    for (const auto& [path, stages] : conflicts) {
      x_plan.changes.push_back({entry_of(x_top, path), entry_of(x_base, path)});
      x_plan.in_conflict.push_back({path, kind_of_conflict(stages)});
    }
  }

  const Store& x_store;
  git::Quarantine& x_quarantine;
  const Record& x_record;
  const IndexQuestion& x_question;
  size_t x_digits;
  std::string x_old_base;
  git::TreeReader x_top, x_base;
  std::vector<IndexEntry> x_entries;
  IndexPlan x_plan;
};

}  // namespace

std::vector<std::string> keep_staged_since(const Store& store, const git::Status& status,
                                           const EntriesByPath& now, const std::string& tree,
                                           std::vector<IndexChange>& changes) {
  git::TreeReader top(store.objects(), tree, store.repository().layout().oid_digits());
  std::vector<std::string> kept;
  for (const git::StatusEntry& entry : status.entries) {
    if (entry.staged == '.' || entry.kind == git::StatusEntry::Kind::unmerged ||
        entry.kind == git::StatusEntry::Kind::untracked)
      continue;
    IndexEntry staged;
    staged.path = entry.path;
    if (const auto found = now.find(entry.path); found != now.end())
      staged = found->second;
    const git::TreeEntry there = top.at(entry.path);
    if (same_content(there, staged))
      continue;  // all of it, as the files have it
    auto change = std::ranges::find_if(
        changes, [&](const IndexChange& its) { return its.after.path == entry.path; });
    if (change == changes.end()) {
      const IndexEntry same{.path = entry.path, .oid = there.oid, .mode = there.mode};
      change = changes.insert(change, {same, same});
    }
    if (same_content(change->after, staged))
      continue;
    change->after = std::move(staged);
    kept.push_back(entry.path);
  }
  return kept;
}

IndexPlan plan_index(const Store& store, git::Quarantine& quarantine, const Record& record,
                     const IndexQuestion& question) {
  return IndexPlanner(store, quarantine, record, question).run();
}

std::string hint_of_own_branch(const Record& record) {
  const std::string& base = record.git().base;
  if (base.empty())
    return "look at it on a branch of its own: git switch -c NAME " +
           git::short_oid(record.git().wip_commit);
  return "take it up on a branch of its own: git switch -c NAME " + git::short_oid(base) +
         " && git handoff resume " + record.at.id + " --continue --apply";
}

std::string hint_of_own_branch(const Record& record, const Comparison& c) {
  return (c.tracked_changes && !record.git().base.empty()
              ? "commit or stash what is changed here, then "
              : "") +
         hint_of_own_branch(record);
}

ApplyResult merge_snapshot(const Store& store, const Record& record, const Comparison& c,
                           git::Quarantine& quarantine) {
  const git::Repository& repository = store.repository();
  const std::string& wip = record.git().wip_commit;
  ApplyResult result;
  const std::string onto = tree_of(store, c.goes_onto());
  if (c.goes_onto() == record.git().base) {
    result.tree = tree_of(store, wip);
  } else {
    git::TreeMerge merged = git::merge_trees(
        repository, quarantine, tree_of(store, record.git().base), onto, tree_of(store, wip));
    if (merged.answer == git::TreeMerge::Answer::conflict) {
      std::vector<std::string> hints;
      for (size_t i = 0; i < merged.conflicts.size() && hints.size() < 10; ++i)
        hints.push_back("conflict: " + path_name(merged.conflicts[i]));
      hints.push_back(hint_of_own_branch(record));
      refuse("the kept work conflicts with what is checked out; nothing was touched", hints);
    }
    if (merged.answer == git::TreeMerge::Answer::failed)
      fail("cannot merge the kept work: " + merged.message);
    result.tree = merged.tree;
    FileGroup group;
    git::add_new(quarantine, onto, merged.tree, repository.layout().oid_digits());
    quarantine.stage(group);
    group.place();
  }
  return result;
}

bool holds_snapshot(const Store& store, const Record& record, const Comparison& c) {
  const git::Repository& repository = store.repository();
  git::Quarantine quarantine(repository);
  Snapshot present = take_snapshot(repository, quarantine, {});
  if ((!present.conflicts.empty() && !c.takes_older_off()) || present.wip_tree.empty())
    return false;
  const std::string wip_tree = tree_of(store, record.git().wip_commit);
  return c.goes_onto() == record.git().base
             ? present.wip_tree == wip_tree
             : git::merge_trees(repository, quarantine, tree_of(store, record.git().base),
                                tree_of(store, c.goes_onto()), wip_tree)
                   .is(present.wip_tree);
}

}  // namespace handoff::ops
