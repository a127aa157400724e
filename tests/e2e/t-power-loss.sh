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
  works strace -f -qq -y -s 4096 -o ../log \
    -e trace=write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync,chdir "$@"
  # Calls of two processes can be cut in two lines; put them together by process.
  awk '
    / <unfinished \.\.\.>$/ { sub(/ <unfinished \.\.\.>$/, ""); begun[$1] = $0; next }
    /<\.\.\. [a-z0-9_]+ resumed>/ { pid = $1; sub(/^.*resumed>/, ""); print begun[pid] $0; next }
    { print }' ../log | grep -v ' = -1 ' | sed -nE \
    -e 's/^[0-9]+ +(fsync|fdatasync)\([0-9]+<(.*)>\).*/\1 \2/p' \
    -e 's/^[0-9]+ +(write|pwrite64)\([0-9]+<([^>]*)>.*/write \2/p' \
    -e 's/^[0-9]+ +rename\("(.*)", "(.*)"\) .*/rename \1 \2/p' \
    -e 's/^[0-9]+ +renameat2?\(AT_FDCWD(<[^>]*>)?, "(.*)", AT_FDCWD(<[^>]*>)?, "([^"]*)".*/rename \2 \4/p' \
    -e 's/^[0-9]+ +link\("(.*)", "(.*)"\) .*/link \1 \2/p' \
    -e 's/^[0-9]+ +unlink\("(.*)"\) .*/unlink \1/p' >../events
}

# line_of REGEX: the number of the first event that matches; fails where there is none.
line_of() {
  local line
  line=$(grep -nE -m 1 -e "$1" ../events | cut -d: -f1)
  [ -n "$line" ] || fail "no event matches '$1' in: $(cat ../events)"
  echo "$line"
}

# in_order REGEX REGEX...: the first event of each comes after that of the one before.
in_order() {
  local regex line last=0
  for regex; do
    line=$(line_of "$regex")
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
  # The journal says "folded" on disk before the command ends.
  in_order '^rename .*/op\.json .*/last\.json$' '^fdatasync .*/journal/'
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
  in_order '^rename .*\.keep$' '^rename .*\.git/objects/pack/pack-[0-9a-f]+\.idx$' \
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
test_case "refs are fsynced as core.fsync says" refs_as_core_fsync_says
test_done
