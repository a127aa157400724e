The ways back from a pause, each taken, undone and done again.

  $ project
  $ work
  $ mark
  $ git handoff note task "one"
  noted task: one
  $ git handoff note task "two"
  noted task: two
  $ git handoff pause -m "lunch" --next "go on"
  Paused main as main-20260324-120600-<id1> (WIP <wip: go on>, 3 files)
  next: go on
  resume: git handoff resume
  $ mark wip

Continue.

  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120600-<id1>, paused on main 2 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  Resumed main: 3 files and the index are as they were
  next: go on
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ since wip
  files and index as at the mark
  $ state
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: 2f1f2a
  no notes on this branch since the last pause
  $ git handoff undo
  Done again: resume of main-20260324-120600-<id1>
  undo: git handoff undo
  $ since
  files and index as at the mark
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: 290120
  <n1>  task: one (11 min ago)
  <n2>  task: two (10 min ago)
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo

Review changes nothing.

  $ git handoff resume --review
  handoff: main-20260324-120600-<id1>
  next: go on
  why paused: lunch
  branch: main
  status: paused
  paused: 11 min ago (2026-03-24T12:06:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: go on>
  remaining tasks
    [ ] one
    [ ] two
  uncommitted files
    - notes/todo.txt
    - src/main.c
    - src/util.c
  $ refs
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>

Discard leaves commits and files.

  $ git handoff discard
  Discarded: main-20260324-120600-<id1>; no file, branch or index was touched
  WIP commit: <wip: go on> stays on main; to remove it from the branch: git handoff undo main-20260324-120600-<id1>, then git handoff resume --continue
  carried over: 2 items, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-120600-<id1> (until 2026-04-23)
  $ since wip
  files and index as at the mark
  $ state
  HEAD: main <wip: go on>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: 2f1f2a
  <n3>  task: one (17 min ago)
  <n4>  task: two (16 min ago)
  $ git handoff status
  Nothing is paused on 'main'.
  WIP commit: <wip: go on> of main-20260324-120600-<id1> is still on the branch: git handoff undo main-20260324-120600-<id1>, then git handoff resume
  notes: 2 notes wait for the next pause (git handoff note --list)
  
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff resume
  error: nothing is paused here
  hint: pause your own work: git handoff pause --next TEXT
  hint: the last one here is archived: git handoff show main-20260324-120600-<id1>, or to bring it back: git handoff undo main-20260324-120600-<id1>
  [1]
  $ git handoff undo
  Undone: discard of main-20260324-120600-<id1>
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: 2f1f2a
  no notes on this branch since the last pause

Start fresh takes the work off.

  $ git handoff resume --fresh
  Started fresh: main is back at <first>
  put aside: <wip: go on>, in the archived record
  carried over: 2 items, for the next handoff: git handoff note --list
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  index: 11e489
  <n5>  task: one (23 min ago)
  <n6>  task: two (22 min ago)
  $ git handoff list --archived
  main-20260324-120600-<id1>  main  discarded  2 min ago  go on
  $ git handoff undo
  Undone: fresh start of main-20260324-120600-<id1>
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ since wip
  files and index as at the mark
  $ state
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: 2f1f2a
  no notes on this branch since the last pause

Keep the WIP as a commit.

  $ git handoff resume --continue --keep-wip
  safe to continue
  Handoff main-20260324-120600-<id1>, paused on main 26 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  Resumed main; nothing was moved: the commits stay as they are
  hint: take the WIP commit off later: git handoff undo main-20260324-120600-<id1>, then resume without --keep-wip
  next: go on
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: go on>, where it was
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <wip: go on>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: 2f1f2a
  <n7>  task: one (29 min ago)
  <n8>  task: two (28 min ago)
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ refs
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>

From another branch: switch.

  $ git switch -q -c side HEAD~1
  $ git handoff status
  Nothing is paused on 'side'.
  elsewhere: 1 handoff: git handoff list
  
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff resume
  note: nothing is paused on 'side'; this is main-20260324-120600-<id1>: it is the only one
  you are on side; the work was paused on main
  Handoff main-20260324-120600-<id1>, paused on main 32 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  note: --continue is refused here: this work was paused on 'main', which is not checked out
  error: nothing was changed: say what to do with this handoff
  hint: switch to it and resume there: git handoff resume main-20260324-120600-<id1> --continue --switch
  hint: git handoff resume main-20260324-120600-<id1> --review     read all of it
  hint: git handoff resume main-20260324-120600-<id1> --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue
  note: nothing is paused on 'side'; this is main-20260324-120600-<id1>: it is the only one
  you are on side; the work was paused on main
  Handoff main-20260324-120600-<id1>, paused on main 33 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  error: this work was paused on 'main', which is not checked out
  hint: switch to it and resume there: git handoff resume main-20260324-120600-<id1> --continue --switch
  [1]
  $ git handoff resume --continue --switch
  note: nothing is paused on 'side'; this is main-20260324-120600-<id1>: it is the only one
  you are on side; the work was paused on main
  Handoff main-20260324-120600-<id1>, paused on main 34 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  Resumed main: 3 files and the index are as they were
  next: go on
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  heads/side <first>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: 290120
  <n9>  task: one (38 min ago)
  <n10>  task: two (37 min ago)
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  checked out: main still; back to side: git switch side
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  heads/side <first>
  index: 2f1f2a
  no notes on this branch since the last pause

Not where it is not.

  $ git switch -q side
  $ git handoff resume --continue --apply
  note: nothing is paused on 'side'; this is main-20260324-120600-<id1>: it is the only one
  you are on side; the work was paused on main
  Handoff main-20260324-120600-<id1>, paused on main 40 min ago by A U Thor
    next: go on
    why: lunch
    tasks: 0 done, 2 to do
    to do: one
    to do: two
  error: this work was paused on 'main', which is not checked out
  hint: switch to it and resume there: git handoff resume main-20260324-120600-<id1> --continue --switch
  [1]
  $ git handoff undo
  error: cannot undo: that operation was on 'main', which is not checked out
  hint: switch to it first: git switch main, then undo
  [1]
  $ git handoff resume nothing --continue
  error: no handoff is called 'nothing'
  hint: main-20260324-120600-<id1> (branch main)
  [1]
  $ git handoff resume --continue --discard
  fatal: --continue, --review, --discard and --fresh exclude each other
  [129]
  $ git handoff undo nothing
  error: no handoff is called 'nothing'
  hint: main-20260324-120600-<id1> (branch main)
  [1]
  $ git handoff discard main
  Discarded: main-20260324-120600-<id1>; no file, branch or index was touched
  WIP commit: <wip: go on> stays on main; to remove it from the branch: git handoff undo main-20260324-120600-<id1>, then git handoff resume main-20260324-120600-<id1> --continue --switch
  carried over: 2 items, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-120600-<id1> (until 2026-04-23)
  $ state
  HEAD: side <first>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  heads/side <first>
  index: 11e489
  no notes on this branch since the last pause
  2 notes on 'main': git handoff note --list --all
  $ git handoff resume
  error: nothing is paused here
  [1]
  $ git handoff brief
  error: nothing is paused or noted on this branch
  [1]
  $ git handoff check
  error: nothing is paused on 'side'
  [4]
  $ git handoff show
  error: nothing is paused on 'side'
  [1]
  $ for verb in push edit discard; do git handoff $verb; done
  error: nothing is paused on 'side'
  error: nothing is paused on 'side'
  hint: to write down something for the next pause: git handoff note TEXT
  error: nothing is paused on 'side'
  hint: 'git handoff list --all' shows what there is elsewhere
  [1]
