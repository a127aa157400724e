#pragma once

#include <string>
#include <vector>

#include "ops/records/store.hpp"

namespace handoff::ops {

/// What lists show of a record.
struct Summary {
  RecordRef at;
  model::Mode mode = model::Mode::manual;
  std::string status = {}, timestamp = {}, workflow = {}, phase = {}, task = {}, total_tasks = {};
  std::string title = {}, next_action = {}, user_message = {}, context_notes = {};
  std::string names = {};   ///< ticket, workflow and run: what a branch's name may share words with
  std::string branch = {};  ///< as the record has it, verified; empty where HEAD was detached
  std::string author = {}, agent = {}, base = {}, wip_commit = {}, worktree = {};
  bool on_branch = false;
  int64_t time = 0;  ///< as Record::time()

  bool is_checkpoint() const { return mode == model::Mode::checkpoint; }
};

Summary summarize(const Record& record);

/// Summaries of all of these that can be read, in the order of Store::load_all; damaged ones are
/// counted.
///
/// A version of a record never changes, so what was read once is kept in
/// `<common-dir>/handoff/summaries` under its commit, where there are many. It can be deleted at
/// any time; one that cannot be read or written is passed over.
std::vector<Summary> summaries_of(const Store& store, const std::vector<RecordRef>& refs,
                                  size_t& damaged);

}  // namespace handoff::ops
