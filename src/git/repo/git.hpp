#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process.hpp"

namespace handoff::git {

/// Set in the environment of every git that we start, so that our own hooks stay out of it.
inline constexpr const char* kInsideVariable = "GIT_HANDOFF_INSIDE";

struct HarmlessConfig;

/// One question to git, or one order.
struct GitCall {
  std::vector<std::string> args = {};
  std::string input = {};        ///< stdin
  bool keep_input_open = false;  ///< more follows with Child::feed
  bool shielded = false;         ///< Command::shielded
  bool writes = false;           ///< may take optional locks (refresh the index)
  size_t most_of_part = 0;       ///< Command::most_of_part
  bool sends = false;            ///< packs large files of the user's: that takes its memory
  bool user_pathspecs =
      false;  ///< args hold pathspecs that a user wrote; otherwise they are literal
  std::vector<std::pair<std::string, std::optional<std::string>>> environment = {};
  std::optional<Limits> limits = {};  ///< else none, where somebody typed what it is for
};

/// Runs `git` in one folder, with the settings that keep its answers for machines: LC_ALL=C, no
/// pager, no optional locks, no prompts, literal pathspecs where it takes any. Git's own settings
/// of the user (identity, filters, GIT_DIR, GIT_CONFIG_*) are kept.
class Git {
 public:
  /// `git_dir`: where no git that is started in the folder finds it.
  explicit Git(std::string folder, std::string git_dir = {})
      : x_folder(std::move(folder)), x_git_dir(std::move(git_dir)) {}
  /// The same repository, from another folder.
  Git in(std::string folder) const { return Git(std::move(folder), x_git_dir); }

  /// Starts it and returns at once, so that independent questions run side by side.
  Child start(GitCall call) const;
  /// Runs it to its end, whatever it answers.
  Outcome run(GitCall call) const;
  /// Its stdout. Throws a Failure `cannot <purpose>: <git's message>` unless it exits 0.
  std::string output(GitCall call, const std::string& purpose) const;
  /// As output, without the line end; for answers of one line.
  std::string line(GitCall call, const std::string& purpose) const;

  const std::string& folder() const { return x_folder; }
  /// What of the configuration that it reads may count unasked.
  const HarmlessConfig& harmless_config() const;

 private:
  std::string x_folder, x_git_dir;
};

/// What stands on stderr, line by line: without advice, and "fatal: " and "error: " at the start.
std::vector<std::string> git_lines(const Outcome& outcome);
/// The same within a sentence of ours, for it may quote what somebody committed: in quotes, and
/// where no person reads it the first line and the last, at most 80 bytes of each.
std::string git_says(std::vector<std::string> lines);
/// Why it failed: Outcome::why, else what git says.
std::string git_message(const Outcome& outcome);

/// Throws a Failure for what git says where it does not open a repository, with its advice.
[[noreturn]] void refuse_to_open(const Outcome& outcome);

/// "git 2.30.2 is older than 2.38, which is needed"; nothing where it is not. Asked by `doctor`,
/// and where something has failed: every command would pay for it otherwise.
std::optional<std::string> too_old(const Git& git);

/// Names that `git rev-parse --local-env-vars` lists: what a hook must not hand on to work in
/// another repository.
const std::vector<std::string>& local_environment();

}  // namespace handoff::git
