#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/setup/hook_files.hpp"

namespace handoff::ops {

/// Where an agent's hooks are registered: for this project, or for everything that this user does.
enum class AgentScope { project, user };

/// "claude", "codex", "gemini", "qwen", "droid", "cursor", "copilot", "opencode".
const std::vector<std::string>& agents_with_settings();

/// What would be written into one file for an agent.
struct AgentPlan {
  std::string agent = {};
  std::string what = {};  ///< the agent, with "-mcp" behind it for a file of MCP servers alone
  std::string path = {};  ///< absolute
  std::optional<std::string> before = {};  ///< nullopt: there is no file
  std::string after = {};
  /// What is called as ours in `before` and is another program: "its server 'handoff' is ...".
  std::vector<std::string> others = {};
  bool changes() const { return !before || *before != after; }
};

/// Our hooks and, with `mcp`, our MCP server merged into what is there; nothing is written. The
/// file of the hooks comes first. Throws a Failure where a file is not what the agent itself would
/// read, or the agent has no place for that scope.
std::vector<AgentPlan> plan_agent(const git::Repository& repository, const std::string& agent,
                                  AgentScope scope, bool mcp);

/// A file of a project that calls another program as ours.
struct OtherProgram {
  std::string agent = {};
  std::string path = {};  ///< from the top of the tree
  std::string what = {};  ///< "its server 'handoff' is another program, './mine serve'"
};

/// Those of an agent, or of all where the name is empty. Nothing is said of what cannot be read.
std::vector<OtherProgram> other_programs(const git::Repository& repository,
                                         const std::string& agent);

/// Writes plans, and remembers what was there before.
std::vector<FileChange> write_agent(const git::Repository& repository,
                                    const std::vector<AgentPlan>& plans, AgentScope scope);

/// Is this, from the top of a tree, a file that an agent's settings for a project are written to?
bool is_project_setting(std::string_view path);

/// Those of a project's files that git neither tracks nor ignores, from the top of the tree.
std::vector<std::string> untracked_settings(const git::Repository& repository,
                                            const std::vector<FileChange>& written);

/// Takes our hooks and our MCP server out of an agent's files: byte for byte what they were, where
/// nobody changed them since. No row where nothing was found.
std::vector<FileChange> remove_agent(const git::Repository& repository, const std::string& agent,
                                     AgentScope scope);

/// The lines that a plan adds and takes away, as a diff shows them.
std::vector<std::string> diff_of(const AgentPlan& plan);

/// The plugin of OpenCode, as integrations/opencode has it.
std::string_view opencode_plugin();

}  // namespace handoff::ops
