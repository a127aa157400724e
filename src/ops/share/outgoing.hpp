#pragma once

#include <set>
#include <string>
#include <vector>

#include "ops/share/step.hpp"

namespace handoff::ops {

struct LeavingFile {
  std::string path;
  size_t bytes = 0;
};

/// A version of a record as others get it.
struct Publication {
  std::string oid;
  std::string tree;
  std::vector<LeavingFile> files;  ///< all that the remote has not yet, trees apart
  size_t bytes = 0;
  size_t commits = 0;            ///< of the project's history that go along
  std::string unsigned_for;      ///< why it is not signed, though the user's are; empty: it is
  std::vector<std::string> lfs;  ///< contents that git-lfs keeps: their ids
  /// The branch there that has what it stands on, if that is how it was last seen: nothing may be
  /// sent where it is another one by now. Empty: what the remote has was asked, or is needed not.
  git::Ref on;
};

struct PublishRules {
  bool with_history = false;
  bool allow_secrets = false;
  bool may_prompt = false;  ///< a person sits there: passwords may be asked for
  /// Branches there that are others than was last seen: they are fetched before they count.
  std::set<std::string> moved = {};
  bool asks = false;  ///< what was seen of branches there counts for nothing: the remote is asked
};

/// Writes it: the record without the paths of worktrees and the ids of sessions, on the version
/// last seen at the remote, or on the snapshot alone where that is the first; stacked WIP commits
/// folded into one. Then looks at everything that would leave. Throws a Failure (exit 1) where the
/// remote lacks what the work stands on, where a secret would go, where a submodule's commit is
/// nowhere to be had.
Publication prepare_publication(const Store& store, git::Quarantine& quarantine,
                                const Record& record, const Shared& shared,
                                const PublishRules& rules);

/// What looks like a secret in the versions at the remote, each of which later ones would keep:
/// "'src/a.c', line 3: a GitHub token"; empty: nothing.
std::string secret_in_published(const Store& store, const Shared& shared);

/// The contents that git-lfs keeps of the work and of what it stands on, as far as no branch seen
/// at the remote has it: also those that were sent before, which another server may lack.
std::vector<std::string> lfs_contents_of(const Store& store, const Record& record,
                                         const std::string& remote);
/// Does git-lfs keep files of this commit, by its .gitattributes?
bool has_lfs_files(const git::Git& git, const std::string& commit);
/// Sends the contents that git-lfs keeps, of what is in this record. Throws a Failure (exit 1)
/// where that does not go, or where it would go only the work of others says.
void push_lfs(const Store& store, const Record& record, const git::Transport& transport,
              const std::vector<std::string>& oids);

}  // namespace handoff::ops
