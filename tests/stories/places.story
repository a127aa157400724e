Two branches, two worktrees, a detached HEAD: what is paused where, and what belongs to whom.

  $ project
  $ git branch side
  $ git handoff note "noted on main"
  noted context: noted on main
  $ write a a; git handoff pause --next "main: a"
  Paused main as main-20260324-120400-<id1> (WIP <wip: main: a>, 1 file)
  next: main: a
  resume: git handoff resume
  $ git switch -q side
  $ git handoff note "noted on side"
  noted context: noted on side
  $ git handoff note task "side: a task"
  noted task: side: a task
  $ git handoff note --list
  <n1>  context: noted on side (2 min ago)
  <n2>  task: side: a task (1 min ago)
  $ git handoff note --list --all
  <n1>  context: noted on side (3 min ago)
  <n2>  task: side: a task (2 min ago)
  $ write b b; git handoff pause --next "side: b"
  Paused side as side-20260324-121000-<id2> (WIP <wip: side: b>, 1 file)
  next: side: b
  resume: git handoff resume
  $ git handoff list
  side-20260324-121000-<id2>  side  paused  1 min ago  side: b
  main-20260324-120400-<id1>  main  paused  7 min ago  main: a
  $ git handoff list --branch main
  main-20260324-120400-<id1>  main  paused  8 min ago  main: a
  $ git handoff list --porcelain
  side-20260324-121000-<id2>	side	paused	2026-03-24T12:10:00Z		side: b							
  main-20260324-120400-<id1>	main	paused	2026-03-24T12:04:00Z		main: a							
  $ git handoff status
  safe to continue
  Paused on 'side':
  <id2>  4 min ago  side: b
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff status --all
  safe to continue
  Paused on 'side':
  <id2>  5 min ago  side: b
  
  Worktrees:
  /trash/work/repo  side
  side-20260324-121000-<id2>  side  paused  5 min ago  side: b
  
  On other branches:
  main-20260324-120400-<id1>  main  paused  11 min ago  main: a
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff status --prompt; echo
  paused 6 min
  
  $ git switch -q main
  $ git handoff status
  safe to continue
  Paused on 'main':
  <id1>  14 min ago  main: a
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff show side
  handoff: side-20260324-121000-<id2>
  next: side: b
  branch: side
  status: paused
  paused: 9 min ago (2026-03-24T12:10:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: side: b>
  remaining tasks
    [ ] side: a task
  context
    noted on side
  uncommitted files
    - b
  $ git handoff resume side
  you are on main; the work was paused on side
  Handoff side-20260324-121000-<id2>, paused on side 10 min ago by A U Thor
    next: side: b
    context: noted on side
    tasks: 0 done, 1 to do
    to do: side: a task
  note: --continue is refused here: this work was paused on 'side', which is not checked out
  error: nothing was changed: say what to do with this handoff
  hint: switch to it and resume there: git handoff resume side-20260324-121000-<id2> --continue --switch
  hint: git handoff resume side --review     read all of it
  hint: git handoff resume side --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume side --continue --switch
  you are on main; the work was paused on side
  Handoff side-20260324-121000-<id2>, paused on side 11 min ago by A U Thor
    next: side: b
    context: noted on side
    tasks: 0 done, 1 to do
    to do: side: a task
  Resumed side: 1 file and the index are as they were
  next: side: b
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: side: b>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: side <first>
  handoffs/active/main/main-20260324-120400-<id1>
  handoffs/archive/side/side-20260324-121000-<id2>
  handoffs/undo/main
  heads/main <wip: main: a>
  heads/side <first>
  ?? b
  index: 11e489
  <n3>  context: noted on side (16 min ago)
  <n4>  task: side: a task (15 min ago)
  $ git handoff undo
  Undone: resume of side-20260324-121000-<id2>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  checked out: side still; back to main: git switch main
  resume: git handoff resume side-20260324-121000-<id2>
  redo: git handoff undo

A worktree beside it.

  $ git worktree add -q ../beside main
  $ cd ../beside
  $ git handoff status
  safe to continue
  Paused on 'main':
  <id1>  22 min ago  main: a
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume side --continue
  side is checked out in /trash/work/repo: go on there
  Handoff side-20260324-121000-<id2>, paused on side 17 min ago by A U Thor
    next: side: b
    context: noted on side
    tasks: 0 done, 1 to do
    to do: side: a task
  error: 'side' is checked out in another worktree
  hint: cd /trash/work/repo && git handoff resume side-20260324-121000-<id2>
  [1]
  $ git handoff resume side --continue --switch
  side is checked out in /trash/work/repo: go on there
  Handoff side-20260324-121000-<id2>, paused on side 18 min ago by A U Thor
    next: side: b
    context: noted on side
    tasks: 0 done, 1 to do
    to do: side: a task
  error: 'side' is checked out in another worktree
  hint: cd /trash/work/repo && git handoff resume side-20260324-121000-<id2> --continue --switch
  [1]
  $ git handoff note "noted beside"
  noted context: noted beside
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120400-<id1>, paused on main 26 min ago by A U Thor
    next: main: a
    context: noted on main
    context: noted beside
  Resumed main: 1 file and the index are as they were
  next: main: a
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: main: a>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/active/side/side-20260324-121000-<id2>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <first>
  heads/side <wip: side: b>
  ?? a
  index: 11e489
  <n5>  context: noted beside (2 min ago)
  <n6>  context: noted on main (1 min ago)
  $ git handoff note --list --all
  <n5>  context: noted beside (3 min ago)
  <n6>  context: noted on main (2 min ago)
  $ write c c; git handoff pause --next "beside: c"
  Paused main as main-20260324-123300-<id3> (WIP <wip: beside: c>, 2 files)
  next: beside: c
  resume: git handoff resume
  $ git handoff list
  main-20260324-123300-<id3>  main  paused  1 min ago   beside: c
  side-20260324-121000-<id2>  side  paused  24 min ago  side: b
  $ cd ../repo
  $ git handoff status --all
  safe to continue
  Paused on 'side':
  <id2>  26 min ago  side: b
  
  Worktrees:
  /trash/work/repo  side
  side-20260324-121000-<id2>  side  paused  26 min ago  side: b
  /trash/work/beside  main
  main-20260324-123300-<id3>  main  paused  3 min ago  beside: c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume main
  main is checked out in /trash/work/beside: go on there
  Handoff main-20260324-123300-<id3>, paused on main 4 min ago by A U Thor
    next: beside: c
    context: noted beside
    context: noted on main
  note: --continue is refused here: 'main' is checked out in another worktree
  error: nothing was changed: say what to do with this handoff
  hint: cd /trash/work/beside && git handoff resume main-20260324-123300-<id3>
  hint: git handoff resume main --review     read all of it
  hint: git handoff resume main --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume main --continue
  main is checked out in /trash/work/beside: go on there
  Handoff main-20260324-123300-<id3>, paused on main 5 min ago by A U Thor
    next: beside: c
    context: noted beside
    context: noted on main
  error: 'main' is checked out in another worktree
  hint: cd /trash/work/beside && git handoff resume main-20260324-123300-<id3>
  [1]
  $ git handoff resume main --continue --switch
  main is checked out in /trash/work/beside: go on there
  Handoff main-20260324-123300-<id3>, paused on main 6 min ago by A U Thor
    next: beside: c
    context: noted beside
    context: noted on main
  error: 'main' is checked out in another worktree
  hint: cd /trash/work/beside && git handoff resume main-20260324-123300-<id3> --continue --switch
  [1]
  $ git handoff discard main
  Discarded: main-20260324-123300-<id3>; no file, branch or index was touched
  WIP commit: <wip: beside: c> stays on main; to remove it from the branch: go to the worktree that has it: cd /trash/work/beside, then git handoff undo main-20260324-123300-<id3>, then git handoff resume --continue
  carried over: 1 item, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-123300-<id3> (until 2026-04-23)
  $ git handoff undo main
  error: 'main' could be any of 2 handoffs
  hint: main-20260324-120400-<id1> (branch main, archived)
  hint: main-20260324-123300-<id3> (branch main, archived)
  [1]
  $ git handoff undo
  Undone: discard of main-20260324-123300-<id3>
  resume: git handoff resume main-20260324-123300-<id3>
  redo: git handoff undo
  $ state
  HEAD: side <wip: side: b>
  handoffs/active/main/main-20260324-123300-<id3>
  handoffs/active/side/side-20260324-121000-<id2>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <wip: beside: c>
  heads/side <wip: side: b>
  index: adf463
  no notes on this branch since the last pause

The worktree is removed.

  $ git worktree remove --force ../beside
  $ git handoff list
  main-20260324-123300-<id3>  main  paused  12 min ago  beside: c
  side-20260324-121000-<id2>  side  paused  35 min ago  side: b
  $ git handoff note --list --all
  no notes on this branch since the last pause
  $ git handoff resume main --continue --switch
  you are on side; the work was paused on main
  Handoff main-20260324-123300-<id3>, paused on main 14 min ago by A U Thor
    next: beside: c
    context: noted beside
    context: noted on main
  Resumed main: 2 files and the index are as they were
  next: beside: c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: beside: c>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/active/side/side-20260324-121000-<id2>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/archive/main/main-20260324-123300-<id3>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <first>
  heads/side <wip: side: b>
  ?? a
  ?? c
  index: 11e489
  <n7>  context: noted beside noted on main (1 min ago)

Detached, twice.

  $ git stash -q -u; git switch -q --detach HEAD~1 2>/dev/null || git switch -q --detach
  $ write d d; git handoff pause --next "detached: d"
  Paused a detached HEAD as work-20260324-125000-<id4> (WIP <wip: detached: d>, 1 file)
  next: detached: d
  resume: git handoff resume
  $ state
  HEAD: detached <wip: detached: d>
  handoffs/active/HEAD/work-20260324-125000-<id4>
  handoffs/active/side/side-20260324-121000-<id2>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/archive/main/main-20260324-123300-<id3>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <first>
  heads/side <wip: side: b>
  stash <WIP on main: 831087b first>
  index: 0393b3
  no notes on this branch since the last pause
  1 note on 'main': git handoff note --list --all
  $ git handoff list
  work-20260324-125000-<id4>  HEAD  paused  2 min ago   detached: d
  side-20260324-121000-<id2>  side  paused  42 min ago  side: b
  $ git switch -q --detach HEAD~1
  $ git handoff status
  safe to continue: the paused work is off the branch, a resume brings it back
  Paused on a detached HEAD:
  <id4>  4 min ago  detached: d
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ write e e; git handoff pause --next "detached: e"
  Paused a detached HEAD as work-20260324-125500-<id5> (WIP <wip: detached: e>, 1 file)
  next: detached: e
  resume: git handoff resume
  $ git handoff list
  work-20260324-125500-<id5>  HEAD  paused  1 min ago   detached: e
  work-20260324-125000-<id4>  HEAD  paused  6 min ago   detached: d
  side-20260324-121000-<id2>  side  paused  46 min ago  side: b
  $ git handoff show @; git handoff show @{1} | head -n 1
  handoff: work-20260324-125500-<id5>
  next: detached: e
  branch: (detached HEAD)
  status: paused
  paused: 2 min ago (2026-03-24T12:55:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: detached: e>
  uncommitted files
    - e
  handoff: work-20260324-125000-<id4>
  $ git handoff resume --continue
  safe to continue
  Handoff work-20260324-125500-<id5>, paused on a detached HEAD 3 min ago by A U Thor
    next: detached: e
  Resumed a detached HEAD: 1 file and the index are as they were
  next: detached: e
  WIP commit: <wip: detached: e>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git switch -q side
  $ git handoff resume HEAD
  error: no handoff is called 'HEAD'
  hint: work-20260324-125000-<id4> (a detached HEAD)
  hint: side-20260324-121000-<id2> (branch side)
  hint: work-20260324-125500-<id5> (a detached HEAD, archived)
  hint: main-20260324-120400-<id1> (branch main, archived)
  hint: main-20260324-123300-<id3> (branch main, archived)
  [1]
  $ git handoff list
  work-20260324-125000-<id4>  HEAD  paused  11 min ago  detached: d
  side-20260324-121000-<id2>  side  paused  51 min ago  side: b

A branch is renamed, another is deleted.

  $ git branch -m side renamed
  $ git handoff status
  safe to continue
  Paused on 'renamed':
  <id2>  53 min ago  side: b
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff list
  work-20260324-125000-<id4>  HEAD  paused  14 min ago  detached: d
  side-20260324-121000-<id2>  side  paused  54 min ago  side: b
  $ git handoff resume --continue
  safe to continue
  Handoff side-20260324-121000-<id2>, paused on side 55 min ago by A U Thor
    next: side: b
    context: noted on side
    tasks: 0 done, 1 to do
    to do: side: a task
  Resumed renamed: 1 file and the index are as they were
  next: side: b
  carried over: 3 items, for the next handoff: git handoff note --list
  WIP commit: <wip: side: b>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: renamed <first>
  handoffs/active/HEAD/work-20260324-125000-<id4>
  handoffs/archive/HEAD/work-20260324-125500-<id5>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/archive/main/main-20260324-123300-<id3>
  handoffs/archive/side/side-20260324-121000-<id2>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <first>
  heads/renamed <first>
  stash <WIP on main: 831087b first>
  ?? b
  ?? e
  index: 11e489
  1 note on 'main': git handoff note --list --all
  <n8>  context: noted on side (1 h ago)
  <n9>  task: side: a task (59 min ago)
  <n10>  task: detached: e (1 min ago)
  $ git handoff pause --next "renamed: b"
  Paused renamed as renamed-20260324-130700-<id6> (WIP <wip: renamed: b>, 2 files)
  next: renamed: b
  resume: git handoff resume
  $ git handoff list
  renamed-20260324-130700-<id6>  renamed  paused  1 min ago   renamed: b
  work-20260324-125000-<id4>     HEAD     paused  18 min ago  detached: d
  $ git switch -q main; git branch -q -D renamed
  $ git handoff list
  renamed-20260324-130700-<id6>  renamed  paused  3 min ago   renamed: b
  work-20260324-125000-<id4>     HEAD     paused  20 min ago  detached: d
  $ git handoff resume renamed --continue
  there is no branch renamed any more; the work is kept
  Handoff renamed-20260324-130700-<id6>, paused on renamed 4 min ago by A U Thor
    next: renamed: b
    context: noted on side
    tasks: 0 done, 2 to do
    to do: side: a task
    to do: detached: e
    'main' is checked out; there is no branch 'renamed'
        hint: create the branch and bring the work back: git handoff resume --continue --switch renamed-20260324-130700-<id6>
  error: there is no branch 'renamed' here; its work is kept
  hint: create it and resume there: git handoff resume renamed-20260324-130700-<id6> --continue --switch
  [1]
  $ git handoff resume renamed --continue --switch
  there is no branch renamed any more; the work is kept
  Handoff renamed-20260324-130700-<id6>, paused on renamed 5 min ago by A U Thor
    next: renamed: b
    context: noted on side
    tasks: 0 done, 2 to do
    to do: side: a task
    to do: detached: e
    'main' is checked out; there is no branch 'renamed'
  Resumed renamed: 2 files and the index are as they were
  next: renamed: b
  carried over: 3 items, for the next handoff: git handoff note --list
  WIP commit: <wip: renamed: b>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: renamed <first>
  handoffs/active/HEAD/work-20260324-125000-<id4>
  handoffs/archive/HEAD/work-20260324-125500-<id5>
  handoffs/archive/main/main-20260324-120400-<id1>
  handoffs/archive/main/main-20260324-123300-<id3>
  handoffs/archive/renamed/renamed-20260324-130700-<id6>
  handoffs/archive/side/side-20260324-121000-<id2>
  handoffs/undo/main
  handoffs/undo/worktrees/beside
  heads/main <first>
  heads/renamed <first>
  stash <WIP on main: 831087b first>
  ?? b
  ?? e
  index: 11e489
  1 note on 'main': git handoff note --list --all
  <n11>  context: noted on side (1 h ago)
  <n12>  task: side: a task (1 h ago)
  <n13>  task: detached: e (8 min ago)
