# shellcheck shell=bash
# A long history that looks like a project's: files of some length, side branches that are merged. Sourced
# after lib.sh.

# made_history DIR COMMITS: on main, the same in each run.
made_history() {
  git init -q "$1"
  awk -v n="$2" '
    function random(k) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % k }
    function text_of(f,   i, text) {
      text = ""
      for (i = 1; i <= length_of[f]; i++) text = text line[f, i] "\n"
      return text
    }
    # Puts lines in, takes some out and changes one, at places of their own.
    function edit(f, c,   at, count, i) {
      at = 1 + random(length_of[f]); count = 1 + random(4)
      for (i = length_of[f]; i >= at; i--) line[f, i + count] = line[f, i]
      for (i = 0; i < count; i++) line[f, at + i] = "    call_" random(900) "(" c ", " i ");"
      length_of[f] += count
      at = 1 + random(length_of[f])
      line[f, at] = "    value_" random(900) " = " c ";"
      if (length_of[f] > 120) {
        at = 1 + random(length_of[f] - 20)
        for (i = at; i + 12 <= length_of[f]; i++) line[f, i] = line[f, i + 12]
        length_of[f] -= 12
      }
    }
    function commit(ref, c, from, other,   k, i, f, message, text) {
      time += 300
      message = other ? "Merge topic " c : "area " c % 23 ": work " c
      printf "commit %s\nmark :%d\nauthor Dev %d <dev%d@example.com> %d +0000\ncommitter Dev 1 <dev1@example.com> %d +0000\n", ref, c, c % 7, c % 7, time - 60, time
      printf "data %d\n%s\n", length(message), message
      if (from) printf "from :%d\n", from
      if (other) { printf "merge :%d\n", other; for (f in touched) put(f); delete touched; return }
      k = c == 1 ? files : 1 + random(3)
      for (i = 0; i < k; i++) {
        f = c == 1 ? i : random(files)
        if (c > 1) edit(f, c)
        put(f); touched[f] = 1
      }
    }
    function put(f,   text) {
      text = text_of(f)
      printf "M 100644 inline src/d%d/f%d.c\ndata %d\n%s\n", f % 9, f, length(text), text
    }
    BEGIN {
      seed = 7; files = 120; time = 1600000000
      for (f = 0; f < files; f++) { length_of[f] = 60; for (i = 1; i <= 60; i++) line[f, i] = "file " f " line " i }
      tip = older = c = 1; commit("refs/heads/main", 1, 0, 0); delete touched
      while (c < n) {
        # A side branch of 4 to 8 commits that begins before the last merge, and its merge; both hold what the
        # branch made.
        from = older; older = tip; k = 4 + random(5)
        for (j = 0; j < k; j++) { commit("refs/heads/side", ++c, from, 0); from = c }
        commit("refs/heads/main", ++c, tip, from); tip = c
      }
    }' | git -C "$1" fast-import --quiet --force
  git -C "$1" branch -q -D side
  git -C "$1" reset -q --hard main
}
