#!/usr/bin/env bash
# Lines of planning files that somebody else has committed are that one's, whatever leads to them and however they came
# into the file: no agent is given them as the user's own.
. "$(dirname "$0")/lib.sh"

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

# What is the user's own stays so behind a link of the user's own.
own_behind_link() {
  ann
  publish
  write notes/plan.md "# Plan" "- [ ] build the walls first"
  ln -s notes/plan.md task_plan.md
  run git handoff reconstruct
  expect_contains "$out" "build the walls first"
}
test_case "behind the user's own link, what the user wrote is the user's" own_behind_link

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

# not_as_kept KIND: git writes other bytes into the tree than those it keeps, as Ann's attributes say.
not_as_kept() {
  ann
  lines_of_anns >task_plan.md
  case $1 in
    ident) write .gitattributes '*.md ident' ;;
    encoding)
      lines_of_anns | iconv -f utf-8 -t latin1 >task_plan.md
      write .gitattributes '*.md working-tree-encoding=ISO-8859-1'
      ;;
    filter)
      git config --global filter.turned.clean 'tr a-z n-za-m'
      git config --global filter.turned.smudge 'tr n-za-m a-z'
      write .gitattributes '*.md filter=turned'
      ;;
  esac
  publish
  [ -z "$(git status --porcelain)" ] || fail "git holds the plan for changed"
  tells_nothing_of_anns
}
test_case "lines that git expands (ident) are not the user's" not_as_kept ident
test_case "... nor lines in another encoding" not_as_kept encoding
test_case "... nor lines behind a filter" not_as_kept filter

# under_another_name HOW: the user gives Ann's file the name of a plan.
under_another_name() {
  ann
  lines_of_anns >"${2:-plan.md}"
  publish
  case $1 in
    moved) git mv "${2:-plan.md}" task_plan.md ;;
    committed) git mv "${2:-plan.md}" task_plan.md && git commit -qm "rename the plan" ;;
    copied) cp "${2:-plan.md}" task_plan.md ;;
    changed) sed 's/done:/done now:/' "${2:-plan.md}" >task_plan.md && git rm -q "${2:-plan.md}" && git add task_plan.md && git commit -qm "my own plan" ;;
  esac
  tells_nothing_of_anns_todo
}
# ... "todo" alone is hers where the user has changed the rest.
tells_nothing_of_anns_todo() {
  local all=$marker marker="todo: $marker"
  tells_nothing_of_anns
  marker=$all
}
test_case "a rename makes no line the user's" under_another_name moved
test_case "... nor one that is committed" under_another_name committed
test_case "... nor one of a file of another kind" under_another_name committed plan.txt
test_case "... nor a copy" under_another_name copied
test_case "... nor a rename with a change: only what is changed is" under_another_name changed

# The user's own plan stays so under each name, with what is added and ticked.
own_under_another_name() {
  ann
  publish
  write plan.md "# Plan" "- [ ] build the walls first" "- [ ] then the roof"
  git add -A
  git commit -qm "plan the house"
  git mv plan.md task_plan.md
  if [ "$1" = committed ]; then git commit -qm "rename the plan"; fi
  sed -i 's/\[ \] build/[x] build/' task_plan.md
  echo "- [ ] and the garden" >>task_plan.md
  works git handoff reconstruct
  expect_contains "$out" "build the walls first" "then the roof" "and the garden"
}
test_case "the user's own lines stay so under another name" own_under_another_name moved
test_case "... also where that is committed" own_under_another_name committed

# A clone of Ann's whose log was looked at, with a plan in a later commit of hers.
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
  [ "${1:-}" != deep ] || { git mv task_plan.md plan.md && git commit -qm "named anew" && git rm -q plan.md && git commit -qm "no plan"; }
  cd "$case_dir/mine"
  git fetch -q
}

# by_act ACT: git puts Ann's lines into the tree, or into a commit of the user's.
by_act() {
  with_her_branch
  case $1 in
    squash) git merge -q --squash origin/hers && git commit -qm "all of it" ;;
    soft) git merge -q -m m origin/hers && git reset -q --soft HEAD~1 && git commit -qm "done anew" ;;
    mixed) git merge -q -m m origin/hers && git reset -q HEAD~1 ;;
    pick) git cherry-pick -n origin/hers && git commit -qm "other words" ;;
    restore) git restore -s origin/hers task_plan.md ;;
    stash) git checkout -q origin/hers -- task_plan.md && git stash -q && git stash pop -q ;;
    patch) git diff HEAD origin/hers | git apply ;;
    ticked) git restore -s origin/hers task_plan.md && sed -i 's/\[x\]/[ ]/' task_plan.md ;;
    fetched) git fetch -q origin hers && git update-ref -d refs/remotes/origin/hers && git merge -q --squash FETCH_HEAD && git commit -qm "all of it" ;;
    second) git fetch -q origin main hers && git update-ref -d refs/remotes/origin/hers && git merge -q --squash "$(git -C "$case_dir/ann" rev-parse hers)" && git commit -qm "all of it" ;;
    attribute) write .gitattributes "*.md -diff" && git restore -s origin/hers task_plan.md ;;
    merging) git merge -q --no-commit --no-ff origin/hers ;;
  esac >/dev/null
  tells_nothing_of_anns
}
for act in squash soft mixed pick restore stash patch ticked fetched second attribute merging; do
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

# The user's own lines stay so, whatever git makes of the commits.
own_after() {
  with_her_branch
  write task_plan.md "# Plan" "- [ ] build the walls first"
  git add -A && git commit -qm "plan the house"
  echo "- [ ] then the roof" >>task_plan.md
  git commit -qam "and the roof"
  case $1 in
    stash) echo "- [ ] and the garden" >>task_plan.md && git add -A && git stash -q && git stash pop -q ;;
    reworded) GIT_SEQUENCE_EDITOR="sed -i s/^pick/reword/" GIT_EDITOR="sed -i 1s/^/my/" git rebase -qi HEAD~2 ;;
    squashed) GIT_SEQUENCE_EDITOR="sed -i 2s/^pick/squash/" GIT_EDITOR="sed -i 1s/^/my/" git rebase -qi HEAD~2 ;;
    rebased) (cd "$case_dir/ann" && git checkout -q main && write c.txt c && git add -A && git commit -qm c) && git pull -q --rebase origin main ;;
    amended) echo "- [ ] and the garden" >>task_plan.md && git commit -qa --amend -m "another message" ;;
    reset) git reset -q HEAD~2 ;;
    pushed) git push -q origin HEAD:mine && git fetch -q && git commit -q --amend -m "another message" ;;
    paused) git handoff pause -q -m mine && git handoff resume --continue ;;
  esac >/dev/null 2>&1
  echo more >>a.txt
  works git handoff reconstruct
  expect_contains "$out" "build the walls first" "then the roof"
}
for act in stash reworded squashed rebased amended reset pushed paused; do
  test_case "the user's own lines stay so: $act" own_after "$act"
done

test_done
