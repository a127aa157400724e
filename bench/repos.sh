# shellcheck shell=bash
# Repositories for the benchmarks. The same call always gives the same objects; what exists is used again.

bench_git() {
  git -c user.name=Bench -c user.email=bench@example.com -c init.defaultBranch=main "$@"
}

# new_repo DIR: an empty repository without anything that runs by itself.
new_repo() {
  bench_git init -q "$1"
  git -C "$1" config user.name Bench
  git -C "$1" config user.email bench@example.com
  git -C "$1" config gc.auto 0
  git -C "$1" config maintenance.auto false
}

# tree_stream FILES: one commit of so many files of twenty lines, some 25 in a folder.
tree_stream() {
  awk -v n="$1" 'BEGIN {
    print "commit refs/heads/main"
    print "committer Bench <bench@example.com> 1774353600 +0000"
    print "data 5\nfirst"
    for (i = 0; i < n; i++) {
      text = ""
      for (k = 0; k < 20; k++) text = text "file " i " line " k "\n"
      printf "M 100644 inline d%03d/s%03d/f%06d.c\n", i / 1000, (i / 25) % 40, i
      printf "data %d\n%s\n", length(text), text
    }
  }'
}

# history_stream COMMITS FILES: files in one commit, then commits that change one to three of them.
history_stream() {
  awk -v n="$1" -v files="$2" 'BEGIN {
    seed = 42
    for (c = 0; c <= n; c++) {
      print "commit refs/heads/main"
      printf "committer Bench <bench@example.com> %d +0000\n", 1600000000 + c * 600
      message = "commit " c "\n"
      printf "data %d\n%s\n", length(message), message
      count = c == 0 ? files : 1 + c % 3
      for (j = 0; j < count; j++) {
        if (c == 0) i = j
        else { seed = (seed * 1103515245 + 12345) % 2147483648; i = int(seed / 7) % files }
        text = "file " i " as of " c "\n"
        for (k = 0; k < 8; k++) text = text "line " k " of " i "\n"
        printf "M 100644 inline src/d%02d/f%05d.c\n", i % 50, i
        printf "data %d\n%s\n", length(text), text
      }
    }
  }'
}

# finish_repo DIR: checked out, packed, and the base kept where no branch moves it.
finish_repo() {
  (
    cd "$1" || exit 1
    git reset -q --hard main
    git update-ref refs/bench/base main
    git gc -q
    git ls-files | awk -v n="$(git ls-files | wc -l)" 'BEGIN { step = int(n / 22); if (step < 1) step = 1 }
      NR % step == 1 && ++c <= 22' >.git/bench-files
    touch .git/bench-ready
  )
}

# tree_repo DIR FILES
tree_repo() {
  [ -e "$1/.git/bench-ready" ] && return
  rm -rf "$1"
  new_repo "$1"
  tree_stream "$2" | git -C "$1" fast-import --quiet
  finish_repo "$1"
}

# history_repo DIR COMMITS FILES
history_repo() {
  [ -e "$1/.git/bench-ready" ] && return
  rm -rf "$1"
  new_repo "$1"
  history_stream "$2" "$3" | git -C "$1" fast-import --quiet
  finish_repo "$1"
}

# add_records DIR COUNT: live records on branches of their own, made after one that the program wrote.
add_records() {
  (
    cd "$1" || exit 1
    [ -e .git/bench-records ] && exit
    git switch -q -C topic main
    git-handoff checkpoint -q -m "bench" >/dev/null
    ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active/topic | head -n 1)
    id=${ref##*/}
    git cat-file blob "$ref:handoff.json" >.git/bench-record
    git log -1 --format=%B "$ref" >.git/bench-message
    # Numbers of five digits in the place of the random ones keep all lengths.
    awk -v n="$2" -v id="$id" -v recordfile=.git/bench-record -v messagefile=.git/bench-message '
      function slurp(file,   text, line) {
        while ((getline line < file) > 0) text = text line "\n"
        return text
      }
      BEGIN {
        record = slurp(recordfile); message = slurp(messagefile)
        stem = substr(id, 1, length(id) - 4)
        for (i = 0; i < n; i++) {
          branch = sprintf("topic-%05d", i)
          own = sprintf("%s%04x", stem, i % 65536); sub(/^topic/, branch, own)
          r = record; gsub(id, own, r); gsub(/"branch": *"topic"/, "\"branch\": \"" branch "\"", r)
          m = message; gsub(id, own, m); gsub(/Handoff-Branch: topic/, "Handoff-Branch: " branch, m)
          printf "commit refs/handoffs/active/%s/%s\n", branch, own
          print "committer Bench <bench@example.com> 1774353600 +0000"
          printf "data %d\n%s\n", length(m), m
          print "from refs/bench/base^0\ndeleteall"
          printf "M 100644 inline handoff.json\ndata %d\n%s\n", length(r), r
        }
      }' | git fast-import --quiet --force
    git update-ref -d "$ref"
    git switch -q main
    git pack-refs --all
    touch .git/bench-records
  )
}

# add_refs DIR COUNT: tags, packed.
add_refs() {
  (
    cd "$1" || exit 1
    [ -e .git/bench-refs ] && exit
    head=$(git rev-parse main)
    awk -v n="$2" -v head="$head" 'BEGIN {
      for (i = 0; i < n; i++) printf "create refs/tags/build/%06d %s\n", i, head
    }' | git update-ref --stdin
    git pack-refs --all
    touch .git/bench-refs
  )
}
