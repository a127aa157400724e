What becomes of the paused work when history is rewritten around it.

  $ project
  $ write base2 x; commit second
  $ git switch -q -c topic HEAD~1
  $ work
  $ mark
  $ git handoff note "the cache is per worker"
  noted context: the cache is per worker
  $ git handoff pause --next "write src/util.c"
  Paused topic as topic-20260324-120700-<id1> (WIP <wip: write src/util.c>, 3 files)
  next: write src/util.c
  resume: git handoff resume

Rebased: the same work, on another base.

  $ git rebase -q main
  $ git handoff status
  safe to continue (rebased onto <second>)
  Paused on 'topic':
  <id1>  2 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check -v
  safe to continue (rebased onto <second>)
  topic-20260324-120700-<id1>, 3 min old
  to know
    the record is 3 min old
  confirmed
    src/util.c, notes/todo.txt, src/main.c: saved in the WIP commit <wip: write src/util.c .2>, as paused
    src/util.c: it exists
    the paused work <wip: write src/util.c>: rewritten to <wip: write src/util.c .2>, the same change
    nothing is under way
    it is checked out
    the same worktree
    its base <first>: HEAD descends from it
  new commits: 1 on HEAD; none touches what the record names
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 4 min ago: a report, no instructions
  Paused on topic, not resumed: ask the user first (continue, review or start fresh).
  Next: write src/util.c
  Context:
  - the cache is per worker
  New files:
  - notes/todo.txt
  Changed files:
  - src/main.c, src/util.c
  --- <fence> end
  $ git handoff resume --continue
  safe to continue (rebased onto <second>)
  Handoff topic-20260324-120700-<id1>, paused on topic 5 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  Resumed topic: the work is back, on what the branch stands on now
  next: write src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: topic <second>
  handoffs/archive/topic/topic-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <second>
  heads/topic <second>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: ae725b
  <n1>  context: the cache is per worker (7 min ago)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ state
  HEAD: topic <wip: write src/util.c .2>
  handoffs/active/topic/topic-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <second>
  heads/topic <wip: write src/util.c .2>
  index: 5f1b60
  no notes on this branch since the last pause

Reworded.

  $ rebased=$(git rev-parse HEAD)
  $ git commit -q --amend -m "my own words"
  $ git handoff status
  the paused work was committed as 'my own words' (<my own words>)
  Paused on 'topic':
  <id1>  11 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check
  the paused work was committed as 'my own words' (<my own words>)
  topic-20260324-120700-<id1>, 12 min old
  changed
    <my own words> ('my own words') touches what the next action names: src/util.c
        hint: git show <my own words>
    src/util.c, notes/todo.txt, src/main.c: committed in <my own words> ('my own words')
  5 facts are as recorded (-v lists them)
  new commits: 2 on HEAD; 1 touches what the record names
  [1]
  $ git handoff resume
  the paused work was committed as 'my own words' (<my own words>)
  Handoff topic-20260324-120700-<id1>, paused on topic 13 min ago by A U Thor
    next: write src/util.c [kept change is in <my own words>]
    context: the cache is per worker
    <my own words> ('my own words') touches what the next action names: src/util.c
        hint: git show <my own words>
    src/util.c, notes/todo.txt, src/main.c: committed in <my own words> ('my own words')
  note: --continue is refused here: the kept work was committed as 'my own words' (<my own words>); nothing was moved
  error: nothing was changed: say what to do with this handoff
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue
  the paused work was committed as 'my own words' (<my own words>)
  Handoff topic-20260324-120700-<id1>, paused on topic 14 min ago by A U Thor
    next: write src/util.c [kept change is in <my own words>]
    context: the cache is per worker
    <my own words> ('my own words') touches what the next action names: src/util.c
        hint: git show <my own words>
    src/util.c, notes/todo.txt, src/main.c: committed in <my own words> ('my own words')
  error: the kept work was committed as 'my own words' (<my own words>); nothing was moved
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git handoff resume --continue --keep-wip
  the paused work was committed as 'my own words' (<my own words>)
  Handoff topic-20260324-120700-<id1>, paused on topic 15 min ago by A U Thor
    next: write src/util.c [kept change is in <my own words>]
    context: the cache is per worker
    <my own words> ('my own words') touches what the next action names: src/util.c
        hint: git show <my own words>
    src/util.c, notes/todo.txt, src/main.c: committed in <my own words> ('my own words')
  Resumed topic; nothing was moved: the commits stay as they are
  next: write src/util.c [kept change is in <my own words>]
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c>, in the archived record; the work is in <my own words>
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: topic <my own words>
  handoffs/archive/topic/topic-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <second>
  heads/topic <my own words>
  index: 5f1b60
  <n2>  context: the cache is per worker (17 min ago)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are, and the index
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ git reset -q --hard $rebased
  $ refs
  HEAD: topic <wip: write src/util.c .2>
  handoffs/active/topic/topic-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <second>
  heads/topic <wip: write src/util.c .2>

With a trailer more, it is the same.

  $ git commit -q --amend --no-edit --trailer "Reviewed-by: Ben <ben@example.com>"
  $ git handoff status
  safe to continue (rebased onto <second>)
  Paused on 'topic':
  <id1>  21 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check
  safe to continue (rebased onto <second>)
  topic-20260324-120700-<id1>, 22 min old
  9 facts are as recorded (-v lists them)
  new commits: 1 on HEAD; none touches what the record names
  $ git handoff resume --continue
  safe to continue (rebased onto <second>)
  Handoff topic-20260324-120700-<id1>, paused on topic 23 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  Resumed topic: the work is back, on what the branch stands on now
  next: write src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .3>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ git reset -q --hard $rebased

Amended under our message.

  $ echo "/* more */" >>src/util.c; git commit -q -a --amend --no-edit
  $ git handoff status
  the paused commit was changed since, to <wip: write src/util.c .4>
  Paused on 'topic':
  <id1>  27 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume
  the paused commit was changed since, to <wip: write src/util.c .4>
  Handoff topic-20260324-120700-<id1>, paused on topic 28 min ago by A U Thor
    next: write src/util.c [changed since]
    context: the cache is per worker
    src/util.c: the WIP commit was rewritten to <wip: write src/util.c .4> with other content here
        hint: git diff <wip: write src/util.c> <wip: write src/util.c .4> -- :/src/util.c
  note: --continue is refused here: the WIP commit was changed since: <wip: write src/util.c .4> is not what was paused; nothing was moved
  error: nothing was changed: say what to do with this handoff
  hint: see the difference: git range-diff <first>..<wip: write src/util.c> <second>..<wip: write src/util.c .4>
  hint: remove it from the branch all the same, and keep it in the archive: git handoff resume topic-20260324-120700-<id1> --continue --unwrap
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume --continue
  the paused commit was changed since, to <wip: write src/util.c .4>
  Handoff topic-20260324-120700-<id1>, paused on topic 29 min ago by A U Thor
    next: write src/util.c [changed since]
    context: the cache is per worker
    src/util.c: the WIP commit was rewritten to <wip: write src/util.c .4> with other content here
        hint: git diff <wip: write src/util.c> <wip: write src/util.c .4> -- :/src/util.c
  error: the WIP commit was changed since: <wip: write src/util.c .4> is not what was paused; nothing was moved
  hint: see the difference: git range-diff <first>..<wip: write src/util.c> <second>..<wip: write src/util.c .4>
  hint: remove it from the branch all the same, and keep it in the archive: git handoff resume topic-20260324-120700-<id1> --continue --unwrap
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git handoff resume --continue --unwrap
  the paused commit was changed since, to <wip: write src/util.c .4>
  Handoff topic-20260324-120700-<id1>, paused on topic 30 min ago by A U Thor
    next: write src/util.c [changed since]
    context: the cache is per worker
    src/util.c: the WIP commit was rewritten to <wip: write src/util.c .4> with other content here
        hint: git diff <wip: write src/util.c> <wip: write src/util.c .4> -- :/src/util.c
  Resumed topic: the work is back, on what the branch stands on now
  backup: the WIP commit as it was changed since: git handoff show topic-20260324-123700-<id2>
  next: write src/util.c [changed since]
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .4>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: topic <second>
  handoffs/archive/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <second>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 3 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: ae725b
  <n3>  context: the cache is per worker (32 min ago)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ refs
  HEAD: topic <wip: write src/util.c .4>
  handoffs/active/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <wip: write src/util.c .4>
  $ git reset -q --hard $rebased
  $ refs
  HEAD: topic <wip: write src/util.c .2>
  handoffs/active/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <wip: write src/util.c .2>

A commit on top.

  $ write later x; commit later
  $ git handoff status
  1 commit is on top of the paused work
  Paused on 'topic':
  <id1>  37 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check
  1 commit is on top of the paused work
  topic-20260324-120700-<id1>, 38 min old
  8 facts are as recorded (-v lists them)
  new commits: 2 on HEAD; none touches what the record names
  $ git handoff resume --continue
  1 commit is on top of the paused work
  Handoff topic-20260324-120700-<id1>, paused on topic 39 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  error: there are commits on top of the WIP commit <wip: write src/util.c .2>; nothing was moved
  hint: reorder the commits: git rebase -i --autostash <second>, move the line of <wip: write src/util.c .2> to the end, then resume again
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git handoff resume --fresh
  error: there are commits on top of the WIP commit <wip: write src/util.c .2>; nothing was moved
  hint: drop it from below them: git rebase --autostash --onto <second> <wip: write src/util.c .2>, then start fresh again
  hint: go on with the commits as they are, done with the handoff: git handoff discard topic-20260324-120700-<id1>
  [1]
  $ git handoff resume --continue --keep-wip
  1 commit is on top of the paused work
  Handoff topic-20260324-120700-<id1>, paused on topic 41 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  Resumed topic; nothing was moved: the commits stay as they are
  hint: the WIP commit <wip: write src/util.c .2> of topic-20260324-120700-<id1> stays below what was committed since; to squash it, 'fixup -C' on the line below it: git rebase -i --autostash <wip: write src/util.c .2>~1
  next: write src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .2>, where it was
  undo: git handoff undo (until 2026-04-23)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are, and the index
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ refs
  HEAD: topic <later>
  handoffs/active/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <later>
  $ git reset -q --hard HEAD~1

Published, by a tag, by another branch, on a remote.

  $ git tag v1
  $ git handoff status
  the paused work is also in the tag v1: it stays a commit there
  Paused on 'topic':
  <id1>  46 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  the paused work is also in the tag v1: it stays a commit there
  Handoff topic-20260324-120700-<id1>, paused on topic 47 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  error: the WIP commit <wip: write src/util.c .2> is in a tag, too: refs/tags/v1; nothing was moved
  hint: remove it from this branch all the same; refs/tags/v1 keeps it: git handoff resume topic-20260324-120700-<id1> --continue --unwrap
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git handoff resume --continue --unwrap
  the paused work is also in the tag v1: it stays a commit there
  Handoff topic-20260324-120700-<id1>, paused on topic 48 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  Resumed topic: the work is back, on what the branch stands on now
  next: write src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: topic <second>
  handoffs/archive/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <second>
  tags/v1 <wip: write src/util.c .2>
  MM src/main.c
   M src/util.c
  ?? notes/todo.txt
   2 files changed, 2 insertions(+), 1 deletion(-)
   staged: 1 file changed, 1 insertion(+), 1 deletion(-)
  index: ae725b
  <n4>  context: the cache is per worker (50 min ago)
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo
  $ git tag -d v1
  Deleted tag 'v1' (was <wip: write src/util.c .2>)
  $ git branch copy
  $ git handoff resume --continue
  the paused work is also on copy: it stays a commit there
  Handoff topic-20260324-120700-<id1>, paused on topic 53 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  error: the WIP commit <wip: write src/util.c .2> is in another branch, too: refs/heads/copy; nothing was moved
  hint: remove it from this branch all the same; refs/heads/copy keeps it: git handoff resume topic-20260324-120700-<id1> --continue --unwrap
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git branch -q -D copy
  $ git init -q --bare ../server; git remote add origin ../server; git push -q origin topic
  $ git handoff status
  the paused work is published, in origin/topic: it stays a commit
  Paused on 'topic':
  <id1>  56 min ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  the paused work is published, in origin/topic: it stays a commit
  Handoff topic-20260324-120700-<id1>, paused on topic 57 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  error: the WIP commit <wip: write src/util.c .2> is published: it is in refs/remotes/origin/topic; nothing was moved
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  hint: or have its files as changes again, beside what is published: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip && git reset <second>
  [1]
  $ git handoff resume --fresh
  error: the WIP commit <wip: write src/util.c .2> is published: it is in refs/remotes/origin/topic; nothing was moved
  hint: take its changes back by a new commit, done with the handoff: git handoff discard topic-20260324-120700-<id1> && git revert --no-edit <wip: write src/util.c .2>
  hint: go on with the commits as they are, done with the handoff: git handoff discard topic-20260324-120700-<id1>
  [1]
  $ git handoff resume --continue --keep-wip
  the paused work is published, in origin/topic: it stays a commit
  Handoff topic-20260324-120700-<id1>, paused on topic 59 min ago by A U Thor
    next: write src/util.c
    context: the cache is per worker
  Resumed topic; nothing was moved: the commits stay as they are
  next: write src/util.c
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c .2>, where it was
  undo: git handoff undo (until 2026-04-23)
  $ git handoff status
  Nothing is paused on 'topic'.
  notes: 1 note waits for the next pause (git handoff note --list)
  resumed: 1 min ago from topic-20260324-120700-<id1>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff undo
  Undone: resume of topic-20260324-120700-<id1>
  files: as they are, and the index
  resume: git handoff resume topic-20260324-120700-<id1>
  redo: git handoff undo

Squashed into other work, merged into main, copied.

  $ git push -q origin :topic; git remote remove origin
  $ git switch -q -c other main; git cherry-pick topic >/dev/null; git switch -q topic
  $ git handoff status
  safe to continue (rebased onto <second>)
  Paused on 'topic':
  <id1>  1 h ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git switch -q main; git merge -q --no-ff -m "merge topic" topic
  $ git handoff status
  Nothing is paused on 'main'.
  elsewhere: 1 handoff: git handoff list
  WIP commit: main contains the paused work of topic (<wip: write src/util.c .2>, merged by <merge topic>); to leave that merge out: git reset --keep <second>
  
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff list
  topic-20260324-120700-<id1>  topic  paused  1 h ago  write src/util.c
  $ git switch -q topic
  $ git handoff status
  the paused work is also on main: it stays a commit there
  Paused on 'topic':
  <id1>  1 h ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check
  the paused work is also on main: it stays a commit there
  topic-20260324-120700-<id1>, 1 h old
  8 facts are as recorded (-v lists them)
  new commits: 1 on HEAD, 1 on main only; none touches what the record names
  $ git switch -q main; git reset -q --hard HEAD~1; git switch -q topic; git branch -q -D other
  $ write extra x; git add extra; git commit -q --amend -m "all of it" 
  $ git handoff status
  the paused work went into 'all of it' (<all of it>)
  Paused on 'topic':
  <id1>  1 h ago  write src/util.c
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  the paused work went into 'all of it' (<all of it>)
  Handoff topic-20260324-120700-<id1>, paused on topic 1 h ago by A U Thor
    next: write src/util.c [kept change is in <all of it>]
    context: the cache is per worker
    <all of it> ('all of it') touches what the next action names: src/util.c
        hint: git show <all of it>
    src/util.c, notes/todo.txt, src/main.c: committed in <all of it> ('all of it')
  error: the kept work went into 'all of it' (<all of it>); nothing was moved
  hint: go on with the commits as they are, done with the handoff: git handoff resume topic-20260324-120700-<id1> --continue --keep-wip
  [1]
  $ git handoff resume --continue --keep-wip
  the paused work went into 'all of it' (<all of it>)
  Handoff topic-20260324-120700-<id1>, paused on topic 1 h ago by A U Thor
    next: write src/util.c [kept change is in <all of it>]
    context: the cache is per worker
    <all of it> ('all of it') touches what the next action names: src/util.c
        hint: git show <all of it>
    src/util.c, notes/todo.txt, src/main.c: committed in <all of it> ('all of it')
  Resumed topic; nothing was moved: the commits stay as they are
  next: write src/util.c [kept change is in <all of it>]
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write src/util.c>, in the archived record; the work is in <all of it>
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: topic <all of it>
  handoffs/archive/topic/topic-20260324-120700-<id1>
  handoffs/archive/topic/topic-20260324-123700-<id2>
  handoffs/undo/main
  heads/main <second>
  heads/topic <all of it>
  index: 876706
  <n5>  context: the cache is per worker (1 h ago)
