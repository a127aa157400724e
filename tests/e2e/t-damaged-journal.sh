#!/usr/bin/env bash
# The files in which an operation is written down, damaged: told, work stays possible, doctor --fix sets them aside.
. "$(dirname "$0")/lib.sh"

# damaged FILE CONTENT: what each command says and does with it.
damaged() {
  make_project
  mkdir -p .git/handoff
  printf '%s' "$2" >".git/handoff/$1"
  echo work >>README.md
  run git handoff pause -m kept
  if [ "$1" = op.json ]; then expect_equal 128 "$code" "pause: $err"; else expect_equal 0 "$code" "pause: $err"; fi
  [[ $err = *"$1' is damaged"*"doctor --fix"* ]] || fail "no word of what is damaged and what helps: $err"
  [[ $err != *json.exception* ]] || fail "the library's words: $err"
  run git handoff doctor
  expect_equal 1 "$code" "doctor finds it"
  works git handoff doctor --fix
  [[ $(tr -s "[:space:]" " " <<<"$out") = *"$1' was set aside"* ]] || fail "doctor --fix: $out"
  expect_equal "$2" "$(cat ".git/handoff/$1.damaged")" "what was set aside"
  [ "$1" != op.json ] || works git handoff pause -m kept
  works git handoff resume --continue
  expect_equal work "$(tail -n 1 README.md)" "the work"
}

test_case "op.json that is no JSON" damaged op.json 'gar{bage'
test_case "op.json of another shape" damaged op.json '{"version":1,"steps":7}'
test_case "files.json that is no JSON" damaged files.json 'gar{bage'
test_case "files.json of another shape" damaged files.json '{"version":1,"from":[]}'
test_case "files.json with a process that is none" damaged files.json \
  '{"version":1,"from":"a","to":"b","branch":"","record":"","started":"","process":{"pid":"x"}}'
test_done
