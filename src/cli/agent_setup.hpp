#pragma once

#include <string>

#include "git/repository.hpp"
#include "ops/agent_settings.hpp"

namespace handoff::cli {

/// `init --agent`: shows what would change, asks a person, and writes it. Gives the exit code.
int init_agent(const git::Repository& repository, const std::string& agent, ops::AgentScope scope, bool dry_run,
               bool as_json);

}  // namespace handoff::cli
