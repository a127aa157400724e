#!/usr/bin/env bash
# After a switch the hook tells of the branch's handoff, in two lines at most, and of nothing else.
. "$(dirname "$0")/lib.sh"
export GIT_HANDOFF_HOOK_SECONDS=60 # on a loaded machine five pass
. "$e2e_dir/records.sh"

make_hooked() {
  make_project
  works git handoff init --hooks post-checkout
  git branch feat
}

tells_of_a_handoff() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9 '"title": "Auth tokens", "task": "3", "total_tasks": 7, "next_action": "add jose.jwtVerify()"'
  works git switch feat
  expect_contains "$err" "handoff: paused here 9 h ago: Auth tokens (task 3 of 7)" \
    "next: add jose.jwtVerify()" "git handoff resume"
  expect_equal 3 "$(printf '%s\n' "$err" | wc -l)" "git's line and two of ours"
  expect_equal "" "$out"
  works git handoff hook post-checkout x y 1
  commit_all "one"
  commit_all "two"
  git switch -q main
  works git switch feat
  expect_contains "$err" "9 h ago, 2 commits since"
}

does_not_count_the_wip() {
  make_hooked
  git switch -q feat
  make_work
  make_wip feat feat-20260324-120000-abcdabcd
  git switch -q main
  works git switch feat
  expect_contains "$err" "paused here 9 h ago" "write the lexer"
  expect_lacks "$err" "since"
  commit_all "on top"
  git switch -q main
  works git switch feat
  expect_contains "$err" "1 commit since"
}

does_not_count_a_rebased_wip() {
  make_hooked
  git switch -q feat
  write own.txt "own"
  commit_all "own"
  make_work
  works git handoff pause --next "go on"
  git switch -q main
  write other.txt "of main"
  commit_all "on main"
  works git rebase main feat
  git switch -q main
  works git switch feat
  expect_contains "$err" "paused here"
  expect_lacks "$err" "since" # nothing is on top of it
  commit_all "on top"
  git switch -q main
  works git switch feat
  expect_contains "$err" ", 1 commit since"
}

names_a_stale_one() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 480
  works git switch feat
  expect_contains "$err" "handoff: stale, paused here 2 weeks ago" "git handoff check"
  git switch -q main
  git config handoff.age.stale 60d
  works git switch feat
  expect_contains "$err" "handoff: paused here 2 weeks ago"
  git switch -q main
  git config --unset handoff.age.stale
  git config handoff.age.fresh 30d
  works git switch feat
  expect_contains "$err" "handoff: paused here 2 weeks ago"
}

takes_the_newest() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 30 '"title": "older"'
  make_record feat feat-20260326-120000-abcdabcd 2 '"title": "newer"'
  make_record feat feat-20260327-120000-abcdabcd 3 '"title": "a checkpoint", "mode": "checkpoint"'
  works git switch feat
  expect_contains "$err" "newer" "(2 more: 'git handoff list')"
  git update-ref -d refs/handoffs/active/feat/feat-20260326-120000-abcdabcd
  git update-ref -d refs/handoffs/active/feat/feat-20260324-120000-abcdabcd
  git switch -q main
  works git switch feat
  expect_contains "$err" "handoff: checkpoint 3 h ago: a checkpoint"
}

passes_a_committed_one() {
  make_hooked
  real_clock
  git switch -q feat
  echo four >>README
  works git handoff checkpoint -m "end of session"
  git switch -q --detach
  works git switch feat
  expect_contains "$err" "handoff: checkpoint"
  git commit -qam "all of it"
  git switch -q main
  works git switch feat
  expect_lacks "$err" "handoff"
}

is_silent_otherwise() {
  make_hooked
  make_record feat/x feat-x-20260324-120000-abcdabcd 9
  works git switch feat
  expect_equal "Switched to branch 'feat'" "$err" "a record of feat/x is not one of feat"
  make_record feat feat-20260324-120000-abcdabcd 9
  echo change >>README
  works git checkout -- README
  expect_equal "" "$err" "files, not a switch"
  works git switch main
  expect_equal "Switched to branch 'main'" "$err"
}

serves_a_detached_head() {
  make_hooked
  make_record HEAD HEAD-20260324-120000-abcdabcd 9
  works git checkout --detach -q
  expect_contains "$err" "handoff: paused here 9 h ago"
}

is_silent_in_a_rebase() {
  make_hooked
  make_record main main-20260324-120000-abcdabcd 9
  make_record HEAD HEAD-20260324-120000-abcdabcd 9
  git switch -q feat 2>/dev/null
  write a "a"
  commit_all "a"
  git switch -q -c topic main 2>/dev/null
  write b "b"
  commit_all "b"
  works git rebase feat
  expect_lacks "$err" "handoff"
  make_record topic topic-20260324-120000-abcdabcd 9
  git reset -q --hard main
  write c "c"
  commit_all "c"
  git switch -q main 2>/dev/null
  # Rebase switches to the branch first.
  works git rebase feat topic
  expect_lacks "$err" "handoff"
  works git bisect start HEAD HEAD~1
  works git bisect reset
  expect_lacks "$err" "handoff"
}

speaks_in_worktrees_and_clones() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9
  works git worktree add ../linked feat
  expect_contains "$err" "handoff: paused here 9 h ago"
  works git worktree add ../other -b other
  expect_lacks "$err" "handoff"
  (cd ../linked && git switch -q --detach && works git switch feat && expect_contains "$err" "paused here")
  mkdir -p ../template/hooks
  cp .git/hooks/post-checkout ../template/hooks/
  works git clone --template=../template . ../clone
  expect_lacks "$err" "handoff"
  expect_contains "$(git -C .. -C clone for-each-ref)" "refs/heads/main"
}

finds_packed_ones() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9
  git pack-refs --all
  [ ! -e .git/refs/handoffs/active/feat ]
  works git switch feat
  expect_contains "$err" "paused here 9 h ago"
  # What was packed is an older version by now.
  make_record feat feat-20260324-120000-abcdabcd 8 '"title": "newer"'
  git switch -q main
  works git switch feat
  expect_contains "$err" "paused here 8 h ago: newer"
  expect_lacks "$err" "more:"
}

never_fails() {
  make_hooked
  # A commit that is gone, a record that is no JSON, a record without the file, a damaged ref, none readable.
  mkdir -p .git/refs/handoffs/active/feat
  local ref=.git/refs/handoffs/active/feat/feat-20260324-120000-abcdabcd
  for oid in 1234567890123456789012345678901234567890 "$(git rev-parse HEAD)" "ref: refs/heads/none" garbage ""; do
    git switch -q main
    echo "$oid" >"$ref"
    works git switch -q feat
    [ "$(printf '%s' "$err" | grep -vc '^warning: ignoring' || true)" -le 2 ] || fail "too many lines: $err"
  done
  echo 1234567890123456789012345678901234567890 >"$ref"
  git switch -q main
  works git switch -q feat
  expect_contains "$err" "cannot be read: 'git handoff doctor'"
  git switch -q main
  rm "$ref"
  echo garbage >.git/packed-refs
  run git switch -q feat
  rm .git/packed-refs
  works git-handoff hook post-checkout
  works git-handoff hook post-checkout x y z
  works git-handoff hook post-checkout x y 1
  (cd / && works git-handoff hook post-checkout x y 1)
  works env GIT_DIR=/nowhere git-handoff hook post-checkout x y 1
  works env PATH=/nowhere "$bin_dir/git-handoff" hook post-checkout x y 1
  works git-handoff hook post-checkout x y 1 2>&-
}

survives_hostile_text() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9 \
    '"title": "\u001b[31mred\u001b]0;title\u0007\nline two\r\u202e", "next_action": "'"$(printf '%0500d' 7)"'"'
  works git switch feat
  expect_equal 3 "$(printf '%s\n' "$err" | wc -l)"
  # shellcheck disable=SC1003
  expect_lacks "$err" $'\033' $'\a' $'\r'
  [ "$(printf '%s\n' "$err" | wc -L)" -le 110 ] || fail "too wide: $err"
}

runs_no_git_when_nothing_is_paused() {
  make_hooked
  make_record other other-20260324-120000-abcdabcd 9
  local fake=$case_dir/fake # below the working tree it would not be run at all
  mkdir "$fake"
  printf '#!/bin/sh\necho called >>%q\n' "$fake/called" >"$fake/git"
  chmod +x "$fake/git"
  works env PATH="$fake:$PATH" git-handoff hook post-checkout x y 1
  [ ! -e "$fake/called" ] || fail "git was started"
  make_record main main-20260324-120000-abcdabcd 9
  works env PATH="$fake:$PATH" git-handoff hook post-checkout x y 1
  [ -e "$fake/called" ] || fail "the fake would have been seen"
}

is_silent_when_we_switch_ourselves() {
  make_hooked
  git switch -q feat
  make_work
  works git handoff pause -m "later"
  git switch -q main
  works git handoff resume --continue --switch
  expect_equal feat "$(git symbolic-ref --short HEAD)"
  expect_lacks "$out$err" "goes on"
}

stands_in_as_the_hook() {
  make_project
  git branch feat
  ln -s "$bin_dir/git-handoff" .git/hooks/post-checkout
  make_record feat feat-20260324-120000-abcdabcd 9
  works git switch feat
  expect_contains "$err" "paused here 9 h ago"
  works git handoff init --hooks post-checkout
  expect_contains "$out" "already there"
  [ -L .git/hooks/post-checkout ]
}

asks_git_about_unusual_stores() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9
  git config core.repositoryFormatVersion 1
  git config extensions.worktreeConfig true
  works git switch -q feat
  expect_contains "$err" "paused here"
  git switch -q main
  # A symbolic ref is for git to follow.
  mv .git/refs/handoffs/active/feat/feat-20260324-120000-abcdabcd .git/refs/handoffs/aside
  echo "ref: refs/handoffs/aside" >.git/refs/handoffs/active/feat/feat-20260324-120000-abcdabcd
  works git switch -q feat
  expect_contains "$err" "paused here"
}

serves_sha256() {
  git init -q --object-format=sha256 repo
  cd repo
  commit_all
  git branch feat
  works git handoff init --hooks post-checkout
  make_record feat feat-20260324-120000-abcdabcd 9
  works git switch -q feat
  expect_contains "$err" "paused here"
}

follows_a_renamed_branch() {
  make_hooked
  git switch -q feat
  make_work
  make_wip feat feat-20260324-120000-abcdabcd
  git branch -m better
  git switch -q main
  works git switch better
  expect_contains "$err" "handoff: paused here 9 h ago, when it was called 'feat'" "write the lexer" "git handoff resume"
  commit_all "on top"
  run git commit -q --allow-empty -m "the morning after"
  git branch -m best
  git switch -q main
  works git switch best
  expect_contains "$err" "paused here 9 h ago" "2 commits since" "when it was called 'feat'"
  # A new branch of the old name has the record by its name, and the renamed one no longer.
  git branch feat main
  works git switch -q main
  works git switch best
  expect_lacks "$err" "handoff"
  # A branch that was renamed from that name long ago, and stands on other work, has no part in it.
  git branch -D -q feat
  git switch -q --orphan elsewhere
  git commit -q --allow-empty -m "another root"
  mkdir -p .git/logs/refs/heads
  grep -h 'renamed' .git/logs/refs/heads/best >>.git/logs/refs/heads/elsewhere
  git switch -q main
  works git switch elsewhere
  expect_lacks "$err" "handoff"
  works git switch best
  expect_contains "$err" "handoff: paused here"
}

warns_on_a_renamed_branch() {
  make_hooked
  works git handoff init --hooks all
  git switch -q feat
  make_work
  make_wip feat feat-20260324-120000-abcdabcd
  git branch -m better
  works git commit -q --allow-empty -m "the morning after"
  expect_contains "$err" "handoff paused here 9 h ago" "git handoff resume"
}

# With `handoff/none` the shell knows by itself that nothing is paused anywhere; whatever puts a record there, it asks.
# started: how often the hook started the program since it was last asked.
started() {
  local times=0
  [ ! -e ../started ] || times=$(wc -l <../started)
  rm -f ../started
  echo "$times"
}

asks_no_program_when_nothing_is_paused() {
  make_hooked
  mkdir ../counted
  printf '%s\n' '#!/bin/sh' 'echo 1 >>../started' "exec '$bin_dir/git-handoff' \"\$@\"" >../counted/git-handoff
  chmod +x ../counted/git-handoff
  local past
  PATH=$(cd ../counted && pwd):$PATH # a case has a shell of its own
  past=$(date -d '1 hour ago' +%Y%m%d%H%M)
  git pack-refs --all && touch -t "$past" .git/packed-refs
  works git switch feat
  expect_equal 1 "$(started)" "the first time"
  works git switch main
  works git switch feat
  expect_equal 0 "$(started)" "then"
  works git handoff doctor
  expect_lacks "$out$err" "does not run"
  started >/dev/null
  # A loose ref.
  make_record feat feat-20260324-120000-abcdabcd 9
  git switch -q main
  expect_equal 1 "$(started)" "with a record elsewhere"
  works git switch feat
  expect_contains "$err" "handoff: paused here"
  # A packed one, of the same second.
  git pack-refs --all
  git switch -q main
  works git switch feat
  expect_contains "$err" "handoff: paused here"
  touch -t "$past" .git/packed-refs
  git switch -q main
  works git switch feat
  expect_contains "$err" "handoff: paused here"
  # Gone again, and fetched again.
  git push -q . "+refs/handoffs/active/feat/feat-20260324-120000-abcdabcd:refs/heads/far"
  git update-ref -d refs/handoffs/active/feat/feat-20260324-120000-abcdabcd
  touch -t "$past" .git/packed-refs
  git switch -q main
  started >/dev/null
  works git switch feat
  expect_equal 0 "$(started)" "with none left"
  expect_lacks "$err" "handoff"
  git fetch -q . "far:refs/handoffs/active/feat/feat-20260324-120000-abcdabcd"
  git switch -q main
  works git switch feat
  expect_contains "$err" "handoff: paused here"
  git switch -q main
  git worktree add -q --detach ../linked
  cd ../linked
  works git switch feat
  expect_contains "$err" "handoff: paused here"
}

# What others have stays a commit: resume says so, and refuses.
names_what_works_once_published() {
  make_project
  real_clock
  works git handoff init --hooks post-checkout,pre-commit,pre-merge-commit
  git init -q --bare "$case_dir/hub.git"
  git remote add origin "$case_dir/hub.git"
  git switch -q -c feat
  make_work
  works git handoff pause --next "go on"
  git push -q -u origin feat 2>/dev/null
  git switch -q main
  works git switch feat
  expect_contains "$err" "next: go on; 'git handoff resume --continue --keep-wip' goes on: it is published"
  git switch -q main
  commit_all "main goes on"
  git switch -q feat
  must_fail 1 git merge -q main
  expect_contains "$err" "it is published: 'git merge --abort', then 'git handoff resume --continue --keep-wip'"
  git merge --abort
  echo more >>README
  works git commit -q -am "on top of it"
  expect_contains "$err" "'git handoff resume --continue --keep-wip' first" "is published, in origin/feat, and stays in history"
  git reset -q --hard HEAD~
  brief=$(git handoff brief)
  expect_contains "$brief" "Now: the paused work is published, in origin/feat: it stays a commit"
  works git handoff resume --continue --keep-wip
}

# A pause takes subjects of commits along, which nobody has read as text: the rest is the user's own.
tells_beside_unread_items() {
  make_hooked
  git switch -q -c login
  git handoff note "a thought" >/dev/null
  write README one
  git handoff pause -m "day one" >/dev/null
  git handoff resume --continue >/dev/null
  git commit -qam "work of one day"
  write README two
  git handoff pause -m "day two" --next "step two" >/dev/null
  git switch -q main
  run git switch login
  expect_contains "$err" "day two" "step two"
}

says_nothing_when_its_time_is_over() {
  make_hooked
  make_record feat feat-20260324-120000-abcdabcd 9
  mkdir "$case_dir/fake"
  printf '#!/bin/sh\nsleep 0.4\nexec %q "$@"\n' "$(command -v git)" >"$case_dir/fake/git"
  chmod +x "$case_dir/fake/git"
  git switch -q feat 2>/dev/null
  works env PATH="$case_dir/fake:$PATH" GIT_HANDOFF_HOOK_SECONDS=1 git-handoff hook post-checkout x y 1
  expect_equal "" "$out$err"
  works env PATH="$case_dir/fake:$PATH" git-handoff hook post-checkout x y 1
  expect_contains "$err" "handoff: paused here 9 h ago"
}
test_case "a hook whose time is over says nothing, and git goes on" says_nothing_when_its_time_is_over

test_case "two lines tell age, position, commits since and how to go on" tells_of_a_handoff
test_case "... also of a record with items that are not the user's" tells_beside_unread_items
test_case "the WIP commit is none of the commits since" does_not_count_the_wip
test_case "nor is it after a rebase" does_not_count_a_rebased_wip
test_case "work that others have is gone on with by --keep-wip" names_what_works_once_published
test_case "a stale handoff is named stale" names_a_stale_one
test_case "the newest pause comes first, a checkpoint last" takes_the_newest
test_case "a checkpoint that was committed since is not told" passes_a_committed_one
test_case "nothing is said of files, other branches and branches without a handoff" is_silent_otherwise
test_case "a detached HEAD has its own" serves_a_detached_head
test_case "rebase and bisect stay silent" is_silent_in_a_rebase
test_case "worktrees and clones are told only of a record that matches" speaks_in_worktrees_and_clones
test_case "packed refs count" finds_packed_ones
test_case "a damaged store never fails a switch" never_fails
test_case "what a record says cannot reach the terminal raw" survives_hostile_text
test_case "git is not started while nothing is paused on the branch" runs_no_git_when_nothing_is_paused
test_case "our own switch is no news" is_silent_when_we_switch_ourselves
test_case "the program can be the hook itself" stands_in_as_the_hook
test_case "unusual stores are left to git" asks_git_about_unusual_stores
test_case "a SHA-256 repository works" serves_sha256
test_case "the shell asks no program while nothing is paused anywhere" asks_no_program_when_nothing_is_paused
test_case "a branch that was renamed keeps its handoff" follows_a_renamed_branch
test_case "and the hook before a commit knows it" warns_on_a_renamed_branch
test_done
