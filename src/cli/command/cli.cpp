#include "cli/command/cli.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include <poll.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/in_flight.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/screen/spelling.hpp"
#include "cli/screen/terminal.hpp"
#include "git/repo/git.hpp"
#include "hooks/git/git_hooks.hpp"
#include "model/note.hpp"
#include "ops/records/look_budget.hpp"

namespace handoff::cli {

namespace {

void print_failure(const char* word, const std::string& message,
                   const std::vector<std::string>& hints) {
  // A path, or what a strange git printed, may hold anything: each stays on its line.
  say(word, message);
  say("hint", hints);
}

/// The table for completions and tests: name, what its arguments are, tool, summary, a line each.
void print_table() {
  constexpr const char* kTakes[] = {"-",           "record", "archived", "fetched",
                                    "record|file", "file",   "remote",   "note"};
  for (const CommandEntry& entry : commands())
    if (entry.group != nullptr)
      std::printf("%s\t%s\t%s\t%s\n", entry.name, kTakes[static_cast<size_t>(entry.takes)],
                  entry.tool ? (std::string("handoff_") + entry.name).c_str() : "-", entry.summary);
}

void print_help(bool all) {
  std::puts("usage: git handoff [<command>] [<args>]\n");
  std::string group;
  for (const CommandEntry& entry : commands()) {
    if (entry.group == nullptr || !(all || entry.everyday))
      continue;
    if (group != entry.group)
      std::printf("%s%s\n", group.empty() ? "" : "\n", entry.group);
    group = entry.group;
    std::printf("   %-12s %s\n", entry.name, entry.summary);
  }
  if (!all)
    std::puts("\n'git handoff help --all' lists all commands.");
  std::puts(
      "'git handoff <command> -h' shows the options of a command, 'git help handoff' the manual.");
}

/// What git, mob and others call what we have under another name.
constexpr std::array<std::pair<std::string_view, const char*>, 20> kWordsOfOthers = {{
    {"pop", "resume"},      {"apply", "resume"},
    {"continue", "resume"}, {"restore", "resume"},
    {"start", "resume"},    {"unpause", "resume"},
    {"save", "pause"},      {"stash", "pause"},
    {"stop", "pause"},      {"store", "pause"},
    {"commit", "pause"},    {"abort", "discard"},
    {"delete", "discard"},  {"drop", "discard"},
    {"remove", "discard"},  {"rm", "discard"},
    {"ls", "list"},         {"diff", "show"},
    {"todo", "note task"},  {"decide", "note decision"},
}};

/// The commands that a mistyped one may have meant: those that begin with it, else those nearly
/// written so.
std::vector<std::string> commands_like(const std::string& name) {
  std::vector<std::string> begin, near;
  if (name.empty() || name.size() > 20)
    return begin;
  for (const CommandEntry& entry : commands()) {
    std::string known = entry.name;
    if (entry.group != nullptr && known.starts_with(name))
      begin.push_back(known);
    if (entry.group != nullptr && is_nearly(known, name))
      near.push_back(known);
  }
  for (const auto& [other, ours] : kWordsOfOthers)
    if (other == name)
      begin.emplace_back(ours);
  return begin.empty() ? near : begin;
}

int run_command(Invocation& invocation) {
  if (const CommandEntry* entry = find_command(invocation.name))
    return entry->run(invocation);
  std::vector<std::string> hints;
  if (std::vector<std::string> like = commands_like(invocation.name); !like.empty())
    hints.push_back("the nearest: " + join(like, ", "));
  if (model::note_kind_of(invocation.name))
    hints.push_back("to write it down: git handoff note " + invocation.name + " \"TEXT\"");
  if (invocation.name == "next")  // mob's word for it
    hints.emplace_back("to hand over what is paused: git handoff push");
  hints.push_back("'git handoff help --all' lists the commands");
  fail_usage("'" + printable(invocation.name) + "' is not a git handoff command", hints);
}

int dispatch(int argc, char** argv) {
  // A link in a hooks folder: the program stands in as the hook itself.
  if (argc > 0 && hooks::is_git_hook(base_name(argv[0])))
    return run_git_hook(base_name(argv[0]), {argv + 1, argv + argc});
  Invocation invocation{.name = "", .args = {}};
  if (argc > 1)
    invocation.name = argv[1];
  for (int i = 2; i < argc; ++i)
    invocation.args.emplace_back(argv[i]);
  if (invocation.name == "--version" || invocation.name == "version") {
    std::puts("git-handoff " HANDOFF_VERSION);
    return 0;
  }
  if (invocation.name == "help" && invocation.args == std::vector<std::string>{"--porcelain"}) {
    print_table();
    return 0;
  }
  if (invocation.name == "help" && !invocation.args.empty() && invocation.args[0] != "--all") {
    invocation = {.name = invocation.args.front(), .args = {"-h"}};
    return run_command(invocation);
  }
  if (invocation.name == "-h" || invocation.name == "--help" || invocation.name == "help") {
    print_help(!invocation.args.empty() && invocation.args[0] == "--all");
    return 0;
  }
  if (invocation.name.empty())
    invocation.name = "status";
  if (invocation.name != "hook" && invocation.name != "mcp")  // nobody types these
    tell_in_flight_at_interrupt();
  return run_command(invocation);
}

bool reader_is_gone() {
  pollfd out{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

void tell_of_old_git(const Failure& failure) {
  try {
    if (failure.kind() == FailureKind::fatal)
      if (std::optional<std::string> old = git::too_old(git::Git("/")))
        print_failure("hint", *old, {});
  } catch (const std::exception&) {
    // There may be no git at all; what failed has been told.
  }
}

}  // namespace

int run(int argc, char** argv) {
  int code = 0;
  try {
    code = dispatch(argc, argv);
  } catch (const Failure& failure) {
    const char* word = failure.kind() == FailureKind::no ? "error" : "fatal";
    print_failure(word, failure.message(), failure.hints());
    tell_of_old_git(failure);
    code = static_cast<int>(failure.kind());
  } catch (const std::exception& error) {
    print_failure("fatal", std::string("internal error: ") + printable(error.what()),
                  {"nothing is lost: 'git handoff doctor' shows what state things are in"});
    code = static_cast<int>(FailureKind::fatal);
  }
  if (std::string told = ops::LookBudget::of_this_command().told();
      !told.empty() && !acts_automatically())
    print_failure("warning", told, {});
  bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  std::string why = errno_text();
  if (!written && reader_is_gone()) {
    // A pager that was quit, `head`: the end that git takes, without a word.
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  if (!written && code == 0) {
    print_failure("fatal", "cannot write the output: " + why, {});
    code = static_cast<int>(FailureKind::fatal);
  }
  return code;
}

}  // namespace handoff::cli
