#!/usr/bin/env bash
# What is normal is not told as a fault: days as people have them, and the screens of each.
. "$(dirname "$0")/lib.sh"

# A line that calls something changed, stale or missing, or sends somebody off, where nothing is wrong.
log=$trash/screen
alarm='not as recorded|stale|is missing|no longer|is gone|rely on its decisions|your turn|not on HEAD|edited since|\[lost\]|^changed$'

# looks_calm DAY: no screen of ours alarms.
looks_calm() {
  local screen
  for screen in "handoff" "handoff check" "handoff brief" "handoff resume"; do
    # shellcheck disable=SC2086  # words of a command
    git $screen >"$log" 2>&1 </dev/null || true
    ! grep -Eiq -e "$alarm" "$log" || fail "day $1: git $screen: $(cat "$log")"
  done
}

# An event between the pause and the return, by its number. Each leaves the paused branch checked out, or main.
event() {
  case $1 in
    0) : ;;                       # nothing at all
    1) git switch -q main ;;      # looked at something else, and is still there
    2) git switch -q main && git switch -q login ;;
    3) # a hotfix on main
      git switch -q main
      echo "hot $2" >>other.txt
      git commit -qam "hotfix $2"
      [ "$3" = stay ] || git switch -q login
      ;;
    4) # colleagues pushed to main, and it was fetched
      git -C "$case_dir/colleague" pull -q
      echo "theirs $2" >>"$case_dir/colleague/theirs.txt"
      git -C "$case_dir/colleague" add theirs.txt
      git -C "$case_dir/colleague" commit -qm "theirs $2"
      git -C "$case_dir/colleague" push -q origin HEAD:main
      git fetch -q
      ;;
    5) # main went on, and the branch was rebased without a conflict
      git switch -q main
      echo "more $2" >>other.txt
      git commit -qam "more $2"
      git switch -q login
      git rebase -q main
      ;;
    6) echo "scratch $2" >"notes-$2.txt" ;;  # a new file that has nothing to do with it
    7) git status >"$log" && git stash list >"$log" && git gc -q ;;
    8) # a topic of a colleague was squash merged
      git switch -q main
      git switch -qc "topic-$2"
      echo "topic $2" >"topic-$2.txt"
      git add "topic-$2.txt"
      git commit -qm "topic $2"
      git switch -q main
      git merge -q --squash "topic-$2" >"$log"
      git commit -qm "topic $2 (#$2)"
      git branch -qD "topic-$2"
      git switch -q login
      ;;
    9) # a commit of one's own on main was amended
      git switch -q main
      git commit -q --amend --allow-empty -m "amended $2"
      git switch -q login
      ;;
  esac
}

# days SEED COUNT: a pause, two events, the screens, the return: exact, and calm again.
days() {
  local day first second seed=$1
  make_project
  git init -q --bare ../remote.git
  git remote add origin "$case_dir/remote.git"
  for file in other.txt session.py; do seq 9 >"$file"; done
  git add other.txt session.py
  git commit -qm "files"
  git push -q -u origin main
  git clone -q ../remote.git ../colleague
  git switch -qc login
  real_clock
  for day in $(seq 1 "$2"); do
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    first=$((seed / 65536 % 10))
    second=$((seed / 1048576 % 10))
    echo "work $day" >>session.py
    [ $((day % 3)) -ne 0 ] || echo "new $day" >"new-$day.py"
    git handoff note decision "keep the signature, day $day" >"$log" 2>&1
    git handoff pause -m "day $day" --next "write the test of session.py" >"$log" 2>&1
    looks_calm "$day, paused"
    event "$first" "$day" back
    event "$second" "$day-2" stay
    looks_calm "$day, after events $first and $second"
    git switch -q login
    works git handoff resume --continue
    expect_matches "$out" "as they were|on what the branch stands on now"
    ! grep -Eiq -e "$alarm" "$log" || fail "day $day: resume: $out"
    git add -A
    git commit -qm "day $day is done"
  done
}
# Some of them here, all with --long.
count=5
[ -z "${HANDOFF_LONG:-}" ] || count=25
test_case "no screen of $count ordinary days tells what is normal as a fault" days 7 $count
[ -z "${HANDOFF_LONG:-}" ] || test_case "nor of $count more" days 2026 $count
test_done
