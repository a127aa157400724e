What was closed is noted again: it is open again.

  $ project
  $ git handoff note task verify
  noted task: verify
  $ git handoff note blocker "no key"
  noted blocker: no key
  $ git handoff note question "how long?"
  noted question: how long?
  $ git handoff note decision "use jose"
  noted decision: use jose
  $ for what in verify "no key" "how long?" "use jose"; do git handoff note done "$what"; done
  noted done: verify
  noted done: no key
  noted done: how long?
  noted done: use jose
  $ git handoff note task verify
  noted task: verify
  $ git handoff note blocker "no key"
  noted blocker: no key
  $ git handoff note question "how long?"
  noted question: how long?
  $ git handoff note decision "use jose"
  noted decision: use jose
  $ git handoff note --list
  <n1>  task: verify (9 min ago, done)
  <n2>  blocker: no key (8 min ago, done)
  <n3>  question: how long? (7 min ago, done)
  <n4>  decision: use jose (6 min ago, done)
  <n5>  done: verify (5 min ago)
  <n6>  done: no key (5 min ago)
  <n7>  done: how long? (5 min ago)
  <n8>  done: use jose (5 min ago)
  <n9>  task: verify (4 min ago)
  <n10>  blocker: no key (3 min ago)
  <n11>  question: how long? (2 min ago)
  <n12>  decision: use jose (1 min ago)
  $ git handoff pause --next "go on"
  Paused main as main-20260324-121200-<id1> (nothing to commit)
  next: go on
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-121200-<id1>
  next: go on
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:12:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  remaining tasks
    [ ] verify
  decisions
    - use jose
  blockers
    - no key
  open questions
    - how long?
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-121200-<id1>, paused on main 2 min ago by A U Thor
    next: go on
    decided: use jose
    blocker: no key
    open question: how long?
    tasks: 0 done, 1 to do
    to do: verify
  Resumed main; nothing was moved: there was nothing to commit when it was paused
  next: go on
  carried over: 4 items, for the next handoff: git handoff note --list
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n13>  decision: use jose (10 min ago)
  <n14>  question: how long? (11 min ago)
  <n15>  task: verify (13 min ago)
  <n16>  blocker: no key (12 min ago)
  $ for what in verify "no key" "how long?" "use jose"; do git handoff note done "$what"; done
  noted done: verify
  noted done: no key
  noted done: how long?
  noted done: use jose
  $ git handoff note task verify
  noted task: verify
  $ git handoff note blocker "no key"
  noted blocker: no key
  $ git handoff note question "how long?"
  noted question: how long?
  $ git handoff note decision "use jose"
  noted decision: use jose
  $ git handoff note --list
  <n17>  done: verify (5 min ago)
  <n18>  done: no key (5 min ago)
  <n19>  done: how long? (5 min ago)
  <n20>  done: use jose (5 min ago)
  <n21>  task: verify (4 min ago)
  <n22>  blocker: no key (3 min ago)
  <n23>  question: how long? (2 min ago)
  <n24>  decision: use jose (1 min ago)
  $ git handoff pause --next "go on"
  Paused main as main-20260324-122200-<id2> (nothing to commit)
  next: go on
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-122200-<id2>
  next: go on
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:22:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  remaining tasks
    [ ] verify
  decisions
    - use jose
  blockers
    - no key
  open questions
    - how long?

While it is paused.

  $ for what in verify "no key" "how long?" "use jose"; do git handoff note done "$what"; done
  noted done: verify
  noted done: no key
  noted done: how long?
  noted done: use jose
  $ git handoff note task verify
  noted task: verify
  $ git handoff note blocker "no key"
  noted blocker: no key
  $ git handoff note question "how long?"
  noted question: how long?
  $ git handoff note decision "use jose"
  noted decision: use jose
  $ git handoff note --list
  <n25>  done: verify (5 min ago)
  <n26>  done: no key (5 min ago)
  <n27>  done: how long? (5 min ago)
  <n28>  done: use jose (5 min ago)
  <n29>  task: verify (4 min ago)
  <n30>  blocker: no key (3 min ago)
  <n31>  question: how long? (2 min ago)
  <n32>  decision: use jose (1 min ago)
  $ git handoff show
  handoff: main-20260324-122200-<id2>
  next: go on
  branch: main
  status: paused
  paused: 8 min ago (2026-03-24T12:22:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  completed tasks
    [x] verify
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-122200-<id2>, paused on main 9 min ago by A U Thor
    next: go on
    decided: use jose
    blocker: no key
    open question: how long?
    tasks: 0 done, 1 to do
    to do: verify
  Resumed main; nothing was moved: there was nothing to commit when it was paused
  next: go on
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n25>  done: verify (8 min ago)
  <n26>  done: no key (8 min ago)
  <n27>  done: how long? (8 min ago)
  <n28>  done: use jose (8 min ago)
  <n29>  task: verify (7 min ago)
  <n30>  blocker: no key (6 min ago)
  <n31>  question: how long? (5 min ago)
  <n32>  decision: use jose (4 min ago)
