#!/usr/bin/env bash
# What pause does besides the plain case: on top of itself, for some paths only, on a renamed branch, with
# the repository's hook asked, with named documents, after many checkpoints.
. "$(dirname "$0")/lib.sh"

json() { git handoff show --format json | tr -d '\n' | tr -s ' '; }
live() { git for-each-ref --format='%(refname)' refs/handoffs/active; }

stacked() {
  make_project
  make_work
  local before
  works git handoff pause -m first
  echo later > later
  before=$(state_of_tree)
  works git handoff pause -m second
  expect_contains "$out" "stacked: 2 WIP commits"
  expect_contains "$(json)" '"later"'
  expect_contains "$(json)" '"src/util.c"'
  works git handoff undo
  expect_equal "$before" "$(state_of_tree)" "the tree after undo of the second pause"
}

# One message is why the work stops; the others were said to somebody, too.
several_messages() {
  make_project
  make_work
  git config handoff.trackMessages true
  works git handoff note message "Ben: read the mail of Friday first"
  echo "{\"session_id\":\"s\",\"prompt\":\"add a cache\",\"cwd\":\"$PWD\"}" | works git handoff hook claude UserPromptSubmit
  works git handoff note message "the second word"
  works git handoff pause -m "stop" --next "go on"
  expect_contains "$(git handoff brief | cat)" "- Ben: read the mail of Friday first" "- the second word" "paused because: stop"
  works git handoff show
  expect_lacks "$out" "add a cache"
  works git handoff resume --continue
  works git handoff note message "the third"
  works git handoff pause --next "go on"
  expect_contains "$(git handoff show)" "Ben: read the mail of Friday first" "the second word" "the third"
}

hidden_alone() {
  make_project
  git update-index --assume-unchanged src/util.c
  write src/util.c "hidden"
  works git handoff pause -m x
  expect_contains "$out" "no file in it" "not in the commit: src/util.c"
}
test_case "a pause of what git was not to see says that no file is in the commit" hidden_alone

hidden_mode_alone() {
  make_project
  git update-index --assume-unchanged src/util.c
  chmod +x src/util.c
  works git handoff pause -m x
  expect_contains "$out" "not in the commit: src/util.c"
}
test_case "... also where it is an executable bit alone" hidden_mode_alone

# What git was not to see is in no commit, so none is made for it a second time.
hidden_paused_already() {
  make_project
  git switch -q -c other
  write src/util.c "other"
  write src/main.c "other"
  commit_all other
  git switch -q main
  write README "work"
  git update-index --assume-unchanged src/util.c
  write src/util.c "hidden"
  local wip
  works git handoff pause -m x
  wip=$(git rev-parse HEAD)
  works git handoff pause -m x
  expect_contains "$out" "Paused before: "
  write src/util.c "hidden, and changed"
  git update-index --skip-worktree src/main.c
  write src/main.c "hidden as well"
  works git handoff pause -m x
  expect_lacks "$out" "Paused before" "stacked"
  works git handoff pause -m x
  expect_contains "$out" "Paused before: "
  expect_equal "$wip" "$(git rev-parse HEAD)" "HEAD"
  git update-index --no-assume-unchanged src/util.c
  git update-index --no-skip-worktree src/main.c
  git switch -q -f other
  git switch -q main
  works git handoff resume --continue
  expect_file src/util.c "hidden, and changed"
  expect_file src/main.c "hidden as well"
  expect_equal "S src/main.c h src/util.c" "$(git ls-files -v src | xargs)"
}
test_case "what git was not to see, paused again: no commit with nothing in it" hidden_paused_already

hidden_checkpoint() {
  make_project; make_work
  works git handoff pause -m x
  works git handoff checkpoint
  expect_contains "$out$err" "holds exactly this"
  git update-index --skip-worktree README
  echo hidden >>README
  works git handoff checkpoint
  expect_lacks "$out$err" "holds exactly this"
  expect_contains "$(git rev-list --objects --all)" "$(git hash-object README)"
}
test_case "a checkpoint on a pause keeps what is behind a flag of the index, too" hidden_checkpoint

# What git ignores is in no status: the pause before knows of it.
ignored_again() {
  make_project
  git branch other
  git rm -q --cached README
  echo README >.gitignore
  echo first >README
  works git handoff pause -m x
  echo second >README
  works git handoff "$@"
  expect_contains "$(git rev-list --objects --all)" "$(git hash-object README)"
  git switch -q -f other
  git switch -q -f main
  works git handoff resume --continue
  [ "$1" = checkpoint ] || expect_equal second "$(cat README)"
}
test_case "a file out of the index and ignored, edited since: the next pause keeps it" ignored_again pause
test_case "... with other new work" ignored_again pause -m "y" --next z
test_case "... and a checkpoint" ignored_again checkpoint

# Nothing is done, so undo means the pause that was.
paused_already() {
  make_project
  make_work
  state=$(state_of_tree)
  works git handoff pause -m first --next "go on"
  oid=$(git for-each-ref --format='%(objectname)' refs/handoffs/active)
  works git handoff pause
  expect_contains "$out" "Paused before: " "nothing new since" "go on"
  expect_equal "$oid" "$(git for-each-ref --format='%(objectname)' refs/handoffs/active)" "the record"
  works git handoff pause --next "go on there"
  expect_contains "$(git handoff show)" "go on there"
  works git handoff undo
  works git handoff undo
  expect_contains "$(git handoff show)" "go on there"
  works git handoff undo
  works git handoff pause
  works git handoff resume --continue
  expect_state "$state"
  works git handoff pause -m first
  works git handoff pause
  works git handoff undo
  expect_state "$state"
}

some_paths() {
  make_project
  echo one > one
  echo two > two
  git add two
  must_fail 1 git handoff pause -m none -- nowhere
  expect_equal "" "$(live)" "no record"
  works git handoff pause -m some -- one
  expect_equal "A  two" "$(git status --porcelain)" "what was not named keeps its state"
  works git handoff resume --continue
  expect_equal "A  two
?? one" "$(git status --porcelain)" "after resume"
}

renamed_branch() {
  make_project
  git switch -q -c old
  make_work
  local before
  before=$(state_of_tree)
  works git handoff pause -m rename
  git branch -m old new
  works git handoff
  expect_contains "$out" "Paused on 'new'"
  works git handoff resume --continue
  expect_equal "$before" "$(state_of_tree)" "the tree after resume"
}

hook_decides() {
  make_project
  make_work
  mkdir -p .git/hooks
  printf '#!/bin/sh\necho "not like this" >&2\nexit 1\n' > .git/hooks/pre-commit
  chmod +x .git/hooks/pre-commit
  git config handoff.verify true
  local before
  before=$(state_of_tree)
  must_fail 1 git handoff pause -m verified
  expect_equal "$before" "$(state_of_tree)" "the tree"
  expect_equal "" "$(live)" "no record"
  git config handoff.verify false
  works git handoff pause -m unverified
}

# The commonest kind: it formats, adds and commits none of it.
hook_formats() {
  make_project
  write src/main.c "edited"
  git config handoff.verify true
  write .git/hooks/pre-commit '#!/bin/sh' 'echo formatted >src/main.c' 'echo made >made.txt' 'git add src/main.c made.txt'
  chmod +x .git/hooks/pre-commit
  works git handoff pause -m verified
  expect_equal "" "$(git status --porcelain)" "status after the pause"
  expect_equal "formatted made" "$(git show HEAD:src/main.c HEAD:made.txt | xargs)"
  works git handoff resume --continue
  expect_equal " M src/main.c
?? made.txt" "$(git status --porcelain)" "nothing was staged"
}

invalid_date() {
  make_project
  make_work
  GIT_COMMITTER_DATE=@100 must_fail 128 git handoff pause -m x
  expect_contains "$err" "invalid date"
  cd .git
  must_fail 128 git handoff list
  expect_contains "$err" "no working tree"
}
test_case "a date that git does not read, and a folder that is none of the work, are called so" invalid_date

named_documents() {
  make_project
  echo 'plan.md' >> .gitignore
  git add .gitignore
  git commit -qm ignore
  echo "step one" > plan.md
  make_work
  echo '{"next_action":"read plan.md","documents":[{"path":"plan.md"}]}' > ../in.json
  works git handoff pause --from ../in.json
  expect_equal "step one" "$(git cat-file blob "$(live):documents/plan.md")" "the document in the record"
  # It is searched as what is written for a record is.
  works git handoff resume --continue
  echo "user joe, password: Kx9vTq2Lm8Zr" >>plan.md # gitleaks:allow
  works git handoff pause --from ../in.json
  expect_contains "$out$err" "plan.md" "looks like a secret"
  expect_equal "" "$(git ls-tree -r --name-only "$(live)" documents)" "what the record holds of it"
}

many_named_documents() {
  make_project; make_work
  echo '*.md' >.git/info/exclude
  for i in 1 2 3; do
    yes "line $i" | head -c 409600 >"plan$i.md" || :
    works git handoff note doc "plan$i.md"
  done
  works git handoff pause --next go -m x
  expect_contains "$out$err" "over 1 MiB of ignored documents"
  expect_equal 2 "$(git ls-tree --name-only "$(live)" documents/ | wc -l)"
}
checkpoints_are_thinned() {
  make_project
  for i in $(seq 14); do
    echo "$i" > work
    git handoff checkpoint -q -m "number $i" || fail "checkpoint $i"
  done
  local versions
  versions=$(git handoff log --json | grep -c '"oid"')
  [ "$versions" -ge 3 ] && [ "$versions" -le 10 ] || fail "$versions versions stay of 14"
  local snapshot
  snapshot=$(git handoff list --json | sed -n 's/.*"wip_commit": "\(.*\)".*/\1/p')
  expect_equal 14 "$(git cat-file blob "$snapshot:work")" "the newest"
  works git fsck --full
}

edited_outside_the_cone() {
  make_project
  mkdir -p in out
  echo i > in/i
  echo o > out/o
  echo r > out/run
  chmod +x out/run
  git add -A
  git commit -qm both
  git branch other HEAD~1
  git sparse-checkout set in
  mkdir out
  echo edited > out/o
  echo edited > out/run
  chmod +x out/run
  echo more >> in/i
  local before
  before=$(state_of_tree)  # git status itself takes the skip-worktree bit off here
  works git handoff pause -m sparse
  git switch -q other
  git switch -q -
  [ ! -e out/o ] || fail "the switch should have dropped out/o"
  works git handoff resume --continue
  expect_equal "$before" "$(state_of_tree)" "the tree after resume"
}

# Same size, same second as the index: only the bytes tell, and only as long as the index looks no younger.
changed_within_a_second() {
  make_project
  local try
  for try in 1 2 3 4 5 6; do
    write src/util.c "int util(void) { return $try; }"
    git add src/util.c
    # A flag in the index leaves the hashing to git.
    [ -z "${2:-}" ] || git update-index --assume-unchanged README
    write src/util.c "int util(void) { return 9; }"
    [ "$(stat -c %Y .git/index)" != "$(stat -c %Y src/util.c)" ] || break
  done
  sleep 1.1
  local state
  state=$(files_of_tree)
  works git handoff "$1"
  local wip
  wip=$(git for-each-ref --format='%(trailers:key=Handoff-Wip,valueonly)' refs/handoffs/active | head -n 1)
  expect_equal "int util(void) { return 9; }" "$(git show "$wip:src/util.c")" "the work is not in the snapshot"
  if [ "$1" = pause ]; then
    git switch -q --detach HEAD~1
    git switch -q main
    works git handoff resume --continue
  fi
  expect_equal "$state" "$(files_of_tree)"
}

beside_a_damaged_record() {
  make_project
  make_work
  works git handoff pause -m first --next "finish util"
  first=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  git update-ref "$first" "$(git commit-tree -m junk 'HEAD^{tree}')"
  write src/late.c "int late;"
  state=$(state_of_tree)
  if [ "$1" = checkpoint ]; then
    works git handoff checkpoint
    return
  fi
  must_fail 128 git handoff resume --continue
  expect_contains "$err" "is damaged"
  works git handoff pause -m second --next "finish late"
  expect_contains "$err" "is damaged" "this is a new one"
  git update-ref "${first%????}0000" "$first"
  git update-ref "${first%????}1111" "$first"
  works git handoff pause -m third
  expect_equal "warning: 3 records of this branch cannot be read; 'git handoff doctor' says what to do" "$(grep "^warning" <<<"$err")"
  git update-ref -d "${first%????}0000"
  git update-ref -d "${first%????}1111"
  git update-ref -d "$first"
  works git handoff resume --continue
  expect_state "$state"
}

# A text of several lines is known by its first one that has words.
begins_with_a_blank_line() {
  make_project
  printf 'more\n' >>README
  works git handoff pause
  expect_equal "wip: README" "$(git log -1 --format=%s)" "nothing was said: its files"
  works git handoff undo
  works git handoff pause --next $'\r\n  write the test\r\n- for one'
  expect_equal "wip: write the test" "$(git log -1 --format=%s)"
  works git handoff pause --next "then this"
  run git handoff resume
  expect_contains "$out" "to do: write the test"
}

with_an_old_git() {
  make_project
  make_work
  mkdir ../old
  printf '#!/bin/sh\ncase " $* " in *" version "*) echo git version 2.30.2; exit ;; esac\nexec %q "$@"\n' "$(command -v git)" >../old/git
  chmod +x ../old/git
  must_fail 1 env PATH="$(dirname "$PWD")/old:$PATH" git-handoff doctor
  expect_contains "$out$err" "git 2.30.2 is older than 2.38, which is needed"
  sed -i '$s/.*/exit 1/' ../old/git
  must_fail 128 env PATH="$(dirname "$PWD")/old:$PATH" git-handoff pause -m x
  expect_contains "$err" "hint: git 2.30.2 is older than 2.38, which is needed"
}

test_case "a damaged record keeps nothing from being paused" beside_a_damaged_record pause
test_case "... nor from being checkpointed" beside_a_damaged_record checkpoint
only_what_stays_out() {
  make_project
  echo "-----BEGIN" >.env
  must_fail 1 git handoff pause -m x -- .env
  expect_contains "$err" "what '.env' matches stays out" "hint: '.env' stays out: looks like a secret"
  must_fail 1 git handoff pause -m x -- nothing
  expect_contains "$err" "'nothing' matches no file that git knows or would add"
  must_fail 1 git handoff pause -m x -- src
  expect_contains "$err" "'src' matches no changed file"
}

# As git add, commit and stash push: one that matches nothing is not left out beside those that do.
one_matches_nothing() {
  make_project
  make_work
  git rm -q README
  echo ignored >.gitignore
  write ignored "ignored"
  state=$(state_of_tree)
  for paths in "src/main.c src/utli.c" "src/main.c ignored" "src/main.c src/nowhere/*"; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff pause -m x -- $paths
    expect_contains "$err" "'${paths#* }' matches no file that git knows or would add"
  done
  must_fail 1 git handoff pause src/main.c "waiting for the staging key"
  expect_contains "$err" "'waiting for the staging key' matches no file" "hint: to say why you stop: git handoff pause -m TEXT"
  expect_state "$state"
  cd src
  works git handoff pause -m x main.c ../README ':!util.c' ../notes
  expect_equal "README notes/todo.txt src/main.c" "$(git diff --name-only HEAD~1 HEAD | xargs)"
}

test_case "a path that stays out is told so" only_what_stays_out
test_case "a path that matches nothing is refused beside others, and so is a message without -m" one_matches_nothing
test_case "an old git is told, by doctor and where something fails" with_an_old_git
test_case "a file edited outside the sparse cone comes back after a switch" edited_outside_the_cone
test_case "a pause on top of a pause names the files of both, and undo takes one back" stacked
test_case "of several messages none is lost" several_messages
test_case "a second pause of nothing new does nothing, and undo undoes the first" paused_already
test_case "only the named paths are paused; none of them is refused" some_paths
test_case "a renamed branch keeps its record" renamed_branch
test_case "handoff.verify lets the pre-commit hook refuse" hook_decides
test_case "handoff.verify keeps what the pre-commit hook formats, and stages nothing" hook_formats
test_case "documents that git ignores and the record names are in the record" named_documents
test_case "... 1 MiB of all of them" many_named_documents
test_case "checkpoints are thinned to the last few" checkpoints_are_thinned
for verb in pause checkpoint; do
  test_case "$verb keeps a change of the second in which the index was written" changed_within_a_second "$verb"
  test_case "$verb keeps it also where git hashes" changed_within_a_second "$verb" by-git
done
# Where an item came from is kept, and is not in the text that a person edits, nor are marks for other formats.
inner_fields() {
  make_project; make_work
  echo '{"next_action":"add verify() in src/util.c","remaining_tasks":[{"task":"docs","status":"pending"}],"decisions":[{"decision":"use jose","rationale":"fast"},{"decision":"no cache","rationale":"revoked ones"}],"context_notes":"the cache is per worker"}' |
    works git handoff pause --from - -m stop
  works git handoff show
  expect_lacks "$out" "seen" "foreign"
  local id; id=$(git handoff list --porcelain | cut -f1)
  works git handoff resume --continue
  write editor '#!/bin/sh' "cp \"\$1\" $PWD/.git/shown" 'sed -i "s/no cache/no cache at all/; s/^## Message$/&\nstopped/" "$1"'
  chmod +x editor; mv editor .git/
  EDITOR=$PWD/.git/editor on_terminal '' git handoff pause
  expect_lacks "$(cat .git/shown)" carried_from foreign
  expect_contains "$(cat .git/shown)" "use jose" "the cache is per worker"
  works git handoff show --json
  expect_equal "use jose $id,no cache at all $id" \
    "$(jq -r '[.decisions[] | "\(.decision) \(.carried_from)"] | join(",")' <<<"$out")"
}
test_case "where an item came from is kept behind the editor's back" inner_fields

variants=odd

# Nobody sees what is behind the flags: what nobody named stays as it is, and where it is.
hidden_beside_named_paths() {
  make_project
  write sub/f base
  write sub/g base
  write sub/h base
  commit_all two
  git update-index "$1" sub/f sub/h
  write sub/f "my own machine"
  write sub/h "my own machine, too"
  write sub/g edit
  cd sub
  works git handoff pause -m x -- g h
  expect_equal "raw/sub/h" "$(git ls-tree -r --full-tree --name-only "$(git for-each-ref --format='%(objectname)' refs/handoffs/active)" | grep ^raw/)"
  git update-index "--no-${1#--}" f
  git checkout -q f
  works git handoff resume --continue
  expect_equal "my own machine, too" "$(cat h)"
  expect_equal "$(printf ' M sub/g')" "$(git status --porcelain)"
  expect_matches "$(git ls-files -v -f f)" "^H"
}
test_case "a partial pause leaves alone what is behind assume-unchanged and not named" hidden_beside_named_paths --assume-unchanged
test_case "... and behind skip-worktree" hidden_beside_named_paths --skip-worktree
test_case "a next step that begins with a blank line is known by its words" begins_with_a_blank_line
within_am() {
  make_project
  write README theirs
  commit_all theirs
  git format-patch -q -1 -o ../patches
  git reset -q --hard HEAD~1
  write README ours
  commit_all ours
  must_fail 128 git am -q ../patches/0001-theirs.patch
  works git handoff status
  expect_contains "$out" "an am is under way"
}
test_case "an am under way is told with its article" within_am
# The commit may be pushed; what was in the head stays in the record.
words_stay_out() {
  make_project
  works git handoff note "the parser is to be sold"
  works git handoff note decision "no tests before the talks"
  echo "int more;" >>src/util.c
  works git handoff pause
  expect_equal "wip: src/util.c" "$(git log -1 --format=%s)"
  expect_lacks "$(git log -1 --format=%B)" sold talks
}
test_case "a WIP commit is called by its files where nobody said what is next: context and decisions stay out of history" words_stay_out

# The message that git has for the commit (of merge --squash, of cherry-pick -n) belongs to the work: it goes at a pause, as
# at a switch, and comes back with it.
message_for_the_commit() {
  local file=.git/$1 message
  make_project
  git switch -q -c other
  write src/other.c "int other;"
  commit_all "what the other did"
  git switch -q -
  git branch away
  "${@:2}" >/dev/null 2>&1
  message=$(git hash-object "$file")
  is_there() { expect_equal "$message" "$(git hash-object "$file" 2>/dev/null)" "behind $1"; }
  is_gone() { [ ! -e "$file" ] || fail "behind $1 a commit on paused work is offered its message"; }
  works git handoff pause -m x
  is_gone pause
  works git handoff show
  expect_contains "$out" "$1: message for the commit, kept: git cat-file blob ${message:0:7}"
  works git handoff undo
  is_there undo
  works git handoff undo
  is_gone redo
  write README "on top"
  works git handoff pause -m two
  git switch -q away
  git switch -q -
  works git handoff resume --continue
  is_there resume
  works git handoff undo
  is_gone "undo of resume"
  message=$(git cat-file blob "$message")
  echo mine >"$file"
  works git handoff resume --continue
  expect_file "$file" "$message

mine"
  works git handoff undo
  expect_file "$file" mine
}
test_case "the message of merge --squash goes and comes with the work" message_for_the_commit SQUASH_MSG git merge --squash other
test_case "... that of cherry-pick -n as well" message_for_the_commit MERGE_MSG git cherry-pick -n other

# A snapshot leaves it where it is; --apply puts it back where a reset took it away. No push sends it, nor does a part of
# the work take it along.
message_beside_the_branch() {
  make_project
  git init -q --bare ../remote.git
  git remote add origin ../remote.git
  git push -q -u origin HEAD
  git switch -q -c other
  write src/other.c "int other;"
  commit_all "what the other did"
  git switch -q -
  git merge -q --squash other >/dev/null 2>&1
  works git handoff pause --snapshot-only -m x
  [ -e .git/SQUASH_MSG ] || fail "a snapshot took it away"
  git reset -q --hard
  works git handoff resume --continue --apply
  expect_contains "$(cat .git/SQUASH_MSG)" "what the other did"
  write README more
  works git handoff pause -m part -- README
  [ -e .git/SQUASH_MSG ] || fail "it is of what stays"
  works git handoff resume --continue
  works git handoff pause --push -m all
  git fetch -q origin 'refs/handoffs/*:refs/theirs/*'
  expect_equal "" "$(git ls-tree -r --name-only "$(git for-each-ref --format='%(objectname)' refs/theirs)" messages)"
  works git handoff resume --continue
  expect_contains "$(cat .git/SQUASH_MSG)" "what the other did"
}
test_case "... not with a snapshot or a part of it, and to nobody else" message_beside_the_branch

# Nothing but the message is new.
message_alone() {
  make_project
  git switch -q -c feat
  echo more >>README
  works git handoff pause -m one
  write .git/SQUASH_MSG "what was squashed"
  works git handoff pause
  expect_contains "$out" "Paused feat as"
  [ ! -e .git/SQUASH_MSG ] || fail "it is offered for what is below"
  works git handoff resume --continue
  expect_file .git/SQUASH_MSG "what was squashed"
  # A message that is larger than anybody writes stays where it is.
  yes | head -c 1100000 >.git/SQUASH_MSG
  echo more >>README
  works git handoff pause -m two
  expect_contains "$err" "the message for the commit is longer than 1 MiB: it stays in $PWD/.git/SQUASH_MSG"
  expect_equal 1100000 "$(stat -c %s .git/SQUASH_MSG)"
}
test_case "a message that is new on paused work is taken along" message_alone

# On top of paused work with a message of its own both are offered; a part that leaves nothing staged takes it along.
messages_of_both() {
  make_project
  git switch -q -c feat
  echo more >>README
  write .git/SQUASH_MSG "words on the first"
  git add README
  write beside "not tracked"
  works git handoff pause -m one -- README
  [ ! -e .git/SQUASH_MSG ] || fail "it is offered for what is below"
  echo more >>src/util.c
  write .git/SQUASH_MSG "words on the second"
  works git handoff pause -m two
  works git handoff resume --continue
  expect_file .git/SQUASH_MSG "words on the first

words on the second"
  works git handoff undo
  works git handoff resume --continue
  expect_contains "$(cat .git/SQUASH_MSG)" "words on the first" "words on the second"
  # An undo of the pause does as a resume.
  works git handoff pause -m again
  write .git/SQUASH_MSG "words on the third"
  works git handoff undo
  expect_contains "$(cat .git/SQUASH_MSG)" "words on the first" "words on the third"
  works git handoff undo
  expect_file .git/SQUASH_MSG "words on the third"
}
test_case "... and both where work on top has another" messages_of_both

# One commit that a fixup made of two brings what each of them had.
messages_of_fixup() {
  make_project
  git switch -q -c feat
  echo more >>README
  write .git/SQUASH_MSG "words on the first"
  works git handoff pause -m one
  echo more >>src/util.c
  write .git/SQUASH_MSG "words on the second"
  works git handoff pause -m two
  GIT_SEQUENCE_EDITOR="sed -i '2s/pick/fixup/'" git rebase -qi HEAD~2
  works git handoff resume --continue
  expect_file .git/SQUASH_MSG "words on the first

words on the second"
}
test_case "... and of those that a fixup made one" messages_of_fixup

# A WIP commit below that is a commit by now, or gone, has no message to be offered.
message_of_what_is_committed() {
  make_project
  git switch -q -c feat
  echo more >>README
  write .git/SQUASH_MSG "words on the first"
  works git handoff pause -m one
  echo more >>src/util.c
  write .git/SQUASH_MSG "words on the second"
  works git handoff pause -m two
  GIT_SEQUENCE_EDITOR="sed -i '1s/pick/$1/'" GIT_EDITOR="echo done >" git rebase -qi HEAD~2 >/dev/null 2>&1
  works git handoff resume --continue "${@:2}"
  expect_file .git/SQUASH_MSG "words on the second"
}
test_case "... of the WIP commits that come off alone: reworded" message_of_what_is_committed reword
test_case "... of the WIP commits that come off alone: dropped" message_of_what_is_committed drop --unwrap

# What is a part of a line is not there yet.
message_within_another() {
  make_project
  git switch -q -c feat
  echo more >>README
  write .git/SQUASH_MSG "Parse tokens"
  works git handoff pause -m one
  write .git/SQUASH_MSG "Parse tokens lazily"
  works git handoff resume --continue
  expect_file .git/SQUASH_MSG "Parse tokens

Parse tokens lazily"
}
test_case "... also where one is a part of a line of the other" message_within_another

# Git cuts off what stands below its scissors.
message_with_scissors() {
  make_project
  git switch -q -c feat
  echo more >>README
  printf '%s\n' "words on the first" "" "# ------------------------ >8 ------------------------" "# Conflicts:" >.git/MERGE_MSG
  works git handoff pause -m one
  write .git/MERGE_MSG "words on the second"
  works git handoff resume --continue
  expect_file .git/MERGE_MSG "words on the first


words on the second"
}
test_case "... and none below the scissors of another" message_with_scissors

# It is put away by an undo of the resume and by doing a pause again: never in a version that nothing has.
message_edited_since() {
  make_project
  git switch -q -c feat
  echo more >>README
  write .git/SQUASH_MSG "what was squashed"
  works git handoff pause -m one
  works git handoff undo
  write .git/SQUASH_MSG "in better words"
  must_fail 1 git handoff undo
  expect_contains "$err" "'SQUASH_MSG' was edited since"
  works git handoff pause
  works git handoff resume --continue
  expect_file .git/SQUASH_MSG "in better words"
  write .git/SQUASH_MSG "in the best words"
  must_fail 1 git handoff undo
  rm .git/SQUASH_MSG
  works git handoff undo
}
test_case "... and by no undo where it was edited since" message_edited_since

# What is paused in a merge on top of paused work is beside it, and goes with the merge.
within_an_operation_on_a_pause() {
  make_project
  git switch -q -c other
  write src/util.c "other"
  commit_all "other"
  git switch -q -c feat main
  write src/util.c "feat"
  commit_all "feat"
  echo one >>README
  works git handoff pause -m one --next "next one"
  must_fail 1 git merge -q other
  local step
  for step in two three; do
    echo "$step" >>src/util.c
    works git handoff pause -m "$step" --next "next $step"
  done
  expect_equal 2 "$(git handoff list --porcelain | wc -l)" "the paused work, and the merge"
  git merge --abort
  echo four >>src/util.c
  works git handoff pause -m four --next "next four"
  expect_contains "$out" "2 WIP commits"
  expect_equal 2 "$(git handoff list --porcelain | wc -l)" "the paused work, and the merge that was aborted"
  works git handoff resume --continue
  expect_equal "feat" "$(git log -1 --format=%s)"
  expect_equal "one four" "$(tail -qn 1 README src/util.c | xargs)"
  works git handoff list --porcelain
  expect_contains "$out" "next three"
}
test_case "... on top of paused work, too, which stays a handoff of its own" within_an_operation_on_a_pause

# Pauses in one operation are versions of one handoff; that of an operation which was begun anew is another.
within_one_operation() {
  make_project
  git switch -q -c other
  write src/util.c "other"
  commit_all "other"
  git switch -q -c feat main
  write src/util.c "feat"
  commit_all "feat"
  must_fail 1 git merge -q other
  local step
  for step in one two three; do
    echo "$step" >>README
    works git handoff pause -m "$step" --next "next $step"
  done
  expect_equal 1 "$(git handoff list --porcelain | wc -l)" "handoffs of one merge"
  works git handoff show
  expect_contains "$out" "next three" "next two" "next one"
  git merge --abort
  must_fail 1 git merge -q other
  echo anew >>README
  works git handoff pause -m anew
  expect_equal 2 "$(git handoff list --porcelain | wc -l)" "handoffs of two merges"
  git merge --abort
  # A step of a rebase that is passed over goes with its work.
  echo more >src/util.c
  git commit -qam "feat: more"
  must_fail 1 git rebase -q other
  echo "settled one" >src/util.c
  works git handoff pause -m "of the first step"
  must_fail 1 git rebase --skip
  echo "settled two" >src/util.c
  works git handoff pause -m "of the second step"
  expect_equal 4 "$(git handoff list --porcelain | wc -l)" "and of two steps"
}
test_case "pauses within one operation are one handoff" within_one_operation

# What git keeps for the next commit of a branch does not go to another one: as git's own switch and reset do with it.
# left_behind_on_b: on 'b' a squash with a conflict, settled and paused, with what --autostash had put aside.
left_behind_on_b() {
  make_project
  git config rerere.enabled true
  git switch -q -c topic
  echo more >>README
  works git handoff pause -m topic
  git switch -q main
  local name
  for name in c b; do
    git switch -q -c "$name" main
    write src/util.c "$name"
    commit_all "$name"
  done
  echo "edit of b" >>README
  must_fail 1 git merge -q --squash --autostash c
  write src/util.c settled
  git add src/util.c
  write .git/SQUASH_MSG "words for b"
  works git handoff pause -m b
}
branch_state_at_a_switch() {
  left_behind_on_b
  write .git/SQUASH_MSG "words for b"
  works git handoff resume topic --continue --switch
  expect_contains "$out$err" "what --autostash had put aside on 'b' is stash@{0}"
  expect_contains "$(git stash show -p)" "edit of b"
  expect_equal "" "$(cd .git && ls SQUASH_MSG MERGE_MSG MERGE_AUTOSTASH MERGE_RR AUTO_MERGE 2>/dev/null)"
  out=$(git commit -qam "work of topic" 2>&1)
  expect_equal "" "$out"
  git switch -q -
  expect_equal b "$(git branch --show-current)"
}
test_case "what git keeps for the next commit of a branch does not go to another one" branch_state_at_a_switch

branch_state_at_a_fresh_start() {
  left_behind_on_b
  rm .git/MERGE_AUTOSTASH
  works git handoff resume --fresh
  echo more >>src/main.c
  out=$(git commit -qam "other work" 2>&1)
  expect_equal "" "$out"
  must_fail 1 git merge c
  grep -q '^<<<<<<<' src/util.c || fail "a resolution was remembered that nobody made: $(cat src/util.c)"
}
test_case "... nor is a conflict remembered behind a fresh start" branch_state_at_a_fresh_start

# What is staged stays, and its message with it.
message_of_what_stays() {
  left_behind_on_b
  git switch -q -c other main
  write src/other.c "int other;"
  commit_all "what the other did"
  git switch -q topic
  git merge -q --squash other >/dev/null 2>&1
  write .git/SQUASH_MSG "words on the other"
  works git handoff resume --fresh
  expect_equal "src/other.c" "$(git diff --cached --name-only)"
  expect_file .git/SQUASH_MSG "words on the other"
}
test_case "... nor is a message taken away whose work stays" message_of_what_stays

# A handoff of words alone: its next step stays, whatever is edited, until something is committed.
next_step_of_words_alone() {
  make_project
  works git handoff pause -m ask --next "ask Dana"
  works git handoff resume --continue
  echo more >>src/util.c
  works git handoff pause -m two
  expect_contains "$out" "next: ask Dana"
  works git handoff resume --continue
  commit_all "done"
  echo more >>src/main.c
  works git handoff pause -m three
  expect_lacks "$out" "ask Dana"
}
test_case "the next step of a handoff without files stays until something is committed" next_step_of_words_alone

# What is left uncommitted beside a pause of other files keeps its next step.
next_step_beside_other_files() {
  make_project
  make_work
  works git handoff pause -m work --next "finish src/util.c"
  works git handoff resume --continue
  write other.txt other
  works git handoff pause -m other -- other.txt
  expect_contains "$out" "next: finish src/util.c"
}
test_case "... and that of work which is left beside other files that are paused" next_step_beside_other_files

test_done
