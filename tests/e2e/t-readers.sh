#!/usr/bin/env bash
# The reader of a brief finds what matters: half-finished features in histories that are made, while colleagues go on.
. "$(dirname "$0")/lib.sh"

measure() { python3 "$project_dir/bench/readers/measure.py" --bin "$bin_dir" "$@"; }

finds_what_matters() {
  works measure --scenes 3 --seed 1
  expect_equal 3 "$(grep -c ' 0 .* 0$' "$out_file")" "$out"
}
test_case "of twelve facts a brief of 400 tokens has eleven, one of 800 all, and tells nothing stale as true" finds_what_matters

says_why() {
  works measure --scenes 0 --stories
  expect_equal 4 "$(grep -c ' 11  0  12  0$' "$out_file")" "$out"
}
test_case "of long records with ten tasks 400 tokens say why it was decided, what blocks what and where a file is now" says_why

holds_until() {
  works measure --scenes 0 --until
  expect_equal 2 "$(grep -c ' 1[12]  0  12  0$' "$out_file")" "$out"
}
test_case "of what holds until a branch is merged 400 tokens have eleven facts, with how the tests are run" holds_until

pull_request_came_in() {
  make_project
  make_work
  works git handoff note blocker "waits for PR #204 (the table)"
  works git handoff note task "see #20 again"
  works git handoff pause --next "go on"
  git -c user.name=Ben commit -q --allow-empty -m "Split the table (#204)"
  works git handoff brief
  expect_matches "$out" '#204 \[merged: [0-9a-f]{7}\] \(the table\)'
  expect_contains "$out" "see #20 again"
  git handoff check >"$out_file" 2>&1 || true
  expect_matches "$(cat "$out_file")" '#204 is merged \([0-9a-f]{7} by Ben\); is it still in the way'
}
test_case "a pull request that a blocker waits for and that came in is marked as in" pull_request_came_in

# A pull request of a fork names the branch behind its owner.
branch_of_a_fork_came_in() {
  make_project
  git switch -qc topic
  make_work
  works git handoff note blocker "the fix (branch fix/x) has to be in main first"
  works git handoff pause --next "go on"
  git switch -qc theirs main
  git -c user.name=Ben commit -q --allow-empty -m "mend it"
  git switch -q main
  git -c user.name=Ben merge -q --no-ff -m "Merge pull request #4 from ben/fix/x" theirs
  git branch -qD theirs
  git switch -q topic
  git rebase -q main
  run git handoff check
  expect_matches "$out" "perhaps gone: Ben merged fix/x"
}
test_case "... and a branch of a fork that a blocker waits for, too" branch_of_a_fork_came_in
# A colleague rebases the pushed branch, adds a commit, and does on main what a task asks for.
upstream_was_rewritten() {
  git init -q --bare hub.git
  make_project
  write src/hidden.c "int hidden;"
  commit_all "hidden"
  git remote add origin ../hub.git
  git push -q origin main
  git checkout -q -b feat
  write src/util.c "int util(void) { return root(); }"
  commit_all "build the root matcher in one place"
  base=$(git rev-parse HEAD)
  git push -q -u origin feat
  write src/main.c "int half_of_build_matchers;"
  works git handoff note start "build_matchers and the root matcher in src/util.c"
  for task in "latest release notes" "prune old runs of run" "extend data.c" "see lib/src/a.c"; do
    works git handoff note task "$task"
  done
  works git handoff note task "one hidden_path_only for all in src/hidden.c"
  works git handoff note blocker "#3009: the walk deadlocks"
  works git handoff note blocker "#77: the runner hangs until it is merged"
  works git handoff note blocker "#78: the runner hangs still"
  works git handoff pause -m m --next "finish build_matchers() in src/main.c"
  git clone -q ../hub.git ../cora
  (
    cd ../cora || exit
    git config user.name Cora
    write test "a"
    write run "a"
    write a.c "a"
    write src/hidden.c "int hidden_path_only;"
    commit_all "more clean-up"
    git commit -q --allow-empty -m "walk: no more waiting" -m "Fixes: #3009"
    git commit -q --allow-empty -m "Give it a timeout (#77)"
    git commit -q --allow-empty -m "Give it more (#78)"
    git revert HEAD~0 --allow-empty --no-edit >/dev/null 2>&1 || git commit -q --allow-empty -m 'Revert "Give it more (#78)"'
    git push -q origin main
    git checkout -q feat
    git rebase -q main
    write lib.c "int public;"
    commit_all "make it public"
    git push -q --force origin feat
  )
  git fetch -q
  works git handoff brief
  expect_matches "$out" "^Now: origin/feat was rewritten, with . new commits: Cora, '"
  expect_lacks "$out" "perhaps done"
  expect_lacks "$out" "changed util.c"
  expect_matches "$out" 'hidden_path_only .* in src/hidden.c \[(hidden.c )?changed: Cora [0-9a-f]{7}, not here\]'
  expect_matches "$out" '#3009 \[fixed on origin/feat: [0-9a-f]{7}, not here\]: the walk'
  expect_matches "$out" '#77 \[merged into origin/feat: [0-9a-f]{7}, not here\]: the runner'
  expect_matches "$out" '#78 \[taken back on origin/feat: [0-9a-f]{7}, not here\]: the runner'
  checked
  expect_contains "$out" "hint: git rebase --autostash --onto"
  git switch -q -c side HEAD~1
  git commit -q --allow-empty -m "beside it"
  git switch -q -
  git merge -q --no-ff -m "with what was beside it" side
  checked
  expect_contains "$out" "hint: git rebase --rebase-merges --autostash --onto"
  git reset -q --hard HEAD~1
  git branch -qD side
  git update-ref refs/remotes/origin/mine HEAD
  checked
  expect_lacks "$out" "git rebase"
  expect_contains "$out" "hint: git log --oneline --left-right HEAD...refs/remotes/origin/feat"
  git update-ref -d refs/remotes/origin/mine
  git rebase -q --onto origin/feat "$base"
  checked
  expect_lacks "$out" "rebase --onto"
}
test_case "own commits that a colleague rebased and pushed are nobody's news; what she did is" upstream_was_rewritten

# A branch that was only begun brought nothing, whatever commit of main it stands at.
begun_is_not_merged() {
  git init -q --bare -b main hub.git
  make_project
  git remote add origin ../hub.git
  git push -q -u origin main
  git switch -qc topic
  echo b >>src/util.c
  works git handoff note blocker "flush loses data: wait until fix/flush lands"
  works git handoff note correction "src/main.c stays until fix/flush is merged"
  works git handoff note blocker "fix/early has to be merged"
  works git handoff pause --next "go on in src/util.c"
  git clone -q ../hub.git ../joe
  joe() { git -C ../joe -c user.name=Joe "$@"; }
  joe switch -qc fix/early
  joe commit -q --allow-empty -m "mend it early"
  joe push -q origin fix/early
  git fetch -q
  test_tick
  joe switch -q main
  joe merge -q --ff-only fix/early
  joe switch -qc fix/flush
  joe push -q origin main fix/flush
  git fetch -q
  works git handoff brief
  expect_matches "$out" "fix/flush lands$" "fix/early has to be merged \\[.*merged.*not here\\]"
  git rebase -q origin/main
  works git handoff brief
  expect_matches "$out" "fix/flush lands$" "until fix/flush is merged$" \
    "fix/early has to be merged \\[perhaps gone: merged fix/early [0-9a-f]{7}\\]$"
  git switch -q main
  git merge -q origin/main
  git switch -q topic
  git branch -f fix/flush main
  git merge -q --no-ff -m "Merge branch 'main' into topic" main 2>/dev/null || true
  works git handoff brief
  expect_matches "$out" "fix/flush lands$"
}
test_case "a branch that was begun, and has no commit of its own, is not told as merged" begun_is_not_merged

# Five decisions bind, each with its reason; somebody is waited for, or only a question is open.
crowded() {
  make_project
  make_work
  jq -n '["the parser keeps each token that it has read until the whole of a line is known to be right",
      "no file of the cache is opened twice in one run, whatever its name looks like to the caller",
      "numbers of ports are read from the environment alone, and never from the file of the user",
      "a message for people goes to standard error, one for programs goes to the socket of the session",
      "the table of the words is sorted once at the start, and looked through by halves after that"] as $all |
    {next_action: "src/main.c: give read_line() the table of words, count what is left of it, and stop at the first that is not in it",
     corrections: [range(4) | "never \(.): leave what \($all[.]) as it is"],
     decisions: [$all[] | {decision: ., rationale: ("of this: " + .), rejected: ("that " + .), binding: "absolute"}],
     debug: {eliminated: ["the cache is stale: it was taken out, and what was read was wrong in just the same way"]},
     remaining_tasks: [range(4) | {status: ["in_progress", "not_started"][[., 1] | min], name: "task \(.): write down what the table has to say of words that are not in it"}],
     blockers: ["the job for the older compiler fails before any test, so that nothing can be released at all"],
     quality_gates: [{name: "make check", status: "failed, 9 of 24: the table of words has no end"}],
     human_actions: [{action: "Alexander has to say whether words may have blanks in them at all"}],
     open_questions: ["should a word that is there twice be counted twice, or once as it is done now?"]}' >../record
  works git handoff pause --from ../record
  works git handoff brief --budget 400
  expect_matches "$out" "^Next: " "^- never 0: " "^- the parser keeps each token.*; because of this" "^- the cache is stale" "^- task 0" \
    "^- make check: failed, 9 of 24" "^- the job for the older compiler" "^- Alexander has to say" "^- should a word that is there twice"
}
test_case "where hardly anything fits, each kind has its first line before any has its second" crowded

# Opposite decisions have the same words.
opposites_are_two() {
  make_project
  echo b >>src/util.c
  for text in "retry on 500, not on 404" "retry on 404, not on 500" "500 is retried, 404 is not" "404 is retried, 500 is not"; do
    works git handoff note decision "$text" --binding absolute
  done
  works git handoff note decision "Retry on 404, not on 500." --binding absolute
  works git handoff pause --next "go on in src/util.c"
  works git handoff brief
  expect_matches "$out" "^- retry on 500, not on 404$" "^- retry on 404, not on 500$" "^- 500 is retried, 404 is not$" \
    "^- 404 is retried, 500 is not$"
  expect_equal 1 "$(grep -ci "retry on 404" "$out_file")"
}
test_case "of two decisions with the same words in another order both are told" opposites_are_two

joe() { GIT_AUTHOR_NAME=Joe GIT_COMMITTER_NAME=Joe git "$@"; }

# The lines of all.py move by five, by a colleague or by oneself.
pause_at_lines() {
  make_repo repo
  real_clock
  seq 30 | sed 's/^/line /' >all.py
  seq 9 >lib.py
  git add .
  git commit -qm base
  git switch -qc topic
  echo more >>lib.py
  works git handoff note task "all.py:10 is negative"
  works git handoff note context "all.py:16 has the offset"
  works git handoff pause --next "all.py:20: take the rate"
}
five_more_lines() { sed -i '1i a\nb\nc\nd\ne' all.py; }

lines_of_carried_items() {
  pause_at_lines
  git switch -q main
  five_more_lines
  joe commit -qam "licence header"
  git switch -q topic
  git rebase -q main
  works git handoff resume --continue
  echo more >>lib.py
  works git handoff pause -m two
  works git handoff brief
  expect_matches "$out" "^Next: all.py:20 \\[now :25\\]: take" "^- all.py:10 \\[now :15\\] is" "all.py:16 \\[now :21\\] has"
  # A pause on top of it hands them on once more, and what is said anew counts from there.
  echo still more >>lib.py
  works git handoff pause --next "all.py:21: take the other rate"
  works git handoff brief
  expect_matches "$out" "^Next: all.py:21: take the other" "all.py:20 \\[now :25\\]: take the rate" "^- all.py:10 \\[now :15\\] is"
  cd ..
  rm -rf repo
  pause_at_lines
  five_more_lines
  works git handoff pause --next "lib.py: all else"
  works git handoff brief
  expect_matches "$out" "all.py:20 \\[now :25\\]: take" "^- all.py:10 \\[now :15\\] is" "all.py:16 \\[now :21\\] has"
}
test_case "a line that a carried item names is followed from where the item was written" lines_of_carried_items

# Ben puts right what they point at.
changed_lines() {
  make_repo repo
  real_clock
  seq 30 | sed 's/^/line /' >all.py
  echo 1.18 >VERSION
  echo 3.4 >setup.py
  git add .
  git commit -qm base
  git switch -qc topic
  echo new >lib.py
  git add lib.py
  works git handoff note blocker "all.py:12 is wrong"
  works git handoff note human "Cleo looks at all.py:9"
  works git handoff note question "is all.py:8 right?"
  works git handoff note eliminated "all.py:14 swapped"
  works git handoff note gate "pytest x" --status "failed at all.py:16"
  works git handoff note context "all.py:15 is odd, all.py:20 is not"
  works git handoff note context "VERSION says 1.18"
  works git handoff note correction "no slash: setup.py promises 3.4"
  works git handoff pause --next "write lib.py"
  git switch -q main
  sed -i '7,16s/line/LINE/' all.py
  GIT_AUTHOR_EMAIL=joe@example.org joe commit -qam "Upper case"
  echo 2.0 >VERSION
  GIT_AUTHOR_EMAIL=joe@example.org joe commit -qam "Up to 2.0"
  echo 3.8 >setup.py
  GIT_AUTHOR_EMAIL=joe@example.org joe commit -qam "Python 3.8"
  git switch -q topic
  git rebase -q main
  works git handoff brief
  for line in 12 9 8 14 16 15; do expect_contains "$out" "all.py:$line [changed since]"; done
  expect_matches "$out" "all.py:20 is not$" "^- VERSION \\[changed: Joe [0-9a-f]{7}\\] says" "setup.py \\[changed: Joe [0-9a-f]{7}\\] promises"
  works git handoff check
  expect_matches "$out" "^safe to continue" "all.py:12.*changed or removed; it was \\(line 12\\)" \
    "new commits: 3 on HEAD; 2 touch what the record names$" "touches what the record names: VERSION$"
}
test_case "a line or file that others changed is marked wherever a text names it; check says which, and that it does no harm" changed_lines

# What others undid, moved and mended before the second pause.
signs_before_the_second_pause() {
  make_repo repo
  real_clock
  mkdir docs
  seq 30 >docs/guide.md
  echo a >app.py
  git add .
  git commit -qm base
  echo serializable >db.py
  git add .
  git commit -qm "db: transactions are serializable"
  ground=$(git rev-parse --short HEAD)
  while [[ $ground != *[a-f]* || $ground != *[0-9]* ]]; do # one of digits alone is a number
    git commit -q --amend -m "db: transactions are serializable, $ground"
    ground=$(git rev-parse --short HEAD)
  done
  git switch -qc topic
  echo b >>app.py
  works git handoff note decision "no locks in app.py" --because "$ground made them serializable" --binding absolute
  works git handoff note task "docs/guide.md: a chapter on tokens"
  works git handoff note task "README: a chapter on booking"
  works git handoff pause --next "app.py: write book()"
  git switch -q main
  joe revert --no-edit "$ground" >/dev/null
  sed -i 's/^7$/seven/' docs/guide.md
  joe commit -qam "Spelling of a number, and commas"
  git mv docs/guide.md docs/manual.md
  joe commit -qm "Better names for pages"
  git switch -q topic
  git rebase -q main
  works git handoff resume --continue
  echo booking >README
  git add README
  git commit -qm "README: a chapter on booking" README
  echo c >>app.py
  works git handoff pause -m two
  works git handoff brief
  expect_matches "$out" "because $ground \\[reverted by [0-9a-f]{7}\\] made" \
    "^- docs/guide.md \\[now docs/manual.md\\]: a chapter on tokens$" "^- README: .*\\[perhaps done: .* [0-9a-f]{7}\\]$"
  expect_lacks "$out" "^Done:"
  expect_equal 1 "$(grep -c '^- README' "$out_file")" "the task is told once"
}
test_case "what others undid, renamed and mended before the second pause is told as before; what is open is not told as done" \
  signs_before_the_second_pause

# A commit that was moved to a branch of its own is there; what only origin has is not here.
elsewhere_is_said_so() {
  git init -q --bare -b main hub.git
  make_project
  git remote add origin ../hub.git
  seq 5 >CHANGES.md
  git add .
  git commit -qm "a list of changes"
  echo 1 >db.py
  git add .
  git commit -qm "db: serializable"
  ground=$(git rev-parse --short HEAD)
  git push -q -u origin main
  git switch -qc topic
  echo y >h.py
  git add h.py
  git commit -qm "cache: by key"
  moved=$(git rev-parse --short HEAD)
  echo b >>src/util.c
  works git handoff note task "CHANGES.md: an entry for the flag"
  works git handoff note correction "keep CHANGES.md short"
  works git handoff note decision "no locks" --because "$ground made them serializable" --binding absolute
  jq -n --arg c "$moved" '{next_action: "src/util.c: go on", completed_tasks: [{name: "by key", status: "done", commit: $c}]}' >../given
  works git handoff pause --from ../given
  git branch cache "$moved"
  git rebase -q --onto main "$moved" topic
  git clone -q ../hub.git ../joe
  (
    cd ../joe || exit
    git config user.name Joe
    git config user.email joe@example.org
    echo tax >>CHANGES.md
    git commit -qam "Year of the release"
    git revert --no-edit "$ground" >/dev/null
    git push -q origin main
  )
  git fetch -q
  works git handoff brief
  expect_matches "$out" "^- CHANGES.md: .*\\[changed: Joe [0-9a-f]{7}, not here\\]" \
    "keep CHANGES.md \\[changed: Joe [0-9a-f]{7}, not here\\] short" \
    "because $ground \\[reverted on origin/main: [0-9a-f]{7}, not here\\] made" "$moved \\[on cache\\]"
  expect_lacks "$out" "[lost]"
  git handoff check >"$out_file" 2>&1 || true
  expect_contains "$(cat "$out_file")" "dropped when the branch was rewritten; on cache"
  # A branch that has it is all that keeps it.
  git branch -qD cache
  works git handoff brief
  expect_contains "$out" "[lost]"
}
test_case "what another branch has is told with that branch, and not as lost, nor as if it were here" elsewhere_is_said_so

# The run of a check and the evidence of a gate are of one moment.
runs_are_of_one_state() {
  make_project
  echo ok >state
  works git handoff note task "the state is ok" --verify "grep -q ok state"
  works git handoff note gate pytest --status failed --because "2 failed: test_a"
  works git handoff pause --next "src/util.c: go on"
  git handoff check --run --yes >/dev/null 2>&1 || true
  works git handoff brief
  expect_contains "$out" "[its check passed]"
  echo bad >state
  works git handoff brief
  expect_lacks "$out" "its check passed"
  works git handoff resume --continue
  works git handoff note gate pytest --status passed
  works git handoff brief
  expect_matches "$out" "^- pytest: passed$"
}
test_case "a check that passed is told until something is edited, and a gate without the evidence of another run" runs_are_of_one_state

# The branch is rebased between two pauses, or the rebase stops at the paused work.
rebased_between_two_pauses() {
  make_project
  git switch -qc topic
  echo b >>src/util.c
  works git handoff pause --next "src/util.c:3: take the rate"
  git switch -q main
  echo z >z
  git add z
  joe commit -qm z
  git switch -q topic
  git rebase -q main
  echo b >>src/main.c
  works git handoff pause --next "src/main.c: all else"
  works git handoff brief
  expect_matches "$out" "^- src/util.c:3: take the rate$"
  works git handoff resume --continue
  expect_equal "$(git rev-parse main)" "$(git rev-parse HEAD)" "both WIP commits are off"
  works git handoff pause --next "src/util.c:3: take the rate"
  git switch -q main
  echo theirs >>src/util.c
  joe commit -qam theirs
  git switch -q topic
  git rebase -q main >/dev/null 2>&1 || true
  printf '{"session_id":"s","cwd":"%s","hook_event_name":"SessionStart","source":"startup"}' "$PWD" >../event
  works git handoff hook claude SessionStart <../event
  expect_matches "$out" "A rebase of 'topic' is under way, where topic-[0-9a-f-]+ is paused"
}
test_case "a pause on rebased work goes on from it; a session that starts in a rebase that stopped there is told" rebased_between_two_pauses
test_done
