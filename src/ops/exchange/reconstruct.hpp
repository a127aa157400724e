#pragma once

#include <memory>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// Where a field of a reconstructed record comes from.
struct ReconstructedField {
  std::string name = {};        ///< "next_action"
  std::string source = {};      ///< ".superteam/plans/auth.md", "git status", "commit 1a2b3c4"
  std::string confidence = {};  ///< "high", "medium" or "low"
  bool withheld = false;        ///< what others wrote of it is taken out
};

struct Reconstruction {
  std::shared_ptr<const Json> record =
      {};  ///< mode auto, with a `reconstructed` object that repeats what stands below
  std::vector<ReconstructedField> fields = {};
  /// What somebody else, as far as can be told, committed to files, and said in commits.
  std::vector<std::string> others = {};
  std::string lost = {};                ///< the sentence that says what no trace can give back
  std::vector<std::string> hints = {};  ///< files of other tools that hold more
  bool empty() const { return fields.empty(); }
};

/// Builds a record from traces, in this order: plans, debug sessions, quick tasks, WIP commits and
/// the branch's own commits, the reflog, the working tree, journals (also of vanished worktrees),
/// known handoff files, configuration of known workflows. Reads only.
Reconstruction reconstruct(const git::Repository& repository);

/// For an agent: without what others wrote, which nobody here has shown that they read.
Reconstruction released(Reconstruction reconstruction, Reader reader);

/// Stores it as a record of mode auto beside a snapshot; branch, index and working tree stay.
PauseReport save(const git::Repository& repository, const Reconstruction& reconstruction);

}  // namespace handoff::ops
