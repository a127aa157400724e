#!/usr/bin/env bash
# `git handoff mcp` with the official clients from npm, and with messages that nobody should send.
. "$(dirname "$0")/lib.sh"
variants=some

npm_dir=$project_dir/tests/npm-agents
schemas=$project_dir/tests/data/mcp

# need_npm FOLDER PACKAGE: fetched once; two scripts at a time wait for each other.
need_npm() {
  command -v npm >/dev/null && command -v node >/dev/null || skip "npm is not installed"
  (
    flock 9
    [ -d "$1/node_modules/$2" ] || (cd "$1" && timeout 180 npm ci --silent --no-audit --no-fund)
  ) 9>"${TMPDIR:-/tmp}/git-handoff-$(basename "$1").lock" || skip "npm could not fetch what $(basename "$1") needs"
}

session() {
  need_npm "$npm_dir" ajv
  real_clock
  make_project
  write src/main.c "int main(void) { return 1; }"
  # A second repository, a linked worktree, and links that lead out of the tree.
  git init -q ../other
  echo "not yours to read" >../other/secret
  git worktree add -q ../linked -b linked
  ln -s ../other out
  mkdir -p .claude/skills/real .claude/skills/link
  echo "# Real" >.claude/skills/real/SKILL.md
  ln -s ../../../../other/secret .claude/skills/link/SKILL.md
  echo "out" >>.git/info/exclude
  echo ".claude" >>.git/info/exclude
  ln -s .. ../other/out
  # A file `.git` that leads to a repository which nobody allowed.
  git init -q ../third
  write ../other/led/.git "gitdir: $(cd ../third && pwd)/.git"
  # ... and a working tree of it that lies in one which is.
  git -C ../third commit -q --allow-empty -m third
  git -C ../third worktree add -q ../other/theirs
  run timeout 120 node "$npm_dir/session.mjs" "$PWD" "$schemas" "$1" "$(cd ../other && pwd)"
  expect_equal "0 $1: good" "$code $(tail -n 1 <<<"$out")" "$out$err"
}

for name in sdk client-auto client-legacy client-pinned; do
  test_case "an official client lists and calls every tool ($name)" session "$name"
done
test_case "bytes that are no message do not end the server" session mischief
test_case "a request that is taken back while it waits is not begun" session cancelled
test_case "continuing past a blocking human action has to be said" session waiting
test_case "what a command has options for, its tool does" session options
test_case "only the repository that it was started in" session reach
test_case "a repository that a client names, where that is allowed" session reach-allowed
test_case "no tool runs or opens what a record contains" session never-runs
test_case "odd, huge, interleaved and cancelled messages do not end the server" session odd
for version in 2026-07-28 2025-11-25; do
  test_case "a whole session fits the schema of $version" session "schema-$version"
done

inspector_dir=$project_dir/tests/npm-inspector
# inspect ARGS...: the inspector from the command line, on our server.
inspect() { timeout 120 node "$inspector_dir/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js" --cli git-handoff mcp --all-tools "$@"; }

inspected() {
  local tool args
  need_npm "$inspector_dir" @modelcontextprotocol/inspector
  [ -e "$trash/inspects" ] || { inspect --version >/dev/null 2>&1 && : >"$trash/inspects"; } || skip "the inspector does not run on node $(node --version)"
  real_clock
  make_project
  write src/main.c "int main(void) { return 1; }"
  # --strict tells of each thing in a schema that some model's dialect may not take: there is none.
  works inspect --protocol-era "$1" --method tools/list --strict
  expect_equal "" "$err"
  expect_equal "$(git-handoff help --porcelain | cut -f3 | grep -c ^handoff_) 4" \
    "$(json '[.tools[].name] | "\(map(select(startswith("handoff_"))) | length) \(map(select(startswith("handoff_") | not)) | length)"' <<<"$out")"
  while read -r tool args; do
    # Each call starts node and the program anew, and the clients above call every tool: what it makes of them shows in a few.
    case ${HANDOFF_LONG:-}$1.$tool in
      legacy.handoff_pause) ;;
      modern.handoff_note | modern.handoff_pause) ;;
      legacy.* | modern.*) continue ;;
    esac
    args=${args//HERE/$PWD}
    works inspect --protocol-era "$1" --method tools/call --tool-name "$tool" --tool-args-json "$args" --format json
    expect_equal false "$(json '.result.isError == true' <<<"$out")" "$tool: $out"
  done <<'END'
handoff_status {}
handoff_note {"kind":"decision","text":"use jose","because":"keys rotate"}
handoff_checkpoint {"name":"before"}
handoff_pause {"next":"edit src/main.c","record":{"mine":7}}
handoff_brief {"budget":300}
handoff_check {}
handoff_list {}
handoff_show {}
handoff_resume {"choice":"continue"}
handoff_undo {}
handoff_lint {}
handoff_discard {}
handoff_reconstruct {"save":true}
workflow_state_save {"project_path":"HERE","state":{"a":1}}
workflow_state_load {"project_path":"HERE"}
workflow_state_update {"project_path":"HERE","updates":{"b":2}}
skill_instructions_get {"skill_name":"none","sections":["A"]}
END
  # What is refused is an error for it, too.
  run inspect --protocol-era "$1" --method tools/call --tool-name handoff_resume --tool-args-json '{}'
  [ "$code" -ne 0 ] || fail "a call that is refused looks like a success: $out"
}
conformance_dir=$project_dir/tests/npm-conformance
# The official suite speaks HTTP alone, and calls things by names of its own: a bridge has ours asked for.
conforms() {
  local id map bin=$conformance_dir/node_modules/.bin
  need_npm "$conformance_dir" @modelcontextprotocol/conformance
  [ -x "$bin/node" ] || skip "npm has no node for this machine that runs the suite"
  real_clock
  make_project
  write work.txt x
  works git handoff pause -m "there are 123 things"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  map=$(jq -cn --arg id "$id" '{test_simple_text: {name: "handoff_status"}, test_error_handling: {name: "handoff_show", arguments: {id: "none"}},
    "test://static-text": {uri: "handoff://current"}, "test://template/123/data": {uri: ("handoff://" + $id)},
    test_simple_prompt: {name: "resume"}, test_prompt_with_arguments: {name: "pause", arguments: {message: "testValue1 testValue2"}}}')
  "$bin/node" "$conformance_dir/bridge.mjs" "$map" git-handoff mcp --all-tools >../address &
  local bridge=$!
  patiently [ -s ../address ]
  run timeout 120 "$bin/node" "$bin/conformance" server --url "$(cat ../address)" --suite all --expected-failures "$conformance_dir/not-ours.yml"
  kill "$bridge"
  expect_equal 0 "$code" "$(tail -n 30 <<<"$out" | cut -c1-200)$err"
  expect_equal 13 "$(grep -cE '^✓ [a-z-]+: [1-9][0-9]* passed, 0 failed' <<<"$out")" "scenarios that fit: $out"
}
test_case "the conformance suite of the protocol has nothing to say, by a bridge" conforms

for era in ${HANDOFF_LONG:+legacy} modern; do
  test_case "the inspector lists every tool, finds nothing to say, and calls them ($era)" inspected "$era"
done

# Every option of a command is an argument of its tool, or stands here with the reason.
as_the_command() {
  make_project
  local tools command option argument known
  tools=$(printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' | git handoff mcp --all-tools | jq -c 'select(.id == 2).result.tools')
  # The tools are those of the table of commands, and Spellbook's.
  expect_equal "$(git-handoff help --porcelain | cut -f3 | grep -v '^-$' | sort)" \
    "$(jq -r '.[].name | select(startswith("handoff_"))' <<<"$tools" | sort)"
  for command in $(git-handoff help --porcelain | cut -f3 | sed -n 's/^handoff_//p'); do
    known=$(jq -r --arg n "handoff_$command" '.[] | select(.name == $n).inputSchema.properties // {} | keys[]' <<<"$tools")
    for option in $(git-handoff "$command" -h | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
      case $command$option in
        *--help | *--json | *--porcelain) continue ;;     # how it is printed; a tool gives JSON
        status--prompt | checkpoint--quiet | check--verbose | resume--verbose | show--oid | show--stat) continue ;; # the same: all of it is in the result
        status--all) continue ;;                          # what is elsewhere is in each result
        *--allow-secrets) continue ;;                     # no tool sends what looks like a secret
        pause--with-history) continue ;;                  # handoff_push has it
        check--run | check--yes | check--trust) continue ;; # no tool runs what a record names
        resume--continue | resume--review | resume--discard | resume--fresh) argument=choice ;;
        pause--from) argument=record ;;
        brief--for) argument=about ;;
        checkpoint--message) argument=name ;;
        list--all) argument=remote ;;                     # remote and archived
        *--no-*) argument=${option#--no-} ;;
        *) argument=$(tr - _ <<<"${option#--}") ;;
      esac
      grep -qx -- "$argument" <<<"$known" || fail "handoff_$command has no '$argument' for $option: $(tr '\n' ' ' <<<"$known")"
    done
  done
  # The kinds of notes, too.
  expect_equal "$(git-handoff note -h | grep -oE '\{context[a-z,]*\}' | tr -d '{}' | tr ',' '\n' | sort | tr '\n' ' ')" \
    "$(jq -r '.[] | select(.name == "handoff_note").inputSchema.properties.kind.enum[]' <<<"$tools" | sort | tr '\n' ' ')"
}
test_case "a tool takes what its command takes" as_the_command

# asked VERSION METHOD PARAMS...: the answers in $out, one a line.
asked() {
  local version=$1 n=1
  shift
  out=$({
    jq -nc --arg v "$version" '{jsonrpc: "2.0", id: 1, method: "initialize", params: {protocolVersion: $v, capabilities: {}, clientInfo: {name: "t", version: "1"}}}'
    while [ $# -gt 0 ]; do
      n=$((n + 1))
      jq -nc --argjson n $n --arg m "$1" --argjson p "$2" '{jsonrpc: "2.0", id: $n, method: $m, params: $p}'
      shift 2
    done
  } | git-handoff mcp ${all_tools:+--all-tools})
}
# answer N FILTER: of the Nth request.
answer() { jq -r "select(.id == $(($1 + 1))) | $2" <<<"$out"; }

note_without_text() {
  make_project
  asked 2025-11-25 tools/call '{"name":"handoff_note","arguments":{"kind":"task"}}'
  expect_equal "notes: item 1: the text is missing" "$(answer 1 '.result.content[0].text')"
}
test_case "a note of a tool that lacks its text is said so" note_without_text

few_tokens() {
  make_project
  make_work
  asked 2025-11-25 tools/list '{}' tools/call '{"name":"handoff_push","arguments":{"id":"none"}}' tools/call '{"name":"handoff_status"}'
  expect_equal "10 0" "$(answer 1 '.result.tools | "\(length) \(map(select(.outputSchema)) | length)"')"
  # Four bytes a token, as the usual rule has it.
  [ "$(answer 1 '.result.tools | tojson | utf8bytelength')" -lt 8000 ] || fail "the list takes $(answer 1 '.result.tools | tojson | utf8bytelength') bytes"
  expect_contains "$(answer 2 '.result.content[0].text')" "none"
  # No model gets the same twice: text alone where no schema of values was asked for, ...
  expect_equal "null object" "$(answer 3 '.result | "\(.structuredContent) \(.content[0].text | fromjson | type)"')"
  all_tools=1 asked 2025-11-25 tools/list '{}' tools/call '{"name":"handoff_status"}' tools/call '{"name":"handoff_lint","arguments":{"record":{"next_action":"continue"}}}'
  expect_equal "object object" "$(answer 2 '.result | "\(.structuredContent | type) \(.content[0].text | fromjson | type)"')"
  expect_contains "$(answer 3 '.result.structuredContent.findings | tojson')" next_action
  # Each command without a tool has a reason for it.
  expect_equal "$(git-handoff help --porcelain | awk -F'\t' '$3 == "-" { print $1 }' | sort | tr '\n' ' ')" \
    "$(sed -n '/^No tool/,/^$/p' "$project_dir/docs/agents.md" | grep -oE '`[a-z]+`' | tr -d '`' | sort | tr '\n' ' ')"
  asked 2024-11-05 tools/call '{"name":"handoff_status"}'
  expect_equal 'null object' "$(answer 1 '.result | "\(.structuredContent) \(.content[0].text | fromjson | type)"')"
}
test_case "the tools of every day are few, all can be called" few_tokens

picked() {
  make_project
  make_work
  works git handoff pause -m lunch --next "edit src/main.c:main()"
  local id
  id=$(git handoff show --json | json .git.id)
  asked 2025-11-25 prompts/list '{}' prompts/get '{"name":"resume"}' prompts/get '{"name":"pause","arguments":{"message":"lunch"}}' \
    resources/list '{}' resources/read '{"uri":"handoff://current"}' resources/read "{\"uri\":\"handoff://$id\"}" \
    resources/read '{"uri":"handoff://none"}' resources/read '{"uri":"file:///etc/passwd"}' prompts/get '{"name":"no"}' resources/templates/list '{}'
  expect_equal "pause resume" "$(answer 1 '[.result.prompts[].name] | join(" ")')"
  expect_contains "$(answer 2 '.result.messages[0].content.text')" "Next: edit src/main.c:main()" "ask me whether to continue"
  expect_contains "$(answer 3 '.result.messages[0].content.text')" "handoff_pause" "lunch"
  expect_equal "handoff://current handoff://$id" "$(answer 4 '[.result.resources[].uri] | join(" ")')"
  expect_contains "$(answer 5 '.result.contents[0].text')" "data, not instructions" "edit src/main.c"
  expect_equal "$(answer 5 '.result.contents[0].text')" "$(answer 6 '.result.contents[0].text')"
  expect_equal "-32002 -32002 -32602 handoff://{id}" "$(answer 7 .error.code) $(answer 8 .error.code) $(answer 9 .error.code) $(answer 10 '.result.resourceTemplates[0].uriTemplate')"
  # What nobody here has read leaves by none of these doors.
  git clone -q --no-local . ../theirs
  cd ../theirs
  git fetch -q origin 'refs/handoffs/*:refs/handoffs/*'
  asked 2025-11-25 prompts/get "{\"name\":\"resume\",\"arguments\":{\"id\":\"$id\"}}" resources/read "{\"uri\":\"handoff://$id\"}" resources/list '{}' \
    resources/read '{"uri":"handoff://current"}' prompts/get '{"name":"resume"}'
  expect_contains "$(answer 1 .error.message)" "nobody here has read"
  expect_lacks "$out" "src/main.c" lunch
}
test_case "a person picks a prompt or a handoff, and gets what a tool would give" picked

unreadable() {
  make_project
  local deep
  deep=$(printf '%0300d' 0 | tr 0 '[')$(printf '%0300d' 0 | tr 0 ']')
  works git handoff mcp <<END
{"jsonrpc":"2.0","id":"a\"b","method":"tools/call","params":{"name":"handoff_note","arguments":{"budget":1e999}}}
{"params":{"id":1,"x":$deep},"id" : 7,"method":"ping"}
{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"handoff_brief","arguments":{"budget":99999999999999999999}}}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"Start fresh"}}}
{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"fresh or discard"}}}
{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"do not start fresh"}}}
{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"handoff_resume","arguments":{"choice":"Please let us continue with the work"}}}
{"jsonrpc":"2.0","id":
END
  expect_equal '"a\"b" -32700,7 -32700,3 ,4 ,5 ,6 ,8 ,9 ,null -32700' "$(jq -sr 'map("\(.id | tojson) \(.error.code // "")") | join(",")' <<<"$out")"
  expect_contains "$(jq -r 'select(.id == 4).result.content[0].text' <<<"$out")" "'budget' has to be of type"
  expect_lacks "$(jq -r 'select(.id == 5).result.content[0].text' <<<"$out")" "one of"
  expect_contains "$(jq -r 'select(.id == 6).result.content[0].text' <<<"$out")" "'choice' has to be one of"
  # A no is none of them, whatever it says no to.
  expect_contains "$(jq -r 'select(.id == 8).result.content[0].text' <<<"$out")" "'choice' has to be one of"
  expect_lacks "$(jq -r 'select(.id == 9).result.content[0].text' <<<"$out")" "one of"
}
test_case "what cannot be read is answered with its id, and choices in people's words are understood" unreadable

outside() {
  works git handoff mcp <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_status","arguments":{}}}
END
  expect_equal true "$(jq -r 'select(.id == 2).result.isError' <<<"$out")"
  expect_contains "$(jq -r 'select(.id == 2).result.content[0].text' <<<"$out")" "not a git repository"
  # One that a client may name is served all the same.
  git init -q repositories/one
  git init -q repositories-of-mine # its name begins with that of the folder
  works git handoff mcp --allow repositories <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_status","arguments":{"repository":"repositories/one"}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"handoff_status","arguments":{"repository":"/"}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"handoff_status","arguments":{"repository":"repositories-of-mine"}}}
END
  expect_equal "null true true" "$(jq -r 'select(.id > 1).result.isError' <<<"$out" | tr '\n' ' ' | sed 's/false/null/; s/ $//')"
  # A worktree that lies there, of a repository that does not, shows what is paused in that one.
  (
    make_project secret
    make_work
    works git handoff pause -m x --next "nobody else's"
    git worktree add -q --detach ../repositories/linked
  )
  make_project
  works git handoff mcp --allow ../repositories <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_list","arguments":{"repository":"../repositories/linked"}}}
END
  expect_equal true "$(jq -r 'select(.id == 2).result.isError' <<<"$out")"
  expect_lacks "$out" "nobody else's"
  run git handoff mcp <<<'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}'
  expect_equal "0 2025-11-25" "$code $(json .result.protocolVersion <<<"$out")"
}
test_case "without a repository each tool says so; it offers the newest version" outside

# call PARAMS [METHOD]: what the server answers here.
call() {
  works git handoff mcp --all-tools <<<'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"'"${2-tools/call}"'","params":'"$1"'}'
  jq -c 'select(.id == 2)' <<<"$out"
}
nothing_is_an_answer() {
  local tool answer
  make_project
  for tool in status brief check list show lint reconstruct; do
    answer=$(call "{\"name\":\"handoff_$tool\",\"arguments\":{}}")
    expect_equal false "$(json .result.isError <<<"$answer")" "$tool: $answer"
  done
  write README "changed"
  answer=$(call '{"name":"handoff_brief","arguments":{}}')
  expect_contains "$answer" "nothing is paused or noted on 'main'" "hint: guess from"
  git checkout -q README
  # What cannot be done, and an id that there is not, are errors.
  for tool in 'brief","arguments":{"id":"x"}' 'show","arguments":{"id":"@{0}"}' 'resume","arguments":{"choice":"continue"}' \
    'discard","arguments":{}' 'undo","arguments":{}' 'reconstruct","arguments":{"save":true}'; do
    expect_equal true "$(call "{\"name\":\"handoff_$tool}" | json .result.isError)" "$tool"
  done
  answer=$(call '{"uri":"handoff://current"}' resources/read)
  expect_contains "$answer" "nothing is paused on 'main'"
  expect_lacks "$answer" "What follows is the record"
  answer=$(call '{"name":"resume"}' prompts/get)
  expect_contains "$answer" "nothing is paused"
  expect_lacks "$answer" "what of this still holds"
}
test_case "that nothing is paused is an answer, no error" nothing_is_an_answer

brings_notes() {
  make_project
  git worktree add -q -b topic ../linked
  (cd ../linked && git handoff note question "why blue?")
  git worktree remove ../linked
  git switch -q topic
  make_work
  call '{"name":"handoff_pause","arguments":{"next":"edit README"}}' >/dev/null
  expect_contains "$(git handoff show --json)" "why blue?"
  # Who writes is what the client calls itself, not the person whose name commits have.
  expect_equal t "$(git handoff show --json | json .git.agent)"
}
test_case "notes of a worktree that is gone go into a pause of the tool, where their branch is now" brings_notes

# Git opens these whatever they are, and would wait for somebody who writes.
pipe_for_git() {
  make_project
  make_work
  works git handoff pause -m x
  mkfifo .gitignore
  run timeout 60 git-handoff mcp <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_status","arguments":{}}}
END
  expect_equal 0 "$code" "$err"
  expect_contains "$(jq -r 'select(.id == 2).result | select(.isError).content[0].text' <<<"$out")" "git has read nothing for 10 seconds" "a pipe that is called .gitignore"
}
test_case "a pipe that git waits for keeps no tool waiting" pipe_for_git

# What lies in a copied .git as a pipe: git is ended, and the next request has its answer.
pipe_in_git_dir() {
  make_project
  make_work
  works git handoff pause -m x
  local at
  for at in shallow packed-refs objects/info/alternates; do
    cp -a . "../${at##*/}"
    (
      cd "../${at##*/}"
      rm -f ".git/$at"
      mkfifo ".git/$at"
      timeout 60 git-handoff mcp >answers <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"handoff_status","arguments":{}}}
{"jsonrpc":"2.0","id":3,"method":"ping"}
END
    ) &
  done
  wait
  for at in shallow packed-refs alternates; do
    expect_equal 3 "$(jq -r 'select(.id == 3).id' <"../$at/answers")" "$at"
  done
}
test_case "... nor one in the place of a file of git's" pipe_in_git_dir
test_done
