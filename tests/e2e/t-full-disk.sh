#!/usr/bin/env bash
# A full disk, and a .git that cannot be written: it is said, nothing is lost, and with room again it works.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
variants=some

# small_disk: a file system of 4 MiB in ./disk, with a repository before the verb in template.
small_disk() {
  [ "$(id -u)" -eq 0 ] || skip "mounting a small disk needs root"
  mkdir disk
  mount -t tmpfs -o size=4m handoff-test disk 2>"$case_dir.aside/mount" ||
    skip "no file system can be mounted here: $(cat "$case_dir.aside/mount")"
  # shellcheck disable=SC2064  # the folder as it is now
  trap "cd /; umount -l '$case_dir/disk'" EXIT
  trap 'exit 130' INT TERM HUP
}

# leave_room PAGES: fills the disk but for so many pages of 4 KiB.
leave_room() {
  local size
  dd if=/dev/zero of="$case_dir/disk/filler" bs=4096 2>/dev/null || true
  size=$(stat -c %s "$case_dir/disk/filler")
  truncate -s $((size - $1 * 4096)) "$case_dir/disk/filler"
}

rooms="0 1 12 80"
[ -z "${HANDOFF_LONG:-}" ] || rooms=$(seq 0 80)

# full_disk VERB: with many an amount of room, from none to enough.
full_disk() {
  local pages good=0 bad=0
  prepare_verb "$1"
  small_disk
  for pages in $rooms; do
    rm -rf disk/repo
    own_copy template disk/repo
    leave_room "$pages"
    cd disk/repo
    run run_verb "$1"
    echo "$pages pages: exit code $code, $err"
    if [ "$code" -eq 0 ]; then
      good=$((good + 1))
    else
      bad=$((bad + 1))
      expect_equal 128 "$code" "exit code with $pages pages"
      expect_matches "$err" "No space left|[Dd]isk|unable to write|[Oo]ut of diskspace|write error|file write"
    fi
    may_write_files "$1" || expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
    works git --no-optional-locks status
    works git handoff status # reading needs no room
    rm ../filler
    mkdir -p "$case_dir/now"
    ln -sfn "$case_dir/before" "$case_dir/disk/before"
    ln -sfn "$case_dir/after" "$case_dir/disk/after"
    proven "$1"
    cd ../..
    [ "$good" -lt 2 ] || break
  done
  [ "$good" -gt 0 ] || fail "there never was room enough"
  [ "$bad" -gt 1 ] || fail "the disk was never full"
}

read_only_git() {
  [ "$(id -u)" -eq 0 ] || skip "mounting needs root"
  local verb
  prepare_verb "$1"
  cd template
  mount --bind .git .git 2>"$case_dir.aside/mount" || skip "nothing can be mounted here"
  # shellcheck disable=SC2064
  trap "cd /; umount -l '$case_dir/template/.git'" EXIT
  trap 'exit 130' INT TERM HUP
  mount -o remount,ro,bind .git || skip "nothing can be mounted read-only here"
  touch .git/x 2>/dev/null && skip "a read-only mount can be written here"
  must_fail 128 run_verb "$1"
  expect_contains "$err" "fatal: " "Read-only file system"
  must_fail 1 git handoff doctor
  expect_contains "$out" "/.git' cannot be written: Read-only file system"
  expect_reading_works "$1"
}

# The folder itself, in which git makes index.lock; refs and objects have folders of their own.
only_the_folder() {
  [ "$(id -u)" -eq 0 ] || skip "becoming somebody else needs root"
  command -v setpriv >/dev/null || skip "no setpriv here"
  prepare_verb "$1"
  chmod 755 "$trash" "$case_dir"
  cp -a "$HOME" "$case_dir/home"
  local HOME=$case_dir/home
  chown -R 65534:65534 "$HOME" template
  cd template
  git config --global --add safe.directory '*'
  chmod a-w .git
  must_fail 128 run_verb "$1" setpriv --reuid=65534 --regid=65534 --clear-groups
  expect_contains "$err" "fatal: " ".lock': Permission denied"
  chmod u+w .git
  [ ! -e .git/handoff/op.json ] || fail "an operation is open"
  where_it_stands >"$case_dir/now"
  expect_equal "$(cat "$case_dir/before")" "$(cat "$case_dir/now")" "something moved"
}

# expect_reading_works VERB
expect_reading_works() {
  local live
  live=$(git for-each-ref refs/handoffs/active | wc -l)
  works git handoff status
  works git handoff list
  if [ "$live" -gt 0 ]; then
    works git handoff show
    works git handoff brief
    run git handoff check
    case $code in 0 | 1 | 2) ;; *) fail "check: $(show_run check)" ;; esac
  fi
  where_it_stands >"$case_dir/now"
  expect_equal "$(cat "$case_dir/before")" "$(cat "$case_dir/now")" "something moved"
}

somebody_elses_git() {
  [ "$(id -u)" -eq 0 ] || skip "becoming somebody else needs root"
  command -v setpriv >/dev/null || skip "no setpriv here"
  prepare_verb "$1"
  chmod 755 "$trash" "$case_dir"
  chmod -R a+rX template
  cp -a "$HOME" "$case_dir/home" # the same person's: the key, too
  local HOME=$case_dir/home
  chown -R 65534:65534 "$HOME"
  cd template
  git config --global --add safe.directory '*'
  setpriv --reuid=65534 --regid=65534 --clear-groups git rev-parse HEAD >/dev/null 2>&1 ||
    skip "nobody cannot run git here"
  must_fail 128 run_verb "$1" setpriv --reuid=65534 --regid=65534 --clear-groups
  expect_contains "$err" "fatal: " "Permission denied"
  works setpriv --reuid=65534 --regid=65534 --clear-groups git-handoff status
  must_fail 1 setpriv --reuid=65534 --regid=65534 --clear-groups git-handoff doctor
  expect_contains "$out" "/.git' cannot be written: Permission denied"
  where_it_stands >"$case_dir/now"
  expect_equal "$(cat "$case_dir/before")" "$(cat "$case_dir/now")" "something moved"
}

for verb in pause resume; do
  test_case "$verb on a disk with room for nothing, a little, enough" full_disk "$verb"
done
for verb in undo-pause fresh undo-fresh discard checkpoint gc; do
  test_case "... and $verb" full_disk "$verb"
done
test_case "pause with a read-only .git: refused and said; reading works" read_only_git pause
for verb in resume undo-pause discard checkpoint; do
  test_case "... and $verb" read_only_git "$verb"
done
test_case "pause where only the folder .git cannot be written: nothing is begun" only_the_folder pause
for verb in resume undo-pause fresh; do
  test_case "... and $verb" only_the_folder "$verb"
done
test_case "pause in a .git of somebody else: refused and said; reading works" somebody_elses_git pause
test_case "... and resume" somebody_elses_git resume
test_done
