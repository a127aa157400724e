#!/usr/bin/env bash
# Promise 1 of undo, from outside: strace fails or kills single system calls of the program and of its git
# children. A sample; every call with --long.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
exec 3>&1
for verb in undo-pause undo-resume; do
  test_case "$verb: any system call of ours or of a git child fails, or kills" faults_everywhere "$verb" 4
done
# Before it answers that it has its locks nothing proves them: each one that stays has to be told.
killed_while_it_locks() {
  local writes='[0-9]+'
  [ -n "${HANDOFF_LONG:-}" ] || writes='[0-9]*[13579]' # every other one
  FAULT_TRIES="^update-ref.1 write $writes KILL" faults_everywhere "$1" 1
}
for verb in undo-pause undo-resume; do
  test_case "$verb: the git that moves refs is killed at each of its writes" killed_while_it_locks "$verb"
done
[ -z "${HANDOFF_LONG:-}" ] || test_case "undo-discard: the same" faults_everywhere undo-discard 1
test_done
