#!/usr/bin/env bash
# What is hidden behind assume-unchanged is work like other work: its bytes, its mode, that it is gone.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# hidden FILE COMMAND...: changed by that command, behind the flag; and something that all see. The branch up changed
# that file before.
hidden() {
  make_project
  git switch -q -c up
  echo upstream >"$1"
  git commit -q -am up
  git switch -q main
  git update-index --assume-unchanged "$1"
  "${@:2}"
  echo more >>README
}

mode_alone() {
  hidden src/main.c chmod +x src/main.c
  works git handoff pause -m x
  git update-index --no-assume-unchanged src/main.c
  chmod -x src/main.c
  git switch -q up
  git switch -q main
  works git handoff resume --continue
  [ -x src/main.c ] || fail "the mode is lost"
}

# It is gone here, and not there: a commit that the pause stands on now changed it.
gone_and_changed_below() {
  real_clock
  hidden src/util.c rm src/util.c
  works git handoff pause -m x
  git update-index --no-assume-unchanged src/util.c
  git checkout -q src/util.c
  git rebase -q up
  works git handoff resume --continue
  expect_file src/util.c upstream
}

# Done again, a resume would retire the record of bytes that are not in the tree any more.
other_bytes_since() {
  hidden src/main.c cp README src/main.c
  works git handoff pause --snapshot-only -m x
  works git handoff resume --continue
  works git handoff undo
  echo other >src/main.c
  must_fail 1 git handoff undo
  expect_contains "$err" "its work is not in the working tree any more"
  expect_file src/main.c other
  live_at_least 1 || fail "the record is retired"
}

# What is staged is left alone as well.
staged_and_flagged() {
  make_project
  echo two >src/main.c
  git add src/main.c
  git update-index --assume-unchanged src/main.c
  echo more >>README
  works git handoff pause -m x
  git update-index --no-assume-unchanged src/main.c
  works git handoff resume --continue
  expect_matches "$(git ls-files -v src/main.c)" "^h"
}

# What was gone is there again: its work, that it is gone, is not in the tree any more.
there_again() {
  hidden src/main.c rm src/main.c
  works git handoff pause --snapshot-only -m x
  works git handoff resume --continue
  works git handoff undo
  echo back >src/main.c
  must_fail 1 git handoff undo
  expect_contains "$err" "its work is not in the working tree any more"
  expect_file src/main.c back
}

test_case "the flag of a file that is staged, too, comes back" staged_and_flagged
test_case "what is there again is not done again as gone" there_again
test_case "a mode that changed alone" mode_alone
test_case "a file that is gone, and that a commit below changed since, stays as that has it" gone_and_changed_below
test_case "a resume is not done again over other bytes" other_bytes_since

# The index has a symlink to a folder; a file with the text of the link stands there.
link_that_is_a_file() {
  make_project
  mkdir d
  write d/x x
  commit_all more
  ln -s d c
  git add c
  git update-index "--$1" c
  rm c
  printf d >c
  write d/.gitattributes "* -text"
  local before record
  before=$(state_of_tree)
  works git handoff pause -m x
  record=$(git for-each-ref --format='%(objectname)' refs/handoffs/active)
  expect_equal "100644 d" "$(git ls-tree "$record" raw/c | cut -d' ' -f1) $(git show "$record:raw/c")"
  works git handoff resume --continue
  expect_state "$before"
}
for flag in assume-unchanged skip-worktree; do
  test_case "a file in the place of a new symlink is not read through the link: $flag" link_that_is_a_file $flag
done

# A switch away and back drops the flag and writes the file; what was put back behind it then is no deletion.
gone_behind_a_flag() {
  make_project
  git branch other
  git checkout -q other
  git rm -q src/main.c
  commit_all gone
  git checkout -q -
  git update-index "--$1" src/main.c
  rm src/main.c
  write README more
  local before
  before=$(state_of_tree)
  works git handoff pause -m x
  local paused
  paused=$(git ls-files -t -v)
  git checkout -q other
  git checkout -q -
  for again in "resume --continue" undo undo; do
    # shellcheck disable=SC2086
    works git handoff $again
    [ "$again" != undo ] || [ -n "${undone:-}" ] || {
      undone=1
      expect_equal "$paused" "$(git ls-files -t -v)" "as paused"
      expect_equal "" "$(git status --short)"
    }
  done
  expect_state "$before"
  works git handoff undo
  works git handoff resume --continue
  expect_lacks "$out$err" "edited since"
  expect_state "$before"
}
for flag in assume-unchanged skip-worktree; do
  test_case "undo leaves what is gone behind a flag behind it: $flag" gone_behind_a_flag $flag
done

# The rebase has git write a file by the attributes of the index; by those of the tree it looks edited to git.
attributes_behind_a_flag() {
  make_project
  write .gitattributes "*.c text eol=crlf"
  commit_all attributes
  git branch other
  write two two
  commit_all two
  git switch -q other
  write new.c new
  commit_all other
  git switch -q main
  real_clock
  git update-index "--$1" .gitattributes
  echo "# mine" >.gitattributes
  write README more
  works git handoff pause -m x
  git rebase -q other
  printf 'new\r\n' | cmp - new.c
  touch -r new.c .git/index
  expect_equal " M new.c" "$(git status --porcelain)"
  works git handoff status
  expect_lacks "$out" "edited since"
  works git handoff resume --continue
  expect_lacks "$out$err" "edited since" "your edits"
  expect_equal " M README" "$(git status --porcelain)"
  works git handoff undo
  printf 'new edited\n' >new.c
  works git handoff resume --continue
  expect_contains "$out$err" "edited since: new.c"
  expect_file new.c "new edited"
}
for flag in assume-unchanged skip-worktree; do
  test_case "what a checkout wrote by other attributes than those behind a flag is no edit: $flag" attributes_behind_a_flag $flag
done

# Git looks at neither the bytes nor the mode behind a flag, and would write the file.
mode_alone_in_the_way() {
  make_project
  write src/main.c work
  works git handoff pause -m x
  git update-index "--$1" src/main.c
  chmod +x src/main.c
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "Entry 'src/main.c' not uptodate"
  [ -x src/main.c ] || fail "the mode is lost"
  expect_file src/main.c work
  expect_contains "$err" "to show it: git update-index --no-$1 -- src/main.c"
  git update-index "--no-$1" -- src/main.c
  git stash -q
  works git handoff resume --fresh
}
for flag in assume-unchanged skip-worktree; do
  test_case "a mode that changed behind a flag is not written over: $flag" mode_alone_in_the_way $flag
done

test_done
