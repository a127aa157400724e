#!/usr/bin/env bash
# Hooks and filters that a pause runs are the user's programs: what they write into the repository is theirs, and they
# see it as under git's own commands.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

# hook NAME: its body from stdin.
hook() {
  { echo '#!/bin/sh' && cat; } >".git/hooks/$1"
  chmod +x ".git/hooks/$1"
}

refs_are_whole() {
  run git fsck --full --no-dangling
  expect_equal 0 "$code" "$(show_run git fsck)"
}

# The hook leaves its stash behind: the edit is nowhere else.
stash_of_a_hook() {
  make_project
  git config handoff.verify true
  hook pre-commit <<<'git stash push -q --keep-index || exit 1; exit 1'
  write src/main.c "staged" && git add src/main.c
  write src/util.c "hours of work"
  must_fail 1 git handoff pause -m x
  expect_contains "$(git stash show -p 'stash@{0}')" "hours of work"
  refs_are_whole
  git checkout -q 'stash@{0}' -- .
  expect_contains "$(cat src/util.c)" "hours of work"
}
test_case "what the pre-commit hook of a refused pause stashed is in the stash" stash_of_a_hook

# filter_with_refs: a clean filter that keeps the content in git, below a ref, and enters a key for it.
filter_with_refs() {
  mkdir -p "$case_dir.aside"
  cat >"$case_dir.aside/clean" <<'END'
#!/bin/sh
o=$(git hash-object -w --stdin) && git update-ref "refs/big/$o" "$o" && echo "key $o"
[ ! -e "$1" ] || exit 1
END
  chmod +x "$case_dir.aside/clean"
  git config filter.big.clean "$case_dir.aside/clean $case_dir.aside/fails"
  git config filter.big.smudge 'sh -c "read -r key oid && git cat-file blob \$oid"'
  git config filter.big.required true
  echo '*.big filter=big' >.git/info/attributes
  write a.big "content that is nowhere else"
}

objects_of_a_filter() {
  make_project
  filter_with_refs
  works git handoff pause -m x
  refs_are_whole
  git switch -q --detach HEAD~1
  git switch -q main
  expect_equal "content that is nowhere else" "$(cat a.big)"
  works git handoff resume --continue
  touch "$case_dir.aside/fails"
  write a.big "another content"
  must_fail 128 git handoff pause -m y
  refs_are_whole
  expect_equal 2 "$(git for-each-ref refs/big | wc -l)"
}
test_case "what a clean filter keeps below a ref is there after a pause, and after one that is refused" objects_of_a_filter

objects_of_a_filter_after_a_kill() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_project
  filter_with_refs
  GIT_HANDOFF_FAULT=quarantine-before-pack run git-handoff pause -m x
  expect_equal 137 "$code"
  works git handoff pause -m x
  refs_are_whole
}
test_case "... and after one that was killed" objects_of_a_filter_after_a_kill

# A check over '*.py' looks at all of them.
pathspecs_of_a_hook() {
  make_project
  git config handoff.verify true
  hook pre-commit <<'END'
for file in $(git diff --cached --name-only -- "*.py"); do ! grep -q BROKEN "$file" || exit 1; done
END
  hook post-checkout <<<"git ls-files '*.c' >'$case_dir/seen'"
  write a.py "BROKEN" && git add a.py
  must_fail 1 git handoff pause -m x
  expect_contains "$err" "the pre-commit hook refused"
  write a.py "whole" && git add a.py
  works git handoff pause -m x
  git switch -q -c other HEAD~1
  works git handoff resume --continue --switch
  expect_contains "$(cat "$case_dir/seen")" src/main.c
}
test_case "hooks read pathspecs as under git's own commands" pathspecs_of_a_hook


# counted NAME: a program that writes an object and points a ref at it, then does what it is called with.
counted() {
  mkdir -p "$case_dir.aside"
  {
    echo '#!/bin/sh'
    echo "o=\$(date +%N | git hash-object -w --stdin) && git update-ref \"refs/$1/\$o\" \"\$o\""
    cat
  } >"$case_dir.aside/$1"
  chmod +x "$case_dir.aside/$1"
}

# Git asks the filter about a file that is as long as what the index has.
objects_of_a_filter_in_a_refresh() {
  make_project
  counted cleaned <<<'exec cat'
  git config filter.counted.clean "$case_dir.aside/cleaned"
  echo '*.txt filter=counted' >.git/info/attributes
  write a.txt one
  commit_all one
  write a.txt two && git add a.txt
  works git handoff pause -m x
  write a.txt six
  works git handoff undo
  refs_are_whole
  write a.txt ten
  works git handoff undo
  refs_are_whole
  write a.txt ace
  works git handoff resume --continue
  refs_are_whole
  [ "$(git for-each-ref refs/cleaned | wc -l)" -gt 0 ] || fail "it was not run"
}
test_case "what a clean filter keeps while undo and resume look at a file is there" objects_of_a_filter_in_a_refresh

# Exact bytes that came along are compared with what was read, as git add would enter them.
objects_of_a_filter_over_what_came() {
  make_project
  write .gitattributes '*.txt text'
  commit_all attributes
  printf 'a\r\nb\nc\r\n' >mixed.txt
  works git handoff pause -m x
  git -C "$case_dir" clone -q repo clone
  cd ../clone
  git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  user_reads_all
  git remote remove origin
  counted cleaned <<<'exec cat'
  git config filter.counted.clean "$case_dir.aside/cleaned"
  echo '*.txt filter=counted' >.git/info/attributes
  works git handoff resume --continue
  [ "$(git for-each-ref refs/cleaned | wc -l)" -gt 0 ] || fail "it was not run"
  refs_are_whole
}
test_case "... and while what came along is compared with what was read" objects_of_a_filter_over_what_came

objects_of_a_smudge_filter() {
  make_project
  counted smudged <<<'exec cat'
  git config filter.counted.smudge "$case_dir.aside/smudged"
  git config filter.counted.clean cat
  echo '*.txt filter=counted' >.git/info/attributes
  write a.txt one
  works git handoff pause -m x
  refs_are_whole
  works git handoff resume --continue
  refs_are_whole
  [ "$(git for-each-ref refs/smudged | wc -l)" -gt 0 ] || fail "it was not run"
}
test_case "what a smudge filter keeps below a ref is there, too" objects_of_a_smudge_filter

objects_of_a_merge_driver() {
  make_project
  counted merged <<<'git merge-file "$2" "$1" "$3"'
  git config merge.counted.driver "$case_dir.aside/merged %O %A %B"
  echo '*.c merge=counted' >.git/info/attributes
  seq 20 >src/main.c
  commit_all two
  sed -i 's/^2$/two/' src/main.c
  works git handoff pause -m x
  git reset -q --hard HEAD~1
  sed -i 's/^18$/eighteen/' src/main.c
  commit_all three
  works git handoff resume --continue --apply
  expect_contains "$(cat src/main.c)" eighteen
  expect_contains "$(cat src/main.c)" two
  [ "$(git for-each-ref refs/merged | wc -l)" -gt 0 ] || fail "it was not run"
  refs_are_whole
}
test_case "... and what a merge driver does" objects_of_a_merge_driver
test_done
