#!/usr/bin/env bash
# Measures git-handoff against plain git, in pairs, on repositories that it makes, and prints one table
# of ratios.
#
#   scripts/bench.sh [--quick] [--rounds N] [--write] [NAME...]
#
#   --quick     smaller repositories and fewer rounds
#   --rounds N  how many rounds (15; 5 with --quick)
#   --write     also write docs/BENCHMARKS.md
#   NAME        only the benchmarks with this in their name
#
# BENCH_DIR holds the repositories (build/bench); HANDOFF_BIN_DIR a program to measure instead of a
# release built here. Needs hyperfine and jq.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bench/repos.sh
. "$project/bench/repos.sh"

quick=no
write=no
given_rounds=""
names=()
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=yes ;;
    --write) write=yes ;;
    --rounds)
      given_rounds=${2:?--rounds needs a number}
      shift
      ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
      exit 0
      ;;
    -*)
      printf "fatal: '%s' is not an option\n" "$1" >&2
      exit 129
      ;;
    *) names+=("$1") ;;
  esac
  shift
done

bench_packages=(hyperfine jq python3 openssh-server openssh-client)
need "${bench_packages[@]}"
if [ -z "${HANDOFF_BIN_DIR:-}" ]; then
  need "${build_packages[@]}"
  build release git-handoff
  HANDOFF_BIN_DIR=$project/build/release
fi
place=${BENCH_DIR:-$project/build/bench}
mkdir -p "$place/home" "$place/bin"
place=$(cd "$place" && pwd -P)
# As installed: stripped.
strip -o "$place/bin/git-handoff" "$HANDOFF_BIN_DIR/git-handoff"
for name in $(compgen -e | grep '^GIT_'); do unset "$name"; done
export PATH="$place/bin:$PATH" HOME="$place/home" GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
dirty=$project/bench/dirty.sh

# The sizes of the reference measurements, or a tenth.
big=57000 small=224 commits=100000 records=10000 refs=100000 rounds=15
if [ $quick = yes ]; then big=5700 commits=10000 records=1000 refs=10000 rounds=5; fi
rounds=${given_rounds:-$rounds}

load=$(cut -d ' ' -f 1-3 /proc/loadavg)
rows=$place/rows
: >"$rows"

wanted() {
  [ ${#names[@]} -eq 0 ] && return
  local name
  for name in "${names[@]}"; do case $1 in *"$name"*) return ;; esac; done
  return 1
}

# quartiles: of numbers on standard input, tab separated: first, median, third.
quartiles() {
  sort -g | awk '
    function at(p,   k, f) { k = 1 + p * (NR - 1); f = int(k); return v[f] + (k - f) * (v[f < NR ? f + 1 : f] - v[f]) }
    { v[NR] = $1 }
    END { printf "%.6f\t%.6f\t%.6f\n", at(0.25), at(0.5), at(0.75) }'
}

# row WHAT AGAINST GOAL: ratios on standard input, of seconds in $milliseconds (ours, theirs).
row() {
  local q1 median q3
  IFS=$'\t' read -r q1 median q3 < <(quartiles)
  printf '%s\t%s\t%.2f\t%.2f to %.2f\t%s\t%s\n' "$1" "$2" "$median" "$q1" "$q3" "$3" "$milliseconds" >>"$rows"
  printf '%-60s %6.2f  (%.2f to %.2f, goal %s)\n' "$1" "$median" "$q1" "$q3" "$3"
}

# pair WHAT AGAINST GOAL RUNS PREPARE OURS THEIRS: in the current folder. One round measures both, each
# the median of RUNS, and gives one ratio; which one comes first alternates. PREPARE may be empty.
pair() {
  local what=$1 against=$2 goal=$3 runs=$4 prepare=$5 ours=$6 theirs=$7
  local round out=$place/pair.json ratios=$place/ratios count=$rounds options=(-N -i --style none --runs "$runs")
  wanted "$what" || return 0
  [ "$runs" -gt 2 ] || count=$((rounds / 2 + 1))
  [ "$runs" -lt 5 ] || options+=(--warmup 3)
  [ -z "$prepare" ] || options+=(--prepare "$prepare")
  : >"$ratios"
  : >"$ratios.ours"
  : >"$ratios.theirs"
  for ((round = 0; round < count; round++)); do
    local first=$ours second=$theirs ratio='.[0] / .[1]' a=0 b=1
    if ((round % 2)); then first=$theirs second=$ours ratio='.[1] / .[0]' a=1 b=0; fi
    hyperfine "${options[@]}" --export-json "$out" "$first" "$second" >/dev/null 2>&1 ||
      { warn "cannot measure: $what" && return 0; }
    jq -r "[.results[].median] | $ratio" "$out" >>"$ratios"
    jq -r "[.results[].median][$a] * 1000" "$out" >>"$ratios.ours"
    jq -r "[.results[].median][$b] * 1000" "$out" >>"$ratios.theirs"
  done
  milliseconds=$(printf '%.2f / %.2f' "$(quartiles <"$ratios.ours" | cut -f2)" "$(quartiles <"$ratios.theirs" | cut -f2)")
  row "$what" "$against" "$goal" <"$ratios"
}

has() { git-handoff help --all | grep -q "^   $1 " || { warn "no '$1' yet: its benchmarks are left out" && return 1; }; }

# What earlier runs left in repositories that are used again would count for both sides, and more for one.
tidy() { (cd "$1" && "$dirty" clean && git reflog expire --all --expire=now && git gc -q --prune=now) }

say "making repositories in $place"
tree_repo "$place/small" $small && tidy "$place/small"
tree_repo "$place/big" $big && tidy "$place/big"
history_repo "$place/history" $commits 4800 && tidy "$place/history"
cd "$place/small"
"$dirty" clean
rm -rf "$place/crowded" "$place/few"
for size in crowded few; do cp -r "$place/small" "$place/$size"; done
head=$(git rev-parse HEAD)
# What no program and no hook can be faster than here, to judge the rows below by.
printf '#!/bin/sh\n:\n' >"$place/nothing.sh"
pair "(floor: /bin/true)" "git rev-parse HEAD" - 30 "" "/bin/true" "git rev-parse HEAD"
pair "(floor: an sh script that does nothing)" "git rev-parse HEAD" - 30 "" "sh $place/nothing.sh" "git rev-parse HEAD"
pair "start-up: --version" "/bin/true" 1.15 30 "" "git-handoff --version" "/bin/true"
if has status; then
  pair "status for a prompt, nothing paused" "git rev-parse HEAD" 1.5 30 "" \
    "git-handoff status --prompt" "git rev-parse HEAD"
fi
pair "post-checkout, nothing paused, binary as hook" "/bin/true" 1.25 30 "" \
  "git-handoff hook post-checkout $head $head 1" "/bin/true"
pair "session start, nothing paused" "git rev-parse HEAD" 1.5 30 "" \
  "git-handoff hook claude SessionStart" "git rev-parse HEAD"
if git-handoff init --hooks all --local </dev/null >/dev/null 2>&1; then
  pair "post-checkout, nothing paused, through sh" "an sh script that does nothing" 1.3 30 "" \
    "sh .git/hooks/post-checkout $head $head 1" "sh $place/nothing.sh"
  git-handoff uninstall </dev/null >/dev/null 2>&1
fi

if has checkpoint; then
  cd "$place/crowded"
  add_refs . $refs
  add_records . $records
  # In two folders, which `pair` cannot: the same rounds by hand.
  if wanted "post-checkout among"; then
    # Where nothing at all is paused it looks for nothing: the first record costs, any number more do not.
    add_records "$place/few" 1
    : >"$place/ratios"
    for ((round = 0; round < rounds; round++)); do
      for size in crowded few; do
        (cd "$place/$size" && hyperfine -N --style none --warmup 3 --runs 30 --export-json "$place/$size.json" \
          "git-handoff hook post-checkout $head $head 1" >/dev/null 2>&1)
      done
      jq -rs '[.[].results[0].median] | .[0] / .[1]' "$place/crowded.json" "$place/few.json" >>"$place/ratios"
    done
    milliseconds=$(jq -rs '[.[].results[0].median * 100000 | round / 100] | "\(.[0]) / \(.[1])"' \
      "$place/crowded.json" "$place/few.json")
    row "post-checkout among $records records and $refs refs" "itself with one record" 1.1 <"$place/ratios"
  fi
  has list && pair "list of $records records" "one git for-each-ref with trailers of them" 1.5 3 "" \
    "git-handoff list --porcelain" "git for-each-ref --format=%(refname)%(objectname)%(contents:trailers) refs/handoffs/active"
  cd "$place/small"
fi

if has note; then
  # fdatasync costs what the disk says; a child that does only that is not to be had.
  sync_ms=$(python3 - <<'END'
import os, statistics, time
f = os.open(".git/bench-sync", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
times = []
for _ in range(100):
    begin = time.perf_counter()
    os.write(f, b"x" * 200 + b"\n")
    os.fdatasync(f)
    times.append(time.perf_counter() - begin)
print(statistics.median(times) * 1000)
END
  )
  if wanted "note"; then
    : >"$place/ratios"
    for ((round = 0; round < rounds; round++)); do
      hyperfine -N --style none --warmup 2 --runs 10 --export-json "$place/pair.json" \
        "git-handoff note 'the cache is per worker'" "git rev-parse HEAD" >/dev/null 2>&1
      jq -r "[.results[].median * 1000] | .[0] / (.[1] + $sync_ms)" "$place/pair.json" >>"$place/ratios"
    done
    milliseconds=$(jq -r "[.results[].median * 1000] | map(. * 100 | round / 100) | \"\\(.[0]) / \\(.[1])\"" "$place/pair.json")
    milliseconds+=$(printf ' + %.2f' "$sync_ms")
    row "note" "git rev-parse HEAD and one fdatasync" 1.2 <"$place/ratios"
  fi
fi

if has pause; then
  for size in small big; do
    cd "$place/$size"
    count=$small goal=1.0 stash_goal=0.6
    [ $size = small ] || { count=$big && goal=0.65 && stash_goal=0.3; }
    runs=1
    [ $size = big ] || runs=3
    pair "pause, $count files" "git add -A && git commit" $goal $runs "$dirty" \
      "sh -c 'git-handoff pause -m bench --next \"edit new/1.c\"'" "sh -c 'git add -A && git commit -q -m bench'"
    pair "pause, $count files, against stash" "git stash push -u" $stash_goal $runs "$dirty" \
      "sh -c 'git-handoff pause -m bench --next \"edit new/1.c\"'" "sh -c 'git stash push -q -u'"
    "$dirty"
    git-handoff pause -m bench --next "edit new/1.c" >/dev/null </dev/null
    pair "session start with a record, $count files" "git status" 2.5 10 "" \
      "git-handoff hook claude SessionStart" "git status"
    "$dirty" clean
  done
fi

if has status && wanted "status --all"; then
  cd "$place/small"
  for ((n = 1; n <= 20; n++)); do git worktree add -q -f -B "bench-$n" "$place/worktrees/$n" HEAD; done
  pair "status --all over 20 worktrees" "git status in one" 3 10 "" "git-handoff status --all" "git status"
  rm -rf "$place/worktrees"
  git worktree prune
  git for-each-ref --format='delete %(refname)' 'refs/heads/bench-*' | git update-ref --stdin
fi

# record_of COUNT SINCE: a record on a commit SINCE steps back that names COUNT commits of the last ones,
# as JSON; the branch is where it was afterwards.
record_of() {
  git log -"$1" --format='{"id": "%h", "name": "%s", "status": "done", "commit": "%H"},' "$2" |
    sed '$ s/,$//; 1 i {"version": 1, "next_action": "edit src/d01/f00001.c", "completed_tasks": [' | sed '$ a ]}'
}

if has check; then
  # Recent: the last commits of a small repository, nothing since.
  history_repo "$place/recent" 1000 $small && tidy "$place/recent"
  cd "$place/recent"
  "$dirty" clean
  record_of 50 HEAD >.git/bench-record.json
  git-handoff pause --from .git/bench-record.json >/dev/null </dev/null
  pair "check of 50 recent commits" "git rev-parse HEAD" 12 5 "" "git-handoff check" "git rev-parse HEAD"
  cd "$place/history"
  for graph in with without; do
    git config core.commitGraph "$([ $graph = with ] && echo true || echo false)"
    git commit-graph write --reachable 2>/dev/null
    "$dirty" clean
    git reset -q --hard main~500
    record_of 50 HEAD >.git/bench-record.json
    git-handoff pause --from .git/bench-record.json >/dev/null </dev/null
    git reset -q --hard refs/bench/base
    git log -50 --format=%H main~500 | sed 's/.*/git merge-base --is-ancestor & HEAD/' >.git/bench-hand.sh
    sed -i '1 i git status >/dev/null; git log --oneline main~500..main >/dev/null; git diff --stat main~500 >/dev/null' .git/bench-hand.sh
    goal=0.9
    [ $graph = with ] || goal=0.35
    pair "resume's check of 50 commits, 500 since, $graph commit-graph" "the same by hand" $goal 3 "" \
      "git-handoff resume" "sh .git/bench-hand.sh"
    [ $graph = with ] || continue
    pair "check of 50 commits, 500 since" "git status && git log --name-only" - 3 "" \
      "git-handoff check" "sh -c 'git status >/dev/null && git log --name-only main~500..HEAD >/dev/null'"
    "$dirty" clean
    git reset -q --hard main~5000 2>/dev/null || git reset -q --hard main~2000
    record_of 1 HEAD >.git/bench-record.json
    git-handoff pause --from .git/bench-record.json >/dev/null </dev/null
    git reset -q --hard refs/bench/base
    base=$(git rev-parse main~5000 2>/dev/null || git rev-parse main~2000)
    pair "check of what 5,000 commits touched" "git log --name-only" - 2 "" \
      "git-handoff check" "sh -c 'git log --name-only $base..HEAD >/dev/null'"
    # The check has looked at the working tree as well.
    pair "check of what 5,000 commits touched, with the working tree" "git status && git log --name-only" - 2 "" \
      "git-handoff check" "sh -c 'git status >/dev/null && git log --name-only $base..HEAD >/dev/null'"
  done
  git config --unset core.commitGraph || true
  "$dirty" clean
fi

# What crosses the wire, from both sides: with NAME's repositories against those with nothing behind.
bytes() {
  local what=$1 dir=$2 verb=$3 goal=$4 ours theirs
  wanted "$what" || return 0
  ours=$("$share" bytes "$dir" "$verb")
  theirs=$("$share" bytes "$place/share" "$verb")
  printf '%s\tthe same with none\t%s\t-\t%s\t%s / %s bytes\n' "$what" \
    "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')" "$goal" "$ours" "$theirs" >>"$rows"
  printf '%-60s %s bytes, %s with none (goal: %s)\n' "$what" "$ours" "$theirs" "$goal"
}

# serve ssh|http DIR: the clones in it are at a server that runs here until the end of the program.
serve() {
  local name
  case $1 in
    ssh) start_sshd && url=$ssh_url$2/server.git ;;
    http) start_http "$2" && url=$http_url/server.git ;;
  esac
  for name in ann ben hand; do git -C "$2/$name" remote set-url origin "$url"; done
}

# behind VERB WHO BY: in the clones with retired handoffs, against those with none.
behind() {
  local what="handing over by $3: $1, $records retired behind" round
  wanted "$what" || return 0
  : >"$place/ratios"
  for ((round = 0; round < rounds / 2 + 1; round++)); do
    hyperfine -N --style none --runs 1 --export-json "$place/pair.json" \
      --prepare "$share before-$1 $place/share-behind" "git -C $place/share-behind/$2 handoff $1" \
      --prepare "$share before-$1 $place/share" "git -C $place/share/$2 handoff $1" >/dev/null 2>&1 ||
      { warn "cannot measure: $what" && return 0; }
    jq -r '[.results[].median] | .[0] / .[1]' "$place/pair.json" >>"$place/ratios"
  done
  milliseconds=$(jq -r '[.results[].median * 1000 | . * 100 | round / 100] | "\(.[0]) / \(.[1])"' "$place/pair.json")
  row "$what" "the same with none" 1.1 <"$place/ratios"
}

if has take && { [ ${#names[@]} -eq 0 ] || [[ ${names[*]} == *handing* ]]; }; then
  share=$project/bench/share.sh
  e2e_dir=$project/tests/e2e server_seconds=3600
  # For the functions of the tests' servers, which are called in a subshell of their own.
  skip() { warn "$1" && exit 0; }
  fail() { skip "$1"; }
  # shellcheck source=tests/e2e/servers.sh
  . "$e2e_dir/servers.sh"
  "$share" make "$place/share" "$place/small"
  "$share" make "$place/share-behind" "$place/small" $records
  for verb in push take; do
    bytes "handing over, on the wire: $verb, $records retired behind" "$place/share-behind" $verb "10 KB more"
  done
  for by in ssh http; do
    (
      case_dir=$place/share-$by
      mkdir -p "$case_dir.aside"
      serve $by "$place/share"
      serve $by "$place/share-behind"
      cd "$place/share/ann"
      pair "handing over by $by: push of one" "git push of one branch" 1.5 1 "$share before-push $place/share" \
        "git handoff push" "git -C ../hand push -q -f origin plain"
      cd ../ben
      # Who types no id has the remote asked first what there is: a conversation more.
      for named in 'by its id' 'of the only one'; do
        id='"$(cat ../id)"' goal=2.5
        [ "$named" = 'by its id' ] || id='' goal=3.5
        pair "handing over by $by: take $named" "git fetch of one branch" $goal 1 "$share before-take $place/share" \
          "sh -c 'exec git handoff take $id'" "sh -c 'exec git -C ../hand fetch -q origin plain'"
      done
      behind push ann $by
      behind take ben $by
    )
  done
fi

table() {
  printf '| what | against | ratio | quartiles | goal | ms, ours / theirs |\n|---|---|---|---|---|---|\n'
  awk -F '\t' '{ printf "| %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }' "$rows"
}
echo
table
if [ $write = yes ]; then
  {
    cat <<END
# Benchmarks

Written by \`scripts/bench.sh --write\`. Ratios of git-handoff to plain git in the same repository and the
same run, warm cache; a ratio below 1 is faster than git. Each is the median of the ratios of $rounds rounds
(fewer for the slow ones); one round measures both, one right after the other. The quartiles say how far
the rounds spread.

- machine: $(nproc) cores, $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(awk '/MemTotal/ { printf "%d GiB", $2 / 1048576 + 0.5 }' /proc/meminfo) of memory
- system: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release), Linux $(uname -r), file system $(stat -f -c %T "$place")
- $(git --version), $(git-handoff --version), $(c++ --version | head -n 1), $(hyperfine --version)
- load before: $load, after: $(cut -d ' ' -f 1-3 /proc/loadavg) (above 0.5 other work ran beside, which costs
  most where many processes follow one another); date: $(date -u +%Y-%m-%d)

END
    table
    cat <<'END'

"Against" is one command line that a person would type for the same purpose. A pause includes everything:
the scan, the objects, the record, the refs, the index, and the fsyncs that its promises need.

Work in progress that is paused: 20 files modified, 5 new, 2 deleted (`bench/dirty.sh`); its bytes differ in
each run, so that objects are really written. The repositories are made by `bench/repos.sh`, always the same.

What does not depend on a machine's noise, instructions and processes, is kept in `bench/instructions.txt`;
`tests/instructions.sh` fails when they grow by more than a tenth.
END
  } >"$project/docs/BENCHMARKS.md"
  say "wrote docs/BENCHMARKS.md"
fi
