#!/usr/bin/env bash
# Pause and resume in repositories that are not plain: nothing lost, nothing silent.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # many small repositories: no disk needs to see them
. "$(dirname "$0")/lib.sh"
variants=some

# there_and_back: the tree here is paused and resumed and is as it was. $paused_out has what pause said.
there_and_back() {
  local state base
  state=$(state_of_tree)
  base=$(git rev-parse -q --verify HEAD || echo unborn)
  works git handoff pause -m x
  paused_out=$out$err
  works git handoff resume --continue
  expect_equal "$base" "$(git rev-parse -q --verify HEAD || echo unborn)" "HEAD"
  expect_state "$state"
}

linked_worktree() {
  make_project
  git worktree add -q -b feat ../linked
  cd ../linked
  make_work
  there_and_back
}
unborn() {
  make_repo
  write a.txt a
  git add a.txt
  write b.txt b
  there_and_back
}
lfs() {
  command -v git-lfs >/dev/null || skip "no git-lfs here"
  make_project
  git lfs install --local >/dev/null
  git lfs track '*.bin' >/dev/null
  head -c 5000 /dev/zero | tr '\0' x >a.bin
  commit_all lfs
  head -c 6000 /dev/zero | tr '\0' y >a.bin
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_contains "$(git cat-file blob HEAD:a.bin)" "git-lfs.github.com/spec"
  works git handoff resume --continue
  expect_state "$state"
}
# What was checked out without its filter is unchanged to git: the files come back by the filter, where it is there.
lfs_pointers() {
  command -v git-lfs >/dev/null || skip "no git-lfs here"
  make_project
  git lfs install --local --skip-repo >/dev/null
  write .gitattributes '*.bin filter=lfs -text'
  commit_all lfs
  git branch other
  seq 500 >a.bin
  mkdir sub
  seq 700 >sub/b.bin
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q other
  GIT_LFS_SKIP_SMUDGE=1 git switch -q main
  expect_contains "$(git handoff status | head -n 1)" "git-lfs pointers instead of files: a.bin, sub/b.bin"
  if [ "$1" = there ]; then
    git config --remove-section filter.lfs
    works git handoff status
    eval "$(sed -n 's/.*; get them: //p' <<<"$out")" >/dev/null 2>&1
    expect_contains "$(git handoff status | head -n 1)" "safe to continue"
    git switch -q other
    GIT_LFS_SKIP_SMUDGE=1 git switch -q main
  elif [ "$1" = skipped ]; then
    export GIT_LFS_SKIP_SMUDGE=1
    works git handoff resume --continue
    expect_contains "$out" "the work is back, but for what is named above"
    expect_contains "$err" "'a.bin' is not as it was paused"
    expect_contains "$out" "git lfs install --local"
    expect_lacks "$out" "as they were"
    unset GIT_LFS_SKIP_SMUDGE
    works git handoff undo
  elif [ "$1" = edited ]; then
    echo mine >>a.bin
    works git handoff resume --continue
    expect_contains "$(cat a.bin)" mine
    return
  fi
  works git handoff resume --continue
  expect_contains "$out" "2 files and the index are as they were"
  expect_state "$state"
}
# filter_of_then HOW: the filter that git had at the pause is gone, or another.
filter_of_then() {
  make_project
  git config filter.case.clean 'tr A-Z a-z'
  git config filter.case.smudge 'tr a-z A-Z'
  write .gitattributes '*.up filter=case'
  commit_all filter
  git branch other
  write a.up LOUD
  works git handoff pause -m x
  git switch -q other
  [ "$1" = gone ] && git config --unset filter.case.smudge
  [ "$1" = other ] && git config filter.case.smudge 'tr a-m A-M'
  git switch -q main
  expect_contains "$(git handoff status | head -n 1)" "not as paused, the filter is another: a.up"
  works git handoff resume --continue
  expect_lacks "$out" "as they were"
  expect_contains "$err" "'a.up' is not as it was paused"
  works git handoff undo
  git config filter.case.smudge 'tr a-z A-Z'
  rm a.up
  git restore a.up
  works git handoff resume --continue
  expect_contains "$out" "1 file and the index are as they were"
  expect_equal LOUD "$(cat a.up)"
}
autocrlf() {
  make_project
  git config core.autocrlf true
  printf 'one\r\ntwo\nthree\r\n' >mixed.txt
  printf 'int util(void) { return 3; }\r\n' >src/util.c
  there_and_back
}
mixed_after_a_switch() {
  make_project
  write .gitattributes '* text=auto' '*.id ident'
  printf 'a\n' >m.txt
  printf '%s\n' '$Id$' >k.id
  commit_all attributes
  git branch other HEAD~1
  printf 'one\r\ntwo\nthree\r\n' >m.txt
  printf '%s\n' '$Id: by hand $ more' >k.id
  files=$(files_of_tree)
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal "$files" "$(files_of_tree)" "bytes that no checkout gives back"
}
shut_to_some() {
  make_project
  git switch -q -c other
  git switch -q main
  write src/main.c edited
  write src/util.c edited
  write new new
  chmod 640 src/main.c
  chmod 444 src/util.c
  chmod 604 new
  local modes
  modes=$(stat -c '%a %n' src/*.c new)
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal "$modes" "$(stat -c '%a %n' src/*.c new)"
}
submodule() {
  make_project lib
  cd ..
  make_project
  git submodule add -q ../lib sub
  commit_all sub
  echo dirt >>sub/README
  make_work
  there_and_back
  expect_contains "$paused_out" "inside the submodule"
}
# submodule_elsewhere HOW: a submodule that is at another commit by now is told, and the hint moves it.
submodule_elsewhere() {
  local then
  make_project lib
  write README newer
  commit_all newer
  cd ..
  make_project
  git submodule add -q ../lib 'a sub'
  commit_all sub
  git branch other
  git -C 'a sub' checkout -q HEAD~1
  then=$(git -C 'a sub' rev-parse HEAD)
  case $1 in
    apply)
      works git handoff checkpoint -m x
      git submodule -q update
      works git handoff resume --continue --apply --json
      ;;
    switch)
      works git handoff pause -m x
      git switch -q other
      git submodule -q update
      works git handoff resume --continue --switch --json
      ;;
    removed)
      works git handoff pause -m x
      git submodule -q deinit -f 'a sub'
      works git handoff resume --continue --json
      ;;
    untouched)
      works git handoff pause -m x
      works git handoff resume --continue --json
      expect_equal "true 0 0" "$(jq -r '"\(.exact) \(.left_alone | length) \(.hints | length)"' <<<"$out")"
      return
      ;;
  esac
  expect_equal "false a sub" "$(jq -r '"\(.exact) \(.left_alone[0])"' <<<"$out")"
  eval "$(jq -r '.hints[] | select(startswith("\"a sub\" was at ")) | sub(".*: "; "")' <<<"$out")" >/dev/null 2>&1
  expect_equal "$then" "$(git -C 'a sub' rev-parse HEAD)"
  expect_equal " M \"a sub\"" "$(git status --porcelain)"
}
shallow() {
  make_project origin
  write more.txt more
  commit_all more
  cd ..
  git clone -q --depth 1 "file://$PWD/origin" clone
  cd clone
  make_work
  there_and_back
}
worktree_config() {
  make_project
  git config extensions.worktreeConfig true
  git config --worktree core.sparseCheckout false
  make_work
  there_and_back
}
failing_hooks() {
  make_project
  mkdir ../hooks
  for hook in pre-commit commit-msg prepare-commit-msg; do
    printf '#!/bin/sh\nexit 1\n' >"../hooks/$hook"
    chmod +x "../hooks/$hook"
  done
  git config core.hooksPath "$PWD/../hooks"
  git config commit.gpgSign true
  git config user.signingKey none
  make_work
  there_and_back
}
sha256() {
  git init -q --object-format=sha256 repo
  cd repo
  write a.txt a
  commit_all a
  write a.txt b
  write c.txt c
  there_and_back
}
failing_filter() {
  make_project
  write .gitattributes '*.x filter=broken'
  git config filter.broken.clean false
  git config filter.broken.required true
  write a.x a
  state=$(files_of_tree)
  refs=$(git for-each-ref)
  must_fail 128 git handoff pause -m x
  expect_contains "$err" a.x
  expect_equal "$state$refs" "$(files_of_tree)$(git for-each-ref)"
}
narrow_modes() {
  make_project
  write private.txt private
  commit_all private
  git branch other HEAD~1
  write private.txt changed
  chmod 600 private.txt
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal 600 "$(stat -c %a private.txt)"
  git config core.fileMode false
  chmod 700 private.txt
  works git handoff pause -m "runs, for me alone"
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal 700 "$(stat -c %a private.txt)" "with core.fileMode=false"
}
uncommitted_ignore() {
  make_project
  write .gitignore '*.log'
  write a.log ignored
  write b.txt kept
  there_and_back
  expect_equal ignored "$(cat a.log)"
}
many_untracked() {
  make_project
  mkdir node_modules
  (cd node_modules && seq 12000 | xargs touch)
  write new.txt new
  there_and_back
  expect_contains "$paused_out" node_modules/ "12,000"
  expect_equal 12000 "$(find node_modules -type f | wc -l)"
}
renamed_branch() {
  make_project
  git switch -q -c old
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  git branch -m new
  works git handoff resume --continue
  expect_state "$state"
  expect_equal refs/heads/new "$(git symbolic-ref HEAD)"
}
branch_names() {
  make_project
  long=$(printf 'b%.0s' $(seq 240))
  git switch -q -c "$long"
  make_work
  there_and_back
  git stash -q -u
  git switch -q -c feature
  write f.txt f
  works git handoff pause -m x
  git switch -q main
  git branch -q -m feature f2
  git switch -q -c feature/x
  write x.txt x
  there_and_back
}
under_way() {
  make_project
  git switch -q -c topic
  write src/util.c "int util(void) { return 5; }"
  commit_all topic
  git switch -q main
  write src/util.c "int util(void) { return 6; }"
  commit_all main
  git switch -q topic
  case $1 in
    rebase) run git rebase main ;;
    merge) run git merge main ;;
    cherry-pick) run git cherry-pick main ;;
  esac
  state=$(state_of_tree)
  head=$(git rev-parse HEAD)
  works git handoff pause -m x
  expect_contains "$out" "under way"
  expect_state "$state"
  expect_equal "$head" "$(git rev-parse HEAD)"
  works git handoff resume --continue
  expect_state "$state"
  write src/util.c "resolved"
  git add src/util.c
  case $1 in
    rebase) works env GIT_EDITOR=true git rebase --continue ;;
    *) works git commit -q --no-edit ;;
  esac
}
bits_after_a_switch() {
  make_project
  git branch other
  git update-index --assume-unchanged README
  git update-index --skip-worktree src/util.c
  write src/main.c changed
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
}
removed_from_index() {
  make_project
  printf 'TOKEN=abc\n' >.env
  commit_all env
  git rm -q --cached .env
  works git handoff pause -m x
  expect_equal "" "$(git ls-tree HEAD .env)" "a secret that was taken out of the index is in the WIP"
  expect_equal "TOKEN=abc" "$(cat .env)"
}
# Git takes an ignored file out of the way of a checkout, and lists none of it.
links_beside_the_index() {
  make_project
  ln -s README link
  ln -s nowhere other
  commit_all links
  write .gitignore link other
  git rm -q --cached link other
  ln -sfn src/main.c link
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_lacks "$err" "link"
  git switch -q --detach HEAD~1
  expect_equal README "$(readlink link)"
  git switch -q main
  [ ! -L link ] || fail "git has left the link"
  ln -s "made since" other
  works git handoff resume --continue
  expect_equal src/main.c "$(readlink link)"
  expect_equal "made since" "$(readlink other)"
  rm other
  ln -s nowhere other
  expect_state "$state"
}

foreign_lock() {
  make_project
  make_work
  : >.git/index.lock
  must_fail 128 git handoff pause -m x
  expect_contains "$err" index.lock
  [ -e .git/index.lock ] || fail "somebody else's lock was removed"
}

# No empty file anywhere, or the blob that `git add -N` names would be there by chance.
intent_to_add_in_a_clone() {
  make_project
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  git push -q origin main
  write there "is there"
  write gone "will be gone"
  git add -N there gone
  rm gone
  state=$(state_of_tree)
  works git handoff pause -m x
  git push -q --no-verify origin '+refs/handoffs/*:refs/handoffs/*'
  git clone -q ../remote.git ../clone
  cd ../clone
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  works git handoff resume --continue
  expect_state "$state"
  rm there
  works git status --porcelain
  works git diff
  works git fsck --full
}
attributes_deleted() {
  make_project
  git config filter.turn.clean 'tr a-z A-Z'
  git config filter.turn.smudge 'tr A-Z a-z'
  write .gitattributes "*.up filter=turn"
  commit_all attributes
  write new.up text
  touch -d '2001-01-01' new.up # not of the second in which the index is written: git would read it again
  git add new.up
  rm .gitattributes
  wanted=$(cp -p .git/index ../index && GIT_INDEX_FILE=../index git add -A && GIT_INDEX_FILE=../index git write-tree)
  state=$(state_of_tree)
  touch -d '2002-02-02' new.up # it reads it again now, and status calls it unchanged
  works git handoff pause -m x
  expect_equal "$wanted" "$(git rev-parse 'HEAD^{tree}')" "the WIP tree is not what git add -A gives"
  works git handoff resume --continue
  expect_state "$state"
}
# A checkout goes by what git has of .gitattributes, which is something else where that is filtered, too.
attributes_filtered() {
  make_project
  git branch other
  git config filter.turn.clean 'tr a-z n-za-m'
  git config filter.turn.smudge 'tr a-z n-za-m'
  git config filter.turn.required true
  write .gitattributes "* filter=turn"
  [ "$1" = paused ] || git add .gitattributes
  [ "$1" = paused ] || git commit -q -m attributes
  write new text
  write src/new "more text"
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_lacks "$out$err" "not as it was paused" "the filter is another"
  if [ "$1" = paused ]; then expect_state "$state"; fi
  expect_file new text
  expect_file src/new "more text"
}
# '-' comes before '.': the file is converted, and then the attributes go.
attributes_deleted_in_a_clone() {
  make_project
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  write .gitattributes "* text eol=crlf"
  commit_all attributes
  git push -q origin main
  rm .gitattributes
  printf 'one\r\ntwo\nthree\r\n' >-mixed.txt
  git add -N -- -mixed.txt
  works git handoff pause -m x
  git push -q --no-verify origin '+refs/handoffs/*:refs/handoffs/*'
  git clone -q ../remote.git ../clone
  cd ../clone
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  works git handoff resume --continue
  expect_equal $'one\ntwo\nthree' "$(tr -d '\r' <-mixed.txt)" "its lines"
  expect_contains "$err" "written as git checks it out here" "-mixed.txt"
}

# What is the same in the base and in the WIP no checkout of git's writes anew: in a clone it stands as the attributes
# of the base made it. What somebody edited there stays.
attributes_changed_in_a_clone() {
  make_project
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  write .gitattributes "*.w text eol=crlf"
  write same.w one
  write edited.w one
  commit_all attributes
  git push -q origin main
  write .gitattributes "# none"
  write same.w "something that is staged"
  write edited.w "something that is staged"
  git add same.w edited.w
  write same.w one
  write edited.w one
  state=$(state_of_tree)
  works git handoff pause -m x
  git push -q --no-verify origin '+refs/handoffs/*:refs/handoffs/*'
  git clone -q ../remote.git ../clone
  cp -r ../clone ../other
  cd ../clone
  expect_equal $'one\r' "$(cat same.w)" "as the base's attributes want it"
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  works git handoff resume --continue
  expect_state "$state"
  cd ../other
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  git update-index --assume-unchanged edited.w
  write edited.w "of somebody else"
  run git handoff resume --continue
  expect_equal "of somebody else" "$(cat edited.w)"
  expect_contains "$out$err" "edited.w"
}

# A switch away and back writes an unchanged file by the attributes of the WIP, in which src/.gitattributes is not; in the
# index that comes back it is, and by it the file would count as changed. What was edited there meanwhile stays.
unchanged_by_other_attributes() {
  make_project
  git switch -q -c other
  git switch -q main
  write .gitattributes "*.w text eol=crlf"
  write src/.gitattributes "*.w -text"
  write src/kept.w "as it is"
  write src/edited.w "as it is"
  commit_all attributes
  rm src/.gitattributes
  state=$(state_of_tree)
  expect_lacks "$state" "M src/kept.w"
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  expect_equal $'as it is\r' "$(cat src/kept.w)" "as a checkout of the WIP writes it"
  works git handoff resume --continue
  touch src/kept.w src/edited.w
  expect_state "$state"
  works git handoff undo
  git switch -q other
  git switch -q main
  write src/edited.w "by somebody"
  works git handoff resume --continue
  expect_equal "by somebody" "$(cat src/edited.w)"
  expect_equal "as it is" "$(cat src/kept.w)"
}

# Attributes that hold here and that git would not write: no checkout from the WIP goes by them.
attributes_behind_a_flag() {
  make_project
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  write .gitattributes "*.w text eol=crlf"
  printf 'one\r\n' >changed.w
  commit_all attributes
  git push -q origin main
  git update-index --assume-unchanged .gitattributes
  write .gitattributes "# none"
  printf 'two\nlines\n' >changed.w
  works git handoff pause -m x
  git push -q --no-verify origin '+refs/handoffs/*:refs/handoffs/*'
  git clone -q ../remote.git ../clone
  cd ../clone
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
  user_reads_all
  works git handoff resume --continue
  # What stands behind a flag in a colleague's record is not what a review showed: it is left alone.
  expect_equal "*.w text eol=crlf" "$(cat .gitattributes)"
}

test_case "a deleted .gitattributes, and mixed line ends in a clone" attributes_deleted_in_a_clone
test_case "git add -N in a clone, and the file gone" intent_to_add_in_a_clone
test_case "a changed .gitattributes, and what is the same in the base, in a clone" attributes_changed_in_a_clone
test_case "a .gitattributes that changes behind assume-unchanged, in a clone" attributes_behind_a_flag

# Git goes on by the one of the index, which no status tells of.
attributes_gone_from_the_tree() {
  make_project
  write .gitattributes "*.w text"
  write src/.gitattributes "*.w text eol=crlf"
  commit_all attributes
  git switch -q -c feat
  if [ "$1" = sparse ]; then
    git sparse-checkout set --no-cone '/*' '!.gitattributes'
  else
    git update-index "${1%,link}" .gitattributes src/.gitattributes
    rm .gitattributes src/.gitattributes
  fi
  case $1 in *,link) ln -s elsewhere .gitattributes ;; esac
  printf 'a\r\nb\n' >mixed.w
  printf 'a\r\nb\n' >src/mixed.w
  git add src/mixed.w
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  git switch -q main
  works git handoff resume --continue --switch
  expect_equal "$state" "$(state_of_tree)" "$1"
}
for how in sparse --skip-worktree --assume-unchanged --assume-unchanged,link; do
  test_case "mixed line ends, the .gitattributes is in the index alone: $how" attributes_gone_from_the_tree $how
done
test_case "files that did not change, where .gitattributes did, after a switch" unchanged_by_other_attributes
test_case "a .gitattributes that is filtered itself" attributes_filtered paused
test_case "... and was committed before" attributes_filtered committed
test_case "a deleted .gitattributes: what is staged stays as it was filtered" attributes_deleted
test_case "in a linked worktree" linked_worktree
test_case "on an unborn branch" unborn
test_case "with git-lfs: the WIP holds pointers" lfs
for how in there skipped edited; do
  test_case "git-lfs left pointers: they are told, and the files come back ($how)" lfs_pointers $how
done
test_case "a filter that is gone: what it gave is told to be missing" filter_of_then gone
test_case "a filter that is another: what it gave is told to be missing" filter_of_then other
test_case "with autocrlf and mixed line ends" autocrlf
test_case "mixed line ends and \$Id\$ survive a switch" mixed_after_a_switch
test_case "modes that are narrower than a checkout's" shut_to_some
test_case "with a submodule: the dirt inside is told" submodule
for how in apply switch removed untouched; do
  test_case "a submodule at another commit, $how: what moves it is told" submodule_elsewhere $how
done
test_case "in a shallow clone" shallow
test_case "with extensions.worktreeConfig" worktree_config
test_case "with hooks that fail, core.hooksPath, and gpgSign without a key" failing_hooks
test_case "in a SHA-256 repository" sha256
test_case "a required filter that fails: a clear error, nothing changed" failing_filter
test_case "mode 0600 survives a switch" narrow_modes
test_case "an uncommitted .gitignore" uncommitted_ignore
test_case "12,000 untracked files are left out and told" many_untracked
test_case "a branch renamed after the pause" renamed_branch
test_case "a branch of 240 bytes, and feature beside feature/x" branch_names
for operation in rebase merge cherry-pick; do
  test_case "a $operation under way stays as it is and can be continued" under_way "$operation"
done
test_case "assume-unchanged and skip-worktree survive a switch" bits_after_a_switch

variants=odd

# behind_flags FLAG: what git does not look at is deleted, a link, another link, edited, and edited again behind a
# second pause; a checkout of all of it elsewhere, and one back.
behind_flags() {
  make_project
  ln -s README link
  ln -s README alike
  write gone gone
  write kind kind
  write twice once
  commit_all more
  git switch -q -c other
  for path in gone kind twice; do write $path "other $path"; done
  ln -sf src link
  commit_all other
  git switch -q main
  git update-index "$1" alike gone kind link twice
  rm gone
  ln -sf README kind
  ln -sf notes link
  write twice "edited"
  write README "work"
  works git handoff pause -m first
  expect_contains "$out$err" "kind (a symlink now"
  expect_lacks "$out$err" "alike ("
  write twice "edited again"
  write src/util.c "more work"
  local state
  state=$(state_of_tree)
  works git handoff pause -m second
  git update-index "--no-${1#--}" gone kind link twice
  git checkout -q -f other
  git switch -q main
  expect_file gone gone
  works git handoff resume --continue
  [ ! -e gone ] || fail "gone is back"
  expect_equal README "$(readlink kind)"
  expect_equal notes "$(readlink link)"
  expect_file twice "edited again"
  write gone "mine now"
  works git handoff undo
  expect_file gone "mine now"
}
test_case "what is deleted, or a link, behind assume-unchanged" behind_flags --assume-unchanged
test_case "what is deleted, or a link, behind skip-worktree" behind_flags --skip-worktree
# What is staged is in the index, what the file holds behind the flag nowhere but in the record.
staged_behind_a_flag() {
  make_project
  git branch other
  write src/util.c "staged"
  git add src/util.c
  git update-index "$1" src/util.c
  write src/util.c "edited behind the flag"
  works git handoff pause -m kept
  git update-index "--no-${1#--}" src/util.c
  git checkout -q -f other
  git switch -q main
  expect_file src/util.c "staged"
  works git handoff resume --continue
  expect_file src/util.c "edited behind the flag"
  expect_equal "staged" "$(git show :src/util.c)"
}
test_case "what is staged, and edited since behind assume-unchanged" staged_behind_a_flag --assume-unchanged
test_case "what is staged, and edited since behind skip-worktree" staged_behind_a_flag --skip-worktree
# Nothing is in the file, and nothing of it in the commit: that it was there only the record knows.
empty_behind_a_flag() {
  local state
  make_project
  git branch other
  write empty
  git add -N empty
  git update-index "$1" empty
  write README "work"
  state=$(state_of_tree)
  works git handoff pause -m kept
  git update-index "--no-${1#--}" empty
  git checkout -q -f other
  rm -f empty
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
}
test_case "an empty file of git add -N, behind assume-unchanged" empty_behind_a_flag --assume-unchanged
test_case "an empty file of git add -N, behind skip-worktree" empty_behind_a_flag --skip-worktree
quotes_behind_a_flag() {
  make_project
  write z plain
  write '"z"' quoted
  write '"' lonely
  commit_all odd
  git update-index --assume-unchanged z '"z"' '"'
  write '"z"' "quoted and changed"
  works git handoff pause -m x
  expect_equal "quoted and changed" "$(git show "$(git for-each-ref --format='%(objectname)' refs/handoffs/active):raw/\"z\"")"
  works git handoff resume --continue
  expect_equal "quoted and changed" "$(cat '"z"')"
}
test_case "names that begin with a quote, behind assume-unchanged" quotes_behind_a_flag
test_case "ignored symlinks that were taken out of the index" links_beside_the_index
test_case "git rm --cached of a secret: not in the WIP" removed_from_index
test_case "somebody else's index.lock stays" foreign_lock
test_done
