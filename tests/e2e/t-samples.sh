#!/usr/bin/env bash
# Documents of each system all the way: import, pause, show in every format, resume. What stands where in them is
# looked at by tests/unit/samples_test.cpp; here nothing may get lost on the way.
. "$(dirname "$0")/lib.sh"

# In another working tree they would be the words of a clone.
cp -R "$project_dir/tests/data/samples" "$trash/samples"
samples=$trash/samples
formats="json md superteam superteam-md gsd gsd-md spellbook spellbook-yaml spellbook-flat aura-frog aura-frog-run aura-frog-toon mddesign toon"

# The fields that say of one pause what it was differ; all others are those of the document.
fields_of() { json_in_order 'del(.git, .timestamp, .mode, .status, .user_message, .next_carried_from, .uncommitted_files)' "$1"; }

all_the_way() { # FILE FORMAT PHRASE...: phrases that every format which holds them must show
  local file=$1 format before
  make_project
  make_work
  before=$(state_of_tree)
  works git handoff import "$samples/$file"
  expect_contains "$out" "$file ($2)"
  works git handoff show --json
  cp "$out_file" ../imported.json
  # The import is the live record: the pause goes on from it.
  works git handoff pause
  works git handoff show --json
  cp "$out_file" ../paused.json
  expect_equal "$(fields_of ../imported.json)" "$(fields_of ../paused.json)" "fields after the pause"
  for format in $formats; do
    works git handoff show --format "$format"
    [ -s "$out_file" ] || fail "$format is empty"
    cp "$out_file" "../shown.$format"
  done
  # These hold all of a record: read in a repository that has nothing else, they give it again.
  git init -q ../other
  for format in json superteam gsd spellbook spellbook-yaml aura-frog aura-frog-run toon; do
    (cd ../other && git handoff import "../shown.$format" --format "$format" >/dev/null && git handoff show --json >../back.json &&
      git handoff resume --discard >/dev/null) || fail "$format cannot be read"
    expect_equal "$(fields_of ../paused.json)" "$(fields_of ../back.json)" "read back from $format"
  done
  works git handoff show
  shift 2
  for phrase; do expect_contains "$(tr -s ' \n' ' ' <<<"$out")" "$phrase"; done
  works git handoff resume --continue --blocking-done
  expect_state "$before"
}

superteam_json() {
  all_the_way superteam-HANDOFF.json superteam "Write requeue() in src/queue/worker.py" "work: execute (phase 3, task 2 of 4)" \
    "[x] 1. Queue table [b1c2d3e lost]" "[~] 2. Worker loop (takes jobs, does not give failed ones back yet)" "[ ] 4. Metrics endpoint" \
    "SKIP LOCKED instead of advisory locks (because no clean-up" "blocking: Open port 9187 on the staging host" "Jobs are rows"
}
# The screen that asks what to do counts and names what Superteam's own does.
superteam_screen() {
  make_project
  make_work
  works git handoff import "$samples/superteam-HANDOFF.json"
  must_fail 1 git handoff resume -v
  expect_matches "$out" "^Handoff main-[^ ]+, paused on main .+ ago by "
  expect_contains "$(tr -s ' \n' ' ' <<<"$out")" "work: execute (phase 3, task 2 of 4)" "tasks: 1 done, 1 in progress, 2 to do" \
    "blocker: Nobody knows which lock the old scheduler holds at night (workaround: One worker is enough" \
    "blocked until this is done: Open port 9187 on the staging host" "SKIP LOCKED instead of advisory locks"
  expect_contains "$err" "--continue" "--review" "--discard"
  on_terminal $'q\n' git handoff resume
  expect_contains "$out" "[c] continue" "[r] review" "[q] not now"
}
superteam_md() { all_the_way superteam-HANDOFF.md md "[x] 1. Queue table [b1c2d3e lost]" "Delays grow with the square (because gentle on the mail server)" "one more thing to run."; }
gsd_json() { all_the_way gsd-HANDOFF.json gsd "phase 03" "Open port 9187 on the staging host" "No second store."; }
gsd_md() { all_the_way gsd-continue-here.md gsd-md "[ ] 4. Metrics endpoint" "The owner wants no second store."; }
spellbook() {
  all_the_way spellbook-boot.md spellbook "SKIP LOCKED (because no clean-up after a crash)" "[~] 1. Give failed jobs back" \
    "docs/queue-impl.md (what task 2 has to do)" "ultimate: cron is gone" "the night lock is unknown"
}
aura_frog_json() { all_the_way aura-frog-workflow-state.json aura-frog "title: Replace cron by a job queue" "Five attempts" "The owner likes small steps"; }
# By the name that Aura Frog has for it; a phase that was skipped is no open one.
aura_frog_by_its_id() {
  make_project
  works git handoff import "$samples/aura-frog-workflow-state.json"
  works git handoff show job-queue-20261102-090500
  expect_contains "$out" "[x] 3. UI Breakdown" "[~] 5. Write Tests (TDD RED) (step a)"
  works git handoff brief
  expect_contains "$out" "Next: " "for: Replace cron by a job queue; phase: 5; agents: backend-python, database-expert, qa-automation" "5: Write Tests (TDD RED) (in progress, step a)"
  expect_equal 1 "$(grep -c requirements.md <<<"$out")" "a deliverable is looked for once"
  must_fail 1 git handoff resume -v
  expect_contains "$out" "for: Replace cron by a job queue" "tasks: 4 done, 1 in progress"
  must_fail 1 git handoff show job-queue
  works git handoff resume job-queue-20261102-090500 --continue
}
aura_frog_toon() { all_the_way aura-frog-workflow-state.toon aura-frog-toon "phase 5" "Tech Planning" "Code Review"; }
mddesign() { all_the_way mddesign-progress.md mddesign "phase-3-dialog" "Should the overlay use surface.dim or surface.black?" "run /mddesign:critique"; }

test_case "Superteam's HANDOFF.json" superteam_json
test_case "Superteam's resume screen with its counts" superteam_screen
test_case "Superteam's HANDOFF.md" superteam_md
test_case "Get Shit Done's HANDOFF.json" gsd_json
# What its own router reads: its three states, and what has to be read first.
gsd_md_for_its_router() {
  make_project
  jq -n '{next_action: "edit src/main.c", blockers: [{description: "no port"}], mode: "manual", remaining_tasks: [{id: 4, name: "d", status: "in_progress"}],
    completed_tasks: [{id: 1, name: "a", status: "done"}], documents: [{path: "docs/a.md", why: "what is signed"}]}' >../in.json
  works git handoff import ../in.json
  works git handoff export --format superteam
  expect_lacks "$err" "in part" # a task in work has its place there
  works git handoff export --format gsd-md
  expect_equal "" "$(grep -v 'git_handoff' <<<"$err")"
  expect_contains "$out" "status: blocked" "## Required Reading (in order)" "1. docs/a.md — what is signed"
  expect_lacks "$out" null
  works git handoff discard
  jq 'del(.blockers)' ../in.json >../free.json
  works git handoff import ../free.json
  works git handoff export --format gsd-md
  expect_contains "$out" "status: almost_done"
  works git handoff discard
  jq '.remaining_tasks += ["e"]' ../free.json >../begun.json
  works git handoff import ../begun.json
  works git handoff export --format gsd-md
  expect_contains "$out" "status: in_progress"
}
test_case "what is written for Get Shit Done has its states and what has to be read" gsd_md_for_its_router
test_case "Get Shit Done's .continue-here.md" gsd_md
test_case "Spellbook's boot document" spellbook
test_case "Aura Frog's workflow-state.json" aura_frog_json
test_case "Aura Frog's workflow is found by its own id, and a skipped phase is done with" aura_frog_by_its_id
test_case "Aura Frog's workflow-state.toon" aura_frog_toon
test_case "mddesign's progress.md" mddesign
test_done
