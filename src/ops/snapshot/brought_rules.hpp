#pragma once

#include <set>
#include <string>
#include <vector>

#include "git/objects/quarantine.hpp"
#include "git/repo/status.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

// By `.gitignore`, `.gitattributes` and `.lfsconfig` git decides what is kept of a tree, how, and
// where to it is sent. What work that was not made here changes of them counts for what is kept and
// sent once it is committed (docs/decisions/014).

/// Is the file one of them?
bool is_rule_file(const std::string& path);

/// Of these paths of rule files those that work which was not made here changes.
std::set<std::string> changed_by_others(const Store& store, const std::set<std::string>& paths);

/// The untracked files that are ignored no more only because of such a change in a `.gitignore`.
std::vector<std::string> ignored_before(const Store& store, const git::Quarantine& quarantine,
                                        const git::Status& status);

/// A file that goes through a filter in `base`, and no more in `wip`, because of such a change in a
/// `.gitattributes`.
struct Unfiltered {
  std::string path = {}, filter = {}, attributes = {};
};
/// Of the files that differ in these commits.
std::vector<Unfiltered> filtered_before(const Store& store, const git::Quarantine& quarantine,
                                        const std::string& base, const std::string& wip);

/// The commit below the WIP commits that HEAD ends in, where such a change of the `.lfsconfig` in
/// the working tree is none of it; empty: there is none.
std::string lfs_address_before(const Store& store);

}  // namespace handoff::ops
