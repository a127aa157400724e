The branch moved on without the paused work: it is applied to what is there.

  $ project
  $ write src/main.c "int main(void) {" "  return util();" "}"
  $ write notes/todo.txt untracked
  $ git add src/main.c
  $ write src/util.c "int util(void) { return 2; }"
  $ git handoff pause --next "go on"
  Paused main as main-20260324-120600-<id1> (WIP <wip: go on>, 3 files)
  next: go on
  resume: git handoff resume
  $ git branch paused
  $ git reset -q --hard HEAD~1
  $ state
  HEAD: main <first>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  heads/paused <wip: go on>
  index: 11e489
  no notes on this branch since the last pause

A dirty tree, a file in the way, an ignored one in the way, a conflict: nothing is touched.

  $ git handoff resume
  safe to continue: the paused work is off the branch, a resume brings it back
  Handoff main-20260324-120600-<id1>, paused on main 4 min ago by A U Thor
    next: go on
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ echo more >>README
  $ git handoff resume --continue --apply
  the kept work can come back: commit or stash what is changed here first
  Handoff main-20260324-120600-<id1>, paused on main 6 min ago by A U Thor
    next: go on
  error: cannot put the kept work into the working tree: the working tree has changes
  hint: changed here: README
  hint: commit what is changed here, or: git stash -u; then: git handoff resume main-20260324-120600-<id1> --continue --apply
  [1]
  $ git checkout -q README
  $ write notes/todo.txt mine
  $ git handoff resume --continue --apply
  not as recorded: notes/todo.txt: uncommitted, but not with the content that was recorded
  Handoff main-20260324-120600-<id1>, paused on main 9 min ago by A U Thor
    next: go on
    notes/todo.txt: uncommitted, but not with the content that was recorded
        hint: it is kept: git show <wip: go on>
  error: cannot put the kept work into the working tree: 1 untracked or ignored file would be overwritten
  hint: in the way: notes/todo.txt
  hint: nothing was changed; move it away, then try again
  [1]
  $ echo notes >.git/info/exclude
  $ git handoff resume --continue --apply
  not as recorded: notes/todo.txt: an ignored file is in the way of the one that was kept
  Handoff main-20260324-120600-<id1>, paused on main 11 min ago by A U Thor
    next: go on
    notes/todo.txt: an ignored file is in the way of the one that was kept
        hint: move it away, then resume; the work is kept: git show <wip: go on>
  error: cannot put the kept work into the working tree: 1 untracked or ignored file would be overwritten
  hint: in the way: notes/todo.txt
  hint: nothing was changed; move it away, then try again
  [1]
  $ rm -r notes .git/info/exclude
  $ write src/main.c "int main(void) {" "  return 3;" "}"
  $ write src/util.c "int util(void) { return 3; }"
  $ commit "return 3"
  $ git handoff resume --continue --apply
  main no longer ends in the paused work, which is kept
  Handoff main-20260324-120600-<id1>, paused on main 16 min ago by A U Thor
    next: go on
    <return 3> ('return 3') touches what the record names: src/main.c, src/util.c
        hint: git show <return 3>
    notes/todo.txt: not here: no commit since touches it
        hint: the work is kept: git show <wip: go on>
    src/main.c: clean; <return 3> ('return 3') changed it, to something else than was recorded
        hint: git diff <wip: go on> -- :/src/main.c
    src/util.c: clean; <return 3> ('return 3') changed it, to something else than was recorded
        hint: git diff <wip: go on> -- :/src/util.c
  error: the kept work conflicts with what is checked out; nothing was touched
  hint: conflict: src/main.c
  hint: conflict: src/util.c
  hint: take it up on a branch of its own: git switch -c NAME <first> && git handoff resume main-20260324-120600-<id1> --continue --apply
  [1]
  $ state
  HEAD: main <return 3>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <return 3>
  heads/paused <wip: go on>
  index: 168097
  no notes on this branch since the last pause

Clean, beside what has changed.

  $ write src/main.c "/* the program */" "int main(void) {" "  return 0;" "}"
  $ write src/util.c "int util(void) { return 1; }"
  $ commit "a comment"
  $ git handoff resume --continue
  main no longer ends in the paused work, which is kept
  Handoff main-20260324-120600-<id1>, paused on main 21 min ago by A U Thor
    next: go on
    <a comment> ('a comment') touches what the record names: src/main.c, src/util.c
        hint: git show <a comment>
    <return 3> ('return 3') touches what the record names: src/main.c, src/util.c
        hint: git show <return 3>
    notes/todo.txt: not here: no commit since touches it
        hint: the work is kept: git show <wip: go on>
    src/main.c: clean; <a comment> ('a comment') and 1 more changed it, to something else than was recorded
        hint: git diff <wip: go on> -- :/src/main.c
    and 1 more: git handoff check main-20260324-120600-<id1>
  error: 'main' no longer holds the WIP commit of this handoff
  hint: merge the kept work into what is checked out: git handoff resume main-20260324-120600-<id1> --continue --apply
  hint: or take it up on a branch of its own: git switch -c NAME <first> && git handoff resume main-20260324-120600-<id1> --continue --apply
  [1]
  $ git handoff resume --continue --apply
  main no longer ends in the paused work, which is kept
  Handoff main-20260324-120600-<id1>, paused on main 22 min ago by A U Thor
    next: go on
    <a comment> ('a comment') touches what the record names: src/main.c, src/util.c
        hint: git show <a comment>
    <return 3> ('return 3') touches what the record names: src/main.c, src/util.c
        hint: git show <return 3>
    notes/todo.txt: not here: no commit since touches it
        hint: the work is kept: git show <wip: go on>
    src/main.c: clean; <a comment> ('a comment') and 1 more changed it, to something else than was recorded
        hint: git diff <wip: go on> -- :/src/main.c
    and 1 more: git handoff check main-20260324-120600-<id1>
  Resumed main: the kept work is merged into what is checked out
  hint: its commit <wip: go on> is in refs/heads/paused as well
  next: go on
  WIP commit: <wip: go on>, in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <a comment>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <a comment>
  heads/paused <wip: go on>
  M  src/main.c
   M src/util.c
  ?? notes/todo.txt
   1 file changed, 1 insertion(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: fda612
  no notes on this branch since the last pause
  $ git diff
  diff --git a/src/util.c b/src/util.c
  index <object 1>..<object 2> 100644
  --- a/src/util.c
  +++ b/src/util.c
  @@ -1 +1 @@
  -int util(void) { return 1; }
  +int util(void) { return 2; }
  $ git diff --cached
  diff --git a/src/main.c b/src/main.c
  index <object 3>..<object 4> 100644
  --- a/src/main.c
  +++ b/src/main.c
  @@ -1,4 +1,4 @@
   /* the program */
   int main(void) {
  -  return 0;
  +  return util();
   }
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <a comment>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <a comment>
  heads/paused <wip: go on>
  M  src/main.c
   M src/util.c
  ?? notes/todo.txt
   1 file changed, 1 insertion(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: fda612
  no notes on this branch since the last pause
  $ git handoff undo
  Done again: resume of main-20260324-120600-<id1>
  undo: git handoff undo
  $ state
  HEAD: main <a comment>
  handoffs/archive/main/main-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <a comment>
  heads/paused <wip: go on>
  M  src/main.c
   M src/util.c
  ?? notes/todo.txt
   1 file changed, 1 insertion(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: fda612
  no notes on this branch since the last pause
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-120600-<id1>
  redo: git handoff undo

Edited since it was applied: undo keeps the edit.

  $ git handoff resume --continue --apply
  main no longer ends in the paused work, which is kept
  Handoff main-20260324-120600-<id1>, paused on main 31 min ago by A U Thor
    next: go on
    <a comment> ('a comment') touches what the record names: src/main.c, src/util.c
        hint: git show <a comment>
    <return 3> ('return 3') touches what the record names: src/main.c, src/util.c
        hint: git show <return 3>
  Resumed main: the files had the kept work already
  backup: the tree as it was before resuming: git handoff show main-20260324-123700-<id2>
  hint: its commit <wip: go on> is in refs/heads/paused as well
  next: go on
  WIP commit: <wip: go on>, in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ echo "/* edited */" >>src/util.c
  $ git handoff undo
  Undone: resume of main-20260324-120600-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-120600-<id1>
  $ state
  HEAD: main <a comment>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/archive/main/main-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <a comment>
  heads/paused <wip: go on>
  M  src/main.c
   M src/util.c
  ?? notes/todo.txt
   1 file changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: fda612
  no notes on this branch since the last pause
  $ git handoff list
  main-20260324-120600-<id1>  main  paused  35 min ago  go on
  $ git handoff undo
  error: cannot resume 'main-20260324-120600-<id1>' again: its work is not in the working tree any more
  hint: resume it anew: git handoff resume main-20260324-120600-<id1>
  [1]
  $ state
  HEAD: main <a comment>
  handoffs/active/main/main-20260324-120600-<id1>
  handoffs/archive/main/main-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <a comment>
  heads/paused <wip: go on>
  M  src/main.c
   M src/util.c
  ?? notes/todo.txt
   1 file changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: fda612
  no notes on this branch since the last pause

A record of a checkpoint.

  $ project ../second
  $ write src/util.c "int util(void) { return 2; }"
  $ write new new
  $ mark
  $ git handoff checkpoint -m half
  Kept: main-20260324-124800-<id3> (2 files, snapshot <wip: half>)
  $ git handoff resume
  safe to continue
  Handoff main-20260324-124800-<id3>, kept on main 1 min ago by A U Thor
    title: half
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   archive the handoff; the files are as they were kept
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-124800-<id3>, kept on main 2 min ago by A U Thor
    title: half
  Resumed main; nothing was moved: the working tree is as it was kept: there is nothing to put back
  snapshot: <wip: half> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <first .2>
  handoffs/archive/main/main-20260324-124800-<id3>
  handoffs/undo/main
  heads/main <first .2>
   M src/util.c
  ?? new
   1 file changed, 1 insertion(+), 1 deletion(-)
  index: 11e489
  no notes on this branch since the last pause
  $ git handoff undo
  Undone: resume of main-20260324-124800-<id3>
  files: as they are, and the index
  resume: git handoff resume main-20260324-124800-<id3>
  redo: git handoff undo
  $ git checkout -q src/util.c
  $ git handoff resume --continue
  a checkpoint, 7 min ago; changes that are no longer in the tree, kept in the checkpoint: src/util.c
  Handoff main-20260324-124800-<id3>, kept on main 7 min ago by A U Thor
    title: half
    src/util.c: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: half>:src/util.c
  error: the working tree has moved on since the snapshot; nothing was touched
  hint: see the difference: git diff <wip: half>
  hint: go back to it: 'git handoff checkpoint' for what is here, then: git restore --source=<wip: half> -- PATH...
  hint: to have it merged in, commit what is here, or: git stash -u; then: git handoff resume main-20260324-124800-<id3> --continue --apply
  hint: or archive it: git handoff discard main-20260324-124800-<id3>
  [1]
  $ git handoff resume --continue --apply
  a checkpoint, 8 min ago; changes that are no longer in the tree, kept in the checkpoint: src/util.c
  Handoff main-20260324-124800-<id3>, kept on main 8 min ago by A U Thor
    title: half
    src/util.c: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: half>:src/util.c
  error: cannot put the kept work into the working tree: 1 untracked or ignored file would be overwritten
  hint: in the way: new (the same as what comes: it can go)
  hint: nothing was changed; move it away, then try again
  [1]
  $ since
  1d0
  < 1 .M N... 100644 100644 100644 <object 1> <object 1> src/util.c
  3,9d1
  < diff --git a/src/util.c b/src/util.c
  < index <object 1>..<object 2> 100644
  < --- a/src/util.c
  < +++ b/src/util.c
  < @@ -1 +1 @@
  < -int util(void) { return 1; }
  < +int util(void) { return 2; }
  16c8
  < 644 ./src/util.c <object 2>
  ---
  > 644 ./src/util.c <object 1>
  [1]
  $ state
  HEAD: main <first .2>
  handoffs/active/main/main-20260324-124800-<id3>
  handoffs/undo/main
  heads/main <first .2>
  ?? new
  index: 11e489
  no notes on this branch since the last pause

A branch that is gone.

  $ git handoff pause -m again
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-124800-<id3> (WIP <wip: again>, 1 file)
  resume: git handoff resume
  $ git switch -q --detach HEAD~1
  $ git branch -q -D main
  $ git handoff status
  Nothing is paused on a detached HEAD.
  elsewhere: 1 handoff: git handoff list
  
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff resume
  note: nothing is paused on a detached HEAD; this is main-20260324-124800-<id3>: it is the only one
  there is no branch main any more; the work is kept
  Handoff main-20260324-124800-<id3>, paused on main 4 min ago by A U Thor
    why: again
    HEAD is detached; there is no branch 'main'
        hint: create the branch and bring the work back: git handoff resume --continue --switch main-20260324-124800-<id3>
  note: --continue is refused here: there is no branch 'main' here; its work is kept
  error: nothing was changed: say what to do with this handoff
  hint: create it and resume there: git handoff resume main-20260324-124800-<id3> --continue --switch
  hint: git handoff resume main-20260324-124800-<id3> --review     read all of it
  hint: git handoff resume main-20260324-124800-<id3> --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue --switch
  note: nothing is paused on a detached HEAD; this is main-20260324-124800-<id3>: it is the only one
  there is no branch main any more; the work is kept
  Handoff main-20260324-124800-<id3>, paused on main 5 min ago by A U Thor
    why: again
    HEAD is detached; there is no branch 'main'
  Resumed main: 1 file and the index are as they were
  WIP commit: <wip: again>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  1d0
  < 1 .M N... 100644 100644 100644 <object 1> <object 1> src/util.c
  3,9d1
  < diff --git a/src/util.c b/src/util.c
  < index <object 1>..<object 2> 100644
  < --- a/src/util.c
  < +++ b/src/util.c
  < @@ -1 +1 @@
  < -int util(void) { return 1; }
  < +int util(void) { return 2; }
  16c8
  < 644 ./src/util.c <object 2>
  ---
  > 644 ./src/util.c <object 1>
  [1]
  $ state
  HEAD: main <first .2>
  handoffs/archive/main/main-20260324-124800-<id3>
  handoffs/undo/main
  heads/main <first .2>
  ?? new
  index: 11e489
  no notes on this branch since the last pause
