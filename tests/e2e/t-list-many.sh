#!/usr/bin/env bash
# Thousands of records are read side by side: each once, in order, the damaged ones counted.
. "$(dirname "$0")/lib.sh"
. "$project_dir/bench/repos.sh"

many() {
  make_project
  git update-ref refs/bench/base HEAD
  local base branch damaged
  branch=$(git branch --show-current)
  base=$(git rev-parse HEAD)
  [ "$branch" = main ] || git branch main
  add_records . 1500 >/dev/null 2>&1
  works git handoff list --porcelain
  expect_equal 1500 "$(cut -f1 <<<"$out" | sort -u | wc -l)" "records listed"
  expect_equal "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | sort)" \
    "$(cut -f1 <<<"$out" | sort)" "ids"
  # Three that are no records, in the part of each thread; one that is the newest.
  damaged=$(git for-each-ref --format='%(refname)' refs/handoffs/active | sed -n '2p;700p;1499p')
  for ref in $damaged; do git update-ref "$ref" "$base"; done
  git handoff pause -m newest >/dev/null
  works git handoff list --porcelain
  expect_equal 1498 "$(wc -l <<<"$out")" "records listed beside damaged ones"
  [[ $err = *"3 records cannot be read"* ]] || fail "the damaged ones are not counted: $err"
  # Loaded by one thread or the other, a pause comes before checkpoints.
  expect_equal "$branch" "$(head -n 1 <<<"$out" | cut -f2)" "the first"
}

test_case "1,500 records: each once, in order, damaged ones counted" many
test_done
