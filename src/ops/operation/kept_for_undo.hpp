#pragma once

#include <set>
#include <string>
#include <utility>

#include "git/objects/quarantine.hpp"
#include "git/repo/refs.hpp"
#include "ops/operation/step.hpp"

namespace handoff::ops {

/// What `undo` would bring back, and what it would bring back after that, need not be in any record
/// or branch: a commit of this ref holds it, from before an operation is offered to be undone until
/// another one is. One ref a worktree, in the repository, since git asks other worktrees for HEAD
/// alone.
inline constexpr const char* kKeptForUndo = "refs/handoffs/undo/";

/// Of the worktree with this git directory.
std::string undo_ref(const git::Layout& layout, const std::string& git_dir);

/// Names of refs, and what they pointed at when an operation was done.
using NamedVersions = std::set<std::pair<std::string, std::string>>;
/// Those that a commit of such a ref tells of.
NamedVersions named_in(git::ObjectDatabase& objects, const std::string& kept);

/// Writes the commit that holds everything which the operation names, and gives the move of the ref
/// to it, which goes with the first refs of the operation.
git::RefUpdate keep_for_undo(const git::Repository& repository, git::Quarantine& quarantine,
                             const Transaction& transaction);

/// What the last operation of its worktree moved such a ref to, or one under way would: empty where
/// no file of an operation tells.
std::string told_as_kept(const git::Layout& layout, const std::string& ref);

/// Is the ref one that was moved by keep_for_undo()?
bool is_kept_for_undo(const git::RefUpdate& update);

}  // namespace handoff::ops
