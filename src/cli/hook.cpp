#include <cstdio>

#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "formats/json.hpp"
#include "formats/shown.hpp"
#include "hooks/git_hooks.hpp"
#include "hooks/session_hooks.hpp"
#include "ops/hook_scripts.hpp"

namespace handoff::cli {

namespace {

constexpr const char* kUsage =
    "usage: git handoff hook <name> [<args>...]\n"
    "   or: git handoff hook --print <name>\n"
    "   or: git handoff hook <agent> <event>\n"
    "\n"
    "Run by git's hooks; 'git handoff init' installs them. Names: post-checkout, post-rewrite,\n"
    "pre-commit, pre-push. Agents: claude, codex, gemini, cursor, copilot, opencode.\n"
    "\n"
    "  --print <name>   print the lines to put at the start of a hook that init may not edit\n"
    "  -h, --help       show this help\n";

/// No more than what would be understood; the rest is read and dropped, so that the agent can write it.
std::string read_payload() {
  std::string input = read_all_at_most(STDIN_FILENO, formats::kMaxDocumentBytes);
  char rest[65536];
  while (input.size() > formats::kMaxDocumentBytes && read(STDIN_FILENO, rest, sizeof rest) > 0) {
  }
  return input;
}

}  // namespace

int run_git_hook(const std::string& name, const std::vector<std::string>& args) {
  std::string input;
  if (hooks::reads_input(name))
    input = read_all(STDIN_FILENO);
  hooks::HookAnswer answer = hooks::run_git_hook(name, args, input);
  for (const std::string& line : answer.lines)
    std::fprintf(stderr, "%s\n", formats::shown(line).c_str());
  return answer.exit_code;
}

int run_hook(Invocation& invocation) {
  std::vector<std::string>& args = invocation.args;
  if (args.empty())
    fail_usage("hook needs the name of a hook", {"'git handoff hook -h' lists them"});
  std::string name = args.front();
  if (name == "-h" || name == "--help") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (name == "--print" && args.size() == 2) {
    std::string block(ops::hook_block(args[1]));
    std::fputs(block.c_str(), stdout);
    return 0;
  }
  if (hooks::is_agent(name) && args.size() == 2) {
    // The plugin of OpenCode has nothing to say: what stands open there may be that program's own terminal.
    hooks::limit_session_hook(name);
    bool silent = name == "opencode" || isatty(STDIN_FILENO) == 1;
    std::string input = silent ? "" : read_payload();
    std::fputs(hooks::run_session_hook(name, args[1], input).c_str(), stdout);
    return 0;
  }
  if (!hooks::is_git_hook(name))
    fail_usage("'" + printable(name) + "' is not a hook of git handoff",
               {"'git handoff hook -h' lists them"});
  return run_git_hook(name, {args.begin() + 1, args.end()});
}

}  // namespace handoff::cli
