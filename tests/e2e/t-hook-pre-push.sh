#!/usr/bin/env bash
# The pre-push hook keeps handoffs where they are, and knows what paused work was published.
. "$(dirname "$0")/lib.sh"
export GIT_HANDOFF_HOOK_SECONDS=60 # on a loaded machine five pass
. "$e2e_dir/records.sh"

make_hooked() {
  make_project
  works git handoff init --hooks pre-push
  git init -q --bare ../origin.git
  git remote add origin ../origin.git
  git push -q -u origin main
}

refuses_records() {
  make_hooked
  make_record main main-20260324-120000-abcdabcd 9
  must_fail 1 git push --mirror
  expect_contains "$err" "error: this push would publish 'refs/handoffs/active/main/main-20260324-120000-abcdabcd'" "hint: "
  must_fail 1 git push origin 'refs/handoffs/*:refs/handoffs/*'
  must_fail 1 git push origin main refs/handoffs/active/main/main-20260324-120000-abcdabcd:refs/handoffs/x
  expect_equal "refs/heads/main" "$(git -C ../origin.git for-each-ref --format='%(refname)')"
  works git push -q origin main
  works env HANDOFF_PUSH=1 git push -q origin 'refs/handoffs/*:refs/handoffs/*'
  expect_contains "$(git -C ../origin.git for-each-ref)" "refs/handoffs/active/main/main-20260324-120000-abcdabcd"
}

guards_a_colleagues() {
  make_hooked
  git push -q --no-verify origin HEAD:refs/handoffs/active/main/theirs
  # Git does not tell the hook what a mirror push deletes.
  works git push --dry-run --mirror
  expect_contains "$err" "warning: a mirror push deletes handoffs"
  make_record main main-20260324-120000-abcdabcd 9
  git push -q --no-verify origin 'refs/handoffs/*:refs/handoffs/*'
  must_fail 1 git push --mirror
  expect_contains "$err" "error: a mirror push would publish handoffs, or delete those of others"
  git config remote.origin.mirror true
  must_fail 1 git push
  expect_contains "$err" "error: a mirror push"
  git config --unset remote.origin.mirror
  must_fail 1 git push origin :refs/handoffs/active/main/theirs
  expect_contains "$err" "would delete 'refs/handoffs/active/main/theirs'"
  git -C ../origin.git show-ref -q refs/handoffs/active/main/theirs
}

warns_and_remembers() {
  make_hooked
  git switch -q -c feat
  make_work
  make_wip feat feat-20260324-120000-abcdabcd
  works git push -q origin feat
  expect_contains "$err" "warning: publishing paused work: 'feat-" "hint: "
  expect_equal 2 "$(printf '%s\n' "$err" | wc -l)"
  [ ! -e .git/handoff/published ] || fail "refs/remotes/origin/feat tells it"
  # A branch that the same push deletes hides nothing.
  git push -q --no-verify origin main:gone :feat
  works git push -q origin :gone feat
  expect_contains "$err" "warning: publishing paused work: 'feat-"
  # Once it is there, it is no news.
  commit_all "more"
  works git push -q origin feat
  expect_lacks "$err" "warning"
}

knows_remotes_without_refs() {
  make_hooked
  make_work
  make_wip main main-20260324-120000-abcdabcd
  git init -q --bare ../second.git
  works git push -q ../second.git main
  expect_contains "$err" "warning: publishing paused work"
  works git push -q ../second.git main:elsewhere
  expect_contains "$err" "warning: publishing paused work"
  expect_equal "$(git rev-parse main)" "$(cut -d ' ' -f 1 .git/handoff/published)"
}

# No ref here says that it is there: the hook has seen it go.
what_was_pushed_stays() {
  local before
  make_hooked
  make_work
  works git handoff pause -m x
  git init -q --bare ../second.git
  works git push -q ../second.git main
  before=$(git rev-parse HEAD && state_of_tree)
  must_fail 1 git handoff resume --continue
  expect_contains "$err" published "a push from here" --keep-wip
  expect_equal "$before" "$(git rev-parse HEAD && state_of_tree)"
}

# What comes with a copied git directory has no seal of the user's.
what_nobody_saw_leave() {
  make_project
  make_work
  works git handoff pause -m x
  git rev-parse HEAD >.git/handoff/published
  echo "$(git rev-parse HEAD) 0123456789abcdef" >>.git/handoff/published
  works git handoff resume --continue
}
test_case "work that only an unsealed line calls published is resumed" what_nobody_saw_leave

# Only what a remote has took the work out of our hands: not what was tried, refused or taken back.
what_did_not_arrive() {
  make_hooked
  git switch -q -c feat
  git push -q -u origin feat
  make_work
  state=$(state_of_tree)
  for try in dry dry-path dry-short refused behind taken-back; do
    works git handoff pause -m x
    case $try in
      dry) works git push --dry-run ;;
      dry-path) works git push --dry-run ../origin.git feat ;;
      dry-short) works git push -n ../origin.git feat ;;
      refused)
        printf '#!/bin/sh\nexit 1\n' >../origin.git/hooks/pre-receive
        chmod +x ../origin.git/hooks/pre-receive
        must_fail 1 git push
        rm ../origin.git/hooks/pre-receive
        ;;
      behind)
        works git push -q --no-verify origin "$(git commit-tree -p HEAD~1 -m theirs 'HEAD~1^{tree}'):refs/heads/feat"
        git update-ref refs/remotes/origin/feat HEAD~1
        must_fail 1 git push
        works git push -q -f --no-verify origin HEAD~1:refs/heads/feat
        ;;
      taken-back)
        works git push
        must_fail 1 git handoff resume --continue
        expect_contains "$err" published origin/feat
        works git push -q --force-with-lease origin HEAD~1:feat
        ;;
    esac
    works git handoff resume --continue
    expect_state "$state"
  done
}

knows_remotes_of_any_name() {
  make_hooked
  git remote rename origin team/main
  make_work
  make_wip main main-20260324-120000-abcdabcd
  works git push -q team/main main
  expect_contains "$err" "warning: publishing paused work"
  works git push -q team/main main:elsewhere
  expect_equal "" "$err" "it is at that remote already"
}

refuses_when_nobody_listens() {
  make_hooked
  printf 'refs/heads/x %040d refs/handoffs/active/x/y %040d\n' 7 0 >lines
  (
    set +e
    git-handoff hook pre-push origin url <lines 2> >(exec 0<&-)
    echo $? >code
  )
  expect_file code 1
}

refuses_where_configured() {
  make_hooked
  make_work
  make_wip main main-20260324-120000-abcdabcd
  git config handoff.pushWip refuse
  must_fail 1 git push -q origin main
  expect_contains "$err" "handoff.pushWip is 'refuse'"
  [ ! -e .git/handoff/published ] || fail "nothing was published"
  git config handoff.pushWip allow
  works git push -q ../origin.git main
  expect_lacks "$err" "warning" "hint"
  expect_equal "$(git rev-parse main)" "$(cut -d ' ' -f 1 .git/handoff/published)"
}

is_silent_otherwise() {
  make_hooked
  commit_all "wip: by hand, of no handoff"
  commit_all "mentions
Handoff-Id: in its middle

and goes on"
  works git push -q origin main
  expect_equal "" "$err"
  make_record other other-20260324-120000-abcdabcd 9
  commit_all "plain"
  works git push -q origin main
  expect_equal "" "$err"
  works git push -q origin :refs/heads/none
  works git push -q origin main
  expect_equal "" "$err"
  [ ! -e .git/handoff/published ]
}

never_stops_a_push_by_accident() {
  make_hooked
  make_record main main-20260324-120000-abcdabcd 9
  works git-handoff hook pre-push </dev/null
  printf 'garbage\n\0\377 1 2 3 4 5\nrefs/heads/main zz refs/heads/main yy\n' | works git-handoff hook pre-push origin url
  printf 'refs/heads/main %040d refs/heads/main %040d\n' 7 7 | works git-handoff hook pre-push origin url
  works env PATH=/nowhere "$bin_dir/git-handoff" hook pre-push origin url
  works env PATH=/usr/bin:/bin .git/hooks/pre-push
}

test_case "records are not pushed, unless by us" refuses_records
test_case "a colleague's record is not deleted, by name or by a mirror push" guards_a_colleagues
test_case "publishing paused work is warned about and remembered, once" warns_and_remembers
test_case "a remote given as a path works" knows_remotes_without_refs
test_case "a remote with a slash in its name works" knows_remotes_of_any_name
test_case "what a push was seen to publish stays where it is" what_was_pushed_stays
test_case "a push that was tried, refused or taken back has published nothing" what_did_not_arrive
test_case "a refusal holds where its words go nowhere" refuses_when_nobody_listens
test_case "handoff.pushWip refuses or allows" refuses_where_configured
test_case "other pushes are silent" is_silent_otherwise
test_case "trouble inside never stops a push" never_stops_a_push_by_accident

# Git says nothing, or does not end.
input_is_bounded() {
  make_project
  local -x GIT_HANDOFF_HOOK_SECONDS=2
  local name waiting=()
  mkfifo ../silent
  exec 9<>../silent
  for name in "pre-push origin url" "post-rewrite rebase"; do
    # shellcheck disable=SC2086
    timeout 9 git handoff hook $name <../silent &
    waiting+=($!)
  done
  for name in "pre-push origin url" "post-rewrite rebase"; do
    # shellcheck disable=SC2016
    works timeout 9 bash -c 'yes "$1" | git handoff hook $0' "$name" "refs/heads/x $(git rev-parse HEAD) refs/heads/x $(git rev-parse HEAD)"
  done
  for name in "${waiting[@]}"; do wait "$name" || fail "a hook waits for ever ($?)"; done
  exec 9>&-
}
test_case "what git says is waited for no longer than a hook may take, and read so far" input_is_bounded
test_done
