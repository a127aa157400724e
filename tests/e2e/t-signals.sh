#!/usr/bin/env bash
# SIGINT, SIGTERM and SIGHUP in the middle, and Ctrl-C on a terminal: in a git that hangs, in the editor, in
# the menu of resume. The command ends, the terminal is as it was, nothing is in between.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/strace.sh"

moments=3
[ -z "${HANDOFF_LONG:-}" ] || moments=50

# signal_in_the_middle VERB SIGNAL: at so many moments of its run.
signal_in_the_middle() {
  local i began took delay try hit=0
  prepare_verb "$1"
  fresh_copy
  began=$(date +%s%N)
  works run_verb "$1"
  took=$((($(date +%s%N) - began) / 1000))
  for try in 1 2 3 4; do # the first run may have been a slow one
    for i in $(seq "$moments"); do
      fresh_copy
      printf -v delay '0.%06d' $((took * i / (moments + 1)))
      run run_verb "$1" timeout --preserve-status -s "$2" "$delay"
      echo "after $delay s: exit code $code"
      case $code in 0) ;; 129 | 130 | 143) hit=$((hit + 1)) ;; *) fail "$(show_run "$1")" ;; esac
      proven "$1"
    done
    [ "$hit" -eq 0 ] || return 0
    took=$((took / 4))
  done
  fail "no $2 came in time, try $try"
}

wait_for() { patiently [ -e "$1" ]; }

# press KEYS WHEN CMD...: runs it on a terminal and types the keys as soon as the file WHEN is there. Leaves
# $code, $seconds it took after the keys, and the terminal's settings in $case_dir.aside/stty.*
press() {
  local keys=$1 when=$2 aside=$case_dir.aside line
  shift 2
  needs_terminal
  rm -f "$aside"/done "$aside"/pressed "$when"
  printf -v line '%q ' "$@"
  cat >"$aside/line" <<END
trap : INT QUIT
stty cols 80 rows 24
stty -a >'$aside/stty.before'
$line
echo \$? >'$aside/code'
stty -a >'$aside/stty.after'
date +%s >'$aside/done'
END
  (wait_for "$when"; sleep 0.1; date +%s >"$aside/pressed"; printf '%b' "$keys"; wait_for "$aside/done") |
    timeout 60 script -qec "sh '$aside/line'" /dev/null >"$aside/screen" || true
  [ -e "$aside/done" ] || fail "it did not end: $(cat "$aside/screen")"
  out=$(tr -d '\0\r' <"$aside/screen")
  err=""
  code=$(cat "$aside/code")
  seconds=$(($(cat "$aside/done") - $(cat "$aside/pressed")))
  expect_equal "$(cat "$aside/stty.before")" "$(cat "$aside/stty.after")" "the terminal's settings"
}

# hanging_git SUB: a `git` in ./bin that hangs in this subcommand and leaves its pid in ../hangs.
hanging_git() {
  hang=$case_dir.aside/hang
  mkdir -p "$hang"
  cat >"$hang/git" <<END
#!/bin/sh
for word; do
  [ "\$word" != $1 ] || { echo \$\$ >'$case_dir/hangs'; exec sleep 300; }
done
exec '$(command -v git)' "\$@"
END
  chmod +x "$hang/git"
}

ctrl_c_in_a_git_that_hangs() {
  prepare_verb "$1"
  hanging_git "$2"
  fresh_copy
  press '\003' "$case_dir/hangs" env PATH="$hang:$PATH" git-handoff "$1" ${3:+"$3"}
  expect_equal 130 "$code" "exit code; $out"
  [ "$seconds" -le 10 ] || fail "it took $seconds s to end"
  # An update-ref that is started ahead hears no Ctrl-C, and ends with its input, unless it hangs.
  [ "$2" = update-ref ] ||
    ! grep -qv '^State:.Z' <(grep '^State:' "/proc/$(cat "$case_dir/hangs")/status" 2>/dev/null) ||
    fail "the git that hangs is still there"
  kill -KILL "$(cat "$case_dir/hangs")" 2>/dev/null || true
  proven "$1"
}

ctrl_c_in_the_editor() {
  prepare_verb pause
  fresh_copy
  press '\003' "$case_dir/up" env GIT_EDITOR="touch '$case_dir/up'; sleep 300 #" git-handoff pause
  [ "$code" -ne 0 ] || fail "it paused: $out"
  proven pause
  expect_equal 0 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
}

# The program alone is killed; the editor is not ours to end.
killed_in_the_editor() {
  prepare_verb pause
  fresh_copy
  on_terminal '' env GIT_EDITOR="touch '$case_dir/up'; kill -$1 \$PPID; sleep 0.2 #" git-handoff pause
  [ -e "$case_dir/up" ] || fail "the editor never opened: $out"
  expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
  works git handoff status
  no_leftovers
  works git fsck --full --no-dangling
  expect_equal "$work" "$(state_of_tree)" "the work"
  works git handoff pause -m again
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
  works git handoff resume --continue
  expect_equal "$work" "$(state_of_tree)" "the work after pause and resume"
}

# What is paused already stays paused whatever becomes of the next pause, and each open item is there once.
killed_in_the_second_editor() {
  make_project
  make_work
  works git handoff pause -m one --next "go on"
  first=$(git handoff list --porcelain | cut -f1)
  version=$(git rev-parse "refs/handoffs/active/main/$first")
  works git handoff note decision "keep it small"
  write more.txt "more"
  on_terminal '' env GIT_EDITOR="kill -$1 \$PPID; sleep 0.2 #" git-handoff pause
  expect_equal "$version" "$(git rev-parse "refs/handoffs/active/main/$first")" "the first"
  works git handoff status
  expect_matches "$out" "^${first##*-} +[^ c]"
  kept=$(git for-each-ref --format='%(refname)' refs/handoffs/active | grep -v "$first")
  expect_equal more "$(git show "$(git log -1 --format='%(trailers:key=Handoff-Wip,valueonly)' "$kept" | head -n 1):more.txt")" "what is kept"
  works git handoff pause -m two
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
  works git handoff show
  expect_equal 1 "$(grep -c "keep it small" "$out_file")" "$out"
  works git handoff undo
  expect_equal "$version" "$(git rev-parse "refs/handoffs/active/main/$first")" "the first, after undo"
}

ctrl_c_in_the_menu() {
  prepare_verb resume
  fresh_copy
  (sleep 1.5; touch "$case_dir/menu") &
  press '\003' "$case_dir/menu" git-handoff resume
  expect_equal 130 "$code" "exit code; $out"
  expect_contains "$out" "[c] continue"
  where_it_stands >../now
  expect_equal "$(cat ../before)" "$(cat ../now)" "something moved"
  proven resume
}

# Who interrupts it when all is done, and not said yet, hears that it is.
ctrl_c_when_it_is_done() {
  local verb n before hit=0
  need_strace
  for verb in "pause -m x" undo "resume --continue"; do
    for n in 10 9 8 7 6 5; do
      cd "$case_dir"
      rm -rf repo
      make_project repo
      write new.txt new
      [[ $verb == pause* ]] || works git handoff pause -m x
      before=$(git rev-parse HEAD)
      # shellcheck disable=SC2086
      run strace -f -qq -o /dev/null -e trace=rename -e inject=rename:signal=INT:when=$n git-handoff $verb
      [ "$code" -eq 130 ] && [ "$before" != "$(git rev-parse HEAD)" ] || continue
      expect_contains "$out$err" "note: interrupted; what it does here is done: git handoff status"
      hit=$((hit + 1))
      break
    done
  done
  [ "$hit" -gt 0 ] || fail "it was never done when the signal came"
}
test_case "Ctrl-C when it is done: that is told" ctrl_c_when_it_is_done

for signal in INT TERM HUP; do
  for verb in pause resume undo-pause; do
    test_case "$verb: SIG$signal in the middle" signal_in_the_middle "$verb" "$signal"
  done
done
test_case "Ctrl-C while git status hangs in pause" ctrl_c_in_a_git_that_hangs pause status
test_case "Ctrl-C while git update-ref hangs in pause" ctrl_c_in_a_git_that_hangs pause update-ref
test_case "Ctrl-C while git update-ref hangs in resume" ctrl_c_in_a_git_that_hangs resume update-ref --continue
test_case "Ctrl-C in the editor gives the pause up" ctrl_c_in_the_editor
test_case "SIGTERM while the editor is open: the work stays a checkpoint" killed_in_the_editor TERM
test_case "SIGHUP while the editor is open: the work stays a checkpoint" killed_in_the_editor HUP
test_case "SIGHUP while the editor of a second pause is open: the first stays paused" killed_in_the_second_editor HUP
test_case "Ctrl-C in the menu of resume" ctrl_c_in_the_menu
test_done
