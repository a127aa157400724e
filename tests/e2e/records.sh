# shellcheck shell=bash
# Records made by hand, for tests that need a certain age, place or damage. Sourced after lib.sh.

# make_record BRANCH ID HOURS_OLD [MEMBERS]: a live record on HEAD; MEMBERS are further JSON members
# (`"title": "x"`). BRANCH may be HEAD. $record_wip and $record_base are its WIP commit and base (none, HEAD).
make_record() {
  local branch=$1 id=$2 time blob tree commit
  time=$(date -u -d "@$(($(date +%s) - $3 * 3600))" +%Y-%m-%dT%H:%M:%SZ)
  blob=$(printf '{"version": 1, "timestamp": "%s"%s, "git": {"id": "%s", "branch": "%s", "base": "%s", "wip_commit": "%s"}}\n' \
    "$time" "${4:+, $4}" "$id" "${branch#HEAD}" "${record_base:-$(git rev-parse HEAD)}" "${record_wip:-}" | git hash-object -w --stdin)
  tree=$(printf '100644 blob %s\thandoff.json\n' "$blob" | git mktree)
  commit=$(git commit-tree -p HEAD -m "handoff" "$tree")
  git update-ref "refs/handoffs/active/$branch/$id" "$commit"
  own_records
}

# make_wip BRANCH ID: a WIP commit of all there is, and its record.
make_wip() {
  git add -A
  git commit -q --no-verify -m "wip: paused at the lexer" -m "Handoff-Id: $2"
  record_base=$(git rev-parse HEAD~) record_wip=$(git rev-parse HEAD)
  make_record "$1" "$2" 9 "\"next_action\": \"write the lexer\""
  unset record_base record_wip
}
