What a check says of what became of the things that a record names.

  $ project
  $ write docs/plan.md "# Plan" "" "- [ ] one" "- [ ] two"; write src/gone.c "int gone;" ; write src/line.c "int a;" "int here(void);" "int b;"
  $ commit "docs: the plan"
  $ write done.c "done"; commit "done: parser"; done=$(git rev-parse HEAD)
  $ cat >../record.json <<END
  > {"version": 1, "next_action": "finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c",
  >  "completed_tasks": [{"name": "parser", "status": "done", "commit": "$done"}, {"name": "lexer", "status": "done", "commit": "$done"}, {"name": "linker", "status": "done", "commit": "0123456789012345678901234567890123456789"}],
  >  "remaining_tasks": [{"name": "expire the tokens of workers", "files": ["src/gone.c"]}, {"name": "write the manual page"}],
  >  "documents": [{"path": "docs/plan.md"}, {"path": "docs/none.md"}], "files_modified": ["src/main.c", "src/none.c"],
  >  "blockers": [{"description": "waits for #17", "check": "true"}], "human_actions_pending": [{"action": "ask Ben", "blocking": false}]}
  > END
  $ work
  $ git handoff pause --from ../record.json
  warning: there is no commit 0123456789012345678901234567890123456789 in this repository; 'git handoff edit --from FILE' corrects it, 'git handoff lint' lists 2 more
  Paused main as main-20260324-120700-<id1> (WIP <wip: finish src/main.c and src/line....>, 3 files)
  next: finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  resume: git handoff resume
  $ git handoff check -v
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 1 min old
  changed
    docs/none.md: not there
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
  to confirm by a person
    waits for a person: ask Ben; done?
    blocked by: waits for #17; is it still in the way?
        to verify it: true
  to know
    src/none.c: not there, and was not when recorded: to be written?
    docs/plan.md: none of its tasks is one of the record's, by name
    the record is 1 min old
  confirmed
    src/main.c, src/util.c, notes/todo.txt: saved in the WIP commit <wip: finish src/main.c and src/line....>, as paused
    src/main.c, src/gone.c: it exists
    src/line.c:2: line 2 is as recorded (int here(void);)
    src/util.c:util(): util is at line 1
    the paused work <wip: finish src/main.c and src/line....>: HEAD is the WIP commit, as paused
    docs/plan.md: as recorded
    nothing is under way
    <done: parser> (completed_tasks 'parser'): in history: <done: parser> ('done: parser')
    it is checked out
    the same worktree
    its base <done: parser>: HEAD descends from it
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff check --json | jq -r '.verdict, (.findings[] | [.status, .kind, .subject, .text] | map(. // "-" | tostring) | join(" | "))' | head -n 40
  changed
  - | - | 2026-03-24T12:07:00Z | -
  - | - | main | -
  - | - | <wip: finish src/main.c and src/line....> | -
  - | - | none | -
  - | - | main | -
  - | - | notes/todo.txt | -
  - | - | src/main.c | -
  - | - | src/util.c | -
  - | - | <done: parser> | -
  - | - | <done: parser> (completed_tasks 'parser') | -
  - | - | 0123456789012345678901234567890123456789 (completed_tasks 'linker') | -
  - | - | src/main.c | -
  - | - | src/line.c:2 | -
  - | - | src/util.c:util() | -
  - | - | src/none.c | -
  - | - | src/gone.c | -
  - | - | docs/plan.md | -
  - | - | docs/none.md | -
  - | - | docs/plan.md | -
  - | - | waits for #17 | -
  - | - | ask Ben | -

The world moves on, on another branch and on this one.

  $ git switch -q -c other main~1
  $ git -c user.name=Ben commit -q --allow-empty -m "expire the tokens of all workers (#17)"
  $ write src/main.c "int main(void) { return 1; }"; git -c user.name=Ben commit -q -a -m "main: return 1"
  $ git switch -q main
  $ git rebase -q other
  Auto-merging src/main.c
  CONFLICT (content): Merge conflict in src/main.c
  error: could not apply <wip: finish src/main.c and src/line....>... wip: finish src/main.c and src/line.c:2, then src/util.c:util(...
  hint: Resolve all conflicts manually, mark them as resolved with
  hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
  hint: You can instead skip this commit: run "git rebase --skip".
  hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
  Could not apply <wip: finish src/main.c and src/line....>... wip: finish src/main.c and src/line.c:2, then src/util.c:util(...
  [1]
  $ git status --short
  A  notes/todo.txt
  UU src/main.c
  M  src/util.c
  $ git rebase --abort 2>/dev/null
  $ git handoff check
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 10 min old
  changed
    docs/none.md: not there
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
  to confirm by a person
    waits for a person: ask Ben; done?
    blocked by: waits for #17; is it still in the way?
        to verify it: true
  to know
    src/none.c: not there, and was not when recorded: to be written?
    docs/plan.md: none of its tasks is one of the record's, by name
  14 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff resume --continue
  commit 0123456789012345678901234567890123456789 is not in this repository
  Handoff main-20260324-120700-<id1>, paused on main 11 min ago by A U Thor
    next: finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
    waits for a person: ask Ben
    blocker: waits for #17
    tasks: 3 done, 2 to do
    to do: expire the tokens of workers
    to do: write the manual page
    more: 2 documents: git handoff show main-20260324-120700-<id1>
    docs/none.md: not there
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
  Resumed main: 3 files and the index are as they were
  next: finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  carried over: 6 items, for the next handoff: git handoff note --list
  WIP commit: <wip: finish src/main.c and src/line....>, no longer on the branch
  undo: git handoff undo (until 2026-04-23)
  $ git rm -q -f src/gone.c; write src/line.c "int z;" "int a;" "int here(void);" "int b;"; write docs/plan.md "# Plan" "" "- [x] one" "- [ ] two" "- [ ] three"
  $ git handoff undo
  Undone: resume of main-20260324-120700-<id1>
  backup: the tree as it was: git handoff show main-20260324-122000-<id2>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120700-<id1>
  redo: git handoff undo
  $ git handoff check
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 14 min old
  changed
    src/line.c:2: line 2 is now 3 (int here(void);)
    src/gone.c: the file is gone
        hint: git log -1 --stat -- :/src/gone.c
    docs/plan.md: changed since
        hint: read it again before going on
    docs/none.md: not there
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
  to confirm by a person
    waits for a person: ask Ben; done?
    blocked by: waits for #17; is it still in the way?
        to verify it: true
  to know
    src/none.c: not there, and was not when recorded: to be written?
    src/line.c, src/gone.c, docs/plan.md: uncommitted, and not in the record
    docs/plan.md: none of its tasks is one of the record's, by name
  11 facts are as recorded (-v lists them)
  new commits: 0 on HEAD; none touches what the record names
  [1]
  $ git handoff brief
  --- <fence> handoff <id1> by A U Thor, 15 min ago: a report, no instructions
  Paused on main, not resumed: ask the user first (continue, review or start fresh).
  Since then:
  - commits that are not in this repository: 0123456789012345678901234567890123456789
  Next: finish src/main.c and src/line.c:2 [now :3], then src/util.c:util() and src/none.c
  To do:
  - expire the tokens of workers; src/gone.c [gone]
  - write the manual page
  Blockers:
  - waits for #17
  Waits for a person:
  - ask Ben
  Context:
  - read docs/plan.md [changed since]
  - read docs/none.md [gone]
  New files:
  - notes/todo.txt
  Changed files:
  - src/main.c, src/util.c
  Done:
  - parser (<done: parser>)
  - lexer (<done: parser>)
  - linker (0123456 [lost])
  --- <fence> end
  $ git checkout -q HEAD -- . ; git commit -q --allow-empty -m "wip on top"; git revert --no-edit $done >/dev/null
  $ git handoff check
  2 commits are on top of the paused work
  main-20260324-120700-<id1>, 17 min old
  changed
    docs/none.md: not there
    <done: parser> (completed_tasks 'parser'): reverted by <Revert "done: parser"> ('Revert "done: parser"')
        hint: its work is no longer in the tree: read why before building on it
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
    its base <done: parser>: reverted by <Revert "done: parser"> ('Revert "done: parser"')
        hint: its work is no longer in the tree: read why before building on it
  to confirm by a person
    waits for a person: ask Ben; done?
    blocked by: waits for #17; is it still in the way?
        to verify it: true
  to know
    src/none.c: not there, and was not when recorded: to be written?
    docs/plan.md: none of its tasks is one of the record's, by name
  11 facts are as recorded (-v lists them)
  new commits: 2 on HEAD; none touches what the record names
  [1]
  $ git reset -q --hard HEAD~2

Age: a day, a week, a year.

  $ pass_time 90000; git handoff status | head -n 3; git handoff check | head -n 4
  commit 0123456789012345678901234567890123456789 is not in this repository
  Paused on 'main':
  <id1>  25 h ago  finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 25 h old
  changed
    docs/none.md: not there
  $ pass_time 604800; git handoff status | head -n 3; git handoff check | head -n 4
  commit 0123456789012345678901234567890123456789 is not in this repository
  Paused on 'main':
  <id1>  8 days ago  finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 8 days old
  changed
    docs/none.md: not there
  $ pass_time 31536000; git handoff list; git handoff check | head -n 4
  main-20260324-120700-<id1>  main  paused  12 months ago  finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  commit 0123456789012345678901234567890123456789 is not in this repository
  main-20260324-120700-<id1>, 12 months old
  changed
    docs/none.md: not there
  $ git handoff resume --continue
  commit 0123456789012345678901234567890123456789 is not in this repository
  Handoff main-20260324-120700-<id1>, paused on main 12 months ago by A U Thor
    next: finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
    waits for a person: ask Ben
    blocker: waits for #17
    tasks: 3 done, 2 to do
    to do: expire the tokens of workers
    to do: write the manual page
    more: 2 documents: git handoff show main-20260324-120700-<id1>
    docs/none.md: not there
    0123456789012345678901234567890123456789 (completed_tasks 'linker'): no such commit in this repository: lost, mistyped, or from another one
        hint: do not count on it; 'git fetch' may bring it
  note: this handoff is 12 months old: rely on its decisions and context, take the rest from the code
  Resumed main: 3 files and the index are as they were
  next: finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  carried over: 6 items, for the next handoff: git handoff note --list
  WIP commit: <wip: finish src/main.c and src/line....>, no longer on the branch
  undo: git handoff undo (until 2027-05-01)
  $ git handoff undo; git handoff gc
  Undone: resume of main-20260324-120700-<id1>
  files: as they are; the index went back, and the branch ends in the WIP commit again
  resume: git handoff resume main-20260324-120700-<id1>
  redo: git handoff undo
  dropped main-20260324-122000-<id2>
  0 archived handoffs stay (kept 30 days; live ones for ever)
  $ git handoff discard; pass_time 2592000; git handoff list --archived; git handoff gc; git handoff list --archived
  Discarded: main-20260324-120700-<id1>; no file, branch or index was touched
  WIP commit: <wip: finish src/main.c and src/line....> stays on main; to remove it from the branch: git handoff undo main-20260324-120700-<id1>, then git handoff resume --continue
  carried over: 6 items, for the next handoff: git handoff note --list
  undo: git handoff undo main-20260324-120700-<id1> (until 2027-05-01)
  main-20260324-120700-<id1>  main  discarded  4 weeks ago  finish src/main.c and src/line.c:2, then src/util.c:util() and src/none.c
  dropped main-20260324-120700-<id1>
  0 archived handoffs stay (kept 30 days; live ones for ever)
  note: nothing is archived in this repository
  $ git handoff undo
  error: cannot undo: 'refs/handoffs/archive/main/main-20260324-120700-<id1>' is not where that operation left it
  hint: it is gone: 'git handoff gc' drops what was archived long ago
  [1]
