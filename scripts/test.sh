#!/usr/bin/env bash
# Installs what the tests need, builds, and runs all of them. The last line is `N passed, N failed`.
#
#   scripts/test.sh [--long] [NAME...]      as tests/run.sh takes them
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

if [ "${1:-}" = -h ] || [ "${1:-}" = --help ]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
  exit 0
fi

need "${build_packages[@]}" "${test_packages[@]}"
want "${build_extras[@]}"

# What only tests want comes while the compiler works. Those against real clients from npm say "skipped" where these cannot
# be had.
install_the_rest() {
  local file folder how
  want "${test_extras[@]}"
  command -v npm >/dev/null || return 0
  while IFS= read -r file; do
    folder=$(dirname "$file")
    [ -d "$folder/node_modules" ] && continue
    say "installing npm packages for ${folder#"$project"/}"
    # lefthook's lock file names packages that a registry may not have; its install script writes into .git/hooks.
    how=(install --no-package-lock --ignore-scripts)
    [ ! -f "$folder/package-lock.json" ] || how=(ci)
    (cd "$folder" && timeout 180 npm "${how[@]}" --no-audit --no-fund --loglevel=error </dev/null >/dev/null 2>&1) ||
      warn "npm could not install what ${folder#"$project"/} needs"
  done < <(find "$project/tests" -name node_modules -prune -o -name package.json -print)
}
install_the_rest &
rest=$!
trap wait EXIT # a build that fails leaves no apt behind
build dev
wait "$rest"
exec "$project/tests/run.sh" "$@" </dev/null
