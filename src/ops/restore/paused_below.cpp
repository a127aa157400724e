#include "ops/restore/paused_below.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/shared.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBelow = 64, kMostMerged = 128;

/// Has the branch's own remote branch the commit: one of its name, or its upstream? Or has others
/// what the branch ends in, by whatever name it was pushed?
bool is_published(const git::Repository& repository, const std::string& label,
                  const std::string& commit) {
  auto first_of = [&](std::vector<std::string> args) {
    args.insert(args.begin(), {"for-each-ref", "--count=1"});
    return trim(repository.git().run({.args = std::move(args)}).out);
  };
  if (!first_of({"--contains=" + commit, "refs/remotes/*/" + label}).empty())
    return true;
  const std::string upstream = first_of({"--format=%(upstream)", "refs/heads/" + label});
  if (upstream.starts_with("refs/remotes/") &&
      !first_of({"--contains=" + commit, upstream}).empty())
    return true;
  const std::string branch = std::string(git::kBranchRefs) + label;
  const std::string tip = git::read_ref(repository, branch).value_or("");
  const std::string where =
      tip.empty() || tip == commit ? "" : where_published(repository, tip, {branch});
  return !where.empty() && !is_of_this_repository(where);
}

/// Is this a commit that the branch only carries? Paused work is, wherever its own branch stands by
/// now; what was resumed or put away where its own branch is without it. Else this branch may be
/// what that was renamed to. What came in by a merge was on a branch of its own, which may be gone.
bool is_only_carried(const Store& store, const Record& record, const WipCommit& carried) {
  const git::Repository& repository = store.repository();
  const bool is_retired = record.at.place == RecordRef::Place::archive;
  const std::string tip = git::read_ref(repository, "refs/heads/" + record.at.branch).value_or("");
  if (tip.empty())
    return !carried.merge.empty() && !is_retired;
  return !is_retired ||
         (tip != carried.oid && !git::is_ancestor(repository.git(), carried.oid, tip));
}

PausedBelow told_of(const Store& store, const git::Head& head, const RecordRef& ref,
                    const WipCommit& wip, const std::string& base) {
  const git::Repository& repository = store.repository();
  PausedBelow below{.branch = ref.branch,
                    .id = ref.id,
                    .top = wip.oid,
                    .merge = {},
                    .base = base,
                    .at_tip = wip.oid == head.oid,
                    .retired = ref.place == RecordRef::Place::archive};
  // Far down it may have been there before the merge, too.
  if (!wip.merge.empty() && !git::is_ancestor(repository.git(), wip.oid, wip.before)) {
    below.merge = wip.merge;
    below.base = wip.before;
    below.at_tip = wip.merge == head.oid;
  }
  const std::string above = (below.merge.empty() ? below.top : below.merge) + ".." + head.oid;
  below.merges = !below.at_tip && git::has_merges(repository.git(), above);
  below.adapted =
      (below.merges || !below.merge.empty()) && !are_plain_merges(store, above, below.merge);
  below.edited =
      below.at_tip &&
      !repository.git().run({.args = {"diff", "--no-ext-diff", "--quiet", "HEAD", "--"}}).ok();
  return below;
}

/// Was it paused as this commit, or does its branch have it? Else it is a copy.
bool is_held_by(const Store& store, const Record& record, const std::string& commit) {
  const std::string& paused = record.git().wip_commit;
  const std::string tip =
      git::read_ref(store.repository(), "refs/heads/" + record.at.branch).value_or("");
  return commit == paused || commit == tip ||
         git::is_ancestor(store.repository().git(), commit, paused) ||
         (!tip.empty() && git::is_ancestor(store.repository().git(), commit, tip));
}

/// So many versions of a record are asked, from the newest on.
constexpr size_t kVersionsAsked = 32;

/// A version of a record, and what a commit is to it.
struct VersionAt {
  Record version;
  WipAt at;
};

/// The version in these lines whose work the commit is: the newest of those that have exactly that,
/// else of those whose message it has, else of those that were paused on it.
std::optional<VersionAt> version_in(const Store& store, const std::vector<RecordRef>& lines,
                                    const std::string& commit) {
  std::optional<VersionAt> nearest;
  auto rank = [](const WipAt& at) {
    return at.kind == WipAt::Kind::altered ? 2 : at.kind == WipAt::Kind::older ? 1 : 0;
  };
  for (const RecordRef& line : lines) {
    const std::vector<std::string> versions = store.versions(line);
    for (size_t i = 0; i < versions.size() && i < kVersionsAsked; ++i) {
      Record version = store.load_version(line, versions[i]);
      WipAt at = wip_at(store, version, commit);
      if (at.kind == WipAt::Kind::same)
        return VersionAt{std::move(version), std::move(at)};
      if (rank(at) > (nearest ? rank(nearest->at) : 0))
        nearest = VersionAt{std::move(version), std::move(at)};
    }
  }
  return nearest;
}

/// ... also in what was shared of it.
std::optional<VersionAt> version_with(const Store& store, const RecordRef& ref,
                                      const std::string& commit) {
  std::vector<RecordRef> lines = {ref};
  // Who took it has those before as they came.
  if (const auto shared = read_shared_quietly(store.repository(), ref.id))
    for (const std::string& oid : {shared->tip, shared->last})
      if (!oid.empty() && oid != lines.back().oid)
        lines.push_back({.ref = "",
                         .branch = shared->branch,
                         .id = ref.id,
                         .oid = oid,
                         .place = RecordRef::Place::remote,
                         .remote = shared->remote,
                         .shared = true});
  return version_in(store, lines, commit);
}

/// What HEAD's branch is called, and was before it was renamed.
std::set<std::string> names_of(const Store& store, const git::Head& head) {
  std::set<std::string> names = {head.label()};
  for (git::NameHad& had : git::names_had(store.repository().layout().common_dir, head.branch))
    names.insert(std::move(had.name));
  return names;
}

/// Was this version paused on what is checked out, whatever that was called then?
bool is_of_head(const Store& store, const Record& version, const git::Head& head) {
  return names_of(store, head)
      .contains(git::trailer(version.commit.message, "Handoff-Branch").value_or(""));
}

/// The record of another branch whose work this commit is the end of, or was before it went on
/// there.
std::optional<PausedBelow> work_at(const Store& store, const git::Head& head,
                                   const WipCommit& wip) {
  // Mostly it is of this branch: that is seen without a git.
  for (const std::string& own :
       {Store::active_ref(head.label(), wip.id), Store::archive_ref(head.label(), wip.id)})
    if (const auto oid = git::read_ref(store.repository(), own);
        oid && Provenance(store.repository()).is_own_row(*oid))
      return std::nullopt;
  const git::Layout& layout = store.repository().layout();
  const std::string rebased = git::branch_in_operation(layout.git_dir, layout.common_dir);
  std::vector<RecordRef> refs = store.active();
  for (RecordRef& ref : store.archived())
    refs.push_back(std::move(ref));
  for (const RecordRef& ref : named_by_wip(store, std::move(refs), wip.id)) {
    if (ref.branch == head.label() || ref.branch == rebased)
      continue;
    const std::optional<Record> record = store.look_at(ref);
    if (!record ||
        (!head.detached() && branch_now(store.repository(), record->handoff) == head.branch))
      continue;
    if (!is_only_carried(store, *record, wip))
      continue;
    const std::optional<VersionAt> held = version_with(store, ref, wip.oid);
    if (!held || (held->version.oid != record->oid && is_of_head(store, held->version, head)))
      continue;
    PausedBelow below = told_of(store, head, ref, wip, held->at.stack.base);
    below.retired = below.retired || held->version.oid != record->oid;
    below.copied = !is_held_by(store, held->version, wip.oid);
    below.pushed = is_published(store.repository(), head.label(), wip.oid);
    if (!below.pushed || !below.retired)
      return below;
  }
  return std::nullopt;
}

}  // namespace

std::string PausedBelow::sentence() const {
  return std::string(at_tip && merge.empty() && !copied ? "is based on" : "contains") +
         (retired ? " a WIP commit of " : " the paused work of ") + branch_name(branch) + " (" +
         git::short_oid(top) + (merge.empty() ? "" : ", merged by " + git::short_oid(merge)) + ")" +
         (pushed ? ", and was pushed with it" : "");
}

std::string PausedBelow::way_out(const std::string& worktree) const {
  if (base.empty() || pushed || adapted)
    return {};
  const std::string git = "git " + (worktree.empty() ? "" : "-C " + shell_word(worktree) + " ");
  return at_tip && !edited ? git + "reset --keep " + git::short_oid(base)
                           : git + "rebase " + std::string(merges ? "--rebase-merges " : "") +
                                 "--autostash --onto " + git::short_oid(base) + " " +
                                 git::short_oid(merge.empty() ? top : merge);
}

std::string PausedBelow::told_way_out(const std::string& worktree) const {
  const std::string out = way_out(worktree);
  return out.empty()
             ? out
             : std::string("to leave that ") + (merge.empty() ? "" : "merge ") + "out: " + out;
}

namespace {

/// A line of first parents in a history, and the merge on HEAD's own that has it.
struct LineOfHistory {
  std::string from, merge = {}, before = {};
};

/// Goes down one line as far as it was not seen, and finds those that merges on it have.
void walk_line(const Store& store, const LineOfHistory& line, std::set<std::string>& seen,
               std::vector<WipCommit>& wips, std::deque<LineOfHistory>& lines) {
  const bool is_heads = line.merge.empty();
  std::string at = line.from;
  for (size_t depth = 0; depth < kMostBelow && seen.size() < kMostBelow + kMostMerged; ++depth) {
    if (at.empty() || !seen.insert(at).second)
      return;
    const std::optional<git::Commit> commit = git::read_commit(store.objects(), at);
    if (!commit)
      return;
    const std::vector<std::string>& parents = commit->parents;
    if (says_wip(*commit))
      wips.push_back({.oid = at,
                      .id = wip_id(*commit).value_or(""),
                      .depth = is_heads ? depth : kMostBelow,
                      .is_root = parents.empty(),
                      .merge = line.merge,
                      .before = line.before});
    for (size_t i = 1; i < parents.size(); ++i)
      lines.push_back(is_heads ? LineOfHistory{parents[i], at, parents.front()}
                               : LineOfHistory{parents[i], line.merge, line.before});
    at = parents.empty() ? "" : parents.front();
  }
}

}  // namespace

std::vector<WipCommit> wip_commits_below(const Store& store, const git::Head& head) {
  const std::string& common_dir = store.repository().layout().common_dir;
  std::vector<WipCommit> wips;
  if (head.unborn() || (git::peek_any_record(common_dir, "refs/handoffs/active/") == false &&
                        git::peek_any_record(common_dir, "refs/handoffs/archive/") == false))
    return wips;
  try {
    std::set<std::string> seen;
    for (std::deque<LineOfHistory> lines = {{head.oid}}; !lines.empty(); lines.pop_front())
      walk_line(store, lines.front(), seen, wips, lines);
  } catch (const Failure&) {
    // What is damaged is told by what needs it.
  }
  return wips;
}

std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head,
                                        const std::vector<WipCommit>& wips) {
  try {
    for (const WipCommit& wip : wips)
      if (std::optional<PausedBelow> found = work_at(store, head, wip))
        return found;
  } catch (const Failure&) {
    // As above.
  }
  return std::nullopt;
}

std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head) {
  return paused_below(store, head, wip_commits_below(store, head));
}

bool is_work_of_any_version(const Store& store, const RecordRef& ref, const std::string& commit) {
  return version_with(store, ref, commit).has_value();
}

std::optional<Record> version_at(const Store& store, const RecordRef& ref,
                                 const std::string& commit) {
  std::optional<VersionAt> found = version_in(store, {ref}, commit);
  return found && found->at.kind == WipAt::Kind::same ? std::optional(std::move(found->version))
                                                      : std::nullopt;
}

namespace {

/// Adds how deep on first parents those with this id are that a resume of the live record takes
/// off, or of which its first line says where they are, with what was paused before and lies below
/// each.
void add_reach(const Store& store, const RecordRef& ref, const std::vector<WipCommit>& wips,
               const std::string& id, std::set<size_t>& depths) {
  const Record record = store.load(ref);
  for (const WipCommit& wip : wips) {
    if (wip.id != id || !wip.merge.empty() || depths.contains(wip.depth))
      continue;
    const WipAt at = wip_at(store, record, wip.oid);
    if (at.kind == WipAt::Kind::same || (wip.depth == 0 && at.is_ours()))
      for (size_t below = 0; below < at.stack.height; ++below)
        depths.insert(wip.depth + below);
  }
}

/// Of all live records: what one of them takes off may have been paused under another's id.
std::set<size_t> depths_in_reach(const Store& store, const std::vector<RecordRef>& live,
                                 const std::vector<WipCommit>& wips) {
  std::set<size_t> depths;
  std::set<std::string> ids;
  for (const WipCommit& wip : wips)
    if (ids.insert(wip.id).second)
      for (const RecordRef& ref : named_by_wip(store, live, wip.id))
        add_reach(store, ref, wips, wip.id, depths);
  return depths;
}

/// So many of them end the branch: on these nothing was committed but what was paused.
size_t height_of_run(const std::vector<WipCommit>& wips) {
  size_t height = 0;
  while (height < wips.size() && wips[height].depth == height)
    ++height;
  return height;
}

}  // namespace

std::optional<WipCommit> buried_wip(const Store& store, const git::Head& head,
                                    const std::vector<WipCommit>& wips) {
  try {
    std::optional<std::vector<RecordRef>> records;
    std::set<size_t> in_reach;
    const size_t height = height_of_run(wips);
    for (const WipCommit& wip : wips) {
      if (wip.depth < height || !wip.merge.empty())
        continue;
      if (!records) {
        records.emplace();
        for (const Record& record : store.live_on(head))
          records->push_back(record.at);
        in_reach = depths_in_reach(store, *records, wips);
        const std::set<std::string> names = names_of(store, head);
        for (RecordRef& ref : store.archived())
          if (names.contains(ref.branch))
            records->push_back(std::move(ref));
      }
      if (in_reach.contains(wip.depth))
        continue;
      for (const RecordRef& ref : named_by_wip(store, *records, wip.id))
        if (is_work_of_any_version(store, ref, wip.oid) &&
            !is_published(store.repository(), head.label(), wip.oid))
          return wip;
    }
    if (std::optional<WipCommit> older = older_than_elsewhere(store, head, wips);
        older && older->depth > 0 && !work_at(store, head, *older))
      return older;
  } catch (const Failure&) {
    // As above.
  }
  return std::nullopt;
}

std::optional<WipCommit> older_than_elsewhere(const Store& store, const git::Head& head,
                                              const std::vector<WipCommit>& wips) {
  try {
    std::optional<std::vector<RecordRef>> elsewhere;
    std::vector<RecordRef> over;  // taken to another branch, and finished there
    for (const WipCommit& wip : wips) {
      if (!wip.merge.empty() || wip.id.empty() ||
          git::read_ref(store.repository(), Store::active_ref(head.label(), wip.id)))
        continue;
      if (!elsewhere) {
        elsewhere = store.active();
        const std::set<std::string> here =
            set_of(store.live_on(head), [](const Record& record) { return record.at.ref; });
        std::erase_if(*elsewhere, [&](const RecordRef& ref) {
          return ref.branch == head.label() || here.contains(ref.ref);
        });
        over = store.archived();
        const std::set<std::string> names = names_of(store, head);
        std::erase_if(over, [&](const RecordRef& ref) { return names.contains(ref.branch); });
      }
      std::vector<RecordRef> named = named_by_wip(store, *elsewhere, wip.id);
      std::ranges::copy_if(over, std::back_inserter(named),
                           [&](const RecordRef& ref) { return ref.id == wip.id; });
      for (const RecordRef& ref : named)
        if (const std::optional<Record> record = store.look_at(ref);
            record && !wip_at(store, *record, wip.oid).is_ours() &&
            is_work_of_any_version(store, ref, wip.oid) &&
            !is_published(store.repository(), head.label(), wip.oid))
          return wip;
    }
  } catch (const Failure&) {
    // As above.
  }
  return std::nullopt;
}

std::string told_buried(const git::Repository& repository, const WipCommit& wip) {
  return git::short_oid(wip.oid) + " " + where_buried(wip) + told_fold(repository, "; ", wip);
}

std::string where_buried(const WipCommit& wip) {
  return "of " + printable(wip.id) + " stays below what was committed since";
}

std::vector<std::string> told_wips_below(const Store& store, const git::Head& head,
                                         const std::string& id) {
  std::vector<std::string> told;
  const std::vector<WipCommit> wips = wip_commits_below(store, head);
  if (const auto buried = buried_wip(store, head, wips))
    told.push_back("the WIP commit " + told_buried(store.repository(), *buried));
  if (const auto below = paused_below(store, head, wips); below && below->id != id) {
    const std::string out = below->told_way_out();
    told.push_back(branch_name(head.label()) + " " + below->sentence() +
                   (out.empty() ? "" : "; " + out));
  }
  return told;
}

std::string told_wip_left(const Store& store, const git::Head& head, const std::string& id) {
  const std::optional<git::Commit> tip =
      head.unborn() ? std::nullopt : git::read_commit(store.objects(), head.oid);
  const std::optional<std::string> its = tip && says_wip(*tip) ? wip_id(*tip) : std::nullopt;
  return its && (its == id || !in_list(store.active(), *its, &RecordRef::id)) &&
                 !tip->parents.empty() && !is_published(store.repository(), head.label(), head.oid)
             ? git::short_oid(head.oid) +
                   " of a pause before ends the branch now; to take it off, and keep what it has: "
                   "git reset --soft HEAD~1"
             : std::string();
}

std::string way_to_list(const git::Repository& repository, const std::string& base,
                        const std::string& branch) {
  const std::string tip = branch.empty() ? "HEAD" : "refs/heads/" + branch;
  const bool merges = git::has_merges(repository.git(), base.empty() ? tip : base + ".." + tip);
  return std::string("git rebase -i ") + (merges ? "--rebase-merges " : "") + "--autostash " +
         (base.empty() ? "--root" : base) +
         (branch.empty() ? "" : " " + shell_word(printable(branch)));
}

std::string way_to_list(const git::Repository& repository, const WipCommit& wip,
                        const std::string& branch) {
  const std::string base =
      wip.base.empty() ? git::short_oid(wip.oid) + "~1" : git::short_oid(wip.base);
  return way_to_list(repository, wip.is_root ? "" : base, branch);
}

namespace {

/// Does one commit alone stand on it, and is that no merge, nor paused? Then it is the next line of
/// the list.
bool is_followed_by_one(const git::Repository& repository, const std::string& oid,
                        const std::string& tip) {
  const std::vector<std::string> lines = split_lines(
      repository.git().run({.args = {"rev-list", "--parents", oid + ".." + tip, "--"}}).out);
  size_t followers = 0;
  bool is_merge = false;
  std::string follower;
  for (const std::string& line : lines)
    if (const size_t at = line.find(" " + oid); at != std::string::npos) {
      ++followers;
      follower = line.substr(0, line.find(' '));
      is_merge = is_merge || std::ranges::count(line, ' ') > 1;
    }
  const std::optional<git::Commit> commit =
      followers == 1 ? git::read_commit(Store(repository).objects(), follower) : std::nullopt;
  return commit && !is_merge && !says_wip(*commit);
}

}  // namespace

std::string told_fold(const git::Repository& repository, const std::string& before,
                      const WipCommit& wip, const std::string& branch) {
  const std::string tip = branch.empty() ? "HEAD" : "refs/heads/" + branch;
  if (is_published(repository, branch.empty() ? repository.head().label() : branch, wip.oid) ||
      !is_followed_by_one(repository, wip.oid, tip))
    return {};
  return before +
         "to squash it, 'fixup -C' on the line below it: " + way_to_list(repository, wip, branch);
}

}  // namespace handoff::ops
