#!/usr/bin/env bash
# What is shipped for agents: the plugin of Claude Code, the portable skill, the plugin of OpenCode.
. "$(dirname "$0")/lib.sh"

shipped=$project_dir/integrations
opencode_dir=$project_dir/tests/npm-opencode

need_opencode() {
  command -v npm >/dev/null && command -v node >/dev/null || skip "npm is not installed"
  [ -d "$opencode_dir/node_modules/@opencode-ai/plugin" ] && return
  # Without a lock file: a registry may not have the packages of other systems that one would name.
  (
    flock 9
    [ -d "$opencode_dir/node_modules/@opencode-ai/plugin" ] ||
      (cd "$opencode_dir" && timeout 180 npm install --no-package-lock --ignore-scripts --silent --no-audit --no-fund)
  ) 9>"${TMPDIR:-/tmp}/git-handoff-npm-opencode.lock" || skip "npm could not fetch what the plugin of OpenCode needs"
}

# front_matter FILE: the lines between the first two `---`.
front_matter() { awk 'NR == 1 && $0 != "---" { exit 1 } NR > 1 && $0 == "---" { exit } NR > 1' "$1"; }

skill_is_portable() {
  local dir file key
  for file in "$shipped/skills/handoff/SKILL.md" "$shipped/claude-code/skills/handoff/SKILL.md"; do
    dir=$(basename "$(dirname "$file")")
    front_matter "$file" >front
    expect_equal "$dir" "$(sed -n 's/^name: //p' front)" "the name is the folder's"
    expect_matches "$dir" '^[a-z0-9-]{1,64}$'
    # Only keys that every program knows.
    while IFS=: read -r key _; do
      case $key in
        name | description | license | compatibility | metadata | allowed-tools) ;;
        *) fail "'$key' is not a portable key" ;;
      esac
    done <front
    [ "$(sed -n 's/^description: //p' front | wc -c)" -le 1025 ] || fail "the description is too long"
    # Under 600 tokens, however they are counted here: by four bytes, and by words and marks.
    [ "$(wc -c <"$file")" -lt 2400 ] || fail "over 600 tokens by bytes"
    expect_contains "$(cat "$file")" "next action" "git handoff note" "git handoff check" "git handoff pause" "git handoff resume"
  done
}
test_case "the skill has portable keys only and is small" skill_is_portable

plugin_folder() {
  local dir=$shipped/claude-code event
  # The manifest: a name, and keys that are known.
  jq -e '.name | test("^[a-z0-9]+(-[a-z0-9]+)*$")' "$dir/.claude-plugin/plugin.json" >/dev/null
  expect_equal '[]' "$(jq -c 'keys - ["name","version","description","author","homepage","repository","license","keywords"]' "$dir/.claude-plugin/plugin.json")"
  expect_equal "$(git-handoff --version | sed 's/.* //')" "$(jq -r .version "$dir/.claude-plugin/plugin.json")"
  # Nothing but what the layout has a place for.
  expect_equal ".claude-plugin/plugin.json .mcp.json hooks/hooks.json skills/handoff/SKILL.md" \
    "$(cd "$dir" && find . -type f | sed 's,^\./,,' | sort | tr '\n' ' ' | sed 's/ $//')"
  # Each hook: a command without a shell, with a timeout, for an event that exists.
  jq -e '[.hooks[][] | .hooks | length > 0] | all' "$dir/hooks/hooks.json" >/dev/null
  jq -e '[.hooks[][].hooks[] | .type == "command" and .command == "git" and (.args | type == "array") and (.timeout | type == "number" and . <= 10) and (keys - ["type","command","args","timeout"] == [])] | all' "$dir/hooks/hooks.json" >/dev/null
  jq -e '[.hooks[][] | keys - ["matcher","hooks"] == []] | all' "$dir/hooks/hooks.json" >/dev/null
  for event in $(jq -r '.hooks | keys[]' "$dir/hooks/hooks.json"); do
    case $event in
      SessionStart | SessionEnd | PreCompact | Stop | UserPromptSubmit | PostToolUse) ;;
      *) fail "'$event' is not an event of Claude Code" ;;
    esac
    expect_equal "handoff hook claude $event" "$(jq -r --arg e "$event" '.hooks[$e][0].hooks[0].args | join(" ")' "$dir/hooks/hooks.json")"
  done
  expect_equal '{"mcpServers":{"handoff":{"command":"git","args":["handoff","mcp"]}}}' "$("$jq_in_order" -c . "$dir/.mcp.json")"
}
test_case "the plugin folder of Claude Code is what its layout asks for" plugin_folder

opencode_types() {
  need_opencode
  works node "$opencode_dir/node_modules/typescript/lib/tsc.js" -p "$opencode_dir"
}
test_case "the plugin of OpenCode fits that program's own types" opencode_types

opencode_runs() {
  need_opencode
  make_project
  works git handoff init --agent opencode --project --no-mcp
  commit_all "the plugin"
  real_clock
  run node "$opencode_dir/run.mjs" .opencode/plugins/git-handoff.ts "$PWD"
  expect_equal "0 " "$code $out" "$err"
  make_work
  works git handoff note decision "use jose" --because "keys rotate"
  rm .git/handoff/last-auto-checkpoint # that call was a moment ago
  works node "$opencode_dir/run.mjs" .opencode/plugins/git-handoff.ts "$PWD"
  expect_contains "$out" "use jose; because keys rotate" "no instructions"
  patiently live_at_least 1 || fail "no checkpoint was made"
  # A new session has the brief in each of its requests, until its summary has it.
  works env AT_START=1 node "$opencode_dir/run.mjs" .opencode/plugins/git-handoff.ts "$PWD"
  expect_equal '1 1 0 0 true' "$(jq -r '"\([.system[] | length] | join(" ")) \(.after | length) \(.system[0] == .system[1])"' <<<"$out")"
  expect_contains "$(jq -r '.system[0][0]' <<<"$out")" "use jose" "no instructions"
  # Somebody else's words stay out of it.
  git clone -q --no-local . ../other
  git -C ../other fetch -q "$PWD" 'refs/handoffs/*:refs/handoffs/*'
  works node "$opencode_dir/run.mjs" .opencode/plugins/git-handoff.ts "$PWD" "$PWD/../other"
  expect_contains "$out" "nobody here has read"
  expect_lacks "$out" "use jose"
  # Outside of a repository it says nothing, and fails nothing.
  works node "$opencode_dir/run.mjs" .opencode/plugins/git-handoff.ts "$PWD" /
  expect_equal "" "$out"
}
test_case "the plugin of OpenCode keeps a checkpoint and gives the brief" opencode_runs

installed_files() {
  command -v cmake >/dev/null || skip "no cmake here"
  works cmake --install "$bin_dir" --prefix "$PWD/prefix"
  diff -r "$shipped" prefix/share/git-handoff/integrations
}
prompts() {
  local folder=$shipped/prompts command
  make_project
  make_work
  works git handoff pause -m lunch
  for command in "$(python3 -c 'import sys, tomllib; print(tomllib.load(open(sys.argv[1], "rb"))["custom"]["handoff"]["command"])' "$folder/starship.toml")" \
    "$(jq -r .properties.command "$folder/oh-my-posh.json")"; do
    works sh -c "$command"
    expect_equal "$(git handoff status --prompt)" "$out"
    [ -n "$out" ] || fail "'$command' says nothing"
  done
  run sh "$folder/claude-statusline.sh" <<<"{\"session_id\":\"s\",\"cwd\":\"$PWD\",\"workspace\":{\"current_dir\":\"$PWD\"},\"context_window\":{\"used_percentage\":85,\"context_window_size\":200000}}"
  expect_equal "0 1" "$code $(wc -l <"$out_file")"
  expect_contains "$out" "$(git handoff status --prompt)" "%"
  cd /
  run sh "$folder/claude-statusline.sh" <<<'{"cwd":"/"}'
  expect_equal "0 " "$code $out$err"
}
test_case "a prompt and a status line show what is paused" prompts

test_case "all of it is installed" installed_files
test_done
