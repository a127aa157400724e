#!/usr/bin/env bash
# A resume that writes files (--switch, --apply) replaces what is tracked and unchanged, and nothing else: what is
# in the way is named, and a refusal, a failure or a kill leaves every file as it was.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# paused_elsewhere: work on 'feat' that changes, adds and removes files; 'main' is checked out, and clean.
paused_elsewhere() {
  make_project
  write gone "goes"
  write kind "a file"
  write dir/inner "inner"
  printf '%s\n' '*.log' 'build/' >.gitignore
  commit_all "more"
  git switch -q -c feat
  write same "same as in the record"
  write prefix "first line" "second line"
  write empty "not empty in the record"
  write other "other"
  write src/util.c "changed"
  chmod +x src/util.c
  git rm -q gone kind
  write kind/now/a "a folder"
  git rm -q -r dir
  write dir "a file now"
  write build.log "forced"
  git add -f build.log
  git add -A
  ln -s nowhere link
  git handoff pause -m kept >/dev/null
  wip=$(git rev-parse HEAD)
  git switch -q main
}

# way WAY: what is typed; `apply` finds no WIP on its branch.
resume_by() {
  case $1 in
    switch) run git handoff resume --continue --switch ;;
    apply)
      git branch -q -D feat 2>/dev/null || true
      git branch -q -f feat main
      id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
      run git handoff resume "$id" --continue --apply
      ;;
  esac
}

all_there() {
  git symbolic-ref HEAD
  git rev-parse HEAD
  state_of_tree
  git for-each-ref refs/handoffs
  find .git/handoff -name files.json -o -name checkout
}

# refused WAY NAME...: nothing changes, and the names are said.
refused() {
  local way=$1 before
  shift
  [ "$way" = switch ] || resume_by_apply_prepares
  before=$(all_there)
  resume_by "$way"
  [ "$code" -eq 1 ] || fail "wanted 1: $(show_run "resume --$way")"
  expect_equal "$before" "$(all_there)" "a refused --$way changed something"
  for name; do expect_contains "$err" "in the way: $name"; done
}

resume_by_apply_prepares() {
  git branch -q -D feat
  git branch -q feat main
}

untracked_stays() {
  paused_elsewhere
  write same "same as in the record"
  write prefix "first line"
  : >empty
  refused "$1" same prefix empty
  rm same prefix empty
  resume_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  expect_file same "same as in the record"
  expect_file dir "a file now"
  expect_file kind/now/a "a folder"
  [ -x src/util.c ] && [ -L link ] && [ ! -e gone ]
}

ignored_stays() {
  paused_elsewhere
  write build.log "mine, and ignored"
  refused "$1" build.log
  rm build.log
  write dir/x.log "ignored, in a folder where a file is to come"
  refused "$1" dir/x.log
  rm dir/x.log
  rm -rf kind # git reads it as deleted: not clean any more
  git checkout -q -- kind
  mkdir build.log
  write build.log/deep/er "ignored folder in the way of a file"
  refused "$1" build.log/deep/er
  rm -rf build.log
  mkdir -p build.log/empty/folders
  resume_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  expect_file build.log "forced"
}

# A link or a file where a folder has to be is not followed and not replaced.
links_on_the_way() {
  make_project
  printf '%s\n' out >.git/info/exclude
  git switch -q -c feat
  write out/file "work"
  git add -f out/file
  git handoff pause -m kept >/dev/null
  git switch -q main
  mkdir ../elsewhere
  ln -s ../elsewhere out
  refused "$1" out
  expect_equal "" "$(ls ../elsewhere)"
  rm out
  write out "a file"
  refused "$1" out
}

behind_flags() {
  paused_elsewhere
  git update-index --skip-worktree src/util.c
  rm src/util.c
  write same "mine"
  refused "$1" same
  rm same
  write src/util.c "hidden edit"
  git update-index --assume-unchanged gone
  write gone "hidden edit, too"
  refused "$1"
  expect_contains "$err" "not uptodate"
}

# Git itself does not look at such a file, and would leave it alone.
outside_of_the_patterns() {
  paused_elsewhere
  git sparse-checkout set --no-cone '/*' '!/src/util.c'
  git config sparse.expectFilesOutsideOfPatterns true
  write src/util.c "mine, where no file should be"
  expect_equal "S src/util.c" "$(git ls-files -v src/util.c)"
  refused "$1"
  expect_contains "$err" "changed: src/util.c"
}

# Somebody takes the very path at the last moment; git's lock is held.
index_locked() {
  paused_elsewhere
  : >.git/index.lock
  before=$(rm .git/index.lock; all_there; : >.git/index.lock)
  resume_by switch
  [ "$code" -ne 0 ] || fail "it worked with a locked index"
  rm .git/index.lock
  expect_equal "$before" "$(all_there)"
  : >.git/HEAD.lock
  before=$(all_there)
  resume_by switch
  [ "$code" -ne 0 ] || fail "it worked with a locked HEAD"
  rm .git/HEAD.lock
  expect_equal "$before" "$(all_there)"
}

# What a switch by git does besides: the reflog, `-`, the hook.
as_git_switches() {
  paused_elsewhere
  printf '%s\n' '#!/bin/sh' 'echo "$@" >.git/hooked' 'exit 1' >.git/hooks/post-checkout
  chmod +x .git/hooks/post-checkout
  local main
  main=$(git rev-parse HEAD)
  works git handoff resume --continue --switch
  expect_file .git/hooked "$main $wip 1"
  expect_contains "$(git reflog)" "checkout: moving from main to feat"
  expect_equal refs/heads/feat "$(git symbolic-ref HEAD)"
  rm .git/hooks/post-checkout
  git stash -q -u
  works git switch -
  expect_equal refs/heads/main "$(git symbolic-ref HEAD)"
}

# In a merge the branch cannot be left.
under_way() {
  paused_elsewhere
  git switch -q -c side
  write README "theirs"
  commit_all "theirs"
  git switch -q main
  git merge -q --no-commit --no-ff side >/dev/null
  git reset -q --hard 2>/dev/null || true
  : >.git/MERGE_HEAD
  git rev-parse side >.git/MERGE_HEAD
  refused switch
  expect_contains "$err" "merge"
}

# What the work would write stands there already: nothing is in the way, and nothing is written.
already_there() {
  make_project
  git switch -q -c feat
  make_work
  state=$(state_of_tree)
  git handoff pause -m kept >/dev/null
  git branch -q keep
  git reset -q --hard HEAD~1
  [ "$2" = at-base ] || {
    write elsewhere "moved on"
    git add elsewhere
    git commit -q -m "moved on"
  }
  case $1 in
    by-undo)
      works git handoff resume --continue --apply
      works git handoff undo
      ;;
    by-hand) git checkout -q keep -- . ;;
    untracked)
      git checkout -q keep -- .
      git reset -q
      ;;
  esac
  git diff --diff-filter=D --name-only -z keep~1 keep | xargs -0 -r rm -f --
  local files
  files=$(files_of_tree)
  works git handoff resume --continue --apply
  expect_equal "$files" "$(files_of_tree)" "a file was touched"
  expect_equal "" "$(git for-each-ref refs/handoffs/active)" "the record is still live"
  [ "$2" != at-base ] || expect_state "$state"
}

almost_there() {
  make_project
  git switch -q -c feat
  make_work
  git handoff pause -m kept >/dev/null
  git reset -q --hard HEAD~1
  write src/util.c "something else"
  before=$(all_there)
  must_fail 1 git handoff resume --continue --apply
  expect_equal "$before" "$(all_there)"
}

# Killed between the new branch and HEAD: no branch stays that nobody made.
killed_at_new_branch() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  paused_elsewhere
  git branch -q -D feat
  before=$(all_there)
  run env GIT_HANDOFF_FAULT=checkout-branch-made git handoff resume --continue --switch
  expect_equal 137 "$code"
  if [ "${1:-}" = long ]; then
    { cat .git/handoff/files.json && head -c 17000000 /dev/zero | tr '\0' ' '; } | "$project_dir/tests/tools/seal.py" checkout object >../long
    mv ../long .git/handoff/files.json
  fi
  [ "${1:-}" != moved ] || git update-ref refs/heads/feat main
  works git handoff status
  if [ "${1:-}" = moved ]; then
    expect_equal "$(git rev-parse main)" "$(git rev-parse feat)"
  else
    expect_equal "" "$(git for-each-ref refs/heads/feat)"
  fi
  expect_equal "$before" "$(all_there)"
}

# The hook has seen the switch: it stays, and that is said.
switched_then_failed() {
  paused_elsewhere
  id=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  : >".git/$id.lock"
  run git handoff resume --continue --switch
  rm ".git/$id.lock"
  [ "$code" -ne 0 ] || fail "it worked on a locked ref"
  expect_contains "$err" "hint: switched to 'feat'; nothing else changed"
  expect_equal "refs/heads/feat $wip" "$(git symbolic-ref HEAD) $(git rev-parse HEAD)"
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
}

for way in by-undo by-hand untracked; do
  for base in at-base moved-on; do
    test_case "--apply of what is there already, $way, $base: the record goes, the files stay" already_there $way $base
  done
done
test_case "--apply over other changes is still refused" almost_there
test_case "--switch killed at the branch that it made: the branch goes" killed_at_new_branch
test_case "... nor where the list of what was done is longer than any document that is read" killed_at_new_branch long
test_case "--switch killed at the branch that it made, and moved since: it stays" killed_at_new_branch moved
test_case "--switch that is through, and a resume that fails: told" switched_then_failed
for way in switch apply; do
  test_case "--$way: untracked files in the way stay, also those that look like the record's" untracked_stays $way
  test_case "--$way: ignored files and folders in the way stay" ignored_stays $way
  test_case "--$way: a link or a file where a folder has to be stays" links_on_the_way $way
  test_case "--$way: what flags hide is neither written nor replaced" behind_flags $way
  test_case "--$way: an edited file outside of the sparse patterns is not replaced" outside_of_the_patterns $way
done
test_case "--switch: a held lock refuses, and nothing is half" index_locked
test_case "--switch: reflog, hook and 'git switch -' as by git" as_git_switches
test_case "--switch: refused while a merge is under way" under_way
# Its entry is the target's already, or out of the index: git leaves such a file alone, and so it is not taken away.
edited_under_its_target() {
  make_project
  echo work >>README
  write new.txt "new"
  works git handoff pause -m x
  case $1 in
    reverted) git checkout -q HEAD~1 -- README ;;
    untracked) git rm -q --cached new.txt ;;
    undo)
      local wip; wip=$(git rev-parse HEAD)
      works git handoff resume --fresh
      git checkout -q "$wip" -- README
      ;;
  esac
  echo "unsaved" | tee -a README >>new.txt
  [ "$1" != undo ] || rm new.txt
  local before; before=$(state_of_tree)
  if [ "$1" = undo ]; then must_fail 1 git handoff undo; else must_fail 1 git handoff resume --fresh; fi
  expect_state "$before"
}
for how in reverted untracked undo; do
  test_case "start fresh, $how: an edited file whose entry is not what the branch has is not taken away" edited_under_its_target $how
done

variants=odd

# Each step that is offered is one that goes; a file that is in nobody's way is not called so.
offered_after_a_merge() {
  make_project
  git switch -qc feat
  echo theirs >>README; commit_all "feat"
  git switch -q main
  echo ours >>README; commit_all "main"
  git merge -q feat || true
  write new.txt mine
  write README resolved
  works git handoff pause --next "resolve README"
  git merge --abort
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "git stash -u"
  must_fail 1 git handoff resume --continue --apply
  expect_contains "$err" "in the way: new.txt (the same as what comes: it can go)"
  git stash -qu
  works git handoff resume --continue --apply
  expect_equal mine "$(cat new.txt)"
}
test_case "after 'merge --abort' the step that is offered brings the work back" offered_after_a_merge

changed_beside() {
  make_project
  real_clock
  echo work >>README
  works git handoff pause --next go
  git reset -q --hard HEAD~1
  echo mine >>src/util.c
  must_fail 1 git handoff resume --continue
  expect_contains "$out" "commit or stash what is changed here first"
  expect_contains "$err" "changed here: src/util.c" "or: git stash -u; then: git handoff resume main-"
  expect_lacks "$out$err" "not as recorded" "in the way"
  git commit -qam "mine"
  # shellcheck disable=SC2086  # a command of several words, as offered
  works ${err##*then: }
}
test_case "a change in another file is not in the way" changed_beside

folder_where_it_was() {
  make_project
  real_clock
  git rm -q README
  works git handoff pause --next go
  write README/of_somebody "what came since"
  works git handoff resume --continue
  expect_contains "$out$err" "backup"
  expect_file README/of_somebody "what came since"
}
test_case "a folder that came since where the work deletes a file is told, and kept first" folder_where_it_was

went_into_a_squash() {
  make_project
  git switch -qc feat
  write src/util.c first; commit_all "first"
  write README work
  works git handoff pause --next go
  git switch -q main
  git merge -q --squash feat >/dev/null
  commit_all "squashed"
  git branch -qD feat
  must_fail 1 git handoff resume
  expect_contains "$out" "there is no branch 'feat'; its work is in $(git rev-parse --short=7 HEAD)"
  expect_lacks "$out" "creates the branch" "on no branch"
  run git handoff check
  expect_lacks "$out" "creates the branch"
}
test_case "work that went into a squash is not offered on a branch of its own" went_into_a_squash

# The WIP commit alone went elsewhere: what its branch had below it is kept by nothing any more.
left_without_a_branch() {
  make_project
  git switch -qc feat
  write one.txt one && commit_all "one"
  write two.txt two && commit_all "two"
  write src/util.c work
  works git handoff pause --next go
  local base
  base=$(git rev-parse --short=7 HEAD~1)
  git switch -q main
  git cherry-pick feat >/dev/null
  git commit -q --amend -m "the work"
  git branch -qD feat
  must_fail 1 git handoff resume
  expect_contains "$out" "2 commits that were below it are on no branch any more" "keep them: git branch feat $base"
  works git branch feat "$base"
  must_fail 1 git handoff resume
  expect_lacks "$out" "on no branch any more"
}
test_case "where the work went elsewhere, what was below it on a branch that is gone is named" left_without_a_branch

# What is refused is not offered.
offered_with_files_in_the_way() {
  paused_elsewhere
  write other "mine"
  must_fail 1 git handoff resume
  expect_contains "$err" "note: --continue is refused here: cannot switch to 'feat': 1 untracked or ignored file would be overwritten" \
    "hint: in the way: other"
  expect_lacks "$err" --switch "it can go"
  rm other
  must_fail 1 git handoff resume
  expect_contains "$err" "--continue --switch"
  git switch -q feat
  git reset -q --hard HEAD~1
  write other "mine"
  must_fail 1 git handoff resume
  expect_contains "$err" "note: --continue is refused here: cannot put the kept work into the working tree" "hint: in the way: other"
  expect_lacks "$err" "resume --continue"
  expect_equal mine "$(cat other)"
  git show "feat@{1}:other" >../kept
  cp ../kept other
  works git handoff status
  expect_contains "$out" "the kept work can come back: move away what is in its place: other"
  must_fail 1 git handoff resume --continue
  expect_contains "$out" "the kept work can come back: move away what is in its place: other"
}
test_case "what is in the way is told before anything is offered" offered_with_files_in_the_way
test_done
