#!/usr/bin/env bash
# Who has a shared handoff is told wherever one looks at it, with how old that knowledge is; and asking
# for it never speaks to the server.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

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
  ben_takes_over
  person Ann
  works git handoff fetch
  told_everywhere "Ben has had it for" ", Ben has it" "(seen just now)" held
  expect_equal changed "$(git handoff check --json | json '.findings[] | select(.code == "shared") | .state')"
  # What Ben pushed to the branch is told with it, as far as a fetch of git's has seen it.
  person Ben
  commit_all "login: expiry"
  git push -q origin login
  person Ann
  git fetch -q
  works git handoff status
  expect_contains "$out" "Ben has had it for" "origin/login is 1 commit ahead"
  works git handoff brief
  expect_contains "$out" "origin/login is 1 commit ahead (Ben)"
}

somebody_finished_it() {
  make_server
  ben_takes_over
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  person Ann
  works git handoff fetch
  git fetch -q
  told_everywhere "finished, says Ben" ", finished, says Ben" "(seen just now)" finished
  works git handoff status
  expect_contains "$out" "origin/login is 1 commit ahead" "git handoff resume --fresh"
}

gone_from_there() {
  make_server
  ann_hands_over
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  told_everywhere "no longer on origin" ", no longer on origin" "(seen just now)" gone
  works git handoff status
  expect_contains "$out" "git handoff push $id"
}

# Who had it last may have finished it: nobody is told to publish it anew.
gone_behind_somebody_else() {
  make_server
  ben_takes_over
  works git handoff release
  person Ann
  works git handoff fetch
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "no longer on origin"
  expect_lacks "$out" "git handoff push"
}

# goes_on_beside WHO NAME: what was put back is paused, as a handoff of its own ($fork), shared, and told of.
goes_on_beside() {
  works git handoff status
  expect_matches "$out" "^gone: $id, $1 .*; a pause keeps your work as a handoff of its own"
  echo "int $2;" >>src/util.c
  works git handoff pause --push -m "$2"
  expect_contains "$err" "'$id': $1" "your work is kept as a new handoff"
  fork=$(sed -n 's/^Shared on origin as \([^ ;]*\).*/\1/p' <<<"$out")
  told_everywhere "forked from $id: that is $1" ", free to take, the original is no longer on origin" "(seen just now)" original
  works git handoff fetch
  expect_contains "$out" "forked from $id: that is $1"
  works git handoff resume --continue
  works git handoff pause --push -m "again"
  expect_contains "$out" "Shared on origin as $fork"
  expect_contains "$err" "note: forked from $id: that is $1"
}

# Somebody takes the ref off the server, and whoever has the work goes on.
gone_while_both_have_it() {
  make_server
  ben_takes_over
  person Ann
  works git handoff fetch
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  works git handoff resume --continue --offline
  goes_on_beside "no longer on origin; Ben had it last" hers
  person Ben
  works git handoff fetch
  goes_on_beside "no longer on origin; Ann had handed it over" his
}

# What the server has of it is a copy of before it was taken.
restored_while_both_have_it() {
  make_server
  ann_hands_over
  local tip
  tip=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  takes Ben
  person Ann
  works git handoff fetch
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$tip"
  must_fail 1 git handoff fetch "$id"
  works git handoff resume --continue --offline
  write src/util.c "int hers;"
  works git handoff pause --push -m hers
  told_everywhere "forked from $id: that is set back on origin to an older version" \
    ", free to take, who has the original is not known" "(seen just now)" original
}

# The server is put back from a backup of just before: nobody else has had it meanwhile.
gone_and_back() {
  make_server
  ben_takes_over
  local tip
  tip=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  expect_contains "$out" "no longer on origin"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$tip"
  works git handoff fetch
  expect_contains "$out" "yours on origin"
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
  ben_takes_over
  write bens.txt "work of Ben"
  person Cat
  has_read "$id"
  works git handoff take --steal
  person Ben
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "$id" "taken from you: Cat has had it for" "a pause keeps your work as a handoff of its own"
  works git handoff brief
  expect_contains "$out" "ask the user before you go on" "taken from you"
  expect_lacks "$out" "go on with what is next"
  works git handoff pause -m "mine"
  expect_contains "$err" "your work is kept as a new handoff"
  told_everywhere "taken from you as $id: Cat has had that for" ", Cat has the original" "(seen just now)" original
  works git handoff status
  expect_lacks "$out" "a pause keeps your work"
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
  told_everywhere "somebody has had it for 8 months in your name, not from this clone" ", somebody has it in your name, not from this clone" "(seen just now)" elsewhere
}

# Taken away by oneself: what is kept here since was forked from what oneself has.
own_fork_elsewhere() {
  make_server
  ann_hands_over
  works git handoff take
  git clone -q "$server" "$case_dir/ann-2"
  cd "$case_dir/ann-2"
  has_read "$id"
  works git handoff take --steal "$id"
  person Ann
  works git handoff fetch
  works git handoff pause -m "here, too"
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "forked from $id: somebody has had that for 8 months in your name, not from this clone"
  expect_lacks "$out" "taken from you" "says Ann"
  (cd ../ann-2 && works git handoff release --done --force "$id")
  works git handoff fetch
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "forked from $id: that is finished in your name, not from this clone (seen just now)"
}
test_case "what one took from oneself is not called taken by somebody" own_fork_elsewhere

# Ann has committed on top of the paused work by mistake.
on_top_by_mistake() {
  works git handoff init --hooks pre-commit
  write third.txt "a mistake"
  git add third.txt
  run git commit -q -m mistake
}

# follows_hint WORDS: runs the git command of the hint that begins with these.
follows_hint() {
  local command
  command=$(sed -n "s/^hint: $1: \\(git [^,]*\\).*/\\1/p" "$err_file")
  [ -n "$command" ] || fail "no hint: $err"
  eval "works $command"
}

finished_below_commits() {
  make_server
  ann_hands_over
  base=$(git rev-parse HEAD~1)
  takes Ben
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  person Ann
  on_top_by_mistake
  # What starting fresh would be refused for is told where it would help.
  must_fail 1 git handoff resume --continue --keep-wip
  expect_contains "$err" "finished, says Ben" "there are commits on top of the WIP commit" \
    "git rebase --autostash --onto ${base:0:7} $(git rev-parse HEAD~1 | cut -c1-7), then: git handoff resume --fresh $id"
  expect_lacks "$err" "start fresh from" "--offline"
  must_fail 1 git handoff resume
  expect_contains "$err" "note: --continue is refused here: '$id' is finished, says Ben" "git rebase --autostash --onto"
  expect_lacks "$err" --keep-wip "start fresh from" "--offline"
  works git handoff status
  expect_contains "$out" "finished, says Ben"
  expect_lacks "$out" "--fresh"
  must_fail 1 git handoff resume --fresh
  expect_lacks "$err" --keep-wip --continue
  expect_contains "$err" "done with the handoff: git handoff discard $id"
  follows_hint "drop it from below them"
  expect_equal "$base" "$(git rev-parse HEAD~1)" "the mistake stands on the base"
  works git handoff resume --fresh
  works git handoff list --porcelain
  expect_equal "" "$out"
  expect_equal mistake "$(git log -1 --format=%s)"
}

# Amended, or on another branch too, it can still be put away.
finished_and_altered() {
  make_server
  ann_hands_over
  base=$(git rev-parse HEAD~1)
  takes Ben
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  person Ann
  wip=$(git rev-parse HEAD)
  write third.txt "amended"
  git add third.txt
  git commit -q --amend --no-edit
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" --unwrap --keep-wip "start fresh from"
  expect_contains "$err" "then: git handoff resume --fresh $id"
  must_fail 1 git handoff resume --fresh
  expect_lacks "$err" --unwrap --keep-wip
  follows_hint "move it to another branch"
  expect_equal "$base" "$(git rev-parse HEAD)"
  expect_equal amended "$(git show NAME:third.txt)"
  works git handoff resume --fresh
  expect_contains "$err" "origin/login is 1 commit ahead (Ben)"
  works git handoff undo
  git reset -q --hard "$wip"
  git branch -q -M NAME holder
  git branch -q -f holder
  must_fail 1 git handoff resume --fresh
  follows_hint "move it to another branch"
  works git handoff resume --fresh
  expect_equal "$wip" "$(git rev-parse holder)"
}

# What others have is not offered, and not advised.
held_below_commits() {
  make_server
  ben_takes_over
  person Ann
  works git handoff fetch
  on_top_by_mistake
  expect_contains "$err" "handoff paused here" "Ben has had it for" "hint: take it away from them, when they agree: git handoff take --steal $id"
  expect_lacks "$err" "git handoff resume"
  on_terminal $'c\nq\n' git handoff resume
  expect_lacks "$out" "[c] continue" "[k] keep" "git handoff fetch"
  expect_contains "$out" "take it away from them, when they agree: git handoff take --steal $id" "'c' is none of them"
}

# The untouched WIP commit, and the same menu; who asks nobody is offered it.
held_untouched() {
  make_server
  ben_takes_over
  person Ann
  on_terminal $'q\n' git handoff resume
  expect_lacks "$out" "[c] continue"
  expect_contains "$out" "git handoff take --steal $id" "[f] start fresh"
  on_terminal $'q\n' git handoff resume --offline
  expect_contains "$out" "[c] continue"
  # Another version than this one.
  person Ben
  write third.txt "of Ben"
  works git handoff pause --push -m "more"
  person Ann
  on_terminal $'q\n' git handoff resume
  expect_lacks "$out" "[c] continue"
  expect_contains "$out" "take what is there now: git handoff take $id"
}

# A fork that is shared itself: what may be taken is told beside what became of the original.
fork_is_shared_too() {
  make_server
  ben_takes_over
  person Ann
  works git handoff resume --continue --offline
  write third.txt "of Ann"
  works git handoff pause --push -m "a fork" --next "go on"
  fork=$(live_ids)
  expect_equal free "$(state_on_server "$fork")"
  told_everywhere "forked from $id: Ben has had that for" "free to take, Ben has the original" \
    "this one is on origin, free to take (seen just now)" original
  expect_equal free "$(git handoff list --porcelain | cut -f13)"
  expect_equal free "$(git handoff list --json | json '.handoffs[0].shared.fork')"
  # What of it was not pushed is not there.
  write fourth.txt "of Ann"
  works git handoff pause -m "later" --next "go on"
  told_everywhere "forked from $id: Ben has had that for" "origin has another version, Ben has the original" \
    "this one: origin has another version of it, free to take: git handoff push $fork" original
  expect_equal true "$(git handoff status --json | json '.active[0].shared.unpushed')"
  works git handoff push "$fork"
  works git handoff status
  expect_contains "$out" "this one is on origin, free to take"
  # Who has what is said once, also where the branch at the remote has moved on.
  (person Ben && git stash -qu && git commit -q --no-verify --allow-empty -m "by Ben" && git push -q --no-verify origin HEAD:login)
  git fetch -q
  TERMINAL_WIDTH=300 works git handoff status
  expect_contains "$out" "origin/login is 1 commit ahead"
  expect_equal 1 "$(grep -c "forked from $id" <<<"$out")" "$out"
}

# Who takes the fork has work that somebody else goes on with, too.
fork_is_taken() {
  make_server
  ben_takes_over
  person Ann
  works git handoff resume --continue --offline
  write third.txt "of Ann"
  works git handoff pause --push -m "a fork" --next "go on"
  id_of_original=$id
  id=$(live_ids)
  person Cat
  works git handoff fetch
  on_terminal $'no\n' git handoff take "$id"
  expect_contains "$out" "forked from $id_of_original: Ben has had that for"
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$err" "note: forked from $id_of_original: Ben has had that for"
  works git handoff undo
  works git handoff take --json "$id"
  expect_contains "$(json .original <<<"$out")" "Ben has had that for"
}

# A shell may expand its prompt once more.
names_in_a_prompt() {
  local who name
  make_server
  ann_hands_over
  while read -r who name; do
    person "$who"
    has_read "$id"
    GIT_AUTHOR_NAME=$name GIT_COMMITTER_NAME=$name works git handoff take --steal "$id"
    person Ann
    works git handoff fetch
    works git handoff status --prompt
    expect_matches "$out" '^paused [^,]*, somebody else has it$'
  done <<'END'
Ben $(touch PWNED)
Cat `touch PWNED`
Dan Dan!! \$(x) %n
END
}

test_case "free to take" free_to_take
test_case "somebody has it" somebody_has_it
test_case "... and a name that a shell would run is in no prompt" names_in_a_prompt
test_case "somebody finished it" somebody_finished_it
test_case "it is gone from the server" gone_from_there
test_case "... where somebody else had it last" gone_behind_somebody_else
test_case "... while two have the work: each is told of the other from then on" gone_while_both_have_it
test_case "... or was set back to before it was taken" restored_while_both_have_it
test_case "what is gone, and comes back as it was, is still of who had it" gone_and_back
test_case "whether it arrived is not known" not_settled
test_case "taken from who had it: their work is kept, and they are told as what" taken_from_who_had_it
test_case "one's own other clone has it" you_elsewhere
test_case "a fork that is shared itself" fork_is_shared_too
test_case "... who takes it is told, before it is claimed and behind it" fork_is_taken
test_case "finished, below a commit that was made by mistake: each step that is named goes" finished_below_commits
test_case "finished, and the WIP commit was amended, or is on another branch" finished_and_altered
test_case "below a commit, and somebody has it: the hook and the menu name what goes" held_below_commits
test_case "the menu offers nothing of what others have, but to who asks nobody" held_untouched
# What is refused does not change whose branch a claim is on; the work is handed back under its id.
taken_on_another_branch() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take --branch mine "$id"
  must_fail 1 git handoff undo
  works git handoff
  expect_lacks "$out" "(login)"
  write src/more.c "int more;"
  works git handoff pause --push -m "Ben's part" --next more
  expect_contains "$out" "$id"
  expect_equal free "$(state_on_server "$id")"
}
test_case "a claim stays on the branch it was taken on, whatever is asked and refused" taken_on_another_branch

variants=odd

put_away_and_seen_again() {
  make_server
  ann_hands_over
  works git handoff fetch
  works git handoff list --all
  expect_equal 1 "$(grep -c "^$id" <<<"$out")"
  person Ben
  has_read "$id"
  works git handoff discard "origin/$id"
  works git handoff fetch
  works git handoff list --all
  expect_equal 1 "$(grep -c "^$id" <<<"$out")"
  expect_lacks "$out" "paused@"
  must_fail 1 git handoff resume
  expect_contains "$err" "nothing is paused"
  works git handoff undo
  works git handoff list --all
  expect_contains "$out" "paused@origin"
  works git handoff take "$id"
}
test_case "what was put away unread by a take stays away, and undo brings it back" put_away_and_seen_again

# What came with a take goes with the release: who has it next closes it, or hands it on.
given_back_with_its_questions() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  works git handoff note question "which port?"
  make_work
  works git handoff pause --push -m login --next "go on"
  id=$(live_ids)
  takes Ben
  works git handoff note question "a question of Ben's"
  for again in 1 2 3; do
    expect_equal 1 "$(git handoff note --list | grep -c "which port")" "$again"
    if [ "$again" = 1 ]; then
      works git handoff release "$id"
    else # its answer is lost, and a look finds that it has arrived
      no_answer release "$id"
      if [ "$again" = 3 ]; then # Ann has it by then
        person Ann
        works git handoff take "$id"
        person Ben
      fi
      works git handoff fetch
    fi
    works git handoff note --list
    expect_lacks "$out" "which port"
    git reset -q --hard
    git clean -qfd
    [ "$again" = 3 ] || works git handoff take "$id"
  done
  expect_contains "$(git handoff note --list)" "a question of Ben's"
  person Ann
  works git handoff note done "which port?"
  works git handoff pause --push -m again --next "go on"
  takes Ben
  works git handoff note --list
  expect_lacks "$out" "which port"
  write third.txt "of Ben"
  works git handoff pause --push -m "of Ben" --next "go on"
  works git handoff show "$id"
  expect_lacks "$out" "which port"
  expect_contains "$out" "a question of Ben's"
}
test_case "an open question that came with a take goes with the release, and comes back with the next one alone" given_back_with_its_questions


# A refspec that brings all refs makes no publication of a shared handoff.
wide_refspec() {
  make_server
  person Ann
  git config --add remote.origin.fetch "$1"
  person Ben
  git config --add remote.origin.fetch "$1"
  ann_hands_over
  git fetch -q
  expect_contains "$(git branch -r)" "$id"
  works git handoff status
  expect_lacks "$out" published
  run git-handoff hook pre-push origin "$server" <<<"refs/heads/login $(git rev-parse HEAD) refs/heads/login $(git rev-parse origin/login)"
  expect_contains "$err" "warning: publishing paused work: '$id'"
  works git handoff resume --continue
  works git handoff undo
  takes Ben
  expect_contains "$(git status --porcelain)" "src/"
  must_fail 1 git handoff release --done
  expect_contains "$err" "is not finished on origin"
}
test_case "a shared handoff that a wide refspec brings publishes nothing" wide_refspec '+refs/*:refs/remotes/origin/*'
test_case "... nor one that has a folder of its own there" wide_refspec '+refs/handoffs/shared/*:refs/remotes/origin/handoffs/*'

# What closes an item of it was noted after the pause that stays here.
closed_in_what_stays_paused() {
  make_server
  person Ann
  ann_works
  works git handoff note question "which port?"
  works git handoff pause --push -m "login" --next "write the expiry test"
  id=$(live_ids)
  takes Ben
  works git handoff pause -m "of Ben"
  works git handoff note done "which port?"
  works git handoff release "$id"
  works git handoff brief
  expect_lacks "$out" "which port"
}
test_case "what was closed stays closed in what is paused here when it is given back" closed_in_what_stays_paused

# The remote did not show it for a moment.
away_for_a_moment() {
  make_server
  ben_takes_over
  git -C "$server" config transfer.hideRefs refs/handoffs
  works git handoff fetch
  git -C "$server" config --unset transfer.hideRefs
  works git handoff fetch
  works git handoff status
  expect_lacks "$out" "in your name" "another clone"
  works git handoff release "$id"
  expect_equal free "$(state_on_server "$id")"
}
test_case "who has it still has it when the remote shows it again" away_for_a_moment

nobody_is_asked_in_an_emergency() {
  make_server
  ben_takes_over
  for how in --emergency "-m slowly"; do
    GIT_TRACE="$case_dir.aside/trace" eval "works git handoff pause $how"
    [ "$how" != --emergency ] || expect_lacks "$(<"$case_dir.aside/trace")" upload-pack receive-pack
    works git handoff resume --continue --offline
  done
  expect_contains "$(<"$case_dir.aside/trace")" upload-pack
}
test_case "a pause in an emergency asks no server" nobody_is_asked_in_an_emergency
test_done
