#include "ops/setup/init.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "cli/command/agent_setup.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/setup_report.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/setup/hook_scripts.hpp"

namespace handoff::cli {

namespace {

struct InitFlags {
  bool local = false;
  bool team = false;
  bool shared_hooks = false;
  bool json = false;
  bool user = false, project = false, dry_run = false, no_mcp = false;
  std::string agent = {};
  std::string hooks = {};
};

/// "all", "none" or names between commas or blanks. A Failure names what is none of these.
std::vector<std::string> parse_hooks(const std::string& text) {
  std::string words = to_lower(trim(replace_all(text, ",", " ")));
  if (words == "all")
    return ops::hook_names();
  std::vector<std::string> names;
  if (words == "none")
    return names;
  for (const std::string& word : split(words, ' ')) {
    if (word.empty())
      continue;
    if (!ops::is_hook_name(word))
      fail_usage("'" + printable(word) + "' is not a hook of git handoff",
                 {"give all, none, or some of " + join(ops::hook_names(), ",")});
    names.push_back(word);
  }
  if (names.empty())
    fail_usage("no hook was named", {"give all, none, or some of " + join(ops::hook_names(), ",")});
  return names;
}

bool ask_for_team() {
  std::optional<std::string> answer =
      ask("Ignore handoff files only here, or for the team in .gitignore? [here/team] (here) ");
  return answer && to_lower(*answer).starts_with('t');
}

std::optional<std::vector<std::string>> ask_for_hooks(const std::vector<std::string>& installed) {
  std::string kept = installed.empty() ? "none" : join(installed, ",");
  tell_line(
      "Git hooks:\n"
      "  post-checkout   tells you on a switch that a branch has a handoff\n"
      "  post-rewrite    remembers which commit became which, so that checks can follow\n"
      "  pre-commit      keeps new handoff files out of history\n"
      "  pre-merge-commit  keeps paused work from being merged into it\n"
      "  pre-push        keeps handoffs from being pushed by accident");
  for (;;) {
    std::optional<std::string> answer = ask("Which? [all/none/names] (" + kept + ") ");
    if (!answer || answer->empty())
      return std::nullopt;
    try {
      return parse_hooks(*answer);
    } catch (const Failure& failure) {
      tell_line(printable(failure.message()));
    }
  }
}

void declare(CLI::App& app, InitFlags& flags) {
  CLI::Option* local =
      app.add_flag("--local", flags.local, "ignore them only in this clone")->option_text(" ");
  CLI::Option* team =
      app.add_flag("--team", flags.team, "ignore them in .gitignore as well, for the team")
          ->option_text(" ")
          ->excludes(local);
  CLI::Option* hooks =
      app.add_option("--hooks", flags.hooks,
                     "which git hooks to have "
                     "{all,none,post-checkout,post-rewrite,pre-commit,pre-merge-commit,pre-push}")
          ->option_text("NAMES");
  app.add_flag("--shared-hooks", flags.shared_hooks,
               "write hooks also where they are not this clone's alone");
  app.add_option("--agent", flags.agent,
                 "register hooks and MCP server with an agent {" +
                     join(ops::agents_with_settings(), ",") + "}")
      ->option_text("AGENT")
      ->excludes(local)
      ->excludes(team)
      ->excludes(hooks);
  CLI::Option* project =
      app.add_flag("--project", flags.project, "with --agent: for this project (default)")
          ->option_text(" ");
  app.add_flag("--user", flags.user, "with --agent: for all that this user does")
      ->option_text(" ")
      ->excludes(project);
  app.add_flag("--no-mcp", flags.no_mcp, "with --agent: leave the MCP server out");
  app.add_flag("--dry-run", flags.dry_run, "with --agent: only show what would be written");
  app.add_flag("--json", flags.json, "print what was done as JSON");
}

}  // namespace

int run_init(Invocation& invocation) {
  InitFlags flags;
  CLI::App app("Makes git ignore handoff files and installs hooks. Can be run again at any time.");
  declare(app, flags);
  if (!parse(app, invocation))
    return 0;

  ops::InitRequest request{.team_ignore = flags.team, .shared_hooks = flags.shared_hooks};
  if (!flags.hooks.empty())
    request.hooks = parse_hooks(flags.hooks);
  git::Repository repository = git::Repository::open();
  if (!flags.agent.empty())
    return init_agent(repository,
                      {.agent = flags.agent,
                       .scope = flags.user ? ops::AgentScope::user : ops::AgentScope::project,
                       .mcp = !flags.no_mcp,
                       .dry_run = flags.dry_run,
                       .json = flags.json});
  bool asks = can_ask() && !flags.json;
  if (asks && !flags.local && !flags.team)
    request.team_ignore = ask_for_team();
  if (asks && flags.hooks.empty())
    request.hooks = ask_for_hooks(ops::installed_hooks(ops::hooks_folder(repository)));

  ops::SetupReport report = ops::init(repository, request);
  print_setup(report, repository.layout(), flags.json);
  if (!request.hooks && !flags.json && ops::installed_hooks(ops::hooks_folder(repository)).empty())
    std::puts("no git hooks: 'git handoff init --hooks all' installs them");
  bool failed = in_list(report.hooks, ops::Change::failed, &ops::FileChange::change);
  return failed ? static_cast<int>(FailureKind::no) : 0;
}

}  // namespace handoff::cli
