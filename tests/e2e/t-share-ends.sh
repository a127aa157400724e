#!/usr/bin/env bash
# What is finished is so, and who had to do with it is told; what is refused has changed nothing.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

# A server that takes no more steps with handoffs.
refuse_handoffs() {
  # shellcheck disable=SC2016
  printf '#!/bin/sh\ncase $1 in refs/handoffs/*) echo "no custom refs" >&2; exit 1 ;; esac\n' >"$server/hooks/update"
  chmod +x "$server/hooks/update"
}

# Whoever has it says that it is finished, today.
finishes() { GIT_COMMITTER_DATE="@$(date +%s) +0000" works git handoff release --done; }

commit_and_push() {
  commit_all "login: done"
  git push -q origin login 2>/dev/null
}

not_finished_while_it_is_here() {
  make_server
  ann_hands_over
  takes Ben
  must_fail 1 git handoff release --done
  expect_contains "$err" "'$id' is not finished on origin: not committed here: " "git handoff release --done --force $id"
  commit_all "login: done"
  must_fail 1 git handoff release --done
  expect_contains "$err" "1 commit of 'login' is on no branch of a remote"
  expect_equal held "$(state_on_server "$id")"
  write junk.tmp "no part of it"
  git push -q origin login
  works git handoff release --done
  # Who publishes and finishes is asked the same.
  person Cat
  git switch -q -c other
  write c.txt c
  works git handoff pause --push -m c
  must_fail 1 git handoff release --done
  expect_contains "$err" "on no branch of a remote"
  TERMINAL_WIDTH=200 on_terminal $'y\n' git handoff release --done
  expect_equal 0 "$code" "$out"
}

told_to_who_published_last() {
  make_server
  ann_hands_over
  takes Ben
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "review it"
  takes Ann
  commit_and_push
  finishes
  expect_equal finished "$(state_on_server "$id")"
  # It is not for Ann herself, and she does not take it away.
  works git handoff fetch "$id"
  person Ben
  works git handoff fetch
  expect_contains "$out" "finished, says Ann"
  works git handoff status
  expect_contains "$out" "finished, says Ann" "git handoff resume --fresh"
  expect_equal "" "$(on_server)"
}

told_to_who_lost_it() {
  make_server
  ann_hands_over
  takes Ben
  takes Ann --steal
  commit_and_push
  finishes
  person Ben
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m "goes on"
  expect_contains "$err" "'$id': finished, says Ann" "your work is kept as a new handoff"
}

# The word stays until each of them has seen it.
told_to_both() {
  make_server
  ann_hands_over
  takes Ben
  works git handoff pause --push -m back
  takes Cat
  commit_and_push
  finishes
  for who in Ben Ann; do
    expect_equal finished "$(state_on_server "$id")"
    person "$who"
    must_fail 1 git handoff resume --continue
    expect_contains "$err" "finished, says Cat"
  done
  expect_equal "" "$(on_server)"
  # What this clone has seen it keeps, also when it asks again and the word has gone.
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "finished, says Cat"
  works git handoff status
  expect_contains "$out" "finished, says Cat"
}

# Her push arrived, the answer did not, and a colleague took what was free.
given_away_unanswered() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  write src/util.c "int util(void) { return 4; }"
  no_answer pause --push -m more --next "go on"
  takes Cat
  person Ann
  works git handoff fetch
  expect_contains "$out" "Cat has it since"
  expect_lacks "$out" "taken from you"
  must_fail 1 git handoff undo
  expect_contains "$err" "Cat has it since"
  # Whose work is gone from the tree is told how to get it again.
  person Cat
  git reset -q --hard
  git clean -qfd
  git switch -q main
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "it can be taken again then: git handoff release $id"
  works git handoff release "$id"
  works git handoff take "$id"
  expect_contains "$(cat src/util.c)" "return 4"
}

old_words_go() {
  make_server
  ann_hands_over
  takes Ben
  commit_and_push
  finishes
  person Cat
  works git handoff fetch
  expect_equal finished "$(state_on_server "$id")"
  tree=$(git -C "$server" hash-object -t tree /dev/null)
  git -C "$server" log -1 --format=%B "refs/handoffs/shared/$id" | git stripspace >message
  git -C "$server" update-ref "refs/handoffs/shared/$id" \
    "$(GIT_COMMITTER_DATE="@$(($(date +%s) - 20 * 86400)) +0000" git -C "$server" commit-tree -F "$PWD/message" "$tree")"
  works git handoff fetch
  expect_equal "" "$(on_server)"
}

refused_undo() {
  make_server
  ann_hands_over
  takes Ben
  refuse_handoffs
  before=$(git for-each-ref)
  must_fail 1 git handoff undo
  expect_contains "$err" "origin does not take handoffs: " "--offline"
  # What is known of the server aside, nothing moved.
  expect_equal "$(grep -v /pending/ <<<"$before")" "$(git for-each-ref | grep -v /pending/)"
  works git handoff status
  expect_contains "$out" "yours: $id"
  # One's own work is not locked by it.
  person Ann
  works git handoff undo --offline
  expect_state "$state"
}

refused_resume() {
  make_server
  ann_hands_over
  refuse_handoffs
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "origin does not take handoffs: " "--offline"
  works git handoff resume --continue --offline
  expect_state "$state"
}

what_does_not_go_is_not_claimed() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  git switch -q login
  write src/util.c "int util(void) { return 9; }"
  commit_all "mine"
  git switch -q main
  must_fail 1 git handoff take --apply "$id"
  expect_contains "$err" "conflict"
  expect_equal free "$(state_on_server "$id")"
  expect_equal main "$(git branch --show-current)"
  expect_equal "" "$(git handoff list --porcelain)"
  git branch -qD login
  git branch login/mine
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "cannot make 'login'"
  expect_equal free "$(state_on_server "$id")"
}

branch_on_the_server() {
  make_server
  person Ben
  ann_hands_over
  # Nobody but the take fetches: the branch is made with its upstream.
  takes Ben
  expect_equal refs/remotes/origin/login "$(git rev-parse --symbolic-full-name '@{upstream}')"
  works git handoff release
  person Cat
  git switch -q login
  write c.txt c
  commit_and_push
  has_read "$id"
  git switch -q main
  git branch -qD login
  works git handoff take "$id"
  expect_contains "$err" "origin/login is 1 commit ahead (Cat)"
}

hidden_on_the_server() {
  make_server
  git -C "$server" config uploadpack.hideRefs refs/handoffs
  person Ann
  write a.txt a
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "paused here, NOT shared: origin took it, but does not show it" "handoff.remote"
  expect_equal "" "$(git -C "$server" for-each-ref refs/handoffs)"
  expect_equal "" "$(git handoff list --porcelain | cut -f11)"
}

test_case "it is not finished while its work is only here" not_finished_while_it_is_here
test_case "finished by its publisher: who published last is told" told_to_who_published_last
test_case "finished: whom it was taken from is told" told_to_who_lost_it
test_case "the word stays until each of them has seen it" told_to_both
test_case "what was given away without an answer was not taken from its giver" given_away_unanswered
test_case "a word of weeks ago goes with whoever comes by" old_words_go
test_case "an undo that the server refuses changes nothing" refused_undo
test_case "a resume that the server refuses has a way out" refused_resume
test_case "what git would refuse here is not claimed" what_does_not_go_is_not_claimed
test_case "a take knows what the server has of the branch" branch_on_the_server
test_case "a server that hides what it takes" hidden_on_the_server
test_done
