#!/usr/bin/env bash
# Promise 1 of resume, from outside: strace fails or kills single system calls of the program and of its git
# children. A sample; every call with --long.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
exec 3>&1
test_case "resume: any system call of ours or of a git child fails, or kills" faults_everywhere resume 40
test_case "resume --apply: the same, where git writes files" faults_everywhere resume-apply 14
test_case "resume --switch: the same" faults_everywhere resume-elsewhere 14
if [ -n "${HANDOFF_LONG:-}" ]; then
  test_case "discard: the same" faults_everywhere discard 1
  test_case "resume of what was edited since: the same" faults_everywhere resume-edited 1
fi
test_done
