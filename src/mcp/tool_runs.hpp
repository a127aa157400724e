#pragma once

#include "git/repo/repository.hpp"
#include "mcp/tool_answer.hpp"
#include "model/json.hpp"

namespace handoff::mcp {

// What the tools of the table do. Each may throw a Failure: the caller makes a tool error of it.

ToolAnswer pause(const git::Repository& repository, const Json& arguments);
ToolAnswer checkpoint(const git::Repository& repository, const Json& arguments);
ToolAnswer resume(const git::Repository& repository, const Json& arguments);
ToolAnswer check(const git::Repository& repository, const Json& arguments);
ToolAnswer status(const git::Repository& repository, const Json& arguments);
ToolAnswer list(const git::Repository& repository, const Json& arguments);
ToolAnswer show(const git::Repository& repository, const Json& arguments);
ToolAnswer note(const git::Repository& repository, const Json& arguments);
ToolAnswer discard(const git::Repository& repository, const Json& arguments);
ToolAnswer undo(const git::Repository& repository, const Json& arguments);
ToolAnswer push(const git::Repository& repository, const Json& arguments);
ToolAnswer fetch(const git::Repository& repository, const Json& arguments);
ToolAnswer take(const git::Repository& repository, const Json& arguments);
ToolAnswer release(const git::Repository& repository, const Json& arguments);
ToolAnswer reconstruct(const git::Repository& repository, const Json& arguments);
ToolAnswer lint(const git::Repository& repository, const Json& arguments);
ToolAnswer brief(const git::Repository& repository, const Json& arguments);

// Spellbook's, kept in the same store (workflow_state.cpp).
ToolAnswer workflow_state_save(const git::Repository& repository, const Json& arguments);
ToolAnswer workflow_state_load(const git::Repository& repository, const Json& arguments);
ToolAnswer workflow_state_update(const git::Repository& repository, const Json& arguments);
ToolAnswer skill_instructions_get(const git::Repository& repository, const Json& arguments);
/// What Spellbook's tools answer where something failed.
ToolAnswer workflow_state_failure(const Json& arguments, const std::string& error);

}  // namespace handoff::mcp
