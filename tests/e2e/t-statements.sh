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
test_done
