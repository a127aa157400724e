#!/usr/bin/env bash
# A git that fails, lies, prints what nobody can read, prints without end, or never ends. The program ends
# all the same, says what happened, and nothing is lost.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/crash.sh"

real_git=$(command -v git)

# bad_git: ./bin/git does $BAD_HOW where the subcommand is $BAD_SUB (the $BAD_NTH one), and is git otherwise.
bad_git() {
  bad=$case_dir.aside/bad
  mkdir -p "$bad/bin"
  cat >"$bad/bin/git" <<END
#!/bin/bash
skip=no name=none
for word; do
  if [ \$skip = yes ]; then skip=no; continue; fi
  case \$word in -c | -C) skip=yes ;; -*) ;; *) name=\$word; break ;; esac
done
echo "\$name" >>"\$BAD_LOG"
[ "\$name" = "\$BAD_SUB" ] || exec '$real_git' "\$@"
case \$BAD_HOW in
  fails) echo "fatal: no mood today" >&2; exit 128 ;;
  dies) kill -SEGV \$\$ ;;
  silent) exit 0 ;;
  noise) head -c 30000 /dev/urandom; head -c 30000 /dev/urandom >&2; exit 0 ;;
  noisy) '$real_git' "\$@"; code=\$?; head -c 30000 /dev/urandom >&2; exit \$code ;;
  endless) exec yes "endless endless endless endless endless endless endless endless endless" ;;
  endless-error) exec yes "endless endless endless endless endless endless endless endless" >&2 ;;
  hangs) echo \$\$ >"\$BAD_LOG.pid"; exec sleep 300 ;;
esac
END
  chmod +x "$bad/bin/git"
}

# with_bad_git HOW SUB CMD...
with_bad_git() {
  local how=$1 sub=$2
  shift 2
  rm -f "$bad/log" "$bad/log.pid"
  BAD_LOG="$bad/log" BAD_HOW="$how" BAD_SUB="$sub" PATH="$bad/bin:$PATH" "$@"
}

# subcommands VERB: which git commands it starts.
subcommands() {
  fresh_copy
  works with_bad_git fails no-such-command run_verb "$1"
  sort -u "$bad/log"
}

# bad_children VERB HOW...
bad_children() {
  local verb=$1 how sub subs tried=0
  shift
  prepare_verb "$verb"
  bad_git
  subs=$(subcommands "$verb")
  for how; do
    for sub in $subs; do
      fresh_copy
      run with_bad_git "$how" "$sub" run_verb "$verb" timeout 30
      echo "git $sub $how: exit code $code: $err"
      case $code in 0 | 1 | 128) ;; *) fail "git $sub $how: ended with $code: $err" ;; esac
      [ "$how" != noisy ] || expect_equal 0 "$code" "a git that only talks is no failure"
      tried=$((tried + 1))
      [ "$(printf '%s' "$err" | tr -cd '\000-\010\013-\037' | wc -c)" -eq 0 ] || fail "control bytes in: $err"
      proven_with_a_liar "$verb" "$how"
    done
  done
  echo "$tried tried"
}

# A git that says it did what it did not do can leave things in between; the files and the record are there.
proven_with_a_liar() {
  case $2 in
    silent | noise)
      expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
      works git handoff status
      no_leftovers
      works git fsck --full --no-dangling
      local state
      state=$(state_of_tree)
      run git handoff pause -m again
      [ "$code" -eq 0 ] || fail "pause after a lying git: $err"
      run git handoff resume --continue
      [ "$code" -eq 0 ] || fail "resume after a lying git: $err"
      expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
      ;;
    *) proven "$1" ;;
  esac
}

# endless VERB SUB HOW: it ends, within a bound of memory.
endless() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  prepare_verb "$1"
  bad_git
  fresh_copy
  run bash -c "ulimit -v 6000000; exec timeout 100 \"\$@\"" - env BAD_LOG="$bad/log" BAD_HOW="$3" BAD_SUB="$2" \
    PATH="$bad/bin:$PATH" git-handoff "$1"
  expect_equal 128 "$code" "exit code; $err"
  expect_contains "$err" "git"
  proven "$1"
}

for verb in pause resume; do
  test_case "$verb: each git child fails, or only talks too much" bad_children "$verb" fails noisy
done
test_case "pause: each git child is killed, says nothing, or prints noise" bad_children pause dies silent noise
test_case "resume: each git child prints noise" bad_children resume noise
test_case "undo: each git child fails" bad_children undo-pause fails
test_case "a git that prints without end" endless pause status endless
test_case "a git that complains without end" endless pause update-index endless-error
test_done
