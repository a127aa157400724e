#pragma once

#include <set>
#include <string>
#include <vector>

#include "ops/records/store.hpp"
#include "ops/snapshot/recorded_entries.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

/// What the user, and no checkout, has made otherwise than a record keeps beside its commit.
struct ChangedByHand {
  std::set<std::string> bytes;  ///< exact bytes; that a file is there, or is not
  std::set<std::string> modes;  ///< more people may read or write it
  std::set<std::string> flags;  ///< if the index has none any more
};

/// A pause on top of a WIP commit that was not resumed. The new version has to restore both: the
/// index entries, exact bytes and modes of the version before are kept for every path that neither
/// the new snapshot nor the user has touched, and what the user staged since wins over what the
/// older pause remembered. `older`: the entries of the version before, on what the stack stands on
/// now. Changes `block` (base below the whole stack) and `attachments`.
void stack_onto(const Store& store, const Record& previous, std::vector<git::IndexEntry> older,
                const WipStack& stack, const Snapshot& snapshot, const ChangedByHand& since,
                git::Quarantine& quarantine, model::GitBlock& block,
                std::vector<git::TreeEdit>& attachments);

/// Has the record of the pause on this HEAD all of the work that is here, what lies beside its
/// commit as well (Snapshot::is_beside_only)?
bool has_all_of(const Store& store, const Record& record, const Snapshot& snapshot,
                const ChangedByHand& since = {});

/// Of the pauses on this HEAD.
PausedFiles paused_files(const Store& store, const git::Head& head);

/// Pathspecs of what a record of named paths holds; none where it is of all that there was. Another
/// file is none of its business, and may be one that git cannot take.
std::vector<std::string> paths_of_part(const Store& store, const Record& record);

}  // namespace handoff::ops
