#!/usr/bin/env bash
# Many worktrees and several people: where what is paused, who has it, and what waits for whom.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

# git_processes COMMAND...: how many it starts. The one that is asked for the configuration runs
# beside the others and is stopped, at times before it wrote a line, where nobody needs its answer.
git_processes() {
  rm -f "$case_dir/trace"
  GIT_TRACE2_EVENT=$case_dir/trace works "$@"
  grep '"event":"start"' "$case_dir/trace" | grep -vc '"config","-z","--list"' || : # none, too
}

everything_at_once() {
  make_server
  ben_takes_over
  git worktree add -q -b search ../ben-search main
  (
    cd ../ben-search
    write found.c "int found;"
    git handoff note blocker "which index (waiting for Dana)" >/dev/null
    git handoff note human "Eve has to approve the schema" --blocking >/dev/null
    git handoff note human "look at the logs" >/dev/null
    works git handoff pause --next "write the index in found.c"
  )
  git worktree add -q --detach ../ben-tried main
  git branch -q idle main
  export TERMINAL_WIDTH=200
  works git handoff status --all
  expect_matches "$out" "^$PWD  login"
  expect_matches "$out" "^$case_dir/ben-search  search"
  expect_contains "$out" "yours on origin" "write the index in found.c" "which index (waiting for Dana)" \
    "Eve has to approve the schema" "$case_dir/ben-tried  no branch, nothing is paused"
  expect_lacks "$out" "look at the logs"
  expect_equal "search-" "$(git handoff status --all --json | json '.worktrees[1].handoffs[0].id[0:7]')"
  expect_equal "$id" "$(git handoff status --all --json | json '.worktrees[0].held[0].id')"
  works git handoff list --waiting
  expect_matches "$out" '^Waits for Dana:$'
  expect_matches "$out" '^Waits for Eve:$'
  expect_contains "$out" "look at the logs (can wait; "
  expect_equal 'Dana blocker search
Eve action search
null action search' "$(git handoff list --waiting --json | json '.waiting[] | "\(.for) \(.kind) \(.branch)"')"
  # What was fetched of others waits, too, once somebody has read it.
  person Cat
  git switch -q -c reports
  write r.txt r
  works git handoff note human "@dana signs it" --blocking
  works git handoff pause --push --next "r.txt"
  id=$(live_ids)
  person Ben
  works git handoff fetch "$id"
  works git handoff list --waiting
  expect_lacks "$out" "signs it"
  expect_contains "$out" "unread" "1 handoff that nobody here has read"
  has_read "$id"
  works git handoff list --waiting
  expect_contains "$out" "@dana signs it ($id, origin/reports"
  must_fail 129 git handoff list --waiting --archived
  # An agent is told the same.
  {
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
    printf '%s\n' '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_list","arguments":{"waiting":true}}}'
    printf '%s\n' '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"handoff_status","arguments":{"all":true}}}'
  } | git-handoff mcp >answers
  expect_equal '4 0
3 3' "$(json 'select(.id > 1) | .result.content[0].text | fromjson | "\(.waiting | length) \(.worktrees // [] | length)"' <answers)"
}

# What waits goes on waiting while its work is in the tree, here and for who takes it.
waits_while_in_work() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login
  write a.txt a
  works git handoff note human "@ben has to approve the schema"
  works git handoff note blocker "waiting for Dana: staging key"
  works git handoff list --waiting
  expect_contains "$out" "Waits for ben:" "staging key (login, "
  works git handoff checkpoint
  expect_equal 2 "$(git handoff list --waiting --json | json '.waiting | length')"
  works git handoff pause --push
  id=$(live_ids)
  works git handoff resume --continue
  works git handoff list --waiting
  expect_contains "$out" "staging key ($id, login, "
  works git handoff pause --push
  takes Ben
  works git handoff list --waiting
  expect_contains "$out" "Waits for ben:" "Waits for Dana:"
  works git handoff status --all
  expect_contains "$out" "staging key"
  git branch -m auth
  works git handoff note "done" "@ben has to approve the schema"
  works git handoff list --waiting
  expect_lacks "$out" "approve the schema"
  expect_contains "$out" "staging key"
}

nothing_waits() {
  make_project
  works git handoff list --waiting
  expect_contains "$out" "Nothing waits"
  works git handoff status --all
  expect_contains "$out" "$PWD  main, nothing is paused"
}

processes() {
  local few n id oid
  make_project
  git worktree add -q --no-checkout -b w-0 ../w-0
  make_work
  works git handoff pause --next "edit src/main.c"
  few="$(git_processes git handoff status --all) $(git_processes git handoff list --waiting)"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  oid=$(git rev-parse "refs/handoffs/active/main/$id")
  for n in $(seq 19); do
    git worktree add -q --no-checkout -b "w-$n" "../w-$n" HEAD~1
    echo "create refs/handoffs/active/w-$n/w-$n${id#main} $oid"
  done | git update-ref --stdin
  expect_equal "$few" "$(git_processes git handoff status --all) $(git_processes git handoff list --waiting)" "processes for 2 worktrees, and for 21"
  expect_equal 21 "$(git handoff status --all --json | json '.worktrees | length')"
  [ "${few% *}" -le 15 ] || fail "status --all starts ${few% *}"
}

test_case "every worktree: what is paused, who has it, what waits for whom" everything_at_once
test_case "what waits is told while its work is in the tree" waits_while_in_work

# A checkpoint copies what waits in the journal.
waits_once() {
  make_project; make_work
  works git handoff note blocker "Dana signs"
  works git handoff pause -m x
  works git handoff resume --continue
  write README more
  works git handoff checkpoint -q
  works git handoff list --waiting
  expect_equal 1 "$(grep -c "Dana signs" <<<"$out")" "$out"
}
test_case "what waits is told once, whatever checkpoint copied it" waits_once
test_case "nothing waits" nothing_waits
test_case "as many processes for twenty worktrees as for two" processes
test_done
