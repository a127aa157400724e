#!/usr/bin/env bash
# The reader of a brief finds what matters: half-finished features in histories that are made, while colleagues go on.
. "$(dirname "$0")/lib.sh"

measure() { python3 "$project_dir/bench/readers/measure.py" --bin "$bin_dir" "$@"; }

finds_what_matters() {
  works measure --scenes 3 --seed 1
  expect_equal 3 "$(grep -c ' 0 .* 0$' "$out_file")" "$out"
}
test_case "of twelve facts a brief of 400 tokens has eleven, one of 800 all, and tells nothing stale as true" finds_what_matters

pull_request_came_in() {
  make_project
  make_work
  works git handoff note blocker "waits for PR #204 (the table)"
  works git handoff note task "see #20 again"
  works git handoff pause --next "go on"
  git -c user.name=Ben commit -q --allow-empty -m "Split the table (#204)"
  works git handoff brief
  expect_matches "$out" '#204 \[in: [0-9a-f]{7}\] \(the table\)'
  expect_contains "$out" "see #20 again"
  git handoff check >"$out_file" 2>&1 || true
  expect_matches "$(cat "$out_file")" '#204 is in \([0-9a-f]{7} by Ben\); is it still in the way'
}
test_case "a pull request that a blocker waits for and that came in is marked as in" pull_request_came_in
test_done
