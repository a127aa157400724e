#!/usr/bin/env bash
# Promise 2 on random repository states: each one paused and resumed directly, with a switch to another
# branch and back between, and in a fresh clone that fetched the record. HANDOFF_SEED=N starts elsewhere.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # hundreds of repositories: no disk needs to see them
. "$(dirname "$0")/lib.sh"

export HANDOFF_SEAL=$project_dir/tests/tools/seal.py
first=${HANDOFF_SEED:-1000}
# A base is made anew for each twentieth seed: here a few of the states on each of three, with --long a thousand on each of five.
part=6 apart=20 bases=(0 1 2)
[ -z "${HANDOFF_LONG:-}" ] || part=1000 apart=1000 bases=(0 1 2 3 4)

# random_states FIRST COUNT
random_states() {
  cat >>"$HOME/.gitconfig" <<'END'
[core]
	fsync = none
[advice]
	detachedHead = false
END
  run "$bin_dir/random-tree" rounds "$1" "$2" "$case_dir/rounds"
  [ "$code" -eq 0 ] || fail "$(tail -n 60 "$out_file")$err"
  expect_contains "$out" "$2 states, 0 failed"
}

for i in "${bases[@]}"; do
  from=$((first + i * apart))
  test_case "gives $part random states back exactly, three ways (seeds from $from)" random_states "$from" "$part"
done
test_done
