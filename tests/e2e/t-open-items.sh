#!/usr/bin/env bash
# Nothing that is open is forgotten, and nothing that is closed comes back: in every order of the verbs each
# open item is there exactly once, in a live record or in the journal.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# look_for_open: leaves in $open the lines of all that is open in the live pauses and in the journal, what is closed there
# left out.
look_for_open() {
  local id
  git-handoff note --list --json >"$case_dir.aside/notes"
  for id in $(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active); do
    git-handoff show "$id" --format json
  done >"$case_dir.aside/live"
  jq -rn --slurpfile notes "$case_dir.aside/notes" --slurpfile live "$case_dir.aside/live" '
    ["-", ($notes[0].notes[] | select(.kind == "done") | .text | split("\n")[])] as $closed
    | ($notes[0].notes[] | select(.kind != "done") | .text),
      ($live[] | select(.mode != "checkpoint") | del(.git, .completed_tasks) | del(.human_actions_pending[]? | objects | select(.done))
        | .. | strings)
    | split("\n")[] | select(. as $line | any($closed[]; . == $line) | not)' >"$case_dir.aside/open"
  mapfile -t open <"$case_dir.aside/open"
}
# expect_times COUNT TEXT...: each of them stands so often among what is open.
expect_times() {
  local text line count
  look_for_open
  for text in "${@:2}"; do
    count=0
    for line in "${open[@]}"; do [[ $line != *"$text"* ]] || count=$((count + 1)); done
    expect_equal "$1" "$count" "how often '$text' is there"
  done
}
expect_once() { expect_times 1 "$@"; }
expect_never() { expect_times 0 "$@"; }
live_id() { git for-each-ref --count=1 --format='%(refname:lstrip=-1)' refs/handoffs/active; }

after_checkpoint() {
  make_project; make_work
  works git handoff pause -m one
  write src/main.c "edited since"
  works git handoff note decision "use jose"
  works git handoff checkpoint -q
  works git handoff note --list
  expect_contains "$out" "use jose"
  works git handoff brief
  expect_contains "$out" "use jose"
  works git handoff pause -m two
  works git handoff show; expect_contains "$out" "use jose"
  works git handoff brief; expect_contains "$out" "use jose"
  expect_once "use jose"
}
test_case "what was noted before an agent's checkpoint is in the pause that follows" after_checkpoint

copies_only() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff note decision "taken back"
  works git handoff checkpoint -q
  works git handoff note --undo
  works git handoff note done "write the tests"
  [ "$1" != again ] || works git handoff checkpoint -q
  case $1 in
    resume) works git handoff resume --continue --apply ;;
    discard) works git handoff discard ;;
  esac
  works git handoff pause -m x
  expect_never "write the tests" "taken back"
  works git handoff show --format json
  expect_equal "write the tests" "$(json '.completed_tasks[0].name' <<<"$out")"
}
for then in pause again resume discard; do
  test_case "what is closed or taken back behind a checkpoint stays so ($then)" copies_only "$then"
done

edited_checkpoint() {
  make_project; make_work
  works git handoff note decision "noted"
  works git handoff note question "deleted"
  works git handoff checkpoint -q
  git handoff show --format json | jq '.decisions += [{"decision": "written"}] | .open_questions = []' >../edited
  works git handoff edit --from ../edited
  works git handoff pause -m x
  expect_once "noted" "written"
  expect_never "deleted"
}
test_case "an edited checkpoint gives what was written into it, and what was deleted is closed" edited_checkpoint

closed_before_resume() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff note question "which ring?"
  works git handoff pause -m x
  works git handoff note done "write the tests"
  works git handoff resume --continue
  expect_never "write the tests"
  expect_once "which ring?"
  works git handoff pause -m y
  expect_never "write the tests"
}
# Two records have it open; the one that is paused next does not keep the closing to itself.
closed_for_both() {
  local first
  make_project
  git handoff note blocker "no redis" >/dev/null
  write README "work"
  works git handoff pause -m first
  first=$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)
  git reset -q --hard HEAD~1
  git handoff note done "no redis" >/dev/null
  write other "other work"
  works git handoff pause -m second
  works git handoff resume --continue
  works git handoff resume "${first##*/}" --continue --apply
  works git handoff note --list
  expect_lacks "$out" "no redis"
}
test_case "what is closed while it is paused is not carried" closed_before_resume
test_case "... nor where another record was paused between" closed_for_both

# blocked [ANOTHER]: by two actions, besides one that blocks nothing.
blocked() {
  make_project; make_work
  works git handoff note action "rotate key" --blocking
  works git handoff note action "call Ben" --blocking
  [ $# -eq 0 ] || works git handoff note action "$1"
  works git handoff pause -m x
}

answered() {
  blocked
  on_terminal $'c\ny\nn\nn\n' git handoff resume
  expect_equal 1 "$code" "$out"
  expect_once "rotate key" "call Ben"
  on_terminal $'c\ny\nn\ny\n' git handoff resume
  expect_equal 0 "$code" "$out"
  expect_never "rotate key"
  expect_once "call Ben"
  works git handoff list --archived --json
  works git handoff show "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/archive)" --format json
  expect_equal "true null" "$(json '.human_actions_pending | map(.done | tostring) | join(" ")' <<<"$out")"
  works git handoff undo
  expect_never "rotate key"
  expect_once "call Ben"
  on_terminal $'c\ny\n' git handoff resume
  expect_equal 0 "$code" "$out"
  expect_lacks "$out" "rotate key: done?"
  works git handoff pause -m y
  expect_never "rotate key" "call Ben"
}
test_case "an answer at resume closes the action for good, and no keeps it once" answered

unanswered() {
  blocked
  local before refs
  before=$(state_of_tree) refs=$(git for-each-ref; cat .git/handoff/journal/*)
  run git handoff resume --continue
  expect_equal 1 "$code" "$out$err"
  expect_contains "$err" "2 blocking human actions not said to be done: nothing was changed" "waits for a person: rotate key"
  expect_state "$before"
  expect_equal "$refs" "$(git for-each-ref; cat .git/handoff/journal/*)"
  must_fail 1 git handoff resume
  expect_contains "$err" "hint: git handoff resume --continue --blocking-done   once what it waits for is done"
  works git handoff resume --continue --blocking-done
  expect_never "rotate key" "call Ben"
}
test_case "without a terminal nobody goes on over a blocking action unasked" unanswered

# Where the resume comes to nothing, nothing was answered.
answered_in_vain() {
  blocked
  write .git/hooks/reference-transaction '#!/bin/sh' '[ "$1" != prepared ] || ! grep -q refs/handoffs/archive'
  chmod +x .git/hooks/reference-transaction
  run git handoff resume --continue --blocking-done
  [ "$code" -ne 0 ] || fail "it was resumed"
  rm .git/hooks/reference-transaction
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "2 blocking human actions not said to be done"
}
test_case "what is answered at a resume that fails waits still" answered_in_vain

# What was answered since the pause is open nowhere.
shown_as_answered() {
  blocked
  works git handoff note "done" "rotate key"
  for how in "show" "resume --review" "show --format md" "export --format md" "brief"; do
    # shellcheck disable=SC2086  # words
    works git handoff $how
    expect_contains "$out" "call Ben"
    expect_lacks "$out" "blocking: rotate key" "[ ] rotate key" "Blocked until rotate key"
  done
}
test_case "show and a review know what was closed since the pause, as brief does" shown_as_answered

# An answer is kept whatever becomes of the resume.
undone_when_answered() {
  blocked "tell Cat"
  works git handoff resume --continue --blocking-done
  works git handoff undo
  expect_contains "$err" "note: 'rotate key' stays done" "note: 'call Ben' stays done"
  expect_lacks "$err" "tell Cat"
  for how in "show" "status" "brief"; do
    works git handoff $how
    expect_lacks "$out" "blocking: rotate key" "Blocked until" "blocked until"
  done
  works git handoff resume --continue
}
test_case "an undo of the resume takes no answer back" undone_when_answered

errors() {
  make_project
  works git handoff note error "the token is empty"
  works git handoff note error "the clock is off" --because "read it once"
  make_work
  works git handoff pause -m one
  works git handoff resume --continue
  expect_once "the token is empty"
  expect_never "the clock is off"
  works git handoff pause -m two
  expect_once "the token is empty"
  works git handoff note done "the token is empty"
  works git handoff resume --continue
  works git handoff pause -m three
  expect_never "the token is empty" "the clock is off"
}
# The later word has what the first one lacks, and takes nothing away.
blocking_by_now() {
  make_project
  works git handoff note human "ask Ann"
  works git handoff note human "ask Ann" --blocking
  works git handoff note human "ask Ben" --blocking
  works git handoff note human "ask Ben" --because "he knows"
  works git handoff pause -m x
  expect_equal "ask Ann true,ask Ben true" \
    "$(git handoff export --format json | json '[.human_actions_pending[] | "\(.action) \(.blocking)"] | join(",")')"
}
test_case "an action that is noted again as blocking is blocking, and stays so" blocking_by_now
test_case "an error that nobody mended is carried until it is closed" errors

# An agent does it within a second.
noted_again_at_once() {
  make_project
  works git handoff note task verify
  works git handoff note "done" verify
  works git handoff note task verify
  works git handoff pause -m x
  works git handoff show
  expect_contains "$out" "[ ] verify"
}
test_case "a task that is noted again in the second in which it was closed is open" noted_again_at_once

answered_by_tool() {
  blocked
  expect_contains "$({
    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"continue"}}}'
  } | git handoff mcp)" "say so with blocking_done: true"
  {
    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"continue","blocking_done":true}}}'
  } >../requests
  git handoff mcp <../requests >../answers
  expect_equal false "$(json 'select(.id == 2) | .result.isError // false' ../answers)" "$(cat ../answers)"
  expect_lacks "$(cat ../answers)" "Blocked until"
  expect_never "rotate key" "call Ben"
  works git handoff pause -m y
  expect_never "rotate key" "call Ben"
}
test_case "blocking_done of the tool closes the actions for good" answered_by_tool

retired() {
  make_project; make_work
  works git handoff note decision "use jose"
  works git handoff pause -m x
  works git handoff "$@"
  expect_once "use jose"
  works git handoff undo
  expect_once "use jose"
  works git handoff undo
  expect_once "use jose"
  works git handoff pause -m y
  expect_once "use jose"
}
test_case "discard carries what is open, and undo takes that back" retired discard
test_case "resume carries what is open, and undo takes that back" retired resume --continue

left_out() {
  make_project; make_work
  works git handoff note decision "use jose"
  works git handoff pause -m x
  write more "more"
  works git handoff pause -m y --no-carry
  works git handoff show
  expect_lacks "$out" "use jose"
  expect_once "use jose"
  works git handoff undo
  expect_once "use jose"
  works git handoff undo
  write more "still more"
  works git handoff pause -m z
  works git handoff show
  expect_contains "$out" "use jose"
  expect_once "use jose"
}
test_case "what --no-carry leaves out of the next version stays open" left_out

left_out_but_done() {
  make_project; make_work
  works git handoff note task "write the parser"
  works git handoff pause -m x
  works git handoff resume --continue
  works git handoff note done "write the parser"
  works git handoff pause -m y --no-carry
  works git handoff note --list
  expect_lacks "$out" "write the parser"
}
test_case "... and what was done meanwhile is not open again" left_out_but_done

left_out_of_a_checkpoint() {
  make_project; make_work
  works git handoff pause -m x
  paused=$(live_id)
  write more "more"
  works git handoff checkpoint -q
  checkpoint=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | grep -vxF "$paused")
  git handoff show "$checkpoint" --format json | jq '.decisions += [{"decision": "written"}]' >../edited
  works git handoff edit "$checkpoint" --from ../edited
  works git handoff pause -m y --no-carry
  works git handoff show
  expect_lacks "$out" "written"
  expect_once "written"
}
test_case "... of a checkpoint that ends with it, too" left_out_of_a_checkpoint

# The record has a newer version by the time the editor of the pause is closed: nothing was left out of it.
left_out_too_late() {
  make_project; make_work
  works git handoff note question "why blue?"
  works git handoff pause -m x
  write more "more"
  write ../editor '#!/bin/sh' 'git handoff edit --next newer >&2' 'printf "## Next action\n\ngo on\n" >"$1"'
  chmod +x ../editor
  on_terminal "" env GIT_EDITOR="$case_dir/editor" git handoff pause --no-carry
  [ "$code" -ne 0 ] || fail "the pause was not overtaken: $out"
  expect_equal newer "$(git handoff show --json | json .next_action)"
  works git handoff note --list
  expect_lacks "$out" "why blue?"
}
test_case "... not where the pause comes too late" left_out_too_late

brought_back() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff note decision "use jose"
  works git handoff note question "which ring?"
  works git handoff pause -m x
  local id; id=$(live_id)
  works git handoff resume --continue
  works git handoff note done "write the tests"
  [ "$1" != moved ] || works git handoff pause -m y
  works git handoff undo "$id"
  expect_once "use jose" "which ring?"
  expect_never "write the tests"
  works git handoff undo
  expect_once "use jose" "which ring?"
  expect_never "write the tests"
}
test_case "undo ID brings back what is still open, and only that" brought_back journal
test_case "undo ID leaves what a newer record owns where it is" brought_back moved

taken_back_between() {
  make_project; make_work
  works git handoff note decision "use jose"
  works git handoff pause -m x
  works git handoff undo
  works git handoff note --undo
  must_fail 1 git handoff undo
  expect_contains "$err" "taken back or closed since"
  expect_never "use jose"
  works git handoff pause -m y
  expect_never "use jose"
}
test_case "a pause is not done again with a note that was taken back since" taken_back_between

many_cycles() {
  make_project; make_work
  works git handoff note "the cache is per worker"
  works git handoff note decision "use jose"
  works git handoff note goal "ship"
  works git handoff note eliminated "the cache" --because "off"
  works git handoff note doc docs/plan.md
  echo '{"version": 1, "status": "paused", "next_action": "go on", "todos": {"explicit": [{"content": "write the tests"}]}}' >../given
  local i first=""
  works git handoff pause --from ../given
  for i in 1 2 3 4 5 6; do
    works git handoff resume --continue
    works git handoff pause -m x
    git handoff show --format json | "$jq_in_order" -S 'del(.git, .timestamp)' >../now
    [ -n "$first" ] || { first=$i; cp ../now ../first; }
    expect_equal "$(cat ../first)" "$(cat ../now)" "cycle $i"
  done
  expect_equal "the cache is per worker" "$(json .context_notes ../now)"
  expect_matches "$(json '.context_carried_from, .decisions[0].carried_from' ../now)" "^main-"
}
test_case "six cycles add nothing, and the origin stands beside the item" many_cycles

worktrees_and_names() {
  make_project; make_work
  git worktree add -q --detach ../side
  works git handoff note decision "of main"
  works git handoff pause -m x
  (
    cd ../side
    write here "here"
    works git handoff note decision "of side"
    works git handoff pause -m y
    works git handoff resume --continue
    expect_equal 1 "$(git handoff note --list | grep -c "of side")"
  )
  git branch -m main trunk
  works git handoff resume --continue
  works git handoff note --list
  expect_equal 1 "$(grep -c "of main" <<<"$out")"
  git branch -m trunk stem
  works git handoff pause -m z
  works git handoff show
  expect_contains "$out" "of main"
  expect_lacks "$out" "of side"
}
test_case "worktrees, a detached HEAD and a renamed branch keep what is theirs" worktrees_and_names

closed_elsewhere() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff pause -m x
  local id; id=$(live_id)
  works git handoff resume --continue
  works git handoff undo "$id"
  works git handoff note done "write the tests"
  works git handoff note --undo
  expect_once "write the tests"
  works git handoff note done "write the tests"
  works git handoff resume "$id" --continue --keep-wip
  must_fail 1 git handoff note --undo
  works git handoff undo
  works git handoff note --undo
  expect_once "write the tests"
}
test_case "a closing that a resume used is not taken back alone" closed_elsewhere

retired_closed() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff pause -m x
  local id; id=$(live_id)
  works git handoff note done "write the tests"
  works git handoff discard
  works git handoff undo "$id"
  expect_never "write the tests"
}
test_case "undo ID leaves closed what the record was retired with" retired_closed

left_out_before() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff pause -m x
  local id; id=$(live_id)
  write more "more"
  works git handoff pause -m y --no-carry
  works git handoff resume --continue
  works git handoff undo "$id"
  expect_once "write the tests"
}
test_case "undo ID does not take what an older version left out" left_out_before

# A record that is retired from another worktree, or from a detached HEAD, leaves its items where it was paused.
retired_elsewhere() {
  local id
  make_project
  git switch -q -c feat
  make_work
  works git handoff note task "write the tests"
  case $1 in
    checkpoint) works git handoff checkpoint ;;
    *) works git handoff pause -m x ;;
  esac
  id=$(live_id)
  case $1 in
    detached)
      git switch -q --detach
      works git handoff resume --continue --keep-wip
      git switch -q feat
      expect_once "write the tests"
      ;;
    *)
      git worktree add -q --detach ../side main
      (
        cd ../side
        works git handoff discard "$id"
        works git handoff note --list
        expect_equal "" "$out" "of the other worktree"
      )
      expect_once "write the tests"
      (
        cd ../side
        works git handoff undo
        works git handoff undo
        works git handoff undo "$id"
        works git handoff note --list
        expect_equal "" "$out" "of the other worktree"
      )
      ;;
  esac
  [ "$1" = checkpoint ] || [ "$1" = detached ] || expect_equal 0 "$(git handoff note --list --json | json '.notes | length')" "it owns them again"
  works git handoff pause -m y
  expect_once "write the tests"
}
for what in discard checkpoint detached; do
  test_case "$what from elsewhere: what is open stays with the branch and the worktree" retired_elsewhere $what
done

# Paused in a rebase: of the branch, and of the detached HEAD, whose notes came later.
paused_in_a_rebase() {
  local id
  make_project
  git switch -q -c feat
  commit_all "rebased"
  works git handoff note question "of the branch"
  git switch -q --detach
  works git handoff note question "of no branch"
  git switch -q feat
  GIT_SEQUENCE_EDITOR='sed -i 1ibreak' git rebase -q -i HEAD~1 2>/dev/null
  make_work
  works git handoff pause -m x
  id=$(live_id)
  git stash -q -u
  git rebase --abort
  works git handoff discard "$id"
  expect_once "of the branch"
}
test_case "what was open in a rebase is open on the branch" paused_in_a_rebase

goals() {
  make_project; make_work
  works git handoff note goal "ship the queue"
  works git handoff note goal "retry what failed"
  works git handoff pause -m x
  expect_once "ship the queue" "retry what failed"
  works git handoff show
  expect_contains "$out" "ship the queue" "retry what failed"
  works git handoff resume --continue
  works git handoff note goal "measure it"
  echo '{"version": 1, "status": "paused", "next_action": "go on", "goals": {"ultimate": "tell ops", "main_task": "alerts"}}' >../given
  works git handoff pause --from ../given
  expect_once "ship the queue" "retry what failed" "measure it" "tell ops"
  expect_equal "tell ops alerts" "$(git handoff show --format json | json '"\(.goals.ultimate) \(.goals.main_task)"')"
  works git handoff note done "retry what failed"
  works git handoff note done "tell ops"
  works git handoff resume --continue
  works git handoff pause -m y
  expect_never "retry what failed" "tell ops"
  expect_once "ship the queue" "measure it"
  expect_equal "measure it" "$(git handoff show --format json | json .goals.ultimate)"
  works git handoff note done "measure it"
  works git handoff note done "ship the queue"
  works git handoff resume --continue
  works git handoff pause -m z
  expect_never "ship the queue" "measure it"
}
test_case "a second goal does not lose the first; each is closed by its own words" goals

# The random walk: some hundred steps in all, with kills between.
walk() {
  make_project; git switch -q -c feat
  python3 "$project_dir/tests/tools/walk_notes.py" "$1" "$2"
}
first=${HANDOFF_SEED:-1} walks=1 walk_length=12
[ -z "${HANDOFF_LONG:-}" ] || walks=200 walk_length=20
for seed in $(seq "$first" $((first + walks - 1))); do
  test_case "a random order of the verbs keeps each open item once (HANDOFF_SEED=$seed)" walk "$seed" 40
done

# The same between two clones: whoever closes it, on whichever copy.
walk_two() {
  needs_terminal
  make_server
  person Ben
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  person Ann
  git switch -q login
  cd "$case_dir"
  python3 "$project_dir/tests/tools/walk_two.py" "$1" "$2"
}
for seed in $(seq "$first" $((first + (walks + 2) / 3 - 1))); do
  test_case "a random order of what two people do, too (HANDOFF_SEED=$seed)" walk_two "$seed" "$walk_length"
done

# Open, of those that begin with TASK, on this copy: what the pauses and the journal have.
expect_open() {
  local task still=""
  look_for_open
  for task in A B C; do [[ ${open[*]} != *"TASK $task"* ]] || still+="$task "; done
  expect_equal "$*" "${still% }"
}

renamed_and_discarded() {
  make_project
  git switch -q -c login
  works git handoff note task "TASK A"
  works git handoff note task "TASK B"
  make_work
  works git handoff pause -m x
  git branch -m ren
  works git handoff note done "TASK A"
  # shellcheck disable=SC2086  # words
  works git handoff $1
  git stash -q -u
  git switch -q -c login main
  expect_open
  git switch -q ren
  expect_open B
}
for how in discard "resume --fresh" "resume --continue"; do
  test_case "behind a rename of the branch $how leaves what is open to that branch, and what is closed closed" renamed_and_discarded "$how"
done

# ann_hands_over_tasks TASK...: and $id is what she hands over.
ann_hands_over_tasks() {
  local task
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  for task; do works git handoff note task "TASK $task"; done
  hands_back ann
  id=$(live_ids)
}
two_tasks() {
  ann_hands_over_tasks A B
  takes Ben
}
hands_back() {
  write "$1.txt" "$1"
  works git handoff pause --push -m "$1"
}

closed_by_the_other() {
  two_tasks
  person Ann
  works git handoff fetch
  works git handoff resume --fresh
  expect_open A B
  person Ben
  works git handoff note done "TASK A"
  hands_back ben
  takes Ann
  expect_open B
  hands_back ann
  expect_open B
}
test_case "what Ben closed is closed for Ann, too, who goes on with his version" closed_by_the_other

# What Ben gave back, and paused all the same, is undone: it is his again, with all that is open in it.
given_back_and_undone() {
  two_tasks
  works git handoff note task "TASK C"
  case $1 in
    sent) hands_back ben; works git handoff undo; works git handoff release "$id" ;;
    not-sent) works git handoff release "$id" ;;
  esac
  works git handoff pause -m mine
  works git handoff undo
  expect_open A B C
  works git handoff pause --push -m again
  expect_open A B C
  expect_equal "TASK A,TASK B,TASK C" "$(git handoff show --json | json '[.remaining_tasks[].name] | sort | join(",")')"
}
test_case "a pause of what was given back leaves all open when it is undone" given_back_and_undone not-sent
test_case "... also what was noted on it, and sent" given_back_and_undone sent

# never_sent VERB...: what Ann noted, and paused in a version that never left her clone, is in no version that Ben had.
never_sent() {
  ann_hands_over_tasks A
  works git handoff note task "TASK C"
  works git handoff pause -m again
  takes Ben
  hands_back ben
  person Ann
  works git handoff "$@"
  expect_open A C
  takes Ann
  expect_open A C
}
test_case "what was noted in a version that was never sent stays open, whatever is taken" never_sent discard

# closed_and_never_sent VERB...: the same of what she closed in it.
closed_and_never_sent() {
  ann_hands_over_tasks A B
  works git handoff note done "TASK A"
  works git handoff pause -m again
  takes Ben
  hands_back ben
  person Ann
  works git handoff "$@"
  takes Ann
  expect_open B
  hands_back again
  expect_open B
}
test_case "... and what was closed in one stays closed" closed_and_never_sent discard
test_case "... also by a fresh start" closed_and_never_sent resume --fresh

# What Ben closed, and paused without sending it, is forgotten when he gives back what he took.
closed_and_given_back() {
  two_tasks
  works git handoff note done "TASK A"
  write ben.txt ben
  works git handoff pause -m mine
  works git handoff resume --continue
  works git handoff release "$id"
  git clean -q -f -d
  git reset -q --hard
  works git handoff take "$id"
  expect_open A B
}
test_case "... but not where the handoff was given back as it came" closed_and_given_back

variants=odd

# What is known here to be closed in a newer version, or finished, is no copy that stays open.
closed_in_newer_version() {
  two_tasks
  if [ "$1" = newer ]; then
    works git handoff note done "TASK A"
    hands_back ben
  else
    commit_all "by Ben"
    git push -q origin HEAD 2>/dev/null
    works git handoff release --done
  fi
  person Ann
  works git handoff note task "TASK C"
  works git handoff fetch
  works git handoff resume --fresh
  expect_equal "$2" "$(git handoff note --list --json | json '.notes[].text' | grep -o '[ABC]$' | sort | paste -sd' ')"
}
test_case "what is closed in a newer version is not copied as open" closed_in_newer_version newer "B C"
test_case "... nor what is finished" closed_in_newer_version finished "C"

# Her copy has gone through another record by then.
copied_and_taken_back() {
  ann_hands_over_tasks A
  takes Cat
  person Ann
  works git handoff fetch
  works git handoff resume --fresh
  write b.txt b
  works git handoff pause -m B
  works git handoff resume --continue
  commit_all B
  git push -q origin login
  person Cat
  hands_back cat
  person Ann
  has_read "$id"
  works git handoff take --apply "$id"
  expect_open A
  expect_once "TASK A"
  works git handoff note done "TASK A"
  hands_back ann
  expect_open
}
test_case "what comes back is open once, where a copy of it stayed" copied_and_taken_back

# What she had gone on with in one worktree comes back into another one.
taken_back_in_another_worktree() {
  ann_hands_over_tasks A
  works git handoff resume --continue
  takes Ben --steal
  hands_back ben
  person Ann
  git stash -q -u
  git switch -q --detach
  git worktree add -q -b side ../linked
  cd ../linked
  has_read "$id"
  works git handoff take "$id"
  expect_open A
  expect_once "TASK A"
}
test_case "... or where it was gone on with in another worktree" taken_back_in_another_worktree

# closed_on_a_copy_put_away WHEN OPEN...: while Ben has it, or behind what he handed back; undone: she took her word
# back.
closed_on_a_copy_put_away() {
  two_tasks
  [ "$1" != behind ] || hands_back ben
  person Ann
  works git handoff note done "TASK A"
  [ "$1" != undone ] || works git handoff note --undo
  works git handoff fetch
  works git handoff resume --fresh
  person Ben
  [ "$1" = behind ] || hands_back ben
  expect_open A B
  takes Ann
  expect_open "${@:2}"
}
test_case "what Ann closed before she put her copy away stays closed when it comes back" closed_on_a_copy_put_away while B
test_case "... and is open where she took that back" closed_on_a_copy_put_away undone A B
test_case "... and is closed, too, where somebody had added to it by then" closed_on_a_copy_put_away behind B

closed_and_given_back() {
  two_tasks
  works git handoff note done "TASK A"
  works git handoff note task "TASK C"
  works git handoff release
  git reset -q --hard
  git clean -qfd
  expect_open C
  takes Ann
  expect_open A B
  hands_back ann
  takes Ben
  expect_open A B C
}
test_case "what is given back is open again as it came, also for who had closed it" closed_and_given_back

closed_and_gone_on_with() {
  two_tasks
  works git handoff note done "TASK A"
  works git handoff release
  hands_back ben
  expect_open B
}
test_case "... and closed where the work goes on after all" closed_and_gone_on_with

given_back_and_paused_by_tool() {
  two_tasks
  works git handoff release
  write ben.txt "ben"
  {
    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_pause","arguments":{"message":"ben"}}}'
  } >../requests
  works git handoff mcp <../requests
  expect_open A B
  expect_equal "TASK A,TASK B" "$(git handoff show --format json | json '[.remaining_tasks[].name] | join(",")')"
}
test_case "... and where an agent's tool pauses it" given_back_and_paused_by_tool

closed_before() {
  ann_hands_over_tasks A
  person Ben
  git switch -q login
  works git handoff note task "TASK A"
  works git handoff note done "TASK A"
  takes Ben
  expect_open
  hands_back ben
  expect_open
  expect_equal "TASK A" "$(git handoff show --format json | json '.completed_tasks[].name')"
}
test_case "one's own closed note does not open with what is taken" closed_before

# What two people closed, and is open again in a later version, is open; whether she had the one between or not.
opened_again() {
  real_clock
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  works git handoff note human "TASK A" --blocking
  works git handoff note task "TASK B"
  hands_back ann
  id=$(live_ids)
  works git handoff resume --continue --blocking-done
  works git handoff undo
  works git handoff note done "TASK B"
  expect_open
  takes Ben
  works git handoff note done "TASK A"
  works git handoff note done "TASK B"
  hands_back ben
  if [ "$1" = had ]; then
    takes Ann
    works git handoff release
    git reset -q --hard
    git clean -qfd
    person Ben
  fi
  works git handoff fetch
  works git handoff resume --continue
  works git handoff note human "TASK A" --blocking --because "the first one has expired"
  works git handoff note task "TASK B"
  hands_back again
  takes Ann
  expect_open A B
  hands_back ann2
  expect_open A B
  works git handoff show
  expect_contains "$out" "blocking: TASK A"
}
test_case "what somebody opens again in a later version is open" opened_again missed
test_case "... also for who had the version between" opened_again had

# learns what: what a look says of it later counts for the copy that she kept.
learnt_later() {
  two_tasks
  person Ann
  works git handoff discard
  works git handoff note task "TASK C"
  [ "$1" != closed ] || works git handoff note done "TASK B"
  person Ben
  works git handoff note done "TASK A"
  hands_back ben
  person Ann
  works git handoff fetch
  [ "$1" = closed ] && expect_open C || expect_open B C
  works git handoff note --list
  expect_lacks "$out" "TASK A"
  person Ben
  works git handoff resume --continue
  works git handoff release --done --force
  person Ann
  works git handoff fetch
  works git handoff note --list
  expect_contains "$out" "TASK C"
  expect_lacks "$out" "TASK A" "TASK B"
}
test_case "a copy that was kept closes with what is learnt of it later" learnt_later open
test_case "... and with it what closed it here" learnt_later closed

# Ann goes on with other work, whose record has the copies by then.
copies_in_other_work() {
  two_tasks
  person Ann
  works git handoff resume --fresh
  [ "$1" != hers ] || works git handoff note done "TASK A"
  write other.txt other
  works git handoff pause -m other
}
closed_beside_a_copy() {
  copies_in_other_work his
  person Ben
  works git handoff note done "TASK A"
  case $1 in
    newer | unseen) hands_back ben ;;
    finished) works git handoff release --done --force ;;
  esac
  person Ann
  [ "$1" = unseen ] || works git handoff fetch
  [ "$1" != newer ] || { works git handoff show && expect_contains "$out" "[x] TASK A" "[ ] TASK B"; }
  works git handoff resume --continue
  case $1 in
    newer) expect_open B ;;
    unseen) expect_open A B ;;
    finished) expect_open ;;
  esac
  [ "$1" = unseen ] || return 0
  works git handoff pause --push -m other
  person Ben
  works git handoff resume --fresh
  id=$(git -C "$case_dir/ann" handoff list --porcelain | cut -f1 | grep -vxF "$id")
  takes Ben
  expect_open B
}
test_case "a copy closes with what it is of, where other work has it by then" closed_beside_a_copy newer
test_case "... and with what is finished" closed_beside_a_copy finished
test_case "... and for who had closed it, when it comes as other work" closed_beside_a_copy unseen

# The same the other way round: a third one has closed the copy, and Ann learns it with that work.
closed_on_a_copy_that_came() {
  local of=
  copies_in_other_work his
  of=$id
  works git handoff push
  id=$(live_ids)
  takes Cat
  works git handoff note done "TASK A"
  hands_back cat
  takes Ann
  expect_open B
  commit_all other
  git push -q origin login
  works git handoff release --done
  person Ben
  hands_back ben
  id=$of
  person Ann
  has_read "$id"
  works git handoff take --apply "$id"
  expect_open B
}
test_case "what is closed on a copy, in a version that came, is closed in what it is a copy of" closed_on_a_copy_that_came

# What the handoff never had is no copy, whatever it says of itself; a damaged record beside it changes nothing.
edited_copy() {
  copies_in_other_work his
  git handoff show --format json | sed 's/TASK A/TASK A, tonight/' >"$case_dir.aside/edited"
  works git handoff edit --from "$case_dir.aside/edited"
  git update-ref refs/handoffs/active/aaa/aaa-20260101-000000-0000beef "$(git commit-tree -m broken "$(git mktree </dev/null)")"
  person Ben
  works git handoff note done "TASK B"
  hands_back ben
  person Ann
  works git handoff fetch
  git update-ref -d refs/handoffs/active/aaa/aaa-20260101-000000-0000beef
  works git handoff show
  expect_contains "$out" "[ ] TASK A, tonight" "[x] TASK B"
}
test_case "a copy whose words were edited stays open, whatever becomes of what it was" edited_copy

# Her closing counts for the handoff, whatever record or branch has it.
closed_as_a_copy() {
  if [ "$1" = other-work ]; then
    copies_in_other_work hers
    works git handoff resume --continue
    git stash -q -u
  else
    two_tasks
    person Ann
    works git handoff resume --fresh
    git branch -m login old
    works git handoff note done "TASK A"
    git switch -q main
  fi
  person Ben
  hands_back ben
  takes Ann
  expect_open B
  [ "$1" = other-work ] || expect_equal login "$(git branch --show-current)"
  hands_back ann
  takes Ben
  expect_open B
  [ "$1" != renamed ] || return 0
  real_clock
  works git handoff note task "TASK A"
  hands_back ben2
  takes Ann
  expect_open A B
}
test_case "what Ann closed of her copy stays closed, where other work has that by then" closed_as_a_copy other-work
test_case "... and where her branch was renamed before" closed_as_a_copy renamed

# Of closing and opening again the later one counts.
closed_after_it_was_opened_again() {
  two_tasks
  person Ann
  works git handoff resume --fresh
  person Ben
  works git handoff note done "TASK A"
  hands_back ben
  works git handoff resume --continue
  works git handoff note task "TASK A"
  hands_back ben2
  person Ann
  works git handoff fetch
  expect_open A B
  works git handoff note done "TASK A"
  takes Ann
  expect_open B
}
test_case "what was closed here after somebody opened it again stays closed" closed_after_it_was_opened_again

discarded_and_undone() {
  two_tasks
  works git handoff note task "TASK C"
  works git handoff pause -m local
  works git handoff discard
  expect_contains "$out" "carried over: 1 item,"
  expect_open C
  works git handoff undo
  expect_open A B C
  expect_once "TASK A" "TASK B" "TASK C"
}
test_case "a discard of what was taken is undone with its items" discarded_and_undone

noted_by_both() {
  two_tasks
  works git handoff note task "TASK C"
  hands_back ben
  person Ann
  works git handoff note task "TASK C"
  takes Ann
  expect_once "TASK C"
  works git handoff release
  expect_open C
}
test_case "what both have noted is one item" noted_by_both

# The branch that is made there has them, and no other one.
detached_notes() {
  make_project
  git switch -q -c other
  git switch -q --detach main
  works git handoff note decision "noted detached"
  commit_all "on no branch"
  local later
  later=$(git rev-parse HEAD)
  works git handoff note "noted later"
  git switch -q other
  works git handoff note --list
  expect_lacks "$out" "noted"
  git switch -q --detach "$later"
  git switch -q -c topic
  works git handoff note --list
  expect_contains "$out" "noted later"
  echo work >>README
  works git handoff pause -m x
  works git handoff show
  expect_contains "$out" "noted later"
  git switch -q --detach main
  git switch -q -c late
  works git handoff note --list
  expect_contains "$out" "noted detached"
}
test_case "notes of a detached HEAD are those of the branch that is made there" detached_notes
# What a resume left in the journal is open there, also when the line that opened it is gone.
open_behind_gc() {
  make_project; make_work
  works git handoff note question "which port?"
  works git handoff pause -m one
  works git handoff resume --continue
  expect_once "which port?"
  real_clock
  works git -c handoff.keepDays=-1 handoff gc
  expect_lacks "$(cat .git/handoff/journal/main.jsonl)" '"opened"'
  expect_once "which port?"
  works git handoff pause -m two
  expect_once "which port?"
}
test_case "what is open stays open when the journal is compacted" open_behind_gc

# The journal says no more whose it is: the record does.
revived_beside_another() {
  local id
  make_project; make_work
  works git handoff note decision "use jose"
  works git handoff pause -m one
  id=$(live_id)
  works git handoff resume --continue
  write more.txt more
  works git handoff pause -m two
  rm .git/handoff/journal/main.jsonl
  works git handoff undo "$id"
  expect_once "use jose"
}
test_case "a record that comes back does not bring what another one has by now" revived_beside_another

# Taken back while a pause takes it along: it does not come again with the undo of that pause.
taken_back_beside_a_pause() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_project; make_work
  works git handoff note task "write the tests"
  GIT_HANDOFF_FAULT="op-written=run:git handoff note --undo >/dev/null" works git-handoff pause -m one
  run git handoff undo
  works git handoff note --list
  expect_lacks "$out" "write the tests"
}
test_case "a note that is taken back beside a pause does not come again" taken_back_beside_a_pause

# What a record leaves open is written down before its ref moves: where git refuses that, it is the record's alone again.
refused_discard() {
  make_project; make_work
  works git handoff note task "write the tests"
  works git handoff pause -m one
  write .git/hooks/reference-transaction '#!/bin/sh' '[ "$1" = prepared ] && grep -q refs/handoffs/archive && exit 1' 'exit 0'
  chmod +x .git/hooks/reference-transaction
  must_fail 128 git handoff discard
  expect_contains "$err" "aborted by hook"
  works git handoff note --list
  expect_lacks "$out" "write the tests"
}
test_case "a discard that git refuses leaves no notes behind" refused_discard

# A context note is another one's beginning: both are there.
context_that_another_begins_with() {
  make_project
  git switch -q -c feat
  works git handoff note context "look at run 1"
  works git handoff pause -m x
  works git handoff note context "look at run 12"
  works git handoff undo
  works git handoff undo
  works git handoff pause --no-carry -m y
  works git handoff pause -m z
  works git handoff show --format json
  expect_equal "look at run 1|look at run 12" "$(json .context_notes <"$out_file" | sed '/^$/d' | sort | paste -sd'|')"
}
test_case "a context note that is the beginning of another one is kept" context_that_another_begins_with

# What closed an item is no step of its own any more where an edit took the item out.
closed_and_edited_out() {
  make_project
  git switch -q -c feat
  works git handoff note task "feed the cat"
  works git handoff pause -m x
  works git handoff note "something else"
  works git handoff note done "feed the cat"
  works git handoff show --format json
  cp "$out_file" ../closed.json
  works git handoff edit --from ../closed.json --next "go on"
  works git handoff note --undo
  expect_contains "$err" "took back context: something else"
  works git handoff undo
  works git handoff note --list
  expect_contains "$out" "done: feed the cat"
}
test_case "a closing whose item an edit took out is not what 'note --undo' takes back" closed_and_edited_out

closed_in_both() {
  make_project
  for one in one two; do
    works git handoff note task "same task"
    write "$one.txt" "$one"
    works git handoff pause -m "$one"
    [ "$one" = two ] || { one=$(live_ids) && first=$one && git reset -q --hard HEAD~1; }
  done
  second=$(live_ids | grep -v "^$first$")
  works git handoff note done "same task"
  works git handoff discard "$first"
  works git handoff show "$second"
  expect_contains "$out" "[x] same task"
  works git handoff resume "$second" --continue
  expect_contains "$out" "1 done, 0 to do"
  works git handoff note --list
  expect_equal "" "$out"
}
test_case "what is closed stays closed in the other of two records that have it, when one is discarded" closed_in_both

# A gate that failed, or was never run, is open until somebody says how it ended.
gates() {
  local how=$1 id
  make_project
  make_work
  works git handoff pause --from - <<'X'
{"next_action": "src/main.c: go on", "quality_gates": [{"name": "pytest", "status": "failed", "evidence": "2 failed: test_a"}, {"name": "migration", "status": "pending"},
  {"name": "lint", "status": "passed"}, {"name": "nightly", "status": "skipped"}, {"name": "unsaid"}]}
X
  id=$(live_id)
  case $how in
    resumed) works git handoff resume --continue ;;
    discarded) works git handoff discard ;;
    undone)
      works git handoff resume --continue
      expect_once "pytest"
      works git handoff undo
      expect_once "pytest"
      works git handoff resume --continue
      ;;
    checkpoint)
      works git handoff resume --continue
      works git handoff checkpoint -q
      ;;
  esac
  expect_once "pytest" "migration"
  expect_never "lint" "nightly" "unsaid"
  works git handoff brief
  expect_contains "$out" "pytest: 2 failed: test_a" "migration: pending"
  echo more >>src/main.c
  works git handoff pause -m two --next "src/main.c: go on"
  expect_once "pytest" "migration"
  works git handoff show
  expect_contains "$out" "pytest" "2 failed: test_a"
  works git handoff brief
  expect_contains "$out" "pytest: 2 failed: test_a" "migration: pending"
  works git handoff resume --continue
  works git handoff note gate pytest --status passed
  works git handoff brief
  expect_contains "$out" "pytest: passed"
  expect_lacks "$out" "test_a"
  works git handoff pause -m three --next "src/main.c: go on"
  expect_once "pytest" "migration"
  works git handoff resume --continue
  expect_never "pytest"
  expect_once "migration"
  works git handoff undo "$id"
  expect_once "migration"
}
for how in resumed discarded undone checkpoint; do
  test_case "a gate that did not pass is carried until it does ($how)" gates "$how"
done

# What an edit takes out, or says to have passed, is carried no more.
gates_edited() {
  make_project
  make_work
  works git handoff note gate pytest --status failed
  works git handoff note gate lint --status failed
  works git handoff note gate build --status failed
  works git handoff pause -m one
  git handoff show --json | jq '.quality_gates |= (map(select(.name != "lint")) | map(if .name == "build" then .status = "passed" else . end))' >../edited
  works git handoff edit --from ../edited
  works git handoff resume --continue
  expect_once pytest
  expect_never lint build
  works git handoff pause -m two
  works git handoff show --json
  expect_equal "pytest failed" "$(json '.quality_gates[] | "\(.name) \(.status)"' <<<"$out")"
}
test_case "a gate that was edited out, or into one that passed, is not" gates_edited

# A status that takes itself back is no pass, and no end of a task.
status_taken_back() {
  make_project
  make_work
  works git handoff note gate once --status "passed once, fails now"
  works git handoff note gate asked --status "passed? no"
  works git handoff note gate whole --status "passed on both"
  works git handoff note gate left --status "skipped: not needed"
  works git handoff pause -m m --next "edit src/main.c"
  works git handoff resume --continue
  echo more >>src/util.c
  works git handoff pause -m n
  works git handoff show --json
  expect_equal "asked once" "$(json '[.quality_gates[].name] | sort | join(" ")' <<<"$out")"
  works git handoff resume --continue
  echo '{"next_action": "edit f", "remaining_tasks": [{"name": "asked task", "status": "done: no"}, {"name": "done task", "status": "done (Ben)"}]}' |
    works git handoff pause --from -
  works git handoff brief
  expect_contains "$out" "- asked task (done: no)"
  expect_lacks "$(sed -n '/^Done/,$!p' <<<"$out")" "done task"
}
test_case "a status that takes itself back ends nothing" status_taken_back

# Weeks on one branch: what is carried gets longer, and whoever reads a screen or a brief wants today's.
weeks_of_notes() {
  make_project
  local day
  for day in 1 2 3 4 5; do
    echo "$day" >>README
    works git handoff note "thought $day
its second line"
    works git handoff note decision "decision $day"
    [ "$1" = notes ] || works git handoff checkpoint
    works git handoff note correction "rule $day"
    works git handoff note "afterthought $day"
    works git handoff note task "task $day"
    works git handoff pause --next "step $day"
    [ "$day" = 5 ] || works git handoff resume --continue
  done
  works git handoff show --json
  expect_equal "decision 5 decision 4 decision 3 decision 2 decision 1" "$(json '[.decisions[] | .decision? // .] | join(" ")' <<<"$out")"
  expect_equal "rule 5 rule 4 rule 3 rule 2 rule 1" "$(json '[.corrections[] | .correction? // .] | join(" ")' <<<"$out")"
  expect_equal "task 1 task 2 task 3 task 4 task 5" "$(json '[.remaining_tasks[] | .name? // .] | join(" ")' <<<"$out")" "tasks keep the order of the work"
  expect_matches "$(json .context_notes <<<"$out" | tr -s '\n' ' ')" "^thought 5 its second line afterthought 5 thought 4 .*thought 1 its"
  run git handoff resume
  expect_contains "$out" "decided: decision 5" "rule: rule 5" "context: thought 5" "context: afterthought 5"
}
test_case "after a week of notes those of today come first" weeks_of_notes notes
test_case "... with checkpoints between them" weeks_of_notes checkpoints

# What stands between the two in our own mind may stand in a text, too: not a byte of that goes.
odd_separator_in_context() {
  make_project
  make_work
  local odd=$'ab\x1ecd \x1e(noted here)\x1e ef'
  works git handoff note "$odd"
  works git handoff pause -m one
  local told
  told=$(git handoff show --json | json .context_notes)
  works git handoff resume --continue
  works git handoff note "a new thought"
  works git handoff pause -m two
  expect_contains "$(git handoff show --json | json .context_notes)" "$told" "a new thought"
  works git handoff resume --continue
  works git handoff note "$odd, again"
  works git handoff pause -m three
  expect_contains "$(git handoff show --json | json .context_notes)" "$told" "$told, again" "a new thought"
}
test_case "no character in a context is taken for the place where it was carried" odd_separator_in_context

# Notes on the context that are closed: nothing moves that is not carried, nothing is left of the place where it was cut.
closed_context() {
  make_project
  make_work
  works git handoff note "an old thought"
  works git handoff pause -m one
  works git handoff resume --continue
  works git handoff note "a new thought"
  works git handoff note done "an old thought"
  works git handoff pause -m two
  works git handoff show --json
  expect_equal "a new thought" "$(json .context_notes <<<"$out")"
  works git handoff resume --continue
  works git handoff note "of this day alone"
  works git handoff note done "of this day alone"
  works git handoff pause -m three
  works git handoff show --json
  expect_equal "a new thought" "$(json .context_notes <<<"$out")"
  works git handoff resume --continue
  works git handoff note done "a new thought"
  works git handoff pause -m four
  works git handoff show --json
  expect_equal "" "$(json '.context_notes // ""' <<<"$out")"
}
test_case "a closed thought leaves nothing in a context that is carried" closed_context

# Ann discarded it; what Ben did since is known here, and nobody here has read his words.
blocking_is_closed_by_who_read_it() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  works git handoff note task "TASK A"
  works git handoff note action "ask Dana" --blocking
  hands_back ann
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  works git handoff note done "TASK A"
  works git handoff note done "ask Dana"
  person Ann
  works git handoff fetch
  works git handoff discard "$id"
  person Ben
  hands_back ben
  person Ann
  works git handoff fetch
  works git handoff note --list
  expect_lacks "$out" "TASK A"
  expect_contains "$out" "human, blocking: ask Dana"
  works git handoff list --waiting
  expect_contains "$out" "ask Dana"
}
test_case "an action that blocks is closed by no version that nobody here has read" blocking_is_closed_by_who_read_it

# blocking_closed_when HOW: once Ann has read that version, or believes its remote.
blocking_closed_when() {
  make_server
  person Ann
  [ "$1" != trusted ] || git config --global handoff.trust remote:origin
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  works git handoff note action "ask Dana" --blocking
  hands_back ann
  id=$(live_ids)
  takes Ben
  person Ann
  works git handoff fetch
  works git handoff discard "$id"
  person Ben
  works git handoff note done "ask Dana"
  hands_back ben
  person Ann
  works git handoff fetch
  [ "$1" = trusted ] || has_read "$id"
  works git handoff note --list
  expect_lacks "$out" "ask Dana"
}
test_case "... and by one that was read" blocking_closed_when read
test_case "... or whose remote is trusted" blocking_closed_when trusted
test_done
