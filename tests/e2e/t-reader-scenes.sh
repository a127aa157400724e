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
  expect_lacks "$(git handoff check || true)" "'after_log uses get_name (after.py), test in test_after.py': perhaps done"
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
  ben merge -q --no-ff -m "Merge fix/after-none" fix/after-none
  merge=$(git rev-parse --short=7 main)
  onto_main
  works git handoff brief --budget 400
  expect_matches "$out" "^- the fix .*\[perhaps gone: Ben merged fix/after-none $merge\]$" "fix/wire\) is not in main$"
  works git handoff show
  expect_matches "$out" "^  - the fix .*\[perhaps gone: Ben merged fix/after-none $merge\]$"
  expect_matches "$(git handoff check || true)" "perhaps gone: Ben merged fix/after-none $merge; is it still in the way\?"
  git branch -qD fix/after-none
  works git handoff brief --budget 400
  expect_contains "$out" "[perhaps gone: Ben merged fix/after-none $merge]"
}
test_case "a blocker whose branch HEAD has by now is perhaps gone, in brief, show and check" branch_of_blocker_is_merged

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
  expect_matches "$out" "the disk is full \[gone, by its check\]$" "write z.*its check passed\]$"
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
  expect_contains "$(git handoff brief --budget 400)" "make check: failed (1 of 3 fails: the lamp)"
  git reset -q --hard main
  works git handoff brief --budget 400
  expect_matches "$out" "'the first part' is no longer on the branch, to do again: done.txt"
}
test_case "no name is doubled, other words for a check are understood, a dropped commit is to do again" words_of_the_screens

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
test_done
