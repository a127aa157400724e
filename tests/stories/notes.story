Notes: one of each kind, like ones, and how they are closed.

  $ project
  $ git handoff note --list
  no notes on this branch since the last pause
  $ git handoff note "the cache is per worker"
  noted context: the cache is per worker
  $ git handoff note context "the cache is per worker"
  noted context: the cache is per worker
  $ git handoff note context "the cache is per thread"
  noted context: the cache is per thread
  $ git handoff note next "write src/cache.c"
  noted next: write src/cache.c
  $ git handoff note next "write src/cache.h"
  noted next: write src/cache.h
  $ git handoff note decision "use jose" --because "keys rotate" --instead-of jsonwebtoken --binding absolute
  noted decision: use jose
  $ git handoff note decision "use redis"
  noted decision: use redis
  $ git handoff note task "tests of expiry"
  noted task: tests of expiry
  $ git handoff note task "tests of clock skew"
  noted task: tests of clock skew
  $ git handoff note question "how long is a token valid?"
  noted question: how long is a token valid?
  $ git handoff note correction "never log tokens"
  noted correction: never log tokens
  $ git handoff note eliminated "a global cache: stays stale"
  noted eliminated: a global cache: stays stale
  $ git handoff note blocker "the staging key has expired"
  noted blocker: the staging key has expired
  $ git handoff note blocker "no CI"
  noted blocker: no CI
  $ git handoff note action "rotate the key" --blocking
  hint: what it blocks can be said, too: --because 'the deploy'
  noted action, blocking: rotate the key
  $ git handoff note action "tell the team"
  noted action: tell the team
  $ git handoff note --list
  <n1>  context: the cache is per worker (16 min ago)
  <n2>  context: the cache is per worker (15 min ago)
  <n3>  context: the cache is per thread (14 min ago)
  <n4>  next: write src/cache.c (13 min ago)
  <n5>  next: write src/cache.h (12 min ago)
  <n6>  decision: use jose; because keys rotate (11 min ago)
  <n7>  decision: use redis (10 min ago)
  <n8>  task: tests of expiry (9 min ago)
  <n9>  task: tests of clock skew (8 min ago)
  <n10>  question: how long is a token valid? (7 min ago)
  <n11>  correction: never log tokens (6 min ago)
  <n12>  eliminated: a global cache: stays stale (5 min ago)
  <n13>  blocker: the staging key has expired (4 min ago)
  <n14>  blocker: no CI (3 min ago)
  <n15>  human, blocking: rotate the key (2 min ago)
  <n16>  human: tell the team (1 min ago)
  $ git handoff note --undo
  took back human: tell the team
  $ git handoff note done "tests of"
  error: 'tests of' may mean 2 open items
  hint: task: tests of expiry
  hint: task: tests of clock skew
  [1]
  $ git handoff note done "tests of expiry"
  noted done: tests of expiry
  $ git handoff note done "tests of expiry"
  error: 'tests of expiry' is done already
  hint: open context: the cache is per worker
  hint: open context: the cache is per thread
  hint: open decision: use jose
  hint: open decision: use redis
  hint: open correction: never log tokens
  hint: open question: how long is a token valid?
  hint: open task: tests of clock skew
  hint: open blocker: the staging key has expired
  hint: and 4 more that are open
  [1]
  $ git handoff note done "no such thing"
  error: nothing that is open is called 'no such thing'
  hint: open context: the cache is per worker
  hint: open context: the cache is per thread
  hint: open decision: use jose
  hint: open decision: use redis
  hint: open correction: never log tokens
  hint: open question: how long is a token valid?
  hint: open task: tests of clock skew
  hint: open blocker: the staging key has expired
  hint: and 4 more that are open
  [1]
  $ git handoff note done "no CI"
  noted done: no CI
  $ git handoff note --list
  <n1>  context: the cache is per worker (23 min ago)
  <n2>  context: the cache is per worker (22 min ago)
  <n3>  context: the cache is per thread (21 min ago)
  <n4>  next: write src/cache.c (20 min ago)
  <n5>  next: write src/cache.h (19 min ago)
  <n6>  decision: use jose; because keys rotate (18 min ago)
  <n7>  decision: use redis (17 min ago)
  <n8>  task: tests of expiry (16 min ago, done)
  <n9>  task: tests of clock skew (15 min ago)
  <n10>  question: how long is a token valid? (14 min ago)
  <n11>  correction: never log tokens (13 min ago)
  <n12>  eliminated: a global cache: stays stale (12 min ago)
  <n13>  blocker: the staging key has expired (11 min ago)
  <n14>  blocker: no CI (10 min ago, done)
  <n15>  human, blocking: rotate the key (9 min ago)
  <n17>  done: tests of expiry (4 min ago)
  <n18>  done: no CI (1 min ago)
  $ git handoff note --list --json | sed -E 's/"seal":"[0-9a-f]+",?//g'
  {
    "version": 1,
    "notes": [
      {
        "id": "<n1>",
        "time": "2026-03-24T12:03:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "context",
        "text": "the cache is per worker"
      },
      {
        "id": "<n2>",
        "time": "2026-03-24T12:04:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "context",
        "text": "the cache is per worker"
      },
      {
        "id": "<n3>",
        "time": "2026-03-24T12:05:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "context",
        "text": "the cache is per thread"
      },
      {
        "id": "<n4>",
        "time": "2026-03-24T12:06:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "next",
        "text": "write src/cache.c"
      },
      {
        "id": "<n5>",
        "time": "2026-03-24T12:07:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "next",
        "text": "write src/cache.h"
      },
      {
        "id": "<n6>",
        "time": "2026-03-24T12:08:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "decision",
        "text": "use jose",
        "because": "keys rotate",
        "instead_of": "jsonwebtoken",
        "binding": "absolute"
      },
      {
        "id": "<n7>",
        "time": "2026-03-24T12:09:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "decision",
        "text": "use redis"
      },
      {
        "id": "<n8>",
        "time": "2026-03-24T12:10:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "task",
        "text": "tests of expiry"
      },
      {
        "id": "<n9>",
        "time": "2026-03-24T12:11:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "task",
        "text": "tests of clock skew"
      },
      {
        "id": "<n10>",
        "time": "2026-03-24T12:12:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "question",
        "text": "how long is a token valid?"
      },
      {
        "id": "<n11>",
        "time": "2026-03-24T12:13:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "correction",
        "text": "never log tokens"
      },
      {
        "id": "<n12>",
        "time": "2026-03-24T12:14:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "eliminated",
        "text": "a global cache: stays stale"
      },
      {
        "id": "<n13>",
        "time": "2026-03-24T12:15:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "blocker",
        "text": "the staging key has expired"
      },
      {
        "id": "<n14>",
        "time": "2026-03-24T12:16:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "blocker",
        "text": "no CI"
      },
      {
        "id": "<n15>",
        "time": "2026-03-24T12:17:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "human",
        "text": "rotate the key",
        "blocking": true
      },
      {
        "id": "<n17>",
        "time": "2026-03-24T12:22:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "done",
        "text": "tests of expiry",
        "closes": "task"
      },
      {
        "id": "<n18>",
        "time": "2026-03-24T12:25:00Z",
        "branch": "main",
        "head": "<first>",
        "kind": "done",
        "text": "no CI",
        "closes": "blocker"
      }
    ],
    "torn": false,
    "unreadable": 0,
    "warnings": []
  }
  $ git handoff pause
  Paused main as main-20260324-122800-<id1> (nothing to commit)
  next: write src/cache.h
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-122800-<id1>
  next: write src/cache.h
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:28:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  completed tasks
    [x] tests of expiry
  remaining tasks
    [ ] tests of clock skew
  debug
    - eliminated: a global cache: stays stale
  decisions
    - use jose (because keys rotate) (instead of jsonwebtoken) (binding: absolute)
    - use redis
  blockers
    - the staging key has expired
  waits for a person
    - blocking: rotate the key
  open questions
    - how long is a token valid?
  corrections
    - never log tokens
  context
    the cache is per worker
    
    the cache is per thread
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 2 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Blocked until done:
  - rotate the key
  Next: write src/cache.h
  Rules:
  - never log tokens
  Absolute:
  - use jose; not jsonwebtoken; because keys rotate
  Decided:
  - use redis
  Ruled out:
  - a global cache: stays stale
  To do:
  - tests of clock skew
  Blockers:
  - the staging key has expired
  Questions:
  - how long is a token valid?
  Context:
  - the cache is per worker
  - the cache is per thread
  Done:
  - tests of expiry
  --- <fence> end
  $ git handoff list --waiting
  Waits:
    action: rotate the key (main-20260324-122800-<id1>, main, 3 min ago)
    blocker: the staging key has expired (main-20260324-122800-<id1>, main, 3 min ago)
  $ git handoff status
  blocked until this is done: rotate the key
  Paused on 'main':
  <id1>  4 min ago  write src/cache.h
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it

What a record holds is closed there, too.

  $ git handoff note done "rotate the key"
  noted done: rotate the key
  $ git handoff note done "tests of clock skew"
  noted done: tests of clock skew
  $ git handoff note "the cache is per process"
  noted context: the cache is per process
  $ git handoff note --list
  <n19>  done: rotate the key (3 min ago)
  <n20>  done: tests of clock skew (2 min ago)
  <n21>  context: the cache is per process (1 min ago)
  $ git handoff show
  handoff: main-20260324-122800-<id1>
  next: write src/cache.h
  branch: main
  status: paused
  paused: 9 min ago (2026-03-24T12:28:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  completed tasks
    [x] tests of expiry
    [x] tests of clock skew
  debug
    - eliminated: a global cache: stays stale
  decisions
    - use jose (because keys rotate) (instead of jsonwebtoken) (binding: absolute)
    - use redis
  blockers
    - the staging key has expired
  waits for a person
    - done: rotate the key
  open questions
    - how long is a token valid?
  corrections
    - never log tokens
  context
    the cache is per worker
    
    the cache is per thread
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-122800-<id1>, paused on main 10 min ago by A U Thor
    next: write src/cache.h
    rule: never log tokens
    decided (absolute): use jose (not jsonwebtoken; because keys rotate)
    decided: use redis
    tried in vain: a global cache: stays stale
    blocker: the staging key has expired
    open question: how long is a token valid?
    context: the cache is per worker
    context: the cache is per thread
    context: the cache is per process
    tasks: 2 done, 0 to do
  Resumed main; nothing was moved: there was nothing to commit when it was paused
  next: write src/cache.h
  carried over: 7 items, for the next handoff: git handoff note --list
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n21>  context: the cache is per process (4 min ago)
  <n22>  context: the cache is per worker the cache is per thread (36 min ago)
  <n23>  decision: use jose (31 min ago)
  <n24>  decision: use redis (30 min ago)
  <n25>  correction: never log tokens (26 min ago)
  <n26>  question: how long is a token valid? (27 min ago)
  <n27>  blocker: the staging key has expired (24 min ago)
  <n28>  eliminated: a global cache: stays stale (25 min ago)
  $ git handoff note done "use redis"
  noted done: use redis
  $ git handoff note --undo
  took back done: use redis
  $ git handoff note --undo
  took back context: the cache is per process
  $ git handoff note --undo
  error: no note was made on this branch since the last pause
  hint: what a record carries over is closed with 'git handoff note done REF'
  [1]
  $ git handoff note --list
  <n22>  context: the cache is per worker the cache is per thread (41 min ago)
  <n23>  decision: use jose (36 min ago)
  <n24>  decision: use redis (35 min ago)
  <n25>  correction: never log tokens (31 min ago)
  <n26>  question: how long is a token valid? (32 min ago)
  <n27>  blocker: the staging key has expired (29 min ago)
  <n28>  eliminated: a global cache: stays stale (30 min ago)
  $ git handoff pause
  Paused main as main-20260324-124500-<id2> (nothing to commit)
  next: write src/cache.h
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-124500-<id2>
  next: write src/cache.h
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:45:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: none: there was nothing to commit
  debug
    - eliminated: a global cache: stays stale
  decisions
    - use jose (because keys rotate) (instead of jsonwebtoken) (binding: absolute)
    - use redis
  blockers
    - the staging key has expired
  open questions
    - how long is a token valid?
  corrections
    - never log tokens
  context
    the cache is per worker
    
    the cache is per thread
