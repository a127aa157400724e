#!/usr/bin/env bash
# Where a planned piece of work stands, and decisions moved into the project.
. "$(dirname "$0")/lib.sh"

make_plan() {
  make_project
  write task_plan.md "# Plan" "### Phase 2: Harvest" "- [x] tokens" "**Status:** complete" \
    "### Phase 3: Build the button" "- [x] scaffold" "- [ ] check contrast" "**Status:** in_progress"
  write progress.md "# Progress" "### Handoff 2026-04-23T18:42:11Z" \
    "**Active phase at session end:** phase-3" "**Status:** in_progress, contrast not checked" \
    "**Promoted to WHY:** 0 entries" "**Open questions:**" "- Which focus ring?" \
    "**Resume next session by:**" "- Read findings.md"
  write findings.md "# Findings" "- Decided on colors.primary because of contrast"
  write .agents/memory/scratch/a.md "- 2026-04-23T10:00:00Z: looked at rings"
  write .agents/memory/scratch/deep/b.md "- 2026-04-24T10:00:00Z: chose a double ring since it is seen on both"
}

sums_up() {
  make_plan
  before=$(state_of_tree)
  TERMINAL_WIDTH=300 on_terminal '' git handoff catchup
  expect_contains "$(tr -s '\n ' ' ' <<<"$out")" "The work is in phase 3 (Build the button), in progress, contrast not checked." \
    "The last decision: Decided on colors.primary because of contrast." "Open: Which focus ring?" \
    "In scratch (.agents/memory/scratch/deep/b.md): chose a double ring" "Next: Read findings.md."
  on_terminal '' git handoff catchup --json
  number=$(json '.sentences | length' <<<"$out")
  [ "$number" -ge 4 ] && [ "$number" -le 6 ] || fail "$number sentences"
  expect_state "$before"
}
test_case "catchup sums up plan, progress, findings and scratch, and changes nothing" sums_up

tells_of_notes() {
  make_project
  works git handoff note decision "use jose" --because "it is maintained"
  works git handoff note question "which key?"
  works git handoff note next "edit src/util.c"
  works git handoff catchup
  expect_contains "$(tr -s "\n " " " <<<"$out")" "The last decision: use jose, because it is maintained." "Open: which key?" "Next: edit src/util.c."
}
test_case "catchup tells what was noted since" tells_of_notes

nothing_there() {
  make_project
  works git handoff catchup
  expect_contains "$(tr -s "\n " " " <<<"$out")" "No plan says" "No decision is written down." "No question is open." "No next step"
  write app.tsx "x"
  works git handoff catchup
  expect_lacks "$out" "note:"  # nobody plans in files here
  write progress.md "x"
  works git handoff catchup
  expect_contains "$out" "there is no task_plan.md"
  works git handoff catchup
  works git handoff catchup
  expect_contains "$out" "DESIGN.md"
  write DESIGN.md "x"
  write task_plan.md "x"
  works git handoff catchup
  expect_lacks "$out" "note:"
}
test_case "catchup says what there is not, and nudges" nothing_there

nudges() {
  make_plan
  mkdir -p .agents/memory
  works git handoff catchup --json
  expect_equal "code-memory-router is not set up here: what is remembered stays in scratch" "$(json -r '.nudges | join("|")' <<<"$out")"
  write .claude/commands/code-memory-router.md "x"
  write app.vue "x"
  works git handoff catchup --json
  expect_equal "there are user interface files but no DESIGN.md (/mddesign:harvest makes one)" "$(json -r '.nudges | join("|")' <<<"$out")"
  rm app.vue task_plan.md
  works git handoff catchup --json
  expect_equal "there is no task_plan.md: plan the work before going on" "$(json -r '.nudges | join("|")' <<<"$out")"
}
test_case "each nudge comes alone when its cause is there" nudges

with_a_record() {
  make_plan
  git add -A
  make_work
  git handoff note decision "use jose" --because "ESM" 2>/dev/null
  works git handoff pause -m "until tomorrow" --next "edit src/main.c"
  on_terminal '' git handoff catchup --json
  number=$(json '.sentences | length' <<<"$out")
  expect_equal 6 "$number"
  expect_contains "$(json .paragraph <<<"$out")" "use jose, because ESM." "until tomorrow" "Next: edit src/main.c."
}
test_case "catchup takes the newest record in" with_a_record

after_a_resume() {
  make_project
  make_work
  git handoff note decision "use jose" --because "ESM" 2>/dev/null
  git handoff note question "which key?" 2>/dev/null
  works git handoff pause -m x --next "edit src/main.c"
  works git handoff resume --continue
  works git handoff catchup
  expect_contains "$(tr -s "\n " " " <<<"$out")" "use jose, because ESM." "Open: which key?" "Next: edit src/main.c."
}
test_case "catchup goes on with what was resumed, as a brief does" after_a_resume

promotes() {
  make_plan
  git handoff note decision "use jose" --because "ESM" --instead-of jsonwebtoken 2>/dev/null
  works git handoff checkpoint
  plan=$(cat task_plan.md)
  before=$(state_of_tree)
  must_fail 1 git handoff promote
  expect_contains "$out" "1. [WHY] use jose" "from findings.md:2, to docs/decisions.md"
  expect_contains "$err" "hint: git handoff promote --approve"
  expect_state "$before"
  must_fail 129 git handoff promote --approve 1,99
  must_fail 129 git handoff promote --approve all
  expect_state "$before"
  works git handoff promote --approve 1
  expect_contains "$(cat docs/decisions.md)" "# Decisions" "use jose" "Why: ESM" "Instead of: jsonwebtoken"
  expect_lacks "$(cat docs/decisions.md)" "colors.primary"
  expect_equal 2 "$(grep -c '^### Handoff' progress.md)"
  expect_contains "$(tail -n 8 progress.md)" "**Promoted to WHY:** 1 entries" "**Active phase at session end:** 3" "**Open questions:**"
  expect_equal "$plan" "$(cat task_plan.md)"
  works git handoff promote --json
  expect_lacks "$(json '[.candidates[].text] | join(" ")' <<<"$out")" "use jose"
}
test_case "promote writes what was approved and nothing else" promotes

only_noted() {
  make_plan
  git handoff note decision "use jose" --because "ESM" --instead-of jsonwebtoken 2>/dev/null
  git handoff note question "Which ring?" 2>/dev/null
  git handoff note next "edit src/main.c" 2>/dev/null
  works git handoff promote --json
  expect_equal "use jose notes WHY" "$(json '.candidates[0] | "\(.text) \(.source) \(.tier)"' <<<"$out")"
  works git handoff promote --approve 1
  expect_contains "$(cat docs/decisions.md)" "use jose" "Why: ESM"
  expect_equal "$(printf '%s\n' "**Active phase at session end:** 3" "**Status:** in_progress" "**Promoted to WHY:** 1 entries" \
    "**Open questions:**" "- Which ring?" "**Resume next session by:**" "- edit src/main.c")" "$(tail -n 7 progress.md)"
}
test_case "promote knows decisions that are only noted, and its block has mddesign's lines" only_noted

on_a_terminal() {
  make_plan
  on_terminal $'y\nn\nn\n' git handoff promote
  expect_contains "$(cat docs/decisions.md)" "colors.primary"
  expect_lacks "$(cat docs/decisions.md)" "double ring"
  expect_equal 1 "$(grep -c '^### Handoff' progress.md)"
}
test_case "promote asks about one decision at a time" on_a_terminal

stays_inside() {
  make_plan
  for path in ../out.md /tmp/out.md .git/config .Git/config task_plan.md; do
    git config handoff.promoteFile "$path"
    on_terminal '' git handoff promote --approve 1
    expect_equal 128 "$code" "$out"
  done
  git config --unset handoff.promoteFile
  mkdir ../aside
  ln -s ../aside docs
  on_terminal '' git handoff promote --approve 1
  expect_equal 128 "$code" "$out"
  [ -z "$(ls ../aside)" ] || fail "written through a link"
}
test_case "promote writes inside the tree only" stays_inside

test_done
