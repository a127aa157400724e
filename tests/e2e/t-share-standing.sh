#!/usr/bin/env bash
# Who has a shared handoff is told wherever one looks at it, with how old that knowledge is; and asking
# for it never speaks to the server.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

# told_everywhere SENTENCE PROMPT SEEN WORD: what every place that shows the live record says of it. The
# server is away meanwhile: nothing of this asks it.
told_everywhere() {
  local seen=$3 there=$server
  [ ! -d "$there" ] || mv "$there" "$there.away"
  export TERMINAL_WIDTH=200
  works git handoff list
  expect_contains "$out" "$1" "$seen"
  works git handoff status
  expect_contains "$out" "$1" "$seen"
  expect_equal "$4" "$(git handoff status --porcelain | cut -f11)"
  run git handoff check
  expect_contains "$out" "$1" "$seen"
  works git handoff brief
  expect_contains "$out" "$1" "$seen"
  run git handoff resume
  expect_contains "$out" "$1" "$seen"
  works git handoff hook post-checkout "$(git rev-parse HEAD)" "$(git rev-parse HEAD)" 1
  expect_contains "$err" "$1"
  works git handoff status --prompt
  expect_contains "$out" "$2"
  [ ! -d "$there.away" ] || mv "$there.away" "$there"
}

free_to_take() {
  make_server
  ann_hands_over
  works git handoff list
  expect_contains "$out" "on origin, free to take (seen just now)"
  works git handoff status
  expect_contains "$out" "on origin, free to take (seen just now)"
  expect_equal free "$(git handoff list --json | json '.handoffs[0].shared.state')"
  # What is as it should be is no drift.
  run git handoff check --json
  expect_equal info "$(json '.findings[] | select(.code == "shared") | .state' <<<"$out")"
}

somebody_has_it() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take
  person Ann
  works git handoff fetch
  told_everywhere "Ben has it since" ", Ben has it" "(seen just now)" held
  expect_equal changed "$(git handoff check --json | json '.findings[] | select(.code == "shared") | .state')"
  # What Ben pushed to the branch is told with it, as far as a fetch of git's has seen it.
  person Ben
  commit_all "login: expiry"
  git push -q origin login
  person Ann
  git fetch -q
  works git handoff status
  expect_contains "$out" "Ben has it since" "origin/login is 1 commit ahead (Ben)"
  works git handoff brief
  expect_contains "$out" "origin/login is 1 commit ahead (Ben)"
}

somebody_finished_it() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  person Ann
  works git handoff fetch
  git fetch -q
  told_everywhere "finished, says Ben" ", finished, says Ben" "(seen just now)" finished
  works git handoff status
  expect_contains "$out" "origin/login is 1 commit ahead (Ben)" "git handoff resume --fresh"
}

gone_from_there() {
  make_server
  ann_hands_over
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  told_everywhere "no longer on origin" ", no longer on origin" "(seen just now)" gone
}

not_settled() {
  make_server
  ann_hands_over
  works git handoff edit --next "another step" --offline
  GIT_HANDOFF_FAULT=share-pending run git handoff push
  [ "$code" -ne 0 ] || fail "it was not killed"
  told_everywhere "not settled: no answer came from origin (publish, just now)" ", not settled" "" unsettled
  expect_equal unverifiable "$(git handoff check --json | json '.findings[] | select(.code == "shared") | .state')"
}

taken_from_who_had_it() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take
  write bens.txt "work of Ben"
  person Cat
  has_read "$id"
  works git handoff take --steal
  person Ben
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "$id" "taken from you: Cat has it since" "a pause keeps your work as a handoff of its own"
  works git handoff pause -m "mine"
  expect_contains "$err" "your work is kept as a new handoff"
  told_everywhere "taken from you as $id: Cat has that since" ", Cat has the original" "(seen just now)" original
  expect_lacks "$(git handoff status)" "a pause keeps your work"
}

you_elsewhere() {
  make_server
  ann_hands_over
  git clone -q "$server" "$case_dir/ann-2"
  cd "$case_dir/ann-2"
  has_read "$id"
  works git handoff take
  person Ann
  works git handoff fetch
  told_everywhere "you have it in another clone since" ", you have it in another clone" "(seen just now)" elsewhere
}

test_case "free to take" free_to_take
test_case "somebody has it" somebody_has_it
test_case "somebody finished it" somebody_finished_it
test_case "it is gone from the server" gone_from_there
test_case "whether it arrived is not known" not_settled
test_case "taken from who had it: their work is kept, and they are told as what" taken_from_who_had_it
test_case "one's own other clone has it" you_elsewhere
test_done
