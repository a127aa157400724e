#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"
#include "git/repo/transport.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// The id of what git-lfs keeps in place of a file of these bytes; empty: it is no pointer.
std::string lfs_content(const std::string& bytes);

/// What to do where the work of others changed a rule file: it counts once it is committed.
std::vector<std::string> hints_of_rule(const Store& store, const Record& record,
                                       const std::string& base, const std::string& path);

/// Looks what git-lfs keeps of the work of a record, beside other questions.
class LfsQuestion {
 public:
  LfsQuestion(const Store& store, const Record& record);
  /// The contents of the work and of what it stands on, as far as no branch seen at the remote has
  /// it: also those that were sent before, which another server may lack. Call it once.
  std::vector<std::string> answer(const std::string& remote);

 private:
  const Store& x_store;
  const std::string x_wip, x_tree;
  std::optional<Child> x_look;  ///< none: there is no work
};
/// Does git-lfs keep files of this commit, by its .gitattributes?
bool has_lfs_files(const git::Git& git, const std::string& commit);
/// Sends the contents that git-lfs keeps, of what is in this record. Throws a Failure (exit 1)
/// where that does not go, or where it would go only the work of others says.
void push_lfs(const Store& store, const Record& record, const git::Transport& transport,
              const std::vector<std::string>& oids);

}  // namespace handoff::ops
