#!/usr/bin/env bash
# Brings a benchmark's repository back to its base, then leaves the work in progress that is measured:
# 20 files modified, 2 deleted, 5 new. The bytes differ each time, so that objects are really written.
#
#   bench/dirty.sh [clean]      clean: without the work
set -eu
now=$(date +%s%N)
git symbolic-ref HEAD refs/heads/main
git reset -q --hard refs/bench/base
git clean -fdq
git for-each-ref --format='delete %(refname)' refs/handoffs refs/stash | git update-ref --stdin
rm -rf .git/handoff .git/logs/refs/stash
if [ "${1:-}" != clean ]; then
  head -n 20 .git/bench-files | while IFS= read -r file; do echo "work $now" >>"$file"; done
  tail -n 2 .git/bench-files | xargs rm
  mkdir new
  for i in 1 2 3 4 5; do echo "new $i $now" >"new/$i.c"; done
fi
sync
