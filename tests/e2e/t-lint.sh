#!/usr/bin/env bash
# The quality gate: what a record lacks, from a file, standard input or the store.
. "$(dirname "$0")/lib.sh"

good_record() {
  cat <<'END'
{
  "version": 1, "status": "paused", "workflow": "execute",
  "completed_tasks": [],
  "remaining_tasks": [{"name": "Exit codes", "status": "in_progress", "progress": "usage errors done"}],
  "decisions": [{"decision": "One exit code for usage", "rationale": "git does the same"}],
  "next_action": "Return 129 from main() in src/main.c for unknown options",
  "context_notes": "Errors go to standard error; the user wants git's own exit codes. Rejected: sysexits.h, nobody knows it."
}
END
}

from_file() {
  make_project
  good_record >../good.json
  works git handoff lint ../good.json
  expect_equal "" "$out"
  sed 's/Return 129.*"/Continue with errors"/' ../good.json >../bad.json
  works git handoff lint ../bad.json
  expect_contains "$out" "warning: next_action: the next action is a summary" "[next-action-summary]"
  expect_contains "$err" "0 errors, 1 warning"
  sed 's/"next_action.*/"next_action": "",/' ../good.json >../bad.json
  must_fail 1 git handoff lint ../bad.json
  expect_contains "$out" "error: next_action: there is no next action"
  run git handoff lint - --json <../bad.json
  expect_equal 1 "$code"
  expect_equal "next-action-missing error next_action" \
    "$(json '.findings[0] | .rule + " " + .level + " " + .field' <<<"$out")"
  printf '{"a":' >../broken.json
  must_fail 128 git handoff lint ../broken.json
  expect_contains "$err" "line 1"
}
test_case "a file and standard input are looked at" from_file

asks_the_repository() {
  make_project
  good_record | sed 's,src/main.c,src/gone.c,' >../record.json
  works git handoff lint ../record.json
  expect_contains "$out" "[next-action-path]" "src/gone.c"
  good_record | sed "s/\"completed_tasks\": \[\]/\"completed_tasks\": [{\"name\":\"a\",\"commit\":\"0123456\"},{\"name\":\"b\",\"commit\":\"$(git rev-parse --short HEAD)\"}]/" >../record.json
  must_fail 1 git handoff lint ../record.json
  expect_contains "$out" "there is no commit 0123456" "completed_tasks[0].commit"
  expect_lacks "$out" "completed_tasks[1]"
  cd ..
  works git handoff lint record.json
  expect_lacks "$out" "0123456"
}
test_case "paths and commits are looked up in the repository" asks_the_repository

levels() {
  make_project
  good_record | sed 's/Return 129.*"/Continue with errors"/' >../bad.json
  git config handoff.lint.next-action-summary off
  works git handoff lint ../bad.json
  expect_equal "" "$out"
  git config handoff.lint.next-action-summary error
  must_fail 1 git handoff lint ../bad.json
  git config handoff.lint.next-action-summary sometimes
  works git handoff lint ../bad.json
  expect_contains "$err" "none of off, warn, error"
}
test_case "levels come from the configuration" levels

policy() {
  make_project
  good_record | sed 's/Return 129.*"/Continue with errors"/' >../bad.json
  write .handoff.toml "[lint]" 'next-action-summary = "error"' 'next-action-missing = "off"' 'nonsense = "error"'
  must_fail 1 git handoff lint ../bad.json
  expect_contains "$err" "'next-action-missing' stays 'error': a policy can only tighten" "nonsense"
  sed 's/"next_action.*/"next_action": "",/' ../bad.json >../worse.json
  must_fail 1 git handoff lint ../worse.json
  expect_contains "$out" "[next-action-missing]"
  write .handoff.toml "[lint" "x"
  works git handoff lint ../bad.json
  expect_contains "$err" ".handoff.toml: line"
}
test_case "a policy in the tree can raise levels, not lower them" policy

secrets() {
  make_project
  good_record | sed 's/Rejected:/The staging password: k4Tz9qLw. Rejected:/' >../record.json
  must_fail 1 git handoff lint ../record.json
  expect_contains "$out" "[secret]" "context_notes"
  expect_lacks "$out" "k4Tz9qLw"
  must_fail 1 git handoff lint ../record.json --json
  expect_lacks "$out" "k4Tz9qLw"
}
test_case "a secret is told and not shown" secrets

stored() {
  make_project
  must_fail 1 git handoff lint
  expect_contains "$err" "nothing is paused on 'main'"
  make_work
  works git handoff pause --next "Continue with errors"
  works git handoff lint
  expect_contains "$out" "[next-action-summary]"
  works git handoff lint @
  # A name that git has is nobody's words.
  write TODO todo
  works git handoff pause -m "why it stops" --next "return 129 from main() in src/main.c"
  expect_lacks "$out$err" "is a placeholder"
}
test_case "the record of this branch is looked at" stored

gate() {
  make_project
  make_work
  works git handoff pause --next "Continue with errors"
  expect_contains "$err" "the next action is a summary" "git handoff edit"
  works git handoff undo
  git config handoff.lint error
  works git handoff pause --next "Continue with errors"
  works git handoff undo
  git config handoff.lint.next-action-summary error
  before=$(state_of_tree)
  must_fail 1 git handoff pause --next "Continue with errors"
  expect_contains "$err" "nothing is paused" "next_action: the next action is a summary"
  expect_state "$before"
  expect_equal "" "$(git for-each-ref refs/handoffs/active)"
  works git handoff checkpoint
  works git handoff pause --emergency --next "Continue with errors"
  expect_lacks "$err" "the next action is a summary"
}
test_case "pause warns, and refuses where that is wanted, but never in an emergency" gate

refused_after_the_editor() {
  needs_terminal
  make_project
  make_work
  git config handoff.lint error
  git config handoff.lint.next-action-summary error
  local before
  before=$(state_of_tree)
  printf '#!/bin/sh\nprintf "## Next action\\n\\nContinue with errors\\n" >"$1"\n' >"$case_dir.aside/editor"
  chmod +x "$case_dir.aside/editor"
  GIT_EDITOR="$case_dir.aside/editor" on_terminal "" git handoff pause
  expect_equal 1 "$code" "$out"
  expect_contains "$out" "handoff.lint=error is set"
  expect_state "$before"
  expect_equal "" "$(git for-each-ref refs/handoffs)"
}
test_case "... and leaves no record where the text came from the editor" refused_after_the_editor

documents_that_are_kept() {
  make_project
  echo "private/" >.git/info/exclude
  write private/plan.md "the plan"
  write docs/impl.md "untracked"
  cat >../in.json <<'END'
{"next_action":"Return 129 from main() in docs/impl.md","documents":[{"path":"private/plan.md","why":"plan"},{"path":"docs/impl.md"},{"path":"docs/none.md"}]}
END
  works git handoff pause --from ../in.json
  expect_contains "$out" "in the record: private/plan.md"
  rm -r private
  git switch -q -c elsewhere HEAD~
  [ ! -e docs/impl.md ] || fail "docs/impl.md should be in the WIP commit only"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff lint "$id"
  expect_contains "$out" "docs/none.md"
  expect_lacks "$out" "private/plan.md" "docs/impl.md" "next-action-path"
  git handoff show "$id" --json >../record.json
  works git handoff lint ../record.json
  expect_contains "$out" "private/plan.md" "docs/impl.md"
}
test_case "what the snapshot or the record itself holds is not missing" documents_that_are_kept

said_at_pause() {
  make_project
  make_work
  works git handoff pause
  expect_equal "warning: there is no next action; 'git handoff edit --next TEXT' corrects it" "$err"
  works git handoff resume --continue
  jq -n '{title: "t", next_action: "Continue with errors", decisions: [{decision: "use jose"}]}' >../in.json
  works git handoff pause --from ../in.json
  expect_contains "$err" "warning: the next action is a summary" "'git handoff lint' lists "
}
test_case "pause says in words what the record lacks" said_at_pause

test_done
