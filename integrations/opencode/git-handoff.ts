// git-handoff for OpenCode: keeps a checkpoint before the conversation is compacted and gives the brief back after it.
// Copy to .opencode/plugins/ or let `git handoff init --agent opencode` do it.

type Shell = (strings: TemplateStringsArray, ...values: string[]) => {
  cwd(folder: string): { quiet(): { nothrow(): Promise<{ exitCode: number; stdout: { toString(): string } }> } }
}

export const GitHandoff = async ({ $, directory }: { $: Shell; directory: string }) => ({
  "experimental.session.compacting": async (_input: { sessionID: string }, output: { context: string[]; prompt?: string }) => {
    try {
      const done = await $`git handoff hook opencode compacting`.cwd(directory).quiet().nothrow()
      const text = done.exitCode === 0 ? done.stdout.toString().trim() : ""
      if (text !== "") output.context.push(text)
    } catch {
      // No git-handoff here: compacting goes on without it.
    }
  },
})
