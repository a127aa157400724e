#pragma once

#include <optional>
#include <vector>

#include "ops/operation/op_file.hpp"

namespace handoff::ops {

/// The refs of a step that are not moved yet: none where it is done, all where it is to do. Git
/// killed in the middle moves some. nullopt: one is neither as it was nor as it is to be.
std::optional<std::vector<git::RefUpdate>> left_to_move(const git::Repository& repository,
                                                        const Step& step);

/// An operation ends half-way: the notes go to where the refs are. Those that were opened for refs
/// which are not moved are closed again, those of a record whose ref is there are folded.
void settle_notes(const git::Repository& repository, const Transaction& transaction);

/// Is what the operation moves still checked out here: the branch among its refs, or a detached
/// HEAD? If not, the index is another's.
bool is_checked_out(const git::Repository& repository, const Transaction& transaction);

/// Removes the locks of refs that git children of this operation left when they were killed: the
/// very files that were linked when it held them, and those that hold what it was to write. An
/// empty one with no link may be any program's: it stays. Gives those in this operation's way that
/// stay.
std::vector<std::string> remove_ref_locks(const git::Layout& layout, const OpFile& op);

}  // namespace handoff::ops
