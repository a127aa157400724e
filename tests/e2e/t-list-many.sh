#!/usr/bin/env bash
# Thousands of records in a list: each once, in order, the damaged ones counted.
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
  # Three that are no records; one that is the newest.
  damaged=$(git for-each-ref --format='%(refname)' refs/handoffs/active | sed -n '2p;700p;1499p')
  for ref in $damaged; do git update-ref "$ref" "$base"; done
  git handoff pause -m newest >/dev/null
  works git handoff list --porcelain
  expect_equal 1498 "$(wc -l <<<"$out")" "records listed beside damaged ones"
  [[ $err = *"3 records cannot be read"* ]] || fail "the damaged ones are not counted: $err"
  # A pause comes before checkpoints.
  expect_equal "$branch" "$(head -n 1 <<<"$out" | cut -f2)" "the first"
}

# What lists show stands in the record's commit: no record is read, and none can be kept that is out of date.
from_trailers() {
  make_project
  works git handoff pause -m "going home" --next $'the next step\nand one more'
  works git handoff list --json
  local listed=$out ref
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  expect_equal "the next step and one more" "$(git log -1 --format='%(trailers:key=Handoff-Next,valueonly)' "$ref" | sed '/^$/d')"
  # What the trailers say of git is believed as far as the commit's parents go.
  git commit-tree -p main "$ref^{tree}" -m "handoff: pause

$(git log -1 --format='%(trailers)' "$ref" | sed "s/^Handoff-Branch: .*/Handoff-Branch: other/; s/^Handoff-Mode/Handoff-Wip: $(git rev-parse 'main^{tree}')\nHandoff-Mode/")" >../forged
  git update-ref refs/handoffs/active/elsewhere/other-20260101-000000-00000000 "$(cat ../forged)"
  own_records
  works git handoff list --json
  expect_equal "elsewhere null" "$(json '.handoffs[] | select(.id == "other-20260101-000000-00000000") | "\(.branch) \(.wip_commit)"' <<<"$out")"
  git update-ref -d refs/handoffs/active/elsewhere/other-20260101-000000-00000000
  # A commit without them is read as before, and one edit later they are there.
  git update-ref "$ref" "$(git commit-tree -p main "$ref^{tree}" -m "handoff: pause

$(git log -1 --format='%(trailers)' "$ref" | grep -E '^Handoff-(Id|Branch|Base|Wip):')")"
  own_records
  works git handoff list --json
  expect_equal "$(grep -v age_seconds <<<"$listed" | "$jq_in_order" -S '.handoffs[0] | del(.next_action)')" \
    "$(grep -v age_seconds <<<"$out" | "$jq_in_order" -S '.handoffs[0] | del(.next_action)')"
  works git handoff edit @ --next 'another step'
  works git handoff list --porcelain
  expect_contains "$out" "another step"
  [ ! -e .git/handoff/summaries ] || fail "a cache file again"
}

test_case "lists read the trailers of the record's commit" from_trailers
test_case "1,500 records: each once, in order, damaged ones counted" many
test_done
