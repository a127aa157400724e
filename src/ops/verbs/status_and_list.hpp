#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ops/check/first_line.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/paused_below.hpp"

namespace handoff::ops {

struct ListRequest {
  bool live = true;
  bool remote = false;
  bool archived = false;
  std::string branch = {};  ///< only this one; empty: all
  Reader reader = Reader::agent;
};

struct Listing {
  std::vector<Summary> records;                    ///< newest first
  std::vector<RecordRef> damaged = {};             ///< that cannot be read
  size_t not_looked_at = 0;                        ///< see LookBudget
  std::map<std::string, Standing> standings = {};  ///< of those that were shared, by id
  std::vector<Shared> held = {};  ///< as in a StatusReport, without those among the records
  /// Where what was fetched is listed: of what no record here has, who has it and what is over.
  std::vector<Shared> told = {};
};

/// Without the archive: without checkpoints that were committed since, too.
Listing list_records(const Store& store, const ListRequest& request);

/// How well a record fits a branch that is not its own: how many telling words of the branch's name
/// its own branch, ticket, title or id share; 0 for none.
size_t fit_of(const Summary& record, const std::string& branch);
/// The one that fits best; nullptr where none does.
const Summary* best_fit(const std::vector<Summary>& records, const std::string& branch);

inline constexpr const char* kPauseUndone = "pause undone";

struct StatusReport {
  git::Head head;
  std::string worktree;
  std::string operation;
  std::string operation_branch;    ///< on a detached HEAD: the branch that it was begun on
  std::string operation_then;      ///< of HEAD's branch, where that was paused in one that is over
  std::vector<Summary> active;     ///< of this branch
  std::vector<Summary> elsewhere;  ///< on other branches
  /// Shared handoffs that are not live here, of this branch first: this clone has taken them,
  /// somebody else took them from it (those of this branch only), or it is not known.
  std::vector<Shared> held;
  std::map<std::string, Standing> standings = {};  ///< of those above that were shared, by id
  std::optional<FirstLine> first_line = {};        ///< of the first of `active`, where asked for
  size_t fetched = 0;                              ///< of others, as open_remote() lists them
  /// Where nothing is paused here and it is the only one, of another branch, and free: the command.
  std::string way_to_take = {};
  /// Of these, where nothing is paused here, those of this branch: as told_fetched() has it.
  std::vector<std::string> fetched_here = {};
  std::vector<RecordRef> damaged = {};  ///< records that cannot be read, of all branches
  size_t not_looked_at = 0;
  size_t notes = 0;         ///< in the journal, not yet in a record
  std::string resumed_id;   ///< what this worktree resumed last, where that was its last operation
  bool goes_on = false;     ///< ... and something of it, or a note, is left for a brief
  std::string not_resumed;  ///< "started fresh", or kPauseUndone; else empty
  bool brought_back = false;  ///< ... and what was put aside comes back by a plain undo
  int64_t resumed_time = 0;
  std::optional<PausedBelow> below;     ///< work paused on another branch that this one carries
  std::optional<WipCommit> wip_buried;  ///< of this branch, below what was committed since
  std::string wip_left;     ///< HEAD, where it is the WIP commit of a record that is not live
  std::string wip_left_id;  ///< ... that of this one
  /// What to undo, that brings just this commit's work back: "ID", or "ID~2"; empty: nothing.
  std::string wip_left_undo = {};
  bool wip_left_altered = false;  ///< it is not the work as it was paused
  bool wip_left_held = false;     ///< another branch or a tag has it, too: resume has to be told
};

/// `with_first_line`: compares the record that is paused here with the present.
StatusReport handoff_status(const Store& store, Reader reader, bool with_first_line = true);

}  // namespace handoff::ops
