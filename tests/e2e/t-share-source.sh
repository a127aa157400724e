#!/usr/bin/env bash
# The same work is not published twice without a word: a pause asks for the handoff that the work in
# this tree came from, whatever brought it, and goes on with it or says who has it.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# is_told_of SENTENCE: a pause --push of what is here says so, and is a handoff of its own that names $id.
is_told_of() {
  write src/util.c "int util(void) { return $RANDOM; }"
  works git handoff pause --push -m "goes on"
  expect_contains "$err" "'$id': $1" "your work is kept as a new handoff"
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "$id" "$(git handoff show "$new" --json | json .forked_from)"
  expect_equal 2 "$(on_server | wc -l)"
}

# goes_on: the same is its next version.
goes_on() {
  write src/util.c "int util(void) { return $RANDOM; }"
  works git handoff pause --push --with-history -m "goes on"
  expect_contains "$out" "Shared on origin as $id"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal free "$(state_on_server "$id")"
}

resumed_offline() {
  make_server
  ann_hands_over
  mv "$server" "$server.away"
  works git handoff resume --continue --offline
  expect_contains "$out$err" "it may still be on origin, offered to others"
  mv "$server.away" "$server"
  goes_on
  takes Ben
  person Ann
  works git handoff resume --continue --offline
  works git handoff fetch
  for what in status list; do
    works git handoff "$what"
    expect_contains "$out" "not yours: $id, Ben has had it for"
  done
  is_told_of "Ben has had it for"
  works git handoff status
  expect_contains "$out" "forked from $id: Ben has had that"
}

# knows_its_commit: the WIP commit of a fork keeps the id that it had, and is known all the same.
knows_its_commit() {
  git log -1 --format=%B | grep -qx "Handoff-Id: $id" || fail "the commit has another id"
  works git handoff init --hooks all
  echo >>more.txt
  git add more.txt
  works git handoff hook pre-commit
  expect_contains "$err" "warning: handoff paused here"
  git reset -q --hard
  git switch -qc begun
  works git handoff status
  expect_contains "$out" "is based on the paused work of login"
  works git handoff hook pre-commit
  expect_contains "$err" "is based on the paused work of login"
  works git switch -q login
  expect_contains "$err" "forked from $id" "'git handoff resume' goes on"
}

# Nothing is said while nobody can be asked; the next push asks.
resumed_and_paused_offline() {
  make_server
  ben_takes_over
  person Ann
  works git handoff resume --continue --offline
  write more.txt more
  works git handoff pause --offline -m more
  works git handoff push
  expect_contains "$err" "'$id': Ben has had it for" "this is a handoff of its own now"
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  knows_its_commit
}

# As long as it is gone on with, somebody else may have what it was forked from.
stays_a_fork() {
  make_server
  ben_takes_over
  person Ann
  works git handoff resume --continue --offline
  works git handoff pause --offline -m more
  works git handoff push
  works git handoff resume --continue
  write more.txt "and more"
  works git handoff pause -m again
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
}
test_case "what was forked stays a fork at the next pause" stays_a_fork

taken_off_by_git() {
  make_server
  ann_hands_over
  git reset -q HEAD~1
  goes_on
  git reset -q HEAD~1
  takes Ben
  person Ann
  is_told_of "Ben has had it for"
}

# One resume takes both off, whatever id each was paused under.
fork_on_a_pause() {
  local base what
  make_server
  ann_hands_over
  base=$(git rev-parse HEAD~1)
  takes Ben
  person Ann
  write more.txt more
  works git handoff pause -m more
  for what in status show; do
    works git handoff "$what"
    expect_lacks "$out" "stays below"
  done
  works git handoff resume --continue
  expect_equal "$base" "$(git rev-parse HEAD)"
}

# What has no file of that work in it has nothing to do with it.
other_work_on_its_branch() {
  make_server
  ben_takes_over
  person Ann
  git reset -q --hard HEAD~1
  write other.txt other
  works git handoff pause --push -m other
  expect_lacks "$err" Ben
  expect_equal null "$(git handoff show --json | json .forked_from)"
}

given_back_and_kept() {
  make_server
  ben_takes_over
  works git handoff "$1"
  takes Cat
  person Ben
  is_told_of "Cat has had it for"
}

given_back_and_free() {
  make_server
  ben_takes_over
  works git handoff release
  goes_on
}

# Nothing of it is in the tree any more.
given_back_and_put_away() {
  make_server
  ben_takes_over
  works git handoff release
  git reset -q --hard
  git clean -fdq
  write other.txt "something else"
  works git handoff pause --push -m other
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  [ "$new" != "$id" ] || fail "other work became a version of what was given back"
  expect_equal 2 "$(on_server | wc -l)"
}

# Given back, and not in this tree: that a folder is shut does not make it so that the work, which deletes there, is.
behind_a_shut_folder() {
  make_server
  person Ann
  write shut/old old
  commit_all old
  git push -q origin main
  git rm -q shut/old
  works git handoff pause --push -m "login: old is in the way"
  id=$(live_ids)
  takes Ben
  works git handoff release
  git reset -q --hard
  write other.txt "something else"
  chmod 0 shut
  as_nobody
  chown -R 65534:65534 "$case_dir"
  works "${nobody[@]}" git-handoff pause -m other
  chmod 755 shut
  expect_lacks "$out" "as $id "
}
test_case "a folder that cannot be read has no work in it" behind_a_shut_folder

taken_and_gone() {
  make_server
  ben_takes_over
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m "goes on"
  expect_contains "$err" "'$id': no longer on origin" "your work is kept as a new handoff"
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
}

taken_and_rebased() {
  make_server
  ben_takes_over
  git add -A
  git commit -q -m "half of it"
  git checkout -q -B login "$(git commit-tree -m again "HEAD^{tree}")"
  goes_on
}

branch_renamed() {
  make_server
  ann_hands_over
  git branch -m login login-2
  works git handoff resume --continue
  goes_on
  works git handoff resume --continue
  expect_equal held "$(state_on_server "$id")"
  git handoff list --archived --porcelain | cut -f1 >ids
  expect_equal "$id" "$(cat ids)"
}

# What is on a branch that is called otherwise by now is taken where it is: nothing is claimed before that is known.
taken_on_a_renamed_branch() {
  local heads
  make_server
  ann_hands_over
  if [ "$1" = stacked ]; then
    git push -q origin HEAD 2>/dev/null
    write more.txt "more"
    works git handoff pause --push -m more
  fi
  git branch -m login signin
  git switch -q main
  heads=$(git for-each-ref refs/heads)
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "paused on 'login', which is 'signin' here now and not checked out" \
    "hint: take it there: git switch signin && git handoff take $id"
  expect_equal "free $heads" "$(state_on_server "$id") $(git for-each-ref refs/heads)"
  git switch -q signin
  works git handoff take "$id"
  expect_equal "held signin" "$(state_on_server "$id") $(git branch --show-current)"
  [ "$1" = stacked ] || expect_state "$state"
  must_fail 1 git rev-parse -q --verify refs/heads/login
  works git handoff undo
  expect_equal "free $heads" "$(state_on_server "$id") $(git for-each-ref refs/heads)"
}

# Who took it has renamed their branch: there is one record of it here, too, and what the branch of before
# still holds is no version to go on with.
branch_renamed_by_another() {
  make_server
  ben_takes_over
  git branch -m login signin
  write ben.txt "of Ben"
  works git handoff pause --push --next "go on in ben.txt"
  # Ann's is put back without asking, and asks for it all the same.
  person Ann
  works git handoff fetch
  works git handoff resume --continue --offline
  write ann.txt "of Ann"
  works git handoff pause --offline -m "ann's"
  expect_contains "$err" "'$id': Ben has added to it since" "your work is kept as a new handoff"
  works git handoff undo --offline
  rm ann.txt
  works git handoff undo --offline "$id"
  git stash -q -u
  takes Ann
  expect_equal signin "$(git symbolic-ref --short HEAD)"
  works git handoff status
  expect_contains "$out" "yours: $id, yours on origin for"
  expect_equal "refs/handoffs/archive/signin/$id" "$(git for-each-ref --format='%(refname)' refs/handoffs/ | grep "$id" | grep -v /remotes/)"
  write ann.txt "of Ann"
  works git handoff pause --push --next "go on in ann.txt"
  git switch -q login
  works git handoff status
  expect_lacks "$out" "safe to continue"
  run git handoff resume --continue
  expect_equal free "$(state_on_server "$id")"
}

# While its branch is being rebased HEAD is on none: what is paused then is a handoff of its own, and the
# one that was taken stays.
paused_in_a_rebase() {
  make_server
  ben_takes_over
  commit_all "login: half"
  git switch -q main
  write src/util.c "int util(void) { return 9; }"
  commit_all "main: another"
  git switch -q login
  must_fail 1 git rebase main
  must_fail 1 git handoff pause --push -m "in a rebase"
  expect_contains "$err" "'$id': it stays yours, 'login' is being rebased; your work is kept as a new handoff"
  expect_lacks "$err" refs/heads/HEAD
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  works git handoff status
  expect_contains "$out" "$id (login), yours on origin"
}

# Where nothing is in conflict the fork is handed over like any other, though it has the work of what was taken.
forked_in_a_rebase() {
  make_server
  ben_takes_over
  git stash -q
  GIT_SEQUENCE_EDITOR='sed -i 1abreak' works git rebase -q -i --root
  git stash pop -q
  works git handoff pause --push -m "in a rebase"
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  expect_equal 2 "$(on_server | wc -l)"
}
test_case "what was taken, and paused in the middle of a rebase, is handed over as a fork" forked_in_a_rebase

# Killed before its work was there, a take has nothing that could be handed back.
taken_and_killed() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  write ben.txt "of Ben's, committed"
  commit_all "ben"
  has_read "$id"
  GIT_HANDOFF_FAULT=take-landed run git handoff take --apply
  [ "$code" -ne 0 ] || fail "it was not killed"
  must_fail 1 git handoff pause --push -m back
  expect_contains "$err" "'$id' is yours, and its work was not put back here yet" \
    "git handoff take $id" "git handoff release $id"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  # The work comes first: something of their own is paused all the same.
  write other.txt other
  works git handoff pause -m other
  expect_contains "$err" "its work was not put back here yet"
  works git handoff resume --continue
  rm other.txt
  works git handoff take --apply "$id"
  expect_file src/util.c "int util(void) { return 2; }"
  goes_on
  # What lands as it was paused is there from then on, and goes back as it is.
  person Cat
  has_read "$id"
  GIT_HANDOFF_FAULT=take-landed run git handoff take
  [ "$code" -ne 0 ] || fail "it was not killed"
  works git handoff pause --push -m back
  expect_equal free "$(state_on_server "$id")"
}

# What is paused then stands on the version before, which is not what came.
killed_on_an_older_version() {
  make_server
  ben_takes_over
  write ben.txt "of Ben"
  works git handoff pause --push -m "back to you"
  person Ann
  has_read "$id"
  GIT_HANDOFF_FAULT=take-claimed run git handoff take "$id"
  [ "$code" -ne 0 ] || fail "it was not killed"
  write more.txt more
  works git handoff pause -m "of Ann"
  expect_contains "$err" "'$id': yours on origin, and not put back here yet; your work is kept as a new handoff" "git handoff take $id"
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "$id" "$(git handoff show "$new" --json | json .forked_from)"
  works git handoff take "$id"
  expect_file ben.txt "of Ben"
}

# Ann's own work is paused on the branch, and what she has shared is put back on top of it.
paused_within_other_work() {
  make_server
  ann_hands_over
  git reset -q --hard HEAD~1
  write ann.txt "of Ann"
  works git handoff pause -m "of Ann" --next "go on with hers"
  mine=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  works git handoff resume --continue --apply "$id"
  must_fail 1 git handoff pause --push -m both
  expect_contains "$out" "Paused login as $mine"
  expect_contains "$err" "it holds the work of '$id', which is yours on origin" \
    "git handoff release --done --force $id" "git handoff push $mine"
  must_fail 1 git handoff push "$mine"
  expect_equal held "$(state_on_server "$id")"
  if [ "$1" = together ]; then
    works eval "$(sed -n 's/^hint: hand both over as that one: //p' <<<"$err")"
    expect_contains "$out" "Shared on origin as $id"
  else
    works git handoff release --done --force "$id"
    works git handoff push "$mine"
  fi
  expect_equal 1 "$(on_server | wc -l)"
}

# A checkpoint that is shared is not over where its files were committed: others may take it still.
shared_checkpoint_is_committed() {
  make_server
  person Ann
  real_clock
  git switch -q -c login
  git push -q -u origin login
  write src/util.c "int util(void) { return 5; }"
  works git handoff checkpoint
  id=$(live_ids)
  works git handoff push "$id"
  commit_all "util"
  works git-handoff hook claude PreCompact <<<'{"session_id":"s","trigger":"auto"}'
  patiently [ ! -e .git/handoff/unfinished-checkpoint ]
  works git handoff list --porcelain
  expect_contains "$out" "$id"
}

test_case "what is yours there is paused within other work: both go out as that" paused_within_other_work together
test_case "... or as the other, where that is ended" paused_within_other_work ended
test_case "a shared checkpoint is not over when its files are committed" shared_checkpoint_is_committed
test_case "resumed without asking" resumed_offline
test_case "resumed and paused without asking, then pushed" resumed_and_paused_offline
test_case "the WIP commit taken off with git alone" taken_off_by_git
test_case "a fork on the pause that it was forked from leaves nothing below" fork_on_a_pause
test_case "other work on the branch of a handoff" other_work_on_its_branch
test_case "given back, and the work is still in the tree" given_back_and_kept undo
test_case "... by a release" given_back_and_kept release
test_case "... and goes on where nobody took it" given_back_and_free
test_case "given back, put away, and other work is paused" given_back_and_put_away
test_case "taken, and gone from the server" taken_and_gone
test_case "taken, and rebased" taken_and_rebased
test_case "the branch has another name by now" branch_renamed
test_case "... and is taken there" taken_on_a_renamed_branch plain
test_case "... with a stack below" taken_on_a_renamed_branch stacked
test_case "who took it has renamed the branch" branch_renamed_by_another
test_case "paused while the branch is being rebased" paused_in_a_rebase
test_case "a take that was killed before the work was there" taken_and_killed
test_case "... where an older version is what is here" killed_on_an_older_version
# What is yours at a remote is not handed over a second time under another id: two would go on with it.
not_twice() {
  make_server
  ann_hands_over
  person Ben
  git branch mine main
  takes Ben
  git switch -q mine
  run git handoff pause --push -m mine --next "go on"
  expect_equal 1 "$code" "$out$err"
  expect_contains "$err" "NOT shared" "as '$id' has it, which is yours on origin" "git handoff release $id" "git handoff push mine-"
  expect_equal 1 "$(on_server | wc -l)"
  works git handoff release "$id"
  works git handoff push
  expect_equal 2 "$(on_server | wc -l)"
}
test_case "the work of a handoff that is yours is not handed over under another id" not_twice

# A branch made where the work was put back carries it, as after take --branch.
carried_to_a_new_branch() {
  make_server
  ben_takes_over
  set_clock $((tick - 3600)) # set right, or wrong: no time counts
  git switch -qc mine
  [ "$1" = some ] || for file in $(git diff --name-only HEAD; git ls-files -o --exclude-standard); do echo more >>"$file"; done
  goes_on
  expect_equal "refs/handoffs/active/mine/$id" "$(git for-each-ref --format='%(refname)' refs/handoffs/active)"
}
test_case "what was taken goes on under its id on a branch made there" carried_to_a_new_branch some
test_case "... also where all of it is changed further" carried_to_a_new_branch all

# Another line of the one file that was changed, on a branch made at the base: that has nothing of the work, which is stashed.
another_line_of_its_file() {
  make_server
  person Ann
  git switch -q -c login
  seq 60 >src/util.c
  commit_all "sixty lines"
  git push -q -u origin login 2>/dev/null
  sed -i 's/^10$/ten/' src/util.c
  works git handoff pause --push -m x --next y
  id=$(live_ids)
  if [ "$1" = taken ]; then takes Ben; else works git handoff resume --continue; fi
  git stash -q
  git switch -qc hotfix
  sed -i 's/^50$/fifty/' src/util.c
  works git handoff pause --push -m "urgent" --next z
  expect_contains "$err" "'$id': nothing of it is in this tree any more; your work is kept as a new handoff"
  expect_contains "$out" "Shared on origin as hotfix-"
  expect_equal held "$(state_on_server "$id")"
}
test_case "another line of the only file that was taken is no more of it" another_line_of_its_file taken
test_case "... nor of what was put back" another_line_of_its_file resumed

# It is merged into what everybody begins with: a branch made from that is of something else.
begun_after_the_merge() {
  make_server
  ben_takes_over
  commit_all "all of it"
  git switch -q main
  if [ "$1" = squashed ]; then git merge -q --squash login >/dev/null && git commit -qm "login (#1)"; else git merge -q --no-ff login; fi
  git push -q origin main 2>/dev/null
  [ "$1" != squashed ] || git branch -qD login
  git switch -qc next
  echo more >>README
  works git handoff pause --push -m next --next z
  expect_contains "$out" "Shared on origin as next-"
  expect_lacks "$err" "$id"
  expect_equal held "$(state_on_server "$id")"
}
test_case "what a branch stands on that was merged into the default branch is no more of it" begun_after_the_merge merged
test_case "... nor where it was squashed" begun_after_the_merge squashed

# The branch goes on under another name, and another one has its old one.
name_given_away() {
  make_server
  ben_takes_over
  commit_all "half of it"
  test_tick
  git branch -qm login login-x
  git switch -qc login origin/login 2>/dev/null || git switch -qc login HEAD~1
  echo other >>README
  works git handoff pause --push -m other --next z
  expect_lacks "$out" "$id"
  expect_equal held "$(state_on_server "$id")"
  git switch -q login-x
  echo more >>src/util.c
  works git handoff pause --push --with-history -m more --next y
  expect_contains "$out" "Shared on origin as $id"
}
test_case "what was taken goes on on its branch under that one's new name, not on another of the old name" name_given_away

# What was put back is in the stash: what else is paused on the branch would be given back in its place.
stashed_beside_other_work() {
  make_server
  ann_hands_over
  if [ "$1" = taken ]; then takes Ben; else works git handoff resume --continue; fi
  git stash -qu
  echo other >>CHANGES
  works git handoff pause --push -m other --next z
  expect_contains "$err" "'$id': nothing of it is in this tree any more; your work is kept as a new handoff"
  expect_equal held "$(state_on_server "$id")"
  works git handoff resume --continue
  git stash pop -q
  must_fail 1 git handoff pause --push -m both --next y
  expect_contains "$err" "NOT shared" "as '$id' has it, which is yours on origin"
  expect_equal held "$(state_on_server "$id")"
}
test_case "what is paused where all of it was stashed is not given back in its place (taken)" stashed_beside_other_work taken
test_case "... (resumed)" stashed_beside_other_work resumed

# A symlink of the work is a file where git makes none, and as it was left.
link_carried_as_a_file() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  ln -s README link
  write src/util.c "of Ann"
  works git handoff pause --push -m x --next y
  id=$(live_ids)
  person Ben
  git config core.symlinks false
  takes Ben
  git switch -qc mine
  git checkout -q src/util.c
  works git handoff pause --push -m z
  expect_equal "refs/handoffs/active/mine/$id" "$(git for-each-ref --format='%(refname)' refs/handoffs/active)"
}
test_case "... and where a link is all that is left of it, and git makes none" link_carried_as_a_file
# paused_beside PLACE: a pause where what was handed over still ends the branch, while its work is elsewhere in this clone.
paused_beside() {
  works git handoff pause -m "by mistake" --next more
  expect_contains "$err" "'$id': its work is $1; your work is kept as a new handoff"
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "$id" "$(git handoff show "$new" --json | json .forked_from)"
  expect_equal held "$(state_on_server "$id")"
}

# On the branch that it was handed over from, while it goes on on another one.
held_on_another_branch() {
  make_server
  ann_hands_over
  works git handoff take --branch side "$id"
  commit_all "on side"
  git switch -q login
  works git handoff status
  expect_contains "$out" "its work is on 'side', to take it off here: git reset --keep HEAD~1"
  must_fail 1 git handoff undo "$id"
  expect_contains "$err" "the work of '$id' is on 'side'"
  write one.txt one
  paused_beside "on 'side'"
  must_fail 1 git handoff push
  expect_contains "$err" "as '$id' has it, which is yours on origin" "git handoff release $id" "git handoff push $new"
  git switch -q side
  works git handoff status
  expect_contains "$out" "yours: $id"
  git switch -q login
  works git handoff undo
  git reset -q HEAD~1
  paused_beside "on 'side'"
  works git handoff release "$id"
  works git handoff push "$new"
  id=$new
  takes Ben
  [ -f one.txt ] || fail "what was paused is not here"
  expect_lacks "$(git log --format=%s)" "wip"
}
test_case "what is held on another branch is not gone on with where it was handed over" held_on_another_branch

held_in_another_worktree() {
  make_server
  ann_hands_over
  git worktree add -q ../ann-side main 2>/dev/null
  cd ../ann-side
  works git handoff take --branch side "$id"
  cd ../ann
  works git handoff status
  expect_lacks "$out" "git handoff undo"
  expect_contains "$out" "its work is in $case_dir/ann-side, to take it off here: git reset --keep HEAD~1"
  must_fail 1 git handoff undo "$id"
  expect_contains "$err" "the work of '$id' is in another worktree, $case_dir/ann-side"
  write one.txt one
  paused_beside "in $case_dir/ann-side"
  cd ../ann-side
  write two.txt two
  works git handoff pause --push -m two --next two
  expect_contains "$out" "Shared on origin as $id"
  works git handoff show "$id"
  expect_lacks "$out" "by mistake"
  cd ../ann
  works git handoff undo
  expect_equal one "$(cat one.txt)"
  rm one.txt
  git reset -q --keep HEAD~1
  works git handoff status
  expect_lacks "$out" "WIP commit:"
}
test_case "what is held in another worktree does not come into this one, too" held_in_another_worktree

fork_beside_a_take() {
  make_server
  ben_takes_over
  write ben.txt ben
  works git handoff pause --push -m ben
  person Ann
  works git handoff resume --continue --offline
  write ann.txt ann
  works git handoff pause -m ann
  takes Ann
  way=$(sed -n 's/^kept: .* to see it beside this: //p' <<<"$out")
  (eval "${way//NAME/fork}") >/dev/null 2>&1 || fail "$way"
  [ -f ../fork/ann.txt ] || fail "the fork is not there"
  [ -f ben.txt ] || fail "what was taken is gone"
  expect_equal login "$(git branch --show-current)"
}
test_case "the way to a fork whose commit made way for a take goes as it is named" fork_beside_a_take

# unreadable HOW: Ben's clone cannot read what it noted of what he took; Cat has added to it since.
unreadable() {
  make_server
  ben_takes_over
  takes Cat --steal
  write more.txt "Cat's"
  works git handoff pause --push -m "Cat's"
  person Ben
  : >.git/handoff/shared/"$id".json
  works git handoff status
  expect_contains "$out" "not known: $id, whose it is at a remote is not known: what was noted of it here is damaged, or was not written by you in this clone" \
    "hint: git handoff fetch $id"
  if [ "$1" = fetched ]; then
    works git handoff fetch
  fi
  is_told_of "Cat has added to it since"
  [ "$1" = fetched ] || expect_contains "$err" "'$id': what was noted of it here is damaged"
  takes Ann
  expect_equal "Cat's" "$(cat more.txt)"
}
test_case "where the note of it cannot be read, what others added is not pushed over" unreadable asked
test_case "... nor after a fetch" unreadable fetched

# What is paused on the branch makes way for what is taken, and neither gets into the other.
beside_ones_own() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  write private.txt "his own"
  works git handoff pause -m his
  his=$(live_ids)
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$out" "kept: $his, whose WIP commit left the branch"
  [ ! -e private.txt ] || fail "it is still there"
  goes_on
  expect_lacks "$out" private.txt
  # Nor does it go onto what was just handed back.
  state=$(state_of_tree)
  must_fail 1 git handoff resume --continue --apply "$his"
  expect_contains "$err" "'login' ends in the WIP commit of '$id', which was handed over"
  expect_state "$state"
  bash -c "$(sed -n 's/^hint: take it up on a branch of its own: //p' <<<"$err" | sed 's/NAME/own/')" >/dev/null 2>&1
  expect_equal "own his own" "$(git branch --show-current) $(cat private.txt)"
}
test_case "what is taken makes one's own pause on the branch make way, which stays paused" beside_ones_own

nothing_to_give_back() {
  make_server
  ben_takes_over
  git stash -qu
  must_fail 1 git handoff pause --push
  expect_contains "$err" "nothing is paused" "git stash pop" "git handoff release $id"
  git stash pop -q
  works git handoff pause --push -m part --next "the rest" -- src/main.c
  expect_contains "$err" "taken, but no longer in this handoff:" "src/util.c"
  expect_lacks "$err" "no longer in this handoff: src/main.c"
  works git handoff undo
  out=$(jq -cn '{jsonrpc: "2.0", id: 1, method: "initialize", params: {protocolVersion: "2025-11-25"}},
    {jsonrpc: "2.0", id: 2, method: "tools/call",
     params: {name: "handoff_pause", arguments: {paths: ["src/main.c"], next: "the rest"}}}' | git handoff mcp)
  expect_contains "$out" "taken, but no longer in this handoff:" "src/util.c"
}
variants=odd
test_case "who hands back nothing, or a part, is told, and so is an agent" nothing_to_give_back

# Where somebody has what is paused here again, the way out is not the one that sent us here.
later_than_theirs() {
  make_server
  ben_takes_over
  person Ann
  write src/util.c "int util(void) { return 9; }"
  works git handoff pause --offline -m two
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "git handoff take --steal $id"
  must_fail 1 git handoff take --steal "$id"
  expect_contains "$err" "is later than what origin has" "git handoff push $id" "git handoff resume $id --continue --offline"
  expect_lacks "$err" "go on with it: git handoff resume $id"
  works git handoff resume "$id" --continue --offline
}
test_case "what is later here than what somebody has is gone on with as the hint says" later_than_theirs

# Who took it and handed it back has not offered it first: to put it away here ends it for nobody.
put_away_after_handing_back() {
  make_server
  local command
  for command in discard "resume --fresh"; do
    cd "$case_dir"
    rm -rf ann ben
    ben_takes_over
    write src/util.c "int util(void) { return 4; }"
    works git handoff pause --push -m "not now"
    # shellcheck disable=SC2086
    works git handoff $command
    expect_contains "$out$err" "free to take"
    expect_equal free "$(state_on_server "$id")"
    git -C "$server" update-ref -d "refs/handoffs/shared/$id"
    git -C "$server" update-ref -d refs/heads/login
  done
}
test_case "what was taken and handed back is put away here alone" put_away_after_handing_back

# An undo gives back what the operation took, and says of a remote only what it has heard.
undone_in_part() {
  make_server
  ben_takes_over
  works git handoff undo --offline
  expect_contains "$out$err" "it stays yours on origin, which was not told"
  expect_lacks "$out$err" "free to take"
  expect_equal held "$(state_on_server "$id")"
  works git handoff undo --offline
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause -m mine
  works git handoff resume --continue
  works git handoff undo
  expect_contains "$out$err" "it stays yours on origin, which has not what is paused here"
  expect_equal held "$(state_on_server "$id")"
}
test_case "an undo gives nothing back that others would take without what is paused here" undone_in_part

# cat_added [FAULT]: Ann publishes, Cat takes it and hands it back with more, and Ann's take of that
# never hears whether it arrived. Every call begins there anew.
cat_added() {
  local fault=${1:-share-pushed}
  cd "$case_dir"
  rm -rf "$case_dir"/{ann,cat,seed,server.git}
  write_user_config
  make_server
  if ! put_there added Ann; then
    ann_hands_over
    takes Cat
    write cats.txt "Cat's"
    works git handoff note task "Cat's task"
    state_of_tree >"$prepared/added.more"
    works git handoff pause --push -m "more" --next "Cat's next"
    person Ann
    has_read "$id"
    keep_there added "$server" "$case_dir/ann" "$case_dir/cat"
  fi
  more=$(<"$prepared/added.more")
  GIT_HANDOFF_FAULT=$fault run git handoff take "$id"
  [ "$code" -ne 0 ] || fail "$fault: it was not killed"
  expect_equal held "$(state_on_server "$id")" "$fault"
}

# stays_cats: nothing went over what Cat added, and the take that Ann is told of puts it back.
stays_cats() {
  git -C "$server" show "refs/handoffs/shared/$id:handoff.json" >"$case_dir.record"
  expect_contains "$(cat "$case_dir.record")" cats.txt "Cat's task" "Cat's next"
  works git handoff take "$id"
  expect_contains "$out" "Took $id" "next: Cat's next"
  expect_equal "Cat's" "$(cat cats.txt)"
  expect_equal held "$(state_on_server "$id")"
}

an_older_version_is_not_pushed_over() {
  cat_added
  [ "$1" = push ] || works git handoff fetch
  must_fail 1 git handoff push
  expect_contains "$err" "what is paused here of '$id' is an older version" "git handoff take $id"
  works git handoff status
  expect_contains "$out" "yours on origin for" "and not put back here yet" "hint: git handoff take $id"
  expect_lacks "$out" "safe to continue"
  stays_cats
  works git handoff pause --push -m back
  expect_contains "$out" "Shared on origin as $id"
}
test_case "a lost take that a push settles: what is paused here does not go over what it took" an_older_version_is_not_pushed_over push
test_case "... also behind a fetch" an_older_version_is_not_pushed_over fetch

# What the pause stands on is an older version: not what this clone holds.
an_older_version_is_not_here() {
  local fault=$1
  cat_added "$fault"
  [ -z "${2-}" ] || works git handoff fetch
  write anns.txt "Ann's"
  works git handoff pause --push --with-history -m mine --next "Ann's next"
  expect_contains "$err" "'$id'" "git handoff take $id"
  expect_lacks "$out" "Shared on origin as $id"
  expect_equal 2 "$(on_server | wc -l)" "$fault"
  case $fault in
    share-pushed | share-seen)
      new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
      expect_equal "$id" "$(git handoff show "$new" --json | json .forked_from)"
      expect_equal "" "$(git for-each-ref "refs/handoffs/active/*/$id")"
      stays_cats
      expect_lacks "$(git status --porcelain)" anns.txt
      ;;
  esac
}
test_case "a lost take that a pause settles: the pause becomes a handoff of its own" an_older_version_is_not_here share-pushed
test_case "... or a fetch" an_older_version_is_not_here share-pushed fetch
for fault in share-seen share-adopted take-claimed; do
  test_case "... also killed at $fault" an_older_version_is_not_here "$fault"
done

a_lost_take_is_said_again() {
  cat_added "$1"
  works git handoff take "$id"
  expect_state "$more"
  expect_equal 1 "$(git for-each-ref refs/handoffs | grep -c "archive/.*$id")"
}
test_case "a lost take of what came back is said again, and puts it back" a_lost_take_is_said_again share-pushed
for fault in share-seen share-adopted take-claimed; do
  test_case "... also killed at $fault" a_lost_take_is_said_again "$fault"
done

a_lost_take_is_said_behind_a_fetch() {
  cat_added
  works git handoff fetch
  stays_cats
}
test_case "... also behind a fetch" a_lost_take_is_said_behind_a_fetch

refused_after_a_lost_take() {
  cat_added
  # shellcheck disable=SC2086
  must_fail 1 git handoff $1
  expect_contains "$err" "not put back here yet" "git handoff take $id"
  expect_lacks "$err" "somebody" "as it was"
  stays_cats
}
test_case "what a lost take holds is not resumed as the older version here" refused_after_a_lost_take "resume --continue"
for command in undo "edit --next x" "release --done"; do
  test_case "... nor by '$command'" refused_after_a_lost_take "$command"
done

put_away_after_a_lost_take() {
  cat_added
  # shellcheck disable=SC2086
  works git handoff $1
  expect_contains "$out$err" "free to take on origin again"
  expect_equal free "$(state_on_server "$id")"
  git -C "$server" show "refs/handoffs/shared/$id:handoff.json" | grep -q cats.txt || fail "Cat's is gone"
  works git handoff status
  expect_contains "$out" "Cat has added to it since"
}
test_case "what a lost take holds is set free by a discard of the older version here" put_away_after_a_lost_take discard
for command in "resume --fresh" release; do
  test_case "... and by '$command'" put_away_after_a_lost_take "$command"
done

ended_after_a_lost_take() {
  cat_added
  works git handoff release --done --force "$id"
  git rev-list --objects --glob=refs/handoffs/archive | grep -q ' cats.txt$' || fail "the archive lacks Cat's"
}
test_case "... and where its end is forced the archive has it" ended_after_a_lost_take

gone_on_with_after_a_lost_take() {
  cat_added
  works git handoff resume --continue --offline
  write anns.txt "Ann's"
  works git handoff pause --push -m mine
  expect_contains "$err" "'$id': yours on origin, and not put back here yet" "to put that one back: git handoff take $id"
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "$id" "$(git handoff show "$new" --json | json .forked_from)"
  expect_lacks "$out" "Shared on origin as $id"
  expect_contains "$(git -C "$server" show "refs/handoffs/shared/$id:handoff.json")" cats.txt
}
test_case "... nor does what was gone on with before it was settled go over what it took" gone_on_with_after_a_lost_take

# Below the new work lies the commit of an older version of what is held: it would go along.
not_as_history() {
  make_server
  ann_hands_over
  person Cat
  has_read "$id"
  works git handoff take --branch nb "$id"
  works git handoff pause --push -m "on nb" --next "go on there"
  person Ann
  has_read "$id"
  # Its words are read where they are: not those of the older version that is here.
  works git handoff show "origin/$id"
  works git handoff take "$id"
  expect_equal nb "$(git branch --show-current)"
  git add -A
  git commit -q -m "on nb"
  git switch -q login
  write more.txt "more"
  run git handoff pause --push -m more --next more --with-history
  expect_equal 1 "$code" "$out$err"
  expect_contains "$err" "NOT shared: " "as '$id' has it, which is yours on origin" "git handoff release $id"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
}
test_case "... nor as the history of another one" not_as_history

# Given back, gone on with after all, and paused: what was open in it stays in it.
released_and_gone_on_with() {
  make_server
  ann_hands_over
  works git handoff note task "the test of expiry"
  works git handoff note decision "minutes, not hours"
  works git handoff pause --push -m noted --next "write the expiry test"
  takes Ben
  works git handoff release "$id"
  write more.txt "after all"
  if grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff"; then # a pause that fails brings nothing back
    GIT_HANDOFF_FAULT=snapshot-scanning=stop must_fail 128 git handoff pause -m more
    works git handoff note --list
    expect_lacks "$out" "the test of expiry"
  fi
  works git handoff pause --push -m more --next "the rest"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_contains "$(git handoff show --format json)" "the test of expiry" "minutes, not hours"
  # Whose version came back is named where it is to be read.
  person Ann
  works git handoff fetch
  run git handoff show "origin/$id"
  expect_contains "$err" "git handoff show origin/$id"
}
test_case "what was given back and is paused here again keeps what is open in it" released_and_gone_on_with

# Ann never shared hers, and Ben publishes his, as held by him, under its id.
id_of_somebody_else() {
  local theirs version
  make_server
  person Ben
  git switch -q -c login
  write src/util.c "of Ben"
  works git handoff pause --push -m "of Ben" --next x
  theirs=$(live_ids)
  version=refs/handoffs/shared/$theirs
  person Ann
  git switch -q -c login
  make_work
  works git handoff pause -m "of Ann" --next "go on"
  id=$(live_ids)
  git -C "$server" cat-file commit "$version" |
    sed "s/$theirs/$id/; s/^Handoff-State: free/Handoff-State: held/" |
    git -C "$server" hash-object -t commit -w --stdin >"$case_dir.aside/forged"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$(cat "$case_dir.aside/forged")"
  git -C "$server" update-ref -d "$version"
  must_fail 1 git handoff fetch "$id"
  works git handoff fetch
  expect_contains "$err" "warning: '$id' was never shared from here" "somebody else's" "git handoff push $id"
  must_fail 1 git handoff take --steal "$id"
  expect_contains "$err" "was never shared from here"
  works git handoff status
  expect_lacks "$out$err" "Ben"
  works git handoff push
  expect_contains "$err" "'$id': its id is somebody else's on origin; this is a handoff of its own now"
  expect_equal "$(cat "$case_dir.aside/forged")" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")"
  works git handoff show --json
  expect_equal "of Ann null" "$(json '"\(.user_message) \(.forked_from)"' <<<"$out")"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  expect_lacks "$out" "Ben has"
}
test_case "what was never shared is nobody else's, whoever has published something under its id" id_of_somebody_else

# Ann gave back what she had resumed in another worktree; an undo that is refused in the first one.
refused_undo() {
  local there
  make_server
  ann_hands_over
  git switch -q --detach
  git worktree add -q ../side login
  cd ../side
  works git handoff resume --continue
  works git handoff release
  there=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  cd ../ann
  must_fail 1 git handoff undo
  expect_contains "$err" "the handoff was resumed in"
  expect_equal "$there" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")"
  # One that fails behind its claim gives that back, and knows what the work here came from.
  cd ../side
  if grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff"; then
    works git handoff undo
    there=$(json '"\(.on) \(.aside)"' "$(git rev-parse --git-common-dir)/handoff/shared/$id.json")
    GIT_HANDOFF_FAULT=index-locked=stop must_fail 128 git handoff undo
    expect_equal "free $there" "$(state_on_server "$id") $(json '"\(.on) \(.aside)"' "$(git rev-parse --git-common-dir)/handoff/shared/$id.json")"
    works git handoff undo
    works git handoff release
  fi
  takes Ben
  person Ann
  cd ../side
  works git handoff pause --push -m mine --next mine
  works git handoff show --format json
  expect_equal "$id" "$(json .forked_from <"$out_file")"
}
test_case "an undo that is refused changes nothing on the server, nor what the work here came from" refused_undo

# Nothing but words was handed over.
taken_without_work() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  works git handoff note task "write the tests"
  works git handoff pause --push -m words
  id=$(live_ids)
  takes Ben --branch nb
  expect_equal nb "$(git branch --show-current)"
  expect_equal held "$(state_on_server "$id")"
  works git handoff note --list
  expect_contains "$out" "write the tests"
}
test_case "what has no changes is taken on a branch of another name, too" taken_without_work

# Paused here while somebody else had it, and never pushed: it stays that, and what is taken again is handed over.
taken_again_beside_a_fork() {
  make_server
  ben_takes_over
  takes Cat --steal
  person Ben
  works git handoff pause -m fork
  fork=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | grep -vxF "$id")
  person Cat
  works git handoff release
  takes Ben
  expect_contains "$out" "kept: $fork"
  works git handoff pause --push -m back
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal free "$(state_on_server "$id")"
  git show-ref -q --verify "refs/handoffs/active/login/$fork" || fail "the fork is gone"
}
test_case "what is taken again goes on under its id, beside a fork with the same files" taken_again_beside_a_fork

taken_onto_another_branch() {
  make_server
  ann_hands_over
  takes Ben --branch nb
  write more.txt more
  git stash -q -u
  works git handoff undo
  git stash pop -q
  works git handoff pause --push -m back
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal "refs/handoffs/active/nb/$id" "$(git for-each-ref --format='%(refname)' refs/handoffs/active)"
  takes Ann --branch nb
  [ -f more.txt ] || fail "it is not what Ben handed over"
}
test_case "... and behind take --branch, stash and undo" taken_onto_another_branch

# An older version lies in a tree that gave it back; the newer one, with what was added, was taken in another.
older_in_another_tree() {
  make_server
  ann_hands_over
  person Ben
  git worktree add -q ../ben-login login
  has_read "$id"
  cd ../ben-login
  works git handoff take "$id"
  works git handoff release
  person Ann
  works git handoff resume --continue
  write src/util.c "int util(void) { return 9; }"
  works git handoff pause --push -m more --next more
  person Ben
  has_read "$id"
  works git handoff take --branch ben-login "$id"
  if [ "$1" = carried ]; then
    commit_all "more, on ben-login"
    git -C ../ben-login stash -q -u
    git worktree remove --force ../ben-login
    git switch -q login
    git stash pop -q
  else
    cd ../ben-login
  fi
  works git handoff pause -m leftovers
  expect_lacks "$(git for-each-ref --format='%(refname)' refs/handoffs/active)" "$id"
  must_fail 1 git handoff push
  expect_contains "$err" "which is yours on origin: two would go on with the same work"
  expect_equal held "$(state_on_server "$id")"
}
test_case "an older version in another tree goes on as a handoff of its own" older_in_another_tree beside
test_case "... and where it was carried over the newer one's base" older_in_another_tree carried
# What a task names goes on being followed where who took the handoff pauses again: its id is the same.
moved_before_the_next_pause() {
  make_server
  person Ann
  write CHANGES.md "# Changes" "" "- many" "- lines"
  git add CHANGES.md
  git commit -q -m "List changes"
  git push -q origin HEAD:main
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff note task "enter the option in CHANGES.md"
  works git handoff pause --push -m x --next "go on"
  id=$(live_ids)
  person Cat
  git mv CHANGES.md HISTORY.md
  git commit -q -m "Call it a history"
  git push -q
  takes Ben
  git fetch -q
  git rebase -q --autostash origin/main
  git commit -q -a -m "finish it"
  git push -q -f origin HEAD:login
  echo more >>src/main.c
  works git handoff pause --push -m y --next "go on"
  expect_contains "$out$err" "$id"
  works git handoff brief
  expect_contains "$out" "CHANGES.md [now HISTORY.md]"
  works git handoff check
  expect_contains "$out" "HISTORY.md"
}
test_case "where what a task names has gone is told also after who took it paused again" moved_before_the_next_pause

# After a rebase the remote refuses a push of the branch: none is offered.
pushed_after_a_rebase() {
  make_server
  person Ann
  git switch -q -c login
  git commit -q --allow-empty -m "begin login"
  git push -q -u origin login 2>/dev/null
  git commit -q --amend --allow-empty -m "begin the login"
  make_work
  works git handoff pause -m x
  must_fail 1 git handoff push
  expect_contains "$err" "hint: let it go along: git handoff push --with-history"
  expect_lacks "$err" "git push origin"
}
test_case "a push that the remote would refuse after a rebase is not offered" pushed_after_a_rebase

# branch_there HOW: what Ann pauses stands on a commit that the server has not; what it has of her branch is another's (HOW
# is "ahead"), nothing any more ("deleted", "pruned"), or a branch below that name ("below").
branch_there() {
  local how=$1 hint
  make_server
  person Ann
  git switch -q -c login
  [ "$how" = below ] || git push -q -u origin login 2>/dev/null
  person Ben
  case $how in
    ahead) git push -q origin "$(git commit-tree -m "Ben's" -p HEAD "HEAD^{tree}"):refs/heads/login" ;;
    below) git push -q origin HEAD:refs/heads/login/form ;;
    *) git push -q origin :login ;;
  esac
  person Ann
  [ "$how" != pruned ] || git fetch -q --prune
  git commit -q --allow-empty -m "begin login"
  make_work
  must_fail 1 git handoff pause --push -m x --next "go on"
  expect_contains "$err" "origin lacks what this work stands on: 1 commit would go along"
  expect_lacks "$err" "git push origin"
  hint=$(sed -n 's/^hint: let it go along: //p' <<<"$err")
  works git handoff pause -m "something else" --next "go on" # what is meant is not what was paused last
  # shellcheck disable=SC2086  # a command of several words
  works $hint
  expect_contains "$out" "with history: 1 commit"
}
for how in ahead deleted pruned below; do
  test_case "... nor one to a branch that is another's there, or is not to be there ($how)" branch_there $how
done

# above_shared HOW: the WIP commit that was shared stays on the branch, and what came on top of it is paused.
above_shared() {
  make_server
  ann_hands_over
  case $1 in
    kept)
      works git handoff resume --continue --keep-wip
      echo more >>src/util.c
      ;;
    committed)
      echo more >>src/util.c
      git commit -q -a -m "on top"
      echo yet more >>src/util.c
      ;;
  esac
  run git handoff pause --push -m "more"
  expect_equal 1 "$code" "$out$err"
  expect_contains "$err" "NOT shared: origin lacks what this work stands on" "with an older WIP commit among them"
  expect_lacks "$err" "git push origin"
}
for how in kept committed; do
  test_case "a WIP commit that was shared, and is below the work now, is in no branch ($how)" above_shared $how
done

# Nobody answers, and nothing of the remote was ever seen: it is not known what it lacks.
nobody_answers() {
  make_server
  person Ann
  git remote remove origin
  git remote add origin ../gone.git
  make_work
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "NOT shared: origin cannot be reached"
  expect_lacks "$err" "lacks" "--with-history"
}
test_case "a remote that cannot be reached is not said to lack anything" nobody_answers
# Both are Ben's, and both works are here: the one that stands on the other is gone on with, whatever the clocks say.
on_top_of_the_other() {
  make_server
  ann_hands_over
  local first=$id
  set_clock $((tick + 86400))
  takes Ben
  commit_all "what was taken"
  git push -q origin login 2>/dev/null
  set_clock $((tick - 86400))
  person Cat
  git switch -q login
  write cat.txt cat
  works git handoff pause --push -m cats --next "go on"
  id=$(live_ids)
  takes Ben
  write ben.txt ben
  works git handoff pause --push -m bens --next "go on"
  expect_contains "$out" "Shared on origin as $id"
  expect_lacks "$out" "$first"
}
test_case "of two that were taken, the one that stands on the other is gone on with" on_top_of_the_other

# Files that were taken have other names, one of them another line, and nothing else was done.
moved() {
  make_server
  person Ann
  mkdir pkg
  seq 1 40 >pkg/a.py
  seq 20 60 >pkg/b.py
  works git handoff pause --push -m "a package" --next "name it"
  id=$(live_ids)
  takes Ben
  mv pkg lib
  sed -i 's/^40$/forty/' lib/a.py
  works git handoff pause --push --next "go on"
  expect_contains "$out" "Shared on origin as $id"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
}
test_case "what was taken is known under another name" moved

# Another file made of the same lines is none of it: the work lies in the stash.
alike() {
  make_server
  person Ann
  seq 1 40 | cat - <(echo login) >login.py
  works git handoff pause --push -m "login" --next "name it"
  id=$(live_ids)
  takes Ben
  git stash -q -u
  seq 1 40 | cat - <(echo logout) >logout.py
  works git handoff pause --push --next "log out"
  expect_contains "$err" "'$id': nothing of it is in this tree any more; your work is kept as a new handoff"
}
test_case "... and a file that is like it is not" alike

# What was taken is committed on its branch, and another piece is begun on top of it, or goes on with its files.
stacked() {
  make_server
  ben_takes_over
  if [ "$1" = under ]; then # what is committed is nothing of it
    write README "a typing error less"
    git commit -qm "a typing error" README
  else
    commit_all "what was taken"
  fi
  git push -q origin login 2>/dev/null
  git switch -qc menu
  case $1 in
    beside) write menu.txt entries ;;
    with | under) echo more >>src/util.c ;;
  esac
  works git handoff pause --push --next "the menu"
  [ "$1" != under ] || {
    expect_contains "$out" "Shared on origin as $id"
    return
  }
  expect_equal 2 "$(on_server | wc -l)"
  case $1 in
    beside) expect_equal "" "$err" ;;
    with) expect_contains "$err" "'$id': it was put back on 'login'; your work is kept as a new handoff" ;;
  esac
  git switch -q login
  write review.txt "what the review asks for"
  works git handoff pause --push --next "the review"
  expect_contains "$out" "Shared on origin as $id"
}
for how in beside with under; do
  test_case "a piece on top of what was taken, if that is committed, is another one ($how)" stacked $how
done

# popped HOW: what was taken is stashed, and popped on another branch.
popped() {
  make_server
  ann_hands_over
  person Ben
  git branch -q docs
  takes Ben
  git stash -q -u
  [ "$1" != stolen ] || {
    takes Cat --steal
    person Ben
    works git handoff fetch
  }
  git switch -q docs
  git stash pop -q
  works git handoff pause --next "for the docs"
  case $1 in
    held) expect_contains "$err" "'$id': it was put back on 'login'; your work is kept as a new handoff" ;;
    stolen) expect_contains "$err" "'$id': taken from you" "your work is kept as a new handoff" ;;
  esac
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
}
for how in held stolen; do
  test_case "... and what was carried to a branch that is not made for it, too ($how)" popped $how
done
# Carried to another branch and committed there, it goes nowhere under another id.
committed_on_another_branch() {
  make_server
  person Ann
  git switch -q -c login
  write src/more.c "int more;"
  commit_all "login: begun"
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push -m ann --next next
  id=$(live_ids)
  takes Ben
  git stash -q -u
  git switch -q -c other origin/main
  git stash pop -q
  commit_all "the work"
  echo more >>src/util.c
  must_fail 1 git handoff pause --push --with-history -m again
  expect_contains "$err" "it stands on $(git rev-parse --short=7 HEAD~1), the work of '$id'" "git handoff release --done --force $id"
  works git handoff release --done --force "$id"
  works git handoff push --with-history
}
test_case "taken work that is committed on another branch is handed over once" committed_on_another_branch

# Put away here, with its WIP commit still on the branch, and somebody else has it.
on_top_of_what_was_put_away() {
  make_server
  ben_takes_over
  person Ann
  works git handoff discard "$id"
  echo more >>src/util.c
  works git handoff pause -m "by mistake"
  expect_contains "$err" "'$id': Ben has had it" "your work is kept as a new handoff"
}
test_case "who goes on from a WIP commit that another has taken is told, also behind a discard" on_top_of_what_was_put_away

# An undo of the second pause: the record here is the first one, what it took is in the tree and on the server.
undone_and_carried() {
  make_server
  person Ann
  git switch -q -c login
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause --push -m one --next one
  write README.md "of the second pause"
  works git handoff pause --push -m two --next two
  works git handoff undo
  id=$(live_ids)
  git switch -q main
  expect_contains "$(git status --porcelain)" "README.md"
  works git handoff pause -m three --next three
  expect_contains "$err" "it was put back on 'login'"
  new=$(git handoff list --porcelain --branch main | cut -f1)
  [ "$new" != "$id" ] || fail "the record of login was moved to main"
  must_fail 1 git handoff push "$new"
  expect_contains "$err" "'README.md' is as '$id' has it"
  expect_equal 1 "$(on_server | wc -l)"
}

test_case "what an undo took back is on the server all the same: carried elsewhere it is told" undone_and_carried

# A checkpoint of taken work goes out beside it under no second id, and says what it was made on.
checkpoint_of_taken_work() {
  make_server
  ben_takes_over
  echo more >>src/util.c
  [ "$1" != all-changed ] || find . -name .git -prune -o -type f -exec sed -i '$a more' {} +
  works git handoff checkpoint
  cp=$(live_ids)
  must_fail 1 git handoff push "$cp"
  expect_contains "$err" "is yours on origin: two would go on with the same work" \
    "git handoff pause --push"
  case $1 in
    given-back)
      works git handoff release "$id"
      must_fail 1 git handoff push "$cp"
      expect_contains "$err" "is free to take on origin: two would go on with the same work"
      expect_equal 1 "$(on_server | wc -l)"
      ;;
    taken-away)
      person Ann
      works git handoff take --steal "$id"
      person Ben
      works git handoff push "$cp"
      expect_contains "$err" "taken from you as $id: Ann has had that"
      expect_lacks "$err" "is yours on origin"
      works git handoff status
      expect_contains "$out" "taken from you as $id"
      ;;
  esac
}
test_case "a checkpoint of what was taken and given back is not shared beside it" checkpoint_of_taken_work given-back
test_case "... also where nothing is as it was taken" checkpoint_of_taken_work all-changed
test_case "... and of what somebody else has by now is called so" checkpoint_of_taken_work taken-away

# Ann forked what Ben had taken, and takes the original back: $fork is hers on origin, and $id is what she has here.
original_over_fork() {
  make_server
  ben_takes_over
  person Ann
  write ann.txt ann
  works git handoff pause --push -m ann --next "ann's"
  fork=$(live_ids | grep -v "^$id$")
  person Ben
  write ben.txt ben
  works git handoff pause --push -m ben --next "ben's"
  takes Ann
  beside=$(sed -n 's/.*to see it beside this: //p' <<<"$out" | sed 's/NAME/side/g')
  expect_contains "$beside" "git worktree add -b side ../side" "handoff resume $fork --continue --apply"
}

# Seen beside it, as was said: each of them is handed back from where it is.
fork_seen_beside() {
  original_over_fork
  eval "$beside" >/dev/null 2>&1
  expect_file ../side/ann.txt ann
  write more.txt "of the original"
  works git handoff pause --push -m original --next "the original"
  expect_contains "$out" "Shared on origin as $id"
  cd ../side
  write side.txt side
  works git handoff pause --push -m side --next "the fork"
  expect_contains "$out" "Shared on origin as $fork"
  expect_lacks "$err" "put back on"
  id=$fork
  takes Cat
  expect_file ann.txt ann
  expect_file side.txt side
  [ ! -e more.txt ] || fail "the original went into the fork"
}
test_case "what was resumed on another branch is handed back from there, and from nowhere else" fork_seen_beside

# Who holds a fork and its original had the same files in both before.
fork_and_original_taken() {
  original_over_fork
  works git handoff release
  person Cat
  has_read "$id"
  works git handoff take "$id"
  git worktree add -q --detach ../side main
  cd ../side
  has_read "$fork"
  works git handoff take --branch side "$fork"
  cd ../cat
  write cat.txt cat
  works git handoff pause --push -m original --next "the original"
  expect_contains "$out" "Shared on origin as $id"
  cd ../side
  write side.txt side
  works git handoff pause --push -m fork --next "the fork"
  expect_contains "$out" "Shared on origin as $fork"
}
test_case "who took a fork and its original hands both back, though both have the same files" fork_and_original_taken

# ann_hands_over_two: two of one branch, $first and $second; Ben has read both.
ann_hands_over_two() {
  make_server
  ann_hands_over
  first=$id
  git reset -q --hard HEAD~1
  git clean -q -f -d
  [ "${1-}" != same-file ] || echo "// second" >>src/util.c
  echo "second" >>README
  works git handoff pause --push -m second --next "second"
  second=$(live_ids | grep -v "^$first$")
  person Ben
  has_read "$first"
  has_read "$second"
}

# They name one file, and are taken one after the other: what lies in the tree was put back last.
two_of_a_branch() {
  local first second
  ann_hands_over_two same-file
  works git handoff take "$second"
  git stash -q -u
  works git handoff take "$first"
  write ben.txt ben
  works git handoff pause --push -m first --next "first"
  expect_contains "$out" "Shared on origin as $first"
  works git handoff release "$second"
  id=$second
  takes Cat
  expect_file README "$(printf 'a project\nsecond')"
  [ ! -e ben.txt ] || fail "the first went into the second"
}
test_case "of two handoffs of one branch that were taken the one whose files are here is handed back" two_of_a_branch

# The other one is in the stash: nothing of it goes into the one that is paused again.
paused_twice_beside_a_stashed_one() {
  local first second
  ann_hands_over_two
  works git handoff take "$first"
  git stash -q -u
  works git handoff take "$second"
  works git handoff pause --push -m one --next one
  echo more >>README
  works git handoff pause --push -m two --next two
  expect_contains "$out" "Shared on origin as $second"
  expect_lacks "$out$err" "holds the work" "in this handoff now"
}
test_case "... and again, while the other one is stashed" paused_twice_beside_a_stashed_one

# What was taken is put away, and something else is done in one of its files: that is no version of it.
other_work_in_a_file_of_it() {
  make_server
  ben_takes_over
  case $1 in
    stashed) git stash -q -u ;;
    reset) git reset -q --hard && git clean -q -f -d ;;
  esac
  echo "// other" >>src/util.c
  works git handoff pause --push -m other --next other
  expect_contains "$err" "'$id': nothing of it is in this tree any more; your work is kept as a new handoff"
  expect_lacks "$out" "Shared on origin as $id"
  works git handoff undo
  git checkout -q -- .
  works git handoff release "$id"
  takes Cat
  expect_equal "$state" "$(state_of_tree)"
}
test_case "other work in a file of what was taken and stashed is no version of it" other_work_in_a_file_of_it stashed
test_case "... nor of what was taken and thrown away" other_work_in_a_file_of_it reset

# Rewritten from the first line to the last it is that work all the same.
rewritten_wholly() {
  make_server
  ann_works
  git reset -q --hard
  git clean -q -f -d
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m one --next one
  id=$(live_ids)
  takes Ben
  write src/util.c "long other(void);"
  works git handoff pause --push -m two --next two
  expect_contains "$out" "Shared on origin as $id"
}
test_case "... but what was rewritten to the last line is" rewritten_wholly

# Its words go where the work goes: what is open, what was closed meanwhile, and the next step.
words_go_along() {
  make_server
  ann_works
  works git handoff note human "rotate the key" --blocking
  works git handoff note blocker "staging is down"
  works git handoff note task "write the docs"
  works git handoff pause --push -m half --next "write the expiry test"
  id=$(live_ids)
  takes Ben
  works git handoff note done "staging is down"
  git stash -q -u
  case $1 in
    branch)
      git switch -q -c more main
      echo more >>README
      git commit -q -a -m more
      git push -q origin more
      ;;
    worktree)
      git switch -q main
      git worktree add -q ../side login
      cd ../side
      ;;
    worktree-branch)
      git switch -q main
      git worktree add -q -b more ../side login
      cd ../side
      ;;
  esac
  git stash pop -q
  works git handoff pause --push -m more
  expect_contains "$out" "Shared on origin as $id" "next: write the expiry test"
  works git handoff show --format json
  expect_equal "rotate the key" "$(json .human_actions_pending[0].action <<<"$out")"
  expect_contains "$out" "write the docs"
  expect_lacks "$out" "staging is down"
  works git handoff note --list --all
  expect_lacks "$out" "rotate the key" "write the docs"
  works git handoff undo
  works git handoff note --list --all
  expect_contains "$out" "rotate the key" "write the docs"
}
test_case "the words of what was taken go along to another branch" words_go_along branch
test_case "... into the worktree that has the branch" words_go_along worktree
test_case "... and to another branch in another worktree" words_go_along worktree-branch

# fork_has_all: Cat's fork of Ann's has all of that, and a file more; Ben has both, each in a stash, the original on top.
fork_has_all() {
  make_server
  ann_hands_over
  takes Cat
  takes Ben --steal
  person Cat
  write cat.txt cat
  works git handoff pause --push -m fork --next "the fork's"
  fork=$(live_ids | grep -v "^$id$")
  person Ben
  git stash -q -u
  works git handoff release "$id"
  has_read "$fork"
  works git handoff take "$fork"
  git stash -q -u
  works git handoff take "$id"
  git stash -q -u
}

fork_in_the_tree() {
  fork_has_all
  git stash pop -q 'stash@{1}'
  [ "$1" != further ] || echo ben >>cat.txt
  works git handoff pause --push -m which
  expect_contains "$out" "Shared on origin as $fork" "next: the fork's"
}
test_case "a fork that has all of its original is handed back as the fork" fork_in_the_tree exact
test_case "... also where its own file was gone on with" fork_in_the_tree further

original_in_the_tree() {
  fork_has_all
  git stash pop -q
  echo ben >>README
  works git handoff pause --push -m which
  expect_contains "$out" "Shared on origin as $id" "next: write the expiry test"
}
test_case "... and the original as that" original_in_the_tree

# words_of_two: Ben has read two handoffs of Ann's, each with an action that blocks.
words_of_two() {
  make_server
  ann_works
  works git handoff note human "first action" --blocking
  works git handoff pause --push -m first --next "first step"
  first=$(live_ids)
  git reset -q --hard HEAD~1
  git clean -q -f -d
  echo "second" >>README
  works git handoff note human "second action" --blocking
  works git handoff pause --push -m second --next "second step"
  second=$(live_ids | grep -v "^$first$")
  person Ben
  has_read "$first"
  has_read "$second"
}

# actions_of ID: the open ones that the server has of it.
actions_of() {
  git -C "$server" show "refs/handoffs/shared/$1:handoff.json" | jq -r '[.human_actions_pending[] | select(.done != true) | .action] | join(", ")'
}

# One is stashed while the other is gone on with: each keeps its own.
words_stay_with_their_own() {
  local first second
  words_of_two
  works git handoff take "$first"
  git stash -q -u
  works git handoff take "$second"
  echo ben >>README
  works git handoff pause --push -m two
  expect_contains "$out" "Shared on origin as $second"
  git reset -q --hard HEAD~1
  git stash pop -q
  works git handoff pause --push -m one
  expect_contains "$out" "Shared on origin as $first"
  expect_equal "second action" "$(actions_of "$second")"
  expect_equal "first action" "$(actions_of "$first")"
}
test_case "what is open of a stashed handoff stays with that" words_stay_with_their_own

# Something else is done meanwhile.
words_stay_out_of_a_fix() {
  local first second
  words_of_two
  works git handoff take "$first"
  works git handoff note done "first action"
  git stash -q -u
  echo fix >>README
  works git handoff pause --push -m fix --next "the fix"
  fix=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "" "$(actions_of "$fix")"
  expect_lacks "$out" "first step"
  git reset -q --hard HEAD~1
  git stash pop -q
  works git handoff pause --push -m one
  expect_contains "$out" "Shared on origin as $first" "next: first step"
  expect_equal "" "$(actions_of "$first")"
}
test_case "... also beside a fix, and what was closed stays closed" words_stay_out_of_a_fix

# Both works in one tree: one goes on with the words of both.
words_of_both() {
  local first second
  words_of_two
  works git handoff take "$first"
  git stash -q -u
  works git handoff take "$second"
  git stash pop -q
  must_fail 1 git handoff pause --push -m both
  expect_contains "$err" "end that one, whose work is in this"
  works git handoff show "$second" --format json
  expect_contains "$out" "first step" "second step" "first action" "second action"
  # Once that is done it stays so.
  works git handoff resume "$second" --continue --blocking-done
  works git handoff note done "first step"
  for more in one two; do
    echo $more >>README
    works git handoff pause -m $more
    works git handoff show "$second" --format json
    expect_equal "" "$(json '[.remaining_tasks[] | (.name? // .) | select(. == "first step")][0] // ""' <<<"$out")"
    works git handoff resume "$second" --continue
  done
}
test_case "two works in one tree: the words of both are in the one that goes on" words_of_both

# Carried over to a branch that was there: a handoff of its own, with the words.
words_carried_to_main() {
  local first second
  words_of_two
  works git handoff take "$first"
  git switch -q main
  must_fail 1 git handoff pause --push -m main
  works git handoff show --format json
  expect_contains "$out" "first step" "first action"
}
test_case "the words go along to a branch that was there" words_carried_to_main

# partly_out_of_sight HOW: a file of what was taken is not seen by a pause.
partly_out_of_sight() {
  make_server
  ben_takes_over
  echo "// ben" >>src/util.c
  case $1 in
    stashed) git stash push -q -u -- notes/todo.txt ;;
    ignored) echo notes >>.git/info/exclude ;;
  esac
  works git handoff pause --push -m rest
  expect_contains "$err" "no longer in this handoff: " "notes/todo.txt"
}
test_case "a pause says which file of what was taken is in a stash" partly_out_of_sight stashed
test_case "... or behind one's own ignore file" partly_out_of_sight ignored

# Part of it is committed, and the rest stashed: an empty version would go over what is there.
committed_and_stashed() {
  make_server
  ben_takes_over
  git add src
  git commit -q -m part
  git push -q origin login
  git stash -q -u
  must_fail 1 git handoff pause --push -m nothing
  expect_contains "$err" "nothing is paused: of '$id', 'notes/todo.txt' is in stash@{0}, and in no commit"
  git stash pop -q
  works git handoff pause --push -m rest
  expect_contains "$out" "Shared on origin as $id"
}
test_case "what was committed in part, and stashed, is not handed back empty" committed_and_stashed

# Renamed, and a line of it changed: that work all the same.
renamed_and_changed() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  seq -f "int line_%g;" 20 >src/new.c
  works git handoff pause --push -m x --next "go on"
  id=$(live_ids)
  takes Ben
  git add -A
  git mv src/new.c src/other.c
  sed -i 's/line_7/line_77/' src/other.c
  works git handoff pause --push -m renamed
  expect_contains "$out" "Shared on origin as $id"
}
test_case "a file that was renamed and changed is that work" renamed_and_changed

# Of two the file is renamed and changed: what is here by its lines alone is that one.
renamed_beside_another() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  for name in one two; do
    seq -f "int ${name}_%g;" 20 >src/$name.c
    works git handoff pause --push -m $name --next "$name goes on"
    eval "$name=$(live_ids | grep -v "^${one-none}$")"
    git reset -q --hard HEAD~1
  done
  person Ben
  has_read "$one"
  has_read "$two"
  works git handoff take "$one"
  git stash -q -u
  works git handoff take "$two"
  git stash -q -u
  echo "ben's" >>README # both are below what is committed since: by that none is put aside
  git commit -q -a -m "of Ben"
  git push -q origin login
  git stash pop -q 'stash@{1}'
  mv src/one.c src/uno.c
  sed -i 's/one_7/one_77/' src/uno.c
  works git handoff pause --push -m renamed
  expect_contains "$out" "Shared on origin as $one" "next: one goes on"
}
test_case "... also where another one is stashed that was put back later" renamed_beside_another

# fork_and_original: Ben's handoff $original, which Cat took and handed back with a line in src/main.c; and $fork, Ben's own line in
# src/util.c, which he paused meanwhile.
fork_and_original() {
  make_server
  person Ben
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  echo "// of both" >>src/util.c
  works git handoff note task "of both"
  works git handoff pause --push --next "both"
  original=$(live_ids)
  takes_of Cat "$original"
  person Ben
  echo "// of the fork" >>src/util.c
  works git handoff pause --push --next "fork"
  fork=$(live_ids | grep -v "$original")
  person Cat
  echo "// of the original" >>src/main.c
  works git handoff pause --push --next "original"
}

# takes_of NAME ID
takes_of() {
  person "$1"
  has_read "$2"
  works git handoff take "$2"
}

# A fork that is put away and taken back is one of the same original, under a new id.
fork_put_away_and_back() {
  fork_and_original
  person Ben
  works git handoff discard
  works git handoff undo
  expect_contains "$err" "'$fork' is no longer shared"
  works git handoff show
  expect_contains "$out" "forked from" "$original"
}
test_case "a fork that was put away and is brought back tells of its original" fork_put_away_and_back

# Ben's fork is committed on top of what Ann paused, and she takes it: what she pauses then is the fork, and hers stays.
fork_on_work_of_ones_own() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take "$id"
  git add -A
  git commit -q -m "what Ann had"
  write ben.txt "Ben's"
  person Cat
  has_read "$id"
  works git handoff take --steal "$id"
  write cat.txt "Cat's"
  works git handoff pause --push --next "cat"
  person Ben
  works git handoff pause --push --with-history --next "ben"
  fork=$(live_ids | grep -v "$id")
  takes_of Ann "$fork"
  write ann.txt "Ann's"
  works git handoff pause --push --with-history --next "ann"
  expect_contains "$out" "Paused login as $fork" "Shared on origin as $fork"
  expect_contains "$(live_ids)" "$id" "$fork"
}
test_case "a taken fork that stands on one's own older work is handed back as itself" fork_on_work_of_ones_own

# own_work_stashed HOW: Ben's own work lay in a stash while he had a colleague's handoff: its pause has its own words.
own_work_stashed() {
  make_server
  ann_hands_over
  person Ben
  git switch -q -c mine
  write mine.txt mine
  [ "$1" = bare ] || works git handoff note task "my task"
  works git handoff pause --next "my next"
  works git handoff resume --continue
  git stash -q -u
  takes_of Ben "$id"
  if [ "$1" = handed-back ]; then
    write more.txt more
    works git handoff pause --push --next "go on"
    git switch -q mine
    git stash pop -q
  else
    git stash -q -u
    git switch -q mine
    git stash pop -q 'stash@{1}'
  fi
  works git handoff pause
  case $1 in
    bare) expect_lacks "$out$err" "forked from $id" "next: write" ;;
    *) expect_contains "$out" "next: my next" ;;
  esac
}
test_case "own work that was stashed beside a colleague's handoff has its own next step" own_work_stashed stashed
test_case "... also when that was handed back" own_work_stashed handed-back
test_case "... or none, rather than theirs" own_work_stashed bare

original_beside_a_paused_fork() {
  fork_and_original
  takes_of Ben "$original"
  write own.txt "more of the original"
  works git handoff pause --next "go on"
  expect_contains "$out" "Paused login as $original"
  expect_contains "$(git show "$(git for-each-ref --format='%(refname)' "refs/handoffs/active/login/$fork")^2:src/util.c" 2>/dev/null ||
    git handoff export "$fork" --format json)" "fork"
}
test_case "what is taken beside a paused fork of it is paused as itself" original_beside_a_paused_fork

original_beside_a_stashed_fork() {
  fork_and_original
  takes_of Ann "$fork"
  echo "// more of the fork" >>src/util.c
  git stash -q -u
  [ "$1" = held ] || works git handoff release "$fork"
  takes_of Ann "$original"
  write own.txt "more of the original"
  works git handoff pause --push --next "go on"
  expect_contains "$out" "Shared on origin as $original"
}
for way in held released; do
  test_case "... also where that is in the stash ($way)" original_beside_a_stashed_fork $way
done

both_go_back() {
  fork_and_original
  takes_of Ann "$original"
  write own.txt "more of the original"
  works git handoff pause --next "go on"
  takes_of Ann "$fork"
  write other.txt "more of the fork"
  works git handoff pause --push --next "go on, too"
  expect_contains "$out" "Shared on origin as $fork"
  expect_equal "held free" "$(state_on_server "$original") $(state_on_server "$fork")"
}
test_case "a fork that was taken goes back, whoever has its original" both_go_back

# Ben's fork, never shared, is in a stash while he looks at its original once more and gives it back.
stashed_fork_goes_on() {
  make_server
  ann_hands_over
  takes Ben
  person Ann
  works git handoff take --steal "$id"
  person Ben
  echo "// of the fork" >>src/util.c
  works git handoff pause -m fork --next "the fork"
  works git handoff resume --continue
  person Ann
  echo "// of the original" >>src/main.c
  works git handoff pause --push -m original --next "the original"
  person Ben
  git stash -q -u
  takes_of Ben "$id"
  git stash -q -u
  works git handoff release
  git stash pop -q --index 'stash@{1}'
  works git handoff pause
  works git handoff show
  expect_contains "$out" "next: the fork" "forked from"
  expect_lacks "$out" "handoff: $id"
}
test_case "a stashed fork goes on as itself, though its original was here last" stashed_fork_goes_on

# ... which is over once it is committed.
committed_fork_is_over() {
  make_server
  ann_hands_over
  takes Ben
  person Ann
  works git handoff take --steal "$id"
  person Ben
  write fork.txt "of the fork"
  works git handoff pause -m fork --next "the fork"
  fork=$(live_ids)
  works git handoff resume --continue
  commit_all "the fork"
  git push -q origin login 2>/dev/null
  person Ann
  write ann.txt "Ann's"
  works git handoff pause --push -m original --next "the original"
  person Ben
  has_read "$id"
  works git handoff take --apply "$id"
  works git handoff release
  write ben.txt "Ben's"
  works git handoff pause
  works git handoff show
  expect_lacks "$out" "next: the fork" "handoff: $fork"
}
test_case "... and a fork that is committed does not" committed_fork_is_over

# given_back_then HOW: Ben has put it in a stash, and given it back.
given_back_then() {
  make_server
  ben_takes_over
  git stash -q -u
  works git handoff release
  case $1 in
    part)
      git checkout -q 'stash@{0}' -- src/util.c
      git reset -q
      echo other >other.txt
      works git handoff pause
      expect_contains "$err" "no longer in this handoff: " "more are in stash@{0}, and in no commit"
      ;;
    other)
      echo other >other.txt
      works git handoff pause -m other
      works git handoff show
      expect_lacks "$out" "write the expiry test"
      ;;
  esac
}
test_case "what was given back goes on in part: what of it is in a stash is told, with how much" given_back_then part
test_case "what was given back leaves its next step to itself" given_back_then other

# What she shared, and others may take, she rebases and pauses again: nothing was taken.
rebased_after_sharing() {
  local one
  make_server
  person Ann
  git switch -q -c login
  write one.txt one
  commit_all one
  git push -q -u origin login 2>/dev/null
  echo "// hers" >>src/util.c
  works git handoff pause --push -m hers
  one=$(git rev-parse HEAD~1)
  git checkout -q --detach "$one"
  echo two >>one.txt
  git commit -q -a --amend -m "one, and two"
  git rebase -q --onto HEAD "$one" login
  echo "// more" >>src/util.c
  works git handoff pause -m more
  expect_lacks "$err" "what was taken" "stash@"
}
test_case "who shares, rebases and pauses again is told of nothing that was taken" rebased_after_sharing

# She went on with it offline, and it was never shared so.
paused_offline_beside_newer() {
  make_server
  ann_hands_over
  works git handoff resume --continue --offline
  echo "// offline" >>src/util.c
  works git handoff pause --offline -m offline --next "offline"
  takes Ben
  echo "// of Ben" >>src/main.c
  works git handoff pause --push -m ben
  person Ann
  works git handoff fetch
  must_fail 1 git handoff pause --push
  expect_contains "$err" "is paused as it is here" "git handoff push $id"
  expect_lacks "$err" "has been shared as it is here"
  works git handoff push "$id"
  expect_contains "$out" "Shared on origin as"
}
test_case "what was paused offline, and never shared, is not called shared" paused_offline_beside_newer

# Ben has committed his fork on a branch of his own, and takes its original where both began.
items_of_a_fork_elsewhere() {
  fork_and_original
  person Ben
  works git handoff resume --continue
  works git handoff note task "of the fork"
  works git handoff pause --push -m fork
  works git handoff resume --continue
  git switch -q -c mine
  git commit -q -a -m mine
  git switch -q login
  takes_of Ben "$original"
  works git handoff pause --push -m original
  works git handoff show "$original"
  expect_lacks "$out" "of the fork"
  git switch -q mine
  works git handoff note --list --all
  expect_contains "$out" "of the fork"
}
test_case "what is open with a fork that lies on another branch does not go into its original" items_of_a_fork_elsewhere

# His fork is paused, the original is taken, and both wait for the same.
waits_in_both() {
  make_server
  person Ben
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  echo "// of both" >>src/util.c
  works git handoff note action "@ann reviews"
  works git handoff pause --push --next "both"
  original=$(live_ids)
  takes_of Cat "$original"
  person Ben
  echo "// of the fork" >>src/util.c
  works git handoff pause --push --next "fork"
  fork=$(live_ids | grep -v "$original")
  person Cat
  echo "// of the original" >>src/main.c
  works git handoff pause --push --next "original"
  person Ben
  has_read "$original"
  works git handoff take --apply "$original"
  works git handoff list --waiting
  expect_contains "$out" "$fork, login" "$original, login"
}
test_case "what a fork and its taken original both wait for is told of both" waits_in_both

tasks_of() { git handoff show "$1" --json | json '[.remaining_tasks[].name] | join(",")'; }

# Ann has the original in a stash and the fork in her tree: each keeps what is open in it.
items_of_both_stay() {
  fork_and_original
  takes_of Ann "$original"
  git stash -q -u
  takes_of Ann "$fork"
  works git handoff note --list
  expect_equal 1 "$(grep -c "of both" <<<"$out")"
  if [ "$1" = released ]; then
    works git handoff release "$original"
    works git handoff pause --push -m fork
    expect_equal "of both,both" "$(tasks_of "$fork")"
    return
  fi
  works git handoff note task "of the fork alone"
  works git handoff pause --push -m fork
  expect_equal "of both,both,of the fork alone" "$(tasks_of "$fork")"
  git reset -q --hard HEAD~1
  git stash pop -q
  works git handoff pause --push -m original
  expect_contains "$out" "Shared on origin as $original"
  expect_contains "$(tasks_of "$original")" "of both"
  expect_lacks "$(tasks_of "$original")" "alone"
}
test_case "who has taken a fork and its original hands each back with what is open in it" items_of_both_stay handed-back
test_case "... also where the original is given up" items_of_both_stay released

fork_undone() {
  make_server
  ben_takes_over
  write ben.txt ben
  person Cat
  has_read "$id"
  works git handoff take --steal "$id"
  person Ben
  works git handoff pause -m one
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  works git handoff undo
  works git handoff pause -m two
  expect_contains "$err" "'$id': taken from you" "your work goes on as"
  expect_equal "$id" "$(git handoff show --json | json .forked_from)"
  works git handoff status
  expect_lacks "$out" "not yours"
  works git handoff undo
  works git handoff status
  expect_contains "$out" "not yours: $id, taken from you"
  works git handoff undo
  works git handoff status
  expect_lacks "$out" "not yours"
}
test_case "a fork whose pause was undone, and is done again, tells of its original" fork_undone

# An empty version would go over the work that was taken, which lies in a stash.
nothing_of_it_shared() {
  make_server
  ben_takes_over
  git stash -q -u
  works git handoff pause -m away
  must_fail 1 git handoff push
  expect_contains "$err" "nothing is shared: nothing of '$id' is in this working tree any more" "git stash pop && git handoff pause --push"
  git stash pop -q
  works git handoff pause --push -m back
  expect_contains "$out" "Shared on origin as $id" "src/main.c"
}
test_case "work that was taken and stashed is not published as gone" nothing_of_it_shared

# As long as nothing else tells of it, an own record that is damaged is no fork of anything.
beside_a_damaged_record() {
  local blob
  make_server
  ann_hands_over
  person Ben
  git switch -q -c other
  write other.txt other
  works git handoff pause -m other
  works git handoff resume --continue
  rm other.txt
  git switch -q main
  takes_of Ben "$id"
  git stash -q -u
  works git handoff release
  git stash pop -q
  git unpack-objects -q < <(cat .git/objects/pack/*.pack 2>/dev/null) || true
  blob=$(git rev-parse "$(git for-each-ref --format='%(refname)' refs/handoffs/archive/other):handoff.json")
  rm -f ".git/objects/${blob:0:2}/${blob:2}"
  works git handoff pause -m mine
  expect_contains "$out" "Paused"
}
test_case "work that was given back is paused beside a damaged record of other work" beside_a_damaged_record

# Of what was taken and given back once, the record is damaged: other work has nothing to do with it.
damaged_record_of_a_taken_one() {
  local blob
  make_server
  ben_takes_over
  git stash -q -u
  works git handoff release
  git unpack-objects -q < <(cat .git/objects/pack/*.pack 2>/dev/null) || true
  blob=$(git rev-parse "$(git for-each-ref --format='%(refname)' refs/handoffs/archive/login):handoff.json")
  rm -f ".git/objects/${blob:0:2}/${blob:2}"
  git switch -q main
  write other.txt other
  works git handoff pause -m other
  expect_contains "$out" "Paused main"
}
test_case "... and beside one of what was taken once" damaged_record_of_a_taken_one

# A fork that is committed is over, though one of its files is changed again.
committed_fork_changed_again() {
  make_server
  person Ann
  git switch -q -c login
  seq 9 >a
  git add a
  git commit -q -m lines
  git push -q -u origin login 2>/dev/null
  sed -i 's/1/1 of O/' a
  works git handoff pause --push --next "next of O"
  id=$(live_ids)
  takes_of Ben "$id"
  person Ann
  works git handoff take --steal "$id"
  person Ben
  sed -i 's/8/8 of F/' a
  works git handoff pause --next "next of F"
  fork=$(live_ids)
  works git handoff resume --continue
  git commit -q -a -m "F is committed"
  git push -q origin login 2>/dev/null
  person Ann
  echo "of O 2" >c
  works git handoff pause --push --next "next of O"
  person Ben
  has_read "$id"
  works git handoff take --apply "$id"
  works git handoff release
  sed -i 's/4/4 of Ben/' a
  works git handoff pause
  expect_lacks "$out" "$fork"
}
test_case "a fork that is committed is not gone on with for a new edit in its file" committed_fork_changed_again

# own_fork_stashed ORIGINAL: Ben's fork, shared nowhere, lies in a stash; he has taken its original, and that is stashed then, or
# given back. $fork comes out again.
own_fork_stashed() {
  make_server
  ann_hands_over
  takes_of Ben "$id"
  person Ann
  works git handoff take --steal "$id"
  person Ben
  echo "of F" >f.txt
  works git handoff note task "T of F"
  works git handoff pause -m fork --next "next of F"
  fork=$(live_ids)
  works git handoff resume --continue
  person Ann
  echo "of O" >o.txt
  works git handoff pause --push --next "next of O"
  person Ben
  git stash -q -u
  has_read "$id"
  works git handoff take "$id"
  if [ "$1" = paused ]; then
    echo more >>o.txt
    works git handoff pause --push
    expect_equal "" "$(tasks_of "$id")"
    expect_contains "$(git handoff note --list)" "T of F"
    works git handoff resume --continue
  fi
  git stash -q -u
  [ "$1" = taken ] || works git handoff release
  git stash pop -q 'stash@{1}'
  works git handoff pause
  expect_contains "$out" "Paused login as $fork" "next: next of F"
  expect_contains "$(tasks_of "$fork")" "T of F"
}
test_case "an own fork goes on as itself where its original is given back" own_fork_stashed released
test_case "... taken, and stashed" own_fork_stashed taken
test_case "... with its own tasks, though the original was paused meanwhile" own_fork_stashed paused

# own_task_after_release: noted on what was taken, and paused before that was given back.
own_task_after_release() {
  make_server
  ben_takes_over
  works git handoff note task "Ben's own"
  write ben.txt ben
  works git handoff pause -m two
  works git handoff resume --continue
  git stash -q -u
  works git handoff release
  write other.txt other
  works git handoff pause -m other
  works git handoff show
  expect_contains "$out" "[ ] Ben's own"
  expect_lacks "$out" "next: write the expiry test"
}
test_case "a task that was noted on what was given back goes with the next pause" own_task_after_release

# Ann's stash has a later change of a file which the handoff below has.
later_change_stashed() {
  make_server
  ann_hands_over
  echo "// later" >>src/main.c
  git stash -q
  echo "// other" >>src/util.c
  works git handoff pause -m on
  expect_lacks "$err" "no longer in this handoff"
}
test_case "nothing has left a handoff that is paused below" later_change_stashed

paused_offline_beside_gone() {
  make_server
  ann_hands_over
  works git handoff resume --continue --offline
  write off.txt off
  works git handoff pause --offline -m offline
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  must_fail 1 git handoff pause --push
  expect_lacks "$err" "has been shared as it is here"
  expect_contains "$err" "is paused as it is here" "git handoff push $id"
}
test_case "what was paused offline, and is gone there, is not called shared" paused_offline_beside_gone

# Who finished it has done what the work did to a submodule, and fresh goes on to that.
submodule_renamed_and_finished() {
  (make_repo "$case_dir/lib" && write f 1 && commit_all one)
  make_server
  person Ann
  git switch -q -c login
  git -c protocol.file.allow=always submodule --quiet add "$case_dir/lib" lib
  git commit -q -m "with a submodule"
  git push -q -u origin login 2>/dev/null
  git mv lib other
  works git handoff pause --push --next "go on"
  id=$(live_ids)
  takes_of Ben "$id"
  git commit -q -a -m "the work"
  git push -q origin HEAD:login
  works git handoff release --done --force "$id"
  person Ann
  works git handoff fetch
  works git handoff resume --fresh "$id"
  expect_equal other "$(git ls-files -s | awk '$1 == 160000 {print $4}')"
  expect_lacks "$out$err" "the submodule"
}
test_case "of a submodule that is as the finished work has it nothing is told" submodule_renamed_and_finished

test_done
