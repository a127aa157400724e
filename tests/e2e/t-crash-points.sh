#!/usr/bin/env bash
# Promise 1 at the fault points of the write path: the program is killed there, the next command is run,
# and then nothing is lost, nothing is in between, nothing is left behind.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # kills, not power loss: no disk needs to see them
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

strings_of() { grep -aq "$1" "$bin_dir/git-handoff"; }
strings_of GIT_HANDOFF_FAULT || {
  test_case "needs a build with HANDOFF_FAULTS" skip "this build has no fault points"
  test_done
}

# path_of VERB LEAST: leaves the points on its path in $points; there must be at least so many.
path_of() {
  mapfile -t points < <(points_of "$1")
  [ ${#points[@]} -ge "$2" ] || fail "only ${#points[@]} fault points are on the path of $1"
}

# Of a verb's own path every fourth point; of a variant of it, whose path is much the same, every sixth one; of verbs that
# follow each other not the same ones. With --long all.
kill_at_every_point() {
  local i every=4 first=$((case_number % 4))
  prepare_verb "$1"
  path_of "$1" "$2"
  case $1 in pause-* | resume-* | undo-* | checkpoint) every=6 first=$((case_number % 6)) ;; esac
  [ -z "${HANDOFF_LONG:-}" ] || every=1 first=0
  for ((i = first; i < ${#points[@]}; i += every)); do
    fresh_copy
    run run_verb "$1" env GIT_HANDOFF_FAULT="${points[i]}"
    [ "$code" -eq 137 ] || fail "at ${points[i]}: $(show_run "$1")"
    echo "killed at ${points[i]}"
    proven "$1"
  done
}

# The same points, but the step fails instead of dying: all is as before, or done. Every sixth one, all with --long.
fail_at_every_point() {
  local point i every=1 reached=0
  prepare_verb "$1"
  path_of "$1" "$2"
  [ -n "${HANDOFF_LONG:-}" ] || every=6
  for ((i = case_number % every; i < ${#points[@]}; i += every)); do
    point=${points[i]}
    fresh_copy
    run run_verb "$1" env GIT_HANDOFF_FAULT="$point=stop"
    [ "$code" -ne 0 ] || continue # it can do without this step
    expect_equal 128 "$code" "exit code at $point"
    reached=$((reached + 1))
    echo "failed at $point"
    proven "$1"
  done
  [ "$reached" -ge $(($2 / every)) ] || fail "only $reached fault points stop $1"
}

# A file for nobody else, which a switch away and back made readable to all: resume makes it narrow again, or not at all.
killed_between_two_modes() {
  make_project
  make_work
  umask 022
  write private.txt "a key"
  write keys.txt "another"
  chmod 600 private.txt keys.txt
  works git handoff pause -m x
  git branch other HEAD~1
  git switch -q other
  git switch -q -
  run env GIT_HANDOFF_FAULT=checkout-moved git-handoff resume --continue
  expect_equal "600 644" "$(stat -c %a private.txt keys.txt | sort | xargs)" "killed between the two"
}
modes_go_back() {
  killed_between_two_modes
  works git handoff status
  expect_equal "644 644" "$(stat -c %a private.txt keys.txt | xargs)" "what was begun is taken back"
  works git handoff resume --continue
  expect_equal "600 600" "$(stat -c %a private.txt keys.txt | xargs)"
}
test_case "resume: killed between the modes of two files, both are as they were" modes_go_back

modes_of_the_user() {
  killed_between_two_modes
  chmod 640 "$(find private.txt keys.txt -perm 600)"
  works git handoff status
  expect_equal "640 644" "$(stat -c %a private.txt keys.txt | sort | xargs)"
}
test_case "... but for one that has got another mode since" modes_of_the_user

for verb in pause:9 pause-detached:9 pause-again:9 resume:7 resume-edited:7 resume-elsewhere:8 resume-apply:6 \
  discard:5 undo-pause:4 undo-left:7 undo-resume:4 undo-discard:3 checkpoint:6 edit:5 fresh:8 undo-fresh:6 gc:3; do
  test_case "${verb%:*}: killed at the fault points on its path, the next command mends it" kill_at_every_point "${verb%:*}" "${verb#*:}"
done
for verb in pause:9 resume:7 undo-left:5 discard:5 resume-apply:6 fresh:6; do
  test_case "${verb%:*}: failing at every fault point, nothing is in between" fail_at_every_point "${verb%:*}" "${verb#*:}"
done
test_done
