#!/usr/bin/env bash
# The pre-commit hook keeps new handoff files out of history, and warns on top of paused work.
. "$(dirname "$0")/lib.sh"
export GIT_HANDOFF_HOOK_SECONDS=60 # on a loaded machine five pass
. "$e2e_dir/records.sh"

make_hooked() {
  make_project
  works git handoff init --hooks pre-commit
}

refuses_new_handoff_files() {
  make_hooked
  local file
  for file in HANDOFF.json HANDOFF.md .superteam/HANDOFF.json .planning/HANDOFF.json \
    .planning/.continue-here.md .continue-here.md deep/down/HANDOFF.md; do
    write "$file" "secret context"
    git add -f "$file"
    must_fail 1 git commit -q -m "x"
    expect_contains "$err" "error: '$file' is a handoff file" "hint: " "--no-verify"
    expect_equal 2 "$(printf '%s\n' "$err" | wc -l)"
    git rm -q --cached -f -- "$file"
  done
  write src/new.c "work"
  git add src/new.c
  works git commit -q -m "work"
  expect_equal "" "$err"
}

hint_works_in_a_folder() {
  make_hooked
  write src/HANDOFF.md x
  write _notes/HANDOFF.md x
  git add -f src/HANDOFF.md
  cd src || exit 1
  must_fail 1 git commit -q -m x
  expect_contains "$err" "hint: 'git rm --cached -- :/src/HANDOFF.md' leaves it out"
  works git rm -q --cached -- :/src/HANDOFF.md
  git add -f ../_notes/HANDOFF.md
  must_fail 1 git commit -q -m x
  expect_contains "$err" "hint: 'git rm --cached -- FILE' leaves it out"
}
test_case "the command that leaves a handoff file out works in the folder where it is shown" hint_works_in_a_folder

counts_several() {
  make_hooked
  write HANDOFF.json "{}"
  write HANDOFF.md "x"
  write $'odd\nname/HANDOFF.md' "x"
  git add -f .
  must_fail 1 git commit -q -m "x"
  expect_contains "$err" "and 2 others are handoff files"
  expect_equal 2 "$(printf '%s\n' "$err" | wc -l)"
}

passes_what_history_has() {
  make_hooked
  write HANDOFF.md "tracked on purpose"
  git add -f HANDOFF.md
  works git commit -q --no-verify -m "on purpose"
  write HANDOFF.md "changed"
  works git commit -q -am "change"
  git mv HANDOFF.md elsewhere.md
  works git commit -q -m "rename away"
  git mv elsewhere.md HANDOFF.md
  must_fail 1 git commit -q -m "rename back"
  expect_contains "$err" "'HANDOFF.md' is a handoff file"
}

catches_commit_with_pathspec() {
  make_hooked
  write HANDOFF.md "x"
  git add -f -N HANDOFF.md
  must_fail 1 git commit -q -m "x" -- HANDOFF.md
  expect_contains "$err" "'HANDOFF.md' is a handoff file"
}

serves_an_unborn_branch() {
  make_repo
  works git handoff init --hooks pre-commit
  write HANDOFF.json "{}"
  git add -f HANDOFF.json
  must_fail 1 git commit -q -m "first"
  expect_contains "$err" "'HANDOFF.json' is a handoff file"
}

lets_merges_bring_what_others_have() {
  make_hooked
  git switch -q -c other
  write HANDOFF.md "tracked by them"
  write README "theirs"
  git add -f .
  git commit -q --no-verify -m "theirs"
  git switch -q main
  write README "ours"
  commit_all
  run git merge -q other
  write README "both"
  git add README
  works git commit -q -m "merge"
  git reset -q --hard HEAD~
  run git merge -q other
  write README "both"
  write HANDOFF.json "new in the merge"
  git add -f README HANDOFF.json
  must_fail 1 git commit -q -m "merge"
  expect_contains "$err" "'HANDOFF.json' is a handoff file"
}

warns_on_a_live_wip() {
  make_hooked
  git switch -q -c feat
  make_work
  make_wip feat feat-20260324-120000-abcdabcd
  echo more >>README
  works git commit -q -am "on top of it"
  expect_contains "$err" "handoff paused here 9 h ago; 'git handoff resume' first"
  expect_equal 2 "$(printf '%s\n' "$err" | wc -l)"
  echo more >>README
  works git commit -q -am "HEAD is no WIP now"
  expect_equal "" "$err"
}

stays_silent_when_it_is_not_live() {
  make_hooked
  make_work
  make_wip main main-20260324-120000-abcdabcd
  git update-ref refs/handoffs/archive/main/main-20260324-120000-abcdabcd refs/handoffs/active/main/main-20260324-120000-abcdabcd
  git update-ref -d refs/handoffs/active/main/main-20260324-120000-abcdabcd
  echo more >>README
  works git commit -q -am "after a resume with --keep-wip"
  expect_equal "" "$err"
}

follows_a_rewritten_wip() {
  make_hooked
  make_work
  make_wip main main-20260324-120000-abcdabcd
  git commit -q --no-verify --amend --no-edit --author "Someone Else <e@example.com>"
  echo more >>README
  works git commit -q -am "on top"
  expect_contains "$err" "handoff paused here 9 h ago"
}

runs_in_a_worktree_with_an_index_of_its_own() {
  make_hooked
  git worktree add -q ../linked -b other
  cd ../linked
  write HANDOFF.md "x"
  git add -f HANDOFF.md
  must_fail 1 git commit -q -m "x"
  expect_contains "$err" "'HANDOFF.md' is a handoff file"
}

never_stops_a_commit_by_accident() {
  make_hooked
  mkdir -p .git/refs/handoffs/active/main
  echo garbage >.git/refs/handoffs/active/main/main-20260324-120000-abcdabcd
  echo more >>README
  works git commit -q -am "x"
  works env PATH=/nowhere "$bin_dir/git-handoff" hook pre-commit
  # The block without the program, or with one that dies.
  mkdir ../broken
  printf '#!/bin/sh\nkill -SEGV $$\n' >../broken/git-handoff
  chmod +x ../broken/git-handoff
  works env PATH="$PWD/../broken:$PATH" .git/hooks/pre-commit
  works env PATH=/usr/bin:/bin .git/hooks/pre-commit
}

test_case "new handoff files are refused" refuses_new_handoff_files
test_case "several are counted, in two lines" counts_several
test_case "files that history has may change and move away, not to the name of a handoff file" passes_what_history_has
test_case "the index of a commit with paths is looked at" catches_commit_with_pathspec
test_case "the first commit is guarded as well" serves_an_unborn_branch
test_case "a merge may bring what the other side has" lets_merges_bring_what_others_have
test_case "a commit on top of paused work is warned about" warns_on_a_live_wip
test_case "a retired handoff is no reason to warn" stays_silent_when_it_is_not_live
test_case "a WIP commit is known after a rewrite" follows_a_rewritten_wip
test_case "linked worktrees are guarded" runs_in_a_worktree_with_an_index_of_its_own
test_case "trouble inside never stops a commit" never_stops_a_commit_by_accident
test_done
