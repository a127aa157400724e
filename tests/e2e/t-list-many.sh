#!/usr/bin/env bash
# Thousands of records are read side by side: each once, in order, the damaged ones counted. What was read once is
# kept, and never told where it is not so any more.
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

# all_lists: what each way to list them prints.
all_lists() {
  local how
  for how in "list --porcelain" "list --all" "list --json" status "status --all" "status --json"; do
    # shellcheck disable=SC2086  # options
    works git handoff $how
    grep -v '"age_seconds"' <<<"$out"
  done
}

kept() {
  make_project
  git update-ref refs/bench/base HEAD
  add_records . 300 >/dev/null 2>&1
  works git handoff pause -m here --next "the next step"
  local file=.git/handoff/summaries wanted
  [ ! -e "$file" ] || fail "kept before anything was listed"
  wanted=$(all_lists)
  [ -s "$file" ] || fail "nothing is kept"
  expect_equal "$wanted" "$(all_lists)" "from what is kept"
  : >"$file"
  expect_equal "$wanted" "$(all_lists)" "with a file that is empty"
  rm "$file" && works git handoff list
  truncate -s 5000 "$file"
  expect_equal "$wanted" "$(all_lists)" "with a file that is cut off"
  rm "$file" && works git handoff list
  printf 'zz' | dd of="$file" bs=1 seek=9000 conv=notrunc status=none
  expect_equal "$wanted" "$(all_lists)" "with a file that is changed"
  rm "$file" && mkdir "$file"
  expect_equal "$wanted" "$(all_lists)" "with a folder in its place"
  rmdir "$file"
  # Another version of one, and a ref that names a version of another branch.
  works git handoff list
  works git handoff edit @ --next 'another step'
  works git handoff list --porcelain
  expect_contains "$out" "another step"
  expect_lacks "$out" "the next step"
  git update-ref refs/handoffs/active/elsewhere/other-20260101-000000-0000 "$(git for-each-ref --format='%(objectname)' refs/handoffs/active/main)"
  rm -f "$file"
  wanted=$(all_lists)
  expect_equal "$wanted" "$(all_lists)" "two refs of one version"
}

test_case "what was read once is kept, and told only while it is so" kept
test_case "1,500 records: each once, in order, damaged ones counted" many
test_done
