Records, journals and objects that are damaged: what is said of them, and what still works beside them.

  $ project
  $ git switch -q -c good; write g g; git handoff pause --next "the good one"
  Paused good as good-20260324-120200-<id1> (WIP <wip: the good one>, 1 file)
  next: the good one
  resume: git handoff resume
  $ git switch -q -c bad main; write b b; git handoff note "on bad"; git handoff pause --next "the bad one"
  noted context: on bad
  Paused bad as bad-20260324-120300-<id2> (WIP <wip: the bad one>, 1 file)
  next: the bad one
  resume: git handoff resume
  $ bad=$(git for-each-ref --format='%(refname)' refs/handoffs/active/bad); was=$(git rev-parse $bad)
  $ # remake MESSAGE FILE CONTENT: the record with another file in it.
  $ remake() { git read-tree --index-output=.git/tmp-index --empty 2>/dev/null; export GIT_INDEX_FILE=.git/tmp-index; git read-tree "$was^{tree}"
  >   git update-index --add --cacheinfo "100644,$(printf '%s' "$2" | git hash-object -w --stdin),$1"; tree=$(git write-tree); unset GIT_INDEX_FILE; rm .git/tmp-index
  >   git update-ref $bad $(git cat-file commit $was | sed "s/^tree .*/tree $tree/" | git hash-object -t commit -w --stdin); }

JSON that is none, is empty, is of another version, or is too much.

  $ remake handoff.json '{"version": 1, "next_act'
  $ git handoff list
  bad-20260324-120300-<id2>   bad   paused  5 min ago  -
  good-20260324-120200-<id1>  good  paused  6 min ago  the good one
  $ git handoff status
  Paused on 'bad':
  <id2>  6 min ago  -
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff show
  fatal: handoff.json of 'bad-20260324-120300-<id2>': line 1, column 24: invalid string: missing closing quote
  [128]
  $ git handoff resume --continue
  fatal: handoff.json of 'bad-20260324-120300-<id2>': line 1, column 24: invalid string: missing closing quote
  [128]
  $ git handoff check
  fatal: handoff.json of 'bad-20260324-120300-<id2>': line 1, column 24: invalid string: missing closing quote
  [128]
  $ git handoff brief
  fatal: handoff.json of 'bad-20260324-120300-<id2>': line 1, column 24: invalid string: missing closing quote
  [128]
  $ git handoff pause --next "over it"
  warning: handoff.json of 'bad-20260324-120300-<id2>': line 1, column 24: invalid string: missing closing quote; this is a new one
  Paused bad as bad-20260324-121400-<id3> (nothing to commit)
  next: over it
  resume: git handoff resume
  $ git handoff discard
  Discarded: bad-20260324-121400-<id3>; no file, branch or index was touched
  undo: git handoff undo bad-20260324-121400-<id3> (until 2026-04-23)
  $ git handoff list --all
  bad-20260324-121400-<id3>   bad   discarded  1 min ago   over it
  bad-20260324-120300-<id2>   bad   paused     13 min ago  -
  good-20260324-120200-<id1>  good  paused     14 min ago  the good one
  $ git handoff undo
  Undone: discard of bad-20260324-121400-<id3>
  resume: git handoff resume bad-20260324-121400-<id3>
  redo: git handoff undo
  $ remake handoff.json '{"version": 2, "next_action": "from the future"}'
  $ git handoff status
  safe to continue
  Paused on 'bad':
  <id3>  5 min ago  over it
  <id2>  16 min ago  -
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff show | head -n 5
  handoff: bad-20260324-121400-<id3>
  next: over it
  branch: bad
  status: paused
  paused: 6 min ago (2026-03-24T12:14:00Z)
  $ git handoff resume --continue
  safe to continue
  Handoff bad-20260324-121400-<id3>, paused on bad 7 min ago by A U Thor
    next: over it
  Resumed bad; nothing was moved: there was nothing to commit when it was paused
  next: over it
  undo: git handoff undo (until 2026-04-23)
  $ remake handoff.json '{"version": 1, "next_action": 7, "decisions": {"a": 1}, "git": {"wip_commit": "HEAD", "base": 3, "branch": "good"}}'
  $ git handoff show | head -n 12
  fatal: record 'bad-20260324-120300-<id2>' is damaged: its parts do not name the same work
  hint: 'git handoff doctor' looks at the whole store
  $ git handoff resume --continue
  fatal: record 'bad-20260324-120300-<id2>' is damaged: its parts do not name the same work
  hint: 'git handoff doctor' looks at the whole store
  [128]

The snapshot is another one, or is gone; the index entries are not index entries.

  $ remake index-entries 'garbage'
  $ git handoff check
  error: nobody here has read 'bad-20260324-120300-<id2>', 23 min ago, by "A U Thor" (1 file): its text is not shown
  hint: the user reads it in a terminal: git handoff show bad-20260324-120300-<id2>
  [1]
  $ git handoff resume --continue
  error: nobody here has read 'bad-20260324-120300-<id2>', 24 min ago, by "A U Thor" (1 file): its text is not shown
  hint: the user reads it in a terminal: git handoff show bad-20260324-120300-<id2>
  [1]
  $ git handoff undo
  Undone: resume of bad-20260324-121400-<id3>
  files: as they are, and the index
  resume: git handoff resume bad-20260324-121400-<id3>
  redo: git handoff undo
  $ git update-ref $bad $(git cat-file commit $was | sed '0,/^parent /{/^parent /d}' | git hash-object -t commit -w --stdin)
  $ git handoff status
  safe to continue
  Paused on 'bad':
  <id3>  16 min ago  over it
  <id2>  27 min ago  -
  elsewhere: 1 handoff: git handoff list
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff resume --continue
  safe to continue
  Handoff bad-20260324-121400-<id3>, paused on bad 17 min ago by A U Thor
    next: over it
  Resumed bad; nothing was moved: there was nothing to commit when it was paused
  next: over it
  undo: git handoff undo (until 2026-04-23)
  $ git update-ref $bad main
  $ git handoff list
  warning: 1 record cannot be read; 'git handoff doctor' tells why
  good-20260324-120200-<id1>  good  paused  31 min ago  the good one
  $ git handoff status
  warning: 1 record cannot be read; 'git handoff doctor' tells why
  What is paused on 'bad' cannot be read.
  elsewhere: 1 handoff: git handoff list
  resumed: 3 min ago from bad-20260324-121400-<id3>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff resume --continue
  fatal: record 'bad-20260324-120300-<id2>' is damaged: it holds no handoff.json
  hint: 'git handoff doctor' looks at the whole store
  [128]
  $ git update-ref $bad $(git hash-object -w --stdin <README)
  $ git handoff list
  warning: 1 record cannot be read; 'git handoff doctor' tells why
  good-20260324-120200-<id1>  good  paused  35 min ago  the good one
  $ git handoff show
  fatal: record 'bad-20260324-120300-<id2>' is damaged: its commit <object 1> is no record's
  hint: 'git handoff doctor' looks at the whole store
  [128]
  $ git update-ref refs/handoffs/active/bad/not-an-id $was
  $ git handoff list
  warning: 1 record cannot be read; 'git handoff doctor' tells why
  good-20260324-120200-<id1>  good  paused  38 min ago  the good one
  $ git update-ref -d refs/handoffs/active/bad/not-an-id
  $ git update-ref $bad $was
  $ blob=$(git rev-parse HEAD:b); mv .git/objects/${blob:0:2}/${blob:2} ../kept 2>/dev/null || echo "it is in a pack"
  it is in a pack
  $ git handoff resume --continue
  safe to continue
  Handoff bad-20260324-120300-<id2>, paused on bad 41 min ago by A U Thor
    next: the bad one
    context: on bad
  Resumed bad: 1 file and the index are as they were
  next: the bad one
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: the bad one>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ state
  HEAD: bad <first>
  handoffs/active/good/good-20260324-120200-<id1>
  handoffs/archive/bad/bad-20260324-120300-<id2>
  handoffs/archive/bad/bad-20260324-121400-<id3>
  handoffs/undo/main
  heads/bad <first>
  heads/good <wip: the good one>
  heads/main <first>
  ?? b
  index: 11e489
  <n1>  context: on bad (42 min ago)
  <n2>  task: over it (1 min ago)

A journal that is torn, and one that holds what is none.

  $ git handoff note "whole"
  noted context: whole
  $ printf '{"id":"n-0000' >>.git/handoff/journal/main.jsonl
  $ git handoff note --list
  warning: the last line of the journal was cut off and is dropped
  <n1>  context: on bad (45 min ago)
  <n2>  task: over it (4 min ago)
  <n3>  context: whole (2 min ago)
  $ git handoff note "after"
  noted context: after
  $ git handoff note --list
  warning: 1 line of the journal cannot be read
  <n1>  context: on bad (47 min ago)
  <n2>  task: over it (6 min ago)
  <n3>  context: whole (4 min ago)
  <n4>  context: after (1 min ago)
  $ printf 'garbage\n{"id":"n-00000001","time":"never","kind":"context","text":"no time","branch":"bad"}\n[]\n{"kind":"nonsense","text":"x","branch":"bad","id":"n-00000002","time":"2026-03-24T12:00:00Z"}\n' >>.git/handoff/journal/main.jsonl
  $ git handoff note --list
  warning: 4 lines of the journal cannot be read
  <n1>  context: on bad (49 min ago)
  <n2>  task: over it (8 min ago)
  <n3>  context: whole (6 min ago)
  <n4>  context: after (3 min ago)
  <n5>  context: (nobody here has read it: git handoff note --list, on a terminal) (no time)
  $ git handoff status
  Nothing is paused on 'bad'.
  elsewhere: 1 handoff: git handoff list
  notes: 5 notes wait for the next pause (git handoff note --list)
  resumed: 9 min ago from bad-20260324-120300-<id2>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff pause
  Paused bad as bad-20260324-125400-<id4> (WIP <wip: the bad one .2>, 1 file)
  next: the bad one
  resume: git handoff resume
  $ git handoff show
  handoff: bad-20260324-125400-<id4>
  next: the bad one
  branch: bad
  status: paused
  paused: 1 min ago (2026-03-24T12:54:00Z)
  by: A U Thor <author@example.com>
  base: <first>
  WIP commit: <wip: the bad one .2>
  remaining tasks
    [ ] over it
  uncommitted files
    - b
  withheld
    the context is from elsewhere (not read by you: git handoff show bad-20260324-125400-<id4>)
  $ git handoff resume --continue
  safe to continue
  Handoff bad-20260324-125400-<id4>, paused on bad 2 min ago by A U Thor
    next: the bad one
    tasks: 0 done, 1 to do
    to do: over it
  Resumed bad: 1 file and the index are as they were
  next: the bad one
  carried over: 2 items, for the next handoff: git handoff note --list
  WIP commit: <wip: the bad one .2>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)

An operation that nobody finished.

  $ mkdir -p .git/handoff; echo '{' >.git/handoff/op.json
  $ git handoff status
  warning: an interrupted operation is not finished yet: '/trash/work/repo/.git/handoff/op.json' is damaged, or was not written by you here
  hint: 'git handoff doctor --fix' sets it aside; the work itself is not in it
  Nothing is paused on 'bad'.
  elsewhere: 1 handoff: git handoff list
  notes: 2 notes wait for the next pause (git handoff note --list)
  resumed: 2 min ago from bad-20260324-125400-<id4>
  
    git handoff brief              what was next, and what is open
    git handoff pause --next TEXT  keep the work and the context, and stop
    git handoff note "TEXT"        write down why, while you work
  $ git handoff pause
  warning: an interrupted operation is not finished yet: '/trash/work/repo/.git/handoff/op.json' is damaged, or was not written by you here
  hint: 'git handoff doctor --fix' sets it aside; the work itself is not in it
  fatal: an operation of this worktree is not finished
  hint: 'git handoff doctor' tells which, and finishes it with --fix
  [128]
  $ git handoff doctor
  problem: an operation was interrupted, or is running now
    hint: git handoff doctor --fix
  ok: 4 records can be read
  warning: 4 lines of the journal cannot be read
    hint: see '/trash/work/repo/.git/handoff/journal/main.jsonl'
  [1]
  $ rm .git/handoff/op.json
  $ git handoff list
  good-20260324-120200-<id1>  good  paused  1 h ago  the good one

The commit that holds the work is gone, as after a gc in the repository that this one borrows objects from: what is left is told, and the record stays.

  $ git stash -q -u; git switch -q good; wip=$(git rev-parse HEAD); mv .git/objects/pack ../packs; mkdir .git/objects/pack
  $ for pack in ../packs/*.pack; do git unpack-objects -q <$pack; done; mv .git/objects/${wip:0:2}/${wip:2} ../kept
  $ git handoff status
  the paused work (<wip: the good one>) is not in this repository
  Paused on 'good':
  <id1>  1 h ago  the good one
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
  $ git handoff check
  the paused work (<wip: the good one>) is not in this repository
  good-20260324-120200-<id1>, 1 h old
  changed
    the paused work <wip: the good one>: the commit that holds the work is not stored here
        hint: git handoff fetch, or look in the clone where it was paused
  unverifiable
    cannot look at the working tree: git says "bad object HEAD"
        hint: git fsck
  4 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 1 h ago: a report, no instructions
  Paused on good, not resumed: ask the user first (continue, review or start fresh).
  Now: the paused work (<wip: the good one>) is not in this repository.
  Next: the good one
  Changed files:
  - g
  --- <fence> end
  $ git handoff show | head -n 5
  handoff: good-20260324-120200-<id1>
  next: the good one
  branch: good
  status: paused
  paused: 1 h ago (2026-03-24T12:02:00Z)
  $ git handoff resume --continue
  fatal: cannot look at the working tree: git says "bad object HEAD"
  hint: 'git fsck' tells what is missing or damaged
  [128]
  $ git handoff pause
  fatal: cannot look at the working tree: git says "bad object HEAD"
  hint: 'git fsck' tells what is missing or damaged
  [128]
  $ git handoff push
  error: there is no remote to share a handoff on
  hint: add one: git remote add origin URL
  hint: or name one: git config handoff.remote NAME
  [1]
  $ git handoff note "still here"
  noted context: still here
  $ git handoff doctor
  ok: no interrupted operation
  problem: the work of 'good-20260324-120200-<id1>' is missing: <wip: the good one>
    hint: fetch it again, or look for it with 'git fsck --lost-found'
  ok: 4 records can be read
  warning: 4 lines of the journal cannot be read
    hint: see '/trash/work/repo/.git/handoff/journal/main.jsonl'
  [1]
  $ git update-ref HEAD main
  $ git handoff status
  the paused work (<wip: the good one>) is not in this repository
  Paused on 'good':
  <id1>  1 h ago  the good one
  notes: 1 note waits for the next pause (git handoff note --list)
  
    git handoff resume         look at it, then choose
    git handoff show           read all of it
    git handoff pause          add what is new, and stop again
  $ git handoff check
  the paused work (<wip: the good one>) is not in this repository
  good-20260324-120200-<id1>, 1 h old
  changed
    the paused work <wip: the good one>: the commit that holds the work is not stored here
        hint: git handoff fetch, or look in the clone where it was paused
  5 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff resume --continue
  the paused work (<wip: the good one>) is not in this repository
  Handoff good-20260324-120200-<id1>, paused on good 1 h ago by A U Thor
    next: the good one
    context: still here
  error: the kept work <wip: the good one> is not in this repository
  hint: fetch it with the record: git handoff fetch
  [1]
  $ git handoff discard
  Discarded: good-20260324-120200-<id1>; no file, branch or index was touched
  WIP commit: <wip: the good one> is not in this repository
  undo: git handoff undo good-20260324-120200-<id1> (until 2026-04-23)
  $ git handoff undo
  Undone: discard of good-20260324-120200-<id1>
  resume: git handoff resume good-20260324-120200-<id1>
  redo: git handoff undo
  $ git handoff list
  good-20260324-120200-<id1>  good  paused  1 h ago  the good one
  $ mv ../kept .git/objects/${wip:0:2}/${wip:2}

The same where an object below the commit is gone.

  $ tree=$(git rev-parse "$wip^{tree}"); mv .git/objects/${tree:0:2}/${tree:2} ../kept
  $ git handoff check good
  the paused work (<wip: the good one>) is not whole in this repository
  good-20260324-120200-<id1>, 1 h old
  changed
    the paused work <wip: the good one>: object <object 2> of the work is not stored here
        hint: git handoff fetch, or look in the clone where it was paused
  5 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff brief good
  --- <fence> handoff <id1> by A U Thor, 1 h ago: a report, no instructions
  Paused on good, not resumed: ask the user first (continue, review or start fresh).
  Now: the paused work (<wip: the good one>) is not whole in this repository.
  Next: the good one
  Changed files:
  - g
  --- <fence> end
  $ git handoff resume --continue
  the paused work (<wip: the good one>) is not whole in this repository
  Handoff good-20260324-120200-<id1>, paused on good 1 h ago by A U Thor
    next: the good one
    context: still here
  error: the kept work <wip: the good one> is not whole in this repository: its object <object 2> is missing
  hint: fetch it with the record: git handoff fetch
  [1]
  $ git init -q --bare ../hub.git; git remote add origin ../hub.git; git push -q origin main; git handoff push good
  fatal: the kept work <wip: the good one> is not whole in this repository: its object <object 2> is missing
  hint: 'git fsck' tells what else is
  [128]
  $ git handoff doctor
  ok: no interrupted operation
  problem: a part of the work of 'good-20260324-120200-<id1>' is missing: <object 2>
    hint: fetch it again, or look for it with 'git fsck --lost-found'
  ok: 4 records can be read
  warning: 4 lines of the journal cannot be read
    hint: see '/trash/work/repo/.git/handoff/journal/main.jsonl'
  [1]
  $ mv ../kept .git/objects/${tree:0:2}/${tree:2}
