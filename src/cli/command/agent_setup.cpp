#include "cli/command/agent_setup.hpp"

#include <algorithm>
#include <cstdio>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/render/setup_report.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

namespace {

/// What the program still wants before it takes what stands in a project's files; empty: nothing.
std::string wanted_by(const AgentSetup& setup) {
  const std::string& agent = setup.agent;
  if (agent == "claude" && setup.mcp)
    return "claude asks whether to use the server 'handoff' when it is started here: approve it, "
           "or "
           "nothing of it runs (/mcp shows how it stands)";
  if (agent == "codex")
    return "codex asks twice when it is started here, whether to trust the folder and whether to "
           "trust its hooks: without the second none of them runs";
  for (const char* known : {"gemini", "qwen", "copilot"})
    if (agent == known)
      return agent +
             " reads a project's hooks and servers only where the folder is trusted: start " +
             agent + " here and trust it";
  return {};
}

/// What is called as ours and was left: nobody is to approve that. False where there is none.
bool tell_of_others(const git::Repository& repository, const AgentSetup& setup) {
  const std::vector<ops::OtherProgram> others = ops::other_programs(repository, setup.agent);
  for (const ops::OtherProgram& other : others)
    say("warning", other.path + ": " + other.what + ": do not approve it in " + setup.agent);
  return !others.empty();
}

/// Files of a project travel as git has them travel: what it does not track goes with a pause.
void tell_of_untracked(const git::Repository& repository, const ops::SetupReport& report) {
  const std::vector<std::string> paths = ops::untracked_settings(repository, report.agents);
  if (!paths.empty())
    say("hint", "git does not track " + printable(join(paths, " and ")) + ": commit " +
                    (paths.size() > 1 ? "them" : "it") + ", or the next pause takes " +
                    (paths.size() > 1 ? "them" : "it") +
                    " into its WIP commit, and a switch then leaves the agent without hooks; to "
                    "keep that to yourself, use --user or .git/info/exclude");
}

/// What is written, as a diff. An agent gets the beginning: lines that go stand in a file of the
/// project, which anybody may have written.
void print_plan(const Terminal& terminal, const ops::AgentPlan& plan) {
  constexpr size_t kMostLines = 200, kMostBytes = 240;
  const bool whole = terminal.reader() == ops::Reader::person;
  print_line(printable(plan.path));
  const std::vector<std::string> lines = ops::diff_of(plan);
  const size_t told = whole ? lines.size() : std::min(lines.size(), kMostLines);
  for (size_t i = 0; i < told; ++i) {
    const std::string line = formats::shown(lines[i]),
                      begin = whole ? line : formats::beginning(line, kMostBytes);
    print_line("  " + begin + (begin.size() < line.size() ? "..." : ""));
  }
  if (told < lines.size())
    print_line("  and " + count_of(lines.size() - told, "more line"));
}

}  // namespace

int init_agent(const git::Repository& repository, const AgentSetup& setup) {
  std::vector<ops::AgentPlan> plans =
      ops::plan_agent(repository, setup.agent, setup.scope, setup.mcp);
  const Terminal terminal(&repository);
  bool changes = false;
  for (const ops::AgentPlan& plan : plans) {
    changes = changes || plan.changes();
    if (!plan.changes() || setup.json)
      continue;
    print_plan(terminal, plan);
  }
  std::fflush(stdout);
  if (setup.dry_run)
    return 0;
  if (changes && can_ask() && !setup.json) {
    if (!is_yes(ask("write this? [y/N] "))) {
      say("note", "nothing was written");
      return static_cast<int>(FailureKind::no);
    }
  }
  ops::SetupReport report;
  report.agents = ops::write_agent(repository, plans, setup.scope);
  print_setup(report, repository.layout(), setup.json);
  if (setup.scope == ops::AgentScope::project && !setup.json)
    tell_of_untracked(repository, report);
  if (setup.scope == ops::AgentScope::project && !setup.json && !tell_of_others(repository, setup))
    if (const std::string wanted = wanted_by(setup); !wanted.empty())
      say("hint", wanted);
  if (setup.mcp && setup.agent == "claude" && setup.scope == ops::AgentScope::user && !setup.json)
    say("hint",
        "the MCP server for all projects: claude mcp add --scope user handoff -- git handoff mcp");
  return 0;
}

}  // namespace handoff::cli
