#!/usr/bin/env bash
# The post-rewrite hook writes down which commit became which.
. "$(dirname "$0")/lib.sh"
export GIT_HANDOFF_HOOK_SECONDS=60 # on a loaded machine five pass

make_hooked() {
  make_project
  works git handoff init --hooks post-rewrite
}

remembers_an_amend() {
  make_hooked
  local old
  old=$(git rev-parse HEAD)
  works git commit -q --amend -m "reworded"
  expect_equal "" "$err"
  expect_equal "$old $(git rev-parse HEAD)" "$(sed 1d .git/handoff/rewritten)"
  expect_matches "$(head -n 1 .git/handoff/rewritten)" '^sealed 82 [0-9a-f]{64} [0-9a-f]{40}$'
}

remembers_a_rebase() {
  make_hooked
  git branch topic
  commit_all "onto"
  git switch -q topic
  commit_all "one"
  commit_all "two"
  local one two
  one=$(git rev-parse HEAD~) two=$(git rev-parse HEAD)
  works git rebase -q main
  expect_equal "$one $(git rev-parse HEAD~)
$two $(git rev-parse HEAD)" "$(sed 1d .git/handoff/rewritten)" "one seal for all"
}

shares_the_map_among_worktrees() {
  make_hooked
  git worktree add -q ../linked -b other
  cd ../linked
  works git commit -q --amend -m "reworded"
  [ -s ../repo/.git/handoff/rewritten ]
}

keeps_the_map_short() {
  make_hooked
  mkdir -p .git/handoff
  yes "1111111111111111111111111111111111111111 2222222222222222222222222222222222222222" |
    head -n 60000 >.git/handoff/rewritten || true
  works git commit -q --amend -m "reworded"
  [ "$(wc -l <.git/handoff/rewritten)" -lt 31000 ]
  expect_equal "" "$(grep -vE '^sealed |^[0-9a-f]{40} [0-9a-f]{40}$' .git/handoff/rewritten || true)"
  expect_contains "$(tail -n 1 .git/handoff/rewritten)" " $(git rev-parse HEAD)"
}

never_fails() {
  make_hooked
  printf 'garbage\n1 2\n\0' | works git-handoff hook post-rewrite amend
  [ ! -e .git/handoff/rewritten ]
  mkdir -p .git/handoff/rewritten
  works git commit -q --amend -m "reworded"
  expect_equal "" "$err"
  (cd / && works git-handoff hook post-rewrite amend)
}

test_case "an amend is remembered" remembers_an_amend
test_case "a rebase is remembered" remembers_a_rebase
test_case "worktrees share the map" shares_the_map_among_worktrees
test_case "the map does not grow without bounds" keeps_the_map_short
test_case "trouble inside never fails" never_fails
test_done
