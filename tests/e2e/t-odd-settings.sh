#!/usr/bin/env bash
# Settings, forms of the index and surroundings with which git has no difficulty: everything comes back, directly and
# after switching away and back.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# prepared: every kind of change there is, on main; `other` is the branch to switch to.
prepared() {
  make_project
  write gone/y y
  write out/of-index z
  write stag/s s
  commit_all base
  git branch other HEAD~1
  make_work
  rm gone/y
  write planned/p planned
  git add -N planned/p
  write stag/s s2
  git add stag/s
  git rm -q --cached out/of-index
  chmod +x README
  ln -s README link
}

# comes_back [direct]: state and flags, without a word of git's to be seen.
comes_back() {
  local state
  state=$(state_of_tree 2>/dev/null)
  works git handoff pause -m x
  expect_equal "" "$(git status --porcelain -uall)" "status after the pause"
  git -c core.fsmonitor=false fsck --strict >/dev/null 2>../fsck || fail "fsck: $(cat ../fsck)"
  if [ "${1:-}" != direct ]; then
    git switch -q other 2>/dev/null
    git switch -q main 2>/dev/null
  fi
  works git handoff resume --continue
  expect_equal "$state" "$(state_of_tree 2>/dev/null)" "the working tree is not what it was"
}

with() {
  prepared
  eval "$1"
  comes_back "${2:-}"
}

# --- forms of the index ---------------------------------------------------------------------------------

for version in 2 3 4; do
  test_case "an index of version $version" with "git update-index --index-version $version"
  test_case "... that is split" with "git config core.splitIndex true
    git update-index --index-version $version --split-index
    write new/n n && git add new/n"
  test_case "... with an untracked cache" with "git config core.untrackedCache true
    git update-index --index-version $version --untracked-cache && git status >/dev/null"
done
test_case "feature.manyFiles" with "git config feature.manyFiles true; git update-index --force-write-index"
test_case "an fsmonitor hook" with "printf '#!/bin/sh\nprintf \"tok\\\\0/\\\\0\"\n' >../fsm; chmod +x ../fsm
  git config core.fsmonitor \"\$PWD/../fsm\"; git update-index --fsmonitor"

test_case "a split index whose other half expires at once" with "git config splitIndex.sharedIndexExpire now
  git config splitIndex.maxPercentChange 0; git update-index --split-index; write new/n n && git add new/n"

watcher_that_missed_it() {
  make_project
  touch -d '1 minute ago' README .git/index
  printf '#!/bin/sh\nprintf "tok\\0"\n' >.git/watcher
  chmod +x .git/watcher
  git config core.fsmonitor .git/watcher
  git update-index --fsmonitor
  git status >/dev/null
  write README changed
  works git handoff pause -m x
  expect_equal changed "$(git show HEAD:README)"
}
test_case "a change of which core.fsmonitor does not know" watcher_that_missed_it

# A clone that came from a disk that folds case, and a name that only one that does not can hold.
test_case "core.ignoreCase where names differ by case" with "write GONE/planned p
  git add -N GONE/planned; git config core.ignoreCase true"
# The user's own git passes over a file that another one in the index is called as but for case, and ignores but for case.
renamed_by_case() {
  local state kept
  make_project
  write Readme r
  write lib/a a
  write .gitignore '*.LOG'
  commit_all base
  git branch other HEAD~1
  git config --global core.ignoreCase true
  mv Readme ReadMe
  echo more >>ReadMe
  mv lib Lib
  write src/UTIL.c another
  write debug.log log
  state=$(find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort)
  works git handoff "$1" -m x
  works git handoff show --json
  kept=$(git ls-tree -r --name-only "$(json .git.wip_commit <<<"$out")")
  expect_lacks "$kept" Readme lib/a debug.log
  expect_contains "$kept" ReadMe Lib/a src/UTIL.c src/util.c
  works git handoff check
  expect_lacks "$out$err" "not with the content" "not in the record"
  if [ "$1" = checkpoint ]; then
    git -c core.ignoreCase=false stash -qu
    git show 'stash@{0}^3:debug.log' >debug.log
    works git handoff resume --continue --apply
  else
    expect_equal "" "$(git status --porcelain -uall)" "status after the pause"
    git switch -q other 2>/dev/null
    works git handoff resume --continue --switch
  fi
  expect_equal "$state" "$(find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort)"
}
test_case "core.ignoreCase where names differ by case alone: nothing is passed over" renamed_by_case pause
test_case "... by a checkpoint" renamed_by_case checkpoint
test_case "git add -N of a nested repository" with "git init -q nested
  git -C nested commit -q --allow-empty -m inside; git add -N nested 2>/dev/null"

sparse_index() {
  make_project
  write in/i i
  write in/d d
  write out/o o
  write out/deep/p p
  commit_all both
  git sparse-checkout init --cone --sparse-index
  git sparse-checkout set in
  write in/i i2
  git add in/i
  write in/i i3
  write in/new new
  git rm -q --cached in/d
  [ "$1" = without ] || { write in/planned && git add -N in/planned; }
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_equal "" "$(git status --porcelain -uall)" "status after the pause"
  expect_equal "in/i
in/new$([ "$1" = without ] || printf '\nin/planned')" "$(git diff --name-only HEAD~1 HEAD)" "what the WIP commit changes"
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a sparse index" sparse_index without
test_case "a sparse index with intent to add" sparse_index with

# --- settings -------------------------------------------------------------------------------------------

ignore_stat() {
  prepared
  git config core.ignoreStat true
  comes_back direct
  works git handoff checkpoint
  works git handoff pause -m x
  git config core.ignoreStat false
  git switch -q other
  git switch -q main
  git config core.ignoreStat true
  works git handoff resume --continue
  expect_lacks "$(git ls-files -v | cut -c1)" "h"
}
test_case "core.ignoreStat makes no path assume-unchanged" ignore_stat

# A switch sets the flag on each file that it writes.
ignore_stat_and_a_switch() {
  make_project
  git branch other
  write README "staged"
  git add README
  write README "edited"
  git config core.ignoreStat true
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal "MM README" "$(git status --short)" "what git sees"
}
test_case "... on files of the work either, after a switch" ignore_stat_and_a_switch

for value in 2 yes TRUE input InPut; do
  test_case "core.autocrlf=$value" with "git config core.autocrlf $value
    printf 'a\r\nb\r\n' >crlf; printf 'a\r\nb\n' >mixed; git add crlf 2>/dev/null"
done
test_case "core.safecrlf" with "git config core.autocrlf input; git config core.safecrlf true
  printf 'a\r\nb\r\n' >crlf; printf 'a\r\nb\n' >mixed"
test_case "core.fileMode=false keeps who may run what" with "git config core.fileMode false
  chmod +x src/util.c notes/todo.txt; chmod -x README"
test_case "core.symlinks=false keeps links where there are some" with "ln -s README tracked; ln -s src folder
  git add tracked folder; git commit -qm links; git config core.symlinks false
  ln -sf src/util.c tracked; ln -sfn notes folder; ln -s nowhere new"
test_case "numbers as booleans" with "git config core.fileMode 2; git config core.ignoreCase 0; chmod +x src/util.c"
test_case "pack.packSizeLimit" with "git config pack.packSizeLimit 1m; git update-index --assume-unchanged README
  for i in 1 2 3; do head -c 1500000 /dev/urandom >big\$i; done"
test_case "core.sharedRepository" with "git config core.sharedRepository group"

# --- surroundings ---------------------------------------------------------------------------------------

from_the_environment() {
  prepared
  local state
  state=$(state_of_tree)
  cd src
  works env GIT_DIR=../.git GIT_WORK_TREE=.. git-handoff pause -m x
  works env GIT_DIR=../.git GIT_WORK_TREE=.. git-handoff resume --continue
  works env GIT_DIR=../.git GIT_WORK_TREE=.. git-handoff pause -m x -- ../README
  works env GIT_DIR=../.git GIT_WORK_TREE=.. git-handoff resume --continue
  cd ..
  expect_state "$state"
}
test_case "a relative GIT_DIR" from_the_environment

elsewhere() {
  prepared
  mkdir ../objects
  cp .git/index .git/another
  git reset -q
  export GIT_OBJECT_DIRECTORY=../objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$PWD/.git/objects GIT_INDEX_FILE=.git/another
  comes_back direct
}
test_case "GIT_OBJECT_DIRECTORY and GIT_INDEX_FILE" elsewhere

partial_clone() {
  make_project
  write stag/s s
  write src/util.c "int util(void) { return 0; }"
  commit_all second
  git config uploadpack.allowFilter true
  git clone -q --filter=blob:none "file://$PWD" ../clone
  cd ../clone
  make_work
  git rm -q --cached stag/s
  git update-index --cacheinfo "100644,$(git rev-parse HEAD~1:src/util.c),src/util.c"
  mv ../repo ../away
  local state
  state=$(git status --porcelain=v2 -uall && git ls-files -s)
  works git handoff pause -m x
  works git handoff resume --continue
  expect_equal "$state" "$(git status --porcelain=v2 -uall && git ls-files -s)"
  works git handoff undo
  works git handoff undo
  expect_equal "$state" "$(git status --porcelain=v2 -uall && git ls-files -s)" "undone and done again"
}
test_case "a partial clone, without the remote" partial_clone

variants=odd

git_file() {
  prepared
  git init -q --separate-git-dir ../elsewhere .
  comes_back
}
test_case "a .git file" git_file

symbolic_branch() {
  prepared
  git switch -q -c real
  git branch -q -D main
  git symbolic-ref refs/heads/main refs/heads/real
  git symbolic-ref HEAD refs/heads/main
  comes_back
  expect_equal refs/heads/real "$(git symbolic-ref refs/heads/main)" "what the branch stands for"
}
test_case "a branch that stands for another one" symbolic_branch

replaced() {
  make_project
  write src/util.c "of another history"
  write new "of another history"
  git add -A
  local other state tree
  other=$(git commit-tree -m other "$(git write-tree)")
  git replace HEAD "$other"
  write src/main.c "work"
  state=$(state_of_tree) tree=$(git add -A && git write-tree)
  git reset -q
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_equal "$tree" "$(git rev-parse 'HEAD^{tree}')" "the WIP tree"
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a HEAD that is replaced" replaced

# What the work was made on is the clone's own, whatever it shows for it.
replaced_below() {
  make_project
  git replace "$(git rev-parse HEAD:src/util.c)" "$(echo other | git hash-object -w --stdin)"
  write new work
  git add new
  works git handoff pause -m x
  works git handoff resume --continue
  expect_equal "A  new" "$(git status --short)"
}
test_case "a file that the work does not touch is replaced" replaced_below

linked_index() {
  make_project
  write src/main.c work
  git add src/main.c
  mv .git/index ../elsewhere
  ln -s "$PWD/../elsewhere" .git/index
  local state
  state=$(state_of_tree)
  : >../elsewhere.lock
  run git handoff pause -m x
  [ "$code" -ne 0 ] || fail "paused while a git had the lock of the index"
  rm ../elsewhere.lock
  works git handoff pause -m x
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  expect_state "$state"
  [ -L .git/index ] || fail "the link is gone"
}
test_case "an index that is a symbolic link" linked_index

# Another repository stands where the files are: nothing of it is looked at or moved.
files_elsewhere() {
  make_project
  local state theirs
  git init -q ../theirs
  git -C ../theirs commit -q --allow-empty -m theirs
  cp -a src ../theirs/
  git config core.worktree ../../theirs
  write ../theirs/src/main.c work
  state=$(git status --porcelain) theirs=$(git -C ../theirs status --porcelain=v2 --branch)
  [ -n "$state" ] || skip "git does not look there"
  works git handoff pause -m x
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  expect_equal "$state" "$(git status --porcelain)"
  expect_equal "$theirs" "$(git -C ../theirs status --porcelain=v2 --branch)" "the other repository"
  rm -rf ../theirs/.git
  works git handoff pause -m x
}
test_case "core.worktree leads to a folder without a .git, or with another's" files_elsewhere

between_picks() {
  make_project
  local i
  for i in 1 2 3; do
    write src/util.c "$i"
    commit_all "$i"
  done
  git switch -q -c picks HEAD~3
  write src/util.c mine
  commit_all mine
  git "$1" main~2 main~1 >/dev/null 2>&1 || :
  write src/util.c settled
  git add -A
  git commit -q -m settled
  [ -e .git/sequencer/todo ] || skip "git left no list of what comes next"
  write new work
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  expect_contains "$out" "a $1 is under way"
  expect_state "$state"
}
# Only `git config` heeds it: git add does not, and neither do we.
config_elsewhere() {
  make_project
  git config core.autocrlf true
  printf 'a\r\nb\r\n' >f
  commit_all f 2>/dev/null
  printf 'a\r\nb\r\nc\r\n' >f
  printf '[user]\n\tname = Other\n' >../other
  wanted=$(printf 'a\nb\nc\n' | git hash-object --stdin --no-filters)
  GIT_CONFIG=$PWD/../other works git handoff pause -m x
  expect_equal "$wanted" "$(git rev-parse HEAD:f)"
}
test_case "GIT_CONFIG is for git config alone" config_elsewhere

# Plumbing makes it, and no command of ours could say it.
no_name() {
  make_project
  git update-ref "refs/heads/$1" HEAD
  git symbolic-ref HEAD "refs/heads/$1"
  write src/util.c "more"
  must_fail 1 git handoff pause -m x
  expect_contains "$err" "'$1' is no name for a branch" "git branch -m NAME"
  expect_equal more "$(cat src/util.c)"
  git branch -m named
  works git handoff pause -m x
}
test_case "a branch whose name begins with a dash is not paused" no_name -x
test_case "a branch named HEAD is not paused" no_name HEAD

# It could be kept, and not be given back: git shows something else wherever it is asked for it.
replaced_in_the_work() {
  make_project
  write src/util.c work
  git add src/util.c
  local state refs blob
  blob=$(git hash-object src/util.c)
  git replace "$blob" "$(echo other | git hash-object -w --stdin)"
  state=$(state_of_tree) refs=$(git for-each-ref)
  for verb in "pause -m x" "checkpoint" "pause --emergency"; do
    # shellcheck disable=SC2086  # words
    must_fail 1 git handoff $verb
    expect_contains "$err" "refs/replace/$blob' shows something else" "git replace -d $blob"
    expect_state "$state"
    expect_equal "$refs" "$(git for-each-ref)" "refs"
  done
  git replace -d "$blob" >/dev/null
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --continue
  expect_state "$state"
}
test_case "work for which git shows something else is not paused" replaced_in_the_work

replaced_since() {
  make_project
  make_work
  works git handoff pause -m x
  local blob
  blob=$(git rev-parse "$(git for-each-ref --format='%(refname)' refs/handoffs/active/):handoff.json")
  git replace "$blob" "$(git hash-object -w --stdin <<<'{}')"
  must_fail 128 git handoff resume --continue
  expect_contains "$err" "hint: it is as it was without that: git replace -d $blob"
  run git handoff doctor
  expect_contains "$out" "hint: it is as it was without that: git replace -d $blob"
  git replace -d "$blob"
  works git handoff resume --continue
}
test_case "... and for which it does since is told with what takes that away" replaced_since

# What stops a command is named by the command that one is sent to.
doctor_names_bad_settings() {
  make_project
  for setting in "handoff.age.fresh soon" "handoff.keepDays many" "handoff.maxFileSize -5" "handoff.sign perhaps"; do
    # shellcheck disable=SC2086  # a name and a value
    git config $setting
    run git handoff doctor
    expect_contains "$(tr '[:upper:]' '[:lower:]' <<<"$out")" "$(tr '[:upper:]' '[:lower:]' <<<"${setting% *}")"
    git config --unset "${setting% *}"
  done
  echo "[age" >.handoff.toml
  run git handoff doctor
  expect_contains "$out" ".handoff.toml"
  rm .handoff.toml
  works git handoff doctor
  expect_lacks "$out" "problem" "warning"
}
test_case "doctor names a setting that cannot be read" doctor_names_bad_settings

# A lock that cannot be made is not one that is there.
no_lock_is_there() {
  [ "$(id -u)" -eq 0 ] || skip "becoming somebody else needs root"
  command -v setpriv >/dev/null || skip "no setpriv here"
  make_project
  write src/util.c work
  chmod 755 "$trash" "$case_dir"
  cp -a "$HOME" "$case_dir/home"
  local HOME=$case_dir/home
  chown -R 65534:65534 "$HOME" .
  chown root .git/refs/heads
  git config --global --add safe.directory '*'
  must_fail 128 setpriv --reuid=65534 --regid=65534 --clear-groups git-handoff pause -m x
  expect_contains "$err" "main.lock': Permission denied"
  expect_lacks "$err" "doctor"
}
test_case "refs that cannot be written are not called locked" no_lock_is_there

test_case "between two commits of a cherry-pick" between_picks cherry-pick


# Untracked files that Ben's clone can hold as plain files only are what they were when they come back.
kinds_of_untracked() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write tool.sh "echo tool"
  chmod +x tool.sh
  ln -s README link
  write "d/plain" plain
  works git handoff pause --push -m x --next y
  id=$(live_ids)
  person Ben
  git config core.symlinks false
  git config core.fileMode false
  takes Ben
  expect_equal "README" "$(cat link)"
  [ ! -L link ] || fail "core.symlinks=false"
  chmod -x tool.sh
  chmod +x d/plain
  write new.txt new
  case $1 in
    edited) echo "echo more" >>tool.sh ;;
    again)
      works git handoff checkpoint -m "in between"
      works git handoff pause -m x -- link tool.sh
      works git handoff resume --continue
      ;;
  esac
  works git handoff pause --push -m x --next y
  takes Ann
  expect_equal "README" "$(readlink link)" "the symlink"
  [ -x tool.sh ] && [ ! -x d/plain ] || fail "$(ls -lR)"
}
for how in once edited again; do
  test_case "untracked symlinks and executables by way of a clone that has none: $how" kinds_of_untracked $how
done

# changes: what of the work a clone without modes, symlinks and CR LF does not see.
kinds_of_tracked() {
  make_server
  person Ann
  git switch -q -c login
  write tool.sh "echo tool"
  write plain plain
  write undone one
  printf 'a\nb\n' >ends
  ln -s README link
  git add -A
  git commit -q -m kinds
  git push -q -u origin login 2>/dev/null
  chmod +x tool.sh undone
  write undone two
  rm link
  write link "no link any more"
  ln -sf README plain
  printf 'a\r\nb\r\n' >ends
  printf 'new\r\n' >new.txt
  local wanted
  wanted=$(kinds_here)
  works git handoff pause --push -m x --next y
  id=$(live_ids)
  person Ben
  git config core.symlinks false
  git config core.fileMode false
  case ${2:-input} in
    attributes) echo "* text=auto" >.git/info/attributes ;;
    attributesFile)
      echo "* text=auto" >"$HOME/own-attributes"
      # shellcheck disable=SC2088  # git expands it
      git config core.attributesFile "~/own-attributes"
      ;;
    *) git config core.autocrlf "${2:-input}" ;;
  esac
  takes Ben
  case $1 in
    edited)
      echo "echo more" >>tool.sh
      git checkout -q undone
      write plain "a file again"
      git update-index --chmod=+x ends
      ;;
    again)
      works git handoff checkpoint -m "in between"
      works git handoff pause -m x
      works git handoff pause -m x
      expect_equal "" "$(git status --porcelain -uall)"
      works git handoff resume --continue
      works git handoff pause -m x -- link tool.sh
      works git handoff resume --continue
      ;;
    part)
      works git handoff pause -m x -- link
      expect_equal link "$(git diff --name-only HEAD~1 HEAD)" "the part"
      ;;
    undo)
      works git handoff pause -m x
      works git handoff undo
      ;;
  esac
  works git handoff pause --push -m x --next y
  if [ "$1" = edited ]; then
    expect_equal "100755 blob" "$(git ls-tree HEAD tool.sh | cut -c1-11)" "a mode, whatever is in the file"
    expect_equal "100644 blob" "$(git ls-tree HEAD plain | cut -c1-11)" "a file of other content"
    expect_equal "100644 blob" "$(git ls-tree HEAD undone | cut -c1-11)" "what was put back to the commit"
    expect_equal "100755 blob" "$(git ls-tree HEAD ends | cut -c1-11)" "a mode that was staged"
    return
  fi
  expect_equal "" "$(git status --porcelain -uall)"
  takes Ann
  expect_equal "$wanted" "$(kinds_here)"
}
kinds_here() {
  git diff --raw --no-renames
  stat -c '%A %N' tool.sh link plain ends new.txt undone
  od -An -c ends new.txt
}
for how in once edited again part undo; do
  test_case "changed kinds and line ends by way of a clone that sees none: $how" kinds_of_tracked $how
done
test_case "... with core.autocrlf=true" kinds_of_tracked once true
for where in attributes attributesFile; do
  test_case "... with text=auto in the user's own attributes: $where" kinds_of_tracked again $where
done

# WHERE: attributes that no commit has, which say that a file has no CR LF.
line_ends_by_own_attributes() {
  make_project
  printf 'a\nb\n' >ends
  commit_all ends
  git switch -q -c login
  printf 'a\r\nb\r\n' >ends
  works git handoff pause -m x
  git switch -q main
  mkdir -p "$HOME/.config/git"
  case $1 in
    info) echo "* text=auto" >.git/info/attributes ;;
    home) echo "* text=auto" >"$HOME/.config/git/attributes" ;;
    named)
      echo "* text=auto" >"$HOME/own"
      # shellcheck disable=SC2088  # git expands it
      git config --global core.attributesFile "~/own"
      ;;
  esac
  git switch -q login
  works git handoff resume --continue
  expect_equal "" "$(git status --porcelain)"
  works git handoff pause -m again
  rm -rf .git/info/attributes "$HOME/.config/git/attributes" "$HOME/own"
  expect_equal $'a\r\nb\r' "$(git show HEAD:ends)"
}
for where in info home named; do
  test_case "line ends that attributes of the user's own hide are kept: $where" line_ends_by_own_attributes $where
done

# HOW: what `git mv` does to files whose modes this clone does not see.
moved_modes() {
  make_project
  write d/tool.sh "echo tool"
  write d/other.sh "echo tool"
  write d/plain plain
  commit_all tools
  git switch -q -c login
  chmod +x d/tool.sh
  ln -sf README d/plain
  works git handoff pause -m x
  git switch -q main
  git config core.fileMode false
  git config core.symlinks false
  git switch -q login
  works git handoff resume --continue
  git mv d/tool.sh moved.sh
  case $1 in
    edited) echo "echo more" >>moved.sh ;;
    folder)
      git mv moved.sh d/tool.sh
      git mv d moved
      ;;
  esac
  works git handoff pause -m again
  case $1 in
    folder) expect_equal "100644 other.sh,120000 plain,100755 tool.sh" "$(git ls-tree --format='%(objectmode) %(path)' HEAD:moved | paste -sd,)" ;;
    *) expect_equal "100755 moved.sh" "$(git ls-tree --format='%(objectmode) %(path)' HEAD moved.sh)" ;;
  esac
  local kept
  kept=$(git rev-parse "HEAD^{tree}")
  works git handoff resume --continue
  works git handoff pause -m "once more"
  expect_equal "$kept" "$(git rev-parse "HEAD^{tree}")"
}
for how in alone edited folder; do
  test_case "a mode that this clone does not see stays with a file that is moved: $how" moved_modes $how
done

# Only what is of another kind: nothing that this worktree sees.
kinds_by_worktree() {
  make_project
  write tool.sh "echo tool"
  commit_all tool
  git config extensions.worktreeConfig true
  git worktree add -q -b side ../side
  git -C ../side config --worktree core.fileMode false
  git switch -q -c login
  chmod +x tool.sh
  works git handoff pause -m x
  git switch -q main
  cd ../side || exit
  works git handoff resume login --continue --switch
  works git handoff pause -m again
  expect_equal "100755" "$(git ls-tree HEAD tool.sh | cut -c1-6)"
  works git handoff resume --continue
  git config --worktree core.fileMode true
  chmod -x tool.sh
  works git handoff pause -m none
  expect_equal "tool" "$(git log -1 --format=%s)" "nothing is left of it"
}
test_case "... or of a linked worktree" kinds_by_worktree

# Where git is not believed about kinds, a tracked file that became a link to something that cannot be read as a file.
link_for_a_file() {
  make_project
  write name file
  commit_all more
  git config "${1%%=*}" "${1#*=}"
  rm name
  ln -s "$2" name
  local state
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --continue
  expect_state "$state"
  works git handoff undo
  works git handoff undo
  expect_state "$state"
  works git handoff checkpoint -m x
  works git handoff pause -m x
  works git handoff resume --continue
  expect_state "$state"
}
for to in src /dev/zero; do
  test_case "core.autocrlf=input: a file that became a link to $to" link_for_a_file core.autocrlf=input $to
done
test_case "core.fileMode=false: a file that became a link to src" link_for_a_file core.fileMode=false src

attributes_in_no_file() {
  make_project
  git config core.attributesFile "$1"
  write README work
  works git handoff pause -m x
}
for file in /tmp /dev/null; do
  test_case "core.attributesFile=$file: there are none" attributes_in_no_file $file
done

test_done
