#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/repo/refs.hpp"
#include "ops/notes/journal.hpp"
#include "ops/operation/commit_message.hpp"

namespace handoff::ops {

/// One step of an operation. Each can be told done from not done by looking, so that it can be
/// finished after a kill.
struct Step {
  std::vector<git::RefUpdate> refs = {};     ///< moved together
  std::vector<git::IndexChange> index = {};  ///< or entries of the index
  JournalMove journal = {};                  ///< or notes; saying it twice changes nothing
  std::vector<MessageMove> messages = {};    ///< or messages of commits to come
  /// Of `index`: a checkout that is part of the operation has made it, undo takes it back. Not
  /// written down.
  bool index_made = false;
};

/// An operation that moves refs and the index: written down durably before it begins (`op.json`),
/// carried out step by step, kept as `last.json` for undo when it is done. The first step that
/// moves refs is the one from which on it is finished rather than dropped after a kill. Notes are
/// opened before the refs that lose them move, and closed after the refs that hold them have: the
/// inverse does that by itself.
struct Transaction {
  std::string verb;     ///< "pause", "resume", "discard", "undo", ...
  std::string id;       ///< the record
  std::string message;  ///< for the reflog
  std::vector<Step> steps = {};
  bool reversible = true;          ///< false: it does not become what `undo` reverses
  std::string switched_from = {};  ///< what was checked out before it: `undo` leaves that alone
  std::string resumed = {};      ///< the record that was gone on with before it, as resumed_here()
  bool resumed_is_open = false;  ///< ... found it

  /// The operation that takes this one back: steps and their contents the other way round.
  Transaction inverse() const;
};

}  // namespace handoff::ops
