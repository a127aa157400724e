#!/usr/bin/env bash
# Each kind of item of a stranger's x each way in x each way out: no agent is given it unread, and none of it stands anywhere under
# the user's name. A sample here, all with --long; tests/tools/whose_words.py has the table.
. "$(dirname "$0")/lib.sh"

each_way() {
  needs_terminal
  seed=${HANDOFF_SEED:-${CI:+1}}
  seed=${seed:-$RANDOM}
  echo "# HANDOFF_SEED=$seed" >&3
  real_clock
  set --
  [ -n "${HANDOFF_LONG:-}" ] || set -- --every 12 --offset "$seed"
  works python3 "$project_dir/tests/tools/whose_words.py" "$case_dir" "$@"
  expect_contains "$out" " answers, 0 faults"
}
exec 3>&1
test_case "a stranger's words reach no agent unread, and nowhere stand as the user's own, whatever brought them in" each_way
test_done
