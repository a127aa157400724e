#!/usr/bin/env bash
# init puts our hooks beside those that are there, or says what to do where they are not ours to edit.
. "$(dirname "$0")/lib.sh"
unset GIT_TEMPLATE_DIR # the samples of git stand beside, as they do for users
. "$e2e_dir/records.sh"

# write_hook NAME LINE...: an executable hook of the user's, kept aside to compare with.
write_hook() {
  local file=.git/hooks/$1
  shift
  mkdir -p .git/hooks
  printf '%s\n' "$@" >"$file"
  chmod +x "$file"
  cp -p "$file" "$case_dir.aside/$(basename "$file")"
}

# init_all [ARGS...]
init_all() { works git handoff init --hooks all "$@"; }

expect_hook_untouched() {
  cmp ".git/hooks/$1" "$case_dir.aside/$1" || fail "$1 is not as it was"
  expect_equal "$(stat -c %a "$case_dir.aside/$1")" "$(stat -c %a ".git/hooks/$1")"
}

# change_of HOOK: what the last `init --json` did with it.
change_of() { json --arg name "$1" '.hooks[] | select(.hook == $name) | .change' "$out_file"; }

keeps_the_users_hook() {
  make_project
  git branch feat
  make_record feat feat-20260324-120000-abcdabcd 9
  write_hook post-checkout '#!/bin/sh' 'echo "mine: $*" >>.git/ran' 'exit 3'
  init_all
  expect_contains "$out" "post-checkout: added, beside what is there"
  local old
  old=$(git rev-parse HEAD)
  must_fail 1 git switch -q feat
  expect_contains "$err" "paused here 9 h ago"
  expect_file .git/ran "mine: $old $old 1"
  must_fail 3 .git/hooks/post-checkout "$old" "$old" 1
  works git handoff uninstall
  expect_hook_untouched post-checkout
}

keeps_odd_files() {
  make_project
  local name=0 text
  for text in '#!/bin/sh\nexit 0' '#!/bin/sh' '#!/bin/bash -eu\n\n\ntrue\n' '#!/usr/bin/env bash\ntrue\n' \
    '#!/usr/bin/env -S sh -eu\ntrue\n' 'true\n' '# no shebang'; do
    # shellcheck disable=SC2059
    printf "$text" >.git/hooks/pre-commit
    chmod 750 .git/hooks/pre-commit
    cp -p .git/hooks/pre-commit "$case_dir.aside/pre-commit"
    works git handoff init --hooks pre-commit
    write HANDOFF.md "x$((name += 1))"
    git add -f HANDOFF.md
    must_fail 1 git commit -q -m x
    expect_contains "$err" "is a handoff file"
    git rm -q --cached -f HANDOFF.md
    works git commit -q --allow-empty -m x
    works git handoff init --hooks pre-commit
    expect_contains "$out" "already there"
    works git handoff uninstall
    expect_hook_untouched pre-commit
  done
}

gives_stdin_to_both() {
  make_project
  git init -q --bare ../origin.git
  write_hook pre-push '#!/bin/sh' 'cat >.git/pushed; echo "$@" >>.git/pushed; exit "$(cat .git/code)"'
  write_hook post-rewrite '#!/bin/sh' 'cat >.git/mine'
  init_all
  echo 0 >.git/code
  works git push -q ../origin.git main main:two
  local zero=0000000000000000000000000000000000000000 oid
  oid=$(git rev-parse main)
  expect_file .git/pushed "refs/heads/main $oid refs/heads/main $zero
refs/heads/main $oid refs/heads/two $zero
../origin.git ../origin.git"
  works git push -q ../origin.git main
  expect_file .git/pushed "../origin.git ../origin.git"
  echo 5 >.git/code
  must_fail 1 git push -q ../origin.git main:three
  make_record main main-20260324-120000-abcdabcd 9
  rm .git/pushed
  must_fail 1 git push -q ../origin.git 'refs/handoffs/*:refs/handoffs/*'
  [ ! -e .git/pushed ] || fail "ours refused, and the rest did not run"
  works git commit -q --amend -m reworded
  expect_equal "$(sed 1d .git/handoff/rewritten)" "$(cat .git/mine)"
  expect_contains "$(cat .git/mine)" "$oid $(git rev-parse HEAD)"
}

gives_much_stdin() {
  make_project
  write_hook post-rewrite '#!/bin/sh' 'cat >.git/mine'
  init_all
  seq 20000 | sed 's/.*/1111111111111111111111111111111111111111 2222222222222222222222222222222222222222/' >../lines
  .git/hooks/post-rewrite rebase <../lines
  cmp ../lines .git/mine
}

leaves_other_languages_alone() {
  make_project
  write_hook pre-commit '#!/usr/bin/env python3' 'raise SystemExit(0)'
  write_hook pre-push '#!/usr/bin/perl' 'exit 0'
  printf '\177ELF\0\0' >.git/hooks/post-rewrite
  chmod +x .git/hooks/post-rewrite
  init_all
  expect_contains "$out" "pre-commit: left alone" "it is not a shell script" \
    "let it run 'git-handoff hook pre-commit' with its own arguments, and stop where that exits 1" \
    "git-handoff hook pre-push" "a copy of its standard input" "post-checkout: created"
  expect_hook_untouched pre-commit
  expect_hook_untouched pre-push
}

leaves_disabled_hooks_alone() {
  make_project
  write_hook pre-commit '#!/bin/sh' 'exit 1'
  chmod -x .git/hooks/pre-commit
  init_all
  expect_contains "$out" "pre-commit: left alone" "not executable" "chmod +x"
  works git commit -q --allow-empty -m "still disabled"
  expect_equal "$(cat "$case_dir.aside/pre-commit")" "$(cat .git/hooks/pre-commit)"
}

leaves_links_alone() {
  make_project
  write scripts/hook "#!/bin/sh"
  ln -s ../../scripts/hook .git/hooks/pre-commit
  ln -s nowhere .git/hooks/pre-push
  init_all
  expect_contains "$out" "it is a link to '../../scripts/hook'" "git handoff hook --print pre-commit" "it is a link to 'nowhere'"
  expect_file scripts/hook "#!/bin/sh"
}

prints_what_to_paste() {
  make_project
  works git handoff hook --print pre-commit
  { echo '#!/bin/sh'; echo "$out"; } >.git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  works git handoff init --hooks pre-commit
  expect_contains "$out" "already there"
  must_fail 129 git handoff hook --print update
  must_fail 129 git handoff hook
  must_fail 129 git handoff hook nonsense
}

renews_older_blocks() {
  make_project
  git init -q --bare ../origin.git
  write_hook pre-push '#!/bin/sh' '# before' '# >>> git handoff >>>' 'git handoff hook-v0 "$@"' '# <<< git handoff <<<' 'cat >.git/mine'
  works git handoff init
  expect_contains "$out" "pre-push: updated"
  works git push -q ../origin.git main
  [ -s .git/mine ]
  expect_equal "1" "$(grep -c '# >>> git handoff >>>' .git/hooks/pre-push)"
  works git handoff uninstall
  expect_file .git/hooks/pre-push "#!/bin/sh
# before
cat >.git/mine"
}

runs_lines_added_later() {
  make_project
  init_all
  echo 'echo mine >>.git/ran' >>.git/hooks/post-checkout
  works git switch -q -c feat
  expect_file .git/ran mine
  works git handoff uninstall
  expect_file .git/hooks/post-checkout "#!/bin/sh
echo mine >>.git/ran"
}

names_the_hooks_to_have() {
  make_project
  init_all
  works git handoff init --hooks pre-push,post-checkout --json
  expect_equal "removed" "$(change_of pre-commit)"
  expect_equal "unchanged" "$(change_of pre-push)"
  [ ! -e .git/hooks/pre-commit ]
  works git handoff init --hooks none
  [ ! -e .git/hooks/pre-push ] && [ ! -e .git/hooks/post-checkout ]
}

follows_hooks_path_in_the_git_dir() {
  make_project
  git config core.hooksPath .git/my-hooks
  init_all
  [ -x .git/my-hooks/pre-commit ]
  [ ! -e .git/hooks/pre-commit ]
  write HANDOFF.md x
  git add -f HANDOFF.md
  must_fail 1 git commit -q -m x
  works git handoff uninstall
  [ ! -e .git/my-hooks ] || fail "the folder was made by init"
}

respects_a_tracked_folder() {
  make_project
  write .githooks/pre-commit '#!/bin/sh' 'exit 0'
  chmod +x .githooks/pre-commit
  commit_all
  git config core.hooksPath .githooks
  mkdir sub
  (cd sub && init_all)
  run git handoff init --hooks all
  expect_contains "$out" "pre-commit: left alone" "core.hooksPath is '.githooks', which the team shares" "--shared-hooks" "--print pre-commit"
  expect_equal "" "$(git status --porcelain)"
  init_all --shared-hooks
  expect_contains "$(git status --porcelain)" " M .githooks/pre-commit" "?? .githooks/"
  write HANDOFF.md x
  git add -f HANDOFF.md
  must_fail 1 git commit -q -m x
  git rm -q -f HANDOFF.md
  works git handoff uninstall
  expect_equal "" "$(git status --porcelain)"
}

respects_a_linked_folder() {
  make_project
  write tools/hooks/pre-commit '#!/bin/sh' 'exit 0'
  chmod +x tools/hooks/pre-commit
  commit_all
  rm -r .git/hooks
  ln -s ../tools/hooks .git/hooks
  run git handoff init --hooks all
  expect_contains "$out" "pre-commit: left alone" ".git/hooks' leads to '$PWD/tools/hooks', which the team shares"
  expect_lacks "$out" "core.hooksPath"
  expect_equal "" "$(git status --porcelain)"
}

respects_a_global_folder() {
  make_project
  mkdir ../global
  git config --global core.hooksPath "$PWD/../global"
  init_all
  expect_contains "$out" "which other repositories may use too" "--shared-hooks"
  expect_equal "" "$(ls ../global)"
  init_all --shared-hooks
  write HANDOFF.md x
  git add -f HANDOFF.md
  must_fail 1 git commit -q -m x
  must_fail 1 git handoff uninstall
  expect_contains "$out" "left alone" "git handoff uninstall --shared-hooks"
  works git handoff uninstall --shared-hooks
  expect_equal "" "$(ls ../global)"
}

cleans_up_where_hooks_were() {
  make_project
  init_all
  mkdir .githooks
  git config core.hooksPath .githooks
  works git handoff uninstall
  [ ! -e .git/hooks/pre-commit ]
}

says_what_it_cannot_write() {
  make_project
  write_hook pre-commit '#!/bin/sh' 'exit 0'
  if [ "$(id -u)" = 0 ]; then
    chattr +i .git/hooks 2>/dev/null || skip "root, and chattr +i does not work here"
    run git handoff init --hooks post-checkout --json
    chattr -i .git/hooks
  else
    chmod a-w .git/hooks
    run git handoff init --hooks post-checkout --json
    chmod u+w .git/hooks
  fi
  expect_equal 1 "$code"
  expect_equal failed "$(change_of post-checkout)"
  expect_contains "$(json '.hooks[0].reason' "$out_file")" "cannot create"
  expect_contains "$(json '.hooks[0].instructions[0]' "$out_file")" "git handoff hook --print post-checkout"
  [ ! -e .git/hooks/post-checkout ]
}

shares_hooks_among_worktrees() {
  make_project
  git worktree add -q ../linked -b feat
  cd ../linked
  init_all
  [ -x ../repo/.git/hooks/pre-commit ]
  write HANDOFF.md x
  git add -f HANDOFF.md
  must_fail 1 git commit -q -m x
  cd ../repo
  works git handoff uninstall
  [ ! -e .git/hooks/pre-commit ]
}

is_silent_without_the_program() {
  make_project
  init_all
  git branch feat
  make_record feat feat-20260324-120000-abcdabcd 9
  works env PATH=/usr/bin:/bin git switch -q feat
  expect_equal "" "$err"
  works env PATH=/usr/bin:/bin git commit -q --allow-empty -m x
  expect_equal "" "$err"
}

works_with_git_lfs() {
  command -v git-lfs >/dev/null || skip "no git-lfs here"
  make_project
  works git lfs install --local
  cp -r .git/hooks "$case_dir.aside/lfs"
  init_all
  expect_contains "$out" "post-checkout: added" "pre-push: added"
  git lfs track '*.bin' >/dev/null
  head -c 100000 /dev/urandom >big.bin
  commit_all "with lfs"
  git init -q --bare ../origin.git
  git remote add origin "file://$PWD/../origin.git"
  works git push -q origin main
  # git-lfs had what git says on stdin: its object arrived.
  find ../origin.git/lfs/objects -type f | grep -q . || fail "git-lfs did not push"
  git branch feat
  make_record feat feat-20260324-120000-abcdabcd 9
  works git switch -q feat
  expect_contains "$err" "paused here"
  works git handoff uninstall
  diff -r .git/hooks "$case_dir.aside/lfs"
}

test_case "a hook of the user's is kept, runs, and its exit code counts" keeps_the_users_hook
test_case "shell hooks of any make get every byte back" keeps_odd_files
test_case "what git says on stdin reaches both" gives_stdin_to_both
test_case "however much it is" gives_much_stdin
test_case "scripts in other languages are left alone, with instructions" leaves_other_languages_alone
test_case "a hook that is not executable stays disabled" leaves_disabled_hooks_alone
test_case "links are left alone" leaves_links_alone
test_case "--print prints what can be pasted" prints_what_to_paste
test_case "an older block is brought up to date where it stands" renews_older_blocks
test_case "lines added to a hook of our own run" runs_lines_added_later
test_case "--hooks names those to have" names_the_hooks_to_have
test_case "core.hooksPath inside the git dir is followed" follows_hooks_path_in_the_git_dir
test_case "hooks in the working tree are the team's" respects_a_tracked_folder
test_case "... and where .git/hooks is a link to it" respects_a_linked_folder
test_case "hooks of all repositories are not this one's" respects_a_global_folder
test_case "uninstall looks where hooks were before" cleans_up_where_hooks_were
test_case "a folder that cannot be written is told, with instructions" says_what_it_cannot_write
test_case "linked worktrees share the hooks" shares_hooks_among_worktrees
test_case "without the program the hooks are silent" is_silent_without_the_program
test_case "git-lfs's hooks go on working" works_with_git_lfs
test_done
