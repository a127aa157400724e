#!/usr/bin/env bash
# Sparse checkouts: what stands outside of the cone is part of the work like all else.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

sparse() {
  make_project
  write docs/a.txt a
  commit_all docs
  git sparse-checkout set --cone src
  make_work
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --continue
  expect_state "$state"
  [ ! -e docs ] || fail "a folder outside the cone was checked out"
}

sparse_project() {
  make_project
  write out/tracked 1
  write o/tracked "gone like out, but for what is put there"
  write in/tracked 1
  commit_all cones
  git switch -q -c work
  git sparse-checkout set in
  mkdir -p out
}

links_outside_the_cone() {
  sparse_project
  ln -s nowhere out/link
  ln -s foo out/staged
  git add --sparse out/staged
  write out/file "a file"
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  git switch -q work
  works git handoff resume --continue
  expect_state "$state"
}

merged_outside_the_cone() {
  sparse_project
  write out/new "new"
  write out/tracked "changed"
  write in/edited "edited"
  local state
  git update-index -q --really-refresh || true
  state=$(state_of_tree)
  works git handoff pause -m x "$@"
  git reset -q --hard "main"
  git clean -qffd
  git sparse-checkout reapply
  works git handoff resume --continue --apply
  expect_state "$state"
}

# The index on the disk still says of them that they are not there: git drops that when it reads it.
odd_outside_the_cone() {
  sparse_project
  git config core.autocrlf true
  printf 'edited, and with LF\n' >out/tracked
  write out/key private
  chmod 600 out/key
  ln -sf in/tracked src
  write new/file "new"
  state=$(state_of_tree)$(stat -c %a out/key)
}
as_before() { expect_equal "$state" "$(state_of_tree)$(stat -c %a out/key)"; }

odd_after_a_switch() {
  odd_outside_the_cone
  works git handoff pause -m x
  git switch -q main
  git switch -q work
  works git handoff resume --continue
  expect_contains "$out" "as they were"
  as_before
}

odd_after_fresh_and_undo() {
  odd_outside_the_cone
  works git handoff pause -m x
  local paused
  paused=$(state_of_tree)$(stat -c %a out/key)
  works git handoff resume --fresh
  [ ! -e out/key ] || fail "start fresh left a file outside of the cone"
  works git handoff undo
  expect_equal "$paused" "$(state_of_tree)$(stat -c %a out/key)" "not as it was before start fresh"
  works git handoff resume --continue
  as_before
}

# Nothing about it is odd but where it stands.
plain_after_a_switch() {
  sparse_project
  write out/tracked "edited"
  chmod +x out/tracked
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  git switch -q work
  [ ! -e out/tracked ] || fail "git brought it"
  works git handoff resume --continue
  expect_file out/tracked edited
  expect_state "$state"
}

# Who has no cone would not see an edit behind a flag.
plain_without_the_cone() {
  sparse_project
  write out/tracked "edited"
  works git handoff pause -m x
  git switch -q main
  git sparse-checkout disable
  git switch -q work
  works git handoff resume --continue
  expect_equal " M out/tracked" "$(git status --porcelain)"
}

# Then git believes a flag, whatever stands there.
staged_where_files_are_expected() {
  sparse_project
  git config sparse.expectFilesOutsideOfPatterns true
  write out/new "new"
  git add --sparse out/new
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  git switch -q work
  expect_contains "$(git ls-files -v)" "S out/new"
  works git handoff resume --continue
  expect_state "$state"
}

# What the user hid by hand is not what the cone leaves out.
hidden_in_the_cone() {
  sparse_project
  git update-index --assume-unchanged in/tracked
  write in/tracked "behind a flag"
  write in/new "new"
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --continue
  expect_state "$state"
  works git handoff pause -m x
  git clone -q -b main --single-branch . ../clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/*:refs/handoffs/*'
  git sparse-checkout set in
  own_records
  works git handoff resume "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)" --continue --switch
  expect_state "$state"
}

# Within the patterns no switch leaves a path out: there the flag is the user's. Deep cones, and
# patterns of the user's own.
hidden_by_hand() {
  sparse_project
  write in/deep/tracked 1
  commit_all deep
  git branch -q other
  git sparse-checkout set "$@"
  git update-index --skip-worktree in/deep/tracked
  rm in/deep/tracked
  echo edited >> in/tracked
  local state
  state=$(git ls-files -v; find . -path ./.git -prune -o -type f -print)
  works git handoff pause -m x
  expect_contains "$out$err" "in/deep/tracked (deleted behind"
  expect_lacks "$out$err" "o/tracked"
  git switch -q other
  works git handoff resume --continue --switch
  expect_equal "$state" "$(git ls-files -v; find . -path ./.git -prune -o -type f -print)"
  works git handoff undo
}

# Git keeps the entries of the folder, and tells nothing of their files.
file_for_a_folder_outside() {
  make_project
  write deep/1/f five
  commit_all deep
  git sparse-checkout set --cone src
  write deep/1 "a file"
  local state
  state=$(state_of_tree)
  works git handoff pause --snapshot-only -m s --next n
  works git handoff check
  expect_lacks "$out" "no longer in the tree"
  works git handoff resume --continue
  expect_lacks "$out$err" "no longer in the tree"
  expect_state "$state"
  works git handoff pause -m x
  git switch -q -c other main~1
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
  works git handoff pause --snapshot-only -m s --next n
  rm deep/1
  code=0 && out=$(git handoff check) || code=$?
  expect_contains "$out" "deep/1/f: its changes are no longer in the tree"
}

test_case "a file outside of the cone where a folder was" file_for_a_folder_outside
test_case "a path in the cone, hidden by hand and absent" hidden_by_hand --cone in/deep
test_case "... and with patterns of one's own" hidden_by_hand --no-cone '/in/*'
test_case "in a sparse checkout" sparse
test_case "a file outside of the cone, after a switch" plain_after_a_switch
test_case "... and where there is no cone any more" plain_without_the_cone
test_case "what is staged outside of the cone, where git expects files there" staged_where_files_are_expected
test_case "what is behind assume-unchanged in the cone" hidden_in_the_cone
test_case "symlinks outside of the sparse cone" links_outside_the_cone
test_case "a snapshot with files outside of the sparse cone, merged" merged_outside_the_cone --snapshot-only
test_case "a WIP commit with files outside of the sparse cone, merged" merged_outside_the_cone
test_case "a link, a private file and exact bytes outside of the cone, after a switch" odd_after_a_switch
test_case "the same after start fresh and its undo" odd_after_fresh_and_undo
test_done
