#!/usr/bin/env bash
# A merge in which a parent is paused work that is still live is refused: it would stay in history.
. "$(dirname "$0")/lib.sh"
export GIT_HANDOFF_HOOK_SECONDS=60 # on a loaded machine five pass

# main and a branch 'login' that went apart; the shell is on login.
apart() {
  make_project
  works git handoff init --hooks pre-commit,pre-merge-commit
  git switch -q -c login
  write login.c "login"
  commit_all "login"
  git switch -q main
  write main.txt "main"
  commit_all "main goes on"
  git switch -q login
}

merge_into_a_wip() {
  apart
  write src/main.c "paused"
  works git handoff pause -m x
  before=$(git rev-parse HEAD)
  must_fail 1 git merge -q main
  expect_contains "$err" "error: HEAD is paused work, which a merge would keep in history" \
    "hint: 'git merge --abort', then 'git handoff resume' or 'git handoff resume --fresh'"
  works git merge --abort
  expect_equal "$before" "$(git rev-parse HEAD)"
  works git merge -q --no-verify -m merged main
}

merge_of_a_wip() {
  apart
  write src/main.c "paused"
  works git handoff pause -m x
  git switch -q main
  must_fail 1 git merge -q login
  expect_contains "$err" "is paused work, which a merge would keep in history"
  works git merge --abort
  # Below the WIP commit nothing is in the way.
  works git merge -q -m merged login~1
}

# Before it stands another WIP commit, which is retired.
octopus_of_a_wip() {
  apart
  git switch -q -c kept
  write kept.c "kept"
  works git handoff pause -m x
  works git handoff resume --continue --keep-wip
  git switch -q login
  write src/main.c "paused"
  works git handoff pause -m y
  git switch -q main
  works git merge -q --no-commit kept login
  must_fail 1 git commit -q -m merged
  expect_contains "$err" "wip: y" "is paused work, which a merge would keep in history"
}

# begin_on_a_wip: the branch `other` is begun on the WIP commit $wip, with a new file.
begin_on_a_wip() {
  apart
  write src/main.c "paused"
  works git handoff pause -m x
  wip=$(git rev-parse --short=7 HEAD)
  git switch -q -c other
  write other.c "other"
}

# The branch that is merged was begun on the paused one.
merge_of_what_stands_on_a_wip() {
  begin_on_a_wip
  commit_all "other" 2>/dev/null
  git switch -q main
  git config grep.patternType fixed
  must_fail 1 git merge -q --no-edit other
  expect_contains "$err" "error: 'wip: x' ($wip) is paused work, which a merge would keep in history" \
    "hint: 'git merge --abort', then take it out of 'other': git rebase -i --autostash $wip~1 other"
  works git merge --abort
  works env GIT_SEQUENCE_EDITOR="sed -i 1d" git rebase -q -i --autostash "$wip~1" other
  git switch -q main
  works git merge -q --no-edit other
  expect_equal "" "$(git log --format=%s | grep '^wip')"
}

# A commit that no branch here has, and paused work on paused work: what is offered goes.
merge_of_others_on_a_wip() {
  begin_on_a_wip
  works git handoff pause -m y
  git switch -q main
  must_fail 1 git merge -q --no-edit other
  expect_contains "$err" "'wip: y' " "then merge what is below it: git merge $wip~1"
  works git merge --abort
  works git merge -q --no-edit "$wip~1"
  on_it=$(git commit-tree -p other -m "on it" "other^{tree}")
  must_fail 1 git merge -q --no-edit "$on_it"
  expect_contains "$err" "'wip: y' " \
    "hint: 'git merge --abort' leaves it out; 'git commit --no-verify' merges it all the same"
  works git commit -q --no-verify --no-edit
  # What the upstream has stays in history anyway.
  git reset -q --hard HEAD~1
  git remote add origin ../server.git
  git update-ref refs/remotes/origin/main "$on_it"
  git branch -q --set-upstream-to=origin/main
  works git merge -q --no-edit
}

merge_with_conflicts() {
  apart
  write README "theirs"
  commit_all "theirs"
  git switch -q main
  write README "ours"
  commit_all "ours"
  git switch -q login
  write src/main.c "paused"
  works git handoff pause -m x
  run git merge -q main
  write README "settled"
  git add README
  must_fail 1 git commit -q -m "merge"
  expect_contains "$err" "is paused work, which a merge would keep in history" "hint: 'git commit --no-verify' keeps what you merged"
  expect_lacks "$err" "merge --abort"
  works git commit -q --no-verify -m "merge"
  expect_equal settled "$(git show HEAD:README)"
  works git handoff resume --continue --keep-wip
}

pull_by_a_plain_git() {
  apart
  git clone -q --bare . ../server.git
  git remote add origin ../server.git
  git config pull.rebase false
  git push -q -u origin login main 2>/dev/null
  git clone -q -b login ../server.git ../ben
  (cd ../ben && write ben.txt "Ben" && commit_all "work of Ben" && git push -q)
  write src/main.c "paused"
  works git handoff pause -m x
  must_fail 1 git pull -q
  expect_contains "$err" "HEAD is paused work" "git merge --abort"
}

others_pass() {
  apart
  works git merge -q -m merged main
  expect_equal "" "$err"
  # Retired, it is a commit as any other.
  git switch -q main
  write more.txt more
  commit_all "more"
  git switch -q login
  write src/main.c "paused"
  works git handoff pause -m x
  works git handoff resume --continue --keep-wip
  works git merge -q -m merged main
  expect_equal "" "$err"
}

# A trailer and a subject are hints: what is under words of somebody's is a commit of somebody's.
reworded_passes() {
  apart
  write src/main.c "paused"
  works git handoff pause -m x
  git commit -q --amend --no-verify -m "wip: of mine" -m "$(git log -1 --format=%B | grep '^Handoff-Id: ')"
  works git merge -q -m merged main
  expect_equal "" "$err"
}

test_case "HEAD is a live WIP commit" merge_into_a_wip
test_case "the other branch ends in one" merge_of_a_wip
test_case "one of several branches ends in one" octopus_of_a_wip
test_case "the other branch stands on one" merge_of_what_stands_on_a_wip
test_case "... on two, or is no branch" merge_of_others_on_a_wip
test_case "also where the merge had conflicts" merge_with_conflicts
test_case "a plain git pull" pull_by_a_plain_git
test_case "other merges pass" others_pass
test_case "a live WIP commit that was made one's own passes" reworded_passes
test_done
