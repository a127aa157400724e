#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"
#include "ops/lint/lint.hpp"
#include "ops/snapshot/attached_plans.hpp"

namespace handoff::ops {

struct PauseRequest {
  std::string message = {};  ///< why the work stops: the record's user_message
  std::string next = {};     ///< next_action
  std::string title = {};    ///< the name of a checkpoint
  std::string workflow = {};
  std::shared_ptr<const Json> input = {};  ///< a record (`--from`), already decoded
  model::Mode mode = model::Mode::manual;  ///< manual, automatic or emergency
  bool snapshot_only = false;
  bool untracked = true;
  bool carry = true;  ///< take along what the last record left open
  std::vector<std::string> pathspecs = {};
  std::string agent = {};
  /// The input is a document from elsewhere: a record of its own that keeps its time; the journal
  /// stays.
  bool imported = false;
  bool reversible = true;  ///< false: nobody asked for it, and `undo` goes on meaning what it did
  std::string continues = {};    ///< id of a shared handoff that this clone holds: a version of it
  std::string forked_from = {};  ///< one that somebody else has by now: a record of its own
  /// Called when the snapshot is safe, with the record as it would be; gives the record as a person
  /// wants it, or nothing where the text was emptied. Unset: nobody is asked.
  std::function<std::optional<Json>(const Json& prefilled)> edit = {};
};

struct PauseReport {
  std::string id;
  std::string ref;
  std::string branch;      ///< or "HEAD"
  std::string base;        ///< empty: unborn
  std::string wip_commit;  ///< empty: the tree was clean
  bool on_branch = false;
  std::string why_not_on_branch;  ///< for people: "a rebase is under way"; empty where there is
                                  ///< nothing to explain
  size_t files = 0;
  size_t stack_height = 0;  ///< WIP commits of this record on the branch now
  std::vector<model::LeftOut> left_out;
  std::vector<model::LeftOut> secrets;  ///< tracked files kept although they look like secrets
  std::vector<std::string> warnings;
  bool whole_record = false;  ///< the record was given, or written in an editor
  LintReport lint = {};       ///< what the record lacks; empty for checkpoints and in an emergency
  std::vector<std::string> left_alone;  ///< index paths that changed meanwhile
  std::string next_action;
  AttachedDocuments documents;  ///< plans that git ignores, kept in the record
  bool fallback_identity = false;
};

/// capture -> store -> publish -> report. See DESIGN in docs/architecture.md. Nothing in the
/// working tree changes; after a kill at any instant every byte is in the working tree or reachable
/// from a ref.
PauseReport pause(const git::Repository& repository, const PauseRequest& request);

struct CheckpointRequest {
  std::string name = {};
  model::Mode mode = model::Mode::checkpoint;
  bool untracked = true;
  bool reversible = true;  ///< false: nobody asked for it, and `undo` goes on meaning what it did
};

struct CheckpointReport {
  bool made = false;  ///< false: a pause already holds exactly this
  PauseReport pause;
};

/// A snapshot; branch, index and working tree stay as they are.
CheckpointReport checkpoint(const git::Repository& repository, const CheckpointRequest& request);

/// The safety copy that other verbs take before they move something: archived at once. Gives its
/// id; empty where the tree is clean, or where all of it is in the tree `known` already.
std::string keep_present(const git::Repository& repository, const std::string& why,
                         const std::string& known = {});

/// The same of a commit that is about to leave its branch. Gives the id of its record.
std::string keep_commit(const git::Repository& repository, const std::string& commit,
                        const std::string& why);

}  // namespace handoff::ops
