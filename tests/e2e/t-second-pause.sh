#!/usr/bin/env bash
# A pause after a pause: it continues the record only where that record's work is below HEAD in this worktree; else it
# makes one of its own, and the first is still there and still offered.
. "$(dirname "$0")/lib.sh"
variants=some

live_count() { git for-each-ref --format=x refs/handoffs/active | wc -l; }
newest_id() { git handoff list --json | json '.handoffs[0].id'; }

# first_comes_back ID: one live record is left, and gives its work back.
first_comes_back() {
  expect_equal 1 "$(live_count)" "live records"
  expect_contains "$(git handoff list --all)" "$1"
  git add -A
  git commit -qm "what is here"
  works git handoff resume "$1" --continue --apply
  expect_file src/util.c "the first work"
}

reset_between() {
  make_project
  commit_all second
  [ "$1" = branch ] || git checkout -q --detach
  write src/util.c "the first work"
  works git handoff pause -m first
  local first state
  first=$(newest_id)
  git reset -q --hard HEAD~1
  write other "the second work"
  state=$(state_of_tree)
  test_tick
  works git handoff pause -m second
  works git handoff resume --continue
  expect_state "$state"
  expect_equal 1 "$(live_count)" "live records"
  first_comes_back "$first"
}
test_case "pause, reset --hard, pause: both are there" reset_between branch
test_case "... on a detached HEAD" reset_between detached

# The branch that the first was paused on is still there, and ends in it.
begun_at_the_wip() {
  make_project
  write src/util.c "the first work"
  works git handoff pause -m first
  local first state
  first=$(newest_id)
  "$@"
  write other "the second work"
  state=$(state_of_tree)
  test_tick
  works git handoff status
  works git handoff pause -m second
  expect_equal 2 "$(live_count)" "live records"
  works git handoff resume --continue
  expect_state "$state"
  expect_equal 1 "$(live_count)" "live records"
  expect_equal "$first" "$(newest_id)"
  git stash -q -u
  git switch -q main
  [ "$(git branch --list begun)" = "" ] || git branch -q -D begun
  works git handoff resume --continue
  expect_file src/util.c "the first work"
  expect_equal " M src/util.c" "$(git status --porcelain)"
}
test_case "a branch that begins at a WIP commit has a record of its own" begun_at_the_wip git switch -q -c begun
test_case "so has a HEAD that is detached there" begun_at_the_wip git switch -q --detach

beside_the_branch() {
  make_project
  write src/util.c "the first work"
  works git handoff pause --snapshot-only -m first --next "one"
  write src/util.c "the first work, and more"
  write new "a file"
  works git handoff note decision "kept"
  works git handoff pause --snapshot-only -m second --next "two"
  expect_equal 1 "$(live_count)" "live records"
  rm new
  works git handoff pause --snapshot-only -m third
  expect_equal 2 "$(live_count)" "the file of the second is gone: live records"
  write other "another file"
  works git handoff pause -m fourth
  expect_equal 2 "$(live_count)" "live records"
  git reset -q --hard HEAD~1
  write other "the next work"
  works git handoff pause --snapshot-only -m fifth
  expect_equal 3 "$(live_count)" "what was reset is left: live records"
}
test_case "snapshots beside the branch are one record while nothing of them is gone" beside_the_branch

# Its WIP commit is on the branch still: from elsewhere it is looked for there.
beside_on_top() {
  make_project
  write src/util.c "the first work"
  works git handoff pause -m first
  write src/util.c "the first work, and more"
  works git handoff pause --snapshot-only -m second --json
  expect_equal "false --snapshot-only was given" "$(jq -r '"\(.on_branch) \(.why_not_on_branch)"' <<<"$out")" "told"
  expect_equal true "$(git handoff list --json | json '.handoffs[0].on_branch')" "on its branch"
  git stash -q
  git switch -q -c other HEAD~1
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "the branch ends in an older WIP commit of this handoff"
}
test_case "a snapshot on top of a pause is of the branch that holds the pause" beside_on_top

imported() {
  make_project
  write src/util.c "the first work"
  write ../HANDOFF.json '{"version": 1, "next_action": "go on", "decisions": [{"decision": "a queue"}], "ticket": "T-1"}'
  works git handoff import ../HANDOFF.json
  write src/util.c "the first work, and more"
  works git handoff pause -m second
  expect_equal 1 "$(live_count)" "live records"
  works git handoff show --format json
  expect_equal "go on|a queue|T-1|second" \
    "$(json '[.next_action, .decisions[0].decision, .ticket, .user_message] | join("|")' <<<"$out")"
}
test_case "a pause behind an import and an edit is its next version" imported

# `git commit --amend` has the work gone on with under a message of somebody's: it is no second piece of work.
amended() {
  local id
  make_project
  write src/util.c one
  write new new
  works git handoff note task "write it"
  works git handoff pause -m one --next "go on"
  id=$(live_ids)
  [ "$1" = message ] || write src/util.c two
  git commit -qa --amend -m "of my own"
  run git handoff check
  expect_contains "$out" "the paused work w" "'of my own'" "committed in "
  expect_lacks "$out" "to something else"
  [ "$1" = message ] || expect_contains "$out" "which goes on from it"
  write README more
  works git handoff pause -m two --next "go on again"
  expect_equal "$id" "$(live_ids)"
  works git handoff show
  expect_contains "$out" "write it" "go on again"
  works git handoff resume --continue
  expect_equal "of my own" "$(git log -1 --format=%s)"
  expect_equal " M README" "$(git status --porcelain)"
  works git handoff undo
  works git handoff undo
  works git handoff undo
  expect_equal "$id" "$(live_ids)"
}
test_case "a pause behind an amended WIP commit goes on with its record" amended content
test_case "... where its message alone is another" amended message

copied() {
  make_project
  git switch -q -c side
  git switch -q main
  write src/util.c "the first work"
  works git handoff pause -m first
  git switch -q side
  commit_all "theirs"
  git cherry-pick main >/dev/null
  works git handoff status --json
  expect_equal "0 0" "$(json '"\(.active | length) \(.handoffs // [] | length)"' <<<"$out")"
  write src/main.c "the second work"
  test_tick
  works git handoff pause -m second
  works git handoff resume --continue
  expect_equal "wip: first" "$(git log -1 --format=%s)" "the copy was taken off"
}
test_case "a copy of a WIP commit is a commit of that branch" copied

merge_aborted_between() {
  make_project
  git switch -q -c side
  write src/main.c "theirs"
  commit_all theirs
  git switch -q main
  write src/main.c "ours"
  commit_all ours
  [ "$1" = branch ] || git checkout -q --detach
  git merge side >/dev/null 2>&1 || :
  write src/util.c "the first work"
  works git handoff pause -m first
  local first
  first=$(newest_id)
  git merge --abort
  git checkout -q -- src/util.c
  write other "the second work"
  test_tick
  works git handoff pause -m second
  expect_equal 2 "$(live_count)" "live records"
  works git handoff resume --continue
  expect_file other "the second work"
  expect_equal 1 "$(live_count)" "live records"
  expect_contains "$(git handoff list)" "$first"
}
test_case "pause in a merge, abort, edit, pause: both are there" merge_aborted_between branch
test_case "... on a detached HEAD" merge_aborted_between detached

clean_between() {
  make_project
  works git handoff pause -m "nothing yet"
  works git handoff pause -m "still nothing"
  expect_equal 1 "$(live_count)" "live records on the same commit"
  commit_all more
  write src/util.c "work"
  works git handoff pause -m work
  expect_equal 2 "$(live_count)" "live records after a commit"
  write src/util.c "more work"
  works git handoff pause -m "on top"
  expect_equal 2 "$(live_count)" "live records after a stacked pause"
  git commit -q --allow-empty -m "on top of the WIP"
  write src/util.c "even more"
  works git handoff pause -m "above it"
  expect_equal 2 "$(live_count)" "live records after a commit on top of the WIP"
}
test_case "a pause continues what is below HEAD, and what held no work on this very commit" clean_between

# Worktrees are known by their git directories.
two_worktrees() {
  make_project
  mkdir ../linked
  git worktree add -q --detach "../linked/$1"
  git checkout -q --detach
  write src/util.c "the first work"
  works git handoff pause -m first
  works git handoff note "of the first worktree"
  cd "../linked/$1"
  run git handoff note --list
  expect_lacks "$out" "first worktree"
  write src/util.c "the second work"
  test_tick
  works git handoff checkpoint -m second
  write src/util.c "the third work"
  test_tick
  works git handoff pause -m third
  cd ../../repo
  expect_equal 2 "$(live_count)" "live records"
  git handoff list --all --json | json '.handoffs[].id' >../ids
  local oid
  oid=$(git for-each-ref --format='%(trailers:key=Handoff-Wip,valueonly)' refs/handoffs/active)
  for oid in $oid; do git show "$oid:src/util.c"; done | sort >../works
  expect_file ../works "the first work
the third work"
}
# gone_worktree WHAT: the branch was paused in a linked worktree, and is in the main one now.
gone_worktree() {
  make_project
  git branch feat
  git worktree add -q ../linked feat
  (cd ../linked && write src/util.c "one" && works git handoff pause -m one --next "write x()") || exit 1
  case $1 in
    removed) git worktree remove ../linked ;;
    elsewhere) git -C ../linked switch -q --detach main ;;
  esac
  git switch -q feat
  write src/main.c "two"
  works git handoff pause -m two --next "write y()"
  expect_contains "$out" "stacked: 2 WIP commits"
  expect_equal 1 "$(live_count)" "live records"
  works git handoff undo
  expect_equal 1 "$(live_count)" "live records after the undo"
  works git handoff pause -m two --next "write y()"
  works git handoff resume --continue
  expect_file src/util.c "one"
  expect_file src/main.c "two"
  expect_equal 0 "$(git rev-list --count main..)" "commits left"
}
for what in removed elsewhere; do
  test_case "a pause on top goes on from one in a worktree that is $what" gone_worktree $what
done

private_in_the_first() {
  make_project
  real_clock
  write private.txt "before"
  commit_all "private"
  git branch other HEAD~1
  write private.txt "for me alone"
  chmod 600 private.txt
  works git handoff pause -m one
  (umask 027 && git switch -q other && git switch -q main)
  expect_equal 640 "$(stat -c %a private.txt)"
  write more "work on top"
  works git handoff pause -m two
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_file private.txt "for me alone"
  expect_equal 600 "$(stat -c %a private.txt)"
}
test_case "what was private in the first pause is so when the second is resumed" private_in_the_first

# Ignored, it is in the record only where it lies in the place of what git has.
private_and_ignored() {
  make_project
  echo '*.key' >.gitignore
  commit_all "keys are ignored"
  git branch other HEAD~1
  rm README
  mkdir README
  write README/my.key "for me alone"
  chmod 600 README/my.key
  works git handoff pause -m one
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_equal "for me alone 600" "$(cat README/my.key) $(stat -c %a README/my.key)"
}
test_case "... and what git ignores" private_and_ignored

# What git does not see of a file that the first pause has is seen by the second, and by a checkpoint.
closed_behind_the_first() {
  make_project
  git branch other
  write src/util.c "for me alone"
  works git handoff pause -m one
  chmod 600 src/util.c
  works git handoff checkpoint -m between
  expect_contains "$out" "Kept:"
  works git handoff pause -m two
  git switch -q other
  git switch -q main
  expect_equal 644 "$(stat -c %a src/util.c)"
  works git handoff resume --continue
  expect_file src/util.c "for me alone"
  expect_equal 600 "$(stat -c %a src/util.c)"
}
test_case "a file that is closed to others behind the first pause is so when the second is resumed" closed_behind_the_first

opened_in_the_second() {
  make_project
  write private.txt "before"
  commit_all "private"
  git branch other HEAD~1
  write private.txt "for me alone"
  chmod 600 private.txt
  works git handoff pause -m one
  write private.txt "for all"
  chmod 644 private.txt
  works git handoff pause -m two
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_file private.txt "for all"
  expect_equal 644 "$(stat -c %a private.txt)"
}
test_case "... and not what was opened in the second" opened_in_the_second
test_case "two detached worktrees, one of them named main" two_worktrees main
test_case "two detached worktrees, with other names" two_worktrees side

wip_of_another_worktree() {
  make_project
  write src/util.c "the first work"
  works git handoff pause -m first
  git worktree add -q --detach ../side
  cd ../side
  write src/util.c "the second work"
  test_tick
  works git handoff pause -m second
  expect_equal 2 "$(live_count)" "live records"
}
test_case "on another worktree's WIP commit a pause makes a record of its own" wip_of_another_worktree

worktree_added_again() {
  make_project
  git worktree add -q --detach ../side
  cd ../side
  write src/util.c "the first work"
  works git handoff pause -m first
  local first
  first=$(newest_id)
  cd ../repo
  git worktree remove -f ../side
  git worktree add -q --detach ../side
  cd ../side
  write other "the second work"
  test_tick
  works git handoff pause -m second
  works git handoff resume --continue
  first_comes_back "$first"
}
test_case "a worktree that was removed and added again" worktree_added_again

exact_bytes_of_the_first() {
  make_project
  write .gitattributes "*.t text"
  commit_all attributes
  git branch other
  printf 'mixed\r\nends\n' >mixed.t
  git add mixed.t
  write later.t "with no content in the index"
  git add -N later.t
  works git handoff pause -m one
  write more "work on top"
  state=$(cksum mixed.t more)
  works git handoff pause -m two
  expect_contains "$(git ls-tree -r --name-only "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")" "staged/mixed.t"
  expect_equal later.t "$(git handoff show --json | json '.git.intent_to_add | join(" ")')"
  git switch -q other
  git switch -q main
  checked
  expect_lacks "$out" "edited since"
  must_fail 1 git handoff resume -v
  expect_contains "$out" "files on "
  expect_lacks "$out" "on HEAD"
  works git handoff resume --continue
  expect_equal "$state" "$(cksum mixed.t more)"
}
test_case "exact bytes of the first pause come back with the second" exact_bytes_of_the_first

conflict_on_top() {
  make_project
  git branch other
  write README "ours"
  works git handoff pause -m one
  git switch -q other
  write README "theirs"
  commit_all theirs
  git switch -q main
  git merge -q other >/dev/null 2>&1 && fail "no conflict"
  write README "half merged"
  works git handoff pause -m two
  local record stages
  record=$(git for-each-ref --format='%(refname)' --sort=-creatordate refs/handoffs/active | head -n 1)
  stages=$(git ls-files -u | sed 's/ \([0-9a-f]*\) \([123]\).*/ \1 \2/')
  expect_equal 3 "$(wc -l <<<"$stages")"
  [ "$(git cat-file -p "$record:index-entries" | tr '\0' '\n' | grep -c ' [123] .*README')" -eq 3 ] ||
    fail "the record has not all stages: $(git cat-file -p "$record:index-entries" | tr '\0' '\n')"
}
test_case "a conflict on top of the first: all its stages are in the record" conflict_on_top

# The newer work stands beside the branch, which ends in the first: both come back as they were.
beside_the_first() {
  make_project
  local base
  base=$(git rev-parse HEAD)
  write src/util.c "one"
  write staged.txt "staged"
  git add staged.txt
  works git handoff pause -m one
  echo two >>src/util.c
  works git handoff pause --snapshot-only -m two
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "ends in an older WIP commit" "--continue"
  works git handoff resume --continue
  expect_equal "$base" "$(git rev-parse HEAD)"
  expect_equal "A  staged.txt
 M src/util.c" "$(git status --porcelain | sort -r)"
  expect_file src/util.c "one
two"
  works git handoff undo
  works git handoff resume --continue
  expect_equal "$base" "$(git rev-parse HEAD)"
}
test_case "a snapshot on top of the first is put back, and the first with it" beside_the_first

# told_once TEXT: by the screens of the live record, each in one line.
told_once() {
  for screen in show brief; do
    works git handoff $screen
    expect_equal 1 "$(grep -c "$1" <<<"$out")" "lines with '$1' in $screen: $out"
  done
}

older_next_step() {
  make_project
  git switch -q -c feat
  write src/util.c "one"
  works git handoff pause -m "the parser returns rubbish" --next "repair parse()"
  write src/main.c "two"
  works git handoff pause -m two --next "write y()"
  told_once "repair parse()"
  told_once "write y()"
  expect_equal "the parser returns rubbish" "$(git handoff show --json | json '.remaining_tasks[0].progress')"
  # In whatever order it goes on: undone and paused again, resumed and paused, made the next again.
  works git handoff undo
  expect_equal "repair parse()" "$(git handoff show --json | json .next_action)"
  told_once "repair parse()"
  works git handoff pause -m two --next "write y()"
  write README "three"
  works git handoff pause -m three --next "write z()"
  for step in "repair parse()" "write y()" "write z()"; do told_once "$step"; done
  works git handoff resume --continue
  works git handoff pause -m again
  for step in "repair parse()" "write y()" "write z()"; do told_once "$step"; done
  write other.txt "four"
  works git handoff pause -m four --next "repair parse()"
  for step in "repair parse()" "write y()" "write z()"; do told_once "$step"; done
  # What is closed is no open item of a pause on top.
  works git handoff note done "write y()"
  write more.txt "five"
  works git handoff pause -m five --next "write the tests"
  expect_equal "write z(),repair parse()" "$(git handoff show --json | python3 -c 'import json, sys
print(",".join(task["name"] for task in json.load(sys.stdin)["remaining_tasks"]))')"
}
test_case "the next step of the pause below stays open until it is done, and is told once" older_next_step

older_next_step_under_a_commit() {
  make_project
  git switch -q -c feat
  write src/util.c "one"
  works git handoff pause -m "the parser returns rubbish" --next "repair parse()"
  git commit -q --allow-empty -m "on top"
  write src/main.c "two"
  works git handoff pause -m two --next "write y()"
  told_once "repair parse()"
  told_once "write y()"
}
test_case "... where commits were made on top of it, too" older_next_step_under_a_commit

older_next_step_done() {
  make_project
  works git handoff note task "write the tests"
  write src/util.c "one"
  works git handoff pause -m one --next "write the tests"
  write src/main.c "two"
  works git handoff note done "write the tests"
  works git handoff pause -m two --next "clean up"
  expect_equal "write the tests - " "$(git handoff show --json | json '"\([.completed_tasks[].name] | join(",")) - \([.remaining_tasks[]?.name] | join(","))"')"
}
test_case "... and is no open task once it was done" older_next_step_done

# A WIP commit that is left in history is said, and so is what a rebase has put aside.
left_behind_is_told() {
  make_project
  git switch -q -c feat
  write src/util.c "one"
  works git handoff pause -m one
  local wip
  wip=$(git rev-parse --short=7 HEAD)
  write real.txt "real"
  commit_all "real work"
  write src/util.c "two"
  works git handoff pause -m two
  expect_contains "$err" "the WIP commit $wip of the pause before stays below what was committed since" "git rebase -i --autostash $wip~1"
  works git handoff resume --continue
  git checkout -q -- .
  git switch -q main
  write real.txt "another"
  commit_all other
  git switch -q feat
  write src/main.c "not committed"
  git rebase -q --autostash main >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the rebase"
  expect_contains "$err" "what --autostash put aside" "git stash store "
  # The rebase stands on the branch's own work at times: that is nothing to leave out.
  git rebase --abort
  git stash -q -u 2>/dev/null || true
  write src/main.c "not committed"
  git merge -q --autostash main >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the merge"
  expect_contains "$err" "what --autostash put aside"
}
test_case "a WIP commit that stays in history, and what --autostash put aside, are told" left_behind_is_told

next_of() { git handoff show --format json | jq -r '.next_action // ""'; }

# What was next before is so until somebody names another step, or all that was paused is committed.
next_of_before() {
  make_project
  write src/util.c work
  write src/main.c "more work"
  works git handoff pause -m why --next "the next step"
  works git handoff resume --continue
  works git handoff pause
  expect_equal "the next step/why" "$(next_of)/$(git handoff show --json | jq -r .user_message)" "nothing done since"
  works git handoff resume --continue
  echo more >>src/util.c
  works git handoff pause
  expect_contains "$out" "next: the next step"
  expect_equal "the next step/null" "$(next_of)/$(git handoff show --json | jq -r .user_message)" "edited since"
  works git handoff resume --continue
  echo more >>README
  git commit -qm "a typo" README
  works git handoff brief
  expect_contains "$out" "Next: the next step"
  works git handoff pause
  expect_equal "the next step" "$(next_of)" "something else committed"
  works git handoff resume --continue
  git commit -qm "a part" src/util.c
  works git handoff brief
  expect_contains "$out" "Next: the next step"
  expect_lacks "$out" "no longer in the tree"
  works git handoff pause
  expect_equal "the next step" "$(next_of)" "a part committed"
  works git handoff resume --continue
  works git handoff pause --next "another one"
  expect_equal "another one/0" "$(next_of)/$(git handoff show --json | jq '.remaining_tasks | length')"
  works git handoff resume --continue
  git commit -qam "the rest"
  must_fail 1 git handoff brief
  write src/util.c "something else"
  works git handoff pause
  expect_equal "" "$(next_of)" "all committed"
}
test_case "a pause behind a resume has its next step until another is named, or all is committed" next_of_before

# flag_taken_away FLAG: between two pauses; it would hide the edit that the second one has.
flag_taken_away() {
  make_project
  git update-index "--$1" src/main.c
  write src/util.c "seen"
  works git handoff pause
  git update-index "--no-$1" src/main.c
  write src/main.c "edited with no flag"
  write src/util.c "seen again"
  works git handoff pause
  works git handoff resume --continue
  expect_equal " M src/main.c
 M src/util.c" "$(git status --short)"
  expect_equal "H src/main.c" "$(git ls-files -v src/main.c)"
}
test_case "a flag that was taken away between two pauses stays away" flag_taken_away assume-unchanged

# The WIP commit takes the path out of the index, its flag with it: nobody took that away.
flag_of_what_is_gone() {
  make_project
  ln -s ../x b
  git add b
  commit_all link
  git update-index --assume-unchanged b
  rm b
  write b/inner inner
  before=$(git ls-files -v && git status -s)
  works git handoff pause -m one
  write more more
  works git handoff pause -m two
  works git handoff resume --continue
  rm more
  expect_equal "$before" "$(git ls-files -v && git status -s)"
}
test_case "a flag of a file that a folder stands in for outlives two pauses" flag_of_what_is_gone
test_case "... of the other kind" flag_taken_away skip-worktree

# recorded_anew: a pause that has something to say though git sees no change.
recorded_anew() {
  local before
  before=$(git for-each-ref --format='%(objectname)' refs/handoffs/active)
  works git handoff pause
  [ "$(git for-each-ref --format='%(objectname)' refs/handoffs/active)" != "$before" ] || fail "no new version: $out"
}

what_git_does_not_see() {
  make_project
  git update-index --assume-unchanged src/main.c
  write src/main.c "behind a flag"
  write src/util.c "seen"
  works git handoff pause
  chmod +x src/main.c
  recorded_anew
  git update-index --skip-worktree src/main.c
  recorded_anew
}
test_case "an executable bit behind a flag, and a flag, are a new version" what_git_does_not_see
# The files were taken out of the tree, and no commit was made: that is nothing to put in the place of what was kept.
kept_and_discarded() {
  make_project
  make_work
  works git handoff checkpoint -m half
  local id
  id=$(live_ids)
  git reset -q --hard
  git clean -qfd
  works git handoff checkpoint
  expect_contains "$out" "Nothing to keep"
  works git handoff pause -m "went home"
  works git handoff list --porcelain
  expect_contains "$out" "$id"
}
test_case "a clean tree takes the place of no checkpoint whose work is nowhere else" kept_and_discarded

variants=odd

committed_and_discarded() {
  make_project
  echo kept >>README
  write src/new.c "int new;"
  works git handoff checkpoint -m half
  local id wip
  id=$(live_ids)
  wip=$(git handoff show --json | json .git.wip_commit)
  git checkout -q README
  commit_all "the new file"
  works git handoff pause -m "went home"
  works git handoff list --porcelain
  expect_contains "$out" "$id"
  expect_equal "$wip" "$(git handoff show "$id" --json | json .git.wip_commit)"
}
test_case "... nor of one of which a part was committed" committed_and_discarded

ended_by_a_pause() {
  make_project
  write src/util.c "one"
  works git handoff pause -m one
  write src/util.c "two"
  test_tick
  works git handoff checkpoint -m two
  local id
  id=$(git handoff list --json | json '.handoffs[] | select(.mode == "checkpoint") | .id')
  write src/util.c "three"
  test_tick
  works git handoff pause -m three
  git show-ref --verify -q "refs/handoffs/archive/main/$id" || fail "not archived: $(git for-each-ref refs/handoffs)"
  works git handoff note "one operation further"
  works git handoff resume --continue
  works git handoff list --archived
  expect_contains "$out" two
}
test_case "a checkpoint that ends in a pause is archived" ended_by_a_pause

# stays_next WAY...: what is done between a resume and the pause, of work on feat, above a commit.
stays_next() {
  make_project
  git branch -q up
  git switch -q -c feat
  echo one >one.txt
  commit_all "one"
  write src/util.c "work"
  works git handoff pause --next "write the test of it"
  works git handoff resume --continue
  "$@"
  works git handoff pause
  works git handoff show
  expect_contains "$out" "next: write the test of it"
}
rebased_onto_more() {
  git stash -q
  git switch -q up
  git commit -q --allow-empty -m "up"
  git switch -q feat
  git stash pop -q
  git rebase -q --autostash up
}
test_case "the next step stays where the branch was rebased since the resume" stays_next rebased_onto_more
test_case "... or its last commit amended" stays_next git commit -q --amend -m "in other words"
test_case "... or it was renamed" stays_next git branch -q -m feature
test_case "... or the changes went to a new one" stays_next git switch -q -c another

on_a_branch_of_its_own() {
  make_project
  write src/util.c "work"
  works git handoff pause --snapshot-only --next "write the test of it"
  git stash -q
  git switch -q -c own
  works git handoff resume --continue --apply "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)"
  works git handoff pause
  works git handoff show
  expect_contains "$out" "next: write the test of it"
}
test_case "... or the work is applied to another one" on_a_branch_of_its_own

# The work was committed, and something else is done on another branch.
not_elsewhere() {
  make_project
  git switch -q -c feat
  write src/util.c "work"
  works git handoff pause --next "write the test of it"
  works git handoff resume --continue
  git commit -q -a -m "the work"
  git switch -q main
  write src/util.c "something else"
  works git handoff pause
  works git handoff show
  expect_lacks "$out" "write the test of it"
}
test_case "... and not where something else is done" not_elsewhere

# What was resumed is gone on with again once the pause of it is taken back.
a_pause_was_taken_back() {
  make_project
  write src/util.c "work"
  works git handoff pause --next "write the test of it"
  works git handoff resume --continue
  write src/more.c "more"
  for message in more "even more"; do
    works git handoff pause -m "$message"
    works git handoff undo
    works git handoff brief
    expect_contains "$out" "Next: write the test of it"
  done
  works git handoff pause -m "all of it"
  works git handoff show
  expect_contains "$out" "next: write the test of it"
  works git handoff undo
  works git handoff undo
  expect_contains "$out" "Done again: pause"
  works git handoff show
  expect_contains "$out" "next: write the test of it"
}
test_case "a next step stays one where a pause in between was taken back" a_pause_was_taken_back

# Of another record on the branch.
another_was_in_hand() {
  make_project
  write README "other work"
  works git handoff pause --snapshot-only --next "other"
  other=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  git checkout -q README
  write src/util.c "work"
  works git handoff pause --next "write the test of it"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | grep -v "$other")
  works git handoff resume "$id" --continue
  works git handoff "$@" "$other"
  works git handoff pause -m more
  works git handoff show
  expect_contains "$out" "next: write the test of it"
}
test_case "... and where another handoff was edited since" another_was_in_hand edit --next "another one"
test_case "... or discarded" another_was_in_hand discard

# The older WIP commit of the same message is below what the last pause stands on: it is none of that.
reset_to_the_base() {
  make_project
  write README "one"
  works git handoff pause -m x --next y
  write src/util.c "in between"
  git commit -q -m between src/util.c
  write README "one, and two"
  works git handoff pause -m x --next y
  git reset -q --hard HEAD~1
  works git handoff status
  expect_lacks "$out" "on top of the paused work"
  expect_contains "$out" "a resume brings it back"
  works git handoff resume --continue
  expect_file README "one, and two"
}
test_case "the work of the second pause, reset to where it was made" reset_to_the_base

# What only the record has is put back as the first pause kept it: git took it away, or wrote what it
# would itself, and nobody edited that.
beside_the_commit() {
  make_project
  real_clock
  printf 'm.c text eol=lf\n' >.gitattributes
  printf '/local\n' >.gitignore
  write local "tracked once"
  git add -f local
  git add -A
  git commit -qm "attributes"
  git branch other
  git rm -q --cached local
  write local "of this machine"
  printf 'a\r\nb\n' >m.c
  write key "secret"
  chmod 600 key
  works git handoff pause -m one
  git switch -q other
  git switch -q main
  works git handoff status
  expect_contains "$out" "safe to continue"
  write README "more"
  works git handoff pause -m two
}
beside_on_top() {
  beside_the_commit
  works git handoff resume --continue
  expect_lacks "$out$err" "not put back" "left as it is" "backup"
  expect_equal "of this machine 600" "$(cat local) $(stat -c %a key)"
  expect_equal "$(printf 'a\r\nb\n' | git hash-object --stdin --no-filters)" "$(git hash-object --no-filters m.c)"
}
beside_and_kept() {
  beside_the_commit
  git commit -q --allow-empty -m above
  works git handoff resume --continue --keep-wip
  expect_contains "$err" "'local' was not put back"
  expect_contains "$out" "'local' as it was paused: git cat-file blob $(echo "of this machine" | git hash-object --stdin)"
  expect_lacks "$out$err" "m.c"
}
test_case "what lies beside the first WIP commit comes back after a checkout and a second pause" beside_on_top
test_case "... and is named where nothing is put back" beside_and_kept


# Other line ends alone: git takes the file for changed until its entry in the index is written anew.
line_ends_alone() {
  make_project
  git branch other
  git config core.autocrlf input
  echo more >>README
  works git handoff pause -m one
  sed -i 's/$/\r/' src/main.c
  works git handoff pause -m two
  expect_equal "" "$(git status --porcelain)"
  works git switch -q other
  works git switch -q -
  works git handoff resume --continue
  grep -q $'\r' src/main.c || fail "its bytes are gone"
}
test_case "a second pause of other line ends alone leaves a clean tree" line_ends_alone

# A folder with nothing but an ignored file, in the place of a tracked file: a switch takes it away, and nobody has edited it.
folder_of_ignored_files() {
  make_project
  echo '*.ign' >>.gitignore
  commit_all ignore
  git branch other
  rm README
  mkdir README
  echo kept >README/l.ign
  works git handoff pause -m one
  works git handoff status
  expect_contains "$out" "safe to continue"
  git switch -q other
  git switch -q -
  works git handoff status
  expect_contains "$out" "safe to continue"
  works git handoff resume --continue
  expect_file README/l.ign kept
}
test_case "an ignored file in the place of a tracked one that a switch took away was edited by nobody" folder_of_ignored_files

# What lies beside the first commit, and what the user made of it without git, is as it was at the second pause: also where
# a switch takes away, or writes, what only the record has.
of_the_second() {
  make_project
  real_clock
  local name
  for name in removed made hidden shown; do echo "$name" >"$name"; done
  printf '* text=auto\n' >.gitattributes
  git add -A
  git commit -qm more
  git branch other
  git rm -q --cached removed made
  rm made
  printf '/removed\n/made\n' >.gitignore
  echo local >removed
  git update-index --assume-unchanged hidden shown
  echo hidden as well >hidden
  printf 'a\r\nb\nc\n' >ends
  echo opened >opened
  chmod 600 opened
  works git handoff pause -m one
  rm removed hidden
  echo local >made
  git update-index --no-assume-unchanged shown
  printf 'a\nb\r\nc\n' >ends
  chmod 644 opened
  works git handoff status
  expect_contains "$out" "edited since: ends, hidden, removed"
  [ "$1" = alone ] || echo more >>README
  local before
  before=$(find . -path ./.git -prune -o -type f -exec stat -c '%n %a' {} + -exec git hash-object --no-filters {} + | sort)
  works git handoff pause -m two
  expect_lacks "$out" "nothing new"
  works git handoff status
  expect_contains "$out" "safe to continue"
  [ "$1" = here ] || { git switch -q other && git switch -q main; }
  works git handoff resume --continue
  expect_contains "$out" "are as they were"
  expect_lacks "$out$err" "not put back" "left as it is" "edited since"
  expect_equal "$before" \
    "$(find . -path ./.git -prune -o -type f -exec stat -c '%n %a' {} + -exec git hash-object --no-filters {} + | sort)"
  expect_equal "h hidden,H shown," "$(git ls-files -v hidden shown | tr '\n' ,)"
}
test_case "what was made of the first pause without git is so in the second" of_the_second away
test_case "... resumed where it was made" of_the_second here
test_case "... with nothing that git sees" of_the_second alone

# Behind a flag nothing stood there, and a switch put it there between the pauses; a file that only the record has was
# taken away by it.
switched_between() {
  make_project
  real_clock
  git switch -q -c other
  echo other >>src/main.c
  write local "tracked"
  git add -f local
  git commit -qam other
  git switch -q main
  write local "tracked"
  git add local
  git commit -qm local
  git rm -q --cached local
  echo /local >.gitignore
  echo mine >local
  git update-index --assume-unchanged src/main.c
  rm src/main.c
  works git handoff pause -m one
  git switch -q other
  git switch -q main
  local i
  for i in two three; do
    echo more >>README
    works git handoff pause -m $i
  done
  works git handoff resume --continue
  expect_lacks "$out$err" "edited since" "not put back"
  expect_file local mine
  [ ! -e src/main.c ] || fail "it was gone"
}
test_case "what a switch took away, or put back, between two pauses is as it was before" switched_between

# written_by_git HOW: git, and not the user, takes what lies beside the WIP commit away, or writes it anew.
written_by_git() {
  make_project
  real_clock
  write .gitignore "*.ign"
  write d/y tracked
  commit_all more
  git switch -q -c feat
  write feat.txt feat
  commit_all feat
  local file=d/y/mine.ign
  case $1 in
    in-folder)
      rm d/y
      write "$file" mine
      ;;
    as-file)
      file=d
      git rm -rq --cached d
      rm -r d
      echo /d >>.gitignore
      write d mine
      ;;
    stash | reset)
      file=src/main.c
      git update-index --assume-unchanged "$file"
      write "$file" mine
      ;;
  esac
  echo more >>feat.txt
  works git handoff pause -m one
  case $1 in
    stash)
      echo more >>README
      git stash -q
      git stash pop -q
      ;;
    reset) git reset -q --hard ;;
    *)
      git switch -q main
      git switch -q feat
      works git handoff status
      expect_lacks "$out" "edited since"
      ;;
  esac
  echo more >>src/util.c
  works git handoff pause -m two
  git switch -q main
  git switch -q feat
  works git handoff resume --continue
  case $1 in
    stash | reset) [ "$(cat "$file")" = mine ] || expect_contains "$out$err" "'$file'" ;;
    *) expect_equal mine "$(cat "$file" || true)" ;;
  esac
}
for how in in-folder as-file stash reset; do
  test_case "what git wrote between two pauses is not taken for the user's hand ($how)" written_by_git $how
done
# What a pause on top knows of what was staged below is of what that stands on now: a rebase, or a commit that was
# changed, may have come between.
three_files() {
  make_repo repo
  seq 12 >a
  seq 12 >b
  seq 12 >c
  commit_all base
  git switch -q -c up
  sed -i 's/^11$/UP11/' a
  [ "${1-}" != conflict ] || sed -i 's/^3$/UP3/' a
  commit_all up
  git switch -q main
}

rebased_between() {
  three_files
  sed -i 's/^3$/WORK/' a
  [ "$1" = unstaged ] || git add a
  works git handoff pause -m one
  if [ "$1" = three ]; then
    echo more >>c
    works git handoff pause -m between
  fi
  git rebase -q up
  [ "$1" = clean ] || echo more >>b
  works git handoff pause -m two
  works git handoff resume --continue
  expect_contains "$(git show :a)" UP11
  expect_lacks "$(git diff HEAD -- a)" UP11
  case $1 in
    unstaged) expect_equal " M a" "$(git status --short -- a)" ;;
    *) expect_equal "M  a" "$(git status --short -- a)" ;;
  esac
}

settled_between() {
  three_files conflict
  sed -i 's/^3$/WORK/' a
  git add a
  works git handoff pause -m one
  must_fail 1 git rebase -q up
  sed -i '/^[<=>]\{7\}/d' a
  git add a
  GIT_EDITOR=true git rebase --continue >/dev/null 2>&1
  [ "$1" = clean ] || echo more >>b
  works git handoff pause -m two
  works git handoff resume --continue
  expect_lacks "$(git diff --cached -- a)" UP11
  expect_contains "$(git diff HEAD -- a)" "+WORK"
}

# edited_between TODO: the list of a rebase of two pauses.
edited_between() {
  three_files
  sed -i '2s/^/S/' a
  git add a
  echo new >untracked
  works git handoff pause -m one
  echo more >>c
  git add c
  works git handoff pause -m two
  GIT_SEQUENCE_EDITOR="sed -i '$1'" GIT_EDITOR='echo "real work" >' git rebase -qi HEAD~2
  echo more >>b
  works git handoff pause -m three
  works git handoff resume --continue "${@:2}"
  expect_equal $'M\tc' "$(git diff --cached --name-status)"
  expect_equal b "$(git diff --name-only)"
}

amended_between() {
  three_files
  sed -i 's/^3$/WORK/' a
  git add a
  echo more >>b
  works git handoff pause -m one
  git checkout -q HEAD~1 -- a
  git commit -q --amend --no-edit
  echo more >>c
  works git handoff pause -m two
  works git handoff resume --continue
  expect_equal "" "$(git diff --cached --name-only)"
  expect_equal "b c" "$(git diff --name-only | xargs)"
}

for what in edit clean three unstaged; do
  test_case "rebased between two pauses: what was staged is on the new base ($what)" rebased_between "$what"
done
test_case "... with a conflict that was settled" settled_between edit
test_case "... and nothing since" settled_between clean
test_case "... the lower one is a commit by now" edited_between '1s/pick/reword/'
test_case "... the lower one is gone" edited_between 1d
test_case "... a file was taken out of it" amended_between

# What does not go onto what the branch stands on now comes back unstaged, and the pause that finds it so says it.
unstaged_between() {
  three_files
  git rm -q --cached a
  sed -i 's/^5$/STAGED/' c
  git add c
  works git handoff pause -m one
  git rebase -q up
  echo more >>b
  works git handoff pause -m two
  expect_contains "$err" "what was staged before conflicts with what the branch stands on now: it comes back, and is not staged"
  works git handoff resume --continue
  expect_equal "" "$(git diff --cached --name-only)"
  expect_contains "$(git diff)" "+STAGED"
}
test_case "... and what does not go there is told" unstaged_between

# Bytes that git does not see are those of the file as it was then.
other_bytes_between() {
  three_files
  git config core.autocrlf true
  sed -i 's/^3$/WORK/' a
  works git handoff pause -m one
  git rebase -q up 2>/dev/null
  printf 'more\r\n' >>b
  works git handoff pause -m two
  works git handoff resume --continue
  expect_contains "$(cat a)" UP11
  expect_contains "$(git diff -- a 2>/dev/null)" "+WORK"
  expect_lacks "$(git diff -- a 2>/dev/null)" UP11
}
test_case "... nor are the bytes of a file that was rebased put back over it" other_bytes_between

# A renamed file that was changed in its commit since comes back unstaged under both names.
renamed_and_amended_between() {
  three_files
  git mv c d
  works git handoff pause -m one
  echo more >>d
  git commit -q -a --amend --no-edit
  if [ "$1" = pause ]; then
    echo more >>b
    works git handoff pause -m two
    expect_contains "$err" "was changed since: what was staged of the files that it has otherwise comes back, and is not staged"
    works git handoff resume --continue
  else
    works git handoff resume --continue --unwrap
  fi
  expect_equal "" "$(git diff --cached --name-only)"
  expect_equal "c" "$(git ls-files c)"
  expect_contains "$(git status --porcelain)" " D c" "?? d"
}
test_case "... half of a rename is not staged where the commit was amended" renamed_and_amended_between pause
test_case "... nor by --unwrap" renamed_and_amended_between unwrap

# The second pause had nothing to commit, and what it stood on was taken back: the branch ends in the first one's WIP commit.
# No handoff takes that off.
ends_in_own_first_pause() {
  local wip
  make_project
  make_work
  works git handoff pause -m first
  wip=$(git rev-parse --short HEAD)
  echo own >own.txt
  git add own.txt
  git commit -qm own
  works git handoff pause -m second
  git reset -q "$1" HEAD~1
  real_clock
  works git handoff status
  expect_contains "$out" "WIP commit: $wip" "is still on the branch"
  works git handoff resume --fresh
  expect_lacks "$out" "does not end in its work"
  expect_contains "$out" "$wip of a pause before ends the branch now"
  works git handoff undo
  works git handoff resume --continue
  expect_contains "$out" "$wip of a pause before ends the branch now"
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause -m third
  expect_contains "$err" "the WIP commit $wip of a pause before is below this one: resume leaves it on the branch"
  works git handoff resume --continue
  expect_contains "$out" "$wip of a pause before ends the branch now"
  expect_equal "$wip" "$(git rev-parse --short HEAD)"
}
test_case "a WIP commit that no live record takes off is told everywhere" ends_in_own_first_pause --hard
test_case "... also where what was committed on it is staged again" ends_in_own_first_pause --soft

# A branch may have the name that a record has below refs/handoffs/active.
named_as_a_record() {
  local ref
  make_project
  make_work
  works git handoff pause
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  git branch -q -m main old
  git switch -q -c "${ref#refs/handoffs/active/}" HEAD~1
  write src/util.c "int util(void) { return 5; }"
  must_fail 128 git handoff pause
  expect_contains "$err" "it is another handoff: git branch -m"
  expect_lacks "$err" "update-ref -d"
}
test_case "no hint deletes the live record whose name a branch has" named_as_a_record

test_done
