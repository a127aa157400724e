#!/usr/bin/env bash
# What `check` says of recorded commits after every usual way of rewriting history, with no hook installed.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/fates.sh"

fates_of_seed() {
  base_history base "$1"
  local name
  for name in $scenarios; do
    run_scenario "$name"
  done
}

# A long history below: fast-import, then the same rewrites on top of it.
long_history() {
  local n=${1:-12000}
  git init -q base
  awk -v n="$n" 'BEGIN {
    for (i = 1; i <= n; i++) {
      text = "change " i "\n"
      printf "blob\nmark :%d\ndata %d\n%s", 2 * i, length(text), text
      msg = "old work " i
      printf "commit refs/heads/main\nmark :%d\nauthor B <b%d@x> %d +0000\ncommitter B <b%d@x> %d +0000\n", 2 * i + 1, i % 9, 1600000000 + 60 * i, i % 9, 1600000000 + 60 * i
      printf "data %d\n%s\n", length(msg), msg
      if (i > 1) printf "from :%d\n", 2 * i - 1
      printf "M 100644 :%d old/d%d/f%d\n\n", 2 * i, i % 20, i % 400
    }
  }' | git -C base fast-import --quiet
  git -C base reset -q --hard main
}

# The files of the small history on top of the long one, and feat on that.
fates_over_long_history() {
  long_history 12000
  RANDOM=${HANDOFF_SEED:-7}
  cd base
  feat_on_top
  [ "$(git rev-list --count HEAD)" -gt 10000 ]
  local name
  for name in $scenarios; do
    run_scenario "$name"
  done
}

table_holds() {
  print_table >"$trash/table.txt" || { cat "$trash/table.txt" >&2; awk '$2 != $3 || $4 != "yes"' "$fates_table" >&2; return 1; }
}

for seed in 1 ${HANDOFF_LONG:+2 3 4 5 6 7 8 9 10}; do
  test_case "commits are followed through every rewrite (seed $seed)" fates_of_seed "$seed"
done
[ -z "${HANDOFF_LONG:-}" ] ||
  test_case "the same over a history of more than 10,000 commits" fates_over_long_history
test_case "precision and recall of the fates" table_holds
cat "$trash/table.txt" 2>/dev/null
test_done
