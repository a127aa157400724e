#!/usr/bin/env bash
# What a power cut may lose is a question of order: everything is on disk before what refers to it. Read off
# a log of system calls.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

need_strace() {
  command -v strace >/dev/null || skip "no strace here"
  strace -qq -y -o "$case_dir.aside/strace" -e inject=rename:error=EIO true 2>/dev/null ||
    skip "strace may not trace here (ptrace is not allowed)"
}

# log_of CMD...: one line an event in ./events: `fsync PATH`, `rename FROM TO`, `write PATH`, `unlink PATH`,
# `link FROM TO`, in the order in which they ended, of the command and its children.
log_of() {
  works traced "$@"
  read_log
}

traced() {
  strace -f -qq -y -s 4096 -o ../log \
    -e trace=write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync,syncfs,chdir "$@"
}

read_log() {
  # Calls of two processes can be cut in two lines; put them together by process.
  awk '
    / <unfinished \.\.\.>$/ { sub(/ <unfinished \.\.\.>$/, ""); begun[$1] = $0; next }
    /<\.\.\. [a-z0-9_]+ resumed>/ { pid = $1; sub(/^.*resumed>/, ""); print begun[pid] $0; next }
    { print }' ../log | grep -v ' = -1 ' | sed -nE \
    -e 's/^[0-9]+ +(fsync|fdatasync)\([0-9]+<(.*)>\).*/\1 \2/p' \
    -e 's/^[0-9]+ +syncfs\(.*/syncfs/p' \
    -e 's/^[0-9]+ +(write|pwrite64)\([0-9]+<([^>]*)>.*/write \2/p' \
    -e 's/^[0-9]+ +rename\("(.*)", "(.*)"\) .*/rename \1 \2/p' \
    -e 's/^[0-9]+ +renameat2?\(AT_FDCWD(<[^>]*>)?, "(.*)", AT_FDCWD(<[^>]*>)?, "([^"]*)".*/rename \2 \4/p' \
    -e 's/^[0-9]+ +link\("(.*)", "(.*)"\) .*/link \1 \2/p' \
    -e 's/^[0-9]+ +unlink\("(.*)"\) .*/unlink \1/p' >../events
}

# line_of REGEX [LINE]: the number of the first event behind that line that matches; fails where there is none.
line_of() {
  local line
  line=$(awk -v behind="${2:-0}" 'NR > behind' ../events | grep -nE -m 1 -e "$1" | cut -d: -f1)
  [ -n "$line" ] || fail "no event ${2:+behind event $2 }matches '$1' in: $(cat -n ../events)"
  echo $((line + ${2:-0}))
}

# in_order REGEX REGEX...: the first event of each comes after that of the one before. To bring to the disk what is
# there counts from then on only: of fsync and fdatasync it is the first after the one before.
in_order() {
  local regex line last=0
  for regex; do
    case $regex in
      ^f*) line=$(line_of "$regex" "$last") ;;
      *) line=$(line_of "$regex") ;;
    esac
    [ "$line" -gt "$last" ] || fail "event $line, '$regex', should come after event $last of: $(cat -n ../events)"
    last=$line
  done
}

pause_order() {
  need_strace
  crash_repo
  log_of git-handoff pause -m kept
  # The pack is fsynced before it moves into the store, and the store's folder after that.
  in_order '^fsync .*/(tmp_pack_[^/]*|pack-[0-9a-f]+\.pack)$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.pack$' \
    '^fsync .*\.git/objects/pack$' '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/'
  in_order '^fsync .*/(tmp_idx_[^/]*|pack-[0-9a-f]+\.idx)$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.idx$' \
    '^fsync .*\.git/objects/pack$' '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/'
  # The keep file is there before the pack can be seen, and goes when the ref is there.
  in_order '^rename .*\.keep$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.idx$' \
    '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' '^unlink .*\.keep$'
  # The operation is on disk, with its name, before its first step.
  in_order '^fsync .*/op\.json\.tmp' '^rename .*/op\.json\.tmp.* .*/op\.json$' '^fsync .*\.git/handoff$' \
    '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' \
    '^rename .*index\.lock .*\.git/index$' '^rename .*refs/heads/feat\.lock .*refs/heads/feat$' \
    '^rename .*/op\.json .*/last\.json$'
  # The journal says "folded" on disk when the record is there, and before the operation is done: else a
  # recovery says it.
  in_order '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' '^fdatasync .*/journal/' \
    '^rename .*/op\.json .*/last\.json$'
}

# Where nothing is out of the ordinary the pack is ours, written and fsynced in the work folder.
plain_pause_order() {
  need_strace
  make_project
  echo work >>README.md
  echo new >new
  log_of git-handoff pause -m kept
  local part
  for part in pack idx; do
    in_order "^fsync .*/work/[^/]+/pack-[0-9a-f]+\\.$part\$" "^rename .*\\.git/objects/pack/pack-[0-9a-f]+\\.$part\$" \
      '^fsync .*\.git/objects/pack$' '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/'
  done
  # Its index makes a pack visible to every git.
  in_order '^rename .*\.keep$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.pack$' \
    '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.idx$' \
    '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' '^unlink .*\.keep$'
  in_order '^fsync .*/op\.json\.tmp' '^rename .*/op\.json\.tmp.* .*/op\.json$' \
    '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' '^rename .*index\.lock .*\.git/index$' \
    '^rename .*refs/heads/[^/]*\.lock .*refs/heads/[^/]*$'
}

resume_order() {
  need_strace
  crash_repo
  git handoff pause -m kept >/dev/null
  log_of git-handoff resume --continue
  local first
  for first in '^fsync .*/(tmp_pack_[^/]*|pack-[0-9a-f]+\.pack)$' '^fsync .*\.git/objects/pack$' \
    '^fdatasync .*/journal/' '^fsync .*/op\.json\.tmp' '^fsync .*\.git/handoff$'; do
    in_order "$first" '^rename .*refs/heads/feat\.lock .*refs/heads/feat$' '^rename .*index\.lock .*\.git/index$' \
      '^rename .*refs/handoffs/archive/.*\.lock .*refs/handoffs/archive/'
  done
  in_order '^fsync .*/(tmp_pack_[^/]*|pack-[0-9a-f]+\.pack)$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.pack$' \
    '^fsync .*\.git/objects/pack$'
}

note_order() {
  need_strace
  make_project
  git handoff note "the first makes the file" >/dev/null
  log_of git-handoff note "on disk before it is confirmed"
  in_order '^write .*/journal/' '^fdatasync .*/journal/' '^write .*\.aside/err'
}

# Notes follow their branch to another worktree: they are on disk there before they are marked as moved.
brought_order() {
  need_strace
  make_project
  git switch -q -c feat
  git worktree add -q ../linked main
  git handoff note "of feat" >/dev/null
  git switch -q --detach
  cd ../linked
  git switch -q feat
  log_of git-handoff note --list
  expect_contains "$out" "of feat"
  in_order '^write .*/journal/' '^fdatasync .*/journal/' '^write .*/journal/main\.jsonl$'
}

# What has to be on disk before what, by verb. A line is a chain: the first event of each comes after that of the
# one before.
objects='^fsync .*/(tmp_pack_[^/]*|pack-[0-9a-f]+\.pack)$ << ^rename .*\.git/objects/pack/pack-[0-9a-f]+\.pack$ << ^fsync .*\.git/objects/pack$'
op_log='^fsync .*/op\.json\.tmp << ^rename .*/op\.json\.tmp.* .*/op\.json$ << ^fsync .*\.git/handoff$'
live='^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/'
archived='^rename .*refs/handoffs/archive/.*\.lock .*refs/handoffs/archive/'
branch='^rename .*refs/heads/feat\.lock .*refs/heads/feat$'
index='^rename .*index\.lock .*\.git/index$'
journal='^write .*/journal/ << ^fdatasync .*/journal/'
index_before='^fsync .*/handoff/checkout/index\.before << ^rename .*/handoff/checkout/index\.before[^ ]* .*/index\.before$ << ^rename .*index\.lock .*\.git/index$'
checkout='^fsync .*/files\.json\.tmp << ^rename .*/files\.json\.tmp.* .*/files\.json$ << ^fsync .*\.git/handoff$'

made='^fsync .*/handoff/checkout/new/ << ^rename .*/files\.json\.tmp.* .*/files\.json$'
moved='^rename .*/handoff/checkout/.* .*/repo/[^.]|^rename .*/repo/[^.].* .*/handoff/checkout/'

# expect_chains CHAIN...
expect_chains() {
  local chain regexes
  for chain; do
    readarray -t regexes <<<"${chain// << /$'\n'}"
    in_order "${regexes[@]}"
  done
}

# order_of VERB CHAIN...
order_of() {
  local verb=$1
  shift
  need_strace
  crash_repo
  before_verb "$verb"
  works run_verb "$verb" traced
  read_log
  expect_chains "$@"
}

edit_order() {
  need_strace
  crash_repo
  git handoff pause -m kept >/dev/null
  log_of git-handoff edit -m edited
  expect_chains "$objects << $live" "$op_log << $live"
}

# What undo writes again is written down before the file goes.
consume_order() {
  need_strace
  make_project
  echo '{"version": 1, "workflow": "execute", "next_action": "go on"}' >HANDOFF.json
  git handoff pause --from HANDOFF.json >/dev/null
  log_of git-handoff resume --continue --consume
  in_order '^rename .*/inputs\.json$' '^unlink .*/repo/HANDOFF\.json$'
}

import_order() {
  need_strace
  crash_repo
  git handoff pause -m kept >/dev/null
  git handoff show --format json >../HANDOFF.json
  git handoff discard >/dev/null
  log_of git-handoff import ../HANDOFF.json
  expect_chains "$objects << $live" "$op_log << $live"
}

# Ten days are over for a record and for a note in it.
gc_order() {
  need_strace
  crash_repo
  git handoff pause -m kept >/dev/null
  git handoff discard >/dev/null
  git config handoff.keepDays 0
  sed -i -E 's/"time": *"[^"]*"/"time":"2026-01-01T00:00:00Z"/g' .git/handoff/journal/main.jsonl
  log_of git-handoff gc
  expect_chains "$op_log << ^unlink .*refs/handoffs/archive/" \
    '^fsync .*/journal/main\.jsonl\.tmp << ^rename .*/main\.jsonl\.tmp.* .*/main\.jsonl$ << ^fsync .*/handoff/journal$'
}

# The names of new folders are as good as the file: each has to be on disk up to the one that was there.
first_journal_order() {
  need_strace
  make_project
  log_of git-handoff note "on disk before it is confirmed"
  expect_chains '^fsync .*/repo/\.git$ << ^write .*\.aside/err' '^fsync .*/\.git/handoff$ << ^write .*\.aside/err' \
    "$journal << ^fsync .*/handoff/journal\$ << ^write .*\.aside/err"
}

first_pause_order() {
  need_strace
  make_project
  echo work >>README
  log_of git-handoff pause -m kept
  expect_chains "$op_log << $live" "^fsync .*/repo/\.git\$ << $live"
}

published_order() {
  need_strace
  crash_repo
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  git handoff init --hooks all >/dev/null 2>&1
  git handoff pause -m kept >/dev/null
  log_of git push -q ../remote.git feat
  expect_chains '^write .*/handoff/published << ^fdatasync .*/handoff/published << ^fsync .*\.git/handoff$'
}

settings_order() {
  need_strace
  make_project
  write .claude/settings.json '{"model": "mine"}'
  log_of git-handoff init --agent claude
  expect_chains '^fsync .*/handoff/agents/[^/]*\.tmp << ^rename .*/handoff/agents/.*\.tmp << ^fsync .*/handoff/agents$ << ^rename .*/\.claude/settings\.json$' \
    '^fsync .*/repo/\.git$ << ^rename .*/\.claude/settings\.json$'
}

# The server may carry out what was sent just before the power goes: that it was sent is known then.
push_order() {
  need_strace
  crash_repo
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  git push -q origin feat
  git handoff pause -m kept >/dev/null
  log_of git-handoff push
  expect_chains '^fsync .*/handoff/shared/[^/]*\.tmp << ^rename .*/handoff/shared/[^/]*\.tmp.* .*/handoff/shared/ << ^fsync .*/handoff/shared$ << ^rename .*/remote\.git/.*refs/handoffs/shared/.*\.lock '
}

# Refs are fsynced where the user's core.fsync says so: git moves them.
refs_as_core_fsync_says() {
  need_strace
  crash_repo
  git config core.fsync committed,reference
  log_of git-handoff pause -m kept
  in_order '^fsync .*refs/handoffs/active/.*\.lock' '^rename .*refs/handoffs/active/.*\.lock .*refs/handoffs/active/' \
    '^fsync .*refs/heads/feat\.lock' '^rename .*refs/heads/feat\.lock .*refs/heads/feat$'
}

test_case "pause: objects, record, operation, index, branch: each on disk before what refers to it" pause_order
test_case "a plain pause: the pack is on disk before its ref" plain_pause_order
test_case "resume: the carried notes and the operation are on disk before the branch moves" resume_order
test_case "note: on disk before it is confirmed" note_order
test_case "notes of another worktree: on disk here before they are marked as moved there" brought_order
while IFS=';' read -r verb chains; do
  IFS=';' read -ra chains <<<"$chains"
  test_case "$verb: what is on disk before what" order_of "$verb" "${chains[@]}"
done <<END
undo-pause;$op_log << $branch << $index << $archived
undo-resume;$op_log << $live << $index << $branch;$journal
undo-discard;$op_log << $live
discard;$objects << $archived;^fdatasync .*/provenance << $archived;$op_log << $archived
checkpoint;$objects << $live;^fdatasync .*/provenance << $live;$op_log << $live
resume-elsewhere;$made << $moved;$checkout << $moved;$checkout << $index;$index_before;$objects << $archived;$op_log << $branch << $archived;$journal
fresh;$made << $moved;$checkout << $moved;$checkout << $index;$index_before;$objects << $archived;$op_log << $branch;$journal
undo-fresh;$made << $moved;$checkout << $moved;$checkout << $index;$op_log << $live
resume-apply;$made << $moved;$checkout << $moved;$checkout << $index;$index_before;$objects << $archived;$op_log << $archived;$journal
END
test_case "edit: what is on disk before what" edit_order
test_case "resume --consume: what a file holds is written down before it goes" consume_order
test_case "import: what is on disk before what" import_order
test_case "gc: the operation before refs go, the new journal before the old one goes" gc_order
test_case "the first note of a repository: the names of new folders as well" first_journal_order
test_case "the first pause of a repository: the names of new folders as well" first_pause_order
test_case "pre-push: what was published is on disk, and its name" published_order
test_case "push: what is sent is written down before it goes" push_order
test_case "init --agent: what was there is on disk before it is replaced" settings_order
test_case "refs are fsynced as core.fsync says" refs_as_core_fsync_says
# So many files come to the disk together.
many_files_order() {
  need_strace
  make_project
  git branch other
  mkdir many
  for i in $(seq 40); do echo "$i" >"many/$i"; done
  works git handoff pause -m kept
  git switch -q other
  log_of git-handoff resume --continue --switch "$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)"
  in_order '^syncfs' '^rename .*many$|^rename .*many/7$|^link .*many/7$'
}
test_case "many files: their bytes are on the disk before their names" many_files_order
test_done
