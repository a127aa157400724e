#!/usr/bin/env bash
# Somebody works in the repository while a command of ours is at it: between the record's ref and the index, between
# the index and the branch, in a hook of `handoff.verify`. What they do stays theirs.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

# when_moved REF SCRIPT [STATE]: runs once in the working tree, as another process of the user's, when that ref has
# been moved; with the state `prepared`, when it is about to be.
when_moved() {
  write .git/hooks/reference-transaction '#!/bin/sh' \
    "[ \"\$1\" = ${3:-committed} ] && grep -q '$1' || exit 0" \
    "rm -f '$PWD/.git/hooks/reference-transaction'" \
    "cd '$PWD' && unset \$(git rev-parse --local-env-vars) GIT_HANDOFF_INSIDE && { $2; } >'$case_dir.aside/hook' 2>&1"
  chmod +x .git/hooks/reference-transaction
}

hook_ran() { [ ! -e .git/hooks/reference-transaction ] || fail "the hook never ran"; }

# add_beside_a_pause FILE
add_beside_a_pause() {
  crash_repo
  write "$1" mine
  works git handoff checkpoint -m "it is known"
  when_moved refs/handoffs/active/ "echo newer >$1; git add $1"
  works git handoff pause -m kept
  hook_ran
  expect_file "$1" newer
  expect_contains "$(git ls-files -s "$1")" "$(git hash-object "$1")"
}

add_beside_a_resume() {
  crash_repo
  works git handoff pause -m kept
  when_moved refs/heads/feat "echo mine >mine.txt; git add mine.txt; echo theirs >>src/util.c; git add src/util.c"
  works git handoff resume --continue
  hook_ran
  expect_contains "$(git ls-files -s mine.txt)" "$(git hash-object mine.txt)"
  expect_contains "$(git ls-files -s src/util.c)" "$(git hash-object src/util.c)"
}

# Between the checkout of the file and its exact bytes.
edited_beside_a_resume_of_bytes() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_project
  write .gitattributes '* text=auto'
  commit_all attributes
  printf 'two\r\n' >README
  works git handoff pause -m kept
  git reset -q --hard HEAD~1
  git commit -q --allow-empty -m "moved on"
  GIT_HANDOFF_FAULT="checkout-files-there=run:echo mine >README" works git-handoff resume --continue --apply
  expect_equal mine "$(cat README)"
}
test_case "a file that is saved beside a resume stays, though its bytes were kept" edited_beside_a_resume_of_bytes

# The hook is given the index that the WIP commit is made of; another tool in it may go past that.
add_in_a_verify_hook() {
  crash_repo
  git config handoff.verify true
  write .git/hooks/pre-commit '#!/bin/sh' 'echo mine >mine.txt' 'unset GIT_INDEX_FILE GIT_OBJECT_DIRECTORY' 'git add mine.txt'
  chmod +x .git/hooks/pre-commit
  works git handoff pause -m kept
  expect_contains "$(git ls-files -s mine.txt)" "$(git hash-object mine.txt)"
  works git fsck --full --no-dangling
  rm .git/hooks/pre-commit
  works git handoff resume --continue
  expect_file mine.txt mine
  expect_contains "$(git ls-files -s mine.txt)" "$(git hash-object mine.txt)"
}

# given_up_beside SCRIPT: the pause does not go through, and is taken back around what they did.
given_up_beside() {
  local files
  crash_repo
  files=$(files_of_tree)
  when_moved refs/handoffs/active/ "$1; git ls-files -s >'$case_dir/their-index'; git rev-parse HEAD >'$case_dir/their-head';
    git symbolic-ref HEAD >'$case_dir/their-branch'"
  must_fail 1 git handoff pause -m kept
  hook_ran
  expect_contains "$err" "$2"
  expect_equal "$(cat ../their-index)" "$(git ls-files -s)" "their index"
  expect_equal "$(cat ../their-head) $(cat ../their-branch)" "$(git rev-parse HEAD) $(git symbolic-ref HEAD)" "their commit and branch"
  expect_equal "$files" "$(files_of_tree)" "a file changed"
  expect_equal "" "$(git for-each-ref refs/handoffs/active)" "live records"
  no_leftovers
  works git handoff pause -m again
  works git handoff resume --continue
  expect_equal "$(cat ../their-head)" "$(git rev-parse HEAD)" "their commit"
}

# A git of ours that outlives us moves the branch a second after we were killed: who comes next waits for it.
orphan_moves_the_branch() {
  crash_repo
  write .git/hooks/reference-transaction '#!/bin/sh' \
    '[ "$1" = prepared ] && grep -q refs/heads/feat || exit 0' \
    'kill -KILL "$(cut -d" " -f4 "/proc/$PPID/stat")"' 'sleep 1'
  chmod +x .git/hooks/reference-transaction
  must_fail 137 git-handoff pause -m kept
  rm .git/hooks/reference-transaction
  works git handoff status
  expect_contains "$err" "was finished"
  expect_lacks "$err" "warning"
  no_leftovers
  expect_matches "$(git log -1 --format=%s)" '^wip:'
  works git handoff resume --continue
  expect_state "$work"
}

# What was added after a resume is in a record before the work goes back onto the branch.
undo_keeps_the_present() {
  crash_repo
  works git handoff pause -m kept
  works git handoff resume --continue
  write mine.txt mine
  echo "changed since" >>src/util.c
  works git handoff undo
  git rev-list --objects --glob=refs/handoffs | cut -d' ' -f1 | sort >../held
  local file
  for file in mine.txt src/util.c; do
    grep -qx "$(git hash-object "$file")" ../held || fail "no record holds '$file'"
  done
}

# The same where a pause is done again.
redo_keeps_the_present() {
  crash_repo
  works git handoff pause -m kept
  works git handoff undo
  write mine.txt mine
  echo "changed since" >>src/util.c
  git add src/util.c
  works git handoff undo
  expect_contains "$out" "Done again: pause"
  git rev-list --objects --glob=refs/handoffs | cut -d' ' -f1 | sort >../held
  local made
  for made in "$(git hash-object mine.txt)" "$(git hash-object src/util.c)"; do
    grep -qx "$made" ../held || fail "no record holds what was made since"
  done
}

# other_while_applied COMMAND...: merging the work runs this of ours in another worktree, with the record's id.
other_while_applied() {
  make_project
  write .gitattributes '*.f filter=other'
  commit_all filter
  git worktree add -q --detach ../linked
  write a.f work
  works git handoff note action "rotate key" --blocking
  works git handoff pause -m kept
  git reset -q --hard HEAD~1
  write ../other '#!/bin/sh' 'cat' "cd '$case_dir/linked' && unset \$(git rev-parse --local-env-vars) GIT_HANDOFF_INSIDE" \
    "exec git handoff $* $(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)") >&2"
  chmod +x ../other
  git config filter.other.smudge "$case_dir/other"
}

# A record that has a newer version by now is not retired by who read the one before.
edited_beside_a_resume() {
  other_while_applied edit --next newer
  must_fail 1 git handoff resume --continue --apply --blocking-done
  expect_equal newer "$(git handoff show --format json | jq -r .next_action)" "the live record"
  expect_equal "" "$(git status --porcelain)"
}

# The answers of who was too late are for a record that somebody else has by now.
answer_of_the_loser() {
  other_while_applied discard
  must_fail 1 git handoff resume --continue --apply --blocking-done
  git config --unset filter.other.smudge
  expect_equal "" "$(git status --porcelain)" "what the loser wrote"
  expect_equal 1 "$(git for-each-ref refs/handoffs/archive | wc -l)" "discarded meanwhile"
  works git -C ../linked handoff undo
  must_fail 1 git handoff resume --continue --apply
  expect_contains "$err" "waits for a person: rotate key"
}

# Resume made the index what it was, somebody staged more, and the resume was killed: it is finished around that.
add_beside_a_killed_resume() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_project
  make_work
  git add src/util.c
  works git handoff checkpoint -m kept
  git reset -q
  write ../kill '#!/bin/sh' '[ "$1" = committed ] && grep -q refs/handoffs/archive/ || exit 0' \
    'kill -KILL "$(cut -d" " -f4 "/proc/$PPID/stat")"'
  chmod +x ../kill
  GIT_HANDOFF_FAULT="resume-unchanged-restored=run:echo newer >src/main.c; git add src/main.c; cp ../kill .git/hooks/reference-transaction" \
    must_fail 137 git-handoff resume --continue
  rm .git/hooks/reference-transaction
  works git handoff status
  expect_contains "$err" "was finished"
  no_leftovers
  expect_contains "$(git ls-files -s src/main.c)" "$(git hash-object src/main.c)"
  expect_equal "M  src/main.c
M  src/util.c
?? notes/" "$(git status --porcelain)"
  works git handoff undo
  expect_equal "M  src/main.c
 M src/util.c
?? notes/" "$(git status --porcelain)"
}

# A pause takes the place of a checkpoint; what the checkpoint held stays in reach.
superseded_checkpoint_stays() {
  local made
  crash_repo
  works git handoff pause -m first
  echo "only in the checkpoint" >>src/util.c
  made=$(git hash-object src/util.c)
  works git handoff checkpoint -m between
  echo "later" >src/util.c
  works git handoff pause -m second
  git rev-list --objects --glob=refs/handoffs | cut -d' ' -f1 | sort >../held
  grep -qx "$made" ../held || fail "what the checkpoint held is in no record"
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
}

# gc_beside VERB...: it removes what no ref holds yet, just before one does.
gc_beside() {
  crash_repo
  git worktree add -q --detach ../linked
  works git handoff pause -m kept
  works git handoff resume --continue
  when_moved refs/handoffs/a 'git -C ../linked gc -q --prune=now || :' prepared
  works git handoff "$@"
  hook_ran
  git gc -q --prune=now
  works git fsck --full --no-dangling
  works git handoff resume --continue
  expect_state "$work"
}

# The same, where what was staged is in no index by then.
unstaged_beside_a_pause() {
  crash_repo
  local staged
  staged=$(git rev-parse :src/main.c)
  git worktree add -q --detach ../linked
  when_moved refs/handoffs/a 'git reset -q; git -C ../linked gc -q --prune=now || :' prepared
  works git handoff pause -m x
  hook_ran
  git gc -q --prune=now
  works git fsck --full --no-dangling
  expect_contains "$(git rev-list --objects --glob=refs/handoffs)" "$staged"
}

file_for_a_folder() {
  make_project
  write dd/x one
  write b one
  commit_all more
  write dd/x two
  write b two
  works git handoff pause -m x
  # A hook puts a file where a folder was, and refuses: what nobody touched goes back all the same.
  write .git/hooks/reference-transaction '#!/bin/sh' '[ "$1" = prepared ] || exit 0' 'grep -q refs/ || exit 0' 'rm -rf dd; echo mine >dd; exit 1'
  chmod +x .git/hooks/reference-transaction
  run git handoff resume --fresh
  [ "$code" -ne 0 ] || fail "it was not refused"
  rm .git/hooks/reference-transaction
  expect_equal "two mine" "$(cat b dd | tr '\n' ' ' | sed 's/ $//')"
  works git handoff status
  expect_lacks "$err" "cannot put"
  [ ! -e .git/handoff/files.json ] || fail "the roll-back was not finished"
}
test_case "a file where a folder was does not stop the way back of all others" file_for_a_folder

test_case "git reset and git gc beside a pause take nothing away" unstaged_beside_a_pause
test_case "git gc beside a pause takes nothing away" gc_beside pause -m again
test_case "git gc beside an undo takes nothing away" gc_beside undo
# Two commands of ours: a filter that start fresh runs is where the other one comes in. It waits, and changes nothing.
continue_beside_fresh() {
  make_project
  write .gitattributes '*.f filter=other'
  write a.f base
  commit_all filter
  write a.f work
  write new "untracked"
  works git handoff pause -m kept
  # It runs first where a checkout is tried, to see what that would not give back.
  write ../other '#!/bin/sh' 'cat' "! mkdir '$case_dir/looked' 2>/dev/null || exit 0" "cd '$PWD' && unset \$(git rev-parse --local-env-vars) GIT_HANDOFF_INSIDE" \
    "git handoff resume --continue >'$case_dir.aside/other' 2>&1; echo \$? >>'$case_dir.aside/other'"
  chmod +x ../other
  git config filter.other.smudge "$case_dir/other"
  works git handoff resume --fresh
  expect_contains "$(cat "$case_dir.aside/other")" "another handoff command is at work"
  expect_equal 128 "$(tail -n 1 "$case_dir.aside/other")"
  expect_equal " base" "$(git status --porcelain) $(cat a.f)"
}
# A file that was as git left it when it was looked at, and is saved before it is moved away.
saved_beside_fresh() {
  make_project
  write .gitattributes '*.f filter=other'
  write a.f base
  commit_all filter
  write a.f work
  write src/util.c work
  works git handoff pause -m kept
  write ../other '#!/bin/sh' 'cat' "! mkdir '$case_dir/looked' 2>/dev/null || exit 0" "echo saved >'$PWD/src/util.c'"
  chmod +x ../other
  git config filter.other.smudge "$case_dir/other"
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "src/util.c' was changed at this very moment"
  expect_file src/util.c saved
  expect_equal " M src/util.c" "$(git status --porcelain)"
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
}
# beside_undo POINT COMMAND: an undo of start fresh is refused, as that command runs at a fault point of it.
beside_undo() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  before=$(files_of_tree)
  GIT_HANDOFF_FAULT=$1=run:$2 must_fail 1 git-handoff undo
}
committed_beside_undo() {
  make_project
  write src/util.c work
  write README work
  write new.txt new
  works git handoff pause -m kept
  works git handoff resume --fresh
  beside_undo checkout-files-there "git commit -q --allow-empty -m theirs"
  expect_contains "$err" "or the branch, was moved at this very moment"
  expect_equal "$before" "$(files_of_tree)"
  expect_equal "" "$(git status --porcelain)"
  expect_equal theirs "$(git log -1 --format=%s)"
}
saved_and_committed_beside_undo() {
  make_project
  write src/main.c work
  write src/util.c work
  works git handoff pause -m kept
  works git handoff resume --fresh
  beside_undo checkout-moved 'echo saved >src/util.c; git commit -q --allow-empty -m theirs'
  expect_contains "$err" "src/util.c' was changed at this very moment"
  expect_equal " M src/util.c" "$(git status --porcelain)"
  expect_file src/util.c saved
}
# Where an old file has gone and the new one is to come, somebody makes one.
made_beside_undo() {
  make_project
  write src/main.c work
  write src/util.c work
  works git handoff pause -m kept
  works git handoff resume --fresh
  # shellcheck disable=SC2016  # the command's own
  beside_undo checkout-moved 'for f in src/main.c src/util.c; do [ -e $f ] || echo mine >$f; done'
  expect_equal mine "$(cat src/main.c src/util.c | grep -x mine)"
  expect_equal 1 "$(git status --porcelain | grep -c '^ M src/')" "the others come back"
  expect_equal "" "$(git for-each-ref refs/handoffs/active)" "live records"
}

# Somebody brings the record back by its name at the same moment: what undo kept for itself goes again.
undone_beside_undo() {
  crash_repo
  git worktree add -q --detach ../linked
  works git handoff pause -m kept
  works git handoff resume --continue
  write mine.txt mine
  beside_undo op-written "git -C ../linked handoff undo $(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/archive)")"
  expect_contains "$err" "was moved at this very moment"
  expect_matches "$(git for-each-ref --format='%(refname)' refs/handoffs)" '^refs/handoffs/active/'
  expect_equal 1 "$(git for-each-ref refs/handoffs/active refs/handoffs/archive | wc -l)" "records"
  expect_equal "$before" "$(files_of_tree)"
}

test_case "a commit beside an undo that puts files in place: it is refused, and they go again" committed_beside_undo
test_case "a file that is saved, and a commit, beside an undo: the one stays, the others come back" saved_and_committed_beside_undo
test_case "a file that is made where an undo puts one stays" made_beside_undo
test_case "the record is brought back beside an undo: what undo kept for itself goes again" undone_beside_undo
test_case "a file that is saved beside start fresh stays as it was saved" saved_beside_fresh
test_case "a resume beside start fresh waits, and changes nothing" continue_beside_fresh
# The scan saw the index of before, and what was read is the index of after: taken for one, the loser of the race staged the reversal.
pause_beside_a_scan() {
  crash_repo
  state=$(state_of_tree)
  run env GIT_HANDOFF_FAULT="snapshot-scanning=run:sleep 0.5; git handoff pause -m winner >/dev/null 2>&1" git-handoff pause -m loser
  expect_equal "wip: winner" "$(git log -1 --format=%s)"
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  expect_state "$state"
}

test_case "a pause beside the scan of another leaves nothing staged" pause_beside_a_scan
test_case "git add beside a pause stays staged" add_beside_a_pause mine.txt
test_case "... of a file that the index has had: as long as before" add_beside_a_pause src/util.c
test_case "git add beside a resume stays staged" add_beside_a_resume
test_case "what a handoff.verify hook adds to the index stays in it" add_in_a_verify_hook
test_case "a commit beside a pause stays, and the pause is taken back" \
  given_up_beside "git commit -q --allow-empty -m theirs" "was moved by somebody else"
test_case "a commit of the work itself beside a pause stays, and nothing is staged" \
  given_up_beside "git commit -q -a -m theirs" "was moved by somebody else"
test_case "a switch beside a pause stays, and the pause is taken back" \
  given_up_beside "git switch -q -c elsewhere" "another branch was checked out"
test_case "a git that outlives a killed pause is waited for" orphan_moves_the_branch
test_case "undo of a resume keeps what was added since" undo_keeps_the_present
test_case "a pause that is done again keeps what was added since" redo_keeps_the_present
test_case "git add beside a resume that is killed stays staged, and the resume is finished" add_beside_a_killed_resume
test_case "a record that is edited beside its resume stays" edited_beside_a_resume
test_case "who loses the race of a resume leaves no answers" answer_of_the_loser
test_case "what a superseded checkpoint held stays in reach" superseded_checkpoint_stays
# chosen_beside KEYS COMMAND: the menu of `resume` is open, somebody does something else, and then the keys are typed.
chosen_beside() {
  ONCE_SHOWN="your choice" MEANWHILE="{ $2; } >/dev/null 2>&1" on_terminal "$1"$'\n' git handoff resume
}

# A choice is an answer to what was on the screen.
chosen_after_a_switch() {
  local before command key pause
  for command in "git switch -c new" "git switch -c new; git commit --allow-empty -m more" "git switch --detach" \
    "git commit --allow-empty -m more" "git branch holds-it"; do
    for key in f c; do
      rm -rf ../again
      mkdir ../again
      cd ../again
      make_project
      git switch -qc feat
      make_work
      works git handoff pause -m kept
      chosen_beside "$key" "$command"
      expect_equal 1 "$code" "$key after $command"
      expect_contains "$out" "nothing was changed; look again: git handoff resume "
      expect_equal "" "$(git status --porcelain)" "$key after $command"
      expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)"
    done
  done
  # A snapshot is compared with the files.
  for command in "git reset -q --hard" "git reset -q --hard; git switch main"; do
    git switch -qf main
    git branch -qD feat 2>/dev/null || true
    git handoff discard >/dev/null 2>&1 || true
    git switch -qc feat
    git clean -qfd
    make_work
    works git handoff pause -m kept --snapshot-only
    chosen_beside c "$command"
    expect_equal 1 "$code" "$command"
    expect_contains "$out" "nothing was changed; look again: git handoff resume "
    expect_equal 1 "$(git for-each-ref refs/handoffs/active/feat | wc -l)"
  done
}
test_case "what was chosen before the branch, or the work, became another one: nothing is done" chosen_after_a_switch

# While the text was written a commit was made: there is no pause, the text is kept and named, and no record stays.
committed_in_the_editor() {
  make_project
  make_work
  printf '#!/bin/sh\ngit commit -qam meanwhile\nsed -i "1i ten minutes of typing" "$1"\n' >"$case_dir.aside/editor"
  chmod +x "$case_dir.aside/editor"
  GIT_EDITOR="$case_dir.aside/editor" on_terminal "" git handoff pause
  expect_equal 1 "$code"
  expect_contains "$out" "everything is back as it was" "to take your text up: git handoff pause --from $PWD/.git/HANDOFF_EDITMSG.1"
  expect_contains "$(cat .git/HANDOFF_EDITMSG.1)" "ten minutes of typing"
  expect_equal "" "$(git for-each-ref refs/handoffs)"
}
test_case "a commit that is made while the pause's text is written: the text is kept, and no record" committed_in_the_editor
test_done
