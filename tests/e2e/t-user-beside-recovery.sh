#!/usr/bin/env bash
# Somebody goes on working between a kill and the next command of ours: what they edited, staged, committed or
# switched to stays theirs. An operation is finished only where everything is as it left it; else it is set aside,
# nothing of it is done any more, and that is said.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || {
  test_case "needs a build with HANDOFF_FAULTS" skip "this build has no fault points"
  test_done
}

points="op-written op-step-1 index-locked op-step-2 op-step-3 checkout-files-there retire-carried"

# goes_on ACTION: what the user does. Each of them touches files of the work.
goes_on() {
  rm -f .git/index.lock # git says so, and who wants to go on removes it
  case $1 in
    edit)
      echo "a line of mine" >>src/util.c
      write mine.txt "mine"
      ;;
    add)
      write src/util.c "int util(void) { return 3; } // mine"
      write mine.txt "mine"
      git add src/util.c mine.txt
      ;;
    commit)
      write mine.txt "mine"
      git add mine.txt
      git commit -q -a -m "mine"
      ;;
    switch) git switch -q -c elsewhere ;;
  esac
}

# kept_blobs: contents in the tree, or in what a ref holds.
kept_blobs() {
  local name names=()
  shopt -s globstar dotglob nullglob
  for name in *; do
    [ "$name" != .git ] || continue
    for name in "$name" "$name"/**; do [ -L "$name" ] || [ ! -f "$name" ] || names+=("$name"); done
  done
  shopt -u globstar dotglob nullglob
  git hash-object --no-filters -- "${names[@]}"
  git rev-list --objects --no-object-names --all
}

# theirs: branch, commit and index, as plain git sees them.
theirs() {
  case $(<.git/HEAD) in ref:*) echo "$(<.git/HEAD)" ;; *) echo detached ;; esac
  git rev-parse HEAD
  git ls-files -s
}

# stays_theirs VERB POINT ACTION: in a copy of ../killed.
stays_theirs() {
  local what="$1, killed at $2, then $3" before_files before_theirs before_heads
  rm -rf "$case_dir/repo"
  cp -a "$case_dir/killed" "$case_dir/repo" # where it was, it proves itself
  cd "$case_dir/repo"
  goes_on "$3"
  before_files=$(files_of_tree)
  before_tracked=$(git diff --raw HEAD)
  before_theirs=$(theirs)
  before_heads=$(git for-each-ref refs/heads)
  kept_blobs >../needed
  works git handoff status
  case $3 in
    edit) # it may be finished, around the edits
      case $1 in
        resume-apply | resume-elsewhere) # files that came may go again
          expect_contains "$(cat src/util.c)" "a line of mine"
          expect_file mine.txt mine
          ;;
        *) expect_equal "$before_files" "$(files_of_tree)" "$what: a file changed" ;;
      esac
      ;;
    add)
      if [ "$1" = resume-apply ] || [ "$1" = resume-elsewhere ]; then
        expect_contains "$(cat src/util.c)" "mine"
      else
        expect_equal "$before_files" "$(files_of_tree)" "$what: a file changed"
      fi
      expect_equal "$(grep -E "	(src/util.c|mine.txt)$" <<<"$before_theirs")" "$(git ls-files -s src/util.c mine.txt | sort -k4)" \
        "$what: what was staged"
      ;;
    *)
      case $1:$3 in
        resume-apply:switch | resume-elsewhere:switch) # at the same commit: what came may go again
          before_theirs=$(theirs | head -n 2)
          ;;
        resume-apply:* | resume-elsewhere:*) # and what no commit has
          expect_equal "$before_tracked" "$(git diff --raw HEAD)" "$what: a file changed that they had committed"
          ;;
        *) expect_equal "$before_files" "$(files_of_tree)" "$what: a file changed" ;;
      esac
      expect_equal "$before_theirs" "$(theirs | head -n "$(wc -l <<<"$before_theirs")")" "$what: branch, commit or index"
      expect_equal "$before_heads" "$(git for-each-ref refs/heads)" "$what: branches"
      ;;
  esac
  case $err in
    *"had changed nothing and was dropped"* | *"was finished"* | *"things have moved on since"* | *"an interrupted command"*) ;;
    *) fail "$what: not a word of it: $err" ;;
  esac
  no_leftovers
  kept_blobs >../there
  expect_equal "" "$(grep -vxF -f ../there ../needed || true)" "$what: lost"
  run git fsck --full --no-dangling
  expect_equal 0 "$code" "$what: $err"
  must_end "$1" "$2" "$3"
}

# A second command has nothing left to say of it.
must_end() {
  works git handoff status
  expect_lacks "$err" "interrupted"
}

# Two of the four in turn after each point; all with --long.
beside() {
  local point action actions reached=0
  prepare_verb "$1"
  for point in $points; do
    fresh_copy
    run run_verb "$1" env GIT_HANDOFF_FAULT="$point"
    [ "$code" -eq 137 ] || continue
    [ -e .git/handoff/op.json ] || [ -e .git/handoff/files.json ] || continue
    reached=$((reached + 1))
    cd "$case_dir"
    rm -rf killed
    mv repo killed
    actions=(edit add commit switch)
    [ -n "${HANDOFF_LONG:-}" ] || actions=("${actions[@]:$((reached % 4)):1}")
    for action in "${actions[@]}"; do
      stays_theirs "$1" "$point" "$action"
    done
  done
  [ "$reached" -ge "$2" ] || fail "only $reached points of $1 leave something to finish"
}

# Files have gone away and others have come, and the user commits something else before the next command.
commits_something_else() {
  crash_repo
  works git handoff pause -m kept
  works git handoff resume --fresh
  before=$(files_of_tree)
  GIT_HANDOFF_FAULT=${1:-checkout-moved} must_fail 137 git-handoff undo
  git commit -q --allow-empty -m mine
  "${2:-true}"
  works git handoff status
  expect_contains "$err" "interrupted command"
}
goes_back() {
  commits_something_else checkout-moved
  expect_equal "$before" "$(files_of_tree)"
  commits_something_else checkout-files-there
  expect_equal "$before" "$(files_of_tree)"
  no_leftovers
}

# Flags that a merge had set when it was killed go again, beside what the user has staged since.
flags_go_back() {
  make_project
  git update-index --assume-unchanged README
  git update-index --skip-worktree src/util.c
  write new.txt "new"
  works git handoff pause -m kept
  git update-index --no-assume-unchanged README
  git update-index --no-skip-worktree src/util.c
  git reset -q --hard HEAD~1
  write elsewhere.txt "moved on"
  git add elsewhere.txt
  git commit -q -m "moved on"
  GIT_HANDOFF_FAULT=checkout-index-there must_fail 137 git-handoff resume --continue --apply
  expect_contains "$(git ls-files -v)" "h README" "S src/util.c"
  write mine.txt "mine"
  git add mine.txt
  works git handoff status
  expect_contains "$err" "interrupted command"
  expect_equal "H README H elsewhere.txt H mine.txt H src/main.c H src/util.c" "$(git ls-files -v | xargs)"
  no_leftovers
}

# An editor that had the file open writes to it after it was moved away, and something new stands in its place.
writes_to_what_was_moved() {
  for moved in .git/handoff/checkout/[0-9]*; do
    case $(cat "$moved") in *"util(void)"*) break ;; esac
  done
  printf 'written late' | dd of="$moved" conv=notrunc status=none # as long as before
  write src/util.c "something new"
}
rescued() {
  commits_something_else checkout-files-there writes_to_what_was_moved
  expect_file src/util.c "something new"
  expect_contains "$err" "'src/util.c' was edited while an interrupted command replaced it: what stood there is in '"
  kept=$(sed -n "s/.*what stood there is in '\(.*\)'.*/\1/p" <<<"$err")
  expect_contains "$(cat "$kept")" "written late"
}

# The branch that --switch made has commits of the user's by the time it would be taken away.
branch_that_was_made() {
  local mine
  crash_repo
  works git handoff pause -m kept
  git switch -q -f other
  git branch -q -D feat
  GIT_HANDOFF_FAULT=checkout-branch-made must_fail 137 git-handoff resume --continue --switch
  mine=$(git commit-tree -p feat -m mine 'feat^{tree}')
  git branch -q -f feat "$mine"
  works git handoff status
  expect_contains "$err" "interrupted command"
  expect_equal "$mine" "$(git rev-parse feat)"
  no_leftovers
}

# Git would drop what was staged for the file that the undo brings back into the index.
staged_in_its_place() {
  make_project
  rm README
  write README/x work
  works git handoff pause -m kept
  GIT_HANDOFF_FAULT=op-step-1 must_fail 137 git-handoff undo
  write README/since "mine"
  git add README/since
  theirs >../before
  works git handoff status
  expect_contains "$err" "could not be finished: things have moved on since"
  expect_equal "$(cat ../before)" "$(theirs)"
}
test_case "a folder staged in the place of a file that a killed undo was to bring back stays staged" staged_in_its_place

# The notes are in the journal of the worktree that the record is of, whichever one the command ran in.
killed_in_another_worktree() {
  crash_repo
  git worktree add -q --detach ../linked
  works git handoff pause -m kept
  GIT_HANDOFF_FAULT=op-step-1 must_fail 137 env -C ../linked git-handoff discard \
    "$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")"
  works git -C ../linked handoff status
  expect_contains "$err" "had changed nothing and was dropped"
  works git handoff note --list
  expect_lacks "$out" "a note of the journal"
  works git handoff resume --continue
  works git handoff note --list
  expect_equal 1 "$(grep -c "a note of the journal" <<<"$out")" "how often the note is open"
}

# The record has moved on since: the discard is dropped as foreign, and its notes with it.
edited_beside_a_killed_discard() {
  crash_repo
  git worktree add -q --detach ../linked
  works git handoff pause -m kept --next "go on"
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  GIT_HANDOFF_FAULT=op-step-1 must_fail 137 env -C ../linked git-handoff discard "$id"
  works git handoff edit "$id" --next "something else"
  works git -C ../linked handoff status
  expect_contains "$err" "could not be finished"
  works git handoff note --list
  expect_lacks "$out" "a note of the journal"
  works git handoff resume --continue
  works git handoff note --list
  expect_equal 1 "$(grep -c "a note of the journal" <<<"$out")" "how often the note is open"
}

# What is kept for undo is that of the killed command by then: the one before it is offered no more.
undo_behind_a_foreign_one() {
  crash_repo
  git worktree add -q --detach ../linked
  works git handoff pause -m kept --next "go on"
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  works env -C ../linked git-handoff edit "$id" --next "go on there"
  GIT_HANDOFF_FAULT=op-step-2 must_fail 137 env -C ../linked git-handoff discard "$id"
  works git handoff undo "$id"
  works git handoff edit "$id" --next "something else"
  works git -C ../linked handoff status
  expect_contains "$err" "could not be finished"
  must_fail 1 git -C ../linked handoff undo
  expect_contains "$err" "there is nothing to undo in this worktree"
}

# A killed command that its parent has not waited for (an agent's harness, a container without init) is gone.
not_waited_for() {
  command -v python3 >/dev/null || skip "no python3 here"
  crash_repo >/dev/null
  works git handoff pause -m kept --next "go on"
  python3 - <<'END'
import os, subprocess
dead = subprocess.Popen(["git-handoff", "undo"], env={**os.environ, "GIT_HANDOFF_FAULT": "op-step-1"})
os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
subprocess.run(["git-handoff", "pause", "-m", "again", "--next", "more"], check=True)
END
  works git handoff undo
  expect_equal "$work" "$(state_of_tree)"
}

# A push that hangs outlives the command that was killed, and keeps nobody waiting.
push_that_outlives() {
  crash_repo >/dev/null
  git init -q --bare "$case_dir/server.git"
  git remote add origin "$case_dir/server.git"
  git push -q origin main feat
  works git handoff pause -m kept --next "go on"
  git config remote.origin.receivepack "sleep 20; git-receive-pack"
  git-handoff push 2>/dev/null &
  local pushing=$!
  for _ in $(seq 200); do
    ! pgrep -f "sleep 20; git-receive-pack" >/dev/null || break
    sleep 0.02
  done
  kill -9 "$pushing"
  wait "$pushing" 2>/dev/null || true
  git config --unset remote.origin.receivepack
  GIT_HANDOFF_FAULT=op-step-1 run git handoff undo --offline
  expect_equal 137 "$code"
  works timeout 4 git handoff pause -m two --next "go on"
  expect_contains "$err" "'undo pause' of " "was finished"
}

test_case "a killed command that nobody has waited for is gone" not_waited_for
test_case "commits on a branch that a killed resume had made stay" branch_that_was_made
test_case "a discard that was killed in another worktree leaves each note once" killed_in_another_worktree
test_case "... also where the record was edited before it is dropped" edited_beside_a_killed_discard
test_case "... and the operation before it is not there to be undone" undo_behind_a_foreign_one
test_case "a push that outlives its command keeps nobody waiting" push_that_outlives
for verb in pause:5 pause-detached:5 pause-again:5 resume:3 resume-elsewhere:3 resume-apply:3 undo-pause:3 undo-resume:3 \
  discard:1 undo-discard:1; do
  test_case "${verb%:*}: who works on after a kill loses nothing, and keeps branch and index" beside "${verb%:*}" "${verb#*:}"
done
test_case "a commit of something else after a kill: files that were moved away come back" goes_back
test_case "what is written to a file after it was moved away is kept, and said where" rescued
test_case "flags that a killed merge had set go again, beside what was staged since" flags_go_back

# An editor that had the file open writes on when all is done but the tidying.
written_when_all_is_done() {
  make_project
  echo work >>src/util.c
  works git handoff pause -m kept
  exec 5>>src/util.c
  GIT_HANDOFF_FAULT=op-done must_fail 137 git-handoff resume --fresh
  echo "written late" >&5
  exec 5>&-
  works git handoff status
  expect_contains "$err" "'src/util.c' was edited while an interrupted command replaced it"
  expect_contains "$(cat .git/handoff/edited/*)" "written late"
}
test_case "... also what is written to it when the command was done but for its tidying" written_when_all_is_done
test_done
