#!/usr/bin/env bash
# Bytes that git shows no difference of (a filter takes them out, an attribute turns line ends, git ignores what it once
# tracked): no verb takes the only copy away, or keeps silent about where it is.
. "$(dirname "$0")/lib.sh"

# scrubbed: a project whose filter takes passwords out on the way in.
scrubbed() {
  make_project
  git config filter.scrub.clean "sed s/pw=.*/pw=XXX/"
  git config filter.scrub.smudge cat
  echo '*.cfg filter=scrub' >.gitattributes
  write x.cfg $'a\npw=old'
  commit_all "a filter"
}

# taken_out: conf, once tracked, is ignored now, and was edited; the branch other has the tracked one.
taken_out() {
  make_project
  write conf tracked
  commit_all "conf"
  git branch other
  git rm -q --cached conf
  echo /conf >.gitignore
  git add .gitignore
  write conf mine
}

# is_kept TEXT: some object has it.
is_kept() { git cat-file -e "$(printf '%s\n' "$1" | git hash-object --stdin --no-filters)"; }

# Git writes over it, and takes it away again.
away_and_back() {
  git checkout -q other
  git checkout -q main
  [ ! -e conf ] || fail "conf is there still"
}

fresh_over_filtered() {
  scrubbed
  write x.cfg $'b\npw=one'
  works git handoff pause -m x
  write x.cfg $'b\npw=two'
  works git handoff resume --fresh
  expect_contains "$out" "backup: the tree as it was: git handoff show main-"
  is_kept $'b\npw=two' || fail "nothing has the edit"
}
test_case "fresh keeps an edit that a filter hides" fresh_over_filtered

fresh_over_line_ends() {
  make_project
  echo '*.cfg text' >.gitattributes
  write x.cfg $'a\nb'
  commit_all "an attribute"
  write x.cfg $'a\nc'
  works git handoff pause -m x
  write x.cfg $'a\r\nc'
  git add x.cfg 2>/dev/null
  works git handoff resume --fresh
  expect_contains "$out" "backup: the tree as it was: git handoff show main-"
  is_kept $'a\r\nc' || fail "nothing has the line ends"
  expect_file x.cfg $'a\nb'
}
test_case "... and keeps line ends that git does not see" fresh_over_line_ends

# What is as git gives it is nothing to keep.
fresh_without_backup() {
  scrubbed
  write x.cfg $'b\npw=one'
  works git handoff pause -m x
  works git handoff resume --fresh
  expect_lacks "$out" backup
  works git handoff undo
  expect_lacks "$out" backup
  expect_file x.cfg $'b\npw=one'
}
test_case "what the record keeps is kept no second time" fresh_without_backup

undo_of_fresh() {
  scrubbed
  write x.cfg $'b\npw=one'
  works git handoff pause -m x
  works git handoff resume --fresh
  write x.cfg $'a\npw=my-new-password'
  git add x.cfg
  works git handoff undo
  expect_contains "$out" "backup: the tree as it was: git handoff show main-"
  is_kept $'a\npw=my-new-password' || fail "nothing has the edit"
  expect_file x.cfg $'b\npw=one'
}
test_case "undo of a fresh start keeps an edit that a filter hides" undo_of_fresh

# Git calls the tree clean, and the next switch takes the file.
undone_over() {
  if [ "$1" = filter ]; then
    scrubbed
    write x.cfg $'b\npw=one'
    file=x.cfg edit=$'b\npw=better'
  else
    taken_out
    file=conf edit="mine, better"
  fi
  works git handoff pause -m x
  if [ "$2" = resume ]; then works git handoff resume --continue; else works git handoff undo; fi
  write "$file" "$edit"
  works git handoff undo
  expect_contains "$out" "backup: the tree as it was: git handoff show main-"
  is_kept "$edit" || fail "nothing has the edit"
}
test_case "undo of a resume keeps what was edited since in a file that git ignores" undone_over ignored resume
test_case "... and behind a filter" undone_over filter resume
test_case "... so does the redo of a pause" undone_over ignored pause

nothing_edited() {
  taken_out
  works git handoff pause -m x
  works git handoff resume --continue
  works git handoff undo
  expect_lacks "$out" backup
  works git handoff undo
  expect_lacks "$out" backup
}
test_case "... and no copy is made where nothing was edited" nothing_edited

brought_over() {
  scrubbed
  write x.cfg $'b\npw=one'
  if [ "$1" = apply ]; then
    works git handoff pause --snapshot-only -m x
    git reset -q --hard
  else
    works git handoff pause -m x
    git reset -q --hard HEAD~1
  fi
  write x.cfg $'a\npw=my-new-password'
  git add x.cfg
  # shellcheck disable=SC2046
  works git handoff resume --continue $([ "$1" != apply ] || echo --apply)
  expect_contains "$out" "backup: the tree as it was before resuming: git handoff show main-"
  expect_lacks "$out" "had the kept work already"
  is_kept $'a\npw=my-new-password' || fail "nothing has the edit"
}
test_case "what --apply writes over is kept where a filter hides it" brought_over apply
test_case "... and what a resume does that brings the work back" brought_over back

switched_over() {
  scrubbed
  git switch -q -c other
  write x.cfg $'other\npw=old'
  commit_all "other"
  write README more
  works git handoff pause -m x
  git switch -q main
  write x.cfg $'a\npw=my-new-password'
  git add x.cfg
  if [ "$1" = fails ]; then # behind the switch, which stays
    grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
    GIT_HANDOFF_FAULT=resume-switched=stop run git-handoff resume --continue --switch
    expect_contains "$err" "the tree as it was before: git handoff show main-"
    is_kept $'a\npw=my-new-password' || fail "nothing has the edit"
    expect_equal 1 "$(git for-each-ref refs/handoffs/archive | wc -l)" "backups"
    return
  fi
  works git handoff resume --continue --switch
  expect_lacks "$out" "your edits since"
  expect_contains "$out" "backup: the tree as it was before resuming: git handoff show main-"
  is_kept $'a\npw=my-new-password' || fail "nothing has the edit"
}
test_case "... and what --switch does" switched_over goes
test_case "... also where what follows fails" switched_over fails

checkpoint_of_hidden() {
  scrubbed
  write x.cfg $'b\npw=one'
  works git handoff pause -m x
  write x.cfg $'b\npw=two'
  works git handoff checkpoint
  is_kept $'b\npw=two' || fail "nothing has the edit"
}
test_case "a checkpoint on a pause keeps an edit that a filter hides" checkpoint_of_hidden

# The commit has all but what git ignores, or was told not to look at.
committed_but() {
  if [ "$1" = ignored ]; then
    taken_out
    commit=(git commit -q -m own)
  else
    make_project
    write conf tracked
    commit_all "conf"
    git update-index --assume-unchanged conf
    write conf mine
    commit=(git commit -q -a -m own)
  fi
  echo more >>README
  works git handoff checkpoint -m c
  git add README
  "${commit[@]}"
  works git handoff list # it stands there still
  expect_lacks "$out" checkpoint
  if [ "$1" = hidden ]; then
    git update-index --no-assume-unchanged conf
    git checkout -q conf
  else
    rm conf
  fi
  works git handoff list
  expect_contains "$out" checkpoint
  works git handoff gc
  live_at_least 1 || fail "it is archived"
}
committed_whole() {
  make_project
  echo '*.cfg text' >.gitattributes
  write x.cfg $'a\r\nb'
  works git handoff checkpoint -m c
  commit_all own
  rm x.cfg
  git checkout -q x.cfg
  works git handoff list
  expect_lacks "$out" checkpoint
}
test_case "a checkpoint is over once line ends alone are in no commit" committed_whole

second_pause() {
  taken_out
  real_clock
  works git handoff pause -m x --next y
  away_and_back
  if [ "$1" = own ]; then
    git commit -q --allow-empty -m own
    write w w
  else
    git reset -q --soft HEAD~1
  fi
  works git handoff pause -m two --next y
  expect_contains "$err" "in the version before this one alone: 'conf' as it was paused: git cat-file blob"
}
test_case "a second pause tells of a file that only the first one has, behind a commit" second_pause own
test_case "... and behind a reset" second_pause soft

# exact_again HOW COMMAND...: what no checkout gives comes back, also where the command was refused, or killed, and has taken back what
# it had written: nobody else has touched these files.
exact_again() {
  local how=$1 kept
  shift
  make_project
  printf '*.up filter=up\n*.crlf text eol=lf\n' >.gitattributes
  git config filter.up.clean "tr A-Z a-z"
  git config filter.up.smudge cat
  write x.up base
  write y.crlf base
  commit_all base 2>/dev/null
  git branch other
  write own own
  commit_all own
  printf 'UPPER\n' >x.up
  printf 'crlf\r\n' >y.crlf
  write README edited
  kept=$(cat x.up y.crlf)
  real_clock
  works git handoff pause -m x --next y
  git checkout -q -f other
  [ "$how" = killed ] || git checkout -q main
  case $how in
    refused)
      touch .git/refs/heads/main.lock
      must_fail 128 "$@"
      rm .git/refs/heads/main.lock
      ;;
    killed)
      run env GIT_HANDOFF_FAULT=checkout-files-there "$@"
      expect_equal 137 "$code" "it was not killed"
      ;;
  esac
  works "$@"
  expect_lacks "$out$err" "edited since" "left as it is"
  expect_equal "$kept" "$(cat x.up y.crlf)"
}
test_case "a resume that was refused once brings the exact bytes all the same" exact_again refused git handoff resume --continue
test_case "... an undo of a pause" exact_again refused git handoff undo
test_case "... a resume that was killed" exact_again killed git handoff resume --continue --switch

undo_of_pause() {
  taken_out
  real_clock
  works git handoff pause -m x --next y
  if [ "$1" = redo ]; then
    works git handoff resume --continue
    works git handoff undo
  fi
  GIT_COMMITTER_DATE="@$(($(date +%s) - 9)) +0000" away_and_back # conf comes later than in that second
  if [ "$2" = folder ]; then mkdir conf; else write conf regenerated; fi
  works git handoff undo
  expect_contains "$err" "not put back, since something else stands there: 'conf' as it was paused: git cat-file blob"
}
test_case "undo of a pause tells of a file that something else stands in the way of" undo_of_pause undo file
test_case "... a folder" undo_of_pause undo folder
test_case "... so does the redo of a resume" undo_of_pause redo file

discarded() {
  taken_out
  real_clock
  works git handoff pause -m x --next y
  away_and_back
  # shellcheck disable=SC2086
  works git handoff $1
  expect_contains "$err" "in the archived record alone: 'conf' as it was paused: git cat-file blob"
}
test_case "discard tells of a file that only the record has" discarded discard
test_case "... so does resume --discard" discarded "resume --discard"

# The pause said so itself.
left_out() {
  make_project
  write .env tracked
  commit_all "env"
  git rm -q --cached .env
  write .env API_KEY=abcdef0123456789
  echo more >>README
  works git handoff pause -m x --next y
  expect_contains "$out$err" "left out: .env"
  works git handoff status
  expect_lacks "$out" "saved in the WIP commit"
  works git handoff resume --continue
  expect_lacks "$out" ".env: saved in the WIP commit" "edited since"
}
test_case "what was left out of the pause is called saved by nobody" left_out

taken_out_by_commit() {
  taken_out
  works git handoff pause --snapshot-only -m x --next y
  git commit -q -m own
  rm conf
  run git handoff resume --continue
  expect_lacks "$out" "conf: committed in"
  expect_contains "$out" "taken out in" "the record alone has it"
}
test_case "what a commit takes out, and the record has, is called committed by nobody" taken_out_by_commit

edited_ignored() {
  taken_out
  real_clock
  git reset -q --soft HEAD # the log of HEAD, which tells what was checked out, has a time of today
  works git handoff pause --snapshot-only -m x --next y
  write conf "mine, too"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "'conf' is not as it was kept" "'conf' as it was paused: git cat-file blob"
  expect_lacks "$err" --apply
}
test_case "no way is named that would not put the file back" edited_ignored

test_case "a checkpoint stays that alone has a file which git ignores" committed_but ignored
test_case "... and one that git was told not to look at" committed_but hidden

# Once an entry was written anew, git shows no difference of what its filter takes out.
paused_again() {
  scrubbed
  git switch -q -c other
  write x.cfg $'other\npw=old'
  commit_all "other"
  git switch -q main
  write x.cfg $'a\npw=mine, and longer'
  write README more
  works git handoff pause -m one
  if [ "$1" = resumed ]; then works git handoff resume --continue; else works git handoff undo; fi
  works git handoff pause -m two
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_file x.cfg $'a\npw=mine, and longer'
}
test_case "what a filter takes out is kept by a second pause, too" paused_again resumed
test_case "... behind an undo of the first" paused_again undone

# Of a file behind a flag, in no tree any more, the first checkpoint alone has the bytes.
hidden_then_gone() {
  make_project
  write conf tracked
  commit_all "conf"
  git update-index --skip-worktree conf
  write conf mine
  write README more
  works git handoff checkpoint -m first
  id=$(live_ids)
  git update-index --no-skip-worktree conf
  git checkout -q conf
  git commit -q -a -m own
}
named_on_clean_tree() {
  hidden_then_gone
  works git handoff checkpoint -m second
  works git handoff list
  expect_contains "$out" "$id"
}
test_case "a checkpoint of a clean tree takes no place of one that alone has a file" named_on_clean_tree

told_where_it_went() {
  hidden_then_gone
  must_fail 1 git handoff resume "$id" --continue
  expect_contains "$err" "'conf' as it was paused: git cat-file blob"
}
test_case "who is told that the work was committed is told what was not" told_where_it_went

# The record has no commit, for git sees nothing; it alone has the file.
beside_a_pause() {
  taken_out
  works git handoff pause -m x
  first=$(live_ids)
  write conf "mine, better"
  works git handoff checkpoint -m important
  id=$(live_ids | grep -v "$first")
  rm conf
  works git handoff resume "$id" --continue
  expect_contains "$out$err" "'conf' as it was paused: git cat-file blob"
}
test_case "a resume of what lies beside a commit alone tells where it is" beside_a_pause

gone_on_with() {
  scrubbed
  write x.cfg $'b\npw=one'
  works git handoff checkpoint -m c
  write x.cfg $'b\npw=two\nmore'
  git commit -q -a -m own
  works git handoff list
  expect_lacks "$out" checkpoint
}
test_case "a checkpoint is over once its files were edited further and committed" gone_on_with

test_done
