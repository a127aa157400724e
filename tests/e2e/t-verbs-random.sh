#!/usr/bin/env bash
# Random sequences of verbs, plain commits, rebases and switches: after each step no file of the working
# tree has been touched, nothing is left behind, and pausing then resuming gives everything back.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # many small repositories: no disk needs to see them
. "$(dirname "$0")/lib.sh"

seq_of_verbs() {
  RANDOM=$1; local i log="" verb before
  make_project; git branch other; git switch -q -c feat
  for i in $(seq 14); do
    case $((RANDOM % 12)) in
      0|1) verb="git handoff pause -m p$i" ;;
      2) verb="git handoff pause --snapshot-only -m s$i" ;;
      3|4) verb="git handoff resume --continue" ;;
      5|6) verb="git handoff undo" ;;
      7) verb="git handoff discard" ;;
      8) verb="git handoff checkpoint" ;;
      9) verb="plain" ;;
      *) verb="change" ;;
    esac
    log="$log; $verb"
    before=$(files_of_tree)
    case $verb in
      change) write "f$((RANDOM % 4)).txt" "v$RANDOM"; [ $((RANDOM % 2)) = 0 ] || git add -A; [ $((RANDOM % 4)) != 0 ] || rm -f src/util.c; continue ;;
      plain) case $((RANDOM % 4)) in
          0) git add -A; run git commit -q -m "c$i" ;;
          1) run git switch -q other ;; 2) run git switch -q feat ;;
          3) run git rebase -q other ;; esac; log="$log($code)"; run git rebase --abort; continue ;;
    esac
    # shellcheck disable=SC2086
    run $verb
    log="$log($code)"
    # shellcheck disable=SC2086  # a verb is several words
    case $code in 0 | 1) ;; *) fail "$log: $(show_run $verb)" ;; esac
    expect_equal "$before" "$(files_of_tree)" "$log touched a file"
    expect_equal "" "$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' \))" "$log left"
    run git fsck --full --no-dangling --connectivity-only; [ "$code" = 0 ] || fail "$log fsck $err"
    # exact return from here
    if [ $((RANDOM % 3)) = 0 ]; then
      s=$(state_of_tree); h=$(git rev-parse HEAD)
      live=$(git for-each-ref refs/handoffs/active | wc -l)
      if [ "$live" = 0 ]; then
        run git handoff pause -m exact; [ "$code" = 0 ] || fail "$log; exact pause: $err"
        run git handoff resume --continue; [ "$code" = 0 ] || fail "$log; exact resume: $err"
        expect_equal "$h $s" "$(git rev-parse HEAD) $(state_of_tree)" "$log; exact"
      fi
    fi
  done
}

count=30
[ -z "${HANDOFF_LONG:-}" ] || count=1000
first=${HANDOFF_SEED:-1}
for seed in $(seq "$first" $((first + count - 1))); do
  test_case "a random sequence of verbs (HANDOFF_SEED=$seed)" seq_of_verbs "$seed"
done
test_done
