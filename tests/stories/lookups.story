Which record is meant: by branch, by part of an id, by @, among pauses, checkpoints and archived ones.

  $ project
  $ write a a; git handoff pause --next "the pause"
  Paused main as main-20260324-120200-<id1> (WIP <wip: the pause>, 1 file)
  next: the pause
  resume: git handoff resume
  $ git branch kept; git reset -q --hard HEAD~1
  $ write b b; git handoff checkpoint -m "the checkpoint"
  Kept: main-20260324-120400-<id2> (1 file, snapshot <wip: the checkpoint>)
  $ git handoff list
  main-20260324-120200-<id1>  main  paused      3 min ago  the pause
  main-20260324-120400-<id2>  main  checkpoint  1 min ago  the checkpoint
  $ git handoff show @ | sed -n '1p;/title/p;/next/p'; git handoff show @{1} | sed -n '1p;/title/p;/next/p'
  handoff: main-20260324-120200-<id1>
  next: the pause
  handoff: main-20260324-120400-<id2>
  title: the checkpoint
  $ git handoff show @{2}
  error: 'main' has only 2 live records
  hint: 'git handoff list --all' shows what there is
  [1]
  $ git handoff show @{x}
  fatal: '@{x}' is not a record
  hint: give an id, a unique part of one, @, @{n}, or ID~n
  [129]
  $ git handoff show @~1
  error: 'main-20260324-120200-<id1>' has only 1 version
  hint: 'git handoff log main-20260324-120200-<id1>' lists them
  [1]
  $ git handoff show main
  error: 'main' could be any of 2 handoffs
  hint: main-20260324-120200-<id1> (branch main)
  hint: main-20260324-120400-<id2> (branch main)
  [1]
  $ git handoff show 2026
  error: '2026' could be any of 2 handoffs
  hint: main-20260324-120200-<id1> (branch main)
  hint: main-20260324-120400-<id2> (branch main)
  [1]
  $ git handoff show 120
  error: '120' could be any of 2 handoffs
  hint: main-20260324-120200-<id1> (branch main)
  hint: main-20260324-120400-<id2> (branch main)
  [1]
  $ id=$(git handoff list --porcelain | head -n 1 | cut -f 1); git handoff show ${id##*-} | head -n 1
  handoff: main-20260324-120200-<id1>
  $ git handoff show nowhere
  error: no handoff is called 'nowhere'
  hint: main-20260324-120200-<id1> (branch main)
  hint: main-20260324-120400-<id2> (branch main)
  [1]
  $ git handoff log @{1}
  <handoff: checkpoint: the checkpoint> main-20260324-120400-<id2>~0  11 min ago
      handoff: checkpoint: the checkpoint
  $ git handoff status
  safe to continue: the paused work is off the branch, a resume brings it back
  Paused on 'main':
  <id1>  14 min ago  the pause
  <id2>  checkpoint  12 min ago  the checkpoint
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume
  safe to continue: the paused work is off the branch, a resume brings it back
  Handoff main-20260324-120200-<id1>, paused on main 15 min ago by A U Thor
    next: the pause
  error: nothing was changed: say what to do with this handoff
  hint: git handoff resume --continue   restore the work, archive the handoff
  hint: git handoff resume --review     read all of it
  hint: git handoff resume --discard    put the handoff away; commits and files stay as they are
  [1]

The one that HEAD ends in is meant, whatever is newer.

  $ git clean -q -f; git switch -q kept; git branch -q -M kept main
  $ git handoff show | sed -n '1p;/title/p;/next/p'
  handoff: main-20260324-120200-<id1>
  next: the pause
  $ git handoff list
  main-20260324-120200-<id1>  main  paused      18 min ago  the pause
  main-20260324-120400-<id2>  main  checkpoint  16 min ago  the checkpoint
  $ write c c
  $ git handoff checkpoint -m "on the pause"
  Kept: main-20260324-120400-<id2> (1 file, snapshot <wip: on the pause>)
  $ git handoff list
  main-20260324-120200-<id1>  main  paused      21 min ago  the pause
  main-20260324-120400-<id2>  main  checkpoint  1 min ago   on the pause
  $ git handoff log
  <handoff: pause: the pause> main-20260324-120200-<id1>~0  22 min ago
      handoff: pause: the pause

Many checkpoints: the last few stay.

  $ for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do pass_time 60; echo $i >>c; git handoff checkpoint -q; done
  $ git handoff log @{1} | grep -v '^ ' | sed 's/.*~/~/'
  ~0  1 min ago
  ~1  2 min ago
  ~2  3 min ago
  ~3  4 min ago
  ~4  5 min ago
  ~5  6 min ago
  ~6  7 min ago
  ~7  8 min ago
  ~8  9 min ago
  ~9  10 min ago
  $ git handoff list
  main-20260324-120200-<id1>  main  paused      39 min ago  the pause
  main-20260324-120400-<id2>  main  checkpoint  2 min ago   -

Archived ones: the last is named.

  $ git handoff discard
  Discarded: main-20260324-120200-<id1>; no file, branch or index was touched
  WIP commit: <wip: the pause> stays on main; to remove it from the branch: git handoff undo main-20260324-120200-<id1>, then git handoff resume --continue
  undo: git handoff undo main-20260324-120200-<id1> (until 2026-04-23)
  $ git handoff discard
  Discarded: main-20260324-120400-<id2>; no file, branch or index was touched
  snapshot: <wip: c> stays in the archived record
  undo: git handoff undo main-20260324-120400-<id2> (until 2026-04-23)
  $ git handoff discard
  error: nothing is paused on 'main'
  hint: the last one here is archived; to bring it back: git handoff undo main-20260324-120400-<id2>
  [1]
  $ git handoff resume
  error: nothing is paused here
  hint: pause your own work: git handoff pause --next TEXT
  hint: the last one here is archived: git handoff show main-20260324-120400-<id2>, or to bring it back: git handoff undo main-20260324-120400-<id2>
  [1]
  $ git handoff show
  error: nothing is paused on 'main'
  hint: the last one here is archived: git handoff show main-20260324-120400-<id2>, or to bring it back: git handoff undo main-20260324-120400-<id2>
  [1]
  $ git handoff list --archived
  main-20260324-120200-<id1>  main  discarded  5 min ago  the pause
  main-20260324-120400-<id2>  main  discarded  4 min ago  -
  $ git handoff undo
  Undone: discard of main-20260324-120400-<id2>
  resume: git handoff resume main-20260324-120400-<id2>
  redo: git handoff undo
  $ git handoff undo
  Done again: discard of main-20260324-120400-<id2>
  undo: git handoff undo
  $ git handoff list --all
  main-20260324-120200-<id1>  main  discarded  8 min ago  the pause
  main-20260324-120400-<id2>  main  discarded  7 min ago  -

A dirty tree, and a branch to switch to.

  $ git handoff undo $id; git switch -q -c away HEAD~1; echo dirty >>README; write untracked u
  Brought back: main-20260324-120200-<id1>
  resume: git handoff resume main-20260324-120200-<id1>
  $ git handoff resume $id
  you are on away, with changes: commit or pause them, then continue on main
  Handoff main-20260324-120200-<id1>, paused on main 50 min ago by A U Thor
    next: the pause
  note: --continue is refused here: this work was paused on 'main', which is not checked out, and there are changes here
  error: nothing was changed: say what to do with this handoff
  hint: commit or stash what is changed here, or pause it with 'git handoff pause', then: git handoff resume main-20260324-120200-<id1> --continue --switch
  hint: git handoff resume main-20260324-120200-<id1> --review     read all of it
  hint: git handoff resume main-20260324-120200-<id1> --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume $id --continue --switch
  you are on away, with changes: commit or pause them, then continue on main
  Handoff main-20260324-120200-<id1>, paused on main 51 min ago by A U Thor
    next: the pause
  error: cannot switch to 'main': the working tree has changes
  hint: changed here: README
  hint: changed here: c
  hint: changed here: untracked
  hint: commit or stash what is changed here, or pause it with 'git handoff pause', then: git handoff resume main-20260324-120200-<id1> --continue --switch
  [1]
  $ git handoff resume $id --continue
  you are on away, with changes: commit or pause them, then continue on main
  Handoff main-20260324-120200-<id1>, paused on main 52 min ago by A U Thor
    next: the pause
  error: this work was paused on 'main', which is not checked out, and there are changes here
  hint: commit or stash what is changed here, or pause it with 'git handoff pause', then: git handoff resume main-20260324-120200-<id1> --continue --switch
  [1]
  $ git checkout -q README
  $ write a "in the way"
  $ git handoff resume $id --continue --switch
  you are on away; the work was paused on main
  Handoff main-20260324-120200-<id1>, paused on main 55 min ago by A U Thor
    next: the pause
  error: cannot switch to 'main': 1 untracked or ignored file would be overwritten
  hint: in the way: a
  hint: nothing was changed; move it away, then try again
  [1]
  $ state
  HEAD: away <first>
  handoffs/active/main/main-20260324-120200-<id1>
  handoffs/archive/main/main-20260324-120400-<id2>
  handoffs/undo/main
  heads/away <first>
  heads/main <wip: the pause>
  ?? a
  ?? c
  ?? untracked
  index: 11e489
  no notes on this branch since the last pause
