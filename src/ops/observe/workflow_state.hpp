#pragma once

#include <functional>
#include <optional>
#include <string>

#include "model/json.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a tool kit of an agent keeps between its sessions (Spellbook's workflow state). There is
/// one for a repository, whatever is checked out in whichever worktree, in
/// `<common-dir>/handoff/workflow-state.json`; a pause takes it into its record.
struct WorkflowState {
  std::string state = "{}";  ///< a JSON object, at most 1 MiB
  std::string trigger = {};  ///< why it was saved: manual, auto, checkpoint, or what was given
  double saved_at = 0;       ///< seconds since the epoch, with their fraction
};

/// The newest of what was saved here and what live records brought, as far as an agent may read it.
/// Whatever is damaged or not the user's is passed over.
std::optional<WorkflowState> read_workflow_state(const Store& store);

/// Changes what is saved, one process after the other. `change` is given what there is, and says
/// whether to keep what it made of it. It is on the disk on return.
void change_workflow_state(const Store& store,
                           const std::function<bool(WorkflowState& state)>& change);

/// Into a record that is made now: what was saved within the last day, as the field
/// `workflow_state`.
void fill_from_workflow_state(const git::Repository& repository, Json& document);

/// Out of a record that was resumed: it would be out of sight with it.
void keep_workflow_state(const Store& store, const Record& record);

}  // namespace handoff::ops
