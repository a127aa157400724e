Two clones and a server: what one sees of the other's work, and how a record is forked.

  $ git init -q --bare server
  $ project ann; git config user.name Ann; git remote add origin ../server; git push -q -u origin main
  $ git switch -q -c topic; write a a; commit "topic: a"; git push -q -u origin topic
  $ write a "a, ann's"; write new new; git handoff note decision "use jose"; git handoff note task "expiry"
  noted decision: use jose
  noted task: expiry
  $ mark
  $ git handoff pause -m "lunch" --next "write a" --push
  Paused topic as topic-20260324-120600-<id1> (WIP <wip: write a>, 2 files)
  next: write a
  resume: git handoff resume
  Shared on origin as topic-20260324-120600-<id1>; whoever comes first may take it
  sent: the record, a, new (1.5 KiB)
  there: git handoff take topic-20260324-120600-<id1>
  $ state
  HEAD: topic <wip: write a>
  handoffs/active/topic/topic-20260324-120600-<id1>
  handoffs/remotes/origin/topic-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  heads/topic <wip: write a>
  remotes/origin/main <first>
  remotes/origin/topic <topic: a>
  index: 16be98
  no notes on this branch since the last pause
  $ git handoff list
  topic-20260324-120600-<id1>  topic  paused  2 min ago  write a
    on origin, free to take (seen 2 min ago)
  $ git clone -q ../server ../ben && cd ../ben && git config user.name Ben
  $ git handoff list
  note: nothing is paused in this repository
  $ git handoff status
  Nothing is paused on 'main'.
  
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff fetch
  topic-20260324-120600-<id1>: topic, on origin, free to take, handed over by Ann 6 min ago (seen just now)
  take over: git handoff take topic-20260324-120600-<id1>
  $ git handoff list --all
  topic-20260324-120600-<id1>  topic  paused@origin  7 min ago  -
    on origin, free to take, handed over by Ann 7 min ago (seen 1 min ago)
  $ git handoff show
  error: nothing is paused on 'main'
  [1]
  $ git handoff resume --continue
  note: nothing is paused on 'main'; this is topic-20260324-120600-<id1>: it is the only one
  error: nobody here has read 'topic-20260324-120600-<id1>', 9 min ago, by Ann (2 files, 1 open task, 1 decision): its text is not shown
  hint: the user reads it in a terminal: git handoff show topic-20260324-120600-<id1>
  [1]
  $ git handoff take
  error: 'topic-20260324-120600-<id1>' is a colleague's, and nobody has read it here yet
  hint: the user reads it in a terminal: git handoff show origin/topic-20260324-120600-<id1>
  hint: or takes it there: git handoff take topic-20260324-120600-<id1>
  [1]
  $ person $'read\nc\n' git handoff take
  handoff: topic-20260324-120600-<id1>
  next: write a
  why paused: lunch
  branch: topic
  status: paused
  paused: 11 min ago (2026-03-24 12:06:00 +0000)
  by: Ann <author@example.com>
  base: <topic: a>
  WIP commit: <wip: write a>
  remaining tasks
    [ ] expiry
  decisions
    - use jose
  uncommitted files
    - a
    - new
  git
    upstream:
      ref: refs/remotes/origin/topic
    created by: git-handoff 0.1.0
  It comes with 1 commit from origin/topic that no branch of yours has:
    git log -p -m <topic: a> --not HEAD --branches refs/remotes/origin/main refs/remotes/origin/HEAD
  Its work was not made in this clone. Its files:
    a (name without an extension)
    new (name without an extension)
  look at it: git diff <topic: a> <wip: write a>
  
  Type 'read' where you have read it, to take it over from Ann: Took topic-20260324-120600-<id1>: 2 files and the index are on topic as they
  were left
  next: write a
  carried over: 2 items: git handoff note --list
  hand back: git handoff pause --push
  finished: git handoff release --done
  not after all: git handoff undo
  
  Agents here are given a colleague's words once you have read them. Give them at once what anybody pushes to origin?
  Nothing of it runs. You are asked once. [y/N]  (no newline)
  $ since
  files and index as at the mark
  $ state
  HEAD: topic <topic: a>
  handoffs/archive/topic/topic-20260324-120600-<id1>
  handoffs/remotes/origin/topic-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  heads/topic <topic: a>
  remotes/origin/HEAD <first>
  remotes/origin/main <first>
  remotes/origin/topic <topic: a>
   M a
  ?? new
   1 file changed, 1 insertion(+), 1 deletion(-)
  index: 8b4433
  <n1>  decision: use jose (2 min ago)
  <n2>  task: expiry (2 min ago)
  $ git handoff status
  Nothing is paused on 'topic'.
  yours: topic-20260324-120600-<id1>, yours on origin for 3 min (seen 3 min ago)
  notes: 2 notes wait for the next pause (git handoff note --list)
  resumed: 3 min ago from topic-20260324-120600-<id1>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff pause --push       hand it back with what you did
    git handoff release --done     when the work is on its branch at the remote
    git handoff note "TEXT"        write down why, while you work
  $ cd ../ann
  $ git handoff status
  safe to continue
  Paused on 'topic':
  <id1>  16 min ago  write a
    shared: on origin, free to take (seen 16 min ago)
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff fetch topic
  topic-20260324-120600-<id1>: topic, Ben has had it for 6 min, says Ben (seen just now)
  $ git handoff status
  Ben has had it for 7 min, says Ben (seen 1 min ago)
  Paused on 'topic':
  <id1>  18 min ago  write a
    hint: git handoff fetch topic-20260324-120600-<id1>
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  Ben has had it for 8 min, says Ben (seen just now)
  Handoff topic-20260324-120600-<id1>, paused on topic 19 min ago by Ann
    next: write a
    why: lunch
    decided: use jose
    tasks: 0 done, 1 to do
    to do: expiry
  error: 'topic-20260324-120600-<id1>': Ben has had it for 8 min, says Ben (seen just now)
  hint: take it away from them, when they agree: git handoff take --steal topic-20260324-120600-<id1>
  [1]
  $ write a "a, ann's own"; git handoff pause --next "ann goes on"
  warning: 'topic-20260324-120600-<id1>': Ben has had it for 9 min, says Ben (seen just now); your work is kept as a new handoff
  Paused topic as topic-20260324-122600-<id2> (WIP <wip: ann goes on>, 2 files)
  next: ann goes on
  resume: git handoff resume
  $ git handoff list
  topic-20260324-122600-<id2>  topic  paused  1 min ago  ann goes on
    forked from topic-20260324-120600-<id1>: Ben has had that for 10 min, says Ben (seen 1 min ago)
  $ git handoff status
  forked from topic-20260324-120600-<id1>: Ben has had that for 11 min, says Ben (seen 2 min ago)
  Paused on 'topic':
  <id2>  2 min ago  ann goes on
  fetched: 1 handoff from elsewhere
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git log --format=%s -3
  wip: ann goes on
  wip: write a
  topic: a
  $ cd ../ben
  $ git handoff note done expiry
  noted done: expiry
  $ write a "a, ben's"; git handoff pause --next "write b" --push
  Paused topic as topic-20260324-120600-<id1> (WIP <wip: write b>, 2 files)
  next: write b
  resume: git handoff resume
  Shared on origin as topic-20260324-120600-<id1>; whoever comes first may take it
  sent: the record, a, new (1.6 KiB)
  there: git handoff take topic-20260324-120600-<id1>
  $ git handoff list --all
  topic-20260324-120600-<id1>  topic  paused  1 min ago  write b
    on origin, free to take (seen 1 min ago)
  $ cd ../ann
  $ git handoff fetch topic
  topic-20260324-120600-<id1>: topic, Ben has added to it since: free to take on origin (seen just now)
  take over: git handoff take topic-20260324-120600-<id1>
  $ git handoff status
  forked from topic-20260324-120600-<id1>: Ben has added to it, 4 min ago, says Ben (seen 1 min ago)
  Paused on 'topic':
  <id2>  10 min ago  ann goes on
  fetched: 1 handoff from elsewhere
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff list --all
  topic-20260324-120600-<id1>  topic  paused@origin  5 min ago   -
    Ben has added to it since: free to take on origin (seen 2 min ago)
  topic-20260324-122600-<id2>  topic  paused         11 min ago  ann goes on
    forked from topic-20260324-120600-<id1>: Ben has added to it, 5 min ago, says Ben (seen 2 min ago)
  $ git handoff undo
  Undone: pause of topic-20260324-122600-<id2>
  redo: git handoff undo
  $ state
  HEAD: topic <wip: write a>
  handoffs/active/topic/topic-20260324-120600-<id1>
  handoffs/archive/topic/topic-20260324-122600-<id2>
  handoffs/remotes/origin/topic-20260324-120600-<id1>
  handoffs/undo/main
  heads/main <first>
  heads/topic <wip: write a>
  remotes/origin/main <first>
  remotes/origin/topic <topic: a>
   M a
   1 file changed, 1 insertion(+), 1 deletion(-)
  index: 16be98
  no notes on this branch since the last pause

Given up, given back, done.

  $ cd ../ben
  $ git handoff resume --continue
  safe to continue
  Handoff topic-20260324-120600-<id1>, paused on topic 9 min ago by Ben
    next: write b
    decided: use jose
    tasks: 1 done, 0 to do
  Resumed topic: 2 files and the index are as they were
  next: write b
  carried over: 1 item, for the next handoff: git handoff note --list
  WIP commit: <wip: write b>, no longer on the branch
  shared: it is yours on origin now: nobody else can take it
  undo: git handoff undo (until 2026-04-23)
  $ git handoff status
  Nothing is paused on 'topic'.
  yours: topic-20260324-120600-<id1>, yours on origin for 1 min (seen 1 min ago)
  notes: 1 note waits for the next pause (git handoff note --list)
  resumed: 1 min ago from topic-20260324-120600-<id1>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff pause --push       hand it back with what you did
    git handoff release --done     when the work is on its branch at the remote
    git handoff note "TEXT"        write down why, while you work
  $ git handoff release
  Released topic-20260324-120600-<id1>, as it was there: it is free to take on origin again; what you did since is here
  $ git handoff status
  Nothing is paused on 'topic'.
  fetched, of this branch: on origin, free to take (seen 1 min ago): git handoff take topic-20260324-120600-<id1>
  resumed: 3 min ago from topic-20260324-120600-<id1>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff take --steal
  error: cannot take it now: the working tree has changes
  hint: changed here: a
  hint: commit or stash what is changed here, then take it again
  [1]
  $ git handoff release --done
  error: 'topic-20260324-120600-<id1>' is not finished on origin: not committed here: a, new
  hint: commit and push it first
  hint: finish it all the same: git handoff release --done --force topic-20260324-120600-<id1>
  [1]
  $ git handoff list --all
  topic-20260324-120600-<id1>  topic  resumed  6 min ago  write b
    on origin, free to take (seen 1 min ago)
  $ git -C ../server for-each-ref --format='%(refname)'
  refs/handoffs/shared/topic-20260324-120600-<id1>
  refs/heads/main
  refs/heads/topic
