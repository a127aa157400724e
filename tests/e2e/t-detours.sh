#!/usr/bin/env bash
# A day with detours: a rebase that stops, a bisect, a detached HEAD, another branch's handoff. What is written
# down meanwhile is found again, and each screen says what is so and offers what works.
. "$(dirname "$0")/lib.sh"

# On feat, which conflicts with main.
feat_beside_main() {
  make_project
  real_clock
  git switch -qc feat
  echo feat >>README
  git commit -qam "feat: readme"
  git switch -q main
  echo main >>README
  git commit -qam "main: readme"
  git switch -q feat
}
stopped_rebase() {
  feat_beside_main
  works git handoff note "noted before"
  run git rebase main
  [ -d .git/rebase-merge ] || fail "the rebase did not stop"
}
end_rebase() {
  git add -A
  GIT_EDITOR=true git rebase --continue >/dev/null 2>&1 || fail "the rebase did not end"
}

noted_in_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff note question "which order?"
  works git handoff note --list
  expect_contains "$out" "noted before" "keep theirs"
  works git handoff brief
  expect_contains "$out" "noted before" "keep theirs"
  works git handoff note done "which order"
  end_rebase
  works git handoff note --list
  expect_contains "$out" "keep theirs"
  echo more >>src/util.c
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
  expect_lacks "$out" "which order"
}
test_case "what is noted in a rebase is the branch's" noted_in_rebase

paused_in_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff note question "which order?"
  works git handoff pause -m lunch --next "resolve README"
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs" "which order?"
  works git handoff note done "which order"
  works git handoff resume --continue
  end_rebase
  works git handoff note --list
  expect_contains "$out" "keep theirs"
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
  expect_lacks "$out" "which order"
}
test_case "what is paused in a rebase, and resumed, is the branch's after it" paused_in_rebase

discarded_after_rebase() {
  stopped_rebase
  works git handoff note decision "keep theirs"
  works git handoff pause -m lunch --next "resolve README"
  end_rebase
  works git handoff discard "$(git handoff list --porcelain | cut -f1 | head -n 1)"
  works git handoff note --list --all
  works git handoff pause -m x --next y
  works git handoff show
  expect_contains "$out" "noted before" "keep theirs"
}
test_case "what was paused in a rebase that went on, and put away, leaves its notes to the branch" discarded_after_rebase

noted_in_bisect() {
  make_project
  real_clock
  git switch -qc feat
  for i in 1 2 3 4; do
    echo "$i" >>README
    git commit -qam "c$i"
  done
  git bisect start HEAD HEAD~4 >/dev/null 2>&1
  works git handoff note eliminated "README is innocent"
  works git handoff checkpoint -m seen
  git bisect reset >/dev/null 2>&1
  works git handoff
  echo more >>src/util.c
  works git handoff pause -m hunt --next "look at c2"
  works git handoff show
  expect_contains "$out" "README is innocent"
}
test_case "what is noted in a bisect is the branch's" noted_in_bisect

noted_on_detached_head() {
  make_project
  real_clock
  git commit -q --allow-empty -m more
  git checkout -q --detach
  works git handoff note "seen at a tag"
  works git handoff note --list
  expect_contains "$out" "seen at a tag"
  git bisect start >/dev/null 2>&1
  works git handoff note --list
  expect_contains "$out" "seen at a tag"
  git bisect reset >/dev/null 2>&1
  git switch -q main
  works git handoff note --list
  expect_contains "$out$err" "1 note on a detached HEAD"
}
test_case "what is noted on a detached HEAD is nobody's else" noted_on_detached_head

noted_after_the_pause() {
  make_project
  real_clock
  git switch -qc feat
  echo four >>README
  works git handoff pause -m why --next "the next step"
  works git handoff brief
  expect_contains "$out" "Changed files:" "- README"
  works git handoff note question "which cost?"
  works git handoff brief
  expect_contains "$out" "which cost?" "Changed files:" "- README"
}
test_case "a note after the pause takes nothing out of the brief" noted_after_the_pause

test_done
