#!/usr/bin/env bash
# Settings files of agents: our hooks are merged in, twice is once, and uninstall gives every byte back.
. "$(dirname "$0")/lib.sh"

file_of() {
  case $1 in
    claude) echo .claude/settings.json ;;
    codex) echo .codex/hooks.json ;;
    gemini) echo .gemini/settings.json ;;
    cursor) echo .cursor/hooks.json ;;
    copilot) echo .github/hooks/git-handoff.json ;;
    opencode) echo .opencode/plugins/git-handoff.ts ;;
  esac
}

# Without comments and trailing commas, so that jq reads it.
plain_json() { sed -E 's,(^|[[:space:]])//.*$,,' "$1" | tr '\n' ' ' | sed -E 's/,[[:space:]]*([]}])/\1/g'; }

# merge_and_remove AGENT: whatever is in $file before is there again afterwards.
merge_and_remove() {
  local file
  file=$(file_of "$1")
  cp "$file" ../before
  works git handoff init --agent "$1" --project
  expect_contains "$out" "+" "git"
  cp "$file" ../once
  cmp -s ../before "$file" && fail "nothing was written"
  works git handoff init --agent "$1" --project
  expect_contains "$out" "already there"
  cmp ../once "$file"
  plain_json "$file" | jq -e . >/dev/null
  works git handoff uninstall
  cmp ../before "$file"
}

foreign_hooks_stay() {
  make_project
  local file
  file=$(file_of "$1")
  mkdir -p "$(dirname "$file")"
  local event='SessionStart' entry='{"hooks":[{"type":"command","command":"echo mine"}]}'
  [ "$1" != cursor ] || { event=sessionStart entry='{"command":"echo mine"}'; }
  printf '{\n    "theme" : "dark",\n    "hooks": {\n        "%s": [\n            %s\n        ]\n    },\n    "z": [1,  2]\n}' "$event" "$entry" >"$file"
  merge_and_remove "$1"
  printf '{"hooks":{"%s":[%s]}}\n' "$event" "$entry" >"$file"
  merge_and_remove "$1"
  printf '{\r\n\t"hooks": {}\r\n}\r\n' >"$file"
  merge_and_remove "$1"
  printf '// mine\n{\n  // a comment\n  "a": 1, // and one more, with a comma\n}\n' >"$file"
  merge_and_remove "$1"
  expect_contains "$(cat "$file")" "// a comment"
}
for name in claude codex gemini cursor; do
  test_case "foreign settings of $name keep every byte" foreign_hooks_stay "$name"
done

no_file_before() {
  make_project
  local file
  file=$(file_of "$1")
  works git handoff init --agent "$1" --project --dry-run
  [ ! -e "$file" ] || fail "--dry-run wrote"
  works git handoff init --agent "$1" --project
  expect_contains "$out" "created"
  [ "$1" = opencode ] || jq -e . "$file" >/dev/null
  works git handoff uninstall
  [ ! -e "$file" ] || fail "'$file' is still there"
  [ ! -e "${file%%/*}" ] || fail "'${file%%/*}' is still there"
}
for name in claude codex gemini cursor copilot opencode; do
  test_case "a file that init made for $name goes away again" no_file_before "$name"
done

edited_since() {
  make_project
  write .claude/settings.json '{' '  "theme": "dark"' '}'
  works git handoff init --agent claude --project
  jq '.theme = "light" | .hooks.Stop += [{"hooks":[{"type":"command","command":"echo mine"}]}]' .claude/settings.json >../new
  cp ../new .claude/settings.json
  works git handoff uninstall
  expect_equal '{"theme":"light","hooks":{"Stop":[{"hooks":[{"type":"command","command":"echo mine"}]}]}}' \
    "$(jq -c . .claude/settings.json)"
}
test_case "what somebody changed since stays, only our hooks go" edited_since

odd_files() {
  make_project
  write .claude/settings.json '{ "hooks": [ broken'
  must_fail 1 git handoff init --agent claude --project
  expect_contains "$err" "is not a JSON object"
  write .claude/settings.json '{"hooks": "text"}'
  must_fail 1 git handoff init --agent claude --project
  must_fail 129 git handoff init --agent nobody --project
  must_fail 1 git handoff init --agent copilot --user
  must_fail 129 git handoff init --agent claude --user --project
  expect_equal '{"hooks": "text"}' "$(cat .claude/settings.json)"
}
test_case "a file that is not what it should be is left alone" odd_files

of_the_user() {
  make_project
  mkdir -p "$HOME/.claude"
  echo '{"a": 1}' >"$HOME/.claude/settings.json"
  works git handoff init --agent claude --user
  expect_equal 6 "$(jq '.hooks | length' "$HOME/.claude/settings.json")"
  works git handoff uninstall
  expect_equal 6 "$(jq '.hooks | length' "$HOME/.claude/settings.json")"
  works git handoff uninstall --user
  expect_equal '{"a": 1}' "$(cat "$HOME/.claude/settings.json")"
}
test_case "settings of the user are taken out only with --user" of_the_user

shipped_files() {
  local dir=$project_dir/integrations
  make_project
  works git handoff init --agent opencode --project
  cmp .opencode/plugins/git-handoff.ts "$dir/opencode/git-handoff.ts"
  works git handoff init --agent claude --project
  expect_equal "$(jq -S .hooks .claude/settings.json)" "$(jq -S .hooks "$dir/claude-code/hooks/hooks.json")"
  cmp "$dir/skills/handoff/SKILL.md" "$dir/claude-code/skills/handoff/SKILL.md"
  jq -e '.name == "git-handoff"' "$dir/claude-code/.claude-plugin/plugin.json" >/dev/null
  jq -e '.mcpServers.handoff.command == "git"' "$dir/claude-code/.mcp.json" >/dev/null
  local size name description word
  size=$(wc -c <"$dir/skills/handoff/SKILL.md")
  [ "$size" -lt 2400 ] || fail "the skill has $size bytes: over 600 tokens"
  name=$(sed -n 's/^name: //p' "$dir/skills/handoff/SKILL.md")
  description=$(sed -n 's/^description: //p' "$dir/skills/handoff/SKILL.md")
  expect_equal handoff "$name"
  [ ${#description} -le 1024 ] || fail "the description is too long"
  for word in handoff save pause resume continue "where were we"; do expect_contains "$description" "$word"; done
}
test_case "what is shipped is what init writes, and the skill is small" shipped_files

commands_of_the_skill() {
  local words options word
  while read -ra words; do
    options=$(git-handoff "${words[2]}" -h)
    for word in "${words[@]:3}"; do
      case $word in
        --[a-z]*) expect_contains "$options" "$word" ;;
      esac
    done
  done < <(sed -E 's/"[^"]*"/X/g' "$project_dir/integrations/skills/handoff/SKILL.md" | grep -oE 'git handoff [a-z][^`]*' | grep -v 'git handoff pause, ')
}
test_case "the commands and options that the skill names exist" commands_of_the_skill
test_done
