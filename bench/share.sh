#!/usr/bin/env bash
# Two people and a server for the benchmarks of handing over.
#
#   bench/share.sh make DIR FROM [RETIRED LIVE]   DIR/server.git, and the clones ann, ben and hand of it, which
#                                                 FROM made; with so many records behind, and others on the server
#   bench/share.sh before-push DIR                ann has a handoff that no server has, hand a commit
#   bench/share.sh before-take DIR                the server has a handoff that ben has read, its id in DIR/id, and a
#                                                 commit that hand has not
#   bench/share.sh bytes DIR VERB                 what goes over the wire in both directions: push or take
set -eu
bench=$(cd "$(dirname "$0")" && pwd -P)
verb=$1 dir=$2
export GIT_TERMINAL_PROMPT=0

# as NAME COMMAND...: in that clone.
as() {
  local name=$1
  shift
  (cd "$dir/$name" && GIT_AUTHOR_NAME=$name GIT_COMMITTER_NAME=$name "$@")
}

# refs CLONE COUNT PATTERN: so many refs, each with a record of its own, as retired ones and others' are.
refs() {
  awk -v n="$2" -v pattern="$3" 'BEGIN {
    for (i = 0; i < n; i++) {
      printf "commit " pattern "\n", i, i
      print "committer Bench <bench@example.com> 1774353600 +0000"
      message = sprintf("handoff: number %d\n\nHandoff-State: free\nHandoff-Branch: topic-%05d\n", i, i)
      printf "data %d\n%s\ndeleteall\nM 100644 inline handoff.json\n", length(message), message
      record = sprintf("{\"schema\": 1, \"id\": \"%08x\"}\n", i)
      printf "data %d\n%s\n", length(record), record
    }
  }' | git -C "$1" fast-import --quiet --force
  git -C "$1" pack-refs --all
}

make() {
  local from=$1 retired=${2:-0} live=${3:-0} name
  rm -rf "$dir"
  mkdir -p "$dir"
  git clone -q --bare "$from" "$dir/server.git"
  git -C "$dir/server.git" config http.receivepack true
  git -C "$dir/server.git" config gc.auto 0
  git -C "$dir/server.git" config receive.autogc false
  for name in ann ben hand; do
    git clone -q "$dir/server.git" "$dir/$name"
    git -C "$dir/$name" config user.email "$name@example.com"
    git -C "$dir/$name" config gc.auto 0
    git -C "$dir/$name" config maintenance.auto false
    [ "$retired" -eq 0 ] || refs "$dir/$name" "$retired" 'refs/handoffs/archive/topic-%05d/%08x'
  done
  [ "$live" -eq 0 ] || refs "$dir/server.git" "$live" 'refs/handoffs/shared/%.0s%08x'
  as ann git switch -q -c work
  as ann git push -q origin work 2>/dev/null
  as hand git switch -q -c plain
  as hand git push -q origin plain 2>/dev/null
}

# work: 20 files modified and five new ones, other bytes each time.
work() {
  local now
  now=$(date +%s%N)
  git ls-files | awk 'NR % 10 == 1 && ++c <= 20' | while IFS= read -r file; do echo "work $now" >>"$file"; done
  mkdir -p new
  for i in 1 2 3 4 5; do echo "new $i $now" >"new/$i.c"; done
}

# Ann's branch as the server has it, nothing paused, and new work.
ann_begins() {
  as ann git handoff fetch >/dev/null 2>&1 || :
  as ann git handoff discard >/dev/null 2>&1 </dev/null || :
  as ann git reset -q --hard origin/work
  as ann git clean -qfd
  as ann work
}

hand_commits() {
  as hand git reset -q --hard origin/main
  as hand work
  as hand git add -A
  as hand git commit -q -m bench
}

ben_reads() {
  local id tip
  id=$(as ann git handoff list --porcelain | head -n 1 | cut -f 1)
  echo "$id" >"$dir/id"
  tip=refs/handoffs/shared/$id
  as ben git handoff fetch "$id" >/dev/null 2>&1
  # shellcheck disable=SC2046  # each is one name of an object
  "$bench/../tests/tools/seal.py" "$dir/ben/.git" read $(git -C "$dir/server.git" rev-parse "$tip^{tree}" "$tip^@")
}

case $verb in
  make) make "${@:3}" ;;
  before-push)
    ann_begins
    as ann git handoff pause -m bench --next "edit new/1.c" >/dev/null 2>&1 </dev/null
    hand_commits
    ;;
  before-take)
    as ben git handoff release --done --force >/dev/null 2>&1 || :
    as ben git reset -q --hard
    as ben git clean -qfd
    as ben git switch -q main
    as ben git branch -qD work 2>/dev/null || :
    ann_begins
    as ann git handoff pause --push -m bench --next "edit new/1.c" >/dev/null 2>&1 </dev/null
    hand_commits
    as hand git push -q -f origin plain
    as hand git reset -q --hard origin/main
    as hand git update-ref -d refs/remotes/origin/plain
    rm -f "$dir/hand/.git/FETCH_HEAD"
    as hand git reflog expire --expire=now --all
    as hand git prune
    ben_reads
    ;;
  bytes)
    who=ann
    [ "$3" = push ] || who=ben
    # shellcheck disable=SC2016  # for the shell that git starts
    counted='f() { tee -a "$wire" | git-%s "$@" | tee -a "$wire"; }; f'
    : >"$dir/wire"
    "$0" "before-$3" "$dir"
    export wire=$dir/wire
    for pack in upload-pack receive-pack; do
      # shellcheck disable=SC2059
      as $who git config "remote.origin.${pack/-/}" "$(printf "$counted" "$pack")"
    done
    code=0
    as $who git handoff "$3" >/dev/null || code=$?
    for pack in upload-pack receive-pack; do as $who git config --unset "remote.origin.${pack/-/}"; done
    [ $code -eq 0 ] || exit $code
    wc -c <"$dir/wire"
    ;;
esac
