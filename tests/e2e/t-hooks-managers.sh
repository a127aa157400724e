#!/usr/bin/env bash
# Our hooks beside real managers of hooks: husky and lefthook from npm (tests/npm-hooks), the pre-commit
# framework from Debian.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/records.sh"

npm_dir=$project_dir/tests/npm-hooks

# The packages, fetched once; two scripts at a time wait for each other.
need_npm() {
  command -v npm >/dev/null && command -v node >/dev/null || skip "npm is not installed"
  (
    flock 9
    [ -d "$npm_dir/node_modules/husky" ] || npm --prefix "$npm_dir" install --no-package-lock --ignore-scripts --silent --no-audit --no-fund
  ) 9>"${TMPDIR:-/tmp}/git-handoff-npm.lock" || skip "npm could not install husky and lefthook"
  export PATH="$npm_dir/node_modules/.bin:$PATH"
}

need_pre_commit() { command -v pre-commit >/dev/null || skip "no pre-commit here"; }

# expect_guarded: pre-commit, post-checkout, pre-push and post-rewrite of ours work in this project.
expect_guarded() {
  local name=${1:-origin}
  git branch -f feat
  write HANDOFF.md x
  git add -f HANDOFF.md
  run git commit -q -m x
  [ "$code" -ne 0 ] || fail "the commit should have been refused"
  expect_contains "$out$err" "'HANDOFF.md' is a handoff file"
  git rm -q -f HANDOFF.md
  local old
  old=$(git rev-parse HEAD)
  test_tick
  works git commit -q --amend --allow-empty -m "reworded"
  expect_contains "$(cat .git/handoff/rewritten)" "$old $(git rev-parse HEAD)"
  make_record feat feat-20260324-120000-abcdabcd 9
  works git switch -q feat
  expect_contains "$out$err" "paused here 9 h ago"
  git switch -q main
  git init -q --bare "../$name.git"
  run git push -q "../$name.git" 'refs/handoffs/*:refs/handoffs/*'
  [ "$code" -ne 0 ] || fail "the push should have been refused"
  expect_contains "$out$err" "would publish 'refs/handoffs/active/feat/"
  git update-ref -d refs/handoffs/active/feat/feat-20260324-120000-abcdabcd
}

beside_husky() {
  need_npm
  make_project
  husky
  write .husky/pre-commit 'echo "husky ran" >>.git/ran'
  commit_all "husky"
  works git handoff init --hooks all
  expect_contains "$out" "left alone, .husky/pre-commit" "husky runs the hooks of" "--shared-hooks"
  expect_equal "" "$(git status --porcelain)"
  works git handoff init --hooks all --shared-hooks
  expect_contains "$out" "pre-commit: added" "post-checkout: created, .husky/post-checkout"
  rm -f .git/ran
  expect_guarded
  expect_file .git/ran "husky ran"
  husky
  expect_guarded again
  works git handoff uninstall
  expect_equal "" "$(git status --porcelain)"
}

husky_comes_later() {
  need_npm
  make_project
  works git handoff init --hooks all
  husky
  works git handoff init
  works git handoff uninstall
  [ ! -e .git/hooks/pre-commit ] || fail "uninstall looks where hooks were before husky"
}

lefthook_config() {
  cat <<'END'
pre-commit:
  commands:
    theirs:
      run: echo "lefthook ran" >>.git/ran
post-checkout:
  commands:
    theirs:
      run: echo "{1} {2} {3}" >>.git/ran
END
}

beside_lefthook() {
  need_npm
  make_project
  lefthook_config >lefthook.yml
  commit_all "lefthook"
  works lefthook install
  works git handoff init --hooks all
  expect_contains "$out" "pre-commit: left alone" "lefthook writes this file" "run: git handoff hook pre-commit" \
    "post-rewrite: created"
  cp .git/hooks/pre-commit "$case_dir.aside/pre-commit"
  # What the instructions say, for all: the hooks with a file of ours are lefthook's then.
  local name
  for name in post-checkout post-rewrite pre-commit pre-merge-commit pre-push; do
    printf '%s:\n  commands:\n    theirs: {run: "true"}\n' "$name"
  done >lefthook.yml
  works lefthook install --force
  works git handoff init --hooks all
  sed -n 's/^      //p' "$out_file" >lefthook-local.yml
  works lefthook install --force
  expect_guarded
}

lefthook_comes_later() {
  need_npm
  make_project
  works git handoff init --hooks pre-commit
  lefthook_config >lefthook.yml
  works lefthook install
  works git handoff uninstall
  [ ! -e .git/hooks/pre-commit.old ] || fail "lefthook moved our hook aside; it should be gone"
}

pre_commit_config() {
  cat <<'END'
repos:
- repo: local
  hooks:
  - id: theirs
    name: theirs
    entry: sh -c 'echo "framework ran" >>.git/ran'
    language: system
    always_run: true
    pass_filenames: false
    stages: [commit, push]
END
}

beside_pre_commit() {
  need_pre_commit
  make_project
  pre_commit_config >.pre-commit-config.yaml
  commit_all "config"
  works pre-commit install -t pre-commit -t pre-push -t post-checkout
  cp -r .git/hooks "$case_dir.aside/hooks"
  works git handoff init --hooks all
  expect_contains "$out" ".git/hooks/pre-commit.legacy: the pre-commit framework runs it"
  works git handoff init --hooks all
  expect_contains "$out" "pre-commit: already there"
  expect_guarded
  expect_contains "$(cat .git/ran)" "framework ran"
  works pre-commit install -t pre-commit -t pre-push -t post-checkout
  expect_guarded again
  works git handoff uninstall
  diff -r .git/hooks "$case_dir.aside/hooks"
}

pre_commit_comes_later() {
  need_pre_commit
  make_project
  works git handoff init --hooks all
  cp -r .git/hooks "$case_dir.aside/hooks"
  pre_commit_config >.pre-commit-config.yaml
  commit_all "config"
  works pre-commit install -t pre-commit -t pre-push
  expect_guarded
  expect_contains "$(cat .git/ran)" "framework ran"
  works git handoff init
  works pre-commit uninstall -t pre-commit -t pre-push
  diff -r .git/hooks "$case_dir.aside/hooks"
  expect_guarded again
}

leaves_post_rewrite_of_the_framework() {
  need_pre_commit
  make_project
  pre_commit_config >.pre-commit-config.yaml
  commit_all "config"
  works pre-commit install -t post-rewrite
  works git handoff init --hooks all
  expect_contains "$out" "post-rewrite: left alone" "keeps standard input"
}

test_case "husky 9: the team's files only when told to, and through any 'husky' after" beside_husky
test_case "husky 9 installed later" husky_comes_later
test_case "lefthook: instructions, and they work" beside_lefthook
test_case "lefthook installed later" lefthook_comes_later
test_case "pre-commit: as its legacy hook, through any 'pre-commit install' after" beside_pre_commit
test_case "pre-commit installed and removed later" pre_commit_comes_later
test_case "pre-commit's post-rewrite is left alone" leaves_post_rewrite_of_the_framework
test_done
