#pragma once

#include <string>

namespace handoff::ops {

/// How an agent wants an MCP server written down.
enum class McpForm {
  none,
  servers,   ///< JSON: mcpServers.<name> with command and args
  copilot,   ///< the same, with type and tools
  opencode,  ///< JSON: mcp.<name> with the whole command as a list
  codex,     ///< TOML: [mcp_servers.<name>]
};

/// What a text registers under our name and is another program, in quotes; empty: nothing.
std::string other_server(const std::string& text, McpForm form);

/// The text with our MCP server registered, in place of another program of that name; every other
/// byte stays. The same text where it is there already. Throws a Failure where the text is not what
/// the agent itself would read, or has no place for it.
std::string with_mcp_server(const std::string& text, const std::string& path, McpForm form);

/// The text without it; the same text where it is not there, is not ours, or cannot be read.
std::string without_mcp_server(const std::string& text, McpForm form);

}  // namespace handoff::ops
