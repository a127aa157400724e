#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "git/history/history.hpp"
#include "git/history/tree_compare.hpp"
#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"

namespace handoff::git {

/// Is history what the stored objects say, all of them here? No grafts, replace refs, shallow
/// clone, other object format; not a word in the environment.
bool history_is_plain(const Repository& repository);

/// The last commits, walked in this process: a child of git costs more than reading them. Only
/// where history_is_plain(). Whatever else is out of the ordinary (an object that is not here,
/// another encoding, too long a way) is nullopt, which means "ask git".
class NearHistory {
 public:
  /// Keeps `objects`.
  explicit NearHistory(ObjectDatabase& objects) : x_objects(&objects), x_trees(objects) {}

  /// Commits that are reachable from `tips` (full ids) but not from `excluded`, newest first as
  /// `git log` lists them, without their files.
  std::optional<std::vector<LogEntry>> log(const std::vector<std::string>& tips,
                                           const std::vector<std::string>& excluded);
  /// As start_divergence has it.
  std::optional<Divergence> divergence(const std::vector<std::string>& tips,
                                       const std::vector<std::string>& reference);
  /// One commit, without its files.
  std::optional<LogEntry> entry(const std::string& oid);
  /// Adds the files that a commit changed against its parent (none for a merge). False: ask git.
  bool add_files(LogEntry& entry);
  /// What a commit changed, as read_patches sums it up, but for attributes that make a text binary
  /// or the reverse: compare it only with its like. nullopt also for merges and for what is large.
  std::optional<ChangeSum> change_of(const LogEntry& entry);

 private:
  struct Walk;
  const LogEntry* find(const std::string& oid);
  std::optional<Walk> walk(const std::vector<std::string>& tips,
                           const std::vector<std::string>& excluded);
  std::optional<std::string> content_of(const FileInTree& file);

  ObjectDatabase* x_objects;
  TreeComparer x_trees;
  std::unordered_map<std::string, LogEntry> x_read = {};
  size_t x_content_read = 0;  ///< bytes
};

}  // namespace handoff::git
