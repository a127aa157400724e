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
  write state.json '{"round": 5, "status": "idle", "source": "PLAN FILE", "timestamp": "2026-04-19T05:51:54Z"}'
  imported state.json
  expect_contains "$out" "status: idle" "source: PLAN FILE" "2026-04-19T05:51:54Z"
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

# as_record FILE: imports it; $out is its record without what is empty.
as_record() {
  works git handoff import --json "$1"
  works git handoff show --json "$(json .id "$out_file")"
  out=$(json 'with_entries(select(.value != [] and .value != "" and .value != null))' "$out_file")
}

foreign_markdown() {
  make_project
  local heading
  for heading in "Immediate next steps" "Start here next session" "What to do next" "NEXT SESSION PROMPT" "Start here" "Where to pick up" "Immediate recommended next steps"; do
    write a.md "# H" "" "## $heading" "" "edit src/a.c"
    as_record a.md
    expect_equal "edit src/a.c" "$(json .next_action <<<"$out")" "$heading"
  done
  write a.md "# H" "" "## Decision log" "" "- use jose" "" "## Next steps (IF go)" "" "write it" "" \
    "## Open questions" "" "None." "" "## Remaining work (after review)" "" "Completed tasks:" "- one" "" "Remaining:" "- two" "  - inner" "---" "" \
    "**Blockers:**" "- the key" "" "## Files modified" "" '```' "make test" '```' "" "- src/a.c"
  as_record a.md
  expect_equal "use jose|(IF go) write it|one|two- inner|the key|src/a.c|null" "$(json '[.decisions[0].decision, .next_action, .completed_tasks[0].name, .remaining_tasks[0].name, .blockers[0].description, .files_modified[0], (.open_questions | tostring)] | join("|") | gsub("\n"; "")' <<<"$out")"
  expect_equal 1 "$(json '.remaining_tasks | length' <<<"$out")"
  expect_contains "$(json .context_notes <<<"$out")" "after review" "make test"
  write a.md "# H" "" "## Remaining work" "" "| Task | Status | Owner |" "|---|---|---|" "| login | DONE_2026-06-28 | Ben |" "| cache | open | Eve |"
  works git handoff import --json a.md
  id=$(json .id "$out_file")
  works git handoff brief "$id"
  expect_matches "$(xargs -d '\n' <"$out_file")" "To do: - cache .*Done: - login"
  works git handoff show "$id"
  expect_contains "$out" login Ben Eve
}

logs_and_yaml() {
  make_project
  write log.md "# Log" "" "## Session 2026-03-02" "" "### Next steps" "" "the new step" "" "## Session 2026-03-01" "" "### Next steps" "" "the old step" "" \
    "### Blockers" "" "- the old key"
  as_record log.md
  expect_equal "the new step|null|Session 2026-03-01" "$(json '[.next_action, (.blockers | tostring), .history[0].when] | join("|")' <<<"$out")"
  works git handoff show
  expect_contains "$out" "the old step" "the old key" "Session 2026-03-01"
  write log.md "# Log" "" "## Session 9" "" "### Next" "" "the old step" "" "## Session 10" "" "### Next" "" "the new step"
  as_record log.md
  expect_equal "the new step" "$(json .next_action <<<"$out")"
  write notes.txt "next_action: edit src/a.c" "blockers:" "  - the key"
  as_record notes.txt
  expect_equal "edit src/a.c|the key" "$(json '[.next_action, .blockers[0]] | join("|")' <<<"$out")"
}
# Headings name fields in the languages that handoff files are written in; what they do not name is shown whole.
other_languages() {
  make_project
  write a.md "# 交接" "" "## 一、已完成" "" "- 解析器" "" "## 2. 下一步（优先）" "" "先写 src/a.c 的测试" "" "## 待办：" "" "- 写文档" "" "## 随想" "" "一些话"
  as_record a.md
  expect_equal "解析器|（优先） 先写 src/a.c 的测试|写文档" "$(json '[.completed_tasks[0].name, .next_action, .remaining_tasks[0].name] | join("|")' <<<"$out")"
  expect_contains "$(json .context_notes <<<"$out")" "随想" "一些话"
  write a.md "# H" "" "## Nächste Schritte" "" "eins" "" "## ÉTAPES SUIVANTES" "" "deux" "" "## Próximos pasos" "" "tres" "" \
    "## 🚀 次のステップ" "" "四" "" "## Следующие шаги" "" "пять" "" "## 다음 단계" "" "여섯" "" "## Offene Fragen" "" "- wie lange?" "" "## Décisions prises" "" "- jose"
  as_record a.md
  expect_equal "eins deux tres 四 пять 여섯|wie lange?|jose" "$(json '[(.next_action | gsub("\n+"; " ")), .open_questions[0], .decisions[0].decision] | join("|")' <<<"$out")"
  write a.md "# H" "" "## Next" "" "go" "" "## Blockers" "" "None - clean phase boundary" "" "## Decisions" "" "- None (nothing was settled)"
  as_record a.md
  expect_equal "null|null" "$(json '[.blockers, .decisions] | map(tostring) | join("|")' <<<"$out")"
  expect_contains "$(json .context_notes <<<"$out")" "Blockers: None - clean phase boundary" "Decisions: None (nothing was settled)"
}
test_case "headings in other languages are read; a remark on None is no item, and is shown" other_languages

beside_its_own() {
  make_project
  write src/util.c "work"
  works git handoff note correction "keep the old names" --because "a customer parses them"
  works git handoff note correction "no new threads"
  works git handoff note error "the test hangs" --because "start it with -j1"
  works git handoff pause -m x --next "finish src/util.c"
  works git handoff show
  expect_contains "$out" "- keep the old names (because a customer parses them)" "- the test hangs (way out: start it with -j1)"
  expect_lacks "$out" "more on"
}
test_case "the reason of a rule and the way out of an error stand with it" beside_its_own

asks_what_it_is() {
  make_project
  write NOTES.md "# My tool" "" "It is a tool." "" "## Usage" "" "Run it."
  on_terminal $'n\n' git handoff import NOTES.md
  expect_equal 1 "$code"
  expect_contains "$out" "found: title, context notes (5 lines). Make a handoff of it?"
  expect_equal "" "$(git for-each-ref refs/handoffs)"
  works git handoff import NOTES.md
  expect_contains "$out" "found: title, context notes (5 lines)"
  works git handoff show --stat
  expect_contains "$out" "NOTES.md | 7 ++" "1 file changed"
  on_terminal $'s\nq\n' git handoff resume
  expect_contains "$out" "[s] stat" "NOTES.md | 7 ++"
}
test_case "import says what it found, and asks where it is a text like any other; the files of the kept work on demand" asks_what_it_is
test_case "sections by other names, with qualifiers, labels and states are what they are" foreign_markdown
test_case "of a log the newest session counts, the others are history; YAML is told by what it says" logs_and_yaml
test_case "fields that are not known are shown in words, once" unknown_fields
test_case "a document of no known schema is shown whole" no_known_schema
test_case "import names the record that it made" beside_a_pause
test_case "of Markdown tables, code, nested lists and empty headings are shown" markdown_of_all_kinds
test_case "what is shown of unknown fields is masked" secrets_stay_masked
test_done
