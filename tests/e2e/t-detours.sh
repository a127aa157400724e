#!/usr/bin/env bash
# A day with detours: a rebase that stops, a bisect, a detached HEAD, another branch's handoff. What is written
# down meanwhile is found again, and each screen says what is so and offers what works.
. "$(dirname "$0")/lib.sh"
variants=some

# On feat, which conflicts with main.
feat_beside_main() {
  make_project
  real_clock
  git switch -qc feat
  echo feat >>README
  git commit -qam "feat: readme"
  git switch -q main
  echo main >>README
  git commit -qam "main: readme"
  git switch -q feat
}
stopped_rebase() {
  feat_beside_main
  works git handoff note "noted before"
  run git rebase main
  [ -d .git/rebase-merge ] || fail "the rebase did not stop"
}
end_rebase() {
  git add -A
  GIT_EDITOR=true git rebase --continue >/dev/null 2>&1 || fail "the rebase did not end"
}

noted_in_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff note question "which order?"
  git-handoff hook claude PostToolUse >/dev/null <<END
{"session_id": "s", "cwd": "$PWD", "tool_name": "TodoWrite",
 "tool_input": {"todos": [{"content": "go through the conflict", "status": "pending"}]}}
END
  works git handoff note --list
  expect_contains "$out" "noted before" "keep theirs"
  works git handoff brief
  expect_contains "$out" "noted before" "keep theirs"
  works git handoff note done "which order"
  end_rebase
  works git handoff note --list
  expect_contains "$out" "keep theirs" "go through the conflict"
  echo more >>src/util.c
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
  expect_lacks "$out" "which order"
}
test_case "what is noted in a rebase is the branch's" noted_in_rebase

stopped_on_paused_work() {
  feat_beside_main
  git reset -q --hard HEAD~1
  echo paused >>README
  works git handoff pause -m x --next "finish README"
  local wip
  wip=$(git rev-parse HEAD)
  run git rebase main
  works git handoff
  expect_contains "$out" "A rebase of 'feat' is under way, where this is paused; finish or abort that first:" "finish README" "git rebase --continue"
  expect_lacks "$out" "Nothing is paused" "elsewhere"
  local id verb
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  for verb in show check brief; do
    run git handoff $verb
    expect_contains "$err" "a rebase of 'feat' is under way, where this is paused: git handoff $verb $id"
  done
  works git rebase --abort
  expect_equal "$wip" "$(git rev-parse HEAD)"
}
test_case "a rebase that stops on paused work says what is paused" stopped_on_paused_work

paused_in_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff note question "which order?"
  works git handoff pause -m lunch --next "resolve README"
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs" "which order?"
  works git handoff note done "which order"
  works git handoff resume --continue
  end_rebase
  works git handoff note --list
  expect_contains "$out" "keep theirs"
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
  expect_lacks "$out" "which order"
}
test_case "what is paused in a rebase, and resumed, is the branch's after it" paused_in_rebase

# What is paused in the rebase of one branch is not what the rebase of another one stops with.
another_rebase() {
  stopped_rebase
  works git handoff pause -m lunch --next "resolve README"
  works git handoff status
  expect_contains "$out" "in conflict: README" "Paused on"
  end_rebase
  git switch -q -c other main~1
  echo other >>README
  git commit -qam "other: readme"
  run git rebase main
  works git handoff status
  expect_contains "$out" "Nothing is paused" "1 handoff"
  must_fail 1 git handoff resume
  works git handoff checkpoint
  works git handoff pause -m again --next "the other one"
  end_rebase
  git switch -q feat
  works git handoff list
  expect_contains "$out" "resolve README" "the other one"
}
test_case "what is paused in a rebase is not told in the rebase of another branch" another_rebase

# An operation that was given up took its conflict out of the tree.
aborted_since() {
  feat_beside_main
  run git merge main
  works git handoff pause -m lunch --next "resolve README"
  works git handoff status
  expect_contains "$out" "in conflict: README"
  git merge --abort
  works git handoff status
  expect_contains "$out" "what was kept in conflict is not in the tree any more: README"
  run git merge main
  git add README
  works git handoff status
  expect_lacks "$out" "in conflict"
}
test_case "a conflict is told while there is one" aborted_since

# Whoever brought the conflict: git moves nothing beside it, and so nor does a resume.
conflict_since() {
  make_project
  real_clock
  echo stashed >>README
  git stash -q
  echo work >>README
  works git handoff pause -m x --next "finish README"
  run git stash pop
  works git handoff status
  expect_contains "$out" "in conflict: README"
  expect_lacks "$out" "edited since"
  run git handoff check
  expect_contains "$out" "README: saved in the WIP commit" ", and unmerged now" "then: git add :/README"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "unmerged: 'README'; nothing was moved" "then: git add :/README (or git rm)"
  expect_equal "UU README" "$(git status --short)"
  must_fail 1 git handoff resume
  expect_lacks "$err" "--continue  " "--fresh"
  git add README
  works git handoff status
  expect_contains "$out" "edited since: README"
  works git handoff resume --continue
}
test_case "a conflict that came after the pause is told, and refused by resume" conflict_since

only_out_of_the_index() {
  make_project
  real_clock
  write new.txt new
  works git handoff pause -m x --next "finish README"
  git rm -q --cached new.txt
  works git handoff status
  expect_contains "$out" "safe to continue"
  run git handoff check
  expect_contains "$out" "new.txt: saved in the WIP commit" ", and only staged otherwise since"
  git reset -q --hard
  git reset -q --hard HEAD~1
  echo new.txt >.git/info/exclude
  write new.txt mine
  works git handoff status
  expect_contains "$out" "new.txt: an ignored file is in the way of the one that was kept"
  must_fail 1 git handoff resume --continue
  rm new.txt
  works git handoff status
  expect_contains "$out" "safe to continue"
  works git handoff resume --continue
}
test_case "what is only out of the index is not edited, and an ignored file in the way is told" only_out_of_the_index

# What began on the WIP commit is compared with the branch below it.
checkpoint_beside_pause() {
  make_project
  real_clock
  echo work >>README
  works git handoff pause -m x --next "finish README"
  echo more >>src/util.c
  works git handoff checkpoint
  works git handoff resume --continue
  works git handoff status
  expect_contains "$out" "safe to continue"
  run git handoff resume
  expect_contains "$out$err" "safe to continue" "the files are as they were kept"
  works git handoff resume --continue
  expect_equal " M README  M src/util.c" "$(git status --short | paste -sd' ')"
}
test_case "a checkpoint beside a pause that was resumed since is as it was kept" checkpoint_beside_pause

# The commits of a rebase that has ended are the work; one that was aborted, or skipped it, has none of it.
rebase_ended() {
  stopped_rebase
  works git handoff pause -m lunch --next "resolve README"
  case $1 in
    aborted) git rebase --abort ;;
    finished)
      echo main >README
      echo feat >>README
      end_rebase
      ;;
  esac
  run git handoff resume
  if [ "$1" = finished ]; then
    expect_contains "$out" "paused in a rebase of feat" "went into 'feat: readme'"
    expect_contains "$err" "--continue --keep-wip"
    expect_lacks "$err" "--apply"
  else
    expect_lacks "$out$err" "went into"
  fi
}
test_case "work of a rebase that has ended since is in its commits" rebase_ended finished
test_case "... and not after one that was aborted" rebase_ended aborted

# What was paused in a rebase or bisect that is over is the branch's, for every screen, before that of other branches.
begun_here() {
  local id handle
  if [ "$1" = bisect ]; then
    feat_beside_main
    git bisect start HEAD HEAD~1 >/dev/null 2>&1
    git checkout -q --detach HEAD
    echo half >>README
  else
    stopped_rebase
  fi
  works git handoff pause -m lunch --next "resolve README"
  id=$(live_ids)
  handle=${id##*-}
  git reset -q --hard
  case $1 in
    rebase) git rebase --abort ;;
    bisect) git bisect reset >/dev/null 2>&1 ;;
  esac
  git switch -qc tax main
  works git handoff status
  expect_contains "$out" "Nothing is paused on 'tax'"
  echo tax >>src/util.c
  works git handoff pause -m tax --next "the tax"
  works git handoff init --hooks post-checkout
  works git switch feat
  expect_contains "$err" "handoff: paused in a $1 of it" "resolve README"
  works git handoff status
  expect_contains "$out" "Paused in a $1 of 'feat', which is over:" "$handle" "elsewhere: 1 handoff"
  works git handoff status --prompt
  expect_contains "$out" "paused"
  works git handoff show
  expect_contains "$out" "$id"
  works git handoff brief
  expect_contains "$out" "resolve README"
  works git handoff hook claude SessionStart <<<"{\"session_id\":\"n\",\"cwd\":\"$PWD\",\"source\":\"startup\"}"
  expect_contains "$out" "resolve README"
  run git handoff resume
  expect_contains "$out" "Handoff $id"
  expect_lacks "$err" "nothing is paused"
  works git handoff show feat
  expect_contains "$out" "$id"
  # What is made here meanwhile is another, and a checkpoint in the rebase is none of this one's.
  echo more >>src/main.c
  works git handoff pause -m more --next "go on"
  works git handoff list
  expect_contains "$out" "resolve README" "go on" "the tax"
  works git handoff resume --continue
  works git handoff status
  expect_contains "$out" "$handle"
  git checkout -q .
  works git handoff discard
  expect_contains "$out" "$id"
  works git handoff status
  expect_contains "$out" "Nothing is paused on 'feat'"
  works git handoff undo
  works git handoff status
  expect_contains "$out" "$handle"
}
test_case "what was paused in a rebase is the branch's once that is aborted" begun_here rebase
test_case "... and what was paused in a bisect" begun_here bisect

# Files and index come back, the merge does not: that is said before and after.
merge_is_not_begun_again() {
  feat_beside_main
  run git merge main
  echo settled >README
  git add README
  works git handoff pause -m lunch --next "finish it"
  git merge --abort
  must_fail 1 git handoff resume
  expect_contains "$out" "to have it as a merge, begin that again first"
  expect_lacks "$out" "git merge"
  works git handoff resume --continue --apply
  expect_contains "$out" "no merge is under way any more: a commit of this has one parent"
  works git handoff undo
}
test_case "that a merge is not begun again with its files is told" merge_is_not_begun_again

# The recorded changes, on what the branch was rebased onto, and committed.
committed_after_rebase() {
  make_project
  seq 1 30 >list.txt
  commit_all list
  git switch -q -c feat
  sed -i '3s/$/ mine/' list.txt
  works git handoff pause -m x --next y
  id=$(live_ids)
  git switch -q main
  sed -i '25s/$/ theirs/' list.txt
  git commit -qam "theirs"
  git switch -q feat
  git rebase -q main
  works git handoff resume --continue
  git commit -qam "mine"
  run git handoff check --json "$id"
  expect_equal "committed in $(git rev-parse --short=7 HEAD) ('mine')" \
    "$(json -r '.findings[] | select(.code == "file").evidence' <<<"$out")"
  sed -i '15s/$/ later/' list.txt
  git commit -qam "later"
  run git handoff check --json "$id"
  expect_contains "$out" "('mine'), and changed since by $(git rev-parse --short=7 HEAD) ('later')"
  sed -i '3s/ mine$//' list.txt
  git commit -qam "without it"
  run git handoff check --json "$id"
  expect_contains "$out" "to something else than was recorded"
}
test_case "work that was rebased and then committed is told as committed" committed_after_rebase

discarded_after_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff pause -m lunch --next "resolve README"
  end_rebase
  works git handoff discard "$(git handoff list --porcelain | cut -f1 | head -n 1)"
  works git handoff note --list --all
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
}
test_case "what was paused in a rebase that went on, and put away, leaves its notes to the branch" discarded_after_rebase

noted_in_bisect() {
  make_project
  real_clock
  git switch -qc feat
  for i in 1 2 3 4; do
    echo "$i" >>README
    git commit -qam "c$i"
  done
  git bisect start HEAD HEAD~4 >/dev/null 2>&1
  works git handoff note eliminated "README is innocent"
  works git handoff checkpoint -m seen
  git bisect reset >/dev/null 2>&1
  works git handoff
  echo more >>src/util.c
  works git handoff pause -m hunt --next "look at c2"
  works git handoff show
  expect_contains "$out" "README is innocent"
}
test_case "what is noted in a bisect is the branch's" noted_in_bisect

noted_on_detached_head() {
  make_project
  real_clock
  git commit -q --allow-empty -m more
  git checkout -q --detach
  works git handoff note "seen at a tag"
  works git handoff note --list
  expect_contains "$out" "seen at a tag"
  git bisect start >/dev/null 2>&1
  works git handoff note --list
  expect_contains "$out" "seen at a tag"
  git bisect reset >/dev/null 2>&1
  git switch -q main
  works git handoff note --list
  expect_contains "$out$err" "1 note on a detached HEAD"
}
test_case "what is noted on a detached HEAD is nobody's else" noted_on_detached_head

noted_after_the_pause() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  works git handoff pause -m why --next "the next step"
  works git handoff brief
  expect_contains "$out" "Changed files:" "- README"
  works git handoff note question "which cost?"
  works git handoff brief
  expect_contains "$out" "which cost?" "Changed files:" "- README"
}
test_case "a note after the pause takes nothing out of the brief" noted_after_the_pause

closed_after_the_pause() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  works git handoff note human "ask ops" --blocking
  works git handoff note question "which cost?"
  works git handoff note blocker "key expired"
  works git handoff pause -m why
  works git handoff note next "write the expiry test"
  for what in ops "which cost" key; do works git handoff note done "$what"; done
  for command in "status" "check" "resume" "list --waiting" "status --all" "brief" "brief @"; do
    # shellcheck disable=SC2086  # words of a command
    run git handoff $command
    expect_lacks "$out$err" "ask ops" "which cost?" "key expired"
  done
  works git handoff status
  expect_contains "$out" "write the expiry test"
  works git handoff resume --continue
  expect_contains "$out" "next: write the expiry test"
  works git handoff brief
  expect_lacks "$out" "ask ops" "which cost?" "key expired"
}
test_case "what is closed and added after the pause is so on every screen" closed_after_the_pause

others_are_named() {
  make_project
  real_clock
  for branch in feat api; do
    git switch -q -c "$branch" main
    echo "$branch" >>README
    works git handoff pause -m "$branch" --next "do $branch"
    git switch -q main
  done
  for choice in --discard --fresh; do
    must_fail 1 git handoff resume $choice
    expect_contains "$err" "nothing is paused on 'main'"
  done
  must_fail 1 git handoff resume
  expect_contains "$err" "git handoff resume api-"
  expect_lacks "$err" "hint: git handoff resume --"
  works git handoff discard "$(live_ids | grep api)"
  line=$(sed -n 's/.*to remove it from the branch: //p' <<<"$out")
  # shellcheck disable=SC2086  # a command of several words
  works ${line%%, then *}
  # shellcheck disable=SC2086  # a command of several words
  works ${line#*, then }
  expect_equal api "$(git symbolic-ref --short HEAD)"
  # Where another worktree has the branch, that is where to go.
  git switch -q main
  git worktree add -q ../linked feat
  works git handoff discard "$(live_ids | grep feat)"
  expect_contains "$out" "to remove it from the branch: go to the worktree that has it: cd"
}
test_case "what is put away, where it is another branch's, is named, and the way back works as told" others_are_named

hints_of_note() {
  make_project
  works git handoff note question "which cost?"
  run git handoff note done
  expect_contains "$err" "'git handoff brief' lists what is open"
  works git handoff brief
  expect_contains "$out" "which cost?"
  run git handoff next "write the test"
  expect_contains "$err" 'git handoff note next "TEXT"'
  expect_lacks "$err" "nearest: push"
}
test_case "the words of a note lead to it" hints_of_note

sums_are_no_commits() {
  make_project
  real_clock
  echo four >>README
  works git handoff note "the asset is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  works git handoff note "its md5 d41d8cd98f00b204e9800998ecf8427e"
  works git handoff pause -m why --next "the next step"
  works git handoff check
  expect_lacks "$out" "no such commit"
}
test_case "a checksum is no lost commit" sums_are_no_commits

begun_task() {
  make_project
  real_clock
  echo four >>README
  works git handoff note task "write docs"
  works git handoff note start "the form" --progress "validation missing"
  works git handoff pause -m why --next "the next step"
  run git handoff resume
  expect_contains "$out" "in progress: the form (validation missing)" "to do: write docs"
}
test_case "resume tells what was begun first, and how far it is" begun_task

only_left_out() {
  make_project
  real_clock
  echo SECRET=1 >.env
  must_fail 1 git handoff pause
  expect_contains "$err" "all that is changed here stays out" ".env"
  works git handoff checkpoint
  expect_contains "$out" ".env"
  echo four >>README
  works git handoff pause --next "write the test"
  works git handoff pause --next "   " -m "  "
  works git handoff show
  expect_contains "$out" "next: write the test"
}
test_case "a pause of what stays out says so, and blanks are no words" only_left_out

paused_detached() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  git commit -qam four
  git checkout -q --detach
  echo five >>README
  works git handoff pause -m why --next "the next step"
  git switch -q main
  run git handoff resume
  expect_contains "$out" "you are on main; the work was paused on a detached HEAD at "
  expect_lacks "$out" "not on HEAD"
  line=$(sed -n 's/^hint: go back to where it was paused: //p' <<<"$err")
  eval "$line --continue" >/dev/null 2>&1 || fail "'$line' does not work"
  expect_equal five "$(tail -n 1 README)"
  expect_equal "" "$(git symbolic-ref -q --short HEAD)"
}
test_case "work that was paused on a detached HEAD is told from a branch as what it is" paused_detached

# There is no branch to switch to, and a merge is another thing than what was asked for.
switch_of_detached() {
  needs_terminal
  make_project
  git switch -q --detach
  echo five >>README
  works git handoff pause --next "the next step"
  git switch -q main
  must_fail 1 git handoff resume --continue --switch
  expect_contains "$err" "go back to where it was paused: git switch --detach"
  on_terminal $'n\n' git handoff resume --continue --switch
  expect_equal 1 "$code"
  expect_contains "$out" "go back to where it was paused: git switch --detach"
  expect_lacks "$out" "merge the kept work into what is checked out? "
  on_terminal $'n\n' git handoff resume --continue
  expect_contains "$out" "go back to where it was paused: git switch --detach" "merge the kept work into what is checked out? "
}
test_case "... and --switch merges nothing, on a terminal as without" switch_of_detached

undone_switch() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  works git handoff pause -m why --next "the next step"
  git switch -q main
  works git handoff resume --continue --switch
  works git handoff undo
  expect_contains "$out" "checked out: feat still; back to main: git switch main"
  works git handoff resume --continue
  works git handoff undo
  expect_lacks "$out" "checked out"
}
test_case "an undo says which branch stays checked out" undone_switch

upstream_gone() {
  make_project
  real_clock
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git switch -qc feat
  git commit -q --allow-empty -m feat
  git push -q -u origin feat
  echo four >>README
  works git handoff pause -m why --next "the next step"
  git remote rename origin upstream 2>/dev/null
  works git handoff check
  git push -q upstream --delete feat
  git fetch -q --prune upstream
  works git handoff check
  expect_matches "$(git handoff | head -n 1)" "^safe to continue"
}
test_case "an upstream that was renamed, or merged and deleted, is no fault" upstream_gone

committed_checkpoint() {
  make_project
  real_clock
  echo four >>README
  echo new >new.txt
  works git handoff note next "the docs"
  works git handoff checkpoint
  git add -A
  git commit -qm "all of it"
  works git handoff brief
  expect_contains "$out" "new.txt [kept change is in $(git rev-parse --short=7 HEAD)]" "what was kept went into"
  expect_lacks "$out" "changed since" "the paused work"
}
test_case "a checkpoint that was committed is told as that" committed_checkpoint

# Of several that nothing sets apart a person says which is meant. One that was committed is none of them.
which_of_several() {
  local one two
  make_project
  write one.txt one
  works git handoff pause --next "the first"
  one=$(live_ids)
  git reset -q --hard HEAD~1
  test_tick
  write two.txt two
  works git handoff pause --next "the second"
  two=$(live_ids | grep -v "^$one$")
  git reset -q --hard HEAD~1
  on_terminal $'zz\n2\nq\n' git handoff resume
  expect_contains "$out" "2 handoffs are here:" "Handoff $one, paused on main"
  expect_lacks "$out" "Handoff $two"
  on_terminal "${two##*-}"$'\nq\n' git handoff resume
  expect_contains "$out" "Handoff $two, paused on main"
  on_terminal $'q\n' git handoff resume
  expect_equal 1 "$code"
  expect_contains "$out" "nothing was changed"
}
test_case "of several that nothing sets apart a person picks one, by its number or handle" which_of_several

committed_beside_another_checkpoint() {
  make_project
  git worktree add -q --force ../linked main
  write ../linked/one.txt one
  works git -C ../linked handoff checkpoint -m one
  write one.txt one
  commit_all "one"
  write two.txt two
  works git handoff checkpoint -m two
  expect_equal 2 "$(git for-each-ref refs/handoffs/active | wc -l)" "live checkpoints"
  on_terminal $'q\n' git handoff resume
  expect_lacks "$out" "handoffs are here"
  expect_contains "$out" "your choice"
}
test_case "... and is not asked for one that was committed" committed_beside_another_checkpoint


# Paused in a merge, above a WIP commit of it, and the merge was committed: what is offered goes.
committed_above_an_older_pause() {
  local id
  make_project
  git switch -q -c login
  write src/util.c half
  works git handoff pause -m x
  id=$(live_ids)
  git switch -q main
  write src/util.c mainline
  commit_all "main goes on"
  git switch -q login
  run git merge -q main
  works git handoff pause --next "solve it"
  write src/util.c solved
  git add -A
  git commit -q --no-edit
  works git handoff status
  expect_contains "$out" "the paused work went into 'Merge branch "
  works git handoff resume --continue --keep-wip
  works git handoff status
  expect_contains "$out" "on top of the paused work"
  must_fail 1 git handoff resume
  expect_contains "$err" "git handoff resume $id --continue --keep-wip"
  works git handoff resume "$id" --continue --keep-wip
  expect_contains "$err$out" "stays below what was committed since"
}
test_case "what was paused in a merge, and committed, is offered by what goes" committed_above_an_older_pause
# beside_ben: a branch with files f and g at a hub, which Ben has cloned, too.
beside_ben() {
  git init -q --bare hub.git
  make_repo repo
  real_clock
  echo 1 >f
  echo 1 >g
  git add .
  git commit -qm base
  git remote add origin ../hub.git
  git switch -qc login
  git push -q -u origin login
  git clone -q -b login ../hub.git ../ben
  git -C ../ben config user.name Ben
  git -C ../ben config user.email ben@example.com
}

ben_pushes() {
  echo "ben $1" >>"../ben/$1"
  git -C ../ben commit -qam "ben: $1"
  git -C ../ben push -q
}

stopped_at_the_wip_commit() {
  beside_ben
  echo ann >>f
  works git handoff pause --next "edit f"
  ben_pushes f
  must_fail 1 git pull -q --rebase
  run git handoff resume
  expect_contains "$out" "a rebase is under way"
  expect_lacks "$out$(git handoff status)" "ahead" "not here"
}
test_case "in a rebase that stopped at the WIP commit HEAD counts, not the branch" stopped_at_the_wip_commit

pulled_meanwhile() {
  beside_ben
  works git handoff pause --next "edit f"
  ben_pushes f
  ben_pushes g
  git pull -q
  for screen in status resume; do
    run git handoff $screen
    expect_contains "$out" "safe to continue; 2 commits since: Ben"
  done
}
test_case "what a pull brought of others onto the branch is told" pulled_meanwhile

kept_an_amended_wip() {
  beside_ben
  echo ann >>f
  works git handoff pause --next "edit f"
  echo more >>f
  git commit -qa --amend --no-edit
  works git handoff resume --continue --keep-wip
  way=$(git handoff status | sed -n 's/^WIP commit: .* is still on the branch: //p')
  expect_matches "$way" "^git handoff undo [^ ]*, then git handoff resume --continue --unwrap$"
  works eval "${way/, then/ \&\&}"
  expect_equal "$(git rev-parse origin/login)" "$(git rev-parse HEAD)"
}
test_case "the way off the branch of an amended WIP commit goes as told" kept_an_amended_wip

a_branch_of_its_own() {
  beside_ben
  echo a >>f
  echo b >>g
  works git handoff pause --next "edit g"
  git reset -q HEAD~1
  git commit -qm "part" f
  run git handoff resume
  expect_contains "$err" "commit or stash what is changed here, then take it up on a branch of its own: git switch -c NAME"
  must_fail 129 git handoff note list
  expect_contains "$err" "hint: git handoff note --list"
}
test_case "a branch of its own is offered where nothing is in its way" a_branch_of_its_own

picked_from_a_deleted_branch() {
  beside_ben
  echo l >l
  git add l
  git commit -qm "login 1"
  echo a >>f
  works git handoff pause --next "edit f"
  git switch -qc other origin/login
  git cherry-pick login >/dev/null
  git branch -qD login
  run git handoff resume
  expect_contains "$out" "'login', which had it, is not here any more: 'login 1'"
  expect_lacks "$out" "was rewritten"
}
test_case "what a deleted branch had was not dropped by a rewrite" picked_from_a_deleted_branch

reset_after_a_checkpoint() {
  beside_ben
  echo a >>f
  echo b >>g
  works git handoff checkpoint
  git reset -q --hard
  expect_matches "$(git handoff status | head -n 1)" "^a checkpoint, [^;]*; changes that are no longer in the tree, kept in the checkpoint: f, g$"
}
test_case "work that was reset away after a checkpoint is kept there" reset_after_a_checkpoint

# Two commits are picked on top of a pause, the second conflicts, and it is paused within that: once git has taken both
# back, HEAD is the first pause's WIP commit.
paused_within_what_is_aborted() {
  make_project
  commit_all base
  git switch -qc other
  write new new
  commit_all new
  write README other
  commit_all other
  git switch -q main
  write README ours
  commit_all ours
  write src/main.c staged
  git add src/main.c
  write src/main.c edited
  local state
  state=$(state_of_tree)
  works git handoff pause -m first --next y
  run git cherry-pick other~1 other
  works git handoff pause -m within --next y
  git cherry-pick --abort
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a pause within an operation that is aborted buries none below it" paused_within_what_is_aborted
test_done
