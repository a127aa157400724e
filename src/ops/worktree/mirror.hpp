#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

struct MirrorReport {
  std::vector<std::string> files = {};     ///< written or removed, relative to the top of the tree
  std::vector<std::string> warnings = {};  ///< for people: what was left alone, and why
};

/// Writes a record into the files of other tools that `handoff.mirror` (a format's name; may be set
/// more than once) asks for, so that agents which only know those go on working. A file that this
/// function did not write, or that was changed since, is left alone, as is a tracked one; links are
/// not followed. Git ignores the files by `.git/info/exclude`, and what it ignores counts as the
/// user's own: so they hold what an agent may have of the record. Failures are warnings: the
/// handoff itself is safe.
MirrorReport write_mirror(const Store& store, const RecordRef& at);

/// Files that write_mirror wrote and that are as it wrote them.
std::vector<std::string> mirrored_files(const git::Repository& repository);

/// Removes what write_mirror wrote and nobody changed since.
MirrorReport remove_mirror(const git::Repository& repository);

}  // namespace handoff::ops
