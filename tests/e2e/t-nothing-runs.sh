#!/usr/bin/env bash
# What nobody typed (hooks of git and of agents, the MCP server) runs no program that a repository holds or names,
# and a stranger's snapshot is applied by nobody who has not looked at it.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/hostile.sh"

# marker FILE: a program that says that it ran.
marker() {
  mkdir -p "$(dirname "$1")"
  printf '#!/bin/sh\ntouch "%s/pwned"\nexit 0\n' "$case_dir" >"$1"
  chmod +x "$1"
}

nothing_ran() { [ ! -e "$case_dir/pwned" ] || fail "a program of the repository was run: $*"; }

# session_event EVENT FOLDER: a hook of an agent's, in its own words.
session_event() {
  jq -nc --arg cwd "$2" --arg event "$1" '{session_id: "s1", cwd: $cwd, hook_event_name: $event, source: "startup", tool_name: "Write"}' |
    (cd "$2" && run git-handoff hook claude "$1")
}

mcp_call() {
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}' \
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}" >"$case_dir.aside/call"
  run git-handoff mcp <"$case_dir.aside/call"
}

embedded_bare_repository() {
  make_project
  git init -q --bare vendor/data
  marker "$PWD/vendor/data/run"
  git -C vendor/data config core.bare false
  git -C vendor/data config core.worktree "$PWD/vendor/data"
  git -C vendor/data config core.fsmonitor "$PWD/vendor/data/run"
  git -C vendor/data config core.hooksPath "$PWD/vendor/data"
  for hook in post-checkout reference-transaction post-index-change pre-commit; do marker "$PWD/vendor/data/$hook"; done
  GIT_DIR=$PWD/vendor/data git commit -q --allow-empty -m x 2>/dev/null || true
  echo changed >vendor/data/file
  rm -f "$case_dir/pwned"
  for event in SessionStart PostToolUse Stop PreCompact UserPromptSubmit SessionEnd; do
    session_event "$event" "$PWD/vendor/data"
    sleep 0.1
    nothing_ran "$event"
  done
  for name in handoff_status handoff_checkpoint handoff_pause; do
    (cd vendor/data && mcp_call "$name" '{}')
    nothing_ran "$name"
  done
}
children_of_a_hook() {
  make_project
  git switch -qc login
  echo "int a;" >>src/util.c
  works git handoff pause -m half
  # Whatever keeps a git that a hook has started: it does not outlive the hook.
  local real
  real=$(command -v git)
  mkdir -p "$case_dir.aside/bin"
  write "$case_dir.aside/bin/git" '#!/bin/sh' 'case " $* " in *" status "* | *" log "* | *" cat-file "*) exec sleep 98765 ;; esac' "exec '$real' \"\$@\""
  chmod +x "$case_dir.aside/bin/git"
  PATH=$case_dir.aside/bin:$PATH run git-handoff hook claude SessionStart </dev/null
  expect_equal 0 "$code"
  sleep 0.2
  expect_equal "" "$(pgrep -f '^sleep 98765$')" "what the hook left behind"
}
test_case "a git that hangs ends with the hook that started it" children_of_a_hook

test_case "a bare repository in a clone runs nothing in a session that works there" embedded_bare_repository

configured_programs() {
  make_project
  make_work
  marker "$PWD/tools/monitor"
  for hook in post-checkout reference-transaction post-index-change pre-commit; do marker "$PWD/tools/hooks/$hook"; done
  git config core.fsmonitor "$PWD/tools/monitor"
  git config core.hooksPath tools/hooks
  rm -f "$case_dir/pwned"
  for event in SessionStart PostToolUse Stop PreCompact SessionEnd; do
    session_event "$event" "$PWD"
    sleep 0.1
    nothing_ran "$event"
  done
  for call in 'handoff_status {}' 'handoff_checkpoint {}' 'handoff_pause {"message":"x"}' 'handoff_list {}' 'handoff_check {}' 'handoff_resume {"choice":"continue"}'; do
    mcp_call "${call%% *}" "${call#* }"
    expect_contains "$out" '"id":2'
    expect_lacks "$out" '"isError":true'
    nothing_ran "$call"
  done
}
test_case "hook folders and monitors that a repository's configuration names run for nobody's typing" configured_programs

# What a copied .git/config can name besides: filters, differs, whoever checks signatures, and what comes by an include.
named_programs() {
  make_project
  make_work
  works git handoff pause --next "as before"
  write src/main.c "int main(void) { return 3; }"
  marker "$PWD/tools/run"
  # A commit on top that seems to be signed.
  git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----' >"$case_dir.aside/signed"
  git update-ref HEAD "$(git hash-object -t commit -w "$case_dir.aside/signed")"
  for key in filter.x.clean filter.x.smudge filter.x.process gpg.program gpg.openpgp.program diff.x.command diff.x.textconv diff.external \
    merge.x.driver core.pager core.editor core.askpass gc.recentobjectshook uploadpack.packobjectshook trailer.x.command; do
    git config -f "$PWD/tools/more" "$key" "$PWD/tools/run"
  done
  git config include.path "$PWD/tools/more"
  git config log.showSignature true
  git config commit.gpgSign true
  git config filter.x.required false
  echo '* filter=x diff=x merge=x' >.gitattributes
  git config core.abbrev 9
  rm -f "$case_dir/pwned"
  for event in SessionStart PostToolUse Stop PreCompact UserPromptSubmit SessionEnd; do
    session_event "$event" "$PWD"
    sleep 0.1
    nothing_ran "$event"
  done
  for call in 'handoff_status {}' 'handoff_check {}' 'handoff_checkpoint {}' 'handoff_pause {"message":"x"}' 'handoff_resume {"choice":"continue"}'; do
    mcp_call "${call%% *}" "${call#* }"
    expect_contains "$out" '"id":2'
    nothing_ran "$call"
  done
  git config filter.x.required true
  mcp_call handoff_checkpoint '{}'
  nothing_ran "a filter that is required"
}
test_case "filters, differs and checkers of signatures that a clone's configuration names run for nobody's typing" named_programs

# A word that turns something on may be a program where git reads the name of one.
words_that_are_programs() {
  make_project
  local word key
  for word in yes keep on 1; do
    marker "$case_dir.aside/words/$word"
    for key in filter.x.clean filter.x.smudge filter.x.process diff.x.textconv diff.x.command diff.external merge.x.driver gpg.program core.pager; do
      git config "$key" "$word"
    done
    rm -f .git/info/attributes
    make_work
    write .git/info/attributes '* filter=x diff=x merge=x'
    for event in SessionStart PreCompact SessionEnd; do PATH="$case_dir.aside/words:$PATH" session_event "$event" "$PWD"; done
    PATH="$case_dir.aside/words:$PATH" mcp_call handoff_pause '{"message":"x"}'
    expect_contains "$out" '"isError":true' "names the program of a filter, which does not run for an agent"
    nothing_ran "$word"
  done
}
test_case "a word such as yes is no switch where a clone's configuration names a program by it" words_that_are_programs

# Whatever a tool puts into the tree, takes out of it, or asks: filters of the clone's own have no part in it.
filters_of_a_copy() {
  make_project
  echo '*.c filter=x' >.gitattributes
  commit_all attributes
  make_work
  cp -r . ../copy
  cd ../copy
  local kind call
  marker "$PWD/.git/run"
  for kind in clean smudge process; do git config "filter.x.$kind" "$PWD/.git/run"; done
  for call in 'handoff_pause {"message":"x"}' 'handoff_resume {"choice":"fresh"}' 'handoff_undo {}' 'handoff_undo {}' 'handoff_undo {}' \
    'handoff_resume {"choice":"review"}' 'handoff_resume {"choice":"continue"}' 'handoff_undo {}' 'handoff_resume {"choice":"continue"}' \
    'handoff_pause {"message":"x","snapshot_only":true}' 'handoff_resume {"choice":"fresh"}' 'handoff_undo {}' 'handoff_discard {}' 'handoff_undo {}' \
    'handoff_resume {"choice":"continue","apply":true}' 'handoff_checkpoint {}' 'handoff_pause {"message":"x","emergency":true,"paths":["src"]}' \
    'handoff_show {}' 'handoff_brief {}' 'handoff_check {}' 'handoff_lint {}' 'handoff_list {}' 'handoff_reconstruct {"save":true}' 'handoff_discard {}'; do
    mcp_call "${call%% *}" "${call#* }"
    expect_contains "$out" '"id":2'
    nothing_ran "$call"
  done
}
test_case "no tool runs a filter that a copied clone's configuration names" filters_of_a_copy

# kept TEXT: some object of the repository has it.
kept() { git cat-file --batch-all-objects --batch | grep -qa -e "$1"; }

# A filter that does not run is none that does nothing: neither plain bytes become the work, nor stored ones files.
filter_that_does_not_run() {
  make_project
  git config filter.crypt.clean 'tr a-z n-za-m'
  git config filter.crypt.smudge 'tr a-z n-za-m'
  echo '*.sec filter=crypt' >.gitattributes
  echo plain >k.sec
  commit_all encrypted
  echo secret >>k.sec
  mcp_call handoff_pause '{"message":"x"}'
  expect_contains "$out" '"isError":true' "names the program of a filter" "git config --global"
  mcp_call handoff_checkpoint '{}'
  expect_contains "$out" '"isError":true'
  works git handoff note "in short"
  session_event PreCompact "$PWD"
  sleep 0.2
  expect_equal "" "$(git for-each-ref refs/handoffs)"
  ! kept secret || fail "an object has the plain bytes"
  works git handoff pause -m x
  git switch -q -c other HEAD~2
  mcp_call handoff_resume '{"choice":"continue","id":"@","switch":true}'
  expect_contains "$out" '"isError":true'
  works git handoff resume --continue --switch main
  expect_equal secret "$(tail -n 1 k.sec)"
  mcp_call handoff_brief '{}'
  expect_lacks "$out" "cannot be read"
}
test_case "what passes a filter that only the clone names is neither kept nor written without it" filter_that_does_not_run

# answers_of N: the server has answered so often.
answers_of() {
  local i
  for i in $(seq 200); do
    [ "$(wc -l <"$case_dir.aside/answers")" -lt "$1" ] || return 0
    sleep 0.05
  done
  fail "the server did not answer: $(cat "$case_dir.aside/answers")"
}

# A server is old when its configuration changes: by the branch that one goes to, or by a file of the tree.
programs_that_come_later() {
  make_project
  echo '*.c filter=x' >.gitattributes
  commit_all attributes
  git branch other
  marker "$PWD/.git/run"
  git config -f .git/more filter.x.clean "$PWD/.git/run"
  git config includeIf.onbranch:other.path more
  mkfifo "$case_dir.aside/in"
  git-handoff mcp <"$case_dir.aside/in" >"$case_dir.aside/answers" &
  exec 7>"$case_dir.aside/in"
  echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}' >&7
  echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_status","arguments":{}}}' >&7
  answers_of 2
  git -c filter.x.clean= switch -q other
  echo more >>src/main.c
  rm -f "$case_dir/pwned"
  echo '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"handoff_checkpoint","arguments":{}}}' >&7
  answers_of 3
  exec 7>&-
  wait
  expect_contains "$(tail -n 1 "$case_dir.aside/answers")" "names the program of a filter"
  nothing_ran "a filter that the branch of now brings"
}
test_case "what a clone's configuration says by now is what the server keeps from running" programs_that_come_later

# What is asked of a server is asked by a repository beside the clone: what the clone includes for that one alone.
programs_for_another_place() {
  make_project
  marker "$PWD/.git/run"
  git remote add origin ssh://127.0.0.1:1/x.git
  printf '[core]\n\tsshCommand = %s\n\tgitProxy = %s\n' "$PWD/.git/run" "$PWD/.git/run" >.git/more
  local condition
  for condition in 'gitdir:**/list.git' onbranch:none; do
    git config "includeIf.$condition.path" more
    mcp_call handoff_fetch '{}'
    expect_contains "$out" "cannot be reached"
    mcp_call handoff_take '{}'
    nothing_ran "$condition"
    git config --unset "includeIf.$condition.path"
  done
}
test_case "what a clone's configuration includes for another git directory or branch runs nothing" programs_for_another_place

# Where git does not tell what the clone's configuration says, and where the environment has it tell something else.
configuration_that_is_not_told() {
  make_project
  echo '* filter=x' >.git/info/attributes
  marker "$PWD/.git/run"
  git config filter.x.clean "$PWD/.git/run"
  echo more >>README
  GIT_CONFIG=$HOME/.gitconfig mcp_call handoff_checkpoint '{}'
  expect_contains "$out" "names the program of a filter"
  nothing_ran GIT_CONFIG
  echo again >>README
  mkdir "$case_dir.aside/bin"
  printf '#!/bin/sh\n[ "$*" = "--no-pager -c safe.bareRepository=explicit config --show-scope -z --list" ] && exit 1\nexec %s "$@"\n' "$(command -v git)" \
    >"$case_dir.aside/bin/git"
  chmod +x "$case_dir.aside/bin/git"
  PATH=$case_dir.aside/bin:$PATH mcp_call handoff_checkpoint '{}'
  expect_contains "$out" '"isError":true'
  nothing_ran "a configuration that is not told"
}
test_case "a clone's programs are off where the environment names another configuration, and where git does not tell it" configuration_that_is_not_told

# What git refuses empty, and what names no program, stays as it is: nothing that acts by itself is stopped by it.
plain_settings() {
  make_project
  printf '[alias]\n\tst = status\n' >.gitconfig
  git add .gitconfig
  git commit -qm "settings for all"
  git config include.path ../.gitconfig
  git config includeIf.gitdir:**/repo/.path ../.gitconfig
  local pair
  for pair in gpg.format=ssh gpg.minTrustLevel=marginal apply.whitespace=fix core.fsyncMethod=batch core.fsync=loose-object,reference \
    protocol.allow=user log.diffMerges=first-parent log.decorate=short log.date=iso rebase.missingCommitsCheck=warn fsck.missingEmail=warn \
    receive.fsck.missingEmail=warn diff.algorithm=histogram merge.conflictStyle=diff3 blame.date=iso grep.patternType=extended; do
    git config "${pair%%=*}" "${pair#*=}"
  done
  make_work
  works git handoff pause --next "edit src/main.c:1"
  session_event SessionStart "$PWD"
  expect_contains "$out" "edit src/main.c:1"
  mcp_call handoff_check '{}'
  expect_lacks "$out" '"isError":true'
  mcp_call handoff_resume '{"choice":"continue"}'
  expect_lacks "$out" '"isError":true'
  echo more >>src/main.c
  session_event PreCompact "$PWD"
  patiently live_at_least 1 || fail "no checkpoint was made"
}
test_case "ordinary words in a clone's configuration stop nothing that acts by itself" plain_settings

programs_above() {
  make_project
  make_work
  mkdir -p deep/er
  marker "$PWD/bin/git"
  marker "$PWD/bin/sh"
  ln -s "$PWD/bin" "$case_dir/way-in"
  for event in SessionStart PreCompact SessionEnd; do
    for path in "$PWD/bin" "$PWD/deep/../bin" "$case_dir/way-in" bin:../../bin; do
      PATH="$path:$PATH" session_event "$event" "$PWD/deep/er"
      sleep 0.1
      nothing_ran "$event with $path"
    done
  done
  (cd deep/er && PATH="$case_dir/repo/bin:$PATH" mcp_call handoff_checkpoint '{}')
  nothing_ran "the MCP server in a folder below"
  # Where git is nowhere else, nothing is run at all.
  ln -s "$bin_dir/git-handoff" "$case_dir/alone"
  (cd deep/er && run env PATH="$case_dir/repo/bin" "$case_dir/alone" hook claude PreCompact)
  nothing_ran "a git that is only in the tree"
  # A linked worktree and a submodule belong to the tree around them.
  git init -q inner
  (cd inner && PATH="$case_dir/repo/bin:$PATH" session_event PreCompact "$PWD")
  sleep 0.1
  nothing_ran "a repository within"
}
test_case "programs of the tree are passed over from any folder in it, by any way" programs_above

programs_in_path_of_git_hooks() {
  make_project
  marker "$PWD/bin/git-handoff"
  commit_all "theirs"
  ln -s repo "$case_dir/link"
  works git-handoff init --hooks all
  git worktree add -q ../linked
  local tree=$PWD from path
  try() {
    from=$1 path=$2
    (cd "$from" && PATH="$path:$PATH" git commit -q --allow-empty -m x && PATH="$path:$PATH" git checkout -q --detach && git checkout -q -)
    nothing_ran "a git hook in $from with $path"
  }
  try "$tree" "$tree/bin"
  try "$case_dir/link" "$tree/bin"
  try "$tree" "$case_dir/link/bin"
  try "$tree" "/$tree/./bin"
  try "$case_dir/linked" "$tree/bin"
  # Of another branch, and of the tree around a submodule.
  try "$tree" "$case_dir/linked/bin"
  marker "$case_dir/linked/tools/git"
  PATH="$case_dir/linked/tools:$PATH" session_event PreCompact "$tree"
  sleep 0.1
  nothing_ran "a git of a linked worktree"
  (make_repo "$case_dir/lib" && commit_all lib)
  git -c protocol.file.allow=always submodule --quiet add "$case_dir/lib" lib
  (cd lib && works git handoff init --hooks all)
  try "$tree/lib" "$tree/bin"
  # A home that is a repository has its user's own programs.
  (cd lib && HOME=$tree PATH="$tree/bin:$PATH" "$tree/.git/modules/lib/hooks/pre-commit")
  [ -e "$case_dir/pwned" ] || fail "the program of a home was passed over"
  rm "$case_dir/pwned"
  # The one that is meant is found behind it.
  export GIT_HANDOFF_PROBE=here
  expect_contains "$(PATH="$tree/bin:$PATH" .git/hooks/pre-commit 2>&1)" here
}
test_case "the hooks that git runs pass over a git-handoff of the tree, by whatever way PATH or the folder leads there" programs_in_path_of_git_hooks

# with_submodule: a project with `lib`, whose git directory is in that of the project.
with_submodule() {
  make_project sub
  cd ..
  make_project
  git -c protocol.file.allow=always submodule --quiet add "$case_dir/sub" lib
  commit_all "with a submodule"
}

filters_of_a_submodule() {
  with_submodule
  local key call
  marker "$PWD/.git/run"
  for key in filter.x.clean filter.x.smudge filter.x.process; do git -C lib config "$key" "$PWD/.git/run"; done
  mkdir -p .git/modules/lib/info
  echo '* filter=x' >.git/modules/lib/info/attributes
  make_work
  for event in SessionStart PostToolUse Stop PreCompact UserPromptSubmit SessionEnd; do
    touch -d "2 days ago" lib/README
    sed -i 's/./&/' lib/src/main.c
    session_event "$event" "$PWD"
    sleep 0.1
    nothing_ran "$event"
  done
  for call in 'handoff_status {}' 'handoff_checkpoint {}' 'handoff_pause {"message":"x"}' 'handoff_check {}' 'handoff_resume {"choice":"continue"}'; do
    touch lib/src/main.c
    mcp_call "${call%% *}" "${call#* }"
    expect_contains "$out" '"id":2'
    expect_lacks "$out" '"isError":true'
    nothing_ran "$call"
  done
}
test_case "nobody's typing runs a filter that a submodule's configuration names" filters_of_a_submodule

dirt_of_a_submodule() {
  with_submodule
  write lib/src/main.c "int other;"
  mcp_call handoff_pause '{"message":"x"}'
  expect_contains "$out" "changes inside the submodule"
  expect_equal "lib true" \
    "$(git show "$(record_ref):handoff.json" | jq -r '.git.submodules[] | "\(.path) \(.modified_content)"')"
  # One whose working tree is elsewhere is not looked into, and that is said.
  mkdir "$case_dir/elsewhere"
  git -C lib config core.worktree "$case_dir/elsewhere"
  mcp_call handoff_pause '{"message":"y"}'
  expect_contains "$out" "lib" "not looked into"
}
test_case "nobody's typing misses what is not committed in a submodule" dirt_of_a_submodule

# no_automatic_act FOLDER: hooks and tools say that they do nothing there.
no_automatic_act() {
  for event in SessionStart PostToolUse Stop PreCompact UserPromptSubmit SessionEnd; do
    session_event "$event" "$1"
    [ "$event" = SessionStart ] || continue
    expect_contains "$(cat "$case_dir.aside/out")" "nothing is done here by itself"
  done
  sleep 0.2
  for name in handoff_status handoff_checkpoint handoff_pause handoff_brief; do
    (cd "$1" && mcp_call "$name" '{}' && expect_contains "$out" "nothing is done here by itself")
  done
}

tree_elsewhere() {
  make_project
  mkdir -p "$HOME/private"
  echo "my diary" >"$HOME/private/diary"
  local there
  for there in "$HOME" ../.. "$case_dir"; do
    git config core.worktree "$there"
    no_automatic_act "$PWD"
    ! kept "my diary" || fail "it went to $there"
    expect_equal "" "$(git for-each-ref refs/handoffs)"
  done
  # In the clone there is nothing that is anybody else's.
  mkdir part
  git config core.worktree ../part
  session_event PreCompact "$PWD/part"
  (cd part && mcp_call handoff_status '{}' && expect_lacks "$out" '"isError":true')
}
test_case "what nobody typed reads no folder that a copied clone's core.worktree leads to" tree_elsewhere

# A folder from elsewhere whose .git is, or leads to, what belongs to another working tree.
git_dir_of_another() {
  with_submodule
  git worktree add -q ../linked
  local own=$PWD refs way
  refs=$(git for-each-ref)
  for way in "$own/.git" "$own/.git/worktrees/linked" "$own/.git/modules/lib" ../repo/.git; do
    mkdir "$case_dir/evil"
    echo "gitdir: $way" >"$case_dir/evil/.git"
    echo evil >"$case_dir/evil/README"
    no_automatic_act "$case_dir/evil"
    rm -r "$case_dir/evil"
  done
  mkdir "$case_dir/evil"
  ln -s "$own/.git" "$case_dir/evil/.git"
  echo evil >"$case_dir/evil/README"
  no_automatic_act "$case_dir/evil"
  rm "$case_dir/evil/.git"
  git init -q "$case_dir/evil"
  echo "$own/.git" >"$case_dir/evil/.git/commondir"
  no_automatic_act "$case_dir/evil"
  rm "$case_dir/evil/.git/commondir"
  mkdir -p .git/refs/handoffs/active/main "$case_dir/evil/.git/refs/handoffs/active"
  for way in refs/handoffs/active/main refs/handoffs/active refs/handoffs refs/heads refs logs index; do
    rm -rf "${case_dir:?}/evil/.git/$way"
    ln -s "$own/.git/$way" "$case_dir/evil/.git/$way"
    no_automatic_act "$case_dir/evil"
    rm "$case_dir/evil/.git/$way"
    [ "$way" != refs ] || mkdir "$case_dir/evil/.git/refs"
  done
  # Whatever else git writes there; two of these are not there yet.
  echo "$own/.git/objects" >"$case_dir/evil/.git/objects/info/alternates"
  git -C "$case_dir/evil" update-ref refs/heads/main "$(git rev-parse HEAD)"
  git pack-refs --all
  works git handoff checkpoint
  git pack-refs --all
  refs=$(git for-each-ref)
  cp -r "$case_dir/evil" "$case_dir.aside/evil"
  for way in packed-refs config objects objects/info objects/ab info shallow ORIG_HEAD rr-cache worktrees refs/heads/main refs/heads/hooks logs/refs/heads/main; do
    rm -rf "$case_dir/evil"
    cp -r "$case_dir.aside/evil" "$case_dir/evil"
    rm -rf "${case_dir:?}/evil/.git/$way"
    mkdir -p "$(dirname "$case_dir/evil/.git/$way")"
    ln -s "$own/.git/$way" "$case_dir/evil/.git/$way"
    (cd "$case_dir/evil" && mcp_call handoff_checkpoint '{}' && expect_contains "$out" "nothing is done here by itself")
  done
  rm -rf "$case_dir/evil/.git/refs/heads"
  mkdir "$case_dir/evil/.git/x"
  ln -s "$own/.git/refs/heads" "$case_dir/evil/.git/x/y"
  ln -s ../x "$case_dir/evil/.git/refs/heads"
  (cd "$case_dir/evil" && mcp_call handoff_checkpoint '{}' && expect_contains "$out" "nothing is done here by itself")
  # What is typed goes by no refs of another repository's either, unless it is named.
  rm -rf "$case_dir/evil"
  cp -r "$case_dir.aside/evil" "$case_dir/evil"
  ln -s "$own/.git/packed-refs" "$case_dir/evil/.git/packed-refs"
  run git -C "$case_dir/evil" handoff discard
  expect_contains "$err" "are links to another one's" "export GIT_DIR=$case_dir/evil/.git"
  (cd "$case_dir/evil" && GIT_DIR=$PWD/.git works git handoff list)
  expect_equal "$refs" "$(git for-each-ref)"
  ! kept "^evil" || fail "a file of that folder was kept"
}
test_case "what nobody typed does nothing in a folder whose .git names another's repository" git_dir_of_another

# Whatever git itself makes, and who says by the environment what he means.
git_dirs_of_all_kinds() {
  with_submodule
  git worktree add -q ../linked
  git -C "$case_dir" init -q --separate-git-dir "$case_dir/apart.git" apart
  git clone -q --bare . ../bare
  git -C ../bare worktree add -q ../of-bare
  ln -s linked ../by-link
  local where
  git -C ../linked config extensions.worktreeConfig true
  for where in "$PWD" "$PWD/lib" "$PWD/src" "$case_dir/linked" "$case_dir/apart" "$case_dir/of-bare" "$case_dir/by-link"; do
    echo more >>"$where/new"
    session_event SessionStart "$where"
    expect_lacks "$(cat "$case_dir.aside/out")" "nothing is done here"
    (cd "$where" && mcp_call handoff_checkpoint '{}' && expect_contains "$out" made && expect_lacks "$out" '"isError":true')
  done
  mkdir ../given
  (
    export GIT_DIR=$PWD/.git GIT_WORK_TREE=$case_dir/given
    cd ../given
    mcp_call handoff_status '{}'
    expect_lacks "$out" '"isError":true'
  )
}
test_case "submodules, linked worktrees and git directories kept apart are at work as ever" git_dirs_of_all_kinds
test_done
