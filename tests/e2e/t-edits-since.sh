#!/usr/bin/env bash
# What git does not see as a change (line ends, permissions) comes back where a checkout took it away, and stays the
# user's where they changed it themselves.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# mixed_work: paused on 'feat': a file of mixed line ends that a checkout would write otherwise, a private one, and one
# that nobody may write to.
mixed_work() {
  make_project
  write .gitattributes '*.txt text'
  write base.txt one
  commit_all "attributes"
  [ "${1:-}" != without-log ] || git config core.logAllRefUpdates false
  [ "${1:-}" != without-log ] || rm -rf .git/logs
  git switch -q -c feat
  printf 'a\r\nb\nc\r\n' >mixed.txt
  write private secret
  chmod 600 private
  write frozen data
  chmod 444 frozen
  git handoff pause -m kept >/dev/null
  raw=$(sha256sum <mixed.txt)
}

as_paused() { expect_equal "$raw" "$(sha256sum <mixed.txt)" "the bytes of mixed.txt"; }
as_checked_out() {
  expect_equal "$(printf 'a\nb\nc\n' | sha256sum)" "$(sha256sum <mixed.txt)" "as git checks it out"
  expect_contains "$err" "1 file is written as git checks it out here" "mixed.txt"
}

stays() {
  mixed_work "$1"
  [ "$1" != expired-log ] || git reflog expire --expire=now --all
  [ "$1" != expired-log ] || touch -d 2000-01-01 .git/HEAD # the pause was not in the second of the switch
  sed -i 's/\r$//' mixed.txt
  chmod 644 private
  git status >/dev/null # git sees nothing of it, and remembers the file as it is
  works git handoff resume --continue
  expect_equal "$(printf 'a\nb\nc\n' | sha256sum)" "$(sha256sum <mixed.txt)" "what dos2unix made"
  expect_equal 644 "$(stat -c %a private)"
}

# A checkout that has nothing to write there: a branch made on the spot, one that differs elsewhere.
stays_over_a_switch() {
  mixed_work "${2:-}"
  sed -i 's/\r$//' mixed.txt
  chmod 644 private
  sleep 0.02
  case $1 in
    new) git switch -q -c other ;;
    kept)
      git switch -q -c other
      git branch -q -D feat
      ;;
    elsewhere)
      git branch other
      git worktree add -q ../other other
      (cd ../other && write base.txt two && commit_all "elsewhere")
      git worktree remove ../other
      git switch -q other
      ;;
    reset)
      git update-index -q --refresh # else it writes what was touched, whatever it finds
      git reset -q --hard
      ;;
  esac
  case $1 in
    new | elsewhere)
      git switch -q feat
      git branch -q -D other
      ;;
  esac
  works git handoff resume --continue
  expect_equal "$(printf 'a\nb\nc\n' | sha256sum)" "$(sha256sum <mixed.txt)" "what dos2unix made"
  expect_equal 644 "$(stat -c %a private)"
}

comes_back() {
  mixed_work "$1"
  git switch -q main
  git switch -q feat
  [ "$raw" != "$(sha256sum <mixed.txt)" ] || fail "a checkout gives these bytes: the test tests nothing"
  works git handoff resume --continue
  as_paused
  expect_equal "600 444" "$(stat -c %a private frozen | xargs)"
}

# The checkout made it for the user alone: what is put in its place is, too.
comes_back_private() {
  mixed_work
  umask 077
  git switch -q main
  git switch -q feat
  works git handoff resume --continue
  as_paused
  expect_equal 600 "$(stat -c %a mixed.txt)"
}

back_and_edited() {
  mixed_work "$1"
  git switch -q main
  git switch -q feat
  sleep 0.02
  chmod 640 private
  sleep 0.02
  works git handoff resume --continue
  as_paused
  expect_equal 640 "$(stat -c %a private)"
}

# rebased_onto_executable COMMAND: what others made executable meanwhile is executable, also where we have bytes or a
# mode to put back.
rebased_onto_executable() {
  make_project
  real_clock # the reflog tells when the rebase wrote them
  write .gitattributes '*.txt text'
  printf 'a\nb\nc\n' >mixed.txt
  write private public
  git add -A
  git commit -q -m "both"
  git switch -q -c feat
  printf 'a\r\nb\nC\r\n' >mixed.txt
  write private secret
  chmod 600 private
  works git handoff pause -m kept
  raw=$(sha256sum <mixed.txt)
  git switch -q main
  chmod +x mixed.txt private
  git commit -q -a -m "executable"
  git switch -q feat
  git rebase -q main
  case $1 in
    resume) works git handoff resume --continue ;;
    apply)
      git reset -q --hard main
      works git handoff resume --continue --apply
      ;;
    undo-fresh)
      works git handoff resume --fresh
      works git handoff undo
      ;;
    again)
      works git handoff resume --continue
      works git handoff undo
      works git handoff undo
      ;;
  esac
  as_paused
  expect_equal "755 700" "$(stat -c %a mixed.txt private | xargs)"
  expect_equal "" "$(git diff --summary)" "modes that git sees"
}

# What others changed in a file meanwhile stays in it, when the work comes back without being looked at again.
rebased_and_back() {
  make_project
  write .gitattributes '*.txt text'
  seq 30 >mixed.txt
  commit_all "attributes"
  git switch -q -c feat
  sed -i 's/^1$/1\r/; s/^20$/ours/' mixed.txt
  works git handoff pause -m kept
  git switch -q main
  sed -i 's/^29$/theirs/' mixed.txt
  commit_all "theirs"
  git switch -q feat
  git rebase -q main
  works git handoff resume --fresh
  works git handoff undo
  expect_equal "ours theirs" "$(grep -x -e ours -e theirs mixed.txt | xargs)"
}

# A single file that is checked out anew has the mode that git gives, and no line in a reflog.
file_checked_out_anew() {
  mixed_work
  sleep 0.02
  rm private
  git checkout -q private
  [ "$1" = as-it-was ] || chmod "$1" private
  works git handoff resume --continue
  if [ "$1" = as-it-was ]; then
    expect_equal 600 "$(stat -c %a private)"
    expect_contains "$out" "as they were"
  else
    expect_equal "${1/+x/755}" "$(stat -c %a private)"
    expect_contains "$err" "note: 'private' is not as it was paused"
    expect_lacks "$out" "as they were"
  fi
}

made_executable_since() {
  mixed_work
  git switch -q main
  git switch -q feat
  sleep 0.02
  chmod 755 private
  works git handoff resume --continue
  expect_equal 755 "$(stat -c %a private)"
  expect_contains "$err" "note: 'private' is not as it was paused"
}

clone_gets_work() {
  mixed_work
  git -C "$case_dir" clone -q repo clone
  cd ../clone
  git switch -q --detach origin/main
  git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  user_reads_all
  git update-ref -d refs/remotes/origin/feat
  [ "$1" = switched ] && git branch -q feat "$(git -C ../repo rev-parse feat)" && git switch -q feat
  git remote remove origin
  works git handoff resume --continue --switch
  as_checked_out
}

clone_keeps_edit() {
  mixed_work
  git -C "$case_dir" clone -q -b feat repo clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  user_reads_all
  git remote remove origin
  [ "$1" = edited ] || {
    works git handoff resume --continue
    as_checked_out
    return
  }
  sleep 0.02
  printf 'a\nb\nc\n' >mixed.txt.new # as dos2unix does it, also where nothing is left to do
  mv mixed.txt.new mixed.txt
  git status >/dev/null
  works git handoff resume --continue
  expect_equal "$(printf 'a\nb\nc\n' | sha256sum)" "$(sha256sum <mixed.txt)" "what dos2unix made"
}

copied() {
  mixed_work
  git switch -q main
  git switch -q feat
  own_copy ../repo ../copy
  cd ../copy
  works git handoff resume --continue
  as_paused
}

# In the copy of a repository only the time of its content says when a file was written, and anybody can set that.
deleted_and_made_anew_in_a_copy() {
  make_project
  git switch -q -c other
  write src/util.c "other"
  commit_all other
  git switch -q main
  git update-index --assume-unchanged src/util.c
  rm src/util.c
  write README "work"
  works git handoff pause -m kept
  git update-index --no-assume-unchanged src/util.c
  git checkout -q -f other
  git switch -q main
  own_copy ../repo ../copy
  cd ../copy
  write src/util.c "mine now"
  touch -d "2020-01-01" src/util.c
  works git handoff resume --continue
  expect_file src/util.c "mine now"
  cd ../repo
  works git handoff resume --continue
  [ ! -e src/util.c ] || fail "what a checkout brought is still there"
}
test_case "what was deleted behind a flag, and made anew in a copy of the repository, stays" deleted_and_made_anew_in_a_copy
for log in with-log without-log; do
  test_case "$log: dos2unix and chmod after the pause stay" stays $log
  test_case "$log: bytes and modes come back after switching away and back" comes_back $log
  test_case "$log: switched away and back, then chmod: stays" back_and_edited $log
done
test_case "dos2unix and chmod after the pause stay where the log has expired" stays expired-log
test_case "bytes come back into a file that a checkout made private" comes_back_private
test_case "dos2unix and chmod stay where a branch is made and left again" stays_over_a_switch new
test_case "... where one is made, and no log says so" stays_over_a_switch kept without-log
test_case "... where one is checked out that differs in other files" stays_over_a_switch elsewhere
test_case "... behind git reset --hard, which finds nothing to do" stays_over_a_switch reset
for how in resume apply undo-fresh again; do
  test_case "rebased onto what makes files executable, $how: they are" rebased_onto_executable $how
done
test_case "rebased, put aside, and back by undo: what others changed is there" rebased_and_back
for mode in as-it-was 640 +x; do
  test_case "a file checked out anew by itself is private again, unless its mode was set since: $mode" file_checked_out_anew $mode
done
test_case "what was made executable since stays, and is told" made_executable_since
test_case "a clone that switches by itself has what git checks out, and is told" clone_gets_work resume
test_case "a clone that was switched, too" clone_gets_work switched
test_case "a clone of the branch, too" clone_keeps_edit plain
test_case "a clone of the branch keeps what was made of them since" clone_keeps_edit edited
test_case "a copy of a repository that switched gets the bytes" copied
# Files outside of the work, that no checkout wrote: not even where new attributes would have them otherwise.
outside_of_the_work() {
  make_project
  printf 'one\r\ntwo\n' >mixed.txt
  commit_all mixed
  touch -d '2 hours ago' mixed.txt
  git update-index --refresh
  touch -d '1 hour ago' .git/index
  write .gitattributes '* text eol=crlf'
  echo more >>README
  local before
  before=$(git status --porcelain -uall && sha256sum mixed.txt)
  works git handoff pause -m kept
  git switch -q -c other HEAD~1
  git switch -q main
  works git handoff resume --continue
  expect_equal "$before" "$(git status --porcelain -uall && sha256sum mixed.txt)"
}
test_case "files outside of the work keep their bytes where attributes change" outside_of_the_work
# HEAD's log has no line of the pause there.
symbolic_branch() {
  make_project
  git config filter.rot.clean "tr a-z n-za-m"
  git config filter.rot.smudge "tr a-z n-za-m"
  write h hello
  commit_all h
  git symbolic-ref refs/heads/symbolic refs/heads/main
  git symbolic-ref HEAD refs/heads/symbolic
  touch -d 2000-01-01 .git/HEAD
  write .gitattributes 'h filter=rot'
  works git handoff pause -m kept -- .gitattributes
  works git handoff resume --continue
  expect_file h hello
}
test_case "on a symbolic branch nothing is smudged again that no checkout wrote" symbolic_branch
# A file of before, put back by hand with its time: in a copy of the repository no time of the file is older than that.
put_back_in_a_copy() {
  make_repo
  write .gitattributes '* text=auto'
  write f.txt base
  commit_all first
  git switch -q -c feat
  touch -d 2025-01-01 f.txt
  cp -p f.txt ../old
  printf 'a\r\nb\r\n' >f.txt
  works git handoff pause -m x
  own_copy "$PWD" ../copy
  cd ../copy
  cp -p ../old f.txt
  works git handoff resume --continue
  expect_file f.txt base
}
test_case "a file that is put back with its old time, in a copy of the repository, stays" put_back_in_a_copy

# What was edited behind a flag lies beside the commit. Put back since, it is an edit that git's status does not see;
# behind a checkout it comes back, which is no edit.
put_back_behind_the_pause() {
  make_project
  git branch other
  git update-index --assume-unchanged src/util.c
  write src/util.c "edited behind the flag"
  echo more >>src/main.c
  works git handoff pause -m x --next "edit src/main.c"
  git switch -q other
  git switch -q main
  run git handoff check
  expect_contains "$out" "safe to continue"
  git update-index --no-assume-unchanged src/util.c
  write src/util.c "as somebody wanted it"
  git update-index --assume-unchanged src/util.c
  run git handoff check
  expect_contains "$out" "edited since: src/util.c"
  works git handoff resume --continue
  expect_contains "$err" "'src/util.c' is not as it was paused, and was left as it is"
  expect_file src/util.c "as somebody wanted it"
}
test_case "what was edited behind a flag, and otherwise since, is told before it is resumed" put_back_behind_the_pause


# One verdict, whoever gives it; what was put into the stash is in it.
beside_a_checkpoint() {
  make_project
  write src/main.c "kept"
  works git handoff note next "go on"
  works git handoff checkpoint
  write src/util.c "since"
  write new.txt "since"
  works git handoff status
  expect_contains "$out" "edited since: new.txt, src/util.c"
  run git handoff check
  expect_contains "$out" "edited since: new.txt, src/util.c"
  works git handoff brief
  expect_contains "$out" "edited since: new.txt, src/util.c"
  must_fail 1 git handoff resume --continue
  rm new.txt
  git checkout -q src/util.c
  works git handoff status
  expect_lacks "$out" "edited since"
  git stash -q
  write other.txt other
  git stash -q -u
  works git handoff status
  expect_contains "$out" "src/main.c: in stash@{1}, as it was recorded"
  expect_lacks "$out" discarded
}
test_case "an edit that a checkpoint has nothing of is told by all, and what is in the stash as well" beside_a_checkpoint

untracked_in_the_stash() {
  make_project
  write new.txt "work"
  works git handoff pause --snapshot-only
  git stash -q -u
  run git handoff check
  expect_contains "$out" "new.txt: in stash@{0}, as it was recorded"
}
test_case "an untracked file that was stashed is told as in the stash" untracked_in_the_stash

# What was put back and is in a stash is not in the tree, and whoever goes on is told.
resumed_and_stashed() {
  make_project
  write new.txt "work"
  echo "// more" >>src/util.c
  works git handoff pause --next "use new.txt"
  works git handoff resume --continue
  git stash -q -u
  works git handoff brief
  expect_contains "$out" "changes that are no longer in the tree" "git stash show -p --include-untracked stash@{0}" "use new.txt [kept change is not here]"
  git stash pop -q
  works git handoff brief
  expect_lacks "$out" "no longer in the tree" "not here"
}
test_case "work that was put back and stashed is told as no longer in the tree" resumed_and_stashed

# A deletion is what was kept: the command shows it, and the stash that has it is named.
deletion_kept() {
  make_project
  git rm -q --cached src/util.c
  rm src/util.c
  works git handoff checkpoint -m cp
  git reset -q --hard
  run git handoff resume
  command=$(sed -n 's/.*the work is kept: //p' <<<"$out" | head -1)
  run bash -c "$command"
  expect_equal 0 "$code" "$command"
  expect_contains "$out" "deleted file"
  rm src/util.c
  git stash -q
  run git handoff check
  expect_contains "$out" "src/util.c: in stash@{0}, as it was recorded"
}
test_case "a deletion that is kept is shown by the command that is named" deletion_kept

# Names that a terminal does not show as they are.
odd_names_typed() {
  make_project
  local name names=($'tab\tx' $'\e[31m' $'\xff\xfe' $'line\nend' "it's")
  for name in "${names[@]}"; do echo one >"$name"; done
  git add -A
  git commit -qm names
  for name in "${names[@]}"; do
    echo "two" >"$name"
    works git handoff checkpoint -m cp
    git reset -q --hard
    run git handoff resume
    command=$(sed -n 's/.*the work is kept: //p' <<<"$out" | head -1)
    run bash -c "$command"
    expect_equal two "$out" "$command"
    works git handoff discard
  done
}
test_case "a command that is named for an odd file goes as it is printed" odd_names_typed

# It is there when the next step is printed.
applied_is_here() {
  make_project
  echo "// more" >>src/util.c
  works git handoff note next "go on in src/util.c"
  works git handoff checkpoint -m cp
  git reset -q --hard
  works git handoff resume --continue --apply
  expect_contains "$out" "next: go on in src/util.c"
  expect_lacks "${out#*Resumed}" "not here"
}
test_case "what was just put back is not called missing" applied_is_here
test_done
