#!/usr/bin/env bash
# Deep, huge and malformed input: each reader refuses it with its place, before it spends memory.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/hostile.sh"

# take_yard: what a loop of 20 million steps costs Python on this machine, with what runs beside it now: a fortieth of it,
# forty times. seconds_of N: N times that. within N CMD...: as rss_of, for no more of the processor; measured anew each time,
# for what runs beside it changes. Seconds alone say nothing of another machine. N is ten times what it costs alone, for
# that short loop may meet a quiet moment; work that grows with the square is a hundred times that.
yard=
take_yard() {
  local TIMEFORMAT=%U
  yard=$({ time python3 -I -S -c 'for i in range(500000): pass'; } 2>&1)
  yard=$((10#${yard/./} * 4)) # thousandths of a second, ten times less of them
}
seconds_of() { echo $(($1 * yard / 100 + 1)); }
# What grows with the square shows at a quarter of the size as well: the whole of it comes with --long.
part=${HANDOFF_LONG:+1}
part=${part:-4}
within() {
  take_yard
  rss_of bash -c 'ulimit -t "$1"; shift; exec "$@"' _ "$(seconds_of "$1")" "${@:2}"
}

formats="json md superteam superteam-md gsd gsd-md spellbook spellbook-yaml spellbook-flat aura-frog aura-frog-run
  aura-frog-toon mddesign toon"

# refused WHY-REGEX CMD...: exit code 128, a reason that matches, little memory.
refused() {
  local why=$1
  shift
  rss_of "$@"
  [ "$code" -eq 128 ] || fail "wanted exit code 128 of $(show_run "$@")"
  expect_matches "$err" "^fatal: .*($why)"
  expect_lacks "$err" "internal error"
  expect_small
}

# So many MiB there are where "far too much" is meant: more than is ever kept of it, and with --long so much that nothing could.
far=${HANDOFF_LONG:+1024}
far=${far:-96}

# many TEXT N: so many of them in a row.
many() { python3 -c 'import sys; sys.stdout.write(sys.argv[1] * int(sys.argv[2]))' "$1" "$2"; }

deep() {
  make_project
  many '[' 100000 >../brackets
  (printf '{"a":' && many '{"a":' 100000) >../objects
  (printf 'a: ' && many '[' 100000) >../flow
  many '- ' 100000 >../dashes
  python3 -c 'for i in range(600): print("  " * i + "a:")' >../steps
  many '> ' 100000 >../quotes
  many '<a>' 100000 >../tags
  refused "line 1, column [0-9]+: nested deeper than 64 levels" git handoff import --format json ../brackets
  refused "line 1, column [0-9]+: nested deeper than 64 levels" git handoff import ../objects
  refused "line 1, column [0-9]+: (nested deeper than 64 levels|a key that is not a scalar)" git handoff import --format spellbook-yaml ../flow
  refused "line 1, column [0-9]+: nested deeper than 64 levels" git handoff import --format spellbook-yaml ../dashes
  refused "line [0-9]+.*: nested deeper than 64 levels" git handoff import --format spellbook-yaml ../steps
  refused "line [0-9]+.*nested deeper than 64 levels" git handoff import --format toon ../steps
  for file in brackets objects flow dashes steps quotes tags; do
    rss_of git handoff lint - <"../$file"
    case $code in 0 | 1 | 128) ;; *) fail "$(show_run lint "$file")" ;; esac
    expect_small
  done
  # shellcheck disable=SC2086
  works python3 -I - "$case_dir.aside" "${HANDOFF_LONG:-0}" $formats <<'END'
import os, signal, subprocess, sys
aside, all_of_them, *formats = sys.argv[1:]
files = ("flow", "dashes", "steps", "quotes", "tags") if all_of_them != "0" else ("steps",)
texts = [form for form in formats if form in ("md", "toon") or form.endswith(("-md", "-yaml", "-toon", "design"))]
for form in formats:  # what is JSON ends with the first sign that is none
    for file in ("brackets", "objects") + files * (form in texts):
        with open(aside + "/said", "w+b") as said:
            child = subprocess.Popen(["git-handoff", "import", "--format", form, "../" + file], stdout=said, stderr=said)
            signal.alarm(20)
            status, usage = os.wait4(child.pid, 0)[1:]
            said.seek(0)
            text = said.read()
        if os.waitstatus_to_exitcode(status) not in (0, 128) or b"internal error" in text or usage.ru_maxrss > 409600:
            sys.exit(f"{form} {file}: {status}, {usage.ru_maxrss} KiB: {text[:300]}")
END
  refused "nested deeper than 64 levels" git handoff note --json - <../brackets
}
test_case "100,000 nested brackets, in every format" deep

huge() {
  make_project
  # A text without an end, as far as somebody reads it.
  endless() {
    printf '{"context_notes":"'
    head -c "${far}M" /dev/zero | tr '\0' a
  } 2>/dev/null
  refused "over 4 MiB" git handoff import - < <(endless)
  refused "over 4 MiB" git handoff lint - < <(endless)
  refused "over 4 MiB" git handoff pause --from - < <(endless)
  refused "over 4 MiB" git handoff note --json - < <(endless)
  for format in md ${HANDOFF_LONG:+gsd spellbook-yaml toon}; do # read as one, before its format matters
    refused "over 4 MiB" git handoff import --format "$format" - < <(endless)
  done
  truncate -s 1G ../huge.json
  refused "over 4 MiB" git handoff import ../huge.json
  # Each line may become an item, of many times its size.
  { echo "## Next" && many $'- [ ] x\n' 300000; } >../list.md
  refused "more than 50,000 lines" git handoff lint ../list.md
  # An agent's hook takes all of it, keeps little and says nothing.
  rss_of git handoff hook claude PostToolUse < <(endless)
  expect_equal "0 " "$code $out$err"
  expect_small
  rss_of git handoff mcp < <(endless && printf '"}\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n')
  expect_contains "$out" "the message is over" '"id":7,"result":{}'
  expect_small
}
test_case "a string without an end: files, standard input, hooks and messages" huge

# A record is more than what was handed in; it is read within the same bound.
as_large_as_it_may_be() {
  make_project
  write src/main.c mine
  of_size() { printf '{"context_notes":"' && head -c "$1" /dev/zero | tr '\0' a && printf '"}'; }
  of_size 4194200 >../large.json
  before=$(state_of_tree)
  must_fail 128 git handoff pause --from ../large.json
  expect_contains "$err" "cannot read what the record would hold: it is over 4 MiB"
  expect_state "$before"
  of_size 4190000 >../large.json
  works git handoff pause --from ../large.json
  works git handoff export --format superteam -o ../exported.json
  works git handoff import ../exported.json
}
test_case "a record that could not be read again is not written, and a pause leaves all as it was; an export can be imported" as_large_as_it_may_be

# The largest document that is read at all, of nothing but small things.
crowded() {
  make_project
  (printf '{"a":[' && many '[],' 1000000 && printf '1]}') >../lists.json
  (printf '{"a":[' && many '1,' 2000000 && printf '1]}') >../numbers.json
  (printf 'a:\n' && many ' - \n' 1000000) >../items.yaml
  (printf 'a: [' && many '1,' 2000000 && printf '1]\n') >../flow.yaml
  (printf 'a[2000000]: ' && many '1,' 1999999 && printf '1\n') >../row.toon
  (printf 'a[1000000]:\n' && many '  -\n' 1000000) >../rows.toon
  refused "line 1, column [0-9]+: more than 50,000 values" git handoff import ../lists.json
  refused "line 1, column [0-9]+: more than 50,000 values" git handoff import ../numbers.json
  for file in items.yaml flow.yaml; do
    rss_of git handoff import --format spellbook-yaml "../$file"
    [ "$code" -eq 128 ] || fail "$(show_run "$file")"
    expect_small
  done
  for file in row.toon rows.toon; do
    rss_of git handoff import --format toon "../$file"
    [ "$code" -eq 128 ] || fail "$(show_run "$file")"
    expect_small
  done
  python3 -c 'print("{" + ",".join(f"\"k{i}\":1" for i in range(5000)) + "}")' >../keys.json
  refused "more than 4096 keys" git handoff import ../keys.json
  python3 -c '
print("a0: &a0 [x,x,x,x,x,x,x,x,x]")
for i in range(1, 12): print(f"a{i}: &a{i} [" + ",".join([f"*a{i-1}"] * 9) + "]")' >../laughs.yaml
  refused "line [0-9]+, column [0-9]+: its aliases expand to more than" git handoff import --format spellbook-yaml ../laughs.yaml
}
test_case "millions of values, keys and aliases are refused" crowded

malformed() {
  make_project
  check() {
    printf '%b' "$2" >../in
    refused "$3" git handoff import --format "$1" ../in
  }
  check json '{"a":1,\n"a":2}' 'line 2, column [0-9]+: the key "a" stands twice'
  check spellbook-yaml 'a: 1\na: 2\n' "line 2, column [0-9]+: the key 'a' stands twice"
  check toon 'a: 1\na: 2\n' "line 2: .*twice|line 2: .*duplicate"
  for format in json superteam gsd spellbook aura-frog-run; do
    check "$format" '{"next_action":"\xff\xfe"}' "line 1, column [0-9]+: .*UTF-8"
    check "$format" '{"next_action":"\\ud800"}' "line 1, column [0-9]+: .*surrogate"
    check "$format" '{"next_action":"\x00"}' "line 1, column [0-9]+"
    check "$format" '{"next_action":"x"}\x00{"next_action":"y"}' "line 1, column 20: a NUL"
    check "$format" '{"next_action":1e999}' "line 1, column [0-9]+: .*(range|number)"
    check "$format" '{"next_action":"x"' "line 1, column [0-9]+"
  done
  for format in md toon spellbook-yaml mddesign gsd-md superteam-md spellbook aura-frog-toon; do
    check "$format" 'next_action: "\xff\xfe"\n' "UTF-8"
  done
  check spellbook-yaml 'a: "\\ud800"\n' "line 1, column [0-9]+"
  # What is wrong is told, and not megabytes of it.
  local what long_key
  long_key="k$(many x 100000)"
  for what in "json|{\"a\":$(many 9 100000)e999}" "json|{\"$long_key\":1,\"$long_key\":2}" "toon|$long_key: 1\n$long_key: 2\n" "toon|a[$(many x 100000)]: 1\n" \
    "spellbook-yaml|$long_key: 1\n$long_key: 2\n" "spellbook-yaml|a: *$long_key\n"; do
    check "${what%%|*}" "${what#*|}" "line 1|line 2"
    [ "${#err}" -lt 500 ] || fail "${#err} bytes of message: ${err:0:200}"
  done
  check toon 'a: "\\ud800"\n' "line 1"
  # What is only odd is kept as text, and harmless.
  printf '{"next_action":"a\\u0000b","total_tasks":123456789012345678901234567890}' >../in
  works git handoff import ../in
  works git handoff show
  expect_harmless "$out_file"
  expect_contains "$out" 'a\x00b'
  for value in 99999999999999999999 -1 1.5 1e308; do
    printf '{"next_action":"x","task":%s,"total_tasks":%s}' "$value" "$value" >../in
    works git handoff import ../in
    works git handoff status
  done
}
test_case "duplicate keys, bad UTF-8, NUL, lone surrogates and numbers beyond range have a place" malformed

# The team's policy may be a stranger's.
policies() {
  make_project
  make_work
  works git handoff pause -m x
  tries() {
    rss_of timeout 20 git handoff check
    case $code in 0 | 1 | 2) ;; *) fail "$(show_run check)" ;; esac
    expect_small
    rss_of timeout 20 git handoff lint
    case $code in 0 | 1) ;; *) fail "$(show_run lint)" ;; esac
    expect_small
  }
  ln -s /dev/zero .handoff.toml
  tries
  expect_contains "$err" ".handoff.toml"
  rm .handoff.toml
  truncate -s 1G .handoff.toml
  tries
  expect_contains "$err" ".handoff.toml"
  rm .handoff.toml
  (printf 'a = ' && many '[' 100000) >.handoff.toml
  tries
  expect_contains "$err" ".handoff.toml: line 1, column"
  (printf a && many .a 120000 && printf ' = 1') >.handoff.toml
  tries
  expect_contains "$err" ".handoff.toml: over 4,096 dots"
  printf '[lint]\nx = "\xff"\n' >.handoff.toml
  tries
  expect_contains "$err" ".handoff.toml: line 2"
}
test_case "a policy of a clone that is endless, huge, deep or no text" policies

# Objects of a fetched record that unpack to far more than they were sent as.
bombs() {
  unread() { [ "$rss" -lt 32768 ] || fail "it took $((rss / 1024)) MiB"; }
  a_colleague
  make_work
  works git handoff pause -m x
  (printf '{"next_action":"' && head -c 33554332 /dev/zero | tr '\0' a && printf '"}') >"$case_dir.aside/big"
  git config core.compression 1
  forge "handoff.json=$case_dir.aside/big"
  fetch_records
  id=$(basename "$(record_ref)")
  for command in "show $id" "check $id" "resume $id" "export $id --format md" "brief $id"; do
    # shellcheck disable=SC2086
    rss_of git handoff $command
    expect_equal 128 "$code" "$command"
    expect_contains "$err" "over 4 MiB"
    unread
  done
  # Lists have what its commit says, and do not open it.
  for command in status "status --json" list "list --json"; do
    # shellcheck disable=SC2086
    rss_of git handoff $command
    expect_equal 0 "$code" "$command"
    expect_contains "$out" "${id##*-}"
    expect_equal "" "$err" "$command"
    unread
  done
  rss_of git handoff doctor
  expect_equal 1 "$code"
  expect_matches "$out" "^problem: object [0-9a-f]+ holds 32 MiB, over 4 MiB$"
  unread
  rss_of git handoff hook post-checkout "$(git rev-parse HEAD)" "$(git rev-parse HEAD)" 1
  expect_equal 0 "$code"
  unread
}
test_case "a fetched record of 32 MiB is refused unread" bombs

tree_traps() {
  a_colleague
  make_work
  works git handoff pause -m x
  # Ten of one in ten of one ...: ten objects, ten thousand million files.
  local tree blob i
  blob=$(echo x | git hash-object -w --stdin)
  tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\t%s\n' "$blob" "$i"; done | git mktree)
  for _ in 1 2 3 4 5 6 7 8 9; do
    tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\t%s\n' "$tree" "$i"; done | git mktree)
  done
  printf '040000 tree %s\traw\n100644 blob %s\thandoff.json\n' "$tree" "$(git rev-parse "$(record_ref):handoff.json")" |
    git mktree >"$case_dir.aside/tree"
  local whole wip bomb
  whole=$(git rev-parse "$(record_ref)")
  wip=$(git rev-parse "$whole^1")
  # The work itself is one: whoever looks at the record is told at once.
  bomb=$( (git ls-tree HEAD~ && printf '040000 tree %s\tbomb\n' "$tree") | git mktree)
  bomb=$(printf 'wip: x\n\nHandoff-Id: %s\n' "$(basename "$(record_ref)")" | git commit-tree "$bomb" -p HEAD~)
  forge_json ".git.wip_commit = \"$bomb\""
  forge --message "s/$wip/$bomb/"
  fetch_records
  for command in show "resume --review" check; do
    # shellcheck disable=SC2086
    on_terminal $'read\n' timeout 20 git handoff $command "$(basename "$(record_ref)")"
    expect_equal 128 "$code" "$command: $out"
    expect_contains "$out" "more than 250,000 files"
  done
  # A take looks at it before it is shown: where it lands, what is in the way.
  local id shared
  id=$(basename "$(record_ref)")
  shared=$( (git cat-file commit "$(record_ref)" | sed '1,/^$/d' && printf 'Handoff-State: free\nHandoff-Nonce: 1\n') |
    git commit-tree "$(record_ref)^{tree}" -p "$bomb")
  git push -q origin "$shared:refs/handoffs/shared/$id"
  on_terminal $'read\n' timeout 20 git handoff take "$id"
  expect_equal 128 "$code" "take: $out"
  expect_contains "$out" "more than 250,000 files"
  cd "$case_dir/theirs"
  git update-ref "$(record_ref)" "$whole"
  forge --tree "$(cat "$case_dir.aside/tree")"
  fetch_records
  git checkout -q -b elsewhere HEAD~0
  # Nobody can have read it: what it would write cannot be shown, in a terminal either.
  on_terminal $'read\n' git handoff show "$(basename "$(record_ref)")"
  expect_equal 128 "$code" "$out"
  expect_contains "$out" "more than 250,000 files"
  # Nor are names of files that are to go shown to anybody: it is refused before it is claimed.
  tree=$(git ls-tree "$(record_ref)" | sed 's/\traw$/\tgone/' | git mktree)
  shared=$( (git cat-file commit "$(record_ref)" | sed '1,/^$/d' && printf 'Handoff-State: free\nHandoff-Nonce: 2\n') |
    git commit-tree "$tree" -p "$shared" -p "$wip")
  git push -q origin "$shared:refs/handoffs/shared/$id"
  git update-ref -d "refs/handoffs/remotes/origin/$id"
  on_terminal $'read\n' timeout 20 git handoff take "$id"
  expect_equal 128 "$code" "take: $out"
  expect_contains "$out" "more than 250,000 files"
  expect_equal "$shared" "$(git ls-remote origin "refs/handoffs/shared/$id" | cut -f1)" "it was claimed"
  rss_of timeout 120 git handoff resume "$(basename "$(record_ref)")" --continue --apply
  [ "$code" -eq 1 ] || fail "$(show_run resume)"
  [ "$rss" -lt 1048576 ] || fail "it took $((rss / 1024)) MiB"
}
test_case "a tree that holds itself ten times, ten levels deep, is refused" tree_traps

# Anybody who may push can put such a tree on a branch; whoever has paused there asks what came since. Git itself would
# list files until its memory ends.
branch_traps() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  a_colleague
  git switch -q -c login
  local tree blob i bomb
  blob=$(echo x | git hash-object -w --stdin)
  tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\t%s\n' "$blob" "$i"; done | git mktree)
  for _ in 1 2 3 4 5 6 7 8 9; do
    tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\t%s\n' "$tree" "$i"; done | git mktree)
  done
  bomb=$( (git ls-tree HEAD && printf '040000 tree %s\tbomb\n' "$tree") | git mktree)
  bomb=$(echo "login: it's finished" | git commit-tree "$bomb" -p HEAD)
  git push -q origin "$bomb:refs/heads/login"
  make_work
  works git handoff pause -m x --next "edit src/main.c:1"
  for command in check brief "resume --continue"; do
    # shellcheck disable=SC2086
    within 25 timeout 60 git handoff $command
    case $command:$code in check:1 | *:0) ;; *) fail "$(show_run "$command")" ;; esac
    [ "$command" != check ] || expect_contains "$out" "origin/login change more files than can be listed"
    [ "$command" != "resume --continue" ] || expect_contains "$out" "origin/login is 1 commit ahead: you, 'login: it's finished'"
  done
}
test_case "a branch with more files than can be listed is told, and costs seconds" branch_traps

# Some KiB in a pack, which everything that lists commits unfolds. What is beside such a commit is read as ever.
message_traps() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  a_colleague
  git config core.compression 1
  git switch -q -c login
  git commit -q --allow-empty -m "login: it has a form"
  many 'TODO: x ' $((far << 17)) >"$case_dir/message"
  { git cat-file commit HEAD | sed "2s/.*/parent $(git rev-parse HEAD)/; /^\$/q"; cat "$case_dir/message"; } |
    git -c core.looseCompression=1 hash-object -t commit -w --stdin >"$case_dir/oid"
  git -c core.logAllRefUpdates=false reset -q --soft "$(cat "$case_dir/oid")"
  rm "$case_dir/message"
  git update-ref refs/remotes/origin/login "$(cat "$case_dir/oid")"
  rss_of git handoff reconstruct --save
  [ "$rss" -lt 262144 ] || fail "reconstruct took $((rss / 1024)) MiB"
  [ "$code" -eq 0 ] || fail "$(show_run reconstruct --save)"
  user_reads
  expect_contains "$out" "login: it has a form" "(a message of"
  works git handoff discard
  git reset -q --hard HEAD~1
  make_work
  works git handoff pause -m x --next "edit src/main.c:1"
  for command in check "hook claude SessionStart"; do
    # shellcheck disable=SC2086
    rss_of git handoff $command <<<'{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}'
    [ "$rss" -lt 262144 ] || fail "$command took $((rss / 1024)) MiB"
    [ "$command" != check ] || expect_contains "$out" "1 commit ahead: you, '(a message of"
  done
  # Git holds the messages of all refs that it is asked about in one walk.
  for one in 1 2; do
    git cat-file commit origin/login | LC_ALL=C sed "2s/.*/&\nauthor $one <a@b> $one +0000/; 3d" \
      | git -c core.looseCompression=1 hash-object -t commit -w --stdin >"$case_dir/oid"
    git update-ref "refs/remotes/origin/like-login-$one" "$(cat "$case_dir/oid")"
  done
  rss_of git handoff status
  expect_equal 0 "$code" "status: $err"
  [ "$rss" -lt 262144 ] || fail "status with three such branches took $((rss / 1024)) MiB"
}
test_case "a commit with a message of 96 MiB is told, and costs little" message_traps

# git reads such a file until its memory ends: where nobody typed it, that is less than what there is.
endless_attributes() {
  make_project
  make_work
  works git handoff pause -m x
  git config core.attributesFile /dev/zero
  # shellcheck disable=SC2016
  rss_of bash -c 'ulimit -v 4000000; exec timeout 60 git-handoff hook claude SessionStart <<<"{\"session_id\":\"s\",\"cwd\":\"$PWD\"}"'
  [ "$rss" -lt 250000 ] || fail "it took $((rss / 1024)) MiB"
}
test_case "a git that nobody typed has bounded memory, whatever a clone has it read" endless_attributes

large_include() {
  make_project
  make_work
  works git handoff pause -m x
  python3 -c 'print("[a]"); [print("\tb = " + "c" * 10000) for _ in range(6000)]' >.git/large
  git config include.path large
  # shellcheck disable=SC2016
  rss_of bash -c 'exec timeout 60 git-handoff hook claude SessionStart <<<"{\"session_id\":\"s\",\"cwd\":\"$PWD\"}"'
  [ "$rss" -lt 100000 ] || fail "it took $((rss / 1024)) MiB"
}
test_case "... nor has what its configuration includes" large_include

# What is in no folder of the tree has no folder to look into, however many it names.
long_paths() {
  make_project
  write src/main.c mine
  python3 - >../paths.json <<'END'
import json
path = "src/" + "d/" * 30000 + "f.md"
print(json.dumps({"next_action": "edit a", "uncommitted_files": [path], "files_modified": [path], "documents": [{"path": path, "role": "plan"}],
                  "artifacts": [{"path": path}], "quality_gates": [{"name": "tests", "status": "passed", "files": [path]}]}))
END
  works git handoff pause --from ../paths.json
  rss_of git handoff mcp < <(echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"handoff_status","arguments":{}}}')
  expect_contains "$out" '"id":7,"result":{'
  expect_small
  for command in status check brief show resume lint "hook claude SessionStart" "resume --continue" "hook claude SessionStart"; do
    # shellcheck disable=SC2086
    rss_of git handoff $command
    [ "$code" -le 4 ] || fail "$command ended with $code: $err"
    expect_small
  done
}
test_case "a record that names a path of 30,000 folders costs little" long_paths

# Within the bounds, time grows with the size: seconds of the processor are limited, not those that others take from it.
many_names() {
  make_project
  python3 - "$case_dir.aside" $part <<'END'
import json, sys
part = int(sys.argv[2])
def put(name, **more):
    json.dump({"next_action": "edit a", **more}, open(sys.argv[1] + "/" + name, "w"))
put("documents", documents=[{"path": f"docs/{i}.md"} for i in range(20000 // part)])
put("ids", context_notes=" ".join("%07x" % (i * 7919) for i in range(200000 // part)))
put("paths", context_notes=" ".join(f"src/a{i}.c:{i}" for i in range(60000 // part)))
END
  local one
  for one in ids paths documents; do # what is discarded stays open: the documents last
    within $((30 / part)) git handoff import "$case_dir.aside/$one"
    expect_equal 0 "$code" "import of many $one: $err"
    within $((30 / part)) git handoff brief
    expect_equal 0 "$code" "brief of many $one: $err"
    works git handoff discard
  done
}
test_case "a record that names tens of thousands of documents, commits and paths costs seconds" many_names

# Each is compared with the others once: ten thousand decisions cost what reading them costs.
many_decisions() {
  make_project
  local count=$((20000 / part))
  python3 -c 'import json, sys; json.dump({"version": 1, "next_action": "x", "decisions": [{"decision": f"use queue number {i} for jobs of kind {i}"} for i in range(int(sys.argv[1]))]}, sys.stdout)' $count >"$case_dir.aside/decisions"
  works git handoff import "$case_dir.aside/decisions"
  within $((8 / part)) git-handoff promote
  expect_equal 1 "$code" "promote of $count: $err" # it lists, and says that nothing is written
  expect_contains "$out" "use queue number $((count - 1))"
}
test_case "promote compares many decisions in time that grows with their number" many_decisions

# What a resume left open is in the notes, and each is compared with the others once.
many_notes() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local count=$((12000 / part))
  python3 - "$case_dir.aside" $count <<'END'
import json, sys
count = int(sys.argv[2])
names = [f"use queue number {i} for jobs" for i in range(count)]
def some(first, last): return names[count * first // 24:count * last // 24]
json.dump({"version": 1, "next_action": "x", "decisions": some(0, 10), "debug": {"evidence": some(10, 15)}, "goals": {"ultimate": "u", "earlier": some(15, 20)},
           "todos": [{"content": one, "status": "pending"} for one in some(20, 24)]}, open(sys.argv[1] + "/in.json", "w"))
END
  make_work
  works git handoff pause --from "$case_dir.aside/in.json"
  local command
  for command in "resume --continue" status "note --list" "pause -m again --next x" brief "resume --continue"; do
    # shellcheck disable=SC2086
    within $((60 / part)) git-handoff $command
    expect_equal 0 "$code" "$command with $count notes: $err"
  done
  works git handoff note --list
  expect_contains "$out" "use queue number $((count - 1))" "use queue number 0 "
}
test_case "what a record of 12,000 items leaves open costs seconds" many_notes

# What the first record left open is in the journal when the second one goes, and each has items of its own.
two_of_many() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local number
  for number in 1 2; do
    jq -n --arg number "$number" --argjson count $((12000 / part)) '{version: 1, next_action: "x", remaining_tasks: [range($count) | "round \($number) task \(.)"]}' >../in.json
    make_work
    works git handoff pause --no-carry --from ../in.json
    within $((8 / part)) git-handoff discard
    expect_equal 0 "$code" "discard $number: $err"
  done
  within $((8 / part)) git-handoff note goal "ship it"
  jq -n --argjson count $((8000 / part)) '[range($count) | {kind: "goal", text: "goal \(.)"}, {kind: "context", text: "seen \(.)"}]' >../notes
  works git handoff note --json - <../notes
  within $((12 / part)) git-handoff brief
  expect_equal 0 "$code" "brief: $err"
  jq -n --argjson count $((3000 / part)) '[range($count) | {kind: "done", text: "round 1 task \(.)"}]' >../notes
  within $((24 / part)) git-handoff note --json ../notes
  expect_equal 0 "$code" "some are done: $err"
  within $((12 / part)) git-handoff status
  expect_equal 0 "$code" "status: $err"
}
test_case "two records of 12,000 items that go one after the other, and thousands of goals and closings, cost seconds" two_of_many

# computed CMD...: the thousandths of a second of the processor that it took, in $took.
computed() {
  local TIMEFORMAT=%U
  { time "$@" >/dev/null 2>"$case_dir.aside/err"; } 2>"$case_dir.aside/took" || fail "$*: $(cat "$case_dir.aside/err")"
  took=$(tr -d . <"$case_dir.aside/took")
  took=$((10#$took))
}

# A resume asks for the notes at each of its steps, and reads them once.
resume_beside_many_notes() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local few="" least
  echo work >>README.md
  works git handoff pause -m x
  for _ in 1 2; do
    jq -n --argjson count $((12000 / part)) '[range($count) | {kind: "evidence", text: "\(.) of \(now) was seen while something else was looked for"}]' >../notes
    works git handoff note --json - <../notes
    least=""
    for _ in 1 2 3; do # the least of some: others compute beside it
      computed git-handoff resume --continue
      [ "${least:-$took}" -lt "$took" ] || least=$took
      works git handoff undo
      [ -z "$few" ] || [ "$least" -ge $((few * 32 / 10)) ] || break
    done
    [ -z "$few" ] || [ "$least" -lt $((few * 32 / 10)) ] || fail "resume: $least ms, and $few with half of the notes"
    few=$least
  done
  command -v strace >/dev/null || return 0
  works strace -qq -f -e trace=open,openat -o ../trace git-handoff resume --continue
  expect_equal 1 "$(grep -c 'main.jsonl.*O_RDONLY' ../trace)" "how often the journal is read"
}
test_case "a resume beside thousands of notes reads them once" resume_beside_many_notes

# What would make the journal longer than it is read stays in the record; nothing of it is told wrong, and nothing is lost.
# Most of the journal is notes of another branch.
more_than_the_journal_holds() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  git switch -q -c other
  jq -n '[range(60) | {kind: "context", text: "\(.) \("x" * 65000)"}]' >../notes
  for _ in 1 2 3; do works git handoff note --json - <../notes; done
  git switch -q main
  jq -n '{version: 1, next_action: "do it", open_questions: [range(5000) | "question \(.)"]}' >../in.json
  echo work >>README.md
  works git handoff pause --from ../in.json
  works git handoff resume --continue
  expect_contains "$out" "items that the journal has no room for: git handoff show main-"
  carried=$(sed -n 's/^carried over: \([0-9,]*\) items.*/\1/p' <<<"$out" | tr -d ,)
  stay=$(sed -n 's/^not carried: \([0-9,]*\) items.*/\1/p' <<<"$out" | tr -d ,)
  expect_equal 5000 "$((carried + stay))"
  expect_equal "$carried" "$(git handoff status --json | jq .notes)" "notes that wait"
  works git handoff undo
  works git handoff show --format json
  expect_equal 5000 "$(json '.open_questions | length' <<<"$out")"
  works git handoff resume --continue
  works git handoff note "one of today"
  works git handoff pause -m x --next hi
  works git handoff show --format json
  expect_equal hi "$(json .next_action <<<"$out")"
  [ "$(stat -c %s .git/handoff/journal/main.jsonl)" -lt 16777216 ] || fail "the journal is longer than it is read"
}
test_case "a record that leaves open more than the journal holds: the rest stays in it, and undo brings all back" more_than_the_journal_holds

# More notes than a record can hold, of an agent that went round in circles: the work is kept all the same.
too_many_notes() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local half
  for half in a b; do
    python3 -c "import json, sys; json.dump([{'kind': 'task', 'text': f'$half {i}'} for i in range(8500)], sys.stdout)" >../notes
    works git handoff note --json - <../notes
  done
  make_work
  works git handoff pause -m x --next "go on"
  expect_contains "$err" "notes did not fit, and wait for the next handoff: git handoff note --list"
  works git handoff show --format json
  expect_equal "a 0" "$(json '.remaining_tasks[0].name' <<<"$out")"
  works git handoff resume --continue
  works git handoff pause --emergency
}
test_case "more notes than a record holds: the pause keeps the work, and the rest waits" too_many_notes

# One line may be as long as a document: what looks at it goes over it a number of times that does not grow with it.
long_lines() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  python3 - "$case_dir.aside" $part <<'END'
import json, sys
size = 2000000 // int(sys.argv[2])
runs = "".join("`" * n + "x" for n in range(1, int((2 * size) ** .5)))
for name, text in {"context": "## Context\n" + "x " * (size // 2), "bold": "## Decisions\n- " + "**x** " * (size // 6),
                   "table": "## Decisions\n| " + "a|" * (size // 2), "heading": "## " + "a " * (size // 2), "ticks": "## Context\n" + runs}.items():
    open(f"{sys.argv[1]}/{name}.md", "w").write("# Handoff\n" + text + "\n")
json.dump({"next_action": "x", "context_notes": "x " * 9 + "`x`y" * (size // 8)}, open(sys.argv[1] + "/spans.json", "w"))
json.dump({"next_action": "deadbee " * (size // 32)}, open(sys.argv[1] + "/next.json", "w"))
END
  local one
  make_work
  within $((20 / part)) git-handoff pause --from "$case_dir.aside/next.json"
  expect_equal 0 "$code" "pause with a next action of one line: $err"
  expect_contains "$(git log -1 --format=%s)" "wip: deadbee" "..."
  for one in context bold table heading ticks; do
    within $((20 / part)) git handoff lint "$case_dir.aside/$one.md"
    case $code in 0 | 1) ;; *) fail "lint of one line ($one): exit code $code" ;; esac
  done
  # What is looked for from each place of a text: numbers, names of a program, what a call is given.
  jq -n --argjson count $((300000 / part)) '{next_action: "x", context_notes: ("9" * $count), decisions: [{decision: ("a::b::" * ($count / 10))}, {decision: ("x.c:f(" * ($count / 10))}]}' >"$case_dir.aside/runs.json"
  works git handoff import "$case_dir.aside/runs.json"
  git commit -q --allow-empty -m "fixes #9"
  within $((20 / part)) git handoff status
  expect_equal 0 "$code" "status of long runs: $err"
  works git handoff discard
  { echo "## Next" && many "x  " $((600000 / part)) && many " " $((2000000 / part)) && echo y; } >"$case_dir.aside/blanks.md"
  rss_of git handoff import "$case_dir.aside/blanks.md"
  expect_equal 0 "$code" "import of a line of blanks: $err"
  [ "$rss" -lt 262144 ] || fail "import of a line of blanks took $((rss / 1024)) MiB"
  works git handoff import "$case_dir.aside/spans.json"
  within $((20 / part)) git handoff export --format md
  expect_equal 0 "$code" "export of one line of code: $err"
}
test_case "a document of one long line costs seconds" long_lines

# refs_to COUNT OID: so many refs of the colleague's to one record.
refs_to() {
  local i
  for ((i = 0; i < $1; i++)); do printf 'create refs/handoffs/active/main/main-20260325-120000-%08x %s\n' "$((i + $3))" "$2"; done | git update-ref --stdin
}

# cheap CMD...: within 256 MB, and a bounded time of the processor (the program under test is not optimised).
cheap() {
  within 25 "$@"
  [ "$code" -lt 129 ] || fail "$(show_run "$@")"
  [ "$rss" -lt 262144 ] || fail "$*: $((rss / 1024)) MiB"
}

# Each plan of a clone is bounded, and so are all of them together.
many_plans() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local i
  mkdir -p .planning/phases/000-p
  python3 -c "print('# Plan'); [print(f'- [ ] {i:x}') for i in range(90000)]" >.planning/phases/000-p/000-01-PLAN.md
  for ((i = 1; i < 150; i++)); do
    mkdir ".planning/phases/$i-p"
    ln .planning/phases/000-p/000-01-PLAN.md ".planning/phases/$i-p/$i-01-PLAN.md"
  done
  commit_all plans
  echo more >>src/main.c
  cheap git handoff checkpoint
  works git handoff show --format json
  expect_equal 100 "$(jq '.remaining_tasks | length' <<<"$out")"
}
test_case "150 plans of 1 MB" many_plans

# "200 refs to one record of the largest size that is read, 3,000 to one of 13 MB": the user's own is found among them.
many_refs_to_one() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  make_work
  works git handoff pause -m "my own" --next "edit src/main.c"
  local mine name size
  mine=$(basename "$(record_ref)")
  for size in 3900000 13000000; do
    python3 -c "import json, sys; json.dump({'next_action': 'x', 'context_notes': 'src/a.c:7 is done, ' * ($size // 20)}, sys.stdout)" >"$case_dir.aside/large"
    name=$(git rev-parse "$(record_ref)")
    forge_json . # another commit, of nobody's
    forge "handoff.json=$case_dir.aside/large"
    if [ "$size" -lt 4194304 ]; then refs_to 200 "$(git rev-parse "$(record_ref)")" 0; else refs_to 3000 "$(git rev-parse "$(record_ref)")" 1000; fi
    git update-ref "refs/handoffs/active/main/$mine" "$name"
    for command in "list --all" resume status brief doctor; do
      case $size$command in 13*brief | 13*doctor) continue ;; esac # what is too large is passed over in one way
      # shellcheck disable=SC2086
      cheap git handoff $command
      case $command in resume*) expect_contains "$out$err" "edit src/main.c" ;; esac # one's own comes first
    done
    printf '{"session_id":"s","cwd":"%s","source":"startup"}' "$PWD" >"$case_dir.aside/event"
    cheap git handoff hook claude SessionStart <"$case_dir.aside/event"
    [ -n "$out" ] || fail "the session start is silent"
  done
}
test_case "200 refs to one record of 4 MB, 3,000 to one of 13 MB" many_refs_to_one

# One record that is all claims about files, read by the user: the session that starts has its brief, or is told why not.
claims_of_megabytes() {
  make_project
  make_work
  works git handoff pause -m "my own" --next "edit src/main.c"
  local count
  for count in 200000 650000; do # 4 MB at most, and 13 MB
    git cat-file blob "$(record_ref):handoff.json" |
      python3 -c "import json, sys; d = json.load(sys.stdin); d['context_notes'] = ' '.join(f'src/a{i}.c:{i}' for i in range($count)); json.dump(d, sys.stdout)" >"$case_dir.aside/large"
    forge "handoff.json=$case_dir.aside/large"
    [ "$count" -gt 200000 ] || user_reads
    printf '{"session_id":"s%s","cwd":"%s","source":"startup"}' "$count" "$PWD" >"$case_dir.aside/event"
    cheap git handoff hook claude SessionStart <"$case_dir.aside/event"
    [ -n "$out" ] || fail "the session start is silent"
  done
}
test_case "megabytes of claims in one record do not silence the start of a session" claims_of_megabytes

# What was carried from an older version of the same handoff is looked up once, and not once an item.
carried_items() {
  make_project
  make_work
  works git handoff pause -m "my own" --next "edit src/main.c"
  local count few=
  for count in 10 300; do
    forge_json ".remaining_tasks = [range($count) | {name: \"fix task \(.)\", carried_from: \"$(basename "$(record_ref)")\"}]"
    user_reads
    rm -f "$case_dir.aside/trace"
    works env GIT_TRACE2_EVENT="$case_dir.aside/trace" git-handoff show
    expect_contains "$out" "fix task $((count - 1))"
    few=${few:-$(grep -c '"event":"version"' "$case_dir.aside/trace")}
    expect_equal "$few" "$(grep -c '"event":"version"' "$case_dir.aside/trace")" "gits that 'show' starts for $count tasks"
  done
}
test_case "however many items a record carries from itself, git is asked as often" carried_items

# Nobody has read what came with a clone: it is taken out of what an import goes on from, item by item.
import_of_what_came_with_the_clone() {
  make_project
  python3 -c 'import json, sys; json.dump({"version": 1, "status": "paused", "next_action": "go", "remaining_tasks": [f"fix task {i} alpha" for i in range(12000)]}, sys.stdout)' >HANDOFF.json
  git add HANDOFF.json
  git commit -q -m "a handoff"
  within 5 git-handoff import HANDOFF.json
  expect_equal 0 "$code" "$err"
}
test_case "the import of 12,000 items that came with the clone costs seconds" import_of_what_came_with_the_clone

# Each paragraph of one context is looked for among those of the other.
long_contexts() {
  make_project
  local text
  for text in this that; do
    jq -n --arg text "$text" '{version: 1, status: "paused", next_action: "x",
      context_notes: ([range(20000) | "paragraph \(.) of \($text)"] | join("\n\n"))}' >../context.json
    works timeout 20 git handoff pause --from ../context.json
  done
  expect_equal 40000 "$(git handoff show --format json | json .context_notes | grep -c paragraph)"
}
test_case "two contexts of twenty thousand paragraphs become one in no time" long_contexts

# What is told of each file that the record names is asked of all commits since at once.
many_commits() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  python3 - "$case_dir.aside/record" $((4000 / part)) >"$case_dir.aside/commits" <<'END'
import json, sys
commits = int(sys.argv[2])
files = commits // 8
json.dump({"next_action": "edit src/f1.c:3",
           "remaining_tasks": [{"name": f"fix word{i} in src/f{i % files}.c:3 for #{i}"} for i in range(commits // 4)]}, open(sys.argv[1], "w"))
def commit(n, names):
    text = f"fix word{n} in f{n % files}() for #{n}"
    print(f"commit refs/heads/main\ncommitter C <c@x> {1700000000 + n} +0000\ndata {len(text)}\n{text}")
    if n == 0:
        print("from refs/heads/main^0")
    for name in names:
        print(f"M 100644 inline src/f{name}.c\ndata <<END\nint f{name}() {{\n  return {n};\n}}\nEND\n")
commit(0, range(files))
for n in range(1, commits):
    commit(n, [(n * 7 + k) % files for k in range(4)])
END
  git -c core.compression=0 fast-import --quiet <"$case_dir.aside/commits"
  git reset -q --hard
  git switch -qc login "main~$(($(git rev-list --count main) - 50))"
  works git handoff import "$case_dir.aside/record"
  git merge -q --ff-only main
  local command
  for command in check status brief; do
    within $((16 / part)) git handoff $command
    [ "$rss" -lt 262144 ] || fail "$command took $((rss / 1024)) MiB"
  done
}
test_case "thousands of commits that touch the files of a thousand tasks cost seconds" many_commits

# After an undo each of what is carried may have come from the other.
carried_by_thousands() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  echo work >>README
  python3 -c 'import json; print(json.dumps({"version": 1, "next_action": "go on", "open_questions": ["question %d?" % i for i in range(6000)]}))' >../record.json
  works git handoff pause --from ../record.json
  works git handoff resume --continue
  works git handoff undo
  works git handoff resume --continue
  within 1 git handoff note --list
  expect_equal 0 "$code" "listing 6,000 carried questions: $err"
}
# A parser keeps what may become a key until the line ends.
brackets_in_front_matter() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  make_project
  local part
  for part in '[' '{'; do
    (printf -- '---\na: ' && many "$part" 4150000 && printf '\n---\n# Handoff\n\n## Next\n- go on\n') >../plan.md
    rss_of git handoff lint ../plan.md
    expect_small
    rss_of git handoff import ../plan.md
    expect_small
  done
}
test_case "four million brackets that stay open in front matter take no memory" brackets_in_front_matter

test_case "6,000 questions that are carried, taken back and carried again are listed at once" carried_by_thousands

# What is told of what a fetch brought is as long, and costs as much, however much there is.
many_of_one_branch() {
  a_colleague
  (cd "$case_dir/theirs" && make_work && works git handoff pause --push -m "theirs" --next "go on in src/main.c")
  cd "$case_dir/mine"
  git fetch -q origin '+refs/handoffs/shared/*:refs/handoffs/remotes/origin/*'
  local i oid
  oid=$(git for-each-ref --format='%(objectname)' refs/handoffs/remotes)
  for ((i = 0; i < 2000; i++)); do printf 'create refs/handoffs/remotes/origin/main-20260325-12%04d-%08x %s\n' "$i" "$i" "$oid"; done | git update-ref --stdin
  git pack-refs --all
  within 5 git-handoff status
  expect_equal 0 "$code"
  expect_contains "$out" "main-20260325-121999-" "2,001 handoffs from elsewhere"
  expect_equal 10 "$(grep -c "git handoff show main-" <<<"$out")"
  within 5 git-handoff brief
  expect_equal 1 "$code"
  expect_equal 10 "$(grep -c "a fetch brought one" <<<"$err")"
  git -C "$case_dir/remote.git" fetch -q "$PWD" '+refs/handoffs/remotes/origin/*:refs/handoffs/shared/*'
  within 15 git-handoff fetch
  expect_equal 0 "$code"
  expect_contains "$out" "not fetched: 1,801 older handoffs"
}
test_case "thousands of fetched handoffs of one branch: the newest are told, and the rest counted" many_of_one_branch

test_done
