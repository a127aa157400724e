#!/usr/bin/env bash
# A record follows its branch when that is renamed, for all who ask which record is this branch's.
. "$(dirname "$0")/lib.sh"

# A pause of a clean tree leaves no WIP commit that could tell.
renamed_after_clean_pause() {
  make_project
  git switch -q -c first
  works git handoff note task "write the parser"
  works git handoff pause --next "open src/main.c"
  id=$(git handoff list --json | json '.handoffs[0].id')
  git branch -m first second
}

everybody_finds_it() {
  local id
  renamed_after_clean_pause
  works git handoff status --json
  expect_equal "$id" "$(json '.active[0].id' <<<"$out")"
  works git handoff status --prompt
  expect_contains "$out" paused
  works git handoff show --json
  expect_equal "$id" "$(json .git.id <<<"$out")" "$out"
  works git handoff brief
  expect_contains "$out" "open src/main.c"
  run git handoff check --json
  expect_equal "$id" "$(json .id <<<"$out")" "$out$err"
  run git handoff lint --json
  expect_contains "$out" "$id"
  works git handoff note done "write the parser"
  works git handoff resume --continue
  works git handoff status --json
  expect_equal 0 "$(json '.active | length' <<<"$out")"
}

# A branch that took the old name has the record, and the renamed one has none.
old_name_is_taken() {
  local id
  renamed_after_clean_pause
  git branch first
  must_fail 4 git handoff check
  works git handoff status --json
  expect_equal "0 $id" "$(json '"\(.active | length) \(.elsewhere[0].id)"' <<<"$out")"
}


test_case "status, prompt, show, brief, check, lint, note and resume find it" everybody_finds_it
test_case "a new branch of the old name keeps it" old_name_is_taken
test_done
