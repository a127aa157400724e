#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// Those whose changes are the user's, as far as it can be proven: the newest 1,000 that were
/// written down, and what the log says since.
std::vector<std::string> own_commits(const git::Repository& repository);

/// Does a commit's committer (`Name <mail>`) have one of the user's addresses? Where none is known
/// each is. That says whose hand it was, and proves nothing.
bool is_committed_as_user(const git::Repository& repository, const std::string& committer);

/// Of the newest 1,000 commits of branches, remotes and tags, and of what was fetched last, those
/// that the user did not make. What a rebase here made of commits under the user's name is none.
std::vector<std::string> commits_of_others(const git::Repository& repository);

/// The letters and digits of a text: marks, quotes and escapes are not what it says.
std::string letters_of(std::string_view text);

/// What is told of a commit's subject, and of its author (`Name <mail>`): escaped, in one line,
/// short, to stand in quotes. The author of a commit that is not proven to be the user's as
/// person_name() has it. A hook, which nobody has asked, tells no subject of it, and the name as
/// quoted_name() has it.
std::string told_subject(const git::Repository& repository, const std::string& oid,
                         const std::string& subject);
std::string told_author(const git::Repository& repository, const std::string& oid,
                        const std::string& author);
/// ` ('subject')`; nothing where none is told.
std::string in_parentheses(const std::string& told);

}  // namespace handoff::ops
