#!/usr/bin/env bash
# `git handoff check`: each kind of claim, and that looking changes nothing.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/checks.sh"

# paused JSON-MEMBERS: a project on feat with work in progress, paused with these further members. $id is the record.
paused() {
  make_project
  git switch -qc feat
  make_work
  pause_with "${1:-}"
}

calm() {
  paused
  check
  expect_equal 0 "$code" "$out"
  expect_equal "1 confirmed 0 0" "$(jq -r '"\(.version) \(.verdict) \(.commits_since.head) \(.commits_since.upstream)"' <<<"$out")"
  says file src/main.c confirmed "saved in the WIP commit"
  says file notes/todo.txt confirmed
  says wip "" "confirmed present"
  says anchor src/main.c confirmed
}

no_handoff() {
  make_project
  must_fail 4 git handoff check
  expect_contains "$err" "nothing is paused on 'main'"
  must_fail 4 git handoff check nothing-like-this
  must_fail 129 git handoff check --trust
}

# What a hint of check prints, run as it stands in the folder where it was shown.
hints_in_a_folder() {
  make_project
  write src/main.c "int main(void) { return 1; }"
  write '_odd/[a]b.c' "new"
  git add .
  write src/new.c "new"
  git handoff checkpoint >/dev/null
  write src/new.c "newer"
  write src/main.c "int main(void) { return 2; }"
  write '_odd/[a]b.c' "newer"
  mkdir -p tests
  cd tests || exit 1
  out=$(git handoff check) || true
  local hints
  hints=$(printf '%s\n' "$out" | sed -n 's/^ *hint: \(git diff .*\)/\1/p')
  expect_matches "$hints" "-- :/src/main.c$" "-- ':\(top,literal\)_odd/\[a\]b.c'$"
  expect_matches "$out" "hint: it is kept: git show [0-9a-f]+:src/new.c$"
  expect_contains "$(bash -c "$hints")" "+int main(void) { return 2; }" "+newer"
}
test_case "the commands of hints work in each folder of the tree" hints_in_a_folder

# The seed's question, answered.
committed_or_discarded() {
  make_project
  write src/main.c "int main(void) { return 1; }"
  write src/util.c "int util(void) { return 3; }"
  write src/new.c "int new_one;"
  write src/other.c "int other;"
  git handoff checkpoint >/dev/null
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  check
  expect_equal 0 "$code" "$out"
  says file src/new.c confirmed "with the content that was recorded"
  git add src/main.c src/new.c
  test_tick
  git commit -qm "the main part"
  git checkout -q -- src/util.c
  echo "int more;" >>src/other.c
  check
  expect_equal 1 "$code"
  says file src/main.c "changed" "$(git rev-parse HEAD)" "committed in $(git rev-parse --short HEAD) ('the main part')"
  says file src/util.c "changed" "no longer in the tree"
  says file src/other.c "changed" "not with the content that was recorded"
  echo "int late;" >>src/new.c
  git commit -qam "more of it"
  check
  says file src/new.c "changed" "committed in $(git rev-parse --short HEAD~1) ('the main part'), and changed since by $(git rev-parse --short HEAD) ('more of it')"
  write src/new.c "int another;"
  git commit -qam "another"
  check
  says file src/new.c "changed" "('the main part'), and changed since by"
}

edited_after_pause() {
  paused
  echo "// more" >>src/util.c
  write extra.txt "new"
  rm src/main.c
  check
  says file src/main.c changed "deleted since"
  expect_equal 1 "$code"
  says file src/util.c changed "edited since"
  says file-unrecorded extra.txt info
}

# Not on the branch: a checkpoint says what the file was, and who may run it.
mode_since_checkpoint() {
  paused
  git handoff resume --continue >/dev/null
  chmod +x src/util.c
  git handoff checkpoint >/dev/null
  check
  says file src/util.c confirmed "with the content that was recorded"
  chmod -x src/util.c
  check
  says file src/util.c changed "not with the content that was recorded"
}

position_moves() {
  paused
  git switch -q main
  check "$id"
  expect_equal 0 "$code" "which branch is checked out is no claim of the record"
  says branch feat "info - main"
  says wip "" "confirmed present" "tip of 'feat'"
  says file src/util.c confirmed "saved in the WIP commit"
  git switch -q feat
  git commit -q --allow-empty -m "on top"
  check
  says wip "" changed "1 commit on top"
  git commit -q --amend --allow-empty -m "x"
  git reset -q --soft HEAD~2
  git commit -qm "$(git log -1 --format=%B "$(git rev-parse ORIG_HEAD~)")"
  check
  says operation none confirmed "nothing is under way"
  git merge -q --no-commit --no-ff "$(git commit-tree -p main -m side 'main^{tree}')"
  check
  says operation none changed "a merge is under way"
  git merge --abort
  git bisect start HEAD HEAD~1 >/dev/null
  check
  says operation none changed "a bisect is under way"
  expect_equal "end it first: git bisect reset" "$(jq -r '.findings[] | select(.code == "operation").suggestion' <<<"$out")"
  git bisect reset >/dev/null
}

rewritten_wip() {
  paused
  test_tick
  git commit -q --amend --no-edit --date=now
  check
  says wip "" "confirmed rewritten $(git rev-parse HEAD)"
  says file src/util.c confirmed
}

# What carries the trailer under other words is no form of the WIP commit.
trailer_alone() {
  paused
  local trailer; trailer=$(git log -1 --format=%B | grep '^Handoff-Id: ')
  git reset -q --hard HEAD~1
  write other.txt "of somebody"
  git add -A
  git commit -q -m "wip: of somebody" -m "$trailer"
  check
  says wip "" "changed unreachable"
  expect_equal "bring the work over: git handoff resume --continue --apply $id" \
    "$(jq -r '.findings[] | select(.code == "wip").suggestion' <<<"$out")"
}

upstream_moves() {
  git init -q --bare origin.git
  make_project
  git remote add origin "$PWD/../origin.git"
  git push -q -u origin main
  pause_with
  check
  says upstream refs/remotes/origin/main confirmed
  git clone -q ../origin.git ../other
  (
    cd ../other
    write unrelated "x"
    commit_all "unrelated"
    write src/main.c "int main(void) { return 7; }"
    commit_all "touch main"
    git push -q
  )
  git fetch -q
  check
  expect_equal 1 "$code"
  says upstream refs/remotes/origin/main info "2 commits not on HEAD"
  expect_equal "2 touch main upstream 3" \
    "$(jq -r '"\(.commits_since.upstream) \(.commits_since.relevant[] | "\(.subject) \(.on) \(.relevance)")"' <<<"$out")"
  git -C ../other reset -q --hard HEAD~3 2>/dev/null || git -C ../other reset -q --hard "$(git -C ../other rev-list --max-parents=0 HEAD)"
  (cd ../other && write y y && git commit -q --amend --allow-empty -m "another root" && git push -qf)
  git fetch -q
  check
  says upstream refs/remotes/origin/main changed "was rewritten"
}

# Configured and never fetched, or pruned before the pause: nothing has changed since.
upstream_was_absent() {
  git init -q --bare server.git
  git clone -q server.git project 2>/dev/null
  cd project
  write src/main.c "int main(void) { return 0; }"
  commit_all "one"
  pause_with
  check
  expect_equal 0 "$code"
  says upstream origin/main confirmed "there is no such ref, as recorded"
  git push -q
  check
  says upstream origin/main info "there was no such ref at the pause"
}

since_is_weighed() {
  make_project
  pause_with '"remaining_tasks": [{"name": "later", "files": ["src/util.c"]}]'
  write README "changed"
  commit_all "unrelated"
  check
  expect_equal 0 "$code" "a commit that touches nothing named is information: $out"
  expect_equal 1 "$(jq .commits_since.head <<<"$out")"
  write src/util.c "int util;"
  commit_all "touch util"
  write src/main.c "int main;" "int x;"
  commit_all "touch main"
  check
  expect_equal 1 "$code"
  expect_equal "touch main touch util" "$(jq -r '[.commits_since.relevant[].subject] | join(" ")' <<<"$out")"
  for i in 3 4 5 6; do
    write src/util.c "int util$i;"
    commit_all "touch $i"
  done
  check
  expect_equal "6 5" "$(jq -r '"\(.commits_since.relevant | length) \(.findings | map(select(.code == "commit-since")) | length)"' <<<"$out")"
}


anchors_are_followed() {
  make_project
  seq -f "line %g" 60 >src/long.c
  write src/code.c "int one(void) {" "}" "int two(void) {" "}"
  seq 100 150 >src/both.c
  commit_all "long"
  next_action="In src/long.c say what line 42 is." pause_with '"completed_tasks": [{"name": "t", "status": "in_progress", "progress":
    "src/long.c:42, src/long.c#L10, src/code.c:two(), src/code.c:three(), src/gone.c:7, src/new.c, see src/util.c, src/both.c"}]'
  check
  says anchor src/long.c:42 confirmed "line 42"
  says anchor 'src/code.c:three()' info "to be written"
  says anchor src/gone.c:7 unverifiable
  says anchor src/new.c info "to be written"
  { seq -f "new %g" 15 && seq -f "line %g" 60 | sed '10d'; } >src/long.c
  write src/code.c "int one(void) {" "}"
  write src/elsewhere.c "int two(void) {" "}"
  git mv src/util.c src/helpers.c
  rm src/both.c
  write one/both.c "nothing of it"
  write two/both.c "nor here"
  commit_all "moved"
  check
  says anchor src/long.c:42 "changed - 56" "line 42 is now 56"
  says anchor "line 42" "changed - 56" "in src/long.c, line 42 is now 56"
  expect_contains "$(git handoff brief)" "Next: In src/long.c say what line 42 [now :56] is."
  says anchor 'src/long.c#L10' changed "changed or removed"
  says anchor 'src/code.c:two()' changed "symbol two is gone" "src/elsewhere.c"
  says anchor src/util.c "changed - src/helpers.c"
  says anchor src/both.c "changed - - the file is gone"
  git switch -q --detach HEAD~1
  check "$id"
  says anchor 'src/code.c:two()' "changed - src/elsewhere.c" "symbol two is gone; it stands in src/elsewhere.c"
  git switch -q main
  git mv src/long.c moved.c
  sed -i '1i first' moved.c
  commit_all "renamed"
  check
  says anchor src/long.c:42 "changed - moved.c:57" "line 42 is now 57"
}

wrong_ids_are_never_confirmed() {
  make_project
  first=$(git rev-parse HEAD)
  git init -q ../elsewhere
  (cd ../elsewhere && write a b && commit_all "other")
  other=$(git -C ../elsewhere rev-parse HEAD)
  typo=$(tr '0123456789abcdef' '123456789abcdef0' <<<"$first")
  blob=$(git rev-parse HEAD:README)
  pause_with '"completed_tasks": [
    {"name": "right", "commit": "'"${first:0:8}"'"}, {"name": "typo", "commit": "'"$typo"'"},
    {"name": "short typo", "commit": "'"${typo:0:9}"'"}, {"name": "other", "commit": "'"$other"'"},
    {"name": "blob", "commit": "'"$blob"'"}, {"name": "word", "commit": "pending"}],
    "recovery": {"checkpoints": [{"name": "cp", "git_ref": "'"${other:0:10}"'"}]},
    "context_notes": "we also had '"${typo:2:12}"' there"'
  check
  expect_equal 1 "$code"
  expect_equal "$(printf '%s\n' "${first:0:8} confirmed present" "$typo changed gone" "${typo:0:9} changed gone" \
    "$other changed gone" "$blob changed gone" "${other:0:10} changed gone" "${typo:2:12} unverifiable gone" | sort)" \
    "$(jq -r '.findings[] | select(.code == "commit") | "\(.subject | split(" ")[0]) \(.state) \(.fate)"' <<<"$out" | sort)"
}

# A commit that was made after the record cannot be the one it meant.
newer_commit_is_not_meant() {
  make_project
  set_clock $((tick + 86400))
  git commit -q --allow-empty -m "of tomorrow"
  tomorrow=$(git rev-parse HEAD)
  git reset -q --hard HEAD~1
  set_clock $((tick - 86400))
  pause_with '"completed_tasks": [{"name": "t", "commit": "'"$tomorrow"'"}]'
  check
  says commit "$tomorrow" "unverifiable unknown"
}

the_hooks_map_counts_first() {
  make_project
  write a a
  commit_all "work"
  old=$(git rev-parse HEAD)
  pause_with '"completed_tasks": [{"name": "t", "commit": "'"${old:0:9}"'"}]'
  git checkout -q HEAD~1
  git switch -qC main
  write b b
  commit_all "nothing like it"
  new=$(git rev-parse HEAD)
  middle=$(printf '1%.0s' $(seq 40))
  printf '%s\n' "$old $middle" "$middle $new" | git-handoff hook post-rewrite rebase
  check
  says commit "${old:0:9}" "confirmed rewritten $new" "post-rewrite"
  git revert --no-edit HEAD >/dev/null
  check
  says commit "${old:0:9}" "changed reverted $(git rev-parse HEAD)" "reverted by"
}

shallow_is_not_known() {
  make_project
  old=$(git rev-parse HEAD)
  write a a
  commit_all "second"
  git clone -q --depth 1 "file://$PWD" ../shallow
  cd ../shallow
  pause_with '"completed_tasks": [{"name": "t", "commit": "'"$old"'"}]'
  check
  says commit "$old" "unverifiable unknown" "shallow"
  expect_equal 2 "$code" "$out"
}

shallow_upstream_moves() {
  make_project
  commit_all "second"
  git clone -q --depth 2 "file://$PWD" ../shallow
  commit_all "third"
  commit_all "fourth"
  commit_all "fifth"
  cd ../shallow
  pause_with
  git fetch -q --depth 1
  check
  says upstream refs/remotes/origin/main unverifiable "ends before it could tell how"
}

# Nothing is fetched: the remote of this partial clone is gone.
partial_clone_stays_offline() {
  make_project origin
  old=$(git rev-parse HEAD)
  git config uploadpack.allowFilter true
  write src/main.c "int main(void) { return 9; }"
  commit_all "second"
  git clone -q --filter=blob:none "file://$PWD" ../partial
  cd ../partial
  pause_with '"completed_tasks": [{"name": "t", "commit": "'"$old"'"}, {"name": "u", "commit": "'"$(printf '2%.0s' $(seq 40))"'"}]'
  mv ../origin ../away
  check
  says commit "$old" "confirmed present"
  says commit 2222 "unverifiable unknown" "partial"
}

documents_and_plans() {
  make_project
  write docs/plan.md "# Plan" "- [x] Task 1: Set up (commit abc)" "- [ ] Make tokens" "- [ ] Later"
  write docs/design.md "# Design" "text" "## Rollout" "later"
  write docs/old.md "# Old" "TODO: known"
  commit_all "documents"
  pause_with '"completed_tasks": [{"name": "Set up", "status": "done"}, {"name": "Make tokens", "status": "done"}],
    "documents": [{"path": "docs/plan.md", "kind": "impl"}, {"path": "'"$PWD"'/docs/design.md"}, {"path": "docs/old.md"}, {"path": "docs/none.md"}, {"path": "docs/none.md"}],
    "artifacts": {"files": [{"path": "README", "expected": "text", "status": "match"}, {"path": "made.txt", "status": "missing"}]},
    "deliverables": ["src/util.c", "report.md"],
    "quality_gates": [{"name": "lint", "status": "PASSED", "files": ["src/util.c"]}, {"name": "e2e", "status": "PENDING"}]'
  check
  says document docs/plan.md confirmed
  says document docs/design.md confirmed
  says document docs/none.md changed "not there"
  expect_equal 1 "$(jq '[.findings[] | select(.code == "document" and .subject == "docs/none.md")] | length' <<<"$out")" "how often it is said"
  says plan-task "Make tokens" changed "docs/plan.md:3 has it as open"
  says half-finished docs/old.md info
  says artifact README confirmed
  says artifact made.txt confirmed "missing, as recorded"
  says deliverable src/util.c confirmed
  says deliverable report.md changed
  says quality-gate lint confirmed
  says quality-gate e2e to_confirm
  write docs/design.md "# Design" "text" "## Rollout" "## After" '```' "code"
  write src/util.c "int util(void) { return 5; }"
  rm README
  write made.txt "x"
  check
  says document docs/design.md changed "changed since"
  says half-finished docs/design.md changed "section 'Rollout' is empty" "code block is not closed"
  says artifact README changed "missing; it was there"
  says artifact made.txt changed "it exists now"
  says quality-gate lint changed "src/util.c"
}

people_do_not_count() {
  make_project
  pause_with '"blockers": [{"description": "redis", "check": "false"}], "human_actions_pending": [{"action": "ask Bob", "blocking": true}]'
  check
  expect_equal 0 "$code" "$out"
  says blocker redis to_confirm
  says human-action "ask Bob" to_confirm
}

commands_run_on_request_only() {
  make_project
  pause_with '"remaining_tasks": [{"name": "good", "verification": "touch ran-it && test -f README"}, {"name": "bad", "verification": "echo nope; exit 3"}], "completed_tasks": [{"name": "done", "status": "done", "verification": "exit 4"}]'
  check
  expect_equal 0 "$code"
  [ ! -e ran-it ] || fail "a check ran a command"
  must_fail 1 git handoff check --run
  expect_contains "$err" "there is no terminal"
  [ ! -e ran-it ] || fail "ran without being asked"
  check --run --yes
  expect_equal 1 "$code"
  [ -e ran-it ] || fail "did not run"
  says verification good confirmed
  says verification bad to_confirm "exit code 3: nope"
  says verification "done" changed "exit code 4"
  check
  expect_equal 1 "$code" "a check that failed is remembered"
  says verification "done" changed "its check failed"
  rm ran-it
  # Made by someone else: what is written down of it here is the only proof.
  rm .git/handoff/provenance
  user_reads
  must_fail 1 git handoff check --run --yes
  expect_contains "$err" "was not made by you" "--trust"
  [ ! -e ran-it ] || fail "ran a stranger's command"
  check --run --yes --trust
  [ -e ran-it ] || fail "did not run with --trust"
}

# What two tasks are checked by is run once, and told of both.
same_command_once() {
  make_project
  pause_with '"remaining_tasks": [{"name": "a", "verification": "echo ran >>../runs"}, {"name": "b", "verification": "echo ran >>../runs"}]'
  check --run --yes
  expect_file ../runs ran
  says verification a confirmed
  says verification b confirmed
}

# A file that has another name is the same file.
gate_of_a_moved_file() {
  make_project
  pause_with '"deliverables": ["src/util.c"], "quality_gates": [{"name": "lint", "status": "passed", "files": ["src/util.c"]}]'
  git mv src/util.c src/helper.c
  commit_all moved
  check
  says quality-gate lint confirmed
  says deliverable src/util.c changed "the file is src/helper.c now"
  echo "// more" >>src/helper.c
  check
  says quality-gate lint changed "src/helper.c"
}

age_is_told() {
  real_clock
  make_project
  local now
  now=$(date +%s)
  export GIT_COMMITTER_DATE="@$((now - 3 * 86400)) +0000"
  pause_with
  unset GIT_COMMITTER_DATE
  check
  expect_equal "aging" "$(jq -r .age_band <<<"$out")"
  expect_equal "" "$(jq -r '.findings[] | select(.code == "age") | .suggestion' <<<"$out")" "there is nothing to look at"
  [ "$(jq .age_seconds <<<"$out")" -ge $((3 * 86400)) ]
  git config handoff.age.stale 2d
  check
  expect_equal "stale" "$(jq -r .age_band <<<"$out")"
  says age "" info "3 days"
  git config handoff.age.stale 30d
  git config handoff.age.fresh 20d
  check
  expect_equal "fresh" "$(jq -r .age_band <<<"$out")"
  write .handoff.toml '[age]' 'fresh = "1h"'
  check
  expect_equal "aging" "$(jq -r .age_band <<<"$out")" "the policy tightens"
  write .handoff.toml '[age]' 'fresh = "90d"'
  git config handoff.age.fresh 1d
  check
  expect_equal "aging" "$(jq -r .age_band <<<"$out")" "the policy does not loosen"
  git config handoff.age.fresh soon
  must_fail 128 git handoff check
  expect_contains "$err" "handoff.age.fresh"
}

future_is_no_calm() {
  make_project
  export GIT_COMMITTER_DATE="@$(($(date +%s) + 86400)) +0000"
  pause_with
  unset GIT_COMMITTER_DATE
  check
  expect_equal 2 "$code"
  says age "" unverifiable "a clock is wrong"
}

# Every file below .git, with its bytes and times, is the same after a check as before.
nothing_is_touched() {
  paused '"completed_tasks": [{"name": "t", "commit": "'1234567'"}]'
  echo x >>src/util.c
  git commit -q --amend --no-edit --no-verify --date=now -a
  git handoff check >/dev/null || true
  touch src/main.c # the index is stale now: git status would refresh it
  before=$(state_of_git_dir)
  git handoff check >/dev/null || true
  git handoff check --json -v >/dev/null || true
  expect_equal "$before" "$(state_of_git_dir)"
}
state_of_git_dir() {
  # Temporary objects of ours come and go in a folder of their own.
  find .git -path .git/handoff/work -prune -o -printf '%p %y %s %T@ %C@ %m %l\n' | sort
  find .git -type f -print0 | sort -z | xargs -0 sha256sum
}

hostile_text_is_neutralised() {
  make_project
  pause_with '"blockers": [{"description": "bad \u001b[31mred\u001b[0m \u202e text"}]'
  run git handoff check
  expect_lacks "$out" $'\033[31m'
}

submodules_and_worktrees() {
  make_project sub
  cd ..
  make_project
  git submodule --quiet add "$PWD/../sub" lib
  commit_all "with a submodule"
  git worktree add -q ../linked -b linked
  cd ../linked
  write src/util.c "changed"
  pause_with
  check
  says worktree linked confirmed
  cd ../repo
  check "$id"
  says worktree linked info "recorded at"
  says branch linked info
}

test_case "a record that nothing happened to is confirmed" calm
test_case "no handoff is exit code 4" no_handoff
test_case "a clean file was committed or discarded: it is told which" committed_or_discarded
test_case "edits after the pause are told" edited_after_pause
test_case "an executable bit that is gone since a checkpoint is told" mode_since_checkpoint
test_case "branch, WIP commit and operation are compared" position_moves
test_case "a rewritten WIP commit is found" rewritten_wip
test_case "a commit with its trailer alone is none" trailer_alone
test_case "the upstream is compared" upstream_moves
test_case "an upstream that was not there at the pause is not missed" upstream_was_absent
test_case "commits since are weighed by what they touch" since_is_weighed
test_case "anchors are followed through edits and renames" anchors_are_followed
test_case "ids that were wrong from the start are never confirmed" wrong_ids_are_never_confirmed
test_case "a commit newer than the record is not what it meant" newer_commit_is_not_meant
test_case "what the post-rewrite hook saw counts first" the_hooks_map_counts_first
test_case "a shallow clone makes no claims" shallow_is_not_known
test_case "... nor that the upstream was rewritten" shallow_upstream_moves
test_case "a partial clone is not asked to fetch" partial_clone_stays_offline
test_case "documents, plans, artefacts and gates are compared" documents_and_plans
test_case "what only a person can tell does not count" people_do_not_count
test_case "commands are run on request only, a stranger's only on trust" commands_run_on_request_only
test_case "a command that two tasks name is run once" same_command_once
test_case "a gate and a deliverable of a file that was moved since" gate_of_a_moved_file
test_case "the age has bands that a policy can tighten" age_is_told
test_case "a record from the future is no calm" future_is_no_calm
test_case "a check changes nothing below .git" nothing_is_touched
test_case "what a record says cannot reach the terminal raw" hostile_text_is_neutralised
test_case "linked worktrees are told apart" submodules_and_worktrees
test_done
