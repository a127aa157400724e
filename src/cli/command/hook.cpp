#include <poll.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/shown.hpp"
#include "hooks/git/git_hooks.hpp"
#include "hooks/session/session_hooks.hpp"
#include "ops/setup/hook_scripts.hpp"

namespace handoff::cli {

namespace {

constexpr const char* kUsage =
    "usage: git handoff hook <name> [<args>...]\n"
    "   or: git handoff hook --print <name>\n"
    "   or: git handoff hook <agent> <event>\n"
    "\n"
    "Run by git's hooks; 'git handoff init' installs them. Names: post-checkout, post-rewrite,\n"
    "pre-commit, pre-merge-commit, pre-push. Agents: claude, codex, gemini, qwen, droid, cursor, "
    "copilot, opencode.\n"
    "\n"
    "  --print <name>   print the lines to put at the start of a hook that init may not edit\n"
    "  -h, --help       show this help\n";

constexpr int kPayloadAtEnd = 200;

/// No more than what would be understood; the rest is read and dropped, so that the agent can write
/// it. Waits for no byte longer than so many milliseconds; negative: for ever.
std::string read_payload(int milliseconds) {
  std::string input;
  char bytes[65536];
  for (;;) {
    pollfd waiting{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    ssize_t n = poll(&waiting, 1, milliseconds) > 0 ? read(STDIN_FILENO, bytes, sizeof bytes) : 0;
    if (n <= 0)
      return input;
    if (input.size() <= formats::kMaxDocumentBytes)
      input.append(bytes, static_cast<size_t>(n));
  }
}

}  // namespace

int run_git_hook(const std::string& name, const std::vector<std::string>& args) {
  const hooks::HookAnswer answer = hooks::run_git_hook(name, args);
  for (const std::string& line : answer.lines)
    tell_line(formats::shown(line));
  return answer.exit_code;
}

int run_hook(Invocation& invocation) {
  std::vector<std::string>& args = invocation.args;
  if (args.empty())
    fail_usage("hook needs the name of a hook", {"'git handoff hook -h' lists them"});
  std::string name = args.front();
  if (name == "-h" || name == "--help") {
    print_text(kUsage);
    return 0;
  }
  if (name == "--print" && args.size() == 2) {
    print_text(ops::hook_block(args[1]));
    return 0;
  }
  if (hooks::is_agent(name) && args.size() == 2) {
    // The plugin of OpenCode has nothing to say: what stands open there may be that program's own
    // terminal.
    hooks::limit_session_hook(name);
    bool silent = name == "opencode" || isatty(STDIN_FILENO) == 1;
    std::string input =
        silent ? "" : read_payload(hooks::ends_session(args[1]) ? kPayloadAtEnd : -1);
    print_text(hooks::run_session_hook(name, args[1], input));
    return 0;
  }
  if (!hooks::is_git_hook(name))
    fail_usage("'" + printable(name) + "' is not a hook of git handoff",
               {"'git handoff hook -h' lists them"});
  return run_git_hook(name, {args.begin() + 1, args.end()});
}

}  // namespace handoff::cli
