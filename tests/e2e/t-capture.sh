#!/usr/bin/env bash
# What reaches a record without being asked: notes, what was carried, plans and commits.
. "$(dirname "$0")/lib.sh"

notes_are_folded() {
  make_project
  make_work
  works git handoff note decision "use jose" --because "keys rotate"
  works git handoff note task "refresh endpoint" --verify "make test"
  works git handoff note next "edit src/main.c"
  works git handoff pause --next "own words"
  works git handoff show --json
  expect_equal "own words|use jose|keys rotate|refresh endpoint" \
    "$(json '(.record // .) | [.next_action, .decisions[0].decision, .decisions[0].rationale, .remaining_tasks[0].name] | join("|")' <<<"$out")"
  works git handoff note --list
  expect_equal "" "$out"
  works git handoff undo
  works git handoff note --list
  expect_contains "$out" "use jose" "refresh endpoint"
  works git handoff pause
  works git handoff show --json
  expect_equal "edit src/main.c 1" "$(json '(.record // .) | .next_action + " " + (.decisions | length | tostring)' <<<"$out")"
}
test_case "notes are folded in; the record's own words win; undo opens them again" notes_are_folded

carried_until_closed() {
  make_project
  make_work
  works git handoff note task "refresh endpoint"
  works git handoff note task "token revocation"
  works git handoff note question "which ring?"
  works git handoff pause --next "edit src/main.c"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff resume --continue
  works git handoff note --list
  expect_contains "$out" "task: refresh endpoint" "carried from $id" "question: which ring?"
  works git handoff note done "refresh"
  works git handoff pause --next "edit src/util.c"
  works git handoff show --json
  expect_equal "refresh endpoint|token revocation|$id" \
    "$(json '(.record // .) | [.completed_tasks[0].name, .remaining_tasks[0].name, .remaining_tasks[0].carried_from] | join("|")' <<<"$out")"
  works git handoff resume --continue
  works git handoff pause --no-carry --next "edit src/util.c"
  works git handoff show --json
  expect_equal "0 0" "$(json '(.record // .) | [(.remaining_tasks | length), (.open_questions // [] | length)] | join(" ")' <<<"$out")"
}
test_case "what was left open is carried, shown as carried, until it is closed" carried_until_closed

closing_in_a_record() {
  make_project
  make_work
  works git handoff note blocker "no redis"
  works git handoff checkpoint
  works git handoff note --list
  expect_equal "" "$out"
  works git handoff note done "redis"
  works git handoff checkpoint
  works git handoff show --json
  expect_equal 0 "$(json '(.record // .) | .blockers | length' <<<"$out")"
}
test_case "done closes what a checkpoint has folded in already" closing_in_a_record

plans_and_commits() {
  make_project
  write .superteam/plans/auth.md "**Phase:** 3" "- [x] signing" "- [~] validation" "- [ ] refresh"
  commit_all "plan"
  make_work
  works git handoff pause --next "edit src/main.c"
  works git handoff show --json
  expect_equal "execute 3 2 3" "$(json '(.record // .) | [.workflow, .phase, .task, .total_tasks] | join(" ")' <<<"$out")"
  expect_equal "signing|validation|refresh" \
    "$(json '(.record // .) | [.completed_tasks[].name, .remaining_tasks[].name] | join("|")' <<<"$out")"
}
test_case "position and tasks come from the plan in the tree" plans_and_commits

commits_since() {
  make_project
  make_work
  works git handoff note "a model of the world, long enough to be carried over to the next record"
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  commit_all "add signing"
  write src/main.c "int x;"
  works git handoff pause --next "edit src/main.c"
  works git handoff show --json
  expect_equal "add signing $(git rev-parse --short HEAD~1)" \
    "$(json '(.record // .) | .completed_tasks[0] | .name + " " + .commit' <<<"$out")"
}
test_case "commits since the last pause are completed work" commits_since

test_done
