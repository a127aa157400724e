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
    "$(json '[.next_action, .decisions[0].decision, .decisions[0].rationale, .remaining_tasks[0].name] | join("|")' <<<"$out")"
  works git handoff note --list
  expect_equal "" "$out"
  works git handoff undo
  works git handoff note --list
  expect_contains "$out" "use jose" "refresh endpoint"
  works git handoff pause
  works git handoff show --json
  expect_equal "edit src/main.c 1" "$(json '.next_action + " " + (.decisions | length | tostring)' <<<"$out")"
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
  expect_matches "$out" "task: refresh endpoint .*, since 24 Mar.*\)$"
  expect_contains "$out" "question: which ring?"
  works git handoff note done "refresh"
  works git handoff pause --next "edit src/util.c"
  works git handoff show --json
  expect_equal "refresh endpoint|token revocation|$id" \
    "$(json '[.completed_tasks[0].name, .remaining_tasks[0].name, .remaining_tasks[0].carried_from] | join("|")' <<<"$out")"
  works git handoff resume --continue
  works git handoff pause --no-carry --next "edit src/util.c"
  works git handoff show --json
  expect_equal "0 0" "$(json '[(.remaining_tasks | length), (.open_questions // [] | length)] | join(" ")' <<<"$out")"
}
test_case "what was left open is carried, shown as carried, until it is closed" carried_until_closed

closing_in_a_record() {
  make_project
  make_work
  works git handoff note blocker "no redis"
  works git handoff checkpoint
  works git handoff note --list
  expect_contains "$out" "blocker: no redis"
  works git handoff note done "redis"
  works git handoff checkpoint
  works git handoff show --json
  expect_equal 0 "$(json '.blockers | length' <<<"$out")"
}
test_case "done closes what a checkpoint has copied already" closing_in_a_record

plans_and_commits() {
  make_project
  write .superteam/plans/auth.md "**Phase:** 3" "- [x] signing" "- [~] validation" "- [ ] refresh"
  commit_all "plan"
  make_work
  works git handoff pause --next "edit src/main.c"
  user_reads
  works git handoff show --json
  expect_equal "execute 3 2 3" "$(json '[.workflow, .phase, .task, .total_tasks] | join(" ")' <<<"$out")"
  expect_equal "signing|validation|refresh" \
    "$(json '[.completed_tasks[].name, .remaining_tasks[].name] | join("|")' <<<"$out")"
}
test_case "position and tasks come from the plan in the tree" plans_and_commits

named_task_list() {
  make_project
  write docs/work.md "- [x] one" "- [ ] two" "- [ ] three"
  write .handoff.toml '[tasks]' 'lists = ["docs/work.md"]'
  commit_all "list"
  make_work
  works git handoff pause --next "edit src/main.c"
  user_reads
  works git handoff show --json
  expect_equal "2 3 one two|three" "$(json '"\(.task) \(.total_tasks) \(.completed_tasks[0].name) \([.remaining_tasks[].name] | join("|"))"' <<<"$out")"
}
test_case "a task list that .handoff.toml names gives the position" named_task_list

commits_since() {
  make_project
  make_work
  works git handoff note "a model of the world, long enough to be carried over to the next record"
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  commit_all "add signing"
  write src/main.c "int x;"
  works git handoff pause --next "edit src/main.c"
  on_terminal "" git handoff show # subjects are shown to a person, and nobody is asked to read them
  expect_equal 0 "$code"
  expect_contains "$out" "add signing" "$(git rev-parse --short HEAD~1)"
}
test_case "commits since the last pause are completed work" commits_since

wider_state_is_carried() {
  make_project
  make_work
  cat >../in.json <<'END'
{"next_action":"Write drain() in src/main.c","context_notes":"one worker","goals":{"ultimate":"ship the queue","current_phase":"retry"},
"todos":{"explicit":[{"id":"1","content":"write drain()","status":"pending","verification":"make test"},{"id":"2","content":"old one","status":"completed"}],"implicit":["tell ops"]},
"debug":{"hypotheses":["the lock is held twice"],"eliminated":["a full disk"],"evidence":[]}}
END
  works git handoff pause --from ../in.json
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff resume --continue
  works git handoff note --list
  expect_contains "$out" "goal: ship the queue" "hypothesis: the lock is held twice" "task: write drain()" "task: tell ops" "since 24 Mar"
  expect_lacks "$out" "old one"
  works git handoff note eliminated "two workers"
  works git handoff note done "tell ops"
  works git handoff pause --next "edit src/util.c"
  works git handoff show --json
  expect_equal "ship the queue|retry|$id|write drain()|$id|the lock is held twice|a full disk two workers|tell ops" \
    "$(json '[.goals.ultimate, .goals.current_phase, .goals.carried_from, .todos.explicit[0].content,
      .todos.explicit[0].carried_from, .debug.hypotheses[0].text, ([.debug.eliminated[] | .text? // .] | join(" ")), .completed_tasks[0].name] | join("|")' <<<"$out")"
  expect_equal "1 0" "$(json '"\(.todos.explicit | length) \(.todos.implicit // [] | length)"' <<<"$out")"
  works git handoff show
  expect_contains "$(tr '\n' ' ' <<<"$out" | tr -s ' ')" "write drain()" "hypotheses: the lock is held twice (since 24 Mar" "ultimate: ship the queue (since 24 Mar" \
    "eliminated: a full disk (since 24 Mar"
  expect_lacks "$(tr '\n' ' ' <<<"$out" | tr -s ' ')" "two workers (since"
  works git handoff resume --continue
  works git handoff note done "lock is held"
  expect_contains "$err" "noted done: the lock is held twice"
  works git handoff note done "a full disk"
  works git handoff note done "two workers"
  works git handoff note done "ship the queue"
  works git handoff note done "write drain()"
  works git handoff pause --next "edit src/util.c"
  works git handoff show --json
  expect_equal "null null 0 make test" \
    "$(json '"\(.goals) \(.debug) \(.todos.explicit // [] | length) \([.completed_tasks[] | select(.name == "write drain()")][0].verification)"' <<<"$out")"
}
test_case "goals, todos and the state of a hunt are carried, until they are closed" wider_state_is_carried

edit_and_no_carry_end_it() {
  make_project
  make_work
  works git handoff note question "which ring?"
  works git handoff note decision "use jose" --because "it is small"
  works git handoff note goal "ship it"
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  works git handoff pause --next "edit src/main.c"
  git handoff show --json | jq 'del(.git, .goals) | .open_questions = [] | .decisions = []' >../edited.json
  works git handoff edit --from ../edited.json
  works git handoff resume --continue
  works git handoff note --list
  expect_lacks "$out" "which ring?" "use jose" "ship it"
  works git handoff note goal "ship it again"
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  works git handoff pause --no-carry --next "edit src/main.c"
  expect_equal null "$(git handoff show --json | json .goals)"
}
test_case "edit and --no-carry end what was carried" edit_and_no_carry_end_it

tdd_position() {
  make_project
  write .superteam/plans/auth.md "- [x] Task 1: module" "- [~] Task 2: tokens" "  - [x] RED: signing without a key fails" \
    "  - [ ] GREEN: sign with jose" "  - [ ] REFACTOR" "- [ ] Task 3: refresh"
  git add -A && git commit -qm plan
  make_work
  works git handoff pause --next "edit src/main.c"
  user_reads
  works git handoff show --json
  expect_equal "GREEN|GREEN: sign with jose|.superteam/plans/auth.md|2" "$(json '[.tdd.phase, .tdd.where, .tdd.source, (.task | tostring)] | join("|")' <<<"$out")"
  must_fail 1 git handoff resume -v
  expect_contains "$out" "tdd: GREEN: sign with jose"
  works git handoff resume --continue
  write .superteam/plans/auth.md "**TDD:** REFACTOR" "- [~] Task 2: tokens" "- [ ] Task 3: RED in the face"
  works git handoff pause --next "edit src/main.c"
  user_reads
  expect_equal "REFACTOR Task 2: tokens" "$(git handoff show --json | json '.tdd.phase + " " + .tdd.where')"
  works git handoff resume --continue
  write .superteam/plans/auth.md "- [~] Task 2: tokens" "- [ ] Task 3: other" "- [ ] RED: much later"
  works git handoff pause --next "edit src/main.c"
  expect_equal null "$(git handoff show --json | json .tdd)"
}
test_case "the step of a TDD cycle comes from the plan" tdd_position

renamed_branch() {
  make_project
  git switch -q -c first
  works git handoff note "noted on the first name"
  git branch -m first second
  works git handoff note "noted on the second name"
  git branch -m second third
  works git handoff note --list
  expect_contains "$out" "first name" "second name"
  expect_equal "" "$err"
  git switch -q -c second
  works git handoff note --list
  expect_contains "$out" "second name"
  git switch -q third
  make_work
  works git handoff pause --next "edit src/main.c"
  expect_contains "$(git handoff show --json | json .context_notes)" "first name"
  works git handoff note --list
  expect_equal "" "$out"
}
test_case "the notes of a branch follow it when it is renamed" renamed_branch

interrupted_again() {
  make_project; make_work
  works git handoff note "lunch at noon"
  works git handoff pause -m "half of it" --next "write the test in src/main.c"
  works git handoff pause
  expect_equal "write the test in src/main.c|half of it" \
    "$(git handoff show --json | json '[.next_action, .user_message] | join("|")')"
  works git handoff resume --continue
  works git handoff pause
  expect_equal "write the test in src/main.c|half of it" \
    "$(git handoff show --json | json '[.next_action, .user_message] | join("|")')"
  works git handoff resume --continue
  write src/main.c "the test is written"
  works git handoff pause -m "three quarters"
  expect_equal "write the test in src/main.c|three quarters" \
    "$(git handoff show --json | json '[.next_action, .user_message] | join("|")')"
  works git handoff resume --continue
  works git handoff pause --next "write a second test"
  expect_equal "write a second test|" "$(git handoff show --json | json '[.next_action, .user_message] | join("|")')"
  works git handoff resume --continue
  write src/main.c "a second test is written"
  works git handoff pause
  expect_equal "write a second test|" "$(git handoff show --json | json '[.next_action, .user_message] | join("|")')"
}
test_case "interrupted again at once: next step and reason stay; after work on it, or with another step, the reason does not" \
  interrupted_again

closing_what_is_known() {
  make_project; make_work
  works git handoff note "scratch thought"
  works git handoff note "the cache is per worker"
  works git handoff note decision "use jose"
  works git handoff note task "use less memory"
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  works git handoff note done "use"
  expect_contains "$err" "use less memory"
  works git handoff note done "use jo"
  works git handoff note done "scratch"
  works git handoff note "new: Ben said no"
  works git handoff pause --next "edit src/main.c"
  works git handoff show
  expect_contains "$out" "the cache is per worker" "new: Ben said no" "context (in part since 24 Mar"
  expect_lacks "$out" "scratch thought" "use jose"
  works git handoff resume --continue
  works git handoff note done "$(git handoff note --list | sed -n 's/  context: .*//p')"
  works git handoff pause --next "edit src/main.c"
  works git handoff show
  expect_lacks "$out" "context" "Ben"
}
test_case "note done closes a carried decision, and a paragraph of the context" closing_what_is_known

test_done
