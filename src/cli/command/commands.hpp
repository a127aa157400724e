#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/screen/invocation.hpp"

namespace handoff::cli {

/// What a command's arguments name: completion offers these.
enum class Takes { nothing, record, archived, fetched, record_or_file, file, remote, note };

/// One row of the table that dispatch, help, completion, the manual's list, the tools of the MCP
/// server and the tests are driven by or checked against.
struct CommandEntry {
  const char* name;
  const char* group;    ///< heading in the help; nullptr: not listed (hook, mcp plumbing)
  const char* summary;  ///< one line, lower case, no full stop
  int (*run)(Invocation& invocation);
  Takes takes = Takes::nothing;
  bool tool = false;      ///< agents have it as the tool handoff_<name>
  bool everyday = false;  ///< in the short help
};

// Each command lives in a file of its own name: src/cli/command/<command>.cpp. It gives the exit
// code.
int run_brief(Invocation& invocation);
int run_checkpoint(Invocation& invocation);
int run_catchup(Invocation& invocation);
int run_check(Invocation& invocation);
int run_discard(Invocation& invocation);
int run_doctor(Invocation& invocation);
int run_edit(Invocation& invocation);
int run_export(Invocation& invocation);
int run_fetch(Invocation& invocation);
int run_gc(Invocation& invocation);
int run_hook(Invocation& invocation);
int run_import(Invocation& invocation);
int run_init(Invocation& invocation);
int run_lint(Invocation& invocation);
int run_list(Invocation& invocation);
int run_log(Invocation& invocation);
int run_mcp(Invocation& invocation);
int run_note(Invocation& invocation);
int run_pause(Invocation& invocation);
int run_promote(Invocation& invocation);
int run_push(Invocation& invocation);
int run_reconstruct(Invocation& invocation);
int run_release(Invocation& invocation);
int run_resume(Invocation& invocation);
int run_show(Invocation& invocation);
int run_status(Invocation& invocation);
int run_take(Invocation& invocation);
int run_undo(Invocation& invocation);
int run_uninstall(Invocation& invocation);

/// Runs a hook of git: `hook NAME ARGS...`, or the program standing in as the hook itself.
int run_git_hook(const std::string& name, const std::vector<std::string>& args);

/// All commands, in the order of the help.
std::span<const CommandEntry> commands();
/// nullptr where there is none of that name.
const CommandEntry* find_command(const std::string& name);

}  // namespace handoff::cli
