#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

struct UndoReport {
  std::string
      verb;  ///< what was undone: "pause", "resume", "discard"; "undo pause" where it was a redo
  bool of_take = false;  ///< the resume of it was a part of `take`
  std::string id;
  std::vector<std::string> not_put_back = {};  ///< as UndoneFiles has them
  std::string kept_present = {};  ///< the safety copy taken first, where files were edited since
  std::vector<std::string> left_alone = {};  ///< index paths that held something else
  bool live = false;                         ///< the record is live again
  bool index_moved = false;                  ///< the index went back as well
  bool branch_moved = false;                 ///< ... and the branch, or a detached HEAD
  std::string switched_from = {};  ///< was checked out before the operation, and is not now
  /// Blocking actions of the record that are said to be done, and stay so: a resume was undone.
  std::vector<std::string> still_done = {};
  std::vector<std::string> files =
      {};  ///< written again: mirrors, and input that --consume had removed
};

/// Takes the last handoff operation of this worktree back, or again where that was an undo. Moves
/// refs and the index, and files where a checkout could not bring them back (UndoneFiles). Throws a
/// Failure (exit 1) where there is none, or a ref is not where it left it.
UndoReport undo_last(const Store& store);

/// Throws where undo_last() would refuse, as far as that is known before; changes nothing.
void try_undo_last(const Store& store);

/// Brings an archived record back to life; nothing else moves.
UndoReport undo_retirement(const Store& store, const Record& record);

}  // namespace handoff::ops
