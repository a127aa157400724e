#!/usr/bin/env bash
# What holds for every command line: help, version, usage errors, streams.
. "$(dirname "$0")/lib.sh"

prints_version() {
  works git handoff --version
  expect_matches "$out" '^git-handoff [0-9]+\.[0-9]+\.[0-9]+$'
  expect_equal "" "$err"
}

prints_help() {
  works git handoff -h
  expect_contains "$out" "usage: git handoff"
  expect_equal "" "$err"
}

refuses_unknown_command() {
  must_fail 129 git handoff no-such-command
  expect_equal "" "$out"
  expect_contains "$err" "fatal: 'no-such-command' is not a git handoff command" "hint: "
}

neutralises_what_it_quotes() {
  must_fail 129 git handoff $'\e]0;title\a'
  expect_lacks "$err" $'\e' $'\a'
}

tells_of_closed_output() {
  [ -w /dev/full ] || skip "no /dev/full here"
  code=0
  git handoff -h >/dev/full 2>err || code=$?
  expect_equal 128 "$code"
  expect_contains "$(cat err)" "cannot write the output"
}

test_case "--version prints name and number" prints_version
test_case "-h prints the commands on standard output" prints_help
test_case "an unknown command is a usage error with a hint" refuses_unknown_command
test_case "control bytes of an argument are not printed raw" neutralises_what_it_quotes
test_case "a full output is a fatal error" tells_of_closed_output
test_done
