#!/usr/bin/env bash
# gc and init killed at their fault points: the same command again gives what it would have given at once.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

need_fault_points() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
}

# Every file that init may touch, but for the names it makes up.
set_up_files() {
  find . -path ./.git/objects -prune -o -path ./.git/handoff -prune -o -type f -printf '%m %p ' -exec sha256sum {} \; |
    sort
}

run_init() { "$@" git-handoff init --team --hooks all; }

init_killed() {
  need_fault_points
  local point reached=0
  make_project
  printf '#!/bin/sh\necho mine\n' >.git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  printf 'build/' >.gitignore
  cd ..
  mv repo template
  own_copy template reference
  (cd template && set_up_files) >before
  (cd reference && run_init && set_up_files >../after)
  for point in init-ignored-here init-hook-post-checkout init-hook-post-rewrite init-hook-pre-commit init-hook-pre-push; do
    fresh_copy
    run run_init env GIT_HANDOFF_FAULT="$point"
    [ "$code" -ne 0 ] || continue
    expect_equal 137 "$code" "exit code at $point: $err"
    reached=$((reached + 1))
    # Each file as before or as after.
    set_up_files >../now
    expect_equal "" "$(grep -vxF -f ../before -f ../after ../now || true)" "between, at $point"
    works git commit -q --allow-empty -m "hooks do not stand in the way"
    fresh_copy
    run run_init env GIT_HANDOFF_FAULT="$point"
    works run_init
    expect_equal "$(cat ../after)" "$(set_up_files)" "init again after a kill at $point"
    works git handoff uninstall
    expect_equal "$(cat ../before)" "$(set_up_files)" "uninstall after a kill at $point"
  done
  [ "$reached" -ge 5 ] || fail "only $reached points reached"
}

# Ten archived records, five of them too old; gc killed at each point.
gc_killed() {
  need_fault_points
  local i point reached=0
  make_project
  git config handoff.keepDiscardedDays 0
  for i in 1 2 3 4 5 6; do
    write "file$i" "work $i"
    works git handoff checkpoint -m "c$i"
    works git handoff note "note $i"
    if [ "$i" -lt 4 ]; then works git handoff discard; else works git handoff resume --continue --apply; fi
    commit_all "c$i"
  done
  git pack-refs --all
  work_files=$(files_of_tree)
  cd ..
  mv repo template
  own_copy template reference
  (cd template && git for-each-ref) >before
  (cd reference && git handoff gc && git for-each-ref >../after)
  [ "$(wc -l <after)" -eq $(($(wc -l <before) - 3)) ] || fail "gc pruned: $(diff before after)"
  for point in op-written op-step-1 op-done gc-before-leftovers gc-before-journal; do
    fresh_copy
    run env GIT_HANDOFF_FAULT="$point" git-handoff gc
    expect_equal 137 "$code" "exit code at $point: $err"
    reached=$((reached + 1))
    works git handoff status
    no_leftovers
    git for-each-ref >../now
    cmp -s ../now ../before || cmp -s ../now ../after || fail "between at $point: $(diff ../before ../now)"
    works git fsck --full --no-dangling
    works git handoff gc
    expect_equal "$(cat ../after)" "$(git for-each-ref)" "gc again after a kill at $point"
    expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
  done
}

test_case "init killed at every fault point: each file before or after; again finishes, uninstall gives all back" init_killed
test_case "gc killed at every fault point: the records are all there or pruned; again finishes" gc_killed
test_done
