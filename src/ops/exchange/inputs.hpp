#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/exchange/import_export.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

// Files that a record was made of: which lie there to be taken, and what becomes of them. What was
// taken is written down in <git-dir>/handoff/inputs.json, for this worktree alone: no record can
// name a file to remove.

/// A handoff file in a known place that was written after the last pause of this branch and that no
/// record holds yet. What handoff.mirror wrote is none. Of the two files that a system keeps side
/// by side only the one for programs is named.
struct OfferedInput {
  std::string path = {};  ///< relative to the top of the working tree
  int64_t changed = 0;
};
/// Newest first. A few lstat where there is none.
std::vector<OfferedInput> offered_inputs(const Store& store, const std::string& branch);

/// Stores a document as a live record of its own on this branch: the present state as its snapshot,
/// its own time, nothing of the journal. Branch, index and working tree stay as they are.
PauseReport import_document(const git::Repository& repository, const Document& document);

/// Writes down that this file, as the document has it, went into a record. A file outside of the
/// working tree, standard input and what lies behind a link are not kept in mind.
void remember_input(const git::Repository& repository, const std::string& record_id,
                    const Document& document, Origin origin);

struct TakenInput {
  enum class State { unchanged, changed, gone, tracked } state = State::unchanged;
  std::string path = {};
};
/// What went into a record in this worktree, and what became of it since.
std::vector<TakenInput> taken_inputs(const git::Repository& repository,
                                     const std::string& record_id);
std::string_view word_of(TakenInput::State state);
/// What lies there as a record took it in, unless that was undone.
std::vector<std::string> spent_inputs(const Store& store);

/// Removes those files that are as they were taken; tracked ones stay. Gives their paths. The bytes
/// are kept until the record is gone, so that restore_inputs can write them again.
std::vector<std::string> consume_inputs(const git::Repository& repository,
                                        const std::string& record_id);
/// Writes again what consume_inputs removed, where nothing else stands there now.
std::vector<std::string> restore_inputs(const git::Repository& repository,
                                        const std::string& record_id);
/// Drops what is known of records that are neither live nor archived.
void forget_inputs(const Store& store);

}  // namespace handoff::ops
