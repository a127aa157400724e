// Our plugin is one of OpenCode's, and does what it should: run by t-agent-settings.sh.
import type { Plugin } from "@opencode-ai/plugin"
import { GitHandoff } from "../../integrations/opencode/git-handoff.ts"

const plugin: Plugin = GitHandoff
export default plugin
