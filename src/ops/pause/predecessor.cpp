#include "ops/pause/predecessor.hpp"

#include <algorithm>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/file_moves.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/submodules_elsewhere.hpp"

namespace handoff::ops {

namespace {

bool is_changed_still(const Outcome& changed, const Snapshot& present) {
  const std::set<std::string> now(present.paths.begin(), present.paths.end());
  const std::vector<std::string> paths = split(changed.out, '\0');
  return changed.ok() && std::ranges::all_of(paths, [&](const std::string& path) {
           return path.empty() || now.contains(path);
         });
}

/// Is a file that was kept in HEAD as it was before the work?
bool is_any_taken_out(const Store& store, const Record& record, const std::string& head) {
  const model::GitBlock& block = record.git();
  if (head.empty())
    return false;
  KeptWork work(store.repository(), store.objects(), block.base, block.wip_commit);
  if (work.paths().empty())
    return false;
  const size_t digits = store.repository().layout().oid_digits();
  git::TreeReader before(store.objects(), tree_of(store, block.base), digits);
  git::TreeReader now(store.objects(), tree_of(store, head), digits);
  return std::ranges::any_of(work.paths(), [&](const std::string& path) {
    const git::TreeEntry was = before.at(path), is = now.at(path);
    return was.mode == is.mode && was.oid == is.oid;
  });
}

/// Is the paused work in what the branch has by now: committed, or gone on with?
bool went_in(const Store& store, const Record& record, const git::Head& head) {
  return !commit_with_work(store, record, head.oid).empty() ||
         !commit_gone_on_with(store, record, head.branch, head.oid).empty();
}

/// Is the operation in which it was paused under way still, and not begun anew since?
bool is_in_its_operation(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  const std::string& then = record.git().operation;
  const std::optional<FileIdentity> begun =
      then.empty() || repository.operation() != then
          ? std::nullopt
          : identity_of(git::file_of_operation(repository.layout().git_dir));
  return begun && begun->modified <= moment_of(store, record);
}

/// Would a new version of this worktree's record with the present in it bury nothing? Not work that
/// HEAD, or the working tree, has left: that stays listed, and is offered again.
bool goes_on_from(const Store& store, const Record& record, const Snapshot& present) {
  const git::Head& head = present.status.head;
  const model::GitBlock& block = record.git();
  const std::string& wip = block.wip_commit;
  if (record.is_checkpoint())  // what was taken out of the tree alone is nowhere else
    return wip.empty() || (!present.clean() && has_all_beside(store, record, head.oid)) ||
           (present.clean() && block.base != head.oid &&
            !is_any_taken_out(store, record, head.oid) && has_all_beside(store, record, head.oid));
  if (wip == head.oid)  // within an operation the work is kept beside it, and may go with --abort
    return !block.on_branch || !store.repository().operation();
  if (wip.empty())
    return block.base == head.oid;
  if (head.unborn() || !store.objects().contains(wip))
    return false;
  auto git = [&](std::vector<std::string> args) {
    return store.repository().git().run({.args = std::move(args)});
  };
  if (git::is_ancestor(store.repository().git(), wip, head.oid))  // and is HEAD again after --abort
    return !block.on_branch || !store.repository().operation();
  if (block.on_branch && (wip_at(store, record, head.oid).is_ours() ||  // rebased
                          went_in(store, record, head)))
    return true;
  if (block.base != head.oid || present.clean())
    return false;
  if (trim(git({"rev-parse", "--verify", "-q", wip + "^{tree}"}).out) == present.wip_tree)
    return true;
  // An import, --snapshot-only and a pause within an operation keep the work beside the branch: it
  // goes on where each change is one still.
  const bool beside =
      !block.on_branch && (block.operation.empty() || is_in_its_operation(store, record));
  return beside &&
         is_changed_still(
             git({"diff-tree", "-r", "--no-renames", "--name-only", "-z", head.oid, wip}), present);
}

class PredecessorSearch {
 public:
  PredecessorSearch(const Store& store, const PauseRequest& request, const model::GitBlock& block,
                    const Snapshot& snapshot)
      : x_store(store),
        x_request(request),
        x_block(block),
        x_snapshot(snapshot),
        x_head(snapshot.status.head),
        x_for_checkpoint(request.mode == model::Mode::checkpoint) {}

  Predecessor run() {
    if (x_request.imported)
      return {};
    size_t damaged = 0;
    std::vector<Record> live = x_store.live_at(x_head, &damaged);
    if (damaged == 1)
      tell_damaged();
    else if (damaged > 1)
      x_found.damaged.push_back(count_of(damaged, "record") + " of this branch cannot be read");
    if (live.empty())  // what was kept before the branch was renamed
      for (Record& record : x_store.live_on(x_head))
        if (record.at.branch != "HEAD")
          live.push_back(std::move(record));
    find_live(live);
    follow_shared();
    const std::optional<Record>& previous = x_found.previous;
    if (!x_for_checkpoint)
      for (Record& record : live)
        if (record.is_checkpoint() && (!previous || record.at.id != previous->at.id) &&
            is_of_this_worktree(record) && goes_on_from(x_store, record, x_snapshot) &&
            may_extend(record))
          x_found.superseded.push_back(std::move(record));
    if (!previous)
      find_resumed();
    if (!x_for_checkpoint && x_request.pathspecs.empty())
      look_at_submodules();
    if (previous && !x_head.unborn())
      if (WipAt at = wip_at(x_store, *previous, x_head.oid); at.is_ours()) {
        x_found.stack = at.stack;
        x_found.is_altered = at.kind == WipAt::Kind::altered;
      }
    if (previous && !x_found.stack && x_found.warning.empty())
      x_found.warning = told_buried(*previous);
    return std::move(x_found);
  }

 private:
  /// Such a record gets no further version, and is told of.
  void tell_damaged() {
    for (const RecordRef& ref : x_store.active_on(x_head.label()))
      try {
        x_store.look_at(ref);
      } catch (const Failure& failure) {
        x_found.damaged.push_back(failure.message());
        return;
      }
  }

  /// Commits were made on top of the WIP commit of the pause before, as it was or as a rebase made
  /// it: it stays below them.
  std::string told_buried(const Record& before) const {
    if (x_for_checkpoint || before.git().wip_commit.empty() || !before.git().on_branch)
      return {};
    for (const WipCommit& wip : wip_commits_below(x_store, x_head))
      if (wip.merge.empty() && wip_at(x_store, before, wip.oid).is_ours())
        return "the WIP commit " + git::short_oid(wip.oid) +
               " of the pause before stays below what was committed since" +
               told_fold(x_store.repository(), "; ", wip);
    return {};
  }

  /// What a pause goes on with is what was put back, also on another branch, or in another
  /// worktree.
  void find_resumed() {
    std::string id = x_request.continues;
    if (id.empty()) {
      const git::Repository& repository = x_store.repository();
      const std::vector<model::Note> notes =
          notes_for(read_journal(repository.layout().journal_file()), x_head.label());
      if (const auto here = resumed_here(repository, x_head, notes))
        id = here->id;
    }
    if (!id.empty() && !in_list(x_request.stay, id) && !in_list(x_request.given_back, id))
      try_resumed(id);
  }

  /// What lies elsewhere, as long as its own branch is there: it was stashed, and this is other
  /// work on the same commit.
  bool waits_on_its_branch(const Record& record) const {
    return x_request.continues.empty() && !record.git().wip_commit.empty() &&
           record.at.branch != x_head.label() &&
           git::read_ref(x_store.repository(), std::string(git::kBranchRefs) + record.at.branch) &&
           !is_left_in_the_tree(record);
  }

  void try_resumed(const std::string& id) {
    for (const RecordRef& ref : x_store.archived())
      if (ref.id == id) {
        try {
          Record record = x_store.load(ref);
          if (!waits_on_its_branch(record))
            go_on_from_resumed(std::move(record));
        } catch (const Failure& failure) {
          x_found.damaged.push_back(failure.message());
        }
        return;
      }
  }

  /// What `git add` has of a submodule is what is checked out in it: nobody need have followed.
  void look_at_submodules() {
    if (x_head.unborn() || !exists(join_path(x_store.repository().layout().root, ".gitmodules")))
      return;
    try {
      const auto here = resumed_here(x_store.repository(), x_head, {});
      for (const RecordRef& ref : here ? x_store.archived() : std::vector<RecordRef>())
        if (ref.id == here->id)
          x_found.submodules =
              submodules_left_behind(x_store, x_store.load(ref), x_head.oid, x_snapshot.paths);
    } catch (const Failure&) {
      // Damaged, and told by what needs it.
    }
  }

  void go_on_from_resumed(Record record) {
    if (!may_extend(record))
      return;
    x_found.is_as_resumed = is_as_resumed(record);
    // Where it was words alone nothing of it can be committed, as long as nothing is.
    const bool is_words = record.git().wip_commit.empty() && record.git().base == x_head.oid;
    if (x_found.is_as_resumed || is_words || is_left_in_the_tree(record) ||
        !is_any_committed_since(record))
      x_found.resumed = std::move(record);
  }

  /// Also of files that this pause is not of.
  bool is_left_in_the_tree(const Record& record) const {
    return is_in_the_tree(record.handoff, x_request.pathspecs.empty()
                                              ? x_snapshot.status
                                              : git::read_status(x_store.repository().git()));
  }

  /// Has HEAD one of its files otherwise than it was before the work? Else that is stashed, or on
  /// another branch, and is still to be done.
  bool is_any_committed_since(const Record& record) const {
    const model::GitBlock& work = record.git();
    if (work.base == x_head.oid || work.wip_commit.empty())
      return false;
    if (x_head.unborn() || !x_store.objects().contains(work.base) ||
        !x_store.objects().contains(work.wip_commit))
      return true;
    KeptWork kept(x_store.repository(), x_store.objects(), work.base, work.wip_commit);
    const size_t digits = x_store.repository().layout().oid_digits();
    git::TreeReader before(x_store.objects(), tree_of(x_store, work.base), digits);
    git::TreeReader now(x_store.objects(), tree_of(x_store, x_head.oid), digits);
    return std::ranges::any_of(kept.paths(), [&](const std::string& path) {
      const git::TreeEntry was = before.at(path), is = now.at(path);
      return was.mode != is.mode || was.oid != is.oid;
    });
  }

  bool is_as_resumed(const Record& record) const {
    const std::string& wip = record.git().wip_commit;
    return record.git().base == x_head.oid &&
           (wip.empty()
                ? x_snapshot.clean()
                : x_store.objects().contains(wip) && tree_of(x_store, wip) == x_snapshot.wip_tree);
  }

  void find_live(const std::vector<Record>& live) {
    for (const Record& record : live)
      if ((x_for_checkpoint ? record.is_checkpoint() && is_of_this_worktree(record) &&
                                  goes_on_from(x_store, record, x_snapshot)
                            : is_continued_by(record)) &&
          may_extend(record)) {
        x_found.previous = record;
        return;
      }
    if (x_for_checkpoint)
      return;
    try {
      std::optional<Record> renamed = x_store.of_wip_at(x_head);
      if (renamed && is_continued_by(*renamed) && may_extend(*renamed))
        x_found.previous = std::move(renamed);
    } catch (const Failure& failure) {
      // The work comes first: what is here is paused in a record of its own.
      x_found.warning = failure.message() + "; this is a new one";
    }
  }

  /// What nobody has read gets no version of ours; and nothing that acts by itself touches what is
  /// not the user's.
  bool may_extend(const Record& record) const {
    const Origin origin = Provenance(x_store.repository()).of_all(record);
    return x_request.reversible ? model::is_readable(origin) : origin == Origin::mine;
  }

  bool is_of_this_worktree(const Record& record) const {
    return record.git().worktree == x_block.worktree;
  }

  /// The worktree that it was paused in may be gone, or have another branch by now: the one that
  /// has the branch, and stands on the work, goes on from it.
  bool is_on_its_work(const Record& record) const {
    return !record.is_checkpoint() && record.git().on_branch && !x_head.unborn() &&
           !x_head.detached() && wip_at(x_store, record, x_head.oid).is_ours() &&
           git::other_worktree_with(x_store.repository(), x_head.branch).empty();
  }

  /// What was committed since is over, and goes to the archive.
  bool is_continued_by(const Record& record) const {
    if (is_committed_checkpoint(x_store, record, x_head))
      return false;
    return is_of_this_worktree(record) ? goes_on_from(x_store, record, x_snapshot)
                                       : is_on_its_work(record);
  }

  WipAt::Kind at_head(const Record& record) const {
    return x_head.unborn() ? WipAt::Kind::none : wip_at(x_store, record, x_head.oid).kind;
  }

  /// A shared handoff that was taken here goes on under its id; what is here of one that somebody
  /// else has by now goes on under a new one.
  void follow_shared() {
    const bool forks = x_request.continues.empty();
    const std::string& id = forks ? x_request.forked_from : x_request.continues;
    std::optional<Record>& previous = x_found.previous;
    const bool is_found = previous && !previous->is_checkpoint();
    // What only looks like this work, or was committed below it, stays as it is, beside it.
    const WipAt::Kind at =
        is_found && !forks && previous->at.id != id ? at_head(*previous) : WipAt::Kind::same;
    const bool is_another = (at == WipAt::Kind::none || at == WipAt::Kind::reworded) &&
                            !previous->git().wip_commit.empty();
    if (id.empty() || (is_found && !is_another && !(forks && previous->at.id == id)))
      return;
    std::optional<Record> own;
    for (const RecordRef& ref : x_store.active_on(x_head.label()))
      if (ref.id == id)
        own = x_store.load(ref);
    if (!forks && !own)  // it was taken onto another branch than its own
      for (const RecordRef& ref : x_store.active())
        if (ref.id == id && may_extend(x_store.load(ref)))
          own = x_store.load(ref);
    if (forks && !x_head.unborn() && (!own || at_head(*own) != WipAt::Kind::same))
      for (const RecordRef& ref : x_store.everywhere())
        if (ref.id == id && ref.place != RecordRef::Place::remote && !x_found.stays)
          if (std::optional<Record> before = version_at(x_store, ref, x_head.oid);
              before && may_extend(*before)) {
            x_found.stays = true;  // what it has become is not here yet, or is elsewhere
            own = std::move(before);
          }
    if (forks && (!own || x_head.unborn() || !wip_at(x_store, *own, x_head.oid).is_ours()))
      return;
    previous = std::move(own);
    if (previous)
      return;
    git::RefUpdate& retired = x_found.retired;
    for (const RecordRef& ref : x_store.archived())  // also of a branch that was renamed
      if (ref.id == id && (retired.name.empty() || ref.branch == x_head.label())) {
        retired.name = ref.ref;
        retired.expected = ref.oid;
      }
  }

  const Store& x_store;
  const PauseRequest& x_request;
  const model::GitBlock& x_block;
  const Snapshot& x_snapshot;
  const git::Head& x_head;
  bool x_for_checkpoint;
  Predecessor x_found;
};

}  // namespace

std::string Predecessor::before_at(const std::string& ref) const {
  return previous && previous->at.ref == ref ? previous->at.oid : std::string();
}

Predecessor find_predecessor(const Store& store, const PauseRequest& request,
                             const model::GitBlock& block, const Snapshot& snapshot) {
  return PredecessorSearch(store, request, block, snapshot).run();
}

}  // namespace handoff::ops
