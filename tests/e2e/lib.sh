# shellcheck shell=bash
# shellcheck disable=SC2034  # out, err and code are read by the scripts
# The harness of the end-to-end tests. A script t-<behaviour>.sh begins with
#
#     . "$(dirname "$0")/lib.sh"
#
# defines functions, names each of them once with `test_case "does what" function`, and ends with
# `test_done`. It can be run alone from anywhere; the program is looked for in $HANDOFF_BIN_DIR, else in
# build/dev.
#
# A case runs in a subshell under `set -eu`, in an empty folder of its own (all in one place, where $one_place names it),
# with no standard input, so that nothing it does reaches the next one. The trash folder lies outside of the project and goes away
# at the end (HANDOFF_KEEP_TRASH=1 keeps it and prints where it is). HANDOFF_LONG=1 asks for long runs,
# HANDOFF_TIMES=1 for what each case computed.

e2e_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
project_dir=$(cd "$e2e_dir/../.." && pwd -P)
bin_dir=${HANDOFF_BIN_DIR:-$project_dir/build/dev}
if [ ! -x "$bin_dir/git-handoff" ]; then
  echo "no program at $bin_dir/git-handoff: build it, or set HANDOFF_BIN_DIR" >&2
  exit 1
fi
bin_dir=$(cd "$bin_dir" && pwd -P)

# Nothing of the user's world may reach a test.
for name in $(compgen -e | grep -E '^(GIT_|XDG_|CLAUDE|CODEX|GEMINI|CURSOR|HANDOFF_)'); do
  case $name in
    HANDOFF_LONG | HANDOFF_SOME_VARIANTS | HANDOFF_KEEP_TRASH | HANDOFF_TIMES | HANDOFF_BIN_DIR | HANDOFF_SEED | HANDOFF_HISTORY | HANDOFF_TOPICS | HANDOFF_SPELLBOOK | HANDOFF_GSD | HANDOFF_AGENTS) ;;
    *) unset "$name" ;;
  esac
done
unset name EDITOR VISUAL PAGER NO_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES LANGUAGE PREFIX DESTDIR CDPATH

trash=$(mktemp -d "${TMPDIR:-/tmp}/handoff-test.XXXXXX") || exit 1
trash=$(cd "$trash" && pwd -P)
export HOME="$trash/home"
export PATH="$bin_dir:$trash/tools:$PATH"
plain_path=$PATH
export LC_ALL=C TZ=UTC TERM=dumb GIT_PAGER=cat
export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_CEILING_DIRECTORIES="$trash"
# What git puts into a new repository, without the samples of hooks, which each copy would have.
export GIT_TEMPLATE_DIR="$trash/template"
mkdir -p "$HOME" "$trash/tools" "$GIT_TEMPLATE_DIR/hooks" "$GIT_TEMPLATE_DIR/info"
: >"$GIT_TEMPLATE_DIR/info/exclude"
cd "$trash" || exit 1

# Thousands of calls: jq 1.6 takes five times as long to start as gojq, and a shim in front of python3 ten times as
# long as python3. gojq sorts keys; what looks at their order asks "$jq_in_order".
jq_in_order=$(command -v jq)
! command -v gojq >/dev/null || ln -s "$(command -v gojq)" "$trash/tools/jq"
[ ! -x /usr/bin/python3 ] || ln -s /usr/bin/python3 "$trash/tools/python3"
# A program that was built before has no tools beside it.
[ -x "$bin_dir/on-terminal" ] || ln -s "$project_dir/build/dev/on-terminal" "$trash/tools/on-terminal"
at_terminal=$(command -v on-terminal) || at_terminal=on-terminal

case_number=0
passed=0
failed=0
skipped=0
finished=no

# --- clock -----------------------------------------------------------------------------------------

# The clock of the tests: 2026-03-24 12:00 UTC, one minute later with each tick.
tick=1774353600

# set_clock SECONDS: what git and git-handoff take for now when they write.
set_clock() {
  tick=$1
  export GIT_AUTHOR_DATE="@$tick +0000" GIT_COMMITTER_DATE="@$tick +0000"
}

# A minute passes.
test_tick() { set_clock $((tick + 60)); }

# The tests' clock is the real one from here on (ages are counted from the real clock).
real_clock() { unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE; }

set_clock "$tick"

# --- cases -----------------------------------------------------------------------------------------

first_config='[user]
	name = A U Thor
	email = author@example.com
[init]
	defaultBranch = main
[gc]
	auto = 0
[maintenance]
	auto = false
[receive]
	autogc = false
[protocol "file"]
	allow = always'
write_user_config() { printf '%s\n' "$first_config" >"$HOME/.gitconfig"; }
write_user_config

cleanup() {
  local status=$?
  if [ "$finished" = no ]; then
    echo "not ok - $(basename "$0") ended before test_done (exit code $status)"
    status=1
  fi
  cd / || exit 1
  if [ -n "${HANDOFF_KEEP_TRASH:-}" ]; then
    echo "# kept: $trash"
  else
    chmod -R u+rwx "$trash" 2>/dev/null
    rm -rf "$trash"
  fi
  exit "$status"
}
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# as_nobody: all that is here is a user's who may not read everything; "${nobody[@]}" is a command of theirs.
as_nobody() {
  [ "$(id -u)" -eq 0 ] || skip "becoming somebody else needs root"
  command -v setpriv >/dev/null || skip "no setpriv here"
  nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 755 "$trash" "$case_dir"
  cp -a "$HOME" "$case_dir/home"
  HOME=$case_dir/home
  git config --global --add safe.directory '*'
  chown -R 65534:65534 "$HOME" .
  "${nobody[@]}" git rev-parse HEAD >/dev/null 2>&1 || skip "nobody cannot run git here"
}

# test_case "does what" FUNCTION [ARGS...]: runs it and prints whether it held.
# waits_for_long WHAT: a run of the whole suite has every third of a costly script's variants ("... also where", "what: how",
# "what (how)"); by name, and with --long, all are run. Such a script says variants=some. Where only odd states follow, of what
# was proved above, it says variants=odd: of these every third is run.
variants=all offered=0 waiting=0
waits_for_long() {
  [ -n "${HANDOFF_SOME_VARIANTS:-}" ] || return 1
  case $variants in
    some) [[ $1 =~ ^'... '|': '[^\ ]+$|\ \([^\ ]+\)$ ]] || return 1 ;;
    odd) ;;
    *) return 1 ;;
  esac
  offered=$((offered + 1))
  [ $((offered % 3)) -ne 0 ] || return 1
  waiting=$((waiting + 1))
}

test_case() {
  local what=$1 log status left TIMEFORMAT='computed %U + %S s'
  shift
  case_number=$((case_number + 1))
  ! waits_for_long "$what" || return 0
  log="$trash/case-$case_number.log"
  case_dir="$trash/${one_place:-case-$case_number}"
  mkdir -p "$case_dir" "$case_dir.aside"
  write_user_config
  # Not in a condition: bash would ignore `set -e` in there.
  { time { (
    trap - EXIT HUP INT TERM
    set -Eeu
    trap 'echo "line $LINENO: $BASH_COMMAND: exit code $?" >&2' ERR
    cd "$case_dir"
    "$@"
  ) </dev/null >"$log" 2>&1; }; } 2>"$trash/time"
  status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok $case_number - $what"
  elif [ $status -eq 77 ]; then
    skipped=$((skipped + 1))
    echo "ok $case_number - $what # skipped: $(tail -n 1 "$log")"
  else
    failed=$((failed + 1))
    echo "not ok $case_number - $what"
    sed 's/^/# /' "$log"
  fi
  [ -z "${HANDOFF_TIMES:-}" ] || sed "s/^/# $case_number: /" "$trash/time"
  if [ -n "${one_place:-}" ]; then # the next one begins with nothing there
    for left in "$case_dir" "$case_dir".*; do mv "$left" "$trash/case-$case_number${left#"$case_dir"}"; done
    case_dir="$trash/case-$case_number"
  fi
  [ -n "${HANDOFF_KEEP_TRASH:-}" ] || rm -rf "$case_dir" "$case_dir.aside" 2>/dev/null ||
    { chmod -R u+rwx "$case_dir" 2>/dev/null; rm -rf "$case_dir" "$case_dir.aside"; }
}

# skip "why": ends the case; it counts neither as passed nor as failed.
skip() {
  echo "$*"
  exit 77
}

# The last line of every script.
test_done() {
  finished=yes
  [ "$skipped" -eq 0 ] || echo "$skipped skipped"
  [ $waiting -eq 0 ] || echo "$waiting variants wait for --long"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}

# --- expectations ------------------------------------------------------------------------------------

# fail "why": ends the case.
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# run CMD...: leaves $out, $err (texts) and $code, and "$out_file", "$err_file" for what is not text. At the top of a
# working tree `git handoff` is the program itself: there git has nothing to hand it but the time it takes.
run() {
  [ $# -gt 0 ] || fail "there is no command to run"
  [ "$1 ${2-}" != "git handoff" ] || [ ! -d .git ] || [ "$PATH" != "$plain_path" ] || set -- git-handoff "${@:3}"
  out_file="$case_dir.aside/out"
  err_file="$case_dir.aside/err"
  code=0
  "$@" >"$out_file" 2>"$err_file" || code=$?
  text_of "$out_file" out
  text_of "$err_file" err
}

# text_of FILE NAME: leaves in the variable what the file holds, without NUL and without the last line ends, as $(...)
# would, and without a process: there are tens of thousands of these.
text_of() {
  local parts text
  mapfile -d '' -t parts <"$1"
  printf -v text %s "${parts[@]}"
  while [[ $text == *$'\n' ]]; do text=${text%$'\n'}; done
  printf -v "$2" %s "$text"
}

# show_run CMD...: what a failed expectation says of a command that was run.
show_run() {
  echo "$*: exit code $code"
  printf 'stdout: %s\nstderr: %s\n' "$out" "$err"
}

# works CMD...: it must exit with 0. Leaves what `run` leaves.
works() {
  run "$@"
  [ "$code" -eq 0 ] || fail "$(show_run "$@")"
}

# must_fail CODE CMD...: it must exit with exactly this code. Leaves what `run` leaves.
must_fail() {
  local wanted=$1
  shift
  run "$@"
  [ "$code" -eq "$wanted" ] || fail "wanted exit code $wanted of $(show_run "$@")"
}

# checked [ARGS...]: `git handoff check`, which says that all is as it was, or that something is not, and does not die.
checked() {
  run git handoff check "$@"
  [ "$code" -le 1 ] || fail "$(show_run git handoff check "$@")"
}

# expect_contains TEXT PART...: each part stands in the text as it is.
expect_contains() {
  local text=$1 part
  shift
  [ $# -gt 0 ] || fail "expect_contains: no part is named"
  for part; do
    case $text in
      *"$part"*) ;;
      *) fail "'$part' is missing in: $text" ;;
    esac
  done
}

# expect_lacks TEXT PART...: none of the parts stands in the text.
expect_lacks() {
  local text=$1 part
  shift
  [ $# -gt 0 ] || fail "expect_lacks: no part is named"
  for part; do
    case $text in
      *"$part"*) fail "'$part' should not be in: $text" ;;
    esac
  done
}

# expect_equal WANTED GOT [WHAT]
expect_equal() {
  [ "$1" = "$2" ] && return
  printf '%s\n' "$1" >"$case_dir.aside/wanted"
  printf '%s\n' "$2" >"$case_dir.aside/got"
  diff -u --label wanted --label got "$case_dir.aside/wanted" "$case_dir.aside/got" >&2 || true
  fail "${3:-not as wanted}"
}

# expect_matches TEXT REGEX...: a line of the text matches each of them (extended).
expect_matches() {
  local text=$1 pattern
  shift
  for pattern; do
    printf '%s\n' "$text" | grep -Eq -e "$pattern" || fail "no line matches '$pattern' in: $text"
  done
}

# expect_file FILE TEXT: the file holds this text and a final newline.
expect_file() {
  [ -f "$1" ] || fail "'$1' is missing"
  expect_equal "$2" "$(cat "$1")" "content of '$1'"
}

# json FILTER [FILE]: a value out of a JSON text, by jq; standard input without a file.
json() { jq -r "$@"; }
# The same with sorted keys: gojq has no option for it, for it always does so.
json_in_order() { if [ -L "$trash/tools/jq" ]; then jq -r "$@"; else jq -r -S "$@"; fi; }

# --- repositories ------------------------------------------------------------------------------------

# shellcheck source=tests/project.sh
. "$project_dir/tests/project.sh"
# shellcheck source=tests/e2e/wait.sh
. "$e2e_dir/wait.sh"

# make_repo [DIR]: an empty repository on main, and the shell is in it.
make_repo() {
  git init -q "${1:-repo}"
  cd "${1:-repo}"
}

# commit_all [MESSAGE]: everything there is, a minute later.
commit_all() {
  test_tick
  git add -A
  git commit -q --allow-empty -m "${1:-commit}"
}

# what_decides: leaves in $decides what a repository that is made now depends on: settings, clock and environment.
what_decides() {
  local name
  IFS= read -r -d '' decides <"$HOME/.gitconfig" || true
  for name in "${!GIT_@}" "${!HANDOFF_@}" "${!XDG_@}" PATH HOME LC_ALL TZ tick; do decides+="$name=${!name-}"$'\n'; done
}

# make_project [DIR]: a repository with a commit of three files, and the shell is in it. Made once a script, by the first that
# wants it so, and copied for the others: files and index are new then, too.
make_project() {
  local folder=${1:-repo} decides here=$trash/project was=""
  what_decides
  [ ! -e "$here.decides" ] || IFS= read -r -d '' was <"$here.decides" || true
  if [ "$decides" = "$was" ] && [ ! -e "$folder" ]; then
    cp -dR "$here" "$folder"
    cd "$folder"
    test_tick
    git update-index -q --refresh
    return
  fi
  make_repo "$folder"
  write_project
  commit_all "first"
  [ -z "$was" ] && [ ! -e "$here" ] && [ "$(umask)" = 0022 ] || return 0
  cp -dR . "$here"
  printf %s "$decides" >"$here.decides"
}

# state_of_tree: all that a round trip must give back, as text to compare: status, what is staged, index entries with
# their flags, and each file's kind, executable bit and content; with these no diff of the files has more to tell. Safe for
# any file name.
state_of_tree() {
  echo "== status"
  git --no-optional-locks status --porcelain=v2 --untracked-files=all
  echo "== staged"
  git --no-optional-locks diff --no-ext-diff --no-color --binary --cached
  echo "== index"
  git ls-files -s -v
  echo "== files"
  files_of_tree
}

# files_of_tree: only the files: kind (x: executable), path, link target, content hash. It is asked thousands of times: the
# shell looks for them itself.
files_of_tree() (
  shopt -s globstar dotglob nullglob
  names=() links=()
  for top in *; do
    [ "$top" != .git ] || continue
    found=("$top")
    [ -L "$top" ] || [ ! -d "$top" ] || found=("$top"/**)
    for name in "${found[@]}"; do
      case $name/ in */.git/*) continue ;; esac
      if [ -L "$name" ]; then
        links+=("$name")
      elif [ -f "$name" ]; then
        names+=("$name")
        if [ -x "$name" ]; then echo "x $name"; else echo "f $name"; fi
      fi
    done
  done
  [ ${#links[@]} -eq 0 ] || { printf 'l %s\n' "${links[@]}" && readlink -- "${links[@]}"; }
  if [ ${#names[@]} -gt 1000 ]; then
    printf '%s\0' "${names[@]}" | xargs -0 sha256sum --
  elif [ ${#names[@]} -gt 0 ]; then
    sha256sum -- "${names[@]}"
  fi
)

# expect_state WANTED: the tree is as state_of_tree said before.
expect_state() { expect_equal "$1" "$(state_of_tree)" "the working tree is not what it was"; }

# on_terminal KEYS CMD...: runs the command on a terminal and types the keys; $out has the screen
# (carriage returns removed), $code the exit code. TERMINAL_WIDTH sets the width (80).
on_terminal() {
  code=0
  out_file="$case_dir.aside/out"
  "$at_terminal" "$@" >"$out_file" || code=$?
  [ "$code" -ne 250 ] || skip "no terminal can be made here"
  text_of "$out_file" out
  err=""
}

needs_terminal() { on_terminal "" true; }

# live_at_least N: as many handoffs are live here.
live_at_least() { [ "$(git for-each-ref refs/handoffs/active | wc -l)" -ge "$1" ]; }

# live_ids: those of the handoffs that are live here, at a tenth of what the list of them costs.
live_ids() { git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active; }

# user_reads [ID]: a person reads the whole record on a terminal, and says so.
user_reads() {
  on_terminal $'read\n' git handoff show "$@"
  [ "$code" -eq 0 ] || fail "$(show_run git handoff show "$@")"
}

# user_reads_all: the same of all records that are live here or fetched.
user_reads_all() {
  local id
  for id in $(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active refs/handoffs/remotes); do user_reads "$id"; done
}

# own_records: all records of this repository are the user's own, however they came to be: as if pause had written them.
own_records() {
  git for-each-ref --format='%(objectname) %(tree)' refs/handoffs |
    "$project_dir/tests/tools/seal.py" "$(git rev-parse --git-common-dir)" own
}

# own_copy FOLDER TARGET: the clone there once more, as the user's own; a copy made with cp proves nothing.
own_copy() {
  cp -a "$1" "$2"
  "$project_dir/tests/tools/seal.py" "$2" moved
}

# agent_file_of AGENT: the file that `init --agent` writes for it in a project.
agent_file_of() {
  case $1 in
    claude) echo .claude/settings.json ;;
    codex) echo .codex/hooks.json ;;
    gemini) echo .gemini/settings.json ;;
    qwen) echo .qwen/settings.json ;;
    droid) echo .factory/settings.json ;;
    cursor) echo .cursor/hooks.json ;;
    copilot) echo .github/hooks/git-handoff.json ;;
    opencode) echo .opencode/plugins/git-handoff.ts ;;
  esac
}
