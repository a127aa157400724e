#!/usr/bin/env bash
# What follows where the answer of a remote was lost: nobody claims, ends or is told what was not asked for.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

# not_sent VERB...: git handoff is killed before its push.
not_sent() {
  GIT_HANDOFF_FAULT=share-pending run git handoff "$@"
  [ "$code" -ne 0 ] || fail "it was not killed"
}

claims_are_said() {
  make_server
  ann_hands_over
  no_answer resume --continue
  works git handoff resume --continue
  expect_contains "$out" "it is yours on origin now: nobody else can take it"
  expect_state "$state"
  works git handoff pause --push
  no_answer undo
  works git handoff undo
  expect_contains "$out$err" "it is yours on origin now: nobody else can take it"
  works git handoff pause -m again
  expect_contains "$out" "next: write the expiry test"
  works git handoff resume --continue
  expect_lacks "$out" "yours on origin now"
}

undone_discard_ends_nothing() {
  make_server
  ann_hands_over
  not_sent discard
  works git handoff undo
  works git handoff status
  expect_lacks "$out" "release --done"
  expect_contains "$out" "free to take"
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "is not finished on origin"
  expect_equal free "$(state_on_server "$id")"
  expect_contains "$(git handoff list)" "$id"
}

release_claims_nothing() {
  local verb
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  not_sent take "$id"
  for verb in "release --done" release; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff $verb "$id"
    expect_equal free "$(state_on_server "$id")"
  done
  person Ann
  not_sent resume --continue
  must_fail 1 git handoff release "$id"
  expect_equal free "$(state_on_server "$id")"
}

forced_once_is_asked_again() {
  make_server
  ben_takes_over
  not_sent release --done --force "$id"
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "not committed here" "--force"
  expect_equal held "$(state_on_server "$id")"
  no_answer release --done --force "$id"
  works git handoff release --done "$id"
  expect_contains "$out" "Finished $id"
}

ended_without_an_answer() {
  make_server
  ann_hands_over
  no_answer release --done --force "$id"
  expect_equal "" "$(on_server)"
  works git handoff release --done "$id"
  expect_contains "$out" "Finished $id"
}

# What was given up may arrive late: a release asks first.
given_up_and_there() {
  local oid
  make_server
  ann_works
  not_sent pause --push -m half
  id=$(live_ids)
  oid=$(git rev-parse "refs/handoffs/pending/$id")
  must_fail 1 git handoff release "$id"
  expect_contains "$err" "is not on origin: what was sent of it has not arrived"
  git push -q origin "$oid:refs/handoffs/shared/$id"
  works git handoff fetch
  expect_contains "$out" "free to take"
  must_fail 1 git handoff release "$id"
  expect_contains "$err" "is free already"
  works git handoff release --done --force "$id"
  expect_equal "" "$(on_server)"
}

own_end_stays_ones_own() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push
  takes Cat
  git add -A
  git commit -qm "login: done"
  git push -q origin login
  works git handoff release --done
  works git handoff fetch
  expect_contains "$out" "finished by you"
  person Ben
  works git handoff fetch
  expect_contains "$out" "finished, says Cat"
  person Cat
  works git handoff fetch
  expect_contains "$out" "finished by you"
  works git handoff list --all
  expect_lacks "$out" "not from this clone"
}

stashed_and_committed_too() {
  make_server
  ben_takes_over
  person Cat
  git switch -q login
  cp -R "$case_dir/ben/src" "$case_dir/ben/notes" .
  git add -A
  git commit -qm "login: done"
  git push -q origin login
  person Ben
  git add -A
  git stash -q
  git pull -q
  works git handoff release --done
  expect_contains "$out" "Finished $id"
}

# What never arrived is not sent by another command than the one that was to send it.
nothing_is_published() {
  local verb
  make_server
  ann_works
  for verb in "release --done" release undo "resume --continue" discard; do
    not_sent pause --push -m half --next "go on in src/main.c"
    expect_equal "" "$(on_server)"
    # shellcheck disable=SC2086
    run git handoff $verb
    expect_equal "" "$(on_server)" "after $verb: $out$err"
    case $verb in
      release*)
        expect_contains "$err" "is not on origin: what was sent of it has not arrived"
        works git handoff undo
        ;;
      discard)
        expect_equal 0 "$code"
        works git handoff undo
        works git handoff resume --continue
        ;;
      *) expect_equal 0 "$code" ;;
    esac
    expect_state "$state"
  done
  not_sent pause --push -m half --next "go on in src/main.c"
  works git handoff push
  expect_contains "$out" "Shared on origin as" "sent: the record, notes/todo.txt"
}

taken_and_never_put_back() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  has_read "$id"
  no_answer take "$id"
  person Ann
  works git handoff take --steal "$id"
  write src/util.c "int util(void) { return 4; }"
  works git handoff pause --push
  person Ben
  works git handoff fetch
  works git handoff status
  expect_lacks "$out" "its work is here" "finished?"
}

discard_is_settled() {
  make_server
  ann_hands_over
  not_sent discard
  works git handoff status
  expect_contains "$out" "git handoff release --done --force $id"
  works git handoff release --done --force "$id"
  expect_equal "" "$(on_server)"
  works git handoff status
  expect_lacks "$out" "not settled"
}

others_version_is_not_claimed() {
  local verb
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push
  person Ann
  has_read "$id" "origin/$id"
  not_sent take "$id"
  for verb in push "resume --continue" undo "edit --next x"; do
    # shellcheck disable=SC2086
    run git handoff $verb
    expect_equal free "$(state_on_server "$id")" "after $verb: $out$err"
  done
}

offline_settles_a_claim() {
  make_server
  ann_hands_over
  not_sent resume --continue
  works git handoff resume --continue --offline
  works git handoff status
  expect_lacks "$out" "not settled"
  expect_contains "$out" "still offered"
}

edit_is_sent_again() {
  make_server
  ann_hands_over
  not_sent edit --next "do NOT delete the table"
  works git handoff edit --next "do NOT delete the table"
  expect_contains "$out" "Shared on origin"
  expect_contains "$(git -C "$server" cat-file blob "refs/handoffs/shared/$id:handoff.json")" "do NOT delete"
}

test_case "a claim whose answer was lost is said by the command that goes through" claims_are_said
test_case "a discard that is taken back ends nothing at the remote" undone_discard_ends_nothing
test_case "a release claims nothing that was asked for before" release_claims_nothing
test_case "an end that was forced once is asked about again" forced_once_is_asked_again
test_case "an end that has arrived is one, whatever became of the answer" ended_without_an_answer
test_case "what was given up and has come all the same is seen by a release" given_up_and_there
test_case "whoever finished it is told so, whoever has read the word" own_end_stays_ones_own
test_case "what a stash has and a commit, too, is in a commit" stashed_and_committed_too
test_case "what never arrived is published by no other command" nothing_is_published
test_case "what was taken and never put back is not said to be here" taken_and_never_put_back
test_case "the command that is named settles a discard" discard_is_settled
test_case "what somebody added is claimed by a take alone" others_version_is_not_claimed
test_case "who goes on without the remote is told no more of the claim" offline_settles_a_claim
test_case "an edit that has not arrived is sent by the same command again" edit_is_sent_again

# What Ben has by now goes out under an id of its own: where that has no answer, it is named.
fork_without_an_answer() {
  make_server
  ann_hands_over
  takes Ben
  person Ann
  write ann.txt ann
  works git handoff pause -m more --next more --offline
  git config remote.origin.receivepack "$case_dir.aside/no-answer"
  # shellcheck disable=SC2016
  printf '#!/bin/sh\ngit-receive-pack "$@" >"%s.aside/said"\nhead -c 400 "%s.aside/said"\nexit 1\n' "$case_dir" "$case_dir" >"$case_dir.aside/no-answer"
  chmod +x "$case_dir.aside/no-answer"
  run git handoff push
  expect_equal 1 "$code" "$out$err"
  local fork
  fork=$(git handoff list --porcelain | cut -f1 | grep -v "^$id$" | head -n 1)
  [ -n "$fork" ] || fail "nothing was forked: $out$err"
  expect_contains "$err" "'$id'" "a handoff of its own now: $fork"
}
test_case "a push that became a handoff of its own is named where no answer came" fork_without_an_answer

test_done
