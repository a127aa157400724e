The other kinds of notes, said twice and with less, denied, begun and done; and what a given record adds to them.

  $ project
  $ write plan.md "# Plan"
  $ git handoff note action "rotate the key of the staging server" --blocking --because "the deploy"
  noted action, blocking: rotate the key of the staging server
  $ git handoff note action "rotate the key of the staging server"
  noted action: rotate the key of the staging server
  $ git handoff note goal "tokens expire"
  noted goal: tokens expire
  $ git handoff note goal "tokens are small"
  noted goal: tokens are small
  $ git handoff note goal "tokens are small"
  noted goal: tokens are small
  $ git handoff note task "write the tests"
  noted task: write the tests
  $ git handoff note start "write the tests" --progress "half of them" --verify "make test"
  noted start: write the tests
  $ git handoff note start "read the code" --progress "a bit"
  noted start: read the code
  $ git handoff note hypothesis "the clock is skewed" --because "ages are negative"
  fatal: '--because' does not go with a note of kind 'hypothesis'
  hint: --because is for: decision, human, question, correction, error, eliminated, doc, gate, file
  [129]
  $ git handoff note evidence "ages are negative"
  noted evidence: ages are negative
  $ git handoff note error "tests time out" --because "raise the limit"
  noted error: tests time out
  $ git handoff note error "build fails"
  noted error: build fails
  $ git handoff note message "mind the gap"
  noted message: mind the gap
  $ git handoff note message "mind the other gap"
  noted message: mind the other gap
  $ git handoff note doc plan.md --because "the plan"
  noted doc: plan.md
  $ git handoff note file src/util.c --because "here it happens"
  noted file: src/util.c
  $ git handoff note gate "lint" --status passed --because "0 errors"
  noted gate: lint
  $ git handoff note gate "lint" --status failed
  noted gate: lint
  $ git handoff note decision "tokens are logged by the worker process at the start" --because "debugging"
  noted decision: tokens are logged by the worker process at the start
  $ git handoff note decision "tokens are never logged by the worker process at the start"
  noted decision: tokens are never logged by the worker process at the start
  $ git handoff note correction "never edit generated files" --instead-of "edited them" --because "they are generated"
  noted correction: never edit generated files
  $ git handoff note blocker "no key" --workaround "a test key" --verify "test -f key"
  noted blocker: no key
  $ git handoff note question "how long?" --because "nobody knows"
  noted question: how long?
  $ git handoff note done "read the code"
  noted done: read the code
  $ git handoff note done "tokens expire"
  noted done: tokens expire
  $ git handoff note --list
  <n1>  human, blocking: rotate the key of the staging server; because the deploy (25 min ago)
  <n2>  human: rotate the key of the staging server (24 min ago)
  <n3>  goal: tokens expire (23 min ago, done)
  <n4>  goal: tokens are small (22 min ago)
  <n5>  goal: tokens are small (21 min ago)
  <n6>  task: write the tests (20 min ago)
  <n7>  start: write the tests (19 min ago)
  <n8>  start: read the code (18 min ago, done)
  <n9>  evidence: ages are negative (16 min ago)
  <n10>  error: tests time out; raise the limit (15 min ago)
  <n11>  error: build fails (14 min ago)
  <n12>  message: mind the gap (13 min ago)
  <n13>  message: mind the other gap (12 min ago)
  <n14>  doc: plan.md; because the plan (11 min ago)
  <n15>  file: src/util.c; because here it happens (10 min ago)
  <n16>  gate: lint; 0 errors (9 min ago)
  <n17>  gate: lint (8 min ago)
  <n18>  decision: tokens are logged by the worker process at the start; because debugging (7 min ago)
  <n19>  decision: tokens are never logged by the worker process at the start (6 min ago)
  <n20>  correction: never edit generated files; because they are generated (5 min ago)
  <n21>  blocker: no key (4 min ago)
  <n22>  question: how long?; because nobody knows (3 min ago)
  <n23>  done: read the code (2 min ago)
  <n24>  done: tokens expire (1 min ago)
  $ git handoff pause --next "go on"
  Paused main as main-20260324-122900-<id1> (WIP <wip: write the tests>, 1 file)
  next: go on
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-122900-<id1>
  next: go on
  why paused: mind the other gap
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:29:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: write the tests>
  completed tasks
    [x] read the code
  remaining tasks
    [~] write the tests (half of them) (verify: make test)
  debug
    - evidence: ages are negative
  goals
    - ultimate: tokens are small
  decisions
    - tokens are logged by the worker process at the start (because debugging)
    - tokens are never logged by the worker process at the start
  blockers
    - no key (workaround: a test key) (check: test -f key)
  waits for a person
    - blocking: rotate the key of the staging server (the deploy)
  open questions
    - how long?
  corrections
    - never edit generated files (because they are generated)
  errors
    - tests time out (way out: raise the limit)
    - build fails
  quality gates
    - lint: failed
  documents
    - plan.md (the plan)
  context
    mind the gap
  uncommitted files
    - plan.md
  more on open questions
    context: nobody knows
  more on corrections
    original: edited them
  files modified
    path: src/util.c
    why: here it happens
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 2 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Blocked until done:
  - rotate the key of the staging server (the deploy)
  Next: go on
  Rules:
  - never edit generated files; because they are generated; wrong: edited them
  Decided:
  - tokens are logged by the worker process at the start; because debugging
  - tokens are never logged by the worker process at the start
  Suspected:
  - seen: ages are negative
  To do:
  - write the tests (in progress, half of them); verify: make test
  Tests:
  - lint: failed
  Blockers:
  - no key; meanwhile: a test key
  Questions:
  - how long?
  Context:
  - mind the gap
  - error seen: tests time out; way out: raise the limit
  - error seen: build fails
  - read plan.md; the plan
  - src/util.c: here it happens
  - goal: tokens are small
  - paused because: mind the other gap
  New files:
  - plan.md
  Done:
  - read the code
  --- <fence> end
  $ git handoff resume
  blocked until this is done: rotate the key of the staging server
  Handoff main-20260324-122900-<id1>, paused on main 3 min ago by A U Thor
    next: go on
    why: mind the other gap
    goal: tokens are small
    rule: never edit generated files (they are generated)
    decided: tokens are logged by the worker process at the start (because debugging)
    decided: tokens are never logged by the worker process at the start
    waits for a person (blocking): rotate the key of the staging server (the deploy)
    blocker: no key (workaround: a test key)
    open question: how long?
    context: mind the gap
    tasks: 1 done, 1 in progress, 0 to do
    in progress: write the tests (half of them)
    check: lint: failed
    more: 1 document, 2 errors, 1 file, evidence: git handoff show main-20260324-122900-<id1>
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue --blocking-done   once what it waits for is done: restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --fresh      put the work aside: the branch goes back to its base, undo brings it back
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue --blocking-done
  blocked until this is done: rotate the key of the staging server
  Handoff main-20260324-122900-<id1>, paused on main 4 min ago by A U Thor
    next: go on
    why: mind the other gap
    goal: tokens are small
    rule: never edit generated files (they are generated)
    decided: tokens are logged by the worker process at the start (because debugging)
    decided: tokens are never logged by the worker process at the start
    waits for a person (blocking): rotate the key of the staging server (the deploy)
    blocker: no key (workaround: a test key)
    open question: how long?
    context: mind the gap
    tasks: 1 done, 1 in progress, 0 to do
    in progress: write the tests (half of them)
    check: lint: failed
    more: 1 document, 2 errors, 1 file, evidence: git handoff show main-20260324-122900-<id1>
  Resumed main: 1 file and the index are as they were
  next: go on
  carried over: 12 items, for the next handoff: git handoff note --list
  WIP commit: <wip: write the tests>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n25>  context: mind the gap (1 min ago)
  <n26>  decision: tokens are logged by the worker process at the start (13 min ago)
  <n27>  decision: tokens are never logged by the worker process at the start (12 min ago)
  <n28>  correction: never edit generated files (11 min ago)
  <n29>  question: how long? (9 min ago)
  <n30>  error: build fails (20 min ago)
  <n31>  start: write the tests (26 min ago)
  <n32>  blocker: no key (10 min ago)
  <n33>  doc: plan.md (17 min ago)
  <n34>  gate: lint (15 min ago)
  <n35>  goal: tokens are small (28 min ago)
  <n36>  evidence: ages are negative (22 min ago)
  $ git handoff note done "write the tests"
  noted done: write the tests
  $ git handoff note done "build fails"
  noted done: build fails
  $ git handoff note done "never edit generated files"
  noted done: never edit generated files
  $ git handoff pause --no-carry --next "without what is carried"
  Paused main as main-20260324-123800-<id2> (WIP <wip: without what is carried>, 1 file)
  next: without what is carried
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-123800-<id2>
  next: without what is carried
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:38:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: without what is carried>
  completed tasks
    [x] write the tests (verify: make test)
  uncommitted files
    - plan.md
  $ git handoff undo
  Undone: pause of main-20260324-123800-<id2>
  redo: git handoff undo
  $ git handoff note --list
  <n25>  context: mind the gap (8 min ago)
  <n26>  decision: tokens are logged by the worker process at the start (20 min ago)
  <n27>  decision: tokens are never logged by the worker process at the start (19 min ago)
  <n28>  correction: never edit generated files (18 min ago, done)
  <n29>  question: how long? (16 min ago)
  <n30>  error: build fails (27 min ago, done)
  <n31>  start: write the tests (33 min ago, done)
  <n32>  blocker: no key (17 min ago)
  <n33>  doc: plan.md (24 min ago)
  <n34>  gate: lint (22 min ago)
  <n35>  goal: tokens are small (35 min ago)
  <n36>  evidence: ages are negative (29 min ago)
  <n37>  done: write the tests (6 min ago)
  <n38>  done: build fails (5 min ago)
  <n39>  done: never edit generated files (4 min ago)
  $ cat >../record.json <<'END'
  > {"version": 1, "next_action": "go on", "decisions": [{"decision": "tokens are logged by the worker process at the very start"}],
  >  "open_questions": [{"question": "by whom?", "status": "closed"}, {"question": "when?", "status": "resolved"}, {"question": "where?"}],
  >  "errors": [{"error": "tests time out", "resolved": true}, {"error": "segfault", "fix": ""}],
  >  "remaining_tasks": [{"name": "write the manual", "status": "done"}, {"name": "ship", "status": "in_progress"}],
  >  "completed_tasks": [{"name": "write the tests"}], "goals": {"ultimate": "ship"}, "todos": [{"content": "buy milk"}, {"content": "ship", "status": "done"}],
  >  "context_notes": "one\n\ntwo\n\nthree"}
  > END
  $ git handoff pause --from ../record.json
  warning: the next action names no file, symbol or command: 'go on'; 'git handoff edit --next TEXT' corrects it, 'git handoff lint' lists 7 more
  Paused main as main-20260324-124300-<id3> (WIP <wip: ship>, 1 file)
  next: go on
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-124300-<id3>
  next: go on
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:43:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: ship>
  completed tasks
    [x] write the tests
  remaining tasks
    [x] write the manual
    [~] ship
  debug
    - evidence: ages are negative
  goals
    - ultimate: ship
    - earlier: tokens are small
  todos
    - buy milk
    - ship
  decisions
    - tokens are logged by the worker process at the very start
    - tokens are logged by the worker process at the start (because debugging)
    - tokens are never logged by the worker process at the start
  blockers
    - no key (workaround: a test key) (check: test -f key)
  open questions
    - by whom?
    - when?
    - where?
    - how long?
  errors
    - tests time out
    - segfault
  quality gates
    - lint: failed
  documents
    - plan.md (the plan)
  context
    one
    
    two
    
    three
    
    mind the gap
  uncommitted files
    - plan.md
  more on open questions
    context: nobody knows
  more on errors
    resolved: true
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-124300-<id3>, paused on main 2 min ago by A U Thor
    next: go on
    goal: ship
    decided: tokens are logged by the worker process at the very start
    decided: tokens are logged by the worker process at the start (because debugging)
    decided: tokens are never logged by the worker process at the start
    blocker: no key (workaround: a test key)
    open question: by whom?
    open question: when?
    open question: where?
    context: one
    context: two
    context: three
    context: mind the gap
    tasks: 2 done, 1 in progress, 0 to do
    in progress: ship
    check: lint: failed
    more: 1 question, 1 document, 2 errors, 2 todos, evidence: git handoff show main-20260324-124300-<id3>
  Resumed main: 1 file and the index are as they were
  next: go on
  carried over: 15 items, for the next handoff: git handoff note --list
  WIP commit: <wip: ship>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n40>  context: one two three mind the gap (13 min ago)
  <n41>  decision: tokens are logged by the worker process at the very start (1 min ago)
  <n42>  decision: tokens are logged by the worker process at the start (25 min ago)
  <n43>  decision: tokens are never logged by the worker process at the start (24 min ago)
  <n44>  question: where? (1 min ago)
  <n45>  question: how long? (21 min ago)
  <n46>  error: segfault (1 min ago)
  <n47>  start: ship (1 min ago)
  <n48>  blocker: no key (22 min ago)
  <n49>  doc: plan.md (29 min ago)
  <n50>  gate: lint (27 min ago)
  <n51>  goal: ship (1 min ago)
  <n52>  goal: tokens are small (40 min ago)
  <n53>  evidence: ages are negative (34 min ago)
  <n54>  task: buy milk (1 min ago)
  $ git handoff note done two
  noted done: two
  $ git handoff note done one
  noted done: one
  $ git handoff checkpoint -m "checked"
  Kept: main-20260324-124900-<id4> (1 file, snapshot <wip: ship .2>)
  $ git handoff note --list
  <n40>  context: one two three mind the gap (17 min ago)
  <n41>  decision: tokens are logged by the worker process at the very start (5 min ago)
  <n42>  decision: tokens are logged by the worker process at the start (29 min ago)
  <n43>  decision: tokens are never logged by the worker process at the start (28 min ago)
  <n44>  question: where? (5 min ago)
  <n45>  question: how long? (25 min ago)
  <n46>  error: segfault (5 min ago)
  <n47>  start: ship (5 min ago)
  <n48>  blocker: no key (26 min ago)
  <n49>  doc: plan.md (33 min ago)
  <n50>  gate: lint (31 min ago)
  <n51>  goal: ship (5 min ago)
  <n52>  goal: tokens are small (44 min ago)
  <n53>  evidence: ages are negative (38 min ago)
  <n54>  task: buy milk (5 min ago)
  <n55>  done: two (3 min ago)
  <n56>  done: one (2 min ago)
  $ git handoff show
  handoff: main-20260324-124900-<id4>
  title: checked
  next: go on
  branch: main
  status: checkpoint
  kept: 2 min ago (2026-03-24T12:49:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: ship .2> (a snapshot, not on the branch)
  remaining tasks
    [~] ship
  debug
    - evidence: ages are negative
  goals
    - ultimate: ship
    - earlier: tokens are small
  todos
    - buy milk
  decisions
    - tokens are logged by the worker process at the very start
    - tokens are logged by the worker process at the start (because debugging)
    - tokens are never logged by the worker process at the start
  blockers
    - no key (workaround: a test key) (check: test -f key)
  open questions
    - where?
    - how long?
  errors
    - segfault
  quality gates
    - lint: failed
  documents
    - plan.md (the plan)
  context
    three
    
    mind the gap
  uncommitted files
    - plan.md
  more on open questions
    context: nobody knows
  $ git handoff discard
  Discarded: main-20260324-124900-<id4>; no file, branch or index was touched
  snapshot: <wip: ship .2> stays in the archived record
  carried over: 1 item, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-124900-<id4> (until 2026-04-23)
  $ git handoff note --list
  <n40>  context: one two three mind the gap (20 min ago)
  <n41>  decision: tokens are logged by the worker process at the very start (8 min ago)
  <n42>  decision: tokens are logged by the worker process at the start (32 min ago)
  <n43>  decision: tokens are never logged by the worker process at the start (31 min ago)
  <n44>  question: where? (8 min ago)
  <n45>  question: how long? (28 min ago)
  <n46>  error: segfault (8 min ago)
  <n47>  start: ship (8 min ago)
  <n48>  blocker: no key (29 min ago)
  <n49>  doc: plan.md (36 min ago)
  <n50>  gate: lint (34 min ago)
  <n51>  goal: ship (8 min ago)
  <n52>  goal: tokens are small (47 min ago)
  <n53>  evidence: ages are negative (41 min ago)
  <n54>  task: buy milk (8 min ago)
  <n55>  done: two (6 min ago)
  <n56>  done: one (5 min ago)
  <n57>  context: three (1 min ago)
  $ git handoff undo
  Undone: discard of main-20260324-124900-<id4>
  resume: git handoff resume main-20260324-124900-<id4>
  redo: git handoff undo
  $ git handoff note --list
  <n40>  context: one two three mind the gap (22 min ago)
  <n41>  decision: tokens are logged by the worker process at the very start (10 min ago)
  <n42>  decision: tokens are logged by the worker process at the start (34 min ago)
  <n43>  decision: tokens are never logged by the worker process at the start (33 min ago)
  <n44>  question: where? (10 min ago)
  <n45>  question: how long? (30 min ago)
  <n46>  error: segfault (10 min ago)
  <n47>  start: ship (10 min ago)
  <n48>  blocker: no key (31 min ago)
  <n49>  doc: plan.md (38 min ago)
  <n50>  gate: lint (36 min ago)
  <n51>  goal: ship (10 min ago)
  <n52>  goal: tokens are small (49 min ago)
  <n53>  evidence: ages are negative (43 min ago)
  <n54>  task: buy milk (10 min ago)
  <n55>  done: two (8 min ago)
  <n56>  done: one (7 min ago)
