#!/usr/bin/env bash
# usage: scripts/bench-check.sh [COMMITS [SINCE [RECORDED [ROUNDS]]]]
#
# What `git handoff check` costs over a long history, beside the two git commands that a person would run to see
# the same: `git status` and `git log --name-only` over the commits since. Medians of ROUNDS, warm cache.
# HANDOFF_BIN_DIR says which program; a release build, please.
set -eu
commits=${1:-100000}
since=${2:-500}
recorded=${3:-50}
rounds=${4:-15}
bin_dir=${HANDOFF_BIN_DIR:-$(cd "$(dirname "$0")/.." && pwd)/build/release}
[ -x "$bin_dir/git-handoff" ] || { echo "no program at $bin_dir/git-handoff" >&2; exit 1; }
bin_dir=$(cd "$bin_dir" && pwd)
export PATH="$bin_dir:$PATH" LC_ALL=C GIT_CONFIG_NOSYSTEM=1

trash=$(mktemp -d "${TMPDIR:-/tmp}/bench-check.XXXXXX")
trap 'rm -rf "$trash"' EXIT
export HOME=$trash
printf '[user]\nname = A\nemail = a@example.com\n[gc]\nauto = 0\n' >"$HOME/.gitconfig"

echo "making $commits commits ..." >&2
git init -q "$trash/repo"
cd "$trash/repo"
awk -v n="$commits" 'BEGIN {
  for (i = 1; i <= n; i++) {
    text = "change " i "\n"
    printf "blob\nmark :%d\ndata %d\n%s", 2 * i, length(text), text
    message = "work " i
    printf "commit refs/heads/main\nmark :%d\ncommitter B <b@example.com> %d +0000\n", 2 * i + 1, 1600000000 + 60 * i
    printf "data %d\n%s\n", length(message), message
    if (i > 1) printf "from :%d\n", 2 * i - 1
    printf "M 100644 :%d d%d/e%d/f%d\n", 2 * i, i % 17, i % 23, i % 4800
    printf "M 100644 :%d d%d/e%d/f%d\n\n", 2 * i, (i * 7) % 17, (i * 7) % 23, (i * 7) % 4800
  }
}' | git fast-import --quiet
git reset -q --hard main
git repack -q -a -d --write-bitmap-index
[ -n "${NO_COMMIT_GRAPH:-}" ] || git commit-graph write --reachable 2>/dev/null

# The record was made $since commits ago and names commits before that.
git reset -q --hard "HEAD~$since"
tasks=$(git log --format=%h -n $((recorded * 3)) | awk 'NR % 3 == 0' | head -n "$recorded" |
  awk '{ printf "%s{\"name\": \"task %d\", \"status\": \"done\", \"commit\": \"%s\"}", (NR > 1 ? ", " : ""), NR, $1 }')
base=$(git rev-parse HEAD)
git handoff pause --from - >/dev/null <<END
{"version": 1, "workflow": "execute", "next_action": "Go on in d1/e1/f1:1", "completed_tasks": [$tasks]}
END
git reset -q --hard "$(git log --reflog --format=%H --grep="^work $commits\$" -n 1)"
git update-index -q --refresh || true

now_ms() { local t=${EPOCHREALTIME/[.,]/}; echo "$((t / 10))"; }
median() { sort -n | awk '{ a[NR] = $1 } END { printf "%.2f", a[int((NR + 1) / 2)] / 100 }'; }

one() {
  local from
  from=$(now_ms)
  "$@" >/dev/null 2>&1 || true
  echo $(($(now_ms) - from))
}
by_hand() {
  git status
  git log --name-only "$base..HEAD"
}
handoff_check() { git-handoff check --json; }
head_only() { git rev-parse HEAD; }

for name in by_hand handoff_check head_only; do one "$name" >/dev/null; done
for ((i = 0; i < rounds; i++)); do
  for name in by_hand handoff_check head_only; do one "$name" >>"$trash/$name"; done
done
a=$(median <"$trash/by_hand")
b=$(median <"$trash/handoff_check")
c=$(median <"$trash/head_only")
git-handoff check --json >"$trash/report" || true
echo "$commits commits, $since since, $recorded recorded ($(jq '[.findings[] | select(.fate == "present")] | length' "$trash/report") found present, $(jq .commits_since.head "$trash/report") counted since)"
echo "git status + git log --name-only: $a ms"
echo "git handoff check:                $b ms"
echo "git rev-parse HEAD:               $c ms"
awk -v a="$a" -v b="$b" -v c="$c" 'BEGIN { printf "check / by hand: %.2f; check / rev-parse: %.1f\n", b / a, b / c }'
