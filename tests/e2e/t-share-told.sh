#!/usr/bin/env bash
# What is said of a shared handoff is what is so: free, held, added to, not settled, one's own on another
# branch; by fetch, take, status, list and doctor.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# What is finished is none to take, also on its own branch.
one_is_finished() {
  make_server
  ben_takes_over
  works git handoff release --done --force
  person Cat
  must_fail 1 git handoff take
  expect_contains "$err" "nothing on origin is free to take"
  must_fail 1 git handoff take login
  expect_contains "$err" "'$id' is finished, says Ben"
  must_fail 1 git handoff take nothing
  expect_contains "$err" "nothing on origin is called 'nothing'"
  expect_lacks "$err" "nobody has handed"
  write second.txt "of Cat"
  works git handoff pause --push --next "the second file"
  person Ben
  git switch -q login
  must_fail 1 git handoff take
  expect_contains "$err" "'main-" "nobody has read it here yet"
}

two_lie_free() {
  make_server
  ann_hands_over
  person Cat
  git switch -q -c login
  write second.txt "of Cat"
  works git handoff pause --push --next "the second file"
  person Ben
  for what in "" login; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff take $what
    expect_contains "$err" "there are 2 handoffs to take on origin" "login, Ann" "login, Cat"
    expect_lacks "$err" "has it" --steal
  done
  # A list says the same, under the name of the branch.
  git switch -q -c login
  TERMINAL_WIDTH=200 works git handoff fetch
  expect_contains "$out" "$id: login, on origin, free to take, handed over by Ann"
  expect_lacks "$out" "has it" %2C "On other branches"
  person Cat
  git switch -q main
  works git handoff fetch
  expect_contains "$out" "On other branches" "$id: login, on origin, free to take, handed over by Ann" \
    "take over: git handoff take $id"
  # Ann is told so in another clone of hers, not where it is paused.
  person Ann
  git clone -q "$server" "$case_dir/ann-2"
  cd "$case_dir/ann-2"
  works git handoff fetch "$id"
  expect_contains "$out" "take over: git handoff take $id"
  person Ann
  works git handoff fetch "$id"
  expect_lacks "$out" "take over"
  # What main has got since is not what the work touches.
  person Ben
  git switch -q main
  write hotfix.txt "on main since"
  commit_all hotfix
  TERMINAL_WIDTH=200 on_terminal $'no\n' git handoff take "$id"
  expect_contains "$out" "Its files:" "look at it: git diff $(git rev-parse HEAD~1) "
  expect_lacks "$out" hotfix "The message of"
  # What is paused here is called by its branch, whoever has paused there as well.
  git switch -q login
  write src/own.c "own"
  works git handoff pause -m own
  git switch -q main
  works git handoff resume login --continue --switch
  expect_contains "$out" "Resumed login:"
}

# What a take that is refused has seen is what status says from then on.
refused_take() {
  make_server
  ben_takes_over
  person Cat
  works git handoff fetch
  TERMINAL_WIDTH=200 on_terminal q git handoff resume "$id"
  expect_contains "$out" "Ben has had it for" "when they agree: git handoff take --steal $id"
  expect_lacks "$out" "git handoff take $id"
  takes Cat --steal
  person Ben
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m "of my own"
  person Cat
  works git handoff undo
  person Ben
  works git handoff resume --continue
  person Ann
  works git handoff resume --continue
  person Cat
  must_fail 1 git handoff take
  expect_contains "$err" " has had it for"
  works git handoff status
  expect_contains "$out" "Ann has had it"
  expect_lacks "$out" "free to take"
}

# The only one there is comes, whatever branch one is on, and every list has it.
the_only_one() {
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch
  expect_contains "$out" "$id: login, on origin, free to take, handed over by Ann"
  must_fail 1 git handoff show "origin/$id"
  expect_contains "$err" "nobody here has read '$id'"
  works git handoff list --all
  expect_contains "$out" "$id"
  works git handoff
  expect_contains "$out" "fetched" "1 handoff from elsewhere" "git handoff take $id"
}

# Who only gave it back has handed nothing over.
given_back_unchanged() {
  make_server
  ben_takes_over
  works git handoff release
  person Cat
  works git handoff fetch
  expect_contains "$out" "$id: login, on origin, free to take, given back by Ben"
  expect_lacks "$out" "handed over"
  # Nor in a list of several, of which nothing was brought yet.
  write second.txt "of Cat"
  works git handoff pause --push --next "the second file"
  person Dan
  git switch -q -c elsewhere
  works git handoff fetch
  expect_contains "$out" "On other branches" "$id: login, on origin, free to take, given back by Ben" "handed over by Cat"
}

# What is offered where the WIP commit is on the branch of its remote is what goes.
wip_is_pushed() {
  make_server
  ann_hands_over
  git push -q --no-verify origin login
  person Ben
  git fetch -q
  git switch -q login
  for command in fetch status; do
    works git handoff "$command"
    expect_contains "$out" "git handoff take $id --keep-wip"
  done
  has_read "$id"
  works git handoff take "$id" --keep-wip
}

# Another clone of one's own has to read it as well: a name proves nothing. It is nobody else's for that.
ones_own_elsewhere() {
  make_server
  ann_hands_over
  git clone -q "$server" ../ann2
  cd ../ann2
  works git handoff fetch
  expect_lacks "$out" "handed over by"
  works git handoff status
  expect_lacks "$out" others colleague
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "'$id' has your name, and was not made in this clone"
  expect_lacks "$err" colleague
  person Ben
  works git handoff fetch
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "'$id' is a colleague's"
}

# What is to be read says of a file that it is staged otherwise only where it is: the branch may be ahead of what is checked out.
read_before_a_take() {
  make_server
  person Ann
  git switch -q -c login
  write src/util.c "int util(void) { return 11; }"
  commit_all "earlier"
  git push -q -u origin login 2>/dev/null
  write src/util.c "int util(void) { return 2; }"
  works git handoff pause --push --next "go on"
  person Ben
  on_terminal $'no\n' git handoff take
  expect_contains "$out" "Its files:" "src/util.c"
  expect_lacks "$out" "(staged"
  person Ann
  works git handoff resume --continue
  git add src/util.c
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "go on"
  person Ben
  on_terminal $'no\n' git handoff take
  expect_contains "$out" "src/util.c (staged with other content"
}

# Who takes it is told once more what blocks, and that a step has more lines than one.
blocked_and_taken() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write src/util.c "int util(void) { return 2; }"
  works git handoff note human "ask legal before anything goes on" --blocking
  works git handoff pause --push --next $'undo the loop first,\nonly then run the migration'
  expect_contains "$out" "next: undo the loop first, only then run the migration"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  expect_contains "$err" "blocked until this is done: ask legal before anything goes on"
}

# A pause that became a handoff of its own, then discarded: its WIP commit is still named for the first.
own_version_discarded() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "review it"
  person Ann
  write mine.txt mine
  works git handoff pause --push -m mine
  own=$(git handoff list --porcelain | cut -f1)
  [ "$own" != "$id" ] || fail "it is no handoff of its own"
  works git handoff discard
  works git handoff status
  expect_contains "$out" "is still on the branch: git handoff undo $own, then git handoff resume"
  expect_lacks "$out" "was resumed"
}

# A name is shown and typed as it is.
odd_names() {
  make_server
  person Ann
  git switch -q -c "fix,a%2C"
  write a.txt a
  works git handoff pause --push -m x
  person Ben
  works git handoff fetch "fix,a%2C"
  expect_contains "$out" "fix,a%2C, on origin, free to take"
}

ben_has_added() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "review it"
  person Ann
  works git handoff fetch
  expect_contains "$out" "Ben has added to it since: free to take on origin"
  for command in status list resume brief; do
    run git handoff "$command"
    expect_contains "$out" "Ben has added to it since"
    expect_lacks "$out" "safe to continue"
  done
  expect_equal newer "$(git handoff status --porcelain | cut -f11)"
  works git handoff status
  expect_contains "$out" "hint: git handoff take $id"
}

a_take_without_an_answer() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  no_answer take
  for command in status list doctor; do
    run git handoff "$command"
    expect_contains "$out" "$id" "(login)" "not settled: " "no answer came from origin (take, just now)" "git handoff take $id"
  done
  works git handoff fetch
  works git handoff list
  expect_contains "$out" "yours on origin"
}

# What was paused here, and was never on the server, is in no version that comes from there.
later_here() {
  make_server
  ben_takes_over
  write bens.txt "of the night"
  works git handoff pause -m night --next "Ben's next"
  # Nothing newer is there: then the one here is to go on with.
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "what is paused here of '$id' is later than what origin has" "git handoff resume $id"
  works git handoff release "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "is later than what origin has"
  # Cat adds to it: Ben takes that, and his own is a handoff of its own.
  takes Cat
  write cats.txt cat
  works git handoff pause --push -m cat
  person Ben
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$out" "what you paused of it since is a handoff of its own"
  [ -e cats.txt ] || fail "the work of Cat is not here"
  [ ! -e bens.txt ] || fail "the work of Ben is here, too"
  fork=$(git handoff list --porcelain | grep "Ben's next" | cut -f1)
  git stash -q -u
  works git handoff resume --apply --continue "$fork"
  expect_file bens.txt "of the night"
}

finished_before_an_undo() {
  make_server
  ben_takes_over
  person Ann
  works git handoff fetch
  works git handoff discard "$id"
  person Ben
  works git handoff release --done --force
  person Ann
  works git handoff undo "$id"
  expect_contains "$err" "'$id' is finished, says Ben (seen just now); what is here is a handoff of its own now"
  for command in status list check resume; do
    run git handoff "$command"
    expect_contains "$out" "forked from $id: that is finished, says Ben"
  done
}

# Gone on with without asking: it can still be taken, which is said until it is over.
still_offered() {
  make_server
  ann_hands_over
  works git handoff resume --continue --offline
  works git handoff fetch
  for command in status list; do
    run git handoff "$command"
    expect_contains "$out" "still offered: $id, on origin, free to take" "git handoff release --done $id"
  done
  works git handoff release --done --force "$id"
  works git handoff status
  expect_lacks "$out" "still offered"
}

# Retired while the server could not be asked, it is there for all others until that is told.
dropped_offline() {
  local how=$1
  make_server
  ann_hands_over
  mv "$server" "$server.away"
  # shellcheck disable=SC2086
  works git handoff ${how/-/ --} "$id" --offline
  expect_contains "$out$err" "git handoff release --done --force $id"
  works git handoff undo --offline
  expect_contains "$err" "on origin, free to take (seen "
  works git handoff undo --offline
  expect_contains "$err" "it may still be on origin, offered to others: git handoff release --done --force $id"
  mv "$server.away" "$server"
  works git handoff fetch
  for command in status list; do
    run git handoff "$command"
    expect_contains "$out" "still offered: $id, on origin, free to take" "git handoff release --done --force $id"
    expect_lacks "$out" "its work is here"
  done
  works git handoff release --done --force "$id"
  works git handoff status
  expect_lacks "$out" "still offered"
  expect_equal "" "$(on_server)"
}

# What the server refuses to hear is told until it has heard it; so is what never arrived, and was given up.
end_refused() {
  local how=$1
  make_server
  ann_hands_over
  if [ "$how" = unheard ]; then
    GIT_HANDOFF_FAULT=share-pending run git handoff discard "$id"
    a_while_ago "$id" 601
    works git handoff fetch
    expect_contains "$err" "'$id': the delete of 10 min ago has not arrived at origin, and is given up"
  else
    # shellcheck disable=SC2016
    printf '#!/bin/sh\ncase $1 in refs/handoffs/*) exit 1 ;; esac\n' >"$server/hooks/update"
    chmod +x "$server/hooks/update"
    # shellcheck disable=SC2086
    works git handoff ${how/-/ --} "$id"
    expect_contains "$out$err" "origin refuses this step" "git handoff release --done --force $id"
    works git handoff undo
    expect_contains "$err" "on origin, free to take (seen just now)"
    works git handoff undo
    expect_contains "$err" "origin refuses this step" "git handoff release --done --force $id"
  fi
  for command in status list fetch status; do
    works git handoff "$command"
    [ "$command" = fetch ] ||
      expect_contains "$out" "still offered: $id, on origin, free to take" "git handoff release --done --force $id"
  done
  rm -f "$server/hooks/update"
  works git handoff release --done --force "$id"
  works git handoff status
  expect_lacks "$out" "still offered"
  expect_equal "" "$(on_server)"
}

# What is retired by an undo ends at its remote as by a discard, by whatever it came to be live.
retired_by_undo() {
  local how=$1
  make_server
  ann_hands_over
  case $how in
  unheard)
    GIT_HANDOFF_FAULT=share-pending run git handoff discard "$id"
    works git handoff undo
    expect_contains "$err" "on origin, free to take"
    ;;
  import)
    works git handoff resume --fresh
    printf '# Login\n\n## Next\n- look\n' >"$case_dir/h.md"
    works git handoff import "$case_dir/h.md"
    works git handoff push
    ;;
  esac
  works git handoff undo
  expect_contains "$err" "it can no longer be taken from origin"
  expect_equal "" "$(on_server)"
}

# The work is here again, and its remote was not told.
put_back_by_undo_offline() {
  make_server
  ann_hands_over
  works git handoff undo --offline
  expect_contains "$err" "it may still be on origin, offered to others" "git handoff pause --push"
}

# An edit that was pushed is taken back here.
edit_undone() {
  make_server
  ann_hands_over
  works git handoff edit --next "look at it"
  works git handoff push
  works git handoff undo
  expect_contains "$err" "origin has another version of it, free to take: git handoff push $id"
}

# Who was faster is told, and what helps then.
lost_races() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  overtaken_by Ann git-handoff discard "$id"
  PATH=$case_dir.aside:$PATH must_fail 1 git-handoff take "$id"
  expect_contains "$err" "'$id' is no longer on origin; Ann had it last" "git handoff fetch"
  expect_lacks "$err" "git handoff push"
  person Ann
  rm "$case_dir.aside/done"
  works git handoff undo "$id"
  works git handoff push
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  has_read "$id"
  person Ann
  overtaken_by Ben git-handoff take "$id"
  PATH=$case_dir.aside:$PATH works git-handoff discard "$id"
  expect_contains "$out$err" "Ben has had it for" "their copy stays"
  expect_lacks "$out$err" "release --done"
  expect_equal held "$(state_on_server "$id")"
}

# adds_to ID: a command by which whoever has read it takes it, adds to it and hands it back.
adds_to() { echo "sh -c 'git-handoff take $1 && echo more >more.c && git-handoff pause --push -m more --next x'"; }

# discard_overtaken WHEN: Ben adds to it while Ann discards it.
discard_overtaken() {
  local before=$1
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  person Ann
  overtaken_by Ben "$(adds_to "$id")"
  PATH=$case_dir.aside:$PATH works git-handoff discard "$id"
  expect_contains "$(cat "$case_dir.aside/log")" "Shared on origin as $id"
  expect_contains "$out$err" "Ben has added to it" "their copy stays"
  expect_equal "free more" \
    "$(state_on_server "$id") $(git -C "$server" show "refs/handoffs/shared/$id:handoff.json" | jq -r .user_message)"
}

# What an edit that came too late names is done by whoever types it.
edit_overtaken() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  person Ann
  overtaken_by Ben "$1"
  PATH=$case_dir.aside:$PATH must_fail 1 git-handoff edit --next "the better next step"
  expect_contains "$err" "corrected here, and not at origin" "git handoff push $id"
  expect_lacks "$err" --steal
  expect_equal "$2" "$(grep -c "git handoff take $id" <<<"$err" || :)"
  works git handoff push "$id"
  expect_contains "$out" "Shared on origin as"
  expect_lacks "$out" "Shared on origin as $id"
}

# Where a server refuses one step, what it took before is told.
one_step_refused() {
  make_server
  ann_hands_over
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nfor state in free finished; do\n! git cat-file commit "$3" | grep -q "^Handoff-State: $state" || exit 1\ndone\n' \
    >"$server/hooks/update"
  chmod +x "$server/hooks/update"
  # What was taken, or resumed, and cannot be put back.
  takes Ben
  person Ben
  must_fail 1 git handoff release
  expect_contains "$err" "origin refuses this step"
  works git handoff status
  expect_contains "$out" "yours: $id"
  works git handoff pause
  works git handoff discard "$id"
  expect_contains "$out$err" "later: git handoff release $id"
  rm "$server/hooks/update"
  works git handoff release "$id"
  expect_equal free "$(state_on_server "$id")"
  # What was taken away from everybody, as far as it went.
  # shellcheck disable=SC2016
  printf '#!/bin/sh\n! git cat-file commit "$3" | grep -q "^Handoff-State: finished"\n' >"$server/hooks/update"
  chmod +x "$server/hooks/update"
  person Cat
  works git handoff fetch
  must_fail 1 git handoff release --done --force "$id"
  expect_contains "$err" "origin refuses this step" "'$id' is yours by now; give it back: git handoff release $id"
  expect_equal held "$(state_on_server "$id")"
  works git handoff release "$id"
  expect_equal free "$(state_on_server "$id")"
}

# What was discarded is taken back and gone on with: it is not offered as something that nobody wants any more.
dropped_and_gone_on_with() {
  make_server
  ann_hands_over
  mv "$server" "$server.away"
  works git handoff discard "$id" --offline
  works git handoff undo "$id" --offline
  works git handoff resume --continue --offline "$id"
  mv "$server.away" "$server"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "still offered: $id, on origin, free to take" "its work is here"
  expect_lacks "$out" "no more?"
}

set_back() {
  make_server
  ann_hands_over
  local before
  before=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  takes Ben
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$before"
  run git handoff fetch
  expect_contains "$err" "was set back on origin"
  works git handoff status
  expect_contains "$out" "set back on origin to an older version: who has it is not known (seen just now)"
  expect_lacks "$out" "yours"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$(git for-each-ref --format='%(objectname)' refs/handoffs/remotes | head -n 1)"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "yours on origin"
  # What was seen last may have been taken off for what is in it: nothing offers to send that.
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$before"
  for words in "fetch" "release"; do
    run git handoff $words
    expect_lacks "$err" "git push"
    expect_contains "$err" "hand over what you have, under a new id: git handoff pause --push"
  done
  works git handoff pause --push -m "mine" --next "go on"
  expect_contains "$err" "your work is kept as a new handoff"
  expect_equal "$before" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")"
  expect_equal 2 "$(on_server | wc -l)"
}

# The same once it was finished, and its word is gone.
finished_set_back() {
  make_server
  ann_hands_over
  local first
  first=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  works git handoff resume --continue
  commit_all done
  git push -q
  last=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  works git handoff release --done
  for old in "$last" "$first"; do
    git -C "$server" update-ref "refs/handoffs/shared/$id" "$old"
    for words in "fetch $id" "take $id"; do
      # shellcheck disable=SC2086  # a verb and an id
      must_fail 1 git handoff $words
      expect_contains "$err" "was set back on origin"
    done
  done
  way=$(sed -n 's/.*it is finished here; to delete that on the server: //p' <<<"$err")
  works git handoff list --all
  expect_lacks "$out" "free to take"
  bash -c "$way" 2>/dev/null
  expect_equal "" "$(on_server)"
  works git handoff fetch
}

# Who saw less than the last claim does not erase it by what is offered to type.
set_back_below_a_claim() {
  make_server
  ann_hands_over
  local first
  first=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  works git handoff resume --continue
  echo more >>src/util.c
  works git handoff pause --push -m "more" --next "go on"
  takes Ben
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$first"
  run git handoff fetch "$id"
  expect_contains "$err" "hand over what you have, under a new id: git handoff pause --push"
  person Ann
  run git handoff fetch "$id"
  expect_contains "$err" "ask the others first" "if nobody does, what is paused here, under a new id: git handoff push $id"
  works git handoff push "$id"
  expect_equal "$first" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")"
  expect_equal 2 "$(on_server | wc -l)"
}

# Whoever did that, and under whatever name: its holder is told, and hands over what was done since.
set_free_by_others() {
  make_server
  ann_hands_over
  local held
  takes Ben
  held=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  git -C "$server" update-ref "refs/handoffs/shared/$id" \
    "$(git -C "$server" cat-file commit "$held" | sed "s/^Handoff-State: .*/Handoff-State: free/; 1a parent $held" | git -C "$server" hash-object -t commit -w --stdin)"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "still offered: $id" "its work is here: git handoff pause --push"
  works git handoff pause --push -m "as far as I came"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
}

# A version that names no branch a branch can have.
damaged_there() {
  make_server
  ann_hands_over
  local before damaged
  before=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  person Ben
  works git handoff fetch
  damaged=$(git -C "$server" cat-file commit "$before" | sed "s,^Handoff-Branch: .*,Handoff-Branch: x/../y,; 1a parent $before" | git -C "$server" hash-object -t commit -w --stdin)
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$damaged"
  run git handoff fetch
  expect_contains "$err" "'$id' is damaged on origin: what is there names no branch: nothing is taken by it" "hint: ask the others: whoever has it"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "is damaged on origin"
  expect_lacks "$out$err" "no longer on"
  works git handoff list --all
  expect_contains "$out" "damaged on origin: who has it is not known (seen just now)"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$before"
  works git handoff fetch
  expect_contains "$out$err" "free to take"
}

# What Ann calls origin is team for Ben, whose origin is a fork that has a branch of this name, too.
other_names_of_remotes() {
  make_server
  ann_hands_over
  git clone -q --bare "$server" "$case_dir/fork.git"
  git clone -q "$case_dir/fork.git" "$case_dir/ben"
  person Ben
  git remote add -f team "$server" 2>/dev/null
  git config handoff.remote team
  has_read "$id" "team/$id"
  works git handoff take "$id"
  expect_equal team/login "$(git rev-parse --abbrev-ref '@{upstream}')"
}

# What cannot come along is named: its bytes are nowhere in the work that was reviewed.
left_out_of_a_take() {
  make_server
  person Ann
  write z.txt one
  commit_all z
  git push -q origin main
  person Ben
  person Ann
  git rm -q --cached z.txt
  write .gitignore /z.txt
  write z.txt two
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  [ ! -e z.txt ] || fail "it came along"
  expect_contains "$err" "'z.txt' was not put back"
}

# What never left is not sent by a command that only looks; after a while it is given up.
what_never_left() {
  local before
  make_server
  ben_takes_over
  before=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  person Cat
  has_read "$id"
  GIT_HANDOFF_FAULT=share-pending run git handoff take --steal "$id"
  for command in fetch "fetch $id" "take nothing" "pause -m other"; do
    write cats.txt "$command"
    # shellcheck disable=SC2086
    run git handoff $command
    expect_equal "$before" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")" "$command"
  done
  works git handoff fetch
  expect_contains "$out" "not settled: no answer came from origin (steal, just now)" "git handoff take --steal $id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "not settled: no answer came from origin (steal"
  expect_equal "$before" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")"
  a_while_ago "$id" 601
  works git handoff fetch
  expect_contains "$err" "'$id': the steal of 10 min ago has not arrived at origin, and is given up"
  expect_contains "$out" "Ben has had it for"
  expect_equal "" "$(git for-each-ref refs/handoffs/pending)"
  works git handoff take --steal "$id"
  # What was taken back at home, without asking, does not come to the server by a fetch.
  person Ann
  git switch -q -c another origin/main
  write another.txt work
  GIT_HANDOFF_FAULT=share-pending run git handoff pause --push -m another
  id=$(git handoff list --porcelain | cut -f1 | grep ^another)
  works git handoff undo --offline
  works git handoff fetch
  expect_lacks "$(on_server)" "$id"
  a_while_ago "$id" 601
  works git handoff fetch
  expect_contains "$err" "'$id': the publish of 10 min ago has not arrived at origin"
  works git handoff status
  expect_lacks "$out" "not settled"
  expect_lacks "$(on_server)" "$id"
}

# What was given up and arrives all the same is this clone's, and no other's of the same person.
arrives_late() {
  local verb=$1 oid
  make_server
  ann_hands_over
  if [ "$verb" = "take --steal" ]; then
    takes Cat
  fi
  person Ben
  has_read "$id"
  # shellcheck disable=SC2086
  GIT_HANDOFF_FAULT=share-pending run git handoff $verb "$id"
  oid=$(git rev-parse "refs/handoffs/pending/$id")
  git push -q origin "$oid:refs/keep/late"
  a_while_ago "$id" 601
  works git handoff fetch
  expect_contains "$err" "of 10 min ago has not arrived at origin, and is given up"
  works git handoff status
  expect_lacks "$out" "yours: $id"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$oid"
  git -C "$server" update-ref -d refs/keep/late
  if [ "$2" = fetch ]; then
    works git handoff fetch
    expect_lacks "$out$err" "in another clone"
    expect_contains "$out" "yours on origin"
    expect_contains "$(git handoff status)" "yours on origin"
  fi
  # shellcheck disable=SC2086
  works git handoff take "$id"
  expect_contains "$(git handoff status)" "yours: $id"
  expect_equal held "$(state_on_server "$id")"
  write src/util.c "int util(void) { return 9; }"
  works git handoff pause --push -m "on it"
  expect_equal free "$(state_on_server "$id")"
}

# The same of a newer version that was pushed: it is what is paused here.
version_arrives_late() {
  local oid
  make_server
  ann_hands_over
  works git handoff resume --continue
  write src/util.c "int util(void) { return 9; }"
  GIT_HANDOFF_FAULT=share-pending run git handoff pause --push -m "more"
  oid=$(git rev-parse "refs/handoffs/pending/$id")
  git push -q origin "$oid:refs/keep/late"
  a_while_ago "$id" 601
  works git handoff fetch
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$oid"
  if [ $# -gt 0 ]; then
    takes "$1"
    person Ann
    works git handoff fetch
    expect_lacks "$out$err" "taken from you"
    works git handoff status
    expect_contains "$out" "Ben has had it"
    expect_lacks "$out" "taken from you"
    return
  fi
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  expect_lacks "$out" "another version" "added to"
  works git handoff resume --continue
}

# It arrives at the very moment in which a newer one is sent: that has not arrived by it.
version_arrives_meanwhile() {
  local oid
  make_server
  ann_hands_over
  works git handoff resume --continue
  write src/util.c "int util(void) { return 9; }"
  GIT_HANDOFF_FAULT=share-pending run git handoff pause --push -m "more"
  oid=$(git rev-parse "refs/handoffs/pending/$id")
  git push -q origin "$oid:refs/keep/late"
  a_while_ago "$id" 601
  works git handoff fetch
  write later.txt "since"
  overtaken_by Ann git -C "$server" update-ref "refs/handoffs/shared/$id" "$oid"
  PATH=$case_dir.aside:$PATH works git-handoff pause --push -m "even more"
  expect_contains "$out" "Shared on origin as"
  git -C "$server" update-ref -d refs/keep/late
  git -C "$server" rev-list --objects --all >../there
  grep -q "$(git hash-object later.txt)" ../there || fail "what is said to be shared is not there"
}

# ... and of what was pushed for the first time, where there are others.
first_version_arrives_late() {
  local oid id
  make_server
  person Cat
  write cat.txt "of Cat"
  works git handoff pause --push -m cats
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  GIT_HANDOFF_FAULT=share-pending run git handoff pause --push -m "login"
  id=$(git handoff list --porcelain | cut -f1)
  oid=$(git rev-parse "refs/handoffs/pending/$id")
  git push -q origin "$oid:refs/keep/late"
  a_while_ago "$id" 601
  works git handoff fetch
  expect_contains "$err" "the publish of 10 min ago has not arrived at origin, and is given up"
  works git handoff status
  expect_lacks "$out" "on origin"
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$oid"
  git remote rename origin hub 2>/dev/null
  works git handoff fetch
  expect_contains "$(git handoff status)" "on hub, free to take"
  works git handoff resume --continue
  works git handoff status
  expect_contains "$out" "yours on hub"
  expect_lacks "$out" "not put back"
}

a_push_and_a_release_without_an_answer() {
  make_server
  person Ann
  write a.txt a
  GIT_HANDOFF_FAULT=share-pushed run git handoff pause --push -m x
  [ "$code" -ne 0 ] || fail "it was not killed"
  # The commit is there, and git cannot be asked: nothing is said that may not be so.
  mv "$server" "$server.away"
  must_fail 1 git handoff pause --push -m again
  expect_contains "$err" "paused here; whether it is shared is not known: origin did not answer"
  expect_lacks "$err" NOT
  mv "$server.away" "$server"
  works git handoff push
  expect_equal "refs/handoffs/shared/$(git handoff list --porcelain | cut -f1)" "$(on_server)"
  works git handoff resume --continue
  no_answer release
  works git handoff release
  expect_contains "$out" "Released"
}

mine_on_any_branch() {
  make_server
  ben_takes_over
  commit_all "login: done"
  git push -q origin login:main
  git switch -q main
  git branch -qD login
  for command in status list doctor; do
    works git handoff "$command"
    expect_contains "$out" "$id" "(login)" "yours on origin" "git handoff release --done $id"
  done
  works git handoff release --done
  expect_contains "$out" "Finished $id"
}

# Given back, and its files are still in the tree.
given_back() {
  make_server
  ben_takes_over
  works git handoff release
  person Ann
  works git handoff resume --continue
  person Ben
  must_fail 1 git handoff release
  expect_contains "$err" "'$id' is not yours: Ann has had it" "'git handoff status' says who has what"
  works git handoff status
  expect_contains "$out" "from $id; Ann has had it for"
}

# A resume that is to go on asks before it says what is so.
first_line_of_a_resume() {
  make_server
  ben_takes_over
  person Ann
  must_fail 1 git handoff resume --continue
  expect_contains "$(head -n 1 "$out_file")" "Ben has had it"
  expect_lacks "$out" "safe to continue"
  # ... nor does what is brought back name that resume.
  works git handoff discard
  works git handoff undo "$id"
  expect_contains "$err" "note: Ben has had it for" "hint: take it away from them, when they agree: git handoff take --steal $id"
  expect_lacks "$out" "git handoff resume"
  # Ben gives it back, and does not know that he has finished it.
  person Ben
  commit_all "login: done"
  git push -q origin login
  works git handoff release
  expect_contains "$out" "origin/login is 1 commit ahead of where its work began: git handoff release --done $id"
  person Ann
  works git handoff resume --continue
  expect_contains "$(head -n 1 "$out_file")" "origin/login" "1 commit" Ben
  expect_lacks "$out" "safe to continue"
}

# git_processes COMMAND...: how many it starts, without the one that is asked for the configuration
# beside the others (see t-fleet).
git_processes() {
  rm -f "$case_dir/trace"
  GIT_TRACE2_EVENT=$case_dir/trace works "$@"
  grep '"event":"start"' "$case_dir/trace" | grep -vc '"config","-z","--list"'
}

# What has not changed since costs a line of the list.
fetch_of_what_is_known() {
  local few many new_few new_many n
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch login
  few=$(git_processes git handoff fetch login)
  oid=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  for n in 0 1 2 3 4 5 6 7 8 9; do
    other=${id%?}$n
    [ "$other" = "$id" ] ||
      echo "create refs/handoffs/shared/$other $(git -C "$server" cat-file commit "$oid" | sed "s/$id/$other/" | git -C "$server" hash-object -t commit -w --stdin)"
  done | git -C "$server" update-ref --stdin
  cp -a "$case_dir/ben" "$case_dir/ben.kept"
  git -C "$server" for-each-ref --format='delete %(refname)' "refs/handoffs/shared/${id%?}[5-9a-f]" >"$case_dir/half"
  cp -a "$server" "$case_dir/all.git"
  git -C "$server" update-ref --stdin <"$case_dir/half"
  new_few=$(git_processes git handoff fetch login)
  rm -rf "$case_dir/ben" "$server"
  mv "$case_dir/ben.kept" "$case_dir/ben"
  mv "$case_dir/all.git" "$server"
  cd "$case_dir/ben"
  new_many=$(git_processes git handoff fetch login)
  expect_equal "$new_few" "$new_many" "processes for five new ones, and for ten"
  many=$(git_processes git handoff fetch login)
  expect_equal "$few" "$many" "processes for one, and for ten"
  expect_equal "$(on_server | wc -l)" "$(grep -c "login, on origin, free to take" "$out_file")"
}

# What is over, and names this clone, is taken off the server together.
fetch_of_many_ends() {
  local i few many token
  make_server
  ann_hands_over
  token=$(<.git/handoff/clone)
  # ends N: so many that Ann knows as hers, and that others have finished for her.
  ends() {
    for ((i = 0; i < $1; i++)); do
      printf 'commit refs/handoffs/shared/%s\ncommitter Ben <ben@example.com> 1774353660 +0000\n' "${id%????????}$(printf %08x "$i")"
      printf 'data <<END\nhandoff: finished\n\nHandoff-Id: %s\nHandoff-Branch: other\n' "${id%????????}$(printf %08x "$i")"
      printf 'Handoff-State: finished\nHandoff-Nonce: %032x\nHandoff-Clone: fedcba9876543210\nHandoff-For: %s\nEND\n\n' "$i" "$token"
    done | git -C "$server" fast-import --quiet --force
    for ((i = 0; i < $1; i++)); do
      jq -c --arg id "${id%????????}$(printf %08x "$i")" 'del(.seal) | .id = $id | .branch = "other" | .tip = "" | .last = "" | .local = ""' ".git/handoff/shared/$id.json" |
        "$project_dir/tests/tools/seal.py" shared line >"$case_dir.aside/one"
      cp "$case_dir.aside/one" ".git/handoff/shared/${id%????????}$(printf %08x "$i").json"
    done
  }
  ends 2
  few=$(git_processes git handoff fetch)
  ends 7
  many=$(git_processes git handoff fetch)
  expect_equal "$few" "$many" "processes for two ends, and for seven"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  # Killed right after: what the server does not say any more is known here.
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || return 0
  ends 2
  GIT_HANDOFF_FAULT=share-words-taken run git handoff fetch
  expect_equal 137 "$code"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  works git handoff fetch
  expect_lacks "$out$err" "no longer on"
  for i in 0 1; do
    expect_contains "$(jq -r .state ".git/handoff/shared/${id%????????}$(printf %08x "$i").json")" finished
  done
}

# What somebody else's record is trusted by is asked where it matters, and not for each end and each record.
ends_of_what_was_looked_at() {
  make_server
  person Ann
  local i ids=""
  for i in 1 2 3; do
    git switch -q -c "b$i" main
    write "f$i" "$i"
    works git handoff pause --push -m "$i"
    git switch -q main
    ids+=" $(git handoff list --porcelain | cut -f1 | grep "^b$i-")"
  done
  person Cat
  git config "handoff.$PWD/.git.trust" remote:elsewhere
  for id in $ids; do
    has_read "$id"
    works git handoff take "$id"
    works git handoff undo
  done
  person Ann
  for id in $ids; do
    works git handoff discard "$id"
  done
  person Cat
  GIT_TRACE2_EVENT=$case_dir/trace works git handoff fetch
  expect_equal 3 "$(grep -c "finished, says\|discarded" "$out_file")"
  expect_equal 0 "$(grep '"event":"start"' "$case_dir/trace" | grep -c '.trust"')" "questions for the trust"
}

# connections: how often the last git_processes spoke to the server.
connections() { grep -c '"event":"start".*git-\(upload\|receive\)-pack' "$case_dir/trace"; }

# Each is a second or two on a slow line.
few_connections() {
  make_server
  ann_hands_over
  # Who was told the id needs no list of all that there is.
  person Cat
  GIT_TRACE2_EVENT=$case_dir/trace on_terminal $'read\n' git handoff take "$id"
  expect_contains "$out" "Took $id"
  expect_equal 2 "$(connections)" "the handoff with its branch, the claim"
  expect_equal origin/login "$(git rev-parse --abbrev-ref '@{upstream}')"
  works git handoff release
  mv "$server" "$server.away"
  must_fail 1 git handoff take login-20260324-120000-12345678
  expect_contains "$err" "origin cannot be reached" "git handoff list"
  mv "$server.away" "$server"
  must_fail 1 git handoff take login-20260324-120000-12345678
  expect_contains "$err" "nothing on origin is called 'login-20260324-120000-12345678'"
  person Ben
  has_read "$id"
  git_processes git handoff take >/dev/null
  expect_equal 3 "$(connections)" "the list, the handoff with its branch, the claim"
  person Ann
  git switch -q -c second origin/main
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause -m second
  git_processes git handoff push >/dev/null
  expect_equal 1 "$(connections)" "what the host shows is known by now"
  # A branch that is not there keeps nobody from the handoff.
  second=$(git handoff list --porcelain | cut -f1 | grep ^second)
  person Ben
  works git handoff release
  git reset -q --hard
  git switch -q main
  has_read "$second"
  works git handoff take "$second"
  expect_equal "int util(void) { return 5; }" "$(cat src/util.c)"
}

# The handoffs have a remote of their own; the branch has its own all the same.
a_remote_for_handoffs() {
  local name
  make_server
  git init -q --bare "$case_dir/handoffs.git"
  git -C "$case_dir/seed" push -q "$case_dir/handoffs.git" main
  for name in Ann Ben; do
    person "$name"
    git remote add handoffs "$case_dir/handoffs.git"
    git fetch -q handoffs
    git config handoff.remote handoffs
  done
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push -m one --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  person Cat
  git switch -q login
  git commit -q --allow-empty -m "from Cat"
  git push -q origin login 2>/dev/null
  person Ben
  has_read "$id" "handoffs/$id"
  works git handoff take
  expect_equal origin/login "$(git rev-parse --abbrev-ref '@{upstream}')"
  expect_contains "$err" "origin/login is 1 commit ahead (Cat)"
  person Ann
  works git handoff fetch
  must_fail 1 git handoff resume --continue
  expect_contains "$(cat "$out_file")$err" "origin/login is 1 commit ahead: Cat, 'from Cat'"
}

test_case "a resume asks before it says that it is safe; a release says what the server has" first_line_of_a_resume
test_case "a push is one connection, a take three" few_connections
test_case "with a remote for handoffs the branch keeps its own, which is told of" a_remote_for_handoffs
test_case "a fetch starts as many processes for ten as for a few, new or known" fetch_of_what_is_known
test_case "a fetch of many ends takes no process for each" fetch_of_many_ends
test_case "... nor asks for each and each record whom the user trusts" ends_of_what_was_looked_at
# Ann's push arrives without an answer, Ben takes it, and she types what she was told.
arrived_and_taken() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  no_answer pause --push -m one --next "go on"
  id=$(git -C "$server" for-each-ref --format='%(refname:lstrip=3)' refs/handoffs/shared)
  takes Ben
  person Ann
  must_fail 1 git handoff push "$id"
  expect_contains "$err" "has been shared as it is here, and Ben has had it"
  expect_equal 1 "$(on_server | wc -l)"
  must_fail 1 git handoff pause --push -m "did it go?"
  expect_contains "$err" "nothing to pause: '$id' has been shared as it is here, and Ben has had it"
  expect_equal 1 "$(on_server | wc -l)"
  write more.txt "Ann's"
  works git handoff pause --push -m more --next "go on"
  expect_lacks "$out" "takes off together" # the lower one is Ben's to take off
  expect_equal 2 "$(on_server | wc -l)"
  # What is hers there is said before what became of the one that it came from.
  fork=$(on_server | grep -v "$id")
  works git handoff resume --continue "${fork##*/}"
  works git handoff status
  expect_contains "$out" "yours: ${fork##*/}"
}
test_case "what arrived and was taken is not shared once more by the same command" arrived_and_taken

older_wip_below() {
  make_server
  ann_hands_over
  works git handoff discard
  write more.txt more
  must_fail 1 git handoff pause --push -m more --next "go on"
  expect_contains "$err" "NOT shared" "with an older WIP commit among them"
  expect_lacks "$err" "git push"
}
test_case "no hint publishes a WIP commit as somebody's branch" older_wip_below

# Below a commit of one's own: what is named is typed as it is told, and what leaves then has none.
older_wip_buried() {
  local way
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write first.txt first
  works git handoff pause -m first --next "go on"
  write own.txt own
  commit_all "my own"
  write third.txt third
  must_fail 1 git handoff pause --push -m third --next "go on"
  expect_contains "$err" "NOT shared" "with an older WIP commit among them, $(git rev-parse --short=7 HEAD~2)"
  expect_lacks "$err" "git push"
  way=$(sed -n 's/.*squash the older one, and pause again: //p' <<<"$err")
  works git handoff resume --continue
  # shellcheck disable=SC2086  # a command of several words
  GIT_SEQUENCE_EDITOR="sed -i '2s/pick/fixup -C/'" works $way
  must_fail 1 git handoff pause --push -m third --next "go on"
  way=$(sed -n 's/.*push what is below the WIP commit first: //p' <<<"$err")
  # shellcheck disable=SC2086  # a command of several words
  works $way
  expect_equal "my own" "$(git log --format=%s origin/main..origin/login)"
  works git handoff push
}
test_case "... nor one that lies deeper" older_wip_buried

undo_of_a_take_by_apply() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  write ben.txt "Ben's"
  commit_all "login: Ben's"
  has_read "$id"
  works git handoff take --apply
  must_fail 1 git handoff undo
  expect_contains "$err" "would stay in this tree, and others could take it"
  expect_equal held "$(state_on_server "$id")"
  git stash -q -u
  works git handoff undo
  expect_equal free "$(state_on_server "$id")"
}
test_case "an undo of a take by --apply does not leave the work to two" undo_of_a_take_by_apply

# Where the server has other commits instead, the branch here is not moved to them.
fresh_beside_a_rewritten_branch() {
  make_server
  ann_hands_over
  local base
  base=$(git rev-parse HEAD~1)
  takes Ben
  git add -A
  git commit -q -m "login: expiry"
  git push -q --force origin "$(git commit-tree -m "all in one" "HEAD^{tree}"):refs/heads/login"
  works git handoff release --done --force "$id"
  person Ann
  works git handoff resume --fresh
  expect_contains "$out" "login is back at ${base:0:7}"
  expect_equal "$base" "$(git rev-parse login)"
}

fresh_without_an_upstream() {
  make_server
  person Ann
  git switch -q -c login
  write base.txt x
  commit_all "login: begun"
  make_work
  works git handoff pause --push --with-history -m half --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  commit_all "login: finished"
  git push -q -u origin login 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff fetch
  works git handoff resume --fresh
  expect_equal "$(git -C "$server" rev-parse login)" "$(git rev-parse HEAD)"
}
test_case "start fresh goes on to what the server has of a branch without an upstream" fresh_without_an_upstream
test_case "... and not to what was rewritten there" fresh_beside_a_rewritten_branch
given_back_and_taken_again() {
  make_server
  person Ann
  git switch -q -c login
  write src/util.c work
  works git handoff note task "write the expiry test"
  works git handoff pause --push --next "go on"
  for _ in 1 2; do
    works git handoff take
    expect_equal 1 "$(git handoff note --list | grep -c "write the expiry test")"
    works git handoff release
    git stash -q
  done
}
test_case "what is open in a handoff that is given back and taken again is open once" given_back_and_taken_again
test_case "two that are free are listed, not said to be held" two_lie_free
test_case "... and one that is finished is none of them" one_is_finished
test_case "what a refused take saw is what status says" refused_take
# Somebody else paused on the branch that one stands on: that is the one to take.
fetched_of_this_branch() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "fetched, of this branch: on origin, free to take, handed over by Ann" ": git handoff take $id"
  expect_lacks "$out" "list --all"
  for verb in show brief; do
    must_fail 1 git handoff "$verb"
    expect_contains "$err" "a fetch brought one of this branch, on origin, free to take" ": git handoff take $id"
    expect_lacks "$err" "reconstruct"
  done
  git branch -q other
  git switch -q other
  make_work
  works git handoff pause -m "of another branch"
  git switch -q login
  must_fail 1 git handoff resume
  expect_contains "$err" "nothing is paused on 'login' here; this is $id, which a fetch brought" ": git handoff take $id"
  person Ann
  works git handoff resume --continue
  expect_contains "$out" "shared: it is yours on origin now: nobody else can take it"
}
test_case "what a fetch brought of the branch one is on is named; one's own resume says that it claims" fetched_of_this_branch
stopped_by_ctrl_c() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  cat >"$case_dir.aside/git" <<END
#!/bin/sh
case " \$* " in *" push "*) kill -INT \$PPID && exec sleep 1 ;; esac
exec $(command -v git) "\$@"
END
  chmod +x "$case_dir.aside/git"
  PATH=$case_dir.aside:$PATH run env --default-signal=INT git-handoff take
  [ "$code" -ne 0 ] || fail "it was not stopped"
  expect_contains "$err" "note: origin may have it all the same; to find out: git handoff take $id"
  works git handoff status
  expect_contains "$out" "not settled: $id (login), no answer came from origin (take, "
  works git handoff take
}
test_case "who stops a take is told how to hear what became of it" stopped_by_ctrl_c
test_case "the only one on the server comes, whatever branch one is on" the_only_one
test_case "what was given back as it was is not called handed over" given_back_unchanged
test_case "the screen of a take calls staged what is staged, beside what was committed" read_before_a_take
test_case "who takes work that something blocks is told so" blocked_and_taken
test_case "one's own handoff in another clone is not called a colleague's" ones_own_elsewhere
test_case "a handoff of its own that was discarded is what is still on the branch" own_version_discarded
test_case "given back while its files are here, and somebody has it" given_back
test_case "names with commas and percent signs" odd_names
test_case "what somebody has added since is told wherever one looks" ben_has_added
test_case "where the WIP commit was pushed to the branch, the take that goes is offered" wip_is_pushed
test_case "a take whose answer never came is told on every branch" a_take_without_an_answer
test_case "what was paused here later than what the server has is kept by a take" later_here
test_case "an undo says that somebody has finished it meanwhile" finished_before_an_undo
test_case "what is gone on with without asking is told as long as others may take it" still_offered
test_case "what was discarded without asking is told as long as others may take it" dropped_offline discard
test_case "... what was given up for a fresh start, too" dropped_offline resume-fresh
test_case "... what the server refused to hear, too" end_refused discard
test_case "... or refused to hear of a fresh start" end_refused resume-fresh
test_case "... or never heard" end_refused unheard
test_case "what an undo retires again ends on the server: a discard that it never heard of" retired_by_undo unheard
test_case "... what was imported" retired_by_undo import
variants=odd
test_case "an undo that does not ask says who may take the work meanwhile" put_back_by_undo_offline
test_case "an undo of an edit says that the server has what it takes back" edit_undone
test_case "who is overtaken is told by whom" lost_races
test_case "what somebody adds to while it is discarded stays: before that asks once more" discard_overtaken "fetch 2"
test_case "... and behind it" discard_overtaken "push"
test_case "an edit that came too late names what goes: somebody took it" edit_overtaken "git-handoff take" 0
test_case "... added to it" edit_overtaken "$(adds_to "")" 1
test_case "... finished it" edit_overtaken "sh -c 'git-handoff take && git-handoff release --done --force'" 0
test_case "where a server refuses one step, what it took before is told" one_step_refused
test_case "... and no longer once it was taken back and gone on with" dropped_and_gone_on_with
test_case "a version that was set back on the server is nobody's as far as one knows" set_back
test_case "a version that comes back after its end is told as set back, and not taken" finished_set_back
test_case "who has not seen the last claim is not told to put an older version over it" set_back_below_a_claim
test_case "who had it is told when it is set free under whatever name" set_free_by_others
test_case "... so is a damaged one, which is not called gone" damaged_there
test_case "the upstream is on the remote that it was taken from, whatever the others call it" other_names_of_remotes
test_case "a take names what did not come along" left_out_of_a_take
for how in fetch take; do
  test_case "a take that was given up, and arrives behind that, is this clone's ($how)" arrives_late take $how
  test_case "a theft that was given up, and arrives behind that, is this clone's ($how)" arrives_late "take --steal" $how
done
test_case "a version that was given up, and arrives behind that, is the one that is here" version_arrives_late
test_case "... and is not taken for what is sent just then" version_arrives_meanwhile
test_case "... so is the first one" first_version_arrives_late
test_case "... and was not taken from its owner by who has it since" version_arrives_late Ben
test_case "what never left is sent again by the same command, and by no other; after ten minutes it is given up" what_never_left
test_case "a push and a release whose answer never came" a_push_and_a_release_without_an_answer
test_case "what is mine on the server is told on any branch" mine_on_any_branch

# What Ann did to the WIP commit after she handed it over is not there before she pauses again, and then it is.
amended_after_a_push() {
  make_server
  ann_hands_over
  write src/amended.c "int later;"
  git add src/amended.c
  git commit -q --amend --no-edit
  works git handoff push
  expect_contains "$out$err" "Shared on origin already" "another commit by now, which is not in it" "git handoff pause --push"
  works git handoff pause --push
  expect_lacks "$out" "nothing new since" "already"
  expect_contains "$out" "with what the commit got since" "src/amended.c"
  works git handoff push
  expect_lacks "$out$err" "another commit by now"
  takes Ben
  expect_file src/amended.c "int later;"
}
test_case "a WIP commit that was amended since is not said to be shared" amended_after_a_push

# A detached HEAD is where such work goes, and comes back from.
from_a_detached_head() {
  local base
  make_server
  person Ann
  git switch -q --detach
  base=$(git rev-parse HEAD)
  make_work
  state=$(state_of_tree)
  works git handoff pause --push -m x
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "git switch --detach ${base:0:7}"
  git switch -q --detach "${base:0:7}"
  works git handoff take "$id"
  expect_state "$state"
  works git handoff pause --push
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal free "$(state_on_server "$id")"
}
test_case "work of a detached HEAD lands on one, and is handed back under its id" from_a_detached_head

# corrected_while_taken: Ben takes between what Ann's edit has seen and its push. Words are no work of their own.
corrected_while_taken() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  cat >"$server/hooks/pre-receive" <<END
#!/bin/sh
[ -e '$case_dir/race' ] || exit 0
rm '$case_dir/race'
cd '$case_dir/ben' || exit
unset \$(git rev-parse --local-env-vars) GIT_QUARANTINE_PATH GIT_HANDOFF_INSIDE
GIT_AUTHOR_NAME=Ben GIT_COMMITTER_NAME=Ben GIT_AUTHOR_EMAIL=ben@example.com GIT_COMMITTER_EMAIL=ben@example.com \
  git handoff take >'$case_dir/ben.out' 2>&1 </dev/null
exit 0
END
  chmod +x "$server/hooks/pre-receive"
  person Ann
  touch "$case_dir/race"
  must_fail 1 git handoff edit --next "the better next step"
  expect_contains "$(cat "$case_dir/ben.out")" "Took $id"
  expect_contains "$out$err" "Edited $id" "corrected here, and not at origin" "Ben has had it"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_contains "$(git handoff show "$id")" "the better next step"
}
test_case "a correction that comes too late does not offer the work a second time" corrected_while_taken

# What the server is writing at this moment, it takes a moment later.
locked_on_the_server() {
  local lock
  make_server
  ann_hands_over
  lock=$server/refs/handoffs/shared/$id.lock
  person Ben
  has_read "$id"
  touch "$lock"
  must_fail 1 git handoff take
  expect_contains "$err" "origin is writing this handoff at the moment" "try again"
  expect_lacks "$err" "does not accept handoffs" "handoff.remote"
  rm "$lock"
  works git handoff take
}
test_case "a lock on the server is not called a server that takes no handoffs" locked_on_the_server

commits_that_grafts_hide() {
  make_server
  person Ann
  write one.txt one
  commit_all "one"
  write two.txt two
  commit_all "two"
  git rev-parse HEAD HEAD~2 | paste -sd ' ' >.git/info/grafts
  make_work
  must_fail 1 git handoff pause --push --with-history -m x
  expect_contains "$err" "origin lacks commits that 'info/grafts' hides here" "git replace --convert-graft-file"
  expect_lacks "$err" "does not accept handoffs" "handoff.remote"
  git replace --convert-graft-file 2>/dev/null
  works git handoff push --with-history
}
test_case "commits that grafts hide are named as the cause, and not the server" commits_that_grafts_hide

# Trying again does not help against either.
refused_for_good() {
  make_server
  git -C "$server" update-ref refs/handoffs/shared main
  git -C "$server" config receive.fsckObjects true
  person Ann
  printf '[submodule "x"]\n\tpath = x\n\turl = https://host/x\n\tupdate = !touch %s/ran\n' "$case_dir" >.gitmodules
  works git handoff pause -m x --next y
  must_fail 1 git handoff push
  expect_contains "$err" "'.gitmodules' in this work has what origin does not accept"
  works git handoff resume --continue
  rm .gitmodules
  make_work
  works git handoff pause -m x --next y
  must_fail 1 git handoff push
  expect_contains "$err" "'refs/handoffs/shared' on origin is no handoff" "git push origin --delete refs/handoffs/shared"
  expect_lacks "$err" "at the moment"
  works git push -q origin --delete refs/handoffs/shared
  works git handoff push
}
test_case "a push that is refused for good says what is in the way" refused_for_good

# fork_gets_the_name HOW: as a host's program makes forks, the remote is renamed, and a fork gets its name. HOW: bare
# (a fork of branches) or mirror (one of all refs, handoffs among them).
fork_gets_the_name() {
  make_server
  ann_hands_over
  git clone -q "--$1" "$server" "$case_dir/fork.git"
  git remote rename origin upstream 2>/dev/null
  git remote add -f origin "$case_dir/fork.git" 2>/dev/null
  works git handoff fetch
  expect_equal "" "$(git for-each-ref "refs/handoffs/remotes/origin/$id")" "what was seen under the old name"
  works git handoff resume --continue
  expect_equal held "$(state_on_server "$id")" "where she has shared it"
  person Ben
  works git handoff fetch "$id"
  expect_contains "$out" "Ann has had it for"
  person Ann
  works git handoff pause --push
  expect_equal free "$(state_on_server "$id")"
  expect_equal "$([ "$1" = mirror ] && echo "refs/handoffs/shared/$id")" "$(git -C "$case_dir/fork.git" for-each-ref --format='%(refname)' refs/handoffs)"
  # Another URL for the same name is followed, where no remote has the old one any more.
  mv "$server" "$case_dir/moved.git"
  git remote set-url upstream "$case_dir/moved.git"
  server=$case_dir/moved.git
  works git handoff resume --continue
  expect_equal held "$(state_on_server "$id")"
}
test_case "a handoff stays where it is shared when a fork gets the name of that remote" fork_gets_the_name bare
test_case "... and has all refs, too" fork_gets_the_name mirror

another_remote_for_handoffs() {
  make_server
  git init -q --bare "$case_dir/handoffs.git"
  person Ann
  git remote add handoffs "$case_dir/handoffs.git"
  git config handoff.remote handoffs
  git push -q handoffs main 2>/dev/null
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause --push --next "write the expiry test"
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  git remote add handoffs "$case_dir/handoffs.git"
  git config handoff.remote handoffs
  has_read "$id" "handoffs/$id"
  works git handoff take "$id"
  # She needs the setting no more, or thinks so: what is there is looked for all the same.
  person Ann
  git config --unset handoff.remote
  works git handoff fetch
  expect_contains "$out" "Ben has had it for"
  works git handoff status
  expect_contains "$out" "Ben has had it for"
  expect_lacks "$out$err" "no longer on"
}
test_case "what is on another remote than new handoffs go to is looked for there" another_remote_for_handoffs

gone_from_another_remote() {
  another_remote_for_handoffs
  mv "$case_dir/handoffs.git" "$case_dir/away.git"
  works git handoff fetch
  expect_contains "$out$err" "handoffs cannot be reached"
  mv "$case_dir/away.git" "$case_dir/handoffs.git"
  git -C "$case_dir/handoffs.git" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "no longer on handoffs"
}
test_case "... and told where that cannot be reached, or has it no more" gone_from_another_remote

its_remote_is_removed() {
  another_remote_for_handoffs
  git remote remove handoffs
  works git handoff fetch
  expect_contains "$err" "'$id' was not looked for: it is on 'handoffs', which is no remote here any more"
  must_fail 1 git handoff fetch "$id"
  must_fail 1 git handoff resume --continue "$id"
  works git handoff status
  expect_contains "$out" "Ben has had it for"
  expect_lacks "$out$err" "no longer on"
  # As the hint says, under whatever name.
  git remote add boxes "$case_dir/handoffs.git"
  person Ben
  works git handoff release "$id"
  person Ann
  works git handoff fetch
  expect_contains "$out" "free to take"
  # Another name and another place, and there it is.
  git remote remove boxes
  mv "$case_dir/handoffs.git" "$case_dir/elsewhere.git"
  git remote add cupboard "$case_dir/elsewhere.git"
  git config handoff.remote cupboard
  works git handoff fetch
  expect_lacks "$err" "not looked for"
  works git handoff resume --continue "$id"
  expect_equal held "$(folder=$case_dir/elsewhere.git state_on_server "$id")"
}
test_case "where its remote was removed nothing is said of the handoff but what was seen last" its_remote_is_removed

who_was_killed_has_it() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  no_answer take "$id"
  works git handoff fetch "$id"
  TERMINAL_WIDTH=200 works git handoff status
  expect_contains "$out" "yours: $id (login), yours on origin for" "(seen just now): git handoff resume $id"
  TERMINAL_WIDTH=200 works git handoff list
  expect_contains "$out" "write the expiry test"
  works git handoff resume --continue --switch "$id"
  expect_state "$state"
  works git handoff pause -m "at home"
  git switch -q main
  works git handoff status --json
  expect_equal "[\"$id\"]" "$(json -c '[.held[].id]' <<<"$out")"
}
test_case "a take whose answer was lost is one's own once it is looked for" who_was_killed_has_it

# ... and where an undo is what looks for it, of what had been in the archive until then.
undone_before_it_is_known() {
  make_server
  ben_takes_over
  git stash -qu
  works git handoff release
  no_answer take "$id"
  must_fail 1 git handoff undo "$id"
  expect_contains "$err" "'$id' is yours on origin" "put it back: git handoff take $id"
  expect_lacks "$err" "somebody else"
  works git handoff take "$id"
  expect_state "$state"
}
test_case "... also where an undo looks for it" undone_before_it_is_known

next_step_in_a_pipe() {
  make_server
  ben_takes_over
  works git handoff pause -m "in the middle"
  expect_contains "$(git handoff list | cat)" "write the expiry test"
  works git handoff release "$id"
  expect_contains "$(git handoff list --all | cat)" "write the expiry test"
}
test_case "a list in a pipe has the next step of what was read" next_step_in_a_pipe

discarded_while_another_has_it() {
  make_server
  ben_takes_over
  person Ann
  works git handoff discard "$id"
  expect_lacks "$out" "resume --continue"
  # What it names does that.
  works git handoff undo "$id"
  works git handoff resume --fresh "$id"
  expect_equal "$(git rev-parse origin/login)" "$(git rev-parse HEAD)"
}
test_case "discard names no way that is refused while somebody else has it" discarded_while_another_has_it

discarded_while_another_added_to_it() {
  make_server
  ben_takes_over
  works git handoff pause --push -m "more of it" --next "go on"
  person Ann
  works git handoff discard "$id"
  expect_contains "$out" "git handoff undo $id, then git handoff resume --fresh"
}
test_case "... nor when somebody else has added to it" discarded_while_another_added_to_it

# Where it lies on this machine is nobody else's.
folders_of_this_machine() {
  make_server
  person Ann
  git worktree add -q -b login "$case_dir/beside"
  cd "$case_dir/beside"
  make_work
  works git handoff pause --push -m x --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  expect_contains "$(git show "refs/handoffs/active/login/$id:handoff.json")" "$case_dir/beside"
  expect_lacks "$(git -C "$server" show "refs/handoffs/shared/$id:handoff.json")" "$case_dir" beside
}
test_case "what is shared does not say where it lies here" folders_of_this_machine

paused_again_without_push() {
  make_server
  ann_hands_over
  write later.txt "since"
  works git handoff pause -m "in a hurry"
  expect_contains "$err" "origin has another version of it, free to take: git handoff push $id"
  for verb in status list check; do
    run git handoff $verb
    expect_contains "$out$err" "origin has another version of it, free to take: git handoff push $id"
  done
  works git handoff push "$id"
  works git handoff status
  expect_lacks "$out" "another version"
  # The same after an edit that was taken back here only.
  works git handoff edit --next "wrong"
  works git handoff undo
  works git handoff status
  expect_contains "$out" "origin has another version of it, free to take: git handoff push $id"
  works git handoff push
  person Ben
  works git handoff fetch
  on_terminal $'read\n' git handoff show "origin/$id"
  expect_contains "$out" "write the expiry test"
}
test_case "what is paused or taken back here only is not called what the server has" paused_again_without_push

# What is held, and paused again, is there as it was taken; an edit that did not arrive goes with the next one.
held_and_not_pushed() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  works git handoff status
  expect_contains "$out" "yours on origin"
  expect_lacks "$out" "which has not" "git handoff push"
  write later.txt "since"
  mv "$server" "$server.away"
  must_fail 1 git handoff pause --push --with-history -m more --next "the last part"
  expect_contains "$err" "NOT shared" "share it later: git handoff push --with-history $id"
  mv "$server.away" "$server"
  for what in status "status --all" list; do
    # shellcheck disable=SC2086  # words of a command
    TERMINAL_WIDTH=200 works git handoff $what
    expect_contains "$out" "which has not what is paused here"
    [ "$what" = list ] || expect_contains "$out" "hint: git handoff push $id"
  done
  works git handoff status
  expect_contains "$out" "git handoff push "
  works git handoff push "$id"
  works git handoff status
  expect_lacks "$out" "which has not" "git handoff push"
  works git handoff edit --offline --next "the very last part"
  works git handoff edit --next "the very last part"
  expect_contains "$out" "Nothing was changed" "Shared on origin"
  works git handoff edit --next "the very last part"
  expect_lacks "$out" "Shared on origin"
}
test_case "what did not arrive of what is held or edited is told, with what sends it" held_and_not_pushed

# An edit goes to the server whoever published it first; what is paused here is not called what there is to take.
edited_after_handing_back() {
  make_server
  ben_takes_over
  works git handoff pause --push -m "back to you" --next "the first text"
  works git handoff fetch
  expect_lacks "$out" "git handoff take"
  works git handoff edit --next "rotate the key first"
  expect_contains "$out" "Shared on origin as $id"
  expect_contains "$(git -C "$server" show "refs/handoffs/shared/$id:handoff.json")" "rotate the key first"
  works git handoff edit --offline --next "rotate both keys first"
  works git handoff fetch
  expect_contains "$out" "origin has another version of it, free to take: git handoff push $id"
  expect_lacks "$out" "git handoff take"
}
test_case "an edit by who handed it back is shared, and a fetch tells what is later here" edited_after_handing_back

paused_once_more_as_it_is() {
  make_server
  ben_takes_over
  person Ann
  for how in "" --push; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff pause $how
    expect_contains "$err" "nothing to pause: '$id' has been shared as it is here, and Ben has had it"
  done
  expect_equal 1 "$(on_server | wc -l)"
  write src/util.c "int util(void) { return 4; }"
  works git handoff pause --push
  expect_contains "$err" "your work is kept as a new handoff"
}
test_case "a pause of nothing new does not offer what somebody else has a second time" paused_once_more_as_it_is

# given_back_and_taken HOW: Ben put it back, gave it up, and Cat has it now.
given_back_and_taken() {
  make_server
  ben_takes_over
  case $1 in
    release) works git handoff release ;;
    steal)
      person Cat
      has_read "$id"
      works git handoff take --steal "$id"
      person Ben
      works git handoff fetch
      ;;
  esac
  if [ "$1" = release ]; then
    takes Cat
    person Ben
  fi
  must_fail 1 git handoff pause --push
  expect_contains "$err" "nothing to pause: '$id' has been shared as it is here, and " "Cat has had it"
  expect_equal 1 "$(on_server | wc -l)"
  write src/util.c "int util(void) { return 4; }"
  works git handoff pause --push
  expect_contains "$err" "your work is kept as a new handoff"
}
for way in release steal; do
  test_case "the bytes that were taken are not handed over beside who has them now ($way)" given_back_and_taken $way
done

given_back_and_put_away() {
  make_server
  ben_takes_over
  works git handoff release
  takes Cat
  person Ben
  works git handoff pause
  expect_contains "$err" "your work is kept as a new handoff"
  expect_equal "" "$(git status --porcelain)"
}
test_case "... but a pause that shares nothing puts them away" given_back_and_put_away

left_behind_by_apply() {
  make_server
  ben_takes_over
  git stash -q -u
  write ben.md ben
  git add ben.md
  git commit -q -m "ben: docs"
  git stash pop -q --index
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause --push --with-history
  person Ann
  git switch -q main
  write main.md main
  commit_all "of main"
  git switch -q login
  git rebase -q main
  has_read "$id"
  works git handoff take --apply "$id"
  expect_contains "$out$err" "below the work" "git log"
  write src/main.c "int main(void) { return 5; }"
  works git handoff pause
  expect_contains "$err" "what was taken stands on commits that are not below this: git log "
}
test_case "commits below the work that a take left out are told of at the pause, too" left_behind_by_apply

put_away_is_not_offered() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  has_read "$id"
  works git handoff discard "$id"
  works git handoff status
  expect_lacks "$out" "$id"
  works git handoff list --waiting
  expect_lacks "$out" unread
}
test_case "a free handoff that was put away here is not offered again" put_away_is_not_offered

put_aside_while_another_has_it() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff note human --blocking "ask Dana for the key"
  works git handoff note decision "use jose"
  works git handoff pause --push --next "write the test"
  id=$(git handoff list --porcelain | cut -f1)
  takes Cat
  person Ben
  git switch -q login
  has_read "$id"
  works git handoff discard "$id"
  expect_contains "$err" "Cat has had it" "their copy stays"
  expect_lacks "$out" "carried over"
  works git handoff note --list
  expect_equal "" "$out"
  person Cat
  works git handoff note --list
  expect_contains "$out" "ask Dana for the key" "use jose"
}
test_case "what is open in a fetched handoff that is discarded stays with who has it" put_aside_while_another_has_it

# ann_shares_items: Ann hands over with a task and an action that blocks.
ann_shares_items() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  real_clock
  works git handoff note human --blocking "ask Dana for the key"
  works git handoff note task "write the docs"
  works git handoff pause --push --next "write the test"
  id=$(git handoff list --porcelain | cut -f1)
}

put_aside_after_finishing() {
  ann_shares_items
  git commit -q --amend -m "login: expiry"
  git push -q
  works git handoff release --done "$id"
  works git handoff discard "$id"
  expect_contains "$out" "carried over: 2 items"
  works git handoff note --list
  expect_contains "$out" "ask Dana for the key" "write the docs"
}
test_case "what is open in a handoff that its user finished stays open when that is discarded" put_aside_after_finishing

undone_and_given_back() {
  ann_shares_items
  works git handoff undo
  works git handoff note task "my own, since"
  works git handoff note --list
  expect_contains "$out" "ask Dana for the key"
  works git handoff release "$id"
  works git handoff note --list
  expect_contains "$out" "my own, since"
  expect_lacks "$out" "ask Dana for the key" "write the docs"
  works git handoff status
  expect_contains "$out" "on origin, free to take"
  takes Ben
  works git handoff note --list
  expect_contains "$out" "ask Dana for the key" "write the docs"
}
test_case "a pause that is undone and given back has its items alone, and status says that it is free" undone_and_given_back

resumed_and_given_back() {
  ann_shares_items
  works git handoff resume --continue --blocking-done
  works git handoff release "$id"
  works git handoff status
  expect_contains "$out" "on origin, free to take"
}
test_case "... also where it was resumed" resumed_and_given_back

kept_while_taken() {
  ann_shares_items
  takes Ben
  write more.txt more
  works git handoff checkpoint
  works git handoff brief
  expect_contains "$out" "ask Dana for the key" "write the docs"
}
test_case "what is open of a taken handoff is told behind a checkpoint, too" kept_while_taken

put_aside_of_ones_own() {
  ann_shares_items
  takes Ben
  person Ann
  works git handoff fetch
  works git handoff discard "$id"
  works git handoff list --waiting
  expect_contains "$out" "action: ask Dana for the key"
}
test_case "a copy that waits in the journal is told by list --waiting" put_aside_of_ones_own

# What Ben added to what Ann has paused waits as well, once she has read it.
waits_in_what_came() {
  ann_shares_items
  takes Ben
  works git handoff note human --blocking "ask Eve to sign"
  write more.txt more
  works git handoff pause --push --next "go on"
  person Ann
  works git handoff fetch
  works git handoff list --waiting
  expect_contains "$out" "ask Dana for the key" "unread: 1 handoff that nobody here has read"
  has_read "$id"
  works git handoff list --waiting
  expect_contains "$out" "ask Eve to sign"
  expect_lacks "$out" "unread"
  expect_equal 1 "$(grep -c "ask Dana" <<<"$out")" "each once"
  expect_equal "" "$(grep -F "ask Dana" <<<"$out" | grep -F "can wait" || true)" "one's own says that it blocks"
}
test_case "what somebody added to one's own handoff waits, or is counted as unread" waits_in_what_came

# What Ben added to what Ann had put away meanwhile is told as any other.
added_to_what_was_put_away() {
  ann_shares_items
  takes Ben
  person Ann
  works git handoff discard
  person Ben
  write more.txt more
  works git handoff pause --push --next "go on"
  person Ann
  works git handoff status
  expect_lacks "$out" "git handoff take"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "git handoff take $id"
  works git handoff list --waiting
  expect_contains "$out" "unread: 1 handoff that nobody here has read"
}
test_case "what somebody added to a handoff that was put away is told by status" added_to_what_was_put_away

committed_below_it() {
  make_server
  ben_takes_over
  git stash -q -u
  write ben.md ben
  git add ben.md
  git commit -q -m "ben: docs"
  git stash pop -q --index
  works git handoff pause --push --with-history
  person Ann
  has_read "$id"
  works git handoff take "$id"
  expect_contains "$out" "files and the index are on login as they were left"
  expect_equal "ben: docs" "$(git log -1 --format=%s)"
}
test_case "a commit that came below the same work comes with the take" committed_below_it

amended_below_it() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write a.md a
  git add a.md
  git commit -q -m "A1"
  make_work
  works git handoff pause --push --with-history --next "write the test"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  git stash -q -u
  write a.md "a, mended"
  git commit -q -a --amend -m "A1, mended"
  git stash pop -q --index
  works git handoff pause --push --with-history
  person Ann
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "'login' has 1 commit that this work does not stand on" "git handoff take --branch NAME $id"
  expect_equal "free" "$(state_on_server "$id")"
}
test_case "a commit that was amended below the same work is not dropped by a take" amended_below_it

blocked_below_a_commit() {
  ann_shares_items
  takes Ben
  echo more >>README
  works git handoff pause --push
  person Ann
  write top.txt top
  git add top.txt
  git commit -q -m "on top of the WIP commit"
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "git handoff take --branch NAME $id"
  expect_lacks "$err" "--blocking-done"
  works git handoff take --branch again "$id"
}
test_case "hints of a take are commands of a take, also where an action waits" blocked_below_a_commit

noted_after_sharing() {
  ann_shares_items
  works git handoff push
  expect_contains "$out" "Shared on origin already"
  expect_lacks "$err" "what was noted"
  works git handoff note done "write the docs"
  works git handoff push
  expect_contains "$err" "note: what was noted since the pause is not in it: git handoff pause --push"
  works git handoff pause --push
  expect_contains "$(git -C "$server" show "refs/handoffs/shared/$id:handoff.json" | jq -r '.completed_tasks[].name')" "write the docs"
}
test_case "what was noted since is not called shared" noted_after_sharing

stashed_beside_another() {
  ann_shares_items
  takes Ben
  git stash -q -u
  write other.txt other
  sleep 1 # what was done last is told by its second
  works git handoff pause --next "finish other.txt"
  works git handoff brief
  expect_lacks "$out" "ask Dana" "write the docs"
  run git handoff resume
  expect_lacks "$out$err" "ask Dana"
  works git handoff note --list
  expect_contains "$out" "ask Dana" "write the docs"
}
test_case "what waits for a stashed handoff is not told as another one's" stashed_beside_another

fork_of_what_another_has() {
  ann_shares_items
  takes Ben
  person Cat
  has_read "$id"
  works git handoff take --steal "$id"
  person Ben
  write README more
  works git handoff pause --push
  fork=$(git handoff list --porcelain | cut -f1)
  person Ann
  has_read "$fork"
  works git handoff take --branch again "$fork"
  expect_contains "$out$err" "Cat"
  works git handoff list
  expect_lacks "$out" "free to take"
}
test_case "who takes a fork is told who has the original by now" fork_of_what_another_has

resumed_without_a_terminal() {
  make_server
  ben_takes_over
  person Ann
  must_fail 1 git handoff resume
  expect_contains "$out" "Ben has had it"
  expect_contains "$err" "--continue is refused here: '$id': Ben has had it" "take --steal $id"
  expect_lacks "$out" "safe to continue"
  expect_lacks "$err" "resume --continue"
}
test_case "resume without a terminal asks the server, too, before it says that all is well" resumed_without_a_terminal

looked_at_from_a_second_clone() {
  make_server
  ann_hands_over
  git clone -q "$server" "$case_dir/laptop" 2>/dev/null
  (cd "$case_dir/laptop" && git handoff fetch >/dev/null)
  takes Ben
  (
    person Ann
    cd "$case_dir/laptop"
    works git handoff fetch
    TERMINAL_WIDTH=200 works git handoff status --all
    expect_contains "$out" "On remotes:" "Ben has had it for" "(seen just now)"
    expect_equal "$id held" "$(git handoff status --all --json | json '.from_remotes[0] | "\(.id) \(.shared.state)"')"
  )
  commit_all done
  git push -q origin login
  works git handoff release --done
  person Ann
  cd "$case_dir/laptop"
  works git handoff fetch
  for what in "list --all" "list --all --branch login" "status --all"; do
    # shellcheck disable=SC2086
    TERMINAL_WIDTH=200 works git handoff $what
    expect_contains "$out" "$id: login, finished, says Ben (seen just now)"
  done
  works git handoff list --all --branch other
  expect_lacks "$out" "$id"
  expect_equal "$id finished" "$(git handoff list --all --json | json '.told[0] | "\(.id) \(.state)"')"
  cd "$case_dir/ann"
  works git handoff fetch
  expect_contains "$out" "finished, says Ben"
  works git handoff status
  expect_contains "$out" "finished, says Ben"
  expect_equal "" "$(on_server)"
}
test_case "who only looked takes no word from the clone that it is for" looked_at_from_a_second_clone

another_verb_than_the_lost_one() {
  make_server
  ben_takes_over
  cat >"$server/hooks/pre-receive" <<'X'
#!/bin/sh
kill -9 $PPID
X
  chmod +x "$server/hooks/pre-receive"
  run git handoff release --done --force
  [ "$code" -ne 0 ] || fail "it arrived"
  rm "$server/hooks/pre-receive"
  works git handoff release
  expect_equal free "$(state_on_server "$id")"
}
test_case "an end that never arrived is not sent by what gives it back" another_verb_than_the_lost_one

many_on_one_branch() {
  make_server
  ann_hands_over
  for name in Cat Dan Eve; do
    person "$name"
    git switch -q -c login
    write "of-$name.txt" "$name"
    works git handoff pause --push --next "what $name does"
  done
  person Ben
  cat >"$case_dir/upload-pack" <<X
#!/bin/sh
echo asked >>"$case_dir/asked"
exec git-upload-pack "\$@"
X
  chmod +x "$case_dir/upload-pack"
  git switch -q -c login
  git config remote.origin.uploadpack "PATH=\"$(git --exec-path):\$PATH\" $case_dir/upload-pack"
  works git handoff fetch
  expect_equal 4 "$(grep -c "free to take, handed over by" <<<"$out")"
  expect_equal 2 "$(wc -l <"$case_dir/asked")"
}
test_case "what a branch has of several people comes in one connection" many_on_one_branch

silent_folder() {
  make_server
  ann_hands_over
  cat >"$server/hooks/reference-transaction" <<X
#!/bin/sh
[ "\$1" = prepared ] && grep -q refs/handoffs && [ -e "$case_dir/slow" ] && rm "$case_dir/slow" && sleep 5
exit 0
X
  chmod +x "$server/hooks/reference-transaction"
  touch "$case_dir/slow"
  git config handoff.silence 1
  run git handoff resume --continue
  [ "$code" -ne 0 ] || fail "it was not silent"
  git config --unset handoff.silence
  sleep 1
  expect_equal "" "$(find "$server" -name '*.lock')"
  works git handoff resume --continue
}
test_case "a server that is given up in a folder here leaves no lock" silent_folder

gone_from_somebody_elses_hands() {
  make_server
  ben_takes_over
  person Ann
  works git handoff fetch
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "no longer on origin; Ben had it last"
  expect_lacks "$out" "git handoff push"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "ask Ben whether it is finished" "--offline"
  expect_lacks "$err" "git handoff push"
  # Nor is it his any more.
  person Ben
  works git handoff fetch
  works git handoff status
  expect_lacks "$out" "yours:"
  must_fail 1 git handoff release
}
test_case "what somebody else had last, and is gone, is not to be offered again without asking" gone_from_somebody_elses_hands

# By its id as by nothing: it is in this clone's hands.
resumed_by_name() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  for name in "$id" "${id##*-}"; do
    works git handoff brief "$name"
    expect_matches "$out" "Resumed .* on login: go on"
    expect_lacks "$out" "not resumed"
    works git handoff show "$name"
    expect_lacks "$out" "from origin"
  done
  works git handoff show "origin/$id"
}
test_case "the id of what was resumed here names what it became here, not the copy at the remote" resumed_by_name

# By each step that says who has it.
secrets_in_a_users_name() {
  make_server
  ann_hands_over
  local before token
  token=ghp_$(head -c 27 /dev/urandom | base64 | tr -dc A-Za-z0-9 | head -c 20)$(printf 'aB3dE6gH9j%.0s' 1 2)
  token=${token:0:40}
  must_fail 1 env GIT_AUTHOR_NAME="$token" GIT_COMMITTER_NAME="$token" git handoff resume --continue
  expect_contains "$err" "looks like a secret" "a GitHub token"
  works git handoff resume --continue
  before=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  must_fail 1 env GIT_AUTHOR_NAME="$token" GIT_COMMITTER_NAME="$token" git handoff release "$id"
  expect_contains "$err" "looks like a secret" "user.name"
  expect_equal "$before" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")" "what was sent"
}
test_case "a secret in the user's name is not sent by take, resume or release" secrets_in_a_users_name

undone_without_an_answer() {
  make_server
  ben_takes_over
  no_answer undo
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "still offered: $id, on origin, free to take" "its work is here"
  works git handoff undo
  works git handoff status
  expect_lacks "$out" "still offered"
}
test_case "a take that was undone there and not here is told as offered, until it is undone" undone_without_an_answer

# Handoffs are in a refspec of one's own, and git brings them.
brought_by_a_plain_fetch() {
  make_server
  ann_hands_over
  git config --add remote.origin.fetch "+refs/handoffs/shared/*:refs/handoffs/remotes/origin/*"
  takes Ben
  person Ann
  git fetch -q
  # Each is the first that looks.
  cp .git/handoff/shared/"$id".json ../noted
  for verb in status list check resume brief; do
    cp ../noted .git/handoff/shared/"$id".json
    run git handoff $verb
    expect_contains "$out" "Ben has had it for"
  done
  cp ../noted .git/handoff/shared/"$id".json
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_list","arguments":{}}}' |
    git handoff mcp >../answer
  expect_contains "$(cat ../answer)" "Ben has had it for"
  person Ben
  works git handoff release --done --force
  person Ann
  git fetch -q
  works git handoff status
  expect_contains "$out" "finished, says Ben"
}
test_case "what a plain git fetch brought of who has it is told, too" brought_by_a_plain_fetch

# not_stolen VERB: by a command that does not say so.
not_stolen() {
  make_server
  ann_hands_over
  person Cat
  has_read "$id"
  works git handoff take "$id"
  local before
  before=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  person Ann
  GIT_HANDOFF_FAULT=share-pending run git handoff take --steal "$id"
  # shellcheck disable=SC2086
  run git handoff $1 "$id"
  expect_equal "$before" "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")" "$1: $out$err"
  if [ "$1" != discard ]; then
    expect_equal 1 "$code" "$out$err"
    expect_contains "$err" "Cat has had it" "git handoff take --steal $id"
  fi
}

killed_before_its_ref() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  GIT_HANDOFF_FAULT=quarantine-before-pack run git handoff take "$id"
  works git handoff take "$id"
  expect_equal held "$(state_on_server "$id")"
}
test_case "a theft that never left is not carried out by a resume" not_stolen "resume --continue"
test_case "... nor by a discard" not_stolen discard
test_case "what is pending has a ref before it is written down" killed_before_its_ref

# What was asked for from another branch, of which this one has an own copy, is told there, too.
unsettled_elsewhere() {
  make_server
  ben_takes_over
  works git handoff undo
  git switch -q main
  no_answer take "$id"
  works git handoff status
  expect_contains "$out" "not settled: $id (login)" "hint: git handoff take $id"
}
test_case "a take that is not settled is told on another branch" unsettled_elsewhere
# What stayed at Ann's was to stay there: nothing is missing at Ben's.
left_out_at_anns() {
  needs_terminal
  make_server
  person Ann
  git switch -q -c login
  echo four >>README
  git commit -qam "login: begun"
  git push -q -u origin login 2>/dev/null
  echo five >>README
  echo key >id_rsa
  works git handoff note eliminated "a cache of tokens"
  works git handoff pause --push --next "write the expiry test"
  person Ben
  git fetch -q
  on_terminal $'read\nn\n' git handoff take
  expect_equal 1 "$(grep -c "a cache of tokens" <<<"$out")" "an idea stands twice on one screen"
  expect_contains "$out" "It comes with 1 commit from origin/login that" "left out: stayed in the working tree where it was paused"
  works git handoff undo
  works git handoff check
  expect_contains "$out" "id_rsa was left where Ann paused the work (looks like a secret)"
  expect_lacks "$out" "cannot be compared"
}
test_case "a file that a pause left out is told to who takes it, and nothing is missing" left_out_at_anns

files_that_were_sent() {
  make_server
  person Ann
  git switch -q -c login
  write one.txt one
  write two.txt two
  git add one.txt two.txt
  git commit -qm "two files"
  git push -q -u origin login
  write one.txt "staged"
  git add one.txt
  write one.txt "one"
  write new.txt same
  write copy.txt same
  git mv two.txt moved.txt
  works git handoff pause --push --next "go on with new.txt"
  expect_matches "$out" "sent: the record, (.*, )?copy.txt" "sent: .*new.txt" "sent: .*moved.txt" "sent: .*one.txt"
  expect_lacks "$out" "staged/"
}
test_case "each file of the work that is pushed is named, by the name that it has" files_that_were_sent

# Who takes a theft back at once is told whose it was: it is nobody's now.
theft_taken_back() {
  make_server
  ann_hands_over
  takes Cat
  person Ben
  works git handoff fetch
  works on_terminal read git handoff take --steal "$id"
  case $1 in
    undo) works git handoff undo ;;
    release) works git handoff release "$id" ;;
    discard) works git handoff undo --offline && works git handoff discard "$id" ;;
  esac
  expect_contains "$out$err" "free to take on origin again; Cat had it when you took it: tell them"
  # Whoever takes it from there has taken it from nobody.
  takes Ann
  works git handoff undo
  expect_contains "$err" "free to take on origin again"
  expect_lacks "$err" "had it when"
}
for how in undo release discard; do
  test_case "whom a handoff was taken away from is said where it gets free again ($how)" theft_taken_back $how
done

# Looked at and put away again: what was held stays held.
brought_back_and_away() {
  make_server
  ann_hands_over
  case $1 in
    taken) takes Ben ;;
    resumed) works git handoff resume --continue ;;
    undone) works git handoff undo && git stash -q -u ;;
  esac
  works git handoff undo "$id"
  works git handoff undo
  expect_lacks "$out$err" "free" "can no longer"
  expect_equal held "$(state_on_server "$id")"
  works git handoff status
  expect_contains "$out" "yours"
  works git handoff undo
  works git handoff undo
  expect_equal held "$(state_on_server "$id")"
}
test_case "an undo of 'undo ID' leaves the claim of what was resumed as it was (resumed)" brought_back_and_away resumed
test_case "... (taken)" brought_back_and_away taken
test_case "... (its pause undone)" brought_back_and_away undone
# ... and what others may take stays free to take, as it was.
brought_back_and_away_where_it_is_free() {
  make_server
  ann_hands_over
  works git handoff discard --offline
  before=$(on_server)
  works git handoff undo "$id"
  expect_contains "$err" "on origin, free to take (seen just now)"
  works git handoff undo
  expect_contains "$err" "it stays on origin, free to take; to remove it there for everybody: git handoff release --done --force $id"
  expect_equal "$before" "$(on_server)"
  works git handoff status
  expect_contains "$out" "still offered"
  works git handoff undo
  works git handoff undo
  expect_equal "$before" "$(on_server)"
}
test_case "... and what is free to take there, since it was discarded offline, stays that" brought_back_and_away_where_it_is_free
# What the remote got since 'undo ID' ends there.
brought_back_and_pushed() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  works git handoff pause -m half --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  works git handoff discard
  GIT_HANDOFF_NOW=$tick works git handoff undo "$id"
  test_tick
  works git handoff push
  works git handoff undo
  expect_contains "$err" "it can no longer be taken from origin"
  expect_equal "" "$(on_server)"
}
test_case "what was pushed behind 'undo ID' ends there with an undo of that" brought_back_and_pushed
# What is paused here and never went there: whoever has taken, or ended, the version before is told of beside it.
never_sent() {
  make_server
  ann_hands_over
  write later.txt "of Ann"
  case $1 in
    pause) works git handoff pause -m later --next "the later step" ;;
    edit) works git handoff edit --offline --next "the later step" ;;
  esac
  takes Ben
  person Ann
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "Ben has had it for" "; origin never had what is paused here" "git handoff push"
  expect_equal true "$(git handoff status --json | json '.active[0].shared.unpushed')"
  works git handoff list
  expect_contains "$out" "; origin never had what is paused here"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "hint: or hand on, as a handoff of its own, what is paused here, which origin never had: git handoff push $id"
  person Ben
  commit_all "by Ben"
  git push -q origin HEAD 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff fetch
  must_fail 1 git handoff resume --continue
  expect_contains "$out" "finished, says Ben" "; origin never had what is paused here"
  way=$(sed -n 's/^hint: hand on what is paused here, which origin never had: //p' <<<"$err")
  expect_equal "git handoff push $id" "$way"
  works git handoff push "$id"
  new=$(git handoff list --porcelain | cut -f1)
  [ "$new" != "$id" ] || fail "it went out as what is finished"
  works git handoff show "$new"
  expect_contains "$out" "the later step"
}
test_case "what is paused here and never went there is told of beside who has it, or has ended it" never_sent pause
test_case "... an edit as well" never_sent edit

# What was put back and paused once more as it was is nothing that was never there.
sent_and_paused_again() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  works git handoff pause -m "login: expiry is missing" --next "write the expiry test"
  person Ben
  has_read "$id"
  works git handoff take --steal "$id"
  person Ann
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "Ben has had it for"
  expect_lacks "$out" "never had"
}
test_case "... nor what was put back and paused again as it was" sent_and_paused_again

# What an undo went back behind is there.
sent_and_undone() {
  make_server
  ann_hands_over
  write later.txt "of Ann"
  works git handoff pause --push -m later --next "the later step"
  works git handoff undo
  works git handoff release
  takes Ben
  person Ann
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "Ben has had it for"
  expect_lacks "$out" "never had"
}
test_case "... and not what an undo went back behind" sent_and_undone

# Called finished, and nothing of it is on the server: nobody is sent to what the remote has.
nothing_is_there() {
  make_server
  ann_hands_over
  if [ "$1" = Ben ]; then takes Ben; fi
  works git handoff release --done --force
  person Ann
  works git handoff fetch
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "and no commit of origin that is known here touches its files since" \
    "or go on with it here: git handoff resume $id --continue --offline"
  expect_lacks "$err" "start fresh from what the remote has"
  if [ "$1" = Ben ]; then
    must_fail 1 git handoff resume --fresh
    expect_contains "$err" "or put the work aside: git handoff resume $id --fresh --offline"
  fi
  works git handoff resume "$id" --fresh --offline
  works git handoff undo
  works git handoff resume --continue
  expect_contains "$(git status --porcelain)" src/util.c
}
test_case "of what is called finished, and is nowhere on the server, that is told" nothing_is_there Ben
test_case "... by oneself, too" nothing_is_there Ann

# What the server had before the work was paused is nothing of it, and a new file that nobody has is not there because
# another one of the work is.
known_before() {
  make_server
  person Ben
  git switch -q -c old
  write src/util.c old
  commit_all "long ago"
  git push -q origin old 2>/dev/null
  ann_works
  works git handoff pause --push -m half --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  if [ "$1" = later ]; then
    git restore . && git clean -qfd
    write src/util.c "by Ben"
    commit_all "later"
    git push -q origin HEAD 2>/dev/null
  fi
  works git handoff release --done --force
  person Ann
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "$2" "or put the work aside: git handoff resume $id --fresh --offline"
  expect_contains "$(git log -1 --format=%s)" wip
}
test_case "... whatever the server had of its files before" known_before only "no commit of origin that is known here touches its files since"
test_case "... and of a new file of it, that no commit has" known_before later ", a new file of it, is in no commit of origin that is known here"

# The word of its end is gone from the server by now: what is there tells.
all_is_there() {
  make_server
  ben_takes_over
  commit_all "by Ben"
  git push -q origin HEAD 2>/dev/null
  works git handoff release --done
  git -C "$server" for-each-ref --format='delete %(refname)' refs/handoffs | git -C "$server" update-ref --stdin
  person Ann
  git fetch -q
  works git handoff fetch
  must_fail 1 git handoff resume --continue
  expect_contains "$out" "no longer on origin" "; origin/login has its files as they are here"
  expect_contains "$err" "start fresh from what the remote has: git handoff resume --fresh $id"
  must_fail 1 git handoff push
  expect_contains "$err" "origin/login has its files as they are here"
  expect_equal "" "$(on_server)"
  works git handoff resume --fresh
  expect_equal "by Ben" "$(git log -1 --format=%s)"
}
test_case "what is gone, and is in the branch there, is not published again" all_is_there

# What came as a colleague's record is theirs by whatever pipe it is handed in.
record_of_others_by_a_pipe() {
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch
  local seen
  seen=$(git for-each-ref --format='%(refname)' refs/handoffs/remotes | head -n 1)
  git cat-file blob "$seen:handoff.json" >../theirs
  echo more >>src/util.c
  works git handoff pause --from - <../theirs
  expect_lacks "$out" "write the expiry test"
  run git handoff brief
  expect_lacks "$out" "write the expiry test" "expiry is missing"
}
test_case "the words of a colleague's record that was fetched are theirs by a pipe, too" record_of_others_by_a_pipe

test_done
