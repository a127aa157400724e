# shellcheck shell=bash
# Shared by the tests of races. Sourced after lib.sh.

# at_once N FUNCTION...: N processes of it that begin together, each told its number as the last argument.
# What they print is in ../said.N, their exit codes in ../code.N.
at_once() {
  local n=$1 i
  shift
  rm -f ../said.* ../code.* ../go
  for i in $(seq "$n"); do
    (
      set +e
      until [ -e ../go ]; do sleep 0.01; done
      "$@" "$i" >"../said.$i" 2>&1
      echo $? >"../code.$i"
    ) &
  done
  touch ../go
}

# Nothing of ours is left, and everything in the repository is whole.
expect_clean() {
  expect_equal "" "$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' -o -path '*/handoff/work/*' \))" "left behind"
  run git fsck --full --no-dangling
  expect_equal "0 " "$code $(printf '%s' "$out$err" | grep -v '^notice: \|^Checking' || true)" "git fsck"
}

# every_record_is_whole: each record's commits, trees and blobs are there.
every_record_is_whole() {
  git for-each-ref --format='%(objectname)' refs/handoffs >../tips
  git rev-list --objects --stdin <../tips >/dev/null 2>../missing || fail "$(cat ../missing)"
}
