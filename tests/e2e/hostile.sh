# shellcheck shell=bash
# Helpers for input that means harm; read after lib.sh.

# expect_harmless FILE...: nothing in them steers a terminal, hides or reorders text, or is not UTF-8.
expect_harmless() {
  python3 -I -S - "$@" <<'END' || fail "not harmless: $*"
import sys, unicodedata
for name in sys.argv[1:]:
    text = open(name, 'rb').read().decode('utf-8')
    for at, c in enumerate(text):
        if c in '\n\t':
            continue
        # Cc: controls, C1 too; Cf: bidirectional, zero-width, tags; Zl, Zp: separators of lines; and selectors.
        if unicodedata.category(c) in ('Cc', 'Cf', 'Zl', 'Zp') or '\ufe00' <= c <= '\ufe0f' or '\u180b' <= c <= '\u180f' or '\ufff0' <= c <= '\ufff8':
            sys.exit(f'{name}: U+{ord(c):04X} behind {text[max(0, at - 60):at]!r}')
END
}

# said COMMAND: what was run last is kept under its name; expect_all_harmless looks at all that is kept.
said() {
  cp "$out_file" "$case_dir.aside/said: ${1//\//_} (out)"
  cp "$err_file" "$case_dir.aside/said: ${1//\//_} (err)"
}
expect_all_harmless() { expect_harmless "$case_dir.aside/said: "*; }

# expect_no_line TEXT REGEX: no line of the text matches (extended).
expect_no_line() {
  if printf '%s\n' "$1" | grep -En -e "$2"; then fail "a line matches '$2' in: $1"; fi
}

# rss_of CMD...: runs it as `run` does; $rss is the most memory that it took, in KiB.
rss_of() {
  run python3 -I -S -c '
import os, sys
_, status, usage = os.wait4(os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ), 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss))
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)' "$case_dir.aside/rss" "$@"
  rss=$(cat "$case_dir.aside/rss")
}

# expect_small: what rss_of ran took less than 400 MiB: a document of the largest size that is read at all takes that
# at most, whatever is in it.
expect_small() {
  [ "$rss" -lt 409600 ] || fail "it took $((rss / 1024)) MiB"
}

# a_colleague: a bare remote with a project; $case_dir/theirs is a colleague's clone, $case_dir/mine ours.
a_colleague() {
  git init -q --bare "$case_dir/remote.git"
  make_project "$case_dir/theirs"
  git remote add origin "$case_dir/remote.git"
  git push -q origin main
  git clone -q "$case_dir/remote.git" "$case_dir/mine"
}

# fetch_records: in our clone, the live records of the colleague as ours.
fetch_records() {
  git -C "$case_dir/theirs" push -q --no-verify origin '+refs/handoffs/*:refs/handoffs/*'
  cd "$case_dir/mine"
  git fetch -q origin '+refs/handoffs/*:refs/handoffs/*'
}

# record_ref: the one live record of this repository.
record_ref() { git for-each-ref --format='%(refname)' refs/handoffs/active/ | head -n 1; }

# forge [--message SED] [--tree OID] [PATH=FILE...]: makes another commit of the record (record_ref): other files
# in it, or a whole tree of its own, another message. Nothing of git's or ours checks any of it.
forge() {
  local ref tree message='' whole='' index=$case_dir.aside/forged.index
  ref=$(record_ref)
  rm -f "$index"
  GIT_INDEX_FILE=$index git read-tree "$ref^{tree}"
  while [ $# -gt 0 ]; do
    case $1 in
      --message)
        message=$2
        shift
        ;;
      --tree)
        whole=$2
        shift
        ;;
      *) GIT_INDEX_FILE=$index git update-index --add --cacheinfo "100644,$(git hash-object -w "${1#*=}"),${1%%=*}" ;;
    esac
    shift
  done
  tree=${whole:-$(GIT_INDEX_FILE=$index git write-tree)}
  git cat-file commit "$ref" | sed -e "s/^tree .*/tree $tree/" -e "$message" >"$case_dir.aside/forged.commit"
  git update-ref "$ref" "$(git hash-object -t commit -w --literally "$case_dir.aside/forged.commit")"
}

# forge_json JQ-FILTER: the same with another handoff.json.
forge_json() {
  git show "$(record_ref):handoff.json" | jq "$1" >"$case_dir.aside/forged.json"
  forge "handoff.json=$case_dir.aside/forged.json"
}
