// git-handoff for OpenCode: gives a session the brief of paused work, keeps a checkpoint before the conversation is
// compacted and gives the brief back after it.
// Copy to .opencode/plugins/ or let `git handoff init --agent opencode` do it.

type Shell = (strings: TemplateStringsArray, ...values: string[]) => {
  cwd(folder: string): { quiet(): { nothrow(): Promise<{ exitCode: number; stdout: { toString(): string } }> } }
}

export const GitHandoff = async ({ $, directory }: { $: Shell; directory: string }) => {
  // What each session was given at its start: its system prompt is made anew for every request.
  const given = new Map<string, string>()
  const told = async (event: "sessionStart" | "compacting") => {
    try {
      const done = await $`git handoff hook opencode ${event}`.cwd(directory).quiet().nothrow()
      return done.exitCode === 0 ? done.stdout.toString().trim() : ""
    } catch {
      return "" // No git-handoff here: the session goes on without it.
    }
  }
  return {
    "experimental.chat.system.transform": async (input: { sessionID?: string }, output: { system: string[] }) => {
      if (input.sessionID === undefined) return
      const text = given.get(input.sessionID) ?? (await told("sessionStart"))
      given.set(input.sessionID, text)
      if (text !== "") output.system.push(text)
    },
    "experimental.session.compacting": async (input: { sessionID: string }, output: { context: string[]; prompt?: string }) => {
      const text = await told("compacting")
      if (text === "") return
      output.context.push(text)
      given.set(input.sessionID, "") // The summary has it from here on.
    },
  }
}
