A second pause on the first: what each of them had staged, and what of it is known at the end.

  $ project
  $ write one 1; write two 2; write three 3; write four 4; write five 5; commit second
  $ write one "1 staged"; git add one; write one "1 staged, edited"
  $ write new "new, staged"; git add new; write intended "intent to add"; git add -N intended; write plain "untracked"
  $ git rm -q --cached two; git update-index --chmod=+x three; write four "4 edited"; git rm -q five
  $ git handoff pause --next "first"
  Paused main as main-20260324-120600-<id1> (WIP <wip: first>, 8 files)
  next: first
  resume: git handoff resume
  $ state
  HEAD: main <wip: first>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: first>
  index: ecbf5e
  no notes on this branch since the last pause
  $ git rm -q --cached new; write later "later, staged"; git add later; write four "4 edited again"; git add four; write later2 "intended later"; git add -N later2
  $ mark
  $ state
  HEAD: main <wip: first>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <wip: first>
  M  four
  A  later
   A later2
  D  new
  ?? new
   1 file changed, 1 insertion(+)
   staged: 3 files changed, 2 insertions(+), 2 deletions(-)
  index: 6fe03c
  no notes on this branch since the last pause
  $ git handoff check
  edited since: four, later, later2
  main-20260324-120600-<id1>, 5 min old
  changed
    four: saved in the WIP commit <wip: first>, and edited since
        hint: git diff <wip: first> -- :/four
  to know
    new: saved in the WIP commit <wip: first>, and only staged otherwise since
        hint: git diff --cached <wip: first> -- :/new
    later, later2: uncommitted, and not in the record
  11 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff resume
  edited since: four, later, later2
  Handoff main-20260324-120600-<id1>, paused on main 6 min ago by A U Thor
    next: first
    four: saved in the WIP commit <wip: first>, and edited since
        hint: git diff <wip: first> -- :/four
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff pause --next "second"
  Paused main as main-20260324-120600-<id1> (WIP <wip: second>, 4 files)
  stacked: 2 WIP commits that resume removes together
  next: second
  resume: git handoff resume
  $ git show --stat --format=%s HEAD
  wip: second
  
   four   | 2 +-
   later  | 1 +
   later2 | 1 +
   3 files changed, 3 insertions(+), 1 deletion(-)
  $ git handoff resume -v
  safe to continue
  Handoff main-20260324-120600-<id1>, paused on main 2 min ago by A U Thor
    next: second
    tasks: 0 done, 1 to do
    to do: first
    was: 10 changed files on <second>, kept in <wip: second>
    is: as paused: the WIP commit is at HEAD, nothing changed since
    the record is 2 min old
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --fresh      put the work aside: the branch goes back to its base, undo brings it back
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff show
  handoff: main-20260324-120600-<id1>
  next: second
  branch: main
  status: paused
  paused: 3 min ago (2026-03-24T12:13:00Z)
  by: A U Thor <author@example.com>
  base: <second>
  WIP commit: <wip: second>
  remaining tasks
    [ ] first
  uncommitted files
    - four
    - later
    - later2
    - new
    - five
    - intended
    - one
    - plain
    - three
    - two
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120600-<id1>, paused on main 4 min ago by A U Thor
    next: second
    tasks: 0 done, 1 to do
    to do: first
  Resumed main: 10 files and the index are as they were
  next: second
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: second>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <second>
  D  five
  M  four
   A intended
  A  later
   A later2
  MM one
  MM three
  D  two
  ?? new
  ?? plain
  ?? two
   4 files changed, 3 insertions(+), 1 deletion(-)
   staged: 6 files changed, 3 insertions(+), 4 deletions(-)
  index: ee9320
  <n1>  task: first (1 min ago)
  $ git diff --cached --stat; git diff --stat
   five  | 1 -
   four  | 2 +-
   later | 1 +
   one   | 2 +-
   three | 0
   two   | 1 -
   6 files changed, 3 insertions(+), 4 deletions(-)
   intended | 1 +
   later2   | 1 +
   one      | 2 +-
   three    | 0
   4 files changed, 3 insertions(+), 1 deletion(-)
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ git switch -q -c away HEAD~2; git switch -q main
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120600-<id1>, paused on main 9 min ago by A U Thor
    next: second
    tasks: 0 done, 1 to do
    to do: first
  Resumed main: 10 files and the index are as they were
  next: second
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: second>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/away <second>
  heads/main <second>
  D  five
  M  four
   A intended
  A  later
   A later2
  MM one
  MM three
  D  two
  ?? new
  ?? plain
  ?? two
   4 files changed, 3 insertions(+), 1 deletion(-)
   staged: 6 files changed, 3 insertions(+), 4 deletions(-)
  index: ee9320
  <n2>  task: first (6 min ago)

Started fresh from both, and from one that is rebased.

  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ git handoff resume --fresh
  Started fresh: main is back at <second>
  put aside: <wip: second>, in the archived record
  carried over: 1 item, for the next handoff: git handoff note --list
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/away <second>
  heads/main <second>
  index: 874dcd
  <n3>  task: first (9 min ago)
  $ git handoff undo
  Undone: fresh start of main-20260324-120600-<id1>
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ git switch -q away; write base b; commit "a new base"; git switch -q main; git rebase -q away
  $ git handoff status
  safe to continue (rebased onto <a new base>)
  Paused on 'main':
  <id1>  16 min ago  second
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume -v
  safe to continue (rebased onto <a new base>)
  Handoff main-20260324-120600-<id1>, paused on main 17 min ago by A U Thor
    next: second
    tasks: 0 done, 1 to do
    to do: first
    was: 10 changed files on <second>, kept in <wip: second>
    is: the WIP commit is at HEAD, rewritten since to <wip: second .2>
    new commits: 1 on HEAD
    the record is 17 min old
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --fresh      put the work aside: the branch goes back to its base, undo brings it back
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue
  safe to continue (rebased onto <a new base>)
  Handoff main-20260324-120600-<id1>, paused on main 18 min ago by A U Thor
    next: second
    tasks: 0 done, 1 to do
    to do: first
  Resumed main: the work is back, on what the branch stands on now
  next: second
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: second .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <a new base>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/away <a new base>
  heads/main <a new base>
  D  five
  M  four
   A intended
  A  later
   A later2
  MM one
  MM three
  D  two
  ?? new
  ?? plain
  ?? two
   4 files changed, 3 insertions(+), 1 deletion(-)
   staged: 6 files changed, 3 insertions(+), 4 deletions(-)
  index: 2eda36
  <n4>  task: first (15 min ago)

Discarded with a stack, and paused on top of that.

  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ git handoff discard
  Discarded: main-20260324-120600-<id1>; no file, branch or index was touched
  WIP commit: <wip: second .2> stays on main; to remove it from the branch: git handoff undo main-20260324-120600-<id1>, then git handoff resume --continue
  carried over: 1 item, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-120600-<id1> (until 2026-04-23)
  $ write top top; git handoff pause --next "third"
  warning: the WIP commit <wip: second .2> of a pause before is below this one: resume leaves it on the branch
  Paused main as main-20260324-123500-<id2> (WIP <wip: third>, 1 file)
  next: third
  resume: git handoff resume
  $ git handoff list
  main-20260324-123500-<id2>  main  paused  1 min ago  third
  $ git handoff status
  safe to continue
  Paused on 'main':
  <id2>  2 min ago  third
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-123500-<id2>, paused on main 3 min ago by A U Thor
    next: third
    tasks: 0 done, 1 to do
    to do: first
  Resumed main: 1 file and the index are as they were
  hint: the WIP commit <wip: second .2> of a pause before ends the branch now; to take it off, and keep what it has: git reset --soft HEAD~1
  next: third
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: third>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <wip: second .2>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/archive/main/main-20260324-123500-<id2>
  handoffs/undo/main
  heads/away <a new base>
  heads/main <wip: second .2>
  ?? top
  index: 4ea6ae
  <n5>  task: first (22 min ago)
