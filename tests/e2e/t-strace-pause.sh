#!/usr/bin/env bash
# Promise 1 of pause, from outside: strace fails or kills single system calls of the program and of its git
# children. A sample; every call with --long.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
exec 3>&1
test_case "pause: any system call of ours or of a git child fails, or kills" faults_everywhere pause 12
if [ -n "${HANDOFF_LONG:-}" ]; then
  test_case "checkpoint: the same" faults_everywhere checkpoint 1
  test_case "a second pause on the first: the same" faults_everywhere pause-again 1
  test_case "pause on a detached HEAD: the same" faults_everywhere pause-detached 1
fi
test_done
