#!/usr/bin/env bash
# Somebody moves branches while a command of ours makes one for a switch, or brings one to where a handoff stands; and
# gits of ours that die, or outlive us, while they do. What is theirs stays, and what we made goes.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"
. "$e2e_dir/people.sh"

# beside_git WORDS SCRIPT COMMAND...: the first git of the command's that is given these words finds that the script ran
# just before it. In there, $real is git, and "$@" what it was given.
beside_git() {
  local words=$1 script=$2 shim=$case_dir.aside/shim
  shift 2
  mkdir -p "$shim"
  cat >"$shim/git" <<END
#!/bin/bash
real='$(command -v git)' shim='$shim'
case " \$* " in *"$words"*) mkdir "\$shim/ran" 2>/dev/null || exec "\$real" "\$@" ;; *) exec "\$real" "\$@" ;; esac
$script
exec "\$real" "\$@"
END
  chmod +x "$shim/git"
  PATH=$shim:$PATH run "$@"
  [ -e "$shim/ran" ] || fail "no git was given '$words': $(show_run "$@")"
}

# The orders of this git come to it but for the last; its command is killed, and it waits for ../go.
# shellcheck disable=SC2016  # the shim's own
outlives='mkfifo "$shim/in"
"$real" "$@" <"$shim/in" &
exec 3>"$shim/in"
dd bs=64k count=1 status=none >&3
dd bs=64k count=1 status=none >/dev/null
kill -KILL $PPID
until [ -e "$shim/go" ]; do sleep 0.05; done
exec 3>&-
wait
touch "$shim/gone"
exit'

# branch_gone: the work of ./repo is paused on a branch that is gone; main is checked out.
branch_gone() {
  make_project
  git switch -q -c feat
  make_work
  state=$(state_of_tree)
  works git handoff pause -m kept
  git switch -q main
  wip=$(git rev-parse feat)
  git branch -q -D feat
  before=$(files_of_tree)
}

# on_main_as_before: nothing was switched.
on_main_as_before() {
  expect_equal refs/heads/main "$(git symbolic-ref HEAD)"
  expect_equal "" "$(git status --porcelain)"
  expect_equal "$before" "$(files_of_tree)"
  expect_equal 1 "$(git for-each-ref refs/handoffs/active | wc -l)" "live records"
  no_leftovers
}

# made_meanwhile BRANCH-AT: somebody makes the branch that is to be made.
made_meanwhile() {
  branch_gone
  # shellcheck disable=SC2016
  beside_git update-ref '"$real" branch feat '"$1" git-handoff resume --continue --switch
  expect_equal 1 "$code" "$err"
  expect_contains "$err" "was made at this very moment"
  on_main_as_before
  expect_equal "$(git rev-parse "$1")" "$(git rev-parse feat)" "their branch"
}

# checked_out_meanwhile HOW: and it fails, or is killed, when its branch has been checked out elsewhere.
checked_out_meanwhile() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  branch_gone
  case $1 in
    fails)
      # shellcheck disable=SC2016
      beside_git symbolic-ref '"$real" worktree add -q ../linked feat; exit 1' git-handoff resume --continue --switch
      expect_equal 1 "$code" "$err"
      ;;
    dies)
      GIT_HANDOFF_FAULT=checkout-branch-made must_fail 137 git-handoff resume --continue --switch
      git worktree add -q ../linked feat
      works git handoff status
      ;;
  esac
  on_main_as_before
  expect_equal "$wip" "$(git rev-parse feat)" "the branch that somebody has checked out"
  expect_equal "" "$(git -C ../linked status --porcelain)"
}

# A git that dies when it has made the branch: nobody wanted it but us, and the switch is taken back.
made_by_a_git_that_died() {
  branch_gone
  write .git/hooks/reference-transaction '#!/bin/sh' \
    "[ \"\$1\" = committed ] && grep -q ' $wip refs/heads/feat' || exit 0" 'touch ../died' 'kill -KILL $PPID'
  chmod +x .git/hooks/reference-transaction
  run git-handoff resume --continue --switch
  expect_equal 1 "$code" "$err"
  [ -e ../died ] || fail "no git died"
  on_main_as_before
  expect_equal "" "$(git for-each-ref refs/heads/feat)" "a branch that nobody has"
  rm .git/hooks/reference-transaction
  works git handoff resume --continue --switch
  expect_state "$state"
}

# left_to_an_orphan COMMAND...: its git waits with its locks when it is dead; they stay as long as that git lives.
left_to_an_orphan() {
  local lock
  beside_git update-ref "$outlives" "$@"
  expect_equal 137 "$code" "$err"
  lock=$(find .git/refs -name '*.lock')
  [ -n "$lock" ] || fail "no lock is held"
  works git handoff status
  [ -e "$lock" ] || fail "the lock of a git that lives was removed"
  touch "$case_dir.aside/shim/go"
  until [ -e "$case_dir.aside/shim/gone" ]; do sleep 0.05; done
  works git handoff status
  expect_equal "" "$(find .git/refs .git/handoff/held -name '*.lock' 2>/dev/null)" "locks left"
}

orphan_of_a_switch() {
  branch_gone
  left_to_an_orphan git-handoff resume --continue --switch
  on_main_as_before
  works git handoff resume --continue --switch
  expect_state "$state"
}

# The first git of take's only tries whether the branch can be made.
orphan_of_a_take() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  left_to_an_orphan git-handoff take "$id"
  works git handoff take "$id"
  expect_state "$state"
}

# Take brings the branch to where the work stands: somebody commits on it just before.
committed_beside_a_take() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  has_read "$id"
  # shellcheck disable=SC2016
  beside_git "reset: moving" '"$real" commit -q --allow-empty -m theirs' git-handoff take "$id"
  expect_equal 1 "$code" "$err"
  expect_contains "$err" "it was moved at this very moment"
  expect_equal theirs "$(git log -1 --format=%s)"
  expect_equal "" "$(git status --porcelain)"
}

test_case "a branch that is made at the moment of a switch is theirs" made_meanwhile main
for how in fails dies; do
  test_case "a branch made for a switch that $how stays where somebody checked it out" checked_out_meanwhile "$how"
done
test_case "a branch made by a git that died goes with the switch" made_by_a_git_that_died
test_case "locks of a git that outlives a switch stay as long as it lives" orphan_of_a_switch
test_case "locks of a git that outlives a take stay as long as it lives" orphan_of_a_take
test_case "a commit beside a take stays" committed_beside_a_take

# Somebody stages a file while the switch has its files in place, and not yet its index.
staged_meanwhile() {
  make_project
  make_work
  works git handoff pause -m kept
  git branch -q other HEAD~1
  git switch -q other
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active/main)
  GIT_HANDOFF_FAULT="checkout-files-there=run:echo mine >mine; git add mine" run git-handoff resume --continue --switch "$id"
  [ "$code" -ne 0 ] || fail "$(show_run resume)"
  expect_equal other "$(git branch --show-current)"
  expect_equal "A  mine" "$(git status --porcelain)"
}
test_case "an index that somebody writes at the moment of a switch takes the files back, too" staged_meanwhile
test_done
