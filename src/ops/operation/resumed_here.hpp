#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"
#include "model/handoff.hpp"
#include "model/note.hpp"

namespace handoff::ops {

/// A record whose work was put back on this branch.
struct ResumedHere {
  std::string id = {};
  /// HEAD stands as the resume left it, or notes that were carried from it are open. Else commits
  /// were made since, and whether there is still something of it to go on with is for
  /// is_in_the_tree().
  bool is_open = false;
};

/// The record that is gone on with on HEAD: the one that the last operation resumed, or left to go
/// on with as it was before, where HEAD is where that left it or on top; else the one that the
/// notes of this branch were carried from last.
std::optional<ResumedHere> resumed_here(const git::Repository& repository, const git::Head& head,
                                        const std::vector<model::Note>& notes);

/// Is one of the files that were paused with it changed, or new, still?
bool is_in_the_tree(const model::Handoff& handoff, const git::Status& present);

}  // namespace handoff::ops
