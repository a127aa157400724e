#!/usr/bin/env bash
# What start-up, the hooks and status cost in instructions and in processes, which does not depend on the
# machine's noise. Fails where instructions grow by more than a tenth over bench/instructions.txt, or
# where a process is added.
#
#   tests/instructions.sh [--record]      --record writes the file anew
#
# The numbers hold for one compiler and one build type: elsewhere the cases say "skipped".
. "$(dirname "$0")/e2e/lib.sh"

recorded=$project_dir/bench/instructions.txt
record=no
[ "${1:-}" != --record ] || record=yes

build_type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$bin_dir/CMakeCache.txt" 2>/dev/null)
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$bin_dir/CMakeCache.txt" 2>/dev/null)
key="$("${compiler:-c++}" -dumpfullversion 2>/dev/null), $(ldd --version 2>/dev/null | sed -n '1s/.* //p'), $(uname -m), $build_type"

# ended_well CODE CMD...: a program that dies early costs little. 1 says a check that found something, and a resume that
# only shows.
ended_well() {
  case $1:$3 in 1:check | 1:resume) ;; *) fail "${*:2}: exit code $1" ;; esac
}

# instructions CMD...: of the program alone, not of its children. Its environment is always the same.
instructions() {
  env -i PATH="$PATH" HOME="$HOME" LC_ALL=C GIT_CONFIG_NOSYSTEM=1 \
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$case_dir.aside/valgrind" "$@" \
    >/dev/null 2>&1 || ended_well $? "$@"
  sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$case_dir.aside/valgrind"
}

# processes CMD...: how many programs are started, itself included.
processes() {
  strace -f -qq -e trace=execve -o "$case_dir.aside/strace" "$@" >/dev/null 2>&1 || ended_well $? "$@"
  grep -cE 'execve\(.* = 0$|execve resumed.* = 0$' "$case_dir.aside/strace"
}

# measure NAME CMD...: compares with the recorded numbers, or prints them to be recorded.
measure() {
  local name=$1 count children limit old old_children
  shift
  count=$(instructions "$@")
  [ -n "$count" ] || fail "valgrind counted nothing: $(cat "$case_dir.aside/valgrind")"
  children=$(processes "$@")
  echo "$name: $count instructions, $children processes"
  if [ "$record" = yes ]; then
    printf '%s\t%s\t%s\n' "$name" "$count" "$children" >>"$recorded.new"
    return
  fi
  IFS=$'\t' read -r _ old old_children < <(grep -P "^\Q$name\E\t" "$recorded") ||
    fail "'$name' is not recorded: run tests/instructions.sh --record"
  limit=$((old + old / 10))
  [ "$count" -le "$limit" ] || fail "$count instructions, $old recorded: more than a tenth above"
  [ "$children" -le "$old_children" ] || fail "$children processes, $old_children recorded"
}

comparable() {
  command -v valgrind >/dev/null || skip "no valgrind here"
  command -v strace >/dev/null || skip "no strace here"
  [ "$record" = yes ] && return
  [ "$(sed -n 's/^# build: //p' "$recorded")" = "$key" ] ||
    skip "recorded for $(sed -n 's/^# build: //p' "$recorded"); this is $key"
}

start_up() {
  comparable
  measure "start-up" git-handoff --version
}

hook_with_nothing_paused() {
  comparable
  make_project
  local head
  head=$(git rev-parse HEAD)
  measure "post-checkout, nothing paused" git-handoff hook post-checkout "$head" "$head" 1
}

# The branch itself has none of the records: the loose and packed look-ups, and its reflog.
hook_among_packed_refs() {
  comparable
  make_project
  local head i
  head=$(git rev-parse HEAD)
  for i in $(seq 10000); do
    echo "create refs/tags/t$i $head"
    echo "create refs/handoffs/active/topic-$i/topic-$i-20260324-120000-abcd $head"
  done | git update-ref --stdin
  git pack-refs --all
  measure "post-checkout, 10,000 records and packed refs" git-handoff hook post-checkout "$head" "$head" 1
}

status_with_nothing_paused() {
  comparable
  make_project
  measure "status --prompt, nothing paused" git-handoff status --prompt
}

status_with_a_record() {
  comparable
  make_project
  make_work
  git-handoff pause -m where --next "write src/util.c" >/dev/null
  measure "status --prompt, paused" git-handoff status --prompt
  measure "status, paused" git-handoff status
  git-handoff discard >/dev/null
  git reset -q --hard HEAD~1
  make_work
  git-handoff checkpoint >/dev/null
  git commit -qam "committed since"
  measure "status --prompt, a checkpoint and commits since" git-handoff status --prompt
}

# The working tree is scanned once, for the comparison and the check.
resume_that_only_shows() {
  comparable
  make_project
  make_work
  git-handoff pause -m where --next "write src/util.c" >/dev/null
  measure "resume, shown" git-handoff resume
}

session_start() {
  comparable
  make_project
  measure "session start, nothing paused" git-handoff hook claude SessionStart
  make_work
  git-handoff pause -m where --next "write src/util.c" >/dev/null
  measure "session start, paused" git-handoff hook claude SessionStart
}

check_of_recent_commits() {
  comparable
  make_project
  local i tasks=""
  for i in $(seq 50); do
    git commit -q --allow-empty -m "work $i"
    tasks+="{\"name\": \"$i\", \"status\": \"done\", \"commit\": \"$(git rev-parse --short=9 HEAD)\"},"
  done
  git-handoff pause --from - >/dev/null <<JSON
{"version": 1, "next_action": "edit src/util.c", "completed_tasks": [${tasks%,}]}
JSON
  measure "check, 50 recorded commits" git-handoff check
}

# The commits since are of the same files, so their changes are compared with those of the recorded ones.
check_of_a_long_way() {
  comparable
  make_project
  local i tasks=""
  for i in $(seq 550); do
    printf 'commit refs/heads/main\ncommitter A <a@x> %d +0000\ndata 4\nw%03d\n' $((tick + i)) "$i"
    [ "$i" -gt 1 ] || echo "from refs/heads/main^0"
    printf 'M 100644 inline src/d%d/f%d\ndata 4\n%04d\n' $((i % 7)) $((i % 97)) "$i"
  done | git fast-import --quiet
  git reset -q --hard main~500
  for i in $(git log -50 --format=%h); do
    tasks+="{\"name\": \"$i\", \"status\": \"done\", \"commit\": \"$i\"},"
  done
  git-handoff pause --from - >/dev/null <<JSON
{"version": 1, "next_action": "edit src/util.c", "completed_tasks": [${tasks%,}]}
JSON
  git reset -q --hard "main@{1}"
  expect_equal 500 "$(git-handoff check --json | jq .commits_since.head)"
  measure "check, 50 recorded commits, 500 since" git-handoff check
}

if [ "$record" = yes ]; then
  {
    echo "# Instructions and processes, by tests/instructions.sh --record. Columns: what, instructions, processes."
    echo "# build: $key"
  } >"$recorded.new"
fi
test_case "start-up costs what it did" start_up
test_case "post-checkout costs what it did where nothing is paused" hook_with_nothing_paused
test_case "post-checkout costs what it did among many records and packed refs" hook_among_packed_refs
test_case "status costs what it did where nothing is paused" status_with_nothing_paused
test_case "status costs what it did with a record" status_with_a_record
test_case "a resume that only shows costs what it did" resume_that_only_shows
test_case "the start of an agent's session costs what it did" session_start
test_case "a check of recent commits costs what it did" check_of_recent_commits
test_case "a check of what 500 commits brought costs what it did" check_of_a_long_way
[ "$record" = no ] || mv "$recorded.new" "$recorded"
test_done
