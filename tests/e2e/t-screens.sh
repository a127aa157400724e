#!/usr/bin/env bash
# What a person reads on an ordinary day: the first sentence is so, and each step that is offered works when typed.
. "$(dirname "$0")/lib.sh"

# paused_on BRANCH [CLOCK]: src/util.c edited there and paused, now or when the clock of the tests says.
paused_on() {
  make_project
  [ $# -eq 2 ] || real_clock
  git switch -qc "$1"
  echo "int more;" >>src/util.c
  works git handoff pause --next "finish src/util.c"
}
first_line() { git handoff 2>/dev/null | head -n 1; }

commits_on_top() {
  paused_on login
  git switch -q main
  for i in 1 2; do
    echo "$i" >"f$i"
    git add "f$i"
    git commit -qm "main $i"
  done
  git switch -q login
  git rebase -q main
  echo own >own
  git add own
  git commit -qm own
  expect_equal "1 commit is on top of the paused work" "$(first_line)"
  works git handoff status
  run git handoff resume
  expect_contains "$err" "--continue --keep-wip"
  # What is offered works.
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "reorder the commits: git rebase -i --autostash" "move the line of" "to the end"
  GIT_SEQUENCE_EDITOR="sed -i '1{h;d};2{G}'" git rebase -qi HEAD~2
  works git handoff resume --continue
  expect_contains "$out" "Resumed login"
}
test_case "one commit on top of rebased work is one, and the work can be put on top" commits_on_top

from_another_branch() {
  paused_on login
  git switch -q main
  must_fail 1 git handoff resume --continue
  expect_contains "$out" "you are on main; the work was paused on login"
  must_fail 1 git handoff resume --switch
  expect_matches "$err" "git handoff resume login-[^ ]+ --continue --switch"
  git branch -qD login
  must_fail 1 git handoff resume
  expect_contains "$out" "there is no branch login any more; the work is kept"
}
test_case "the first sentence promises no switch that continue does not make" from_another_branch

long_ago() {
  paused_on login long-ago
  git config handoff.age.fresh 1
  git config handoff.age.stale 2
  # The clock of the tests is months ago.
  expect_matches "$(first_line)" "^safe to continue: nothing changed in "
  works git handoff check
  expect_lacks "$out" "rely on" "git handoff reconstruct"
  works git handoff brief
  expect_lacks "$out" "is old"
}
test_case "a long time in which nothing changed is no fault" long_ago

new_file() {
  paused_on login
  echo scratch >notes.txt
  expect_matches "$(first_line)" "^safe to continue"
  works git handoff resume --continue
  expect_contains "$out" "Resumed login: 1 file and the index are as they were"
  expect_equal scratch "$(cat notes.txt)"
}
test_case "a file that came since is nobody's edit of the paused work" new_file

checkpoint_and_on() {
  make_project
  echo "int a;" >>src/util.c
  real_clock
  works git handoff checkpoint -m "before the risky part"
  echo "int worse;" >>src/util.c
  expect_equal "a checkpoint, just now; edited since: src/util.c" "$(first_line)"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "go back to it: 'git handoff checkpoint' for what is here, then: git restore --source="
}
test_case "to work on after a checkpoint is what it is for, and it says how to go back" checkpoint_and_on

checkpoint_then_committed() {
  make_project
  echo "int a;" >>src/util.c
  real_clock
  works git handoff checkpoint -m "before the risky part"
  works git handoff show
  expect_contains "$out" "status: checkpoint" "kept: "
  expect_lacks "$out" "paused"
  echo "int b;" >>src/util.c
  git commit -qam finished
  works git handoff
  expect_lacks "$out" "edited since"
  expect_equal "Nothing is paused on 'main'." "$(first_line)"
}
test_case "what was committed since a checkpoint is no edit" checkpoint_then_committed

put_back_is_not_changed() {
  make_project; git switch -qc login
  echo "int a;" >>src/util.c
  works git handoff pause -m half --next "see src/util.c"
  git reset -q --hard HEAD~1
  works git handoff resume --continue
  expect_contains "$out" "next: see src/util.c"
  expect_lacks "$out" "changed since"
  works git handoff status
  expect_contains "$out" "git handoff brief "
  works git handoff brief
  expect_contains "$out" "Next: see src/util.c"
}
test_case "what comes back with the work is not called changed" put_back_is_not_changed

two_things_block() {
  make_project
  works git handoff note human "rotate the key" --blocking
  works git handoff note human "sign the contract" --blocking
  echo "int a;" >>src/util.c
  works git handoff pause -m half
  expect_equal "blocked until this is done: rotate the key; and 1 more" "$(first_line)"
}
test_case "one of two things that block is not told as if it were all" two_things_block

commands_stay_whole() {
  paused_on login
  local id
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  on_terminal "" git handoff discard
  expect_matches "$out" "git handoff undo $id, then"
  TERMINAL_WIDTH=120 on_terminal "" git handoff status
  expect_matches "$out" "git handoff undo $id, then git handoff resume"
}
test_case "a command that is offered is not broken where it fits on a line" commands_stay_whole

in_a_rebase() {
  paused_on login
  git switch -q main
  echo "int theirs;" >>src/util.c
  git commit -qam theirs
  git switch -q login
  git rebase main >"$case_dir/rebase" 2>&1 || true
  must_fail 1 git handoff resume
  expect_contains "$err" "a rebase is under way" "finish or abort it first"
  expect_lacks "$err" "--switch"
}
test_case "in the middle of a rebase no switch is offered" in_a_rebase

branch_from_paused() {
  paused_on login
  git switch -qc hotfix
  works git handoff
  expect_contains "$out" "hotfix is based on the paused work of login"
}
test_case "a branch that begins at paused work says so" branch_from_paused

closed_items() {
  make_project
  works git handoff note task "rename keys"
  works git handoff note task "write docs"
  works git handoff pause --next go
  works git handoff resume --continue
  works git handoff note done "rename keys"
  works git handoff note start "draw a key"
  works git handoff note done "draw a key"
  works git handoff note --list
  expect_matches "$out" "start: draw a key \(.*, done\)"
  expect_matches "$out" "task: rename keys \(.*, done\)"
  expect_matches "$out" "task: write docs \([^,]*, since [0-9]+ [A-Z][a-z]+( [0-9]+)?\)$"
}
test_case "what is done stands in the list as done" closed_items

reset_by_hand() {
  paused_on login
  git reset -q HEAD~1
  expect_matches "$(first_line)" "^safe to continue"
  works git handoff check
  expect_lacks "$out" "changed"
  git stash -q
  works git handoff check
  expect_lacks "$out" "changed"
  expect_equal "safe to continue: the paused work is off the branch, a resume brings it back" "$(first_line)"
}
test_case "the commit taken off by hand, with the work here or kept only, is no fault" reset_by_hand

words_are_paths() {
  make_project
  echo "int more;" >>src/util.c
  must_fail 1 git handoff pause "half of the expiry"
  expect_contains "$err" "hint: to say why you stop: git handoff pause -m TEXT"
  echo x >"a b"
  works git handoff pause "a b"
  expect_equal "A  a b" "$(git diff --name-status HEAD~1 HEAD | sed 's/\t/  /')"
}
test_case "pause \"some words\" is about a file of that name, and where there is none the hint says how words are given" words_are_paths

unquoted_notes() {
  make_project
  must_fail 129 git handoff note next write the test
  expect_contains "$err" "quote the text: git handoff note next 'write the test'"
  must_fail 129 git handoff note nxt "write the test"
  expect_contains "$err" "the nearest: git handoff note next 'write the test'"
  works git handoff note next "write the test"
  works git handoff
  expect_contains "$out" "1 note waits for the next pause (git handoff note --list)"
}
test_case "who forgot the quotes is shown their own words in them" unquoted_notes
# typed KEY: what `git handoff resume` prints on a terminal, where it is pressed.
typed() {
  TERM=xterm on_terminal "$1"$'\n' git handoff resume
  printf '%s' "$out"
}

# Who presses enter, or goes away, has chosen nothing.
enter_changes_nothing() {
  local before keys
  paused_on login
  before=$(git for-each-ref && state_of_tree)
  for keys in $'\n' ''; do
    on_terminal "$keys" git handoff resume
    expect_contains "$out" "your choice [q]"
    expect_equal "$before" "$(git for-each-ref && state_of_tree)"
  done
}
test_case "the default of a resume is to change nothing" enter_changes_nothing

offers() {
  local id
  paused_on login
  id=$(git handoff list | cut -d' ' -f1)
  # Another branch is checked out.
  git switch -q main
  must_fail 1 git handoff resume
  expect_lacks "$err" "--fresh"
  expect_matches "$(typed q)" "\[c\] continue +switch to login, restore the work"
  expect_lacks "$(typed q)" "[f]"
  # ... in another worktree.
  git switch -q login
  git worktree add -q -b other ../wt main
  cd ../wt || exit 1
  expect_lacks "$(typed q)" "[f]" "[c]"
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "nothing is paused on 'other'"
  must_fail 1 git handoff resume --fresh "$id"
  expect_contains "$err" "git handoff resume --fresh $id" "cd "
  cd - >/dev/null || exit 1
  git worktree remove ../wt
  # A commit is on top.
  echo "int on_top;" >>src/util.c
  git commit -qam "go on"
  must_fail 1 git handoff resume
  expect_lacks "$err" "--fresh"
  expect_contains "$(typed k)" "[k] keep" "Resumed login"
  # It is retired: what helps is said at once.
  must_fail 1 git handoff resume "$id"
  expect_contains "$err" "git handoff undo $id" "git handoff show $id"
  expect_lacks "$err" "--continue"
}
test_case "the menu and its hints offer what works: elsewhere, with a commit on top, retired" offers

older_version() {
  make_project
  for text in one two three; do
    echo "$text" >>src/util.c
    works git handoff checkpoint -q -m "$text"
  done
  git stash -q
  must_fail 1 git handoff resume @~1
  expect_contains "$err" "only the newest can be resumed" "git restore --source="
  expect_lacks "$err" "--apply"
}
test_case "an older version is not answered with the newest" older_version

left_editor() {
  make_project
  git switch -qc login
  echo "int more;" >>src/util.c
  printf '#!/bin/sh\nsed -i "s/^## Next Action$/&\\n\\nten minutes of thought in src\\/util.c/" "$1"\nexit ${code:-0}\n' >"$case_dir/ed"
  chmod +x "$case_dir/ed"
  export GIT_EDITOR="$case_dir/ed" TERM=xterm
  on_terminal "" env code=1 git handoff pause
  expect_contains "$out" "nothing was changed: the editor ended" "HANDOFF_EDITMSG.1"
  expect_contains "$(cat .git/HANDOFF_EDITMSG.1)" "## Message" "Kept with it: 1 file" "src/util.c" "Your files stay as they are"
  expect_contains "$(git handoff)" "Nothing is paused"
  on_terminal "" git handoff pause
  expect_contains "$(cat .git/HANDOFF_EDITMSG.1)" "ten minutes"
  expect_lacks "$out" "warning:"
  works git handoff undo
  expect_contains "$(git handoff)" "Nothing is paused"
}
# The terminal went while the text was open: the next pause does not write over it. A text that nobody touched is none.
text_of_a_lost_terminal() {
  make_project
  echo "int more;" >>src/util.c
  printf '#!/bin/sh\nexit 1\n' >"$case_dir/ed"
  chmod +x "$case_dir/ed"
  export GIT_EDITOR="$case_dir/ed" TERM=xterm
  on_terminal "" git handoff pause
  expect_contains "$out" "nothing was changed: the editor ended"
  expect_lacks "$out" "to take your text up"
  printf '## Message\n\nhalf an hour of typing\n' >.git/HANDOFF_EDITMSG
  printf '#!/bin/sh\nsed -i "s/^## Next Action$/&\\n\\nin src\\/util.c/" "$1"\n' >"$case_dir/ed"
  on_terminal "" git handoff pause
  expect_contains "$out" "a text that was written before, and not used, is kept" "--from"
  expect_contains "$(cat .git/HANDOFF_EDITMSG.1)" "half an hour of typing"
  [ ! -e .git/HANDOFF_EDITMSG ] || fail "what was used is kept"
}
test_case "a text whose terminal went is kept, and told" text_of_a_lost_terminal
# What the editor is told in comments is no part of a record, whatever is written around them.
comments_of_the_editor() {
  make_project
  echo "int more;" >>src/util.c
  printf '#!/bin/sh\nsed -i "s/^<!-- Kept/words before &/; s/^## Next Action\$/&\\n\\n\\`\\`\\`sh\\nmake/" "$1"\n' >"$case_dir/ed"
  chmod +x "$case_dir/ed"
  export GIT_EDITOR="$case_dir/ed" TERM=xterm
  on_terminal "" git handoff pause
  works git handoff show --format json
  expect_contains "$out" "words before" "make"
  expect_lacks "$out" "Kept with it" "1 file" "write as for a stranger"
}
test_case "comments in the editor's text are not stored, whatever stands around them" comments_of_the_editor
test_case "who leaves the editor or undoes the pause keeps the text, and no handoff stays" left_editor

context_comes_back() {
  make_project
  git switch -qc login
  echo "int more;" >>src/util.c
  works git handoff note context "freezegun breaks the fixtures: not again"
  works git handoff pause --next "finish src/util.c"
  git switch -q main
  git branch -qD login
  works git handoff resume --continue --switch
  expect_contains "$out" "context: freezegun breaks the fixtures" "Resumed login"
}
test_case "resume shows the context, and names the branch that it made again" context_comes_back
widths() {
  local columns title='🚀🚀 launch 日本語 שלום עולם مرحبا 👩‍👩‍👧 é ❤ क्षि: then the pictures, then ask Ben to look at it'
  make_project; make_work
  works git handoff note "$title"
  COLUMNS=40 git handoff note --list >../screens
  works git handoff pause -m "$title" --next "$title https://example.org/longer/than/a/line/of/the/screen.html"
  for columns in 40 79 80; do
    COLUMNS=$columns git handoff list
    COLUMNS=$columns git handoff show | grep -v -e ^WIP -e ^base
  done >>../screens
  COLUMNS=40 git handoff lint | grep -v '\[' >>../screens
  python3 - ../screens <<'END'
import sys, unicodedata
text = open(sys.argv[1], encoding="utf-8").read()
assert "🚀🚀 launch 日本語 שלום" in text and "👩‍👩‍👧 é ❤ क्षि" in text, text
assert " https://example.org/longer/than/a/line/of/the/screen.html" in text, text
def width(c): return 0 if unicodedata.category(c) in ("Mn", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
lines = [line for line in text.splitlines() if "://" not in line]
wide = [line for line in lines if sum(map(width, line)) > 80]
assert not wide, wide
assert 78 <= max(sum(map(width, line)) for line in lines) <= 80
small = text.split("\n" + "branch")[0]
assert all(sum(map(width, line)) <= 40 for line in small.splitlines() if "://" not in line), small
END
}
test_case "emoji, joiners, wide and right-to-left letters are shown as they are, and lines fit" widths

put_aside_after_rebase() {
  paused_on login
  git switch -q main
  echo 1 >f1; git add f1; git commit -qm "main 1"
  git switch -q login
  git rebase -q main
  works git handoff discard
  expect_contains "$out" "WIP commit: $(git rev-parse --short=7 HEAD) stays on login"
  works git handoff
  expect_contains "$out" "git handoff undo login-" ", then git handoff resume"
  expect_lacks "$out" "was resumed" "git reset"
}
test_case "discarded after a rebase: the WIP commit is told where it is, and how it comes off" put_aside_after_rebase

merged_on_top() {
  make_project
  git init -q --bare ../o.git; git remote add origin "$PWD/../o.git"
  git switch -qc login; git push -qu origin login
  git clone -q -b login ../o.git ../ben
  echo own >own; git add own; git commit -qm own
  echo "int more;" >>src/util.c
  works git handoff pause --next "finish src/util.c"
  (cd ../ben; echo b >b; git add b; git commit -qm "b of Ben"; git push -q)
  git pull -q --no-rebase --no-edit
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "rebase it onto what was merged: git rebase --autostash origin/login"
  expect_lacks "$err" "rebase -i"
  git rebase -q origin/login
  works git handoff resume --continue
  git merge-base --is-ancestor origin/login HEAD
  expect_equal " M src/util.c" "$(git status --porcelain)"
}
test_case "a pull on top of paused work: no commit of others is rewritten by what is offered" merged_on_top

questions_come_back() {
  make_project; make_work
  for i in 1 2 3 4 5; do works git handoff note question "how long do tokens of sort $i live?"; done
  works git handoff pause --next go
  works git handoff reconstruct
  expect_contains "$out$err" "it is in the handoff here: git handoff show"
  works git handoff resume --continue
  expect_contains "$out" "open question: how long do tokens of sort 1 live?" "more: 2 questions: git handoff show"
  works git handoff reconstruct
  expect_contains "$out$err" "the last one here is archived: git handoff show"
  expect_lacks "$out$err" "No record was found"
  git switch -qc elsewhere
  works git handoff
  expect_lacks "$out" "resumed:"
}
test_case "resume shows the open questions; where a record is retired nothing is called lost" questions_come_back

# What one came for has the room: the next step, whole; each thing is told once, a menu is printed once.
what_one_came_for() {
  make_project; git switch -qc login; make_work
  works git handoff pause --next "write the expiry test in src/util.c, with the clock that the reviewer asked for"
  local id; id=$(git handoff list --porcelain | cut -f1)
  git switch -q main; git switch -qc other
  echo more >>README
  works git handoff pause --next go
  git switch -q login
  works git handoff
  expect_contains "$(tr -s ' \n' ' ' <<<"$out")" "${id##*-} " "with the clock that the reviewer asked for"
  expect_lacks "$out" "$id"
  expect_equal 1 "$(grep -c "git handoff list" <<<"$out")"
  on_terminal $'x\ns\nq\n' git handoff resume
  expect_equal 1 "$(grep -c '\[c\] continue' <<<"$out")"
  expect_contains "$out" "'x' is none of them" "your choice (c, r, v, s, f, q) [q]:"
  git reset -q --hard HEAD~1
  git reset -q --hard
  must_fail 1 git handoff resume
  expect_lacks "$err" "nothing moves"
}
test_case "status shows the next step whole; the menu is printed once" what_one_came_for

# The ordinary case: what the rebase brought stands below the work, told beside it and not as damage.
rebased_over_a_hotfix() {
  make_project
  write src/lines.c 1 2 3 4 5 6 7 8 9
  commit_all "lines"
  git switch -qc feat
  real_clock
  echo 10 >>src/lines.c
  works git handoff pause --next "go on"
  git switch -q main
  write src/lines.c 0 1 2 3 4 5 6 7 8 9
  commit_all "hotfix"
  git switch -q feat
  git rebase -q main
  must_fail 1 git handoff resume
  expect_matches "$out" "^rebased: $(git rev-parse --short=7 main) \('hotfix'\) touches"
  expect_lacks "$out" "not as recorded" "git diff" "safe to continue"
  works git handoff
  expect_matches "$out" "^rebased: "
}
test_case "a rebase over a commit in the same file that went through is no damage" rebased_over_a_hotfix

# A resume took the WIP commit off; the checkpoint that was kept above it stands on what that one stood on.
checkpoint_above_a_resumed_pause() {
  make_project; git switch -qc feat; make_work
  works git handoff pause --next go
  echo more >>src/util.c
  works git handoff checkpoint
  works git handoff resume --continue "@{0}"
  works git handoff
  expect_lacks "$out" "no longer on the branch" "not in this repository"
  works git handoff brief # what is gone on with, not what was kept beside it
  expect_contains "$out" "Resumed" "Next: go"
  expect_lacks "$out" "Paused on"
  works git handoff brief "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active/)"
  expect_contains "$out" "Kept on feat as a checkpoint, nothing is paused"
  expect_lacks "$out" "Paused on" "Since then"
  git reset -q --hard
  git commit -q --allow-empty -m on
  works git handoff
  expect_lacks "$out" "no longer on the branch"
}
test_case "a checkpoint is not called a pause, nor its WIP commit lost that a resume took off" checkpoint_above_a_resumed_pause

# The README's first promise, on the screen where it counts: as much as an agent gets, or how much more there is.
shows_what_was_in_the_head() {
  make_project; make_work
  works git handoff note goal "logins survive a key rotation"
  works git handoff note eliminated "a cache of verified tokens" --because "a revoked one stayed valid"
  works git handoff note correction "never edit generated files"
  works git handoff note decision "use jose" --because "keys rotate" --instead-of jsonwebtoken
  works git handoff note message "Ben: read the mail of Friday first"
  for i in 1 2 3 4; do works git handoff note task "write test number $i"; done
  works git handoff note hypothesis "the clock is wrong"
  works git handoff note doc README --because "the plan"
  works git handoff pause -m stop --next go
  must_fail 1 git handoff resume
  expect_contains "$out" "goal: logins survive a key rotation" "rule: never edit generated files" \
    "decided: use jose (not jsonwebtoken; because keys rotate)" \
    "tried in vain: a cache of verified tokens (a revoked one stayed valid)" "mail of Friday" "to do: write test number 3"
  expect_lacks "$out" "number 4"
  expect_contains "$out" "more: 1 task, 1 document, hypotheses: git handoff show"
}
test_case "resume shows the goal, rules, why, what was tried in vain, and how much more there is" shows_what_was_in_the_head

# The commit in which the work is by now, and the way back to changes, are named; no two keys do the same.
committed_otherwise() {
  make_project; make_work
  works git handoff pause --next "finish util.c"
  local old
  old=$(git rev-parse --short=7 HEAD)
  git commit -q --amend -m "real: message"
  on_terminal $'q\n' git handoff resume
  expect_contains "$out" "[k] keep"
  expect_lacks "$out" "[f] start fresh"
  on_terminal $'k\n' git handoff resume
  expect_contains "$out" "nothing was moved: the commits stay as they are" \
    "WIP commit: $old, in the archived record; the work is in $(git rev-parse --short=7 HEAD)"
  expect_lacks "$out" "was given"
  works git handoff note context "a thing to know"
  works git handoff reconstruct
  expect_matches "$out$err" "git handoff show [^ ]+, or to bring it back: git handoff undo [^ ]+"
}
test_case "work that was committed otherwise is named by the commit that has it" committed_otherwise

published_by_hand() {
  git init -q --bare "$case_dir/origin.git"
  make_project; make_work
  git remote add origin "$case_dir/origin.git"
  git push -q -u origin main
  works git handoff pause --next "finish util.c"
  git push -q
  must_fail 1 git handoff resume --continue
  local hint
  hint=$(sed -n 's/^hint: or have its files as changes again.*: git/git/p' <<<"$err")
  [ -n "$hint" ] || fail "$err"
  works bash -c "$hint"
  expect_contains "$(git status --short)" " M src/main.c" "?? notes/"
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause -m again
  write src/util.c "int util(void) { return 4; }"
  works git handoff note context "a thing to know"
  works git handoff
  expect_contains "$out" "git handoff pause" "add what is new"
}
test_case "published work can be had as changes again; edits after a pause can be added to it" published_by_hand

words_of_git() {
  make_project; real_clock
  must_fail 129 git handoff pop
  expect_contains "$err" "the nearest: resume"
  must_fail 129 git handoff resume --contineu
  expect_contains "$err" "the nearest: --continue"
  must_fail 129 git handoff note tried "a cache"
  expect_contains "$err" "the nearest: git handoff note eliminated 'a cache'"
  works git handoff note -h
  expect_matches "$out" "eliminated +what was tried and does not work"
  works git handoff note context "a thing to know"
  works git handoff pause --next "finish"
  works git handoff resume --continue
  works git handoff note --list
  expect_lacks "$out" "since "
}
test_case "the words of git for a command, a kind, an option are answered with ours" words_of_git

# A paused commit that was amended comes back only where that is told: resume says how.
amended_by_hand() {
  make_project
  make_work
  works git handoff pause --next "finish"
  write src/main.c "amended"
  git commit -qa --amend --no-edit
  works git handoff
  run git handoff resume
  expect_contains "$err" "--continue --unwrap" "--keep-wip"
  works git handoff resume --continue --unwrap
  expect_equal amended "$(cat src/main.c)"
}
test_case "resume says what brings a paused commit back that was amended" amended_by_hand

# What a resume merges may be in the files, and part of it in a commit with something else.
half_committed() {
  make_project
  make_work
  works git handoff pause --next "finish src/main.c"
  git reset -q HEAD~1
  echo "one more" >>src/main.c
  git commit -qm part src/main.c
  works git handoff brief
  expect_contains "$out" "finish src/main.c [kept change is in $(git rev-parse --short=7 HEAD)]"
  works git handoff resume --continue --apply
  expect_contains "$out" "the files had the kept work already"
  expect_lacks "$out" "as they were"
}
test_case "what was committed with more to it is not told as it was" half_committed

# One word for one thing: what is put away is in the archive, and what was recorded are facts.
one_word() {
  make_project
  make_work
  works git handoff pause --next "finish"
  echo more >>README
  git commit -qam "on top"
  checked
  expect_contains "$out" "new commits: 1 on HEAD" "as recorded (-v lists them)"
  expect_lacks "$out" "claim"
  run git handoff discard -h
  expect_lacks "$out" "etire"
}
test_case "what is put away is archived, and facts are as recorded" one_word

# Each heading once, and nothing that only a program reads.
headings_once() {
  make_project
  make_work
  works git handoff note task "refresh"
  works git handoff pause --next "verify"
  works git handoff resume --continue
  git add -A
  git commit -qm "verify: done"
  works git handoff pause -m later
  on_terminal $'\n' git handoff show
  expect_equal "" "$(grep -v '^ \|:' <<<"$out" | sort | uniq -d | grep .)"
}
test_case "what is to be read has each heading once" headings_once

# On a clean tree a pause is for its words; without any there is nothing that somebody could go on with.
nothing_to_say() {
  make_project
  must_fail 1 git handoff pause
  expect_contains "$err" "nothing to pause: the tree is clean, and nothing was said" "--next"
  must_fail 1 git handoff pause --json
  works git handoff checkpoint
  expect_equal "Nothing to keep: the tree is clean" "$out"
  expect_equal "" "$(git for-each-ref refs/handoffs)"
  works git handoff note context "a thing to know"
  works git handoff pause
  works git handoff checkpoint
  expect_contains "$out" "Nothing to keep: the pause "
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)"
}
test_case "a clean tree and not a word: no record is made" nothing_to_say

# What is asked can be answered with yes, and what is not offered has its reason.
no_idle_question() {
  needs_terminal
  paused_on login
  local id
  id=$(git handoff list | cut -d' ' -f1)
  git switch -q -c other
  write docs.md "other"
  commit_all "other work"
  on_terminal $'y\n' git handoff resume login --continue
  expect_equal 1 "$code"
  expect_lacks "$out" "[y/N]"
  expect_contains "$out" "is in another branch, too: refs/heads/other" "git handoff resume $id --continue --switch --unwrap"
  on_terminal $'q\n' git handoff resume login
  expect_lacks "$out" "[c]"
  expect_contains "$out" "note: --continue is refused here: the WIP commit"
  works git handoff resume "$id" --continue --switch --unwrap
}
test_case "no question is asked whose yes is refused, and the menu says why it cannot be continued" no_idle_question

# A brief is offered while there is one.
brief_offered() {
  paused_on login
  works git handoff resume --continue
  works git handoff
  expect_contains "$out" "git handoff brief"
  works git handoff brief
  commit_all "done with it"
  works git handoff
  expect_lacks "$out" "git handoff brief"
  must_fail 1 git handoff brief
  works git handoff note task "write the docs"
  works git handoff
  expect_contains "$out" "git handoff brief"
  works git handoff brief
}
test_case "status offers a brief where there is one" brief_offered

named_checkpoint() {
  make_project
  write src/new.c "new"
  works git handoff checkpoint -m "before the refactor"
  rm src/new.c
  must_fail 1 git handoff resume
  expect_contains "$out" "title: before the refactor"
  expect_equal 1 "$(grep -c discard "$err_file")" "how often the way to put it away is told"
}
test_case "a checkpoint is told with its name, and the way to put it away once" named_checkpoint
test_done
