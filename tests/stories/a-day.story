A day: notes, a pause, a look, a resume, an undo.

  $ project
  $ work
  $ mark
  $ state
  HEAD: main <first>
  heads/main <first>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: 290120
  no notes on this branch since the last pause
  $ git handoff note decision "use jose" --because "keys rotate" --instead-of jsonwebtoken
  noted decision: use jose
  $ git handoff note next "write the test of src/util.c"
  noted next: write the test of src/util.c
  $ git handoff pause -m "tokens"
  Paused main as main-20260324-120700-<id1> (WIP <wip: write the test of src/util.c>, 3 files)
  next: write the test of src/util.c
  resume: git handoff resume
  $ state
  HEAD: main <wip: write the test of src/util.c>
  handoffs/active/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <wip: write the test of src/util.c>
  index: 2f1f2a
  no notes on this branch since the last pause
  $ git handoff status
  safe to continue
  Paused on 'main':
  <id1>  2 min ago  write the test of src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff list
  main-20260324-120700-<id1>  main  paused  3 min ago  write the test of src/util.c
  $ git handoff show
  handoff: main-20260324-120700-<id1>
  next: write the test of src/util.c
  why paused: tokens
  branch: main
  status: paused
  paused: 4 min ago (2026-03-24T12:07:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: write the test of src/util.c>
  decisions
    - use jose (because keys rotate) (instead of jsonwebtoken)
  uncommitted files
    - notes/todo.txt
    - src/main.c
    - src/util.c
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 5 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Next: write the test of src/util.c
  Decided:
  - use jose; not jsonwebtoken; because keys rotate
  Context:
  - paused because: tokens
  New files:
  - notes/todo.txt
  Changed files:
  - src/main.c, src/util.c
  --- <fence> end
  $ git handoff check
  safe to continue
  main-20260324-120700-<id1>, 6 min old
  9 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff resume
  safe to continue
  Handoff main-20260324-120700-<id1>, paused on main 7 min ago by A U Thor
    next: write the test of src/util.c
    why: tokens
    decided: use jose (not jsonwebtoken; because keys rotate)
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --fresh      put the work aside: the branch goes back to its base, undo brings it back
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ person $'c\n' git handoff resume
  safe to continue
  Handoff main-20260324-120700-<id1>, paused on main 8 min ago by A U Thor
    next: write the test of src/util.c
    why: tokens
    decided: use jose (not jsonwebtoken; because keys rotate)
  
    [c] continue     restore the work, archive the handoff
    [r] review       read all of it, then ask again
    [v] diff         the kept work, in the pager, then ask again
    [s] stat         its files, and how much changed in each, then ask again
    [f] start fresh  put the work aside: the branch goes back to its base, undo
                     brings it back
    [q] not now      change nothing
  your choice [q]: Resumed main: 3 files and the index are as they were
  next: write the test of src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write the test of src/util.c>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <first>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: 290120
  <n1>  decision: use jose (12 min ago)
  $ git handoff undo
  Undone: resume of main-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120700-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <wip: write the test of src/util.c>
  handoffs/active/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <wip: write the test of src/util.c>
  index: 2f1f2a
  no notes on this branch since the last pause
