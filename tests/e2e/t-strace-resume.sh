#!/usr/bin/env bash
# Promise 1 of resume, from outside: strace fails or kills single system calls of the program and of its git
# children. A sample; every call with --long.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
exec 3>&1

# What git made for the tree cannot be listed: an empty list would take the files away.
unreadable_folder() {
  need_strace
  make_project
  git switch -q -c feat
  make_work
  works git handoff pause
  git switch -q -c other main
  local before
  before=$(state_of_tree)
  run strace -f -qq -o /dev/null -P "$PWD/.git/handoff/checkout/new/" -e trace=openat \
    -e inject=openat:error=EACCES:when=1 git-handoff resume --continue --switch
  expect_equal 128 "$code"
  expect_contains "$err" "cannot read"
  expect_equal "other$before" "$(git branch --show-current)$(state_of_tree)"
  works git handoff resume --continue --switch
}
test_case "resume --switch: a folder of its own that cannot be listed is not empty" unreadable_folder
test_case "resume: any system call of ours or of a git child fails, or kills" faults_everywhere resume 8
test_case "resume --apply: the same, where git writes files" faults_everywhere resume-apply 3
test_case "resume --switch: the same" faults_everywhere resume-elsewhere 3
if [ -n "${HANDOFF_LONG:-}" ]; then
  test_case "discard: the same" faults_everywhere discard 1
  test_case "resume of what was edited since: the same" faults_everywhere resume-edited 1
fi
test_done
