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

test_case "a hotfix on main, and back: nothing is told as a fault" hotfix_on_main
test_case "in the middle of a rebase of another branch that is all that is told" rebase_under_way
test_case "a fetched record is judged by the work that it keeps" fetched_clone
test_case "a colleague's commits on the branch of the same name are seen without an upstream" colleague_without_upstream
test_case "a colleague's commits on the upstream are told once, and first" colleague_with_upstream
test_case "own commits that were pushed and rebased since are no news" own_commits_are_no_news
test_done
