#!/usr/bin/env bash
# Random walks: repositories in random states and settings, in them random steps of git, of git-handoff and of a
# user; after each one the promises are checked (tests/tools/walk). A walk that breaks one is printed as a shell
# script. HANDOFF_SEED=N walks that one only; HANDOFF_LONG=1 walks at least 20,000 steps.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # many small repositories: no disk needs to see them
. "$(dirname "$0")/lib.sh"

# walk ARGS...: no promise is broken on the way.
walk() {
  run python3 "$project_dir/tests/tools/walk" "$@" "$bin_dir/git-handoff" "$case_dir/walk"
  [ "$code" -eq 0 ] || fail "$out$err"
}

count=6
[ -z "${HANDOFF_LONG:-}" ] || count=480
if [ -n "${HANDOFF_SEED:-}" ]; then
  test_case "keeps the promises on a random walk (HANDOFF_SEED=$HANDOFF_SEED)" walk --seed "$HANDOFF_SEED"
else
  first=1
  for part in 1 2 3; do
    test_case "keeps the promises on $((count / 3)) random walks (seeds from $first)" \
      walk --seed "$first" --walks $((count / 3))
    first=$((first + count / 3))
  done
fi
test_done
