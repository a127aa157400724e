A sparse checkout, a submodule, attributes and line ends.

  $ project
  $ write docs/a.md a; write docs/b.md b; write lib/x.c x; write lib/y.c y; commit second
  $ git sparse-checkout set src 2>/dev/null
  $ write src/util.c "int util(void) { return 2; }"; mkdir -p docs; write docs/a.md "a, here all the same"; write lib/new.c "new, outside"
  $ mark
  $ state
  HEAD: main <second>
  heads/main <second>
   M docs/a.md
   M src/util.c
  ?? lib/new.c
   2 files changed, 2 insertions(+), 2 deletions(-)
  index: 289843 S docs/b.md S lib/x.c S lib/y.c
  no notes on this branch since the last pause
  $ git handoff checkpoint
  Kept: main-20260324-120700-<id1> (3 files, snapshot <wip: docs/a.md and 2 more>)
  $ since
  files and index as at the mark
  $ git handoff pause --next "go on"
  Paused main as main-20260324-120700-<id1> (WIP <wip: go on>, 3 files)
  next: go on
  resume: git handoff resume
  $ state
  HEAD: main <wip: go on>
  handoffs/active/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <wip: go on>
  index: f31bb2 S docs/b.md S lib/x.c S lib/y.c
  no notes on this branch since the last pause
  $ git show --stat --format= HEAD
   docs/a.md  | 2 +-
   lib/new.c  | 1 +
   src/util.c | 2 +-
   3 files changed, 3 insertions(+), 2 deletions(-)
  $ git handoff check
  safe to continue
  main-20260324-120700-<id1>, 3 min old
  8 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-120700-<id1>, paused on main 4 min ago by A U Thor
    next: go on
  Resumed main: 3 files and the index are as they were
  next: go on
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff undo
  Undone: resume of main-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120700-<id1>
  redo: git handoff undo
  $ git handoff resume --fresh
  Started fresh: main is back at <second>
  put aside: <wip: go on>, in the archived record
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: main <second>
  handoffs/archive/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <second>
  index: 36d96b S docs/a.md S docs/b.md S lib/x.c S lib/y.c
  no notes on this branch since the last pause
  $ git handoff undo
  Undone: fresh start of main-20260324-120700-<id1>
  resume: git handoff resume main-20260324-120700-<id1>
  redo: git handoff undo
  $ git switch -q -c other HEAD~1; ls -R . | head -n 20
  .:
  README
  src
  
  ./src:
  main.c
  util.c
  $ git handoff resume main --continue --switch
  you are on other; the work was paused on main
  Handoff main-20260324-120700-<id1>, paused on main 11 min ago by A U Thor
    next: go on
  Resumed main: 3 files and the index are as they were
  next: go on
  WIP commit: <wip: go on>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git sparse-checkout disable

A submodule at another commit, and dirty inside.

  $ project ../sub; write s s; commit "sub: s"; cd ../repo
  $ git reset -q --hard; git clean -qfd
  $ git submodule --quiet add ../sub lib/sub; git commit -q -m "lib/sub"
  $ git -C lib/sub reset -q --hard HEAD~1; echo dirt >>lib/sub/README; write top top
  $ mark
  $ state
  HEAD: main <lib/sub>
  handoffs/archive/main/main-20260324-120700-<id1>
  handoffs/undo/main
  heads/main <lib/sub>
  heads/other <second>
   M lib/sub
  ?? top
   1 file changed, 1 insertion(+), 1 deletion(-)
  index: b5514c
  no notes on this branch since the last pause
  $ git handoff pause --next "go on"
  Paused main as main-20260324-122900-<id2> (WIP <wip: go on .2>, 2 files)
  left out: lib/sub (changes inside the submodule): still here, not in git
  next: go on
  resume: git handoff resume
  $ git status --short
   m lib/sub
  $ git handoff show
  handoff: main-20260324-122900-<id2>
  next: go on
  branch: main
  status: paused
  paused: 2 min ago (2026-03-24T12:29:00Z)
  by: A U Thor <author@example.com>
  base: <lib/sub>
  WIP commit: <wip: go on .2>
  uncommitted files
    - lib/sub
    - top
  left out: stayed in the working tree
    - lib/sub (changes inside the submodule)
  $ git handoff check
  nothing changed, but 1 fact cannot be compared here
  main-20260324-122900-<id2>, 3 min old
  unverifiable
    the submodule lib/sub: has changes of its own, as recorded; their content was not
  8 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [2]
  $ git -C lib/sub checkout -q -f HEAD; write lib/sub/untracked x; git handoff checkpoint; rm lib/sub/untracked
  Nothing to keep: the pause main-20260324-122900-<id2> holds exactly this
  $ git -C lib/sub checkout -q -f origin/main
  $ git handoff check
  edited since: lib/sub
  main-20260324-122900-<id2>, 6 min old
  changed
    lib/sub: saved in the WIP commit <wip: go on .2>, and edited since
        hint: git diff <wip: go on .2> -- :/lib/sub
    the submodule lib/sub: at <sub: s>, recorded at <first>
        hint: git -C lib/sub checkout <first>
  7 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff resume --continue
  edited since: lib/sub
  Handoff main-20260324-122900-<id2>, paused on main 7 min ago by A U Thor
    next: go on
    not kept: changes inside the submodule lib/sub [changed since]
    lib/sub: saved in the WIP commit <wip: go on .2>, and edited since
        hint: git diff <wip: go on .2> -- :/lib/sub
    the submodule lib/sub: at <sub: s>, recorded at <first>
        hint: git -C lib/sub checkout <first>
  note: 'lib/sub' is not checked out at the commit that it was paused at
  Resumed main: the WIP commit is off the branch; your edits since are untouched
  backup: the tree as it was before resuming: git handoff show main-20260324-123600-<id3>
  hint: 'lib/sub' was at <first>: git -C lib/sub checkout <first>
  next: go on
  WIP commit: <wip: go on .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git status --short
  ?? top
  $ git handoff undo; git handoff discard; git reset -q --hard HEAD~1
  Undone: resume of main-20260324-122900-<id2>
  backup: the tree as it was: git handoff show main-20260324-123800-<id4>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-122900-<id2>
  redo: git handoff undo
  Discarded: main-20260324-122900-<id2>; no file, branch or index was touched
  WIP commit: <wip: go on .2> stays on main; to remove it from the branch: git handoff undo main-20260324-122900-<id2>, then git handoff resume --continue
  undo: git handoff undo main-20260324-122900-<id2> (until 2026-04-23)

Line ends, filters, ident.

  $ printf '*.txt text eol=crlf\n*.id ident\n*.up filter=up\n' >.gitattributes
  $ git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'
  $ printf 'one\r\ntwo\r\n' >crlf.txt; echo '$Id$' >x.id; echo 'lower' >f.up; commit attributes
  $ printf 'one\r\ntwo\nthree\r\n' >crlf.txt; printf 'one\r\ntwo\nthree' >mixed; echo 'Mixed' >f.up; echo '$Id: mine $ edited' >x.id; printf 'n\n' >new.txt
  $ mark
  $ git handoff pause --next "go on" 2>&1 | grep -v LF
  Paused main as main-20260324-124400-<id5> (WIP <wip: go on .3>, 5 files)
  next: go on
  resume: git handoff resume
  $ git handoff check
  safe to continue
  main-20260324-124400-<id5>, 1 min old
  11 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  $ git handoff resume --continue 2>&1 | grep -v LF
  safe to continue
  Handoff main-20260324-124400-<id5>, paused on main 2 min ago by A U Thor
    next: go on
  Resumed main: 5 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .3>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
  $ git handoff undo; git switch -q -c away HEAD~1; git switch -q main
  Undone: resume of main-20260324-124400-<id5>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-124400-<id5>
  redo: git handoff undo
  $ git handoff resume --continue
  safe to continue
  Handoff main-20260324-124400-<id5>, paused on main 5 min ago by A U Thor
    next: go on
  Resumed main: 5 files and the index are as they were
  next: go on
  WIP commit: <wip: go on .3>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ since
  files and index as at the mark
