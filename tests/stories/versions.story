One record, several versions: checkpoints, a pause on top, a stack of WIP commits.

  $ project
  $ write a 1; git handoff note task "first task"
  noted task: first task
  $ git handoff checkpoint -m "one"
  Kept: main-20260324-120300-<id1> (1 file, snapshot <wip: one>)
  $ echo 2 >>a; git handoff note decision "second"
  noted decision: second
  $ git handoff checkpoint -m "two"
  Kept: main-20260324-120300-<id1> (1 file, snapshot <wip: two>)
  $ git handoff checkpoint -m "two, nothing new"
  Kept: main-20260324-120300-<id1> (1 file, snapshot <wip: two, nothing new>)
  $ git handoff list
  main-20260324-120300-<id1>  main  checkpoint  1 min ago  two, nothing new
  $ git handoff log
  <handoff: checkpoint: two, nothing new> main-20260324-120300-<id1>~0  2 min ago
      handoff: checkpoint: two, nothing new
  <handoff: checkpoint: two> main-20260324-120300-<id1>~1  3 min ago
      handoff: checkpoint: two
  <handoff: checkpoint: one> main-20260324-120300-<id1>~2  5 min ago
      handoff: checkpoint: one
  $ git handoff show | head -n 14
  handoff: main-20260324-120300-<id1>
  title: two, nothing new
  branch: main
  status: checkpoint
  kept: 3 min ago (2026-03-24T12:06:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: two, nothing new> (a snapshot, not on the branch)
  remaining tasks
    [ ] first task
  decisions
    - second
  uncommitted files
    - a
  $ git handoff show @~1
  handoff: main-20260324-120300-<id1>
  title: two
  branch: main
  status: checkpoint
  kept: 5 min ago (2026-03-24T12:05:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: two> (a snapshot, not on the branch)
  remaining tasks
    [ ] first task
  decisions
    - second
  uncommitted files
    - a
  $ git handoff note --list
  <n1>  task: first task (9 min ago)
  <n2>  decision: second (7 min ago)
  $ git handoff note done "first task"
  noted done: first task
  $ echo 3 >>a; git handoff pause -m "three"
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-120300-<id1> (WIP <wip: three>, 1 file)
  resume: git handoff resume
  $ git handoff show
  handoff: main-20260324-120300-<id1>
  why paused: three
  branch: main
  status: paused
  paused: 1 min ago (2026-03-24T12:13:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: three>
  completed tasks
    [x] first task
  decisions
    - second
  uncommitted files
    - a
  $ git handoff log
  <handoff: pause> main-20260324-120300-<id1>~0  2 min ago
      handoff: pause
  <handoff: checkpoint: two, nothing new> main-20260324-120300-<id1>~1  9 min ago
      handoff: checkpoint: two, nothing new
  <handoff: checkpoint: two> main-20260324-120300-<id1>~2  10 min ago
      handoff: checkpoint: two
  <handoff: checkpoint: one> main-20260324-120300-<id1>~3  12 min ago
      handoff: checkpoint: one
  $ state
  HEAD: main <wip: three>
  handoffs/active/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <wip: three>
  index: 169e1d
  no notes on this branch since the last pause

A pause on the pause: the WIP commits are stacked, and taken off together.

  $ write b b; git add b; echo 4 >>a; git handoff note question "why?"
  noted question: why?
  $ mark
  $ git handoff status
  edited since: a, b
  Paused on 'main':
  <id1>  6 min ago  three
  notes: 1 note waits for the next pause (git handoff note --list)
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
    git handoff pause          add what is new, and stop again
  $ git handoff pause -m "four" --next "answer it"
  Paused main as main-20260324-120300-<id1> (WIP <wip: answer it>, 2 files)
  stacked: 2 WIP commits that resume removes together
  next: answer it
  resume: git handoff resume
  $ git log --format=%s
  wip: answer it
  wip: three
  first
  $ git handoff show
  handoff: main-20260324-120300-<id1>
  next: answer it
  why paused: four
  branch: main
  status: paused
  paused: 2 min ago (2026-03-24T12:20:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: answer it>
  completed tasks
    [x] first task
  decisions
    - second
  open questions
    - why?
  uncommitted files
    - a
    - b
  $ git handoff log
  <handoff: pause: answer it> main-20260324-120300-<id1>~0  3 min ago
      handoff: pause: answer it
  <handoff: pause> main-20260324-120300-<id1>~1  10 min ago
      handoff: pause
  <handoff: checkpoint: two, nothing new> main-20260324-120300-<id1>~2  17 min ago
      handoff: checkpoint: two, nothing new
  <handoff: checkpoint: two> main-20260324-120300-<id1>~3  18 min ago
      handoff: checkpoint: two
  <handoff: checkpoint: one> main-20260324-120300-<id1>~4  20 min ago
      handoff: checkpoint: one
  $ git handoff undo
  Undone: pause of main-20260324-120300-<id1>
  resume: git handoff resume main-20260324-120300-<id1>
  redo: git handoff undo
  $ since
  files and index as at the mark
  $ state
  HEAD: main <wip: three>
  handoffs/active/main/main-20260324-120300-<id1>
  handoffs/archive/main/main-20260324-122400-<id2>
  handoffs/undo/main
  heads/main <wip: three>
   M a
  A  b
   1 file changed, 1 insertion(+)
   staged: 1 file changed, 1 insertion(+)
  index: 65132c
  <n3>  question: why? (9 min ago)
  $ git handoff undo
  Done again: pause of main-20260324-120300-<id1>
  resume: git handoff resume main-20260324-120300-<id1>
  undo: git handoff undo
  $ state
  HEAD: main <wip: answer it>
  handoffs/active/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <wip: answer it>
  index: 740f66
  no notes on this branch since the last pause
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120300-<id1>, paused on main 9 min ago by A U Thor
    next: answer it
    why: four
    decided: second
    open question: why?
    tasks: 1 done, 0 to do
  Resumed main: 2 files and the index are as they were
  next: answer it
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: answer it>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <first>
  A  b
  ?? a
   staged: 1 file changed, 1 insertion(+)
  index: adf463
  <n4>  decision: second (26 min ago)
  <n5>  question: why? (13 min ago)
  $ git handoff undo
  Undone: resume of main-20260324-120300-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120300-<id1>
  redo: git handoff undo
  $ refs
  HEAD: main <wip: answer it>
  handoffs/active/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <wip: answer it>

A checkpoint of a clean tree, and after a pause.

  $ git handoff checkpoint -m "clean"
  Nothing to keep: the pause main-20260324-120300-<id1> holds exactly this
  $ git handoff list
  main-20260324-120300-<id1>  main  paused  14 min ago  answer it
  $ git handoff pause
  Paused before: main as main-20260324-120300-<id1> (WIP <wip: answer it>, nothing new since)
  stacked: 2 WIP commits that resume removes together
  next: answer it
  resume: git handoff resume
  $ git handoff list
  main-20260324-120300-<id1>  main  paused  16 min ago  answer it
  $ git handoff log
  <handoff: pause: answer it> main-20260324-120300-<id1>~0  17 min ago
      handoff: pause: answer it
  <handoff: pause> main-20260324-120300-<id1>~1  24 min ago
      handoff: pause
  <handoff: checkpoint: two, nothing new> main-20260324-120300-<id1>~2  31 min ago
      handoff: checkpoint: two, nothing new
  <handoff: checkpoint: two> main-20260324-120300-<id1>~3  32 min ago
      handoff: checkpoint: two
  <handoff: checkpoint: one> main-20260324-120300-<id1>~4  34 min ago
      handoff: checkpoint: one
  $ git handoff show @~2 | head -n 12
  handoff: main-20260324-120300-<id1>
  title: two, nothing new
  branch: main
  status: checkpoint
  kept: 32 min ago (2026-03-24T12:06:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: two, nothing new> (a snapshot, not on the branch)
  remaining tasks
    [ ] first task
  decisions
    - second
  $ git handoff show @~9
  error: 'main-20260324-120300-<id1>' has only 5 versions
  hint: 'git handoff log main-20260324-120300-<id1>' lists them
  [1]
  $ git handoff resume @~1 --continue
  error: 'main-20260324-120300-<id1>' is named by an older version
  hint: only the newest can be resumed or put away: name it without '~'; files of this one: git restore --source=<wip: three> -- PATH...
  [1]
  $ git handoff discard
  Discarded: main-20260324-120300-<id1>; no file, branch or index was touched
  WIP commit: <wip: answer it> stays on main; to remove it from the branch: git handoff undo main-20260324-120300-<id1>, then git handoff resume --continue
  carried over: 2 items, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-120300-<id1> (until 2026-04-23)
  $ git handoff list --archived
  main-20260324-120300-<id1>  main  discarded  1 min ago  answer it
  $ git handoff undo
  Undone: discard of main-20260324-120300-<id1>
  resume: git handoff resume main-20260324-120300-<id1>
  redo: git handoff undo

Edited.

  $ GIT_EDITOR="sed -i s/answer/ask/" person '' git handoff edit
  Edited main-20260324-120300-<id1>
  $ git handoff show | head -n 12
  handoff: main-20260324-120300-<id1>
  next: ask it
  why paused: four
  branch: main
  status: paused
  paused: 25 min ago (2026-03-24T12:20:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: answer it>
  completed tasks
    [x] first task
  decisions
  $ git handoff log
  <handoff: edit> main-20260324-120300-<id1>~0  2 min ago
      handoff: edit
  <handoff: pause: answer it> main-20260324-120300-<id1>~1  26 min ago
      handoff: pause: answer it
  <handoff: pause> main-20260324-120300-<id1>~2  33 min ago
      handoff: pause
  <handoff: checkpoint: two, nothing new> main-20260324-120300-<id1>~3  40 min ago
      handoff: checkpoint: two, nothing new
  <handoff: checkpoint: two> main-20260324-120300-<id1>~4  41 min ago
      handoff: checkpoint: two
  <handoff: checkpoint: one> main-20260324-120300-<id1>~5  43 min ago
      handoff: checkpoint: one
  $ git handoff resume --fresh
  Started fresh: main is back at <first>
  put aside: <wip: answer it>, in the archived record
  carried over: 2 items, for the next handoff: git handoff note --list
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <first>
  handoffs/archive/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <first>
  index: 11e489
  <n6>  decision: second (44 min ago)
  <n7>  question: why? (31 min ago)
  $ git handoff list --all
  main-20260324-120300-<id1>  main  discarded  2 min ago  ask it
  $ git handoff undo
  Undone: fresh start of main-20260324-120300-<id1>
  resume: git handoff resume main-20260324-120300-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <wip: answer it>
  handoffs/active/main/main-20260324-120300-<id1>
  handoffs/undo/main
  heads/main <wip: answer it>
  index: 740f66
  no notes on this branch since the last pause

Pauses of one part, and of nothing.

  $ project ../second
  $ git handoff pause
  error: nothing to pause: the tree is clean, and nothing was said
  hint: say what is next: git handoff pause --next TEXT
  [1]
  $ git handoff pause --next "the same"
  Paused main as main-20260324-125400-<id3> (nothing to commit)
  next: the same
  resume: git handoff resume
  $ git handoff list
  main-20260324-125400-<id3>  main  paused  1 min ago  the same
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-125400-<id3>, paused on main 2 min ago by A U Thor
    next: the same
  Resumed main; nothing was moved: there was nothing to commit when it was paused
  next: the same
  undo: git handoff undo (until 2026-04-23)
  $ work
  $ mark
  $ git handoff pause -m part -- src/util.c nowhere
  error: 'nowhere' matches no file that git knows or would add
  hint: to say why you stop: git handoff pause -m TEXT [PATHSPEC...]
  hint: 'git status' shows what is changed
  [1]
  $ git handoff pause -m part -- src/util.c
  Paused main as main-20260324-130000-<id4> (WIP <wip: the same>, 1 file)
  next: the same
  resume: git handoff resume
  $ state
  HEAD: main <wip: the same>
  handoffs/active/main/main-20260324-130000-<id4>
  handoffs/archive/main/main-20260324-125400-<id3>
  handoffs/undo/main
  heads/main <wip: the same>
  MM src/main.c
  ?? notes/todo.txt
   1 file changed, 1 insertion(+)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: d4663b
  no notes on this branch since the last pause
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-130000-<id4>, paused on main 2 min ago by A U Thor
    next: the same
    why: part
  Resumed main: 1 file and the index are as they were
  next: the same
  WIP commit: <wip: the same>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff pause --no-untracked
  Paused main as main-20260324-130400-<id5> (WIP <wip: the same .2>, 2 files)
  left out: notes/todo.txt (untracked, and --no-untracked was given): still here, not in git
  next: the same
  resume: git handoff resume
  $ state
  HEAD: main <wip: the same .2>
  handoffs/active/main/main-20260324-130400-<id5>
  handoffs/archive/main/main-20260324-125400-<id3>
  handoffs/archive/main/main-20260324-130000-<id4>
  handoffs/undo/main
  heads/main <wip: the same .2>
  ?? notes/todo.txt
  index: 72e8c4
  no notes on this branch since the last pause
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-130400-<id5>, paused on main 2 min ago by A U Thor
    next: the same
  Resumed main: 2 files and the index are as they were
  next: the same
  WIP commit: <wip: the same .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff pause "words without -m"
  error: 'words without -m' matches no file that git knows or would add
  hint: to say why you stop: git handoff pause -m TEXT [PATHSPEC...]
  hint: 'git status' shows what is changed
  [1]
  $ git handoff list
  note: nothing is paused in this repository
  $ git handoff undo
  Undone: resume of main-20260324-130400-<id5>
  backup: the tree as it was: git handoff show main-20260324-131000-<id6>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-130400-<id5>
  redo: git handoff undo
  $ state
  HEAD: main <wip: the same .2>
  handoffs/active/main/main-20260324-130400-<id5>
  handoffs/archive/main/main-20260324-125400-<id3>
  handoffs/archive/main/main-20260324-130000-<id4>
  handoffs/archive/main/main-20260324-131000-<id6>
  handoffs/undo/main
  heads/main <wip: the same .2>
  ?? notes/todo.txt
  index: 72e8c4
  no notes on this branch since the last pause
  $ git handoff undo
  Done again: resume of main-20260324-130400-<id5>
  undo: git handoff undo
  $ git handoff list --all
  main-20260324-130400-<id5>  main  resumed  7 min ago   the same
  main-20260324-130000-<id4>  main  resumed  11 min ago  the same
  main-20260324-125400-<id3>  main  resumed  17 min ago  the same
  main-20260324-131000-<id6>  main  kept     3 min ago   before undoing 'resume' of main-20260324-130400-<id5>
