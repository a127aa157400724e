#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace handoff::git {

/// What the branch that others begin at is called mostly, the most usual first.
inline constexpr std::array kDefaultNames = {"main", "master", "trunk", "develop"};

/// A name that a branch had, and when (seconds).
struct NameHad {
  std::string name = {};
  int64_t since = 0;  ///< 0: not known
  int64_t until = 0;
};

/// The names that a branch was renamed from, by its reflog, newest first. A copy (`git branch -c`)
/// had none before it was made.
std::vector<NameHad> names_had(const std::string& common_dir, const std::string& branch);

/// The same without those that a branch has now.
std::vector<std::string> earlier_names(const std::string& common_dir, const std::string& branch);

/// Is the branch `to` the one that was called `from` when its tip was `oid`, by its reflog? Another
/// may have that name by now.
bool renamed_since(const std::string& common_dir, const std::string& from, const std::string& to,
                   const std::string& oid);

/// Since when a branch has its name (seconds), by its reflog; 0: not known.
int64_t named_since(const std::string& common_dir, const std::string& branch);

/// What the branch is called now that had this name at that time (seconds), by the reflogs: the
/// name itself, unless it was given to another branch since. In the second of a rename the branch
/// that gave the name up is meant.
std::string named_then(const std::string& common_dir, const std::string& name, int64_t time);

/// The branches that have a reflog.
std::vector<std::string> branches_with_reflog(const std::string& common_dir);

/// A branch's reflog since it has its name.
struct LogSinceNamed {
  bool was_given = false;  ///< by a rename or a copy, whose line is left out
  std::string lines = {};
};
LogSinceNamed log_since_named(const std::string& common_dir, const std::string& branch);

}  // namespace handoff::git
