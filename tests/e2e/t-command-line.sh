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

names_what_was_meant() {
  must_fail 129 git handoff reusme
  expect_contains "$err" "'reusme' is not a git handoff command" "hint: the nearest: resume"
  must_fail 129 git handoff xyzzy
  expect_lacks "$err" nearest
  works git handoff help resume
  expect_contains "$out" "git handoff resume" --continue
}

takes_beginnings_of_options() {
  make_project
  make_work
  works git handoff pause --ne="finish util" --mess "going home"
  works git handoff show --form json
  expect_contains "$out" "finish util" "going home"
  must_fail 129 git handoff resume --con
  expect_contains "$err" "'--con' could be --continue or --consume"
  # A value is not an option, and behind -- nothing is.
  works git handoff edit --next --cont
  works git handoff show
  expect_contains "$out" "next: --cont"
  works git handoff resume --cont
}

quotes_what_it_does_not_know() {
  make_project
  must_fail 129 git handoff resume --nope
  expect_contains "$err" "fatal: unknown option '--nope'" "hint: 'git handoff resume -h'"
  must_fail 129 git handoff resume one two
  expect_contains "$err" "fatal: unexpected argument 'two'"
  must_fail 129 git handoff discard ""
  expect_contains "$err" "fatal: the id is empty" "hint: leave it out, or name one"
  must_fail 129 git handoff pause --next
  expect_contains "$err" "'--next' needs a value"
  must_fail 129 git handoff pause -m a --message
  expect_contains "$err" "'--message' needs a value"
  must_fail 129 git handoff pause --next a --next b
  expect_contains "$err" "'--next' may be given only once"
  must_fail 129 git handoff list --json=3
  expect_contains "$err" "'--json' takes no value"
  must_fail 129 git handoff brief --budget much
  expect_contains "$err" "'--budget': 'much' is not a number"
  must_fail 129 git handoff brief --budget -5
  expect_contains "$err" "'--budget': '-5'"
  must_fail 129 git handoff note --binding x decision y
  expect_contains "$err" "'--binding': 'x' is none of absolute, session"
}

takes_paragraphs() {
  make_project
  make_work
  works git handoff pause -m "[going home]" --next x --message="back on Monday" -mlate
  expect_equal $'[going home]\n\nback on Monday\n\nlate' "$(git handoff show --json | jq -r .user_message)"
  works git handoff edit -m "{}" -m "[a,b]"
  expect_equal $'{}\n\n[a,b]' "$(git handoff show --json | jq -r .user_message)"
  works git handoff edit -m "{}"
  expect_equal "{}" "$(git handoff show --json | jq -r .user_message)"
}

refuses_contradictions() {
  make_project
  make_work
  works git handoff pause -m "going home"
  for flag in --switch --apply --keep-wip --consume; do
    must_fail 129 git handoff resume --discard "$flag"
    expect_contains "$err" "$flag goes with --continue"
    must_fail 129 git handoff resume --review "$flag"
  done
  must_fail 129 git handoff list --json --porcelain
  must_fail 129 git handoff status --json --prompt
  expect_contains "$err" "exclude each other"
}

breaks_no_line_in_a_pipe() {
  make_project
  git switch -q -c a-branch-with-a-name-as-long-as-people-give-them-when-a-ticket-is-part-of-it
  make_work
  works git handoff pause -m "going home" --next "a step that takes more than eighty columns when it stands on one line, in src/util.c"
  expect_matches "$(head -n 1 <<<"$out")" '^Paused .* as .* \(WIP .* files\)$'
  works git handoff resume a-branch --review
  expect_contains "$out" "more than eighty columns when it stands on one line, in src/util.c"
  must_fail 1 git handoff resume a-branch
  expect_contains "$err" "git handoff resume a-branch --continue"
  COLUMNS=40 works git handoff list
  [ "$(wc -l <<<"$out")" -gt 1 ] || fail "not wrapped to the width that COLUMNS tells"
}

asks_in_the_editor() {
  make_project
  make_work
  on_terminal "" env GIT_EDITOR=cat git handoff pause
  expect_equal 1 "$code" "an empty text"
  expect_matches "$(tr '\n' ' ' <<<"$out")" 'nothing is paused.*## Message.*## Next Action.*## Context.*## Decisions Made.*## Blockers.*not paused: the text is empty'
  works git handoff note decision "use jose"
  on_terminal "" env GIT_EDITOR=cat git handoff pause
  expect_equal 0 "$code" "$out"
  expect_matches "$(tr '\n' ' ' <<<"$out")" '## Next Action.*## Context.*## Decisions Made.*use jose.*## Blockers'
  before=$(git for-each-ref refs/handoffs)
  on_terminal "" env GIT_EDITOR=cat git handoff edit
  expect_contains "$out" "An empty text leaves the handoff as it was" "Nothing was changed"
  expect_lacks "$out" "stops the pause"
  expect_equal "$before" "$(git for-each-ref refs/handoffs)" "a version without a change"
}

tells_what_takes_long() {
  make_project
  make_work
  mkdir ../slow
  printf '#!/bin/sh\ncase " $* " in *" status "*) sleep 2.3 ;; esac\nexec %q "$@"\n' "$(command -v git)" >../slow/git
  chmod +x ../slow/git
  TERM=xterm on_terminal "" env PATH="$(dirname "$PWD")/slow:$PATH" git-handoff pause -m "going home"
  expect_equal 0 "$code" "$out"
  expect_contains "$out" "keeping the work: 1 s" "keeping the work: 2 s" "Paused main"
  works env TERM=xterm PATH="$(dirname "$PWD")/slow:$PATH" git-handoff resume --continue
  expect_lacks "$out$err" "2 s"
}

test_case "what takes over a second is told on a terminal" tells_what_takes_long
test_case "the editor shows what to fill in, the first step first" asks_in_the_editor
test_case "a mistyped command: the nearest ones are named; help COMMAND" names_what_was_meant
test_case "long options may be abbreviated" takes_beginnings_of_options
test_case "what is not understood is quoted, with what was expected" quotes_what_it_does_not_know
test_case "each -m is a paragraph, as in git" takes_paragraphs
test_case "options that contradict each other are refused" refuses_contradictions
test_case "in a pipe a statement stays on its line" breaks_no_line_in_a_pipe
ends_with_its_reader() {
  make_project
  git handoff list --all -h 2>err | true
  expect_equal "" "$(cat err)"
  for i in $(seq 3000); do echo "$i: a text that fills the pipe"; done >../long.md
  works git handoff import ../long.md
  { code=0 && git-handoff show || code=$?; echo "$code" >code; } 2>err | head -n 1 >/dev/null
  expect_equal "141 " "$(cat code) $(cat err)"
}

calls_a_checkpoint_by_its_name() {
  make_project
  make_work
  works git handoff checkpoint
  works git handoff status
  expect_contains "$out" "Kept on 'main':"
  must_fail 1 git handoff resume
  expect_contains "$out" ", kept on main"
  works git handoff pause -m "going home"
  works git handoff status
  expect_contains "$out" "Paused on 'main':"
}

test_case "a checkpoint is not called a pause" calls_a_checkpoint_by_its_name
test_case "a reader that goes away ends it without a word" ends_with_its_reader
test_case "--version prints name and number" prints_version
test_case "-h prints the commands on standard output" prints_help
test_case "an unknown command is a usage error with a hint" refuses_unknown_command
test_case "control bytes of an argument are not printed raw" neutralises_what_it_quotes
test_case "a full output is a fatal error" tells_of_closed_output
test_done
