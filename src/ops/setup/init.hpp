#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/setup/hook_files.hpp"

namespace handoff::ops {

struct InitRequest {
  bool team_ignore = false;  ///< also `.gitignore`, for everyone who works on the project
  /// The hooks to have; those that are not named are taken out. nullopt: those that
  /// are there stay, and are brought up to date.
  std::optional<std::vector<std::string>> hooks = {};
  bool shared_hooks = false;  ///< edit hooks that are not this clone's alone
};

struct SetupReport {
  std::vector<FileChange> ignore = {};
  std::vector<FileChange> hooks = {};
  std::vector<FileChange> agents = {};  ///< settings of agents
  /// Handoff files that history has already: ignore entries do not change that.
  std::vector<std::string> tracked = {};
  size_t live_records = 0;  ///< with uninstall: they stay
  /// Did all that was asked for happen, or does something wait on the user?
  bool complete() const;
};

/// Makes git ignore handoff files, in a marked block, and installs hooks. Doing it twice changes
/// nothing.
SetupReport init(const git::Repository& repository, const InitRequest& request);

struct UninstallRequest {
  bool user_agents = false;   ///< also the settings of agents that are this user's
  bool shared_hooks = false;  ///< also take hooks out of a folder that other repositories may use
};

/// Takes out of this repository what init put in: every byte is as it was before. Records stay.
SetupReport uninstall(const git::Repository& repository, const UninstallRequest& request);

}  // namespace handoff::ops
