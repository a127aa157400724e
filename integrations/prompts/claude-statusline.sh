#!/bin/sh
# Claude Code's status line: what is paused on this branch, and how full the context is. In settings.json:
#   "statusLine": {"type": "command", "command": "sh PATH-OF-THIS-FILE"}
input=$(cat)
paused=$(git handoff status --prompt 2>/dev/null)
context=$(printf '%s' "$input" | git handoff hook claude statusLine 2>/dev/null)
[ -z "$paused$context" ] || printf '%s\n' "$paused${paused:+${context:+ }}$context"
