#!/usr/bin/env bash
# More of `git handoff check`: submodules, what was done since where only times tell, documents outside of git,
# commands on a terminal, ages that cannot be told, renamed branches.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/records.sh"
. "$e2e_dir/checks.sh"
. "$e2e_dir/hostile.sh"
variants=some

# Programs commit several times a second.
dropped_in_the_same_second() {
  make_project
  write src/lost.c "int lost;"
  commit_all "add lost"
  local lost
  lost=$(git rev-parse HEAD)
  second=$tick
  test_tick
  make_work
  pause_with '"completed_tasks": [{"name": "lost", "status": "done", "commit": "'"$lost"'"}]'
  git reset -q --hard HEAD~2
  write docs/other.md "another thing"
  git add docs
  set_clock "$second"
  git commit -q -m "write docs"
  check
  expect_equal 1 "$code"
  says commit "${lost:0:7}" changed
  expect_lacks "$(finding commit "${lost:0:7}")" rewritten
}

# rewritten COMMAND...: the branch stands on main anew, made from the commits that it had by the command.
rewritten() {
  git checkout -q feat
  git reset -q --hard "$wip"
  GIT_SEQUENCE_EDITOR=${sequence:-:} git rebase -q -i main
  "$@"
  works git handoff brief
  brief=$out
  check
}
without_a_file() {
  git checkout -q --detach feat~1
  git rm -q src/parse.h
  git commit -q --amend --no-edit
  git cherry-pick feat >/dev/null
  git branch -f feat HEAD
  git checkout -q feat
}

# Commits that the record names nowhere: the work stood on them.
lost_below_the_work() {
  git init -q --bare hub.git
  make_project
  git remote add origin ../hub.git
  git checkout -q -b feat
  write src/cache.c "int cache;"
  commit_all "Add the key cache"
  write src/debug.c "int debug;"
  commit_all "Print debug lines"
  git handoff note "DEBUG=1 (commit $(git rev-parse --short HEAD)) prints what was found" >/dev/null
  write src/util.c "int parse(void);"
  write src/parse.h "int parse_it(void);"
  commit_all "Parse options"
  git push -q -u origin feat
  write src/main.c "int half;"
  works git handoff pause -m m --next "write half() in src/main.c, it reads the key cache"
  wip=$(git rev-parse HEAD)
  git checkout -q main
  write docs/other.md "other"
  commit_all "other"
  rewritten true
  expect_contains "$brief" "Rebased since, nothing lost."
  expect_equal 0 "$code" "$out"
  sequence="sed -i '/Add the key/s/^pick/drop/'" rewritten true
  expect_contains "$brief" "Rebased since."$'\n'"Since then:"$'\n'"- 'Add the key cache' [on origin/feat]: src/cache.c"
  expect_lacks "$brief" "lost]"
  expect_equal 1 "$code"
  expect_contains "$(git handoff status)" "'Add the key cache' is no longer on the branch"
  sequence="sed -i '/Print debug/s/^pick/drop/'" rewritten true
  expect_contains "$brief" "- 'Print debug lines' [on origin/feat]: src/debug.c"
  expect_lacks "$out" "onto the upstream"
  expect_contains "$out" "dropped when the branch was rewritten; refs/remotes/origin/feat has it still"
  sequence="sed -i '/Parse options/s/^pick/drop/'" rewritten true
  expect_contains "$brief" "Rebased since." "'Parse options' [on origin/feat]: src/parse.h, src/util.c"
  sequence="sed -i '/wip: /s/^pick/drop/'" rewritten true
  expect_lacks "$brief" "nothing lost"
  rewritten without_a_file
  expect_contains "$brief" "- part of 'Parse options' [on origin/feat]: src/parse.h"
  expect_contains "$(jq -c .findings <<<"$out")" "came back without src/parse.h"
  expect_lacks "$brief" "nothing lost"
}
test_case "a commit that the work stood on and a rebase dropped, whole or in part, is told by name" lost_below_the_work

# A rebase leaves out the merge that the work stood on.
merged_before() {
  make_project
  git checkout -q -b feat
  write src/cache.c "int cache;"
  commit_all "Add the key cache"
  git checkout -q main
  write docs/other.md "other"
  commit_all "other"
  git checkout -q feat
  works git merge -q --no-edit main
  write src/main.c "int half;"
  works git handoff pause -m m --next "write half() in src/main.c"
  wip=$(git rev-parse HEAD)
  git checkout -q main
  write docs/more.md "more"
  commit_all "more"
  rewritten true
  expect_contains "$brief" "Rebased since, nothing lost."
  expect_equal 0 "$code" "$out"
  works git handoff check
  expect_lacks "$out" "keep-" "no longer"
  sequence="sed -i '/Add the key/s/^pick/drop/'" rewritten true
  expect_equal 1 "$code" "$out"
  # A merge that says something of its own is lost with what it said.
  git reset -q --hard "$wip~1"
  write src/own.c "int own;"
  git add src/own.c
  git commit -q --amend --no-edit
  write src/main.c "int half;"
  works git handoff pause -m m --next "write half() in src/main.c"
  wip=$(git rev-parse HEAD)
  rewritten true
  expect_equal 1 "$code" "$out"
}
test_case "a merge that a rebase left out is lost only where it had changes of its own" merged_before

with_submodule() {
  make_project sub
  write src/util.c "int util(void) { return 2; }"
  commit_all "second"
  cd ..
  make_project
  git submodule --quiet add "$PWD/../sub" lib
  git -C lib checkout -q HEAD~1
  commit_all "with a submodule"
}

submodule_moves() {
  with_submodule
  pause_with
  check
  expect_equal 0 "$code" "$out"
  says submodule "all that are checked out" confirmed
  git -C lib checkout -q main
  check
  expect_equal 1 "$code"
  says submodule lib changed "at another commit now"
  git -C lib checkout -q HEAD~1
  write lib/src/main.c "int other;"
  check
  expect_equal 1 "$code"
  says submodule lib changed "has changes of its own that were not recorded"
}

# The pause kept another commit of the submodule.
submodule_was_moved() {
  with_submodule
  git -C lib checkout -q main
  pause_with
  local then
  then=$(git -C lib rev-parse HEAD)
  check
  expect_equal 0 "$code" "$out"
  says submodule lib "confirmed - - at ${then:0:7}, as recorded"
  git -C lib checkout -q HEAD~1
  check
  expect_equal 1 "$code"
  says submodule lib "changed - $(git -C lib rev-parse HEAD)" "recorded at ${then:0:7}"
  expect_equal "git -C lib checkout ${then:0:7}" \
    "$(jq -r '.findings[] | select(.code == "submodule" and .to).suggestion' <<<"$out")"
  git clone -q . ../clone
  git push -q ../clone 'refs/handoffs/active/*:refs/handoffs/remotes/origin/active/*'
  cd ../clone
  user_reads "$id"
  check "$id"
  says submodule lib unverifiable "not checked out here"
}

# removed_by_work COMMAND...: that the work has it no more is no change.
removed_by_work() {
  with_submodule
  git "$@"
  pause_with
  check
  expect_equal 0 "$code" "$out"
  works git handoff resume --continue
  expect_lacks "$out$err" "not as recorded" "no such submodule"
}
test_case "a submodule that the work renamed is as recorded" removed_by_work mv lib other
test_case "... and one that it removed" removed_by_work rm -qf lib

# off_the_branch COMMAND...: kept by a checkpoint, and by a pause that moves no branch.
off_the_branch() {
  local how
  with_submodule
  git "$@"
  for how in "checkpoint -q" "pause --snapshot-only -m x"; do
    # shellcheck disable=SC2086  # words
    works git handoff $how
    check
    expect_equal 0 "$code" "$out"
  done
}
test_case "... also off the branch: renamed" off_the_branch mv lib other
test_case "... removed" off_the_branch rm -qf lib

# A .gitmodules may say that git is to pass over it: the commands that hints give show it all the same.
submodule_that_git_passes_over() {
  local hint
  with_submodule
  git config -f .gitmodules submodule.lib.ignore all
  commit_all "with a submodule to pass over"
  git -C lib checkout -q main
  pause_with
  git -C lib checkout -q HEAD~1
  write lib/new new
  git -C lib add new
  git -C lib -c user.name=U -c user.email=u@example.com commit -qm other
  git add -f lib
  git commit -q --amend --no-edit
  check
  for hint in $(jq -r '.findings[] | select(.suggestion // "" | startswith("git diff")).suggestion | @base64' <<<"$out"); do
    hint=$(base64 -d <<<"$hint")
    expect_contains "$(eval "$hint")" Subproject
  done
  must_fail 1 git handoff resume --continue
  hint=$(sed -n 's/^hint: see the difference: //p' <<<"$err")
  expect_contains "$(eval "$hint")" Subproject
}

# Who resumes it elsewhere need not follow in the submodule: what is paused then does not move it, and says so.
submodule_not_followed() {
  with_submodule
  git -C lib checkout -q main
  local then
  then=$(git -C lib rev-parse HEAD)
  echo edited >>README.md
  pause_with
  git -C lib checkout -q HEAD~1
  works git handoff resume --continue
  expect_contains "$out$err" "git -C lib checkout ${then:0:12}"
  works git handoff pause -m again
  expect_contains "$err" "'lib' was resumed at ${then:0:12}, and is paused at $(git -C lib rev-parse --short=12 HEAD) again" \
    "pause again after: git -C lib checkout ${then:0:12}"
  # shellcheck disable=SC2046  # words of a command
  works $(sed -n 's/.*pause again after: //p' <<<"$err") -q
  works git handoff pause -m followed
  expect_lacks "$err" "was resumed at"
  expect_equal "$then" "$(git rev-parse HEAD:lib)"
}

submodule_moved_and_dirty() {
  with_submodule
  git -C lib checkout -q main
  write lib/src/main.c "int other;"
  pause_with
  check
  says file lib "confirmed" "as paused"
}
submodule_dirt() {
  with_submodule
  write lib/src/main.c "int other;"
  pause_with
  check
  expect_equal 2 "$code" "what was in there is not recorded: $out"
  says submodule lib unverifiable "as recorded; their content was not"
  git -C lib checkout -q -- .
  check
  expect_equal 1 "$code"
  says submodule lib changed "it is clean now"
}

# A record whose base is not known here: only times tell.
since_by_time() {
  real_clock
  make_project
  export GIT_COMMITTER_DATE="@$(($(date +%s) - 20 * 3600)) +0000"
  write src/main.c "int old;"
  git commit -qam "before the record"
  record_base=1111111111111111111111111111111111111111 make_record main main-20260324-120000-abcdabcd 9 \
    '"next_action": "go on in src/main.c"'
  export GIT_COMMITTER_DATE="@$(($(date +%s) - 3600)) +0000"
  write src/main.c "int newer;"
  git commit -qam "after the record"
  own_records
  check
  expect_equal "1 after the record" \
    "$(jq -r '"\(.commits_since.head) \(.commits_since.relevant[0].subject)"' <<<"$out")"
  says since "commits since" info "found by time"
  expect_equal 1 "$code"
}

since_cannot_be_told() {
  make_project
  local blob tree
  blob=$(printf '{"version": 1, "next_action": "go on", "git": {"id": "main-20260324-120000-abcdabcd", "branch": "main"}}' | git hash-object -w --stdin)
  tree=$(printf '100644 blob %s\thandoff.json\n' "$blob" | git mktree)
  git update-ref refs/handoffs/active/main/main-20260324-120000-abcdabcd "$(git commit-tree -m x -m "Handoff-Branch: main" "$tree")"
  commit_all "some time"
  own_records
  check
  expect_equal 2 "$code" "$out"
  says since "commits since" unverifiable "neither the commit that the work stood on nor the time"
  says age timestamp unverifiable "does not say when it was written"
  expect_equal null "$(jq .age_seconds <<<"$out")"
  expect_equal stale "$(jq -r .age_band <<<"$out")"
}

# A long way since the base: git walks, in halves; the same commits are told.
since_is_long() {
  make_project
  pause_with
  for i in $(seq 900); do
    printf 'commit refs/heads/main\ncommitter A <a@x> %d +0000\ndata 4\nw%03d\n' $((tick + i)) "$i"
    [ "$i" -gt 1 ] || echo "from refs/heads/main^0"
    printf 'M 100644 inline %s\ndata 4\n%04d\n' "$([ $((i % 300)) = 0 ] && echo src/main.c || echo "other$((i % 7))")" "$i"
  done | git fast-import --quiet
  git reset -q --hard main
  check
  expect_equal "900 w300 w600 w900" "$(jq -r '"\(.commits_since.head) \([.commits_since.relevant[].subject] | sort | join(" "))"' <<<"$out")"
  # Beyond what is walked here but with few files to list.
  git reset -q --hard HEAD~800
  check
  expect_equal "100 0" "$(jq -r '"\(.commits_since.head) \(.commits_since.relevant | length)"' <<<"$out")"
}

documents_by_time() {
  make_project
  real_clock
  local outside=$case_dir/outside.md
  echo "# Notes" >"$outside"
  touch -d '2 hours ago' "$outside"
  pause_with '"documents": [{"path": "'"$PWD/../outside.md"'"}]'
  check
  says document "$outside" confirmed "not changed since by its time"
  touch -d 'now + 10 minutes' "$outside"
  check
  expect_equal 1 "$code"
  says document "$outside" changed "changed since, by its time"
  # A stranger's record does not make us look at files outside, whether they are there or not.
  rm .git/handoff/provenance
  user_reads
  check
  says document "$outside" unverifiable "a path of another machine"
  rm "$outside"
  check
  says document "$outside" unverifiable "a path of another machine"
}

commands_on_a_terminal() {
  make_project
  # A secret in a command: for whoever is asked it is as it will run, for a program it is not.
  local token=ghp_aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5
  pause_with '"remaining_tasks": [{"name": "good", "verification": "true '$token'"}]'
  on_terminal $'n\n' git handoff check --run
  expect_contains "$out" "  true $token"
  must_fail 1 git handoff check --run
  expect_contains "$err" "  true [secret: github-token]"
  run git handoff check --run --yes
  expect_lacks "$out$err" "${token#ghp_}"
  works git handoff resume --discard
  pause_with '"remaining_tasks": [{"name": "good", "verification": "touch ran-it"}, {"name": "\u001b[31mbad", "verification": "printf %s \u001b[1m"}, {"name": "two lines", "verification": "true # not slow,\ntrue behind"}]'
  on_terminal $'n\n' git handoff check --run
  expect_contains "$out" "these commands come from the record and would be run:" "touch ran-it" "run them? [y/N]" "nothing was run" "| true behind"
  expect_lacks "$out" $'\033[31m' $'\033[1m'
  [ ! -e ran-it ] || fail "ran against the answer"
  on_terminal $'\n' git handoff check --run
  [ ! -e ran-it ] || fail "ran without an answer"
  on_terminal $'y\n' git handoff check --run
  [ -e ran-it ] || fail "did not run"
  expect_equal 0 "$code" "$out"
  rm ran-it .git/handoff/provenance
  user_reads
  on_terminal $'y\n' git handoff check --run
  expect_contains "$out" "was not made by you on this machine" "--trust"
  expect_lacks "$out" "run them?"
  [ ! -e ran-it ] || fail "ran a stranger's command"
  on_terminal $'n\n' git handoff check --run --trust
  [ ! -e ran-it ] || fail "trust is no answer"
  on_terminal $'y\n' git handoff check --run --trust
  [ -e ran-it ] || fail "did not run with --trust"
}

damaged_policy() {
  real_clock
  make_project
  export GIT_COMMITTER_DATE="@$(($(date +%s) - 3 * 86400)) +0000"
  pause_with
  unset GIT_COMMITTER_DATE
  local text
  for text in 'not [ toml' '[age]
fresh = "soon"' '[age]
stale = -5' 'age = 7' $'[age]\nfresh = "1h"\nfresh = "2h"'; do
    printf '%s\n' "$text" >.handoff.toml
    check
    [ "$code" -le 2 ] || fail "a stranger's file stopped the check: $err"
    expect_equal aging "$(jq -r .age_band <<<"$out")" "$text"
  done
}

times_that_say_little() {
  make_project
  imported() {
    rm -rf .git/refs/handoffs .git/packed-refs
    printf '{"version": 1, "workflow": "execute", "next_action": "go on"%s}' "$1" >"$case_dir.aside/doc.json"
    works git handoff import "$case_dir.aside/doc.json"
    check
  }
  imported ', "timestamp": "2026-03-24T14:30:00"'
  says age 2026-03-24T14:30:00 unverifiable "it names no time zone"
  [ "$code" -ne 0 ] || fail "a time without a zone is no calm"
  imported ', "timestamp": "2026-03-24"'
  says age 2026-03-24 unverifiable "it names a day only"
  imported ', "timestamp": "last Tuesday"'
  says age "last Tuesday" unverifiable "no time that can be read"
  imported ', "timestamp": "2026-03-24T14:30:00+02:00"'
  says age 2026-03-24T14:30:00+02:00 info old
  imported ", \"timestamp\": \"$(date -u -d '+3 days' +%Y-%m-%dT%H:%M:%SZ)\""
  says age "" unverifiable "from the future by" "a clock is wrong"
  expect_equal 2 "$code"
}

branch_is_renamed() {
  make_project
  git switch -qc feat
  make_work
  pause_with
  git branch -m better
  check
  expect_equal 0 "$code"
  says branch feat "confirmed - better" "as it is called now"
  says wip "" "confirmed present"
}

test_case "a dropped commit is not rewritten because another has its author and second" dropped_in_the_same_second
# A record may name any path as a submodule, and any number: one look at most for each that this tree has.
submodules_that_are_none() {
  with_submodule
  make_project "$case_dir/other"
  local other
  other=$(git rev-parse HEAD)
  cd "$case_dir/repo"
  ln -s ../other link
  commit_all "a link"
  pause_with
  forge_json '.git.submodules = [range(300) | ("../other", "link", ".", "lib/../../other", "'"$case_dir"'/other", "lib")
    | {path: ., oid: "0000000000000000000000000000000000000001"}]'
  user_reads "$id"
  mkdir -p "$case_dir.aside/bin"
  write "$case_dir.aside/bin/git" '#!/bin/sh' "case \" \$* \" in *' rev-parse -q --verify HEAD '*) echo x >>'$case_dir.aside/asked' ;; esac" \
    "exec '$(command -v git)' \"\$@\""
  chmod +x "$case_dir.aside/bin/git"
  : >"$case_dir.aside/asked"
  PATH=$case_dir.aside/bin:$PATH run git-handoff check --json
  expect_lacks "$out" "${other:0:7}"
  expect_equal "" "$(cat "$case_dir.aside/asked")" "gits that were asked for a HEAD"
  expect_equal 2 "$(jq '[.findings[] | select(.code == "submodule")] | length' <<<"$out")"
  says submodule lib changed "recorded at 0000000"
  expect_contains "$out" "there is no such submodule in this tree, nor are 4 others"
}
# Git would resolve any name for a commit, and what is told of it would be said in a record's words.
upstream_at_no_oid() {
  git init -q --bare origin.git
  make_project
  git remote add origin "$PWD/../origin.git"
  git push -q -u origin main
  pause_with
  forge_json '.git.upstream.oid = "main"'
  user_reads "$id"
  check
  says upstream refs/remotes/origin/main unverifiable "where it was is not recorded"
}
test_case "what a record calls a commit of its upstream is one, or nothing" upstream_at_no_oid
test_case "a submodule that was not moved after a resume is told of at the next pause" submodule_not_followed
test_case "what a record calls a submodule is looked for only where this tree has one" submodules_that_are_none

loud_verification() {
  make_project
  echo more >>src/main.c
  pause_with '"remaining_tasks": [{"name": "t", "verification": "yes xxxxxxxx | head -c 200000000; echo; echo the end; exit 1"}]'
  rss_of git-handoff check --run --yes
  expect_contains "$out" "exit code 1: the end"
  [ "$rss" -lt 102400 ] || fail "it took $((rss / 1024)) MiB"
}
test_case "what a verification prints is not kept" loud_verification

test_case "a submodule that moved or was edited is told" submodule_moves
test_case "what was in a dirty submodule cannot be verified" submodule_dirt
test_case "a submodule that the pause kept at another commit" submodule_was_moved
test_case "... where git is to pass over it: hints show it" submodule_that_git_passes_over
test_case "a submodule that has another commit and is dirty inside was not edited since" submodule_moved_and_dirty
test_case "without a base, commits since are found by time" since_by_time
test_case "without a base and a time nothing is claimed of commits since" since_cannot_be_told
test_case "however many commits came since, those that matter are told" since_is_long
test_case "a document that git does not have is told by its time" documents_by_time
test_case "on a terminal the commands are listed and asked about" commands_on_a_terminal
test_case "a damaged policy sets no limits and stops nothing" damaged_policy
test_case "times without a zone, of a day, of the future and of no kind" times_that_say_little
test_case "a renamed branch still has its record" branch_is_renamed

variants=odd

line_end_in_a_name() {
  make_project
  write $'a\nb' "of two lines"
  write src/util.c "int util(void) { return 2; }"
  works git handoff checkpoint -m "both"
  works git handoff check -v
  expect_contains "$(head -n 1 "$out_file")" "safe to continue"
}
test_case "a file with a line end in its name is as it was recorded, and so are the others" line_end_in_a_name

folder_where_a_file_was() {
  make_project
  rm src/util.c
  mkdir src/util.c
  write src/util.c/part.c "int part;"
  works git handoff checkpoint -m "in parts"
  run git handoff check
  expect_lacks "$out" "edited since" "not with the content"
  run git handoff brief
  expect_lacks "$out" "Also not as recorded"
  write src/util.c/part.c "int other;"
  run git handoff check
  expect_contains "$out" "edited since: src/util.c/part.c"
}
test_case "a folder where a file was is as it was recorded until something in it changes" folder_where_a_file_was

# Ben pushed to the branch, and Ann has fetched it, before she pauses.
ahead_before_the_pause() {
  make_project
  git init -q --bare ../origin.git
  git remote add origin ../origin.git
  git push -q -u origin main
  git branch -q --track topic origin/main
  git switch -qc login
  git push -q -u origin login
  git clone -q ../origin.git ../ben
  (cd ../ben && git switch -q login && write src/util.c "int util(void) { return 3; }" &&
    git commit -qam "login: finished" && git push -q origin login && git switch -q main &&
    write docs/new.md "new" && commit_all "main goes on" && git push -q origin main)
  git fetch -q
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --next "write the test in src/util.c"
  works git handoff status
  expect_contains "$(head -n 1 "$out_file")" "origin/login is 1 commit ahead"
  works git handoff brief
  expect_contains "$out" "origin/login"
  run git handoff check
  expect_equal 1 "$code"
  expect_contains "$out" "1 touches what the record names"
  # One more, and both are counted.
  (cd ../ben && git switch -q login && write docs/log.md "log" && commit_all "login: written down" && git push -q origin login)
  git fetch -q
  works git handoff status
  expect_contains "$(head -n 1 "$out_file")" "origin/login is 2 commits ahead"
  # A topic branch that was behind main already is as it was.
  git switch -q topic
  write src/main.c "int main(void) { return 4; }"
  works git handoff pause --next "go on in src/main.c"
  works git handoff status
  expect_contains "$(head -n 1 "$out_file")" "safe to continue"
}
test_case "what the branch's own remote had more of before the pause is told, and what main had is not" ahead_before_the_pause
# An address is no file: it is kept as it was typed, and nobody looked for it.
noted_address() {
  make_project
  make_work
  works git handoff note doc "https://example.org/design.html"
  works git handoff pause -m x
  works git handoff show --format json
  expect_contains "$out" '"https://example.org/design.html"'
  works git handoff check -v
  expect_lacks "$out" "design.html"
}
test_case "a document's address stays as it was typed, and is not looked for" noted_address

# A commit that is named by its whole id and by a short one is one.
named_twice() {
  local oid
  make_project
  git switch -q -c login
  write login.c "a"
  commit_all "login 1"
  oid=$(git rev-parse HEAD)
  works git handoff note context "see $oid"
  works git handoff note decision "as in ${oid:0:7}" --because "it is there"
  make_work
  works git handoff pause -m x
  git switch -q main
  write m "m"
  commit_all "m"
  git switch -q login
  git rebase -q main
  works git handoff check
  expect_contains "$out" "1 commit named here is there in another form"
}
test_case "a commit that is named by its whole id and by a short one is one" named_twice
# A colleague's commit of the day before, which came into main, and here, after the pause.
came_after_the_pause() {
  make_project
  git clone -q . ../theirs
  git clone -q . ../mine
  real_clock
  cd ../mine
  git switch -q -c topic
  echo "// topic" >>src/main.c
  git commit -q -a -m "topic"
  works git handoff note task "add the option -n in README"
  echo "// more" >>src/main.c
  works git handoff pause --next "edit src/main.c:1"
  cd ../theirs
  echo "option -n" >>README
  GIT_AUTHOR_NAME=Tom GIT_COMMITTER_DATE="@1774440000 +0000" GIT_AUTHOR_DATE="@1774440000 +0000" git commit -q -a -m "add the option -n"
  cd ../mine
  git fetch -q ../theirs main:refs/remotes/origin/main
  checked
  expect_contains "$out" "'add the option -n in README': perhaps done by Tom"
  # Only there: who looks into README finds nothing of it.
  expect_matches "$out" "perhaps done by Tom in [0-9a-f]* \('add the option -n'\), on origin/main$"
  works git handoff brief
  expect_matches "$out" "\[perhaps done: Tom [0-9a-f]*, not here\]"
  works git merge -q --no-edit origin/main
  works git handoff brief
  expect_matches "$out" "\[perhaps done: Tom [0-9a-f]*\]"
}
test_case "what others did before the pause, and came after it, is news" came_after_the_pause

ben() { git -c user.name="Ben Baker" -c user.email=ben@example.com "$@"; }

# shared_topic: two commits on topic, pushed, where $is_local is not set.
shared_topic() {
  git init -q --bare origin.git
  make_repo repo
  git remote add origin ../origin.git
  for i in $(seq 60); do echo "line $i"; [ $((i % 10)) != 0 ] || echo "def f$i(x):"; done >a.py
  commit_all base
  git push -q -u origin main
  git switch -q -c topic
  sed -i '20r /dev/stdin' a.py < <(seq -f "table %g" 30)
  commit_all "A table"
  sed -i '50s/.*/wrong/' a.py
  commit_all "A wrong thing"
  [ -n "${is_local-}" ] || git push -q -u origin topic
}

# The newest commit that is not here is not the tip.
origin_rebased() {
  shared_topic
  sed -i '3s/.*/three and a half/' a.py
  line=$(grep -n 'def f50' a.py | cut -d: -f1)
  works git handoff pause --next "look at a.py:$line"
  git clone -q ../origin.git ../ben
  (
    cd ../ben
    sed -i '1i new 1\nnew 2' a.py
    ben commit -qam "Headers"
    git push -q origin main
    git switch -q topic
    ben rebase -q origin/main
    git push -q -f origin topic
  )
  git fetch -q
  works git handoff brief
  there=$(git show origin/topic:a.py | grep -n 'def f50' | cut -d: -f1)
  expect_contains "$out" "look at a.py:$line [at origin now :$there]" "Now: origin/topic was rewritten, with 1 new commit"
  checked
  expect_contains "$out" "on origin/topic line $line is $there" "origin/topic: rewritten, with 1 new commit, by Ben Baker"
}
test_case "where a place stands on a branch that a colleague rebased is told by its tip" origin_rebased

# Reworded or squashed before the pause, and not pushed by force yet: origin has the older form.
rewritten_and_not_pushed() {
  shared_topic
  for rewrite in "reword" "reword and amend" "squash"; do
    case $rewrite in
      reword) git commit -q --amend -m "A wrong thing, said better" ;;
      *amend) sed -i '51s/.*/wrong as well/' a.py && git commit -qa --amend -m "Two wrong things" ;;
      squash) git reset -q --hard origin/topic && git reset -q --soft HEAD~2 && git commit -qm "A table, squashed" ;;
    esac
    echo "$rewrite" >>a.py
    works git handoff pause --next "finish a.py"
    works git handoff status
    expect_matches "$(head -n 1 "$out_file")" "safe to continue"
    run git handoff check
    expect_equal 0 "$code" "$rewrite"
    works git handoff resume --continue
    git checkout -q a.py
  done
  git clone -q -b topic ../origin.git ../ben
  (cd ../ben && sed -i '40s/.*/forty/' a.py && ben commit -qam "Forty" && git push -q origin topic)
  git fetch -q
  echo half >>a.py
  works git handoff pause --next "finish a.py"
  works git handoff brief
  expect_contains "$out" "Now: origin/topic has 1 new commit: Ben Baker."
}
test_case "commits that are reworded or squashed here, and not pushed yet, do not put their branch at the remote ahead" rewritten_and_not_pushed

counted_as_shown() {
  shared_topic
  echo half >>a.py
  works git handoff pause --next "finish a.py after $(git rev-parse --short HEAD)"
  git clone -q -b topic ../origin.git ../ben
  (cd ../ben && sed -i '40s/.*/forty/' a.py && ben commit -qam "Forty" && git push -q origin topic)
  git switch -q main
  commit_all other
  git switch -q topic
  git fetch -q
  GIT_SEQUENCE_EDITOR="sed -i '/A wrong/d'" git rebase -q -i main
  works git handoff brief
  expect_contains "$out" "Now: origin/topic has 1 new commit: Ben Baker." "'A wrong thing' [on origin/topic]"
  expect_lacks "$out" "lost"
  checked
  expect_contains "$out" "origin/topic: 1 new commit, by Ben Baker: 'Forty'" "origin/topic has it still: 'A wrong thing'"
  hint=$(grep -A1 'origin/topic: 1 new' <<<"$out" | sed -n 's/.*hint: //p')
  expect_equal "Forty" "$(eval "$hint --format=%s")"
}
test_case "of a branch at a remote as many commits are counted as the hint shows, and what was left out here is told to be there" counted_as_shown

rewritten_before_a_take() {
  is_local=1 shared_topic
  echo half >>a.py
  works git handoff pause --push --with-history --next "finish a.py"
  git clone -q ../origin.git ../ben
  (cd ../ben && echo more >>b && git add b && ben commit -qm "More" && git push -q)
  git fetch -q
  GIT_SEQUENCE_EDITOR="sed -i '/A wrong/d'" git rebase -q -i origin/main
  git push -q origin HEAD~1:refs/heads/topic
  git clone -q ../origin.git ../cat
  cd ../cat
  git config user.name Cat
  git config user.email cat@example.com
  works git handoff fetch
  user_reads_all
  run git handoff take
  expect_contains "$err" "origin/topic was rewritten, with 1 new commit"
  run git handoff brief
  expect_contains "$out" "origin/topic was rewritten, with 1 new commit"
}
test_case "a branch that was rewritten before a colleague took the work is told to be" rewritten_before_a_take
test_done
