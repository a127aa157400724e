#!/usr/bin/env bash
# Fuzzes the decoders with libFuzzer, address and undefined-behaviour sanitizers.
#
#   scripts/fuzz.sh MINUTES [TARGET...]     all targets, or the named ones, for so long in total
#   scripts/fuzz.sh --runs N [TARGET...]    each of them N times, of inputs up to 4 KiB
#   scripts/fuzz.sh --list                  the names of the targets
#   scripts/fuzz.sh --minimize              fewer files in tests/fuzz/corpus that reach the same code
#
# Starts from tests/fuzz/corpus. What it finds on the way is kept in build/fuzz/corpus/TARGET, inputs that
# crash, hang or take too much memory in build/fuzz/findings/TARGET: mend the code, and add the input to
# tests/fuzz/corpus/TARGET, which the test suite replays. The exit code is 1 where something was found.
set -eu
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
}

case ${1-} in
  -h | --help)
    usage
    exit 0
    ;;
  --list | --minimize) ;;
  --runs)
    case ${2-} in
      '' | *[!0-9]*)
        usage >&2
        exit 129
        ;;
    esac
    ;;
  '' | *[!0-9.]*)
    usage >&2
    exit 129
    ;;
esac

# Its version has to be that of clang: Debian names the package so since 13.
need "${build_packages[@]}" clang
version=$(clang++ -dumpversion)
need "libclang-rt-${version%%.*}-dev"
unset CXX
build fuzz fuzzer fuzz-replay

out=$project/build/fuzz
kept=$project/tests/fuzz/corpus
fuzzer=$out/tests/fuzzer
# yaml-cpp's and git's own memory is not looked at; a leak of ours is a finding.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1

mapfile -t targets < <("$out/tests/fuzz-replay" --list)
if [ "$1" = --list ]; then
  printf '%s\n' "${targets[@]}"
  exit 0
fi
if [ "$1" = --minimize ]; then
  for target in "${targets[@]}"; do
    [ -d "$out/corpus/$target" ] || continue
    mkdir -p "$out/merged/$target"
    rm -f "$out/merged/$target"/*
    HANDOFF_FUZZ_TARGET=$target "$fuzzer" -merge=1 -max_len=4096 "$out/merged/$target" "$kept/$target" \
      "$out/corpus/$target" >/dev/null 2>&1 || warn "$target: cannot be merged"
    say "$target: $(find "$out/merged/$target" -type f | wc -l) files in build/fuzz/merged/$target"
  done
  exit 0
fi
minutes=$1
shift
if [ "$minutes" = --runs ]; then
  bound=(-runs="$1" -max_len=4096)
  shift
fi
[ $# -eq 0 ] || targets=("$@")
# A file of 64 KiB is enough to reach all code; size and depth have tests of their own.
[ "$minutes" = --runs ] ||
  bound=(-max_total_time="$(awk -v m="$minutes" -v n=${#targets[@]} 'BEGIN { s = int(m * 60 / n); print s < 1 ? 1 : s }')" -max_len=65536)

found=()
total=0
for target in "${targets[@]}"; do
  mkdir -p "$out/corpus/$target" "$out/findings/$target" "$kept/$target"
  log=$out/findings/$target.log
  status=0
  HANDOFF_FUZZ_TARGET=$target "$fuzzer" "${bound[@]}" -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$out/findings/$target/" \
    "$out/corpus/$target" "$kept/$target" >"$log" 2>&1 </dev/null || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  total=$((total + ${runs:-0}))
  if [ "$status" -eq 0 ]; then
    printf '%-14s %10s runs, %s a second, nothing found\n' "$target" "${runs:-0}" "${rate:-0}"
  else
    found+=("$target")
    printf '%-14s %10s runs, FOUND: ' "$target" "${runs:-?}"
    grep -m 1 -E '^broken:|SUMMARY:|runtime error:|libFuzzer: (timeout|out-of-memory)' "$log" || echo "see $log"
    sed -n 's/.*Test unit written to/  input:/p' "$log"
  fi
done
if [ ${#found[@]} -gt 0 ]; then
  say "${#targets[@]} targets, $total runs, something found in: ${found[*]} (build/fuzz/findings/TARGET.log tells what)"
  exit 1
fi
say "${#targets[@]} targets, $total runs, nothing found"
