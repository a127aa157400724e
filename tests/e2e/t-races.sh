#!/usr/bin/env bash
# Many at once: pauses in eight worktrees beside notes, gc and pack-refs; one record that many want; many
# pauses of one tree. Nothing is lost, no lock of ours stays.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # the processor is what they race for
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/races.sh"
. "$e2e_dir/strace.sh"

# So many rounds of each, more with --long.
rounds=2
[ -z "${HANDOFF_LONG:-}" ] || rounds=6

worktrees_at_once() {
  make_project
  local i r
  for i in 1 2 3 4 5 6 7 8; do git worktree add -q -b "b$i" "../w$i"; done
  for r in $(seq "$rounds"); do
    for i in 1 2 3 4 5 6 7 8; do
      write "../w$i/new$r.txt" "work $i $r"
      (cd "../w$i" && state_of_tree >"../state$i"; set +e; git handoff pause -m "r$r" >"../log$i" 2>&1; echo $? >"../code$i") &
    done
    (for k in 1 2 3; do git gc -q --prune=now >/dev/null 2>&1; git pack-refs --all; done) &
    (for k in 1 2 3 4 5 6; do git handoff note "n$r.$k" >/dev/null 2>>../notes.err; done) &
    (for k in 1 2 3 4 5 6; do git handoff note "m$r.$k" >/dev/null 2>>../notes.err; done) &
    wait
    for i in 1 2 3 4 5 6 7 8; do
      expect_equal 0 "$(cat "../code$i")" "round $r worktree $i: $(cat "../log$i")"
      (cd "../w$i" && git handoff resume --continue >"../log$i" 2>&1; echo $? >"../code$i") &
    done
    wait
    for i in 1 2 3 4 5 6 7 8; do
      expect_equal 0 "$(cat "../code$i")" "resume round $r worktree $i: $(cat "../log$i")"
      expect_equal "$(cat "../state$i")" "$(cd "../w$i" && state_of_tree)" "worktree $i"
    done
  done
  expect_equal $((12 * rounds)) "$(git handoff note --list --json | grep -oE '"text": *"[nm][0-9]\.[0-9]"' | wc -l)" notes
  expect_equal "" "$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' \))" left
  works git fsck --full
}
one_wins() {
  make_project; make_work
  local i r won
  state=$(state_of_tree)
  for r in $(seq "$rounds"); do
    rm -f ../code*; works git handoff pause -m x
    for i in 1 2 3 4 5 6 7 8; do
      (set +e; if [ $((i % 2)) = 0 ]; then git handoff resume --continue; else git handoff discard; fi >"../log$i" 2>&1; echo $? >"../code$i") &
    done
    wait
    won=$(cat ../code* | grep -c '^0$' || true)
    [ "$won" = 1 ] || fail "round $r: $won won: $(head -50 ../log* ../code*)"
    works git handoff status
    expect_equal "" "$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' \))" left
    if ! git log -1 --format=%s | grep -q '^wip'; then expect_state "$state"; else git handoff undo >/dev/null; git handoff resume --continue >/dev/null 2>&1; expect_state "$state"; fi
  done
}
pauses_at_once() {
  make_project; make_work
  state=$(files_of_tree); full=$(state_of_tree)
  for r in $(seq "$rounds"); do
    for i in 1 2 3 4 5 6; do (set +e; git handoff pause -m "$i" >"../log$i" 2>&1; echo $? >"../code$i") & done
    wait
    expect_equal "$state" "$(files_of_tree)"
    works git handoff status
    grep -q '^0$' ../code* || fail "nobody: $(cat ../log*)"
    expect_equal "" "$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' \))" left
    run git handoff resume --continue; [ "$code" = 0 ] || fail "$err / $(git handoff list) $(cat ../log*)"
    expect_equal "$full" "$(state_of_tree)" "round $r: $(cat ../log*)"
    while git handoff discard >/dev/null 2>&1; do :; done
  done
}

# seen_while_renamed VERB...: the verb runs while a git that lists what is not to be dropped, as `git repack -a`
# does, has read the loose refs and not yet packed-refs. What was there before and is needed after it has to find.
seen_while_renamed() {
  local lister i
  git pack-refs --all
  git rev-list --all --reflog | sort >../listed.before
  rm -f ../reading ../listed
  strace -o ../reading -P .git/refs/tags/ -e trace=openat -e inject=openat:signal=STOP:when=1 \
    git rev-list --all --reflog --indexed-objects >../listed 2>../list.err &
  lister=$!
  for i in $(seq 200); do
    ! grep -q "stopped by SIGSTOP" ../reading 2>/dev/null || break
    sleep 0.02
  done
  expect_contains "$(cat ../reading)" "stopped by SIGSTOP"
  works "$@"
  pkill -CONT -P "$lister"
  wait "$lister"
  git rev-list --glob=refs/handoffs | sort | comm -12 - ../listed.before >../needed
  [ -s ../needed ] || fail "nothing to look for"
  expect_equal "" "$(sort ../listed | comm -23 ../needed -)" "what a gc would have dropped during $*"
}

renamed_under_a_lister() {
  need_strace
  make_project
  make_work
  works git handoff pause -m "listed meanwhile"
  git switch -q -c other HEAD~1 # what is kept for undo is another operation's by then
  write elsewhere "work"
  works git handoff pause -m "the last operation"
  git switch -q main
  seen_while_renamed git handoff resume --continue
  seen_while_renamed git handoff undo
  seen_while_renamed git handoff discard
  seen_while_renamed git handoff undo
  expect_clean
}

# A list of refs that was read while a record got another name holds neither: the first one here leaves it out.
missed_by_a_list() {
  local id bin=$case_dir.aside/bin real
  make_project
  make_work
  works git handoff pause -m "looked for while it moves"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff discard
  printf '[extensions] # whoever reads refs without git leaves it to git here\n' >>.git/config
  real=$(command -v git)
  mkdir -p "$bin"
  cat >"$bin/git" <<END
#!/bin/sh
case " \$* " in
  *" for-each-ref "*) [ -e "$bin/listed" ] || { : >"$bin/listed"; '$real' "\$@" | grep -v '$id'; exit 0; } ;;
esac
exec '$real' "\$@"
END
  chmod +x "$bin/git"
  PATH=$bin:$PATH run git-handoff discard "$id"
  [ -e "$bin/listed" ] || fail "no refs were listed"
  expect_equal 1 "$code" "$(show_run discard)"
  expect_contains "$err" "discarded by A U Thor"
}

test_case "eight worktrees pause and resume beside notes, gc --prune=now and pack-refs" worktrees_at_once
test_case "of eight that resume or discard one record, one wins" one_wins
test_case "six pauses of one tree at once lose nothing" pauses_at_once
test_case "a gc that lists refs while a record gets another name finds it" renamed_under_a_lister
test_case "a record that a list of refs misses while it moves is looked for again" missed_by_a_list
# first_notes_at_once CALL: two processes write the first words of a user; one of them stops behind this call, when it
# has seen that there is no key, until the other has made one.
first_notes_at_once() {
  local key=$HOME/.local/state/git-handoff/key slow i
  need_strace
  make_project
  rm -f "$key" "$case_dir.aside/trace"
  mkdir -p "$case_dir.aside" "$(dirname "$key")"
  strace -qq -o "$case_dir.aside/trace" -P "$key" -e "trace=$1" -e "inject=$1:signal=STOP:when=1" \
    git-handoff note "the slow one" >/dev/null 2>"$case_dir.aside/slow.err" &
  slow=$!
  for i in $(seq 500); do
    ! grep -q "stopped by SIGSTOP" "$case_dir.aside/trace" 2>/dev/null || break
    sleep 0.02
  done
  expect_contains "$(cat "$case_dir.aside/trace")" "stopped by SIGSTOP"
  works git handoff note "the quick one"
  pkill -CONT -P "$slow"
  wait "$slow" || fail "the slow one: $(cat "$case_dir.aside/slow.err")"
  works git handoff note --list
  expect_contains "$out" "the quick one"
  expect_contains "$out" "the slow one"
}
test_case "a key that another process makes at the same moment is one's own: behind open" first_notes_at_once openat
test_case "a key that another process makes at the same moment is one's own: behind the look" first_notes_at_once newfstatat
test_done
