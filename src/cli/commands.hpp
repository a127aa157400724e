#pragma once

#include <span>
#include <string>
#include <vector>

namespace handoff::cli {

/// What the command line said: `git-handoff NAME ARGS...`.
struct Invocation {
  std::string name;
  std::vector<std::string> args;
};

/// One row of the table that the program, its help and the test of the docs are driven by.
struct CommandEntry {
  const char* name;
  const char* group;    ///< heading in the help; nullptr: not listed (hook, mcp plumbing)
  const char* summary;  ///< one line, lower case, no full stop
  int (*run)(Invocation& invocation);
};

/// All commands, in the order of the help.
std::span<const CommandEntry> commands();
/// nullptr where there is none of that name.
const CommandEntry* find_command(const std::string& name);

}  // namespace handoff::cli
