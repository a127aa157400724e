#pragma once

#include "model/json.hpp"
#include "model/note.hpp"
#include "ops/pause/pause_request.hpp"
#include "ops/snapshot/snapshot.hpp"

namespace handoff::ops {

/// What goes into a new record besides the snapshot.
struct Ingredients {
  const PauseRequest& request;
  const Snapshot& snapshot;
  const Json* previous = nullptr;       ///< the live record that this one follows
  const Json* resumed = nullptr;        ///< what was put back here, and is uncommitted in part
  std::string older_id = {};            ///< of the one or the other
  bool is_as_resumed = false;           ///< ... and nothing was done since
  std::vector<model::Note> notes = {};  ///< of the journal, since the last pause
  bool stacked = false;  ///< the previous version's WIP commit is still on the branch
  int64_t time = 0;      ///< the moment of the pause
};

/// The document of a new record: what was given, what the last record left open, what the tool sees
/// itself. The required fields of the format are always there; a `git` block of the input is
/// dropped.
Json compose_record(const Ingredients& ingredients);

/// The block that the tool alone writes, as far as the snapshot tells it.
model::GitBlock compose_git_block(const git::Repository& repository, const Snapshot& snapshot);

/// Does a record hold its position only, and no word of anybody or of a plan?
bool has_no_words(const Json& document);

}  // namespace handoff::ops
