#!/usr/bin/env bash
# Notes: one line each in the journal of the worktree, durable, listed, taken back, closed.
. "$(dirname "$0")/lib.sh"

notes_by_kind() {
  make_project
  works git handoff note "the cache is per worker"
  works git handoff note decision "use jose" --because "keys rotate" --instead-of jsonwebtoken --binding absolute
  works git handoff note action "set up redis" --blocking
  works git handoff note --list
  expect_contains "$out" "context: the cache is per worker" "decision: use jose" "human, blocking: set up redis"
  works git handoff note --list --json
  expect_equal "context decision human" "$(json '[.notes[].kind] | join(" ")' <<<"$out")"
  expect_equal "keys rotate absolute" "$(json '.notes[1] | .because + " " + .binding' <<<"$out")"
  expect_equal "main $(git rev-parse HEAD)" "$(json '.notes[0] | .branch + " " + .head' <<<"$out")"
  expect_equal 3 "$(wc -l <.git/handoff/journal/main.jsonl)"
}
test_case "notes of several kinds are written and listed" notes_by_kind

notes_from_stdin() {
  make_project
  works git handoff note - <<<"the cache is per worker"
  works git handoff note decision - --because "keys rotate" <<<"use jose"
  works git handoff note --list
  expect_contains "$out" "context: the cache is per worker" "decision: use jose"
  must_fail 129 git handoff note - </dev/null
  expect_contains "$err" "nothing came"
}
test_case "a dash reads the text from stdin" notes_from_stdin

usage_errors() {
  make_project
  must_fail 129 git handoff note use jose for tokens
  expect_contains "$err" "hint: quote the text"
  must_fail 129 git handoff note decision
  expect_contains "$err" "its text is missing" "hint: quote the text"
  must_fail 129 git handoff note two words
  expect_contains "$err" "'two' is not a kind" "hint: quote the text"
  must_fail 129 git handoff note
  must_fail 129 git handoff note --nonsense "text"
  expect_contains "$err" "'--nonsense' is not an option"
  must_fail 129 git handoff note task "text" --because "x"
  expect_contains "$err" "--because is for: decision"
  must_fail 129 git handoff note "text" --blocking
  must_fail 129 git handoff note decision "text" --binding sometimes
  must_fail 129 git handoff note --list "text"
  works git handoff note -- "--starts with dashes"
  works git handoff note --list
  expect_contains "$out" "context: --starts with dashes"
  expect_equal 1 "$(wc -l <.git/handoff/journal/main.jsonl)"
}
test_case "what is not one quoted text is a usage error, and writes nothing" usage_errors

outside() {
  must_fail 128 git handoff note "text"
  expect_contains "$err" "not a git repository"
  make_repo
  works git handoff note "before the first commit"
  expect_equal null "$(json '.head' .git/handoff/journal/main.jsonl)"
  git init -q --bare ../bare.git
  cd ../bare.git
  must_fail 128 git handoff note "text"
}
test_case "outside of a repository, in an unborn and in a bare one" outside

worktrees() {
  make_project
  git worktree add -q -b side ../side
  works git handoff note "in main"
  cd ../side
  works git handoff note "in side"
  works git handoff note --list
  expect_contains "$out" "in side"
  expect_lacks "$out" "in main"
  git checkout -q --detach
  works git handoff note "detached"
  works git handoff note --list
  expect_contains "$out" "detached"
  expect_contains "$err" "1 note on 'main', 1 note on 'side': git handoff note --list --all"
  works git handoff note --list --all
  expect_contains "$out" "on 'side':" "in side" "on 'main':" "in main"
  works git handoff note --list --all --json
  expect_equal 3 "$(json '.notes | length' <<<"$out")"
  must_fail 129 git handoff note --all
}
test_case "each worktree and branch has its own notes" worktrees

# What is over is listed where all is.
branches_that_are_over() {
  make_project
  real_clock
  for branch in gone merged moved fresh; do
    git switch -q -c "$branch" main
    works git handoff note decision "of $branch"
    [ "$branch" = fresh ] || git commit -q --allow-empty -m "$branch"
  done
  git switch -q main
  git merge -q gone merged 2>/dev/null
  git branch -q -D gone
  git branch -m moved renamed
  works git handoff note --list
  expect_contains "$err" "1 note on 'fresh', 1 note on 'moved': git handoff note --list --all"
  works git handoff note --list --all
  expect_contains "$out" "on 'gone', which is gone:" "of gone" "on 'merged', which is merged:" "of merged" "on 'fresh':"
  git branch -q -D renamed fresh
  works git handoff note --list
  expect_lacks "$out$err" "--all"
}
test_case "notes of branches that are gone or merged are listed with --all" branches_that_are_over

# A branch keeps its notes wherever it is checked out: `how` says what became of the worktree they were made in.
moved_on() {
  make_project
  git worktree add -q -b topic ../wt
  (cd ../wt && git handoff note decision "verify before parsing" && git handoff note task "write the test")
  if [ "$1" = switched ]; then git -C ../wt switch -q -c other; else git worktree remove ../wt; fi
  git switch -q topic
  if [ "$1" = read-only ]; then
    chmod a-w .git/handoff/journal
    works git handoff
    chmod u+w .git/handoff/journal
  fi
  works git handoff note --list
  expect_contains "$out" "verify before parsing" "write the test"
  works git handoff
  expect_contains "$out$err" "2 notes"
  make_work
  works git handoff pause -m x
  works git handoff show
  expect_contains "$out" "verify before parsing" "write the test"
  works git handoff undo
  works git handoff note --list
  expect_equal 2 "$(wc -l <<<"$out")"
}
test_case "the notes of a worktree that was removed are those of its branch" moved_on removed
test_case "... also where the worktree has another branch now" moved_on switched
test_case "... and status shows what it can where nothing can be written" moved_on read-only

there_and_back() {
  make_project
  git worktree add -q -b topic ../wt
  (cd ../wt && git handoff note "made in wt" && git switch -q -c other)
  git switch -q topic
  works git handoff note --list
  expect_contains "$out" "made in wt"
  git switch -q main
  cd ../wt
  git switch -q topic
  works git handoff note --list
  expect_equal 1 "$(grep -c "made in wt" <<<"$out")"
  git switch -q other
  cd "$OLDPWD"
  git switch -q topic
  works git handoff note --list
  expect_equal 1 "$(grep -c "made in wt" <<<"$out")"
}
test_case "... and they come back when it does, once" there_and_back

killed_on_the_way() {
  make_project
  git worktree add -q -b topic ../wt
  (cd ../wt && git handoff note "made in wt")
  git worktree remove ../wt
  git switch -q topic
  GIT_HANDOFF_FAULT=journal-brought git handoff note --list || true
  works git handoff note --list
  expect_equal 1 "$(grep -c "made in wt" <<<"$out")"
}
test_case "... and a kill on the way neither loses nor doubles them" killed_on_the_way

# The journal here takes no more, that of the other worktree has room.
no_room_here() {
  make_project
  git worktree add -q -b topic ../wt
  (cd ../wt && git handoff note "made in wt")
  git worktree remove ../wt
  works git handoff note "$(head -c 6000 /dev/zero | tr '\0' x)"
  git switch -q topic
  (ulimit -f $(($(stat -c %s .git/handoff/journal/main.jsonl) / 1024)) && git handoff note --list) >/dev/null 2>&1 || true
  works git handoff note --list
  expect_equal 1 "$(grep -c "made in wt" <<<"$out")"
}
test_case "... and where this journal cannot be written they stay in the other" no_room_here

# They come along as the changes do.
switched_away() {
  make_project
  real_clock
  works git handoff note decision "noted on main"
  echo work >>README
  git switch -q -c topic
  works git handoff note --list
  expect_contains "$out" "noted on main"
  git switch -q main
  sleep 1.1  # reflogs know seconds
  works git handoff note "later, on main"
  git switch -q topic
  git switch -q -c second
  works git handoff note --list
  expect_contains "$out" "noted on main"
  expect_lacks "$out" "later"
  works git handoff pause -m x
  works git handoff show
  expect_contains "$out" "noted on main"
  git switch -q main
  works git handoff note --list
  expect_lacks "$out" "noted on main"
  expect_contains "$out" "later, on main"
  git switch -q -c elsewhere second~
  git switch -q -c beyond second
  works git handoff note --list
  expect_lacks "$out" "later"
}
test_case "notes made before 'git switch -c' come along with the changes" switched_away

# A branch without a commit of its own starts where others do: only its reflog says what it was made from.
stays_with_its_branch() {
  make_project
  real_clock
  git switch -q -c login
  git branch later
  sleep 1.1  # reflogs know seconds
  works git handoff note decision "login uses sha256"
  git switch -q main
  sleep 1.1
  git switch -q -c hotfix
  echo hot >>README
  works git handoff note --list
  expect_lacks "$out" "sha256"
  works git handoff pause -m hot
  works git handoff show
  expect_lacks "$out" "sha256"
  # Nor into one that was made before, or out of another.
  git switch -q login
  git switch -q later
  works git handoff note --list
  expect_lacks "$out" "sha256"
  git switch -q login
  git switch -q -c beside main
  works git handoff note --list
  expect_lacks "$out" "sha256"
  # What one has taken along, the next does not.
  git switch -q login
  git switch -q -c first
  sleep 1.1
  git switch -q login
  git switch -q -c second
  works git handoff note --list
  expect_lacks "$out" "sha256"
  git switch -q login
  works git handoff note --list
  expect_contains "$out" "sha256"
}
test_case "... and those of another branch at the same commit stay with it" stays_with_its_branch

closing() {
  make_project
  works git handoff note task "write the refresh endpoint"
  works git handoff note question "which ring?"
  works git handoff note done "ring"
  expect_contains "$err" "noted done: which ring?"
  must_fail 1 git handoff note done "nothing like it"
  expect_contains "$err" "open task: write the refresh endpoint"
  works git handoff note done "REFRESH"
  works git handoff note --undo
  expect_contains "$err" "took back done: write the refresh endpoint"
  works git handoff note --undo
  works git handoff note --undo
  works git handoff note --undo
  must_fail 1 git handoff note --undo
}
test_case "done closes what is open, undo takes back one note at a time" closing

closed_twice() {
  make_project; make_work
  works git handoff note task "write tests"
  works git handoff note task "write tests for expiry"
  works git handoff note done "write tests"
  must_fail 1 git handoff note done "write  Tests"
  expect_contains "$err" "'write  Tests' is done already" "open task: write tests for expiry"
  must_fail 1 git handoff note done "$(git handoff note --list | sed -n 's/  task: write tests (.*//p')"
  expect_contains "$err" "is done already"
  works git handoff note action "ask ops for the staging key"
  echo '{"next_action":"go","remaining_tasks":[{"id":"ops","name":"wait"}],"human_actions_pending":[{"action":"ask ops","done":true}]}' >"$case_dir.json"
  works git handoff pause --from "$case_dir.json"
  works git handoff note done ops
  expect_contains "$err" "noted done: wait"
  local said
  for said in "write tests" "ask ops" ops; do
    must_fail 1 git handoff note done "$said"
    expect_contains "$err" "is done already"
  done
  works git handoff resume --continue
  must_fail 1 git handoff note done "write tests"
  expect_contains "$err" "is done already"
  works git handoff note done "ops for"
  expect_contains "$err" "noted done: ask ops for the staging key"
}
test_case "done said twice closes nothing that only holds the text" closed_twice

only_open_ones_wait() {
  make_project
  works git handoff note task "write the docs"
  works git handoff note task "write the tests"
  works git handoff note done "write the docs"
  works git handoff status
  expect_contains "$out" "1 note waits"
  works git handoff note done "write the tests"
  works git handoff status
  expect_lacks "$out" "wait"
}
test_case "status counts the notes that are open" only_open_ones_wait

carried_is_not_taken_back() {
  make_project
  make_work
  works git handoff note task "write the refresh endpoint"
  works git handoff pause -m x
  works git handoff resume --continue
  must_fail 1 git handoff note --undo
  expect_contains "$err" "no note was made on this branch since the last pause"
  works git handoff note --list
  expect_contains "$out" "write the refresh endpoint"
}
test_case "undo takes back no note that a record carried" carried_is_not_taken_back

commits_of_tasks() {
  make_project
  works git handoff note start "set up the module"
  git commit -q --allow-empty -m "one"
  one=$(git rev-parse HEAD)
  works git handoff note done "set up the module"
  works git handoff note task "sign tokens"
  works git handoff note start "verify tokens" --progress "the signature is"
  git commit -q --allow-empty -m "x" && git commit -q --allow-empty -m "feat(auth): Sign tokens"
  works git handoff note done "sign tokens"
  works git handoff note task "without a commit"
  works git handoff note done "without a commit"
  # What came from a colleague meanwhile did nothing of it.
  works git handoff note start "pulled"
  GIT_COMMITTER_EMAIL=ann@example.com git commit -q --allow-empty -m "hers"
  works git handoff note done "pulled"
  make_work
  works git handoff pause --next "edit src/main.c"
  works git handoff show --json
  expect_equal "set up the module $one,sign tokens $(git rev-parse HEAD~2),without a commit null,pulled null" \
    "$(json '[.completed_tasks[] | "\(.name) \(.commit)"] | join(",")' <<<"$out")"
  expect_equal "verify tokens" "$(json '.remaining_tasks[0].name' <<<"$out")"
  works git handoff export --format superteam
  expect_equal "set up the module,sign tokens,without a commit,pulled,verify tokens in_progress the signature is|0" \
    "$(json '([.completed_tasks[].name] | join(",")) + " " + (.completed_tasks[4] | "\(.status) \(.progress)") + "|\(.remaining_tasks | length)"' <<<"$out")"
  works git handoff export --format superteam-md
  expect_contains "$(grep -v '^$' <<<"$out")" "(commit $one)" $'## Completed Work\n' "[~] verify tokens (the signature is)"
  expect_lacks "$out" "## Remaining Work"
  expect_lacks "$err" tasks
}
test_case "a task that is done carries the commit that did it, one in work is exported with how far" commits_of_tasks

batch() {
  make_project
  printf '%s' '[{"kind":"decision","text":"d","because":"r"},"plain"]' >../batch
  run git handoff note --json - <../batch
  expect_equal 0 "$code" "$err"
  expect_equal "2 d" "$(json '(.notes | length | tostring) + " " + .notes[0].text' <<<"$out")"
  printf '%s' '[{"kind":"decision","text":"d"},{"kind":"nonsense","text":"x"}]' >../batch
  run git handoff note --json - <../batch
  expect_equal 128 "$code"
  expect_contains "$err" "item 2: 'nonsense'"
  printf '%s' '[{"text":"d"},{"text":"x","files":["a"]}]' >../batch
  must_fail 128 git handoff note --json - <../batch
  expect_contains "$err" "item 2: 'files' is no field of a note"
  works git handoff note --list --json
  expect_equal 2 "$(json '.notes | length' <<<"$out")"
  # As a record calls it.
  printf '%s' '{"kind":"decision","text":"e","rationale":"it is safe","rejected":"the other way"}' >../batch
  works git handoff note --json - <../batch
  expect_equal "it is safe/the other way" "$(json '.notes[0] | .because + "/" + .instead_of' <<<"$out")"
}
test_case "a batch comes from stdin, all of it or nothing" batch

paths() {
  make_project
  cd src
  works git handoff note doc ../docs/plan.md --because "remaining tasks"
  works git handoff note file main.c
  works git handoff note --list
  expect_contains "$out" "doc: docs/plan.md" "file: src/main.c"
}
test_case "paths are kept relative to the top of the tree" paths

paths_in_words() {
  make_project
  write util.c "int other;"
  write lib/b.c "int b;"
  commit_all "a file of the same name"
  cd src
  works git handoff note next "fix util.c:1 and ./main.c, as ../lib/b.c and src/main.c have it; not gone.c"
  expect_contains "$err" "noted next: fix src/util.c:1 and src/main.c, as lib/b.c and src/main.c have it; not gone.c"
  works git handoff note decision "one cache" --because "see util.c"
  works git handoff note task "test util.c"
  works git handoff note done "test util.c"
  expect_contains "$err" "noted done: test src/util.c"
  works git handoff pause -m "util.c is half done"
  works git handoff edit --next "go on in util.c:1"
  works git handoff show
  expect_contains "$out" "util.c is half done" "go on in src/util.c:1" "see src/util.c"
  works git handoff check -v
  expect_contains "$out" "src/util.c:1"
  cd ..
  works git handoff note "util.c is the one at the top"
  expect_contains "$err" "noted context: util.c is the one at the top"
}
test_case "... in a sentence, too, as far as it is there" paths_in_words

# What a pause took in keeps its id and its age, however often it is carried on.
carried_id_and_age() {
  make_project
  make_work
  works git handoff note task "write the retry test"
  works git handoff note "the cache is per worker"
  works git handoff note decision "use jose"
  works git handoff note "of the pause"
  mapfile -t first < <(json -r .id .git/handoff/journal/main.jsonl)
  noted=$(json -r .time .git/handoff/journal/main.jsonl | head -n 1)
  for _ in 1 2; do
    works git handoff pause -m x
    works git handoff resume --continue
    works git handoff pause -m x
    run git handoff note done "${first[3]}" # of a paused one: once
    works git handoff resume --continue
  done
  works git handoff note --list --json
  expect_equal "$noted" "$(json -r '.notes[] | select(.kind == "task").time' <<<"$out")"
  for id in "${first[@]:0:3}"; do
    works git handoff note done "$id"
  done
  works git handoff pause -m y
  works git handoff show
  expect_lacks "$out" "[ ] write the retry test" "per worker" "jose" "of the pause"
}
test_case "what is carried is closed by its first id, and is as old as it is" carried_id_and_age

torn() {
  make_project
  works git handoff note "one"
  printf '{"id":"n-1","kind":"con' >>.git/handoff/journal/main.jsonl
  works git handoff note --list
  expect_contains "$err" "warning: the last line of the journal was cut off and is dropped"
  works git handoff note "two"
  works git handoff note --list
  expect_contains "$out" "one" "two"
}
undone_and_done_again() {
  make_project
  make_work
  works git handoff note decision "use jose" --because "it is maintained"
  works git handoff pause -m x
  works git handoff undo
  works git handoff undo
  works git handoff note --list
  expect_lacks "$out" "use jose"
  works git handoff resume --continue
  works git handoff undo
  works git handoff undo
  works git handoff note --list
  expect_equal 1 "$(grep -c "use jose" <<<"$out")" "how often it is open: $out"
  works git handoff pause -m y
  works git handoff show
  expect_contains "$out" "use jose"
}

# Killed where the refs have moved, the next command finishes it: what is open has to be on disk by then.
killed_while_done_again() {
  make_project
  make_work
  works git handoff note decision "use jose"
  works git handoff pause -m x
  works git handoff resume --continue
  works git handoff undo
  GIT_HANDOFF_FAULT=$1 run git handoff undo
  [ "$code" -ne 0 ] || fail "'$1' is passed by nobody"
  works git handoff status
  works git handoff note --list
  if [ -n "$(git for-each-ref refs/handoffs/active)" ]; then
    works git handoff show
  fi
  expect_contains "$out" "use jose"
}

test_case "a torn last line is dropped and told" torn
for point in op-written op-step-1 op-step-2 op-done; do
  test_case "killed at $point while a resume is done again, what it left open is not lost" killed_while_done_again "$point"
done
test_case "what is open stays open when pause and resume are undone and done again" undone_and_done_again

same_text_of_two_kinds() {
  make_project
  works git handoff note blocker "the key has expired"
  works git handoff note human "the key has expired"
  must_fail 1 git handoff note done "the key has expired"
  works git handoff note done "$(git handoff note --list | sed -n 's/  blocker: .*//p')"
  works git handoff note done "human: the key has expired"
  must_fail 1 git handoff note done "the key has expired"
  expect_contains "$err" "'the key has expired' is done already"
}
never_open() {
  make_project
  works git handoff note message "tell Ben"
  works git handoff note gate "lint" --status pending
  must_fail 1 git handoff note done "tell Ben"
  expect_contains "$err" "a message note is not closed" "git handoff note --undo; after the pause: git handoff edit --from FILE"
  expect_lacks "$err" "nothing is open"
  must_fail 1 git handoff note done lint
  expect_contains "$err" "git handoff note gate lint --status passed"
}
test_case "of a note that nothing closes it is said what to do with it" never_open

counted_words() {
  make_project
  must_fail 129 git handoff note fix the test
  expect_contains "$err" "a note is one argument, and 2 more were given"
  must_fail 129 git handoff note task fix it
  expect_contains "$err" "a note is one argument, and 1 more was given"
}
test_case "words beside a note are counted as they were typed" counted_words
test_case "two notes of one text are closed by id or by kind" same_text_of_two_kinds

many_writers() {
  make_project
  local i
  for i in 1 2 3 4 5 6 7 8; do
    (for n in 1 2 3 4 5; do git handoff note "writer $i note $n" 2>/dev/null; done) &
  done
  wait
  works git handoff note --list --json
  expect_equal 40 "$(json '.notes | length' <<<"$out")"
  expect_equal 40 "$(json '[.notes[].id] | unique | length' <<<"$out")"
}
test_case "many writers lose nothing" many_writers

escapes() {
  make_project
  works git handoff note $'\e]0;title\a red \e[31m'
  expect_lacks "$err" $'\e'
  works git handoff note --list
  expect_lacks "$out" $'\e'
  works git handoff note "staging password: k4Tz9qLw"
  expect_contains "$err" "warning: the note holds what looks like a password"
  expect_lacks "$err" "k4Tz9qLw"
  works git handoff note --list
  expect_lacks "$out" "k4Tz9qLw"
}
test_case "what a note holds cannot reach the terminal, nor a secret the screen" escapes

beside_gc() {
  make_project
  GIT_HANDOFF_NOW=1600000000 works git handoff note "old"
  GIT_HANDOFF_NOW=1600000000 works git handoff note --undo
  GIT_HANDOFF_FAULT="journal-compacting=run:git handoff note 'beside gc' >/dev/null 2>&1 & sleep 0.3" works git-handoff gc
  # shellcheck disable=SC2016
  patiently bash -c 'git handoff note --list 2>&1 | grep -q "beside gc"' || fail "$(cat .git/handoff/journal/*)"
}
test_case "a note that is made while gc writes the journal anew stays" beside_gc
# The next step is handed on until another one is named, or it is done.
next_step_done() {
  make_project
  echo more >>src/main.c
  works git handoff pause --next "write the expiry test" -m lunch
  case $1 in
    resumed) works git handoff resume --continue ;;
    live) ;;
    named_anew)
      works git handoff resume --continue
      works git handoff note next "write the expiry test"
      ;;
  esac
  works git handoff brief
  expect_contains "$out" "Next: write the expiry test"
  works git handoff note done "Write the  expiry test"
  works git handoff brief
  expect_lacks "$out" "Next: write"
  works git handoff status
  expect_lacks "$out" "write the expiry"
  works git handoff note --undo
  works git handoff brief
  expect_contains "$out" "Next: write the expiry test"
  works git handoff note done "expiry test"
  echo more >>src/util.c
  works git handoff pause -m "waits for a review"
  expect_lacks "$out" "next:"
  works git handoff show --json
  expect_equal '|["write the expiry test"]|[]' \
    "$(json '[.next_action, ([.completed_tasks[] | .name? // .] | tojson), (.remaining_tasks | tojson)] | join("|")' <<<"$out")"
  must_fail 1 git handoff note done "write the expiry test"
  expect_contains "$err" "is done already"
}
test_case "the next step that is done is handed on no more: of what was resumed" next_step_done resumed
test_case "... of what is paused" next_step_done live
test_case "... and one that was noted" next_step_done named_anew

next_by_id_and_task() {
  make_project
  works git handoff note next "n2"
  works git handoff note done "$(git handoff note --list | cut -d' ' -f1)"
  works git handoff brief
  expect_lacks "$out" "Next: n2"
  # A next step that is a task, too, is done with it.
  works git handoff note task "write the lexer"
  works git handoff note next "write the lexer"
  works git handoff note done "write the lexer"
  works git handoff brief
  expect_lacks "$out" "Next: write"
}
test_case "a next step is closed by its id, and with the task of its name" next_by_id_and_task

# What was noted since a pause is the next step, whoever reads it and from wherever.
one_next_step() {
  make_project
  works git handoff init --hooks post-checkout
  commit_all "init"
  git switch -q -c login
  echo more >>src/main.c
  works git handoff pause --next "OLD step in src/main.c"
  local id screen
  id=$(live_ids)
  works git handoff note next "NEW step in src/util.c"
  for branch in login main; do
    git switch -q "$branch" 2>/dev/null
    for screen in list "list --json" "list --porcelain" "status --all" "show $id" "show $id --json" "export $id --format md" \
      "brief $id" "resume $id --review" "resume $id"; do
      # shellcheck disable=SC2086
      run git handoff $screen
      expect_contains "$out$err" "NEW step"
      expect_lacks "$out$err" "OLD step"
    done
  done
  works git switch login
  expect_contains "$err" "next: NEW step"
  for screen in status "status --json" brief resume "resume --continue"; do
    # shellcheck disable=SC2086
    run git handoff $screen
    expect_contains "$out$err" "NEW step"
    expect_lacks "$out$err" "OLD step"
  done
}
test_case "a next step that was noted since is told on every screen" one_next_step

# ... only of the record that the next pause goes on from, and until it is taken back or done.
next_step_of_which() {
  make_project
  git switch -q -c login
  echo a >>src/main.c
  works git handoff pause --next "first step"
  local first
  first=$(live_ids)
  works git handoff resume --continue
  works git handoff undo
  git reset -q --hard HEAD~1
  echo b >>src/util.c
  works git handoff pause --next "second step"
  works git handoff note next "noted step"
  works git handoff list
  expect_contains "$out" "first step" "noted step"
  expect_lacks "$out" "second step"
  works git handoff show "$first"
  expect_contains "$out" "first step"
  works git handoff note --undo
  works git handoff list
  expect_contains "$out" "second step"
  works git handoff note next "noted step"
  works git handoff note done "noted step"
  works git handoff list
  expect_lacks "$out" "noted step"
  works git handoff note next "use ghp_Ab3dEfGh1jKlMn0pQrStUvWxYz12345678aB"
  works git handoff list
  expect_lacks "$out" "ghp_Ab3dEfGh1j"
  works git handoff show
  expect_lacks "$out" "ghp_Ab3dEfGh1j"
}
test_case "... of the record that the next pause goes on from, and as long as it stands" next_step_of_which

# The step that was named last counts, wherever it was named, and for the record that it was named of.
step_named_by_edit() {
  make_project
  write one.txt one
  works git handoff pause --next "A"
  works git handoff note next "B"
  works git handoff edit --next "C"
  works git handoff status
  expect_contains "$out" "  C"
  works git handoff resume --continue
  works git handoff pause
  expect_contains "$out" "next: C"
  works git handoff note next "D"
  works git handoff status
  expect_contains "$out" "  D"
}
test_case "edit --next counts over a step that was noted before, and a later one over that" step_named_by_edit

step_of_another_record() {
  local first
  make_project
  write one.txt one
  works git handoff pause --next "one"
  first=$(live_ids)
  git reset -q --hard HEAD~1
  write two.txt two
  works git handoff pause --next "two"
  works git handoff note next "noted"
  works git handoff edit "$first" --next "other"
  works git handoff status
  expect_contains "$out" "  noted" "  other"
}
test_case "... and takes no step away that was noted for another record" step_of_another_record

# An edit that names no step leaves the one that was noted.
edit_without_a_step() {
  make_project
  write one.txt one
  works git handoff pause --next "A"
  works git handoff note next "B"
  echo '{"context_notes":"more of it"}' >../edited.json
  works git handoff edit --from ../edited.json
  works git handoff note --list
  expect_contains "$out" "next: B"
}
test_case "... nor does one that names none" edit_without_a_step

# Words cannot be stashed: what is gone on with on another branch has its step.
words_on_another_branch() {
  make_project
  works git handoff pause -m "only words" --next "think of it"
  works git handoff resume --continue
  git switch -q -c other
  write one.txt one
  works git handoff pause
  expect_contains "$out" "next: think of it"
}
test_case "words that are gone on with on another branch keep their step" words_on_another_branch

two_resumed() {
  make_project
  write one.txt one
  works git handoff pause --next "go on in one"
  git reset -q --hard HEAD~1
  write two.txt two
  works git handoff pause --next "go on in two"
  works git handoff resume --continue
  git stash -q -u
  works git handoff resume --continue
  git stash pop -q
  works git handoff pause
  works git handoff show
  expect_contains "$out" "next: go on in one" "[ ] go on in two"
  works git handoff undo
  works git handoff undo
  expect_equal 1 "$(git handoff show | grep -c "go on in two")"
}
test_case "of two that were resumed both next steps stay" two_resumed

# What was named in its place is done.
next_step_below() {
  make_project
  write README mine
  works git handoff pause --next "the first"
  works git handoff note next "a quick one"
  works git handoff note done "a quick one"
  for command in status show brief "resume --review"; do
    # shellcheck disable=SC2086  # words
    works git handoff $command
    expect_contains "$out" "the first"
  done
  works git handoff note done "the first"
  works git handoff brief
  expect_lacks "$out" "Next: the first"
}
test_case "where what was named as the next step is done, the one before it is next" next_step_below

# Of three that were named one after another, those that nobody has closed.
next_steps_below() {
  make_project
  write README mine
  works git handoff pause --next "step A"
  works git handoff note next "step B"
  works git handoff note next "step C"
  works git handoff note done "step C"
  works git handoff brief
  expect_contains "$out" "Next: step B"
  works git handoff note done "step A"
  works git handoff note done "step B"
  write README "mine, too"
  works git handoff pause
  works git handoff show --json
  expect_equal " step A,step B,step C" "$(json '"\(.next_action // "") \([.completed_tasks[] | .name? // .] | sort | join(","))"' <<<"$out")"
}
test_case "what was named in the place of another step, and is done, leaves that one; it can be closed before" next_steps_below

test_done
