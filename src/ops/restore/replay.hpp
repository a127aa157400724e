#pragma once

#include <optional>
#include <string>

#include "git/objects/merge_trees.hpp"
#include "ops/records/store.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

/// What a commit is to the work of a record. A trailer or a patch-id prove nothing: the recorded
/// work is put onto the commit's parent as a cherry-pick would, and the result is its tree or not.
struct WipAt {
  enum class Kind {
    none,
    same,      ///< the recorded commits, or our messages over exactly their change
    altered,   ///< our message, over something else: amended, or a conflict was resolved
    older,     ///< the lower part of a stack: what was paused last is not in it
    reworded,  ///< exactly their change under a message of somebody's
  } kind = Kind::none;
  WipStack stack = {};  ///< what would be taken off; with `reworded` that commit alone
  bool is_ours() const { return kind == Kind::same || kind == Kind::altered; }
};

/// The tree of a commit; the empty text for an empty oid. Throws a Failure where it is missing.
std::string tree_of(const Store& store, const std::string& commit);

/// What the commit `tip`, and those below it that have our messages, are to the record. Whose
/// branch they are on is not asked.
WipAt wip_at(const Store& store, const Record& record, const std::string& tip);

/// What would be taken off where `tip` is the untouched work of an earlier version of the record,
/// on another base perhaps. It is not asked whether it is that of this version, too.
std::optional<WipStack> older_work_at(const Store& store, const Record& record,
                                      const std::string& tip);

/// The commit with which the work went into the history of `tip`: the first since the base that
/// holds all of it. Empty where `tip` does not hold it, or nothing was committed since.
std::string commit_with_work(const Store& store, const Record& record, const std::string& tip);

/// Does the commit alone bring all of the recorded work? Where git cannot tell it does.
bool brings_all(const Store& store, const Record& record, const std::string& commit);
/// Of a commit with which all of the work is there: had commits before it a part of it?
bool is_only_rest(const Store& store, const Record& record, const std::string& commit);

/// What git makes of two commits by itself; nullopt where they have no commit in common.
std::optional<git::TreeMerge> merge_commits(const Store& store, git::Quarantine& quarantine,
                                            const std::string& ours, const std::string& theirs);

/// Has each merge in the range, and `also` if it is one, what git makes of its parents by itself,
/// two, without a conflict? What else is in one (an adaption, how conflicts were solved) no rebase
/// has again.
bool are_plain_merges(const Store& store, const std::string& range, const std::string& also = {});

/// The recorded message, but for trailers that were added (by `commit -s`, or a hook).
bool is_message_of(std::string_view message, std::string_view recorded);

}  // namespace handoff::ops
