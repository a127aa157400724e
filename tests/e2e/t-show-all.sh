#!/usr/bin/env bash
# `git handoff show` prints everything that is stored, also what no part of the program knows.
. "$(dirname "$0")/lib.sh"

# imported FILE: imports it, and leaves in $out what the command that import names shows.
imported() {
  works git handoff import "$1"
  local command
  command=$(sed -n 's/^look: //p' <<<"$out")
  [ -n "$command" ] || fail "import names no command: $out"
  works sh -c "$command"
}

unknown_fields() {
  make_project
  write HANDOFF.json '{"status": "paused", "next_action": "write the parser", "remaining_tasks":' \
    '[{"id": 1, "name": "the parser", "status": "not_started", "priority": "urgent-1", "owner": "Ada"}],' \
    '"current_state": "half of the lexer is there", "weather": {"yesterday": ["rain", "snow"], "wind": 7},' \
    '"empty": null, "nothing": "None."}'
  imported HANDOFF.json
  expect_contains "$out" "write the parser" "half of the lexer is there" "priority: urgent-1" "owner: Ada" \
    "yesterday" rain snow "wind: 7"
  expect_equal 1 "$(grep -c "half of the lexer" <<<"$out")" "once"
  expect_lacks "$out" "empty" "None."
}

no_known_schema() {
  make_project
  write state.json '{"alpha": {"beta": [{"gamma": "the first thing"}, {"gamma": "the second thing"}]}, "n": 42}'
  imported state.json
  expect_contains "$out" "gamma: the first thing" "gamma: the second thing" "n: 42"
}

beside_a_pause() {
  make_project
  write src/main.c "changed"
  works git handoff pause -m "newer" --next "of the pause"
  git switch -qc other
  write a.json '{"next_action": "of the imported one", "status": "paused"}'
  imported a.json
  expect_contains "$out" "of the imported one"
  git switch -q main
  works git handoff show
  expect_contains "$out" "of the pause"
}

markdown_of_all_kinds() {
  make_project
  write HANDOFF.md "# Handoff" "" "## Where we are (IF go)" "" "Half way." "" "## Immediate next steps" "" \
    "1. first of all the lexer" "   - nested: its tables" "" "## Numbers" "" "| what | count |" "|---|---|" "| rows | 1207 |" "" \
    '```' "make run-it" '```' "" "## Blockers" "" "None." "" "---" "" "## Only a heading"
  imported HANDOFF.md
  expect_contains "$out" "Half way." "first of all the lexer" "nested: its tables" 1207 "make run-it" "Only a heading"
  expect_matches "$out" "^next: .*first of all the lexer"
}

secrets_stay_masked() {
  make_project
  local token="ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6" # gitleaks:allow
  write a.json "{\"odd\": {\"deep\": \"use $token\"}, \"status\": \"paused\", \"next_action\": \"go on\"}"
  imported a.json
  expect_contains "$out" "[secret:"
  expect_lacks "$out" "$token"
}

test_case "fields that are not known are shown in words, once" unknown_fields
test_case "a document of no known schema is shown whole" no_known_schema
test_case "import names the record that it made" beside_a_pause
test_case "of Markdown tables, code, nested lists and empty headings are shown" markdown_of_all_kinds
test_case "what is shown of unknown fields is masked" secrets_stay_masked
test_done
