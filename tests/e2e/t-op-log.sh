#!/usr/bin/env bash
# What is written down of an operation (op.json, last.json) names its files and refs byte for byte, however odd and
# however many they are: it can be finished after a kill, and undone.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

need_fault_points() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
}

odd=$(printf 'caf\351')

undone_on_an_odd_branch() {
  local before
  make_project
  git switch -q -c "$odd"
  make_work
  before=$(state_of_tree)
  works git handoff pause -m kept
  works git handoff undo
  expect_state "$before"
  works git handoff undo
  expect_matches "$(git log -1 --format=%s)" '^wip:'
  works git handoff resume --continue
  expect_state "$before"
}

finished_on_an_odd_branch() {
  need_fault_points
  local point
  make_project
  git switch -q -c "$odd"
  make_work
  for point in op-step-1 op-step-2; do
    run env GIT_HANDOFF_FAULT="$point" git-handoff pause -m kept
    expect_equal 137 "$code" "exit code at $point"
    works git handoff status
    expect_contains "$err" "was finished"
    no_leftovers
    expect_matches "$(git log -1 --format=%s)" '^wip:'
    works git handoff resume --continue
  done
}

# The lock of the index is known by the path of the copy that it is a link to.
lock_known_in_an_odd_folder() {
  need_fault_points
  mkdir "$odd"
  cd "$odd"
  make_project
  make_work
  run env GIT_HANDOFF_FAULT=index-locked git-handoff pause -m kept
  expect_equal 137 "$code" "exit code"
  [ -e .git/index.lock ] || fail "no lock was left"
  # Where the work folder is gone, nothing but op.json tells.
  expect_contains "$(jq -r .prepared_index.base64 .git/handoff/op.json | base64 -d)" "$PWD/.git/handoff/work/"
  works git handoff status
  expect_contains "$err" "was finished"
  no_leftovers
}

# A record is read up to 4 MiB, and so many values; what we wrote down of an operation is as long as its changes are many.
undone_with_many_changes() {
  local before
  make_project
  make_work
  before=$(state_of_tree)
  works git handoff pause -m kept
  { cat .git/handoff/last.json; head -c 17000000 /dev/zero | tr '\0' ' '; } | "$project_dir/tests/tools/seal.py" operation object >long
  mv long .git/handoff/last.json
  works git handoff undo
  expect_state "$before"
}

# The head is the user's, and as long as it was.
altered_in_place() {
  make_project
  make_work
  works git handoff pause -m x
  grep -q refs/heads/main .git/handoff/last.json || fail "the branch is not in it"
  sed -i 's/refs\/heads\/main/refs\/heads\/maim/' .git/handoff/last.json
  must_fail 128 git handoff undo
  expect_contains "$err" "last.json' is damaged, or was not written by you"
}

# What undo would need of the one before is kept for it no longer.
nothing_to_undo_behind_a_given_up_one() {
  need_fault_points
  make_project
  make_work
  works git handoff pause -m one
  works git handoff resume --continue
  GIT_HANDOFF_FAULT=op-step-1 must_fail 137 git-handoff pause -m two
  git commit -q --allow-empty -m "meanwhile"
  works git handoff status
  expect_contains "$err" "could not be finished: things have moved on since"
  must_fail 1 git handoff undo
  expect_contains "$err" "there is nothing to undo in this worktree"
}

# What is through, and cannot be put aside for undo, is not done until a command has finished it.
not_put_aside() {
  make_project
  make_work
  works git handoff note "first"
  mkdir -p .git/handoff/last.json/x
  works git handoff pause -m kept
  [ -d .git/handoff/last.json.damaged/x ] || fail "what was in the way is gone"
  works git handoff undo
  works git handoff undo
  works git handoff resume --continue
  rm .git/handoff/last.json
  mkdir -p .git/handoff/last.json/x
  must_fail 128 git handoff pause -m kept # two in the way
  expect_contains "$err" "cannot rename" "op.json' to 'last.json': " "hint: it is done: once that can be renamed, any 'git handoff' command finishes it"
  rm -r .git/handoff/last.json
  works git handoff undo
  expect_contains "$err" "an interrupted 'pause'" "was finished"
}

# Who gives it again after a kill wants it done, and not done to something else as well.
given_again() {
  need_fault_points
  local first
  make_project
  write one.txt one
  works git handoff pause --next one
  git reset -q --hard HEAD~1
  write two.txt two
  works git handoff pause --next two
  first=$(git handoff list --porcelain | cut -f1 | sort)
  GIT_HANDOFF_FAULT=op-step-2 must_fail 137 git-handoff "$@"
  must_fail 1 git handoff "$@"
  expect_contains "$err" "was finished" "error: what was interrupted is done now, and nothing else was"
  expect_equal 1 "$(git handoff list --porcelain | wc -l)" "live handoffs"
}
test_case "a discard that is given again after a kill is done once" given_again discard
test_case "... start fresh" given_again resume --fresh
test_case "... an undo of a pause" given_again undo
test_case "undo on a branch whose name is not UTF-8" undone_on_an_odd_branch
test_case "behind an operation that was given up the one before is not undone" nothing_to_undo_behind_a_given_up_one
test_case "a pause on a branch whose name is not UTF-8 is finished after a kill" finished_on_an_odd_branch
test_case "the lock of the index is known in a folder whose name is not UTF-8" lock_known_in_an_odd_folder
test_case "what is in the way of the log for undo is set aside; where it cannot be, that is told, and the next command finishes" not_put_aside
test_case "an operation whose log is longer than 16 MiB can be undone" undone_with_many_changes
test_case "what somebody has changed in a log of the user's, as long as before, is not carried out" altered_in_place
test_done
