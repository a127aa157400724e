#!/usr/bin/env bash
# 32 processes at once, beside gc, pack-refs and plain commits; and records in a race with `git gc --prune=now`
# (20 rounds; 1,000 with --long).
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # the processor is what they race for
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/races.sh"

# One of the 32: 8 pause, 8 note, and the rest are what a busy repository does beside them.
one_of_32() {
  local i=$1 k
  case $i in
    [1-8]) cd "../w$i" && git handoff pause -m "p$i" ;;
    9 | 1[0-6]) for k in 1 2 3; do git handoff note "note $i.$k" || return; done ;;
    17 | 18) git gc --prune=now -q ;;
    19 | 20) git pack-refs --all ;;
    21 | 22) git handoff gc ;;
    23 | 24) cd "../plain$i" && for k in 1 2 3; do
      echo "$round" >"f$k"
      git add "f$k"
      git commit -q -m "plain $k" || return
    done ;;
    2[5-8]) git handoff status && git handoff list --all ;;
    29 | 30) git handoff checkpoint -m "c$i" ;;
    31) git handoff check || [ $? -le 4 ] ;;
    32) git handoff show || [ $? -le 1 ] ;;
  esac
}

prepare_32() {
  local i
  make_project
  for i in 1 2 3 4 5 6 7 8; do git worktree add -q -b "b$i" "../w$i"; done
  for i in 23 24; do git worktree add -q -b "plain$i" "../plain$i"; done
  write beside.txt "work of the main worktree"
  git handoff checkpoint -m "there is something to show" >/dev/null
}

thirty_two() {
  local i round
  prepare_32
  for round in 1 2; do
    for i in 1 2 3 4 5 6 7 8; do
      write "../w$i/new$round.txt" "work $i $round"
      (cd "../w$i" && state_of_tree >"../state$i")
    done
    at_once 32 one_of_32
    wait
    for i in $(seq 32); do
      # gc and pack-refs of git itself refuse to run beside one another; a second checkpoint of one tree may
      # come too late. Whoever pauses, notes, commits or reads has to come through.
      case $i in
        17 | 18 | 19 | 20) ;;
        29 | 30) case $(cat "../code.$i") in 0 | 1) ;; *) fail "$i: $(cat "../said.$i")" ;; esac ;;
        *) expect_equal 0 "$(cat "../code.$i")" "process $i: $(cat "../said.$i")" ;;
      esac
    done
    every_record_is_whole
    for i in 1 2 3 4 5 6 7 8; do
      (cd "../w$i" && works git handoff resume --continue && expect_state "$(cat "../state$i")")
    done
  done
  # Open, or folded into one of the checkpoints.
  expect_equal 48 "$(grep -oE '"text": *"note [0-9]+\.[0-9]"' .git/handoff/journal/main.jsonl | wc -l)" "notes in the journal"
  expect_equal 6 "$(git rev-list --count plain23 ^main)" "plain commits"
  works git handoff status
  expect_clean
}

# Thirty-two want one record: half resume, half discard it.
wants_it() {
  if [ $(($1 % 2)) -eq 0 ]; then git handoff resume "$id" --continue; else git handoff discard "$id"; fi
}

one_wins() {
  local i round won state
  make_project
  make_work
  state=$(state_of_tree)
  for round in 1 2; do
    works git handoff pause -m "wanted by many"
    id=$(git handoff show --format json | jq -r .git.id)
    at_once 32 wants_it
    wait
    won=$(grep -lx 0 ../code.* | wc -l)
    [ "$won" -eq 1 ] || fail "$won won: $(tail -n 3 ../said.*)"
    for i in $(seq 32); do
      [ "$(cat "../code.$i")" -ne 0 ] || continue
      expect_equal 1 "$(cat "../code.$i")" "process $i: $(cat "../said.$i")"
      expect_matches "$(cat "../said.$i")" "(resumed|discarded) by A U Thor "
    done
    expect_clean
    git log -1 --format=%s | grep -q '^wip' || git handoff undo >/dev/null
    [ -n "$(git for-each-ref refs/handoffs/active)" ] || works git handoff undo "$id"
    works git handoff resume "$id" --continue
    expect_state "$state"
  done
}

gc_until_told() {
  until [ -e ../stop ] || [ ! -d .git ]; do git gc --prune=now -q 2>/dev/null || true; done
}

# asked_again CMD...: as works, but where git gc holds a lock (of HEAD, while it expires reflogs; of packed-refs)
# for longer than git waits, as any git may, the command says so, changes nothing, and is asked again.
asked_again() {
  local i
  for i in 1 2 3 4 5; do
    run "$@"
    case $code:$err in
      128:*"File exists"*) refused=$((refused + 1)) ;;
      *) break ;;
    esac
  done
  expect_equal 0 "$code" "$(show_run "$@")"
}

# Every record made while a gc that prunes everything runs without a pause: all that it needs is there.
gc_takes_nothing() {
  local round rounds=20 state refused=0
  [ -z "${HANDOFF_LONG:-}" ] || rounds=1000
  make_project
  make_work
  git config core.abbrev 40 # git prints more digits as objects come and go
  rm -f ../stop
  gc_until_told &
  for round in $(seq "$rounds"); do
    test_tick # ids of one second differ in four digits only, and a thousand of them collide
    write src/util.c "int util(void) { return $round; }"
    state=$(state_of_tree)
    asked_again git handoff pause -m "round $round"
    git for-each-ref --format='%(objectname)' refs/handoffs/active | git rev-list --objects --stdin >/dev/null 2>../missing ||
      fail "round $round: $(cat ../missing)"
    asked_again git handoff resume --continue
    [ "$((round % 10))" -ne 0 ] || expect_state "$state"
    [ "$((round % 100))" -ne 0 ] || echo "# $round rounds" >&3
  done
  touch ../stop
  wait
  echo "# $rounds rounds beside git gc --prune=now, no object missing; $refused times a lock of gc was in the way" >&3
  every_record_is_whole
  expect_clean
}

exec 3>&1
test_case "32 at once: pauses, notes, checkpoints, readers, gc, pack-refs, plain commits" thirty_two
test_case "of 32 that resume or discard one record, one wins, and the others say who did" one_wins
test_case "git gc --prune=now beside pauses takes nothing of a record" gc_takes_nothing
test_done
