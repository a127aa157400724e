#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"
#include "ops/lint/lint.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/pause/pause_request.hpp"
#include "ops/snapshot/attached_plans.hpp"

namespace handoff::ops {

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
  bool goes_on = false;     ///< a version of the pause before
  bool stays = false;       ///< ... which holds all of it: nothing was written
  bool amended = false;     ///< the WIP commit before, which goes on here, was changed since
  size_t stack_height = 0;  ///< WIP commits of this record on the branch now
  std::vector<model::LeftOut> left_out;
  std::vector<model::LeftOut> secrets;  ///< tracked files kept although they look like secrets
  std::vector<std::string> warnings;
  bool whole_record = false;  ///< the record was given
  LintReport lint = {};       ///< what the record lacks; empty for checkpoints and in an emergency
  std::vector<std::string> left_alone;  ///< index paths that changed meanwhile
  std::string next_action;
  bool next_withheld = false;   ///< there is one, which nobody here has read
  AttachedDocuments documents;  ///< plans that git ignores, kept in the record
  bool fallback_identity = false;
  bool lost_race =
      false;  ///< a checkpoint: another one of this worktree came first; nothing is kept
};

/// The title of what is kept while the editor of a pause is open.
inline constexpr std::string_view kBeforeEditor = "before the editor of 'git handoff pause'";

/// capture -> store -> publish -> report. Nothing in the working tree changes; after a kill at any
/// instant every byte is in the working tree or reachable from a ref.
PauseReport pause(const git::Repository& repository, const PauseRequest& request);

struct CheckpointRequest {
  std::string name = {};
  model::Mode mode = model::Mode::checkpoint;
  bool untracked = true;
  bool reversible = true;  ///< false: nobody asked for it, and `undo` goes on meaning what it did
};

struct CheckpointReport {
  bool made = false;  ///< false: a pause already holds exactly this, or there is nothing to keep
  PauseReport pause;
};

/// A snapshot; branch, index and working tree stay as they are.
CheckpointReport checkpoint(const git::Repository& repository, const CheckpointRequest& request);

/// The safety copy that other verbs take before they move something: archived at once. Gives its
/// id; empty where the tree is clean, or where all of it is in the tree `known` already.
/// `pathspecs`: paths_of_part() of the record that is moved. `unseen`: files with bytes that git
/// does not show, and nothing else has: they are kept in any case.
std::string keep_present(const git::Repository& repository, const std::string& why,
                         const std::vector<std::string>& pathspecs, const std::string& known = {},
                         const std::vector<std::string>& unseen = {});

/// The same before a checkout, where that would take bytes away that git does not show, and nothing
/// else has; empty: it would not.
std::string keep_unseen(const git::Repository& repository, const std::string& why,
                        const CheckoutRequest& checkout);

/// The same of a commit that is about to leave its branch. Gives the id of its record.
std::string keep_commit(const git::Repository& repository, const std::string& commit,
                        const std::string& why);

/// Takes such a copy out of the archive again: what it was made for was not done, and all is as it
/// was.
void drop_kept(const git::Repository& repository, const std::string& id);

}  // namespace handoff::ops
