#!/usr/bin/env bash
# What other systems say of themselves (tests/data/statements.tsv): each statement has a test that exists, or a reason
# that stands in docs/formats.md.
. "$(dirname "$0")/lib.sh"

shown() {
  local system number statement verdict by count=0 facts=0 bad=""
  for script in "$project_dir"/tests/e2e/t-*.sh; do
    sed -nE "s|^ *test_case \"([^\"]*)\".*|$(basename "$script" .sh): \1|p" "$script"
  done >cases
  sed -nE 's/^TEST_CASE\("(([^"\\]|\\.)*)".*/unit: \1/p' "$project_dir"/tests/unit/*.cpp >>cases
  sed -n '/^## Where ours differs/,/^## [^W]/s/^- \*\*\(.*\)\.\*\*.*/\1/p' "$project_dir/docs/formats.md" >reasons
  while IFS=$'\t' read -r system number statement verdict by; do
    facts=$((facts + 1))
    count=$((count + number))
    case $verdict in
      pass) grep -qxF -- "$by" cases || bad+="$system: $statement: no test '$by'"$'\n' ;;
      differs) grep -qxF -- "$by" reasons || bad+="$system: $statement: no reason '$by'"$'\n' ;;
      *) bad+="$system: $statement: '$verdict' is no verdict"$'\n' ;;
    esac
  done < <(grep -v '^#' "$project_dir/tests/data/statements.tsv")
  expect_equal "" "$bad"
  [ "$count" -ge 499 ] && [ "$facts" -ge 300 ] || fail "only $count statements in $facts facts"
  # Each reason belongs to a statement.
  expect_equal "" "$(grep -vxF -f <(cut -f5 "$project_dir/tests/data/statements.tsv") reasons)"
}
test_case "each statement has its test, or its reason" shown

# A handoff as somebody writes it who says how, why, what the user likes, and what was rejected.
said_all() {
  write docs/plans/login.md "# Login" "- [ ] verify tokens"
  works git handoff note doc docs/plans/login.md --because "the plan"
  works git handoff note context "tokens are verified before they are parsed"
  works git handoff note decision "jose" --because "keys rotate" --instead-of "jsonwebtoken: it knows no key sets"
  works git handoff note correction "functions, no classes"
  works git handoff pause -m "a fix on main comes first" --next "write the expiry test in src/main.c:main()"
}
whole_context() {
  make_project
  make_work
  said_all
  works git handoff brief
  expect_contains "$out" "tokens are verified before they are parsed" "keys rotate" "not jsonwebtoken: it knows no key sets" "functions, no classes"
  works git handoff lint
  # The same to a reader of Superteam's file.
  works git handoff export --format superteam-md
  expect_contains "$out" "tokens are verified before they are parsed" "keys rotate" "rejected: jsonwebtoken: it knows no key sets"
}
test_case "the way, the reasons, the user's likings and what was rejected reach the next reader" whole_context

first_things() {
  make_project
  make_work
  said_all
  works git handoff brief
  # What is next is read before all else, and why it stopped is in it.
  expect_contains "$(sed -n 3p <<<"$out")" "Next: write the expiry test in src/main.c:main()"
  expect_contains "$out" "a fix on main comes first"
  works git handoff export --format superteam-md
  expect_contains "$(tr '\n' ' ' <<<"$out")" "## Next Action  write the expiry test in src/main.c:main()" "keys rotate"
}
test_case "what is next comes first in a handoff, with why" first_things

done_when() {
  make_project
  write ../record.json '{"next_action":"go on","definition_of_done":[{"requirement":"tokens expire","verification":"make check"},"Eve has approved it"]}'
  works git handoff import ../record.json
  works git handoff export --format spellbook
  expect_contains "$(sed -n '/^### 1.21/,/^### 1.22/p' <<<"$out")" "- [ ] tokens expire (verification: make check)" "- [ ] Eve has approved it" \
    "- [ ] every verification of 1.8 and 1.13 passes"
  works git handoff brief
  expect_contains "$out" "tokens expire"
}
test_case "what makes the work done is told with what verifies it" done_when

plan_of_branch() {
  make_project
  git switch -qc login
  make_work
  said_all
  git switch -q main
  git switch -qc report
  write docs/plans/report.md "# Report" "- [ ] sum it up"
  works git handoff note doc docs/plans/report.md --because "the plan"
  works git handoff pause --next "sum it up"
  works git handoff brief
  expect_contains "$out" "read docs/plans/report.md"
  expect_lacks "$out" "login.md"
  git switch -q login
  works git handoff brief
  expect_contains "$out" "read docs/plans/login.md"
  expect_lacks "$out" "report.md"
}
test_case "the plan of a branch is named with its handoff, and no other" plan_of_branch
test_done
