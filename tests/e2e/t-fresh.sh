#!/usr/bin/env bash
# Start fresh puts the work aside, discard retires the record alone, and undo takes either back. What is
# said of the WIP commit that stays.
. "$(dirname "$0")/lib.sh"
variants=some

live() { git for-each-ref --format='%(refname)' refs/handoffs/active | wc -l; }
tip() { git rev-parse --verify -q "${1:-HEAD}"; }
everything() {
  git symbolic-ref -q HEAD || true
  git for-each-ref
  state_of_tree
}

paused() {
  make_project
  write .gitignore "*.log"
  commit_all "ignore"
  git switch -q -c feat
  clean=$(state_of_tree)
  base=$(tip)
  make_work
  git rm -q README
  state=$(state_of_tree)
  works git handoff pause -m x
  wip=$(tip)
  id=$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)
}

refused() {
  local before
  before=$(everything)
  must_fail 1 "$@"
  expect_equal "$before" "$(everything)" "something moved"
  expect_equal 1 "$(live)"
}

fresh() {
  git config --global handoff.notes true
  paused
  expect_equal 1 "$(git notes --ref=handoff list | wc -l)" "notes at the WIP commit"
  works git handoff resume --fresh
  expect_equal "" "$(git notes --ref=handoff list)" "the note at the WIP commit"
  expect_contains "$out" "git handoff undo"
  expect_equal "$base" "$(tip)"
  expect_state "$clean"
  expect_equal 0 "$(live)"
}

fresh_and_back() {
  fresh
  works git handoff
  expect_contains "$out" "started fresh: " " from $id; to bring it back: git handoff undo"
  works git handoff undo
  expect_equal "$wip" "$(tip)"
  expect_equal "" "$(git status --porcelain)"
  expect_equal 1 "$(live)"
  works git handoff undo
  expect_equal "$base" "$(tip)"
  expect_state "$clean"
  expect_equal 0 "$(live)"
  works git handoff undo
  works git handoff resume --continue
  expect_state "$state"
}

# An undo that would be refused is not offered.
fresh_and_edited() {
  fresh
  local file
  file=$(git diff --name-only --diff-filter=M "$base" "$wip" | head -n 1)
  [ -n "$file" ] || fail "the work changes no file"
  echo later >>"$file"
  works git handoff status
  expect_contains "$out" "; to bring the handoff back: git handoff undo $id"
  must_fail 1 git handoff undo
  expect_contains "$err" "stash your changes first"
  git commit -qam "another way"
  works git handoff status
  expect_contains "$out" "; to bring the handoff back: git handoff undo $id"
  works git handoff undo "$id"
  works git handoff resume --review
}

fresh_and_back_by_id() {
  fresh
  works git handoff undo "$id"
  expect_equal paused "$(git handoff show --json | json .status)"
  works git handoff resume --continue
  expect_state "$state"
}

fresh_edited() {
  paused
  write src/util.c "since"
  refused git handoff resume --fresh
  expect_contains "$err" "cannot start fresh: 'src/util.c' was edited since the pause" "then start fresh: git handoff pause"
  must_fail 1 git handoff resume
  expect_lacks "$err" "--fresh"
  write src/main.c "since"
  refused git handoff resume --fresh
  expect_contains "$err" "'src/main.c' and 1 more file were edited since the pause"
  git restore src
  git update-index --assume-unchanged src/util.c
  write src/util.c "since"
  refused git handoff resume --fresh
  expect_contains "$err" "src/util.c"
}

fresh_in_the_way() {
  paused
  write .git/info/exclude README
  write README "an ignored file where the base has one"
  refused git handoff resume --fresh
  expect_contains "$err" "README"
  expect_equal "an ignored file where the base has one" "$(cat README)"
}

fresh_folder_in_the_way() {
  paused
  write README/kept.log "ignored"
  refused git handoff resume --fresh
  expect_equal "ignored" "$(cat README/kept.log)"
}

fresh_leaves_the_rest() {
  paused
  write other.log "ignored"
  write late.txt "untracked since"
  works git handoff resume --fresh
  expect_equal "ignored untracked since" "$(cat other.log late.txt | xargs)"
  works git handoff undo
  expect_equal "ignored untracked since" "$(cat other.log late.txt | xargs)"
}

undo_in_the_way() {
  fresh
  write notes/todo.txt "another one"
  before=$(everything)
  must_fail 1 git handoff undo
  expect_contains "$err" notes/todo.txt
  expect_equal "$before" "$(everything)" "something moved"
  rm notes/todo.txt
  write src/util.c "edited since"
  before=$(everything)
  must_fail 1 git handoff undo
  expect_contains "$err" src/util.c
  expect_equal "$before" "$(everything)" "something moved"
}

# The record has its bytes: a way back does not stop at what the way there has written.
fresh_of_a_file_taken_out_of_git() {
  make_project
  git branch other
  git rm -q --cached README
  echo /README >.gitignore
  echo mine >README
  works git handoff pause -m x
  [ "${1:-}" = away ] && git switch -q other && git switch -q main
  works git handoff resume --fresh
  expect_equal "" "$(git status --porcelain)"
  works git handoff undo
  expect_equal "mine !! README" "$(cat README) $(git status --porcelain --ignored)"
  works git handoff undo
  expect_equal "" "$(git status --porcelain)"
  works git handoff undo
  expect_equal "mine" "$(cat README)"
  echo since >>README
  must_fail 1 git handoff undo
  expect_contains "$err" "in the way: README"
  expect_equal "mine since" "$(xargs <README)"
}

# The same where it lies in a folder that stands in the place of what git has.
fresh_of_a_file_in_the_place_of_another() {
  make_project
  echo '*.mine' >.gitignore
  git add .gitignore
  commit_all "ignored"
  git branch other
  rm README
  mkdir README
  echo mine >README/x.mine
  works git handoff pause -m x
  git switch -q other
  git switch -q main
  works git handoff resume --fresh
  works git handoff undo
  expect_equal "mine" "$(cat README/x.mine)"
  works git handoff undo
  expect_equal "" "$(git status --porcelain --ignored)"
  works git handoff undo
  echo since >>README/x.mine
  must_fail 1 git handoff undo
  expect_contains "$err" "in the way: README/x.mine"
  expect_equal "mine since" "$(xargs <README/x.mine)"
}

undo_beside_mode() {
  fresh
  chmod +x src/util.c
  before=$(everything)
  must_fail 1 git handoff undo
  expect_contains "$err" src/util.c
  expect_equal "$before" "$(everything)" "something moved"
  git config core.fileMode false # then the bit is nobody's
  works git handoff undo
}

fresh_not_alone() {
  paused
  git branch holder
  refused git handoff resume --fresh
  expect_contains "$err" holder
  git branch -q -D holder
  write more more
  commit_all "on top"
  refused git handoff resume --fresh
  expect_contains "$err" "on top" "git rebase --autostash --onto"
  git switch -q -c side
  write side side
  commit_all side
  git switch -q -
  git merge -q --no-ff --no-edit side
  refused git handoff resume --fresh
  expect_contains "$err" "git rebase --rebase-merges --autostash --onto"
}

fresh_bytes_and_modes() {
  make_project
  write .gitattributes "*.t text=auto" "*.id ident"
  commit_all attributes
  printf 'a\r\nb\n' >mixed.t
  printf '$Id: mine $\n' >own.id
  write private "mine"
  chmod 600 private
  write hidden "mine"
  write kept "mine"
  git add hidden kept
  git update-index --assume-unchanged hidden
  git update-index --skip-worktree kept
  local state
  state=$(cksum mixed.t own.id private && stat -c %a private)
  works git handoff pause -m x
  flags=$(git ls-files -v)
  works git handoff resume --fresh
  works git handoff undo
  expect_equal "$flags" "$(git ls-files -v)"
  works git handoff resume --continue
  expect_equal "$state" "$(cksum mixed.t own.id private && stat -c %a private)"
}

fresh_carries() {
  make_project
  make_work
  works git handoff note decision "a queue, not a pool"
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_contains "$out" "carried over: 1 item"
  works git handoff undo
  works git handoff resume --fresh --json
  expect_equal 1 "$(json .carried <<<"$out")"
  works git handoff note --list
  expect_contains "$out" "a queue, not a pool"
}

fresh_root() {
  make_repo
  write file one
  works git handoff pause -m x
  works git handoff resume --fresh
  must_fail 128 git rev-parse --verify HEAD
  [ ! -e file ] || fail "the file is still there"
  works git fsck --strict --no-dangling
  works git handoff undo
  works git handoff resume --continue
  expect_equal one "$(cat file)"
  expect_equal "?? file" "$(git status --porcelain)"
}

fresh_on_a_terminal() {
  paused
  on_terminal $'f\n' git handoff resume
  expect_contains "$out" "[f] start fresh"
  expect_equal "$base" "$(tip)"
  expect_state "$clean"
}

diff_on_a_terminal() {
  paused
  export GIT_PAGER=cat
  on_terminal $'v\nq\n' git handoff resume
  expect_contains "$out" "[v] diff" "diff --git a/src/main.c b/src/main.c"
  git handoff show >/dev/null
}

fresh_excludes() {
  paused
  must_fail 129 git handoff resume --fresh --discard
  must_fail 129 git handoff resume --fresh --apply
}

discarded() {
  paused
  before=$(git for-each-ref refs/heads && state_of_tree)
  works git handoff discard
  expect_equal "$before" "$(git for-each-ref refs/heads && state_of_tree)" "something moved"
  expect_contains "$out" "${wip:0:7} stays on feat" "git handoff undo $id" "until"
  expect_lacks "$out" "reset --soft"
  works git handoff status
  expect_contains "$out" "WIP commit" "${wip:0:7}" "git handoff undo $id"
  expect_equal "$wip" "$(git handoff status --json | jq -r .wip_left.commit)"
  # The advice works as it stands.
  works git handoff undo "$id"
  works git handoff resume --continue
  expect_state "$state"
  works git handoff status
  expect_lacks "$out" "WIP commit"
}

test_case "start fresh: branch and tree go back to the base" fresh

note_comes_back() {
  fresh
  works git handoff undo
  expect_equal "$(git rev-parse HEAD)" "$(git notes --ref=handoff list | cut -d' ' -f2)" "undo of start fresh"
  works git handoff resume --continue
  expect_equal "" "$(git notes --ref=handoff list)"
  works git handoff undo
  expect_equal "$(git rev-parse HEAD)" "$(git notes --ref=handoff list | cut -d' ' -f2)" "undo of a resume"
}
test_case "... the note at the WIP commit comes back with it" note_comes_back
test_case "... undo brings both back, again, and the work exactly" fresh_and_back
test_case "... undo by its id brings the record back" fresh_and_back_by_id
test_case "start fresh, and edited since: the undo that is offered works" fresh_and_edited
test_case "the menu shows the kept work" diff_on_a_terminal
test_case "start fresh: refused where a file was edited since, hidden or not" fresh_edited
test_case "start fresh: refused where an ignored file is in the way" fresh_in_the_way
test_case "start fresh: refused where a folder with ignored files is in the way" fresh_folder_in_the_way
test_case "start fresh: what is not in the way stays" fresh_leaves_the_rest
test_case "undo of start fresh: refused where something is in the way" undo_in_the_way
test_case "start fresh, undo and redo: a file that git ignores by now and the record keeps" fresh_of_a_file_taken_out_of_git
test_case "... where a checkout has taken it away" fresh_of_a_file_taken_out_of_git away
test_case "... and one in a folder in the place of a file" fresh_of_a_file_in_the_place_of_another
test_case "undo of start fresh: refused where a file was made executable since" undo_beside_mode
test_case "start fresh: refused where the commit is not the branch's alone" fresh_not_alone
test_case "start fresh: the first commit of a repository" fresh_root
test_case "... undo and resume give exact bytes, modes and flags back" fresh_bytes_and_modes
test_case "start fresh says what it carries" fresh_carries
test_case "start fresh is in the menu" fresh_on_a_terminal
test_case "start fresh goes alone" fresh_excludes
test_case "discard touches no code and says where the WIP is; status keeps saying it" discarded

variants=odd

# Which of two archived records comes first is by their names, and those end in chance.
discarded_after_an_undone_pause() {
  make_project
  local round real
  for round in 1 2 3 4 5; do
    git switch -q -c "login$round" main
    echo "$round" >>README
    works git handoff pause -m one --next "the real step"
    real=$(git handoff list --porcelain | cut -f1)
    works git handoff pause -m two --next "words taken back"
    works git handoff undo
    works git handoff discard
    works git handoff status
    expect_contains "$out" "git handoff undo $real, then"
  done
}
test_case "... and what discard put away is named, not an undone pause of it" discarded_after_an_undone_pause
from_a_new_folder() {
  make_project
  write new/deep/f f
  cd new/deep
  works git handoff pause -m x
  works git handoff resume --fresh
  [ -d "$PWD" ] || fail "the folder of the command is gone"
  works git handoff undo
  expect_equal f "$(cat f)"
}
test_case "the folder in which it was started stays, as with git switch" from_a_new_folder

# What goes and what comes waits on the file system of the working tree then.
git_directory_elsewhere() {
  local folder
  for folder in /dev/shm /var/tmp; do
    [ ! -w "$folder" ] || [ "$(stat -c %d "$folder")" = "$(stat -c %d .)" ] || break
  done
  [ "$(stat -c %d "$folder")" != "$(stat -c %d .)" ] || skip "one file system"
  other=$(mktemp -d "$folder/handoff-test.XXXXXX")
  trap 'rm -rf "$other"' EXIT
  git init -q --separate-git-dir="$other/gd" repo
  cd repo
  write a/x x
  write b b
  commit_all base
  rm -r a b
  write a "a file"
  write b/y "a folder"
  state=$(state_of_tree)
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_equal "x b" "$(cat a/x b | xargs)"
  works git handoff undo
  works git handoff resume --continue
  expect_state "$state"
  expect_equal "" "$(find . -name '.git-handoff*')" "leftovers"
}
test_case "the git directory on another file system, a folder became a file and the reverse" git_directory_elsewhere

# deep LENGTH FILE...: as many bytes of folders below here, in which a path of that length ends; writes the files there.
deep() {
  python3 - "$@" <<'PY'
import os, sys
left = int(sys.argv[1])
while left > 1:
    part = min(200, left - 1) if left != 202 else 100
    os.makedirs("x" * part, exist_ok=True)
    os.chdir("x" * part)
    left -= part + 1
for file in sys.argv[2:]:
    open(file, "a").write(file)
PY
}

# Git goes through folders one by one: what is longer than a path may be is no matter to it.
long_names() {
  local here state
  make_project
  here=$(pwd -P)
  deep $((4070 - ${#here})) tracked
  commit_all deep
  deep $((4070 - ${#here})) tracked untracked
  state=$(state_of_tree)
  works git handoff pause -m x
  refused git handoff resume --fresh
  expect_contains "$err" "too long" "nothing was changed"
  works git handoff resume --continue
  expect_state "$state"
  deep 4080 beyond
  works git handoff pause -m x
  expect_contains "$out$err" "xxx...\" (cannot be read: File name too long)"
}
test_case "names so long that git can and we cannot: nothing vanishes, and it is said" long_names

objects_elsewhere() {
  make_project
  write README changed
  export GIT_OBJECT_DIRECTORY=.git/objects
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_equal "" "$(git status --porcelain)"
}
test_case "with a GIT_OBJECT_DIRECTORY that is relative" objects_elsewhere

# Staged, and something else in the file that git does not look at: the record has those bytes.
staged_behind_a_flag() {
  local file flag
  make_project
  git config filter.up.clean "tr a-z A-Z"
  git config filter.up.smudge "tr A-Z a-z"
  for file in .gitattributes .gitignore .gitmodules .lfsconfig README src/.gitattributes; do
    write "$file" "# base"
  done
  git add -f .
  commit_all base
  for flag in --assume-unchanged --skip-worktree; do
    for file in .gitattributes .gitignore .gitmodules .lfsconfig README src/.gitattributes; do
      write "$file" "# staged $flag"
      git add -f "$file"
      git update-index "$flag" "$file"
      write "$file" "# in the tree $flag"
    done
    state=$(state_of_tree)
    works git handoff pause -m x
    works git handoff resume --fresh
    expect_equal "# base" "$(cat .lfsconfig)"
    works git handoff undo
    works git handoff undo
    expect_equal "# base" "$(cat .lfsconfig)"
    works git handoff undo
    write README "edited since"
    refused git handoff resume --fresh
    expect_contains "$err" "README"
    write README "# in the tree $flag"
    works git handoff resume --continue
    expect_state "$state"
    git update-index "${flag/--/--no-}" README src/.gitattributes .lfsconfig .git[aim]*
    git reset -q --hard
  done
}
test_case "start fresh and undo: staged, and other bytes behind a flag" staged_behind_a_flag

# The times of a file behind a flag are old, its bytes are not: no refresh of git's looks at it.
touched_behind_a_flag() {
  local flag
  make_project
  for flag in --assume-unchanged --skip-worktree; do
    write README "staged $flag"
    git add README
    git update-index "$flag" README
    state=$(state_of_tree)
    works git handoff pause -m x
    touch -d "2001-01-01 00:00" README
    works git handoff resume --fresh
    works git handoff undo
    git update-index "$flag" README
    touch -d "2002-01-01 00:00" README
    works git handoff resume --continue
    touch -d "2003-01-01 00:00" README
    works git handoff undo
    touch -d "2004-01-01 00:00" README
    works git handoff undo
    expect_state "$state"
    git update-index "${flag/--/--no-}" README
    git reset -q --hard
  done
}
test_case "start fresh and undo: a file behind a flag whose times are old" touched_behind_a_flag

# By attributes that git does not see, what a checkout has written looks changed: it is nobody's edit.
written_by_other_attributes() {
  local before now turn=0
  for before in "*.t eol=crlf" "*.t ident" "*.t text"; do
    for now in "*.t -text" "*.t eol=crlf" "*.t filter=up"; do
      [ "$before" != "$now" ] || continue
      turn=$((turn + 1)) # every other pair, all with --long
      [ -n "${HANDOFF_LONG:-}" ] || [ $((turn % 2)) -eq 0 ] || continue
      make_project "${before#*.t }-${now#*.t }"
      git config filter.up.clean "tr a-z A-Z"
      git config filter.up.smudge "tr A-Z a-z"
      printf 'one\n$Id$\n' >one.t
      write .gitattributes "$before"
      commit_all base
      rm one.t
      git reset -q --hard
      git update-index --skip-worktree .gitattributes
      write .gitattributes "$now"
      printf 'edited\r\nline\n' >one.t
      state=$(state_of_tree)
      works git handoff pause -m x
      works git handoff resume --fresh
      cp one.t "$case_dir.aside/one.t"
      write one.t "by hand"
      must_fail 1 git handoff undo
      expect_equal "by hand" "$(cat one.t)"
      cp "$case_dir.aside/one.t" one.t
      works git handoff undo
      works git handoff undo
      works git handoff undo
      works git handoff resume --continue
      expect_state "$state"
      cd "$case_dir"
    done
  done
}
test_case "undo of start fresh: files look changed by attributes that are hidden" written_by_other_attributes

# What is published stays on the branch: what starting fresh and discarding name takes its changes back.
published_and_taken_back() {
  local way
  paused
  if [ "$1" = stack ]; then
    write more.txt more
    works git handoff pause -m y
  fi
  git init -q --bare ../server
  git remote add origin ../server
  git push -q -u origin feat
  must_fail 1 git handoff resume --fresh
  way=$(sed -n 's/^hint: take its changes back by a new commit, done with the handoff: //p' <<<"$err")
  works git handoff discard
  expect_contains "$out" "stays on feat, which is published (refs/remotes/origin/feat); to take its changes back by a new commit: git revert"
  expect_equal "$way" "git handoff discard $id && $(sed -n 's/^WIP commit: .* new commit: //p' <<<"$out")" "the ways"
  works git handoff undo
  works bash -c "$way"
  expect_equal "" "$(git diff "$base" HEAD)" "the changes of the published work"
  expect_equal 0 "$(live)"
}
test_case "published work is taken back by a commit" published_and_taken_back one
test_case "a published stack is, too" published_and_taken_back stack

# No command of ours checks anything out inside of a submodule.
submodule_stays() {
  (make_repo "$case_dir/lib" && write f 1 && commit_all one && write f 2 && commit_all two)
  make_project
  git -c protocol.file.allow=always submodule --quiet add "$case_dir/lib" lib
  commit_all "with a submodule"
  local was
  was=$(git -C lib rev-parse --short=12 HEAD)
  git -C lib checkout -q HEAD~1
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_contains "$out" "'lib' was at $was: git -C lib checkout $was"
  works git -C lib checkout -q "$was"
  expect_equal "" "$(git status --porcelain)"
  git mv lib other
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_contains "$out$err" "'lib' is empty here: it stays in 'other', where the work has it"
  works git handoff undo
  git handoff resume --continue >/dev/null
  rmdir lib 2>/dev/null || true
  git mv other lib && git rm -qf lib
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_contains "$out$err" "'lib' is empty here: git submodule update --init -- :/lib"
  works git -c protocol.file.allow=always submodule --quiet update --init -- lib
  expect_equal "" "$(git status --porcelain)"
}
test_case "a submodule that the work moved stays, and the way back is named" submodule_stays

test_done
