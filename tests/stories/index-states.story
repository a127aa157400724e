What the index can say of a file, through a pause, a checkpoint and back.

  $ project
  $ write gone "deleted"; write gone-staged "deleted, staged"; write kept "taken out of the index"; write mode "a mode"
  $ write folder/a "a folder"; write file "a file"; write to-link "becomes a link"; write assumed "assumed"; write skipped "skipped"
  $ write old.log "ignored, once tracked"; write moved "moved as it is"
  $ commit second
  $ git init -q --bare ../server && git push -q ../server main
  $ echo '*.log' >.gitignore; echo more >>old.log; write new.log ignored
  $ rm gone; git rm -q gone-staged; git rm -q --cached kept; chmod +x mode; git mv moved moved-there
  $ rm -r folder; write folder "a file now"; rm file; write file/b "a folder now"; ln -sf README to-link; ln -s nowhere dangling
  $ write staged-new "staged"; git add staged-new; echo "edited" >>staged-new; write intended "intent to add"; git add -N intended
  $ write staged-gone "staged, then deleted"; git add staged-gone; rm staged-gone
  $ git update-index --chmod=+x README; git update-index --assume-unchanged src/main.c; git update-index --skip-worktree src/util.c
  $ git update-index --assume-unchanged assumed; git update-index --skip-worktree skipped; echo changed >>assumed; echo changed >>skipped
  $ : >empty; write "with space" x; write $'tab\there' x; write ü x; write -- x; chmod 600 "with space"
  $ git init -q nested; git -C nested commit -q --allow-empty -m nested; write nested/file x; mkdir empty-folder
  $ mark
  $ state
  HEAD: main <second>
  heads/main <second>
  MM README
   D file
   D folder/a
   D gone
  D  gone-staged
   A intended
  D  kept
   M mode
  R  moved -> moved-there
   M old.log
  AD staged-gone
  AM staged-new
   T to-link
  ?? --
  ?? .gitignore
  ?? dangling
  ?? empty
  ?? file/b
  ?? folder
  ?? kept
  ?? nested/
  ?? "tab\there"
  ?? "with space"
  ?? "\303\274"
   10 files changed, 4 insertions(+), 5 deletions(-)
   staged: 6 files changed, 2 insertions(+), 2 deletions(-)
  index: aa7591 h assumed S skipped h src/main.c S src/util.c
  no notes on this branch since the last pause
  $ git handoff checkpoint -m "a look"
  Kept: main-20260324-121800-<id1> (23 files, snapshot <wip: a look>)
  left out: nested/ (a repository of its own)
  left out: assumed (changed behind assume-unchanged or skip-worktree: the record has it)
  left out: skipped (changed behind assume-unchanged or skip-worktree: the record has it)
  $ since
  files and index as at the mark
  $ git diff --stat=80 HEAD $(git for-each-ref --format='%(trailers:key=Handoff-Wip,valueonly)' refs/handoffs/active)
   --                   | 1 +
   .gitignore           | 1 +
   dangling             | 1 +
   empty                | 0
   file                 | 1 -
   file/b               | 1 +
   folder               | 1 +
   folder/a             | 1 -
   gone                 | 1 -
   gone-staged          | 1 -
   intended             | 1 +
   mode                 | 0
   moved => moved-there | 0
   old.log              | 1 +
   staged-new           | 2 ++
   "tab\there"          | 1 +
   to-link              | 2 +-
   with space           | 1 +
   "\303\274"           | 1 +
   19 files changed, 13 insertions(+), 5 deletions(-)
  $ git handoff check -v
  safe to continue
  main-20260324-121800-<id1>, 3 min old
  to know
    the record is 3 min old
  confirmed
    the paused work <wip: a look>: the snapshot is stored
    "--", .gitignore, README, dangling, empty, file and 17 more: uncommitted, with the content that was recorded
    nothing is under way
    it is checked out
    the same worktree
    left out: nested/: still here (a repository of its own)
    its base <second>: HEAD is at it
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-121800-<id1> (WIP <wip: -- and 22 more>, 23 files)
  left out: nested/ (a repository of its own): still here, not in git
  not in the commit: assumed (changed behind assume-unchanged or skip-worktree: the record has it), skipped (changed behind assume-unchanged or skip-worktree: the record has it)
  resume: git handoff resume
  $ state
  HEAD: main <wip: -- and 22 more>
  handoffs/active/main/main-20260324-121800-<id1>
  handoffs/undo/main
  heads/main <wip: -- and 22 more>
  ?? nested/
  index: eaf8cc h assumed S skipped h src/main.c S src/util.c
  no notes on this branch since the last pause
  $ git show --stat=80 --format=%B HEAD
  wip: -- and 22 more
  
  Work in progress, kept by git-handoff. 'git handoff resume' puts it back and
  takes this commit off the branch.
  
  Handoff-Id: main-20260324-121800-<id1>
  
  
   --                   | 1 +
   .gitignore           | 1 +
   dangling             | 1 +
   empty                | 0
   file                 | 1 -
   file/b               | 1 +
   folder               | 1 +
   folder/a             | 1 -
   gone                 | 1 -
   gone-staged          | 1 -
   intended             | 1 +
   mode                 | 0
   moved => moved-there | 0
   old.log              | 1 +
   staged-new           | 2 ++
   "tab\there"          | 1 +
   to-link              | 2 +-
   with space           | 1 +
   "\303\274"           | 1 +
   19 files changed, 13 insertions(+), 5 deletions(-)
  $ git handoff show
  handoff: main-20260324-121800-<id1>
  branch: main
  status: paused
  paused: 3 min ago (2026-03-24T12:22:00Z)
  by: A U Thor <author@example.com>
  base: <second>
  WIP commit: <wip: -- and 22 more>
  uncommitted files
    - .gitignore
    - README
    - dangling
    - empty
    - file
    - file/b
    - folder
    - folder/a
    - gone
    - gone-staged
    - intended
    - kept
    - mode
    - moved
    - moved-there
    - old.log
    - staged-gone
    - staged-new
    - "tab\there"
    - to-link
    - "with space"
    - ü
  left out: stayed in the working tree
    - nested/ (a repository of its own)
    - assumed (changed behind assume-unchanged or skip-worktree: the record has it)
    - skipped (changed behind assume-unchanged or skip-worktree: the record has it)
  $ git update-index --no-assume-unchanged src/main.c; git update-index --no-skip-worktree src/util.c
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-121800-<id1>, paused on main 5 min ago by A U Thor
  Resumed main: 23 files and the index are as they were
  WIP commit: <wip: -- and 22 more>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-121800-<id1>
  handoffs/undo/main
  heads/main <second>
  MM README
   D file
   D folder/a
   D gone
  D  gone-staged
   A intended
  D  kept
   M mode
  R  moved -> moved-there
   M old.log
  AD staged-gone
  AM staged-new
   T to-link
  ?? --
  ?? .gitignore
  ?? dangling
  ?? empty
  ?? file/b
  ?? folder
  ?? kept
  ?? nested/
  ?? "tab\there"
  ?? "with space"
  ?? "\303\274"
   10 files changed, 4 insertions(+), 5 deletions(-)
   staged: 6 files changed, 2 insertions(+), 2 deletions(-)
  index: aa7591 h assumed S skipped h src/main.c S src/util.c
  no notes on this branch since the last pause
  $ git handoff undo
  Undone: resume of main-20260324-121800-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-121800-<id1>
  redo: git handoff undo
  $ git switch -q -c other HEAD~1
  $ git status --short
  ?? nested/
  ?? new.log
  $ git switch -q main
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-121800-<id1>, paused on main 12 min ago by A U Thor
  Resumed main: 23 files and the index are as they were
  WIP commit: <wip: -- and 22 more>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-121800-<id1>
  handoffs/undo/main
  heads/main <second>
  heads/other <second>
  MM README
   D file
   D folder/a
   D gone
  D  gone-staged
   A intended
  D  kept
   M mode
  R  moved -> moved-there
   M old.log
  AD staged-gone
  AM staged-new
   T to-link
  ?? --
  ?? .gitignore
  ?? dangling
  ?? empty
  ?? file/b
  ?? folder
  ?? kept
  ?? nested/
  ?? "tab\there"
  ?? "with space"
  ?? "\303\274"
   10 files changed, 4 insertions(+), 5 deletions(-)
   staged: 6 files changed, 2 insertions(+), 2 deletions(-)
  index: aa7591 h assumed S skipped h src/main.c S src/util.c
  no notes on this branch since the last pause

In another clone.

  $ git handoff undo
  Undone: resume of main-20260324-121800-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-121800-<id1>
  redo: git handoff undo
  $ git push -q ../server 'refs/handoffs/active/*:refs/handoffs/active/*'
  $ git clone -q ../server ../clone && cd ../clone && git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  $ git handoff status
  nobody here has read it yet: git handoff show main-20260324-121800-<id1>
  Paused on 'main':
  <id1>  18 min ago  -
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ person $'read\n' git handoff show | tail -n 3
  
  Somebody else wrote this. Agents get it, and its work can be put into the tree, once
  you have read it. Type 'read' where you have:  (no newline)
  $ git handoff resume --continue
  safe to continue: the paused work is off the branch, a resume brings it back
  Handoff main-20260324-121800-<id1>, paused on main 20 min ago by A U Thor
    nested/ was left where A U Thor paused the work (a repository of its own)
  note: 2 files are written as git checks them out here; where they were paused, their bytes differ: assumed, skipped
  Resumed main: the kept work is merged into what is checked out
  WIP commit: <wip: -- and 22 more>, in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ since
  21d20
  < ? nested/
  131c130
  < h 100644 <object 1> 0	assumed
  ---
  > H 100644 <object 1> 0	assumed
  139,141c138,140
  < S 100644 <object 2> 0	skipped
  < h 100644 <object 3> 0	src/main.c
  < S 100644 <object 4> 0	src/util.c
  ---
  > H 100644 <object 2> 0	skipped
  > H 100644 <object 3> 0	src/main.c
  > H 100644 <object 4> 0	src/util.c
  149c148
  < 644 ./assumed <object 5>
  ---
  > 644 ./assumed <object 1>
  156,157d154
  < 644 ./nested/file <object 6>
  < 644 ./new.log ea10ec85c10797d76afeef56f8bfc26da40913bb
  159c156
  < 644 ./skipped <object 7>
  ---
  > 644 ./skipped <object 2>
  [1]
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-121800-<id1>
  handoffs/undo/main
  heads/main <second>
  remotes/origin/HEAD <second>
  remotes/origin/main <second>
  MM README
   D file
   D folder/a
   D gone
  D  gone-staged
   A intended
  D  kept
   M mode
  R  moved -> moved-there
   M old.log
  AD staged-gone
  AM staged-new
   T to-link
  ?? --
  ?? .gitignore
  ?? dangling
  ?? empty
  ?? file/b
  ?? folder
  ?? kept
  ?? "tab\there"
  ?? "with space"
  ?? "\303\274"
   10 files changed, 4 insertions(+), 5 deletions(-)
   staged: 6 files changed, 2 insertions(+), 2 deletions(-)
  index: 5c65dc
  no notes on this branch since the last pause

All of the tree at once: the last file deleted, and nothing but untracked ones.

  $ project ../small
  $ git rm -q -r --cached .
  $ mark
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-124800-<id2> (WIP <wip: README and 2 more>, 3 files)
  resume: git handoff resume
  $ state
  HEAD: main <wip: README and 2 more>
  handoffs/active/main/main-20260324-124800-<id2>
  handoffs/undo/main
  heads/main <wip: README and 2 more>
  index: 11e489
  no notes on this branch since the last pause
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-124800-<id2>, paused on main 2 min ago by A U Thor
  Resumed main: 3 files and the index are as they were
  WIP commit: <wip: README and 2 more>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff discard
  error: nothing is paused on 'main'
  hint: the last one here is archived; to bring it back: git handoff undo main-20260324-124800-<id2>
  [1]
  $ git init -q ../unborn && cd ../unborn && write a x && git add a && write b y
  $ mark
  $ git handoff pause
  warning: there is no next action; 'git handoff edit --next TEXT' corrects it
  Paused main as main-20260324-125500-<id3> (WIP <wip: a and 1 more>, 2 files)
  resume: git handoff resume
  $ state
  HEAD: main <wip: a and 1 more>
  handoffs/active/main/main-20260324-125500-<id3>
  handoffs/undo/main
  heads/main <wip: a and 1 more>
  index: c4e2a1
  no notes on this branch since the last pause
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-125500-<id3>, paused on main 2 min ago by A U Thor
  Resumed main: 2 files and the index are as they were
  WIP commit: <wip: a and 1 more>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
