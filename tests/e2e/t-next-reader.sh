#!/usr/bin/env bash
# What the next reader is told: each kind of note, and nothing stale as true, also where a second handoff carries it.
. "$(dirname "$0")/lib.sh"

stale_after_a_second_pause() {
  make_project
  seq 40 >walk.py
  seq 20 >spy_test.py
  git add .
  git commit -qm base
  git switch -qc login
  sed -i '30s/.*/half/' walk.py
  real_clock
  git handoff note blocker "#77: the runner hangs until it is merged" >/dev/null
  git handoff note blocker "#88 and #99 are not decided" >/dev/null
  git handoff note task "extend the spy in spy_test.py" >/dev/null
  git handoff note task "drop the loop at walk.py:35" >/dev/null
  works git handoff pause --next "walk.py:31: write the second half()"
  git switch -q main
  git mv spy_test.py pager_test.py
  git commit -qm "Name the tests after what they test"
  sed -i '1i a\nb\nc' walk.py
  git commit -qam "Three lines more"
  git commit -q --allow-empty -m "Give the runner a timeout (#77)"
  git commit -q --allow-empty -m "Decide it" -m "Fixes #99"
  echo w >w
  git add w
  git commit -qm "Wait less (#88)"
  git revert --no-edit HEAD >/dev/null
  git switch -q login
  git rebase -q main
  works git handoff brief
  expect_matches "$out" '#77 \[merged: ' '#99 \[fixed: ' 'spy_test.py \[now pager_test.py\]' 'walk.py:35 \[now :38\]'
  works git handoff resume --continue
  expect_matches "$out" "^next: walk.py:31 \[now :34\]" "blocker: #77 \[merged: "
  # What is retired is named, where nothing is paused.
  must_fail 4 git handoff check
  expect_matches "$err" "the last one here is archived: git handoff check [^ ]+"
  expect_lacks "$err" reconstruct
  echo more >>walk.py
  works git handoff pause --next "walk.py:33: write the third half()"
  works git handoff brief
  expect_matches "$out" '#77 \[merged: ' 'spy_test.py \[now pager_test.py\]' 'walk.py:35 \[now :38\]'
  expect_matches "$(git handoff | head -n 1)" "^safe to continue"
}
test_case "what was stale in the first handoff is marked in the second that carries it, and on the screen of resume" stale_after_a_second_pause

all_that_was_noted() {
  make_project
  echo "int more;" >>src/util.c
  echo new >src/new.py
  real_clock
  works git handoff note blocker "the runner hangs" --workaround "run tests/check_params.py locally"
  works git handoff note gate "make check" --status failed --because "1 of 2 fails: test_params"
  works git handoff note hypothesis "root_ignore stops one parent too early"
  works git handoff note evidence "only nested roots fail"
  works git handoff note error "the suite hung" --because "run with --skip panic"
  works git handoff note correction "no unwrap in new code" --instead-of "unwrap with a comment"
  works git handoff note decision "never resolve symlinks" --binding absolute
  works git handoff note decision "argv, not a string"
  for i in 1 2 3 4 5 6; do
    git handoff note task "task number $i with some more words so that the list is long enough" --verify "make t$i" >/dev/null
  done
  works git handoff pause --next "finish src/new.py"
  works git handoff brief
  expect_contains "$out" "run tests/check_params.py locally" "make check: 1 of 2 fails: test_params" \
    "root_ignore stops one parent too early" "seen: only nested roots fail" "run with --skip panic" \
    "no unwrap in new code; wrong: unwrap with a comment" "src/util.c"
  works git handoff show
  expect_contains "$out" "make check: failed (1 of 2 fails: test_params)" "never resolve symlinks (binding: absolute)"
  expect_equal 1 "$(grep -c '^remaining tasks' "$out_file")"
  works git handoff brief --budget 400 --style spellbook
  expect_contains "$out" "never resolve symlinks"
}
test_case "each kind of note reaches the reader of the brief and of show, as it was meant" all_that_was_noted

who_and_what_waits() {
  make_project
  write src/stub.c "int key(void) { return 1; }" "int more(void) { return 2; }"
  commit_all "stub"
  make_work
  real_clock
  works git handoff note blocker "the staging key is expired" --workaround "use the stub in src/stub.c" --verify "test -e ../key"
  works git handoff note human "Ben Hoyt has to approve the schema" --because "see src/stub.c"
  works git handoff note human "say which region"
  works git handoff note human "rotate the key" --blocking
  expect_contains "$err" "what it blocks can be said, too: --because"
  # Nothing is asked: of a pasted block the next line would be the answer.
  on_terminal $'git handoff note next "is not the answer"\n' git handoff note human "Eve needs to sign" --blocking
  expect_contains "$out" "noted human, blocking: Eve needs to sign" "--because"
  works git handoff note --undo
  works git handoff note human "Eve needs to sign" --blocking --because "the deploy"
  works git handoff pause --next "test src/main.c"
  git mv -k src/stub.c src/fake.c
  git commit -q -m "move it" src
  works git handoff brief
  expect_contains "$out" "meanwhile: use the stub in src/stub.c [now src/fake.c]" "(see src/stub.c [now src/fake.c])"
  expect_matches "$(xargs -d '\n' <"$out_file")" "Blocked until done: - rotate the key - Eve needs to sign \(the deploy\)" \
    "Waits for: - Ben Hoyt has to approve" "Waits for a person: - say which region"
  run git handoff resume
  expect_contains "$out" "waits for: Ben Hoyt has to approve the schema (see src/stub.c [now src/fake.c])" \
    "waits for a person: say which region" "use the stub in src/stub.c [now src/fake.c]"
  run git handoff check --run --yes
  expect_matches "$out" "the staging key is expired; still there; exit code 1"
  touch ../key
  run git handoff check --run --yes
  expect_matches "$out" "the staging key is expired; gone, by its check"
}
test_case "who is waited for has a name, a way around its new place, and a blocker that is gone says so" who_and_what_waits

dropped_with_its_tests() {
  make_project
  real_clock
  write src/send.test "case plain"
  commit_all "tests"
  git switch -q -c work
  echo "int feature;" >>src/main.c
  git commit -q -am "send: feature"
  echo "case gzip" >>src/send.test
  git commit -q -am "test: gzip in send"
  lost=$(git rev-parse --short=10 HEAD)
  echo half >>src/util.c
  works git handoff note gate "src/send.test" --status passed --because "gzip too"
  works git handoff note context "gzip is done: code and tests ($lost)"
  works git handoff pause --next "finish src/util.c:3"
  git switch -q main
  sed -i '1s/.*/int util(void) { return 3; }/' src/util.c
  git commit -q -am "util: three"
  git switch -q work
  GIT_SEQUENCE_EDITOR="sed -i /gzip.in.send/d" git rebase -q main~1 -i
  run git handoff check -v
  expect_matches "$out" "the gate src/send.test: passed before these changed: src/send.test" \
    "dropped when the branch was rewritten: 'test: gzip in send' \('src/send.test'\)"
  run git handoff resume
  expect_matches "$out" "context: gzip is done: code and tests \($lost \[lost\]\)"
}
test_case "a gate whose own file changed, and a dropped commit, are told where they are named" dropped_with_its_tests

resumed_just_now() {
  make_project; real_clock
  git switch -qc login
  write src/util.c changed
  works git handoff pause -m why --next "edit src/util.c"
  git switch -q main
  works git handoff resume --continue --switch
  works git handoff brief
  expect_contains "$out" "Resumed just now on login: go on with what is next." "Next: edit src/util.c"
  expect_lacks "$out" "ask the user"
  works bash -c 'echo "{\"session_id\": \"s\", \"source\": \"startup\", \"cwd\": \"$PWD\"}" | git handoff hook claude SessionStart'
  expect_contains "$out" "Resumed just now on login"
  git commit -qam "it is done"
  must_fail 1 git handoff brief
}
test_case "after a resume the brief speaks of what was resumed, until something is committed" resumed_just_now

thrown_away_after_resume() {
  make_project; real_clock
  git switch -qc login
  write src/util.c changed; write src/new.c new
  works git handoff pause --next "edit src/util.c"
  works git handoff resume --continue
  rm src/new.c
  works git handoff brief
  expect_contains "$out" "Resumed just now on login: go on with what is next." \
    "Now: changes that are no longer in the tree: src/new.c; the work is kept: git show " "src/new.c [kept change is not here]"
  git checkout -q .
  works git handoff brief
  expect_contains "$out" "Resumed just now on login: ask the user before you go on." \
    "Now: changes that are no longer in the tree: src/new.c, src/util.c; the work is kept: git show " "src/util.c [kept change is not here]"
  expect_lacks "$out" "go on with what is next"
  works bash -c 'echo "{\"session_id\": \"s\", \"source\": \"startup\", \"cwd\": \"$PWD\"}" | git handoff hook claude SessionStart'
  expect_contains "$out" "ask the user before you go on" "changes that are no longer in the tree: src/new.c, src/util.c"
  # Kept beside the branch each file has a way of its own.
  write src/util.c changed; write src/new.c new
  works git handoff pause --snapshot-only --next "edit src/util.c"
  works git handoff resume --continue
  git checkout -q .
  rm src/new.c
  works git handoff brief
  expect_contains "$out" "Now: changes that are no longer in the tree: src/new.c, src/util.c."
}
test_case "after a resume what was thrown away of the work is told as such" thrown_away_after_resume

all_of_what_was_resumed() {
  make_project; real_clock
  git switch -qc login
  echo one >>src/main.c
  git commit -qam "count the keys"
  lost=$(git rev-parse --short=7 HEAD)
  echo two >>src/util.c
  git commit -qam "spell the names"
  echo three >>src/util.c
  works git handoff note error "the suite hung" --because "run with --skip panic"
  works git handoff note question "is zero a key?"
  works git handoff note context "keys are counted twice"
  works git handoff pause --from - <<EOF
{"next_action": "write the table in src/util.c", "title": "keys and names", "user_message": "lunch",
 "completed_tasks": [{"name": "count the keys", "commit": "$lost"}],
 "remaining_tasks": [{"name": "write the table"}, {"name": "tell the manual"}],
 "verification": {"failed": ["make check: 2 of 40"], "passed": ["make lint"]}}
EOF
  git rebase -q --onto HEAD~3 HEAD~2
  works git handoff resume --continue
  for budget in 400 800 5000; do
    works git handoff brief --budget "$budget"
    expect_contains "$out" "[lost] (told as done)" "failed make check: 2 of 40" "for: keys and names" \
      "error seen: the suite hung; way out: run with --skip panic" "paused because: lunch" \
      "count the keys ($lost [lost])" "is zero a key?" "keys are counted twice"
    expect_matches "$(xargs -d '\n' <"$out_file")" "Changed files: - src/util.c"
    expect_equal "$(git handoff brief login --budget "$budget" | sed '1d;$d')" "$(sed '1d;$d' "$out_file")"
  done
  # What was closed since does not come again; what was noted since stands there.
  works git handoff note done "write the table"
  works git handoff note done "is zero a key?"
  works git handoff note done "keys are counted twice"
  works git handoff note task "sort the names"
  works git handoff note next "edit src/main.c"
  works git handoff brief
  expect_contains "$out" "Next: edit src/main.c" "sort the names" "failed make check"
  expect_lacks "$out" "is zero a key?" "keys are counted twice"
  expect_equal 1 "$(grep -c 'write the table$' "$out_file")"  # it is among what is done
}
test_case "after a resume the brief holds all that the record holds, and what was noted since" all_of_what_was_resumed

# call TOOL ARGUMENTS: what the MCP server answers.
call() {
  printf '%s\n' '{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}' \
    '{"jsonrpc": "2.0", "method": "notifications/initialized"}' \
    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"$1\", \"arguments\": $2}}" |
    git handoff mcp --all-tools | tail -n 1
}

# expect_resumed NEXT: all doors tell that it was resumed, and what is next.
expect_resumed() {
  works git handoff brief
  expect_matches "$out" "^Resumed just now.*: go on with what is next\." "^Next: $1"
  expect_lacks "$out" "ask the user"
  expect_matches "$(call handoff_brief '{}' | json '.result.content[0].text')" "^Resumed just now" "^Next: $1"
  works bash -c 'echo "{\"session_id\": \"s\", \"source\": \"startup\", \"cwd\": \"$PWD\"}" | git handoff hook claude SessionStart'
  expect_contains "$out" "Resumed just now" "Next: $1"
}

# resumed_by WAY: paused on login without anything that is carried, then resumed.
resumed_by() {
  make_project
  real_clock
  git switch -qc login
  [ "$1" = clean ] || make_work
  case $1 in
    snapshot) works git handoff pause --snapshot-only --next "edit util" ;;
    *) works git handoff pause --next "edit util" ;;
  esac
  case $1 in
    menu) on_terminal $'c\n' git handoff resume ;;
    tool) expect_contains "$(call handoff_resume '{"choice": "continue"}')" "Resumed just now" ;;
    apply)
      git reset -q --hard HEAD~1
      git commit -q --allow-empty -m "moved on"
      works git handoff resume --continue --apply
      ;;
    keep-wip) works git handoff resume --continue --keep-wip ;;
    *) works git handoff resume --continue ;;
  esac
  expect_resumed "edit util"
}
for way in clean snapshot menu tool apply keep-wip; do
  test_case "a tree that was resumed is told of as resumed, at each door ($way)" resumed_by $way
done

resumed_by_take() {
  git init -q --bare hub.git
  make_project ann
  real_clock
  git remote add origin ../hub.git
  git push -q origin main
  git switch -qc login
  make_work
  works git handoff pause --push --next "edit util"
  git clone -q ../hub.git ../ben
  cd ../ben
  git config user.name Ben
  on_terminal $'read\n' git handoff take
  expect_resumed "edit util"
}
test_case "a tree that was taken over is told of as resumed, at each door" resumed_by_take

# Another one waits on the branch; an agent keeps a checkpoint; the notes come along to another branch.
resumed_beside_others() {
  make_project
  real_clock
  git switch -qc login
  make_work
  works git handoff pause --next "the first half"
  git reset -q --hard HEAD~1
  echo more >>README
  sleep 1
  works git handoff note task "write the loop at src/main.c:3"
  works git handoff pause --next "the second half"
  works git handoff resume --continue
  expect_resumed "the second half"
  sleep 1
  echo more >>README
  works git handoff checkpoint -q
  expect_resumed "the second half"
  expect_contains "$(git handoff brief)" "write the loop"
  git switch -q -c signin
  sed -i '1i // more' src/main.c
  works git handoff brief
  expect_matches "$out" "write the loop at src/main.c:3 \[now :4\]$"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active/login | head -n 1)
  works git handoff discard "$id"
  works git handoff brief "$id"
  expect_contains "$out" "Put away on login (discarded): ask the user"
  expect_lacks "$out" "not resumed"
}
test_case "what was resumed is told of also where another handoff waits, after a checkpoint, on another branch" resumed_beside_others
# renamed_world NOTES...: files that Ben renames and adds two lines to, and what a record says of places in them.
renamed_world() {
  make_repo repo
  real_clock
  mkdir lib tests docs
  for file in lib/parse.py tests/test_parse.py docs/parse.md; do
    seq -f "line %g of $file" 30 >"$file"
  done
  seq 30 >a.py
  git add .
  git commit -qm base
  git switch -qc work
  echo 99 >>a.py
}

ben_renames() {
  git switch -q main
  git mv lib/parse.py lib/reader.py
  git mv tests/test_parse.py tests/test_reader.py
  git mv docs/parse.md docs/reader.md
  git -c user.name=Ben commit -qm "parse is reader"
  sed -i '1i # a\n# b' lib/reader.py docs/reader.md tests/test_reader.py
  git -c user.name=Ben commit -qam "licences"
  git switch -q work
  git rebase -q main
}

place_in_any_note() {
  renamed_world
  works git handoff note question "may lib/parse.py:20 go?"
  works git handoff note eliminated "a lock around lib/parse.py:21: deadlock"
  works git handoff note hypothesis "lib/parse.py:22 eats a line"
  works git handoff note evidence "lib/parse.py:23 is never reached"
  works git handoff note error "lib/parse.py:24 raised KeyError" --because "strip at lib/parse.py:25"
  works git handoff note "the states mirror docs/parse.md:9"
  works git handoff note doc docs/parse.md --because "table at docs/parse.md:7"
  works git handoff note gate tests/test_parse.py --status passed --because "30 of 30"
  works git handoff note task "cover it" --verify "python tests/test_parse.py"
  works git handoff note file lib/parse.py --because "the order of its imports matters"
  works git handoff pause --next "lib/parse.py:12: skip blanks"
  ben_renames
  works git handoff brief --budget 3000
  for line in 20 21 22 23 24 25; do
    expect_contains "$out" "lib/parse.py:$line [now lib/reader.py:$((line + 2))]"
  done
  expect_matches "$out" "docs/parse.md:9 \\[now docs/reader.md:11\\]$" "read docs/parse.md \\[now docs/reader.md\\]; table at docs/parse.md:7 \\[now docs/reader.md:9\\]$" \
    "^- tests/test_parse.py \\[now tests/test_reader.py\\]: passed \\(30 of 30\\) \\[run it again\\]$" \
    "verify: python tests/test_parse.py \\[now tests/test_reader.py\\]$" \
    "^- lib/parse.py \\[now lib/reader.py\\]: the order of its imports matters$" \
    "^- Ben changed lib/parse.py: [0-9a-f]{7} 'parse is reader'$" "^- Ben changed lib/reader.py: [0-9a-f]{7} 'licences'$"
  run git handoff check
  expect_contains "$out" "docs/parse.md: the file is docs/reader.md now; changed since" "passed before these changed: tests/test_reader.py"
  expect_lacks "$out" "no longer there"
}
test_case "a place is followed in whatever note it stands, a document and a test to their new names" place_in_any_note

each_by_its_name() {
  make_repo repo
  real_clock
  mkdir -p src packages/web/src
  seq 30 >src/index.ts
  seq 40 80 >packages/web/src/index.ts
  seq 20 >f3.py
  git add .
  git commit -qm base
  git switch -qc work
  echo 99 >>packages/web/src/index.ts
  works git handoff note decision "tokens come first" --binding absolute
  works git handoff note decision "no cache" --binding session
  works git handoff note correction "never edit a.po by hand" --because "Transifex overwrites them"
  works git handoff note gate tests/test_f3.py --status failed --because "2 of 61 fail"
  works git handoff note gate "make lint" --status passed
  works git handoff note task "add the retry limit to f3.py"
  works git handoff note file f3.py --because "its imports"
  works git handoff pause --next "packages/web/src/index.ts: close the socket"
  git switch -q main
  sed -i '1i //licence' packages/web/src/index.ts
  git -c user.name=Ben commit -qam "a licence on top"
  sed -i 's/^12$/12 retry limit/' f3.py
  git -c user.name=Ben commit -qam "f3: add the retry limit"
  git switch -q work
  git rebase -q main
  works git handoff brief
  expect_contains "$out" "Ben changed .../index.ts: " $'Absolute:\n- tokens come first\nBinding:\n- no cache' \
    "- tests/test_f3.py: 2 of 61 fail"
  run git handoff resume
  expect_matches "$out" "^  decided \\(absolute\\): tokens come first$" "^  decided: no cache$" \
    "^  rule: never edit a.po by hand \\(Transifex overwrites them\\)$" \
    "^  to do: add the retry limit to f3.py \\[perhaps done: Ben [0-9a-f]{7}\\]$" \
    "^  check: tests/test_f3.py: failed \\(2 of 61 fail\\)$" "^  check: make lint: passed \[run it again\]$" "^  more: 1 file: git handoff show "
  works git handoff resume --review
  expect_matches "$out" "the retry limit to f3.py .*\\[perhaps done: Ben [0-9a-f]{7}\\]$"
}
test_case "what is absolute, which test fails, why a rule is one, and what was done meanwhile are told by name" each_by_its_name

place_in_any_form() {
  make_repo repo
  real_clock
  seq 10 60 >token.py
  commit_all base
  git switch -qc work
  works git handoff note decision "token.py line 26 stays" --binding absolute
  works git handoff note correction "mind parse() in token.py (l. 26)"
  works git handoff note question "is token.py:L26 slow?"
  works git handoff note task "look at token.py(26)"
  works git handoff note blocker "token.py#L26-L30 fails"
  works git handoff pause --next "cut token.py:26-30"
  git switch -q main
  sed -i '1i # one\n# two' token.py
  git commit -qam header
  git switch -q work
  git rebase -q main
  works git handoff brief --budget 2000
  expect_contains "$out" "token.py line 26 [now :28] stays" "token.py (l. 26 [now :28])" "token.py:L26 [now :28] slow" \
    "token.py(26) [now :28]" "token.py#L26-L30 [now :28]" "cut token.py:26-30 [now :28]"
}
test_case "a line that has moved is followed in each kind of note and each form" place_in_any_form

old_name_in_use_again() {
  make_repo repo
  real_clock
  seq 10 40 >test_cache.py
  seq 50 90 >plan.md
  seq 100 140 >changed.py
  commit_all base
  git switch -qc work
  works git handoff note decision "test_cache.py:26 stays slow" --binding absolute
  works git handoff note doc plan.md
  echo "# half" >>changed.py
  works git handoff pause --next "in test_cache.py:25 fail first"
  git switch -q main
  git mv test_cache.py test_lru.py
  git mv plan.md ideas.md
  git mv changed.py cut.py
  git commit -qm "Rename them"
  echo "the disk cache" >test_cache.py
  echo "another plan" >plan.md
  commit_all "Tests of the disk cache"
  git switch -q work
  git rebase -q main
  run git handoff check
  expect_contains "$out" "test_cache.py:25: the file is test_lru.py now; line 25 is as recorded" \
    "test_cache.py:26: the file is test_lru.py now" "plan.md: the file is ideas.md now" \
    "changed.py: the file is cut.py now"
  expect_lacks "$out" "changed or removed"
  works git handoff brief
  expect_contains "$out" "Next: in test_cache.py:25 [now test_lru.py"
}
test_case "a renamed file is followed where another has its old name" old_name_in_use_again

next_done_meanwhile() {
  make_repo repo
  real_clock
  write src/manager.py "$(seq 30)"
  write src/token.c "a"
  commit_all base
  git switch -qc work
  works git handoff note human "Cat has to rotate the signing key"
  works git handoff note task "close #207"
  works git handoff note task "write the manual of login"
  works git handoff pause --next "In src/manager.py:20 let list_distinfo() wrap each stored distribution on the way out, then run pytest"
  git switch -q main
  sed -i 's/^20$/20 wrapped/' src/manager.py
  git -c user.name=Ben commit -qam "Let list_distinfo() wrap each distribution on the way out"
  write src/token.c "b"
  git -c user.name=Cat commit -qam "Rotate the signing key"
  write src/token.c "c"
  git -c user.name=Cat commit -qam "Touch login; this does not fix #207 yet"
  git switch -q work
  git rebase -q main
  run git handoff check --json
  expect_equal "Ben Cat" "$(jq -r '[.findings[] | select(.code == "perhaps-done") | .evidence | split(" ")[3]] | join(" ")' <<<"$out")"
  expect_equal "In src/manager.py:20" "$(jq -r '[.findings[] | select(.code == "perhaps-done")][0].subject[:20]' <<<"$out")"
  run git handoff resume
  expect_matches "$out" "^  next: .*then run pytest \\[perhaps done: Ben [0-9a-f]{7}\\]$" \
    "^  waits for: Cat has to rotate the signing key \\[perhaps done: Cat [0-9a-f]{7}\\]$"
  expect_lacks "$out" "#207 ["
}
test_case "the next action and what waits are held against what was done meanwhile, as tasks are" next_done_meanwhile

# What a pause carries without a word of who pauses keeps its marks; a gate that lists no files was run over all.
carried_unsaid() {
  make_repo repo
  real_clock
  write src/net.py "$(seq 40)"
  write VERSION 1.4
  write notes.md one
  commit_all base
  git switch -qc work
  works git handoff note decision "src/net.py:30 is not to be sped up" --because "src/net.py:25 relies on its time" --binding absolute
  works git handoff note decision "VERSION stays 1.4 until the release" --binding absolute
  works git handoff note gate "make lint" --status passed
  works git handoff note human "Carol merges docs-93"
  works git handoff note task "say it in notes.md"
  write half.py "half"
  works git handoff pause -m why --next "write own_three() in src/own.py, below own_two(), then run make test"
  git switch -q main
  echo more >>notes.md
  git -c user.name=Ben -c user.email=ben@example.com commit -qam "Words"
  git switch -q work
  git rebase -q main
  # Words alone make no gate run again.
  run git handoff brief
  expect_matches "$out" "^- make lint: passed$"
  git switch -q main
  sed -i 25d src/net.py
  git -c user.name=Ben -c user.email=ben@example.com commit -qam "A line less"
  echo 1.5 >VERSION
  git -c user.name=Ben -c user.email=ben@example.com commit -qam "Release 1.5"
  git switch -qc docs-93
  git commit -q --allow-empty -m "More words"
  git switch -q main
  git -c user.name=Carol merge -q --no-ff -m "Merge branch 'docs-93'" docs-93
  git branch -qD docs-93
  git switch -q work
  git rebase -q main
  works git handoff brief
  expect_matches "$out" "^- make lint: passed \\[run it again\\]$" "^- Carol merges docs-93 \\[merged: [0-9a-f]{7}\\]$" \
    "^- VERSION \\[changed: Ben [0-9a-f]{7}\\] stays 1.4" "because src/net.py:25 \\[changed since\\]"
  run git handoff check -v
  expect_matches "$out" "the gate make lint: passed before these changed: .*src/net.py"
  works git handoff brief --budget 200
  expect_matches "$out" "^- say it in notes.md \\[changed: Ben [0-9a-f]{7}\\]$"
  works git handoff resume --continue
  write src/own.py "def own_three(): pass"
  git add src/own.py
  git commit -qm "own_three(), as own_two() does it"
  works git handoff pause
  works git handoff brief
  expect_matches "$out" "^Next: write own_three\\(\\).*\\[perhaps done: [^ ]+( [^ ]+)* [0-9a-f]{7}\\]$" "because src/net.py:25 \\[changed since\\]"
}
test_case "what is carried without a word keeps its marks, and a gate over everything is run again" carried_unsaid

# functions NAME: two functions to a file.
functions() { printf '%s\n' "def $1_one():" "    $1 1" "    return $1 + 1" "" "def $1_two():" "    $1 2"; }

functions_of_other_files() {
  make_repo repo
  real_clock
  mkdir src docs tests
  for name in net auth own pool; do functions $name >src/$name.py; done
  { printf '%s\n' "from src.own import own_one" "" "def test_own():" "    own_one()" && seq 30; } >tests/test_own.py
  seq -f "the api, line %g" 40 >docs/api.md
  seq -f "names, line %g" 40 >docs/names.md
  commit_all base
  git switch -qc work
  echo w >w
  commit_all begin
  echo half >>w
  works git handoff note decision "auth_one() is called by auth_two() alone (see docs/names.md)" --binding absolute
  works git handoff note decision "own_one() is tested in tests/test_own.py" --binding session
  works git handoff note "the lock made own_one() fast, line 3 is why"
  works git handoff note task "rewrite own_two() in src/own.py so that src/net.py can call it"
  works git handoff note task "own_two() has to call net_one() (src/net.py)"
  works git handoff note task "pool_two() of src/pool.py is too long"
  works git handoff note correction "never edit docs/api.md by hand"
  works git handoff pause --next "call own_two() in src/net.py at line 3, and net_two()"
  git switch -q main
  git mv src/net.py src/network.py
  git mv tests/test_own.py tests/test_any.py
  sed -i '1i # the net' src/network.py
  sed -i 's/net_one/net_uno/' src/network.py
  { seq 3 && sed -n '5,$p' src/pool.py; } >src/lane.py
  sed -i '5,$d' src/pool.py
  git rm -q docs/names.md
  sed -i '10,40s/$/ written anew, in other words of its own/' docs/api.md
  seq -f "another paragraph on names %g" 80 >>docs/api.md
  commit_all "Names"
  git mv docs/api.md docs/calls.md
  commit_all "Call it calls"
  git switch -q work
  git rebase -q main
  works git handoff brief --budget 2000
  expect_contains "$out" "Next: call own_two() in src/net.py [now src/network.py] at line 3 [now src/network.py:4], and net_two()" \
    "auth_one() is called by auth_two() alone (see docs/names.md [gone])" \
    "own_one() is tested in tests/test_own.py [now tests/test_any.py]" "the lock made own_one() fast, line 3 is why" \
    "rewrite own_two() in src/own.py so that src/net.py [now src/network.py] can call it" \
    "own_two() has to call net_one() [gone] (src/net.py [now src/network.py])" \
    "pool_two() [now src/lane.py] of src/pool.py is too long" "never edit docs/api.md [now docs/calls.md] by hand"
  run git handoff check
  expect_lacks "$out" "own_one()" "own_two():" "auth_one():"
  expect_contains "$out" "docs/api.md: the file is docs/calls.md now"
}
test_case "a function is followed where the file that its text names had it, a file through each commit" functions_of_other_files

# Another file of that name is another file.
like_name_elsewhere() {
  make_project
  mkdir lib
  seq 40 >lib/notes.md
  seq 10 >lib/plan.md
  commit_all base
  git switch -qc work
  echo half >>src/main.c
  works git handoff pause --next "say it in lib/notes.md and lib/plan.md"
  git switch -q main
  git rm -q lib/notes.md
  commit_all "No notes"
  mkdir tools
  seq -f "tool %g" 30 >tools/notes.md
  commit_all "Notes on tools"
  git switch -q work
  git rebase -q main
  mv lib/plan.md tools
  works git handoff brief
  expect_contains "$out" "Next: say it in lib/notes.md [gone] and lib/plan.md [now tools/plan.md]"
}
test_case "... and a new file of a like name is not what became of it" like_name_elsewhere

off_the_branch() {
  make_project
  printf 'def f():\n    a = 1\n    return a\n' >src/m1.py
  printf -- '- [ ] write the report\n' >plan.md
  commit_all "base"
  git config handoff.taskList plan.md
  git switch -qc f
  sed -i 's/a = 1/a = 11/' src/m1.py
  echo new >src/new.py
  real_clock
  works git handoff note task "write the report"
  works git handoff pause --next "finish f() in src/m1.py:2, then src/new.py"
  local wip
  wip=$(git rev-parse HEAD)
  git reset -q --hard HEAD~1
  works git handoff status
  expect_contains "$out" "safe to continue: the paused work is off the branch, a resume brings it back"
  works git handoff check
  works git handoff brief
  expect_matches "$out" "^Now: the paused work is off the branch: a resume brings it back\.$" "^Next: finish f\(\) in src/m1.py:2, then src/new.py \[kept change is not here\]$"
  git reset -q --hard "$wip"
  # Somebody merges it all as one commit, and ticks the task off.
  git switch -q main
  git merge -q --squash f >/dev/null
  git commit -qm "F (#7)"
  git switch -q f
  works git handoff brief
  expect_matches "$out" "^Now: the paused work is in main\.$"
  git switch -q main
  git reset -q --hard HEAD~1
  sed -i 's/\[ \]/[x]/' plan.md
  git commit -qam "Tick off"
  git switch -q f
  git rebase -q main
  works git handoff brief
  expect_contains "$out" "- write the report [done in the plan]"
  works git handoff show
  expect_contains "$out" "[ ] write the report [done in the plan]"
}
test_case "a brief tells where the paused work is, and what the list of tasks has as done" off_the_branch

# Who changed what a carried rule names is told behind the next pause, too; what the remote alone has, as that.
others_work() {
  make_project
  git init -q --bare -b main ../origin.git
  git remote add origin ../origin.git
  git push -q origin main
  git switch -qc f
  echo x >n.txt
  real_clock
  works git handoff note correction "never touch README"
  works git handoff note task "limit logins in src/util.c"
  works git handoff note blocker "PROJ-31 is open, as is https://example.com/o/r/issues/32"
  works git handoff pause --next "n.txt gets a second line"
  works git handoff resume --continue
  git stash -qu
  git switch -q main
  echo more >>README
  git commit -q --author "Ben <ben@example.com>" -am "Release" -m "Fixes PROJ-31, closes https://example.com/o/r/issues/32"
  git switch -q f
  git rebase -q main
  git stash pop -q
  works git handoff pause
  works git handoff brief
  local release
  release=$(git rev-parse --short=7 main)
  expect_contains "$out" "- never touch README [changed: Ben $release]" "PROJ-31 [fixed: $release]" "issues/32 [fixed: $release]"
  git switch -q --detach main
  echo "int limit;" >>src/util.c
  git commit -q --author "Ben <ben@example.com>" -am "Limit logins"
  git push -q origin HEAD:main
  git fetch -q
  git switch -q f
  run git handoff check
  expect_contains "$out" "on origin/main, touches what open tasks name" "1 on origin/main only"
}
test_case "others' work is told behind a second pause, by any name of an issue, and where it is" others_work

# A file that was split, one with a blank in its name, one beside Chinese letters, a merge over a rename, work taken back.
names_of_files() {
  make_project
  mkdir docs
  for name in one two three; do printf 'def %s_part(x):\n    y = x + 1  # %s\n    return y\n\n' $name $name; done >src/m1.py
  seq 9 >"docs/my plan.md"
  seq 20 >docs/plan.md
  seq -f "line %g" 9 >src/side.py
  printf 'def login():\n    pass\n' >src/server.py
  commit_all "base"
  git switch -qc f
  echo x >n.txt
  real_clock
  works git handoff note task "limit logins in src/server.py"
  works git handoff note task "修改src/side.py:4的校验"
  works git handoff note task "update \"docs/my plan.md\""
  works git handoff pause --next "src/m1.py:two_part() is slow: cache it"
  expect_lacks "$err" "does not exist"
  git switch -qc side main
  sed -i 's/line 8/Line 8/' src/side.py
  git commit -qam "Line 8"
  git switch -q main
  for name in one two three; do sed -n "/def ${name}_part/,/return/p" src/m1.py >src/$name.py; done
  git rm -q src/m1.py "docs/my plan.md"
  git mv src/side.py src/other.py
  echo 21 >>docs/plan.md
  commit_all "Split and move"
  git merge -q side -m "Merge side"
  sed -i 's/pass/limit()/' src/server.py
  git commit -qam "Limit logins"
  git checkout -q HEAD~1 -- src/server.py
  git commit -qm "Take the login limit out again"
  git switch -q f
  git rebase -q main
  works git handoff brief
  expect_contains "$out" "Next: src/m1.py:two_part() [now src/two.py] is slow" "修改src/side.py:4 [now src/other.py]的校验" \
    "docs/my plan.md [gone]" "- limit logins in src/server.py"
  expect_lacks "$out" "perhaps done" "Merge side" "docs/plan.md"
  run git handoff check
  expect_lacks "$out" "Merge side" "docs/plan.md"
}
test_case "a file is followed that was split, has a blank in its name, stands among Chinese letters; what was taken back is not done" names_of_files
test_done
