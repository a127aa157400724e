#!/usr/bin/env bash
# Every shell file of the project passes shellcheck.
. "$(dirname "$0")/e2e/lib.sh"

# Scripts by name or by first line; not what build and npm put there.
shell_files() {
  cd "$project_dir"
  find . \( -name build -o -name node_modules -o -name .git -o -name fixtures \) -prune -o -type f \
    -print | while read -r file; do
    case $file in
      *.sh | *.bash) echo "$file" ;;
      *)
        if head -n 1 -- "$file" | tr -d '\0' | grep -qE '^#!.*[/ ](ba|da)?sh( |$)'; then
          echo "$file"
        fi
        ;;
    esac
  done
}

passes_shellcheck() {
  command -v shellcheck >/dev/null || skip "no shellcheck here"
  local files
  mapfile -t files < <(shell_files)
  [ ${#files[@]} -gt 3 ] || fail "found only: ${files[*]}"
  cd "$project_dir"
  shellcheck "${files[@]}"
}

test_case "shellcheck has nothing to say" passes_shellcheck
test_done
