# shellcheck shell=bash
# Faults from outside: strace makes one system call of a verb fail, or kills there. The program gives no
# help. Sourced after lib.sh and crash.sh.
#
# A try is WHO CALL N HOW: the N-th CALL (openat, write ...) of WHO, which is our process ("own") or one git
# child ("update-ref.2": the second update-ref).
#   own:    KILL, one of INT, TERM and HUP, or an error: ENOSPC, EIO, EACCES
#   child:  KILL (the child alone), BOTH (the child, and then us), or an error

# shellcheck disable=SC2154  # case_dir, work_files, code, out, err: lib.sh, crash.sh

fault_calls='open openat creat write writev pwrite64 rename renameat renameat2 link linkat unlink unlinkat
  mkdir mkdirat rmdir fsync fdatasync'

need_strace() {
  command -v python3 >/dev/null || skip "no python3 here"
  command -v strace >/dev/null || skip "no strace here"
  strace -qq -o "$case_dir.aside/strace" -e inject=rename:error=EIO true 2>/dev/null ||
    skip "strace may not trace here (ptrace is not allowed, or it is too old to inject)"
}

# The list for -e trace=; a call that this machine has not is passed over.
call_list() {
  local call list=""
  for call in $fault_calls; do list="$list,?$call"; done
  echo "${list#,}"
}

# fake_git_for_faults: in $fault_dir/bin a `git` that strace watches when it is the child that is meant.
# Children of one name are numbered by folders: mkdir succeeds once.
fake_git_for_faults() {
  fault_dir=$case_dir.aside/fault
  mkdir -p "$fault_dir/bin"
  cat >"$fault_dir/bin/git" <<END
#!/bin/sh
name=none skip=no
for word; do
  if [ \$skip = yes ]; then skip=no; continue; fi
  case \$word in
    -c | -C) skip=yes ;;
    -*) ;;
    *) name=\$word; break ;;
  esac
done
n=1
until mkdir "\$FAULT_COUNT/\$name.\$n" 2>/dev/null; do n=\$((n + 1)); done
if [ "\${FAULT_RECORD:-}" ]; then
  exec strace -qq -y -o "\$FAULT_RECORD/\$name.\$n" -e trace="\$FAULT_CALLS" -e signal=none '$(command -v git)' "\$@"
fi
[ "\$name.\$n" = "\${FAULT_CHILD:-}" ] || exec '$(command -v git)' "\$@"
strace -qq -o /dev/null -e trace="\$FAULT_CALL" -e inject="\$FAULT_CALL:\$FAULT_INJECT" '$(command -v git)' "\$@"
code=\$?
[ "\$code" -ne 137 ] || [ "\${FAULT_BOTH:-}" != yes ] || kill -KILL \$PPID
exit \$code
END
  chmod +x "$fault_dir/bin/git"
}

# with_fake_git VERB [ENV...] -- [PREFIX...]: the verb with the fake git first in PATH.
with_fake_git() {
  local verb=$1 settings=()
  shift
  while [ "$1" != -- ]; do
    settings+=("$1")
    shift
  done
  shift
  rm -rf "$fault_dir/count"
  mkdir "$fault_dir/count"
  run_verb "$verb" env "${settings[@]}" FAULT_COUNT="$fault_dir/count" PATH="$fault_dir/bin:$PATH" "$@"
}

# count_calls FILE WHO: "WHO CALL N KIND" for each call in a strace log (of -y); KIND is "reads" where a file is
# opened to be read, and "pipe" where a git child writes into one: git passes over errors there, and there
# are none but for a reader that is gone.
count_calls() {
  awk -v who="$2" -F'(' '/^[a-z_0-9]+\(/ {
    reads = $1 ~ /^open/ && $0 !~ /O_CREAT|O_WRONLY|O_RDWR|O_TRUNC/
    pipe = who != "own" && $0 ~ /^write\([0-9]+<pipe:/
    print who, $1, ++n[$1], reads ? "reads" : pipe ? "pipe" : "writes"
  }' "$1"
}

# all_tries VERB: one line each into ../tries, in an order that mixes them well.
all_tries() {
  local log
  fresh_copy
  works run_verb "$1" strace -qq -y -o "$fault_dir/own" -e trace="$(call_list)" -e signal=none
  fresh_copy
  mkdir "$fault_dir/record"
  works with_fake_git "$1" FAULT_RECORD="$fault_dir/record" FAULT_CALLS="$(call_list)" --
  {
    count_calls "$fault_dir/own" own
    for log in "$fault_dir"/record/*; do count_calls "$log" "$(basename "$log")"; done
  } >../calls
  awk '{
    try = $1 " " $2 " " $3
    print try, $1 == "own" ? "KILL" : "BOTH"
    if ($4 == "pipe") { print try, "KILL"; next }
    print try, "EACCES"
    if ($4 == "reads") next
    print try, "ENOSPC"; print try, "EIO"
    print try, $1 != "own" ? "KILL" : $3 % 3 == 0 ? "INT" : $3 % 3 == 1 ? "TERM" : "HUP"
  }' ../calls >../tries
}

# try_fault VERB WHO CALL N HOW: leaves what `run` leaves.
try_fault() {
  local inject
  case $5 in
    KILL | BOTH) inject=signal=KILL:when=$4 ;;
    E*) inject=error=$5:when=$4 ;;
    *) inject=signal=$5:when=$4 ;;
  esac
  if [ "$2" = own ]; then
    run run_verb "$1" strace -qq -o /dev/null -e trace="$3" -e inject="$3:$inject"
  else
    run with_fake_git "$1" FAULT_CHILD="$2" FAULT_CALL="$3" FAULT_INJECT="$inject" \
      FAULT_BOTH="$([ "$5" = BOTH ] && echo yes)" --
  fi
}

# Everything git has, to tell that nothing changed. The list of records made here only ever grows.
git_fingerprint() {
  find .git -type f ! -name provenance ! -name index -print0 | sort -z | xargs -0 sha256sum
}

# told_locks: a git that is killed before it answers that it has its locks leaves some that nobody can tell from
# another program's: they stay, are told, and who reads that removes them.
told_locks() {
  local lock told
  said="$said$err"
  for _ in 1 2 3 4; do
    told=
    while read -r lock; do
      [[ $said != *"$(basename "$lock")"* ]] || { rm "$lock" && told=yes; }
    done < <(find .git -name '*.lock')
    [ -n "$told" ] || return 0
    works git handoff status
    said="$said$err"
  done
}

# proven_after VERB: what must hold after a fault and the next command.
proven_after() {
  local first="$code" said="$err" told="$out" now
  case $code in
    0 | 1 | 127 | 128 | 129 | 130 | 137 | 143) ;;
    *) fail "ended with $code: $err" ;;
  esac
  case $1 in
    resume-elsewhere | resume-apply) ;;
    *) expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed" ;;
  esac
  works git handoff status
  case ${who:-}:${how:-} in update-ref.*:KILL | update-ref.*:BOTH | symbolic-ref.*:KILL | symbolic-ref.*:BOTH) told_locks ;; esac
  no_leftovers
  where_it_stands >../now
  if [ "$first" -eq 0 ]; then
    # What git could not look at is left out, which is said; it is still in the working tree.
    cmp -s ../now ../after || [[ $1 = pause* && $told = *"left out"* ]] ||
      fail "it said that it worked ($told $said), but: $(diff ../after ../now)"
  else
    before_or_after "$1" ||
      fail "$(echo "between ($said):"; diff ../before ../now; echo "and to after:"; diff ../after ../now)"
  fi
  # Bit for bit what was there before: that is sound.
  now=$(git_fingerprint)
  [ "$now" != "$fingerprint_before" ] || return 0
  works_again_once "$1"
}

# faults_everywhere VERB SAMPLE: every try of --long, else about SAMPLE of them.
faults_everywhere() {
  local who call n how step offset tried=0 survived=0 total
  need_strace
  prepare_verb "$1"
  fake_git_for_faults
  mkdir -p "$case_dir.aside/proven"
  if [ -d "$trash/tries-$1" ]; then
    cp "$trash/tries-$1"/* "$case_dir" # a case of the same verb has looked
  else
    all_tries "$1"
    mkdir "$trash/tries-$1"
    cp "$case_dir/tries" "$case_dir/calls" "$trash/tries-$1"
  fi
  fresh_copy
  works git handoff status
  fingerprint_before=$(git_fingerprint)
  total=$(wc -l <../tries)
  step=1
  [ -n "${HANDOFF_LONG:-}" ] || step=$((total / $2 + 1))
  # Odd, and no multiple of five, or one way to fail would take all of the sample.
  while [ $((step % 2)) -eq 0 ] || [ $((step % 5)) -eq 0 ]; do step=$((step + 1)); done
  # A machine that tests each change tries the same ones each time; people try others.
  seed=${HANDOFF_SEED:-${CI:+1}}
  seed=${seed:-$RANDOM}
  offset=$((seed % step))
  echo "# $1: $total tries in all, $(wc -l <../calls) calls; every ${step}th from $offset (HANDOFF_SEED=$seed)" >&3
  # FAULT_TRIES='status.1 write' runs the tries that contain this, and only these.
  if [ -n "${FAULT_TRIES:-}" ]; then
    grep -E -e "$FAULT_TRIES" ../tries >../chosen || fail "no try contains '$FAULT_TRIES'"
  else
    awk -v step="$step" -v offset="$offset" 'NR % step == offset' ../tries >../chosen
  fi
  while read -r who call n how <&4; do
    fresh_copy
    tried=$((tried + 1))
    echo "try: $who $call $n $how"
    try_fault "$1" "$who" "$call" "$n" "$how"
    (proven_after "$1") || {
      echo "FAILED: $who $call $n $how"
      echo "$1 $who $call $n $how" >>"$case_dir.aside/bad"
      continue
    }
    survived=$((survived + 1))
    [ $((tried % 200)) -ne 0 ] || echo "# $1: $tried tried, $survived survived so far" >&3
  done 4<../chosen
  echo "# $1: $tried tried, $survived survived; they left $(find "$case_dir.aside/proven" -type f | wc -l) states to go on from" >&3
  [ "$tried" -eq "$survived" ] || fail "$(cat "$case_dir.aside/bad")"
}
