#include "cli/agent_setup.hpp"

#include <cstdio>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/setup_report.hpp"
#include "cli/terminal.hpp"

namespace handoff::cli {

int init_agent(const git::Repository& repository, const std::string& agent, ops::AgentScope scope, bool dry_run,
               bool as_json) {
  ops::AgentPlan plan = ops::plan_agent(repository, agent, scope);
  ops::SetupReport report;
  if (plan.changes() && !as_json) {
    std::printf("%s\n", printable(plan.path).c_str());
    for (const std::string& line : ops::diff_of(plan))
      std::printf("  %s\n", printable(line).c_str());
    std::fflush(stdout);
  }
  if (dry_run)
    return 0;
  if (plan.changes() && can_ask() && !as_json) {
    std::optional<std::string> answer = ask("write this? [y/N] ");
    if (!answer || to_lower(*answer).substr(0, 1) != "y") {
      say("note", "nothing was written");
      return static_cast<int>(FailureKind::no);
    }
  }
  report.agents.push_back(ops::write_agent(repository, plan, scope));
  print_setup(report, repository.layout(), as_json);
  return 0;
}

}  // namespace handoff::cli
