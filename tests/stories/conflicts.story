Conflicts: what a pause and a checkpoint keep of a merge, a rebase and a cherry-pick that stopped.

  $ project
  $ write a "base"; write b "base"; write c "base"; write d "base"; commit base
  $ git switch -q -c theirs
  $ write a "theirs"; git rm -q b; write c "theirs"; write new "theirs"; write theirs-only "theirs"; commit theirs
  $ git switch -q main
  $ write a "ours"; write b "ours"; git rm -q c; write new "ours"; commit ours
  $ git merge theirs
  Auto-merging a
  CONFLICT (content): Merge conflict in a
  CONFLICT (modify/delete): b deleted in theirs and modified in HEAD.  Version HEAD of b left in tree.
  CONFLICT (modify/delete): c deleted in HEAD and modified in theirs.  Version theirs of c left in tree.
  Auto-merging new
  CONFLICT (add/add): Merge conflict in new
  Automatic merge failed; fix conflicts and then commit the result.
  [1]
  $ write d "edited beside"; write untracked "x"
  $ mark
  $ state
  HEAD: main <ours>
  heads/main <ours>
  heads/theirs <theirs>
  UU a
  UD b
  DU c
   M d
  AA new
  A  theirs-only
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: 6eb202
  no notes on this branch since the last pause
  $ git handoff note next "resolve a"
  noted next: resolve a
  $ git handoff checkpoint -m "merging"
  Kept: main-20260324-121200-<id1> (7 files, snapshot <wip: resolve a>)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <ours>
  handoffs/active/main/main-20260324-121200-<id1>
  handoffs/undo/main
  heads/main <ours>
  heads/theirs <theirs>
  UU a
  UD b
  DU c
   M d
  AA new
  A  theirs-only
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: 6eb202
  <n1>  next: resolve a (3 min ago)
  $ git handoff pause
  Paused main as main-20260324-121200-<id1> (snapshot <wip: resolve a .2>, 7 files)
  not on the branch: a merge is under way; the files, the index and the branch are as they were
  next: resolve a
  resume: git handoff resume
  $ since
  files and index as at the mark
  $ state
  HEAD: main <ours>
  handoffs/active/main/main-20260324-121200-<id1>
  handoffs/undo/main
  heads/main <ours>
  heads/theirs <theirs>
  UU a
  UD b
  DU c
   M d
  AA new
  A  theirs-only
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: 6eb202
  no notes on this branch since the last pause
  $ git handoff show
  handoff: main-20260324-121200-<id1>
  next: resolve a
  branch: main
  status: paused
  paused: 3 min ago (2026-03-24T12:15:00Z)
  by: A U Thor <author@example.com>
  base: <ours>
  WIP commit: <wip: resolve a .2> (a snapshot, not on the branch)
  operation: a merge was under way
  uncommitted files
    - a
    - b
    - c
    - d
    - new
    - theirs-only
    - untracked
  $ git handoff status
  in conflict: a, b, c and 1 more
  Paused on 'main':
  <id1>  4 min ago  resolve a
  operation: a merge is under way: pause would keep a snapshot only
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check -v
  in conflict: a, b, c and 1 more
  main-20260324-121200-<id1>, 5 min old
  to know
    the record is 5 min old
  confirmed
    the paused work <wip: resolve a .2>: the snapshot is stored
    a, b, c, d, new, theirs-only and 1 more: uncommitted, with the content that was recorded
    the merge is still under way
    it is checked out
    the same worktree
    its base <ours>: HEAD is at it
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 6 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Now: in conflict: a, b, c and 1 more.
  Next: resolve a
  New files:
  - c
  - theirs-only
  - untracked
  Changed files:
  - a, b, d, new
  --- <fence> end
  $ git handoff resume --continue
  in conflict: a, b, c and 1 more
  Handoff main-20260324-121200-<id1>, paused on main 7 min ago by A U Thor
    next: resolve a
  Resumed main; nothing was moved: the working tree is as it was kept: there is nothing to put back
  next: resolve a
  snapshot: <wip: resolve a .2> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <ours>
  handoffs/archive/main/main-20260324-121200-<id1>
  handoffs/undo/main
  heads/main <ours>
  heads/theirs <theirs>
  UU a
  UD b
  DU c
   M d
  AA new
  A  theirs-only
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: 6eb202
  no notes on this branch since the last pause
  $ git handoff undo
  Undone: resume of main-20260324-121200-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-121200-<id1>
  redo: git handoff undo
  $ state
  HEAD: main <ours>
  handoffs/active/main/main-20260324-121200-<id1>
  handoffs/undo/main
  heads/main <ours>
  heads/theirs <theirs>
  UU a
  UD b
  DU c
   M d
  AA new
  A  theirs-only
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: 6eb202
  no notes on this branch since the last pause

Given up, and put back.

  $ rm untracked; git merge --abort; git checkout -q d
  $ git handoff resume
  what was kept in conflict is not in the tree any more: a, b, c and 1 more
  Handoff main-20260324-121200-<id1>, paused on main 13 min ago by A U Thor
    next: resolve a
    a: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:a
    c: no longer in the tree: no commit since touches it
        hint: the work is kept: git show <wip: resolve a .2>:c
    d: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:d
    new: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:new
    and 3 more: git handoff check main-20260324-121200-<id1>
  note: --continue is refused here: the snapshot differs from the working tree, which is clean
  error: nothing was changed: say what to do with this handoff
  hint: merge it into the tree: git handoff resume main-20260324-121200-<id1> --continue --apply
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue --apply
  what was kept in conflict is not in the tree any more: a, b, c and 1 more
  Handoff main-20260324-121200-<id1>, paused on main 14 min ago by A U Thor
    next: resolve a
    a: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:a
    c: no longer in the tree: no commit since touches it
        hint: the work is kept: git show <wip: resolve a .2>:c
    d: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:d
    new: its changes are no longer in the tree: no commit since touches it, and the tree has it as it was before the work
        hint: the work is kept: git show <wip: resolve a .2>:new
    and 3 more: git handoff check main-20260324-121200-<id1>
  Resumed main: the kept work is merged into what is checked out
  hint: 'a' was in conflict when it was paused: settle its markers, then git add :/a
  hint: 'b' was in conflict when it was paused (deleted by them): keep it, with git add :/b, or delete it
  hint: 'c' was in conflict when it was paused (deleted by us): keep it, with git add :/c, or delete it
  hint: 'new' was in conflict when it was paused: settle its markers, then git add :/new
  hint: no merge is under way any more: a commit of this has one parent; to begin it again, first: git stash -u && git handoff undo
  next: resolve a
  snapshot: <wip: resolve a .2> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <ours>
  handoffs/archive/main/main-20260324-121200-<id1>
  handoffs/undo/main
  heads/main <ours>
  heads/theirs <theirs>
   M a
   M d
   M new
  A  theirs-only
  ?? c
  ?? untracked
   3 files changed, 9 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+)
  index: db7a01
  no notes on this branch since the last pause
  $ git diff
  diff --git a/a b/a
  index <object 1>..<object 2> 100644
  --- a/a
  +++ b/a
  @@ -1 +1,5 @@
  +<<<<<<< HEAD
   ours
  +=======
  +theirs
  +>>>>>>> theirs
  diff --git a/d b/d
  index <object 3>..<object 4> 100644
  --- a/d
  +++ b/d
  @@ -1 +1 @@
  -base
  +edited beside
  diff --git a/new b/new
  index <object 1>..<object 2> 100644
  --- a/new
  +++ b/new
  @@ -1 +1,5 @@
  +<<<<<<< HEAD
   ours
  +=======
  +theirs
  +>>>>>>> theirs
  $ git handoff undo
  Undone: resume of main-20260324-121200-<id1>
  files: as they are, and the index
  resume: git handoff resume main-20260324-121200-<id1>
  redo: git handoff undo
  $ git reset -q --hard; git clean -q -f

A rebase that stopped.

  $ git rebase theirs >/dev/null 2>&1; git status --short
  UU a
  DU b
  UD c
  AA new
  $ mark
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused a detached HEAD as work-20260324-123600-<id2> (snapshot <wip: a and 3 more>, 4 files)
  not on the branch: a rebase is under way; the files, the index and the branch are as they were
  resume: git handoff resume
  $ since
  files and index as at the mark
  $ git handoff status
  in conflict: a, b, c and 1 more
  Paused on a detached HEAD:
  <id2>  2 min ago  -
  operation: until then a pause keeps a snapshot only
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  in conflict: a, b, c and 1 more
  Handoff work-20260324-123600-<id2>, paused in a rebase of main 3 min ago by A U Thor
  Resumed a detached HEAD; nothing was moved: the working tree is as it was kept: there is nothing to put back
  snapshot: <wip: a and 3 more> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git rebase --abort
  $ git handoff list
  main-20260324-121200-<id1>  main  paused  27 min ago  resolve a
  $ git handoff list --archived
  work-20260324-123600-<id2>  HEAD  resumed  4 min ago  -

A revert that stopped, a bisect, and stages without an operation.

  $ git revert --no-commit HEAD
  $ mark
  $ git handoff checkpoint -q
  $ git handoff pause -m "reverting"
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-124600-<id3> (snapshot <wip: reverting>, 4 files)
  not on the branch: a revert is under way; the files, the index and the branch are as they were
  resume: git handoff resume
  $ since
  files and index as at the mark
  $ git handoff show
  handoff: main-20260324-124600-<id3>
  why paused: reverting
  branch: main
  status: paused
  paused: 2 min ago (2026-03-24T12:47:00Z)
  by: A U Thor <author@example.com>
  base: <ours>
  WIP commit: <wip: reverting> (a snapshot, not on the branch)
  operation: a revert was under way
  uncommitted files
    - a
    - b
    - c
    - new
  $ git handoff discard
  Discarded: main-20260324-124600-<id3>; no file, branch or index was touched
  snapshot: <wip: reverting> stays in the archived record
  undo: git handoff undo main-20260324-124600-<id3> (until 2026-04-23)
  $ git reset -q --hard; git handoff list --all
  main-20260324-124600-<id3>  main  discarded  1 min ago   reverting
  work-20260324-123600-<id2>  HEAD  resumed    12 min ago  -
  main-20260324-121200-<id1>  main  paused     36 min ago  resolve a
  $ git bisect start >/dev/null; git bisect bad >/dev/null
  $ write d bisected
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-125400-<id4> (snapshot <wip: d>, 1 file)
  not on the branch: a bisect is under way; the files, the index and the branch are as they were
  resume: git handoff resume
  $ git handoff list
  main-20260324-125400-<id4>  main  paused  1 min ago   -
  main-20260324-121200-<id1>  main  paused  40 min ago  resolve a
  $ git handoff status
  safe to continue
  Paused on 'main':
  <id4>  2 min ago  -
  <id1>  41 min ago  resolve a
  operation: a bisect is under way: pause would keep a snapshot only
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  note: main-20260324-121200-<id1> is paused on this branch, too
  safe to continue
  Handoff main-20260324-125400-<id4>, paused on main 3 min ago by A U Thor
  Resumed main; nothing was moved: the working tree is as it was kept: there is nothing to put back
  snapshot: <wip: d> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ git bisect reset >/dev/null 2>&1
  $ git checkout -q d
  $ printf '100644 %s 1\ta\n100644 %s 3\ta\n' $(git rev-parse HEAD:a theirs:a) | (git rm -q --cached a; git update-index --index-info)
  $ mark
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-130200-<id5> (snapshot <wip: a>, 1 file)
  not on the branch: there are unresolved conflicts; the files, the index and the branch are as they were
  resume: git handoff resume
  $ since
  files and index as at the mark
  $ git handoff resume --continue
  note: main-20260324-121200-<id1> is paused on this branch, too
  in conflict: a
  Handoff main-20260324-130200-<id5>, paused on main 2 min ago by A U Thor
  Resumed main; nothing was moved: the working tree is as it was kept: there is nothing to put back
  snapshot: <wip: a> stays in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
