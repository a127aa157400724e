#pragma once

#include <map>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What `check --run` saw: a command, and its exit code.
struct VerificationRun {
  std::string command = {};
  int exit_code = 0;
};

/// Writes down what was run for a version of a record, with HEAD where it is. Never throws: it is
/// only a memory.
void remember_runs(const git::Repository& repository, const std::string& version,
                   const std::vector<VerificationRun>& runs);

/// The exit codes, by command, of what was run last for this version where HEAD was what it is
/// now. Never throws.
std::map<std::string, int> remembered_runs(const git::Repository& repository,
                                           const std::string& version);

}  // namespace handoff::ops
