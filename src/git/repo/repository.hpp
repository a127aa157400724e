#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "git/repo/git.hpp"

namespace handoff::git {

/// Where a repository's parts are. All absolute, without a slash at the end.
struct Layout {
  std::string root;        ///< top of the working tree
  std::string git_dir;     ///< of this worktree: .git or .git/worktrees/<name>
  std::string common_dir;  ///< shared by all worktrees
  std::string index_file;
  std::string object_format;  ///< "sha1" or "sha256"
  std::string prefix;         ///< from root to where the command was started: "" or "src/"

  /// The number of hex digits in an object id.
  size_t oid_digits() const { return object_format == "sha256" ? 64 : 40; }
  /// "main" or the name of the linked worktree's git directory: no two worktrees share one.
  std::string worktree_name() const;
  /// Where this tool keeps the state of this worktree, and what all worktrees share.
  std::string own_dir() const { return git_dir + "/handoff"; }
  std::string shared_dir() const { return common_dir + "/handoff"; }
  std::string journal_file() const {
    return shared_dir() + "/journal/" + worktree_name() + ".jsonl";
  }
};

/// What HEAD says. A detached HEAD has no branch; an unborn branch has no oid.
struct Head {
  std::string branch;  ///< short name ("feat/x"); empty where detached
  std::string oid;     ///< hex; empty where unborn
  bool detached() const { return branch.empty(); }
  bool unborn() const { return oid.empty(); }
  /// The name that stands for it in refs/handoffs/: the branch, or "HEAD".
  std::string label() const { return branch.empty() ? "HEAD" : branch; }
};

/// `git config --list` of a repository, asked once. Keys are in lower case up to the last dot, as
/// git prints them.
class Config {
 public:
  explicit Config(const std::string& listing);  ///< the bytes of `git config -z --list`
  std::optional<std::string> text(const std::string& key) const;  ///< the last value
  std::vector<std::string> all(const std::string& key) const;
  /// Is there a key `section.NAME.variable`, of any name?
  bool any_named(const std::string& section, const std::string& variable) const;
  /// Git's own reading of booleans; `fallback` where absent. A value that is none throws a Failure.
  bool flag(const std::string& key, bool fallback) const;
  /// With git's suffixes k, m, g. A value that is no number throws a Failure.
  int64_t number(const std::string& key, int64_t fallback) const;

 private:
  std::map<std::string, std::vector<std::string>> x_values;
};

/// A repository with a working tree, found from a folder.
class Repository {
 public:
  /// When git is asked for the configuration: at once, or later, so that a longer question can go
  /// first.
  enum class AskConfig { at_once, later };
  /// Throws a Failure where there is none, where it is bare, where git is missing.
  static Repository open(const std::string& folder = {}, AskConfig when = AskConfig::at_once);

  const Layout& layout() const { return x_layout; }
  const Git& git() const { return x_git; }  ///< runs at the top of the working tree
  /// Reads HEAD now. Throws damage_of_branch(), where there is any.
  Head head() const;
  /// The file of the branch that HEAD is on holds no oid: what it is called, and what writes it
  /// anew.
  std::optional<Failure> damage_of_branch() const;
  const Config& config() const;
  /// Asks for it, unless that has been done: by the time it is needed, it is there.
  void ask_for_config() const;
  /// "merge", "rebase", "am", "cherry-pick", "revert", "bisect" or nothing, by the files git leaves
  /// in the git dir.
  std::optional<std::string> operation() const;

 private:
  explicit Repository(Layout layout) : x_layout(std::move(layout)), x_git(x_layout.root) {}
  Layout x_layout;
  Git x_git;
  mutable std::unique_ptr<Child> x_config_question;  ///< answered when it is needed
  mutable std::unique_ptr<Config> x_config;
};

}  // namespace handoff::git
