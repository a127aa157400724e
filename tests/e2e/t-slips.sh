#!/usr/bin/env bash
# Days with a slip in them: what each screen says is so, and each step that is offered works when typed.
. "$(dirname "$0")/lib.sh"
variants=some

# paused_on BRANCH: README edited there, and paused.
paused_on() {
  make_project
  real_clock
  git switch -qc "$1"
  echo four >>README
  works git handoff pause -m why --next "the next step"
}
first_line() { git handoff 2>/dev/null | head -n 1; }
# offered TEXT: the command behind that hint.
offered() { printf '%s\n' "$out" "$err" | sed -n "s/^hint: $1: //p" | head -n 1; }

begun_on_paused_work() {
  paused_on feat
  git switch -qc hotfix
  works git handoff
  expect_matches "$out" "hotfix is based on the paused work of feat \([0-9a-f]{7}\); to leave that out: git reset --keep"
  chmod +x README
  works git handoff
  # shellcheck disable=SC2046  # words of a command
  works git $(sed -n 's/.*to leave that out: git //p' <<<"$out" | head -n 1)
  expect_equal "$(git rev-parse main) $(git show main:README)" "$(git rev-parse HEAD) $(cat README)"
  [ -x README ] || fail "the change is gone"
  git reset -q --hard feat
  echo fix >>src/util.c
  git commit -qam hotfix
  works git handoff
  expect_contains "$out" "hotfix contains the paused work of feat"
  echo more >>src/util.c
  works git handoff pause -m lunch
  expect_contains "$err" "hotfix contains the paused work of feat"
  works git handoff
  expect_contains "$out" "Paused on 'hotfix'" "hotfix contains the paused work of feat"
  works git handoff resume --continue
  git commit -qam more
  # What others have under any name is not rewritten.
  git update-ref refs/remotes/origin/review hotfix
  works git handoff
  expect_lacks "$out" "to leave that out"
  git update-ref -d refs/remotes/origin/review
  # What is told takes it out, and nothing else.
  works git handoff
  # shellcheck disable=SC2046  # words of a command
  git $(sed -n 's/.*to leave that out: git //p' <<<"$out" | head -n 1) >/dev/null 2>&1
  expect_equal "more hotfix " "$(git log --format=%s main.. | tr '\n' ' ')"
  works git handoff
  expect_lacks "$out" "contains"
  git switch -q feat
  works git handoff resume --continue
  expect_contains "$out" "as they were"
}
test_case "a branch that was begun at paused work says so until that is out of it" begun_on_paused_work

made_ones_own() {
  paused_on feat
  git commit -q --amend -m "mine"
  works git handoff
  expect_contains "$out" "the paused work was committed as 'mine'"
  works git handoff resume --continue --keep-wip
  expect_equal mine "$(git log -1 --format=%s)"
}
test_case "paused work that was committed under other words is gone on with as is told" made_ones_own

begun_and_pushed() {
  paused_on feat
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git switch -qc hotfix
  local wip
  wip=$(git rev-parse --short=7 HEAD)
  works git handoff hook claude SessionStart <<<"{\"session_id\": \"s\", \"cwd\": \"$PWD\", \"source\": \"startup\"}"
  expect_contains "$out" "hotfix is based on the paused work of feat ($wip), whose handoff is feat-"
  expect_lacks "$out" reconstruct
  works git handoff reconstruct
  expect_contains "$out" "hotfix is based on the paused work of feat ($wip), and it is in its handoff: git handoff show feat-"
  echo fix >>src/util.c
  git commit -qam hotfix
  git push -q origin hotfix
  works git handoff
  # What others may build on is not taken off.
  expect_contains "$out" "hotfix contains the paused work of feat ($wip), and was pushed with it"
  expect_lacks "$out" "to leave that out"
  git switch -q feat
  works git handoff resume --continue --keep-wip
  git switch -q hotfix
  works git handoff
  expect_lacks "$out" "contains"
}
test_case "... to an agent too, and after a push for as long as it is paused" begun_and_pushed

cherry_picked() {
  paused_on feat
  git switch -q main
  git commit -q --allow-empty -m main
  works git cherry-pick feat
  works git handoff
  expect_matches "$out" "main contains the paused work of feat \([0-9a-f]{7}\); to leave that out: git reset --keep"
}
test_case "a WIP commit that was cherry-picked is no beginning of the branch" cherry_picked

left_below_when_resumed() {
  paused_on feat
  git switch -qc hotfix
  git branch second
  echo fix >>src/util.c
  git commit -qam hotfix
  git switch -q feat
  works git handoff resume --continue --unwrap
  git commit -qam "feat: done"
  git switch -q second
  works git handoff
  expect_matches "$out" "second is based on a WIP commit of feat \([0-9a-f]{7}\); to leave that out: git reset --keep"
  expect_lacks "$out" "git handoff undo"
  git switch -q hotfix
  works git handoff
  expect_matches "$out" "hotfix contains a WIP commit of feat \([0-9a-f]{7}\); to leave that out: git rebase --autostash --onto"
  echo edited >>src/main.c
  # shellcheck disable=SC2046  # words of a command
  git $(sed -n 's/.*to leave that out: git //p' <<<"$out" | head -n 1) >/dev/null 2>&1
  expect_equal "hotfix " "$(git log --format=%s main.. | tr '\n' ' ')"
  expect_equal " M src/main.c" "$(git status --short)"
  git checkout -q src/main.c
  works git handoff
  expect_lacks "$out" "contains"
  # A commit that was meant to stay, and what was begun above it, are no slip.
  git switch -q main
  git switch -qc kept
  echo five >>README
  works git handoff pause -m why --next "another step"
  works git handoff resume --continue --keep-wip
  git switch -qc above
  works git handoff
  expect_lacks "$out" "WIP commit of kept"
}
test_case "... also when the work was resumed on its own branch meanwhile" left_below_when_resumed

# The work is another commit by then, which its branch holds all the same.
begun_on_rebased_work() {
  paused_on feat
  git switch -q main
  echo main >>src/main.c
  git commit -qam main
  git rebase -q main feat
  git switch -qc hotfix
  works git handoff
  expect_contains "$out" "hotfix is based on the paused work of feat"
  write fix.txt fix
  commit_all fix
  git merge -q --no-ff -m "merge other" "$(git commit-tree -p main -m other "$(git rev-parse "main^{tree}")")"
  # No rebase has again what was adapted in a merge.
  write adapted.txt adapted
  git add adapted.txt
  git commit -q --amend --no-edit
  works git handoff
  expect_contains "$out" "hotfix contains the paused work of feat"
  expect_lacks "$out" "rebase"
  git rm -q adapted.txt
  git commit -q --amend --no-edit
  works git handoff
  expect_contains "$out" "to leave that out: git rebase --rebase-merges --autostash --onto"
  # shellcheck disable=SC2046  # words of a command
  git $(sed -n 's/.*to leave that out: git //p' <<<"$out") >/dev/null 2>&1
  expect_equal "merge other" "$(git log -1 --format=%s --merges)"
  expect_equal "" "$(git log --format=%s --grep '^wip' HEAD)"
}
test_case "... where that was rebased, too, and below a merge" begun_on_rebased_work

buried_below_a_merge() {
  make_project
  real_clock
  git switch -qc side
  write side.txt side
  commit_all side
  for branch in feat direct; do
    git switch -qc $branch main
    echo four >>README
    works git handoff pause -m one
    [ $branch = direct ] || { write own.txt own && commit_all own; }
    git merge -q --no-edit side
    echo five >>src/main.c
    works git handoff pause -m two
    works git handoff
    expect_contains "$out" "stays below what was committed since"
  done
  # No line of the list follows on it, that it could be squashed with.
  expect_lacks "$out" "git rebase"
  git switch -q feat
  # shellcheck disable=SC2046  # words of a command
  GIT_SEQUENCE_EDITOR="sed -i '/wip: one/{n;s/pick/fixup -C/}'" works $(sed -n 's/.*to squash it, .* below it: //p' <<<"$(git handoff)") -q
  expect_equal "Merge branch 'side' into feat own" "$(git log --first-parent --format=%s main..HEAD~1 | tr '\n' ' ' | sed 's/ $//')"
  expect_equal 1 "$(git rev-list --count --merges main..HEAD)"
}
test_case "a WIP commit below a merge is squashed by what is offered, and the merge stays one" buried_below_a_merge

hooks_on_such_a_branch() {
  make_project
  real_clock
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git push -q -u origin main
  works git handoff init --hooks all
  git switch -qc feat
  echo four >>README
  works git handoff pause -m why
  local paused
  paused=$(git rev-parse HEAD)
  works git worktree add -b beside "$case_dir/a tree"
  eval "$(sed -n 's/.*to leave that out: //p' <<<"$err")"
  expect_equal "$paused $(git rev-parse HEAD~1)" "$(git rev-parse feat) $(git rev-parse beside)"
  works git switch -c hotfix
  expect_contains "$err" "handoff: hotfix is based on the paused work of feat" "to leave that out: git reset --keep"
  echo fix >>src/util.c
  works git commit -qam hotfix
  expect_contains "$err" "warning: this commit goes on top of paused work" "git rebase --autostash --onto"
  echo fix >>src/util.c
  works git commit -qam more
  expect_equal "" "$err" "once is enough"
  works git push -q -u origin hotfix --dry-run
  local way
  way=$(sed -n "s/^hint: '\(git rebase --autostash --onto .*\)' removes paused work from the branch.*/\1/p" <<<"$err")
  # Of a branch that is not checked out nothing of the one that is need be rewritten.
  works git push -q origin feat --dry-run
  expect_contains "$err" "hint: 'git handoff resume feat-" "removes paused work from the branch"
  expect_lacks "$err" "git rebase"
  # shellcheck disable=SC2086  # words of a command
  works $way -q
  works git push -q -u origin hotfix
  expect_lacks "$err" "paused work"
}
test_case "the hooks tell it at the switch, the first commit and the push" hooks_on_such_a_branch

merged_with_its_wip() {
  paused_on feat
  git switch -q main
  write hot.txt hot
  commit_all hot
  local before wip
  before=$(git rev-parse --short=7 HEAD)
  wip=$(git rev-parse --short=7 feat)
  git merge -q --no-ff -m "merge feat" feat
  local merge
  merge=$(git rev-parse --short=7 HEAD)
  works git handoff
  expect_contains "$out" "main contains the paused work of feat ($wip, merged by $merge); to leave that merge out: git reset --keep $before"
  write more.txt more
  commit_all more
  works git handoff
  expect_contains "$out" "to leave that merge out: git rebase --autostash --onto $before $merge"
  # Each screen says so, whatever is paused here by now.
  write wip.txt wip
  works git handoff pause -m lunch
  expect_contains "$err" "main contains the paused work of feat"
  for screen in brief check show; do
    works git handoff $screen
    expect_contains "$out" "main contains the paused work of feat ($wip, merged by $merge)"
  done
  run git handoff resume
  expect_contains "$out" "main contains the paused work of feat" "git rebase --autostash --onto $before $merge"
  works git handoff resume --continue
  expect_contains "$out" "main contains the paused work of feat" "git rebase --autostash --onto $before $merge"
  git add wip.txt
  git commit -qm wip
  # Where a branch was deleted after the merge, too; what is told takes the merge out, and no more.
  git branch -qD feat
  works git handoff
  # shellcheck disable=SC2046  # words of a command
  git $(sed -n 's/.*to leave that merge out: git //p' <<<"$out" | head -n 1) >/dev/null 2>&1
  expect_equal "wip more hot first " "$(git log --format=%s | tr '\n' ' ')"
  works git handoff
  expect_lacks "$out" "contains"
}
test_case "paused work that came in by a merge is told on every screen, and taken out with it" merged_with_its_wip

# The pause before lies below a commit of the user's own: no resume takes it off.
below_ones_own_commit() {
  make_project
  real_clock
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git push -q -u origin main
  works git handoff init --hooks pre-push
  git switch -qc feat
  echo four >>README
  works git handoff pause -m one
  echo more >>src/util.c
  git commit -qam "my own"
  echo five >>src/main.c
  works git handoff pause -m two
  works git handoff
  expect_contains "$out" "stays below what was committed since"
  for screen in brief check show; do
    works git handoff $screen
    expect_contains "$out" "the WIP commit $(git rev-parse --short=7 HEAD~2) of feat-" "stays below what was"
  done
  run git handoff resume
  expect_contains "$out" "stays below what was committed since" "git rebase -i --autostash"
  works git handoff resume --continue
  expect_contains "$out" "hint: the WIP commit $(git rev-parse --short=7 HEAD~1) of feat-"
  works git handoff
  expect_contains "$out" "stays below what was committed since; to squash it, 'fixup -C' on the line below it: git rebase -i --autostash $(git rev-parse --short=7 HEAD~1)~1"
  expect_equal "$(git rev-parse HEAD~1)" "$(git handoff status --json | json .wip_buried.commit)"
  COLUMNS=40 works git handoff
  expect_contains "$out" "git rebase -i --autostash $(git rev-parse --short=7 HEAD~1)~1"
  works git push -q --dry-run origin feat
  expect_contains "$err" "warning: publishing paused work" "hint: 'git rebase -i --autostash $(git rev-parse --short=7 HEAD~1)~1' removes"
  # What others may have is not rewritten.
  git update-ref refs/remotes/origin/feat HEAD
  works git handoff
  expect_lacks "$out" "stays below"
  git update-ref -d refs/remotes/origin/feat
  git update-ref refs/remotes/origin/other HEAD
  git branch -q --set-upstream-to origin/other
  works git handoff
  expect_lacks "$out" "stays below"
  git branch -q --unset-upstream
  git update-ref -d refs/remotes/origin/other
  # The command works as it is told, with changes in the tree.
  # shellcheck disable=SC2016,SC2046  # words of a command
  GIT_SEQUENCE_EDITOR="sed -i '2s/pick/fixup -C/'" works $(sed -n 's/.*to squash it, .* below it: //p' <<<"$(git handoff)") -q
  expect_equal "my own" "$(git log --format=%s main..)"
  expect_equal " M src/main.c" "$(git status --porcelain)"
  works git handoff
  expect_lacks "$out" "stays below"
  works git push -q --dry-run origin feat
  expect_lacks "$err" "paused work"
  # Where a resume takes all of them off there is nothing to tell.
  works git handoff pause -m three
  echo six >>src/main.c
  works git handoff pause -m four
  works git handoff
  expect_lacks "$out" "stays below"
  works git handoff brief
  expect_lacks "$out" "stays below"
  # Nor where a commit is on them: both are in it, and the first line says where.
  git commit -q --allow-empty -m "on both"
  for screen in "" brief check; do
    # shellcheck disable=SC2086  # no word, or one
    run git handoff $screen
    expect_lacks "$out" "stays below"
  done
  git reset -q --soft HEAD~1
  # Nothing was committed on the lower one, wherever the upper one went.
  works git handoff discard
  works git handoff
  expect_lacks "$out" "stays below"
  works git handoff undo
  git reset -q --hard HEAD~1
  works git handoff
  expect_lacks "$out" "stays below"
  git reset -q --hard "HEAD@{1}"
  works git handoff resume --continue
  expect_lacks "$out" "stays below"
}
test_case "a WIP commit below ones own is told on every screen and by the push, until it is folded in" below_ones_own_commit

# No undo and no resume takes off what lies below a commit of the user's own.
discarded_below() {
  make_project
  git switch -qc feat
  write first.txt first
  works git handoff pause -m one
  write second.txt second
  works git handoff pause -m two
  write own.txt own
  commit_all "my own"
  git switch -q main
  works git handoff discard "$(live_ids)"
  expect_contains "$out" "stays on feat, below what was committed since"
  expect_lacks "$out" "to remove it from the branch"
  # shellcheck disable=SC2016,SC2046  # words of a command
  GIT_SEQUENCE_EDITOR="sed -i -e '2s/pick/fixup/' -e '3s/pick/fixup -C/'" works $(sed -n 's/.*to squash it, .* below it: //p' <<<"$out") -q
  expect_equal "my own" "$(git log --format=%s main..feat)"
}
test_case "what is put away below ones own commit is folded in as told" discarded_below

main_rewrote_it() {
  make_project
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git push -q -u origin main
  git switch -qc feat
  echo "int more;" >>src/util.c
  works git handoff pause -m why --next "finish it in src/util.c"
  git switch -q main
  real_clock
  echo "all new" >src/util.c
  git commit -qam "util: rewritten"
  git push -q
  git switch -q feat
  works git handoff
  expect_contains "$out" "you changed src/util.c on main since, which your next step names"
  must_fail 1 git handoff check
  expect_contains "$out" "util: rewritten') on main, touches what the next action names" "1 on main only"
  works git handoff resume --review
  works git handoff
  expect_lacks "$(head -n 1 "$out_file")" "nothing changed"
}
test_case "what main got since is compared, also where the branch has no upstream" main_rewrote_it

# What a host's "squash and merge" brings to main is no news of the branch that it was made of.
squashed_into_main() {
  make_project
  real_clock
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git switch -qc feat
  echo "int first;" >>src/util.c
  git commit -qam "util: first"
  echo "int more;" >>src/util.c
  works git handoff pause -m why --next "finish it in src/util.c"
  git push -q origin main
  git switch -q main
  git merge -q --squash "feat${1/work/}" >/dev/null
  git commit -qm "util (#1)"
  git push -q origin main
  git switch -q feat
  works git handoff
  expect_contains "$out" "$2 is in main"
  expect_lacks "$out" "you changed"
  works git handoff check
  expect_contains "$out" "('util (#1)'): on main, has $3"
  git switch -q main
  echo "all new" >src/util.c
  git commit -qam "util: rewritten"
  git switch -q feat
  works git handoff
  expect_contains "$out" "you changed src/util.c on main since"
}
test_case "a squash of the paused work in main is that work, and no change of it" squashed_into_main work "the paused work" "the paused work"
test_case "... and a squash of what it stands on" squashed_into_main "~" "what it stands on" "what the paused work stands on"

# Merged at the remote, deleted there, and fetched: nothing is lost, and it is said where one looks.
merged_and_gone() {
  make_project
  real_clock
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git switch -qc login
  git commit -q --allow-empty -m "login: begun"
  git push -q -u origin main login
  echo four >>README
  works git handoff pause -m lunch
  local base
  base=$(git rev-parse HEAD~1)
  git -C ../hub.git update-ref refs/heads/main "$base"
  git -C ../hub.git update-ref -d refs/heads/login
  git fetch -qp
  for verb in status check resume; do
    run git handoff $verb
    expect_contains "$out" "safe to continue; origin/login was merged into origin/main and is gone"
  done
}
test_case "merged and gone at the remote while it was paused: told in the first line, no alarm" merged_and_gone

# Made anew from main while paused: the ref of the handoff holds what the work stood on.
branch_made_anew() {
  make_project
  real_clock
  git switch -qc login
  git commit -q --allow-empty -m "login: begun"
  local base
  base=$(git rev-parse HEAD)
  make_work
  works git handoff pause -m lunch
  git switch -q main
  git branch -qf login main
  git switch -q login
  must_fail 1 git handoff resume
  expect_contains "$out" "no branch or tag reaches it; the handoff keeps it"
  expect_lacks "$out" "git branch keep-"
  git -c gc.reflogExpire=now -c gc.reflogExpireUnreachable=now gc -q --prune=now
  git cat-file -e "$base" || fail "the base is gone"
}
test_case "what a handoff keeps is not offered to be kept by a branch" branch_made_anew

# What HEAD has then is older than the pause, and was not made of what the rebase had made.
paused_in_an_aborted_rebase() {
  make_project
  git switch -qc login
  if [ "$1" != first ]; then
    echo a >>README
    git commit -qam "login: readme"
  fi
  echo one >src/main.c
  git commit -qam "login: main"
  git switch -q main
  echo two >src/main.c
  git commit -qam "main: main"
  git switch -q login
  [ "$1" = at_once ] || test_tick
  git rebase -q main >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "in the rebase" --next "resolve src/main.c"
  git rebase --abort
  id=$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)
  for verb in check resume; do
    run git handoff $verb "$id"
    expect_lacks "$out" "dropped when" "changed src/main.c since" "login: main"
    expect_contains "$out" "the rebase is no longer under way"
    expect_equal "what was kept in conflict is not in the tree any more: src/main.c" "${out%%$'\n'*}"
    expect_contains "$out" "src/main.c: its changes are no longer in the tree: no commit since touches it"
    expect_lacks "$out" "as it was before the work"
  done
}
test_case "paused in a rebase that was aborted: nothing was changed since, and nothing dropped" paused_in_an_aborted_rebase first
test_case "... also where it had put commits on the new base" paused_in_an_aborted_rebase later
test_case "... and where all of it was in one second" paused_in_an_aborted_rebase at_once

# The rebase that ended before is not the one in which it was kept.
kept_in_the_next_rebase() {
  make_project
  git switch -qc feat
  for step in 1 2; do
    write src/main.c "step $step"
    git commit -qam "step $step"
  done
  test_tick
  git rebase -q --force-rebase main
  test_tick
  GIT_SEQUENCE_EDITOR="sed -i '1s/^pick/edit/'" git rebase -qi main 2>/dev/null
  write src/main.c "half a step"
  works git handoff checkpoint -m half
  git rebase --abort
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" "went into" "was committed"
}
test_case "kept in a rebase that was aborted, behind one that was not: it is in no commit" kept_in_the_next_rebase

committed_after_a_checkpoint() {
  make_project
  real_clock
  echo four >>README
  works git handoff checkpoint -m "before the experiment"
  git commit -qam "readme: four"
  works git handoff
  expect_contains "$out" "Nothing is paused"
  must_fail 1 git handoff resume
  expect_lacks "$out$err" "staged otherwise" "edited since" "--apply"
  expect_contains "$err" "nothing is paused here" "what was kept here was committed since: git handoff show"
  must_fail 1 git handoff resume --continue
  eval "works $(offered "what was kept here was committed since")"
  works git handoff resume @ --continue --keep-wip
}
test_case "a checkpoint whose work was committed is done, not edited" committed_after_a_checkpoint

paused_in_a_conflict() {
  make_project
  real_clock
  git switch -qc feat
  echo ours >README
  git commit -qam ours
  git switch -q main
  echo theirs >README
  echo theirs >src/util.c
  git commit -qam theirs
  git switch -q feat
  git merge -q main >/dev/null 2>&1 && fail "no conflict"
  works git handoff pause -m "ask Ben" --next "settle README"
}
merge_finished() {
  paused_in_a_conflict
  git checkout -q --ours README  # neither side of a conflict that was settled was thrown away
  git add README
  git checkout -q HEAD src/util.c  # nor was what is theirs alone
  git commit -qm "merge main"
  expect_matches "$(first_line)" "^the paused work went into 'merge main' "
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" "--apply"
  eval "works $(offered "go on with the commits as they are, done with the handoff")"
}
test_case "a merge that was in conflict at the pause, and was committed, is finished" merge_finished

merge_given_up() {
  paused_in_a_conflict
  git merge --abort
  git commit -q --allow-empty -m "something else"
  works git handoff
  expect_lacks "$(head -n 1 "$out_file")" "went into"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "--apply"
}
test_case "... and one that was given up is not, whatever was committed then" merge_given_up

merged_on_top() {
  paused_on feat
  git switch -q main
  echo fix >>src/util.c
  git commit -qam hotfix
  git switch -q feat
  git merge -q -m "merge main" main
  must_fail 1 git handoff resume
  expect_contains "$err" "git rebase --autostash main, then resume again"
  echo edited >>src/main.c
  eval "$(sed -n 's/^hint: rebase it onto what was merged: \(.*\), then.*/\1/p' <<<"$err")" >/dev/null 2>&1
  works git handoff resume --continue
  expect_equal " M README M src/main.c" "$(git status --short | tr -d '\n')"
}
test_case "a merge on top of paused work: the rebase that undoes it is told" merged_on_top

# What the merge itself holds, and a merge from before the pause, no rebase onto what was merged has again.
merged_with_more() {
  paused_on feat
  git switch -q main
  echo fix >>src/util.c
  git commit -qam hotfix
  git switch -q feat
  git merge -q --no-commit main
  write adapted.c adapted
  git add adapted.c
  git commit -q -m "merge main, adapted"
  must_fail 1 git handoff resume
  expect_lacks "$err" "git rebase"
  expect_contains "$err" "--continue --keep-wip"
}
test_case "a merge on top of paused work that holds more than both: no rebase that loses it is offered" merged_with_more

merged_before() {
  make_project
  real_clock
  git switch -qc feat
  git branch side
  write one.c one
  commit_all one
  git switch -q side
  write two.c two
  commit_all two
  git switch -q feat
  git merge -q --no-commit side
  write adapted.c adapted
  git add adapted.c
  git commit -q -m "merge side, adapted"
  echo four >>README
  works git handoff pause -m why --next "the next step"
  git switch -q main
  echo fix >>src/util.c
  git commit -qam hotfix
  git switch -q feat
  git merge -q -m "merge main" main
  must_fail 1 git handoff resume
  expect_lacks "$err" "rebase it onto what was merged"
  expect_contains "$err" "git rebase -i --rebase-merges --autostash $(git rev-parse --short=7 HEAD~2),"
}
test_case "... nor one that flattens a merge from before the pause" merged_before

elsewhere_with_changes() {
  paused_on feat
  git switch -q main
  echo fix >>src/util.c
  must_fail 1 git handoff resume
  expect_lacks "$err" "switch to it and resume there: "
  expect_contains "$err" "pause it with 'git handoff pause', then: git handoff resume"
  local then
  then=$(sed -n "s/^hint: .*, then: //p" <<<"$err" | head -n 1)
  on_terminal $'q\n' git handoff resume
  expect_lacks "$out" "[k]" "[c]"
  works git handoff pause -m here
  # shellcheck disable=SC2086  # words of a command
  works $then
  expect_contains "$out" "Resumed feat"
}
test_case "with changes on another branch the switch is not offered before they are away" elsewhere_with_changes

chosen_is_answered() {
  paused_on feat
  git switch -q main
  on_terminal $'c\n' git handoff resume
  expect_contains "$out" "switch to feat, restore the work" "Resumed feat"
  expect_lacks "$out" "[y/N]"
}
test_case "who chose to switch in the menu is not asked again" chosen_is_answered

last_one_is_the_handoff() {
  paused_on feat
  local id
  id=$(live_ids)
  sleep 1
  git reset -q HEAD~1
  works git handoff resume --continue
  must_fail 1 git handoff resume
  expect_contains "$err" "the last one here is archived: git handoff show $id,"
  must_fail 1 git handoff resume "$id"
  expect_contains "$err" "is archived: resumed by"
}
test_case "the last one here is the handoff, not a copy that resume made" last_one_is_the_handoff

taken_back() {
  paused_on feat
  local id
  id=$(live_ids)
  works git handoff undo
  must_fail 1 git handoff resume "$id"
  expect_contains "$err" "is archived: taken back by"
}
test_case "a pause that was undone is taken back" taken_back

variants=odd

text_of_ones_own() {
  make_project
  real_clock
  printf '%s\n' "## Context" "" "In the middle of the discount." "" "## Next Action" "" "add discount() in src/util.c" \
    "" "## Remaining Work" "" "- [ ] tests" >plan.md
  git add plan.md
  git commit -qm plan
  echo four >>README
  works git handoff pause -m why --from plan.md
  expect_lacks "$err" "warning" "mental model"
  run git handoff lint
  expect_lacks "$out$err" "there are no context notes" "there is no next action"
}
test_case "a plan of one's own is no false alarm, and what is kept back is not missing" text_of_ones_own

words_at_once() {
  make_project
  echo four >>README
  must_fail 1 git handoff pause lunch
  expect_contains "$err" "git handoff pause -m TEXT"
}
test_case "one word that is no path: -m is named" words_at_once

review_in_the_pager() {
  make_project
  real_clock
  for i in $(seq 60); do echo "$i" >"f$i"; done
  works git handoff pause -m why
  printf '#!/bin/sh\ntouch %q\ncat\n' "$case_dir/paged" >"$case_dir/pager"
  chmod +x "$case_dir/pager"
  on_terminal "" env GIT_PAGER="$case_dir/pager" git handoff resume --review
  [ -e "$case_dir/paged" ] || fail "the pager was not run"
}
test_case "a review goes through the pager" review_in_the_pager

# What puts the work on top again names every commit of it, and no other branch is rebased by it.
on_top_again() {
  make_project
  git switch -qc login
  echo a >>README
  works git handoff pause -m one
  local base
  base=$(git rev-parse --short=7 HEAD~1)
  echo b >>src/main.c
  works git handoff pause -m two
  write own.txt own
  commit_all own
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "git rebase -i --autostash $base, move the lines of its 2 WIP commits to the end"
  cat >"$case_dir/to-the-end" <<'EOF'
#!/bin/sh
picks=$(grep ^pick "$1")
{ printf '%s\n' "$picks" | tail -n 1; printf '%s\n' "$picks" | head -n 2; } >"$1"
EOF
  chmod +x "$case_dir/to-the-end"
  git switch -q main
  run git handoff resume "$(live_ids)"
  expect_contains "$err" "git switch login, then resume again"
  expect_lacks "$err" "git rebase"
  git switch -q login
  GIT_SEQUENCE_EDITOR=$case_dir/to-the-end git rebase -q -i "$base"
  works git handoff resume --continue
  expect_equal "own" "$(git log -1 --format=%s)"
  expect_equal " M README
 M src/main.c" "$(git status --short)"
}
test_case "what puts a stack on top again names all of it, and its branch" on_top_again

# A merge was finished without an edit of one's own that the pause has: the work is not in it.
merged_without_the_edit() {
  make_project
  git switch -q -c other
  write README "other"
  commit_all other
  git switch -q main
  write new.c "mine"
  commit_all mine
  git merge -q --no-commit other >/dev/null 2>&1
  write src/util.c "an edit beside the merge"
  works git handoff pause -m kept --next "finish the merge"
  git checkout -q HEAD -- src/util.c
  git commit -q -m "merge other"
  expect_lacks "$(first_line)" "went into"
  works git handoff resume --continue --apply
  expect_file src/util.c "an edit beside the merge"
}
test_case "an edit that a merge was finished without did not go into it" merged_without_the_edit

# Below a commit, on another base: the WIP commit that stays is the one that is there.
kept_below_a_rebase() {
  make_project
  git switch -q -c feat
  echo one >>README
  works git handoff pause -m x --next go
  write top.c "on top"
  commit_all top
  git switch -q main
  write hot.c "fix"
  commit_all fix
  git switch -q feat
  git rebase -q main
  works git handoff resume --continue --keep-wip
  expect_contains "$out" "WIP commit: $(git rev-parse --short=7 HEAD~1), where it was"
}
test_case "--keep-wip names the WIP commit that is on the branch" kept_below_a_rebase

# Only what was paused stands on the commit that was kept: squashing would take the live one with it.
kept_below_a_pause() {
  paused_on feat
  works git handoff resume --continue --keep-wip
  echo five >>src/main.c
  works git handoff pause -m two
  for screen in status check resume; do
    run git handoff $screen
    expect_lacks "$out$err" "committed since" "fixup"
  done
  works git handoff resume --continue
  works git handoff
  expect_contains "$out" "is still on the branch: git handoff undo" "then git handoff resume"
}
test_case "a WIP commit that was kept, below a pause, is not offered to be squashed with it" kept_below_a_pause

# pushed_login: login has a commit that origin has too, and paused work on it that it has not.
pushed_login() {
  make_project
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git push -q origin main
  git switch -qc login
  write own.c "begin"
  commit_all "login: begin"
  git push -qu origin login
  echo "int more;" >>src/util.c
  works git handoff pause -m why --next "finish src/util.c"
}
# others_push BRANCH: somebody else's commit is on it at origin.
others_push() {
  git clone -q -b "$1" ../hub.git "../ben-$1"
  (cd "../ben-$1" && write ben.c "ben" && commit_all "ben: docs" && git push -q) || return 1
  git fetch -q
}
# move_to_the_end COMMAND: an interactive rebase in which the line of the WIP commit goes to the end.
move_to_the_end() {
  cat >"$case_dir/to-the-end" <<'EOF'
#!/bin/sh
{ grep -v '^pick [0-9a-f]* wip: ' "$1"; grep '^pick [0-9a-f]* wip: ' "$1"; } >"$1.new" && mv "$1.new" "$1"
EOF
  chmod +x "$case_dir/to-the-end"
  # shellcheck disable=SC2086  # words of a command
  GIT_SEQUENCE_EDITOR=$case_dir/to-the-end $1 >/dev/null 2>&1
}
# offered_rebase: the way to the top, as it is typed.
offered_rebase() { printf '%s\n' "$err" | sed -En 's/^hint: (rebase it onto what was merged|reorder the commits): (git rebase [^,]*),.*/\2/p'; }

main_merged_above() {
  pushed_login
  others_push main
  git merge -q --no-edit origin/main
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "reorder the commits: git rebase -i --rebase-merges"
  move_to_the_end "$(offered_rebase)"
  git merge-base --is-ancestor origin/login HEAD
  git merge-base --is-ancestor origin/main HEAD
  works git handoff resume --continue
  expect_equal " M src/util.c" "$(git status --porcelain)"
}
test_case "main merged above paused work: what is pushed of the branch is not rewritten by what is offered" main_merged_above

merged_and_went_on() {
  pushed_login
  others_push login
  git merge -q --no-edit origin/login
  write top.c "mine"
  commit_all "mine on top"
  must_fail 1 git handoff resume --continue
  move_to_the_end "$(offered_rebase)"
  git merge-base --is-ancestor origin/login HEAD
  works git handoff resume --continue
  expect_equal "mine on top" "$(git log -1 --format=%s)"
  expect_equal " M src/util.c" "$(git status --porcelain)"
}
test_case "... nor of others where a commit is on top of the merge, and it comes off" merged_and_went_on

pushed_with_one_on_top() {
  pushed_login
  write top.c "mine"
  commit_all "mine on top"
  git push -q
  works git handoff
  expect_contains "$out" "the paused work is published, in origin/login"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "is published: it is in refs/remotes/origin/login" "--keep-wip"
  expect_lacks "$err" rebase "git reset"
  run git handoff resume --fresh
  expect_lacks "$err" rebase
  works git handoff resume --continue --keep-wip
  # What stays is told of no more, with no step that would be refused.
  works git handoff
  expect_lacks "$out" "WIP commit"
}
test_case "paused work that is pushed is not to be rebased, whatever is on top of it" pushed_with_one_on_top

pushed_and_kept() {
  pushed_login
  git push -q
  works git handoff resume --continue --keep-wip
  works git handoff
  expect_lacks "$out" "git handoff undo" "git reset" "WIP commit"
}
test_case "a WIP commit that is pushed and kept is not offered to be taken off" pushed_and_kept

no_switch_in_a_rebase() {
  pushed_login
  others_push login
  git rebase -q origin/login
  git switch -q main
  git -c sequence.editor="sed -i s/^pick/edit/" rebase -qi --root >/dev/null 2>&1
  must_fail 1 git handoff resume --fresh "$(live_ids)"
  expect_contains "$err" "hint: finish or abort the rebase first, then: git switch login"
  git rebase --abort
  git worktree add -q ../second login
  must_fail 1 git handoff resume --fresh "$(live_ids)"
  expect_contains "$err" "cd "
  expect_lacks "$err" "git switch"
}
test_case "no switch is offered that git refuses, in a rebase and beside a worktree" no_switch_in_a_rebase

undo_of_another_branch() {
  paused_on feat
  local id
  id=$(live_ids)
  works git handoff resume --continue
  git commit -qam "readme: four"
  git switch -q main
  echo five >>README
  works git handoff pause --next m
  git switch -q feat
  must_fail 1 git handoff undo
  expect_contains "$err" "switch to it first: git switch main, then undo" "on feat, the record alone: git handoff undo $id"
  works git handoff undo "$id"
}
test_case "undo on another branch than the last step was on names what it brings back there" undo_of_another_branch

went_on_after_a_checkpoint() {
  make_project
  real_clock
  git switch -qc feat
  echo "int more;" >>src/util.c
  works git handoff pause -m why --next "write the test in src/util.c"
  works git handoff resume --continue
  works git handoff note next "write the test in src/util.c"
  echo four >>README
  works git handoff checkpoint
  git commit -qam "all of it"
  echo "int again;" >>src/util.c
  expect_matches "$(first_line)" "^what was kept went into 'all of it' "
  # A part of it, too, is no news to who committed it.
  git reset -q HEAD~1
  git checkout -q README
  git commit -qam "a part"
  expect_lacks "$(first_line)" "A U Thor changed"
}
test_case "what one commits oneself after a checkpoint is not told as somebody's change" went_on_after_a_checkpoint

# checkpoint_on BRANCH TEXT: kept there, committed, merged into main, and the branch is gone.
checkpoint_on() {
  git switch -qc "$1"
  echo "$2" >>README
  works git handoff checkpoint -m "end of session"
  git commit -qam "$1: all of it"
  git switch -q main
  git merge -q "$1"
  git branch -qd "$1"
}
outlived_checkpoint() {
  make_project
  real_clock
  checkpoint_on feat four
  works git handoff
  expect_lacks "$out" elsewhere
  works git handoff list
  expect_lacks "$out" "end of session"
  works git handoff list --all
  expect_contains "$out" "end of session"
  # What is open in one, or not in HEAD, is counted on.
  git switch -qc other
  works git handoff note next "ask Dana"
  git switch -q main
  git branch -qD other
  checkpoint_on other five
  works git handoff
  expect_contains "$out" "elsewhere: 1 handoff"
  git reset -q --hard HEAD~2
  works git handoff
  expect_contains "$out" "elsewhere: 2 handoffs"
}
test_case "a checkpoint whose branch was merged and is gone is not counted on, unless something is open" outlived_checkpoint

committed_on_its_branch() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  works git handoff checkpoint -m "end of session"
  echo five >>src/main.c
  works git handoff
  expect_contains "$out" checkpoint
  git commit -qm "half of it" src/main.c
  works git handoff
  expect_contains "$out" checkpoint
  git commit -qam "all of it"
  echo six >>README
  works git handoff
  expect_lacks "$out" checkpoint
  expect_contains "$out" "Nothing is paused"
  works git handoff list
  expect_lacks "$out" "end of session"
  git stash -q
  must_fail 1 git handoff pause
  expect_contains "$err" "nothing to pause"
  git switch -q main
  works git handoff
  expect_lacks "$out" elsewhere
  git switch -q feat
  works git handoff gc
  expect_equal "" "$(git for-each-ref refs/handoffs/active)"
  works git handoff list --archived
  expect_contains "$out" "end of session"
}
test_case "a checkpoint that was committed on its own branch waits for nobody, and gc archives it" committed_on_its_branch

# The paused branch was merged here, and is gone: a rebase would flatten this one.
merged_and_deleted() {
  make_project
  git init -q --bare ../hub.git
  git remote add origin "$PWD/../hub.git"
  git push -q -u origin main
  write local.txt x
  commit_all "local work on main"
  git switch -qc feat
  write feat.txt x
  commit_all feat
  echo four >>README
  works git handoff pause -m why
  local id before
  id=$(live_ids)
  git switch -q main
  before=$(git rev-parse main)
  git merge -q --no-ff --no-edit feat
  git branch -q -D feat
  must_fail 1 git handoff resume
  expect_lacks "$out$err" "git rebase"
  eval "$(sed -n 's/^hint: to leave that merge out: \(.*\), then: .*/\1/p' <<<"$err")"
  expect_equal "$before" "$(git rev-parse main)"
  works git handoff resume "$id" --continue --switch
  expect_equal "feat $(printf ' M README')" "$(git branch --show-current) $(git status --porcelain)"
}
test_case "paused work that was merged with its branch is not offered to be rebased out of this one" merged_and_deleted

# Kept on main by mistake, and committed on a branch of its own.
kept_on_the_wrong_branch() {
  make_project
  real_clock
  echo four >>README
  echo "int more;" >>src/util.c
  works git handoff checkpoint
  git switch -qc eight
  git commit -qam "eight: the work"
  must_fail 1 git handoff resume
  expect_contains "$out" "what was kept went into 'eight: the work'"
  git switch -q main
  expect_matches "$(first_line)" "^a checkpoint, .*; committed on 'eight' since: README, src/util.c$"
  run git handoff check
  expect_contains "$out" "README, src/util.c: committed on 'eight', in $(git rev-parse --short=7 eight) ('eight: the work')"
  must_fail 1 git handoff resume
  eval "$(offered "it was committed on 'eight'")"
  expect_equal eight "$(git branch --show-current)"
  # What is nowhere is still told so.
  git switch -q main
  git branch -qD eight
  expect_contains "$(first_line)" "no longer in the tree, kept in the checkpoint: "
}
test_case "work that was kept on one branch and committed on another is told with that branch" kept_on_the_wrong_branch

# Every verb counts the same: what is over waits for nobody.
over_for_all_verbs() {
  make_project
  real_clock
  works git handoff init --hooks post-checkout
  checkpoint_on feat four
  must_fail 1 git handoff resume
  expect_contains "$err" "nothing is paused here"
  expect_lacks "$out$err" feat "the only one"
  git switch -qc other
  echo five >>README
  works git handoff pause --next "the next step"
  git switch -q main
  git switch -qc third
  must_fail 1 git handoff resume
  expect_contains "$err" "it is the only one"
  # A few lines more, and committed: that has all that was kept.
  echo more >>src/util.c
  works git handoff checkpoint
  echo "and more" >>src/util.c
  git commit -qam "more than was kept"
  works git handoff
  expect_contains "$out" "Nothing is paused on 'third'"
  works git handoff status --prompt
  expect_equal "" "$out"
  must_fail 4 git handoff check
  git switch -q main
  works git switch third
  expect_lacks "$err" "handoff:"
}
test_case "a checkpoint that was committed, alone or with more, is offered by no command" over_for_all_verbs

gone_on_and_open() {
  make_project
  real_clock
  git switch -qc feat
  works git handoff note next "the docs"
  echo four >>README
  works git handoff checkpoint
  echo five >>README
  git commit -qam "four and five"
  expect_matches "$(first_line)" "^what was kept went into 'four and five' "
  run git handoff check
  expect_contains "$out" "README: committed in $(git rev-parse --short=7 HEAD) ('four and five'), which goes on from it"
  must_fail 1 git handoff resume
  expect_lacks "$err" --apply
  # A line that was kept and is another one now: that is not the same.
  sed -i s/four/vier/ README
  git commit -q --amend -am "otherwise"
  must_fail 1 git handoff resume
  expect_lacks "$err" "merge it into the tree"
  expect_contains "$err" "see what it has otherwise: git diff HEAD"
  works eval "$(offered "see what it has otherwise")"
  expect_contains "$out" "+four"
}
test_case "what a commit goes on from is in it, and merging is offered only where it goes" gone_on_and_open

worst_first() {
  make_project
  real_clock
  git switch -qc feat
  works git handoff note next "go on"
  echo four >>README
  echo "int more;" >>src/util.c
  works git handoff checkpoint
  git commit -qm half README
  git checkout -q src/util.c
  expect_matches "$(first_line)" "no longer in the tree, kept in the checkpoint: src/util.c; committed since: README$"
  # A later checkpoint, of a clean tree, does not hide it.
  works git handoff checkpoint -m "end of session"
  expect_matches "$(first_line)" "^checkpoint [^ ]+-[0-9a-f]{8} has changes that are not here: src/util.c$"
  run git handoff resume
  expect_contains "$err" "has changes that are not here: src/util.c"
  works git handoff brief
  expect_contains "$out" "has changes that are not here: src/util.c"
}
test_case "what was discarded of a checkpoint is told before what was committed, and beside a newer one" worst_first

# A rebased branch has its paused work as another commit, below what was committed on it since.
rebased_and_carried() {
  make_project
  git switch -q -c login
  write login.c "a"
  commit_all "login 1"
  write login.c "b"
  works git handoff pause --next go
  git switch -q main
  write m "m"
  commit_all "m"
  git switch -q login
  git rebase -q main
  write q "q"
  commit_all "q"
  git switch -q main
  git merge -q login
  works git handoff
  expect_contains "$out" "contains the paused work of login"
  git reset -q --hard ORIG_HEAD
  git cherry-pick login~2 login~1 >/dev/null
  write r "r"
  commit_all "r"
  works git handoff
  expect_contains "$out" "contains the paused work of login"
}
test_case "a branch that took in a rebased branch, with commits on its paused work: told" rebased_and_carried

# What an offered command needs, it has; a checkpoint is no pause; an undo that is undone has a plain name.
offered_words() {
  make_project
  git switch -q -c login
  works git handoff note human "rotate the key" --blocking
  make_work
  works git handoff pause --next go
  id=$(basename "$(git for-each-ref --format='%(refname)' refs/handoffs/active)")
  git switch -q main
  must_fail 1 git handoff resume
  expect_contains "$err" "once what it waits for is done, switch to it and resume there: git handoff resume $id --continue --blocking-done --switch"
  works git handoff resume "$id" --continue --switch --blocking-done
  works git handoff undo "$id"
  expect_contains "$out" "Brought back: $id"
  works git handoff undo
  expect_contains "$out" "Archived again: $id"
  works git handoff undo
  expect_contains "$out" "Brought back: $id"
  works git handoff undo
  git stash -q -u
  make_work
  works git handoff checkpoint -m "x"
  git stash -q -u
  git switch -q main
  run git handoff resume
  expect_contains "$out$err" "the work was kept on login"
}
test_case "what is offered of a blocked handoff goes as typed; a checkpoint was kept, not paused" offered_words

# Paused on the wrong branch, and moved as commits are: what is offered there goes.
moved_to_a_branch() {
  make_project
  commit_all base
  make_work
  before=$(state_of_tree)
  works git handoff pause --next go
  git branch feature
  git reset -q --hard HEAD~1
  git switch -q feature
  works git handoff
  expect_contains "$out" "WIP commit: feature is based on the paused work of main"
  must_fail 1 git handoff resume
  expect_lacks "$err" "into what is checked out"
  eval "works $(offered "have its work as changes on this branch")"
  expect_state "$before"
  expect_equal feature "$(git branch --show-current)"
}
test_case "what was paused on the wrong branch, and moved to another, is taken up there" moved_to_a_branch

blocked_below_a_commit() {
  paused_on login
  works git handoff note human "rotate the key" --blocking
  write top.c top
  commit_all top
  must_fail 1 git handoff resume --continue --keep-wip
  expect_contains "$err" "waits for a person: rotate the key"
  must_fail 1 git handoff resume
  eval "works $(offered "once what it waits for is done, go on with the commits as they are, done with the handoff")"
}
test_case "... with a commit on top, too" blocked_below_a_commit

published_without_the_newer() {
  make_project
  git init -q --bare ../origin.git
  git remote add origin ../origin.git
  git switch -qc login
  write one one
  works git handoff pause --next one
  write two two
  works git handoff pause --next two
  git reset -q --hard HEAD~1
  git push -q origin login
  works git handoff
  expect_contains "$out" "login ends in an older pause; the newer work is kept beside it"
  expect_lacks "$out" "published"
}
test_case "what is kept beside an older pause is not said to be published with that" published_without_the_newer
# A refused command that is offered once more has the options that it was given.
offered_as_typed() {
  paused_on feat
  git switch -q main
  must_fail 1 git handoff edit --next "write it down" -m "the day is over"
  eval "$(offered "only on 'feat'")" >/dev/null
  must_fail 1 git handoff show --format json
  eval "$(offered "only on 'feat'")" >"$out_file"
  expect_equal "write it down, the day is over" "$(json '.next_action + ", " + .user_message' "$out_file")"
  git remote add origin ../hub.git
  write extra.txt extra
  must_fail 1 git handoff push --with-history --allow-secrets
  expect_contains "$err" "git handoff push --with-history --allow-secrets feat-" "git handoff pause --push --with-history --allow-secrets"
  git worktree add -q ../there feat
  must_fail 1 git handoff resume feat --continue --switch
  (eval "$(sed -n 's/^hint: \(cd .*\)/\1/p' <<<"$err")") >/dev/null
  expect_equal " M README" "$(git -C ../there status --short)"
}
test_case "a refused command is offered as it was typed" offered_as_typed
# What an operation is begun again by leads there.
begun_again() {
  make_project
  real_clock
  git switch -qc theirs
  echo theirs >>README
  write new theirs
  git add . && git commit -qm theirs
  git switch -q main
  echo ours >>README
  git commit -qam ours
  must_fail 1 git cherry-pick theirs
  works git handoff pause -m x --next y
  git cherry-pick --abort
  works git handoff resume --continue --apply
  eval "$(sed -n 's/^hint: no cherry-pick is .* first: //p' <<<"$out$err")" >/dev/null
  must_fail 1 git cherry-pick theirs
  [ -f .git/CHERRY_PICK_HEAD ] || fail "it is not under way"
  works git handoff resume --continue
}
test_case "a hint at how an operation is begun again leads there" begun_again
test_done
