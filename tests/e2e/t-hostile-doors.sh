#!/usr/bin/env bash
# Every command, hook and tool over hostile clones and records, watched by strace: what runs, what is written, what
# is said, what it costs. A sample of them here over a smaller crowd, all with --long; tests/tools/hostile says what is looked at.
. "$(dirname "$0")/lib.sh"

doors() {
  command -v strace >/dev/null || skip "no strace here"
  strace -qq -f --seccomp-bpf -o "$case_dir.aside/strace" -e trace=openat true 2>/dev/null || skip "strace may not trace here"
  needs_terminal
  seed=${HANDOFF_SEED:-${CI:+1}}
  seed=${seed:-$RANDOM}
  echo "# $1: HANDOFF_SEED=$seed" >&3
  [ -n "${HANDOFF_LONG:-}" ] || set -- "$1" --every "$2" --offset "$seed" --small
  [ -z "${HANDOFF_LONG:-}" ] || set -- "$1"
  set -- "$@" --seconds 30  # the program under test is not optimised
  works python3 "$project_dir/tests/tools/hostile" "$@"
  expect_contains "$out" " doors, 0 faults"
}
exec 3>&1
test_case "a clone full of programs, pipes and links runs nothing, leads nowhere and keeps nobody waiting" doors clone 20
test_case "records that are bombs, rings, chains and no records cost little, and say nothing unread" doors records 20
test_case "thousands of fetched refs cost little, and what was not looked at is said" doors crowd 50
test_done
