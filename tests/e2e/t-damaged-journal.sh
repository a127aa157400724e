#!/usr/bin/env bash
# The files in which an operation is written down, damaged: told, work stays possible, doctor --fix sets them aside.
. "$(dirname "$0")/lib.sh"
variants=some

# damaged FILE CONTENT: what each command says and does with it.
damaged() {
  make_project
  mkdir -p .git/handoff
  printf '%s' "$2" >".git/handoff/$1"
  echo work >>README.md
  run git handoff pause -m kept
  if [ "$1" = op.json ]; then expect_equal 128 "$code" "pause: $err"; else expect_equal 0 "$code" "pause: $err"; fi
  [[ $err = *"$1' is damaged"*"doctor --fix"* ]] || fail "no word of what is damaged and what helps: $err"
  [[ $err != *json.exception* ]] || fail "the library's words: $err"
  run git handoff doctor
  expect_equal 1 "$code" "doctor finds it"
  works git handoff doctor --fix
  [[ $(tr -s "[:space:]" " " <<<"$out") = *"$1' was set aside"* ]] || fail "doctor --fix: $out"
  expect_equal "$2" "$(cat ".git/handoff/$1.damaged")" "what was set aside"
  [ "$1" != op.json ] || works git handoff pause -m kept
  works git handoff resume --continue
  expect_equal work "$(tail -n 1 README.md)" "the work"
}

test_case "op.json that is no JSON" damaged op.json 'gar{bage'
test_case "op.json of another shape" damaged op.json '{"version":1,"steps":7}'
test_case "files.json that is no JSON" damaged files.json 'gar{bage'
test_case "files.json of another shape" damaged files.json '{"version":1,"from":[]}'
test_case "files.json with a process that is none" damaged files.json \
  '{"version":1,"from":"a","to":"b","branch":"","record":"","started":"","process":{"pid":"x"}}'

# A power cut leaves the file of a ref empty, or full of NULs. git passes over such a ref: what it pointed at is told, kept
# from the next pause, and comes back.
damaged_ref() {
  make_project
  works git handoff init --hooks post-checkout
  git branch other
  echo work >>README.md
  works git handoff pause -m kept --next "the next step"
  local ref file was
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  was=$(git rev-parse "$ref")
  [ -z "${1:-}" ] || git pack-refs --all
  file=.git/$ref
  mkdir -p "$(dirname "$file")"
  printf '%b' "${2:-}" >"$file"
  for command in status list; do
    works git handoff "$command"
    expect_contains "$err" "the ref '$ref' is damaged" "git handoff doctor --fix"
    expect_lacks "$out$err" "othing is paused" "no handoff would take it off"
  done
  for command in resume "resume --continue" undo; do
    # shellcheck disable=SC2086
    run git handoff $command
    [ "$code" != 0 ] || fail "$command: exit code 0"
    expect_contains "$err" "the ref '$ref' is damaged" "git handoff doctor --fix"
  done
  git switch -q other
  works git switch main
  expect_contains "$err" "handoff: paused here" "'git handoff doctor'"
  must_fail 1 git handoff doctor
  expect_contains "$out" "the ref '$ref' is damaged; it pointed at ${was::7}, which is here"
  echo more >>README.md
  works git handoff pause -m other
  expect_contains "$err" "the ref '$ref' is damaged"
  echo third >>README.md
  works git handoff pause -m third
  expect_contains "$(git for-each-ref --contains "$was" refs/handoffs/undo)" refs/handoffs/undo/main
  works git handoff doctor --fix
  expect_contains "$out" "fixed: the damaged ref '$ref' points at ${was::7}"
  expect_equal "$was" "$(git rev-parse "$ref")"
  works git handoff doctor
  works git gc -q
}
test_case "a record's ref that a power cut left empty comes back" damaged_ref
test_case "... full of NULs, and an older one is packed" damaged_ref packed '\0\0\0\0\0\0\0\0'

# What is archived, and what is kept for undo.
other_damaged_refs() {
  make_project
  echo work >>README.md
  works git handoff pause -m kept
  works git handoff resume --continue
  local ref was
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/archive)
  was=$(git rev-parse "$ref")
  : >".git/$ref"
  : >.git/refs/handoffs/undo/main
  rm -rf .git/logs/refs/handoffs
  must_fail 1 git handoff doctor
  expect_contains "$out" "'$ref' is damaged; " "'refs/handoffs/undo/main' is damaged"
  works git handoff pause -m "again"
  works git cat-file -e "$(git rev-parse refs/handoffs/undo/main)"
  works git handoff doctor --fix
  expect_equal "$was" "$(git rev-parse "$ref")"
  works git handoff undo
  works git handoff doctor
  # Nothing is known of it.
  mkdir -p .git/refs/handoffs/active/main
  : >.git/refs/handoffs/active/main/main-20260324-120000-abcdabcd
  must_fail 1 git handoff doctor --fix
  expect_contains "$out" "no version of its record is here" "to drop it: rm "
  eval "$(sed -n 's/.*to drop it: //p' <<<"$out")"
  works git handoff doctor
}
test_case "a damaged ref of the archive, or of undo, keeps nothing from going on" other_damaged_refs

# The ref that holds what undo needs, in a linked worktree, too.
undo_ref_comes_back() {
  make_project
  if [ -n "${1:-}" ]; then
    git worktree add -q -b side ../linked
    cd ../linked || exit 1
  fi
  make_work
  works git handoff pause -m kept --next "the next step"
  works git handoff resume --continue
  works git handoff undo
  local ref was file
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/undo)
  was=$(git rev-parse "$ref")
  file=$(git rev-parse --git-common-dir)/$ref
  : >"$file"
  must_fail 1 git handoff doctor
  expect_contains "$out" "the ref '$ref' is damaged; it pointed at ${was::7}, which is here"
  works git handoff doctor --fix
  expect_contains "$out" "the damaged ref '$ref' points at ${was::7} again"
  expect_equal "$was" "$(git rev-parse "$ref")"
  works git gc -q --prune=now
  works git handoff undo
  # Nothing tells what it was.
  : >"$file"
  rm "$(git rev-parse --git-dir)/handoff/last.json"
  works git handoff doctor --fix
  expect_contains "$out" "the damaged ref '$ref' was removed: nothing here tells what it pointed at"
}
test_case "what undo needs is found again by what its last operation wrote down" undo_ref_comes_back
test_case "... in a linked worktree" undo_ref_comes_back linked

# The file of a ref that was deleted last is there again.
deleted_ref_comes_back() {
  make_project
  make_work
  works git handoff pause -m kept --next "the next step"
  local ref was
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  was=$(git rev-parse "$ref")
  works git handoff resume --continue
  git update-ref "$ref" "$was"
  touch -d '1 hour ago' ".git/$ref"
  # Retired it was, and so it stays.
  works git handoff status
  expect_contains "$out" "Nothing is paused"
  works git handoff status --prompt
  expect_equal "" "$out"
  works git handoff list --porcelain
  expect_equal "" "$out"
  must_fail 1 git handoff resume --continue
  expect_lacks "$out$err" "safe to continue"
  must_fail 1 git handoff resume --continue "${ref##*/}"
  expect_contains "$err" "is archived: resumed by"
  must_fail 1 git handoff undo
  expect_contains "$err" "git handoff doctor --fix"
  must_fail 1 git handoff doctor
  expect_contains "$out" "the ref '$ref', which the last 'resume' took away, is there again"
  works git handoff doctor --fix
  works git handoff doctor
  works git handoff status
  expect_contains "$out" "Nothing is paused"
  # Undone in another worktree it is there to stay.
  git worktree add -q --detach ../linked
  works git -C ../linked handoff undo "${ref##*/}"
  works git handoff doctor --fix
  expect_equal "$was" "$(git rev-parse "$ref")"
  # It is told after other operations, too.
  works git handoff discard "${ref##*/}"
  git update-ref "$ref" "$was"
  touch -d '1 hour ago' ".git/$ref"
  works git handoff checkpoint -m other
  must_fail 1 git handoff doctor
  expect_contains "$out" "the ref '$ref', which is archived since, is there again"
  works git handoff doctor --fix
  works git handoff doctor
}
test_case "a record that a power cut left live and archived is one again" deleted_ref_comes_back

# A power cut in a pause: its operation is still written down, and one of its refs was left empty. Either it is finished.
cut_in_a_pause() {
  make_project
  git switch -q -c work
  make_work
  state=$(state_of_tree)
  works git handoff pause -m x
  mv .git/handoff/last.json .git/handoff/op.json
  while read -r file; do : >"$file"; done < <(find ".git/refs/$1" -type f)
  works git handoff status
  expect_contains "$out" "Paused on 'work'"
  [ ! -e .git/handoff/op.json ] || fail "it is not finished"
  git rev-parse -q --verify HEAD >"$out_file" || fail "the branch is damaged still"
  works git handoff resume --continue
  expect_state "$state"
  works git fsck --strict
}
for which in handoffs/active handoffs/undo heads/work; do
  test_case "an operation whose ref a power cut left empty is finished ($which)" cut_in_a_pause $which
done

branch_without_an_oid() {
  make_project
  git switch -q -c work
  make_work
  works git handoff pause -m x
  wip=$(git rev-parse HEAD)
  : >.git/refs/heads/work
  local files
  files=$(files_of_tree)
  for command in status "pause -m y" resume "resume --continue" discard undo checkpoint brief show "note more" push; do
    # shellcheck disable=SC2086
    run git handoff $command
    expect_lacks "$out$err" "detached HEAD" "othing is paused"
    expect_equal 128 "$code" "$command"
    expect_contains "$err" "the ref 'refs/heads/work', which is checked out, is damaged" "it pointed at ${wip::7}: rm "
  done
  run git handoff status --prompt
  expect_equal "" "$out$err" "a shell prompt"
  expect_equal "$files" "$(files_of_tree)" "files"
  works git handoff list
  must_fail 1 git handoff doctor
  expect_contains "$out" "the ref 'refs/heads/work', which is checked out, is damaged"
  eval "$(sed -n 's/.*hint: it pointed at [0-9a-f]*: //p' <<<"$out")"
  expect_equal "$wip" "$(git rev-parse HEAD)"
  works git handoff doctor
}
# Nobody asks for what is archived, until it is undone.
damaged_in_the_archive() {
  make_project
  echo work >>README
  works git handoff pause -m x --next y
  works git handoff discard
  local ref
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/archive)
  git update-ref "$ref" "$(git commit-tree -m handoff "$(printf '100644 blob %s\thandoff.json\n' "$(echo '{"bad' | git hash-object -w --stdin)" | git mktree)")"
  must_fail 1 git handoff doctor
  expect_contains "$out" "problem: handoff.json of '$(basename "$ref")'"
}
test_case "doctor looks at what is archived, too" damaged_in_the_archive

test_case "doctor names the branch that a power cut left empty, and what writes it anew" branch_without_an_oid
# WHICH notes make a journal of 18 MiB.
journal_too_long() {
  make_project
  works git handoff note "the oldest one"
  works git handoff note "the newest one"
  head -n 1 .git/handoff/journal/main.jsonl >.git/oldest
  tail -n 1 .git/handoff/journal/main.jsonl >.git/newest
  python3 - "$1" >.git/between <<'END'
import datetime, json, sys
which = sys.argv[1]
now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
time = "2020-01-01T00:00:00Z" if which == "old" else now
for i in range(300):
    print(json.dumps({"id": f"n-{i:08x}", "time": time, "branch": "main" if which != "open" else "other", "kind": "context", "text": f"{i} " + "x" * 60000}))
closed = {"time": time, "kind": "folded", "record": "main-20260101-120000-abcdabcd"} if which == "gone" else {"time": time, "kind": "undone"}
if which != "open":
    print(json.dumps({**closed, "notes": [f"n-{i:08x}" for i in range(300)]}))
END
  cat .git/oldest .git/between .git/newest >.git/handoff/journal/main.jsonl
  works git handoff note --list
  expect_lacks "$out" "the oldest one"
  expect_contains "$err" "its oldest notes are not looked at; git handoff doctor --fix"
  must_fail 1 git handoff doctor
  expect_contains "$out" "main.jsonl' is too long: its oldest notes are not looked at" "git handoff doctor --fix"
  if [ "$1" = open ]; then
    must_fail 1 git handoff doctor --fix
    expect_contains "$out" "its notes are open: a pause takes them in"
    return
  fi
  works git handoff doctor --fix
  expect_contains "$out" "main.jsonl' is read as a whole again"
  works git handoff note --list
  expect_contains "$out" "the oldest one" "the newest one"
  expect_equal 2 "$(wc -l <.git/handoff/journal/main.jsonl)"
  works git handoff doctor
}
test_case "a journal that is longer than it is read: doctor --fix takes out what was closed long ago" journal_too_long old
test_case "... and what a record holds that is gone" journal_too_long gone
test_case "... and says what helps where all of it is open" journal_too_long open
test_done
