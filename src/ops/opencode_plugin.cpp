#include "ops/agent_settings.hpp"

namespace handoff::ops {

// The same bytes as integrations/opencode/git-handoff.ts; tests/e2e/t-agent-settings.sh compares them.
std::string_view opencode_plugin() {
  return R"ts(// git-handoff for OpenCode: keeps a checkpoint before the conversation is compacted and gives the brief back after it.
// Copy to .opencode/plugins/ or let `git handoff init --agent opencode` do it.

type Shell = (strings: TemplateStringsArray, ...values: unknown[]) => {
  cwd(folder: string): { quiet(): { nothrow(): Promise<{ exitCode: number; stdout: { toString(): string } }> } }
}

export const GitHandoff = async ({ $, directory }: { $: Shell; directory: string }) => {
  const handoff = async (...args: string[]) => {
    try {
      const done = await $`git handoff ${args}`.cwd(directory).quiet().nothrow()
      return done.exitCode === 0 ? done.stdout.toString() : ""
    } catch {
      return ""
    }
  }
  return {
    "experimental.session.compacting": async (_input: { sessionID: string }, output: { context: string[]; prompt?: string }) => {
      await handoff("checkpoint", "-q", "-m", "before compaction")
      const text = await handoff("brief", "--budget", "1000")
      if (text !== "") output.context.push(text)
    },
  }
}
)ts";
}

}  // namespace handoff::ops
