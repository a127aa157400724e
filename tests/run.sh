#!/usr/bin/env bash
# Runs the tests against a finished build: unit tests, layers, docs, every story and every end-to-end script. They
# wait half of their time: four more run at once than there are processors. Prints what failed with its output, and
# last `N passed, N failed`.
#
#   tests/run.sh [--long] [-j N] [NAME...]     only the tests whose name contains one of NAME
#
# The program is taken from $HANDOFF_BIN_DIR, else from build/dev.
set -u

tests=$(cd "$(dirname "$0")" && pwd -P)
bin_dir=${HANDOFF_BIN_DIR:-$tests/../build/dev}
export HANDOFF_BIN_DIR=$bin_dir
jobs=$(($(nproc 2>/dev/null || echo 1) + 4))
limit=900
filters=()
while [ $# -gt 0 ]; do
  case $1 in
    --long) export HANDOFF_LONG=1 limit=7200 ;;
    -j)
      jobs=${2:?-j needs a number}
      shift
      ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
      exit 0
      ;;
    -*)
      echo "tests/run.sh: '$1' is not an option" >&2
      exit 129
      ;;
    *) filters+=("$1") ;;
  esac
  shift
done

# Hundreds of small repositories: no disk needs to see them, where there is memory for them.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df -k --output=avail /dev/shm | tail -n 1)" -gt 4000000 ]; then
  export TMPDIR=/dev/shm
fi

[ -n "${HANDOFF_LONG:-}" ] || [ ${#filters[@]} -gt 0 ] || export HANDOFF_SOME_VARIANTS=1
logs=$(mktemp -d "${TMPDIR:-/tmp}/handoff-run.XXXXXX") || exit 1
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM HUP

wanted() {
  [ ${#filters[@]} -eq 0 ] && return 0
  local filter
  for filter in "${filters[@]}"; do
    case $1 in *"$filter"*) return 0 ;; esac
  done
  return 1
}

# One test into its log, its last line being the sums. Exported for xargs. Two times are printed: that by the clock,
# and what the test and its children computed, which says more where other things run beside it.
run_one() {
  local name=$1 file=$2 logs=$3 limit=$4 status=0 began=$SECONDS how=ok TIMEFORMAT='%U %S' user=0 system=0
  local command=(bash "$file")
  # Catch2 has sums of its own; the others print ours.
  case $name in
    unit) command=("$file") ;;
    story-*) command=(python3 "${file%/stories/*}/stories.py" "$file") ;;
  esac
  { time timeout "$limit" "${command[@]}" </dev/null >"$logs/$name.log" 2>&1; } 2>"$logs/$name.time" || status=$?
  echo "$status" >"$logs/$name.status"
  read -r user system <"$logs/$name.time"
  [ "$status" -eq 0 ] || how=FAILED
  printf '%-7s %s (%d s, computed %d s)\n' "$how" "$name" $((SECONDS - began)) $((${user%.*} + ${system%.*}))
}
export -f run_one

names=()
list() {
  wanted "$1" || return 0
  names+=("$1")
  printf '%s\0%s\0' "$1" "$2" >>"$logs/list"
}
: >"$logs/list"
# Those that take longest come first: at the end of a run nothing waits for one of them alone.
longest=(t-hostile-size t-agent-sessions t-open-items t-share-told t-share-ends t-share-hosts t-share-source t-attacks
  t-crash-points t-share-states t-roundtrip-random t-mcp shell t-hostile-doors t-odd-settings t-share-gitolite
  t-ordinary-days t-trust t-provenance t-two-people t-locks t-user-beside-recovery t-strace-undo)
for name in "${longest[@]}"; do
  case $name in t-*) list "$name" "$tests/e2e/$name.sh" ;; *) list "$name" "$tests/$name.sh" ;; esac
done
list unit "$bin_dir/tests/unit-tests"
for file in "$tests"/*.sh "$tests"/e2e/t-*.sh; do
  [ "$file" = "$tests/run.sh" ] && continue
  case " ${longest[*]} " in *" $(basename "$file" .sh) "*) continue ;; esac
  [ -f "$file" ] && list "$(basename "$file" .sh)" "$file"
done
for file in "$tests"/stories/*.story; do
  list "story-$(basename "$file" .story)" "$file"
done
if [ ${#names[@]} -eq 0 ]; then
  echo "no test matches: ${filters[*]}" >&2
  exit 1
fi

# shellcheck disable=SC2016
xargs -0 -n 2 -P "$jobs" bash -c 'run_one "$3" "$4" "$1" "$2"' run "$logs" "$limit" <"$logs/list"

passed=0
failed=0
skipped=0
waiting=0
for name in "${names[@]}"; do
  log=$logs/$name.log
  status=$(cat "$logs/$name.status" 2>/dev/null || echo 1)
  if [ "$name" = unit ]; then
    good=$(sed -n 's/^All tests passed (.* in \([0-9]*\) test case.*/\1/p' "$log" | tail -1)
    bad=0
    if [ -z "$good" ]; then
      good=$(sed -n 's/^test cases: .*| *\([0-9]*\) passed.*/\1/p' "$log" | tail -1)
      bad=$(sed -n 's/^test cases: .*| *\([0-9]*\) failed.*/\1/p' "$log" | tail -1)
    fi
  else
    good=$(sed -n 's/^\([0-9]*\) passed, [0-9]* failed$/\1/p' "$log" | tail -1)
    bad=$(sed -n 's/^[0-9]* passed, \([0-9]*\) failed$/\1/p' "$log" | tail -1)
    more=$(sed -n 's/^\([0-9]*\) skipped$/\1/p' "$log" | tail -1)
    skipped=$((skipped + ${more:-0}))
    more=$(sed -n 's/^\([0-9]*\) variants wait for --long$/\1/p' "$log" | tail -1)
    waiting=$((waiting + ${more:-0}))
  fi
  good=${good:-0}
  bad=${bad:-0}
  # A test that ended badly without counting a failure is one.
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
    bad=1
    [ "$status" -ne 124 ] || echo "(stopped after $limit s)" >>"$log"
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  if [ "$bad" -ne 0 ]; then
    {
      printf '\n--- %s (exit code %s)\n' "$name" "$status"
      if [ "$name" = unit ]; then
        tail -n 200 "$log"
      else
        grep -v '^ok ' "$log" | tail -n 200
      fi
    } >>"$logs/failures"
  fi
done
# What failed comes last: of a long output, its end is what is read and kept.
grep -h '# skipped: ' "$logs"/*.log | sed 's/^ok [0-9]* - /skipped: /; s/ # skipped: / -- /'
[ "$skipped" -eq 0 ] || echo "$skipped skipped"
[ "$waiting" -eq 0 ] || echo "$waiting variants wait for --long"
[ ! -e "$logs/failures" ] || cat "$logs/failures"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
