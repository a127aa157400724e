What a pause leaves out, and says so; what it does not.

  $ project
  $ write .gitignore "*.log" "/build"
  $ commit ignore
  $ git config handoff.maxFileSize 2k
  $ write .env "PASSWORD=hunter2"; write conf/id_rsa "-----BEGIN OPENSSH PRIVATE KEY-----" "b3BlbnNzaC1rZXktdjEAAAAA"; write .env.example "PASSWORD="
  $ write token.txt "ghp_Ab3dEfGh1jKlMn0pQrStUvWxYz12345678aB"; write log.log x; write build/out x
  $ head -c 3000 /dev/zero >big.bin; head -c 2048 /dev/zero >just.bin
  $ git init -q nested; git init -q nested2 && git -C nested2 commit -q --allow-empty -m nested2; write nested/f x; write HANDOFF.md "# mine"; write docs/HANDOFF.json "{}"; touch -d @$now HANDOFF.md docs/HANDOFF.json
  $ mkfifo pipe; mkdir empty; write "odd\"name" x; write src/util.c "ghp_Ab3dEfGh1jKlMn0pQrStUvWxYz12345678aB"
  $ mark
  $ git handoff checkpoint
  Kept: main-20260324-121100-<id1> (4 files, snapshot <wip: .env.example and 3 more>)
  left out: HANDOFF.md (a handoff file)
  left out: big.bin (2.9 KiB)
  left out: docs/HANDOFF.json (a handoff file)
  left out: nested/ (a repository of its own)
  left out: nested2/ (a repository of its own)
  left out: .env (looks like a secret)
  left out: conf/id_rsa (looks like a secret)
  left out: token.txt (looks like a secret: github-token in line 1)
  $ git handoff pause --next "go on"
  warning: 'src/util.c' is tracked and looks like a secret: github-token in line 1: it is in the WIP commit; do not publish it
  hint: 'HANDOFF.md' (written 4 min ago) is newer than the last pause and not in the record: 'git handoff pause --from HANDOFF.md' takes it in
  hint: 'docs/HANDOFF.json' (written 4 min ago) is newer than the last pause and not in the record: 'git handoff pause --from docs/HANDOFF.json' takes it in
  Paused main as main-20260324-121100-<id1> (WIP <wip: go on>, 4 files)
  left out: HANDOFF.md (a handoff file), big.bin (2.9 KiB), docs/HANDOFF.json (a handoff file), nested/ (a repository of its own), nested2/ (a repository of its own), .env (looks like a secret), and 2 more: still here, not in git
  next: go on
  resume: git handoff resume
  $ git show --stat --format= HEAD
   .env.example |   1 +
   just.bin     | Bin 0 -> 2048 bytes
   "odd\"name"  |   1 +
   src/util.c   |   2 +-
   4 files changed, 3 insertions(+), 1 deletion(-)
  $ git status --short
  ?? .env
  ?? HANDOFF.md
  ?? big.bin
  ?? conf/
  ?? docs/
  ?? nested/
  ?? nested2/
  ?? token.txt
  $ git handoff show
  handoff: main-20260324-121100-<id1>
  next: go on
  branch: main
  status: paused
  paused: 3 min ago (2026-03-24T12:12:00Z)
  by: A U Thor <author@example.com>
  base: <ignore>
  WIP commit: <wip: go on>
  uncommitted files
    - .env.example
    - just.bin
    - "odd\"name"
    - src/util.c
  left out: stayed in the working tree
    - HANDOFF.md (a handoff file)
    - big.bin (2.9 KiB)
    - docs/HANDOFF.json (a handoff file)
    - nested/ (a repository of its own)
    - nested2/ (a repository of its own)
    - .env (looks like a secret)
    - conf/id_rsa (looks like a secret)
    - token.txt (looks like a secret: github-token in line 1)
  $ git handoff check -v
  safe to continue
  main-20260324-121100-<id1>, 4 min old
  to know
    the record is 4 min old
  confirmed
    the paused work <wip: go on>: HEAD is the WIP commit, as paused
    .env.example, just.bin, "odd\"name", src/util.c: saved in the WIP commit <wip: go on>, as paused
    nothing is under way
    it is checked out
    the same worktree
    left out: HANDOFF.md, docs/HANDOFF.json: still here (a handoff file)
    left out: big.bin: still here (2.9 KiB)
    left out: nested/, nested2/: still here (a repository of its own)
    left out: .env, conf/id_rsa: still here (looks like a secret)
    left out: token.txt: still here (looks like a secret: github-token in line 1)
    its base <ignore>: HEAD descends from it
  new commits: 0 on HEAD; none touches what the record names
  $ rm big.bin; echo changed >>.env
  $ git handoff check
  not as recorded: left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  main-20260324-121100-<id1>, 6 min old
  changed
    left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  16 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 7 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Next: go on
  Also not as recorded:
  - big.bin: no longer here, and not in git (left out: 2.9 KiB)
  New files:
  - .env.example
  - just.bin
  - "odd\"name"
  Changed files:
  - src/util.c
  --- <fence> end
  $ git handoff resume --continue
  not as recorded: left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  Handoff main-20260324-121100-<id1>, paused on main 8 min ago by A U Thor
    next: go on
    left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  note: 'big.bin' was not put back
  Resumed main: the work is back, but for what is named above
  next: go on
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git status --short
   M src/util.c
  ?? .env
  ?? .env.example
  ?? HANDOFF.md
  ?? conf/
  ?? docs/
  ?? just.bin
  ?? nested/
  ?? nested2/
  ?? "odd\"name"
  ?? token.txt
  $ git handoff undo
  Undone: resume of main-20260324-121100-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-121100-<id1>
  redo: git handoff undo
  $ git handoff resume --fresh
  Started fresh: main is back at <ignore>
  put aside: <wip: go on>, in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ git status --short
  ?? .env
  ?? HANDOFF.md
  ?? conf/
  ?? docs/
  ?? nested/
  ?? nested2/
  ?? token.txt

Kept by the user's word, and tracked ones.

  $ git handoff undo
  Undone: fresh start of main-20260324-121100-<id1>
  resume: git handoff resume main-20260324-121100-<id1>
  redo: git handoff undo
  $ git handoff resume --continue
  not as recorded: left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  Handoff main-20260324-121100-<id1>, paused on main 14 min ago by A U Thor
    next: go on
    left out: big.bin: no longer here, and not in git (left out: 2.9 KiB)
  note: 'big.bin' was not put back
  Resumed main: the work is back, but for what is named above
  next: go on
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git config --add handoff.keep token.txt; git config --add handoff.keep 'conf/*'
  $ git add -f .env nested2 2>/dev/null; git add -f big.bin 2>/dev/null
  [128]
  $ head -c 3000 /dev/zero >big2.bin; git add big2.bin
  $ mark
  $ git handoff pause --next "go on"
  warning: '.env' is tracked and looks like a secret: it is in the WIP commit; do not publish it
  warning: 'src/util.c' is tracked and looks like a secret: github-token in line 1: it is in the WIP commit; do not publish it
  Paused main as main-20260324-123100-<id2> (WIP <wip: go on .2>, 7 files)
  left out: HANDOFF.md (a handoff file), conf/id_rsa (handoff.keep says so), docs/HANDOFF.json (a handoff file), nested/ (a repository of its own), token.txt (handoff.keep says so): still here, not in git
  next: go on
  resume: git handoff resume
  $ git show --stat --format= HEAD
   .env         |   2 ++
   .env.example |   1 +
   big2.bin     | Bin 0 -> 3000 bytes
   just.bin     | Bin 0 -> 2048 bytes
   nested2      |   1 +
   "odd\"name"  |   1 +
   src/util.c   |   2 +-
   7 files changed, 6 insertions(+), 1 deletion(-)
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-123100-<id2>, paused on main 2 min ago by A U Thor
    next: go on
  Resumed main: 7 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark

Too many.

  $ git config handoff.maxUntrackedFiles 3; mkdir many; for i in 1 2 3 4 5; do write many/$i $i; done; mark
  $ git handoff pause --next "go on"
  warning: '.env' is tracked and looks like a secret: it is in the WIP commit; do not publish it
  warning: 'src/util.c' is tracked and looks like a secret: github-token in line 1: it is in the WIP commit; do not publish it
  Paused main as main-20260324-123600-<id3> (WIP <wip: go on .3>, 7 files)
  left out: HANDOFF.md (a handoff file), conf/id_rsa (handoff.keep says so), docs/HANDOFF.json (a handoff file), nested/ (a repository of its own), token.txt (handoff.keep says so), many/ (too much to keep: 5 untracked files, 10 bytes): still here, not in git
  next: go on
  resume: git handoff resume
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-123600-<id3>, paused on main 1 min ago by A U Thor
    next: go on
  Resumed main: 7 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .3>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff pause --next "go on"
  warning: '.env' is tracked and looks like a secret: it is in the WIP commit; do not publish it
  warning: 'src/util.c' is tracked and looks like a secret: github-token in line 1: it is in the WIP commit; do not publish it
  Paused main as main-20260324-123900-<id4> (WIP <wip: go on .4>, 7 files)
  left out: HANDOFF.md (a handoff file), conf/id_rsa (handoff.keep says so), docs/HANDOFF.json (a handoff file), nested/ (a repository of its own), token.txt (handoff.keep says so), many/ (too much to keep: 5 untracked files, 10 bytes): still here, not in git
  next: go on
  resume: git handoff resume
  $ git handoff check -v
  safe to continue
  main-20260324-123900-<id4>, 1 min old
  to know
    the record is 1 min old
    many/1, many/2, many/3, many/4, many/5: untracked, and not in the record
  confirmed
    the paused work <wip: go on .4>: HEAD is the WIP commit, as paused
    .env, .env.example, big2.bin, just.bin, nested2, "odd\"name" and 1 more: saved in the WIP commit <wip: go on .4>, as paused
    nothing is under way
    it is checked out
    the same worktree
    the submodule nested2: at <nested2>, as recorded
    left out: HANDOFF.md, docs/HANDOFF.json: still here (a handoff file)
    left out: conf/id_rsa, token.txt: still here (handoff.keep says so)
    left out: nested/: still here (a repository of its own)
    left out: many/: still here (too much to keep: 5 untracked files, 10 bytes)
    its base <ignore>: HEAD descends from it
  new commits: 0 on HEAD; none touches what the record names
  $ git switch -q -c away HEAD~1; git handoff resume main
  warning: unable to rmdir 'nested2': Directory not empty
  you are on away; the work was paused on main
  Handoff main-20260324-123900-<id4>, paused on main 2 min ago by A U Thor
    next: go on
  note: --continue is refused here: this work was paused on 'main', which is not checked out
  error: nothing was changed: say what to do with this handoff
  hint: switch to it and resume there: git handoff resume main-20260324-123900-<id4> --continue --switch
  hint: git handoff resume main --review     read all of it
  hint: git handoff resume main --discard    put the handoff away; commits and files stay as they are
  [1]
  $ git handoff resume main --continue --switch
  you are on away; the work was paused on main
  Handoff main-20260324-123900-<id4>, paused on main 3 min ago by A U Thor
    next: go on
  Resumed main: 7 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .4>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark

Too large, all together.

  $ git config handoff.maxUntrackedFiles 100; git config handoff.maxUntrackedSize 3k; for i in 1 2 3; do head -c 1500 /dev/zero >many/$i; done; mark
  $ git handoff pause --next "go on"
  warning: '.env' is tracked and looks like a secret: it is in the WIP commit; do not publish it
  warning: 'src/util.c' is tracked and looks like a secret: github-token in line 1: it is in the WIP commit; do not publish it
  Paused main as main-20260324-124500-<id5> (WIP <wip: go on .5>, 7 files)
  left out: HANDOFF.md (a handoff file), conf/id_rsa (handoff.keep says so), docs/HANDOFF.json (a handoff file), nested/ (a repository of its own), token.txt (handoff.keep says so), many/ (too much to keep: 5 untracked files, 4.4 KiB): still here, not in git
  next: go on
  resume: git handoff resume
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-124500-<id5>, paused on main 1 min ago by A U Thor
    next: go on
  Resumed main: 7 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .5>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
