#!/usr/bin/env bash
# What there is: columns and states of list, what a name that nothing has brings up, the record that fits a
# branch, and how long gc keeps what.
. "$(dirname "$0")/lib.sh"

state() { # NAME STATUS PHASE TITLE: an Aura Frog state
  jq -n --arg n "$1" --arg s "$2" --arg p "$3" --arg t "$4" \
    '{workflow_id: $n, version: "1.0.0", status: $s, current_phase: $p, updated_at: "2026-11-02T08:00:00Z", task: {description: $t}}'
}

columns() {
  make_project
  state a waiting_approval 7 "Login fix" >../a.json
  state b completed 9 "API clean-up" >../b.json
  state c cancelled 2 "Dark mode" >../c.json
  for file in a b c; do works git handoff import "../$file.json"; done
  git switch -q -c auth
  make_work
  works git handoff pause --next "edit src/main.c" --from - <<<'{"phase":"5a","task":2,"total_tasks":4,"title":"JWT login"}'
  works git handoff note "x"
  COLUMNS=160 works git handoff list --all
  expect_matches "$out" '^main-[^ ]+ +main +waiting +phase 7 +.* Login fix$'
  expect_matches "$out" '^main-[^ ]+ +main +done +phase 9 +.* API clean-up$'
  expect_matches "$out" '^main-[^ ]+ +main +cancelled +phase 2 +.* Dark mode$'
  expect_matches "$out" '^auth-[^ ]+ +auth +paused +phase 5a, task 2 of 4 +.* JWT login: edit src/main.c$'
  works git handoff resume --continue
  works git handoff list
  expect_lacks "$out" "JWT login"
  COLUMNS=160 works git handoff list --all
  expect_matches "$out" ' resumed +phase 5a, task 2 of 4 '
  works git handoff list --all --porcelain
  expect_matches "$out" $'^auth-[^\t]*\tauth\tresumed\t[^\t]*\t[^\t]*\tedit src/main.c\t5a\t2\t4\tJWT login\t\t\t$'
  COLUMNS=50 works git handoff list --all
  expect_contains "$out" "phase 5a, task 2 of 4"
}
test_case "list --all has task, phase, status and last update; states of other systems have plain words" columns

on_a_screen() {
  make_project
  git switch -q -c auth
  make_work
  works git handoff pause --next "edit src/main.c"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  handle=${id##*-}
  handle=${handle:0:4}
  on_terminal "" git handoff list
  expect_matches "$out" "^$handle +[^ ].* A U Thor +auth +edit src/main.c\$"
  expect_lacks "$out" "$id" "paused"
  TERMINAL_WIDTH=40 on_terminal "" git handoff list
  expect_matches "$out" "^$handle\$" "^  .*A U Thor, auth\$" "^  edit src/main.c\$"
  works git handoff list
  expect_contains "$out" "$id"
  works git handoff show "$handle"
  expect_matches "$out" "^paused: .*\(2026-03-24T12:[0-9:]*Z\)\$"
  # A handle that a list printed names its record, wherever else the same letters stand.
  git switch -q -c "of-$handle"
  works git handoff note context "of another branch"
  works git handoff pause --next "something else"
  works git handoff show "$handle"
  expect_contains "$out" "edit src/main.c"
  works git handoff discard
  git switch -q auth
  TZ=Asia/Tokyo on_terminal "" git handoff show
  expect_matches "$out" "^paused: .*\(2026-03-24 21:[0-9:]* \+0900\)\$"
  # The pager is git's: for what is long, on a terminal.
  for words in list show log; do
    GIT_PAGER="sed s/^/page:/" on_terminal "" git handoff "$words"
    expect_equal "" "$(grep -v '^page:' <<<"$out")" "$words"
    expect_contains "$out" "page:"
  done
  unset GIT_PAGER
  git config --global core.pager "sed s/^/page:/"
  git config color.handoff always
  on_terminal "" git handoff list
  expect_contains "$out" "page:"$'\033[1m'"$handle"
  on_terminal "" git --no-pager handoff list
  expect_lacks "$out" "page:"
  works git handoff list
  expect_lacks "$out" "page:"
  # What several begin with is the handle of none.
  for end in 0000 ffff; do git update-ref "refs/handoffs/archive/auth/${id:0:-4}$end" "$(git rev-parse "refs/handoffs/active/auth/$id")"; done
  on_terminal "" git --no-pager -c color.handoff=never handoff list --all
  expect_contains "$out" "${handle}0" "${handle}f"
  if grep -E "^$handle " <<<"$out"; then fail "not of one alone"; fi
}
test_case "on a screen list is short: handle, age, who, next; times are the reader's, the pager is git's" on_a_screen

several() {
  make_project
  for name in one two; do
    printf '## Next\n\n%s in src/main.c\n' "$name" >../$name.md
    works git handoff import ../$name.md
    test_tick
  done
  on_terminal $'2\nq\n' git handoff resume
  expect_matches "$out" "\[1\].*: two in src/main.c" "\[2\].*: one in src/main.c" "next: one in src/main.c"
  on_terminal $'q\n' git handoff resume
  expect_equal 1 "$code"
  expect_lacks "$out" "next:"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active | head -n 1)
  on_terminal "nothing"$'\n'"${id##*-}"$'\nq\n' git handoff resume
  expect_contains "$out" "no handoff is called 'nothing'" "Handoff $id"
  on_terminal $'3\n0\n202\nq\n' git handoff resume
  expect_contains "$out" "there is no number 3: 1 to 2" "there is no number 0:" "there is no number 202:"
  expect_lacks "$out" "could be any of" "Handoff $id"
  # Elsewhere, too; what HEAD holds itself is meant.
  git switch -q -c other
  on_terminal $'\nq\n' git handoff resume
  expect_contains "$out" "nothing is paused on 'other'" "which one" "next: two in src/main.c"
  git switch -q main
  make_work
  works git handoff pause --next "three in src/util.c"
  on_terminal $'q\n' git handoff resume
  expect_contains "$out" "next: three in src/util.c"
  expect_lacks "$out" "which one"
}
test_case "of several handoffs that fit a person picks one; what HEAD ends in is meant" several

not_found() {
  make_project
  must_fail 1 git handoff resume no-such
  expect_contains "$err" "no handoff is called 'no-such'" "nothing is paused in this repository"
  make_work
  works git handoff pause --next "edit src/main.c"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  for verb in resume show lint check; do
    run git handoff "$verb" no-such
    [ "$code" -ne 0 ] || fail "$verb found it"
    expect_contains "$err" "no handoff is called 'no-such'" "$id"
  done
}
taken_back() {
  make_project
  make_work
  works git handoff pause -m x
  works git handoff undo
  works git handoff list --archived
  expect_contains "$out" "taken back"
}
test_case "a pause that was undone is not listed as paused" taken_back

each_json_has_its_version() {
  make_project
  make_work
  local verb
  for verb in "pause -m x" "checkpoint -m y" "resume --continue" undo discard "gc -n" status list; do
    # shellcheck disable=SC2086
    run git handoff $verb --json
    expect_equal 1 "$(json .version "$out_file")" "$verb: $err"
  done
}
test_case "the top of each --json has its version" each_json_has_its_version

test_case "a name that nothing has brings up what there is" not_found

beyond_the_last() {
  make_project
  write src/util.c "one"
  works git handoff pause -m first
  write src/util.c "two"
  test_tick
  works git handoff pause -m second
  expect_contains "$(git handoff show @~1)" "first"
  must_fail 1 git handoff show @~2
  expect_contains "$err" "has only 2 versions"
  expect_contains "$(git handoff show '@{0}')" "second"
  must_fail 1 git handoff show '@{1}'
  expect_contains "$err" "has only 1 live record"
}
test_case "ID~n and @{n} end where the versions and the records do" beyond_the_last

live_before_archived() {
  make_project
  make_work
  works git handoff pause -m one
  works git handoff resume --continue
  write more.txt more
  works git handoff pause -m two
  works git handoff list --all --porcelain
  expect_equal 2 "$(grep -c '^main-2026' <<<"$out")"
  works git handoff show main-2026
  expect_contains "$out" "two"
}
test_case "a part of an id means the live one, beside what is archived" live_before_archived

suggested() {
  make_project
  for branch in feature/auth-tokens fix/cache-size docs/readme; do
    git switch -q -c "$branch" main
    write src/main.c "// $branch"
    works git handoff pause --next "edit src/main.c for $branch"
    test_tick
  done
  git switch -q -c auth-tokens-v2 main
  must_fail 1 git handoff resume
  expect_contains "$out" "edit src/main.c for feature/auth-tokens"
  expect_contains "$err" "its name fits this branch of 3 handoffs"
  works git handoff
  expect_matches "$out" "may be meant: feature-auth-tokens-"
  git switch -q -c unrelated main
  must_fail 1 git handoff resume
  expect_contains "$err" "it is the newest"
  works git handoff
  expect_lacks "$out" "may be meant"
}
test_case "the record that fits the branch is suggested" suggested

retention() {
  make_project
  resumed_id() { git for-each-ref --format='%(refname:lstrip=-1)' "refs/handoffs/active/$1"; }
  for branch in one two live; do
    git switch -q -c "$branch" main
    works git handoff pause --next "edit src/main.c"
  done
  resumed=$(resumed_id one)
  discarded=$(resumed_id two)
  works git handoff resume "$resumed" --continue --switch
  works git handoff discard "$discarded"
  days_later() { export GIT_HANDOFF_NOW=$(($(date +%s) + $1 * 86400)); }
  days_later 8
  works git handoff gc --json
  expect_equal "[] 2 30" "$(json -r '"\(.pruned) \(.kept) \(.keep_days)"' <<<"$out")"
  git config handoff.keepDiscardedDays 7
  works git handoff gc -n
  expect_equal "would drop $discarded" "$(head -n 1 <<<"$out")"
  expect_lacks "$out" "$resumed"
  works git handoff gc
  expect_contains "$out" "dropped $discarded" "1 archived handoff stays (kept 30 days; live ones for ever)"
  days_later 29
  works git handoff gc
  expect_lacks "$out" dropped
  days_later 31
  works git handoff gc
  expect_contains "$out" "dropped $resumed"
  days_later 4000
  works git handoff gc
  expect_equal 1 "$(git for-each-ref refs/handoffs | wc -l)"
}
test_case "gc keeps what was retired 30 days, discarded ones as long as configured, live ones for ever" retention

within_one_second() {
  make_project
  set_clock "$(date +%s)"
  for branch in a b c; do
    git switch -qc $branch main
    echo $branch >>README
    works git handoff pause -m $branch
  done
  works git handoff list --porcelain
  expect_equal "c b a" "$(cut -f1 <<<"$out" | cut -c1 | xargs)"
  # The same among those of one branch, and in the archive.
  for name in one two three; do
    echo $name >>src/util.c
    works git handoff pause -m $name
    works git handoff discard
  done
  must_fail 1 git handoff show
  git handoff list --archived --porcelain | cut -f1 >archived
  expect_contains "$err" "git handoff show $(head -n 1 archived)"
  expect_matches "$(git handoff show "$(head -n 1 archived)")" three
}
test_case "what was paused within one second is listed as it was paused" within_one_second

# ago DAYS COMMAND...
ago() {
  set_clock $(($(date +%s) - $1 * 86400))
  "${@:2}"
  real_clock
}
archived_since() {
  make_project
  real_clock
  echo four >>README
  ago 10 works git handoff pause -m why
  ago 2 works git handoff resume --continue
  works git handoff list --archived
  expect_matches "$out" "resumed +2 days ago"
}
test_case "an archived handoff is listed with the time since it was resumed" archived_since

# What is written down twice waits once.
noted_twice() {
  make_project
  for text in "the docs" "the docs" "the tests"; do works git handoff note task "$text"; done
  works git handoff note "the docs"
  works git handoff
  expect_contains "$out" "notes: 3 notes wait"
}
test_case "a note that was made twice is counted once" noted_twice

first_in_status_is_at() {
  make_project; real_clock
  git switch -qc login
  write src/util.c changed
  works git handoff pause --next "paused first"
  works sleep 1
  printf '# Handoff\n\n## Next\nread from a document\n' >../H.md
  works git handoff import ../H.md
  local handle
  handle=$(git handoff show @ | sed -n '1s/.*-//p')
  works git handoff status
  expect_equal "$handle" "$(printf '%s\n' "$out" | grep -oE '^[0-9a-f]{8}' | head -n 1)"
  expect_contains "$(git handoff show "$handle")" "paused first"
}
test_case "the record that status puts first is the one that @ names, also after an import" first_in_status_is_at


# A kill while a pack was kept leaves this beside it; git's own, and what is new, are not touched.
left_beside_a_pack() {
  make_project
  local pack=.git/objects/pack
  mkdir -p "$pack"
  touch -t 202601010000 "$pack/pack-1.keep.tmp-0a1b2c3d" "$pack/tmp_pack_x" "$pack/pack-2.tmp-0a1b2c3d"
  touch "$pack/pack-3.keep.tmp-0a1b2c3d"
  works git handoff gc
  expect_equal "pack-2.tmp-0a1b2c3d pack-3.keep.tmp-0a1b2c3d tmp_pack_x" "$(cd "$pack" && echo *tmp*)"
}
test_case "gc takes away what a kill left beside a pack" left_beside_a_pack

test_done
