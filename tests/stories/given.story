Records that are given, with like items in each list, and what a resume carries on from them.

  $ project
  $ cat >../record.json <<'END'
  > {"version": 1, "title": "tokens", "workflow": "execute", "task": 2, "total_tasks": 5, "next_action": "write src/util.c",
  >  "completed_tasks": [{"id": "1", "name": "parse", "status": "done"}, {"id": "2", "name": "parse", "status": "done"}],
  >  "remaining_tasks": [{"id": "3", "name": "verify", "status": "in_progress", "progress": "half"}, {"id": "4", "name": "verify", "status": "not_started"},
  >    {"id": "5", "name": "expire", "status": "blocked"}],
  >  "decisions": [{"decision": "use jose", "rationale": "keys rotate", "rejected": "jsonwebtoken", "binding": "absolute"}, {"decision": "use jose", "rationale": "it is small"},
  >    {"decision": "no cache", "binding": "session", "source": "agent"}],
  >  "open_questions": ["how long?", "how long?", "by whom?"],
  >  "corrections": ["never log tokens", "Never log tokens", "British English"],
  >  "blockers": [{"description": "no key", "type": "technical", "workaround": "a test key"}, {"description": "no key", "type": "human"}],
  >  "human_actions_pending": [{"action": "rotate the key", "context": "staging", "blocking": true}, {"action": "rotate the key", "context": "production"}, {"action": "tell Ben", "done": true}],
  >  "context_notes": "The cache is per worker.\n\nKeys rotate daily.",
  >  "debug": {"hypotheses": ["clock skew"], "eliminated": ["a cache", "a proxy"], "evidence": ["log 1"]},
  >  "goals": ["tokens expire"], "mood": "tired", "git": {"branch": "not-yours", "base": "0000"}}
  > END
  $ write src/util.c "int util(void) { return 2; }"
  $ git handoff pause --from ../record.json
  warning: 'parse' is done, and no commit is named; 'git handoff edit --from FILE' corrects it, 'git handoff lint' lists 3 more
  Paused main as main-20260324-120400-<id1> (WIP <wip: [execute] paused at verify>, 1 file)
  next: write src/util.c
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-120400-<id1>
  title: tokens
  next: write src/util.c
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:04:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: [execute] paused at verify>
  work: execute (task 2 of 5)
  completed tasks
    [x] 1. parse
    [x] 2. parse
  remaining tasks
    [~] 3. verify (half)
    [ ] 4. verify
    [!] 5. expire
  debug
    - hypotheses: clock skew
    - eliminated: a cache
    - eliminated: a proxy
    - evidence: log 1
  goals
    - tokens expire
  decisions
    - use jose (because keys rotate) (instead of jsonwebtoken) (binding: absolute)
    - use jose (because it is small)
    - no cache (binding: session)
  blockers
    - no key (workaround: a test key)
    - no key
  waits for a person
    - blocking: rotate the key (staging)
    - rotate the key (production)
    - done: tell Ben
  open questions
    - how long?
    - how long?
    - by whom?
  corrections
    - never log tokens
    - Never log tokens
    - British English
  context
    The cache is per worker.
    
    Keys rotate daily.
  uncommitted files
    - src/util.c
  more on blockers
    - no key
      type: technical
    - no key
      type: human
  mood
    tired
  foreign
    superteam:
      fields:
        git:
          seen: absent
          value:
            branch: not-yours
            base: 0000
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 2 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Blocked until done:
  - rotate the key (staging)
  Next: write src/util.c
  Rules:
  - never log tokens
  - British English
  Absolute:
  - use jose; not jsonwebtoken; because keys rotate
  Binding:
  - no cache
  Ruled out:
  - a cache
  - a proxy
  Suspected:
  - clock skew
  - seen: log 1
  To do:
  - 3: verify (in progress, half)
  - 5: expire (blocked)
  - 4: verify
  Blockers:
  - no key; meanwhile: a test key
  - no key
  Questions:
  - how long?
  - by whom?
  Context:
  - execute; for: tokens; task: 2 of 5
  - The cache is per worker.
  - Keys rotate daily.
  Changed files:
  - src/util.c
  Done:
  - parse
  - parse
  --- <fence> end
  $ git handoff brief --budget 120
  fatal: a budget of 120 tokens is too small for a brief
  hint: give 200 tokens or more
  [129]
  $ git handoff lint
  main-20260324-120400-<id1>: 0 errors, 5 warnings
  warning: context_notes: the context notes are too short to be a mental model: 'The cache is per worker. Keys rotate daily.' [context-short]
      write the approach, what was tried and rejected, what the user wants, what worries you
  warning: completed_tasks[0].commit: 'parse' is done, and no commit is named [task-commit]
      name the commit that holds it, so that it can be checked
  warning: completed_tasks[1].commit: 'parse' is done, and no commit is named [task-commit]
      name the commit that holds it, so that it can be checked
  warning: decisions[2].rationale: no reason is given for 'no cache' [decision-rationale]
      say why, and what was rejected, or the next session decides it again
  warning: blockers[1]: 'no key' waits for a person: it is a human action, not a blocker [blocker-or-action]
      move it to human_actions_pending, with 'blocking' where nothing can go on without it
  $ git handoff check
  blocked until this is done: rotate the key
  main-20260324-120400-<id1>, 5 min old
  to confirm by a person
    waits for a person: rotate the key; done? it blocks the work
        hint: staging
    waits for a person: rotate the key; done?
        hint: production
    blocked by: no key; is it still in the way?
        hint: way around: a test key
    blocked by: no key; is it still in the way?
  7 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff list --waiting
  Waits:
    action: rotate the key (main-20260324-120400-<id1>, main, 6 min ago)
    action: rotate the key (can wait; main-20260324-120400-<id1>, main, 6 min ago)
    blocker: no key (main-20260324-120400-<id1>, main, 6 min ago)
    blocker: no key (main-20260324-120400-<id1>, main, 6 min ago)
  $ git handoff resume
  blocked until this is done: rotate the key
  Handoff main-20260324-120400-<id1>, paused on main 7 min ago by A U Thor
    title: tokens
    next: write src/util.c
    goal: tokens expire
    rule: never log tokens
    rule: Never log tokens
    rule: British English
    decided (absolute): use jose (not jsonwebtoken; because keys rotate)
    decided: use jose (because it is small)
    decided: no cache
    tried in vain: a cache
    tried in vain: a proxy
    waits for a person (blocking): rotate the key (staging)
    waits for a person: rotate the key (production)
    blocker: no key (workaround: a test key)
    blocker: no key
    open question: how long?
    open question: how long?
    open question: by whom?
    context: The cache is per worker.
    context: Keys rotate daily.
    tasks: 2 done, 1 in progress, 2 to do
    in progress: verify (half)
    to do: verify
    to do: expire (blocked)
    more: hypotheses, evidence: git handoff show main-20260324-120400-<id1>
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue --blocking-done   once what it waits for is done: restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --fresh      put the work aside: the branch goes back to its base, undo brings it back
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ person $'c\ny\n' git handoff resume
  blocked until this is done: rotate the key
  Handoff main-20260324-120400-<id1>, paused on main 8 min ago by A U Thor
    title: tokens
    next: write src/util.c
    goal: tokens expire
    rule: never log tokens
    rule: Never log tokens
    rule: British English
    decided (absolute): use jose (not jsonwebtoken; because keys rotate)
    decided: use jose (because it is small)
    decided: no cache
    tried in vain: a cache
    tried in vain: a proxy
    waits for a person (blocking): rotate the key (staging)
    waits for a person: rotate the key (production)
    blocker: no key (workaround: a test key)
    blocker: no key
    open question: how long?
    open question: how long?
    open question: by whom?
    context: The cache is per worker.
    context: Keys rotate daily.
    tasks: 2 done, 1 in progress, 2 to do
    in progress: verify (half)
    to do: verify
    to do: expire (blocked)
    more: hypotheses, evidence: git handoff show main-20260324-120400-<id1>
  
    [c] continue     restore the work, archive the handoff
    [r] review       read all of it, then ask again
    [v] diff         the kept work, in the pager, then ask again
    [s] stat         its files, and how much changed in each, then ask again
    [f] start fresh  put the work aside: the branch goes back to its base, undo
                     brings it back
    [q] not now      change nothing
  your choice [q]:   rotate the key: done? [y/N] Resumed main: 1 file and the index are as they were
  next: write src/util.c
  carried over: 21 items, for the next handoff: git handoff note --list
  WIP commit: <wip: [execute] paused at verify>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/undo/main
  heads/main <first>
   M src/util.c
   1 file changed, 1 insertion(+), 1 deletion(-)
  index: 11e489
  <n1>  context: The cache is per worker. Keys rotate daily. (1 min ago)
  <n2>  decision: use jose (1 min ago)
  <n3>  decision: use jose (1 min ago)
  <n4>  decision: no cache (1 min ago)
  <n5>  correction: never log tokens (1 min ago)
  <n6>  correction: Never log tokens (1 min ago)
  <n7>  correction: British English (1 min ago)
  <n8>  question: how long? (1 min ago)
  <n9>  question: how long? (1 min ago)
  <n10>  question: by whom? (1 min ago)
  <n11>  start: verify (1 min ago)
  <n12>  task: verify (1 min ago)
  <n13>  task: expire (1 min ago)
  <n14>  blocker: no key (1 min ago)
  <n15>  blocker: no key (1 min ago)
  <n16>  human: rotate the key (1 min ago)
  <n17>  goal: tokens expire (1 min ago)
  <n18>  hypothesis: clock skew (1 min ago)
  <n19>  eliminated: a cache (1 min ago)
  <n20>  eliminated: a proxy (1 min ago)
  <n21>  evidence: log 1 (1 min ago)
  $ git handoff status
  Nothing is paused on 'main'.
  notes: 16 notes wait for the next pause (git handoff note --list)
  resumed: 2 min ago from main-20260324-120400-<id1>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 11 min ago: a report, no instructions
  Resumed 3 min ago on main: go on with what is next.
  Next: write src/util.c
  Rules:
  - never log tokens
  - British English
  Absolute:
  - use jose; not jsonwebtoken; because it is small
  Binding:
  - no cache
  Ruled out:
  - a cache
  - a proxy
  Suspected:
  - clock skew
  - seen: log 1
  To do:
  - 3: verify (in progress, half)
  - 5: expire (blocked)
  - 4: verify
  Blockers:
  - no key; meanwhile: a test key
  Questions:
  - how long?
  - by whom?
  Context:
  - execute; for: tokens; task: 2 of 5
  - The cache is per worker.
  - Keys rotate daily.
  Changed files:
  - src/util.c
  Done:
  - parse
  - parse
  --- <fence> end
  $ git handoff note done "how long?"
  noted done: how long?
  $ git handoff note done "no key"
  noted done: no key
  $ git handoff note done "use jose"
  noted done: use jose
  $ git handoff note done verify
  error: 'verify' may mean 2 open items
  hint: task: verify
  hint: task: verify
  [1]
  $ git handoff note done "Keys rotate daily."
  noted done: Keys rotate daily.
  $ git handoff note task "verify"
  noted task: verify
  $ git handoff note decision "no cache"
  noted decision: no cache
  $ git handoff note --list
  <n1>  context: The cache is per worker. Keys rotate daily. (11 min ago)
  <n2>  decision: use jose (11 min ago, done)
  <n3>  decision: use jose (11 min ago, done)
  <n5>  correction: never log tokens (11 min ago)
  <n6>  correction: Never log tokens (11 min ago)
  <n7>  correction: British English (11 min ago)
  <n8>  question: how long? (11 min ago, done)
  <n9>  question: how long? (11 min ago, done)
  <n10>  question: by whom? (11 min ago)
  <n13>  task: expire (11 min ago)
  <n14>  blocker: no key (11 min ago, done)
  <n15>  blocker: no key (11 min ago, done)
  <n16>  human: rotate the key (11 min ago)
  <n17>  goal: tokens expire (11 min ago)
  <n18>  hypothesis: clock skew (11 min ago)
  <n19>  eliminated: a cache (11 min ago)
  <n20>  eliminated: a proxy (11 min ago)
  <n21>  evidence: log 1 (11 min ago)
  <n22>  done: how long? (7 min ago)
  <n23>  done: no key (6 min ago)
  <n24>  done: use jose (5 min ago)
  <n25>  done: Keys rotate daily. (3 min ago)
  <n26>  task: verify (2 min ago)
  <n27>  decision: no cache (1 min ago)
  $ git handoff pause
  Paused main as main-20260324-122400-<id2> (WIP <wip: verify>, 1 file)
  next: write src/util.c
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-122400-<id2>
  next: write src/util.c
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:24:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: verify>
  remaining tasks
    [~] 3. verify (half)
    [ ] 4. verify
    [!] 5. expire
  debug
    - hypotheses: clock skew
    - eliminated: a cache
    - eliminated: a proxy
    - evidence: log 1
  goals
    - tokens expire
  decisions
    - no cache (binding: session)
  waits for a person
    - rotate the key (production)
  open questions
    - by whom?
  corrections
    - never log tokens
    - British English
  context
    The cache is per worker.
  uncommitted files
    - src/util.c
  $ git handoff show --json | jq -r '.next_action, (.decisions[] | .decision + " / " + .rationale), (.git | keys_unsorted | join(" ")), .mood'
  write src/util.c
  no cache / 
  id branch base wip_commit on_branch operation worktree upstream submodules intent_to_add modes left_out raw pathspecs author agent created_by
  null

What was carried is not carried twice.

  $ git handoff undo
  Undone: pause of main-20260324-122400-<id2>
  redo: git handoff undo
  $ git handoff note --list
  <n1>  context: The cache is per worker. Keys rotate daily. (16 min ago)
  <n2>  decision: use jose (16 min ago, done)
  <n3>  decision: use jose (16 min ago, done)
  <n5>  correction: never log tokens (16 min ago)
  <n6>  correction: Never log tokens (16 min ago)
  <n7>  correction: British English (16 min ago)
  <n8>  question: how long? (16 min ago, done)
  <n9>  question: how long? (16 min ago, done)
  <n10>  question: by whom? (16 min ago)
  <n13>  task: expire (16 min ago)
  <n14>  blocker: no key (16 min ago, done)
  <n15>  blocker: no key (16 min ago, done)
  <n16>  human: rotate the key (16 min ago)
  <n17>  goal: tokens expire (16 min ago)
  <n18>  hypothesis: clock skew (16 min ago)
  <n19>  eliminated: a cache (16 min ago)
  <n20>  eliminated: a proxy (16 min ago)
  <n21>  evidence: log 1 (16 min ago)
  <n22>  done: how long? (12 min ago)
  <n23>  done: no key (11 min ago)
  <n24>  done: use jose (10 min ago)
  <n25>  done: Keys rotate daily. (8 min ago)
  <n26>  task: verify (7 min ago)
  <n27>  decision: no cache (6 min ago)
  $ git handoff undo
  Done again: pause of main-20260324-122400-<id2>
  resume: git handoff resume main-20260324-122400-<id2>
  undo: git handoff undo
  $ git handoff resume --continue --blocking-done
  safe to continue
  Handoff main-20260324-122400-<id2>, paused on main 6 min ago by A U Thor
    next: write src/util.c
    goal: tokens expire
    rule: never log tokens
    rule: British English
    decided: no cache
    tried in vain: a cache
    tried in vain: a proxy
    waits for a person: rotate the key (production)
    open question: by whom?
    context: The cache is per worker.
    tasks: 0 done, 1 in progress, 2 to do
    in progress: verify (half)
    to do: verify
    to do: expire (blocked)
    more: hypotheses, evidence: git handoff show main-20260324-122400-<id2>
  Resumed main: 1 file and the index are as they were
  next: write src/util.c
  carried over: 14 items, for the next handoff: git handoff note --list
  WIP commit: <wip: verify>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n28>  context: The cache is per worker. (1 min ago)
  <n29>  decision: no cache (19 min ago)
  <n30>  correction: never log tokens (19 min ago)
  <n31>  correction: British English (19 min ago)
  <n32>  question: by whom? (19 min ago)
  <n33>  start: verify (19 min ago)
  <n34>  task: verify (19 min ago)
  <n35>  task: expire (19 min ago)
  <n36>  human: rotate the key (19 min ago)
  <n37>  goal: tokens expire (19 min ago)
  <n38>  hypothesis: clock skew (19 min ago)
  <n39>  eliminated: a cache (19 min ago)
  <n40>  eliminated: a proxy (19 min ago)
  <n41>  evidence: log 1 (19 min ago)
  $ git handoff pause --no-carry -m "without"
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-123200-<id3> (WIP <wip: without>, 1 file)
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-123200-<id3>
  why paused: without
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:32:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: without>
  uncommitted files
    - src/util.c
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-123200-<id3>, paused on main 2 min ago by A U Thor
    why: without
    goal: tokens expire
    rule: never log tokens
    rule: British English
    decided: no cache
    tried in vain: a cache
    tried in vain: a proxy
    waits for a person: rotate the key (production)
    open question: by whom?
    context: The cache is per worker.
    tasks: 0 done, 1 in progress, 2 to do
    in progress: verify (half)
    to do: verify
    to do: expire (blocked)
    more: hypotheses, evidence: git handoff show main-20260324-123200-<id3>
  Resumed main: 1 file and the index are as they were
  WIP commit: <wip: without>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git handoff note --list
  <n28>  context: The cache is per worker. (5 min ago)
  <n29>  decision: no cache (23 min ago)
  <n30>  correction: never log tokens (23 min ago)
  <n31>  correction: British English (23 min ago)
  <n32>  question: by whom? (23 min ago)
  <n33>  start: verify (23 min ago)
  <n34>  task: verify (23 min ago)
  <n35>  task: expire (23 min ago)
  <n36>  human: rotate the key (23 min ago)
  <n37>  goal: tokens expire (23 min ago)
  <n38>  hypothesis: clock skew (23 min ago)
  <n39>  eliminated: a cache (23 min ago)
  <n40>  eliminated: a proxy (23 min ago)
  <n41>  evidence: log 1 (23 min ago)

Records that are not.

  $ echo '{"version": 1, "next_action": ' >bad.json; git handoff pause --from bad.json
  fatal: 'bad.json': line 2, column 0: unexpected end of input; expected '[', '{', or a literal
  [128]
  $ echo '[]' >bad.json; git handoff pause --from bad.json
  fatal: cannot read a record from 'bad.json': it is JSON, but not an object
  hint: a record looks like {"version": 1, "next_action": "..."}
  [128]
  $ echo '{"version": 9}' >bad.json; git handoff pause --from bad.json
  warning: 'bad.json' follows no handoff schema that is known here: it is kept in full under 'imported'
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it, 'git handoff lint' lists 3 more
  Paused main as main-20260324-123800-<id4> (WIP <wip: verify .2>, 2 files)
  resume: git handoff resume
  $ echo '{"version": 1, "decisions": "none", "remaining_tasks": [1, {"name": 2}]}' >bad.json; git handoff pause --from bad.json
  note: what was taken in and nobody here has read has something to mend; on a terminal 'git handoff show' lets you read it, and 'git handoff lint' then says what
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it, 'git handoff lint' lists 2 more
  Paused main as main-20260324-123800-<id4> (WIP <wip: verify .3>, 1 file)
  stacked: 2 WIP commits that resume removes together
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-123800-<id4>
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:39:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: verify .3>
  remaining tasks
    [ ] 1
    [ ] 2
    [~] 3. verify (half)
    [ ] 4. verify
    [!] 5. expire
  debug
    - hypotheses: clock skew
    - eliminated: a cache
    - eliminated: a proxy
    - evidence: log 1
  goals
    - tokens expire
  decisions
    - no cache (binding: session)
  waits for a person
    - rotate the key (production)
  open questions
    - by whom?
  corrections
    - never log tokens
    - British English
  context
    Imported from 'bad.json', which follows no known handoff schema; all of it stands under 'imported'.
    
    The cache is per worker.
  uncommitted files
    - bad.json
    - src/util.c
  imported
    document:
      version: 9
  withheld
    1 decision and 1 further item stand in files (of this clone, not read by you: git handoff show main-20260324-123800-<id4>)
  $ git handoff pause --from nowhere.json
  fatal: cannot read 'nowhere.json': no such file
  [128]
  $ git handoff list
  main-20260324-123800-<id4>  main  paused  3 min ago  Imported from 'bad.json', which follows no known handoff schema; all of it stands under 'imported'.
