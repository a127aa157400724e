#!/usr/bin/env bash
# The files that resume --switch and --apply write are those that `git switch` would write: by filters that are
# found where they stand in the working tree, and by all attributes that hold there.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

# filtered_work: paused on 'feat', with a file that a filter in the working tree has to write. 'main' is checked out.
filtered_work() {
  make_project
  git switch -q -c feat
  write 'my tools/upper.sh' '#!/bin/sh' '[ -z "${GIT_WORK_TREE+x}${GIT_INDEX_FILE+x}" ] || echo >inherited' \
    'pwd >>../ran-in' 'tr a-z A-Z'
  chmod +x 'my tools/upper.sh'
  git -C . add -A
  git commit -q -m tools
  git branch -q -f main
  git config filter.up.smudge '"./my tools/upper.sh" %f'
  git config filter.up.clean 'tr A-Z a-z'
  write .gitattributes '*.up filter=up'
  write a.up "LOUD"
  git handoff pause -m kept >/dev/null
  git switch -q main
  rm -f ../ran-in inherited
}

# back_by WAY
back_by() {
  if [ "$1" = apply ]; then
    git branch -q -D feat
    git branch -q feat main
    set -- apply "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)"
  fi
  run git handoff resume ${2+"$2"} --continue "--$1"
}

relative_filter() {
  filtered_work
  [ "$2" = optional ] || git config filter.up.required true
  back_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  expect_file a.up "LOUD"
  expect_equal "$PWD" "$(sort -u ../ran-in)"
  [ ! -e inherited ] || fail "the filter was given variables of ours"
}

missing_filter() {
  filtered_work
  git config filter.up.required true
  git config filter.up.smudge "./nowhere/upper.sh"
  local before
  before=$(state_of_tree)
  back_by switch
  [ "$code" -ne 0 ] || fail "it worked without its filter"
  expect_equal "$before" "$(state_of_tree)"
  expect_equal main "$(git symbolic-ref --short HEAD)"
}

# As after `git switch`: attributes in .git/info, and those of a .gitattributes that git does not track.
other_attributes() {
  make_project
  printf '%s\n' .gitattributes >.git/info/exclude
  write .gitattributes '*.dos eol=crlf'
  write sub/.gitattributes '*.w eol=crlf'
  write sub/keep "a folder"
  write sub/deep/.gitattributes '*.d eol=crlf'
  write sub/deep/keep "a folder"
  git add sub
  git commit -q -m sub
  printf '%s\n' '*.info eol=crlf' >.git/info/attributes
  git switch -q -c feat
  printf 'x\r\n' | tee a.dos b.info sub/c.w sub/deep/e.d >/dev/null
  git handoff pause -m kept >/dev/null
  git switch -q main
  git switch -q feat
  sha256sum a.dos b.info sub/c.w sub/deep/e.d >../by-git
  git switch -q main
  back_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  sha256sum a.dos b.info sub/c.w sub/deep/e.d >../by-us
  expect_equal "$(cat ../by-git)" "$(cat ../by-us)"
  expect_file .gitattributes '*.dos eol=crlf'
  expect_file sub/.gitattributes '*.w eol=crlf'
}

# A link to where attributes are, and a folder in its place: no file is lent to a folder that is none.
link_becomes_folder() {
  make_project
  write .gitattributes '*.dos eol=crlf'
  ln -s . link
  commit_all "with a link"
  git switch -q -c feat
  rm link
  write link/inside "work"
  git handoff pause -m kept >/dev/null
  git switch -q main
  back_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  expect_file link/inside work
}

# Bytes that no checkout writes come back behind it: the index has to be told of their size.
exact_bytes() {
  make_project
  write .gitattributes '*.txt text eol=crlf'
  commit_all "with attributes"
  git switch -q -c feat
  printf 'a\nb\n' >staged.txt
  git add staged.txt
  printf 'c\nd\n' >new.txt
  git status --porcelain >../before
  git handoff pause -m kept >/dev/null
  git switch -q main
  back_by "$1"
  [ "$code" -eq 0 ] || fail "$(show_run "resume --$1")"
  expect_equal "$(printf 'a\nb\n' | sha256sum)" "$(sha256sum <staged.txt)"
  expect_equal "$(printf 'c\nd\n' | sha256sum)" "$(sha256sum <new.txt)"
  expect_equal "$(cat ../before)" "$(git status --porcelain)"
}

with_submodules() {
  make_repo sub
  write a one
  write beside "as both have it"
  commit_all one
  cd ..
  make_project
  git submodule --quiet add "$PWD/../sub" lib
  commit_all "with a submodule"
  git switch -q -c feat
  write lib/a two
  git -C lib commit -q -a -m two
  commit_all "newer submodule"
  write README "work"
  git handoff pause -m kept >/dev/null
  git switch -q --recurse-submodules main
  expect_file lib/a one
  git config submodule.recurse true
}

recurses() {
  with_submodules
  write new.txt "mine"
  works git handoff resume --continue --switch
  expect_file lib/a two
  expect_file new.txt mine
  expect_file README work
}

recursing_refused() {
  with_submodules
  write lib/a "an edit inside"
  run git handoff resume --continue --switch
  [ "$code" -ne 0 ] || fail "went over an edit in a submodule"
  expect_file lib/a "an edit inside"
  expect_equal main "$(git symbolic-ref --short HEAD)"
}

# git 2.39 lets an edit go that is in a file which both commits of the submodule have alike.
recursing_over_an_edit_of_another_file() {
  with_submodules
  write lib/beside "hours of work"
  run git handoff resume --continue --switch
  expect_equal 1 "$code" "$(show_run resume)"
  expect_contains "$err" "changes in the submodule 'lib' are not committed there"
  expect_file lib/beside "hours of work"
  expect_equal main "$(git symbolic-ref --short HEAD)"
  git -C lib checkout -q beside
  works git handoff resume --continue --switch
}

# What `git checkout -` goes back to is read from the reflog.
back_to_a_detached_head() {
  local at
  make_project
  git switch -q -c feat
  make_work
  works git handoff pause -m kept
  git switch -q --detach main
  at=$(git rev-parse HEAD)
  works git handoff resume --continue --switch
  git stash -q -u
  works git checkout -q -
  expect_equal "HEAD $at" "$(git rev-parse --abbrev-ref HEAD) $(git rev-parse HEAD)"
}

for way in switch apply; do
  for need in optional required; do
    test_case "--$way: a filter named by its place in the working tree, $need" relative_filter $way $need
  done
  test_case "--$way: attributes of .git/info and of an untracked .gitattributes" other_attributes $way
  test_case "--$way: a folder where a link to a folder with attributes was" link_becomes_folder $way
  test_case "--$way: exact bytes that were staged are not changed beside" exact_bytes $way
done
test_case "--switch from a detached HEAD: git checkout - goes back there" back_to_a_detached_head
test_case "--switch: a required filter that is missing changes nothing" missing_filter
test_case "--switch: submodule.recurse takes submodules along" recurses
test_case "--switch: submodule.recurse and an edit inside: refused" recursing_refused
test_case "--switch: submodule.recurse and an edit of a file that both have: refused" recursing_over_an_edit_of_another_file
test_done
