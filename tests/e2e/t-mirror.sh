#!/usr/bin/env bash
# handoff.mirror: other tools find the record where they look for it, as long as it is paused.
. "$(dirname "$0")/lib.sh"

written_and_removed() {
  make_project
  git config handoff.mirror superteam
  make_work
  before=$(state_of_tree)
  works git handoff pause --next "edit src/main.c"
  expect_equal "edit src/main.c" "$(json .next_action .superteam/HANDOFF.json)"
  [ -f .superteam/HANDOFF.md ] || fail "no HANDOFF.md"
  expect_contains "$out" "resume: git handoff resume"
  expect_lacks "$(git log -1 --name-only)" HANDOFF
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  [ ! -e .superteam/HANDOFF.json ] || fail "HANDOFF.json is still there"
  rmdir .superteam
  expect_state "$before"
}
test_case "the mirror is written at pause, ignored, and removed at resume" written_and_removed

undone() {
  make_project
  git config handoff.mirror superteam
  make_work
  works git handoff pause --next "edit src/main.c"
  works git handoff resume --continue
  works git handoff undo
  expect_equal "edit src/main.c" "$(json .next_action .superteam/HANDOFF.json)"
  works git handoff undo
  [ ! -e .superteam/HANDOFF.json ] || fail "resumed again, and the mirror is there"
  works git handoff undo
  [ -f .superteam/HANDOFF.md ] || fail "no HANDOFF.md"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff discard
  [ ! -e .superteam/HANDOFF.json ] || fail "discarded, and the mirror is there"
  works git handoff undo "$id"
  [ -f .superteam/HANDOFF.json ] || fail "brought back, and no mirror"
}
test_case "undo and redo of a resume write and remove the mirror" undone

paused_undone() {
  make_project
  git config handoff.mirror superteam
  make_work
  works git handoff pause --next "edit src/main.c"
  works git handoff undo
  [ ! -e .superteam/HANDOFF.json ] || fail "the pause is undone, and the mirror is there"
  works git handoff undo
  [ -f .superteam/HANDOFF.json ] || fail "the pause is done again, and no mirror"
}
test_case "undo of a pause removes the mirror, redo writes it" paused_undone

# The tools that read it look where the work was paused.
undone_in_another_worktree() {
  make_project
  git config handoff.mirror superteam
  git switch -q -c login
  make_work
  works git handoff pause --next "edit src/main.c"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff discard
  git switch -q main
  git worktree add -q ../other login
  works git -C ../other handoff undo "$id"
  [ ! -e ../other/.superteam ] || fail "it was not paused there"
}
test_case "undo in another worktree than that of the pause writes no mirror there" undone_in_another_worktree

not_ours() {
  make_project
  git config handoff.mirror gsd
  write .planning/HANDOFF.json "mine"
  make_work
  works git handoff pause --next "edit src/main.c"
  expect_contains "$err" "'.planning/HANDOFF.json' is left alone"
  expect_file .planning/HANDOFF.json "mine"
  echo changed >>.planning/.continue-here.md
  works git handoff resume --continue
  [ -f .planning/.continue-here.md ] || fail "a changed file was removed"
  expect_file .planning/HANDOFF.json "mine"
}
test_case "files of others and changed ones are left alone" not_ours

in_a_phase() {
  make_project
  git config handoff.mirror gsd
  mkdir -p .planning/phases/03-auth .planning/phases/30-later
  make_work
  echo '{"phase": "3", "next_action": "edit src/main.c"}' >"$case_dir/in.json"
  works git handoff pause --from "$case_dir/in.json"
  expect_contains "$(cat .planning/phases/03-auth/.continue-here.md)" "<next_action>" "edit src/main.c"
  [ ! -e .planning/.continue-here.md ] || fail "in the way of Get Shit Done's router"
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  [ ! -e .planning/phases/03-auth/.continue-here.md ] || fail "still there"
}
test_case "Get Shit Done finds .continue-here.md in the folder of the phase in work" in_a_phase

tracked_and_links() {
  make_project
  write .superteam/HANDOFF.json "tracked"
  git add -f .superteam/HANDOFF.json
  commit_all "a tracked one"
  git config --add handoff.mirror superteam
  git config --add handoff.mirror gsd
  git config --add handoff.mirror nonsense
  mkdir ../aside
  ln -s ../aside .planning
  make_work
  works git handoff pause --next "edit src/main.c"
  expect_contains "$err" "it is tracked" "symbolic link" "'nonsense' is not a format"
  [ -z "$(ls ../aside)" ] || fail "written through a link"
  expect_file .superteam/HANDOFF.json "tracked"
}
test_case "tracked files, links and unknown formats" tracked_and_links

test_done
