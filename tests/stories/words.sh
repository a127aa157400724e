# shellcheck shell=bash
# The words that stories have beside git's own.

export LC_ALL=C TZ=UTC TERM=dumb GIT_PAGER=cat
export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_CEILING_DIRECTORIES="$TRASH"

now=1774353600 # 2026-03-24 12:00 UTC

# pass_time SECONDS: moves the clock of git and git-handoff.
pass_time() {
  now=$((now + $1))
  export GIT_HANDOFF_NOW=$now GIT_AUTHOR_DATE="@$now +0000" GIT_COMMITTER_DATE="@$now +0000"
}

git config --global user.name "A U Thor"
git config --global user.email author@example.com
git config --global init.defaultBranch main
git config --global gc.auto 0
git config --global maintenance.auto false
git config --global protocol.file.allow always
git config --global advice.detachedHead false

# shellcheck source=tests/project.sh
. "$TESTS/project.sh"

# project [FOLDER]: a repository with one commit of three files; the shell is in it.
project() {
  git init -q "${1:-repo}" && cd "${1:-repo}" || return
  write_project
  commit first
}

# commit MESSAGE: all there is.
commit() { git add -A && git commit -q --allow-empty -m "$1"; }

# work: staged, unstaged and untracked changes on `project`.
work() { make_work; }

# person KEYS CMD...: what a person sees who types these keys.
person() { on-terminal "$@"; }

# whole_state: files, index and its flags, and both diffs, as text.
whole_state() {
  exec 2>/dev/null # warnings about line ends
  git --no-optional-locks status --porcelain=v2 --untracked-files=all
  git --no-optional-locks diff --binary --full-index
  git --no-optional-locks diff --binary --full-index --cached
  git ls-files -s -v
  find . -name .git -prune -o -type f -printf '%m %p ' -exec sh -c 'git hash-object --no-filters "$1"' sh {} \; \
    -o -type l -printf 'link %p -> %l\n' | sort
}

# mark [NAME], since [NAME]: what differs from then in files and index.
mark() { (whole_state) >"$TRASH/mark-${1:-1}"; }
since() {
  (whole_state) | diff "$TRASH/mark-${1:-1}" - && echo "files and index as at the mark"
}

# refs: HEAD, the tips and the handoff refs.
refs() {
  echo "HEAD: $(git symbolic-ref -q --short HEAD || echo detached)$(git log -1 --format=' %h' 2>/dev/null)"
  git for-each-ref --format='%(if:equals=refs/handoffs)%(refname:rstrip=-2)%(then)%(refname:lstrip=1)%(else)%(refname:lstrip=1) %(objectname:short)%(end)'
}

# state: all that a command could have changed, in few lines.
state() {
  refs
  git status --porcelain=v1 --untracked-files=all
  git --no-optional-locks diff --shortstat
  git --no-optional-locks diff --cached --shortstat | sed 's/^/ staged:/'
  echo "index: $(git ls-files -s -v | git hash-object --stdin | cut -c1-6)$(git ls-files -v | sed -n 's/^\([a-zS] .*\)/ \1/p' | tr -d '\n')"
  [ ! -e "$(git rev-parse --git-path handoff/op.json)" ] || echo "an operation is under way"
  git handoff note --list
}
