#!/usr/bin/env bash
# `git handoff brief`: a budget that is never exceeded, what is next and what changed first, what was left out by its name.
. "$(dirname "$0")/lib.sh"

# record_of BYTES: a record of about so many bytes on standard output, with text that is hard to cut.
record_of() {
  python3 - "$1" <<'END'
import json, random, sys
size = int(sys.argv[1])
random.seed(size)
words = ["token", "src/main.c", "\u00fc\u00e4", "\u4f60\u597d", "\u001b[31m", "--- 00000000", "end", "a\nb", "x" * 90, "```"]
text = lambda: " ".join(random.choice(words) for _ in range(random.randint(1, 25)))
record = {"next_action": "edit src/main.c:1"}
while len(json.dumps(record)) < size:
    kind = random.randrange(6)
    if kind == 0: record.setdefault("remaining_tasks", []).append({"id": str(random.randrange(9)), "name": text(), "status": "not_started"})
    elif kind == 1: record.setdefault("decisions", []).append({"decision": text(), "rationale": text(), "binding": random.choice(["absolute", "session", ""])})
    elif kind == 2: record.setdefault("human_actions_pending", []).append({"action": text(), "blocking": random.random() < 0.5})
    elif kind == 3: record.setdefault("blockers", []).append({"description": text(), "workaround": text()})
    elif kind == 4: record["context_notes"] = record.get("context_notes", "") + "\n" + text()
    else: record.setdefault("open_questions", []).append(text())
json.dump(record, sys.stdout)
END
}

# expect_within BUDGET: the brief in $out_file keeps to it, is fenced once, and is plain text.
expect_within() {
  local size boundary
  size=$(wc -c <"$out_file")
  [ "$size" -le $(($1 * 4)) ] || fail "$size bytes for $1 tokens"
  boundary=$(sed -n 's/^--- \([0-9a-f]\{8\}\) [a-z].*: a report, no instructions$/\1/p' "$out_file")
  [ ${#boundary} -eq 8 ] || fail "no boundary: $out"
  expect_equal 2 "$(grep -c "$boundary" "$out_file")" "the boundary stands in the text"
  expect_equal "--- $boundary end" "$(tail -n 1 "$out_file")"
  ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$out_file" || fail "control bytes: $out"
}

budgets_hold() {
  local size budget
  local budgets=(200 400 5000)
  [ -z "${HANDOFF_LONG:-}" ] || budgets=(200 230 400 1000 5000)
  for size in 2 ${HANDOFF_LONG:+500 30000} 5000 100000; do
    cd "$case_dir"
    make_project "repo-$size"
    make_work
    record_of "$size" >../record.json
    real_clock
    works git handoff pause --from ../record.json
    # What changes after the pause.
    sed -i "1i // changed since" src/main.c
    rm src/util.c
    for budget in "${budgets[@]}"; do
      works git handoff brief --budget "$budget"
      expect_within "$budget"
      [ "$size" -eq 2 ] || expect_contains "$out" "Next: edit src/main.c:1 [now :2]"
      [ "$budget" -lt 5000 ] || [ "$size" -gt 5000 ] || expect_contains "$out" "src/util.c"
      if [ "$size" -ge 5000 ] && [ "$budget" -le 1000 ]; then
        expect_matches "$out" '^Left out: .*: git handoff show '
      fi
      works git handoff brief --budget "$budget" --for "task 3"
      expect_within "$budget"
      expect_contains "$out" "Next: "
      works git handoff brief --budget "$budget" --style spellbook
      expect_within "$budget"
      [ "$size" -eq 2 ] || expect_contains "$out" "Next: edit src/main.c:1 [now :2]"
    done
    # The same by JSON, where what was left out can be counted.
    works git handoff brief --budget 250 --json
    expect_equal true "$(json '.tokens <= 250 and (.text | length) > 0' <<<"$out")"
  done
}
test_case "records from nothing to 100 KB keep to every budget, what is next and what changed first" budgets_hold

odd_budgets() {
  local budget
  make_project
  make_work
  works git handoff pause --next "edit src/main.c"
  for budget in 0 1 199; do
    must_fail 129 git handoff brief --budget "$budget"
    expect_contains "$err" "too small"
  done
  for budget in -1 x "" 1e9999; do
    must_fail 129 git handoff brief --budget "$budget"
  done
  works git handoff brief --budget 200
  expect_within 200
  works git handoff brief --budget 4000000000
  expect_within 4000000000
}
test_case "a budget that the frame alone would not fit is refused" odd_budgets

same_twice() {
  make_project
  make_work
  record_of 20000 >../record.json
  works git handoff pause --from ../record.json
  local first about
  for about in "task 3" src/main.c token 'nothing of the kind' '.*'; do
    works git handoff brief --for "$about"
    first=$(sed 's/^--- [0-9a-f]\{8\}/BOUNDARY/' "$out_file")
    works git handoff brief --for "$about"
    expect_equal "$first" "$(sed 's/^--- [0-9a-f]\{8\}/BOUNDARY/' "$out_file")"
    expect_contains "$out" "about other things"
  done
  # It reads only.
  local before
  before=$(git for-each-ref; git status --porcelain=v2; git count-objects -v)
  works git handoff brief
  expect_equal "$before" "$(git for-each-ref; git status --porcelain=v2; git count-objects -v)"
}
test_case "--for keeps the same for the same words, and a brief changes nothing" same_twice

# Behind the branch that was pushed: what the text stands on is not in this tree.
only_upstream() {
  local fix
  make_project
  git init -q --bare ../origin.git
  git remote add origin ../origin.git
  write fix "the fix"
  commit_all "the fix"
  fix=$(git rev-parse --short HEAD)
  git push -q -u origin main
  git reset -q --hard HEAD~1
  write README "work"
  works git handoff pause -m kept --next "merge $fix first"
  works git handoff brief
  expect_contains "$out" "merge $fix [in the upstream only] first"
}
test_case "a commit that only the upstream has is marked where it is named" only_upstream

# What status says first is said at the top of a brief.
as_status_says() {
  make_project
  git switch -q -c feat
  write src/util.c "the work"
  works git handoff pause -m kept --next "finish it in src/main.c"
  write README "edited"
  works git handoff brief
  expect_contains "$out" "Now: edited since: README."
  git checkout -q README
  git switch -q main
  real_clock
  write src/util.c "another"
  commit_all "util: another"
  git switch -q feat
  works git handoff brief
  expect_contains "$out" "Now: $(git handoff status | head -n 1)"
  expect_contains "$out" "('util: another') on main"
}
test_case "what is not as it was left is said as status says it" as_status_says

# Of which kinds there is nothing at all is said by name: who does not know of a question does not ask for it.
silent_kinds() {
  make_project
  git switch -q -c feat
  write src/util.c "the work"
  long="$(printf 'word%03d ' {1..40})"
  jq -n --arg long "$long" '{next_action: ("finish src/util.c " + $long),
      decisions: [range(6) | {decision: ("keep \(.) " + $long), rationale: $long, rejected: $long, binding: "absolute"}],
      remaining_tasks: [range(9) | {name: ("task \(.) " + $long)}],
      verification: {tests: "3 ok, 1 failed"}, open_questions: ["is an empty list refused?"]}' >../record.json
  works git handoff pause --from ../record.json
  for budget in 200 260 400 800; do
    works timeout 20 git handoff brief --budget "$budget"
    [ "${#out}" -le $((budget * 4)) ] || fail "${#out} bytes with --budget $budget"
    for kind in "Tests:/1 state of tests" "Questions:/1 question"; do
      grep -qF "${kind%/*}" <<<"$out" || grep -q "^Left out: .*${kind#*/}" <<<"$out" ||
        fail "--budget $budget says nothing of ${kind#*/}: $out"
    done
  done
}
test_case "of which kinds a brief has nothing is said by name" silent_kinds

# Two pauses of one branch, neither on top of the other: who goes on with one is told of the other.
two_on_one_branch() {
  make_project
  git switch -q -c feat
  write src/util.c "the first"
  works git handoff pause -m "the first" --next "finish src/util.c"
  local first
  first=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  git reset -q --hard HEAD~1
  write README "the second"
  works git handoff pause -m "the second" --next "finish README"
  works git handoff brief
  expect_contains "$out" "Now: $first is paused on this branch, too."
  run git handoff resume
  expect_contains "$err" "note: $first is paused on this branch, too"
  works git handoff resume --continue
  works git handoff brief
  expect_contains "$out" "finish README" "Now: $first is paused on this branch, too."
}
test_case "of two handoffs on one branch each tells of the other" two_on_one_branch

# The other worktree has gone elsewhere since, and its work is told there.
two_of_two_worktrees() {
  make_project
  git worktree add -q -b topic ../linked
  (cd ../linked && echo a >>README && works git handoff pause -m theirs --next theirs && git switch -q --detach main)
  git switch -q topic
  git reset -q --hard HEAD~
  echo ours >>src/util.c
  works git handoff pause -m ours --next "ours"
  works git handoff list
  expect_contains "$out" theirs ours
  works git handoff brief
  expect_contains "$out" "ours"
  expect_lacks "$out" "paused on this branch, too"
}
test_case "... but for one of another worktree" two_of_two_worktrees
# The user's own file is not somebody else's word.
own_file_is_not_elsewhere() {
  make_project
  printf '# Work\n\n## Next steps\n1. edit src/main.c\n' >HANDOFF.md
  echo five >>README
  works git handoff pause --from HANDOFF.md
  brief=$(git handoff brief)
  expect_contains "$brief" "edit src/main.c"
  expect_lacks "$brief" "(elsewhere)"
}
test_case "a record made from a file of the user's own is not from elsewhere" own_file_is_not_elsewhere

changed_files_are_followed() {
  make_project
  git switch -q -c work
  echo five >>src/main.c
  works git handoff pause --next "run the tests"
  git switch -q main
  git mv src lib
  git commit -qm "src is lib"
  git switch -q work
  git rebase -q main
  brief=$(git handoff brief)
  expect_contains "$brief" "- src/main.c [now lib/main.c]"
}
test_case "a changed file that was renamed is named with where it is now" changed_files_are_followed

# What is put away moves nothing of what was resumed.
another_is_put_away() {
  [ -d .git ] || make_project
  echo five >>README
  works git handoff pause --next "the first work"
  first=$(live_ids)
  git reset -q --hard HEAD~
  echo six >>src/main.c
  works git handoff pause --next "the second work"
  second=$(live_ids | grep -vxF "$first")
  works git handoff resume "$second" --continue
  works git handoff discard "$first"
  brief=$(git handoff brief)
  expect_contains "$brief" "Resumed" "the second work"
}
test_case "what was resumed is told also where another handoff was put away since" another_is_put_away

# Of what was resumed before only the last is read, however many there are: the others may be damaged.
gone_on_with_is_read_alone() {
  make_project
  local older
  echo four >>src/util.c
  works git handoff pause --next "an older work"
  works git handoff resume --continue
  git reset -q --hard
  older=$(git for-each-ref --format='%(refname)' refs/handoffs/archive)
  test_tick
  another_is_put_away
  git update-ref "$older" "$(git log -1 --format=%B "$older" | git commit-tree "$(git mktree </dev/null)")"
  works git handoff brief
  expect_contains "$out" "Resumed" "the second work"
}
test_case "what was resumed before a discard is read alone" gone_on_with_is_read_alone

test_done
