#!/usr/bin/env bash
# Files that we make in the git directory are for whom git's own are for: umask, and core.sharedRepository.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

mode_of() { stat -c '%a' "$@"; }

# as_gits UMASK SHARED
as_gits() {
  umask "$1"
  git init -q --shared="$2" repo
  cd repo
  write README "a project"
  commit_all first
  local index folder file
  index=$(mode_of .git/index)
  folder=$(mode_of .git/objects)
  file=$(mode_of .git/HEAD)
  works git handoff note "the first"
  echo more >>README
  works git handoff pause -m kept
  expect_equal "$index" "$(mode_of .git/index)" "index after a pause"
  expect_equal "$(printf '%o' $((0$folder & 0444)))" "$(mode_of .git/objects/pack/*.pack)" "pack"
  expect_equal "$folder $folder" "$(mode_of .git/handoff .git/handoff/journal | paste -sd' ')" "our folders"
  expect_equal "$file" "$(mode_of .git/handoff/journal/main.jsonl)" "journal"
  works git handoff resume --continue
  expect_equal "$index" "$(mode_of .git/index)" "index after a resume"
}

for umask in 077 027 022 002; do
  test_case "umask $umask" as_gits "$umask" umask
  test_case "umask $umask, shared with the group" as_gits "$umask" group
done
test_done
