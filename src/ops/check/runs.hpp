#pragma once

#include <map>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"

namespace handoff::ops {

/// What `check --run` saw: a command, and its exit code.
struct VerificationRun {
  std::string command = {};
  int exit_code = 0;
};

/// Writes down what was run for a version of a record, with HEAD and the working tree as they are.
/// Never throws: it is only a memory.
void remember_runs(const git::Repository& repository, const std::string& version,
                   const git::Status& status, const std::vector<VerificationRun>& runs);

/// The exit codes, by command, of what was run last for this version where HEAD and the working
/// tree were what they are now. Never throws.
std::map<std::string, int> remembered_runs(const git::Repository& repository,
                                           const std::string& version, const git::Status& status);

}  // namespace handoff::ops
