#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

struct SwitchRequest {
  std::string branch;          ///< short name
  std::string create_at = {};  ///< the commit at which it is created; empty: it exists
  git::Head from;              ///< what is checked out
  std::string from_tree;       ///< empty on an unborn branch
  std::string to_tree;
};

/// Refuses, as `git switch` and `git reset --soft` do, in the middle of a merge, a rebase and their
/// likes: who aborts those goes back to what HEAD was when they began. `what`: "switch to 'feat'".
void refuse_in_operation(const git::Repository& repository, const std::string& what);

/// The same, and refuses to move a branch that another worktree has checked out as well: its files
/// would not follow, and its next commit would take the difference along.
void refuse_to_move_branch(const git::Repository& repository, const std::string& what);

/// For people: how they come to a branch (its short name) that is not checked out here: "switch to
/// it first: git switch login", or what has to be ended before, or the worktree that has it.
std::string way_to_branch(const git::Repository& repository, const std::string& branch);

/// What `git switch` does, with its reflog and its hook, on a tree without changes, but so that a
/// refusal, a failure or a kill leaves every file as it was: throws a Failure then. Gives, for
/// people, what git has put into the stash by it; empty: nothing.
std::string switch_branch(const git::Repository& repository, const SwitchRequest& request);

/// For people, after a switch from a detached HEAD: its commits that no ref has, and what keeps
/// them. Empty: there are none.
std::string left_behind(const git::Repository& repository, const git::Head& from);

struct ResetRequest {
  git::Head from;         ///< what is checked out, and goes to `to`
  std::string from_tree;  ///< empty on an unborn branch
  std::string to;         ///< a commit
  std::string to_tree;
};

/// What `git reset --keep` does, in the same way.
void reset_branch(const git::Repository& repository, const ResetRequest& request);

/// Where nothing is staged any more: git is not to take the files of the next commit for how the
/// conflicts of work that has gone were resolved (rerere).
void forget_conflicts(const git::Repository& repository);

}  // namespace handoff::ops
