#!/usr/bin/env bash
# A switch that cannot take a file away, or move HEAD, takes all back.
# An apply that merges leaves nothing of git's half-done work in the store, and no lock.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"
exec 3>&1

env_try() { FAULT_TRIES=$1 faults_everywhere "$2" 1; }

for try in "own renameat2 1 EIO" "own renameat2 4 EACCES" "symbolic-ref.1 rename 1 EIO" "symbolic-ref.1 rename 1 BOTH"; do
  test_case "resume --switch: $try" env_try "$try" resume-elsewhere
done
test_case "resume --apply: git cannot take its temporary file away" env_try "merge-tree.1 unlink 1 EIO" resume-apply
test_case "resume --apply: git is killed while it holds the index's lock, and then the program" \
  env_try "update-index.1 rename 1 BOTH" resume-apply
test_done
