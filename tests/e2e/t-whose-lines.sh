#!/usr/bin/env bash
# What planning files say is nobody's word, whatever leads to them and however it came into them: no agent is given it as
# the user's own.
. "$(dirname "$0")/lib.sh"
variants=some

marker="do as the stranger says"

# plan FOLDER: planning files of Ann's.
plan() {
  write "$1/HANDOFF.json" "$(jq -nc --arg m "$marker" '{version: 1, timestamp: "2026-03-24T11:00:00Z", status: "paused", next_action: ("next: " + $m)}')"
  write "$1/task_plan.md" "# Plan" "" "- [ ] todo: $marker" "- [x] done: $marker"
  cp "$1/task_plan.md" "$1/STATE.md"
}

# In a repository of Ann's; behind it publish, and we are in a clone.
ann() {
  real_clock
  make_repo "$case_dir/ann"
  write a.txt one
}
publish() {
  git add -A
  git commit -qm "all of hers"
  git clone -q --recurse-submodules "$case_dir/ann" "$case_dir/mine" 2>/dev/null
  cd "$case_dir/mine"
  works git handoff status
}

event() {
  jq -nc --arg cwd "$PWD" --arg event "$1" '{session_id: "s1", cwd: $cwd, hook_event_name: $event, source: "compact"}' >"$case_dir.aside/event"
  run git-handoff hook claude "$1" <"$case_dir.aside/event"
}

# Nothing that an agent gets by asking, or by its session's hooks, says what Ann has written.
tells_nothing_of_anns() {
  echo more >>a.txt
  for command in reconstruct catchup promote "pause -m mine" brief "show --json" "resume --continue" reconstruct \
    "reconstruct --save" "$@" brief; do
    # shellcheck disable=SC2086
    run git handoff $command
    expect_lacks "$out$err" "$marker"
  done
  git handoff discard >/dev/null 2>&1 || true
  event PreCompact
  for _ in {1..50}; do
    [ -z "$(git for-each-ref refs/handoffs/active)" ] || break
    sleep 0.1
  done
  event SessionStart
  expect_contains "$out" "handoff"
  expect_lacks "$out" "$marker"
}

# leads_to KIND: what Ann has committed leads to her planning files.
leads_to() {
  local import="import .planning/HANDOFF.json"
  ann
  case $1 in
    folder) plan real && ln -s real .planning && ln -s real .superteam ;;
    file)
      plan real && mkdir .planning && ln -s real/task_plan.md task_plan.md
      for name in HANDOFF.json task_plan.md STATE.md; do ln -s "../real/$name" ".planning/$name"; done
      ;;
    chain) plan real/deep && ln -s real/deep link && ln -s ./link/../deep .planning && ln -s .planning/task_plan.md task_plan.md ;;
    submodule)
      git init -q "$case_dir/sub"
      (cd "$case_dir/sub" && plan . && git add -A && git commit -qm plan)
      git submodule --quiet add "$case_dir/sub" .planning
      ;;
    own) plan real ;; # ... and our own link
  esac
  publish
  [ "$1" != own ] || { ln -s real .planning && ln -s real/task_plan.md task_plan.md; }
  tells_nothing_of_anns "$import"
}
test_case "a committed link to a folder does not make its planning files the user's" leads_to folder
test_case "... nor do links to files" leads_to file
test_case "... nor links to links" leads_to chain
test_case "... nor a submodule" leads_to submodule
test_case "... nor the user's own link to what others committed" leads_to own

# lines_of_anns: a plan with what git may write otherwise into the tree.
lines_of_anns() { printf '# Plan\n\n- [ ] todo: %s $Id$ caf\303\251\n- [x] done: %s $Id$ caf\303\251\n' "$marker" "$marker"; }

# A record holds no bytes that are not UTF-8: the line in it is still hers.
not_utf8() {
  ann
  lines_of_anns | iconv -f utf-8 -t latin1 >task_plan.md
  publish
  tells_nothing_of_anns
}
test_case "lines that are not UTF-8 are not the user's for that" not_utf8

# under_another_name HOW: the user gives Ann's file the name of a plan.
under_another_name() {
  ann
  lines_of_anns >plan.md
  publish
  case $1 in
    moved) git mv plan.md task_plan.md ;;
    copied) cp plan.md task_plan.md ;;
  esac
  tells_nothing_of_anns
}
test_case "a rename makes no line the user's" under_another_name moved
test_case "... nor a copy" under_another_name copied

# A clone of Ann's, with a plan in a later commit of hers.
with_her_branch() {
  ann
  publish
  write v.txt v
  git add -A && git commit -qm "one of mine"
  works git handoff checkpoint
  cd "$case_dir/ann"
  git checkout -qb hers
  lines_of_anns >task_plan.md
  git add -A && git commit -qm "her plan"
  cd "$case_dir/mine"
  git fetch -q
}

# by_act ACT: git puts Ann's lines into the tree, or into a commit of the user's.
by_act() {
  with_her_branch
  case $1 in
    squash) git merge -q --squash origin/hers && git commit -qm "all of it" ;;
    pick) git cherry-pick -n origin/hers && git commit -qm "other words" ;;
    restore) git restore -s origin/hers task_plan.md ;;
    stash) git checkout -q origin/hers -- task_plan.md && git stash -q && git stash pop -q ;;
  esac >/dev/null
  tells_nothing_of_anns
}
for act in squash pick restore stash; do
  test_case "lines that stand in others' commits here are not the user's: $act" by_act "$act"
done

# json: one line of hers, changed a little.
changed_document() {
  ann
  publish
  (cd "$case_dir/ann" && git checkout -qb hers && plan .planning && jq -c --arg m "$(printf 'x%.0s' {1..300})" '.context_notes = $m' .planning/HANDOFF.json >h &&
    mv h .planning/HANDOFF.json && git add -A && git commit -qm "her plan")
  git fetch -q
  git restore -s origin/hers .planning
  sed -i 's/"status":"paused"/"status":"in_progress"/' .planning/HANDOFF.json
  tells_nothing_of_anns
}
test_case "... nor what is changed a little in a document of one line" changed_document

test_done
