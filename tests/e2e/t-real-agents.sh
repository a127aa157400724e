#!/usr/bin/env bash
# Days of real programs, with a model on loopback that says "done." to everything: what their model is sent.
# HANDOFF_AGENTS names a folder with node_modules in which npm has installed them; without it nothing here runs.
. "$(dirname "$0")/lib.sh"

need_agent() { # PROGRAM
  agent=${HANDOFF_AGENTS-}/node_modules/.bin/$1
  [ -x "$agent" ] || skip "HANDOFF_AGENTS names no folder with $1 in it"
}

# The model's requests go to ../asked, its address into $model.
start_model() {
  mkdir ../asked
  python3 "$project_dir/tests/tools/fake_model.py" "$PWD/../asked" >../port &
  model_pid=$!
  local left=100
  until [ -s ../port ] || [ "$left" -eq 0 ]; do
    left=$((left - 1))
    sleep 0.05
  done
  model=http://127.0.0.1:$(cat ../port)
}


claude_says() { # PROMPT
  rm -f ../asked/*
  run env ANTHROPIC_BASE_URL="$model" ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1 IS_SANDBOX=1 \
    timeout 60 "$agent" -p "$1" --dangerously-skip-permissions </dev/null
  expect_equal "0 done." "$code $out" "$err"
}
# What the main conversation's last request holds.
told() { jq -r 'select(.tools | length > 0) | .messages[], (.system | if type == "array" then .[] else {text: .} end) | [.. | .text?, (.content? | strings)] | map(strings) | .[]' ../asked/*.json; }

day_of_claude() {
  need_agent claude
  real_clock
  make_project
  make_work
  works git handoff init --agent claude --project
  start_model
  claude_says "begin"
  expect_lacks "$(told)" "not resumed"
  works git handoff note decision "use jose" --because "keys rotate"
  works git handoff pause -m lunch --next "edit src/main.c:main()"
  claude_says "go on"
  expect_equal 1 "$(told | grep -cF 'Next: edit src/main.c:main()')" "the brief, once"
  expect_contains "$(told)" "SessionStart hook additional context" "a report, no instructions" "use jose"
  # The tools of the server are there, those of every day alone.
  expect_equal 10 "$(jq -r '.tools[]?.name | select(startswith("mcp__handoff__"))' ../asked/*.json | sort -u | wc -l)"
  # A stranger's words reach it neither so.
  git clone -q . ../theirs
  git -C ../theirs fetch -q "$PWD" 'refs/handoffs/*:refs/handoffs/*'
  cd ../theirs
  works git handoff init --agent claude --project
  claude_says "go on"
  # The subject of the commit is git's to tell, and all of it.
  expect_lacks "$(told)" "use jose" "Next:"
  kill "$model_pid"
}
test_case "a day of Claude Code: the next session's model has the brief once" day_of_claude

plugin_of_claude() {
  need_agent claude
  works "$agent" plugin validate --strict "$project_dir/integrations/claude-code"
}
test_case "Claude Code takes our plugin, strictly" plugin_of_claude
test_done
