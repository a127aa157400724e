#!/usr/bin/env bash
# What makes a commit the record's work: the change itself, put onto another base as a cherry-pick would,
# under our message, on the record's own branch. A trailer, a patch-id or the same files prove nothing.
. "$(dirname "$0")/lib.sh"
variants=some

live() { git for-each-ref --format='%(refname)' refs/handoffs/active | wc -l; }
tip() { git rev-parse --verify -q "${1:-HEAD}"; }
everything() {
  git symbolic-ref -q HEAD || true
  git for-each-ref
  state_of_tree
}

# refused PART...: continuing says this, exits with 1 and changes nothing at all.
refused() {
  local before
  before=$(everything)
  must_fail 1 git handoff resume --continue
  expect_equal "$before" "$(everything)" "something moved"
  expect_contains "$err" "$@"
  expect_equal 1 "$(live)" "live records"
}

# kept_as_commit: --keep-wip retires the record and moves nothing.
kept_as_commit() {
  local before
  before=$(git for-each-ref refs/heads && state_of_tree)
  works git handoff resume --continue --keep-wip
  expect_equal "$before" "$(git for-each-ref refs/heads && state_of_tree)" "something moved"
  expect_equal 0 "$(live)" "live records"
}

# thirty: a file of thirty lines on main and feat; feat is checked out.
thirty() {
  make_repo
  seq -f 'line %g' 30 >file
  write other "other"
  commit_all "first"
  git switch -q -c feat
}

change() { sed -i "$1s/.*/$2/" file; }
upstream() {
  git switch -q main
  "$@"
  commit_all "upstream"
  git switch -q feat
}

# Line 5 staged, line 15 not, a new file; paused.
paused() {
  thirty
  change 5 staged
  git add file
  change 15 unstaged
  write new "new"
  works git handoff pause -m x
}

rebased_near() {
  paused
  upstream change 25 upstream
  works git rebase -q main
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "MM file
?? new" "$(git status --porcelain)"
  expect_equal "-line 5 +staged" "$(git diff --cached -U0 file | grep '^[-+][^-+]' | xargs)" "what is staged"
  expect_equal "-line 15 +unstaged" "$(git diff -U0 file | grep '^[-+][^-+]' | xargs)" "what is not staged"
  works git fsck --strict
  works git handoff undo
  expect_equal "" "$(git status --porcelain)" "after undo"
}

# Git drops the flags of a file that it writes.
flags_on_a_new_base() {
  thirty
  write both "both"
  commit_all both
  git update-index --skip-worktree other
  git update-index --assume-unchanged file
  git update-index --skip-worktree both
  git update-index --assume-unchanged both
  write new "new"
  works git handoff pause -m x
  upstream eval 'git update-index --no-skip-worktree other; git update-index --no-assume-unchanged file
    write other "theirs"; change 25 upstream'
  git update-index --no-skip-worktree other
  git update-index --no-assume-unchanged file
  git update-index --no-skip-worktree both
  git update-index --no-assume-unchanged both
  works git rebase -q main
  works git handoff resume --continue
  expect_equal "s both
h file
S other" "$(git ls-files -v)"
}

staged_conflicts() {
  thirty
  change 5 "first try"
  git add file
  change 5 "second try"
  write new "new"
  git add new
  works git handoff pause -m x
  upstream change 5 "second try"
  works git rebase -q main
  works git handoff resume --continue
  expect_contains "$err" "nothing is staged"
  expect_equal "?? new" "$(git status --porcelain)"
  expect_equal "second try" "$(sed -n 5p file)"
}

# Of a conflict nothing was staged, so that nothing of it stands against a new base.
conflict_and_staged() {
  thirty
  git switch -qc theirs
  change 1 theirs
  change 15 theirs
  commit_all theirs
  git switch -q main
  change 15 ours
  commit_all ours
  ! git merge -q theirs >/dev/null 2>&1 || fail "no conflict"
  [ -n "$(git ls-files -u)" ] || fail "no stages"
  write staged staged
  git add staged
  change 1 "line 1"
  works git handoff pause -m "in the merge"
  git reset -q --hard
  change 1 upstream
  commit_all upstream
  works git handoff resume --continue --apply
  expect_lacks "$err" "nothing is staged"
  expect_equal " M file
A  staged" "$(git status --porcelain)"
}

over_a_rename() {
  paused
  upstream git mv file renamed
  works git rebase -q main
  works git handoff resume --continue
  expect_equal "MM renamed
?? new" "$(git status --porcelain)"
  expect_equal "+staged" "$(git diff --cached -U0 | grep '^+[^+]')"
}

applied_near() {
  paused
  git reset -q --hard HEAD~1
  change 25 "moved on"
  commit_all "moved on"
  works git handoff resume --continue --apply
  expect_equal "MM file
?? new" "$(git status --porcelain)"
  expect_equal "-line 5 +staged" "$(git diff --cached -U0 file | grep '^[-+][^-+]' | xargs)" "what is staged"
}

# What a merge brings for the index alone has no time in it: the next try makes the very same pack.
applied_after_a_kill() {
  local point
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  paused
  git reset -q --hard HEAD~1
  change 25 "moved on"
  commit_all "moved on"
  cp -a . ../template
  for point in files-named-1 files-named-2; do
    cd ..
    rm -rf repo
    cp -a template repo
    cd repo
    GIT_HANDOFF_FAULT=$point run git-handoff resume --continue --apply
    expect_equal 137 "$code"
    git-handoff resume --continue --apply >/dev/null
    expect_equal "-line 5 +staged" "$(git diff --cached -U0 file | grep '^[-+][^-+]' | xargs)" "what is staged"
    works git fsck --strict
  done
}

trailers_added() {
  paused
  state=$(git show HEAD:file)
  git commit -q --amend -s --no-edit
  git log -1 --format=%B >../message
  printf '\nChange-Id: I0123\n' >>../message
  git commit -q --amend -F ../message
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "MM file
?? new" "$(git status --porcelain)"
  expect_equal "$state" "$(cat file)"
}

# Taken off with git alone, and brought back by a pick that says where from.
picked_back() {
  paused
  local wip
  wip=$(git rev-parse HEAD)
  git reset -q --hard HEAD~1
  git commit -q --allow-empty -m meanwhile
  git cherry-pick -x "$wip" >/dev/null
  works git handoff resume --continue
  expect_equal "meanwhile" "$(git log -1 --format=%s)"
  expect_equal "MM file
?? new" "$(git status --porcelain)"
}

reworded() {
  paused
  git commit -q --amend -m "feat: three things" "$@"
  refused "was committed as 'feat: three things'" "--keep-wip"
  kept_as_commit
}

reworded_with_trailer() { reworded -m "Handoff-Id: $(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)"; }

reworded_without_trailers() {
  paused
  git log -1 --format=%B | sed '/^Handoff-/d' >../message
  git commit -q --amend -F ../message
  refused "was committed as 'wip: x'" "--keep-wip"
}

split_by_hand() {
  paused
  git reset -q HEAD~1
  git add file
  git commit -q -m "feat: file"
  works git handoff status
  expect_lacks "$out" "was committed"
  git add -A
  git commit -q -m "feat: rest"
  works git handoff status
  expect_contains "$out" "the paused work was committed, the last of it as 'feat: rest'"
  refused "was committed, the last of it as 'feat: rest'" "--keep-wip"
  write later later
  git add later
  git commit -q --amend -m "feat: rest and more"
  works git handoff status
  expect_contains "$out" "the paused work was committed, the last of it as 'feat: rest and more'"
}

reworded_below() {
  paused
  local id
  id=$(git log -1 --format='%(trailers:key=Handoff-Id,valueonly)')
  git commit -q --amend -m "feat: three things" -m "Handoff-Id: $id"
  write later later
  commit_all "later"
  refused "was committed as 'feat: three things'"
}

altered_is_refused() {
  refused "was changed since" "--unwrap" "--keep-wip"
  shown=$(grep -o 'git \(diff\|range-diff\) [^ ]* [^ ]*$' <<<"$err")
  [ -n "$($shown)" ] || fail "'$shown' shows nothing"
}

amended() {
  paused
  write new "another"
  change 16 "and that"
  git commit -q -a --amend --no-edit
  x=$(tip)
  altered_is_refused
  works git handoff resume --continue --unwrap
  expect_equal "$(tip main)" "$(tip)"
  expect_equal " M file
?? new" "$(git status --porcelain)" "only equal blobs count"
  expect_equal another "$(cat new)"
  expect_contains "$out" "backup"
  local kept
  kept=$(git for-each-ref --contains "$x" --format='%(refname:lstrip=4)' refs/handoffs/archive)
  [ -n "$kept" ] || fail "what was taken off is in no ref"
  expect_equal "$x $(tip main)" "$(git handoff show --json "$kept" | json '"\(.git.wip_commit) \(.git.base)"')" "what was kept, and its base"
  works git handoff undo
  expect_equal "$x" "$(tip)"
  kept_as_commit
}

# A patch-id does not see it.
amended_in_white_space() {
  paused
  sed -i '15s/$/   /' file
  git commit -q -a --amend --no-edit
  altered_is_refused
}

conflict_resolved() {
  paused
  upstream change 15 upstream
  must_fail 1 git rebase -q main
  change 15 resolved
  sed -i '/^[<=>|]\{7\}/d; /^unstaged$/d' file
  git add file
  GIT_EDITOR=true works git rebase --continue
  altered_is_refused
  works git handoff resume --continue --unwrap
  expect_equal "$(tip main)" "$(tip)"
  expect_equal " M file
?? new" "$(git status --porcelain)"
}

squashed() {
  thirty
  write real "real"
  commit_all "feat: real"
  change 5 staged
  git add file
  works git handoff pause -m x
  id=$(git log -1 --format='%(trailers:key=Handoff-Id,valueonly)')
  git reset -q --soft HEAD~2
  git commit -q -m "feat: all of it" ${1:+-m "$1$id"}
  refused "went into 'feat: all of it'" "--keep-wip"
  write later later
  commit_all "later"
  refused "went into 'feat: all of it'"
  kept_as_commit
}

squashed_with_trailer() { squashed "Handoff-Id: "; }

fixup_of_the_commit_below() {
  thirty
  write real "real"
  commit_all "feat: real"
  change 5 staged
  works git handoff pause -m x
  GIT_SEQUENCE_EDITOR='sed -i 2s/pick/fixup/' works git rebase -q -i main
  refused "went into 'feat: real'"
}

folded_into_the_next() {
  paused
  write later later
  commit_all "later"
  GIT_SEQUENCE_EDITOR='sed -i 2s/pick/squash/' GIT_EDITOR=true works git rebase -q -i main
  before=$(git for-each-ref refs/heads)
  must_fail 1 git handoff resume --continue
  expect_equal "$before" "$(git for-each-ref refs/heads)" "a commit with somebody's work was taken off"
}

# The paused lines were worked on before they were committed: no merge finds them there.
amended_and_gone_on() {
  paused
  change 5 "staged, and more"
  change 15 again
  git commit -q -a --amend -m "feat: real"
  refused "went into 'feat: real'" "--keep-wip"
  works git handoff status
  expect_contains "$out" "the paused work went into 'feat: real'"
  change 5 "yet more"
  git commit -q -a --amend -m "feat: all of it"
  write later later
  commit_all "later"
  refused "went into 'feat: all of it'"
  git revert --no-edit HEAD~1 >/dev/null
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" "went into"
  git reset -q --hard HEAD~1
  kept_as_commit
}

amended_without_a_file() {
  paused
  change 5 "staged, and more"
  git rm -q --cached new
  git commit -q -a --amend -m "feat: real"
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" "went into" "merge it into the tree" "merge the kept work into"
  expect_contains "$err" "git handoff discard"
}

# Taken off by hand: lines beside those of the work are proof, other lines in their place are none.
taken_off_and_gone_on() {
  paused
  git reset -q --soft HEAD~1
  change 4 beside
  git commit -q -a -m "feat: real"
  refused "went into 'feat: real'"
  change 5 other
  git commit -q -a --amend -m "feat: other"
  must_fail 1 git handoff resume --continue
  expect_lacks "$err" "went into" "merge it into the tree" "merge the kept work into"
  expect_contains "$err" "see what it has otherwise: git diff HEAD " "or archive it: git handoff discard "
  works git handoff status
  expect_contains "$out" "git handoff discard "
  works git handoff discard
  expect_equal 0 "$(live)" "live records"
}

copied() {
  paused
  git switch -q main
  change 28 "main's"
  commit_all "main"
  git cherry-pick feat >/dev/null
  copy=$(tip)
  refused "paused on 'feat'" "--switch"
  works git handoff resume --continue --switch
  expect_equal "$copy" "$(tip main)" "the copy"
  expect_equal "MM file
?? new" "$(git status --porcelain)"
}

merged_into_another() {
  paused
  git switch -q main
  git merge -q --no-ff -m merged feat
  before=$(everything)
  must_fail 1 git handoff resume --continue --switch
  expect_contains "$err" "is in another branch, too: refs/heads/main"
  expect_equal "$before" "$(everything)" "something moved"
}

branch_off_the_wip() {
  paused
  git switch -q -c off
  refused "is in another branch, too: refs/heads/off"
  git branch -q -D feat
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip off)" "a renamed branch is the record's own"
}

branch_for_a_detached_head() {
  thirty
  git switch -q --detach
  change 5 staged
  works git handoff pause -m x
  git switch -q -c rescue
  works git handoff resume --continue "$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)"
  expect_equal "$(tip main)" "$(tip rescue)"
  expect_equal " M file" "$(git status --porcelain)"
}

# Staged and taken back in the tree: the commit is empty, the index is not.
empty_wip() {
  thirty
  change 5 staged
  git add file
  change 5 "line 5"
  works git handoff pause -m x
  expect_equal "" "$(git diff HEAD~1 --name-only)"
}

empty_rebased() {
  empty_wip
  upstream change 25 upstream
  works git rebase -q main
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "MM file" "$(git status --porcelain)"
  expect_equal "-line 5 +staged" "$(git diff --cached -U0 file | grep '^[-+][^-+]' | xargs)"
}

empty_of_somebody() {
  empty_wip
  git reset -q --hard main
  git commit -q --allow-empty -m "trigger the build"
  x=$(tip)
  must_fail 1 git handoff resume --continue
  expect_equal "$x" "$(tip)" "an empty commit of somebody's was taken off"
  expect_lacks "$err" "committed as" "went into"
}

empty_on_top() {
  paused
  git commit -q --allow-empty -m "trigger the build"
  x=$(tip)
  works git handoff status
  expect_contains "$out" "1 commit is on top of the paused work"
  expect_lacks "$out" "committed as"
  must_fail 1 git handoff resume --fresh
  expect_equal "$x 1" "$(tip) $(git for-each-ref refs/handoffs/active | wc -l)" "a record retired, and its work in the branch"
}

stack() {
  paused
  change 20 later
  write second "second"
  works git handoff pause -m y
  expect_equal 2 "$(git rev-list --count main..)"
}

# Somebody made the same change as the first pause; the second goes on from it, in the same line.
stack_half_in_the_base() {
  local left=$1
  shift
  thirty
  change 5 first
  works git handoff pause -m x
  change 5 second
  works git handoff pause -m x
  upstream change 5 first
  works git rebase -q "$@" main
  expect_equal "$left" "$(git rev-list --count main..)" "WIP commits"
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "-first +second" "$(git diff -U0 file | grep '^[-+][^-+]' | xargs)"
  expect_equal 0 "$(live)" "live records"
}

# The second is here as it was, and the first is nowhere: that is not the work.
stack_without_its_first_half() {
  thirty
  change 5 first
  works git handoff pause -m x
  change 25 second
  works git handoff pause -m x
  upstream change 15 upstream
  works git rebase -q --onto main HEAD~1
  expect_equal 1 "$(git rev-list --count main..)" "WIP commits"
  refused "was changed since"
}

stack_rebased() {
  stack
  upstream change 28 upstream
  works git rebase -q main
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "MM file
?? new
?? second" "$(git status --porcelain)"
  expect_equal "+staged" "$(git diff --cached -U0 | grep '^+[^+]')"
}

# What shows the kept work shows all of it, also what went below the last pause.
stack_is_shown() {
  local way
  stack
  git reset -q --hard main
  run git handoff check
  way=$(sed -n 's/.*the work is kept: //p' <<<"$out" | head -n 1)
  # shellcheck disable=SC2086  # a command of several words
  works $way --name-only
  expect_contains "$out" file new second
}

stack_in_one() {
  stack
  GIT_SEQUENCE_EDITOR='sed -i 2s/pick/fixup/' works git rebase -q -i main
  works git handoff resume --continue
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "second" "$(cat second)"
}

# The record holds more than what is at HEAD: it is not retired before that is back.
older_wip() {
  expect_equal 1 "$(live)"
  must_fail 1 git handoff resume --continue "$id"
  expect_equal 1 "$(live)" "the newer work was retired"
  works git handoff resume --continue --apply "$id"
  expect_equal second "$(cat second)"
  expect_equal later "$(sed -n 20p file)"
  expect_equal 0 "$(live)"
  expect_equal "$(tip main)" "$(tip)" "the older WIP commit is off the branch"
  expect_equal "$whole" "$(state_of_tree)" "the whole stack, as it was"
  works git handoff undo
  expect_contains "$(git log -1 --format=%s)" "wip: "
  expect_equal "" "$(git diff --cached --name-only)" "staged behind the undo"
  expect_equal 1 "$(live)"
}

named_stack() {
  stack
  id=$(git for-each-ref --format='%(refname:lstrip=4)' refs/handoffs/active)
  own_copy . ../copy
  whole=$(cd ../copy && git handoff resume --continue >/dev/null 2>&1 && state_of_tree)
}

stack_was_cut() {
  named_stack
  git reset -q --hard HEAD~1
  older_wip
}

# What starting fresh names first is typed as it is told.
fresh_on_older() {
  local way
  named_stack
  git reset -q --hard HEAD~1
  must_fail 1 git handoff resume --fresh
  way=$(sed -n 's/.*and start fresh: //p' <<<"$err")
  # shellcheck disable=SC2086  # a command of several words
  works $way
  works git handoff undo
  expect_contains "$out" "the branch ends in the WIP commit again"
}

# What others have is theirs to take off.
older_is_published() {
  named_stack
  git reset -q --hard HEAD~1
  git update-ref refs/remotes/origin/feat HEAD
  works git handoff resume --continue --apply "$id"
  expect_equal second "$(cat second)"
  expect_equal "$(tip origin/feat)" "$(tip)" "what is published is off the branch"
}

detached_at_older() {
  named_stack
  git switch -q --detach HEAD~1
  git branch -q -f feat "$(tip)"
  git switch -q feat
  older_wip
}

branch_off_older() {
  named_stack
  git switch -q -c off HEAD~1
  must_fail 1 git handoff resume --continue "$id"
  expect_equal 1 "$(live)" "the newer work was retired"
  works git handoff resume --continue --switch "$id"
  expect_equal second "$(cat second)"
  expect_equal "$(tip main)" "$(tip feat)"
}

test_case "rebased onto a change elsewhere in the same file: staged is what was staged" rebased_near
test_case "rebased: flags that the index had come back" flags_on_a_new_base
test_case "what was staged conflicts with the new base: nothing is staged, and said" staged_conflicts
test_case "rebased over a rename: goes along" over_a_rename
test_case "merged onto a branch that moved on: staged is what was staged" applied_near
test_case "... and where a first try was killed before its pack had an index" applied_after_a_kill
test_case "trailers added by an amend or a hook: taken off" trailers_added
test_case "picked again with git cherry-pick -x: taken off" picked_back
test_case "the message was rewritten: a commit of somebody's stays" reworded
test_case "... with our trailer kept in it" reworded_with_trailer
test_case "... with nothing but our trailers taken out" reworded_without_trailers
test_case "... with commits on top" reworded_below
test_case "... in two commits: the last of it is told as that" split_by_hand
test_case "amended under our message: shows the difference, asks, keeps the commit" amended
test_case "amended in white space only: not what was paused" amended_in_white_space
test_case "what was staged beside a conflict is staged on a new base" conflict_and_staged
test_case "a conflict was resolved in the rebase: the same" conflict_resolved
test_case "squashed into other work: stays, and said which" squashed
test_case "... with a trailer" squashed_with_trailer
test_case "made a fixup of the commit below: stays, and said which" fixup_of_the_commit_below
test_case "folded into the commit above: stays" folded_into_the_next
test_case "amended into a commit of its own with more edits: stays, and said which" amended_and_gone_on
test_case "... but for a file: nothing is said to be in it" amended_without_a_file
test_case "taken off by hand and committed with more edits" taken_off_and_gone_on
test_case "copied to another branch: the copy is left alone and is not published" copied
test_case "merged into another branch: refused before anything is switched" merged_into_another
test_case "a branch off the WIP is not the record's, a renamed one is" branch_off_the_wip
test_case "a branch made for a detached HEAD" branch_for_a_detached_head
test_case "an empty WIP commit that was rebased: the index comes back" empty_rebased
test_case "an empty commit of somebody's is not taken for an empty WIP" empty_of_somebody
test_case "an empty commit on top of a WIP is not the work" empty_on_top
test_case "a stack of WIP commits, rebased" stack_rebased
test_case "a stack of which the new base has the first half, and the rebase dropped it" stack_half_in_the_base 1
test_case "... and the rebase kept it, empty" stack_half_in_the_base 2 --reapply-cherry-picks --empty=keep
test_case "... and of which a rebase dropped the first half, though the base has it not" stack_without_its_first_half
test_case "a stack made one commit" stack_in_one
# kept_bytes_rebased HOW COMMAND...: exact bytes of a file are kept; upstream changes another line of it.
kept_bytes_rebased() {
  local how=$1
  shift
  make_project
  seq 30 >f
  printf '* text=auto\n' >.gitattributes
  commit_all thirty
  git switch -q -c feat
  sed -i 's/^25$/25 mine\r/' f
  works git handoff pause -m x
  if [ "$how" = rebase ]; then
    git switch -q main
    sed -i 's/^3$/3 of a colleague/' f
    git commit -qam upstream
    git switch -q feat
    git rebase -q main
    works git handoff resume --continue
  else
    sed -i 's/^3$/3 of a colleague/' f
    git commit -qa --amend --no-edit 2>/dev/null
    works git handoff resume --continue --unwrap
  fi
  grep -q colleague f || fail "the other line is gone: $(git diff f)"
  grep -q "25 mine" f || fail "the work is gone"
}
test_case "exact bytes of a file that was merged in a rebase are those of another" kept_bytes_rebased rebase
test_case "... or amended" kept_bytes_rebased amend

variants=odd

# encoded ENCODING LETTER: i18n.commitEncoding, which a rebase writes into the WIP commit.
encoded() {
  thirty
  git config i18n.commitEncoding "$1"
  change 5 staged
  git add file
  change 15 unstaged
  write new "new"
  works git handoff pause -m x --next "pr$2fe das"
  upstream change 25 upstream
  works git rebase -q main
  expect_equal "$1" "$(git log -1 --format=%e)" "the encoding header"
  works git handoff resume --continue
  expect_contains "$out$err" "pr$2fe das"
  expect_equal "$(tip main)" "$(tip)"
  expect_equal "MM file
?? new" "$(git status --porcelain)"
}
test_case "a WIP commit that was rebased with i18n.commitEncoding" encoded ISO-8859-1 ü
test_case "... in an encoding of several bytes" encoded EUC-JP 日本

added_without_its_file() {
  make_project
  git switch -q -c up
  write up up
  commit_all up
  git switch -q main
  echo more >>src/main.c
  write new new
  git add -N new
  rm new
  local before
  before=$(git status --porcelain)
  works git handoff pause -m x
  git rebase -q up
  works git handoff resume --continue
  expect_equal "$before" "$(git status --porcelain)"
}
test_case "git add -N of a file that is gone again, rebased" added_without_its_file

detached_below_the_first_commit() {
  git init -q
  write a 1
  works git handoff pause -m one
  git switch -q --detach
  git branch -q -D main
  write a 2
  works git handoff pause -m two
  local how before
  before=$(cat .git/HEAD)
  for how in --continue "--unwrap --continue" --fresh; do
    # shellcheck disable=SC2086  # one option, or two
    must_fail 1 git handoff resume $how
    expect_equal "$before" "$(cat .git/HEAD)" "HEAD after $how"
  done
  works git switch -q -c kept
  works git handoff resume --continue
  expect_equal 2 "$(cat a)"
}
test_case "HEAD is never taken away where it is detached above no commit" detached_below_the_first_commit

test_case "a stack that is off its branch is shown whole by the command that check names" stack_is_shown
test_case "at an older WIP commit after a reset: the newer work is not retired unseen" stack_was_cut
test_case "... and start fresh names the resume that goes" fresh_on_older
test_case "... and where others have the older one it stays on the branch" older_is_published
test_case "... after the branch was put there" detached_at_older
test_case "... on a branch off it" branch_off_older
# Which keeps what the refs were: as good as new. Where nothing did, there are the record's words.
all_refs_rewritten() {
  make_project
  works git handoff note task "sign the tokens"
  make_work
  local before
  before=$(state_of_tree)
  works git handoff pause --next "the expiry"
  FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --env-filter 'GIT_AUTHOR_EMAIL=new@example.com' -- --all >/dev/null 2>&1
  must_fail 128 git handoff resume --continue
  expect_contains "$err" "is damaged" "git handoff doctor"
  run git handoff doctor
  expect_contains "$out" "hint: as it was before it was rewritten: git update-ref refs/handoffs/active/"
  eval "$(sed -n 's/.*rewritten: //p' <<<"$out")"
  if [ "$1" = kept ]; then
    works git handoff resume --continue
    expect_state "$before"
    works git handoff note --list
    expect_contains "$out" "sign the tokens"
    return
  fi
  local ref
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active/)
  git update-ref "$ref" "$(git cat-file commit "$ref" | sed "s/^parent .*/parent $(git rev-parse HEAD)/" | git hash-object -t commit -w --stdin)"
  git for-each-ref --format='delete %(refname)' refs/original | git update-ref --stdin
  run git handoff doctor
  expect_contains "$out" "hint: its words can be read: git cat-file -p $ref:handoff.json | git handoff import -;"
  eval "$(sed -n 's/.*can be read: \(.*import -\); .*/\1/p' <<<"$out")" >/dev/null
  user_reads
  works git handoff show
  expect_contains "$out" "sign the tokens"
}
test_case "git filter-branch --all: doctor names what it kept" all_refs_rewritten kept
test_case "... or the words of a record, where nothing was kept" all_refs_rewritten lost

test_done
