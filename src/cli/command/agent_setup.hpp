#pragma once

#include <string>

#include "git/repo/repository.hpp"
#include "ops/setup/agent_settings.hpp"

namespace handoff::cli {

struct AgentSetup {
  std::string agent = {};
  ops::AgentScope scope = ops::AgentScope::project;
  bool mcp = true;
  bool dry_run = false;
  bool json = false;
};

/// `init --agent`: shows what would change, asks a person, and writes it. Gives the exit code.
int init_agent(const git::Repository& repository, const AgentSetup& setup);

}  // namespace handoff::cli
