#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/clock.hpp"
#include "ops/records/store.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

/// Are the bytes that a record keeps of a file those of the work's blob itself, as that is
/// reviewed?
bool is_blob_of_work(const git::TreeEntry& work, const git::TreeEdit& kept);

/// Has the file exactly the bytes of this blob, without git's filters, and is it executable where
/// `mode` says so; or is it the link that the blob names?
bool stands_as_kept(git::ObjectDatabase& objects, const std::string& file, uint32_t mode,
                    const std::string& oid);

/// The permissions of a file that had `recorded`: nobody may read or write it who might not then.
/// To run it is for whom it is executable to git, and who may read it: that is of the content.
mode_t narrowed(mode_t now, mode_t recorded);

/// When the record was written, in nanoseconds; not too early.
int64_t moment_of(const Store& store, const Record& record);

/// What the record keeps beside its commit, and the tree does not have so any more: files whose
/// exact bytes, mode or absence git was not to see. Nothing of a stranger's record. Files that
/// nobody has touched since that time are not read.
std::vector<std::string> lost_bytes(const Store& store, const Record& record, Seconds since = 0);

/// Of these, such as the user made so since the pause: no checkout has written them, or taken them
/// away.
std::vector<std::string> edited_beside(const Store& store, const Record& record);

/// The others of them, and those that the user made so behind a checkout that did: only the record
/// has them now. As where_bytes_are() tells them.
std::vector<std::string> told_lost_by_checkout(const Store& store, const Record& record);

/// Are the bytes of all files that it keeps beside its commit in the working tree or in this commit
/// as well? Line ends do not count.
bool has_all_beside(const Store& store, const Record& record, const std::string& commit);

/// Those edited ones, and what else beside the commit was changed by hand; nothing where that
/// cannot be known: a checkout, a reset, a stash took place since.
ChangedByHand changed_by_hand(const Store& store, const Record& record);

/// Those that are lost, and such as more people may read by now.
std::vector<std::string> lost_beside_commit(const Store& store, const Record& record);

/// Of these files such as the commit of the work has not: git ignores them.
std::vector<std::string> not_in_commit(const Store& store, const Record& record,
                                       std::vector<std::string> paths);

/// Files that are in the record, not in its commit, and not there any more.
std::vector<std::string> gone_from_beside(const Store& store, const Record& record);

/// Files that the pause left where they were, in this folder, and that are gone, or that a checkout
/// has written since: git overwrites what it ignores.
std::vector<std::string> lost_of_left_out(const Store& store, const Record& record);

/// "'b' as it was paused: git cat-file blob 31259be6cb80", for those of `paths` whose exact bytes
/// the record keeps: no commit of a branch holds them.
std::vector<std::string> where_bytes_are(const Store& store, const Record& record,
                                         const std::vector<std::string>& paths);

}  // namespace handoff::ops
