#!/usr/bin/env bash
# What two readers of other people's work were not told, or were told as true though it no longer was.
. "$(dirname "$0")/lib.sh"

# a_feature: main with some files, a branch that began at it, and work on it.
a_feature() {
  make_repo repo
  real_clock
  seq 30 >after.py
  seq 40 >test_after.py
  { seq 62; echo "def get_name(cb):"; seq 9; } >u.py
  seq 5 >x
  git add .
  git commit -qm base
  git branch fix/after-none
  git switch -qc topic
  echo b >>x
}

# ben CMD...: as a colleague, on main; then the branch is rebased onto it.
ben() { GIT_AUTHOR_NAME=Ben GIT_COMMITTER_NAME=Ben git "$@"; }
onto_main() {
  git switch -q topic
  git rebase -q main
}

rename_is_no_deed() {
  a_feature
  works git handoff note task "after_log uses get_name (after.py), test in test_after.py"
  works git handoff note task "rename x to the name that after_log uses"
  works git handoff pause --next "edit x"
  git switch -q main
  git mv test_after.py test_after_log.py
  ben commit -qm "tests: test_after.py is test_after_log.py, beside after_log that it tests"
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "test_after.py \[now test_after_log.py\]$"
  expect_lacks "$out" "after.py), test in test_after.py [now test_after_log.py] [perhaps done"
  checked
  expect_lacks "$out" "'after_log uses get_name (after.py), test in test_after.py': perhaps done"
}
test_case "a commit that only renames a file is not perhaps the task that names it" rename_is_no_deed

branch_of_blocker_is_merged() {
  a_feature
  works git handoff note blocker "the fix (branch fix/after-none) has to be in main first"
  works git handoff note blocker "the fix of the wire (branch fix/wire) is not in main"
  works git handoff pause --next "edit x"
  works git handoff brief
  expect_lacks "$out" "perhaps gone"
  git switch -q fix/after-none
  echo y >y
  git add y
  ben commit -qm "the fix"
  git switch -q main
  GIT_COMMITTER_DATE="@$(($(date +%s) + 60)) +0000" ben merge -q --no-ff -m "Merge pull request #7 from ben/fix/after-none, for fix/wires and prefix/wire" fix/after-none
  merge=$(git rev-parse --short=7 main)
  git switch -q topic
  works git handoff brief --budget 400
  expect_matches "$out" "^- the fix .*\[merged into main by Ben: $merge, not here\]$" "fix/wire\) is not in main$"
  checked
  expect_contains "$out" "fix/after-none is merged into main ($merge by Ben), not here; is it still in the way?"
  git switch -q main
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "^- the fix .*\[perhaps gone: Ben merged fix/after-none $merge\]$" "fix/wire\) is not in main$"
  works git handoff show
  expect_matches "$out" "^  - the fix .*\[perhaps gone: Ben merged fix/after-none $merge\]$"
  checked
  expect_matches "$out" "perhaps gone: Ben merged fix/after-none $merge; is it still in the way\?"
  ben revert --no-edit -m 1 "$merge" >"$out_file"
  works git handoff brief --budget 400
  expect_lacks "$out" "perhaps gone"
  ben revert --no-edit HEAD >"$out_file"
  works git handoff brief --budget 400
  expect_contains "$out" "[perhaps gone: Ben merged fix/after-none $merge]"
  git branch -qD fix/after-none
  works git handoff brief --budget 400
  expect_contains "$out" "[perhaps gone: Ben merged fix/after-none $merge]"
  # Who merged it is the committer; a host made it for somebody.
  for who in "Mia mia@example.org" "GitHub noreply@github.com"; do
    git checkout -q --detach "$merge"
    GIT_AUTHOR_NAME=Ben GIT_COMMITTER_NAME=${who% *} GIT_COMMITTER_EMAIL=${who#* } git commit -q --amend --no-edit
    git switch -q -C main
    git switch -q topic
    git rebase -q --onto main "$merge" topic
    merge=$(git rev-parse --short=7 main)
    works git handoff brief --budget 400
    expect_contains "$out" "[perhaps gone: $([ "${who% *}" = GitHub ] || echo "Mia ")merged fix/after-none $merge]"
  done
}
test_case "a blocker whose branch HEAD has by now is perhaps gone, one that only main has is not, in brief, show and check" branch_of_blocker_is_merged

what_check_ran() {
  a_feature
  works git handoff note task "write z" --verify "git cat-file -e HEAD:z"
  works git handoff note blocker "the disk is full" --verify "test -e ../space"
  works git handoff note blocker "the lamp is out" --verify "test -e ../lamp"
  works git handoff pause --next "edit x"
  touch ../space
  git switch -q main
  echo z >z
  git add z
  ben commit -qm "the last letter"
  onto_main
  git handoff check --run --yes >"$out_file" 2>&1 || true
  works git handoff brief --budget 400
  expect_matches "$out" "^- the disk is full \[gone, by its check\]$" "^- the lamp is out$" "^- write z.*its check passed\]$"
  works git handoff show
  expect_matches "$out" "the disk is full .*\[gone, by its check\]$" "write z.*its check passed\]$"
  git handoff check -v >"$out_file" 2>&1 || true
  expect_matches "$(cat "$out_file")" "disk is full; gone, by its check, which was run here" "lamp is out; still there, by its check" \
    "write z: its check passed when it was run here"
  # It holds for this commit alone.
  git commit -q --allow-empty -m more
  works git handoff brief --budget 400
  expect_lacks "$out" "by its check" "its check passed"
}
test_case "what 'check --run' found is told by brief and show, for this version and this commit" what_check_ran

moved_line_of_a_rule() {
  a_feature
  works git handoff note correction "do not change get_name in u.py:63: others import it"
  works git handoff note decision "get_name at u.py:63 finds the name" --because "after.py:20 repeated it"
  works git handoff pause --next "edit x"
  git switch -q main
  sed -i '40i a\nb\nc\nd\ne\nf\ng' u.py
  sed -i '1i a' after.py
  ben commit -qam "more"
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "get_name in u.py:63 \[now :70\]: others" "get_name at u.py:63 \[now :70\]" "after.py:20 \[now :21\] repeated"
  must_fail 1 git handoff check
  expect_matches "$out" "u.py:63: line 63 is now 70" "after.py:20: line 20 is now 21" "1 touches what the record names"
}
test_case "a line that a rule or a decision names and that moved is told" moved_line_of_a_rule

lost_in_show() {
  a_feature
  git commit -qam "the first part"
  oid=$(git rev-parse --short HEAD)
  long='fix the usage in the help to say `jq` and not the path of the command that was called (#3299)'
  git commit -q --allow-empty -m "$long"
  works git handoff pause --from - --next "edit x" <<END
{"completed_tasks": [{"id": "1", "name": "part one", "commit": "$oid"}, {"id": "2", "name": "$long", "status": "done"},
 {"id": "3", "name": "the plan", "status": "done"}], "context_notes": "$(git rev-parse HEAD)"}
END
  works git handoff show
  expect_lacks "$out" "[lost]"
  git reset -q --hard main
  works git handoff show
  expect_matches "$out" "^  \\[x\\] 1. part one \\[$oid lost\\]$" "^  \\[x\\] 2. fix the usage .*#3299\\) \\[lost\\]$" "^  \\[x\\] 3. the plan$"
  works git handoff brief
  expect_matches "$out" "^- 'fix the usage .* \\(told as done\\)$" "part one \\($oid \\[lost\\]\\)$" "fix the usage .*#3299\\) \\[lost\\]$"
}
test_case "a task that is done and whose commit was dropped is marked as lost in show as in the brief" lost_in_show

cut_around_its_mark() {
  a_feature
  long="which is the part of it that costs the most time and was measured on three machines before anybody believed it"
  works git handoff note task "go through the callers of it one by one, $long, and begin with those at u.py:63 in the table"
  for n in 1 2 3 4 5 6 7 8; do
    git handoff note decision "the case number $n is kept, $long" --because "it was asked for by $n people, $long" --binding session >/dev/null
  done
  works git handoff pause --next "edit x"
  git switch -q main
  sed -i '40i a\nb' u.py
  ben commit -qam "more"
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "^- go through the callers.*\\.\\.\\. .*those at u.py:63 \\[now :65\\]"
}
test_case "a text that is cut keeps its mark with the words that it is about" cut_around_its_mark

words_of_the_screens() {
  a_feature
  echo done >done.txt
  git add done.txt
  git commit -qm "the first part"
  cat >../record.json <<END
{"next_action": "edit src/x",
 "completed_tasks": [{"name": "the first part", "commit": "$(git rev-parse --short HEAD)"}],
 "blockers": [{"description": "the lamp is out", "verification": "test -e ../lamp"}],
 "human_actions_pending": ["Julien says whether it is shown", "ask for the key"],
 "quality_gates": [{"name": "make check", "status": "failed", "detail": "1 of 3 fails: the lamp"}]}
END
  works git handoff pause --from ../record.json
  git handoff check -v >"$out_file" 2>&1 || true
  expect_matches "$(cat "$out_file")" "^  waits for: Julien says whether" "^  waits for a person: ask for the key" "^  written just now$" \
    "to verify it: test -e ../lamp"
  expect_contains "$(git handoff brief --budget 400)" "make check: 1 of 3 fails: the lamp"
  git reset -q --hard main
  works git handoff brief --budget 400
  expect_matches "$out" "'the first part' \\[lost\\] \\(told as done\\): done.txt"
}
test_case "no name is doubled, other words for a check are understood, a dropped commit that was told as done is said to be gone" words_of_the_screens

same_at_any_age() {
  for age in old new; do
    (
      make_repo "$age"
      commit_all base
      [ "$age" = old ] || real_clock
      works git handoff pause -m "$(printf 'ab %.0s' $(seq 900))" --next "edit x"
      works git handoff brief --budget 400
      printf '%s\n' "$out" | sed -E '1d;$d;s/show [0-9a-f]+/show it/' >"../$age.brief"
    )
  done
  expect_equal "$(cat old.brief)" "$(cat new.brief)" "another age, another brief"
}
test_case "what fits into a brief does not depend on how its age is worded" same_at_any_age

each_kind_has_its_line() {
  works python3 "$project_dir/bench/readers/measure.py" --bin "$bin_dir" --scenes 0 --free 2
  expect_equal 2 "$(grep -cE '  1[12]  0  12  0$' "$out_file")" "$out"
}
test_case "with 400 tokens each kind has its line before any has its second" each_kind_has_its_line

# ines SUBJECT: what stands in her clone goes onto the branch topic of the server, later than anything here.
ines() {
  git -C ../ines add -A
  GIT_COMMITTER_DATE="@$(($(date +%s) + 2)) +0000" git -C ../ines -c user.name="Ines Duarte" commit -qm "$1"
}

# a_shared_branch: topic is on a server, where Ines can push to it as well.
a_shared_branch() {
  a_feature
  mkdir lib lib/of-empty-keys
  seq 60 >lib/utils.py
  seq 30 >keys_test.py
  seq 20 40 >lib/of-empty-keys/end.py
  echo "# manual" >README.md
  git add .
  git commit -qm "utils and a manual"
  git init -q --bare -b main ../server.git
  git remote add origin ../server.git
  git push -q origin main
  git push -q -u origin topic
  git clone -q -b topic ../server.git ../ines
}

pushed_to_the_branch_since() {
  a_shared_branch
  works git handoff note task "cover empty keys" --verify "make keys"
  sed -i '30s/.*/half/' lib/utils.py
  works git handoff pause --from - <<'EOF'
{"next_action": "lib/utils.py:31: write the other half",
 "remaining_tasks": [{"name": "add the case of no key to the empty keys", "files": ["keys_test.py"]},
                     {"name": "say where the keys end", "files": ["lib/of-empty-keys/end.py"]}],
 "blockers": [{"description": "needs the export of the marks (#544)"}]}
EOF
  mkdir ../ines/cases
  git -C ../ines mv keys_test.py cases/keys.py
  git -C ../ines mv lib/of-empty-keys/end.py lib/of-empty-keys/last.py
  sed -i '1s/.*/one/' ../ines/cases/keys.py
  ines "tests: move the cases of empty keys below cases"
  sed -i '1i # the marks' ../ines/lib/utils.py
  ines "utils: describe the marks"
  there=$(git -C ../ines rev-parse --short=7 HEAD)
  git -C ../ines push -q origin topic
  git -C ../ines switch -q -c main origin/main
  echo mark >../ines/mark
  ines "Export the marks (#544)"
  export=$(git -C ../ines rev-parse --short=7 HEAD)
  git -C ../ines push -q origin main
  git fetch -q
  told() {
    for budget in 400 800; do
      works git handoff brief --budget "$budget"
      expect_matches "$out" "^Now: origin/topic is 2 commits ahead: Ines Duarte\.$" \
        "^- Ines Duarte changed lib/utils.py at origin: $there" "^Next: lib/utils.py:31 \[at origin now :32\]: write" \
        "empty keys; keys_test.py \[at origin now cases/keys.py\]" \
        "; lib/of-empty-keys/end.py \[at origin now \.\.\./last.py\]" \
        "\(#544 \[merged into origin/main: $export, not here\]\)"
      expect_lacks "$out" "perhaps done"
    done
  }
  told
  checked
  expect_matches "$out" "#544 is merged into origin/main \($export by Ines Duarte\), not here; "
  works git handoff resume --continue
  told
  works git pull -q --rebase --autostash
  works git handoff brief
  expect_lacks "$out" "Now: origin" "at origin"
  expect_contains "$out" "keys_test.py [now cases/keys.py]"
}
test_case "what others pushed to the branch is told with where it is, before and after a resume" pushed_to_the_branch_since

what_was_there_and_is_not() {
  a_shared_branch
  mkdir docs
  seq 9 >docs/tls.md
  echo "def give_back(conn): pass" >>u.py
  git add .
  git commit -qm "pool"
  echo tls >>lib/utils.py
  git commit -qam "tls: verify the host name"
  host=$(git rev-parse HEAD)
  echo y >>test_after.py
  git commit -qam "after: test none"
  git push -q origin topic
  git -C ../ines pull -q
  echo more >>x
  works git handoff note decision "ciphers are as docs/tls.md has them, idle in u.py:give_back()" --binding session
  works git handoff note doc docs/tls.md
  works git handoff note task "document the dead list in README.md"
  works git handoff note task "dead list and dead retry in after.py"
  works git handoff pause --from - <<END
{"next_action": "u.py:63 in give_back(): use the clock",
 "completed_tasks": [{"name": "the name of the host", "commit": "${host:0:9}"}, "after: test none"]}
END
  git -C ../ines -c user.name="Ines Duarte" revert --no-edit HEAD~1 >/dev/null
  there=$(git -C ../ines rev-parse --short=7 HEAD)
  git -C ../ines push -q origin topic
  git fetch -q
  ben revert --no-edit HEAD~1 >/dev/null
  here=$(git rev-parse --short=7 HEAD)
  sed -i s/give_back/put/ u.py
  git rm -q docs/tls.md
  ben commit -qam "pool: put"
  echo dead >>README.md
  ben commit -qam "docs: the dead list in README.md"
  works git handoff brief
  expect_matches "$out" "^- 'the name of the host' \[reverted by Ines Duarte $there at origin\]$" \
    "^- 'after: test none' \[reverted by Ben $here\]$" \
    "^- the name of the host \(${host:0:9} \[reverted on origin/topic: $there, not here\]\)$" "^- after: test none \[reverted\]$" \
    "as docs/tls.md \[gone\] has them, idle in u.py:give_back\(\) \[gone\]" "^- read docs/tls.md \[gone\]$" \
    "in give_back\(\) \[gone\]: use" "^- document the dead list in README.md.* \[perhaps done: Ben"
  checked
  expect_contains "$out" "'after: test none': told as done, reverted by Ben in $here"
  expect_equal 1 "$(grep -c '^  docs/tls.md:' "$out_file")"
}
reverted_and_brought_back() {
  make_project
  write parser.c "int parser;"
  commit_all "add the parser"
  make_work
  works git handoff pause --from - <<<'{"next_action": "go on", "completed_tasks": ["add the parser"]}'
  git revert --no-edit HEAD~1 >/dev/null
  checked
  expect_contains "$out" "'add the parser': told as done, reverted"
  git revert --no-edit HEAD >/dev/null
  checked
  expect_lacks "$out" "told as done, reverted"
}
test_case "what was reverted and is there again is not told as reverted" reverted_and_brought_back

test_case "what was done and is reverted, a document, a symbol and a branch that are gone are told where they are named" what_was_there_and_is_not

done_by_its_document() {
  a_shared_branch
  for word in limits arrays; do
    seq 40 | sed "s/^/$word /" >>README.md
    git commit -qam "[readme] $word"
  done
  echo c >>x
  works git handoff pause --from - <<'EOF'
{"next_action": "edit x",
 "remaining_tasks": [
  {"name": "README: explain array_limit as a number of elements, and what parse_arrays: false lets through", "files": ["README.md"]},
  {"name": "turn the expectations of array_limit from index to count"},
  {"name": "describe --character-table in the man page keys_test.py"}]}
EOF
  git switch -q main
  git rebase -q topic~1
  echo more >>README.md
  ben commit -qam "[readme] clarify \`parse_arrays\` and \`array_limit\` documentation"
  readme=$(git rev-parse --short=7 HEAD)
  echo more >>keys_test.py
  ben commit -qam "Describe --color=force in the man page"
  onto_main
  works git handoff brief
  expect_matches "$out" "README: explain array_limit .*; see '\[readme\] clarify .parse_arrays.* \[perhaps done: Ben $readme\]$"
  expect_equal 1 "$(grep -c 'perhaps done' "$out_file")"
}
test_case "who changed the document that a task begins with perhaps did it; who describes something else did not" done_by_its_document

told_once() {
  a_feature
  works git handoff note decision "code page 437 follows Wikipedia's table, revision 978947122" \
    --because "control characters have to be seen" --binding absolute
  works git handoff note decision "use jose, not jsonwebtoken" --because "it is kept up"
  works git handoff note correction "no cargo update, and 'Cargo.lock' is not committed in this branch" --because "the release does it"
  works git handoff note human "Jordan decide in #543 whether arrayLimit: 0 may turn a[0]=b into an object" --because "it is visible"
  works git handoff note question "is zero a key"
  works git handoff pause --from - <<'EOF'
{"next_action": "edit x",
 "decisions": [
  {"decision": "Code page 437 follows Wikipedia's table, revision 978947122", "rationale": "graphic characters", "binding": "absolute",
   "rejected": ["always throwing", "cutting the array off"]},
  {"decision": "use jsonwebtoken, not jose", "rationale": "it is there", "binding": "session"}],
 "corrections": [{"correction": "No cargo update, and Cargo.lock is not committed in this branch", "lesson": "the release moves it"}],
 "open_questions": ["Is zero a key?"],
 "human_actions_pending": [{"action": "Jordan: decide in #543 whether arrayLimit: 0 may turn a[0]=b into an object",
   "context": "no release without it", "blocking": false}]}
EOF
  for what in "show" "brief"; do
    works git handoff "$what"
    expect_equal 1 "$(grep -ci 'page 437' "$out_file")"
    expect_equal 1 "$(grep -ci 'cargo.lock' "$out_file")"
    expect_equal 1 "$(grep -ci 'jordan' "$out_file")"
    expect_equal 1 "$(grep -ci 'zero a key' "$out_file")"
    expect_contains "$out" "use jsonwebtoken, not jose" "use jose, not jsonwebtoken" "always throwing or cutting the array off"
  done
  expect_matches "$(xargs -d '\n' <"$out_file")" "Waits for: - Jordan: decide"
  # Nothing is lost: what says more than the other one stays.
  works git handoff note question "is zero a key?" --because "the schema allows it"
  works git handoff brief
  expect_contains "$out" "Is zero a key?"
  # A number in a sentence is no commit that is missing.
  checked
  expect_lacks "$out" 978947122
}
test_case "what is said twice in other signs is told and kept once; of two rejected things neither reads as chosen" told_once

resumed_after_a_rebase() {
  a_feature
  sed -i '35s/.*/half/' test_after.py
  works git handoff pause --next "test_after.py:36: write the other half"
  id=$(git handoff list --porcelain | cut -f1)
  git switch -q main
  sed -i '1i # tests\n# of after' test_after.py
  ben commit -qam "tests: say what they are"
  onto_main
  works git handoff resume --continue
  checked "$id" -v
  expect_lacks "$out" "not with the content that was recorded"
  must_fail 1 git handoff show
  expect_matches "$err" "nothing is paused on 'topic'" "the last one here is archived: git handoff show $id, or to bring it back: git handoff undo $id"
  echo edited >>test_after.py
  checked "$id"
  expect_contains "$out" "test_after.py: uncommitted, but not with the content that was recorded"
}
test_case "work that a rebase and a resume put onto another base is as recorded, and show names what was resumed" resumed_after_a_rebase

signs_stay_over_the_next_pause() {
  a_feature
  works git handoff note task "add the retry limit to test_after.py"
  works git handoff note task "describe it all in after.py"
  works git handoff note decision "u.py:63 finds the name" --binding absolute
  works git handoff note blocker "needs fix/after-none merged"
  works git handoff note human "Eve looks at u.py:70"
  works git handoff pause --next "edit x"
  git switch -q fix/after-none
  echo y >y
  git add y
  git commit -qm "the fix"
  git switch -q main
  sed -i '9s/$/ retry limit/' test_after.py
  sed -i '1i a\nb' u.py
  ben commit -qam "test_after: add the retry limit"
  echo "# more" >>after.py
  ben commit -qam "Say more"
  ben merge -q --no-ff -m "Merge fix/after-none" fix/after-none
  git branch -qD fix/after-none
  onto_main
  for again in 1 2 3; do
    works git handoff brief
    expect_matches "$out" "add the retry limit .*\[perhaps done: Ben" "^- u.py:63 \[now :65\] finds" \
      "fix/after-none merged \[perhaps gone: Ben" "Eve looks at u.py:70 \[now :72\]" \
      "in after.py \[changed: Ben"
    works git handoff resume --continue
    git commit -qam "own work, part $again"
    echo "$again" >>x
    works git handoff pause --next "edit x, part $again"
  done
  works git handoff resume --continue
  echo "# and own" >>after.py
  git commit -qam "after.py, as far as it goes"
  echo 4 >>x
  works git handoff pause --next "edit x"
  works git handoff brief
  expect_lacks "$out" "after.py changed"
}
test_case "what came since an item was written is told beside it also after further pauses" signs_stay_over_the_next_pause

not_gone_nor_done() {
  a_feature
  for branch in fix/a fix/b lazy-imports; do
    git switch -qc "$branch" main
    echo 1 >"${branch//\//-}"
    git add .
    git commit -qm "$branch: whole"
  done
  git switch -q topic
  works git handoff note blocker "not before fix/a and fix/b are merged"
  works git handoff note blocker "CI breaks as soon as lazy-imports is merged, until somebody looks"
  works git handoff note blocker "no release until lazy-imports is taken back"
  works git handoff note blocker "CI stays red until fix/a is merged" --workaround "look at the other job"
  works git handoff note task "add the retry limit to test_after.py"
  works git handoff note task "widen the overflow of the counter in u.py, #77"
  works git handoff note task "widen the overflow of the counter in after.py, #78"
  works git handoff pause --next "edit x"
  git switch -q main
  for branch in fix/a lazy-imports; do ben merge -q --no-ff -m "Merge branch '$branch'" "$branch"; done
  sed -i '9s/$/ retry limit/' test_after.py
  ben commit -qam "test_after: add the retry limit"
  ben revert --no-edit HEAD >/dev/null
  sed -i '9s/$/ wide/' after.py
  ben commit -qam "widen the overflow of the counter (#78)"
  onto_main
  works git handoff brief
  expect_matches "$out" "^- not before fix/a and fix/b are merged$" "^- CI breaks as soon as lazy-imports is merged, until somebody looks$" "^- no release until lazy-imports is taken back$" \
    "red until fix/a is merged \[perhaps gone: Ben.*; meanwhile: look at the other job|red until fix/a is merged; meanwhile: look at the other job \[perhaps gone" \
    "^- add the retry limit to test_after.py$" "in u.py, #77$" "#78 \[merged: [0-9a-f]*\]; see 'widen the overflow of the counter \(#78\)' \[perhaps done"
  git switch -q main
  ben merge -q --no-ff -m "Merge branch 'fix/b'" fix/b
  onto_main
  works git handoff brief
  expect_matches "$out" "fix/a and fix/b are merged \[perhaps gone: Ben merged fix/a [0-9a-f]{7} and fix/b [0-9a-f]{7}\]$"
  git switch -q main
  ben revert --no-edit -m 1 HEAD >/dev/null
  onto_main
  works git handoff brief
  expect_matches "$out" "^- not before fix/a and fix/b are merged$"
}
test_case "one of two branches, a merge that breaks, what was reverted and another task's number are no sign" not_gone_nor_done

what_held_until_it_was_merged() {
  a_feature
  git branch reload
  git branch lazy-end
  for branch in reload fix/after-none; do
    git switch -q "$branch"
    echo 1 >"of-${branch//\//-}"
    git add .
    git commit -qm "$branch: whole"
  done
  git switch -q topic
  works git handoff note decision "the limits are read once, until reload lands" --binding session
  works git handoff note correction "no change of u.py before fix/after-none is merged, #12 is no reason"
  works git handoff note task "drop the old limit once branch reload is in"
  works git handoff note question "is it wanted before lazy-end is merged?"
  works git handoff note context "the planet does not fit until reload is merged"
  works git handoff note blocker "CI breaks as soon as fix/after-none is merged"
  works git handoff pause --next "edit x until reload is merged"
  git switch -q main
  for branch in reload fix/after-none; do ben merge -q --no-ff -m "Merge branch '$branch'" "$branch"; done
  git -c user.name=Ben commit -q --allow-empty -m "Give the table its end (#12)"
  onto_main
  works git handoff brief
  expect_matches "$out" "^- the limits are read once, until reload \[merged: [0-9a-f]{7}\] lands$" \
    "before fix/after-none \[merged: [0-9a-f]{7}\] is merged, #12 \[merged: [0-9a-f]{7}\] is no reason$" \
    "once branch reload \[merged: [0-9a-f]{7}\] is in$" "^- is it wanted before lazy-end is merged\?$" \
    "does not fit until reload \[merged: [0-9a-f]{7}\] is merged$" "^Next: edit x until reload \[merged: [0-9a-f]{7}\] is merged$"
  git switch -q main
  ben revert --no-edit -m 1 HEAD~2 >/dev/null
  onto_main
  works git handoff brief
  expect_matches "$out" "^- the limits are read once, until reload lands$"
}
test_case "what held until a branch was merged is marked in every kind of text, and not when that was taken back" what_held_until_it_was_merged

next_was_done_meanwhile() {
  a_feature
  works git handoff note task "describe the retry limit in u.py"
  works git handoff note decision "names come from u.py alone" --binding absolute
  works git handoff note context "after.py counts from one, test_after.py:3 shows it"
  works git handoff note decision "one name each" --because "u.py has two"
  works git handoff note blocker "u.py is not to be imported"
  works git handoff pause --next "clip rings at the antimeridian in after.py before they are simplified, then look at x again"
  git switch -q main
  sed -i '9s/$/ clip/' after.py
  GIT_AUTHOR_EMAIL=b@x ben commit -qam "Clip rings at the antimeridian before they are simplified"
  clip=$(git rev-parse --short=7 HEAD)
  sed -i '$s/$/ name/' u.py
  GIT_AUTHOR_EMAIL=b@x ben commit -qam "u: another name"
  name=$(git rev-parse --short=7 HEAD)
  onto_main
  sed -i '3s/$/ own/' test_after.py
  git commit -qam "own"
  works git handoff brief
  expect_matches "$out" "^Next: clip rings .* look at x again \[perhaps done: Ben $clip\]$" \
    "^- names come from u.py \[changed: Ben $name\] alone$" "^- after.py \[changed: Ben $clip\] counts from one, test_after.py:3 " \
    "^- one name each; because u.py \[changed: Ben $name\] has two" "^- u.py \[changed: Ben $name\] is not to be imported"
  expect_equal 1 "$(grep -c 'perhaps done' "$out_file")"
  checked
  expect_contains "$out" "perhaps done by Ben in $clip"
}
test_case "a next step that somebody did, and a file of a rule or a context line that others changed, are marked" next_was_done_meanwhile

cut_where_it_does_not_turn() {
  a_feature
  python3 - >../record.json <<'EOF'
import json
more = "and this goes on with what nobody needs to know who goes on with the work of that day"
print(json.dumps({
    "next_action": "edit x",
    "remaining_tasks": [{"name": f"number {i} of the things that are still to do, {more}"} for i in range(12)],
    "decisions": [{"decision": f"pages that were begun in the tray of device {i} are printed again by the host {more}, "
                               "except when the tray is empty",
                   "rejected": f"to ask each time, {more}", "rationale": f"it was asked for in May, {more}",
                   "binding": "session"} for i in range(2)],
    "debug": {"eliminated": [f"not the lock: {more}"]},
    "blockers": [{"description": f"the device refuses all of it {more} until its firmware is 2.14"}],
    "human_actions_pending": [f"Ruth opens the port, {more}"],
    "open_questions": [f"does it keep its place, {more}?"],
    "verification": {"passed": 61, "command": "make check PRINTER=fake", "failed": ["test_mid_job"]}}))
EOF
  works git handoff pause --from ../record.json
  works git handoff brief --budget 400
  expect_matches "$out" "^- pages that were begun .*\.\.\. except when the tray is empty;" "refuses .*\.\.\. until its firmware is 2.14$" \
    "^- failed test_mid_job; run: make check PRINTER=fake" "^- not the lock" "^- Ruth opens" "^- does it keep its place" "^- number 0"
}
test_case "each kind is told before reasons, and what is cut keeps the clause on which it turns" cut_where_it_does_not_turn

what_a_decision_rested_on() {
  a_feature
  git switch -q main
  echo limit >>u.py
  ben commit -qam "u: a limit of its own"
  limit=$(git rev-parse --short=16 HEAD) # hardly ever digits alone, which may be any number
  git switch -q topic
  git rebase -q --autostash main
  LIMIT=$limit python3 - >../record.json <<'EOF'
import json, os
more = "and this goes on with what nobody needs to know who goes on with the work of that day"
limit = os.environ["LIMIT"]
print(json.dumps({
    "next_action": f"edit x, {more}",
    "remaining_tasks": [{"name": f"number {i} of the things that are still to do, {more}", "files": [f"{i}.txt"]} for i in range(9)]
                       + [{"name": f"a word on the limit, {more}", "files": ["after.py"]}],
    "decisions": [{"decision": f"device {i} is asked once, {more}", "rejected": f"to ask each time, {more}",
                   "rationale": f"it was asked for in May, {more}", "binding": "absolute"} for i in range(2)]
                 + [{"decision": f"no limit is set in x, {more}", "rejected": f"a limit of x, {more}",
                     "rationale": f"it leaves everything to the caller, since {limit} has one of its own, {more}",
                     "binding": "session"}],
    "corrections": [{"original": "retry", "correction": f"never retry, {more}",
                     "lesson": f"that is done by the caller, as in {limit}, {more}"}],
    "debug": {"eliminated": [{"hypothesis": f"the lock: {more}", "evidence": f"it is not held in {limit}, {more}"}]},
    "human_actions_pending": [f"Ruth opens the port, {more}"],
    "open_questions": [f"does it keep its place, {more}?"]}))
EOF
  works git handoff pause --from ../record.json
  git switch -q main
  ben revert --no-edit HEAD >/dev/null
  undone="$limit \[reverted by $(git rev-parse --short=7 HEAD)\]"
  echo word >>after.py
  GIT_AUTHOR_EMAIL=b@x ben commit -qam "another text"
  text=$(git rev-parse --short=7 HEAD)
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "^- no limit is set in x.*; because .*$undone" "^- never retry.*; because .*$undone" "^- the lock: .*; because .*$undone" \
    "^- a word on the limit.* \[after.py changed: Ben $text\]"
}
test_case "with little room it is told what a decision rested on and is undone, and whose commit a task may be" what_a_decision_rested_on

what_is_to_be_left_alone() {
  a_feature
  for i in 1 2 3 4 5 6 7 8; do
    works git handoff note context "the long talk of day $i on how it came to this, which nobody has to know who goes on with the work"
    works git handoff note task "number $i of what is to do, of which each is known by its name alone"
  done
  works git handoff note context "the decoder is off limits: Tom rewrites it on another branch"
  works git handoff pause --next "edit x"
  works git handoff brief --budget 300
  expect_contains "$out" "- the decoder is off limits: Tom rewrites it on another branch"
  expect_lacks "$out" "talk of day 5"
}
test_case "what a note forbids is told before other notes" what_is_to_be_left_alone

what_a_session_is_told_of_a_lost_commit() {
  a_feature
  echo c >c
  git add c
  git commit -qm "completion for zsh"
  lost=$(git rev-parse --short=16 HEAD)
  echo more >>x
  printf '{"next_action":"edit x","completed_tasks":[{"name":"the zsh part","status":"done","commit":"%s"}]}' "$lost" >../record.json
  works git handoff pause --from ../record.json
  git switch -q main
  echo other >other
  git add other
  ben commit -qm "other"
  git switch -q topic
  git rebase -q --onto main "$lost"
  printf '{"session_id":"s","cwd":"%s","hook_event_name":"SessionStart","source":"startup"}' "$PWD" >../event
  works git handoff hook claude SessionStart <../event
  expect_contains "$out" "'the zsh part' [lost] (told as done)"
  expect_lacks "$out" "not in this repository" "completion for zsh"
}
test_case "a session is told which finished task is lost, without the words of the commit" what_a_session_is_told_of_a_lost_commit

ninth_task_was_touched() {
  a_feature
  for i in 1 2 3 4 5 6 7 8; do
    works git handoff note task "number $i of what is to do"
  done
  works git handoff note task "after.py: a chapter on its use"
  works git handoff note question "is all of it wanted?"
  works git handoff pause --next "edit x"
  git switch -q main
  echo word >>after.py
  ben commit -qam "another text"
  onto_main
  works git handoff brief --budget 2000
  expect_matches "$out" "^- after.py: a chapter on its use \[changed: Ben [0-9a-f]{7}\]$" "^- is all of it wanted\?$"
  expect_lacks "$out" "Left out" "..."
}
test_case "a task far down the list that others touched takes nothing away where all fits" ninth_task_was_touched

what_binds_and_is_left_out() {
  a_feature
  for i in 1 2 3 4 5 6 7 8; do
    works git handoff note decision "amounts of ledger $i are integers of cents, and floats are not used in it" \
      --binding session --because "the auditors found that three cents were missing in $i"
    works git handoff note question "does ledger $i count as a part of the Union?"
    works git handoff note task "ledger $i: take the rate from the table and round down"
  done
  works git handoff note decision "the cache of responses is filled at the start of the worker on all machines of the site, provided that WARM is set" \
    --binding absolute --because "machines with little memory went down at the start of the week"
  printf '%s\n' '{"next_action":"edit x","corrections":[{"correction":"never rename ledger()","reason":"two packagers patch it"}]}' >../record.json
  works git handoff pause --from ../record.json
  works git handoff brief --budget 300
  expect_matches "$out" "^Left out: [0-9]+ binding decisions" "^- the cache of responses .*provided that WARM is set" \
    "^- never rename ledger\(\); because two packagers patch it$"
  works git handoff show
  expect_contains "$out" "never rename ledger() (because two packagers patch it)"
}
test_case "that something binds and is left out is said, a condition stays, and a rule has its reason by any name" what_binds_and_is_left_out

# It was there before the branch was begun, and had come nowhere then.
merged_forward_later() {
  a_feature
  git switch -q fix/after-none
  echo y >y
  git add y
  GIT_COMMITTER_DATE="@$(($(date +%s) - 600)) +0000" git commit -qm "the fix"
  git switch -q main
  git branch -qD topic
  git switch -qc topic
  echo b >own
  git add own
  git commit -qm own
  echo c >>own
  works git handoff note blocker "not before fix/after-none is merged"
  works git handoff pause --next go
  works git handoff brief
  expect_lacks "$out" "perhaps gone"
  git switch -q main
  git merge -q --ff-only fix/after-none
  onto_main
  works git handoff brief
  expect_matches "$out" "^- not before fix/after-none is merged \[perhaps gone"
}
test_case "a branch that was merged without a merge commit, and is older than the one paused, is merged" merged_forward_later

# Nothing of them is in the history: what they change is, squashed (with a message of one's own, or
# git's), or commit by commit.
merged_as_other_commits() {
  a_feature
  for branch in fix/squash fix/told fix/rebase fix/half fix/back; do
    git switch -qc "$branch" main
    for part in 1 2; do
      echo $part >>"of-${branch//\//-}"
      git add .
      git commit -qm "$branch: $part"
    done
  done
  git switch -q topic
  for branch in squash told rebase half back; do works git handoff note blocker "not before fix/$branch is merged"; done
  works git handoff note correction "u.py stays until fix/squash is merged"
  works git handoff pause --next "edit x"
  git switch -q main
  for branch in squash told back; do
    ben merge -q --squash "fix/$branch"
    if [ $branch = told ]; then ben commit -q --no-edit; else ben commit -qm "The whole of it (#20)"; fi
  done
  ben revert --no-edit HEAD >/dev/null
  ben cherry-pick main..fix/rebase fix/half~1 >/dev/null
  git switch -q topic
  works git handoff brief
  expect_matches "$out" "^- not before fix/squash is merged \[merged into main by Ben: [0-9a-f]{7}, not here\]$"
  run git handoff resume
  expect_matches "$out" "blocker: +not before fix/squash is merged \[merged into main by Ben: [0-9a-f]{7}, not here\]$"
  onto_main
  works git handoff brief
  for branch in squash told rebase; do
    expect_matches "$out" "^- not before fix/$branch is merged \[perhaps gone: .* merged fix/$branch [0-9a-f]{7}\]$"
  done
  expect_matches "$out" "^- u.py stays until fix/squash \[merged: [0-9a-f]{7}\] is merged$" \
    "^- not before fix/half is merged$" "^- not before fix/back is merged$"
}
test_case "a branch that was squashed or rebased into main is merged; one of which a part came, or that was reverted, is not" \
  merged_as_other_commits

test_done
