#!/usr/bin/env bash
# `git handoff check` judges a record from where it is at home, whatever is checked out, and sees what others pushed.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/checks.sh"

# at_home: a project with origin; paused on login, with a file that only the kept work has.
at_home() {
  git init -q --bare origin.git
  make_project
  git remote add origin "$PWD/../origin.git"
  git push -q origin main
  git switch -qc login
  write src/login.c "int login(void) { return 1; }"
  commit_all "login: a first part"
  write src/token.c "int token(void) { return 2; }"
  pause_with '"remaining_tasks": [{"name": "test src/token.c:token()"}], "documents": [{"path": "src/login.c", "kind": "impl"}]'
}

# Nothing that is normal is told as a fault.
nothing_changed() {
  check "$id"
  expect_equal "0 confirmed" "$code $(jq -r .verdict <<<"$out")" "$out"
}

hotfix_on_main() {
  at_home
  git switch -q main
  nothing_changed
  write src/util.c "int util(void) { return 3; }"
  commit_all "hotfix"
  nothing_changed
  expect_lacks "$out" "git switch" "merge or rebase"
  write src/main.c "int main(void) { return 5; }"
  nothing_changed
  git stash -q
  git switch -q login
  nothing_changed
}

rebase_under_way() {
  at_home
  git switch -q -c other main
  write README "one"
  commit_all "one"
  git switch -q main
  write README "two"
  commit_all "two"
  run git rebase main other
  check "$id"
  expect_lacks "$out" "git switch" "merge or rebase"
  says operation none changed "a rebase is under way"
  expect_equal "operation" "$(jq -r '[.findings[] | select(.state == "changed") | .code] | join(" ")' <<<"$out")"
}

fetched_clone() {
  at_home
  git push -q --no-verify origin 'refs/handoffs/active/*'
  git clone -q ../origin.git ../clone
  cd ../clone
  git fetch -q origin '+refs/handoffs/active/*:refs/handoffs/remotes/origin/active/*'
  user_reads_all
  check "$id"
  says file src/token.c confirmed
  says anchor src/token.c:token confirmed "token is at line 1"
  says document src/login.c confirmed
}

merged_after_with_older_dates() {
  at_home
  git push -q --no-verify origin login~1:refs/heads/login 'refs/handoffs/active/*'
  git clone -q ../origin.git ../ben
  for how in --ff-only --no-ff; do
    (
      cd ../ben || exit
      git config user.name Ben
      git switch -qc "pr$how"
      set_clock $((tick - 7200))
      write src/token.c "int token(void) { return 5; } // $how"
      commit_all "token: a header, $how"
      git switch -q main
      git merge -q "$how" --no-edit "pr$how"
      git push -q origin main
    )
    git clone -q ../origin.git "../eva$how"
    cd "../eva$how" || exit
    git fetch -q origin '+refs/handoffs/active/*:refs/handoffs/remotes/origin/active/*'
    user_reads_all
    check "$id"
    expect_contains "$(jq -r ".findings[] | select(.code == \"commit-since\") | .subject + .evidence" <<<"$out")" "a header, $how')on main, touches"
    cd ../repo || exit
  done
}

# colleague NAME: clones origin, and goes on with the branch.
colleague() {
  git push -q origin login~1:refs/heads/login
  git clone -q -b login ../origin.git ../ben
  (
    cd ../ben || exit
    git config user.name Ben
    write src/main.c "int main(void) { return 9; }"
    commit_all "login: finished"
    git push -q
  )
  git fetch -q
}

colleague_without_upstream() {
  at_home
  nothing_changed
  colleague
  check
  expect_equal 1 "$code"
  says remote-branch origin/login changed "1 commit" "Ben" "login: finished"
  expect_equal remote-branch "$(jq -r '.findings | max_by(.relevance) | .code' <<<"$out")"
  works sh -c "$(jq -r '.findings[] | select(.code == "remote-branch") | .suggestion' <<<"$out")"
  expect_contains "$out" "login: finished"
  git switch -q main
  check "$id"
  says remote-branch origin/login changed "1 commit" "Ben"
  works sh -c "$(jq -r '.findings[] | select(.code == "remote-branch") | .suggestion' <<<"$out")"
  expect_contains "$out" "login: finished"
}

colleague_with_upstream() {
  at_home
  colleague
  git branch -q -u origin/login login 2>/dev/null
  check
  says remote-branch origin/login changed "1 commit" "Ben" "login: finished"
  expect_equal 1 "$(jq '[.findings[] | select((.subject + .evidence) | contains("login: finished"))] | length' <<<"$out")" "told once"
}

# What Ann pushed herself, and rebased since, is nobody's news.
own_commits_are_no_news() {
  at_home
  git push -q origin login~1:refs/heads/login
  git fetch -q
  nothing_changed
  git switch -q main
  write README "more"
  commit_all "more"
  git rebase -q main login
  check
  expect_equal null "$(jq '[.findings[] | select(.code == "remote-branch")][0]' <<<"$out")" "$out"
}

# rewrites DO: Ben takes Ann's commit from origin, DOes what is in the words to it, and pushes it as his.
rewrites() {
  git push -q -f origin login~1:refs/heads/login
  rm -rf ../ben
  git clone -q -b login ../origin.git ../ben
  (
    cd ../ben || exit
    export GIT_COMMITTER_NAME=Ben GIT_COMMITTER_EMAIL=ben@example.org
    eval "$1"
    git push -q -f
  )
  git fetch -q
}

amended_by_a_colleague() {
  local amend='write src/main.c "int main(void) { return 9; }"; git commit -qa --amend --no-edit'
  at_home
  rewrites 'git commit -q --amend --no-edit'
  check
  expect_equal null "$(jq '[.findings[] | select(.code == "remote-branch")][0]' <<<"$out")" "$out"
  rewrites "$amend"
  check
  says remote-branch origin/login changed "rewritten, with 1 new commit" "Ben: 'login: a first part'"
  works git rebase -q --onto origin/login HEAD~1
  check
  says commit-since "$(git rev-parse --short=7 HEAD~1)" changed "touches what the next action names: src/main.c"
  expect_matches "$(git handoff 2>/dev/null | head -n 1)" "^Ben changed src/main.c since"
  # What Ann amends herself is no news to her.
  git reset -q --hard ORIG_HEAD
  git update-ref -d refs/remotes/origin/login
  wip=$(git rev-parse HEAD)
  git reset -q --hard HEAD~1
  eval "$amend"
  git cherry-pick "$wip" >/dev/null
  check
  expect_equal 0 "$(jq .commits_since.head <<<"$out")" "$out"
}

changed_by_a_merge() {
  at_home
  rewrites 'git switch -q -c side HEAD~1; write README side; commit_all side; git switch -q login
    git merge -q --no-ff --no-commit side 2>/dev/null; write src/main.c "int main(void) { return 9; }"
    git add src/main.c; git commit -qm "merge side"'
  works git rebase -q --onto origin/login HEAD~1
  check
  says commit-since "$(git rev-parse --short=7 HEAD~1)" changed "touches what the next action names: src/main.c"
  expect_equal 1 "$(jq '[.commits_since.relevant[]] | length' <<<"$out")" "$out"
}

merged_by_git() {
  at_home
  rewrites 'seq 9 >src/main.c; git commit -qam nine; git switch -q -c side; sed -i 1s/1/one/ src/main.c
    git commit -qam one; git switch -q login; sed -i 9s/9/nine/ src/main.c; git commit -qam last
    git merge -q --no-ff -m "merge side" side'
  works git rebase -q --onto origin/login HEAD~1
  check
  expect_equal "last nine one" "$(jq -r '[.commits_since.relevant[].subject] | sort | join(" ")' <<<"$out" | xargs -n1 | sort | xargs)" "$out"
}

own_squash() {
  git init -q --bare origin.git
  make_project
  git switch -qc login
  write src/login.c "int login(void) { return 1; }"
  commit_all one
  echo "int token(void) { return 2; }" >>src/login.c
  commit_all two
  write src/more.c "int more(void) { return 3; }"
  pause_with
  GIT_SEQUENCE_EDITOR="sed -i 2s/pick/fixup/" git rebase -q -i main
  check
  expect_equal "0 confirmed" "$code $(jq -r .verdict <<<"$out")" "$out"
  says base "" confirmed squashed "$(git rev-parse HEAD~1)"
  expect_equal "safe to continue (the branch was rebased)" "$(git handoff 2>/dev/null | head -n 1)"
  # With another change in it that is none.
  git reset -q --hard "login@{1}"
  GIT_SEQUENCE_EDITOR="sed -i -e 2s/pick/fixup/ -e '2a exec echo >>src/util.c \&\& git commit -qa --amend --no-edit'" git rebase -q -i main
  check
  expect_contains "$(finding base "")" "changed" "with other changes"
  expect_lacks "$out" "dropped when"
}

merged_and_deleted() {
  at_home
  git push -q -u origin login~1:refs/heads/login
  git branch -q -u origin/login login
  works git handoff pause -m again --next "Finish src/main.c:main()"
  (
    git clone -q ../origin.git ../ben
    cd ../ben || exit
    git merge -q --squash origin/login
    git commit -qm "login (#1)"
    git push -q
    git push -q origin :login
  ) >/dev/null 2>&1
  git fetch -qp
  git rebase -q origin/main
  check
  expect_equal 0 "$code" "$out"
  says upstream refs/remotes/origin/login info "all that it held is on the branch"
}

taken_back_from_origin() {
  at_home
  git push -q -u origin login~1:refs/heads/login
  git branch -q -u origin/login login
  works git handoff pause -m again --next "Finish src/main.c:main()"
  git clone -q -b login ../origin.git ../ben
  git -C ../ben push -q -f origin HEAD~1:login
  git fetch -q
  check
  says upstream refs/remotes/origin/login changed "went back from $(git rev-parse --short=7 "origin/login@{1}") to $(git rev-parse --short=7 main)"
  works sh -c "$(jq -r '.findings[] | select(.code == "upstream") | .suggestion' <<<"$out")"
  expect_contains "$out" "login: a first part"
}

test_case "a hotfix on main, and back: nothing is told as a fault" hotfix_on_main
test_case "in the middle of a rebase of another branch that is all that is told" rebase_under_way
test_case "a fetched record is judged by the work that it keeps" fetched_clone
test_case "in a fresh clone what was merged after the pause is news, though its commits are older" merged_after_with_older_dates
test_case "a colleague's commits on the branch of the same name are seen without an upstream" colleague_without_upstream
test_case "a colleague's commits on the upstream are told once, and first" colleague_with_upstream
test_case "own commits that were pushed and rebased since are no news" own_commits_are_no_news
test_case "what a colleague changed in ones own commit is news, before a rebase onto it and after" amended_by_a_colleague
test_case "what a merge itself changes is among the files that came since" changed_by_a_merge
test_case "... but not what git has merged from commits that are told themselves" merged_by_git
test_case "an own squash with the same content is no fault" own_squash
test_case "a branch that was merged and deleted on the server is no fault, after a rebase either" merged_and_deleted
test_case "a branch that somebody set back on the server is told with what it lost" taken_back_from_origin
test_done
