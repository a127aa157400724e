#!/usr/bin/env bash
# Our formats against other people's parsers from npm (tests/npm). Skipped only where npm is not installed.
. "$(dirname "$0")/lib.sh"

npm_dir=$project_dir/tests/npm

# The packages, fetched once; two scripts at a time wait for each other.
need_npm() {
  command -v npm >/dev/null && command -v node >/dev/null || skip "npm is not installed"
  (
    flock 9
    [ -d "$npm_dir/node_modules/ajv" ] || npm --prefix "$npm_dir" ci --silent --no-audit --no-fund
  ) 9>"${TMPDIR:-/tmp}/git-handoff-npm.lock"
}

toon_equals_the_reference() {
  need_npm
  works node "$npm_dir/toon.mjs" "$bin_dir/toon-convert" "${HANDOFF_LONG:+20000}"
  expect_matches "$out" '^[0-9]+ comparisons with @toon-format/toon, 0 differences$'
}

yaml_agrees_with_another_parser() {
  need_npm
  works node "$npm_dir/yaml.mjs" "$bin_dir/yaml-convert" "${HANDOFF_LONG:+1500}"
  expect_matches "$out" '^[0-9]+ comparisons with yaml, 0 differences$'
}

exported_records_fit_the_schema() {
  need_npm
  make_project
  make_work
  works git handoff pause --next "edit src/main.c"
  git handoff show --json >"$case_dir/paused.json"
  works git handoff resume --continue
  echo '{"workflow_id":"w","version":"1.0.0","current_phase":5,"status":"paused","phases_completed":{"1":{"name":"a"}}}' >"$case_dir/aura.json"
  works git handoff import "$case_dir/aura.json"
  git handoff export --format json >"$case_dir/imported.json"
  git handoff export --format superteam >"$case_dir/superteam.json"
  works node "$npm_dir/schema.mjs" "$case_dir/paused.json" "$case_dir/imported.json" "$case_dir/superteam.json"
}

schema_holds() {
  need_npm
  works node "$npm_dir/schema.mjs"
}

toon_convert_converts() {
  expect_equal 'a[2]: 1,"x,y"' "$(printf '{"a":[1,"x,y"]}' | toon-convert encode)"
  expect_equal '{"a":[1,"x,y"]}' "$(printf 'a[2]: 1,"x,y"\n' | toon-convert decode)"
  expect_equal '{"a":[1]}' "$(printf 'a[2]: 1\n' | toon-convert decode --strict=false)"
  printf 'a[2]: 1\n' >bad
  must_fail 1 sh -c 'toon-convert decode --strict <bad'
  expect_equal "" "$out"
  expect_contains "$err" "line 1: expected 2 values, found 1"
  must_fail 1 sh -c 'echo "{" | toon-convert encode'
  must_fail 2 toon-convert sideways
}

# Spellbook's own check and its own tests, where HANDOFF_SPELLBOOK names a clone of axiomantic/spellbook.
spellbook_itself() {
  [ -d "${HANDOFF_SPELLBOOK-}/spellbook" ] || skip "HANDOFF_SPELLBOOK names no clone of axiomantic/spellbook"
  local sample
  git init -q
  for sample in "$project_dir"/tests/data/samples/*; do
    works git handoff import "$sample"
    works git handoff export --format spellbook-flat -o "$case_dir/$(basename "$sample").flat"
    works git handoff discard
  done
  works python3 "$project_dir/tests/tools/spellbook_original.py" "$HANDOFF_SPELLBOOK" exports "$case_dir"/*.flat
  works python3 "$project_dir/tests/tools/spellbook_original.py" "$HANDOFF_SPELLBOOK" tests
  expect_matches "$out" '^[0-9]+ of their tests pass, 0 fail, 9 differ by design'
}

# What Get Shit Done runs to find work, and its own template, where HANDOFF_GSD names a clone of gsd-build/get-shit-done.
gsd_itself() {
  local of=${HANDOFF_GSD-}/get-shit-done
  [ -f "$of/workflows/resume-project.md" ] || skip "HANDOFF_GSD names no clone of gsd-build/get-shit-done"
  make_project
  make_work
  git config handoff.mirror gsd
  mkdir -p .planning/phases/03-auth
  echo '{"phase": "3", "task": 2, "next_action": "edit src/main.c", "remaining_tasks": [{"id": 2, "name": "b", "status": "in_progress"}]}' >"$case_dir/in.json"
  works git handoff pause --from "$case_dir/in.json"
  sed -n '/<step name="check_incomplete_work">/,/<\/step>/p' "$of/workflows/resume-project.md" | sed -n '/^```bash/,/^```/{/^```/d;p}' >"$case_dir/theirs.sh"
  works env has_interrupted_agent=false bash "$case_dir/theirs.sh"
  expect_contains "$out" .planning/phases/03-auth/.continue-here.md
  # What it is told to parse there.
  expect_equal 'paused 3 edit src/main.c 1 in_progress src/main.c' \
    "$(jq -r '"\(.status) \(.phase) \(.next_action) \(.version | tonumber) \(.completed_tasks[0].status) \(.uncommitted_files[] | select(. == "src/main.c"))"' .planning/HANDOFF.json)"
  works git handoff resume --continue
  # Its template: each line of it in its place, and nothing else.
  sed -n '/^```markdown/,/^```/{/^```/d;p}' "$of/templates/continue-here.md" >"$case_dir/template.md"
  works git handoff import "$case_dir/template.md" --format gsd-md
  works git handoff show --json
  expect_equal '3 done,done,in_progress 3 not_started 2 1' \
    "$(jq -r '"\(.completed_tasks | length) \([.completed_tasks[].status] | join(",")) \(.remaining_tasks | length) \([.remaining_tasks[].status] | unique | join(",")) \([.decisions[] | select(.rationale)] | length) \(.blockers | length)"' "$out_file")"
}
# Its own validators, in the same clone, by a node that runs TypeScript: ours or the one of the conformance suite.
gsd_validates() {
  local node query
  [ -f "${HANDOFF_GSD-}/sdk/src/query/check-gates.ts" ] || skip "HANDOFF_GSD names no clone of gsd-build/get-shit-done with its sdk"
  for node in node "$project_dir/tests/npm-conformance/node_modules/.bin/node" ""; do
    [ -z "$node" ] || ! "$node" --experimental-transform-types -e 0 2>/dev/null || break
  done
  [ -n "$node" ] || skip "no node here runs TypeScript"
  asks() { works "$node" --experimental-transform-types --no-warnings "$project_dir/tests/tools/gsd_original.mjs" "$HANDOFF_GSD" "$@"; }
  make_project
  git config handoff.mirror gsd
  mkdir -p .planning/phases/03-auth
  write .planning/STATE.md --- "status: executing" --- "# State"
  write .planning/ROADMAP.md "# Roadmap" "" "- [ ] **Phase 3: Auth**" "" "### Phase 3: Auth" "**Goal**: x"
  commit_all plan
  query=("check-gates checkGates execute-phase --phase 3" "route-next-action routeNextAction" "validate validateConsistency" "validate validateHealth")
  asks "${query[@]}"
  local before=$out
  write work.txt x
  echo '{"phase": "3", "task": 2, "next_action": "edit src/main.c", "remaining_tasks": [{"id": 2, "name": "b", "status": "in_progress"}]}' >"$case_dir/in.json"
  works git handoff pause --from "$case_dir/in.json"
  [ -f .planning/phases/03-auth/.continue-here.md ] || fail "nothing was written"
  asks "${query[@]}"
  expect_equal "$before" "$out" "what is paused blocks nothing of theirs"
  expect_equal "true false true" "$(jq -rs '"\(.[0].passed) \(.[1].gates.continue_here) \(.[2].passed)"' <<<"$out")"
  asks "frontmatter frontmatterGet .planning/phases/03-auth/.continue-here.md"
  expect_equal "3 2 in_progress" "$(json '"\(.phase) \(.task) \(.status)"' <<<"$out")"
}
test_case "Get Shit Done's own validators find nothing wrong with what is paused" gsd_validates
test_case "Get Shit Done's own look finds what is paused, and its template is read" gsd_itself
test_case "Spellbook's own check takes our exports, its own tests our server" spellbook_itself
test_case "toon-convert converts, and refuses what is invalid" toon_convert_converts
test_case "TOON and the reference implementation read each other" toon_equals_the_reference
test_case "YAML agrees with another parser in both directions" yaml_agrees_with_another_parser
test_case "records that are written fit the schema" exported_records_fit_the_schema
test_case "the schema takes what it should, by ajv" schema_holds
test_done
