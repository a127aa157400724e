#!/usr/bin/env bash
# A command that exits non-zero changed nothing: no file, no entry of the index, no ref, no record, no note; also where
# it finds out late that it cannot be done.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# All that a refused command must not have changed.
state_of_all() {
  state_of_tree
  echo "== refs"
  git for-each-ref
  cat .git/HEAD
  echo "== notes"
  git handoff note --list
}

# refused CODE COMMAND...
refused() {
  local before
  before=$(state_of_all)
  must_fail "$@"
  expect_equal "$before" "$(state_of_all)" "a refused command changed something: ${*:2}"
}

# Git lets nobody move a branch; other refs go.
branches_stay() {
  write .git/hooks/reference-transaction '#!/bin/sh' \
    '[ "$1" != prepared ] || ! grep -q " refs/heads/"'
  chmod +x .git/hooks/reference-transaction
}

in_the_way_of_fresh() {
  make_project
  make_work
  works git handoff note decision "kept"
  works git handoff pause -m one
  write src/main.c "edited since"
  journal=$(cat .git/handoff/journal/main.jsonl)
  refused 1 git handoff resume --fresh
  expect_equal "$journal" "$(cat .git/handoff/journal/main.jsonl)" "the journal"
  git checkout -q src/main.c
  works git handoff resume --fresh
}
test_case "start fresh with an edited file in the way" in_the_way_of_fresh

branch_stays() {
  make_project
  make_work
  works git handoff note decision "kept"
  works git handoff pause -m one
  write src/util.c "edited since"
  branches_stay
  refused 128 git handoff resume --continue
  git checkout -q src/util.c
  refused 128 git handoff resume --fresh
  rm .git/hooks/reference-transaction
  write src/util.c "edited since"
  works git handoff resume --continue
  write src/util.c "edited once more"
  branches_stay
  refused 128 git handoff undo
  rm .git/hooks/reference-transaction
  works git handoff undo
}
test_case "resume, fresh and undo where the branch cannot be moved" branch_stays

index_locked() {
  make_project
  make_work
  works git handoff pause -m one
  works git handoff resume --continue
  write src/util.c "edited since"
  : >.git/index.lock
  refused 128 git handoff undo
  rm .git/index.lock
  works git handoff undo
  write src/util.c "edited since"
  : >.git/index.lock
  refused 128 git handoff resume --continue
}
test_case "resume and undo where the index is locked" index_locked

# Whoever stages a file has the lock for a moment: that is waited for, as git waits for a ref's.
locked_for_a_moment() {
  make_project
  make_work
  local lock
  for lock in index.lock HEAD.lock; do
    : >".git/$lock"
    (sleep 0.1 && rm ".git/$lock") &
    if [ "$lock" = index.lock ]; then works git handoff pause -m one; else works git handoff resume --continue --switch; fi
    wait
    git switch -q -c side main~1 2>/dev/null || true
  done
}
test_case "a lock that is held for a moment is waited for" locked_for_a_moment

published_and_in_many_branches() {
  make_project
  make_work
  works git handoff pause -m x
  git update-ref refs/remotes/origin/main HEAD
  git remote add origin ../nowhere
  for i in $(seq 120); do echo "create refs/heads/a$i $(git rev-parse HEAD)"; done | git update-ref --stdin
  must_fail 1 git handoff resume --continue --unwrap
  expect_contains "$err" "origin/main"
  works git handoff status
}
test_case "a WIP commit that a remote has is that, in however many branches it is here" published_and_in_many_branches
test_done
