#!/usr/bin/env bash
# Every row of the decision table of resume (DESIGN 5): branch, index and files before and after, the exit
# code, what is said, and whether the record is live or archived then.
. "$(dirname "$0")/lib.sh"
variants=some

live() { git for-each-ref --format='%(refname)' refs/handoffs/active | wc -l; }
archived() { git for-each-ref --format='%(refname)' refs/handoffs/archive | wc -l; }
expect_live() { expect_equal "1 0" "$(live) $(archived)" "the record should be live"; }
expect_archived() { expect_equal 0 "$(live)" "the record should not be live"; [ "$(archived)" -ge 1 ] || fail "no archived record"; }
tip() { git rev-parse --verify -q "${1:-HEAD}"; }

# Where everything stands: HEAD, branches, and all that state_of_tree tells.
everything() {
  git rev-parse HEAD
  git symbolic-ref -q HEAD || true
  git for-each-ref --format='%(refname) %(objectname)' refs/heads
  state_of_tree
}

# paused: work on 'feat', paused. Leaves $base, $wip, $state (as it was before the pause).
paused() {
  make_project
  git branch other
  git switch -q -c feat
  make_work
  base=$(tip)
  state=$(state_of_tree)
  works git handoff pause -m "going home" --next "finish util"
  wip=$(tip)
  [ "$wip" != "$base" ] || fail "pause made no WIP commit"
  expect_equal "" "$(git status --porcelain)" "the tree after pause"
}

# nothing_moves CODE FLAGS...: resume with these leaves everything where it is.
nothing_moves() {
  local wanted=$1 before
  shift
  before=$(everything)
  must_fail "$wanted" git handoff resume "$@"
  expect_equal "$before" "$(everything)" "something moved"
}

without_a_choice() {
  paused
  nothing_moves 1
  expect_contains "$out$err" --continue --discard
  local before
  before=$(everything)
  works git handoff resume --review
  expect_equal "$before" "$(everything)" "a look moved something"
  expect_live
}

at_wip_as_paused() {
  paused
  works git handoff resume --continue
  expect_equal "$base" "$(tip)"
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  expect_state "$state"
  expect_archived
  expect_contains "$out" "as they were" "git handoff undo"
}

at_wip_json() {
  paused
  works git handoff resume --continue --json
  expect_equal "true true $wip $base" "$(json '"\(.unwrapped) \(.exact) \(.wip_commit) \(.base)"' "$out_file")"
}

at_rewritten_wip() {
  paused
  git switch -q other
  write other.txt other
  commit_all "other work"
  git switch -q feat
  works git rebase -q other
  [ "$(tip)" != "$wip" ] || fail "the rebase did not rewrite the WIP commit"
  works git handoff resume --continue
  expect_equal "$(tip other)" "$(tip)"
  expect_equal "MM src/main.c
 M src/util.c
?? notes/todo.txt" "$(git status --porcelain -uall)"
  expect_archived
}

at_amended_wip() {
  paused
  git commit -q --amend --no-edit --date=@1774353000
  works git handoff resume --continue
  expect_equal "$base" "$(tip)"
  expect_state "$state"
}

edited_since() {
  paused
  write src/util.c "int util(void) { return 3; }"
  write src/new.c "new since"
  git add src/new.c
  write late.txt "untracked since"
  files=$(files_of_tree)
  works git handoff resume --continue
  expect_equal "$files" "$(files_of_tree)" "a file was touched"
  expect_equal "$base" "$(tip)"
  expect_contains "$out" "backup"
  expect_equal "MM src/main.c" "$(git status --porcelain src/main.c)"
  expect_equal "A  src/new.c" "$(git status --porcelain src/new.c)"
  expect_equal "int util(void) { return 3; }" "$(cat src/util.c)"
  # The checkpoint that was taken first holds the tree as it was.
  kept=$(git for-each-ref --format='%(objectname)' refs/handoffs/archive | while read -r oid; do
    git show "$oid:handoff.json" | jq -r 'select(.status == "kept") | .git.wip_commit'
  done)
  expect_equal "untracked since" "$(git show "$kept:late.txt")"
  expect_archived
}

# A file where the pause had taken one away: neither tracked in the WIP nor as it was.
came_back_since() {
  make_project
  rm src/util.c
  works git handoff pause --next "go on"
  write src/util.c "another one"
  write late.txt "untracked since"
  works git handoff resume --continue
  expect_contains "$out" "backup"
  expect_lacks "$out" "as they were"
  expect_equal "another one" "$(cat src/util.c)"
}

edited_and_staged_since() {
  paused
  write src/main.c "staged since the pause"
  git add src/main.c
  works git handoff resume --continue
  expect_equal "staged since the pause" "$(git show :src/main.c)" "what was staged since is lost"
  expect_equal "staged since the pause" "$(cat src/main.c)"
}

published() {
  paused
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  git push -q origin feat
  nothing_moves 1 --continue
  expect_contains "$err" published refs/remotes/origin/feat --keep-wip
  expect_equal "" "$(git status --porcelain)"
  expect_live
  nothing_moves 1 --continue --unwrap
  expect_live
  write src/util.c amended
  git commit -qa --amend --no-edit
  git push -qf origin feat
  nothing_moves 1 --continue --unwrap
  expect_contains "$err" "is published"
  git reset -q --hard "$wip"
  git switch -q other
  works git handoff resume --continue --switch --keep-wip
  expect_equal "refs/heads/feat $wip" "$(git symbolic-ref HEAD) $(tip)"
}

published_and_edited() {
  paused
  git tag seen
  write src/util.c "edited since"
  nothing_moves 1 --continue
  expect_contains "$err" "is in a tag, too: refs/tags/seen"
  expect_live
}

held_by_another_branch() {
  paused
  git branch holder
  nothing_moves 1 --continue
  expect_contains "$err" "is in another branch, too: refs/heads/holder" --keep-wip
  expect_lacks "$out$err" published
  expect_live
  git switch -q other
  nothing_moves 1 --continue --switch
  expect_contains "$err" "--continue --switch --unwrap" "switch to feat and remove it from there" "refs/heads/holder keeps it"
  expect_lacks "$err" "this branch"
  git switch -q feat
  git update-ref refs/remotes/origin/feat feat
  nothing_moves 1 --continue --unwrap
  expect_contains "$err" "published: it is in refs/remotes/origin/feat"
  git update-ref -d refs/remotes/origin/feat
  works git handoff resume --continue --unwrap
  expect_state "$state"
  expect_equal "$wip" "$(git rev-parse holder)"
}

# What is kept as a commit on another branch is taken off by no resume.
kept_on_another_branch() {
  paused
  git switch -q -c second
  works git handoff resume --continue --keep-wip
  works git handoff status
  expect_contains "$out" "is still on the branch, and no handoff would take it off"
  git switch -q feat
  works git handoff status
  way=$(sed -n 's/.*is still on the branch: \(.*\)/\1/p' <<<"$out")
  expect_contains "$way" "git handoff undo " " --continue --unwrap"
  eval "${way/, then/ \&\&}" >/dev/null 2>&1 || fail "'$way' does not work"
  expect_state "$state"
}

# A commit that was made between two pauses is moved below both: what is left of the first is told.
moved_below_both() {
  make_project
  git switch -q -c feat
  echo one >>README
  works git handoff pause -m one
  echo own >>src/util.c
  git commit -qam own
  echo two >>src/main.c
  works git handoff pause -m two
  GIT_SEQUENCE_EDITOR='sed -i "1{h;d};2{G}"' git rebase -qi HEAD~3
  expect_equal "wip: two wip: one own" "$(git log -3 --format=%s | xargs)"
  works git handoff resume "$1"
  expect_equal "wip: one" "$(git log -1 --format=%s)"
  expect_contains "$out$err" "$(git rev-parse --short=7 HEAD) of a pause before ends the branch now" \
    "git reset --soft HEAD~1"
  git reset -q --soft HEAD~1
  expect_contains "$(git status --porcelain)" "M  README"
}

# The upper of two pauses is taken off by git alone, and something is staged: undo brings that back.
staged_on_the_older() {
  local before
  make_project
  git switch -q -c feat
  echo one >>README
  works git handoff pause -m one
  echo two >>src/main.c
  works git handoff pause -m two
  git reset -q --soft HEAD~1
  cp src/main.c ../kept
  echo "only staged" >>src/main.c
  git add src/main.c
  cp ../kept src/main.c
  before=$(state_of_tree)
  works git handoff resume --continue
  expect_equal first "$(git log -1 --format=%s)"
  works git handoff undo
  expect_state "$before"
}

# The way that is named goes: what is changed here is in its way.
changed_beside_the_older() {
  make_project
  git switch -q -c feat
  echo one >>README
  works git handoff pause -m one
  echo two >>src/main.c
  works git handoff pause -m two
  git reset -q --hard HEAD~1
  echo more >>src/util.c
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "hint: commit or stash what is changed here, then merge the kept work"
  git stash -q
  works git handoff resume --continue --apply
}

# reverted: the work comes on top again where the revert is left out.
reverted() {
  paused
  git revert --no-edit HEAD >/dev/null
  nothing_moves 1 --continue
  expect_contains "$err" "the work was reverted: git rebase -i "
  expect_lacks "$err" "reorder"
  GIT_SEQUENCE_EDITOR="sed -i '/Revert/d'" works git rebase -q -i "$base"
  works git handoff resume --continue
  expect_state "$state"
}

held_by_a_ref_that_looks_older() {
  paused
  # Its clock was wrong: the commit that holds the WIP says it is twenty years older.
  git update-ref refs/remotes/origin/feat "$(GIT_COMMITTER_DATE='2004-01-01T00:00:00Z' git commit-tree -p "$wip" -m later "$wip^{tree}")"
  nothing_moves 1 --continue
  expect_contains "$err" published refs/remotes/origin/feat
}

# `for-each-ref --contains` walks once for each ref: 17 s in git's own repository, which has a thousand tags.
not_asked_ref_by_ref() {
  paused
  git tag v1 "$base"
  GIT_TRACE=$PWD/../trace works git handoff resume --continue
  expect_contains "$out" "as they were"
  expect_contains "$(cat ../trace)" rev-list
  expect_lacks "$(cat ../trace)" "--contains"
}

# The walk to a branch of long ago takes seconds in a large repository without a commit-graph.
not_walked_to_an_old_branch() {
  local args branch
  paused
  git branch old "$(GIT_COMMITTER_DATE='2004-01-01T00:00:00Z' git commit-tree -m old "$base^{tree}")"
  for branch in main other; do git branch -q -f $branch old; done
  for args in status "hook post-checkout $base $wip 1"; do
    # shellcheck disable=SC2086
    GIT_TRACE=$PWD/../trace works git handoff $args
    expect_contains "$(cat ../trace)" "rev-list --max-count=2000"
    expect_lacks "$(cat ../trace)" "rev-list -n 1"
    rm ../trace
  done
}

# keep_wip FLAG...
keep_wip() {
  paused
  works git handoff resume --continue --keep-wip "$@"
  expect_equal "$wip" "$(tip)"
  expect_lacks "$out" "reset --soft"
  expect_archived
}

commits_on_top() {
  paused
  write more.txt more
  commit_all "on top"
  nothing_moves 1 --continue
  expect_contains "$out$err" "1 commit is on top of the paused work" "git rebase -i" --keep-wip
  expect_live
}

# `git reset --soft` would stage what was not.
discard_advises() {
  paused
  git switch -q other
  works git handoff discard feat
  expect_contains "$out" "stays on feat" "git handoff undo feat-"
  expect_lacks "$out" reset
}

elsewhere_needs_switch() {
  paused
  git switch -q other
  nothing_moves 1 --continue
  expect_contains "$err" "--continue --switch"
  expect_live
}

elsewhere_switched() {
  paused
  git switch -q other
  works git handoff resume --continue --switch
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  expect_equal "$base" "$(tip)"
  expect_state "$state"
  expect_archived
}

at_wip_in_a_merge() {
  paused
  git switch -q other
  write merged m
  commit_all merged
  git switch -q feat
  git merge -q --no-commit other >/dev/null 2>&1 || fail "no merge"
  nothing_moves 1 --continue
  expect_contains "$err" "a merge is under way"
  nothing_moves 1 --fresh
  before=$(everything)
  must_fail 1 git handoff undo
  expect_equal "$before" "$(everything)" "undo moved something"
  git merge --abort
  works git handoff resume --continue
  expect_state "$state"
}

elsewhere_other_worktree() {
  paused
  git switch -q other
  git worktree add -q ../linked feat
  nothing_moves 1 --continue --switch
  expect_contains "$err" "cd " "linked && git handoff resume"
  expect_live
  cd ../linked
  works git handoff resume --continue
  expect_equal "$base" "$(tip)"
}

elsewhere_dirty() {
  paused
  git switch -q other
  write README "in the way"
  nothing_moves 1 --continue --switch
  expect_contains "$err" README
  expect_live
}

elsewhere_untracked_in_the_way() {
  paused
  git switch -q other
  write notes/todo.txt "another one"
  nothing_moves 1 --continue --switch
  expect_contains "$err" notes/todo.txt
  expect_live
}

branch_gone_needs_switch() {
  paused
  git switch -q other
  git branch -q -D feat
  git reflog expire --expire=now --all
  git gc -q --prune=now
  nothing_moves 1 --continue
  expect_contains "$err" "there is no branch 'feat' here" "--continue --switch"
  expect_contains "$out" "create the branch"
  expect_lacks "$out" discarded
  expect_live
}

branch_gone_created() {
  branch_gone_needs_switch
  works git handoff resume --continue --switch
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  expect_equal "$base" "$(tip)"
  expect_state "$state"
  expect_archived
}

# detached_at_wip FLAG...: the branch is gone, and HEAD has the work.
detached_at_wip() {
  paused
  git switch -q --detach
  git branch -q -D feat
  works git handoff resume --continue --switch "$@"
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  expect_archived
  if [ $# -gt 0 ]; then
    expect_equal "$wip" "$(tip)"
  else
    expect_equal "$base" "$(tip)"
    expect_state "$state"
  fi
}

# gone_and_copied COMMAND...: the branch is gone, and the one that is checked out has a copy of its work.
gone_and_copied() {
  paused
  git switch -q other
  write other.txt "of this branch"
  commit_all other
  git cherry-pick "$@" feat >/dev/null
  [ "$1" != --no-commit ] || commit_all "the same"
  git branch -q -D feat
  local other
  other=$(tip other)
  works git handoff resume --continue --switch feat
  expect_equal "refs/heads/feat $base $other" "$(git symbolic-ref HEAD) $(tip) $(tip other)"
  expect_state "$state"
  expect_archived
}

branch_gone_dirty() {
  branch_gone_needs_switch
  write README "in the way"
  nothing_moves 1 --continue --switch
  expect_contains "$err" README
  expect_live
}

moved_on() {
  paused
  git reset -q --hard "$base"
  write other.txt "somebody else's"
  commit_all "moved on"
}

moved_on_needs_apply() {
  moved_on
  nothing_moves 1 --continue
  expect_contains "$err" "--continue --apply" "git switch -c"
  expect_live
}

moved_on_applied() {
  moved_on
  top=$(tip)
  works git handoff resume --continue --apply
  expect_equal "$top" "$(tip)"
  expect_equal "MM src/main.c
 M src/util.c
?? notes/todo.txt" "$(git status --porcelain -uall)"
  expect_equal "int util(void) { return 2; }" "$(cat src/util.c)"
  expect_archived
}

moved_on_conflict() {
  paused
  git reset -q --hard "$base"
  write src/util.c "int util(void) { return 99; }"
  write src/main.c "int main(void) { return 99; }"
  commit_all "conflicting"
  nothing_moves 1 --continue --apply
  expect_contains "$err" "conflict: src/main.c" "conflict: src/util.c" "git switch -c"
  expect_live
}

moved_on_dirty() {
  moved_on
  write README "in the way"
  nothing_moves 1 --continue --apply
  expect_contains "$err" README
  expect_live
}

moved_on_untracked_in_the_way() {
  moved_on
  write notes/todo.txt "another one"
  nothing_moves 1 --continue --apply
  expect_contains "$err" notes/todo.txt
  expect_equal "another one" "$(cat notes/todo.txt)"
  expect_live
}

another_clone() {
  make_project
  git switch -q -c feat
  git init -q --bare ../remote.git
  git push -q ../remote.git feat
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  git push -q ../remote.git 'refs/handoffs/*:refs/handoffs/*'
  git clone -q -b feat ../remote.git ../clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  works git handoff resume --continue
  expect_state "$state"
  expect_archived
}

# Not a line for each file: the record has as many as there are.
another_clone_is_told_briefly() {
  make_project
  git init -q --bare ../remote.git
  git push -q ../remote.git main
  for i in $(seq 20); do write "src/new-$i.c" "int n$i;"; done
  works git handoff pause -m x
  git push -q ../remote.git 'refs/handoffs/active/*'
  git clone -q -b main ../remote.git ../clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  user_reads_all
  must_fail 1 git handoff resume
  expect_contains "$out" "safe to continue: the paused work is off the branch, a resume brings it back"
  expect_lacks "$out" "not here"
  works git handoff check
  expect_contains "$out" "and 14 more: not here: no commit since touches it"
  expect_equal 1 "$(grep -c 'not here' <<<"$out")" "lines"
}

another_clone_other_branch() {
  make_project
  git init -q --bare ../remote.git
  git push -q ../remote.git main
  git switch -q -c feat
  make_work
  works git handoff pause -m x
  git push -q ../remote.git 'refs/handoffs/*:refs/handoffs/*'
  git clone -q -b main ../remote.git ../clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  nothing_moves 1 --continue
  expect_contains "$err" --switch
  works git handoff resume --continue --switch
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  expect_equal "MM src/main.c
 M src/util.c
?? notes/todo.txt" "$(git status --porcelain -uall)"
}

fetched_apart() {
  paused
  git init -q --bare ../remote.git
  git push -q ../remote.git main 'refs/handoffs/active/*'
  git clone -q -b main ../remote.git ../clone
  cd ../clone
  fetch="git fetch -q origin +refs/handoffs/active/*:refs/handoffs/remotes/origin/active/*"
  $fetch
  user_reads_all
  works git handoff status
  expect_contains "$out" "fetched: 1 handoff from elsewhere" "git handoff list --all"
  works git handoff list
  expect_contains "$err" "'git handoff list --all' has 1 handoff from elsewhere"
  must_fail 1 git handoff edit feat --next "not mine"
  expect_contains "$err" "is what a fetch saw at 'origin'"
  works git handoff resume --continue --switch
  expect_state "$state"
  # It is still at the remote. What was done with it here is known.
  $fetch
  works git handoff status
  expect_lacks "$out" fetched
  must_fail 1 git handoff resume
  expect_contains "$err" "nothing is paused here"
  # A newer version is news again.
  git -C ../repo handoff edit --next "and then util" >/dev/null
  git -C ../repo push -q ../remote.git 'refs/handoffs/active/*'
  $fetch
  works git handoff status
  expect_contains "$out" "fetched, of this branch: on origin: git handoff show origin/feat-"
}

clean_pause() {
  make_project
  works git handoff pause -m "nothing changed"
  expect_contains "$out" "nothing to commit"
  before=$(everything)
  works git handoff resume --continue
  expect_equal "$before" "$(everything)"
  expect_archived
  git switch -q -c other
  works git handoff pause -m "nothing here either"
  git switch -q main
  works git handoff resume --continue --switch
  expect_contains "$out" "Resumed other; there was nothing to commit when it was paused"
}

snapshot_as_recorded() {
  make_project
  make_work
  before=$(everything)
  works git handoff pause --snapshot-only -m x
  expect_equal "$before" "$(everything)" "--snapshot-only moved something"
  works git handoff resume --continue
  expect_equal "$before" "$(everything)"
  expect_archived
}

# The file is as HEAD has it again: only the index held the work.
snapshot_unstaged_since() {
  make_project
  write src/util.c "staged"
  git add src/util.c
  git show HEAD:src/util.c >src/util.c
  state=$(state_of_tree)
  works git handoff pause --snapshot-only -m x
  git update-index --cacheinfo "100755,$(git rev-parse :src/util.c),src/util.c"
  run git handoff resume
  expect_contains "$out" "staged otherwise since: src/util.c"
  git reset -q
  works git handoff resume --continue
  expect_state "$state"
}

# What was new then is untracked, and nobody has staged anything.
unwrapped_by_git() {
  make_project
  make_work
  write planned planned
  git add -N planned
  write staged new
  git add staged
  state=$(state_of_tree)
  works git handoff pause -m x
  git reset -q HEAD~1
  before=$(state_of_tree)
  works git handoff resume --continue
  expect_equal "" "$err"
  expect_contains "$out" "the index are as they were"
  expect_state "$state"
  works git handoff undo
  expect_state "$before"
}

checkpoint_differs() {
  make_project
  make_work
  works git handoff checkpoint
  write src/util.c "changed since"
  nothing_moves 1 --continue
  expect_contains "$err" "nothing was touched" "git diff" --apply
  expect_live
}

# The files are the snapshot's, and only what is staged is another.
checkpoint_index_differs() {
  make_project
  make_work
  write src/util.c "edited behind the index"
  state=$(state_of_tree)
  was=$(git rev-parse :src/main.c)
  works git handoff checkpoint
  git reset -q
  cp src/main.c "$case_dir.aside/main.c"
  write src/main.c "in the index alone"
  git add src/main.c
  staged=$(git rev-parse :src/main.c)
  cp "$case_dir.aside/main.c" src/main.c
  before=$(state_of_tree)
  works git handoff resume --continue
  expect_contains "$out" "staged otherwise since: src/main.c" "backup" "the files had the kept work already"
  expect_contains "$err" "'src/main.c' is not as it was paused, and was left as it is"
  expect_lacks "$out" "edited since" "as they were"
  expect_equal "$staged" "$(git rev-parse :src/main.c)" "what was staged since is not staged"
  git update-index --cacheinfo "100644,$was,src/main.c"
  expect_state "$state"
  git update-index --cacheinfo "100644,$staged,src/main.c"
  expect_archived
  works git handoff undo
  expect_state "$before"
  git add -A
  write src/util.c "edited"
  must_fail 1 git handoff resume
  expect_contains "$out" "edited since: src/util.c"
  expect_lacks "$out" "src/main.c"
}

# What others commit beside it, and what is committed as it was kept, changes nothing of a checkpoint.
checkpoint_beside_commits() {
  make_project
  git switch -qc login
  make_work
  write new.c "staged alone"
  git add new.c
  real_clock
  works git handoff note next "finish src/util.c"
  works git handoff checkpoint
  echo more >>README
  git commit -qm "readme: more" README
  local state
  state=$(state_of_tree)
  works git handoff resume --continue
  expect_contains "$out" "safe to continue" "is as it was kept"
  works git handoff undo
  git commit -qm "new: alone" new.c
  for verb in status check resume; do
    run git handoff $verb
    expect_contains "$out" "committed since: new.c"
    expect_lacks "$out" "edited since"
  done
  state=$(state_of_tree)
  git reset -q src/main.c
  works git handoff resume --continue
  expect_contains "$out" "staged otherwise since: src/main.c" "the files had the kept work already"
  expect_state "$state"
}

# As a pause: it goes onto its own branch, and into another one by nobody's slip.
checkpoint_of_another_branch() {
  make_project
  git switch -qc login
  git commit -q --allow-empty -m "login: begun"
  make_work
  local state
  state=$(state_of_tree)
  works git handoff note next "finish src/util.c"
  works git handoff checkpoint
  git reset -q --hard
  git clean -fdq
  git switch -q main
  nothing_moves 1 --continue
  expect_contains "$err" "this work was kept on 'login', which is not checked out" "--continue --switch"
  nothing_moves 1 --continue --apply
  nothing_moves 1
  expect_contains "$err" "--continue --switch" "a branch of its own: git switch -c NAME"
  git worktree add -q "$case_dir.aside/login" login
  nothing_moves 1 --continue --switch
  expect_contains "$err" "'login' is checked out in another worktree"
  git worktree remove "$case_dir.aside/login"
  on_terminal $'c\n' git handoff resume
  expect_contains "$out" "[c] continue     switch to login, restore the work" "3 files and the index are as they were"
  expect_state "$state"
  expect_equal login "$(git branch --show-current)"
  works git handoff undo
  git commit -qam done
  git clean -fdq
  git switch -q main
  git branch -qD login
  nothing_moves 1 --continue
  expect_contains "$err" "there is no branch 'login' here"
  works git handoff resume --continue --apply
  expect_equal main "$(git branch --show-current)"
  works git handoff undo
  git reset -q --hard
  git clean -fdq
  works git handoff resume --continue --switch
  expect_state "$state"
}

# The branch has lost the work: --switch is not left aside beside --apply.
lost_on_another_branch() {
  make_project
  git switch -qc login
  make_work
  works git handoff pause
  git reset -q --hard HEAD~1
  git switch -q main
  git commit -q --allow-empty -m "main: on"
  nothing_moves 1 --continue
  expect_contains "$err" "switch to it and merge the kept work in there"
  works git handoff resume --continue --switch --apply
  expect_equal login "$(git branch --show-current)"
  expect_equal "int util(void) { return 2; }" "$(cat src/util.c)"
}

# What is offered says what is done.
offer_of_keeping() {
  make_project
  make_work
  works git handoff pause
  nothing_moves 1 --keep-wip
  expect_contains "$err" "--continue --keep-wip   archive the handoff; the commits stay as they are"
}

# The WIP commit was taken off the branch: to keep it would be to put its work back.
nothing_to_keep() {
  make_project
  make_work
  works git handoff pause
  git reset -q --hard HEAD~1
  nothing_moves 1 --continue --keep-wip
  expect_contains "$err" "there is no WIP commit here to keep" "git handoff discard"
}
test_case "--keep-wip writes no files" nothing_to_keep

snapshot_clean_needs_apply() {
  make_project
  make_work
  state=$(state_of_tree)
  works git handoff checkpoint
  git reset -q --hard
  git clean -fdq
  nothing_moves 1 --continue
  expect_contains "$err" --apply
  expect_live
  works git handoff resume --continue --apply
  expect_state "$state"
  expect_archived
}

snapshot_dirty_apply() {
  make_project
  make_work
  works git handoff checkpoint
  git reset -q --hard
  write src/util.c "other work"
  nothing_moves 1 --continue --apply
  expect_contains "$err" src/util.c
  expect_live
}

nothing_paused() {
  make_project
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "nothing is paused"
  expect_lacks "$err" "git handoff pause" # of a clean tree
  make_work
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "nothing is paused" "git handoff pause"
}

detached() {
  make_project
  git switch -q --detach
  make_work
  base=$(tip)
  state=$(state_of_tree)
  works git handoff pause -m x
  wip=$(tip)
  works git handoff resume --continue --switch
  expect_state "$state"
  works git handoff undo
  git switch -q main
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "this work was paused on a detached HEAD" "--continue --apply"
  expect_lacks "$out$err" "branch 'HEAD'" "creates the branch"
  git switch -q --detach "$wip"
  works git handoff resume --continue
  expect_equal "$base" "$(tip)"
  must_fail 1 git symbolic-ref -q HEAD
  expect_state "$state"
}

undone() {
  "$@"
  before=$(files_of_tree)
  works git handoff undo
  expect_equal "$before" "$(files_of_tree)" "undo touched a file"
  expect_equal 1 "$(live)" "undo should bring the record back"
}

test_case "without a choice prints the screen, changes nothing and exits 1" without_a_choice
test_case "HEAD is the WIP, as paused: branch and index go back" at_wip_as_paused
test_case "... and says so in JSON" at_wip_json
test_case "HEAD is the WIP as a rebase rewrote it: the same on the new base" at_rewritten_wip
test_case "HEAD is the WIP as an amend rewrote it" at_amended_wip
test_case "HEAD is the WIP, files edited since: no file touched, a checkpoint first" edited_since
test_case "HEAD is the WIP, a file that was taken away is there again: not as it was" came_back_since
test_case "... what was staged since stays staged" edited_and_staged_since
test_case "the WIP was pushed: nothing moves" published
test_case "the WIP is in a tag and files were edited: nothing moves, it stays live" published_and_edited
test_case "the WIP is in another branch: nothing moves" held_by_another_branch
test_case "kept on another branch: what is offered takes it off" kept_on_another_branch
test_case "reverted: what is offered brings it back" reverted
test_case "a way that what is changed here would stop says so" changed_beside_the_older
test_case "undo brings back what was staged where git took the upper of two pauses off" staged_on_the_older
test_case "a WIP commit of a pause before that comes to end the branch is told" moved_below_both --continue
test_case "... and behind a fresh start" moved_below_both --fresh
test_case "the WIP is in a ref whose commits look older: nothing moves" held_by_a_ref_that_looks_older
test_case "many tags: git is not asked ref by ref" not_asked_ref_by_ref
test_case "a branch of long ago: history is not walked down to it" not_walked_to_an_old_branch
test_case "--keep-wip: nothing moves" keep_wip
test_case "--keep-wip --switch, on its branch: nothing moves" keep_wip --switch
test_case "commits on top: nothing moves, says how to fold the WIP in" commits_on_top
test_case "discard says where the WIP commit is and how it comes off" discard_advises
test_case "HEAD elsewhere, no flag: refuses and names --switch" elsewhere_needs_switch
test_case "HEAD elsewhere, --switch: switches and resumes" elsewhere_switched
test_case "the WIP commit at HEAD, and a merge under way: nothing moves until it is over" at_wip_in_a_merge
# The step that is offered where the work conflicts brings all of it back; the WIP commit itself has nothing to merge.
on_a_branch_of_its_own() {
  make_project
  git switch -q -c feat
  make_work
  local state offered
  state=$(state_of_tree)
  works git handoff pause -m x
  local wip
  wip=$(git rev-parse HEAD)
  git reset -q --hard HEAD~1
  write src/main.c "other"
  commit_all other
  git switch -q -c at-the-wip "$wip"
  nothing_moves 1 --continue --apply
  expect_contains "$err" "there is nothing to merge"
  git switch -q feat
  nothing_moves 1 --continue --apply
  offered=$(sed -n 's/^hint: take it up on a branch of its own: //p' "$err_file")
  eval "${offered/NAME/look}" >/dev/null 2>&1 || fail "$offered"
  expect_state "$state"
}
test_case "the branch of its own that is offered brings the work back whole" on_a_branch_of_its_own

in_the_middle_of_a_rebase() {
  make_project
  git switch -q -c feat
  write src/util.c "mine"
  git add src/util.c
  echo more >>src/util.c
  works git handoff pause -m x
  git switch -q main
  write src/util.c "theirs"
  commit_all upstream
  git switch -q feat
  must_fail 1 git rebase -q main
  nothing_moves 1 --continue
  expect_contains "$err" "a rebase is under way" "finish or abort it first"
  expect_lacks "$err" "--switch"
  git rebase --abort
  works git handoff resume --continue
  works git stash -q
  works git handoff undo
  expect_contains "$err" "changed since and was left alone"
  expect_contains "$out" "the index went back but for what changed since, and the branch ends in the WIP commit again"
}

test_case "HEAD elsewhere in a rebase: no switch is offered; the undo of a resume says what of the index it left" in_the_middle_of_a_rebase
test_case "HEAD elsewhere, the branch in another worktree: prints where to go" elsewhere_other_worktree
test_case "HEAD elsewhere, dirty: says what is in the way" elsewhere_dirty
test_case "HEAD elsewhere, an untracked file in the way: refuses" elsewhere_untracked_in_the_way
test_case "branch gone and collected, no flag: refuses and names --switch" branch_gone_needs_switch
test_case "branch gone, --switch: makes it again" branch_gone_created
test_case "branch gone, HEAD detached at the WIP commit, --switch: makes it there" detached_at_wip
test_case "... --keep-wip: makes it there, and takes nothing off" detached_at_wip --keep-wip
test_case "branch gone, a copy of its WIP commit here, --switch: makes it again, this one stays" gone_and_copied --allow-empty
test_case "... the same change under another message" gone_and_copied --no-commit
test_case "branch gone, dirty: says what is in the way" branch_gone_dirty
test_case "branch moved on, no flag: refuses and names --apply" moved_on_needs_apply
test_case "branch moved on, --apply: merges the snapshot" moved_on_applied
test_case "branch moved on, --apply conflicts: nothing touched, paths named" moved_on_conflict
test_case "branch moved on, dirty: says what is in the way" moved_on_dirty
test_case "branch moved on, an untracked file in the way: nothing touched" moved_on_untracked_in_the_way
test_case "another clone at the base: gives everything back" another_clone
test_case "another clone: what is not there is told in one line" another_clone_is_told_briefly
test_case "another clone, fetched apart: told, and not offered again once it was resumed" fetched_apart
test_case "another clone on another branch: --switch makes the branch" another_clone_other_branch
test_case "a clean pause: nothing to move" clean_pause
test_case "a snapshot as recorded: nothing to move" snapshot_as_recorded
test_case "a snapshot of what was only staged, and unstaged since: it is staged again" snapshot_unstaged_since
test_case "unwrapped with git reset: what was staged is staged again, new files and git add -N too" unwrapped_by_git
test_case "a checkpoint that differs: nothing touched, it stays live" checkpoint_differs
test_case "a checkpoint of which only what was staged is not there: it is staged again, undo takes it back" \
  checkpoint_index_differs
test_case "a checkpoint in a clean tree: refuses without --apply, merges with it" snapshot_clean_needs_apply
test_case "a checkpoint over other work: refuses" snapshot_dirty_apply
test_case "a checkpoint, and commits beside it or of it: what is said first is what is done" checkpoint_beside_commits
test_case "a checkpoint of another branch: --switch goes there, as for a pause" checkpoint_of_another_branch
test_case "lost from another branch: --switch --apply goes there" lost_on_another_branch
test_case "resume --keep-wip offers to keep the commit, not to restore the work" offer_of_keeping
test_case "nothing paused: exits 1 and says what can be done" nothing_paused
conflict_without_its_merge() {
  make_project
  git switch -qc theirs
  echo theirs >src/main.c
  git commit -qam theirs
  git switch -q main
  echo ours >src/main.c
  git commit -qam ours
  git merge theirs >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the merge"
  git merge --abort
  works git handoff resume --continue --apply
  expect_contains "$out" "'src/main.c' was in conflict when it was paused: settle its markers" "merged into what is checked out"
  expect_equal " M src/main.c" "$(git status --porcelain)" "nothing of it may be staged"
  grep -q '^<<<<<<<' src/main.c || fail "the markers are gone"
}

variants=odd

# There is nothing to settle in the file: it is there, or it is not.
deleted_without_its_merge() {
  make_project
  git switch -qc theirs
  echo theirs >src/main.c
  git commit -qam theirs
  git switch -q main
  git rm -q src/main.c
  git commit -qm ours
  git merge theirs >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the merge"
  git merge --abort
  works git handoff resume --continue --apply
  expect_contains "$out" "'src/main.c' was in conflict when it was paused (deleted by us): keep it, with git add :/src/main.c, or delete it"
  expect_lacks "$out" "markers"
  expect_equal "?? src/main.c" "$(git status --porcelain)" "nothing of it may be staged"
  expect_equal theirs "$(cat src/main.c)"
}

deleted_by_them() {
  make_project
  git switch -qc theirs
  git rm -q src/main.c
  git commit -qm theirs
  git switch -q main
  echo ours >src/main.c
  git commit -qam ours
  git merge theirs >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the merge"
  git merge --abort
  works git handoff resume --continue --apply
  expect_contains "$out" "'src/main.c' was in conflict when it was paused (deleted by them)"
  expect_lacks "$out" "markers"
  expect_equal ours "$(cat src/main.c)"
}

# The merge is where it was, and so is what it left to settle.
conflict_as_recorded() {
  make_project
  git switch -qc theirs
  echo theirs >src/main.c
  git commit -qam theirs
  git switch -q main
  echo ours >src/main.c
  git commit -qam ours
  git merge theirs >/dev/null 2>&1 && fail "no conflict"
  local state
  state=$(state_of_tree)
  works git handoff pause -m "in the merge"
  expect_state "$state"
  works git handoff resume --continue
  expect_contains "$out" "is as it was kept"
  expect_state "$state"
  works git handoff undo
  git add src/main.c
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "has moved on since the snapshot"
}

# Nothing of the work is otherwise, though the commit below it is: there is nothing to put back.
reworded_below_a_snapshot() {
  make_project
  make_work
  local state
  state=$(state_of_tree)
  works git handoff pause --snapshot-only -m x
  git commit -q --amend --only -m "another message"
  works git handoff resume --continue
  expect_contains "$out" "is as it was kept"
  expect_state "$state"
}

# What was left out for its number stays in nobody's way.
left_out_beside_a_snapshot() {
  make_project
  git config handoff.maxUntrackedFiles 1
  make_work
  write many/1
  write many/2
  works git handoff pause --snapshot-only -m x
  git reset -q --hard
  rm -r notes
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "the working tree, which is clean"
  works git handoff resume --fresh
}

rewritten_is_told() {
  make_project
  make_work
  works git handoff pause -m x
  echo more >more.c
  git add more.c
  git commit -q --amend --no-edit
  run git handoff resume
  expect_contains "$out" "the paused commit was changed since, to $(git rev-parse --short=7 HEAD)"
  # What is not taken off is nothing that a script may call as recorded.
  must_fail 1 git handoff check --json
  expect_equal "changed changed" "$(json -r '.verdict + " " + (.findings[] | select(.code == "wip").state)' <<<"$out")"
  works git handoff resume --continue --unwrap
  expect_lacks "$out" "as they were" "as paused"
}

settings_before_anything_moves() {
  make_project
  make_work
  works git handoff pause -m x
  local before
  before=$(git for-each-ref)
  must_fail 128 git -c handoff.keepDays=30d handoff resume --continue
  must_fail 128 git -c handoff.keepDays=30d handoff discard
  expect_contains "$err" "bad number '30d'"
  expect_equal "$before" "$(git for-each-ref)" "the refs"
}

brought_back_without_its_commit() {
  make_project
  make_work
  works git handoff pause -m x
  local id
  id=$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)
  works git handoff resume --continue
  works git handoff undo "$id"
  works git handoff discard
  expect_contains "$out" "stays in the archived record"
  expect_lacks "$out" "stays on main"
}

test_case "a conflict whose merge was given up: the markers come back, nothing is staged" conflict_without_its_merge
test_case "... and where one side had deleted the file" deleted_without_its_merge
test_case "... and of what they deleted" deleted_by_them
test_case "a snapshot in a merge that is as it was: nothing to put back" conflict_as_recorded
test_case "a snapshot whose commit below got another message: nothing to put back" reworded_below_a_snapshot
test_case "a snapshot, and a folder that was left out: the tree is clean" left_out_beside_a_snapshot
test_case "a WIP commit that was amended is not called as paused" rewritten_is_told
test_case "a bad setting is told before anything moves" settings_before_anything_moves
test_case "a record that came back by its id does not promise a commit on the branch" brought_back_without_its_commit
test_case "a detached HEAD: goes back" detached
for row in at_wip_as_paused at_rewritten_wip edited_since keep_wip elsewhere_switched \
  branch_gone_created moved_on_applied clean_pause snapshot_as_recorded detached; do
  test_case "undo after ${row//_/ }" undone $row
done
flag_set_since() {
  make_project
  make_work
  works git handoff pause -m x
  git update-index --assume-unchanged src/main.c
  works git handoff resume --continue
  expect_contains "$(git ls-files -v src/main.c)" "h src/main.c"
}
test_case "a flag that was set since the pause stays set" flag_set_since

# flag_dropped_since FLAG: who takes it away and edits the file wants to see the edit.
flag_dropped_since() {
  make_project
  git update-index "--$1" src/util.c
  write src/util.c "hidden"
  write new "n"
  works git handoff pause -m x
  git update-index "--no-$1" src/util.c
  write src/util.c "a real edit"
  works git handoff resume --continue
  expect_equal " M src/util.c" "$(git status --porcelain src/util.c)"
  expect_equal "a real edit" "$(cat src/util.c)"
}
for flag in skip-worktree assume-unchanged; do
  test_case "$flag that was dropped since the pause hides no edit" flag_dropped_since "$flag"
done

# As git switch does: the reflog alone has them then.
leaves_commits_behind() {
  make_project
  make_work
  works git handoff pause -m x
  git switch -q --detach main~1
  git switch -q --detach "$(git commit-tree -p HEAD -m meanwhile "HEAD^{tree}")"
  commit=$(git rev-parse --short HEAD)
  [ "$1" != kept ] || git branch kept
  works git handoff resume --continue --switch
  case $1 in
    kept) expect_lacks "$out" "to keep" ;;
    left) expect_contains "$out" "1 commit of the detached HEAD is on no branch; to keep it: git branch NAME $commit" ;;
  esac
}
test_case "--switch names the commits of a detached HEAD that it leaves behind" leaves_commits_behind left
test_case "... and none that a branch has" leaves_commits_behind kept

hidden_edit_thrown_away() {
  make_project
  git update-index --assume-unchanged src/main.c
  write src/main.c "hidden"
  write src/util.c "seen"
  works git handoff pause
  git reset -q --hard HEAD~1
  chmod 600 src/main.c
  works git handoff resume @ --continue --apply
  expect_file src/util.c "seen"
  expect_lacks "$err" "edited since" "not as it was paused"
  expect_file src/main.c "hidden"
  expect_equal 600 "$(stat -c %a src/main.c)" "the mode of src/main.c"
}
test_case "an edit behind a flag that a reset threw away is not called another edit, and comes back where asked for" hidden_edit_thrown_away

# What is told while it is done, and where that was.
told_as_it_is() {
  make_project
  git switch -q -c feat
  write src/util.c "feat"
  works git handoff note next $'in util.c:\nwrite the test\n\nrun it'
  works git handoff pause -m x
  expect_contains "$out" "next: in util.c: write the test run it"
  works git handoff note question "who rotates the key"
  works git handoff resume --review
  expect_contains "$out" "who rotates the key"
  git switch -q main
  git branch -qD feat
  works git handoff resume --continue --switch
  expect_contains "$out" "next: in util.c: write the test run it" "Resumed feat:"
  expect_lacks "$out$err" "bring the work back"
  works git handoff pause -m x
  git reset -q --hard HEAD~1
  git switch -qc other
  works git handoff resume feat --continue --apply
  expect_contains "$out" "Resumed the work of feat on other:"
  works git handoff pause --next "$(seq -s $'\n' 100 300)"
  expect_contains "$out" "next: 100 (200 more lines)"
}
test_case "what resume does is not offered as well, where it did it is told, a next step and a late question are there" told_as_it_is
by_its_branch() {
  make_project
  git switch -q -c team/pay
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  works git handoff show team/pay
  works git handoff resume team/pay --continue --switch
  expect_state "$state"
}
test_case "a branch with a slash in its name means what is paused there" by_its_branch
merged_into_another_branch() {
  make_project
  git switch -q -c login
  make_work
  works git handoff pause --next "write the test"
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  git switch -q main
  git branch -q -f login main
  works git handoff resume "$id" --continue --apply
  works git handoff brief
  expect_contains "$out" "Resumed " " on main: go on with what is next"
  works git handoff status
  expect_contains "$out" "resumed: " " from $id"
}
test_case "what was merged into another branch is gone on with there" merged_into_another_branch

test_done
