#!/usr/bin/env bash
# init makes git ignore handoff files; uninstall gives every byte back.
. "$(dirname "$0")/lib.sh"
unset GIT_TEMPLATE_DIR # the samples of git stand beside, as they do for users

ignores_here() {
  make_project
  works git handoff init
  touch HANDOFF.json HANDOFF.md .continue-here.md
  mkdir -p .planning/phases/3 sub/.superteam
  touch .planning/HANDOFF.json .planning/phases/3/.continue-here.md sub/.superteam/HANDOFF.md
  expect_equal "" "$(git status --porcelain)" "nothing is untracked"
  [ ! -e .gitignore ] || fail "only --team writes .gitignore"
}

ignores_for_the_team() {
  make_project
  works git handoff init --team
  expect_contains "$out" ".git/info/exclude" ".gitignore"
  expect_equal "?? .gitignore" "$(git status --porcelain)"
  : >.git/info/exclude
  touch HANDOFF.json
  expect_equal "?? .gitignore" "$(git status --porcelain)"
}

# round_trip BYTES: init twice and uninstall on a .gitignore and an exclude file of these bytes.
round_trip() {
  local file
  for file in .gitignore .git/info/exclude; do
    # shellcheck disable=SC2059
    printf "$1" >"$file"
    cp "$file" "$case_dir.aside/$(basename "$file")"
  done
  works git handoff init --team
  cp .gitignore "$case_dir.aside/with"
  works git handoff init --team
  cmp .gitignore "$case_dir.aside/with"
  touch HANDOFF.json kept
  git check-ignore -q HANDOFF.json || fail "HANDOFF.json is not ignored with '$1'"
  rm HANDOFF.json
  works git handoff uninstall
  for file in .gitignore .git/info/exclude; do
    cmp "$file" "$case_dir.aside/$(basename "$file")"
  done
}

gives_every_byte_back() {
  make_project
  local text
  for text in '' 'a\n' 'a' '*.o\r\n*.a\r\n' '*.o\r\n*.a' '\n\n' '# comment\n!x\n'; do
    round_trip "$text"
  done
}

takes_over_line_ends() {
  make_project
  printf '*.o\r\n' >.gitignore
  works git handoff init --team
  expect_equal "0" "$(grep -vc $'\r$' .gitignore || true)" "every line ends with CRLF"
  touch HANDOFF.json
  git check-ignore -q HANDOFF.json
}

removes_what_it_made() {
  make_project
  rm -r .git/info
  find . | sort >"$case_dir.aside/before"
  works git handoff init --team --hooks all
  [ -e .gitignore ]
  works git handoff uninstall
  expect_equal "$(cat "$case_dir.aside/before")" "$(find . | sort)"
  works git handoff uninstall
  expect_contains "$out" "nothing"
}

keeps_what_was_added_later() {
  make_project
  works git handoff init --team
  echo "*.log" >>.gitignore
  works git handoff uninstall
  expect_file .gitignore "*.log"
}

serves_linked_worktrees() {
  make_project
  git worktree add -q ../linked -b other
  (cd ../linked && works git handoff init)
  touch HANDOFF.md ../linked/HANDOFF.md
  expect_equal "" "$(git status --porcelain)$(git -C ../linked status --porcelain)"
  works git handoff uninstall
  expect_equal "?? HANDOFF.md" "$(git -C ../linked status --porcelain)"
}

names_tracked_ones() {
  make_project
  write docs/HANDOFF.md "old"
  commit_all
  works git handoff init
  expect_contains "$out" "already in history: docs/HANDOFF.md"
  works git handoff init --json
  expect_equal "docs/HANDOFF.md" "$(json '.tracked[0]' "$out_file")"
  expect_equal "unchanged" "$(json '.ignore[0].change' "$out_file")"
}

leaves_a_damaged_block() {
  make_project
  printf '%s\n' "x" "# >>> git handoff >>>" "y" >.gitignore
  works git handoff init --team
  expect_contains "$out" "left alone" "by hand"
  must_fail 1 git handoff uninstall
  expect_file .gitignore "x
# >>> git handoff >>>
y"
}

refuses_a_linked_gitignore() {
  make_project
  ln -s elsewhere .gitignore
  must_fail 1 git handoff init --team
  expect_contains "$err" "is not a plain file"
  [ ! -e elsewhere ]
}

asks_on_a_terminal() {
  make_project
  on_terminal $'team\npre-push, post-checkout\n' git handoff init
  expect_equal 0 "$code"
  expect_contains "$out" "for the team" "Which?"
  grep -q HANDOFF.json .gitignore
  expect_equal "post-checkout
pre-push" "$(cd .git/hooks && find . -type f ! -name "*.sample" -printf "%f\n" | sort)"
  on_terminal $'\n\n' git handoff init
  expect_contains "$out" "(post-checkout,pre-push)" "already there"
}

understands_the_command_line() {
  make_project
  must_fail 129 git handoff init --hooks pre-commit,prepush
  expect_contains "$err" "'prepush'" "hint: "
  must_fail 129 git handoff init --team --local
  must_fail 129 git handoff init --hooks ,
  must_fail 128 git -C / handoff init
}

test_case "handoff files are ignored in this clone" ignores_here
test_case "--team ignores them for everyone" ignores_for_the_team
test_case "uninstall gives every byte back, whatever the files look like" gives_every_byte_back
test_case "CRLF stays CRLF" takes_over_line_ends
test_case "files and folders that init made go away" removes_what_it_made
test_case "lines that were added behind the block stay" keeps_what_was_added_later
test_case "linked worktrees share the entries" serves_linked_worktrees
test_case "handoff files that history has are named" names_tracked_ones
test_case "a damaged block is left alone" leaves_a_damaged_block
test_case "nothing is written through a link" refuses_a_linked_gitignore
test_case "a terminal is asked" asks_on_a_terminal
test_case "wrong options are usage errors" understands_the_command_line
test_done
