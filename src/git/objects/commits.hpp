#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// A commit as this tool writes and reads it. Idents are git's: `Name <mail> 1774362600 +0100`.
struct Commit {
  std::string tree;
  std::vector<std::string> parents = {};
  std::string author = {};
  std::string committer = {};
  std::string message = {};
};

/// nullopt where the bytes are no commit.
std::optional<Commit> parse_commit(std::string_view bytes);
std::string serialize_commit(const Commit& commit);
/// What of a commit is read: anybody may push one whose message is larger than all other history.
inline constexpr size_t kMostOfCommit = 1u << 20;
/// nullopt where the object is missing or no commit. A message that goes beyond kMostOfCommit ends
/// there.
std::optional<Commit> read_commit(ObjectDatabase& objects, const std::string& oid);

/// The commits from `tip` downwards as long as each has one parent, `tip` first, at most `most`:
/// what is above one of them in this line is all that it lacks. Empty where only git can tell
/// cheaply, or what is stored is damaged.
std::vector<std::string> straight_line(ObjectDatabase& objects, const std::string& tip,
                                       size_t most);

/// The value of the last trailer of that name in the last paragraph of a message.
std::optional<std::string> trailer(std::string_view message, std::string_view name);
/// The first line.
std::string subject_of(std::string_view message);

/// Who makes commits here, with the moment, as `git var` tells it (GIT_AUTHOR_*, GIT_COMMITTER_*
/// honoured).
struct Identity {
  std::string author;
  std::string committer;
  bool fallback = false;  ///< none was configured and a stand-in was taken
};

/// Who commits here, now. Names that are plainly set are taken as git takes them; anything else
/// (none set, a date given, characters that git strips) is asked of git. Throws a Failure with the
/// hint how to set one where none is configured, unless a fallback is allowed.
Identity read_identity(const Repository& repository, bool allow_fallback);

/// `Name <mail>` of an ident.
std::string person_of(std::string_view ident);
/// Seconds of an ident.
int64_t time_of(std::string_view ident);

}  // namespace handoff::git
