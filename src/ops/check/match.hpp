#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "git/history/history.hpp"
#include "model/check.hpp"

namespace handoff::ops {

/// Two lines of history that share a past: `lost`, whose commits are not where they were expected,
/// and `here`. Both oldest first.
struct TwoHistories {
  std::vector<git::LogEntry> lost = {};
  std::vector<git::LogEntry> here = {};
};

/// What a lost commit became.
struct Match {
  model::Fate fate = model::Fate::none;  ///< rewritten, squashed or reverted
  std::vector<std::string> to = {};      ///< several where it was split; oldest first
  std::string means = {};       ///< "patch-id", "equal tree", "author, date and subject", ...
  bool is_same_change() const;  ///< all of its lines, and no others
  bool is_in_part() const { return means == kInPart; }
  bool is_whole() const;  ///< all that it changed, if need be as it fitted in there
  static constexpr const char* kByMessage = "its message";
  static constexpr const char* kAllSides = "its parents";  ///< of a merge; `to` may be empty
  static constexpr const char* kInPart = "most of its lines";
  static constexpr const char* kWithMore = "all of its lines";  ///< among others, of nobody
};
using Matches = std::map<std::string, Match>;  ///< by the lost commit's id

/// The commits of `lost` (oldest first) that `tip` stands on, itself among them, newest first:
/// those that changed something, without merges and paused work.
std::vector<git::LogEntry> line_below(const std::vector<git::LogEntry>& lost,
                                      const std::string& tip);

/// Files that a commit's new form leaves alone. None where that has files of its own: one may be
/// the other by another name.
std::vector<std::string> not_in_new_form(const git::LogEntry& commit,
                                         const std::vector<git::LogEntry>& now);

/// Commits of `here` whose patch is worth the reading, at most `limit`: those that could be a lost
/// one.
std::vector<std::string> worth_reading(const TwoHistories& histories, size_t limit);

/// Pairs the two. Each commit of `here` is what at most one lost commit (or one group that was
/// squashed) became. In this order: patch-id, equal change, the message that names it, equal tree,
/// the sum of several changes, a sum that was split, author with date and subject, author with
/// date, a fixup's subject, most of its lines, all of its lines among others. What is paired with
/// nothing is absent.
Matches match_commits(const TwoHistories& histories,
                      const std::map<std::string, git::Patch>& patches);
/// The same with the patches of all lost ones, and at most `limit` of those here, as git has them.
Matches match_commits(const TwoHistories& histories, const git::Git& git, size_t limit);

/// Which of `commits` were reverted by which of `later` (newest first), and not restored after: by
/// the message that git writes or by a change that is exactly the opposite.
std::map<std::string, std::string> find_reverts(const std::vector<git::LogEntry>& commits,
                                                const std::vector<git::LogEntry>& later,
                                                const std::map<std::string, git::Patch>& patches);
/// What a commit says that it takes back: `Revert "subject"`, and `Reapply` of what was reverted.
std::string subject_taken_back(const std::string& subject);
/// Commits that others of the same history (newest first) took back by what git writes into a
/// message, with what a merge brought that was; what was restored after is not among them.
std::set<std::string> taken_back_in(const std::vector<git::LogEntry>& history);
/// The commits (of both) whose patches find_reverts needs; of `later` at most `limit`, the newest.
std::vector<std::string> worth_reading_for_reverts(const std::vector<git::LogEntry>& commits,
                                                   const std::vector<git::LogEntry>& later,
                                                   size_t limit);

}  // namespace handoff::ops
