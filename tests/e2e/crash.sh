# shellcheck shell=bash
# Shared by the crash tests: a small repository with messy work, the verbs, and what must hold after a
# kill. Sourced after lib.sh.

# shellcheck disable=SC2154  # case_dir, trash, tick: lib.sh

# crash_repo: messy work on 'feat' in ./repo; notes and a decision are there to be carried.
crash_repo() {
  make_project
  rm -rf .git/hooks # samples, which each copy would have
  git switch -q -c feat
  git branch other
  make_work
  write "odd name\"
x" "odd"
  ln -s nowhere dangling
  write new.sh "#!/bin/sh"
  chmod +x new.sh
  git add -N new.sh
  git rm -q --cached README
  git handoff note "a note of the journal" >/dev/null
  base=$(git rev-parse HEAD)
  work=$(state_of_tree)
  work_files=$(files_of_tree)
}

# before_verb VERB: what has to be there for it.
before_verb() {
  case $1 in
    pause | checkpoint) ;;
    pause-detached)
      git handoff note --undo >/dev/null # it was for the branch
      git switch -q --detach
      git handoff note "a note of the journal" >/dev/null
      ;;
    pause-again)
      git handoff pause -m first --next "the first" >/dev/null
      write more.txt "work on top of the pause"
      work_files=$(files_of_tree)
      ;;
    resume | resume-edited | discard | undo-pause | resume-elsewhere | resume-apply | fresh)
      git handoff pause -m kept --next "go on" >/dev/null
      ;;
    edit)
      git handoff pause -m kept --next "go on" >/dev/null
      git handoff show --format json | jq '.next_action = "go on with the second"' >.git/edited.json
      ;;
    undo-left) # what no checkout gives: the branch is left and comes back
      echo README >.git/info/exclude
      git handoff pause -m kept --next "go on" >/dev/null
      rm README
      git switch -q other
      git switch -q feat
      ;;
    undo-resume)
      git handoff pause -m kept --next "go on" >/dev/null
      git handoff resume --continue >/dev/null
      ;;
    undo-fresh)
      git handoff pause -m kept --next "go on" >/dev/null
      git handoff resume --fresh >/dev/null
      ;;
    gc)
      git handoff pause -m kept --next "go on" >/dev/null
      git handoff discard >/dev/null
      git config handoff.keepDays 0
      ;;
    undo-discard)
      git handoff pause -m kept --next "go on" >/dev/null
      git handoff discard >/dev/null
      ;;
  esac
  case $1 in
    resume-edited)
      write src/util.c "edited since"
      work_files=$(files_of_tree)
      ;;
    resume-elsewhere) git switch -q other ;;
    resume-apply)
      git reset -q --hard HEAD~1
      write elsewhere.txt "moved on"
      git add elsewhere.txt
      git commit -q -m "moved on"
      ;;
  esac
}

# run_verb VERB [PREFIX...]: the command under test.
run_verb() {
  local verb=$1
  shift
  case $verb in
    pause | pause-detached) "$@" git-handoff pause -m kept --next "go on" ;;
    pause-again) "$@" git-handoff pause -m second --next "the second" ;;
    checkpoint) "$@" git-handoff checkpoint -m kept ;;
    resume | resume-edited) "$@" git-handoff resume --continue ;;
    resume-elsewhere) "$@" git-handoff resume --continue --switch ;;
    resume-apply) "$@" git-handoff resume --continue --apply ;;
    fresh) "$@" git-handoff resume --fresh ;;
    discard) "$@" git-handoff discard ;;
    edit) "$@" git-handoff edit --from .git/edited.json ;;
    gc) "$@" git-handoff gc ;;
    undo-*) "$@" git-handoff undo ;;
  esac
}

# where_it_stands: branch position, index, files and records, without what differs from run to run.
where_it_stands() {
  case $(<.git/HEAD) in ref:*) echo "$(<.git/HEAD)" ;; *) echo detached ;; esac
  git log --format=%T -n 4
  git ls-files -s -v
  git for-each-ref --format=live refs/handoffs/active
  files_of_tree
}

# prepare_verb VERB: a copy of the repository as it stands before the verb; `reference` is one after it.
prepare_verb() {
  crash_repo >/dev/null 2>&1
  before_verb "$1" >/dev/null 2>&1
  cd ..
  mv repo template
  own_copy template reference
  (cd template && where_it_stands) >before
  [ "$1" != resume-elsewhere ] ||
    (own_copy template switched.repo && cd switched.repo && git switch -q feat && where_it_stands) >switched
  (cd reference && run_verb "$1") || fail "$1 does not work even without a kill"
  (cd reference && where_it_stands) >after
}

# fresh_copy: ./repo again as before the verb, and the shell is in it. Where the first one was, it proves itself.
fresh_copy() {
  rm -rf "$case_dir/repo"
  cp -a "$case_dir/template" "$case_dir/repo"
  cd "$case_dir/repo" || exit
}

# points_of VERB: the fault points on its way, in order, each once.
points_of() {
  fresh_copy
  run_verb "$1" env GIT_HANDOFF_FAULT="list=$case_dir/points" >/dev/null 2>&1
  awk '!seen[$0]++' "$case_dir/points"
}

no_leftovers() {
  local left
  left=$(find .git \( -name '*.lock' -o -name op.json -o -name '*.keep' -o -path '*/handoff/work/*' \
    -o -path '*/handoff/held' -o -name 'tmp_obj*' \) -print)
  expect_equal "" "$left" "left behind"
}

# may_write_files VERB: does it, when it is through?
may_write_files() {
  case $1 in
    resume-elsewhere | resume-apply | fresh | undo-fresh | undo-left) return 0 ;;
    *) return 1 ;;
  esac
}

# before_or_after VERB: ../now is one of the two. A switch that is through is a state of its own: the branch is
# the record's, which is live and can be resumed.
before_or_after() {
  cmp -s ../now ../before || cmp -s ../now ../after ||
    { [ "$1" = resume-elsewhere ] && cmp -s ../now ../switched; }
}

# proven VERB: after a kill and one more command of ours: before or after but not between, nothing lost,
# nothing left behind, and pause then resume works.
proven() {
  may_write_files "$1" || expect_equal "$work_files" "$(files_of_tree)" "a working tree file changed"
  works git handoff status
  no_leftovers
  where_it_stands >../now
  before_or_after "$1" ||
    fail "$(echo "between:"; diff ../before ../now; echo "and to after:"; diff ../after ../now)"
  works_again_once "$1"
}

# is_sound: git finds nothing wrong with the repository.
is_sound() {
  run git fsck --full --no-dangling
  [ "$code$out$err" = 0 ] || expect_equal "0 " "$code $(printf '%s' "$out$err" | grep -v '^notice: \|^Checking' || true)" "git fsck"
}

# The state of the repository in one line, without what differs from run to run, in $state. What tells it stays: it is
# asked hundreds of times.
state_line() {
  {
    echo "$(<../now)"
    git --no-optional-locks status --porcelain=v2 --untracked-files=all
    git for-each-ref --format='%(refname) %(objectname) %(symref)'
  } >../told
  [ -n "${same_state_PID:-}" ] || coproc same_state { cd / && exec python3 -SE "$project_dir/tests/tools/same_state.py"; }
  echo "$PWD" >&"${same_state[1]}"
  read -r state <&"${same_state[0]}"
}

# works_again_once VERB: where a state like this one has not been gone on from before: but for ids and times, what is sound
# and works there, with all that is reachable, is so here.
works_again_once() {
  local state=any
  ! command -v python3 >/dev/null || state_line
  ! gives_the_work_back "$1" || state=work-$state
  [ ! -e "$trash/proven/$state" ] || [[ $state == *any ]] || return 0
  mkdir -p "$trash/proven"
  is_sound
  works_again "$1"
  : >"$trash/proven/$state"
}

# gives_the_work_back VERB: what is resumed behind it is the work that was there at first.
gives_the_work_back() {
  case $1 in
    pause | checkpoint | resume | undo-pause | undo-resume | pause-detached) return 0 ;;
    *) return 1 ;;
  esac
}

# note_is_once: in the journal or in a live pause; a checkpoint only copies it.
note_is_once() {
  local id times
  times=$({
    git handoff note --list --json | jq -r '.notes[].text'
    for id in $(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active); do
      git handoff show "$id" --format json | jq -r 'select(.mode != "checkpoint") | .context_notes'
    done
  } | grep -cF "a note of the journal" || true)
  expect_equal 1 "$times" "how often the note is there after the kill"
}

works_again() {
  local state
  note_is_once
  if [ "$(git for-each-ref refs/handoffs/active | wc -l)" -gt 0 ]; then
    run git handoff resume --continue
    [ "$code" -eq 0 ] || run git handoff resume --continue --switch
    [ "$code" -eq 0 ] || run git handoff resume --continue --apply
    [ "$code" -eq 0 ] || fail "cannot resume after a kill: $err"
  fi
  if gives_the_work_back "$1" && [ "$(git rev-parse HEAD)" = "$base" ]; then
    expect_equal "$work" "$(state_of_tree)" "not the work that was there"
  fi
  state=$(state_of_tree)
  works git handoff pause -m again
  note_is_once
  works git handoff resume --continue
  expect_equal "$state" "$(state_of_tree)" "pause then resume after the kill"
}
