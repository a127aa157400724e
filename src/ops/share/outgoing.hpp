#pragma once

#include <set>
#include <string>
#include <vector>

#include "ops/share/leaving.hpp"
#include "ops/share/step.hpp"

namespace handoff::ops {

/// A version of a record as others get it.
struct Publication {
  std::string oid;
  std::string tree;
  std::vector<LeavingFile> files;      ///< all that the remote has not yet, trees apart, each once
  std::vector<std::string> work = {};  ///< paths of the work
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

/// As they are typed behind `git handoff push`: " --with-history".
std::string options_of(const PublishRules& rules);
/// Hints that offer a push, and not a word of how, mean the one that was refused: it needs the same
/// options again.
std::vector<std::string> with_options(std::vector<std::string> hints, const PublishRules& rules);

/// Writes it: the record without the paths of worktrees and the ids of sessions, on the version
/// last seen at the remote, or on the snapshot alone where that is the first; stacked WIP commits
/// folded into one. Then looks at everything that would leave. Throws a Failure (exit 1) where the
/// remote lacks what the work stands on, where a secret would go, where a submodule's commit is
/// nowhere to be had.
Publication prepare_publication(const Store& store, git::Quarantine& quarantine,
                                const Record& record, const Shared& shared,
                                const PublishRules& rules);

}  // namespace handoff::ops
