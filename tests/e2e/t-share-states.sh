#!/usr/bin/env bash
# Each state of a shared handoff with each verb of each person: what the verb answers, where the server
# stands then, and what is paused here.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"

# The world of a state is made once and put back for each row; put_world_back [FOLDER], or another one that was kept.
keep_world() { cp -a "$case_dir" "$case_dir.aside/world"; }
put_world_back() {
  cd /
  rm -rf "${case_dir:?}"
  cp -a "${1:-$case_dir.aside/world}" "$case_dir"
}

# What the server has: a word for each handoff, in order.
states_on_server() {
  git -C "$server" for-each-ref --format='%(trailers:key=Handoff-State,valueonly)' refs/handoffs/ | sort | xargs
}

# What is live in this clone: "same", "new" or "-".
live_here() {
  local lines live
  mapfile -t lines < <(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active/)
  live=${lines[*]}
  case $live in
    "") echo - ;;
    "$id") echo same ;;
    *"$id"*) echo "same new" ;;
    *) echo new ;;
  esac
}

# rows < TABLE: who | what they type | exit code | what is said | on the server then | live here then.
# "work" before a verb: they write a file first.
rows() {
  local who verb wanted said there here rest field on_it bad=""
  while IFS='|' read -r who verb wanted said there here rest; do
    for field in who verb wanted said there here; do read -r "${field?}" <<<"${!field}"; done
    [ -n "$who" ] || continue
    put_world_back
    person "$who"
    case $verb in
      "work "*)
        write more.txt "more of $who"
        verb=${verb#work }
        ;;
    esac
    # shellcheck disable=SC2086
    run git handoff ${verb//ID/$id}
    [ "$code" = "$wanted" ] || bad+="$who $verb: exit code $code: $out $err"$'\n'
    case "$out$err" in
      *"$said"*) ;;
      *) bad+="$who $verb: '$said' is missing in: $out $err"$'\n' ;;
    esac
    on_it=$(states_on_server)
    [ "$on_it" = "$there" ] || bad+="$who $verb: on the server: $on_it, not $there"$'\n'
    [ "$(live_here)" = "$here" ] || bad+="$who $verb: live here: $(live_here), not $here"$'\n'
    [ ! -e more.txt ] || expect_equal "more of $who" "$(cat more.txt)"
  done
  [ -z "$bad" ] || fail "$bad"
}

# offers: the commands that go on in what was printed last; not those that only look, or want a word of one's own first.
offers() {
  grep -oE "git handoff (take|push|release|pause|undo|discard|fetch|resume)( (--?[a-z-]+|([^ ]*-[0-9]{6}-)?[0-9a-f]{8}|[A-Z]+))*" <<<"$out"$'\n'"$err" |
    grep -vE -- " --branch| [A-Z]+$| resume( [^ ]*[0-9a-f])?$" | sort -u
}

# is_accepted COMMAND: it is, when there is something to keep, what is done is on the branch there, or nothing is in the
# way of what is taken.
is_accepted() {
  case $1 in
    *" pause"*) write more.txt "more" ;;
    *" take "*) git stash -q -u ;;
    *" release --done"*)
      git add -A
      git commit -q --allow-empty -m done
      git push -q --force origin HEAD:login 2>/dev/null
      ;;
  esac
  # shellcheck disable=SC2086  # a command of several words
  run $1
  case $1 in
    *" take "*)
      # shellcheck disable=SC2086  # the same
      [ "$code" -eq 0 ] || on_terminal $'older\n' $1
      ;;
  esac
  [ "$code" -eq 0 ]
}

# looks_again NAME LOOK: this person in the world as it was, after a fetch and that command; $out and $err have the screen.
# What the fetch gives them is kept, too.
looks_again() {
  local fetched=$case_dir.aside/fetched-$1
  if [ "$2" = fetch ] || [ ! -d "$fetched" ]; then
    put_world_back
    person "$1"
    run git handoff fetch
    [ -d "$fetched" ] || cp -a "$case_dir" "$fetched"
  else
    put_world_back "$fetched"
    person "$1"
  fi
  # shellcheck disable=SC2086
  [ "$2" = fetch ] || run git handoff ${2//ID/$id}
}

# offered_goes NAME...: what is offered to each of them, wherever they look, and whatever they are refused, is accepted.
# They look in every fifth place, the next one in others; with --long in all.
offered_goes() {
  local name look command n offered seen="" bad="" is_used turn=$case_number
  for name in "$@"; do
    for look in fetch status resume undo release "take ID" "pause --push -m more"; do
      turn=$((turn + 1))
      [ -n "${HANDOFF_LONG:-}" ] || [ $((turn % 5)) -eq 0 ] || continue
      looks_again "$name" "$look"
      mapfile -t offered < <(offers)
      is_used=""
      for ((n = 0; n < ${#offered[@]}; n++)); do
        case $seen in *"$name ${offered[n]/$id/ID}
"*) continue ;; esac
        if [ -n "$is_used" ]; then
          looks_again "$name" "$look"
          mapfile -t offered < <(offers) # a new id is another one each time
        fi
        command=${offered[n]-}
        [ -n "$command" ] || break
        seen+="$name ${command/$id/ID}"$'\n'
        is_used=1
        is_accepted "$command" || bad+="$name $look: $command: exit code $code: $out $err"$'\n'
      done
    done
  done
  [ -z "$bad" ] || fail "$bad"
}

free() {
  make_server
  ann_hands_over
  person Ben
  has_read "$id"
  keep_world
  rows <<'END_OF_ROWS'
Ann | resume --continue           | 0 | as they were                | held          | -
Ann | resume --fresh              | 0 | Started fresh               |               | -
Ann | edit --next other           | 0 | Shared on origin as         | free          | same
Ann | discard                     | 0 | Discarded                   |               | -
Ann | work pause -m more          | 0 |                             | free          | same
Ann | work pause --push -m more   | 0 | Shared on origin as         | free          | same
Ann | push                        | 0 | already                     | free          | same
Ann | take ID                     | 0 | Took                        | held          | -
Ann | release                     | 1 | is free already             | free          | same
Ann | release --done              | 1 | is not finished on origin   | free          | same
Ann | release --done --force      | 0 | Finished                    |               | same
Ann | undo                        | 0 | Undone                      | held          | -
Ben | take                        | 0 | Took                        | held          | -
Ben | resume ID --continue        | 1 | on origin, and not taken    | free          | -
Ben | discard ID                  | 0 | Discarded                   | free          | -
Ben | edit ID --next mine         | 1 |                             | free          | -
Ben | push ID                     | 1 | is not a live handoff       | free          | -
Ben | release ID --done           | 1 | is not yours                | free          | -
Ben | work pause -m mine          | 0 |                             | free          | new
END_OF_ROWS
  offered_goes Ann Ben
}

held() {
  make_server
  ben_takes_over
  person Cat
  has_read "$id"
  keep_world
  rows <<'END_OF_ROWS'
Ann | resume --continue           | 1 | Ben has had it for            | held          | same
Ann | resume --continue --offline | 0 | as they were                | held          | -
Ann | resume --fresh              | 0 | Started fresh               | held          | -
Ann | edit --next other           | 1 | Ben has had it for            | held          | same
Ann | discard                     | 0 | their copy stays            | held          | -
Ann | work pause -m more          | 0 | Ben has had it for            | held          | new
Ann | work pause --push -m more   | 0 | Shared on origin as         | free held     | new
Ann | push                        | 1 | shared as it is here, and Ben has had it | held | same
Ann | take ID                     | 1 | Ben has had it for            | held          | same
Ann | take --steal ID             | 0 | Took                        | held          | -
Ann | release                     | 1 | is not yours: Ben has had it    | held          | same
Ann | release --done              | 1 | is not yours: Ben has had it    | held          | same
Ann | undo                        | 1 | Ben has had it for            | held          | same
Ann | undo --offline              | 0 | Undone                      | held          | -
Cat | take                        | 1 | Ben has had it for            | held          | -
Cat | take --steal                | 0 | Took                        | held          | -
Ben | work pause -m more          | 0 |                             | held          | same
Ben | work pause --push -m more   | 0 | Shared on origin as         | free          | same
Ben | release                     | 0 | Released                    | free          | -
Ben | release --done --force      | 0 | Finished                    | finished      | -
Ben | undo                        | 0 | Undone: take of             | free          | same
Ben | undo ID                     | 0 | Brought back                | held          | same
Ben | take ID                     | 1 | is yours                    | held          | -
Ben | push                        | 1 |                             | held          | -
Ben | discard                     | 1 |                             | held          | -
Ben | resume --continue           | 1 | nothing is paused here      | held          | -
END_OF_ROWS
  offered_goes Ann Ben Cat
}

held_and_paused() {
  make_server
  ben_takes_over
  write bens.txt "work of Ben"
  works git handoff pause -m "not handed back yet"
  keep_world
  rows <<'END_OF_ROWS'
Ben | resume --continue           | 0 | as they were                | held          | -
Ben | resume --fresh              | 0 | free to take on origin again| free          | -
Ben | edit --next other           | 0 | Edited                      | held          | same
Ben | discard                     | 0 | free to take on origin again| free          | -
Ben | work pause --push -m more   | 0 | Shared on origin as         | free          | same
Ben | push                        | 0 | Shared on origin as         | free          | same
Ben | release                     | 0 | Released                    | free          | same
Ben | release --done --force      | 0 | Finished                    | finished      | same
Ben | undo                        | 0 | Undone                      | held          | -
END_OF_ROWS
  offered_goes Ann Ben
}

stolen() {
  make_server
  ben_takes_over
  write bens.txt "work of Ben"
  person Cat
  has_read "$id"
  works git handoff take --steal
  keep_world
  rows <<'END_OF_ROWS'
Ben | work pause -m more          | 0 | your work is kept as a new  | held          | new
Ben | work pause --push -m more   | 0 | Shared on origin as         | free held     | new
Ben | release                     | 1 | is not yours: taken from you| held          | -
Ben | release --done              | 1 | is not yours: taken from you| held          | -
Ben | undo                        | 0 | Undone                      | held          | same
Ben | take ID                     | 1 | Cat has had it for            | held          | -
Cat | release                     | 0 | Released                    | free          | -
END_OF_ROWS
  offered_goes Ann Ben Cat
}

finished() {
  make_server
  ben_takes_over
  commit_all "login: expiry"
  git push -q origin login
  works git handoff release --done
  person Cat
  keep_world
  rows <<'END_OF_ROWS'
Ann | resume --continue           | 1 | finished, says Ben          |               | same
Ann | resume --continue --offline | 0 | as they were                | finished      | -
Ann | resume --fresh              | 0 | where its remote has it     |               | -
Ann | edit --next other           | 1 | finished, says Ben          |               | same
Ann | discard                     | 0 | Discarded                   |               | -
Ann | work pause -m more          | 0 | finished, says Ben          |               | new
Ann | push                        | 1 | as it is here, and finished |               | same
Ann | take ID                     | 1 | finished, says Ben          |               | same
Ann | release                     | 1 | is not yours: finished      |               | same
Ann | undo                        | 1 | finished, says Ben          |               | same
Ann | undo --offline              | 0 | Undone                      | finished      | -
Ben | undo ID                     | 0 | is a handoff of its own now | finished      | new
Cat | take ID                     | 1 |                             | finished      | -
END_OF_ROWS
  offered_goes Ann Ben Cat
}

absent() {
  make_server
  ann_hands_over
  git -C "$server" update-ref -d "refs/handoffs/shared/$id"
  keep_world
  rows <<'END_OF_ROWS'
Ann | resume --continue           | 1 | no longer on origin         |               | same
Ann | resume --continue --offline | 0 | as they were                |               | -
Ann | resume --fresh              | 0 | Started fresh               |               | -
Ann | edit --next other           | 0 | Edited                      |               | same
Ann | discard                     | 0 | Discarded                   |               | -
Ann | work pause -m more          | 0 | no longer on origin         |               | new
Ann | push                        | 0 | this is a handoff of its own| free          | new
Ann | work pause --push -m more   | 0 | Shared on origin as         | free          | new
Ann | take ID                     | 1 | no longer on origin         |               | same
Ann | release                     | 1 | is not yours: no longer on  |               | same
Ann | undo                        | 0 | Undone                      |               | -
END_OF_ROWS
  offered_goes Ann
}

# What Ben took was set back on the server to what Ann published.
set_back() {
  make_server
  ann_hands_over
  local first
  first=$(git -C "$server" rev-parse "refs/handoffs/shared/$id")
  person Ben
  has_read "$id"
  works git handoff take
  git -C "$server" update-ref "refs/handoffs/shared/$id" "$first"
  run git handoff fetch
  keep_world
  rows <<'END_OF_ROWS'
Ben | release                     | 1 | was set back on origin        | free          | -
Ben | release --done --force      | 1 | was set back on origin        | free          | -
Ben | work pause --push -m more   | 0 | your work is kept as a new    | free free     | new
Ben | take ID                     | 1 | was set back on origin        | free          | -
Ann | fetch                       | 0 | free to take                  | free          | same
END_OF_ROWS
  offered_goes Ann Ben
}

# The last push of Ann's never left: a command about it sends it again, and a fetch only looks.
not_settled() {
  make_server
  ann_hands_over
  works git handoff edit --next "another step" --offline
  GIT_HANDOFF_FAULT=share-pending run git handoff push
  [ "$code" -ne 0 ] || fail "it was not killed"
  person Ben
  has_read "$id"
  keep_world
  rows <<'END_OF_ROWS'
Ann | resume --continue           | 0 | as they were                | held          | -
Ann | edit --next other           | 0 | Shared on origin as         | free          | same
Ann | discard                     | 0 | Discarded                   |               | -
Ann | work pause -m more          | 0 |                             | free          | same
Ann | push                        | 0 | Shared on origin as         | free          | same
Ann | take ID                     | 1 | later than what origin has  | free          | same
Ann | release --done --force      | 0 | Finished                    |               | same
Ann | fetch                       | 0 | not settled                 | free          | same
Ben | take ID                     | 0 | Took                        | held          | -
END_OF_ROWS
  offered_goes Ann Ben
  # With nobody to ask it stays what it is, and the work goes on by hand.
  put_world_back
  mv "$server" "$server.away"
  person Ann
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "origin cannot be reached" "not settled: no answer came from origin" "--offline"
  must_fail 1 git handoff push
  expect_contains "$err" "not settled"
  write more.txt more
  works git handoff pause -m "the work comes first"
  expect_contains "$err" "paused here all the same"
  works git handoff resume --continue --offline
  expect_file more.txt more
}

# Only what stands on what was taken goes on under its id.
pause_elsewhere() {
  make_server
  ben_takes_over
  git add -A
  git stash -q
  git commit -q --allow-empty -m "the work goes on elsewhere"
  git checkout -q --orphan other
  git commit -q -m "another beginning"
  git branch -qf login
  git switch -q login
  write other.txt "another piece of work"
  works git handoff pause -m "other"
  expect_equal new "$(live_here)"
  expect_equal null "$(git handoff show --json | json .forked_from)"
  expect_equal held "$(states_on_server)"
}

undone_and_done_again() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  works git handoff undo
  expect_contains "$err" "note: it is free to take on origin again"
  expect_equal free "$(states_on_server)"
  works git handoff undo --json
  expect_equal "it is yours on origin now: nobody else can take it" "$(json .note <<<"$out")"
  expect_equal held "$(states_on_server)"
  expect_state "$state"
  works git handoff pause --push -m again
  expect_equal same "$(live_here)"
  expect_equal free "$(states_on_server)"
}

# What was paused on top of a hand-over, and never left, is taken back without a word to the server.
local_pause_undone() {
  make_server
  ann_hands_over
  write more.txt more
  works git handoff pause -m more
  for _ in undo redo; do
    works git handoff undo
    expect_equal free "$(states_on_server)"
    expect_lacks "$out$err" "yours on origin"
  done
  takes Ben
  person Ann
  works git handoff undo
  expect_contains "$err" "Ben has had it for"
  works git handoff status
  expect_lacks "$out" "not yours: $id"
  person Ben
  works git handoff pause --push -m ben
  write more.txt more
  works git handoff pause --push -m more
  works git handoff undo
  expect_equal held "$(states_on_server)"
}

# An agent's resume that fails gives back what it had claimed.
agent_gives_back() {
  make_server
  ann_hands_over
  mkdir .git/refs/heads/login.lock
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"continue"}}}' |
    git handoff mcp >../answer
  rmdir .git/refs/heads/login.lock
  expect_equal true "$(json 'select(.id == 2) | .result.isError' ../answer)"
  expect_equal free "$(states_on_server)"
  expect_equal same "$(live_here)"
}

# Who has it is said first: nothing else that stands in the way is worth a step.
agent_is_told_who_has_it() {
  make_server
  ben_takes_over
  person Ann
  git switch -q main
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"handoff_resume\",\"arguments\":{\"id\":\"$id\",\"choice\":\"continue\"}}}" |
    git handoff mcp >../answer
  expect_contains "$(json 'select(.id == 2) | .result.content[0].text' ../answer)" "Ben has had it"
}

# continues_newer HOW: Ann goes on, without asking, with what Ben has added to.
continues_newer() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m more
  person Ann
  works git handoff fetch
  if [ "$1" = agent ]; then
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"continue","offline":true}}}' |
      git handoff mcp >../answer
    out=$(json 'select(.id == 2) | .result.content[0].text' ../answer)
  else
    works git handoff resume --continue --offline
    out=$out$err
  fi
  expect_contains "$out" "Ben has added to it" "a pause keeps what you do on it now as a handoff of its own"
  expect_lacks "$out" "goes there with"
}

# What was put away offline and is gone on with is not put away any more: nobody is told to take it off the server.
put_away_and_gone_on_with() {
  make_server
  ann_hands_over
  works git handoff discard --offline
  works git handoff status
  expect_contains "$out" "git handoff release --done --force $id"
  works git handoff undo
  works git handoff resume --continue --offline
  works git handoff status
  expect_contains "$out" "git handoff pause --push hands over what you did since"
  expect_lacks "$out" "--done --force"
}

# An agent is told what the command line says: only ways that can be gone.
agent_is_told_ways_that_go() {
  make_server
  ben_takes_over
  works git handoff release --done --force
  person Ann
  echo more >>src/main.c
  works git handoff fetch
  run git handoff resume --continue
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"continue"}}}' |
    git handoff mcp >../answer
  answer=$(json 'select(.id == 2) | .result.content[0].text' ../answer)
  expect_contains "$answer" "is finished, says Ben" "$(sed -n 's/^error: //p' <<<"$err" | sed 's/ (seen [^)]*)//; s/.*says Ben//')"
}

test_case "free" free
test_case "held" held
test_case "held, and paused again here" held_and_paused
test_case "stolen" stolen
test_case "finished by who had it" finished
test_case "gone from the server" absent
test_case "set back on the server below who has it" set_back
test_case "not settled" not_settled
test_case "a pause elsewhere on the branch is a handoff of its own" pause_elsewhere
test_case "a resume that is undone and done again is claimed again" undone_and_done_again
test_case "what was paused on top, and never left, is taken back without the server" local_pause_undone
test_case "an agent's resume that fails gives its claim back" agent_gives_back
test_case "an agent is told who has it before anything else" agent_is_told_who_has_it
test_case "what was put away offline is gone on with" put_away_and_gone_on_with
test_case "an agent is told only ways that can be gone" agent_is_told_ways_that_go
test_case "what is gone on with offline, and has a newer version, is not said to go there" continues_newer person
test_case "... nor to an agent" continues_newer agent
# What it left open is there once, however often somebody takes it.
given_back_and_taken_again() {
  make_server
  person Ann
  git switch -q -c login
  make_work
  works git handoff note question "which port?"
  works git handoff pause --push -m "login" --next "write the test"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  expect_equal 1 "$(git handoff note --list | grep -c "which port?")" "taken"
  works git handoff release
  git reset -q --hard
  git clean -qfd
  works git handoff take "$id"
  expect_equal 1 "$(git handoff note --list | grep -c "which port?")" "taken again"
}
test_case "what is open is there once, given back and taken again" given_back_and_taken_again

# Ten thousand versions may stand in memory, with their messages: one with a book for its message is none.
version_with_a_book() {
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch "$id"
  local tip book
  tip=$(git rev-parse "refs/handoffs/remotes/origin/$id")
  book=$({
    git cat-file commit "$tip" | sed '1,/^$/d' | head -n 2
    for _ in $(seq 200); do printf '%0100d\n' 0; done
    echo
    git cat-file commit "$tip" | sed '1,/^$/d' | grep '^Handoff-' | sed 's/^Handoff-Nonce: .*/Handoff-Nonce: 0123456789abcdef0123456789abcdef/'
  } | git commit-tree -p "$tip" -p "$(git cat-file commit "$tip" | sed -n 's/^Handoff-Wip: //p')" "$tip^{tree}")
  git push -q --no-verify origin "$book:refs/handoffs/shared/$id"
  run git handoff fetch "$id"
  expect_equal 1 "$code" "$out"
  expect_contains "$err" "is damaged on origin: what is there is no version of a handoff"
}
test_case "a version with a book for its message is none" version_with_a_book
test_done
