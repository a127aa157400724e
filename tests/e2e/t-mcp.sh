#!/usr/bin/env bash
# `git handoff mcp` with the official clients from npm, and with messages that nobody should send.
. "$(dirname "$0")/lib.sh"

npm_dir=$project_dir/tests/npm-agents
schemas=$project_dir/../shared/reference
[ -d "$schemas" ] || schemas=-

# The packages, fetched once.
need_npm() {
  command -v npm >/dev/null && command -v node >/dev/null || skip "npm is not installed"
  (
    flock 9
    [ -d "$npm_dir/node_modules/ajv" ] || npm --prefix "$npm_dir" ci --silent --no-audit --no-fund
  ) 9>"${TMPDIR:-/tmp}/git-handoff-npm-agents.lock"
}

session() {
  need_npm
  real_clock
  make_project
  write src/main.c "int main(void) { return 1; }"
  run timeout 120 node "$npm_dir/session.mjs" "$PWD" "$schemas" "$1"
  [ "$code" -ne 77 ] || skip "$out"
  expect_equal "0 $1: good" "$code $out" "$err"
}

for name in sdk client-auto client-legacy client-pinned; do
  test_case "an official client lists and calls every tool ($name)" session "$name"
done
test_case "odd, huge, interleaved and cancelled messages do not end the server" session odd
for version in 2026-07-28 2025-11-25; do
  test_case "a whole session fits the schema of $version" session "schema-$version"
done

outside() {
  must_fail 128 git handoff mcp
  expect_contains "$err" "not a git repository"
  make_project
  run git handoff mcp <<<'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}'
  expect_equal "0 2025-11-25" "$code $(json .result.protocolVersion <<<"$out")"
}
test_case "it wants a repository, and offers the newest version" outside
test_done
