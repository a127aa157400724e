# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034  # out, err and code come from lib.sh; id is read by the scripts
# What the tests of `git handoff check` share. Sourced after lib.sh.

# pause_with JSON-MEMBERS: a record of what is there, with these further members, and $next_action for its own.
# $id is the record.
pause_with() {
  git handoff pause --from - >/dev/null <<END
{"version": 1, "workflow": "execute", "next_action": "${next_action:-Finish src/main.c:main()}" ${1:+, $1}}
END
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | tail -n 1)
}

# check ARGS...: leaves the JSON in $out and the exit code in $code.
check() { run git handoff check --json "$@"; }

# finding CODE SUBJECT: "state fate to evidence" of the first finding whose subject begins like this.
finding() {
  jq -r --arg code "$1" --arg subject "$2" \
    '[.findings[] | select(.code == $code and (.subject | startswith($subject)))][0]
     | "\(.state) \(.fate // "-") \(.to // "-") \(.evidence)"' <<<"$out"
}

# says CODE SUBJECT PHRASE...: the finding holds each phrase. Without one it would hold whatever the finding said.
says() {
  [ $# -gt 2 ] || fail "says $*: no phrase"
  expect_contains "$(finding "$1" "$2")" "${@:3}"
}
