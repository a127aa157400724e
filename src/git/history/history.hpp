#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "git/repo/git.hpp"
#include "git/repo/repository.hpp"

namespace handoff::git {

/// The call, kept from the network: a partial clone must not fetch what a question touches.
GitCall offline(GitCall call);

/// Is the commit in the history of the other one, or that itself? false where git cannot tell. Both
/// are revisions; nothing is fetched for it.
bool is_ancestor(const Git& git, const std::string& commit, const std::string& of);

/// Has `of` commits that `at` has neither as they are nor rebased? Merges aside; also where git
/// cannot tell.
bool lacks_any(const Git& git, const std::string& at, const std::string& of);

/// Is one of these commits ("A..B", or a revision) a merge?
bool has_merges(const Git& git, const std::string& range);

/// In a shallow clone: does what is here of a commit's history end before it could tell whether
/// `older` is in it?
bool ends_too_early(const Repository& repository, const std::string& commit,
                    const std::string& older);

/// Starts what compares trees that anybody may have pushed: the system ends it after two seconds of
/// computing, or when it wants more than 192 MiB.
Child start_bounded(const Git& git, GitCall call);
bool was_too_much(const Outcome& outcome);

/// The commits of `tip` that `other` has not, newest first: neither as they are nor, as far as that
/// can be told in bounds, with the same change in other words or on another commit. nullopt where
/// git cannot tell.
std::optional<std::vector<std::string>> commits_beyond(const Git& git, const std::string& tip,
                                                       const std::string& other);

/// What a name (an object id, full or abbreviated, a ref, `HEAD`, `@{upstream}`) stands for.
struct NamedObject {
  enum class Answer { found, missing, ambiguous, unknown } answer = Answer::missing;
  std::string oid = {};
  std::string type = {};  ///< "commit", "blob", ...
  bool is_commit() const { return answer == Answer::found && type == "commit"; }
};

/// Looks all of them up in one process, in their order. `unknown`: only a promisor remote could
/// tell. Names must not hold line ends.
std::vector<NamedObject> look_up(const Git& git, const std::vector<std::string>& names);

/// One commit of a walk.
struct LogEntry {
  std::string oid = {};
  std::string tree = {};
  std::vector<std::string> parents = {};
  std::string author = {};  ///< `Name <mail>`
  int64_t author_time = 0;
  std::string committer = {};  ///< as the author
  int64_t commit_time = 0;
  std::string subject = {};
  std::string body = {};  ///< only where asked for
  /// Only where asked for. Of a merge those that are as no parent has them.
  std::vector<std::string> files = {};
  std::vector<std::string> removed = {};  ///< those of `files` that are gone with it
  std::string message() const { return subject + "\n\n" + body; }
};

/// Which commits to list, newest first. `revisions` are ids and refs, `^` in front excludes.
struct LogRequest {
  std::vector<std::string> revisions = {};
  std::vector<std::string> options = {};  ///< more of git log's
  bool files = false;
  bool bodies = false;
  size_t limit = 0;  ///< 0: all
};

/// A walk under way. It may take two seconds of computing and 192 MiB: a few objects that anybody
/// can push unfold to more files than can be listed (`files`, `--cherry-pick`), or to a message
/// larger than all history. Of a subject or body 256 KiB are read.
class LogQuestion {
 public:
  LogQuestion(const Git& git, LogRequest request);
  /// Throws a Failure where git cannot walk. Where comparing trees took too much, the walk is done
  /// without (no files, nothing left out as equal, `is_cut`), and where messages did, those.
  std::vector<LogEntry> answer();
  /// After answer(): the files are not known.
  bool is_cut() const { return x_cut; }

 private:
  Git x_git;
  LogRequest x_request;
  Child x_child;
  bool x_cut = false;
};

/// The decoder alone, for the bytes of the walk's own format.
std::vector<LogEntry> parse_log(std::string_view bytes);

/// The files that merges themselves change: those that git would not have merged to what they have,
/// by the merge's id. As bounded as a LogQuestion; nullopt where that was too much.
std::optional<std::map<std::string, std::set<std::string>>> changed_by_merges(
    const Git& git, const std::vector<std::string>& merges);

/// Commits of a walk, and where it met history that both sides share.
struct Divergence {
  std::vector<std::string> oids = {};      ///< newest first
  std::vector<std::string> boundary = {};  ///< what they fork from
};

/// Commits that are reachable from `tips` but not from `reference`. Bounded by how far they
/// diverge.
Child start_divergence(const Git& git, const std::vector<std::string>& tips,
                       const std::vector<std::string>& reference);
Divergence read_divergence(Child child);

/// A change as a sum: lines put in minus lines taken out. Sums of commits that were squashed, split
/// or put in another order are equal, whatever the line numbers, the diff algorithm and rename
/// detection say; a revert is the negative. (Moving a line within its file sums up to nothing.)
struct ChangeSum {
  uint64_t low = 0;
  uint64_t high = 0;
  void add(std::string_view token, bool minus);
  ChangeSum operator+(const ChangeSum& other) const { return {low + other.low, high + other.high}; }
  ChangeSum operator-(const ChangeSum& other) const { return {low - other.low, high - other.high}; }
  auto operator<=>(const ChangeSum&) const = default;
  bool empty() const { return low == 0 && high == 0; }
};

/// What a patch takes out of a file and puts in, each line once.
struct ChangedLines {
  std::set<std::string> in = {}, out = {};
  bool is_text = true;    ///< else git shows no lines of it
  bool is_whole = false;  ///< the file is made, deleted or of another mode
};
/// By path, of a patch without renames and context (`-U0`).
std::map<std::string, ChangedLines> changed_lines(std::string_view patch);

/// The bit of a line's hash that is set where the line was put in.
inline constexpr uint64_t kIsPutIn = 1;

struct Patch {
  std::string id = {};  ///< git patch-id --stable; empty for an empty change or a merge
  ChangeSum sum = {};
  /// Hashes of the lines put in and taken out, sorted, without white space at their ends and blank
  /// ones: to tell how much two changes have in common. Empty where there are very many.
  std::vector<uint64_t> lines = {};
};

/// What one diff as `diff-tree -p --full-index` writes it changes; without an id.
Patch read_patch(std::string_view patch);

/// The changes of commits against their first parent; merges and missing ones are left out. Without
/// `ids` only their sums. As bounded as a LogQuestion: where one is too large, those behind it are
/// left out as well.
std::map<std::string, Patch> read_patches(const Git& git, const std::vector<std::string>& oids,
                                          bool ids = true);

/// What the lines of `<common-dir>/handoff/rewritten` are sealed as.
inline constexpr std::string_view kRewritten = "rewritten";

/// Those lines: which commit became which, as the post-rewrite hook saw it.
class RewriteMap {
 public:
  explicit RewriteMap(std::string_view lines);
  /// The end of the chain that starts at a full oid; nullopt where it was not rewritten.
  std::optional<std::string> follow(const std::string& oid) const;
  /// Did it become one commit together with others (squash, fixup)?
  bool merged(const std::string& oid) const;
  /// Full ids that start with an abbreviation (at least 4 digits).
  std::vector<std::string> starting_with(std::string_view prefix) const;

 private:
  std::map<std::string, std::string> x_next;
  std::map<std::string, int> x_sources;  ///< how many became this one
};

/// A clock may be this wrong before a commit is taken for older than it is.
inline constexpr int64_t kWrongClock = 24 * 60 * 60;

/// The refs (full names) below these folders, but for fetched handoffs, whose commits are not older
/// than a moment, by clocks that are no more wrong than that: what was made of a commit since is in
/// none of the others. nullopt where reading them takes too much.
std::optional<std::vector<std::string>> refs_since(const Git& git, int64_t time,
                                                   const std::vector<std::string>& folders);

/// The refs (full names) under refs/heads, refs/remotes and refs/tags that reach a commit, at most
/// `limit`, without fetched handoffs and those in `except`. Where some are not older than the
/// commit, only these are named; of those that look older as many commits are looked at as a clone
/// of some size has.
std::vector<std::string> refs_that_contain(const Repository& repository, const std::string& oid,
                                           size_t limit,
                                           const std::vector<std::string>& except = {});

}  // namespace handoff::git
