#!/usr/bin/env bash
# Git's locks after a kill: ours go with the next command, as far as op.json or the work folder proves that
# they are ours; others stay and are told. And what plain git sees between the steps of a kill.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
. "$e2e_dir/people.sh"
variants=some

need_fault_points() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
}

# killed_at POINT VERB: a fresh copy in which the verb died there.
killed_at() {
  fresh_copy
  run run_verb "$2" env GIT_HANDOFF_FAULT="$1"
  expect_equal 137 "$code" "exit code at $1; $err"
}

# held LOCK: as a git child of the operation leaves it that was killed behind "prepared".
held() {
  mkdir -p .git/handoff/held
  : >".git/$1"
  ln ".git/$1" ".git/handoff/held/${1//\//%}"
}

# Where an operation is open, the locks that its git children left: those that were linked when they held
# them, and those that hold what they were to write.
own_locks_go() {
  need_fault_points
  local lock wip
  prepare_verb pause
  killed_at op-step-3 pause
  wip=$(jq -r '.steps[3].refs[0].oid' .git/handoff/op.json)
  echo "$wip" >.git/refs/heads/feat.lock
  held HEAD.lock
  proven pause
  prepare_again resume
  killed_at op-step-1 resume
  for lock in HEAD.lock refs/heads/feat.lock packed-refs.lock; do held "$lock"; done
  proven resume
}

# Taken by a program that is not called git, before a command or between a kill and the next one: a lock with
# nothing in it is anybody's, and so is one that came where ours was.
locks_of_other_programs_stay() {
  need_fault_points
  local lock
  prepare_verb discard
  fresh_copy
  for lock in packed-refs.lock HEAD.lock refs/heads/other.lock; do : >".git/$lock"; done
  run run_verb discard
  for lock in packed-refs.lock HEAD.lock refs/heads/other.lock; do
    [ -e ".git/$lock" ] || fail "discard removed another program's '$lock' ($code)"
  done
  rm .git/packed-refs.lock .git/HEAD.lock .git/refs/heads/other.lock
  [ "$code" -eq 0 ] || run_verb discard
  prepare_again pause
  for lock in HEAD.lock refs/heads/feat.lock; do
    killed_at op-step-3 pause
    held "$lock"
    rm ".git/$lock"
    : >".git/$lock"
    run git handoff status
    [ -e ".git/$lock" ] || fail "status removed another program's '$lock'"
    expect_contains "$err" "$lock" "remove"
    rm ".git/$lock"
    proven pause
  done
}

prepare_again() {
  cd "$case_dir"
  rm -rf repo template reference
  prepare_verb "$1"
}

# foreign_lock LOCK TEXT [AGE]: stays, and the next command says what is in the way; when it is gone, the next
# one finishes. The text "wip": what the pause was to write there.
foreign_lock() {
  killed_at op-step-3 pause
  [ "$2" != wip ] || set -- "$1" "$(jq -r '.steps[3].refs[0].oid' .git/handoff/op.json)" "$3"
  echo "$2" >".git/$1"
  [ -z "${3:-}" ] || touch -d "$3" ".git/$1"
  run git handoff status
  expect_equal 0 "$code" "status beside a foreign lock: $err"
  [ -e ".git/$1" ] || fail "the foreign '$1' is gone"
  expect_equal "$2" "$(cat ".git/$1")" "the foreign lock"
  expect_contains "$err" "warning" "$(basename "$1")"
  run git handoff pause -m again
  [ "$code" -ne 0 ] || fail "paused beside an open operation"
  [ -e ".git/$1" ] || fail "the foreign '$1' is gone"
  run git handoff doctor
  expect_contains "$out$err" "$1"
  rm ".git/$1"
  proven pause
}

foreign_locks_stay() {
  need_fault_points
  prepare_verb pause
  killed_at op-step-1 pause
  : >.git/index.lock
  run git handoff status
  [ -e .git/index.lock ] || fail "status removed another program's 'index.lock'"
  expect_contains "$err" "index.lock"
  rm .git/index.lock
  proven pause
  foreign_lock refs/heads/feat.lock 1111111111111111111111111111111111111111
  foreign_lock HEAD.lock "somebody else"
  foreign_lock refs/heads/feat.lock "" "2 hours ago"
  foreign_lock refs/heads/feat.lock wip "2 hours ago"
}

# What a kill of git left is for the user to remove: no file says whose it was.
doctor_tells_of_locks() {
  local lock holder
  make_project
  for lock in index HEAD packed-refs shallow refs/heads/main refs/handoffs/shared/x; do
    mkdir -p "$(dirname ".git/$lock")"
    : >".git/$lock.lock"
    touch -d "2 hours ago" ".git/$lock.lock"
  done
  run git handoff doctor --fix
  for lock in index HEAD packed-refs shallow refs/heads/main refs/handoffs/shared/x; do
    expect_contains "$out" "$lock.lock' exists, made 2 h ago" "rm $PWD/.git/$lock.lock"
    [ -e ".git/$lock.lock" ] || fail "doctor removed '$lock.lock'"
    rm ".git/$lock.lock"
  done
  mkfifo go
  git cat-file --batch <go >/dev/null &
  holder=$!
  exec 9>go
  sleep 0.2
  : >.git/packed-refs.lock
  run git handoff doctor
  expect_contains "$out" "packed-refs.lock' exists, made just now; a git that runs here may hold it"
  expect_lacks "$out" "rm $PWD/.git/packed-refs.lock"
  exec 9>&-
  wait "$holder"
}

# No operation is open: nothing proves anything.
locks_without_an_operation_stay() {
  local lock
  prepare_verb resume
  for lock in HEAD.lock refs/heads/feat.lock packed-refs.lock index.lock; do
    fresh_copy
    : >".git/$lock"
    works git handoff status
    [ -e ".git/$lock" ] || fail "'$lock' is gone"
    must_fail 128 git handoff resume --continue
    expect_contains "$err" "$lock"
    [ -e ".git/$lock" ] || fail "'$lock' is gone"
    rm ".git/$lock"
    proven resume
  done
}

# A git that lives holds the lock: it stays, though it is empty, of the right name and younger than the
# operation.
# a_living_git_keeps_its_lock [same]: moves the branch to where the pause would have put it.
a_living_git_keeps_its_lock() {
  need_fault_points
  local holder move=(-d refs/heads/feat)
  prepare_verb pause
  killed_at op-step-3 pause
  [ "${1:-}" != same ] ||
    move=(refs/heads/feat "$(git for-each-ref --format='%(trailers:key=Handoff-Wip,valueonly)' refs/handoffs/active | head -n 1)")
  write .git/hooks/reference-transaction '#!/bin/sh' \
    '[ "$1" != prepared ] || { touch ../prepared; until [ -e ../go ]; do sleep 0.05; done; }'
  chmod +x .git/hooks/reference-transaction
  git update-ref "${move[@]}" &
  holder=$!
  until [ -e ../prepared ]; do sleep 0.05; done
  run git handoff status
  expect_equal 0 "$code" "$err"
  [ -e .git/refs/heads/feat.lock ] || fail "the lock of a living git was removed"
  kill -KILL "$holder"
  touch ../go
  wait "$holder" || true
  rm -f .git/hooks/reference-transaction .git/refs/heads/feat.lock .git/HEAD.lock .git/packed-refs.lock
  proven pause
}

# seen_by_git: which of the two trees the index and HEAD stand on.
seen_by_git() {
  local index=other head=other
  [ "$(git ls-files -s | sha256sum)" != "$index_before" ] || index=before
  [ "$(git ls-files -s | sha256sum)" != "$index_after" ] || index=after
  [ "$(git rev-parse "HEAD^{tree}")" != "$head_before" ] || head=before
  [ "$(git rev-parse "HEAD^{tree}")" != "$head_after" ] || head=after
  echo "$index $head"
}

# order_of VERB BASE-SIDE: at every point, before any command of ours, plain git never sees an index of the base
# under a HEAD that has the WIP: a commit there would revert the work. The index alone, or nothing, has moved.
order_of() {
  need_fault_points
  local point seen
  prepare_verb "$1"
  index_before=$(cd template && git ls-files -s | sha256sum)
  head_before=$(cd template && git rev-parse 'HEAD^{tree}')
  index_after=$(cd reference && git ls-files -s | sha256sum)
  head_after=$(cd reference && git rev-parse 'HEAD^{tree}')
  for point in op-written op-step-1 index-locked op-step-2 op-step-3 op-step-4 op-done; do
    killed_at "$point" "$1"
    seen=$(seen_by_git)
    echo "$point: index and HEAD as $seen"
    echo "$seen" >>../seen
    case $1:$seen in
      *:"before before" | *:"after after") ;;
      pause:"after before" | undo-resume:"after before") ;;  # the index first
      resume:"before after" | undo-pause:"before after") ;;  # the branch first
      *) fail "at $point plain git sees index and HEAD as $seen" ;;
    esac
    # What plain git would commit here is the whole work or nothing, never its reverse.
    git diff --quiet HEAD -- src/util.c || [ "$(git rev-parse 'HEAD^{tree}')" = "$base_tree" ] ||
      fail "at $point plain git shows the work reverted"
    proven "$1"
  done
  [ "$(sort -u ../seen | wc -l)" -eq 3 ] || fail "the state in between was never seen: $(cat ../seen)"
}

order_with_base() {
  base_tree=$(make_project probe >/dev/null && git rev-parse 'HEAD^{tree}')
  order_of "$1"
}

# killed_with_git WORDS COMMAND...: the command dies with the first git that is given these words, when that lets go of
# its first lock or renames it into place.
killed_with_git() {
  local words=$1 real
  shift
  need_strace
  real=$(command -v git)
  mkdir -p "$case_dir.aside/killing"
  cat >"$case_dir.aside/killing/git" <<END
#!/bin/sh
case " \$* " in *"$words"*) ;; *) exec "$real" "\$@" ;; esac
strace -f -qq -o /dev/null -e 'inject=rename,unlink:signal=KILL:when=1' "$real" "\$@"
code=\$?
[ \$code -eq 0 ] || kill -9 \$PPID
exit \$code
END
  chmod +x "$case_dir.aside/killing/git"
  PATH=$case_dir.aside/killing:$PATH run "$@"
  expect_equal 137 "$code" "not killed: $out$err"
}

locks_left() { find . -path '*/refs/*.lock' -o -name HEAD.lock -o -path '*/handoff/held'; }

# What moves refs beside an operation: the branch that a switch makes.
branch_made_for_a_switch() {
  make_project
  git switch -q -c feat
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  git branch -q -D feat
  killed_with_git update-ref git-handoff resume --continue --switch
  expect_contains "$(locks_left)" "feat.lock"
  works git handoff status
  expect_equal "" "$(locks_left)"
  expect_equal "main" "$(git symbolic-ref --short HEAD)"
  works git handoff resume --continue --switch
  expect_state "$state"
}

# And those of take: whether a branch can be made, and the branch that is brought to where the work stands.
take_lands() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  killed_with_git update-ref git-handoff take "$id"
  [ -n "$(locks_left)" ] || fail "no lock was left"
  works git handoff status
  expect_equal "" "$(locks_left)"
  works git handoff take "$id"
  expect_state "$state"
  expect_equal "" "$(locks_left)"
}

# Killed together with its git child, before that answered: an empty lock, and no link to it.
abandoned_lock_goes() {
  make_project
  write README one
  works git handoff pause -m x
  works git handoff resume --continue
  : >.git/refs/handoffs/undo/main.lock
  must_fail 128 git handoff pause -m y
  expect_contains "$err" "undo/main.lock"
  touch -d "10 seconds ago" .git/refs/handoffs/undo/main.lock
  works git handoff pause -m y
  expect_equal "" "$(locks_left)"
  echo 1111111111111111111111111111111111111111 >.git/refs/handoffs/undo/main.lock
  touch -d "10 seconds ago" .git/refs/handoffs/undo/main.lock
  must_fail 128 git handoff resume --continue
  [ -e .git/refs/handoffs/undo/main.lock ] || fail "a lock with something in it was removed"
}

# A busy machine: the first answer of git that something is $1 comes after three seconds. What a command says is
# done is done.
late_answers_lose_nothing() {
  local answer=$1 real wip
  real=$(command -v git)
  make_project
  write README one
  works git handoff pause -m x
  wip=$(git rev-parse HEAD)
  works git handoff resume --continue
  mkdir -p "$case_dir.aside/late"
  cat >"$case_dir.aside/late/git" <<END
#!/bin/bash
case " \$* " in *" update-ref "*) ;; *) exec "$real" "\$@" ;; esac
set -o pipefail
"$real" "\$@" | while read -r line; do
  [ "\$line" != "$answer: ok" ] || ! mkdir "$case_dir.aside/slept" 2>/dev/null || sleep 3
  echo "\$line"
done
END
  chmod +x "$case_dir.aside/late/git"
  PATH=$case_dir.aside/late:$PATH works git-handoff undo
  [ -d "$case_dir.aside/slept" ] || fail "nothing answered late"
  expect_equal "$wip" "$(git rev-parse main)" "the branch"
  expect_contains "$(git reflog main -1)" "undo resume"
  expect_equal "" "$(git status --porcelain)"
}

test_case "locks of the operation's own git children go" own_locks_go
for answer in prepare commit; do
  test_case "what git answers late is done ($answer)" late_answers_lose_nothing $answer
done
test_case "an empty lock below refs/handoffs/ goes when it is some seconds old" abandoned_lock_goes
test_case "locks of a git that was making a branch for a switch go" branch_made_for_a_switch
test_case "locks of a git that tried to make a branch for a take go" take_lands
test_case "doctor tells how old a lock is, and what removes it" doctor_tells_of_locks
test_case "locks of other programs than git stay" locks_of_other_programs_stay
test_case "foreign locks stay and are told" foreign_locks_stay
test_case "locks stay where no operation is open" locks_without_an_operation_stay
test_case "the lock of a living git stays" a_living_git_keeps_its_lock
test_case "... that does what is still to be done" a_living_git_keeps_its_lock same
for verb in pause undo-resume resume undo-pause; do
  test_case "$verb: what plain git sees from every point" order_with_base "$verb"
done
within_a_commit() {
  make_project
  write README "one"
  git add README
  write README "two"
  write src/main.c "work"
  works git handoff pause -m before
  works git handoff resume --continue
  local state
  printf '#!/bin/sh\nfor verb in "pause -m x" checkpoint undo "resume --continue"; do\n  git handoff $verb; echo "exit code $?"\ndone >.git/said 2>&1\nexit 1\n' >.git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  state=$(state_of_tree; git rev-parse HEAD)
  for how in -a "-- src/main.c"; do
    # shellcheck disable=SC2086  # words of a command
    must_fail 1 git commit -q -m real $how
    expect_equal "$state" "$(state_of_tree; git rev-parse HEAD)" "after commit $how"
    expect_equal "128 128 128 " "$(sed -n 's/^exit code //p' .git/said | head -n 3 | tr '\n' ' ')" "pause, checkpoint, undo in commit $how"
    expect_contains "$(cat .git/said)" "is the index of a commit that is being made: another git process is at work"
  done
}
test_case "a hook of a commit that has an index of its own is refused" within_a_commit

test_done
