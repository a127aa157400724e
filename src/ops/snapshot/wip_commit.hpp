#pragma once

#include <optional>
#include <string>

#include "git/objects/commits.hpp"
#include "git/objects/quarantine.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// The message of a WIP commit: `wip: <task or next action>`, with a workflow
/// `wip: [<workflow>] paused at <...>`, in at most 72 columns, what the commit is, and the trailer
/// `Handoff-Id`.
std::string wip_message(const model::Handoff& handoff, const std::string& id);

/// What stands behind the verb in the subject of a record's commit: `: title`, or nothing.
std::string title_behind(const model::Handoff& handoff);

/// The id in a WIP commit's trailer; nullopt where the commit is none (records carry the trailer
/// too, but their branch as well).
std::optional<std::string> wip_id(const git::Commit& commit);

/// Does the message say that the commit is paused work? A reword may have kept the trailer alone.
bool says_wip(const git::Commit& commit);

/// A run of WIP commits of one record on first parents, as pausing without resuming piles them up.
struct WipStack {
  std::string top;   ///< the newest commit of the run
  std::string base;  ///< the commit below the run; empty where it began on an unborn branch
  size_t height = 0;
};

/// Commits the tree with the identity, or through `git commit-tree -S` where `sign` is set (a
/// failing signature is a Failure).
std::string write_wip_commit(const git::Repository& repository, git::Quarantine& quarantine,
                             const git::Commit& commit, bool sign);

}  // namespace handoff::ops
