#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/records/record.hpp"

namespace handoff::ops {

/// What lists show of a record. It stands in the trailers of the record's commit, so that a list
/// reads no record: a line each, long texts cut.
struct Summary {
  RecordRef at = {};
  model::Mode mode = model::Mode::manual;
  std::string status = {}, timestamp = {}, workflow = {}, phase = {}, task = {}, total_tasks = {};
  std::string title = {}, next_action = {};
  std::string words = {};   ///< what the user said, else how the context begins
  std::string names = {};   ///< ticket, workflow and run: what a branch's name may share words with
  std::string branch = {};  ///< as the record has it, verified; empty where HEAD was detached
  std::string author = {}, agent = {}, base = {}, wip_commit = {}, worktree = {};
  std::string tree = {};  ///< of the commit that it was read from
  bool on_branch = false;
  bool withheld = false;  ///< nobody has read it: its words are taken out
  int64_t time = 0;       ///< as Record::time()
  int64_t retired = 0;    ///< when it was archived, as what `status` says; 0: it is not
  /// Since when it is what it is.
  int64_t since() const { return retired > 0 ? retired : time; }

  bool is_checkpoint() const { return mode == model::Mode::checkpoint; }
};

Summary summarize(const Record& record);

/// The trailers that hold the summary of a version about to be written: lines, each with its end.
std::string summary_trailers(const Json& document, const model::GitBlock& block);

/// What a record's ref and its commit tell.
struct ListedCommit {
  RecordRef at = {};
  std::vector<std::string> parents = {};
  int64_t committed = 0;  ///< seconds
  std::string_view message = {};
};

/// The summary that the trailers hold, verified as Store::load verifies a record; nullopt where
/// there are none.
std::optional<Summary> read_trailers(const ListedCommit& listed);

}  // namespace handoff::ops
