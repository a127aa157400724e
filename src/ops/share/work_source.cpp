#include "ops/share/work_source.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/sent_version.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/share/before.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

std::string branch_of_work(const git::Repository& repository, const Shared& shared) {
  const std::string& name = shared.onto.empty() ? shared.branch : shared.onto;
  return shared.ours && !shared.on.empty()
             ? git::named_then(repository.layout().common_dir, name, shared.since + 1)
             : name;
}

std::string place_of_work(const git::Repository& repository, const Shared& s) {
  const std::string branch = branch_of_work(repository, s);
  if (!s.ours || s.not_landed() || s.on.empty())
    return {};
  if (const std::string place = git::other_worktree_with(repository, branch); !place.empty())
    return "in " + printable(place);
  return branch != repository.head().label() &&
                 git::read_ref(repository, std::string(git::kBranchRefs) + branch)
             ? "on " + branch_in_quotes(branch)
             : std::string();
}

namespace {

/// What nobody here has read is no record of a handoff of this clone's, whatever its id, nor is
/// what is damaged.
bool is_record_of_ours(const Store& store, const RecordRef& ref) {
  const Provenance known(store.repository());
  if (is_known_version(known, ref.oid))
    return true;
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && is_known(known, *record);
  } catch (const Failure&) {
    return false;
  }
}

class WorkSources {
 public:
  WorkSources(const Store& store, const git::Head& head)
      : x_store(store), x_repository(store.repository()), x_head(head) {
    if (const std::optional<ResumedHere> here = resumed_here(x_repository, head, {}))
      x_resumed = here->id;
  }

  std::vector<WorkSource> find() {
    std::vector<WorkSource> found;
    std::vector<Shared> known = all_shared(x_repository);
    if (!known.empty())
      read_records();
    for (Shared& shared : known)
      try {
        if (std::optional<WorkSource> source = source_of(std::move(shared)))
          found.push_back(std::move(*source));
      } catch (const Failure&) {
        continue;  // damaged: nothing goes on with that
      }
    look_at_files(found);
    return found;
  }

  /// Forks of that one that are this clone's, and shared nowhere.
  std::vector<OwnFork> own_forks(const WorkSource& of) {
    std::vector<OwnFork> forks;
    read_records();
    if (of.live || !x_records.contains(of.shared.id))
      return forks;
    for (const auto& [id, ref] : x_records)
      try {
        if (read_shared_quietly(x_repository, id) || !is_record_of_ours(x_store, ref))
          continue;
        const Record fork = x_store.load(ref);
        if (formats::text_of(formats::field(*fork.document, "forked_from")) != of.shared.id)
          continue;
        const model::GitBlock &work = fork.git(), original = work_of(of.shared);
        const bool is_below =
            !ref.archived() && work.on_branch && !x_head.unborn() && work.wip_commit == x_head.oid;
        forks.push_back(
            {.id = id,
             .is_here = is_below ||
                        (ref.archived() && is_beyond_here(work, original, &changed_here()) == true),
             .is_elsewhere = !is_below && is_beyond_here(work, original) == false});
      } catch (const Failure&) {
        continue;  // damaged: it is a fork of nothing
      }
    return forks;
  }

 private:
  /// nullopt: what is here has nothing to do with it.
  std::optional<WorkSource> source_of(Shared shared) {
    const auto record = x_records.find(shared.id);
    const RecordRef* here = record == x_records.end() || !is_record_of_ours(x_store, record->second)
                                ? nullptr
                                : &record->second;
    WorkSource source;
    source.rebased = is_rebased(shared);
    const bool left = here != nullptr && !source.rebased && is_left_here(shared, *here);
    const bool carried = !source.rebased && !left && !is_of_branch(shared, here);
    source.carried = carried;
    if ((shared.by.empty() && !shared.pending) || (carried && here == nullptr))
      return std::nullopt;
    if (carried) {
      std::optional<std::string> from =
          carried_from(shared, as_sent(x_store, shared, x_store.load(*here)).git());
      if (!from)
        return std::nullopt;
      source.elsewhere = std::move(*from);
    }
    source.shared = std::move(shared);
    const Shared& s = source.shared;
    source.live = here != nullptr && !here->archived();
    if (!source.live && !s.ours && !s.damaged &&
        (!s.kept_as.empty() ||
         (s.on.empty() && !s.lost && s.id != x_resumed && !carried &&
          (here == nullptr ||
           !(ends_in_taken_work(s, *here) || has_its_files(s, x_store.load(*here).git()))))))
      return std::nullopt;
    source.presence =
        source.rebased || left                            ? WorkPresence::here
        : here != nullptr && ends_in_taken_work(s, *here) ? WorkPresence::here
        : carried ? presence_in_files(x_repository, as_sent(x_store, s, x_store.load(*here)).git())
                  : presence_of(s, here);
    source.older = source.waits_for_its_work() && is_older_here(*here);
    if (left || (!carried && here != nullptr && s.ours && is_on_another_branch(s) &&
                 is_kept_there(s, *here)))
      source.elsewhere = "its work is " + place_of_work(x_repository, s);
    else if (here != nullptr && here->archived() && is_put_aside(s, x_store.load(*here).git()))
      source.elsewhere = "nothing of it is in this tree any more";
    if (here != nullptr)
      note_origin(source, x_store.load(*here));
    source.is_last = s.id == x_resumed;
    return source;
  }

  void read_records() {
    for (RecordRef& ref : x_store.everywhere())
      if (ref.place != RecordRef::Place::remote)
        if (auto [at, added] = x_records.try_emplace(ref.id, ref); !added && !ref.archived())
          at->second = std::move(ref);
  }

  /// Of those of which most is here, where there are several.
  void look_at_files(std::vector<WorkSource>& found) {
    const auto best = std::ranges::max_element(found, {}, &WorkSource::presence);
    const auto is_best = [&](const WorkSource& source) {
      return source.presence == best->presence && source.elsewhere.empty() &&
             x_records.contains(source.shared.id);
    };
    if (std::ranges::count_if(found, is_best) < 2)
      return;
    for (WorkSource& source : found)
      if (is_best(source))
        source.in_files = presence_of_files(
            source, as_sent(x_store, source.shared, x_store.load(x_records.at(source.shared.id))));
    for (WorkSource& fork : found)
      for (const WorkSource& of : found)
        if (is_best(fork) && is_best(of) && fork.forked_from == of.shared.id)
          fork.beyond = is_beyond_here(work_of(fork.shared), work_of(of.shared));
  }

  /// What of it was committed since it was put back says nothing of what is here beside.
  WorkPresence presence_of_files(const WorkSource& source, const Record& record) {
    const model::GitBlock& work = record.git();
    if (source.live)
      return presence_in_files(x_repository, work);
    std::vector<WorkChange> changes = changes_of(x_repository, work);
    const std::set<std::string>& changed = changed_here();
    std::erase_if(changes, [&](const WorkChange& c) { return !changed.contains(c.path); });
    return presence_anywhere(x_repository, work, changes);
  }

  /// The work of one as it is here, or as it was sent.
  model::GitBlock work_of(const Shared& shared) const {
    return as_sent(x_store, shared, x_store.load(x_records.at(shared.id))).git();
  }

  /// Is what a fork made otherwise than what it was begun with in this tree? Nothing where only
  /// some of its files are changed here, too. `among`: of these paths alone, and of what is not
  /// committed.
  std::optional<bool> is_beyond_here(const model::GitBlock& work, const model::GitBlock& original,
                                     const std::set<std::string>* among = nullptr) const {
    std::set<std::string> own;
    for (const WorkChange& change : changes_of(x_repository, work))
      own.insert(change.path);
    // A file of both is looked at for what the fork made of the other's.
    model::GitBlock beyond = work;
    if (!original.wip_commit.empty())
      beyond.base = original.wip_commit;
    std::vector<WorkChange> changes = changes_of(x_repository, beyond);
    std::erase_if(changes, [&](const WorkChange& c) {
      return !own.contains(c.path) ||
             (among != nullptr && (!among->contains(c.path) || is_committed(work, c.path)));
    });
    const WorkPresence presence =
        changes.empty() ? WorkPresence::touched : presence_in_files(x_repository, beyond, changes);
    return presence == WorkPresence::touched ? std::nullopt
                                             : std::optional(presence == WorkPresence::here);
  }

  /// Does HEAD have what the work has there, or go on with it?
  bool is_committed(const model::GitBlock& work, const std::string& path) const {
    constexpr size_t kMostBytes = 4 << 20;
    const auto entry = [&](const std::string& commit) {
      return git::find_in_tree(x_store.objects(), tree_of(x_store, commit), path,
                               x_repository.layout().oid_digits())
          .value_or(git::TreeEntry());
    };
    const git::TreeEntry now = x_head.unborn() ? git::TreeEntry() : entry(x_head.oid);
    if (now.oid.empty() || now.oid == entry(work.base).oid)
      return false;
    return now.oid == entry(work.wip_commit).oid ||
           (git::is_file_mode(now.mode) &&
            x_store.objects().size_of(now.oid).value_or(kMostBytes) < kMostBytes &&
            KeptWork(x_repository, x_store.objects(), work.base, work.wip_commit)
                .is_gone_on_with(path, x_store.objects().read_blob(now.oid)));
  }

  static void note_origin(WorkSource& source, const Record& record) {
    const model::GitBlock& work = record.git();
    const bool on_wip = source.live && work.on_branch && !work.wip_commit.empty();
    source.stands_on = !source.shared.on.empty() ? source.shared.on
                       : on_wip                  ? work.wip_commit
                                                 : work.base;
    source.forked_from = formats::text_of(formats::field(*record.document, "forked_from"));
  }

  /// Here its record may be of another branch than there: who had it has renamed theirs.
  bool is_of_branch(const Shared& shared, const RecordRef* here) const {
    const std::string label = x_head.label();
    if (const std::string now = branch_of_work(x_repository, shared);
        !now.empty() && now != shared.branch && now != shared.onto)
      return now == label;  // its name may be another branch's
    if (shared.branch == label || shared.onto == label ||
        (here != nullptr && here->branch == label))
      return true;
    if (x_head.detached() || git::read_ref(x_repository, "refs/heads/" + shared.branch))
      return false;
    return in_list(git::earlier_names(x_repository.layout().common_dir, x_head.branch),
                   shared.branch);
  }

  /// Is work here that was put back on another branch? Empty: it goes on here, on a branch that was
  /// made since, with nothing committed before (`git switch -c`). Else only changes of it are, and
  /// it is said where it was put back.
  std::optional<std::string> carried_from(const Shared& s, const model::GitBlock& work) {
    if (s.not_landed() || x_head.detached() || (s.ours && s.on.empty()))
      return std::nullopt;
    if (!s.ours)
      return has_its_files(s, work) ? std::optional<std::string>("it was given back")
                                    : std::nullopt;
    const std::string branch = branch_of_work(x_repository, s);
    const std::string tip =
        git::read_ref(x_repository, std::string(git::kBranchRefs) + branch).value_or("");
    const bool made_since = is_made_since(s, branch, tip);
    if (made_since && has_landed(s, work))
      return std::nullopt;
    if (made_since && (!is_committed_since(s, work, tip) || has_changes_of(work, false)))
      return "";
    return has_changes_of(work, made_since)
               ? std::optional("it was put back on " + branch_in_quotes(branch))
               : std::nullopt;
  }

  /// What was given back, or taken away, and is not finished: was it stashed, and is here again?
  bool has_its_files(const Shared& s, const model::GitBlock& work) {
    return s.state != SharedState::finished && has_changes_of(work, false);
  }

  /// It was put away here, its WIP commit is below HEAD still, and somebody else has it.
  bool ends_in_taken_work(const Shared& s, const RecordRef& here) const {
    if (!here.archived() || !s.held_by_other() || x_head.unborn())
      return false;
    const std::string wip = x_store.load(here).git().wip_commit;
    return !wip.empty() && is_below_head(wip);
  }

  /// Does a commit since it was put back change one of its files?
  bool is_committed_since(const Shared& s, const model::GitBlock& work,
                          const std::string& tip) const {
    if (tip.empty() || tip == s.on)
      return false;
    const Outcome since = x_repository.git().run(
        {.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z", s.on, tip}});
    const std::vector<std::string> paths = split(since.out, '\0');
    const std::set<std::string> committed(paths.begin(), paths.end());
    const std::vector<WorkChange> changes = changes_of(x_repository, work);
    return std::any_of(changes.begin(), changes.end(),
                       [&](const WorkChange& change) { return committed.contains(change.path); });
  }

  bool is_made_since(const Shared& s, const std::string& branch, const std::string& tip) const {
    if (!is_below_head(s.on) || !is_below_head(tip) ||
        !git::other_worktree_with(x_repository, branch).empty())
      return false;
    const Before before = read_before(x_store, s);
    return before.known && !before.branches.contains(std::string(git::kBranchRefs) + x_head.branch);
  }

  /// Is a file of the work changed here and not committed? `in_any_way`: else as the work has it.
  bool has_changes_of(const model::GitBlock& work, bool in_any_way) {
    std::vector<WorkChange> changes = changes_of(x_repository, work);
    const size_t all = changes.size();
    std::erase_if(changes, [&](const WorkChange& c) { return !changed_here().contains(c.path); });
    if (in_any_way || changes.empty())
      return !changes.empty();
    const FilesHere here(x_repository, changes);
    return std::ranges::any_of(
               changes,
               [&](const WorkChange& change) { return here.is_as(change.path, change.after); }) ||
           (changes.size() == all && is_gone_on_with_here(x_repository, work, changes));
  }

  const std::set<std::string>& changed_here() {
    if (!x_changed) {
      x_changed.emplace();
      for (const git::StatusEntry& entry : git::read_status(x_repository.git()).entries)
        x_changed->insert({entry.path, entry.path_from});
    }
    return *x_changed;
  }

  /// Has the branch that a clone of its remote begins with all of it, below what is new here?
  bool has_landed(const Shared& shared, const model::GitBlock& work) const {
    const std::string start = usual_tracking_ref(remote_of_branch(x_repository, shared), "HEAD");
    const Outcome base = x_repository.git().run({.args = {"merge-base", start, x_head.oid}});
    return base.ok() && !KeptWork(x_repository, x_store.objects(), work.base, work.wip_commit)
                             .commit_with_all(trim(base.out))
                             .empty();
  }

  /// Is its branch being rebased here, with its work in this tree?
  bool is_rebased(const Shared& shared) const {
    if (!x_head.detached() || !shared.ours || shared.on.empty())
      return false;
    for (const char* file : {"rebase-merge/head-name", "rebase-apply/head-name"})
      if (trim(read_file(join_path(x_repository.layout().git_dir, file)).value_or("")) ==
          "refs/heads/" + shared.branch)
        return true;
    return false;
  }

  bool is_below_head(const std::string& commit) const {
    return commit.empty() || commit == x_head.oid ||
           (!x_head.unborn() && git::is_ancestor(x_repository.git(), commit, x_head.oid));
  }

  WorkPresence presence_of(const Shared& s, const RecordRef* here) const {
    if (here == nullptr)
      return is_below_head(s.on) ? WorkPresence::here : WorkPresence::none;
    const bool live = !here->archived(), waits = live && s.ours && s.on.empty();
    Record record = x_store.load(*here);
    const model::GitBlock& work = record.git();
    const bool on_wip = live && !work.wip_commit.empty() && work.on_branch;
    const bool stands_on_it = is_below_head(on_wip         ? work.wip_commit
                                            : s.on.empty() ? work.base
                                                           : s.on);
    if (waits && !work.wip_commit.empty())  // of what came by a take its older version is here
      return (on_wip ? stands_on_it : is_all_here(x_repository, work)) ? WorkPresence::here
                                                                       : WorkPresence::none;
    if (s.ours && is_on_another_branch(s))
      return is_all_here(x_repository, work) ? WorkPresence::here : WorkPresence::none;
    // What was given back, or put back without asking, may have left this tree since.
    const bool counts = s.ours || s.lost || live || work.wip_commit.empty();
    return stands_on_it && counts ? WorkPresence::here : presence_in_files(x_repository, work);
  }

  /// Was it put back on another branch, which goes its own way? An older version may be here.
  bool is_on_another_branch(const Shared& s) const {
    const std::string tip =
        s.onto.empty() || s.onto == x_head.label()
            ? std::string()
            : git::read_ref(x_repository, std::string(git::kBranchRefs) + s.onto).value_or("");
    return !tip.empty() &&
           (!is_below_head(tip) || !git::other_worktree_with(x_repository, s.onto).empty());
  }

  /// It lies on another branch, and this one ends in, or stands on, what was handed over.
  bool is_left_here(const Shared& s, const RecordRef& here) {
    if (!s.ours || here.archived() == false || place_of_work(x_repository, s).empty())
      return false;
    const std::string branch = branch_of_work(x_repository, s);
    const std::string tip =
        git::read_ref(x_repository, std::string(git::kBranchRefs) + branch).value_or("");
    if (tip != s.on && is_below_head(tip) && git::other_worktree_with(x_repository, branch).empty())
      return false;  // merged
    if (!x_wips)
      x_wips = wip_commits_below(x_store, x_head);
    return std::any_of(x_wips->begin(), x_wips->end(), [&](const WipCommit& wip) {
      return wip.id == s.id && wip.merge.empty() && is_work_of_any_version(x_store, here, wip.oid);
    });
  }

  /// Was it committed on the branch that it was put back on, or does it lie in the other worktree
  /// which has that? Else its files were carried from there to here.
  bool is_kept_there(const Shared& s, const RecordRef& here) const {
    if (const std::string place = git::other_worktree_with(x_repository, s.onto);
        !place.empty() && !git::StatusQuestion(git::Git(place)).answer().entries.empty())
      return true;
    return is_committed_since(s, x_store.load(here).git(), std::string(git::kBranchRefs) + s.onto);
  }

  /// Is what was put back here gone from the tree, stashed for one, and something else changed?
  /// What that is changed in one of its files, too, has no line of it.
  bool is_put_aside(const Shared& s, const model::GitBlock& work) const {
    if (!s.ours || s.on.empty() || x_head.oid != s.on || !work.submodules.empty())
      return false;
    const std::vector<WorkChange> changes = changes_of(x_repository, work);
    if (changes.empty() || git::StatusQuestion(x_repository.git()).answer().entries.empty())
      return false;
    switch (presence_in_files(x_repository, work)) {
      case WorkPresence::here:
        return false;
      case WorkPresence::none:
        return true;
      case WorkPresence::touched:
        break;
    }
    const FilesHere here(x_repository, changes);
    std::vector<WorkChange> changed = changes;
    std::erase_if(changed, [&](const WorkChange& c) {
      return !here.is_unknown(c.path) && here.is_as(c.path, c.before);
    });
    return !is_gone_on_with_here(x_repository, work, changed) &&
           (changed.size() < changes.size() || !told_stashed(x_store, s).empty());
  }

  bool is_older_here(const RecordRef& ref) const {
    const Record record = x_store.load(ref);
    if (record.previous.empty())
      return false;
    const Record before = x_store.load_version(ref, record.previous);
    const model::GitBlock& work = before.git();
    return (!work.wip_commit.empty() && is_below_head(work.wip_commit)) ||
           presence_in_files(x_repository, work) == WorkPresence::here;
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const git::Head& x_head;
  std::string x_resumed;  ///< also by a take that was killed before it noted where; empty: nothing
  std::map<std::string, RecordRef> x_records;  ///< by id: the live one, else the retired one
  std::optional<std::set<std::string>> x_changed = {};  ///< paths of this tree, once asked
  std::optional<std::vector<WipCommit>> x_wips = {};    ///< below HEAD, once somebody asked
};

/// Was the one begun with the other, or does its work stand on that one's?
bool goes_on_from(const git::Git& git, const WorkSource& a, const WorkSource& b) {
  return a.forked_from == b.shared.id ||
         (!a.stands_on.empty() && !b.stands_on.empty() && a.stands_on != b.stands_on &&
          git::is_ancestor(git, b.stands_on, a.stands_on));
}

/// Times are of two clocks, or of one that was set: they count where nothing else tells.
bool is_better_source(const git::Git& git, const WorkSource& a, const WorkSource& b) {
  if (a.presence != b.presence)
    return a.presence > b.presence;
  if (a.elsewhere.empty() != b.elsewhere.empty())
    return a.elsewhere.empty();
  if (a.in_files != b.in_files)
    return a.in_files > b.in_files;
  if (a.beyond && a.forked_from == b.shared.id)
    return *a.beyond;
  if (b.beyond && b.forked_from == a.shared.id)
    return !*b.beyond;
  if (a.shared.ours != b.shared.ours)
    return a.shared.ours;
  if (a.is_last != b.is_last)
    return a.is_last;
  if (const bool forward = goes_on_from(git, a, b); forward != goes_on_from(git, b, a))
    return forward;
  return a.shared.since > b.shared.since;
}

}  // namespace

std::vector<WorkSource> find_sources(const Store& store, const git::Head& head) {
  return WorkSources(store, head).find();
}

const WorkSource* best_of(const git::Git& git, const std::vector<WorkSource>& sources) {
  const WorkSource* best = nullptr;
  for (const WorkSource& source : sources)
    if (!source.waits_for_its_work() && source.presence != WorkPresence::none &&
        (best == nullptr || is_better_source(git, source, *best)))
      best = &source;
  for (const WorkSource& source : sources)
    if (best == nullptr && source.older)
      best = &source;
  return best;
}

std::vector<OwnFork> own_forks(const Store& store, const git::Head& head, const WorkSource& of) {
  return WorkSources(store, head).own_forks(of);
}

std::optional<Record> record_here(const Store& store, const std::vector<RecordRef>& all,
                                  const std::string& id) {
  const RecordRef* found = nullptr;
  for (const RecordRef& ref : all)
    if (ref.id == id && ref.place != RecordRef::Place::remote && is_record_of_ours(store, ref) &&
        (found == nullptr || found->archived()))
      found = &ref;
  return found != nullptr ? std::optional(store.load(*found)) : std::nullopt;
}

Record as_sent(const Store& store, const Shared& shared, Record here) {
  return is_behind_sent(store, here.at, shared.local) ? store.load_version(here.at, shared.local)
                                                      : std::move(here);
}

}  // namespace handoff::ops
