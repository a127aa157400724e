#!/usr/bin/env bash
# Every shell file of the project passes shellcheck.
. "$(dirname "$0")/e2e/lib.sh"

# Scripts by name or by first line; not what build and npm put there.
shell_files() {
  local file line is_shell='^#!.*[/ ](ba|da)?sh( |$)'
  cd "$project_dir"
  find . \( -name build -o -name node_modules -o -name .git -o -name fixtures \) -prune -o -type f \
    -print | while read -r file; do
    case $file in
      *.sh | *.bash) echo "$file" ;;
      *)
        IFS= read -r -n 100 line <"$file" 2>/dev/null || :
        [[ ! $line =~ $is_shell ]] || echo "$file"
        ;;
    esac
  done
}

# The end-to-end scripts, which the tests run, are looked at with --long, each without what it sources: they take five
# times as long as all others.
passes_shellcheck() {
  command -v shellcheck >/dev/null || skip "no shellcheck here"
  local files scripts
  mapfile -t files < <(shell_files)
  [ ${#files[@]} -gt 3 ] || fail "found only: ${files[*]}"
  cd "$project_dir"
  mapfile -t scripts < <(printf '%s\n' "${files[@]}" | grep '/e2e/t-[^/]*$')
  mapfile -t files < <(printf '%s\n' "${files[@]}" | grep -v '/e2e/t-[^/]*$')
  shellcheck "${files[@]}"
  [ -z "${HANDOFF_LONG:-}" ] ||
    shellcheck --norc -e "$(sed -n 's/^disable=//p' .shellcheckrc | paste -sd,)",SC1091,SC2154,SC2164,SC2034,SC2103,SC1010,SC2026 \
      "${scripts[@]}"
}

# A command that dies in $(...) says nothing, which is what these wait for: `works` runs it, and "$out" is looked at.
expects_nothing_of_the_dead() {
  local found
  found=$(cd "$project_dir" && grep -nE 'expect_(lacks|equal "") "\$\((git handoff|git-handoff)' tests/e2e/*.sh || :)
  [ -z "$found" ] || fail "$found"
}

# What stands behind test_done is not run.
ends_with_test_done() {
  local script
  for script in "$project_dir"/tests/e2e/t-*.sh; do
    expect_equal test_done "$(tail -n 1 "$script")" "$script"
  done
}

test_case "shellcheck has nothing to say" passes_shellcheck
test_case "the last line of each script runs its cases" ends_with_test_done
test_case "no test takes a program that died for one that says nothing" expects_nothing_of_the_dead
test_done
