#pragma once

#include <set>
#include <string>
#include <string_view>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Writes down, under the user's seal, which commits were made in this clone since it was looked at
/// last: those that `git commit` has entered in HEAD's log. What a log said before the first look
/// counts only where it cannot have come with a copy: the log has no entry that is older than its
/// folder, and the commit's object was born when the entry was written. Never throws.
void witness_own_commits(const git::Repository& repository);

/// Adds a commit that this program has made of the user's own work.
void remember_own_commit(const git::Repository& repository, const std::string& oid);

/// Did this user make this commit in this clone, as far as it can be proven? Also of what the log
/// says since it was written down last.
bool is_own_commit(const git::Repository& repository, const std::string& oid);

/// What is told of a commit's subject, and of its author (`Name <mail>`): escaped, in one line,
/// short, to stand in quotes. Of a commit that is not proven to be the user's a hook, which nobody
/// has asked, tells no subject, and the name in quotes.
std::string told_subject(const git::Repository& repository, const std::string& oid,
                         const std::string& subject);
std::string told_author(const git::Repository& repository, const std::string& oid,
                        const std::string& author);
/// ` ('subject')`; nothing where none is told.
std::string in_parentheses(const std::string& told);

/// What a file of the working tree says, by who wrote it: this user, who has not committed it or
/// did so in this clone, or whoever else may have committed it.
class FileWords {
 public:
  /// `path` from the top of the working tree.
  FileWords(const git::Repository& repository, const std::string& path);
  /// Does the file say this in the user's own lines, and in no others?
  bool is_own(std::string_view text) const;
  /// The text without the lines that are not the user's own.
  std::string own_lines(const std::string& text) const;

 private:
  void take_own_commits(const git::Repository& repository, const std::string& path);

  bool x_committed = false;
  std::set<std::string> x_own = {}, x_others = {};
};

}  // namespace handoff::ops
