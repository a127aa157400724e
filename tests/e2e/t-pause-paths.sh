#!/usr/bin/env bash
# A pause of some paths only: they enter the WIP commit as `git add -A -- PATHSPEC` takes them, and nothing else of the
# tree is part of it, neither then nor at resume.
. "$(dirname "$0")/lib.sh"

# kept_as_added PATHSPEC...: pauses these; what git add makes of them is in the WIP commit and the index.
kept_as_added() {
  local copy="$case_dir.aside/index" tree
  git read-tree HEAD --index-output="$copy"
  GIT_INDEX_FILE=$copy git add -A -- "$@"
  tree=$(GIT_INDEX_FILE=$copy git write-tree)
  works git handoff pause -m part -- "$@"
  expect_equal "$tree" "$(git rev-parse "HEAD^{tree}")" "the WIP tree"
  git ls-files -s >../listed
  GIT_INDEX_FILE="$case_dir.aside/second" git read-tree --empty
  GIT_INDEX_FILE="$case_dir.aside/second" git update-index --index-info <../listed
  expect_equal "$(cat ../listed)" "$(GIT_INDEX_FILE="$case_dir.aside/second" git ls-files -s)" "the index is not valid"
}

# back_as STATE: resume gives it back, and finds nothing edited.
back_as() {
  works git handoff resume --continue
  expect_lacks "$out$err" "edited" "backup" "before resuming"
  works git handoff list --archived --json
  expect_equal "" "$(json '.handoffs[] | select(.status == "kept") | .id' <<<"$out")" "a superfluous checkpoint"
  expect_state "$1"
}

attributes_outside() {
  make_project
  git config filter.rot.clean "tr a-z n-za-m"
  git config filter.rot.smudge "tr a-z n-za-m"
  write .gitattributes "secret filter=rot"
  write secret "first"
  commit_all filtered
  rm .gitattributes
  write secret "clear text"
  local state
  state=$(state_of_tree)
  kept_as_added secret
  expect_equal "pyrne grkg" "$(git cat-file blob HEAD:secret)" "what the WIP commit holds"
  git checkout -q -- .gitattributes
  git switch -q --detach HEAD~1
  git switch -q main
  rm .gitattributes
  back_as "$state"
}
name_in_brackets() {
  make_project
  write slug one
  commit_all slug
  write slug two
  write "[slug]/page.tsx" new
  write "[a,b]" new
  works git --literal-pathspecs handoff pause -m "[why]" -- "[slug]" "[a,b]"
  expect_equal "[a,b] [slug]/page.tsx " "$(git show --format= --name-only HEAD | tr '\n' ' ')"
  works git handoff show
  expect_contains "$out" "[why]"
}
test_case "a name in brackets is that name" name_in_brackets

test_case "a .gitattributes that is deleted outside of the paths still filters" attributes_outside

file_became_folder() {
  make_project
  write a file
  write b/c file
  write b/d file
  commit_all files
  rm -r a b
  write a/b "now below"
  write b "now a file"
  local state
  state=$(state_of_tree)
  kept_as_added "$@"
  back_as "$state"
}
test_case "a path below what was a file" file_became_folder a/b
test_case "a file where a folder was" file_became_folder b
test_case "a file where a folder was, but for one path below it" file_became_folder b ':!b/d'

# stacked KIND: all is paused, then a part in which a file stands where a folder was staged, or the reverse.
stacked() {
  local staged
  make_project
  case $1 in
    file)
      write b/d new
      git add b/d
      works git handoff pause -m all
      rm -r b
      write b file
      git add b
      staged=$(git ls-files -s b)
      works git handoff pause -m part -- b ':!b/d'
      ;;
    folder)
      write b file
      git add b
      works git handoff pause -m all
      rm b
      write b/d new
      git add b/d
      staged=$(git ls-files -s b)
      works git handoff pause -m part -- b/d
      ;;
  esac
  works git handoff resume --continue
  expect_contains "$out" "2 files and the index are as they were"
  expect_equal "$staged" "$(git ls-files -s b)"
}
test_case "... on top of a pause that has the folder in the index" stacked file
test_case "... the reverse" stacked folder

rest_is_left_alone() {
  make_project
  write src/new.c "int new;"
  write other/file "first"
  commit_all "other"
  make_work
  write src/new.c "int newer;"
  git rm -q --cached other/file
  git add -N notes/todo.txt
  write untracked "stays"
  local state
  state=$(state_of_tree)
  cd src
  works git handoff pause -m part -- util.c ../notes
  cd ..
  write untracked "edited, and no part of it"
  write README "neither is this"
  local now
  now=$(files_of_tree)
  works git handoff resume --continue
  expect_lacks "$out$err" "edited" "before resuming"
  expect_equal "$now" "$(files_of_tree)" "the files"
  git checkout -q -- README
  write untracked "stays"
  expect_state "$state"
}
test_case "what was not named is no part of it, and not edited since" rest_is_left_alone

# What git does not look at is in the record as it stands, and only where it was named.
hidden_and_not_named() {
  make_project
  git update-index --assume-unchanged README
  write README "hidden, and nobody's business"
  write planned "planned"
  git add -N planned
  write src/util.c "edited"
  works git handoff pause -m part --snapshot-only -- src
  expect_lacks "$out$err" "README"
  local record
  record=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  expect_equal "src/util.c" "$(git show "$record:index-entries" | tr '\0' '\n' | grep -a . | cut -f2)" "the entries"
  expect_equal "" "$(git ls-tree -r --name-only "$record" raw)" "bytes of files that were not named"
}
test_case "of what is hidden behind a flag, only what was named is in the record" hidden_and_not_named

named_is_edited() {
  make_project
  make_work
  works git handoff pause -m part -- src
  write src/util.c "edited since"
  works git handoff resume --continue
  expect_contains "$out$err" "edited"
  expect_equal 1 "$(git handoff list --archived --json | json '[.handoffs[] | select(.status == "kept")] | length')" "checkpoints of the present"
}
test_case "what was named and is edited since is kept first" named_is_edited

removal_is_named() {
  make_project
  git rm -q README
  write src/util.c "edited, and not named"
  local state
  state=$(state_of_tree)
  works git handoff pause -m "without it" -- README
  expect_equal " M src/util.c" "$(git status --porcelain)"
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a file whose removal is staged can be named, though nothing has that name any more" removal_is_named

part_on_top() {
  make_project
  make_work
  local state
  works git handoff pause -m all
  write src/util.c "edited on top"
  write loose "loose"
  state=$(files_of_tree)
  works git handoff pause -m part -- src
  works git handoff resume --continue
  expect_lacks "$out$err" "edited" "before resuming"
  expect_equal "$state" "$(files_of_tree)" "the files"
  expect_equal "MM src/main.c
 M src/util.c
?? loose
?? notes/todo.txt" "$(git status --porcelain -uall)"
}
test_case "some paths on top of a pause of everything" part_on_top

# A file stands where a folder was, and what was in there is gone behind a flag: neither was named.
gone_behind_a_flag() {
  make_project
  git update-index --assume-unchanged src/util.c
  rm -rf src
  write src "in the place of the folder"
  write dir/two two
  works git handoff pause -m part --snapshot-only -- dir
  works git handoff resume --continue
  expect_contains "$(git ls-files -v src/util.c)" "h src/util.c"
  expect_file src "in the place of the folder"
}
test_case "what is gone behind a flag, and was not named, has not moved on since" gone_behind_a_flag

variables() {
  make_project
  make_work
  write 'src/*.c' "odd name"
  git add 'src/*.c'
  write planned
  git add -N planned
  local state name
  state=$(state_of_tree)
  for name in LITERAL GLOB NOGLOB ICASE; do
    works env "GIT_${name}_PATHSPECS=1" git-handoff pause -m "$name"
    works env "GIT_${name}_PATHSPECS=1" git-handoff resume --continue
    expect_state "$state"
    works env "GIT_${name}_PATHSPECS=1" git-handoff pause -m "$name" -- 'src/*.c'
    expect_equal "$([ "$name" = LITERAL ] || [ "$name" = NOGLOB ] && echo 1 || echo 3)" \
      "$(git diff --name-only HEAD~1 HEAD | wc -l)" "paths of the WIP commit with $name"
    works env "GIT_${name}_PATHSPECS=1" git-handoff resume --continue
    expect_state "$state"
  done
}
test_case "git's variables for pathspecs are in nobody's way, and hold for a user's own" variables


# What git cannot take was left out by name; the copies that are made for safety leave it out, too.
beside_what_git_cannot_take() {
  make_project
  git config filter.bad.clean false
  git config filter.bad.required true
  echo "README filter=bad" >.git/info/attributes
  write README "git cannot take this"
  write src/main.c "int main(void) { return 5; }"
  must_fail 128 git handoff pause -m x
  works git handoff pause -m x -- src/main.c
  write src/main.c "int main(void) { return 6; }"
  works git handoff resume --continue
  expect_contains "$out" "backup"
  for way in undo redo; do
    write src/main.c "int main(void) { return 7; }"
    works git handoff undo
    expect_file src/main.c "int main(void) { return 7; }" "$way"
  done
  expect_file README "git cannot take this"
}
test_case "a partial pause is resumed, undone and done again beside a file that git cannot take" beside_what_git_cannot_take

# git status dies of it, and so would the resume.
beside_a_link_for_a_submodule() {
  local state
  make_project
  git update-index --add --cacheinfo "160000,$(git rev-parse HEAD),lib"
  ln -s src lib
  write README edited
  must_fail 1 git handoff pause -m x -- README
  expect_contains "$err" "'lib' is a submodule, and a symlink stands in its place" \
    "git update-index --force-remove lib && git add lib" "rm lib"
  git update-index --force-remove lib
  git add lib
  state=$(state_of_tree)
  works git handoff pause -m x -- README
  works git handoff resume --continue
  expect_state "$state"
}
test_case "beside a symlink in the place of a submodule no part is paused" beside_a_link_for_a_submodule

# A pause of single paths knows nothing of the rest.
beside_a_moved_submodule() {
  make_repo sub
  write s 1
  commit_all s1
  write s 2
  commit_all s2
  cd ..
  make_repo project
  write f f
  git -c protocol.file.allow=always submodule --quiet add ../sub sub
  git -C sub checkout -q HEAD~1
  commit_all base
  git -C sub checkout -q main
  write f changed
  works git handoff pause -m x --next y -- f
  works git handoff check
  expect_lacks "$out$err" "submodule"
  works git handoff resume --continue
  expect_equal " M f
 M sub" "$(git status --porcelain)"
  works git handoff pause -m x --next y
  works git handoff resume --continue
  works git handoff pause -m x --next y -- f
  expect_lacks "$out$err" "is paused at"
}
test_case "a submodule beside the paused paths is not the record's" beside_a_moved_submodule

# attributes_that_stay_out TEXT: they are not in the WIP commit, and what is written again goes by those that are.
attributes_that_stay_out() {
  make_project
  git config filter.strip.clean "sed 's/[0-9]//g'"
  write .gitattributes "${2:-*.txt text}"
  commit_all attributes
  git branch other
  if [ -n "$1" ]; then write .gitattributes "$1"; else rm .gitattributes; fi
  printf 'out 42\r\nout 43\r\n' >c.txt
  cp c.txt "$case_dir.aside/c.txt"
  works git handoff pause -- c.txt
  git stash -q
  git switch -q other
  git switch -q main
  git stash pop -q
  works git handoff resume --continue
  cmp c.txt "$case_dir.aside/c.txt" || fail "c.txt has other bytes"
}
test_case "a pause of a path keeps its bytes where attributes were deleted that stay out of it" attributes_that_stay_out ''
test_case "... where they were changed" attributes_that_stay_out '*.txt text eol=crlf'
test_case "... where a filter would strip" attributes_that_stay_out '' '*.txt filter=strip'

# Those that are in no commit go by --no-untracked alone.
untracked_attributes_stay_out() {
  make_project
  write .gitattributes "*.txt text eol=crlf"
  printf 'one\r\n' >c.txt
  git add c.txt
  cp c.txt "$case_dir.aside/c.txt"
  works git handoff pause --no-untracked -m x
  git switch -q -c other HEAD~1
  rm .gitattributes
  git switch -q main
  works git handoff resume --continue
  cmp c.txt "$case_dir.aside/c.txt" || fail "c.txt has other bytes"
}
test_case "... and a pause without untracked files, where the attributes are one" untracked_attributes_stay_out

# What git does not look at is named: its bytes are kept beside the commit, as those of a pause of everything are.
named_behind_a_flag() {
  make_project
  git switch -q -c other
  write src/util.c "other"
  commit_all other
  git switch -q main
  git update-index "--$1" src/util.c
  write src/util.c "edited behind the flag"
  echo more >>src/main.c
  works git handoff pause -m kept --next "edit src/util.c" -- src/util.c
  expect_contains "$out" "src/util.c (changed behind assume-unchanged or skip-worktree: the record has it)"
  git update-index "--no-$1" src/util.c
  git checkout -q src
  git switch -q other
  git switch -q main
  works git handoff resume --continue
  expect_file src/util.c "edited behind the flag"
}
for flag in assume-unchanged skip-worktree; do
  test_case "a named file that was edited behind $flag is kept" named_behind_a_flag $flag
done

# A file that became a folder goes along with what is named in it; the rest of the folder is no edit of the file.
folder_in_a_files_place() {
  make_project
  rm README
  mkdir README
  write README/one "named"
  write README/two "not named"
  real_clock
  works git handoff pause -m kept --next "edit README/one" -- README/one
  works git handoff check
  expect_contains "$out" "safe to continue"
}
test_case "a folder in the place of a file, of which only a part was paused, is told as nothing that changed" folder_in_a_files_place

# No resume would take a WIP commit off beside a conflict: as with a pause of everything, none is made.
beside_a_conflict() {
  make_project
  write README "stashed"
  git stash -q
  write README "committed"
  commit_all "committed"
  git stash pop -q >/dev/null 2>&1 || true
  write docs/guide.md "half"
  before=$(git rev-parse HEAD)
  works git handoff pause -m part -- docs
  expect_contains "$out" "not on the branch: there are unresolved conflicts"
  expect_equal "$before" "$(git rev-parse HEAD)"
  back_as "$(state_of_tree)"
}
test_case "beside a conflict elsewhere only a snapshot is kept of the paths" beside_a_conflict

test_done
