#!/usr/bin/env bash
# A split index, an untracked cache, fsmonitor data, version 4 and the flags of entries stay valid through pause, switching
# away, resume and undo: git reads the same from it as from an index that it makes anew.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# The index agrees with one that git writes from the same entries.
index_is_valid() {
  works git fsck --full --no-dangling
  git ls-files -s -v >../entries
  cp .git/index .git/index.copy
  export GIT_INDEX_FILE="$PWD/.git/index.copy"
  git update-index --no-split-index --no-untracked-cache --no-fsmonitor --index-version 2 --force-write-index 2>/dev/null
  git ls-files -s -v >../entries.anew
  git status --porcelain=v2 --untracked-files=all >../status.anew
  unset GIT_INDEX_FILE
  rm .git/index.copy
  expect_equal "$(cat ../entries.anew)" "$(cat ../entries)" "entries, $1"
  expect_equal "$(cat ../status.anew)" "$(git status --porcelain=v2 --untracked-files=all)" "status, $1"
}

monitored() {
  write ../monitor '#!/bin/sh' 'printf "now\0/\0"' # everything may have changed: never wrong
  chmod +x ../monitor
  git config core.fsmonitor "$PWD/../monitor"
  git update-index --fsmonitor
}

# stays_valid SETUP...
stays_valid() {
  local state
  make_project
  git branch other
  "$@"
  git status >/dev/null
  make_work
  git status >/dev/null
  state=$(state_of_tree)
  works git handoff pause -m kept
  index_is_valid "paused"
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
  index_is_valid "resumed"
  works git handoff undo
  index_is_valid "undone"
  works git handoff resume --continue
  expect_state "$state"
}

# Bits of other entries, and of one that has something staged.
flags_stay() {
  local state
  make_project
  make_work
  git update-index --skip-worktree README src/main.c
  git update-index --assume-unchanged src/util.c
  state=$(state_of_tree)
  works git handoff pause -m kept
  works git handoff resume --continue
  expect_state "$state"
  works git handoff undo
  works git handoff resume --continue
  expect_state "$state"
}

flags_through_undo() {
  local state paused
  make_project
  make_work
  git update-index --assume-unchanged src/main.c
  state=$(git ls-files -s -v)
  works git handoff pause -m kept
  paused=$(git ls-files -s -v)
  works git handoff resume --continue
  expect_equal "$state" "$(git ls-files -s -v)" "resumed"
  works git handoff undo
  expect_equal "$paused" "$(git ls-files -s -v)" "undone"
  works git handoff undo
  expect_equal "$state" "$(git ls-files -s -v)" "undone and done again"
}
flags_set_since() {
  local paused
  make_project
  make_work
  works git handoff pause -m kept
  git update-index --assume-unchanged src/main.c
  git update-index --skip-worktree src/util.c notes/todo.txt
  paused=$(git ls-files -s -v)
  works git handoff resume --continue
  expect_contains "$(git ls-files -v)" "h src/main.c" "S src/util.c"
  works git handoff undo
  expect_equal "$paused" "$(git ls-files -s -v)" "the entries as they were before the resume"
}

# A folder of which nothing but a deletion is new: the tree that git remembers for it is the old one.
deletion_alone() {
  make_project
  rm src/util.c
  works git handoff pause -m kept
  expect_equal "$(git rev-parse 'HEAD^{tree}')" "$(git write-tree)" "what git would commit"
  index_is_valid "paused"
}

# Trees stand for folders outside of the cone. (That the cache of trees names some that are nowhere is git's own way: `git add`
# does it as well.)
sparse_is_valid() {
  local missing
  missing=$(git ls-files -s --sparse | awk '$1 == "040000" { print $2 }' | git cat-file --batch-check | grep ' missing' || true)
  expect_equal "" "$missing" "trees in the index, $1"
  works git write-tree
  works git fsck --full --no-dangling
}
sparse() {
  local state
  make_project
  write out/deep/v one
  write out/t one
  commit_all more
  git sparse-checkout set --cone --sparse-index src
  make_work
  mkdir out
  write out/u staged
  git add --sparse out/u
  [ "$1" = staged ] || write out/u changed
  state=$(state_of_tree)
  works git handoff pause -m one
  sparse_is_valid "paused"
  write src/n new
  git add src/n
  works git handoff pause -m two
  sparse_is_valid "paused twice"
  works git handoff resume --continue
  sparse_is_valid "resumed"
  works git handoff undo
  sparse_is_valid "undone"
  works git handoff resume --continue
  git rm -q -f src/n
  expect_state "$state"
}

test_case "a sparse index, with work outside of the cone that is staged" sparse staged
test_case "a sparse index, with work outside of the cone that is staged in part" sparse part
test_case "a split index" stays_valid git update-index --split-index
test_case "a split index by configuration" stays_valid git config core.splitIndex true
test_case "an untracked cache" stays_valid git update-index --force-untracked-cache
test_case "fsmonitor data" stays_valid monitored
test_case "version 4" stays_valid git update-index --index-version 4
test_case "the trees that git remembers, where a file is gone" deletion_alone
# `git checkout -m` and `git rerere forget` read it.
resolved_stays() {
  local resolved
  make_project
  git switch -q -c other
  write README "theirs"
  commit_all other
  git switch -q main
  write README "ours"
  commit_all ours
  git merge -q other >/dev/null 2>&1 || true
  write README "both"
  git add README
  git commit -q -m merged
  resolved=$(git ls-files --resolve-undo)
  expect_contains "$resolved" README
  write src/util.c "work"
  works git handoff pause -m kept
  expect_equal "$resolved" "$(git ls-files --resolve-undo)" "paused"
  works git handoff resume --continue
  expect_equal "$resolved" "$(git ls-files --resolve-undo)" "resumed"
}
test_case "how a conflict was resolved is still known" resolved_stays
# Size and times tell git nothing of a file of the index's own second: it has to look into it.
racy() {
  make_project
  git config core.trustctime false
  touch -d "2026-03-24 12:00" README
  git update-index --refresh
  printf '%s\n' "A PROJECT" >README
  touch -d "2026-03-24 12:00" README .git/index
  expect_equal " M README" "$(git --no-optional-locks status --porcelain)"
  write src/util.c "work"
  works git handoff pause -m kept -- src/util.c
  expect_equal " M README" "$(git --no-optional-locks status --porcelain)" "paused"
  works git handoff resume --continue
  expect_contains "$(git --no-optional-locks status --porcelain)" " M README"
}
# A clone whose checkout failed, say.
no_index() {
  make_project
  rm -r .git/index README src
  works git handoff pause -m x
  expect_equal "" "$(git status --short)"
  works git handoff resume --continue
  expect_equal "" "$(git ls-files)"
  ! git status --short | grep -qv '^D ' || fail "something but staged deletions"
}
test_case "no index, and no files" no_index
test_case "a file that was edited in the second of the index stays edited" racy
test_case "no checksum" stays_valid git config index.skipHash true
test_case "skip-worktree with something staged, assume-unchanged" flags_stay
test_case "flags of what is staged, through resume and undo" flags_through_undo
test_case "flags that were set while it was paused" flags_set_since
test_done
