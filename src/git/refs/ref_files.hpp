#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::git {

/// The answers that a hook or a prompt needs at once, read from git's own files: no child, no
/// libgit2, no parser. Whatever is out of the ordinary (another ref backend, an extension that is
/// not known, a symbolic or damaged ref, a file that cannot be read) is nullopt, which means "ask
/// git", never "no".

/// Where the repository is and what HEAD says.
struct PeekedRepository {
  std::string git_dir;     ///< of this worktree; may be relative to the current folder
  std::string common_dir;  ///< shared by all worktrees
  std::string branch;      ///< short name; empty where HEAD is detached
  std::string head_oid;    ///< only where HEAD is detached: a branch is not looked up

  /// The name that stands for HEAD in refs/handoffs/: the branch, or "HEAD".
  std::string label() const { return branch.empty() ? "HEAD" : branch; }
};

/// Finds it as git does: GIT_DIR, else upwards from `folder` (empty: the current one), through
/// gitfiles and `commondir`.
std::optional<PeekedRepository> peek_repository(const std::string& folder = {});

/// The same of the `.git` of this folder, whatever the environment says: a submodule's.
std::optional<PeekedRepository> peek_top(const std::string& folder);

/// The same for a git dir that is known.
std::optional<PeekedRepository> peek_git_dir(const std::string& git_dir);

struct PeekedRecord {
  std::string ref;  ///< full name
  std::string id;   ///< its last component
  std::string oid;  ///< hex
};

/// The live records of one branch (its short name, or "HEAD"): refs exactly one path component
/// under refs/handoffs/active/<label>/, sorted by name. On a file system that folds case these may
/// be another branch's: the record's trailer Handoff-Branch decides.
std::optional<std::vector<PeekedRecord>> peek_records(const std::string& common_dir,
                                                      std::string_view label);

/// What a ref points at, by its full name: an oid, or an empty text where there is no such ref.
std::optional<std::string> peek_ref(const std::string& common_dir, const std::string& name);

/// The last bytes of a branch's reflog; empty where it cannot be read.
std::string reflog_tail(const std::string& common_dir, const std::string& branch, size_t most);

/// The same of any ref, by its full name.
std::string ref_reflog_tail(const std::string& common_dir, const std::string& ref, size_t most);

/// A line of a reflog (gitformat-reflog: "OLD NEW Name <mail> TIME ZONE\tmessage").
struct ReflogEntry {
  std::string before = {};
  std::string oid = {};
  int64_t time = 0;  ///< seconds since 1970
};
/// The last of a ref's, oldest first, of so many bytes; lines that are none are left out.
std::vector<ReflogEntry> reflog_entries(const std::string& git_dir, const std::string& ref,
                                        size_t most);

/// Where a ref was before a time (seconds since 1970), by its reflog; nullopt where that does not
/// reach back so far, or the ref was not there.
std::optional<std::string> ref_at(const std::string& common_dir, const std::string& ref,
                                  int64_t time);

/// What was left for a branch when it was made there: `git switch -c` takes the changes along.
struct LeftFor {
  std::string label = {};                 ///< the branch, or "HEAD" where it was detached
  std::vector<std::string> commits = {};  ///< where HEAD was during that stay
  int64_t since = 0;  ///< when another was made there before, which took what was there then
  int64_t time = 0;   ///< when it was left; both in seconds
};

/// By HEAD's reflog in the git directory of a worktree. `names` are those that the branch has and
/// had; nullopt where its own reflog does not say that it was made out of HEAD by that switch.
std::optional<LeftFor> left_for(const std::string& git_dir, const std::string& common_dir,
                                const std::vector<std::string>& names);

/// Is there any ref under `prefix`, which ends in a slash, besides that one?
std::optional<bool> peek_any_record(const std::string& common_dir,
                                    const std::string& prefix = "refs/handoffs/",
                                    const std::string& besides = {});

/// The operation that git's files in a git dir tell of: "rebase", "am", "merge", "cherry-pick",
/// "revert", "bisect", or nothing.
std::optional<std::string> operation_in(const std::string& git_dir);

/// The file of these that is written anew as it begins, and at each of its steps; empty: nothing is
/// under way.
std::string file_of_operation(const std::string& git_dir);

/// The branch that a rebase or a bisect under way took HEAD off, and will put it back on; empty
/// where there is none. Asked where HEAD is detached.
std::string branch_in_operation(const std::string& git_dir, const std::string& common_dir);

/// All refs below a prefix that ends in a slash, and what they point at, read from git's files:
/// nullopt where one of them is not plain.
std::optional<std::map<std::string, std::string>> peek_refs_below(const std::string& common_dir,
                                                                  const std::string& prefix);

}  // namespace handoff::git
