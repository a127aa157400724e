#!/usr/bin/env bash
# Pauses and resumes in a throwaway repository, showing each command and what it really printed.
#
#   scripts/demo.sh [FOLDER]      the folder that holds git-handoff; without it, the one in PATH
#
# Works on a machine with no git identity, and leaves nothing behind. Fails if the work did not come
# back exactly as it was.
set -eu

if [ "${1:-}" = -h ] || [ "${1:-}" = --help ]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
  exit 0
fi
if [ $# -gt 0 ]; then
  folder=$(cd "$1" && pwd -P)
  PATH=$folder:$PATH
fi
command -v git-handoff >/dev/null || {
  echo "fatal: no git-handoff in PATH" >&2
  exit 128
}

place=$(mktemp -d "${TMPDIR:-/tmp}/handoff-demo.XXXXXX")
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM HUP

# Nothing of the user's own git is read or written.
for name in $(compgen -e | grep '^GIT_'); do unset "$name"; done
unset XDG_CONFIG_HOME
mkdir "$place/home"
export HOME=$place/home GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=$place PATH
git config --global user.name "Demo User"
git config --global user.email demo@example.com
git config --global init.defaultBranch main
git config --global advice.detachedHead false

# step CMD...: shows the command as it would be typed, and runs it.
step() {
  local word line='$'
  for word; do
    case $word in
      *[!A-Za-z0-9_./=:@%+,-]* | '') line+=" \"$word\"" ;;
      *) line+=" $word" ;;
    esac
  done
  printf '%s\n' "$line"
  "$@" </dev/null 2>&1
  echo
}

# choose: `git handoff resume` on a terminal, where it shows what is true now, and asks; "c" is typed.
choose() {
  if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    step git handoff resume --continue
    return
  fi
  echo '$ git handoff resume'
  printf 'c\n' | NO_COLOR=1 TERM=dumb script -qec 'stty -echo cols 100 rows 40; git handoff resume' /dev/null |
    tr -d '\r' | sed -e '1{/^c$/d}' -e 's/^your choice \[q\]: /&c\n/'
  echo
}

state() {
  git status --porcelain=v2 --untracked-files=all
  git diff
  git diff --cached
  find . -name .git -prune -o -type f -exec sha256sum {} + | sort
}

cd "$place"
git init -q shop
cd shop
mkdir src
printf 'def verify(token):\n    return True\n' >src/token.py
printf 'A small shop.\n' >README
git add .
git commit -qm "start the shop"
git switch -qc login

# In the middle of work: one change staged, one not, one file new.
printf 'def verify(token):\n    return token.signature is not None\n' >src/token.py
git add src/token.py
printf 'A small shop with a login.\n' >README
printf 'def test_expired():\n    assert False, "not written yet"\n' >src/test_token.py
before=$(state)

step git status --short
step git handoff pause -m "login: tokens are verified, expiry is not" --next "write the expiry test in src/test_token.py"
step git status --short
step git switch main
step git switch login
choose
step git status --short

if [ "$before" != "$(state)" ]; then
  echo "The work did not come back exactly as it was. This is a defect." >&2
  exit 1
fi
echo "Staged, unstaged and new files are exactly as they were."
