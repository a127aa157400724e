#!/usr/bin/env bash
# Attacks from end to end, by people who share a server: what comes with a handoff runs nothing, nothing of it goes
# unshown, and no secret leaves with one.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/hostile.sh"

token=ghp_aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5

mcp_call() {
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}' \
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}" >"$case_dir.aside/call"
  run git-handoff mcp <"$case_dir.aside/call"
}

programs_of_a_copied_clone() {
  a_colleague
  cd "$case_dir/theirs"
  git switch -qc login
  make_work
  works git handoff pause -m "m one" --next "edit src/main.c" --push
  cp -r "$case_dir/theirs" "$case_dir/copied"
  cd "$case_dir/copied"
  git config remote.origin.uploadpack "touch $case_dir/pwned; git-upload-pack"
  git config remote.origin.receivepack "touch $case_dir/pwned; git-receive-pack"
  mkdir "$case_dir/else"
  cp "$HOME/.gitconfig" "$case_dir/else/"
  HOME=$case_dir/else mcp_call handoff_take '{}'
  HOME=$case_dir/else mcp_call handoff_fetch '{}'
  expect_contains "$out" "names a program"
  HOME=$case_dir/else mcp_call handoff_discard '{}'
  # What never left is not waited for.
  git config --unset remote.origin.uploadpack
  git config protocol.version 2
  echo more >>README
  HOME=$case_dir/else mcp_call handoff_pause '{"push":true,"next":"go on in README"}'
  expect_contains "$out" "names a program"
  expect_lacks "$(HOME=$case_dir/else git handoff status)" "not settled"
  [ ! -e "$case_dir/pwned" ] || fail "a program of the clone's configuration was run"
}
test_case "what nobody typed speaks to no remote by a program of the clone's configuration" programs_of_a_copied_clone

signing_in_a_copied_clone() {
  make_project
  printf '#!/bin/sh\ntouch %s/pwned\n' "$case_dir" >"$case_dir/signer"
  chmod +x "$case_dir/signer"
  git config handoff.sign true
  git config gpg.program "$case_dir/signer"
  git config handoff.verify true
  cp "$case_dir/signer" .git/hooks/pre-commit
  echo work >>README
  mcp_call handoff_pause '{"next":"go on in README"}'
  expect_contains "$(git handoff list)" "paused"
  [ ! -e "$case_dir/pwned" ] || fail "a program of the clone's configuration was run"
}
test_case "a tool's pause neither signs nor runs hooks as a clone's configuration says" signing_in_a_copied_clone

secrets_in_any_file() {
  a_colleague
  cd "$case_dir/theirs"
  { head -c 20000000 /dev/zero | tr '\0' a | fold -w 99; } >big.txt
  echo hi >handoff.md
  git add -f big.txt handoff.md
  commit_all big
  git push -q origin main
  for file in big.txt handoff.md; do
    git switch -qc "login-$file" main
    echo "token = $token" >>"$file"
    works git handoff pause -m "m one" --next "edit src/main.c"
    must_fail 1 git handoff push
    expect_contains "$err" "$file" "GitHub token"
  done
  expect_equal "" "$(git --git-dir="$case_dir/remote.git" for-each-ref refs/handoffs)"
}
test_case "a secret in a file of 20 MB, or in one called handoff.md, is not pushed" secrets_in_any_file

# Mal's handoff, on a commit that nobody else has.
on_a_commit_of_hers() {
  a_colleague
  cd "$case_dir/theirs"
  git switch -qc login
  write Makefile "all:" "	evil"
  write .husky/post-checkout '#!/bin/sh' "touch $case_dir/pwned"
  chmod +x .husky/post-checkout
  commit_all prep
  git rm -q .husky/post-checkout
  write Makefile "all:" "	fine"
  works git handoff pause -m "small fix" --next "go on with src/main.c"
  works git handoff push --with-history
  cd "$case_dir/mine"
  git config core.hooksPath .husky
}

commits_below() {
  on_a_commit_of_hers
  on_terminal $'read\n' git handoff take
  expect_contains "$out" "stands on 1 commit that no branch here has" ".husky/post-checkout (executable)"
  expect_equal "prep" "$(git log -1 --format=%s)"
  [ ! -e "$case_dir/pwned" ] || fail "a hook of the commit below the work was run"
}
test_case "the commits below a taken handoff are named, with their files, and their hooks do not run" commits_below

staged_otherwise() {
  a_colleague
  cd "$case_dir/theirs"
  write Makefile "all:" "	fine"
  commit_all make
  git push -q origin main
  git -C "$case_dir/mine" pull -q
  git switch -qc login
  write Makefile "all:" "	evil"
  git add Makefile
  write Makefile "all:" "	fine"
  write src/main.c x
  works git handoff pause -m "small fix" --next "go on with src/main.c" --push
  cd "$case_dir/mine"
  on_terminal $'read\n' git handoff take
  expect_contains "$out" "Makefile (staged with other content: git show "
}
test_case "what is staged and in no file is named before it is put into the index" staged_otherwise

# What a stranger's record names is no order to read it here: in any way to write the path, and through any version.
ignored_files_that_it_names() {
  a_colleague
  cd "$case_dir/theirs"
  write .gitignore "local/" "*.md"
  commit_all ignores
  git push -q origin main
  git -C "$case_dir/mine" pull -q
  git switch -qc login
  write src/main.c x
  printf '{"next_action":"edit src/main.c","documents":[{"path":"local/db.py","why":"plan"},{"path":"./private.md"},{"path":"%s/mine/long.md"}]}' "$case_dir" >"$case_dir/in.json"
  works git handoff pause -m small --from "$case_dir/in.json" --push
  cd "$case_dir/mine"
  write local/db.py "correct horse"
  write private.md "correct horse"
  write long.md "correct horse"
  write plan.md "my plan"
  on_terminal $'read\n' git handoff take
  write src/util.c "x"
  works git handoff pause -m "went on" --next "edit src/util.c"
  expect_contains "$err" "'local/db.py' is named but not kept: git ignores it, and you did not name it yourself"
  works git handoff edit --next "edit it"
  write src/util.c "y"
  # What one names oneself goes along, as ever.
  echo '{"version":1,"status":"paused","next_action":"x","documents":[{"path":"plan.md"}]}' >"$case_dir/in.json"
  works git handoff pause -m "went on" --next "edit src/util.c" --from "$case_dir/in.json" --push
  local sent
  sent=$(git --git-dir="$case_dir/remote.git" for-each-ref --format='%(objectname)' refs/handoffs)
  expect_equal "documents/plan.md" "$(git --git-dir="$case_dir/remote.git" ls-tree -r --name-only "$sent" documents)"
}
test_case "ignored files that a stranger's record names do not leave" ignored_files_that_it_names

# A git directory that came as a whole says what our own files say: none of them leads out of the repository.
own_files_of_a_copied_clone() {
  make_project
  local outside=$case_dir.aside/outside head; head=$(git rev-parse HEAD)
  mkdir -p "$outside" .git/handoff/checkout/new .git/handoff/journal
  echo key >"$outside/key"
  echo rc >"$outside/rc"
  : >.git/handoff/journal/main.jsonl
  ln -s "$outside" .git/handoff/checkout/way
  for place in "$outside/key" "checkout/../../../../$(basename "$case_dir").aside/outside/key" checkout/way/key; do
    jq -n --arg head "$head" --arg place "$(printf %s "$place" | base64 -w0)" --arg path "$(printf notes.txt | base64)" \
      '{version: 2, branch: "main", record: "", head: $head, head_branch: "main", branch_at: "", started: 0, folder: 1,
        process: {pid: 999999, boot_id: "x", start_time: "1"},
        moves: [{kind: 0, path: $path, place: $place, inode: 0, size: 0, modified: 0, mode: 0, old_mode: 0}]}' >.git/handoff/files.json
    run git handoff status
    run git handoff checkpoint
    expect_file "$outside/key" key
    [ ! -e notes.txt ] || fail "it came into the tree from $place"
  done
  rm -r .git/handoff
  echo work >>README
  works git handoff pause -m x
  jq -n --arg path "../$(basename "$case_dir").aside/outside/rc" '{($path): "rc\n"}' >.git/handoff/mirror.json
  works git handoff resume --continue
  expect_file "$outside/rc" rc
  mkdir -p .git/handoff/journal
  ln -s "$outside" .git/handoff/sessions
  ln -sf "$outside/rc" .git/handoff/journal/main.jsonl
  must_fail 128 git handoff note "a word"
  must_fail 128 git handoff status
  expect_contains "$err" "is a symbolic link"
  expect_file "$outside/rc" rc
}
test_case "no file of ours in a copied git directory leads out of the repository" own_files_of_a_copied_clone
test_done
