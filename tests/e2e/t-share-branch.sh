#!/usr/bin/env bash
# The branch that a shared handoff belongs to, as the server has it: of another name, rewritten, ahead.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# ann_follows NAME: Ann's branch feature follows origin/NAME, and she hands over.
ann_follows() {
  person Ann
  git switch -q -c feature main
  write src/util.c "int util(void) { return 9; }"
  commit_all "the first half"
  git push -q -u origin "feature:$1" 2>/dev/null
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --push -m "second half" --next "go on"
  id=$(live_ids)
}

upstream_of_another_name() {
  make_server
  person Ben
  ann_follows login
  # What is below the work goes there, too.
  works git handoff resume --continue
  git commit -q -am "not pushed"
  write src/util.c "int util(void) { return 3; }"
  must_fail 1 git handoff pause --push -m "the rest"
  expect_contains "$err" "git push origin $(git rev-parse --short=7 HEAD~1):refs/heads/login"
  git push -q origin HEAD~1:refs/heads/login
  works git handoff push
  person Ben
  has_read "$id"
  works git handoff take "$id"
  expect_equal origin/login "$(git rev-parse --abbrev-ref '@{upstream}')"
  commit_all "finished by Ben"
  git push -q origin HEAD:login 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff resume --fresh
  expect_equal "$(git -C "$server" rev-parse login)" "$(git rev-parse HEAD)" "Ann goes on to what the server has"
}

# Cat adds to it, and whoever takes or resumes it is told.
ahead_under_another_name() {
  make_server
  person Cat
  ann_follows login
  person Cat
  git fetch -q
  git switch -q login
  git commit -q --allow-empty -m "of Cat"
  git push -q origin login 2>/dev/null
  person Ben
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$err" "origin/login is 1 commit ahead (Cat)"
}

# A branch of its own name comes first: a new one usually follows what it began at.
own_name_first() {
  make_server
  person Ann
  git switch -q -c feature origin/main 2>/dev/null
  expect_equal origin/main "$(git rev-parse --abbrev-ref '@{upstream}')"
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --push -m one --next "go on"
  id=$(live_ids)
  takes Ben
  commit_all "finished by Ben"
  git push -q -u origin feature 2>/dev/null
  works git handoff release --done
  person Cat
  git commit -q --allow-empty -m "of Cat, on main"
  git push -q origin main 2>/dev/null
  person Ann
  works git handoff resume --fresh
  expect_equal "$(git -C "$server" rev-parse feature)" "$(git rev-parse HEAD)"
}

# What becomes of the branch that all others begin at is no news of this one.
main_goes_on() {
  make_server
  person Cat
  person Ann
  git switch -q -c feature origin/main 2>/dev/null
  git branch -q -D main
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --push -m one --next "go on"
  id=$(live_ids)
  person Cat
  git commit -q --allow-empty -m "of Cat, on main"
  git push -q origin main 2>/dev/null
  takes Ben
  expect_lacks "$err" origin/main
  commit_all "finished by Ben"
  git push -q origin HEAD:refs/heads/other 2>/dev/null
  works git handoff release --done --force
  person Ann
  git fetch -q
  base=$(git rev-parse HEAD~1)
  works git handoff resume --fresh
  expect_lacks "$err" origin/main
  expect_equal "$base" "$(git rev-parse HEAD)"
}

# A clone of one branch alone, too.
in_a_narrow_clone() {
  make_server
  person Ann
  git switch -q -c feature
  git push -q -u origin feature:login 2>/dev/null
  git config remote.origin.fetch +refs/heads/main:refs/remotes/origin/main
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --push --with-history -m one --next "go on"
  id=$(live_ids)
  takes Ben
  commit_all "finished by Ben"
  git push -q origin HEAD:login 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff resume --fresh
  expect_equal "$(git -C "$server" rev-parse login)" "$(git rev-parse HEAD)"
}

# What Ben added to went on here, as a fork that stands on the older WIP commit: it is one work.
fork_on_older_work() {
  make_server
  ben_takes_over
  write second.txt "of Ben"
  works git handoff pause --push -m "back to you"
  person Ann
  base=$(git rev-parse HEAD~1)
  write third.txt "of Ann"
  works git handoff pause -m "on the older one"
  expect_contains "$err" "your work is kept as a new handoff"
  fork=$(live_ids)
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "forked from $id: Ben has added to it, "
  expect_lacks "$out" "safe to continue"
  expect_contains "$(git handoff status --prompt)" "Ben has added to the original"
  works git handoff push
  works git handoff pause --push -m "a better reason"
  expect_contains "$out" "nothing new since" "Shared on origin as $fork"
  expect_equal free "$(state_on_server "$fork")"
  # What cannot go along keeps nobody from what went before, which is said.
  write src/main.c "key = ghp_$(printf 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8' | head -c 36)"
  must_fail 1 git handoff pause --push -m "with a secret"
  expect_contains "$err" "NOT shared: " "origin has another version of it, free to take"
  works git handoff resume --continue
  expect_equal "$base" "$(git rev-parse HEAD)" "nothing of it stays in history"
  expect_equal "of Ann" "$(cat third.txt)"
}

# Cat takes out of the branch what the work was paused on.
rewritten_since() {
  make_server
  person Ben
  ann_follows feature
  person Cat
  git fetch -q
  git switch -q feature
  git reset -q --hard HEAD~1
  git commit -q --allow-empty -m "without the first half"
  git push -q -f origin feature 2>/dev/null
  takes Ben
  expect_contains "$err" "warning: origin/feature was rewritten, with 1 new commit (Cat)"
  person Ann
  git fetch -q
  works git handoff fetch
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "Ben has had it for" "origin/feature was rewritten, with 1 new commit"
  expect_lacks "$out" ahead
  # Starting fresh goes back to what was dropped there, and says so.
  works git handoff resume --fresh
  expect_contains "$err" "Ben has had it for" "; origin/feature was rewritten, with 1 new commit (Cat)"
}

# Who adds to the record has seen the branch as it was written anew; who takes it back has not.
rewritten_before_the_last_pause() {
  make_server
  person Ann
  git switch -q -c login
  git commit -q --allow-empty -m "first half"
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push -m "half of it"
  id=$(live_ids)
  person Cat
  git switch -q login
  git commit -q --amend --allow-empty -m "first half, better"
  git commit -q --allow-empty -m "second half"
  git push -q -f origin login 2>/dev/null
  takes Ben
  write ben.txt "of Ben"
  works git handoff pause --push -m "back to you"
  takes Ann
  expect_contains "$err" "warning: origin/login was rewritten, with"
  expect_lacks "$err" "ahead"
}

# ... who handed back has followed that, and what the work stands on now is new to who takes it back.
rewritten_below_the_last_pause() {
  make_server
  person Ann
  git switch -q -c login
  write first.txt "first half"
  commit_all "first half"
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push -m "half of it"
  id=$(live_ids)
  person Cat
  write hotfix.txt "on main"
  commit_all hotfix
  git push -q origin main
  takes Ben
  git stash -q -u
  git pull -q --rebase origin main
  git stash pop -q --index
  git push -q -f origin login
  works git handoff pause --push -m "back to you"
  takes Ann --apply
  expect_contains "$err" "warning: origin/login was rewritten, with 1 new commit (Cat)"
  commit_all "second half"
  git pull -q --rebase
  git push -q origin login
  works git handoff release
  expect_contains "$out" "origin/login was rewritten since its work began, with 2 new commits: git handoff release --done $id"
}

# Where the history here is cut nobody can tell that a branch was rewritten: nobody did.
shallow_is_not_rewritten() {
  make_server
  git clone -q --depth 1 --no-single-branch "file://$server" "$case_dir/ann"
  ann_follows feature
  takes Ben
  commit_all "the second half"
  for name in third fourth; do
    write "$name.txt" "$name"
    commit_all "$name"
  done
  git push -q origin feature
  works git handoff release --done
  person Ann
  works git handoff fetch
  git fetch -q --depth 1
  must_fail 1 git handoff check "$id"
  expect_contains "$out" "the history here is shallow and ends before it could tell how"
  expect_lacks "$out" rewritten
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "origin/feature is 1 commit or more ahead (Ben): the history here is shallow"
  expect_lacks "$out" rewritten
  works git handoff resume --fresh
  expect_lacks "$out$err" rewritten
  expect_equal "$(git -C "$server" rev-parse feature)" "$(git rev-parse HEAD)" "Ann goes on to what the server has"
}

# What a rebase only wrote anew is not new; the work itself, which somebody committed there, is.
rebased_since() {
  make_server
  person Ann
  git switch -q -c feature
  for i in 1 2; do
    write "feature$i.txt" "$i"
    commit_all "feature $i"
  done
  git push -q -u origin feature 2>/dev/null
  make_work
  works git handoff pause --push -m feature
  id=$(live_ids)
  work=$(git rev-parse HEAD)
  person Cat
  write hotfix.txt "on main"
  commit_all hotfix
  git switch -q feature
  git rebase -q main
  git push -q -f origin feature 2>/dev/null
  takes Ben
  expect_contains "$err" "warning: origin/feature was rewritten, with 1 new commit (Cat)"
  works git handoff undo
  person Cat
  git fetch -q "$case_dir/ann" feature
  git cherry-pick "$work" >/dev/null
  git checkout -q HEAD~1 -- src/main.c
  git commit -q --amend -m "a part of the work"
  git push -q origin feature 2>/dev/null
  takes Ben
  expect_contains "$err" "warning: origin/feature was rewritten, with 2 new commits"
}

# The id still has the name that the branch had.
renamed_since() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  git branch -q -m login sign/in
  git push -q -u origin sign/in 2>/dev/null
  works git handoff pause --push -m "under its new name"
  expect_contains "$out" "Shared on origin as $id"
  person Ben
  on_terminal $'read\n' git handoff take "$id"
  expect_contains "$out" "Took $id"
  expect_equal sign/in "$(git branch --show-current)"
  expect_equal origin/sign/in "$(git rev-parse --abbrev-ref '@{upstream}')"
}

# What she calls it is hers alone, and that is what she types.
renamed_here() {
  make_server
  ann_hands_over
  git branch -m login mine
  works git handoff fetch mine
  expect_contains "$out" "$id"
  works git handoff take mine
  expect_equal mine "$(git branch --show-current)"
  works git handoff release mine
}

# Ben calls the branch otherwise, and what comes has no commit of its own: it goes there all the same.
renamed_before_words() {
  make_server
  person Ann
  git switch -q -c login
  commit_all "begun"
  git push -q -u origin login 2>/dev/null
  person Ben
  git fetch -q
  git switch -q login
  person Ann
  works git handoff pause --push --next "write the test"
  id=$(live_ids)
  person Ben
  test_tick
  git branch -m login mine
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$out" "you are on mine"
  expect_equal mine "$(git branch --show-current)"
  expect_equal "" "$(git branch --list login)"
  works git handoff undo
  expect_equal mine "$(git branch --show-current)"
}

# What stands in the trailer is anybody's.
forged_upstream() {
  local name
  make_server
  ann_hands_over
  person Ben
  for name in HEAD ../../x "-x" "a b" "$(printf 'n%.0s' {1..2000})"; do
    version=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
    version=$(git -C "$server" cat-file commit "$version" |
      sed "0,/^parent /s/^parent /parent $version\n&/; /^Handoff-Upstream:/d; s/^Handoff-State:/Handoff-Upstream: ${name//\//\\/}\n&/" |
      git -C "$server" hash-object -t commit -w --stdin)
    git -C "$server" update-ref "refs/handoffs/shared/$id" "$version"
    works git handoff fetch "$id"
    works git handoff status
    expect_lacks "$out$err" damaged
    works git handoff doctor
    expect_lacks "$out$err" "$id"
  done
  takes Ben
  expect_equal origin/login "$(git rev-parse --abbrev-ref '@{upstream}')"
}

test_case "a forged upstream is none" forged_upstream
test_case "a branch that was renamed is found by the id" renamed_since
test_case "... and here by its name of today" renamed_here
test_case "... also where nothing but words comes, and whoever takes it has renamed the branch" renamed_before_words
test_case "a branch that was rewritten is not called ahead" rewritten_since
test_case "... by whoever has it, who pauses behind that" rewritten_before_the_last_pause
test_case "... nor called without new commits by who takes back what stands on them" rewritten_below_the_last_pause
test_case "a branch whose history is cut here is not called rewritten" shallow_is_not_rewritten
test_case "... and what a rebase wrote anew is not new" rebased_since
test_case "a fork that stands on the older work is one work, and shared again" fork_on_older_work
test_case "a branch that follows one of another name goes on to that" upstream_of_another_name
test_case "what others add to an upstream of another name is told" ahead_under_another_name
test_case "the branch of the same name comes before the upstream" own_name_first
test_case "the branch that all others begin at is not told of" main_goes_on
test_case "a clone of one branch asks for the upstream by name" in_a_narrow_clone

# renamed_by_the_other [WORKTREE]: where her own branch is checked out.
renamed_by_the_other() {
  make_server
  ben_takes_over
  git branch -m login signin
  git push -q -u origin signin 2>/dev/null
  works git handoff pause --push -m "back to you"
  person Ann
  [ $# -eq 0 ] || { git switch -q main && git worktree add -q "$1" login; }
  TERMINAL_WIDTH=200 on_terminal $'read\n' git handoff take
  [ "$code" -eq 0 ] || fail "$out"
  expect_equal signin "$(git branch --show-current)"
  expect_equal origin/signin "$(git rev-parse --abbrev-ref '@{u}')"
  # Her own branch has the WIP commit of the version before, which no resume takes off any more.
  expect_contains "$out" "'login' still ends in its WIP commit $(git rev-parse --short login); to take it off there: "
  eval "$(sed -n 's/^.* to take it off there: //p' <<<"$out" | tr -d '\r')" || fail "the hint does not go"
  expect_equal "$(git rev-parse origin/login)" "$(git rev-parse login)"
}
test_case "a branch that was renamed meanwhile gets its upstream without a fetch before" renamed_by_the_other
test_case "... and the one that is left in another worktree is put right there" renamed_by_the_other ../linked

# A plain push has brought the WIP commit to its branch, and somebody without the tool goes on in it.
amended_by_another() {
  make_server
  ann_hands_over
  git push -q origin login 2>/dev/null
  person Cat
  git switch -q login
  write cat.txt "of Cat"
  git add cat.txt
  git commit -q --amend --no-edit
  git push -q -f origin login 2>/dev/null
  person Ann
  works git handoff resume --continue
  expect_contains "$out" "origin/login was rewritten, with 1 new commit: Cat, 'wip: "
}
test_case "what somebody else has made of a WIP commit there is told" amended_by_another

# fetches_as PATTERN: this clone knows of the server's branches what that refspec brings, and nothing else.
fetches_as() {
  git config remote.origin.fetch "$1"
  git for-each-ref --format='delete %(refname)' refs/remotes | git update-ref --no-deref --stdin
  git fetch -q origin
}

branches_under_other_names() {
  make_server
  ann_hands_over
  person Cat
  git switch -q login
  git commit -q --allow-empty -m "of Cat"
  git push -q origin login
  person Ben
  fetches_as '+refs/heads/*:refs/remotes/up/*'
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$err" "up/login is 1 commit ahead (Cat)"
  expect_lacks "$err" "only some branches"
  expect_equal up/login "$(git rev-parse --abbrev-ref '@{upstream}')"
  expect_equal "" "$(git for-each-ref refs/remotes/origin/)" "as git fetch calls them, and no other way"
  works git handoff pause --push -m "back to you" --next "go on"
}
test_case "a clone that calls the server's branches otherwise has the upstream, and what is there" branches_under_other_names

gone_since() {
  make_server
  ann_hands_over
  git push -q origin :login
  person Ben
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$err" "warning: origin has no branch 'login' any more"
  works git handoff undo
  # Who has seen it before keeps its ref: that tells nothing of what is there.
  git update-ref refs/remotes/origin/login HEAD~1
  works git handoff take "$id"
  expect_contains "$err" "warning: origin has no branch 'login' any more"
}
test_case "who takes work of a branch that is gone there is told" gone_since

# What Ben calls his branch was never there.
gone_and_renamed_here() {
  make_server
  ann_hands_over
  takes Ben
  git push -q origin :login
  git branch -m login feature
  write more.txt more
  works git handoff pause --push --next "go on"
  takes Ann
  expect_contains "$err" "warning: origin has no branch 'login' any more"
}
test_case "... by the name that it had there, not by that of who paused it" gone_and_renamed_here

renamed_there() {
  make_server
  person Ann
  git switch -q -c login
  write base.txt begun
  commit_all "login: begun"
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push -m login --next "go on"
  id=$(live_ids)
  git -C "$server" branch -m login feature/login
  takes Ben
  expect_contains "$err" "origin has no branch 'login' any more: 'feature/login' there has its commit"
  works git handoff release --done --force "$id"
  # Nor is it told as merged to whoever paused it.
  person Ann
  git fetch -q --prune
  works git handoff status
  expect_lacks "$out" "was merged" "is gone"
  run git handoff check --json
  expect_contains "$(jq -r '.findings[] | select(.code == "upstream") | .evidence' <<<"$out")" "origin/feature/login has the same commit"
  git update-ref refs/remotes/origin/login HEAD~1
  works git handoff resume --fresh
  expect_contains "$out$err" "origin has no branch 'login' (any more): 'feature/login' there has its commit"
}
test_case "... and by which name the server has it now, which is not called merged" renamed_there

# A branch that never held more than main did is gone: nobody knows that it was merged.
gone_without_commits() {
  make_server
  ann_hands_over
  git push -q origin :login
  git fetch -q --prune
  for verb in status check resume; do
    run git handoff $verb
    expect_contains "$out" "safe to continue"
    expect_lacks "$out" "was merged"
  done
}
test_case "... and one that held nothing of its own is not called merged" gone_without_commits

never_pushed() {
  make_server
  person Ann
  git switch -q -c login
  make_work
  works git handoff pause --push -m login --next "go on"
  id=$(live_ids)
  takes Ben
  expect_lacks "$err" "any more"
}
test_case "... and not of one that was never there" never_pushed

# hint_for CODE: what check names for it.
hint_for() { jq -r --arg code "$1" '.findings[] | select(.code == $code) | .suggestion' <<<"$out"; }

variants=odd

checked_before_a_take() {
  make_server
  git clone -q --single-branch "$server" "$case_dir/ben" 2>/dev/null
  ann_hands_over
  person Ben
  has_read "$id"
  run git handoff check --json "$id"
  expect_contains "$out" "this clone does not fetch it; all that it held is on the branch"
  expect_lacks "$out" "any more"
  command=$(hint_for branch)
  works sh -c "${command##*: }"
  expect_contains "$out" "Took $id"
  # Somebody else has it: no way back is named that is refused.
  person Cat
  works git handoff fetch "$id"
  run git handoff check --json "$id"
  expect_equal "" "$(hint_for branch)"
}
test_case "check of what is not taken, in a clone of one branch: what it says is so, and what it names goes" checked_before_a_take

# renamed_after_a_push: Ann has handed over, and calls her branch otherwise, here and there.
renamed_after_a_push() {
  make_server
  ann_hands_over
  git branch -m login sign/in
  git push -q origin sign/in~1:refs/heads/sign/in :login 2>/dev/null
  git branch -q -u origin/sign/in
}

renamed_and_pushed_again() {
  renamed_after_a_push
  [ "$1" = on_it ] || git switch -q main
  works git handoff push "$id"
  expect_contains "$err" "the branch 'login' is called 'sign/in' now"
  expect_contains "$out" "Shared on origin as $id"
  works git handoff push "$id"
  expect_contains "$out" "already"
  git switch -q sign/in
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  expect_equal "1 sign/in" "$(git handoff list --json | json '"\(.handoffs | length) \(.handoffs[0].branch)"')"
  takes Ben
  expect_equal "sign/in origin/sign/in" "$(git branch --show-current) $(git rev-parse --abbrev-ref '@{upstream}')"
  expect_state "$state"
  person Ann
  git branch -m sign/in sign-in
  must_fail 1 git handoff push "$id"
  expect_contains "$err" "Ben has had it"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)" "a new name alone is no other work"
}
test_case "a branch that was renamed since is shared once more under its new name" renamed_and_pushed_again on_it
test_case "... from another branch, too" renamed_and_pushed_again beside_it

# What undo brings back is the version of the branch of before, and origin has not that.
renamed_and_undone() {
  renamed_after_a_push
  write later.txt "since"
  works git handoff pause --push -m "in a hurry"
  works git handoff undo
  for verb in status list; do
    TERMINAL_WIDTH=200 works git handoff $verb
    expect_contains "$out" "which has not what is paused here"
  done
  works git handoff undo
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  expect_lacks "$out" "which has not"
}
test_case "... and what an undo brings back under the old name is not called what the server has" renamed_and_undone

# Somebody takes it at that moment.
renamed_and_overtaken() {
  renamed_after_a_push
  person Ben
  has_read "$id"
  person Ann
  overtaken_by Ben git-handoff take "$id"
  PATH=$case_dir.aside:$PATH must_fail 1 git-handoff push
  expect_contains "$err" "shared as it is here, and Ben has had it"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
}
test_case "... and where somebody takes it meanwhile it stays one handoff" renamed_and_overtaken


# A branch that follows none, and was written anew before the other one cloned.
rewritten_before_the_clone() {
  make_server
  person Cat
  person Ann
  git switch -q -c login
  write a.txt one
  commit_all "first half"
  git push -q origin login 2>/dev/null
  make_work
  works git handoff pause --push -m "half of it" --next "go on"
  id=$(live_ids)
  person Cat
  git switch -q -c login
  write b.txt two
  commit_all "of Cat"
  git push -q -f origin login 2>/dev/null
  takes Ben
  expect_contains "$err" "warning: origin/login was rewritten, with 1 new commit (Cat)"
}
test_case "... also to who cloned after that, where it follows none" rewritten_before_the_clone

# own_older NEXT: while Ben has it and adds to it, Ann's login goes on with her older WIP commit at its end, or below.
own_older() {
  make_server
  ben_takes_over
  write doc.txt docs
  git add doc.txt
  git commit -q -m "login: docs" doc.txt
  git push -q origin login 2>/dev/null
  write notes/todo.txt "Ben's, in its place"
  git checkout -q HEAD src/util.c
  write better.txt better
  works git handoff pause --push -m bens --next "$1"
  person Ann
  git fetch -q
  has_read "$id"
  git tag mine
  write top.txt top
  commit_all "on top"
  not_taken_here "$(git rev-parse --short=7 mine)" "git rebase -i --autostash"
  GIT_SEQUENCE_EDITOR="sed -i '1{h;d};2{G}'" git rebase -q -i HEAD~2
  not_taken_here "that this work does not stand on" --apply
  git reset -q --hard mine
  git merge -q --no-edit origin/login
  not_taken_here "$(git rev-parse --short=7 mine)" "git rebase --autostash origin/login, then take it again"
  git reset -q --hard mine
  write amended.txt amended
  git add amended.txt
  git commit -q --amend --no-edit
  not_taken_here "is not what was paused" "git "
  git reset -q --hard mine
  git update-ref refs/remotes/origin/pushed HEAD
  not_taken_here "is published: it is in refs/remotes/origin/pushed" "$(git rev-parse --short=7 mine)"
  git update-ref -d refs/remotes/origin/pushed
  git tag -d mine >/dev/null
  git rebase -q origin/login
  works git handoff take "$id"
  expect_contains "$out" "on login as they were left"
  expect_equal "$(git rev-parse origin/login)" "$(git rev-parse HEAD)" "the older WIP commit is off"
  expect_equal "Ben's, in its place better" "$(cat notes/todo.txt better.txt | xargs -d '\n')"
  git diff --quiet HEAD -- src/util.c || fail "what Ben took out is back"
  works git handoff undo
  works git handoff resume --continue
  expect_equal "Ben's, in its place" "$(cat notes/todo.txt)"
}

# not_taken_here TEXT...: refused, and by --keep-wip, too, since no branch here has Ben's work; another branch is named.
not_taken_here() {
  local tip
  tip=$(git rev-parse HEAD)
  for flag in "" --keep-wip; do
    # shellcheck disable=SC2086  # nothing, or one word
    must_fail 1 git handoff take $flag "$id"
    expect_contains "$err" "$@" "git handoff take --branch NAME $id"
    expect_lacks "$err" --keep-wip --unwrap
  done
  expect_equal "$tip" "$(git rev-parse HEAD)"
  expect_equal free "$(state_on_server "$id")"
}
test_case "one's own older WIP commit, rebased meanwhile, makes way for what was added to it" own_older "write the expiry test"
test_case "... also where the next step is another one" own_older "test better.txt"

# Ben's commit goes along with his work, and Ann merges the work alone.
merged_without_its_commits() {
  make_server
  ben_takes_over
  write fix.txt "Ben's fix"
  git add fix.txt
  git commit -q -m "login: fix" fix.txt
  works git handoff pause --push --with-history -m bens --next "go on"
  person Ann
  git reset -q --hard HEAD~1
  write own.txt own
  commit_all own
  has_read "$id"
  must_fail 1 git handoff take "$id"
  below="1 commit below the work is not on 'login': git log $(git rev-parse --short=7 HEAD)..$(git rev-parse --short=7 "refs/handoffs/remotes/origin/$id^2~1")"
  expect_contains "$err" "that merges the work alone: $below"
  works git handoff take --apply "$id"
  expect_contains "$out$err" "$below"
  commit_all finished
  git push -q origin login 2>/dev/null
  must_fail 1 git handoff release --done
  expect_contains "$err" "1 commit that came below the work" "is on no branch of a remote"
  write own.txt more
  works git handoff pause -m "once more"
  works git handoff resume --continue
  commit_all more
  git push -q origin login 2>/dev/null
  must_fail 1 git handoff release --done
  expect_contains "$err" "1 commit that came below the work" "is on no branch of a remote"
  git cherry-pick "${below##*..}" >/dev/null
  git push -q origin login 2>/dev/null
  works git handoff release --done
}
test_case "what is merged by --apply without the commits below it says so, and is not finished" merged_without_its_commits

# A shared WIP commit that stands below what is handed over: Ben is told of it as Ann is.
below_what_was_taken() {
  make_server
  ann_hands_over
  local wip
  wip=$(git rev-parse --short=7 HEAD)
  git branch other
  write top.txt top
  git add top.txt
  git commit -q -m "on top" top.txt
  write more.txt more
  works git handoff pause --push --with-history -m more --next "go on"
  takes Ben
  expect_contains "$out" "hint: the WIP commit $wip of $id stays below what was committed since"
  works git handoff init --hooks pre-push
  works git handoff status
  expect_contains "$out" "WIP commit: $wip of $id stays below what was committed since; to squash it, 'fixup -C' on the line below it: git rebase -i --autostash $wip~1"
  works git push -q --dry-run origin login
  expect_contains "$err" "publishing paused work: '$id' ($wip)" "hint: 'git rebase -i --autostash $wip~1' removes"
  # A branch that was begun there, also once its work went on on its own.
  works git handoff pause --push -m bens --next "go on"
  person Ann
  git switch -q other
  write other.txt other
  git add other.txt
  git commit -q -m "other" other.txt
  write other.txt more
  works git handoff pause -m other --next "go on"
  works git handoff push --with-history
  id=$(git handoff list --porcelain | grep -w other | cut -f1)
  local out_of
  out_of="to leave that out: git rebase --autostash --onto $(git rev-parse --short=7 "$wip~1") $wip"
  works git handoff status
  expect_contains "$out" "other contains a WIP commit of login ($wip); $out_of"
  # Whoever has only that one has nothing to resume.
  takes Cat
  works git handoff init --hooks pre-push
  works git push -q --dry-run origin other
  expect_contains "$err" "publishing paused work" "hint: 'git rebase -i --autostash $wip~1' removes"
  git stash -q
  git switch -q -c third "$wip"
  works git push -q --dry-run origin third
  expect_contains "$err" "hint: 'git reset HEAD~1' removes"
  git reset -q HEAD~1
  git checkout -q -f other
  git stash pop -q
  works git handoff undo
  takes Ben
  expect_contains "$out" "hint: other contains a WIP commit of login ($wip); $out_of"
  works git handoff status
  expect_contains "$out" "other contains a WIP commit of login ($wip); $out_of"
  expect_lacks "$out" "squash"
  works git push -q --dry-run origin other
  expect_contains "$err" "publishing paused work" "hint: 'git rebase --autostash --onto"
  # shellcheck disable=SC2046  # words of a command
  works $(sed -n 's/.*to leave that out: //p' <<<"$(git handoff)") -q
  expect_equal other "$(git log --format=%s main..)"
  works git handoff status
  expect_lacks "$out" "contains"
}
test_case "a shared WIP commit below what was taken is told to whoever took it" below_what_was_taken

# As where Ben cloned without the contents of git-lfs: a pointer stands there, and its file at Ann's.
pointer_of_the_giver() {
  make_server
  person Ben
  git config --global filter.up.clean 'tr A-Z a-z'
  git config --global filter.up.smudge 'tr a-z A-Z'
  write .gitattributes '*.bin filter=up'
  write a.bin CONTENT
  commit_all "a.bin"
  git push -q origin main
  git switch -q -c login
  git push -q -u origin login
  git mv a.bin logo.bin
  write logo.bin content
  works git handoff pause --push -m half --next "write the test"
  id=$(live_ids)
  person Ann
  git fetch -q
  has_read "$id"
  works git handoff take "$id"
  expect_file logo.bin CONTENT
  # Who paused has it back as it was.
  works git handoff release
  person Ben
  works git handoff resume --continue
  expect_file logo.bin content
}
test_case "a pointer that stands in place of a file is none at whoever takes it" pointer_of_the_giver

# Ann's work stands on what she pushed since Ben's branch went its own way: he is told how to come there.
pull_first() {
  local way
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  person Ben
  git switch -q login
  write ben.txt ben
  commit_all bens
  person Ann
  write more.txt more
  commit_all more
  git push -q origin login 2>/dev/null
  make_work
  works git handoff pause --push -m x --next y
  id=$(live_ids)
  person Ben
  has_read "$id"
  [ "$1" = here ] || git switch -q main
  must_fail 1 git handoff take "$id"
  way=$(sed -n 's/^hint: get what is below the work first: //p' <<<"$err")
  expect_contains "$way" "git pull --rebase && git handoff take --apply $id"
  works bash -c "$way"
  expect_lacks "$out$err" "below the work"
  expect_file more.txt more
  expect_equal "bens more first" "$(git log --format=%s | paste -sd' ')"
  expect_equal held "$(state_on_server "$id")"
  # It has all that is below the work, and more.
  works git handoff release "$id"
  git stash -q -u
  must_fail 1 git handoff take "$id"
  expect_lacks "$err" "git pull"
}
for where in here elsewhere; do
  test_case "a branch that has diverged from what the work stands on is pulled first: $where" pull_first $where
done

hints_where_one_stands() {
  make_server
  ann_hands_over
  person Ben
  must_fail 1 git handoff take --branch mine "$id"
  expect_contains "$err" "or takes it there: git handoff take --branch mine $id"
  takes Ben
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "hint: hand it back: git handoff pause --push"
  git stash -q -u
  git switch -q main
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "on the branch that has it"
  expect_lacks "$err" "hint: hand it back"
}
test_case "a hint has the options that were given, and none shares what another branch has" hints_where_one_stands

# 'upstream' is the project, 'fork' has the branches and the handoffs; the branch follows upstream/main.
fork_workflow() {
  local name
  make_server
  git clone -q --bare "$server" "$case_dir/fork.git"
  for name in Ann Ben; do
    person "$name"
    git remote rename origin upstream 2>/dev/null
    git remote add -f fork "$case_dir/fork.git" 2>/dev/null
    git config handoff.remote fork
    [ "$1" = named ] || git config remote.pushDefault fork
  done
  person Ann
  git switch -q -c login upstream/main
  write begun.txt begun
  commit_all begun
  git push -q fork login 2>/dev/null
  make_work
  works git handoff pause --push -m login --next "go on"
  id=$(live_ids)
  person Ben
  has_read "$id" "fork/$id"
  works git handoff take "$id"
  expect_lacks "$err" "has no branch"
  commit_all "done by Ben"
  git push -q fork login 2>/dev/null
  works git handoff release --done --force
  person Ann
  works git handoff fetch
  git fetch -q fork
  works git handoff status
  expect_contains "$out" "fork/login is 1 commit ahead"
  works git handoff resume --fresh
  expect_lacks "$out$err" "has no branch"
  expect_equal "done by Ben" "$(git log -1 --format=%s)"
}
# Ben's branch follows what Ann's did.
follows_the_project() {
  local name
  make_server
  git clone -q --bare "$server" "$case_dir/fork.git"
  for name in Ann Ben; do
    person "$name"
    git remote add -f fork "$case_dir/fork.git" 2>/dev/null
    git config handoff.remote fork
  done
  person Ann
  git switch -q -c login origin/main
  make_work
  works git handoff pause --push -m login --next "go on"
  id=$(live_ids)
  person Ben
  has_read "$id" "fork/$id"
  works git handoff take "$id"
  expect_equal origin/main "$(git rev-parse --abbrev-ref '@{upstream}')"
  commit_all "done by Ben"
  git push -q fork login 2>/dev/null
  works git handoff release --done --force
  # Only Ben's push says where it is: no fetch of hers has brought it.
  person Ann
  works git handoff resume --fresh
  expect_lacks "$out$err" "has no branch"
  expect_equal "done by Ben" "$(git log -1 --format=%s)"
}
test_case "... keeps its upstream, and is found where nobody has fetched it" follows_the_project
test_case "a branch that follows the project's is looked for where it was pushed" fork_workflow configured
test_case "... and where nothing but the push says so" fork_workflow named

# empty_clone COMMAND...: makes a repository in $case_dir/ben that knows the server, and no commit of it.
empty_clone() {
  make_server
  git clone -q "$server" "$case_dir/ann" 2>/dev/null
  person Ann
  make_work
  state=$(state_of_tree)
  works git handoff pause --push -m one --next "go on"
  id=$(live_ids)
  "$@"
  cd "$case_dir/ben"
  has_read "$id"
  works git handoff take "$id"
  expect_state "$state"
  expect_equal "main origin/main" "$(git branch --show-current) $(git rev-parse --abbrev-ref '@{upstream}')"
  expect_equal "$(git -C "$server" rev-parse main)" "$(git rev-parse HEAD)"
  expect_lacks "$(git fsck 2>&1)" error
  works git handoff pause --push -m two
  works git handoff undo
}
by_init() {
  git init -q -b main "$case_dir/ben"
  git -C "$case_dir/ben" remote add origin "$server"
}
by_clone() {
  local main
  main=$(git -C "$server" rev-parse main)
  git -C "$server" update-ref -d refs/heads/main
  git clone -q "$server" "$case_dir/ben" 2>/dev/null
  git -C "$case_dir/ben" symbolic-ref HEAD refs/heads/main
  git -C "$server" update-ref refs/heads/main "$main"
}
test_case "a take in a repository without a commit makes the branch" empty_clone by_init
test_case "... and in a clone of an empty one" empty_clone by_clone
# Who took it has a branch of the upstream's name as well: the upstream is still the one that was said.
upstream_beside_its_namesake() {
  make_server
  person Ben
  ann_follows login
  person Ben
  git fetch -q
  git switch -q login
  has_read "$id"
  works git handoff take "$id"
  write third.txt "of Ben"
  works git handoff pause --push -m "two" --next two
  takes Ann
  commit_all "finished by Ann"
  git push -q origin HEAD:login
  works git handoff release --done
  person Ben
  works git handoff resume --fresh
  expect_equal "finished by Ann" "$(git log -1 --format=%s)"
  expect_lacks "$err" "has no branch"
}
test_case "an upstream of another name is known beside a branch of that name" upstream_beside_its_namesake

# It was finished under another name of its branch; on the old one the WIP commit of the first version stays below what is new.
buried_of_what_moved() {
  make_server
  ben_takes_over
  git branch -q -m login topic
  write third.txt "of Ben"
  works git handoff pause --push -m two --next two
  takes Ann
  commit_all fin
  git push -q -u origin topic 2>/dev/null
  works git handoff release --done
  git switch -q login
  write fourth.txt "of Ann"
  commit_all "on top"
  works git handoff status
  expect_contains "$out" "of $id stays below what was committed since"
}
test_case "the WIP commit of what was finished on another branch is told below commits" buried_of_what_moved

test_done
