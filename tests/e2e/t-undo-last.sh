#!/usr/bin/env bash
# Undo reverses the last operation, whichever it was, and never the one before it; a second undo does it
# again. What it takes off a ref stays reachable.
. "$(dirname "$0")/lib.sh"
variants=some

live() { git for-each-ref --format='%(refname)' refs/handoffs/active | wc -l; }
id_of() { git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active | head -n 1; }
kept_by_itself() { [ "$(live)" != 0 ] && [ ! -e .git/handoff/op.json ] && [ ! -e .git/handoff/unfinished-checkpoint ]; }
next_of() { git handoff show --format json | jq -r .next_action; }
snapshot_of() { git for-each-ref --format='%(objectname)' refs/handoffs/active | xargs -I{} git show {}:handoff.json | jq -r .git.wip_commit; }

# Nobody but our refs holds anything.
collect() {
  git reflog expire --expire=now --all
  git gc -q --prune=now
}

behind_a_checkpoint() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff resume --continue
  state=$(state_of_tree)
  head=$(git rev-parse HEAD)
  works git handoff checkpoint
  expect_equal 1 "$(live)"
  works git handoff undo
  expect_contains "$out" "Undone: checkpoint"
  expect_equal 0 "$(live)" "live after undo of the checkpoint"
  expect_equal "$head" "$(git rev-parse HEAD)" "the resume before was reversed"
  expect_state "$state"
  collect
  works git handoff undo
  expect_contains "$out" "Done again: checkpoint"
  expect_equal 1 "$(live)"
}

behind_an_edit() {
  make_project
  make_work
  works git handoff pause -m x --next "first"
  wip=$(git rev-parse HEAD)
  works git handoff edit --next "second"
  works git handoff undo
  expect_contains "$out" "Undone: edit"
  expect_equal first "$(next_of)"
  expect_equal "$wip" "$(git rev-parse HEAD)" "the pause before was reversed"
  collect
  git for-each-ref --format='%(objectname)' refs/handoffs/archive | xargs -I{} git show {}:handoff.json | grep -q '"second"' ||
    fail "the edited text is in no ref"
  works git handoff undo
  expect_equal second "$(next_of)"
  works git handoff undo
  expect_equal first "$(next_of)"
  works git handoff resume --continue
}

behind_a_second_checkpoint() {
  make_project
  make_work
  works git handoff checkpoint
  first=$(snapshot_of)
  write src/util.c "int util(void) { return 3; }"
  works git handoff checkpoint
  second=$(snapshot_of)
  [ "$first" != "$second" ] || fail "no second snapshot"
  write src/util.c "thrown away"
  works git handoff undo
  expect_equal "$first" "$(snapshot_of)"
  collect
  expect_equal "int util(void) { return 3; }" "$(git show "$second:src/util.c")" "the newer snapshot"
  works git handoff undo
  expect_equal "$second" "$(snapshot_of)"
}

behind_a_stacked_pause() {
  make_project
  make_work
  works git handoff pause -m x --next "first"
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause -m y --next "second"
  top=$(git rev-parse HEAD)
  works git handoff undo
  expect_equal first "$(next_of)"
  expect_equal " M src/util.c" "$(git status --porcelain)"
  collect
  works git handoff undo
  expect_equal "$top" "$(git rev-parse HEAD)"
  expect_equal second "$(next_of)"
}

# A pause on a branch that was renamed takes the record along; undone, it lives where it was, and the archive has the other version.
behind_a_move() {
  make_project
  make_work
  works git handoff pause -m x --next "first"
  git branch -m other
  for next in second third; do
    write src/util.c "int util(void) { return 3; } // $next"
    works git handoff pause -m y --next "$next"
    works git handoff undo
    expect_equal 1 "$(live)"
    expect_equal first "$(next_of)"
  done
  works git handoff undo
  expect_equal third "$(next_of)"
  works git handoff resume --continue --json
  collect
  for next in second third; do
    git for-each-ref --format='%(objectname)' refs/handoffs/archive | xargs -I{} git show {}:handoff.json | grep -q "\"$next\"" ||
      fail "'$next' is in no ref"
  done
}

behind_a_note() {
  make_project
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff note "remember this"
  works git handoff undo
  expect_contains "$out" "Undone: pause"
  expect_state "$state"
  works git handoff note --list
  expect_contains "$out" "remember this"
}

behind_a_checkpoint_of_a_hook() {
  real_clock
  make_project
  make_work
  works git handoff pause -m x
  wip=$(git rev-parse HEAD)
  works git handoff resume --continue
  state=$(state_of_tree)
  printf '{"session_id":"s","cwd":"%s","hook_event_name":"PreCompact","trigger":"auto"}' "$PWD" |
    git handoff hook claude PreCompact
  patiently kept_by_itself || fail "no checkpoint was kept"
  expect_equal 1 "$(live)" "checkpoints"
  works git handoff undo
  expect_contains "$out" "Undone: resume"
  expect_equal "$wip" "$(git rev-parse HEAD)"
  expect_equal 2 "$(live)" "the pause, and the checkpoint"
  works git handoff undo
  expect_state "$state"
}

# What `undo` advises ("redo: git handoff undo") works however often, and whatever is collected between.
as_often_as_one_likes() {
  local before after
  before=$(state_of_tree)
  works git handoff "$@"
  after=$(state_of_tree)
  for _ in 1 2; do
    collect
    works git handoff undo
    expect_state "$before"
    collect
    works git handoff undo
    expect_state "$after"
    git fsck --strict --no-dangling || fail "git fsck"
  done
}

# What an undo took off a ref was not put away.
put_away_last() {
  make_project
  make_work
  works git handoff pause -m one
  first=$(id_of)
  test_tick
  works git handoff discard
  write more.txt more
  works git handoff pause -m two
  works git handoff edit --next "go on"
  test_tick
  works git handoff undo
  git switch -q -c feat main~2
  write third.txt third
  works git handoff pause -m three
  git switch -q main
  must_fail 1 git handoff undo
  expect_contains "$err" "that operation was on 'feat', which is not checked out" \
    "or bring back what was put away last on main, the record alone: git handoff undo $first"
}

# The README promises 30 days.
undone_weeks_later() {
  real_clock
  make_project
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --continue
  GIT_HANDOFF_NOW=$(($(date +%s) + 29 * 86400))
  export GIT_HANDOFF_NOW
  works git handoff gc
  collect
  works git handoff undo
  expect_contains "$out" "Undone: resume"
  expect_equal "" "$(git status --short)"
  works git handoff resume --continue
  expect_state "$state"
}

redone_after_gc() {
  make_project
  git switch -q -c work
  make_work
  works git handoff pause -m x
  case $1 in
    resume*) as_often_as_one_likes resume --continue ;;
    fresh) as_often_as_one_likes resume --fresh ;;
    discard) as_often_as_one_likes discard ;;
    pause)
      write README "more"
      as_often_as_one_likes pause -m y
      ;;
    "undo ID")
      works git handoff discard
      as_often_as_one_likes undo "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/archive)"
      ;;
  esac
}

# The branch and the index had commits and contents that the record has not: no reflog holds them either.
rebased_work() {
  make_project
  git config core.logAllRefUpdates false
  seq 30 >list
  commit_all "a list"
  git switch -q -c work
  sed -i 's/^3$/three/' list
  git add list
  sed -i 's/^20$/twenty/' list
  works git handoff pause -m x
  git switch -q main
  sed -i 's/^28$/more/' list
  commit_all "below"
  git switch -q work
  git rebase -q main
}
redone_on_a_new_base_after_gc() {
  rebased_work
  as_often_as_one_likes resume --continue
  git diff --cached | grep -q '^+three' || fail "what was staged"
}

# The refs have moved, and no index has yet what comes back.
killed_before_the_index() {
  local after
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  rebased_work
  works git handoff resume --continue
  after=$(state_of_tree)
  works git handoff undo
  GIT_HANDOFF_FAULT=index-locked must_fail 137 git-handoff undo
  collect
  works git handoff status
  expect_contains "$err" "was finished"
  expect_state "$after"
  git fsck --strict --no-dangling || fail "git fsck"
}

# The merged content is in no commit: plain git finds it as soon as the index names it.
killed_behind_the_index() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  rebased_work
  GIT_HANDOFF_FAULT=op-step-2 must_fail 137 git-handoff resume --continue
  git diff --cached | grep -q '^+three' || fail "what was staged"
  git fsck --strict --no-dangling || fail "git fsck"
}

# What the user had done to the index already is not the operation's to take back.
done_by_the_user() {
  make_project
  write new.txt "new"
  works git handoff pause -m x
  git mv new.txt moved.txt
  before=$(state_of_tree)
  works git handoff resume --continue
  works git handoff undo
  expect_equal "$(grep -v '^[12?#]' <<<"$before" | sed -n '/^== index/,/^== files/p')" \
    "$(state_of_tree | sed -n '/^== index/,/^== files/p')" "the index"
}

not_kept_without_end() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff resume --continue
  works git handoff undo
  works git handoff undo
  expect_equal 1 "$(git for-each-ref refs/handoffs/undo | wc -l)" "refs for undo"
  works git -c handoff.keepDays=0 handoff gc
  expect_equal "" "$(git for-each-ref refs/handoffs)" "behind gc"
  must_fail 1 git handoff undo
  git worktree add -q -b other ../linked
  (cd ../linked && echo 1 >>README && works git handoff pause -m y)
  expect_equal 1 "$(git for-each-ref refs/handoffs/undo | wc -l)" "refs for undo"
  git worktree remove --force ../linked
  works git handoff gc
  expect_equal "" "$(git for-each-ref refs/handoffs/undo)" "of a worktree that is gone"
}

test_case "a checkpoint that an agent's hook makes by itself is not what undo takes back" behind_a_checkpoint_of_a_hook
test_case "undo behind a checkpoint retires the checkpoint, and no more" behind_a_checkpoint
test_case "undo behind an edit brings the text before back, and keeps the other" behind_an_edit
test_case "undo behind a second checkpoint brings the first back, and keeps the second" behind_a_second_checkpoint
test_case "undo behind a pause on a pause: the same" behind_a_stacked_pause
# The version before is in the history of the live record: it needs no ref of its own.
twice_behind_a_stacked_pause() {
  make_project
  echo one >>README
  works git handoff pause -m one --next a
  echo two >>README
  works git handoff pause -m two --next b
  works git handoff undo
  works git handoff undo
  expect_equal "" "$(git for-each-ref refs/handoffs/archive)" "archived beside the live one"
  expect_contains "$(git log -1 --format=%s)" "wip: b"
}
test_case "... and done again, nothing is archived beside the live one" twice_behind_a_stacked_pause
test_case "undo behind a pause that took the record to a new name, as often as one likes" behind_a_move
for verb in resume fresh discard pause "undo ID"; do
  test_case "$verb is undone and done again as often as one likes, whatever git collects between" redone_after_gc "$verb"
done
test_case "the same on a new base, where only undo knows of the rebased WIP commit and the merged index" redone_on_a_new_base_after_gc
test_case "... also where it is killed, and git collects before the next command" killed_before_the_index
test_case "a resume killed behind a merged index: git has what is staged" killed_behind_the_index
test_case "undo of a resume leaves what the user had taken out of the index before" done_by_the_user
test_case "an undo that belongs to another branch names what was put away last on this one" put_away_last
test_case "a resume is undone 29 days later, whatever was collected since" undone_weeks_later
test_case "what is kept for undo goes with the record and with the worktree" not_kept_without_end
test_case "a note is no operation: undo reverses what was before it" behind_a_note
# A record that lives in no branch is not retired by a redo unless its files are there.
redo_without_the_work() {
  local live
  make_project
  make_work
  works git handoff pause --snapshot-only -m x
  if [ "$1" = merged ]; then
    git reset -q --hard
    git clean -qfd
    git commit -q --allow-empty -m other
    works git handoff resume --continue --apply
  else
    works git handoff resume --continue
  fi
  works git handoff undo
  expect_contains "$out" "as they are, and the index"
  works git handoff undo # the work is there
  works git handoff undo
  git reset -q --hard
  git clean -qfd
  live=$(git for-each-ref refs/handoffs)
  must_fail 1 git handoff undo
  expect_equal "$live" "$(git for-each-ref refs/handoffs)" "the records"
  works git handoff resume --continue --apply
  expect_contains "$(cat src/util.c)" "return 2"
}
test_case "a resume is not done again where its work has gone since" redo_without_the_work snapshot
test_case "... which a merge had brought" redo_without_the_work merged
# The work was there, and something else was staged: the index is what a resume then puts back, and undo too.
with_another_index() {
  local before resumed
  make_project
  echo staged >>README
  git add README
  echo more >>README
  echo changed >>src/main.c
  works git handoff pause -m x
  git reset -q HEAD~1
  cp src/main.c main
  echo "in the index alone" >>src/main.c
  git add src/main.c
  cp main src/main.c
  rm main
  git update-index --assume-unchanged src/util.c
  before=$(git ls-files -s -v)
  works git handoff resume --continue
  resumed=$(git ls-files -s -v)
  [ "$before" != "$resumed" ] || fail "the index is as before"
  works git handoff undo
  git gc -q --prune=now
  expect_equal "$before" "$(git ls-files -s -v)"
  git cat-file -e :src/main.c
  works git handoff undo
  git gc -q --prune=now
  expect_equal "$resumed" "$(git ls-files -s -v)"
  works git handoff undo
  expect_equal "$before" "$(git ls-files -s -v)"
}
test_case "undo of a resume brings back what was staged before it, in place of another choice" with_another_index
# The way out that is named works.
renamed_since() {
  paused_record
  git branch -m renamed
  must_fail 1 git handoff undo
  expect_contains "$err" "git handoff resume $id"
  works git handoff resume "$id" --continue
}
committed_since() {
  paused_record
  git commit -q --allow-empty -m "on top"
  must_fail 1 git handoff undo
  expect_contains "$err" "there are commits or moves since; go back to $(git rev-parse --short=7 HEAD~1) yourself"
  expect_lacks "$err" "alone" # the record is live
}
retired_since() {
  paused_record
  git worktree add -q --detach ../other
  (cd ../other && works git handoff resume "$id" --continue --keep-wip)
  must_fail 1 git handoff undo
  expect_contains "$err" "git handoff undo $id"
  works git handoff undo "$id"
}
# Neither a switch nor a reset leads to the record that another worktree has retired.
resumed_and_committed_since() {
  paused_record
  git switch -q main
  git worktree add -q ../other feat
  (cd ../other && works git handoff resume --continue && commit_all "done with it")
  for where in elsewhere "on it"; do
    must_fail 1 git handoff undo
    expect_contains "$err" "cannot undo: the handoff was resumed in " " since, and 'feat' has moved on" \
      "git handoff undo $id"
    expect_lacks "$err" "yourself" "switch"
    [ "$where" = "on it" ] || { expect_contains "$err" "/other"; git worktree remove ../other; git switch -q feat; }
  done
  expect_contains "$err" "in another worktree"
  works git handoff undo "$id"
  works git handoff status
  expect_contains "$out" "the paused work was committed as 'done with it'"
}
paused_record() {
  make_project
  git switch -q -c feat
  make_work
  works git handoff pause -m x
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
}
test_case "undo where the branch was renamed names what works" renamed_since
test_case "... and where it has a commit since" committed_since
test_case "... where another worktree retired the record" retired_since
test_case "... and has gone on with it" resumed_and_committed_since
added_before_an_undo() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff resume --continue
  local staged
  write README "staged after the resume"
  git add README
  staged=$(git rev-parse :README)
  write README "and written over"
  works git handoff undo
  expect_file README "and written over"
  git reset -q
  expect_contains "$(git rev-list --objects --no-object-names --all)" "$staged"
}
test_case "undo of a resume keeps what was staged since" added_before_an_undo

variants=odd

# Git drops a file from the index for a folder of its name, and a folder for a file.
in_the_place_of_the_old_index() {
  make_project
  write folder/x x
  commit_all folder
  if [ "$1" = folder ]; then
    rm README
    write README/x work
  else
    rm -r folder
  fi
  works git handoff pause -m x
  local path=folder gone=folder/x told="was not put back" staged
  [ "$1" = folder ] && path=README/since gone=README told="is not as it was paused, and was left as it is"
  write "$path" "staged since"
  git add "$path"
  staged=$(git rev-parse ":$path")
  write "$path" "and written over"
  works git handoff undo
  expect_contains "$err" "the index entry of '$gone' changed since and was left alone"
  expect_equal "$staged" "$(git rev-parse ":$path")" "what was staged since the pause"
  works git handoff undo
  works git handoff resume --continue
  expect_contains "$err" "note: '$gone' $told"
  expect_lacks "$out" "as they were"
  expect_equal "$staged" "$(git rev-parse ":$path")" "what was staged before the resume"
  expect_file "$path" "and written over"
}
test_case "what was staged since where the old index has a file for its folder stays staged" in_the_place_of_the_old_index folder
test_case "... or a folder for its file" in_the_place_of_the_old_index file

# The branch was left and came back: what no checkout gives is in the record alone.
after_a_switch_and_back() {
  make_project
  write out/f one
  write text.txt one
  write gone.txt one
  commit_all two
  git switch -q -c other
  write src/main.c "int main(void) { return 5; }"
  git rm -q --cached gone.txt
  git commit -q -am "other"
  git switch -q -f main
  git sparse-checkout set --cone src
  write new/x precious
  write src/new.txt "more"
  echo '*.txt text' >.git/info/attributes
  printf 'one\r\ntwo\r\n' >text.txt
  git rm -q --cached gone.txt
  echo gone.txt >.git/info/exclude
  write gone.txt precious
  chmod 600 src/new.txt
  before=$(state_of_tree)
  for stack in "" stacked; do
    works git handoff pause -m one
    if [ -n "$stack" ]; then
      write src/main.c "int main(void) { return 9; }"
      before=$(state_of_tree)
      works git handoff pause -m two
    fi
    git switch -q --detach HEAD~1
    git switch -q -f other
    git switch -q main
    works git handoff undo
    expect_equal "$before" "$(state_of_tree)" "$stack undo"
    expect_equal precious "$(cat new/x)"
    expect_equal precious "$(cat gone.txt)"
    [ -z "$stack" ] || continue
    works git handoff undo
    works git handoff resume --continue
    expect_equal "$before" "$(state_of_tree)" "resume"
    works git handoff undo
    git switch -q -f other 2>/dev/null
    git switch -q main
    works git handoff undo
    expect_equal "$before" "$(state_of_tree)" "redo"
  done
}
test_case "undo behind a switch away and back leaves the tree as it was before the pause" after_a_switch_and_back

# The work is in the tree again, and was edited on: what goes away when the pause is done again is kept first.
edited_before_it_is_done_again() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff undo
  write src/util.c "edited on"
  works git handoff undo
  expect_contains "$out" "Done again: pause" "backup: the tree as it was"
  git rev-list --glob="refs/handoffs/*" | xargs git grep -q "edited on" || fail "what was edited is kept nowhere"
}
test_case "what was edited since is kept when an undone pause is done again" edited_before_it_is_done_again

# What is not in the tree any more would be in the archive alone.
taken_back_before_the_redo() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff resume --continue
  local before
  before=$(state_of_tree)
  works git handoff undo
  git restore --source=HEAD~ --worktree .
  must_fail 1 git handoff undo
  expect_contains "$err" "its work is not in the working tree any more" "git restore --source=HEAD --worktree -- "
  (cd src && eval "$(sed -n 's/.*: \(git restore .*\)/\1/p' <<<"$err")")
  works git handoff undo
  expect_equal "$before" "$(state_of_tree)"
}
test_case "a resume is not done again where its work is gone from the tree" taken_back_before_the_redo

# A resume leaves a submodule where it stands, and so does the redo.
submodule_elsewhere() {
  git init -q lib
  git -C lib commit -q --allow-empty -m first
  make_project
  git -c protocol.file.allow=always submodule --quiet add ../lib lib
  commit_all lib
  git -C lib commit -q --allow-empty -m newer
  echo more >>README
  works git handoff pause -m x
  git -C lib checkout -q HEAD~
  works git handoff resume --continue
  works git handoff undo
  git restore --source=HEAD~ --worktree README
  must_fail 1 git handoff undo
  expect_matches "$err" "git restore --source=HEAD --worktree -- :?/?README\$"
  git restore --source=HEAD --worktree README
  works git handoff undo
  expect_equal "" "$(git for-each-ref refs/handoffs/active)"
  # The same of a snapshot.
  git -C lib checkout -q -
  works git handoff pause --snapshot-only -m y
  git checkout -q README
  git -C lib checkout -q HEAD~
  works git handoff resume --continue --apply
  works git handoff undo
  works git handoff undo
  expect_equal "" "$(git for-each-ref refs/handoffs/active)"
}
test_case "a resume is done again over a submodule that it left at another commit" submodule_elsewhere

edited_under_its_mode() {
  make_project
  chmod +x src/main.c
  works git handoff pause -m x
  works git handoff resume --fresh
  chmod +x src/main.c
  git add src/main.c
  echo edited >src/main.c
  must_fail 1 git handoff undo
  expect_contains "$err" "src/main.c"
  expect_file src/main.c edited
}

# Nothing but the undo ref holds what was rebased away in the linked worktree.
gc_beside_a_worktree() {
  local before
  make_project
  git config core.logAllRefUpdates false
  seq 9 >numbers
  commit_all numbers
  git worktree add -q ../side -b side
  cd ../side
  echo staged >>numbers
  git add numbers
  echo x >new
  works git handoff pause -m x
  git switch -q -c up HEAD~1
  sed -i 1s/1/one/ numbers
  git commit -q -am up
  git rebase -q up side 2>/dev/null
  works git handoff resume --continue
  before=$(git for-each-ref refs/handoffs/undo)
  cd ../repo
  works git handoff gc
  expect_equal "$before" "$(git -C ../side for-each-ref refs/handoffs/undo)"
  rm -rf .git/logs .git/worktrees/*/logs .git/worktrees/*/ORIG_HEAD .git/ORIG_HEAD
  collect
  cd ../side
  works git handoff undo
  expect_equal "" "$(git status --porcelain)"
}
test_case "undo takes no file away that was edited where the work only changed its mode" edited_under_its_mode
test_case "gc in one worktree leaves what undo needs in another" gc_beside_a_worktree
# As a resume: what others have is not taken off the branch, by whichever of the two.
published_meanwhile() {
  git init -q --bare origin.git
  make_project
  git remote add origin ../origin.git
  git push -q -u origin main
  write README work
  works git handoff pause -m x
  git push -q
  before=$(state_of_tree)
  must_fail 1 git handoff undo
  expect_contains "$err" "cannot undo: the WIP commit $(git rev-parse --short=7 HEAD) is published: it is in refs/remotes/origin/main; nothing was moved"
  expect_state "$before"
  works sh -c "$(sed -n 's/^hint: leave it there, and go on: //p' <<<"$err")"
  # What was not pushed goes as ever.
  write README more
  works git handoff pause -m y
  works git handoff undo
  expect_file README more
}
test_case "undo of a pause whose WIP commit is published moves nothing" published_meanwhile

# Undone and done again it would take off what others have by now.
published_before_the_redo() {
  git init -q --bare origin.git
  make_project
  git remote add origin ../origin.git
  git push -q -u origin main
  write README work
  works git handoff pause -m x
  works git handoff resume --continue
  works git handoff undo
  git push -q
  before=$(state_of_tree)
  must_fail 1 git handoff undo
  expect_contains "$err" "cannot undo: the WIP commit $(git rev-parse --short=7 HEAD) is published: it is in refs/remotes/origin/main; nothing was moved"
  expect_state "$before"
  works sh -c "$(sed -n 's/^hint: leave it there, and go on: //p' <<<"$err")"
}
test_case "... nor does a resume that is done again" published_before_the_redo

# The way back is told as git goes there.
from_a_detached_head() {
  make_project
  git branch other
  write README work
  works git handoff pause -m x
  git switch -q --detach other
  works git handoff resume --continue --switch
  works git handoff undo
  expect_contains "$out" "main still; back to $(git rev-parse --short=7 other): git switch --detach $(git rev-parse other)"
}
test_case "undo of a resume that left a detached HEAD names the commit to go back to" from_a_detached_head
# What was typed for it is not to be seen anywhere else.
words_of_an_undone_pause() {
  make_project
  make_work
  works git handoff pause --next "write the expiry test"
  local id
  id=$(id_of)
  works git handoff undo
  works git handoff status
  expect_contains "$out" "pause undone: just now from $id; what it says: git handoff show $id"
  works git handoff show "$id"
  expect_contains "$out" "write the expiry test"
  works git handoff undo
  works git handoff status
  expect_lacks "$out" "pause undone"
}
test_case "after an undo of a pause status names what has its words" words_of_an_undone_pause


# Behind a flag a file became a folder, or a folder a file: the commit has no entry to set the flag on.
kinds_behind_flags() {
  make_project
  write lib/b b
  commit_all more
  git update-index "$1" lib/b
  if [ "$2" = folder ]; then
    rm lib/b
    write lib/b/inner mine
  else
    rm -r lib
    write lib mine
  fi
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_lacks "$out" "lib/b" # the commit has all of it
  works git handoff undo
  expect_state "$state"
  works git handoff undo
  git switch -q --detach HEAD~1
  git switch -q -
  works git handoff resume --continue
  expect_lacks "$err" "lib/b"
  expect_state "$state"
  works git handoff undo
  works git handoff undo
  expect_state "$state"
}
# The redo behind an undo gives back what that found.
flag_between_undo_and_redo() {
  make_project
  write src/util.c "work"
  works git handoff pause -m x
  works git handoff resume --continue
  git update-index "$1" src/util.c
  flags=$(git ls-files -v)
  works git handoff undo
  works git handoff undo
  expect_equal "$flags" "$(git ls-files -v)"
}
for flag in --assume-unchanged --skip-worktree; do
  for kind in folder file; do
    test_case "a $kind in place of what is behind $flag" kinds_behind_flags $flag $kind
  done
  test_case "a flag that was set behind a resume is there again behind undo and redo: $flag" flag_between_undo_and_redo $flag
done


# The work was taken back by hand, and the resume took that: nothing of it is left that a redo could take up.
no_redo_offered() {
  make_project
  echo n >new
  git add new
  works git handoff pause -m x
  rm new
  works git handoff resume --continue
  works git handoff undo
  expect_lacks "$out" "redo:"
  must_fail 1 git handoff undo
}
test_case "a redo that would be refused is not offered" no_redo_offered
# A resume that took no commit off wrote no file; done again it writes none either.
kept_wip_again() {
  make_project
  git config core.autocrlf true
  seq 20 >lines
  git add lines 2>/dev/null
  works git handoff pause -m x
  git checkout -q --detach HEAD~1
  git checkout -q -
  before=$(sha1sum <lines)
  works git handoff resume --continue --keep-wip
  works git handoff undo
  works git handoff undo
  expect_equal "$before" "$(sha1sum <lines)"
}
test_case "a resume --keep-wip that is done again writes no file" kept_wip_again

test_done
