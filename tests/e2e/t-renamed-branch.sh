#!/usr/bin/env bash
# A record follows its branch when that is renamed, for all who ask which record is this branch's.
. "$(dirname "$0")/lib.sh"

# A pause of a clean tree leaves no WIP commit that could tell.
live_id() { git for-each-ref --count=1 --format='%(refname:lstrip=-1)' refs/handoffs/active; }
renamed_after_clean_pause() {
  make_project
  git switch -q -c first
  works git handoff note task "write the parser"
  works git handoff pause --next "open src/main.c"
  id=$(git handoff list --json | json '.handoffs[0].id')
  git branch -m first second
}

everybody_finds_it() {
  local id
  renamed_after_clean_pause
  works git handoff status --json
  expect_equal "$id" "$(json '.active[0].id' <<<"$out")"
  works git handoff status --prompt
  expect_contains "$out" paused
  works git handoff show --json
  expect_equal "$id" "$(json .git.id <<<"$out")" "$out"
  works git handoff brief
  expect_contains "$out" "open src/main.c"
  run git handoff check --json
  expect_equal "$id" "$(json .id <<<"$out")" "$out$err"
  run git handoff lint --json
  expect_contains "$out" "$id"
  works git handoff note done "write the parser"
  works git handoff resume --continue
  works git handoff status --json
  expect_equal 0 "$(json '.active | length' <<<"$out")"
}

# Nothing is wrong with a new name, whether the tree was clean, or kept beside the branch.
new_name_is_no_fault() {
  make_project
  git switch -q -c first
  [ "$2" = clean ] || write src/util.c "work"
  works git handoff "$1" -m kept
  git branch -m first second
  [ "$2" != reset ] || git reset -q --hard HEAD~1
  for screen in status check brief; do
    works git handoff $screen
    expect_lacks "$out" "there is no branch"
  done
  works git handoff resume --continue
  expect_contains "$out" "Resumed second"
  expect_lacks "$out" "no such branch"
}

# A branch that takes the old name later has nothing of it.
old_name_is_taken() {
  local id
  renamed_after_clean_pause
  test_tick
  git branch first
  run git handoff check --json
  expect_equal "$id" "$(json .id <<<"$out")" "$out$err"
  works git handoff status --json
  expect_equal "1 $id" "$(json '"\(.active | length) \(.active[0].id)"' <<<"$out")"
  git switch -q first
  works git handoff status --json
  expect_equal "0 $id" "$(json '"\(.active | length) \(.elsewhere[0].id)"' <<<"$out")"
}

# The WIP commit is on the branch that was renamed, whoever has the name now; its reflog tells.
name_is_taken_again() {
  local before
  make_project
  git switch -q -c first
  make_work
  before=$(state_of_tree)
  works git handoff pause -m kept
  git branch -m first second
  [ "$1" != chain ] || git branch -m second third
  git branch first main
  works git handoff status
  expect_contains "$out" "Paused on"
  expect_lacks "$out" "not on HEAD" "not as recorded"
  if [ "$1" = again ]; then
    write README "more"
    works git handoff pause -m two
    works git handoff list --json
    expect_equal 1 "$(json '.handoffs | length' <<<"$out")" "$out"
    works git handoff resume --continue
    expect_equal "$(git rev-parse main)" "$(git rev-parse HEAD)" "the stack is off the branch"
    return
  fi
  works git handoff resume --continue
  expect_contains "$out" "Resumed $(git symbolic-ref --short HEAD): "
  expect_state "$before"
  expect_equal "$(git rev-parse main)" "$(git rev-parse HEAD)" "the WIP commit is off the branch"
}

# The branch that has the work is named, and gone to; the one that has the name since is another.
begun_under_the_old_name() {
  local state
  make_project
  git switch -q -c first
  make_work
  state=$(state_of_tree)
  works git handoff pause -m kept
  git branch -m first second
  git switch -q -c first main
  works git handoff status
  expect_contains "$out" "Nothing is paused on 'first'"
  must_fail 1 git handoff show
  must_fail 1 git handoff discard
  works git handoff list
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "--continue --switch"
  works git handoff resume --continue --switch
  expect_equal second "$(git symbolic-ref --short HEAD)"
  expect_state "$state"
}

# A copy has the reflog as well: the branch of that name is the record's.
copied_branch() {
  make_project
  git switch -q -c first
  make_work
  works git handoff pause -m kept
  git branch -c first second
  git switch -q second
  run git handoff resume --continue
  expect_equal "$(git rev-parse first)" "$(git rev-parse second)" "the copy was moved"
}

test_case "status, prompt, show, brief, check, lint, note and resume find it" everybody_finds_it
test_case "the new name is told as no fault behind a pause of a clean tree" new_name_is_no_fault pause clean
test_case "... and behind a checkpoint" new_name_is_no_fault checkpoint dirty
test_case "... and where the WIP commit was taken off by hand" new_name_is_no_fault pause reset
test_case "a new branch of the old name has none of it" old_name_is_taken
test_case "the old name is taken by another branch: resume takes the WIP commit off the renamed one" name_is_taken_again once
test_case "... after two renames" name_is_taken_again chain
test_case "... and a second pause is one of the same record" name_is_taken_again again
test_case "a branch that was begun under the old name is not the one that has the work" begun_under_the_old_name
test_case "a copy of the branch is none that was renamed" copied_branch

# Renamed, and set to where it does not stand on what the work was made on: as it is under its old name.
renamed_and_set_elsewhere() {
  make_project
  git switch -q -c login
  git commit -q --allow-empty -m "below the work"
  make_work
  works git handoff pause -m x
  git branch -q -m oauth
  works git handoff status
  expect_contains "$out" "Paused on"
  git reset -q --hard main
  works git handoff status
  expect_contains "$out" "oauth no longer ends in the paused work, which is kept"
  must_fail 1 git handoff resume --continue
}
test_case "a renamed branch that was set to other commits no longer ends in the work" renamed_and_set_elsewhere

# A new name writes no file, so that what stands there is not a checkout's.
renamed_with_new_attributes() {
  make_project
  git config filter.rot.clean "tr a-z b-za"
  git config filter.rot.smudge "tr b-za a-z"
  write q.txt 'line $Id: old $'
  commit_all "with an id"
  touch -d "-1 hour" q.txt
  git status >/dev/null
  write .gitattributes "$1"
  write src/main.c "changed"
  works git handoff pause
  git branch -m renamed
  works git handoff resume --continue
  expect_file q.txt 'line $Id: old $'
}
test_case "a renamed branch is no checkout: files are not written through new attributes (ident)" renamed_with_new_attributes '*.txt ident'
test_case "... (encoding)" renamed_with_new_attributes '*.txt working-tree-encoding=UTF-16LE'
test_case "... (filter)" renamed_with_new_attributes '*.txt filter=rot'
# From another branch, the work is on the branch that was renamed, and is resumed there.
renamed_and_away() {
  local state id
  make_project
  git switch -q -c first
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  id=$(live_id)
  git switch -q main
  git branch -m first second
  works git handoff check "$id"
  expect_lacks "$out" "there is no branch"
  expect_contains "$out" "'first' is 'second' now"
  must_fail 1 git handoff resume
  expect_lacks "$out$err" "no branch" "create"
  expect_contains "$out" "the work was paused on first, which is second now"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "which is 'second' now and not checked out" "switch to it and resume there"
  must_fail 1 git handoff resume --fresh "$id"
  expect_contains "$err" "git switch second"
  [ "${1-}" != worktree ] || git worktree add -q "$case_dir.wt" second
  if [ "${1-}" = worktree ]; then
    must_fail 1 git handoff resume --continue --switch
    expect_contains "$err" "'second' is checked out in another worktree"
    return
  fi
  [ "${1-}" != above ] || git commit-tree -p second -m on "second^{tree}" | xargs git update-ref refs/heads/second
  if [ "${1-}" = above ]; then
    must_fail 1 git handoff resume --continue
    expect_contains "$err" "git switch second, then resume again"
    return
  fi
  works git handoff resume --continue --switch
  expect_contains "$out" "Resumed second"
  expect_equal second "$(git symbolic-ref --short HEAD)"
  expect_equal "" "$(git branch --list first)" "a second branch"
  expect_state "$state"
}
test_case "asked from another branch, the new name is told and switched to" renamed_and_away
test_case "... the worktree that has it" renamed_and_away worktree
test_case "... with a commit on top" renamed_and_away above

# A branch's name, as an ID: what is paused on the branch that has it.
named_by_branch() {
  local id other verb
  make_project
  git switch -q -c first/one && write README one && works git handoff pause -m one
  id=$(live_id)
  git switch -q -c second main && write README two && works git handoff pause -m two
  git branch -m second seconds
  git switch -q main
  works git handoff show first/one
  git branch -m first/one second
  for verb in show check brief log lint "edit --next on" "show --oid"; do
    # shellcheck disable=SC2086
    run git handoff $verb second
    [ "$code" -lt 10 ] || fail "$verb: $err"
    expect_lacks "$err" "no handoff" "could be any"
  done
  works git handoff show second --json
  expect_equal "$id" "$(json .git.id <<<"$out")"
  works git handoff show first/one --json
  expect_equal "$id" "$(json .git.id <<<"$out")" "by its old name, while that is nobody's"
  git switch -q -c first/one && write README three && works git handoff pause -m three
  works git handoff show first/one --json
  other=$(json .git.id <<<"$out")
  [ "$other" != "$id" ] || fail "the old name is another branch's"
  must_fail 1 git handoff show nothing
  expect_contains "$err" "$id (branch second)"
  works git handoff resume second --continue --switch
  expect_contains "$out" "Resumed second"
  must_fail 1 git handoff resume HEAD
}
test_case "a branch's name given as an ID is the one that the branch has now" named_by_branch

# Another branch had that name before: what was paused since is not its.
renamed_before_the_pause() {
  local state
  make_project
  git switch -q -c feat
  commit_all older
  git branch -m feat old
  git switch -q -c feat
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q old
  must_fail 1 git handoff resume --continue "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)"
  expect_contains "$err" "this work was paused on 'feat', which is not checked out" "--switch"
  works git handoff resume --continue --switch "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)"
  expect_state "$state"
}
test_case "a branch that had the name before the pause is another one" renamed_before_the_pause
# A checkpoint from before goes with the next pause, as it does without the new name.
checkpoint_before_rename() {
  make_project
  git switch -qc first
  write src/util.c "work"
  works git handoff note next "the next step"
  works git handoff checkpoint
  git branch -m first second
  [ "$1" = dirty ] || git commit -qam "the work"
  write src/main.c "more"
  works git handoff pause -m lunch
  works git handoff list --porcelain
  expect_equal "1 second" "$(wc -l <<<"$out") $(cut -f2 <<<"$out")"
}
test_case "a pause takes the place of a checkpoint from before its branch was renamed" checkpoint_before_rename dirty
test_case "... also where that was committed" checkpoint_before_rename committed

# What was noted, and paused, under a name that another branch has since is that of the branch which had it then.
# at SECONDS: the clock of git and of git-handoff.
at() { set_clock "$1"; export GIT_HANDOFF_NOW=$1; }
two_branches() {
  at 1774400000
  make_project
  git branch feature
  at 1774401000
  "$@" main
  git switch -q feature
  at 1774401060
  "$@" feature
  at 1774401120
}
give_name_away() {
  case $1 in
    taken) git branch -m main old && git branch -m feature main ;;
    swapped) git branch -m main old && git branch -m feature main && git branch -m old feature ;;
    worktree)
      git worktree add -q "$case_dir.wt" main
      git -C "$case_dir.wt" branch -m main old
      git branch -m feature main
      ;;
  esac
  [ "$(git symbolic-ref --short HEAD)" = main ]
}
notes_task() { works git handoff note task "of $1"; }
notes_of_the_branch() {
  two_branches notes_task
  give_name_away "$1"
  works git handoff note --list
  expect_contains "$out" "of feature"
  expect_lacks "$out" "of main"
  write src/util.c "work"
  works git handoff pause --next n
  works git handoff show
  expect_contains "$out" "of feature"
  expect_lacks "$out" "of main"
  if [ "$1" = worktree ]; then cd "$case_dir.wt"; else git switch -q "$(git branch --list old feature --format='%(refname:short)')"; fi
  works git handoff note --list
  expect_contains "$out" "of main"
  expect_lacks "$out" "of feature"
}
pauses_work() {
  write "src/$1.c" "work"
  works git handoff pause -m "of $1"
}
record_of_the_branch() {
  two_branches pauses_work
  give_name_away "$1"
  works git handoff show
  expect_contains "$out" "of feature"
  works git handoff status
  expect_contains "$out" "of feature"
  expect_lacks "$out" "switch"
  works git handoff resume --continue
  expect_file src/feature.c work
  works git handoff list
  expect_contains "$out" "of main"
  if [ "$1" = worktree ]; then cd "$case_dir.wt"; else git stash -qu && git switch -q "$(git branch --list old feature --format='%(refname:short)')"; fi
  works git handoff show
  expect_contains "$out" "of main"
  works git handoff resume --continue
  expect_file src/main.c work
}
pauses_nothing() { works git handoff pause --next "of $1"; }
checkpoints_work() {
  write "src/$1.c" "work"
  works git handoff checkpoint -m "of $1"
  git stash -qu
}
record_beside_the_branch() {
  two_branches "$1"
  give_name_away "$2"
  works git handoff show
  expect_contains "$out" "of feature"
  works git handoff status
  expect_contains "$out" "of feature"
  if [ "$2" = worktree ]; then cd "$case_dir.wt"; else git switch -q "$(git branch --list old feature --format='%(refname:short)')"; fi
  works git handoff show
  expect_contains "$out" "of main"
  expect_lacks "$out" "of feature"
  works git handoff hook post-checkout "$(git rev-parse HEAD)" "$(git rev-parse HEAD)" 1
  expect_contains "$err" "of main"
}
# In the very second of the rename, the branch that has the name by then is meant.
noted_in_the_second() {
  two_branches notes_task
  give_name_away "$1"
  works git handoff note task "just now"
  works git handoff pause --next "paused just now"
  works git handoff show
  expect_contains "$out" "just now" "of feature"
  expect_lacks "$out" "of main"
  git switch -q "$(git branch --list old feature --format='%(refname:short)')"
  works git handoff note --list
  expect_contains "$out" "of main"
  expect_lacks "$out" "just now"
  works git handoff status
  expect_contains "$out" "Nothing is paused on"
}
for how in taken swapped; do
  test_case "what is noted in the second of the rename is of the branch that has the name then ($how)" noted_in_the_second $how
done
for how in taken swapped worktree; do
  test_case "a pause of a clean tree stays with its branch, too ($how)" record_beside_the_branch pauses_nothing $how
  test_case "... and a checkpoint ($how)" record_beside_the_branch checkpoints_work $how
  test_case "notes stay with their branch where its name is given to another one ($how)" notes_of_the_branch $how
  test_case "paused work does, too ($how)" record_of_the_branch $how
done

# Stacked pauses of a renamed branch come off together; what was committed on one is told of as ever.
stacked_and_renamed() {
  make_project
  git switch -qc first
  write src/util.c "one"
  works git handoff pause -m one
  write README "two"
  works git handoff pause -m two
  git branch -m first second
  works git handoff status
  expect_lacks "$out" "stays below"
  works git handoff resume --continue
  expect_lacks "$out$err" "stays below"
  expect_equal "$(git rev-parse main)" "$(git rev-parse HEAD)"
}
fresh_and_renamed() {
  make_project
  git switch -qc first
  write src/util.c "one"
  works git handoff pause -m one
  git branch -m first second
  works git handoff resume --fresh
  expect_contains "$out" "second is back at"
}
buried_and_renamed() {
  make_project
  git switch -qc first
  write src/util.c "one"
  works git handoff pause -m one
  git branch -m first second
  if [ "${1:-}" = rebased ]; then
    git switch -q main
    write docs/other.md "other"
    commit_all "other"
    git switch -q second
    works git rebase -q main
  fi
  git commit -q --allow-empty -m above
  works git handoff status
  expect_contains "$out" "1 commit is on top of the paused work"
  write README "two"
  works git handoff pause -m two
  expect_contains "$out$err" "stays below what was committed since"
  works git handoff list --json
  expect_equal "1 second" "$(json '"\(.handoffs | length) \(.handoffs[0].branch)"' <<<"$out")"
  works git handoff status
  expect_contains "$out" "stays below what was committed since"
  works git handoff resume --continue
  expect_contains "$out$err" "stays below what was committed since"
}
test_case "stacked pauses of a renamed branch come off together, and nothing else is said" stacked_and_renamed
test_case "start fresh says the branch's name of today" fresh_and_renamed
test_case "a WIP commit below the commits of a renamed branch is told of, and its record goes on" buried_and_renamed
test_case "... also where it was rebased" buried_and_renamed rebased

test_done
