#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What a record keeps of a CommitMessage lies in this folder of it, by its name.
inline constexpr const char* kMessageFolder = "messages";

/// A file of the git directory with what `git commit` offers as its message, and git takes away at
/// a switch: SQUASH_MSG of `merge --squash`, MERGE_MSG of `cherry-pick -n`.
struct CommitMessage {
  std::string name;
  std::string bytes;
};

/// Is it the name of one?
bool is_commit_message(const std::string& name);

/// What the commit of both works is to be offered: the older words, a blank line, and the newer,
/// unless one has the other. Of the older what stands above the scissors.
std::string both_messages(const std::string& older, const std::string& newer);

/// Those that are there. None while git has an operation under way: they are parts of that.
std::vector<CommitMessage> commit_messages(const git::Repository& repository);

/// What is there now, whatever git has under way; nullopt: none that may be one.
std::optional<std::string> commit_message(const git::Layout& layout, const std::string& name);

/// One that is longer than a record keeps, for people; empty: none is.
std::string told_long_message(const git::Repository& repository);

/// From the one to the other; nullopt: it is not there.
struct MessageMove {
  std::string name;
  std::optional<std::string> before, after;
};

/// What is not as it was before stays: somebody has put another in its place, or it is done.
void move_messages(const git::Layout& layout, const std::vector<MessageMove>& moves);

}  // namespace handoff::ops
