#pragma once

#include "git/repo/repository.hpp"
#include "ops/exchange/found_record.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// Builds a record from traces, in this order: plans, debug sessions, quick tasks, WIP commits and
/// the branch's own commits, the reflog, the working tree, journals (also of vanished worktrees),
/// known handoff files, configuration of known workflows. Reads only.
Reconstruction reconstruct(const git::Repository& repository);

/// The hints of a command that reads, where nothing is paused. Where there are none, it is a guess,
/// if there is anything to guess from.
std::vector<std::string> or_a_guess(const git::Repository& repository,
                                    std::vector<std::string> hints);
/// find_for(), with such a hint.
Record find_to_read(const Store& store, const std::string& id, const std::string& verb);

/// For an agent: without what others wrote, which nobody here has shown that they read.
Reconstruction released(Reconstruction reconstruction, Reader reader);

/// Stores it as a record of mode auto beside a snapshot; branch, index and working tree stay.
PauseReport save(const git::Repository& repository, const Reconstruction& reconstruction);

}  // namespace handoff::ops
