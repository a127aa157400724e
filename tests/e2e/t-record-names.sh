#!/usr/bin/env bash
# Fields under other names are brought to the record's own at every door, by one table.
. "$(dirname "$0")/lib.sh"

# Names that Superteam, Get Shit Done and hand-written files use.
strange='{"version": 1, "workflow": "execute", "human_actions": [{"description": "rotate the key", "blocking": true}],
  "next_task": "src/main.c: return 2", "remaining_work": [{"title": "return 2", "verify": "make"}], "decided": [{"what": "use C", "why": "it is there"}],
  "completed": ["return 1"], "own": {"next_task": "stays"}}'

# What a record has to hold of it, whichever way it came in.
expect_own_names() {
  works git handoff show "$1" --format json
  expect_equal '[{"action":"rotate the key","blocking":true}] src/main.c: return 2 return 2 make use C it is there stays' \
    "$(json '"\(.human_actions_pending) \(.next_action) \(.remaining_tasks[0].name) \(.remaining_tasks[0].verification) \(.decisions[0].decision) \(.decisions[0].rationale) \(.own.next_task)"' <<<"$out")"
  expect_equal "" "$(json 'keys[] | select(. == "human_actions" or . == "next_task" or . == "remaining_work" or . == "decided")' <<<"$out")"
}

# tool NAME ARGUMENTS: the structured result.
tool() {
  jq -cn --arg name "$1" --argjson arguments "$2" \
    '{jsonrpc: "2.0", id: 1, method: "initialize", params: {protocolVersion: "2025-11-25"}},
     {jsonrpc: "2.0", id: 2, method: "tools/call", params: {name: $name, arguments: $arguments}}' |
    git handoff mcp | jq -c 'select(.id == 2).result'
}

by_file() {
  make_project
  write src/main.c "int main(void) { return 1; }"
  works git handoff pause --from - <<<"$strange"
  expect_own_names @
}

by_tool() {
  local answer
  make_project
  write src/main.c "int main(void) { return 1; }"
  answer=$(tool handoff_pause "$(jq -c '{record: .}' <<<"$strange")")
  expect_own_names @
  # What waits for a person is asked for before the work goes on.
  answer=$(tool handoff_resume '{"choice": "continue"}')
  expect_equal true "$(json .isError <<<"$answer")" "$answer"
  expect_contains "$answer" "rotate the key"
}

by_import() {
  make_project
  works git handoff import - <<<"$strange"
  expect_own_names @
}

by_editor() {
  make_project
  write src/main.c "int main(void) { return 1; }"
  works git handoff pause -m "a word"
  write ../strange.json "$strange"
  works git handoff edit --from ../strange.json
  expect_own_names @
}

# A handoff is called by the id that another system gave its workflow, where that is one's alone.
by_its_workflow() {
  make_project
  for branch in one two; do
    git switch -q -c "$branch" main
    write src/main.c "$branch"
    works git handoff pause --from - <<<"{\"version\": 1, \"workflow_id\": \"wf-7\", \"next_action\": \"step $branch\"}"
    run git handoff show wf-7
    [ "$branch" = two ] || expect_contains "$out" "step one"
  done
  expect_contains "$err" "no handoff is called 'wf-7'"
  works git handoff discard
  works git handoff show wf-7
  expect_contains "$out" "step one"
}

test_case "pause --from" by_file
test_case "the tool for agents, which then asks for the blocking action" by_tool
test_case "import" by_import
test_case "edit --from" by_editor
test_case "a workflow's id means the one handoff that has it, and of two neither" by_its_workflow
test_done
