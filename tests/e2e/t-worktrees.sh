#!/usr/bin/env bash
# Which worktree this is, is told by its git directory: not by the folder that git lists for it.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# The work goes onto the branch and comes back.
paused_on_the_branch() {
  local before head
  head=$(git rev-parse HEAD)
  write README "changed"
  before=$(state_of_tree)
  works git handoff pause -m kept
  expect_lacks "$out" "not on the branch"
  expect_equal "$head" "$(git rev-parse HEAD~)" "the WIP commit"
  works git handoff resume --continue
  expect_state "$before"
  git checkout -q README
}

left_out_of_another() {
  make_project
  git switch -q -c login
  write src/util.c work
  write .env "S=1"
  works git handoff pause --next "go on"
  git worktree add -q ../other main
  cd ../other
  run git handoff resume
  expect_lacks "$out$err" "no longer here"
}
test_case "what was left out of a pause is not said to be gone in another worktree" left_out_of_another
separate() {
  git init -q --separate-git-dir="$case_dir/gd" repo
  cd repo
  write README "a project"
  commit_all "first"
  git worktree add -q ../linked -b other
  paused_on_the_branch
  cd ../linked
  paused_on_the_branch
}

moved() {
  make_project
  git worktree add -q ../linked -b other
  mv ../linked ../moved
  cd ../moved
  paused_on_the_branch
  git worktree repair >/dev/null
  paused_on_the_branch
}

odd_name() {
  make_project
  git worktree add -q $'../new\nline' -b other
  git worktree add -q ../new -b neighbour
  [ -z "${1:-}" ] || git config extensions.worktreeConfig true
  cd $'../new\nline'
  paused_on_the_branch
}

# Two git directories name one folder; only one of them is there.
another_at_the_old_place() {
  make_project
  git worktree add -q ../linked -b other
  mv ../linked ../moved
  git worktree add -q ../new -b third
  mv ../new ../linked
  cp .git/worktrees/linked/gitdir .git/worktrees/new/gitdir
  git -C ../linked switch -q --ignore-other-worktrees other
  cd ../moved
  write README "changed"
  works git handoff pause -m kept
  expect_contains "$out" "checked out in another worktree"
}

copied() {
  make_project
  git worktree add -q ../linked -b other
  cp -a ../linked ../copy
  cd ../copy
  paused_on_the_branch
}

in_both() {
  make_project
  git worktree add -q --force ../linked main
  write README "changed"
  works git handoff pause -m mine
  expect_contains "$out" "checked out in another worktree"
  cd ../linked
  write README "changed otherwise"
  test_tick
  works git handoff pause -m theirs
  expect_contains "$out" "checked out in another worktree"
  # The newer one is the other worktree's.
  cd "$OLDPWD"
  works git handoff resume --continue
  expect_contains "$out" "why: mine"
  expect_contains "$err" "note: paused on this branch in another worktree: main-" "(in 'linked')"
}

# It was put there since: its files would not follow.
in_both_since() {
  make_project
  write README "changed"
  works git handoff pause -m kept
  git worktree add -q --force ../linked main
  local verb tip
  tip=$(git rev-parse main)
  works git handoff status
  expect_contains "$out" "main is checked out in $(realpath ../linked) as well"
  for verb in "resume --continue" "resume --fresh" undo "resume --continue --switch"; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff $verb
    expect_contains "$err" "'main' is checked out in another worktree" "git -C $(realpath ../linked) switch --detach"
    expect_equal "$tip" "$(git rev-parse main)" "$verb"
    expect_equal "" "$(git -C ../linked status --porcelain)" "$verb"
  done
  git -C ../linked switch -q --detach
  works git handoff resume --continue
  expect_equal " M README" "$(git status --porcelain)"
}

# Both are at no branch: the records lie side by side.
checkpoint_of_another() {
  make_project
  git worktree add -q --detach ../linked
  git switch -q --detach
  write README "changed here"
  write ../linked/README "changed there"
  works git -C ../linked handoff checkpoint
  works git handoff checkpoint
  works git handoff pause -m kept
  expect_equal "linked main" "$(git for-each-ref --format='%(objectname)' refs/handoffs/active |
    xargs -I{} git show {}:handoff.json | jq -r .git.worktree.name | sort | xargs)" "live records"
}

# Where the branch is, all of it can be done; a detached HEAD at its tip has nothing to take off.
of_a_branch_elsewhere() {
  make_project
  git switch -q -c login
  write README "work"
  works git handoff pause -m kept
  git branch keep
  git worktree add -q --detach ../linked
  cd ../linked
  must_fail 1 git handoff resume
  expect_contains "$err" "'login' is checked out in another worktree" "hint: cd "
  expect_lacks "$err" "--unwrap"
  git branch -q -D keep
  works git handoff resume --continue --keep-wip
  works git handoff status
  expect_lacks "$out" "still on the branch" "git reset"
  cd ../"$(basename "$OLDPWD")"
  works git handoff status
  expect_contains "$out" "is still on the branch: git handoff undo"
}

test_case "a detached HEAD at another worktree's WIP commit is sent there" of_a_branch_elsewhere
test_case "a repository with a separate git directory, and its linked worktree" separate
test_case "a linked worktree that was moved by hand, and repaired" moved
test_case "a linked worktree with a line end in its name" odd_name
test_case "... and git is asked where it is" odd_name asked
test_case "a linked worktree whose old place another one took is not that" another_at_the_old_place
test_case "a copy of a linked worktree's folder is that worktree" copied
test_case "a branch that two worktrees have keeps its tip" in_both
test_case "... where the other one has it since the pause" in_both_since
test_case "a pause leaves the checkpoint of another worktree alone" checkpoint_of_another

blank_in_its_name() {
  local id
  make_project
  git worktree add -q "../a side" -b side
  cd "../a side"
  write README changed
  works git handoff pause -m x
  id=$(live_ids)
  cd ../repo
  run git handoff resume --fresh "$id"
  expect_contains "$out$err" "cd '$(dirname "$PWD")/a side'"
}
test_case "a hint that leads into a worktree goes whatever its name is" blank_in_its_name

# Git moves it at the end, as if it was checked out there.
at_work_elsewhere() {
  make_project
  git switch -q -c login
  git commit -q --allow-empty -m one
  git branch below
  git commit -q --allow-empty -m two
  write README "work"
  works git handoff pause -m kept
  git switch -q main
  git worktree add -q ../linked login
  (
    cd ../linked
    export GIT_SEQUENCE_EDITOR="sed -i '1s/^[a-z]* .*/break/'"
    case $1 in
    rebase) git rebase -q -i HEAD~2 ;;
    apply) git rebase -q --apply "$(git commit-tree -m other "$(git mktree <<<"100644 blob $(echo other | git hash-object -w --stdin)	README")")" || true ;;
    bisect) git bisect start HEAD HEAD~3 ;;
    update-refs)
      git switch -q --detach
      git -c rebase.updateRefs=true rebase -q -i HEAD~2 || true
      grep -q refs/heads/login "$(git rev-parse --git-path rebase-merge/update-refs)"
      ;;
    esac
  ) >/dev/null 2>&1 || skip "git cannot do that here"
  expect_equal "" "$(git -C ../linked branch --show-current)" "linked"
  tip=$(git rev-parse login)
  must_fail 1 git handoff resume login --continue --switch
  expect_contains "$err" "'login' is checked out in another worktree"
  must_fail 1 git handoff resume login --continue --switch --keep-wip
  expect_equal "main $tip" "$(git branch --show-current) $(git rev-parse login)" "here"
}
for how in rebase apply bisect update-refs; do
  test_case "a branch that another worktree holds is not switched to: $how" at_work_elsewhere $how
done

# Git then says of the bare repository, in the worktree, that it has a branch checked out.
bare_by_its_own_config() {
  make_project project
  git clone -q --bare . ../bare.git
  git -C ../bare.git worktree add -q ../work main 2>/dev/null
  cd ../work
  git sparse-checkout set src 2>/dev/null
  write src/util.c "half"
  works git handoff pause -m x
  expect_equal "" "$(git status --porcelain)"
  git switch -q -c other main~1
  works git handoff resume --continue --switch
  expect_equal "main  M src/util.c" "$(git branch --show-current) $(git status --porcelain)"
}
# Git lists the main worktree by its git directory where that lies apart.
git_dir_apart() {
  make_project lib
  git clone -q --separate-git-dir="$case_dir/apart" . "$case_dir/sep"
  cd "$case_dir"
  make_repo super
  git -c protocol.file.allow=always submodule --quiet add "$case_dir/lib" sub
  git commit -qm sub
  local main hint
  for main in "$case_dir/sep" sub; do
    (
      cd "$main"
      main=$PWD
      git worktree add -q -b side ../side 2>/dev/null
      write src/util.c "half"
      works git handoff pause -m x
      cd ../side
      must_fail 1 git handoff resume --continue --switch
      hint=$(sed -n 's/^hint: //p' <<<"$err")
      case $main in
        */sub) expect_contains "$hint" "cd $main && git handoff resume main-" ;;
        *) expect_contains "$hint" "in the working tree of $case_dir/apart: git handoff resume main-" ;;
      esac
      cd "$main"
      rm -rf ../side
    )
  done
}
test_case "where to go on is a working tree also where its git directory lies apart" git_dir_apart
test_case "a bare repository whose worktrees are sparse is no worktree" bare_by_its_own_config

# two_bisects: both worktrees stand at one commit without a branch, each in the middle of a bisect, with work of its own.
two_bisects() {
  make_project project
  git worktree add -q --detach ../w2 2>/dev/null
  git switch -q --detach
  git bisect start HEAD HEAD~1 >/dev/null 2>&1
  write README "in the first"
  works git handoff pause -m first --next "the first's"
  first=$(live_ids)
  cd ../w2
  git bisect start HEAD HEAD~1 >/dev/null 2>&1
  test_tick
  write README "in the second"
  works git handoff pause -m second --next "the second's"
  second=$(git handoff status --json | jq -r '.active[0].id')
  cd ../project
}

# What is paused without a branch in another worktree is nothing of this one's, but where HEAD stands on it.
no_branch_in_both() {
  two_bisects
  works git handoff status
  expect_contains "$out" "safe to continue"
  works git handoff edit --next "typed here"
  works git handoff show "$second"
  expect_lacks "$out" "typed here"
  works git handoff status --all
  expect_matches "$out" "/w2  no branch
${second##*-} "
  git stash -q
  works git handoff resume --continue --apply
  expect_file README "in the first"
  must_fail 1 git handoff discard
  expect_contains "$(git handoff list --all)" "${second##*-}"
  cd ../w2
  works git handoff resume --continue
  expect_contains "$out" "Resumed"
}
test_case "two worktrees without a branch have each their own" no_branch_in_both

under_way_there() {
  two_bisects
  must_fail 1 git handoff resume "$second"
  expect_contains "$out" "it was kept in $case_dir/w2: go on there"
  expect_lacks "$out" "no longer"
  checked -v "$second"
  expect_contains "$out" "the bisect is still under way in worktree 'w2'"
  git -C ../w2 bisect reset >/dev/null 2>&1
  checked -v "$second"
  expect_contains "$out" "the bisect is no longer under way in worktree 'w2'"
}
test_case "... and what is under way is what is so there" under_way_there

# The only one there is may be another worktree's, whose HEAD stands on it.
wip_of_another() {
  make_project project
  git worktree add -q --detach ../w2 2>/dev/null
  git switch -q --detach
  (
    cd ../w2
    write README "in the second"
    works git handoff pause -m second
  )
  local flag
  for flag in "" --keep-wip --switch; do
    must_fail 1 git handoff resume --continue $flag
    expect_contains "$err" "this was paused in another worktree" "cd $case_dir/w2 && git handoff resume"
  done
  expect_equal "" "$(git status --porcelain)"
  # Of one that was removed by hand nobody goes on there.
  mv ../w2 ../aside
  must_fail 1 git handoff resume
  expect_lacks "$out$err" "go on there"
  mv ../aside ../w2
  works git handoff resume --continue --apply
  expect_file README "in the second"
}
test_case "what is paused without a branch in another worktree is gone on with there" wip_of_another

test_done
