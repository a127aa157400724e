#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "git/history.hpp"
#include "git/objects.hpp"
#include "git/repository.hpp"

namespace handoff::git {

/// The last few hundred commits, walked in this process: a child of git costs more than reading them.
/// Whatever is out of the ordinary (grafts, replace refs, a shallow clone, an object that is not here,
/// another encoding, too long a way) is nullopt, which means "ask git".
class NearHistory {
 public:
  /// nullopt where only git walks right. Keeps `objects`.
  static std::optional<NearHistory> open(const Repository& repository, ObjectDatabase& objects);

  /// Commits that are reachable from `tips` (full ids) but not from `excluded`, newest first as `git log`
  /// lists them, without their files.
  std::optional<std::vector<LogEntry>> log(const std::vector<std::string>& tips,
                                           const std::vector<std::string>& excluded);
  /// As start_divergence has it.
  std::optional<Divergence> divergence(const std::vector<std::string>& tips,
                                       const std::vector<std::string>& reference);
  /// One commit, without its files.
  std::optional<LogEntry> entry(const std::string& oid);
  /// Adds the files that a commit changed against its parent (none for a merge). False: ask git.
  bool add_files(LogEntry& entry);

 private:
  struct Walk;
  explicit NearHistory(ObjectDatabase& objects) : x_objects(&objects) {}
  const LogEntry* find(const std::string& oid);
  std::optional<Walk> walk(const std::vector<std::string>& tips,
                           const std::vector<std::string>& excluded);
  bool compare(const std::string& before, const std::string& after, const std::string& folder,
               std::vector<std::string>& files);

  ObjectDatabase* x_objects;
  std::map<std::string, LogEntry> x_read;
};

}  // namespace handoff::git
