#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// Paused work of another branch that a branch carries along: it was begun there. Or what is left
/// of it: where the work was resumed on its own branch, its WIP commit stays below this one.
struct PausedBelow {
  std::string branch;  ///< the one that the work was paused on
  std::string id;
  std::string top;    ///< the newest commit of the work
  std::string merge;  ///< the merge that brought it in; empty: it is on first parents
  std::string base;   ///< what it, or that merge, stands on; empty: nothing
  bool at_tip = false;
  bool copied = false;   ///< ... by a cherry-pick or a rebase: the branch was not begun there
  bool retired = false;  ///< resumed or put away on its own branch, or gone on with: that has the
                         ///< commit no more
  bool pushed = false;   ///< this branch's own remote branch has it too: others may build on it
  bool merges = false;   ///< on top of what a rebase would take out there are merges
  bool adapted = false;  ///< ... with what no rebase has again: see are_plain_merges()
  bool edited = false;   ///< at_tip: there are changes, which a reset may refuse

  /// "is based on the paused work of login (1a2b3c4)"
  std::string sentence() const;
  /// The command that takes the work out of the branch, with the merge that brought it in; empty
  /// where there is none that keeps the rest, and where it was pushed. `worktree`: where it is to
  /// work, for somebody who is elsewhere.
  std::string way_out(const std::string& worktree = {}) const;
  /// ... with what it is for: "to leave that out: git reset --keep 1a2b3c4"
  std::string told_way_out(const std::string& worktree = {}) const;
};

/// A commit that says it is paused work, by its message.
struct WipCommit {
  std::string oid;
  std::string id = {};  ///< of its record, as the trailer has it
  size_t depth = 0;     ///< 0: HEAD itself; counts on first parents
  bool is_root = false;
  std::string base = {};    ///< where it ends several pauses: what they stand on
  std::string merge = {};   ///< on HEAD's first parents the one that brought it in, if it was one
  std::string before = {};  ///< the first parent of that
};

/// Those in HEAD's history, not far down: first those on first parents, newest first, then what
/// merges brought in. None where there is no record, which costs nothing.
std::vector<WipCommit> wip_commits_below(const Store& store, const git::Head& head);

/// The first of them that is another branch's, also where it came in by a merge. Not what the
/// branch's own remote branch has too where the work is no longer paused: that stays.
std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head,
                                        const std::vector<WipCommit>& wips);
std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head);

/// The branch's own WIP commit below what was committed on it since, where no resume of a record
/// takes it off. As above, not one that stays, and on first parents only: what came in by a merge
/// is not folded into anything.
std::optional<WipCommit> buried_wip(const Store& store, const git::Head& head,
                                    const std::vector<WipCommit>& wips);
/// The first of them, at HEAD or below on first parents, that is an older version of work which is
/// paused on another branch by now: no resume takes it off here. Not one that stays, as above.
std::optional<WipCommit> older_than_elsewhere(const Store& store, const git::Head& head,
                                              const std::vector<WipCommit>& wips);
/// "1a2b3c4 of login-20260324-... stays below what was committed since; to squash it, ..."
std::string told_buried(const git::Repository& repository, const WipCommit& wip);
/// "of login-20260324-... stays below what was committed since"
std::string where_buried(const WipCommit& wip);
/// What of both there is at HEAD, each in a sentence with what takes it out: nothing of the record
/// with this id that is another branch's.
std::vector<std::string> told_wips_below(const Store& store, const git::Head& head,
                                         const std::string& id);
/// Of HEAD, where the work of the record was taken off the branch, and what is left is a WIP commit
/// of it all the same: the order was changed. Empty: it is none, or was published.
std::string told_wip_left(const Store& store, const git::Head& head, const std::string& id);
/// The command that opens the list of what a branch (empty: the one checked out) has on a commit
/// (empty: all of it), with its merges: "git rebase -i --autostash 1a2b3c4~1".
std::string way_to_list(const git::Repository& repository, const std::string& base,
                        const std::string& branch = {});
/// ... of such a commit and what is on it.
std::string way_to_list(const git::Repository& repository, const WipCommit& wip,
                        const std::string& branch = {});
/// "to squash it, 'fixup -C' on the line below it: git rebase -i ...", behind `before`. Nothing
/// where the branch's remote has it, or where not one line follows on it: a merge, or two branches.
std::string told_fold(const git::Repository& repository, const std::string& before,
                      const WipCommit& wip, const std::string& branch = {});

/// The version of the record here that has exactly the work of this commit.
std::optional<Record> version_at(const Store& store, const RecordRef& ref,
                                 const std::string& commit);
/// Is the commit the work of a version of the record, what was paused before and went below others
/// included?
bool is_work_of_any_version(const Store& store, const RecordRef& ref, const std::string& commit);

}  // namespace handoff::ops
