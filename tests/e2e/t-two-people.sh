#!/usr/bin/env bash
# A piece of work goes from one person to another over a plain git server.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

plain_hand_over() {
  make_server
  ann_hands_over
  expect_contains "$out" "Shared on origin as $id" "there: git handoff take"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal free "$(state_on_server "$id")"
  person Ben
  TERMINAL_WIDTH=200 on_terminal "yes
" git handoff take
  expect_equal 1 "$code" "what was declined is no success"
  expect_contains "$out" "it was not taken; nothing was changed"
  expect_equal free "$(state_on_server "$id")"
  TERMINAL_WIDTH=200 on_terminal "read
" git handoff take
  expect_equal 0 "$code" "$out"
  expect_contains "$out" "write the expiry test" "Type 'read' where you have read it, to take it over from Ann" "as they were left" "ref: refs/remotes/origin/login"
  expect_lacks "$out" "ahead: " "behind: " "oid: "
  expect_equal login "$(git branch --show-current)"
  expect_equal refs/remotes/origin/login "$(git rev-parse --symbolic-full-name '@{upstream}')"
  expect_state "$state"
  expect_equal held "$(state_on_server "$id")"
  works git handoff status
  expect_contains "$out" "yours: $id, yours on origin"
  # The copy stays while it is held.
  expect_equal "$(git rev-parse login)" "$(git -C "$server" log -1 --format='%(trailers:key=Handoff-Base,valueonly)' "refs/handoffs/shared/$id" | head -n 1)"
}

# It is one's own, and nobody's to be taken it over from.
at_home_too() {
  make_server
  ann_hands_over
  git clone -q "$server" "$case_dir/home"
  cd "$case_dir/home"
  TERMINAL_WIDTH=200 on_terminal "read
" git handoff take
  expect_equal 0 "$code" "$out"
  expect_contains "$out" "to go on with it here: "
  expect_lacks "$out" "take it over"
}
test_case "one's own work on another machine is taken over from nobody" at_home_too

what_leaves() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause -m one
  write second.txt "more"
  # Behind the flag, and in the record here alone: nobody else is told that it has it.
  git update-index --assume-unchanged README
  write README "what only I have"
  printf '{"version": 1, "session_id": "s-1234", "conversation_id": "c-1234", "next_action": "n", "more": [{"thread_id": "t-1234",
    "transcript_path": "/p-1234", "worktree_path": "/w-1234"}], "agent": {"in": {"session_id": "a-1234"}}, "environment": {"cwd": "/e-1234"},
    "saved": {"state": "{\\"session_id\\": \\"i-1234\\", \\"kept\\": 1}"}, "documents": [{"path": "%s/README"}]}' "$PWD" >record.json
  works git handoff pause --from record.json
  rm record.json
  works git handoff push
  id=$(live_ids)
  ref=refs/handoffs/shared/$id
  # One commit on the base and nothing of what was before; no name of a folder, no id of a session.
  expect_equal "$(git -C "$server" rev-parse login)" "$(git -C "$server" rev-parse "$ref^1^1")"
  expect_equal 1 "$(git -C "$server" rev-list --count "$ref^1" ^login)"
  expect_equal 1 "$(git -C "$server" log -1 --format=%P "$ref" | wc -w)"
  git -C "$server" show "$ref:handoff.json" >shared.json
  expect_lacks "$(cat shared.json)" "$PWD" 1234 "the record has it"
  expect_contains "$(cat shared.json)" '\"kept\":1' '"path": "README"'
  rm shared.json
  git -C "$server" show "$ref^1:second.txt" >/dev/null
  # A later version follows the published one only.
  works git handoff edit --next "two"
  expect_contains "$out" "Shared on origin as $id"
  expect_equal 2 "$(git -C "$server" log -1 --format=%P "$ref" | wc -w)"
}

base_is_not_there() {
  make_server
  person Ann
  git switch -q -c login
  commit_all "not pushed"
  write src/main.c "changed"
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "paused here, NOT shared: origin lacks what this work stands on: 1 commit would go along" \
    "hint: push what is below the WIP commit first: git push origin" "git handoff push --with-history"
  expect_equal "" "$(on_server)"
  works git handoff status
  expect_contains "$out" "Paused on 'login'"
  works git handoff push --with-history
  expect_contains "$out" "with history: 1 commit"
}

secret_stays() {
  make_server
  person Ann
  # The shape of a token, put together here so that this file holds none.
  write src/main.c "key = ghp_$(printf 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8' | head -c 36)"
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "NOT shared: what would be published looks like a secret" "src/main.c" "--allow-secrets"
  expect_equal "" "$(on_server)"
}

# Edited out it would still stand in the version before.
secret_goes_with_its_versions() {
  make_server
  person Ann
  token=ghp_$(printf 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8' | head -c 36)
  write src/main.c "work"
  works git handoff pause --push --allow-secrets -m x --next "use $token"
  old=$(on_server)
  must_fail 1 git handoff push
  expect_contains "$err" "what would be published looks like a secret" "('git handoff edit --from FILE' for the text)"
  expect_equal "$old" "$(on_server)"
  works git handoff edit --next "use the token" --offline
  works git handoff push
  expect_contains "$err" "a version there holds what looks like a secret" "is no longer on the server" "change it"
  [ "$(on_server)" != "$old" ] || fail "it has the old name"
  expect_equal 1 "$(on_server | wc -l)"
  git -C "$server" rev-list --objects --all | cut -d' ' -f1 | git -C "$server" cat-file --batch | tr -d '\0' >all
  expect_lacks "$(cat all)" "$token"
  # So with the name of a file that a later version lacks.
  write "$token.txt" "work"
  git add "$token.txt"
  works git handoff pause --push --allow-secrets -m x
  old=$(on_server)
  works git handoff resume --continue
  git rm -qf "$token.txt"
  works git handoff pause --push -m y
  expect_contains "$err" "a version there holds what looks like a secret, the name of" "is no longer on the server"
  [ "$(on_server)" != "$old" ] || fail "it has the old name"
}

no_agent_takes_unread() {
  make_server
  ann_hands_over
  person Ben
  must_fail 1 git handoff take
  expect_contains "$err" "nobody has read it here yet" "git handoff show origin/$id"
  expect_equal free "$(state_on_server "$id")"
  expect_equal main "$(git branch --show-current)"
  has_read "$id"
  works git handoff take
  expect_state "$state"
}

what_cannot_be_resumed_is_not_claimed() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  write README "in the way"
  must_fail 1 git handoff take
  expect_contains "$err" "the working tree has changes" "changed here: README"
  git checkout -q README
  write notes/todo.txt "mine"
  must_fail 1 git handoff take
  expect_contains "$err" "in the way: notes/todo.txt"
  expect_file notes/todo.txt mine
  expect_equal free "$(state_on_server "$id")"
  rm notes/todo.txt
  works git handoff take
  expect_state "$state"
}

only_one_takes() {
  make_server
  ben_takes_over
  person Cat
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "Ben has had it for" "says Ben" "git handoff take --steal $id"
  # Ann is told, too: status by what it knows, resume by asking.
  person Ann
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "Ben has had it for"
  works git handoff status
  expect_contains "$out" "Ben has had it for" "(seen just now)"
  must_fail 1 git handoff edit --next "mine again"
  expect_contains "$err" "Ben has had it for"
}

ben_hands_back() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  ben_state=$(state_of_tree)
  works git handoff pause --push --next "review it"
  expect_contains "$out" "Shared on origin as $id"
  expect_equal free "$(state_on_server "$id")"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  person Ann
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "'$id': Ben has added to it since" "git handoff take $id"
  has_read "$id"
  works git handoff take
  expect_equal login "$(git branch --show-current)"
  expect_state "$ben_state"
  expect_equal held "$(state_on_server "$id")"
}

release_and_take_again() {
  make_server
  ben_takes_over
  works git handoff release
  expect_equal free "$(state_on_server "$id")"
  must_fail 1 git handoff release
  expect_contains "$err" "is free already"
  person Ann
  works git handoff resume --continue
  expect_state "$state"
  expect_equal held "$(state_on_server "$id")"
}

undo_of_a_take_is_a_release() {
  make_server
  ben_takes_over
  works git handoff undo
  expect_equal free "$(state_on_server "$id")"
  expect_equal "" "$(git status --porcelain)" "her work is off the tree"
  person Cat
  has_read "$id"
  works git handoff take
  expect_state "$state"
}

finished_by_another() {
  make_server
  ben_takes_over
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  expect_equal finished "$(state_on_server "$id")"
  # Nothing of the work stays there but the word.
  expect_equal "" "$(git -C "$server" ls-tree "refs/handoffs/shared/$id")"
  person Cat
  must_fail 1 git handoff take "$id"
  person Ann
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "finished, says Ben"
  must_fail 1 git handoff undo
  expect_contains "$err" "finished, says Ben" "git handoff resume $id" "git handoff undo --offline"
  # She has seen it: nothing has to stay.
  expect_equal "" "$(on_server)"
  works git handoff status
  expect_contains "$out" "finished, says Ben"
  works git handoff discard
}

finished_by_its_publisher() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  works git handoff release --done --force
  expect_equal "" "$(on_server)"
  person Ben
  must_fail 1 git handoff take
  expect_contains "$err" "nothing on origin is free to take"
}

discarded_by_its_publisher() {
  make_server
  ann_hands_over
  works git handoff discard
  expect_contains "$err" "it can no longer be taken from origin"
  expect_equal "" "$(on_server)"
  # It comes back as a handoff of its own, on the same commit.
  works git handoff undo
  expect_lacks "$out" redo
  works git handoff status
  expect_lacks "$out" "was resumed" "git reset"
  must_fail 1 git handoff undo
  expect_contains "$err" "is a handoff of its own since" "git handoff discard $(live_ids)"
}

# ... also where she had gone on with it, and handed it over again.
discarded_when_published_again() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  works git handoff pause --push -m "once more"
  works git handoff discard
  expect_contains "$err" "it can no longer be taken from origin"
  expect_equal "" "$(on_server)"
}

# What a fetch saw is brought back as the version that it was there: resumed it is held and put back.
put_away_and_brought_back() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  must_fail 1 git handoff edit --next mine "$id"
  expect_contains "$err" "'$id' is on origin, and not taken" "git handoff take $id"
  works git handoff discard "$id"
  works git handoff undo "$id"
  git switch -q login
  on_terminal $'n\nc\n' git handoff resume --continue "$id"
  expect_equal "$state" "$(state_of_tree)"
  works git handoff status
  expect_lacks "$out$err" "not put back" "git handoff take"
  write more.txt more
  works git handoff pause --push --next "mine"
  expect_equal "refs/handoffs/shared/$id free" "$(on_server) $(state_on_server "$id")"
}

# ... and is not where there is a newer one by then.
brought_back_older() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff discard "$id"
  works git handoff undo "$id"
  git switch -q login
  person Ann
  works git handoff edit --next "another step"
  person Ben
  must_fail 1 git handoff resume --continue "$id"
  expect_contains "$err" "git handoff take $id"
  expect_equal free "$(state_on_server "$id")"
  takes Ben
  expect_contains "$out" "another step"
  expect_lacks "$out$err" "a handoff of its own"
}

# Who took it and handed it back made a version of it, and is not who offered it.
discarded_by_who_handed_it_back() {
  make_server
  ben_takes_over
  write more.txt more
  works git handoff pause --push -m more
  works git handoff discard
  expect_equal "refs/handoffs/shared/$id free" "$(on_server) $(state_on_server "$id")"
}

stolen() {
  make_server
  ben_takes_over
  write bens.txt "work of Ben"
  person Cat
  has_read "$id"
  works git handoff take --steal
  expect_state "$state"
  person Ben
  works git handoff pause --push -m "mine"
  expect_contains "$err" "Cat has had it for" "your work is kept as a new handoff"
  new=$(live_ids)
  [ "$new" != "$id" ] || fail "it is no handoff of its own"
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  git -C "$server" rev-parse -q --verify "refs/handoffs/shared/$new" >/dev/null
  expect_equal held "$(state_on_server "$id")"
}

gone_from_the_server() {
  make_server
  ann_hands_over
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "no longer on origin" "--offline"
  works git handoff resume --continue --offline
  expect_state "$state"
  expect_equal "" "$(on_server)"
}

unreachable() {
  make_server
  ann_hands_over
  mv "$server" "$server.away"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "origin cannot be reached" "--offline"
  expect_equal login "$(git branch --show-current)"
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  works git handoff resume --continue --offline
  expect_state "$state"
  write more.txt "more"
  works git handoff pause -m "the work comes first"
  mv "$server.away" "$server"
}

lost_answer() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  # The push arrives; its answer does not.
  GIT_HANDOFF_FAULT=share-pushed run git handoff take
  [ "$code" -ne 0 ] || fail "it was not killed"
  expect_equal held "$(state_on_server "$id")"
  works git handoff status
  person Cat
  must_fail 1 git handoff take "$id"
  person Ben
  works git handoff take "$id"
  expect_state "$state"
  expect_equal held "$(state_on_server "$id")"
  works git handoff status
  expect_contains "$out" "yours: $id"
  expect_lacks "$out" "not settled"
}

# ben_is_killed_at POINT: a handoff of Ann's on a server as it was first, and a take of Ben's that dies there.
ben_is_killed_at() {
  if [ -d "$case_dir.aside/first" ]; then
    cd "$case_dir"
    rm -rf "$case_dir/server.git" "$case_dir/ann" "$case_dir/ben"
    cp -a "$case_dir.aside/first/." .
    person Ben
  else
    make_server
    ann_hands_over
    person Ben
    has_read "$id"
    mkdir "$case_dir.aside/first"
    cp -a "$case_dir/server.git" "$case_dir/ann" "$case_dir/ben" "$case_dir.aside/first"
  fi
  GIT_HANDOFF_FAULT=$1 run git handoff take
}

killed_anywhere() {
  local point
  for point in share-written share-pending share-pushed share-won share-seen share-adopted take-claimed \
    checkout-moved checkout-index-there take-branch-made take-landed resume-files-restored op-step-1; do
    ben_is_killed_at "$point"
    [ "$code" -ne 0 ] || fail "$point: it was not killed"
    run git handoff take "$id"
    if [ "$code" -ne 0 ]; then
      run git handoff resume "$id" --continue
      [ "$code" -eq 0 ] || fail "$point: $out $err"
    fi
    expect_equal "$state" "$(state_of_tree)" "$point"
    expect_equal held "$(state_on_server "$id")" "$point"
    expect_equal "refs/handoffs/shared/$id" "$(on_server)" "$point"
    works git handoff release
    expect_equal free "$(state_on_server "$id")" "$point"
  done
}

# A take that was killed behind its last ref has put the work back: given back and handed over again, it is the same.
killed_and_given_back() {
  local point
  for point in share-adopted take-claimed take-landed resume-files-restored op-written op-step-1 op-step-2 op-done; do
    ben_is_killed_at "$point"
    works git handoff status
    [ "$(state_of_tree)" = "$state" ] || works git handoff take "$id"
    expect_equal "$state" "$(state_of_tree)" "$point"
    works git handoff release
    echo more >>src/util.c
    works git handoff pause --push -m x --next y
    expect_equal "refs/handoffs/shared/$id" "$(on_server)" "$point: $out"
    expect_equal free "$(state_on_server "$id")" "$point"
  done
}
test_case "killed anywhere and given back, it goes on under its id" killed_and_given_back

test_case "Ann pauses and pushes, Ben takes: his tree is as hers was" plain_hand_over
test_case "what leaves is one commit on the base, no older version, no place, no session" what_leaves
test_case "a base that the server lacks is not published on the way" base_is_not_there
test_case "a secret is not published" secret_stays
test_case "what holds a secret goes from the server with all its versions" secret_goes_with_its_versions
test_case "what nobody has read here is not taken without a terminal" no_agent_takes_unread
test_case "what cannot be resumed is not claimed" what_cannot_be_resumed_is_not_claimed
test_case "of two one takes it; the others are told who" only_one_takes
test_case "who has it hands it back with what they did" ben_hands_back
test_case "released, it can be taken again, by who published it too" release_and_take_again
test_case "undo of a take releases it" undo_of_a_take_is_a_release
test_case "finished by another: a word stays until its publisher saw it" finished_by_another
test_case "finished by its publisher: nothing stays" finished_by_its_publisher
test_case "discarded by its publisher: nothing stays" discarded_by_its_publisher
test_case "... also where she had gone on with it before" discarded_when_published_again
test_case "discarded by who had taken it and handed it back: it stays for the others" discarded_by_who_handed_it_back
test_case "put away as a fetch saw it, brought back and resumed: held and put back" put_away_and_brought_back
test_case "... not resumed where there is a newer version by then" brought_back_older
test_case "stolen: the work of who had it becomes a handoff of its own" stolen
test_case "what is gone from the server does not come back by itself" gone_from_the_server
test_case "a server that cannot be reached stops a resume, not a pause" unreachable
test_case "a lost answer is settled by the next command" lost_answer
test_case "killed anywhere, a take goes on where it was" killed_anywhere

narrow_and_no_work() {
  make_server
  person Ann
  git switch -q -c login
  chmod 600 README
  echo more >>README
  echo more >>src/main.c
  works git handoff pause -m first --next "go on"
  git checkout -q HEAD~1 -- README
  chmod 600 README
  works git handoff pause --push -m second --next "go on"
  id=$(live_ids)
  person Ben
  local before
  before=$(stat -c %a README)
  takes Ben
  expect_equal "$before" "$(stat -c %a README)"
}
test_case "a narrow mode of the giver is none of a file that has no work in it" narrow_and_no_work
test_done
