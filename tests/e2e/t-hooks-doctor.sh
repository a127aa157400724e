#!/usr/bin/env bash
# doctor proves that the hook that git runs is ours, without starting anyone else's.
. "$(dirname "$0")/lib.sh"

# What doctor said, as one line.
said() { printf '%s' "$out" | tr -s ' \n' ' '; }

proves_installed_hooks() {
  make_project
  works git handoff init --hooks all
  works git handoff doctor
  local name
  for name in post-checkout post-rewrite pre-commit pre-merge-commit pre-push; do
    expect_contains "$(said)" "$name: git runs it"
  done
}

runs_no_one_elses() {
  make_project
  printf '#!/bin/sh\necho ran >>"%s"\nexit 1\n' "$PWD/.git/ran" >.git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  cp .git/hooks/pre-commit .git/hooks/pre-push
  works git handoff init --hooks pre-commit
  works git handoff doctor
  expect_contains "$(said)" "pre-commit: git runs it"
  [ ! -e .git/ran ] || fail "the user's hook was started"
  # A block that was moved behind other lines cannot be proven without running them.
  sed -i '1a echo ran >>"$GIT_DIR/ran"' .git/hooks/pre-commit
  works git handoff doctor
  expect_contains "$(said)" "pre-commit: other lines stand before our block"
  [ ! -e .git/ran ]
}

sees_core_hooks_path() {
  make_project
  works git handoff init --hooks all
  mkdir ../elsewhere
  git config core.hooksPath "$PWD/../elsewhere"
  must_fail 1 git handoff doctor
  expect_contains "$(said)" "pre-commit: it is in" "but core.hooksPath is"
  git config --unset core.hooksPath
  works git handoff doctor
}

sees_missing_bits_and_programs() {
  make_project
  works git handoff init --hooks all
  chmod -x .git/hooks/pre-push
  must_fail 1 git handoff doctor
  expect_contains "$(said)" "pre-push: " "is not executable" "chmod +x"
  chmod +x .git/hooks/pre-push
  sed -i 's|/git-handoff"|/git-handoff-not"|' .git/hooks/pre-push
  must_fail 1 git handoff doctor
  expect_contains "$(said)" "pre-push: git was asked to run it, and this program did not answer"
  works git handoff init
  works git handoff doctor
}

sees_another_version() {
  make_project
  works git handoff init --hooks pre-commit
  mkdir ../other
  printf '#!/bin/sh\necho "git-handoff 0.0.1 answers $GIT_HANDOFF_PROBE"\n' >../other/git-handoff
  chmod +x ../other/git-handoff
  must_fail 1 env PATH="$case_dir/other:$PATH" "$bin_dir/git-handoff" doctor
  expect_contains "$(said)" "pre-commit: another version of git-handoff answers"
  sed -i 's/^# Written by.*/# written by another version/' .git/hooks/pre-commit
  works git handoff doctor
  expect_contains "$(said)" "pre-commit: git runs it; its lines are of another version"
}

proves_a_link() {
  make_project
  ln -s "$bin_dir/git-handoff" .git/hooks/post-checkout
  works git handoff doctor
  expect_contains "$(said)" "post-checkout: git runs it"
}

looks_into_managers() {
  make_project
  mkdir -p .husky/_
  printf '#!/bin/sh\n. "$(dirname "$0")/h"\n' >.husky/_/pre-commit
  printf '#!/bin/sh\nsh -e "$(dirname "$(dirname "$0")")/$(basename "$0")" "$@"\n' >.husky/_/h
  chmod +x .husky/_/pre-commit
  git config core.hooksPath .husky/_
  works git handoff init --hooks pre-commit --shared-hooks
  works git handoff doctor
  expect_contains "$(said)" "pre-commit: git runs it"
  git config --unset core.hooksPath
  printf '#!/bin/sh\ncall_lefthook run pre-commit\n' >.git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  printf 'pre-commit:\n  commands:\n    handoff:\n      run: git handoff hook pre-commit {0}\n' >lefthook.yml
  works git handoff doctor
  expect_contains "$(said)" "pre-commit: 'lefthook.yml' calls it"
}

works_in_a_worktree() {
  make_project
  works git handoff init --hooks all
  git worktree add -q ../linked
  cd ../linked
  works git handoff doctor
  expect_contains "$(said)" "pre-push: git runs it"
}

test_case "each installed hook answers when git runs it" proves_installed_hooks
test_case "nobody else's hook is started" runs_no_one_elses
test_case "core.hooksPath that hides our hooks is found out" sees_core_hooks_path
test_case "a lost executable bit and a program that is not found are found out" sees_missing_bits_and_programs
test_case "another version is told" sees_another_version
test_case "the program as the hook itself is proven" proves_a_link
test_case "hooks under managers are found" looks_into_managers
test_case "a linked worktree is no different" works_in_a_worktree
# As `sudo git handoff checkpoint` does: from then on nothing can be paused.
left_by_root() {
  make_project
  works git handoff note "kept"
  as_nobody
  chown -R 0:0 .git/handoff/journal
  chmod -R go= .git/handoff/journal
  must_fail 128 "${nobody[@]}" git handoff note more
  must_fail 1 "${nobody[@]}" git handoff doctor
  expect_contains "$out" "problem: '$PWD/.git/handoff/journal' cannot be written: Permission denied" "sudo chown -R"
  chown -R 65534:65534 .git/handoff
  works "${nobody[@]}" git handoff note more
}
test_case "doctor tells what another user's command has left among our files" left_by_root

test_done
